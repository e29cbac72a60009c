"""Is a coprocessor what its model says? Simulate it in several ways and compare every word.

Three passes, all bit-exact: *streaming* (all pairings, as fast as the core takes them; latency and interval
are measured here), *spaced* (a few, each from an empty core: the latency must not depend on the inputs) and
*stress* (a few again, with gaps, back-pressure, results left standing and resets in mid-run).

Imports the simulator and `pairforge.errors` only.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pairforge.errors import CheckError
from pairforge.evidence.verilator import Run, Stimulus, compile_core

__all__ = ["Mismatch", "Verification", "verify"]

_STRESS_CYCLES = 400_000
"""About how many cycles the spaced and the stress passes may each add."""


@dataclass(frozen=True)
class Mismatch:
    """Where a core first differs from its model."""

    stage: str
    """The pass: streaming, spaced, stress or resets."""
    pairing: int
    element: int
    """Index of the output element (of `element_words` words) within the result."""
    expected: int
    got: int

    def __str__(self) -> str:
        return (
            f"pairing {self.pairing}, element {self.element} ({self.stage}): "
            f"expected 0x{self.expected:x}, got 0x{self.got:x}"
        )


@dataclass(frozen=True)
class Verification:
    """What a verification found. `check` turns mismatches into a CheckError."""

    pairings: int
    """Pairings compared in the streaming pass; the other passes repeat some of them."""
    mismatches: int
    """Pairings with a wrong result, in all passes."""
    simulator: str
    seconds: float
    """Wall time, compilation (if not cached) included."""
    latency: int | None
    """Rising edges of the clock from the first input word accepted to the last output word accepted."""
    interval: int | None
    """Steady-state cycles between results; None for fewer than two pairings."""
    cycles: int
    """Cycles simulated."""
    first: Mismatch | None
    repeated: int
    """Pairings compared again in the spaced and the stress passes."""

    def check(self) -> None:
        """Raise CheckError, one line, if anything differed."""
        if self.mismatches:
            raise CheckError(f"{self.mismatches} results differ from the model; first {self.first}")

    def summary(self) -> dict[str, int | float | str]:
        """The `verified` object of result.json."""
        return {
            "pairings": self.pairings,
            "mismatches": self.mismatches,
            "simulator": self.simulator,
            "seconds": round(self.seconds, 3),
        }


def verify(
    core_files: Mapping[str, str],
    top: str,
    words_in: int,
    words_out: int,
    inputs: Sequence[Sequence[int]] | NDArray[np.uint32],
    expected: Sequence[Sequence[int]] | NDArray[np.uint32],
    *,
    latency: int | None = None,
    interval: int | None = None,
    element_words: int = 1,
    slots: int = 1,
    repeat: int = 8,
    jobs: int = 2,
    timeout: int = 1_000_000,
    seed: int = 1,
    load: Sequence[int] = (),
) -> Verification:
    """Simulate a core on `inputs` (rows of 32-bit words) and compare with `expected`.

    `latency` and `interval` are what the schedule promises, in cycles; None leaves them unchecked (the
    interval also is where fewer pairings run than are in flight at once).
    `element_words` is the size of an output element, for messages; `slots` the number of pairings that take
    turns on the core; `repeat` how many pairings the passes after the first use (0: no such passes), fewer
    where the latency is long; `timeout` the cycles without a transfer after which the core counts as stuck;
    `load` words that the core takes after every reset, before the first pairing.

    Wrong results are counted, not raised. Raises CheckError, with the cycle, where the core breaks the
    protocol or gets stuck, where its latency depends on the inputs, and where latency or interval are not
    those promised.
    """
    began = time.perf_counter()
    sent = np.ascontiguousarray(inputs, dtype=np.uint32).reshape(len(inputs), words_in)
    model = np.ascontiguousarray(expected, dtype=np.uint32).reshape(len(inputs), words_out)
    simulator = compile_core(core_files, top)
    judge = _Judge(model, element_words)

    streaming = simulator.run(
        sent, words_in, words_out, Stimulus(timeout=timeout, seed=seed), slots=slots, jobs=jobs, load=load
    )
    judge.compare("streaming", streaming)
    took, every, cycles, repeated = streaming.latency, streaming.interval, streaming.cycles, 0
    _promise(top, "latency", took, latency)
    if took is not None and interval and len(sent) > jobs * (took // interval + 3 * slots - 1):
        _promise(top, "interval", every, interval)

    if took is not None and repeat:
        few = min(len(sent), max(2, min(repeat, _STRESS_CYCLES // (took + 1))))
        for stage, stimulus in _repetitions(took, every or took, words_in, timeout, seed):
            try:
                run = simulator.run(sent[:few], words_in, words_out, stimulus, slots=slots, load=load)
            except CheckError as error:
                raise CheckError(f"{error} ({stage} pass)") from None
            judge.compare(stage, run)
            if stage == "spaced":
                _constant_latency(top, run)
            cycles += run.cycles
            repeated += len(run.outputs)

    return Verification(
        pairings=len(sent),
        mismatches=judge.mismatches,
        simulator=simulator.name,
        seconds=time.perf_counter() - began,
        latency=took,
        interval=every,
        cycles=cycles,
        first=judge.first,
        repeated=repeated,
    )


def _repetitions(
    latency: int, interval: int, words_in: int, timeout: int, seed: int
) -> list[tuple[str, Stimulus]]:
    rng = random.Random(seed)
    # One reset while the first words load, the others anywhere in the first three latencies.
    resets = (
        max(1, words_in // 2),
        *sorted(rng.randrange(words_in, words_in + 3 * latency) for _ in range(4)),
    )
    return [
        ("spaced", Stimulus(spaced=True, timeout=timeout, seed=seed + 1)),
        (
            "stress",
            Stimulus(
                gaps=0.3, stalls=0.3, hold=min(latency + 2 * interval, 50_000), timeout=timeout, seed=seed + 2
            ),
        ),
        ("resets", Stimulus(gaps=0.1, stalls=0.1, resets=resets, timeout=timeout, seed=seed + 3)),
    ]


def _promise(top: str, what: str, measured: int | None, promised: int | None) -> None:
    if None not in (measured, promised) and measured != promised:
        raise CheckError(f"the {what} of {top} is {measured} cycles, {promised} were scheduled")


def _constant_latency(top: str, run: Run) -> None:
    """All pairings must take the same time, whichever slot they have."""
    latencies = [int(cycles) for cycles in run.latencies]
    for pairing, cycles in enumerate(latencies):
        if cycles != latencies[0]:
            raise CheckError(
                f"the latency of {top} depends on its inputs: "
                f"{latencies[0]} cycles for pairing 0, {cycles} for pairing {pairing}"
            )


class _Judge:
    """Counts wrong results over the passes and remembers the first."""

    def __init__(self, model: NDArray[np.uint32], element_words: int) -> None:
        self.model = model
        self.element_words = element_words
        self.mismatches = 0
        self.first: Mismatch | None = None

    def compare(self, stage: str, run: Run) -> None:
        model = self.model[: len(run.outputs)]
        wrong = np.flatnonzero((model != run.outputs).any(axis=1))
        self.mismatches += len(wrong)
        if self.first is None and len(wrong):
            pairing = int(wrong[0])
            word = int(np.flatnonzero(model[pairing] != run.outputs[pairing])[0])
            element = word // self.element_words
            self.first = Mismatch(
                stage,
                pairing,
                element,
                self._value(model[pairing], element),
                self._value(run.outputs[pairing], element),
            )

    def _value(self, words: NDArray[np.uint32], element: int) -> int:
        part = words[element * self.element_words : (element + 1) * self.element_words]
        return sum(int(word) << 32 * i for i, word in enumerate(part))
