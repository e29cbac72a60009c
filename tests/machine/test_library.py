"""From the units a machine names to units over a field, and what does not fit."""

import pytest

from pairforge.catalog.designs import find_design
from pairforge.catalog.pairings import find_pairing
from pairforge.errors import UserError
from pairforge.rtl.library import make_units
from pairforge.rtl.units.binary import BinaryField

FIELD = BinaryField((5, 2, 0))


@pytest.mark.parametrize("name", ["beuchat-f2-5", "beuchat-f2-239"])
def test_every_unit_of_a_design_can_be_made(name):
    design = find_design(name)
    field = BinaryField(find_pairing(design.pairing).polynomial)
    for machine in design.stages:
        units = make_units(machine, field)
        assert list(units) == [spec.name for spec in machine.units]
        for spec in machine.units:
            assert units[spec.name].latency(1) >= 1
            assert 1 <= units[spec.name].interval(1) <= max(1, units[spec.name].latency(1))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"final.mul.digit": "6"}, "stage.final.unit.mul: digit 6: must be from 1 to m = 5"),
        (
            {"final.power.steps": "[3, 1]"},
            "stage.final.unit.power: steps [3, 1]: give rising powers of Frobenius, the first 1",
        ),
        *(
            (
                {"miller.root.name": name},
                f"stage.miller.unit.{name}: a name that the hardware uses itself; take another",
            )
            for name in ("in", "out", "wire", "clk", "element_in", "read0", "memory1")
        ),
    ],
)
def test_what_does_not_fit_is_said_with_its_stage_and_unit(settings, message):
    design = find_design("beuchat-f2-5", settings)
    with pytest.raises(UserError) as error:
        for machine in design.stages:
            make_units(machine, FIELD)
    assert str(error.value) == message
