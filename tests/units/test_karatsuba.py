"""The Karatsuba multiplier is the field's product, whatever its options."""

import random
from pathlib import Path

import pytest

from pairforge.errors import UserError
from pairforge.rtl.units.field import BinaryField
from pairforge.rtl.units.karatsuba import Karatsuba, Split, cut_names, cuts_for, levels_for

from .bench import Bench, lint

F5 = BinaryField((5, 2, 0))
F7 = BinaryField((7, 1, 0))
F11 = BinaryField((11, 2, 0))
F31 = BinaryField((31, 3, 0))
F239 = BinaryField((239, 81, 0))
PENTANOMIAL = BinaryField((32, 7, 3, 2, 0))

UNITS = [
    Karatsuba(F5),
    Karatsuba(F5, stages=3, cutoff=1),
    Karatsuba(F5, stages=2, cutoff=2, split="oddeven"),
    Karatsuba(F5, stages=1, cutoff=2, ways=3),
    Karatsuba(F7, stages=4, cutoff=1, ways=(3, 2)),
    Karatsuba(F7, stages=3, cutoff=2, split=("halves", "oddeven")),
    Karatsuba(F11, stages=5, cutoff=2),
    Karatsuba(F11, stages=5, cutoff=1, split=("oddeven", "halves")),
    Karatsuba(F11, stages=2, levels=(Split("halves", 8), Split("halves", 4)), cuts=("in1", "out1")),
    Karatsuba(F31, stages=9, cutoff=4),
    Karatsuba(F31, stages=4, cutoff=3, ways=(2, 3)),
    Karatsuba(F31, stages=14, cutoff=8, split="oddeven"),
    Karatsuba(F31, stages=5, levels=(Split("three", 13), Split("halves", 7), Split("three", 3))),
    Karatsuba(PENTANOMIAL, stages=6, cutoff=5),
]
NAMES = [f"{i}-{u.field.name}-{u.stages}" for i, u in enumerate(UNITS)]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory, objects: list[Path]) -> list[list[tuple[int, int, int]]]:
    """For each unit (a, b, what came out), one product started every cycle."""
    rng = random.Random(1)
    bench = Bench([u.module() for u in UNITS], tmp_path_factory.mktemp("karatsuba"), objects)
    pairs = []
    for u in UNITS:
        cases = [tuple(c) for c in u.corner_cases()]
        if u.field is F5:
            cases = [(a, b) for a in range(32) for b in range(32)]
        pairs.append(cases[:1024])
    length = max(map(len, pairs))
    for u, p in zip(UNITS, pairs, strict=True):
        p += [(rng.getrandbits(u.field.m), rng.getrandbits(u.field.m)) for _ in range(length - len(p))]
    cycles = [[{"a": p[t][0], "b": p[t][1]} for p in pairs] for t in range(length)]
    drain = [[{"a": 0, "b": 0} for _ in UNITS]] * max(u.stages for u in UNITS)
    out = bench.run(cycles + drain)
    return [
        [(a, b, out[t + u.latency()][i]["y"]) for t, (a, b) in enumerate(pairs[i])] for i, u in enumerate(UNITS)
    ]


@pytest.mark.parametrize("index", range(len(UNITS)), ids=NAMES)
def test_every_cycle_starts_a_product_that_is_right_latency_cycles_later(
    answers: list[list[tuple[int, int, int]]], index: int
) -> None:
    unit = UNITS[index]
    wrong = [(a, b) for a, b, y in answers[index] if y != unit.function((a, b))]
    assert not wrong


@pytest.mark.parametrize("options", [{}, {"split": "oddeven", "cutoff": 15}, {"ways": (2, 3), "stages": 7}])
def test_f2_239(tmp_path: Path, objects: list[Path], options: dict[str, object]) -> None:
    unit = Karatsuba(F239, **options)  # type: ignore[arg-type]
    rng = random.Random(2)
    pairs = list(unit.corner_cases())[:200] + [(rng.getrandbits(239), rng.getrandbits(239)) for _ in range(50)]
    bench = Bench([unit.module()], tmp_path, objects)
    out = bench.run([[{"a": a, "b": b}] for a, b in pairs] + [[{}]] * unit.stages)
    assert [o[0]["y"] for o in out[unit.stages :]] == [unit.function(p) for p in pairs]


@pytest.mark.parametrize("unit", [*UNITS, Karatsuba(F239)], ids=[*NAMES, "f2_239"])
def test_lint_clean(tmp_path: Path, unit: Karatsuba) -> None:
    lint(unit.module(), tmp_path)


def test_identical_shapes_are_one_module() -> None:
    names = [m.name for m in Karatsuba(F239).module().hierarchy()]
    assert len(names) == len(set(names)) < 25


def test_two_multipliers_of_different_options_do_not_share_names_for_different_hardware() -> None:
    text: dict[str, str] = {}
    for unit in [*UNITS, Karatsuba(F239), Karatsuba(F239, stages=7), Karatsuba(F239, cutoff=15)]:
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
    assert levels_for(97, cutoff=11, ways=(3, 2)) == (Split("three", 33), Split("halves", 17), Split("halves", 9))
    assert levels_for(5) == ()


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
        ({"cutoff": 0}, "cut-off 0 is below 1 bit"),
        ({"split": "thirds", "cutoff": 2}, "no 2-way thirds split; halves takes 2 or 3 ways, oddeven 2"),
        ({"split": "oddeven", "ways": 3, "cutoff": 2}, "no 3-way oddeven split; halves takes 2 or 3 ways, oddeven 2"),
        ({"cuts": ("in0",), "stages": 2}, "2 stages need as many register places, 1 given"),
        ({"cuts": ("in9",), "stages": 1, "cutoff": 4}, "no place 'in9' for registers; there are in0, in1, out1, out0, reduced"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(UserError) as error:
        Karatsuba(F7, **options)  # type: ignore[arg-type]
    assert str(error.value) == message
