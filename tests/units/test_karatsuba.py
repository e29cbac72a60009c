"""The Karatsuba multiplier is the field's product, whatever its options."""

import pytest

from pairforge.errors import UserError
from pairforge.pairings.registry import find_pairing
from pairforge.units.fields.binary import BinaryField
from pairforge.units.karatsuba import Karatsuba, Split, cut_names, cuts_for, levels_for, smallest_levels

from .units import KARATSUBA

F5 = BinaryField((5, 2, 0))
F7 = BinaryField((7, 1, 0))
F239 = BinaryField((239, 81, 0))


def test_identical_shapes_are_one_module() -> None:
    names = [m.name for m in Karatsuba(F239).module().hierarchy()]
    assert len(names) == len(set(names)) < 25


def test_two_multipliers_of_different_options_do_not_share_names_for_different_hardware() -> None:
    text: dict[str, str] = {}
    for unit in [*KARATSUBA, Karatsuba(F239), Karatsuba(F239, stages=7), Karatsuba(F239, cutoff=15)]:
        for m in unit.module().hierarchy():
            assert text.setdefault(m.name, m.verilog()) == m.verilog()


def test_register_count_of_the_model_is_exact_for_a_small_case() -> None:
    # in0: 2 x 5; reduced: 5; base product 9 coefficients behind out0.
    unit = Karatsuba(F5, stages=3, cuts=("in0", "out0", "reduced"))
    assert unit.area_model().ff == 10 + 9 + 5


def test_model_of_the_base_is_the_optimum_of_4_input_tables() -> None:
    # 8 x 8 bits: ceil((2 k - 1) / 3) tables for the k = 1..8..1 products of each coefficient.
    unit = Karatsuba(BinaryField((8, 4, 3, 1, 0)), stages=1, cuts=("out0",))
    reduction = sum(-(-(len(r) - 1) // 3) for r in unit.field.reduction_rows(15))
    assert unit.area_model().lut == 43 + reduction


def test_levels() -> None:
    assert levels_for(239, cutoff=8) == tuple(Split("halves", s) for s in (120, 60, 30, 15, 8))
    assert levels_for(97, cutoff=11, ways=(3, 2)) == (
        Split("three", 33),
        Split("halves", 17),
        Split("halves", 9),
    )
    assert levels_for(5, cutoff=5) == ()


def test_levels_of_least_area() -> None:
    assert smallest_levels(5) == ()
    assert smallest_levels(239) == (*(Split("halves", s) for s in (120, 60, 30, 15)), Split("three", 5))
    halves = tuple(Split("halves", s) for s in (120, 60, 30, 15, 8))
    assert smallest_levels(239, thirds=False) == halves
    assert smallest_levels(97, characteristic=3, chain=2) == tuple(
        Split("halves", s) for s in (48, 24, 12, 6, 3)
    )
    assert Karatsuba(F239, stages=3).splits == halves
    assert Karatsuba(F239, stages=5).splits[-1] == Split("three", 5)


@pytest.mark.parametrize("levels", range(6))
@pytest.mark.parametrize("stages", range(1, 16))
def test_default_cuts_are_as_many_as_the_stages(levels: int, stages: int) -> None:
    cuts = cuts_for(levels, stages)
    assert len(cuts) == stages
    assert set(cuts) <= set(cut_names(levels))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stages": 0}, "a pipeline of 0 stages; at least 1 is needed"),
        ({"cutoff": -1}, "cut-off -1 is below 1 digit"),
        ({"split": "thirds", "cutoff": 2}, "no 2-way thirds split; halves takes 2 or 3 ways, oddeven 2"),
        (
            {"split": "oddeven", "ways": 3, "cutoff": 2},
            "no 3-way oddeven split; halves takes 2 or 3 ways, oddeven 2",
        ),
        ({"cuts": ("in0",), "stages": 2}, "2 stages need as many register places, 1 given"),
        (
            {"cuts": ("in9",), "stages": 1, "cutoff": 4},
            "no place 'in9' for registers; there are in0, in1, out1, out0, reduced",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UserError) as error:
        Karatsuba(F7, **options)  # type: ignore[arg-type]
    assert str(error.value) == message


@pytest.mark.parametrize("name", ["eta-f2-239", "eta-f2-613", "eta-f2-691"])
def test_module_names_are_short_enough_for_every_tool(name: str) -> None:
    """Verilator replaces names of more than about 100 characters by a digest of its own."""
    field = BinaryField(find_pairing(name).polynomial)
    names = [module.name for module in Karatsuba(field).module().hierarchy()]
    assert max(map(len, names)) <= 64
    assert len(set(names)) == len(names)
