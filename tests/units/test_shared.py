"""Multipliers of one operand a: each lane gives its product, back to back, and x^i a is made once."""

import re
from pathlib import Path
from random import Random

import pytest

from pairforge.hdl import design_files
from pairforge.units.base import SharingUnit
from pairforge.units.digit_serial import DigitSerial

from .bench import Bench, lint
from .units import F5, F31, PENTANOMIAL, T5

UNITS = [
    (DigitSerial(F5, 1), 2),
    (DigitSerial(F5, 2), 2),
    (DigitSerial(F5, 5), 4),
    (DigitSerial(F31, 4, structure="separate"), 3),
    (DigitSerial(PENTANOMIAL, 12), 2),
    (DigitSerial(T5, 2), 2),
]
ROUNDS = 40


def inputs(unit: DigitSerial, lanes: int, cycles: int) -> list[dict[str, int]]:
    """Noise on every operand in every cycle, a start every interval."""
    rng, field = Random(lanes), unit.field
    ports = ["a", *(f"b{lane or ''}" for lane in range(lanes))]
    every = unit.interval()
    return [
        {port: field.element(rng.randrange(field.order)) for port in ports} | {"start": int(t % every == 0)}
        for t in range(cycles)
    ]


@pytest.mark.slow
def test_every_lane_gives_its_product_back_to_back(tmp_path: Path, objects: list[Path]) -> None:
    bench = Bench([unit.shared_module(lanes) for unit, lanes in UNITS], tmp_path, objects)
    cycles = max(ROUNDS * unit.interval() + unit.latency() for unit, _ in UNITS)
    given = [inputs(unit, lanes, cycles) for unit, lanes in UNITS]
    out = bench.run([[plan[t] for plan in given] for t in range(cycles)])
    for i, (unit, lanes) in enumerate(UNITS):
        assert isinstance(unit, SharingUnit)
        for start in range(0, cycles - unit.latency(), unit.interval()):
            operands, found = given[i][start], out[start + unit.latency()][i]
            for lane in (f"{k or ''}" for k in range(lanes)):
                assert found[f"y{lane}"] == unit.function((operands["a"], operands[f"b{lane}"]))


@pytest.mark.parametrize(("unit", "lanes"), UNITS, ids=[f"{u.field.name} {u.digit}" for u, _ in UNITS])
def test_lint_clean(unit: DigitSerial, lanes: int, tmp_path: Path) -> None:
    lint(unit.shared_module(lanes), tmp_path)


def test_x_to_the_i_a_is_made_once() -> None:
    """The wires a_x1 … a_x15 of Fig. 3: two multipliers have as many as one."""
    unit = DigitSerial(F31, 16, structure="separate")
    counts = [
        len(re.findall(r"^ *wire [^=]*\ba_x\d+\b", "".join(design_files(module, "").values()), re.MULTILINE))
        for module in (unit.module(), unit.shared_module(2), unit.shared_module(3))
    ]
    assert counts == [15, 15, 15]
