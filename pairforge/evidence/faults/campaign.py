"""A campaign of faults: one at a time in the state of a core that is simulated, told apart by their effects.

Every flip-flop and every bit of a memory is within reach of the driver (`assets/fault_driver.cpp`), by the
name that it has in the Verilog. All parts of a core get as many faults, so that small parts show theirs as
well; a share of the whole core weighs each part with its bits.

Imports the simulator, the state of a core, and errors.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pairforge.errors import CheckError
from pairforge.evidence.faults.state import PARTS, Element
from pairforge.evidence.interface import CoreInterface
from pairforge.evidence.verilator import compile_driven

__all__ = ["Campaign", "Fault", "Outcome", "Verdict", "campaign", "flips", "stuck"]

_DRIVER = Path(__file__).parent.parent / "assets" / "fault_driver.cpp"
_CONFIGURATION = "faults.vlt"
_FRACTION = 32
"""Bits of the fraction of a batch that a fault waits."""


class Verdict(IntEnum):
    """What became of a batch of inputs, as the driver has it."""

    RIGHT = 0
    LATE = 1
    """Right, in other cycles than without the fault."""
    FLAGGED = 2
    """A result says itself that it is none, and no other one is wrong."""
    WRONG = 3
    """A wrong value that nothing tells from a right one."""
    HANGS = 4
    """A result does not come."""
    NONE = 5
    """There was no such batch."""


@dataclass(frozen=True)
class Fault:
    """A bit of the state of a core. `stuck`: the value that it is held at; None: it is turned over once.

    `cycle`: behind which edge of the first batch, as a fraction of the batch; `first`: its first input.
    """

    element: int
    word: int
    bit: int
    cycle: float
    first: int
    stuck: int | None = None


@dataclass(frozen=True)
class Outcome:
    """What a fault did to the batch that it fell into, to the next one, and to the third, which was run where
    the second was not right.

    Attributes
    ----------
    late: cycles of the first batch less those without a fault.
    mended: whether a reset ended it; None where none was needed.
    wrong: the wrong results of the first batch, each as a row of words.
    """

    fault: Fault
    batches: tuple[Verdict, Verdict, Verdict]
    late: int
    mended: bool | None
    wrong: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Campaign:
    """All outcomes. `batch`: cycles of one without a fault; `cycles`: of all simulation."""

    state: Sequence[Element]
    outcomes: Sequence[Outcome]
    batch: int
    cycles: int
    seconds: float


def flips(state: Sequence[Element], count: int, pool: int, seed: int) -> list[Fault]:
    """Random single bits that are turned over: as many in each part, as far as that goes."""
    parts = {part: [i for i, e in enumerate(state) if e.part == part] for part in PARTS}
    parts = {part: of for part, of in parts.items() if of}
    found: list[Fault] = []
    for number, (part, of) in enumerate(parts.items()):
        rng = random.Random(f"{seed} flips {part}")
        sizes = [state[i].size for i in of]
        for _ in range((count - len(found)) // (len(parts) - number)):
            element = rng.choices(of, sizes)[0]
            place = rng.randrange(state[element].size)
            word, bit = divmod(place, state[element].bits)
            found.append(Fault(element, word, bit, rng.random(), rng.randrange(pool)))
    return found


def stuck(state: Sequence[Element], count: int, pool: int, seed: int) -> list[Fault]:
    """Random bits of control registers, held at 0 or 1 from a random cycle on; no two are alike."""
    rng = random.Random(f"{seed} stuck")
    every = [(i, bit, value) for i, e in enumerate(state) for bit in sorted(e.control) for value in (0, 1)]
    chosen = rng.sample(every, min(count, len(every)))
    return [Fault(i, 0, bit, rng.random(), rng.randrange(pool), value) for i, bit, value in chosen]


def campaign(
    files: Mapping[str, str],
    core: CoreInterface,
    state: Sequence[Element],
    faults: Sequence[Fault],
    sent: NDArray[np.uint32],
    expected: NDArray[np.uint32],
    *,
    batch: int = 0,
    stalls: float = 0.0,
    jobs: int = 1,
    seed: int = 1,
) -> Campaign:
    """Put faults into a core (file name to Verilog), one after the other.

    Parameters
    ----------
    sent, expected
        The inputs to choose from and their results: a row of words for each.
    batch
        Inputs that are sent together; 0: as many as share the core.
    stalls
        Probability that a cycle does not take a word (0 to 1).
    jobs
        Processes side by side; outcomes do not depend on it.

    Raises CheckError where the core is wrong without a fault.
    """
    if sys.byteorder != "little":
        raise CheckError("faults are put into the bytes of a little-endian machine")
    program = compile_driven(_opened(files, state), core.top, _DRIVER)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        (folder / "in").write_bytes(sent.astype(np.uint32).tobytes())
        (folder / "expected").write_bytes(expected.astype(np.uint32).tobytes())
        (folder / "state").write_text("".join(_state_line(core.top, element) for element in state))
        settings = {
            "words_in": core.words_in,
            "words_out": core.words_out,
            "pool": len(sent),
            "batch": batch or core.threads,
            "stalls": round(stalls * 256),
            "patience": core.patience,
            "seed": seed,
        }
        processes = []
        for i in range(jobs):
            (folder / f"trials{i}").write_text("".join(map(_trial_line, faults[i::jobs])))
            command = [str(program), "in", "expected", "state", f"trials{i}"]
            command += [f"{key}={value}" for key, value in settings.items()]
            processes.append(
                subprocess.Popen(
                    command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
                )
            )
        answers = [process.communicate() for process in processes]
    outcomes: dict[int, Outcome] = {}
    usual = cycles = 0
    for i, (process, (text, errors)) in enumerate(zip(processes, answers, strict=True)):
        if process.returncode == 1:
            raise CheckError(f"faults in {core.top}: {errors.strip()}")
        if process.returncode:
            raise RuntimeError(f"the simulator of {core.top} failed ({process.returncode}): {errors}")
        first, *lines, last = text.splitlines()
        usual, cycles = int(first.split()[1]), cycles + int(last.split()[1])
        for j, (fault, line) in enumerate(zip(faults[i::jobs], lines, strict=True)):
            outcomes[i + j * jobs] = _outcome(fault, line)
    ordered = [outcomes[i] for i in range(len(faults))]
    return Campaign(state, ordered, usual, cycles, time.perf_counter() - began)


def _opened(files: Mapping[str, str], state: Sequence[Element]) -> dict[str, str]:
    """The files, with one that has Verilator leave the state within reach."""
    lines = dict.fromkeys(f'public_flat_rw -module "{e.module}" -var "{e.name}"' for e in state)
    return {**files, _CONFIGURATION: "\n".join(["`verilator_config", *lines, ""])}


def _state_line(top: str, element: Element) -> str:
    return f"{'.'.join(('TOP', top, *element.path))} {element.name} {int(element.lasts)}\n"


def _trial_line(fault: Fault) -> str:
    kind = 0 if fault.stuck is None else 1 + fault.stuck
    when = int(fault.cycle * (1 << _FRACTION))
    return f"{kind} {fault.element} {fault.word} {fault.bit} {when} {fault.first}\n"


def _outcome(fault: Fault, line: str) -> Outcome:
    late, *verdicts, mended = map(int, line.split()[:5])
    first, second, third = map(Verdict, verdicts)
    wrong = [[int(word, 16) for word in row.split(",")] for row in line.split()[5:]]
    return Outcome(fault, (first, second, third), late, (None, True, False)[mended], wrong)
