"""Mutants of a unit: which of them have a proof, beside which of them are right."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from evidence.words.units import Placed
from pairforge.errors import CheckError
from pairforge.evidence.mutate import mutants
from pairforge.evidence.words.proof import prove_operation

Cases = Sequence[Sequence[int]]
IsRight = Callable[[int | None, Sequence[int], int], bool]
"""Of an attribute, operands and a result."""


def compared(
    unit: Placed, cases_of: Callable[[int | None], Cases], most: int, is_right: IsRight | None = None
) -> dict[tuple[bool, bool], int]:
    """Of mutants of a unit how many are (proven, right for all cases), at most so many of them tried.

    `cases_of`: the operands that an operation is tried on, by its attribute. `is_right`: whether a result
    is; by default where it is that of the unit's function.
    """

    def same(attribute: int | None, case: Sequence[int], result: int) -> bool:
        return unit.unit.function(case, attribute) == result

    right = is_right or same
    found = {(proven, right): 0 for proven in (True, False) for right in (True, False)}
    changed = mutants(unit.files)
    random.Random(3).shuffle(changed)
    for mutant in changed[:most]:
        try:
            netlist = unit.netlist(mutant.files)
        except CheckError:  # Yosys refuses it
            continue
        for attribute, operation in unit.operations():
            try:
                prove_operation(netlist, unit.unit, attribute, operation)
                proven = True
            except CheckError:
                proven = False
            cases = cases_of(attribute)
            results = zip(cases, unit.simulated(netlist, attribute, cases), strict=True)
            found[proven, all(right(attribute, *each) for each in results)] += 1
    return found
