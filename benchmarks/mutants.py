"""Faults that are planted in cores, and what finds them: `python -m benchmarks.mutants DESIGN [DESIGN …]`.

Each mutant differs in one place from the emitted Verilog, that of the bus wrappers and microcode included
(`pairforge.evidence.mutate`). It is *killed* where a part of the proof of its hardware does not hold, or
Yosys or Verilator refuses it. Of those of the core that survive, ABC is asked whether the circuit does the
same (`evidence.equivalence`), and tiny cores are simulated with every pair of points. Of a unit that has a
part of its own, that part says that all that the core asks for is computed. A wrapper that does not differ
from its model is right. What is left is listed, with exit status 1, and why the circuits are not said to
be the same: an output differs, or there is no answer in `equivalence.LIMIT_S` seconds.

`--out` keeps what became of each mutant, a line of JSON each; what is there already is not tried again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import product
from pathlib import Path

from pairforge.builder.core import verify_core
from pairforge.builder.prove import hardware_parts
from pairforge.bundle.bus_addition import bus_wrappers, facts_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import Sample, sample_of_pairs
from pairforge.errors import CheckError, UserError
from pairforge.evidence.equivalence import LIMIT_S, same
from pairforge.evidence.handshakes.buses import AXI, WISHBONE
from pairforge.evidence.handshakes.wrappers import wrapper_part
from pairforge.evidence.mutate import Mutant, mutants
from pairforge.evidence.proof.part import UNIT
from pairforge.machine.designs import find_design
from pairforge.pairings.base import Pairing

_MODEL = "the same as the model of the wrapper"
_REFUSED, _UNIT = "refused by a tool", "right for all that the core asks of the unit"
_SAME, _EVERY = "the same circuit", "right with every pair of points"
_TINY = 256  # elements


@dataclass
class Campaign:
    """What became of the mutants of a design: counts by the part that killed, and by why they survive."""

    design: str
    killed: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Of all mutants."""
        return self.killed.total() + self.explained.total() + len(self.left)

    def summary(self) -> Mapping[str, object]:
        """As JSON has it."""
        return {
            "design": self.design,
            "mutants": self.count,
            "killed": dict(self.killed),
            "explained": dict(self.explained),
            "left": self.left,
        }


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: the part that `killed` it, what `explained` that it survives, or neither.

    `left`: where it is neither, why the circuit is not said to be the same.
    """

    killed: str = ""
    explained: str = ""
    left: str = ""


def campaign(name: str, count: int, seed: int, out: Path | None = None) -> Campaign:
    """Try so many mutants of a design, all of them where there are fewer; `out`: see above."""
    compiled = compile_design(find_design(name))
    rtl, wrappers = rtl_files(compiled), bus_wrappers(compiled)
    made = [*mutants(rtl), *mutants(wrappers)]
    every = cache(partial(every_pair, compiled))
    known = _known(out)
    found = Campaign(name)
    for mutant in random.Random(seed).sample(made, min(count, len(made))):
        line = mutant.files[mutant.file].splitlines()[mutant.line - 1].strip()
        label = f"{mutant}: {line}"
        fate = known.get((name, label))
        if fate is None:
            fate = fate_of(compiled, rtl, mutant, every)
            if out is not None:
                with out.open("a") as file:
                    file.write(json.dumps({"design": name, "mutant": label, **asdict(fate)}) + "\n")
        if fate.killed:
            found.killed[fate.killed] += 1
        elif fate.explained:
            found.explained[fate.explained] += 1
        else:
            found.left.append(f"{label}: {fate.left}")
            print(f"{name}: left: {found.left[-1]}", file=sys.stderr)
    return found


def _known(out: Path | None) -> Mapping[tuple[str, str], Fate]:
    if out is None or not out.exists():
        return {}
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    return {
        (each["design"], each["mutant"]): Fate(each["killed"], each["explained"], each.get("left", ""))
        for each in lines
    }


def fate_of(
    compiled: Compiled,
    rtl: Mapping[str, str],
    mutant: Mutant,
    every: Callable[[], Sample | None],
    limit_s: float = LIMIT_S,
) -> Fate:
    """What becomes of a mutant of a design with these files of hardware; `every`: gives `every_pair`.

    `limit_s`: of the comparison of circuits. Where it has no answer, what comes after it decides.
    """
    try:
        if mutant.file not in rtl:
            failed = wrapper_failure(compiled, rtl, mutant)
            return Fate(killed=failed) if failed else Fate(explained=_MODEL)
        killer, proven = killed_by(compiled, mutant)
    except (CheckError, UserError):
        return Fate(killed=_REFUSED)
    if killer:
        return Fate(killed=killer)
    if proven:
        return Fate(explained=_UNIT)
    compared = same(rtl, mutant.files, compiled.name, limit_s)
    if compared.proven:
        return Fate(explained=_SAME)
    sample = every()
    if sample is not None and simulates(compiled, mutant, sample):
        return Fate(explained=_EVERY)
    return Fate(left=compared.why)


def wrapper_failure(compiled: Compiled, rtl: Mapping[str, str], mutant: Mutant) -> str:
    """The first wrapper that is not proven to do what its model does; empty where both are."""
    core = f"{compiled.name}.v"
    files = {**mutant.files, core: rtl[core]}
    for bus in (AXI, WISHBONE):
        part = wrapper_part(files, compiled.name, bus.name, bus.clock, facts_of(compiled))
        if part.failure:
            return f"{bus.name}, no proof found" if part.undecided else bus.name
    return ""


def killed_by(compiled: Compiled, mutant: Mutant) -> tuple[str, bool]:
    """The kind of the first part that does not hold, empty where all of them do; and whether what is changed
    is a unit that has a part of its own.

    Then the rest of the core does not see the change, as it is proven around units.
    """
    of_unit = UNIT + mutant.file.removesuffix(".v")
    proven = False
    for part in hardware_parts(compiled, mutant.files, lambda _: None):
        if part.failure:
            return part.name.split()[0], False
        proven = proven or part.name == of_unit
        if proven and not part.name.startswith(UNIT):
            break
    return "", proven


def every_pair(compiled: Compiled) -> Sample | None:
    """All pairs of points with their values; None of a core that is not tiny."""
    computation, order = compiled.computation, compiled.field.order
    if not isinstance(computation, Pairing) or order > _TINY or len(computation.inputs) > 4:
        return None
    elements = list(map(compiled.field.element, range(order)))
    points = {
        which: [p for p in product(elements, repeat=2) if computation.complaint_about_point(which, p) is None]
        for which in "PQ"
    }
    return sample_of_pairs(compiled, list(product(points["P"], points["Q"])))


def simulates(compiled: Compiled, mutant: Mutant, sample: Sample) -> bool:
    """Whether the core gives all of these values, and when the schedule says."""
    try:
        verify_core(compiled, mutant.files, sample)
    except CheckError:
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the designs that are given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("designs", nargs="+", metavar="DESIGN")
    parser.add_argument("--count", type=int, default=1000, help="mutants of each design")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep what is found, and begin from there")
    given = parser.parse_args(arguments)
    left = 0
    for name in given.designs:
        began = time.perf_counter()
        found = campaign(name, given.count, given.seed, given.out)
        left += len(found.left)
        print(json.dumps({**found.summary(), "seconds": round(time.perf_counter() - began)}), flush=True)
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
