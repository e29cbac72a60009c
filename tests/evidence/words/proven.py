"""Units that are proven."""

from __future__ import annotations

from evidence.words.units import Placed
from pairforge.evidence.words.proof import is_covered, prove_operation


def prove_all(unit: Placed) -> None:
    """Every operation of a unit, all of which are said to be covered."""
    netlist = unit.netlist()
    for attribute, operation in unit.operations():
        assert is_covered(unit.unit, attribute)
        assert prove_operation(netlist, unit.unit, attribute, operation).facts
