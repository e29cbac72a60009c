"""Every unit keeps the contract of `units/base.py`: exact, after its latency, restarted at its interval."""

import itertools
import random
from collections.abc import Sequence
from math import prod
from pathlib import Path

import pytest

from pairforge.units.base import Unit
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.base import Field
from pairforge.units.fields.wide import WideResidues
from pairforge.units.frobenius_chain import FrobeniusChain
from pairforge.units.karatsuba import Karatsuba
from pairforge.units.parts.representation import values_at

from .bench import Bench, Cycle, lint
from .units import F239, T5, T97, UNITS, name

CYCLES = 1100
Operation = tuple[Sequence[int], int | None]


def operations(unit: Unit) -> list[Operation]:
    """Corner cases, then random ones (or every input of a tiny field), as many as fit; attributes vary."""
    rng = random.Random(unit.field.m)
    attributes = constants(unit)
    cases = [tuple(c) for c in unit.corner_cases()]
    values = [values_at(unit, port) for port in unit.operands]
    if prod(each.order for each in values) <= CYCLES:
        cases = list(itertools.product(*(map(each.element, range(each.order)) for each in values)))
    cases += [tuple(noise(each, rng) for each in values) for _ in range(CYCLES)]
    return [(case, attributes[i % len(attributes)]) for i, case in enumerate(cases)]


def constants(unit: Unit) -> Sequence[int | None]:
    return getattr(unit, "constants", (None,))


def noise(values: Field | WideResidues, rng: random.Random) -> int:
    return values.element(rng.randrange(values.order))


def drive(
    unit: Unit, todo: Sequence[Operation], cycles: int
) -> tuple[list[dict[str, int]], list[tuple[int, Operation]]]:
    """Inputs of each cycle with operations back to back, and (cycle, operation) of each result.

    Operand ports carry noise where no operation samples them.
    """
    rng = random.Random(0)
    inputs = [{port: noise(values_at(unit, port), rng) for port in unit.operands} for _ in range(cycles)]
    due = []
    t = 0
    for operands, attribute in todo:
        if t + unit.latency(attribute) >= cycles:
            break
        inputs[t].update(zip(unit.operands, operands, strict=True))
        for control in unit.controls(attribute):
            inputs[t + control.offset][control.signal] = control.value
        due.append((t + unit.latency(attribute), (operands, attribute)))
        t += unit.interval(attribute)
    return inputs, due


QUICK = {name(u): u for u in UNITS if max(values_at(u, port).width for port in u.operands) <= 64}
LARGE = {name(u): u for u in UNITS if name(u) not in QUICK}


def failures_of(units: Sequence[Unit], folder: Path, objects: list[Path]) -> list[list[str]]:
    """For each unit what went wrong; all units run side by side in one simulation."""
    bench = Bench([u.module() for u in units], folder, objects)
    plans = [drive(u, operations(u), CYCLES) for u in units]
    cycles: list[list[Cycle]] = [[plan[0][t] for plan in plans] for t in range(CYCLES)]
    out = bench.run(cycles)
    found = []
    for i, (unit, (_, due)) in enumerate(zip(units, plans, strict=True)):
        assert due, name(unit)
        found.append(
            [
                f"cycle {t}: {operands} attribute {attribute} gave {out[t][i]['y']:x}, not {expected:x}"
                for t, (operands, attribute) in due
                if out[t][i]["y"] != (expected := unit.function(operands, attribute))
            ]
        )
    return found


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory, objects: list[Path]) -> dict[str, list[str]]:
    found = failures_of(list(QUICK.values()), tmp_path_factory.mktemp("units"), objects)
    return dict(zip(QUICK, found, strict=True))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory, objects: list[Path]) -> dict[str, list[str]]:
    found = failures_of(list(LARGE.values()), tmp_path_factory.mktemp("units"), objects)
    return dict(zip(LARGE, found, strict=True))


@pytest.mark.xdist_group("contract")  # one simulation of all, so on one worker
@pytest.mark.parametrize("unit", QUICK)
def test_results_are_exact_back_to_back(quick: dict[str, list[str]], unit: str) -> None:
    assert quick[unit] == []


@pytest.mark.slow
@pytest.mark.xdist_group("contract")
@pytest.mark.parametrize("unit", LARGE)
def test_results_of_large_units_are_exact_back_to_back(large: dict[str, list[str]], unit: str) -> None:
    assert large[unit] == []


@pytest.mark.parametrize("unit", [*UNITS, Karatsuba(F239)], ids=name)
def test_lint_clean(tmp_path: Path, unit: Unit) -> None:
    lint(unit.module(), tmp_path)


def test_maps_with_many_terms_are_lint_clean(tmp_path: Path) -> None:
    """On one line, a^(2^16) in F_2^239 is more than Verilator reads."""
    lint(FrobeniusChain(F239, (1, 4, 16)).module(), tmp_path)


@pytest.mark.parametrize("unit", UNITS, ids=name)
def test_control_signals_are_ports_and_stay_within_the_operation(unit: Unit) -> None:
    ports = {net.name: net.width for direction, net in unit.module().ports if direction.startswith("input")}
    attribute = constants(unit)[-1]
    assert set(unit.operands) <= set(ports)
    for control in unit.controls(attribute):
        assert ports[control.signal] == control.width
        assert 0 <= control.offset < unit.latency(attribute)
        assert 0 < control.value < 1 << control.width


@pytest.mark.parametrize("unit", UNITS, ids=name)
def test_results_are_in_the_range_of_the_output(unit: Unit) -> None:
    """Elements from elements; of double width, values below p R from values below p R."""
    given, made = (values_at(unit, port) for port in (unit.operands[0], "y"))
    for operands, attribute in operations(unit)[:CYCLES]:
        given.check(operands[0])
        made.check(unit.function(operands, attribute))


@pytest.mark.parametrize("unit", UNITS, ids=name)
def test_models_and_descriptions_are_there(unit: Unit) -> None:
    area = unit.area_model()
    assert area.lut >= 0
    assert area.ff > 0
    assert unit.describe()["unit"]


def one_multiplier(unit: Karatsuba, tmp_path: Path, objects: list[Path]) -> None:
    rng = random.Random(2)
    pairs = [tuple(c) for c in unit.corner_cases()]
    pairs += [(noise(unit.field, rng), noise(unit.field, rng)) for _ in range(50)]
    bench = Bench([unit.module()], tmp_path, objects)
    out = bench.run([[{"a": a, "b": b}] for a, b in pairs] + [[{}]] * unit.stages)
    assert [o[0]["y"] for o in out[unit.stages :]] == [unit.function(p) for p in pairs]


def test_the_multiplier_of_f2_239(tmp_path: Path, objects: list[Path]) -> None:
    one_multiplier(Karatsuba(F239), tmp_path, objects)


@pytest.mark.slow
def test_the_multiplier_of_f3_97(tmp_path: Path, objects: list[Path]) -> None:
    one_multiplier(Karatsuba(T97, stages=7), tmp_path, objects)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        Karatsuba(F239, split="oddeven", cutoff=15),
        Karatsuba(F239, ways=(2, 3), stages=7),
        Karatsuba(T97, split="oddeven", cutoff=13),
        Karatsuba(T97, ways=(3, 2), cutoff=6, stages=5, chain=64),
    ],
    ids=name,
)
def test_other_multipliers(unit: Karatsuba, tmp_path: Path, objects: list[Path]) -> None:
    one_multiplier(unit, tmp_path, objects)


def test_ternary_multipliers_on_all_operands(tmp_path: Path, objects: list[Path]) -> None:
    """Every one of the 59,049 pairs of F_3^5, one a cycle."""
    units: list[Unit] = [Karatsuba(T5, stages=3, cutoff=2), DigitSerial(T5, 5)]
    every = [T5.element(i) for i in range(T5.order)]
    pairs = list(itertools.product(every, repeat=2))
    cycles: list[list[Cycle]] = [[{"a": a, "b": b}, {"a": a, "b": b, "start": 1}] for a, b in pairs]
    out = Bench([u.module() for u in units], tmp_path, objects).run([*cycles, *([[{}, {}]] * 3)])
    for i, unit in enumerate(units):
        late = unit.latency()
        assert [o[i]["y"] for o in out[late : late + len(pairs)]] == [T5.mul(a, b) for a, b in pairs]
