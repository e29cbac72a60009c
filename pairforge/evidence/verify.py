"""Is a coprocessor what its model says? Simulate it in several ways and compare every word.

Of a core that checks points, pairings may have some off their curves: then nothing is asked of the words, and
the output that says so must be high, as it must be low with all others.

Four passes, all bit-exact: *streaming* (all pairings, as fast as the core takes them; latency and interval
are measured here), *spaced* (a few, each from an empty core: the latency must not depend on the inputs),
*stress* (a few again, with gaps, back-pressure and results left standing) and *resets* (a few again, with
resets in mid-run).

Imports the simulator, the interface and errors.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pairforge.errors import CheckError
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.evidence.verilator import Run, Stimulus, compile_core

__all__ = ["Mismatch", "Passes", "Verification", "verify"]

_STRESS_CYCLES = 400_000
"""About how many cycles the spaced and the stress passes may each add."""


OFF_CURVE = -1
"""The element of a mismatch that is about the output that says whether points were on their curves."""


@dataclass(frozen=True)
class Mismatch:
    """Where a core first differs from its model."""

    stage: str
    """The pass: streaming, spaced, stress or resets."""
    pairing: int
    element: int
    """Index of the output element (of `element_words` words) within the result, or `OFF_CURVE`."""
    expected: int
    got: int

    def __str__(self) -> str:
        if self.element == OFF_CURVE:
            return (
                f"pairing {self.pairing} ({self.stage}): its points are {'not ' * self.expected}on their "
                f"curves, out_off_curve is {self.got}"
            )
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
    off_curve: int | None = None
    """How many of the pairings had points off their curves; None for a core that does not check them."""

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
            **({} if self.off_curve is None else {"off_curve": self.off_curve}),
        }


@dataclass(frozen=True)
class Passes:
    """How much is simulated.

    Attributes
    ----------
    repeat: pairings that the passes after the first use (0: no such passes), fewer where the latency is long.
    jobs: processes that share the first pass.
    timeout: cycles without a transfer after which the core counts as stuck; 0: its `patience`.
    seed: of gaps, back-pressure and resets.
    """

    repeat: int = 8
    jobs: int = 2
    timeout: int = 0
    seed: int = 1


def verify(
    core_files: Mapping[str, str], core: CoreInterface, vectors: Vectors, passes: Passes | None = None
) -> Verification:
    """Simulate a core (file name to Verilog text) and compare with the vectors.

    Latency and interval are checked where the core promises them (the interval also only where more pairings
    run than are in flight at once).

    Wrong results are counted, not raised. Raises CheckError, with the cycle, where the core breaks the
    protocol or gets stuck, where its latency depends on the inputs, and where latency or interval are not
    those promised.
    """
    passes = passes or Passes()
    passes = replace(passes, timeout=passes.timeout or core.patience)
    began = time.perf_counter()
    sent, model = vectors.arrays(core)
    simulator = compile_core(core_files, core.top)
    off = np.zeros(len(sent), dtype=bool)
    if vectors.off_curve is not None:
        off = np.asarray(vectors.off_curve, dtype=bool)
    comparison = _Comparison(model, off, core.element_words)

    def run(stimulus: Stimulus, count: int, jobs: int = 1) -> Run:
        return simulator.run(
            sent[:count],
            core.words_in,
            core.words_out,
            stimulus,
            threads=core.threads,
            jobs=jobs,
            load=core.load,
        )

    processes = 1 if core.keeps else passes.jobs
    streaming = run(Stimulus(timeout=passes.timeout, seed=passes.seed), len(sent), processes)
    comparison.compare("streaming", streaming)
    took, every, cycles, repeated = streaming.latency, streaming.interval, streaming.cycles, 0
    if len(sent) >= core.together:
        _promise(core.top, "latency", took, core.latency)
    if took is not None and core.interval:
        in_flight = took // core.interval + 3 * core.threads - 1
        if len(sent) > processes * in_flight:
            _promise(core.top, "interval", every, core.interval)

    if took is not None and passes.repeat:
        some = min(len(sent), repeated_in(took, passes))
        for stage, stimulus in repetitions(took, every or took, core.words_in, passes):
            if core.keeps and stimulus.resets:
                continue  # what it keeps is gone behind a reset, and results with it
            try:
                again = run(stimulus, some)
            except CheckError as error:
                raise CheckError(f"{error} ({stage} pass)") from None
            comparison.compare(stage, again)
            if stage == "spaced":
                _constant_latency(core.top, again)
            cycles += again.cycles
            repeated += len(again.outputs)

    return Verification(
        pairings=len(sent),
        mismatches=comparison.mismatches,
        simulator=simulator.name,
        seconds=time.perf_counter() - began,
        latency=took,
        interval=every,
        cycles=cycles,
        first=comparison.first,
        repeated=repeated,
        off_curve=None if vectors.off_curve is None else int(off.sum()),
    )


def repeated_in(latency: int, passes: Passes) -> int:
    """Pairings in each of the passes after the first, of a core with that latency."""
    return max(2, min(passes.repeat, _STRESS_CYCLES // (latency + 1)))


def repetitions(latency: int, interval: int, words_in: int, passes: Passes) -> list[tuple[str, Stimulus]]:
    """The passes after the first, by name, of a core with that latency, interval and words of an input."""
    timeout, seed = passes.timeout, passes.seed
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
    """All pairings must take the same time, whichever thread they have."""
    latencies = [int(cycles) for cycles in run.latencies]
    for pairing, cycles in enumerate(latencies):
        if cycles != latencies[0]:
            raise CheckError(
                f"the latency of {top} depends on its inputs: "
                f"{latencies[0]} cycles for pairing 0, {cycles} for pairing {pairing}"
            )


class _Comparison:
    """Counts wrong results over the passes and remembers the first."""

    def __init__(self, model: NDArray[np.uint32], off_curve: NDArray[np.bool_], element_words: int) -> None:
        self.model = model
        self.off_curve = off_curve
        self.element_words = element_words
        self.mismatches = 0
        self.first: Mismatch | None = None

    def compare(self, stage: str, run: Run) -> None:
        model, off = self.model[: len(run.outputs)], self.off_curve[: len(run.outputs)]
        flag_wrong = off != run.off_curve
        wrong = np.flatnonzero(flag_wrong | (~off & (model != run.outputs).any(axis=1)))
        self.mismatches += len(wrong)
        if self.first is None and len(wrong):
            pairing = int(wrong[0])
            if flag_wrong[pairing]:
                said = int(off[pairing]), int(run.off_curve[pairing])
                self.first = Mismatch(stage, pairing, OFF_CURVE, *said)
                return
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
