"""There is a way to prove every unit of every design of the catalogue that has hardware."""

from collections.abc import Iterator

import pytest

from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.compiler.threads import unit_clock
from pairforge.errors import UserError
from pairforge.evidence.words.proof import is_covered
from pairforge.machine.designs import design_names, find_design
from pairforge.machine.make import make_units
from pairforge.units.base import Unit
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField
from pairforge.units.keys import Keys

NO_HARDWARE = "barenghi-ss512-table1"


def units() -> Iterator[tuple[str, Unit]]:
    """Of all designs, with the names of these."""
    for name in design_names():
        if name == NO_HARDWARE:
            continue
        design = find_design(name)
        field = field_of(computation_of(design))
        for machine in design.stages:
            made = make_units(machine, field, unit_clock(design), design.interleave, design.common_inverters)
            yield from ((f"{name} {unit}", each) for unit, each in made.items())


def test_every_unit_of_the_catalogue_is_covered() -> None:
    """Those over F_2^m and F_3^m, and stores of keys, have a method each that needs no list."""
    left, count = [], 0
    for name, unit in units():
        count += 1
        own = isinstance(unit.field, (BinaryField, TernaryField)) or isinstance(unit, Keys)
        if not own and not all(is_covered(unit, attribute) for attribute in unit.constants):
            left.append(name)
    assert left == [] and count > 800


def test_the_design_without_hardware_is_refused() -> None:
    design = find_design(NO_HARDWARE)
    with pytest.raises(UserError, match="has figures but no hardware"):
        make_units(design.stages[0], field_of(computation_of(design)))
