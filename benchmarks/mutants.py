"""Faults that are planted in cores, and what finds them: `python -m benchmarks.mutants DESIGN [DESIGN …]`.

Each mutant differs from the emitted Verilog in an operator, a constant or the index of a bit, microcode
included. It is *killed* where a part of the proof of its hardware does not hold, or Yosys or Verilator
refuses it. Of those that survive, ABC is asked whether the circuit does the same (`evidence.equivalence`),
and tiny cores are simulated with every pair of points. Of a unit that has a part of its own, that part says
that all that the core asks for is computed. What is left is listed, with exit status 1.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from pairforge.builder.core import verify_core
from pairforge.builder.prove import hardware_parts
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import Sample, sample_of_pairs
from pairforge.errors import CheckError, UserError
from pairforge.evidence.equivalence import same
from pairforge.evidence.mutate import Mutant, mutants
from pairforge.evidence.proof.part import UNIT
from pairforge.machine.designs import find_design
from pairforge.pairings.base import Pairing

_REFUSED, _UNIT = "refused by a tool", "right for all that the core asks of the unit"
_SAME, _EVERY = "the same circuit", "right with every pair of points"
_TINY = 6  # bits of an element


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


def campaign(name: str, count: int, seed: int) -> Campaign:
    """Try so many mutants of a design, all of them where there are fewer."""
    compiled = compile_design(find_design(name))
    rtl = rtl_files(compiled)
    made, every = mutants(rtl), every_pair(compiled)
    found = Campaign(name)
    for mutant in random.Random(seed).sample(made, min(count, len(made))):
        try:
            killer, proven = killed_by(compiled, mutant)
        except (CheckError, UserError):
            killer, proven = _REFUSED, False
        if killer:
            found.killed[killer] += 1
        elif proven:
            found.explained[_UNIT] += 1
        elif same(rtl, mutant.files, compiled.name).proven:
            found.explained[_SAME] += 1
        elif every is not None and simulates(compiled, mutant, every):
            found.explained[_EVERY] += 1
        else:
            line = mutant.files[mutant.file].splitlines()[mutant.line - 1].strip()
            found.left.append(f"{mutant}: {line}")
            print(f"{name}: left: {found.left[-1]}", file=sys.stderr)
    return found


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
    computation = compiled.computation
    if not isinstance(computation, Pairing) or computation.width > _TINY or len(computation.inputs) > 4:
        return None
    elements = range(1 << computation.width)
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
    given = parser.parse_args(arguments)
    left = 0
    for name in given.designs:
        began = time.perf_counter()
        found = campaign(name, given.count, given.seed)
        left += len(found.left)
        print(json.dumps({**found.summary(), "seconds": round(time.perf_counter() - began)}), flush=True)
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
