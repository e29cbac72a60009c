"""Units over F_p2: exact on all operands of tiny fields, with any number of registers, digits and threads."""

import itertools
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.quadratic_field import QuadraticArithmetic
from pairforge.errors import UserError
from pairforge.evidence.operations import Operation, operations
from pairforge.hdl.interleave import interleaved
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.program.ir import CONJUGATED, NORM, REAL, SQUARE, TURNED
from pairforge.units.base import Unit
from pairforge.units.fields.base import FieldError
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.quadratic import QuadraticField
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.parts.networks import SELECT
from pairforge.units.quadratic.adder import QuadraticAdder
from pairforge.units.quadratic.inverter import QuadraticInverter
from pairforge.units.quadratic.multiplier import QuadraticMultiplier

from .bench import lint
from .test_prime import check

TINY = [QuadraticField(PrimeField(p)) for p in (7, 11)]
LARGE = [QuadraticField(PrimeField(curves_of(AteCurve)[name].p)) for name in ("ate-bn254", "ate-bls12-381")]


def every(unit: QuadraticAdder | QuadraticMultiplier | QuadraticInverter) -> list[Operation]:
    """Every operation of a unit over a tiny field."""
    elements = [unit.field.element(i) for i in range(unit.field.order)]
    return [
        Operation(operands, c, unit.function(operands, c))
        for operands in itertools.product(elements, repeat=len(unit.operands))
        for c in unit.constants
    ]


def test_every_pair_of_operands_of_tiny_fields(tmp_path: Path, objects: list[Path]) -> None:
    seven, eleven = TINY
    units: list[QuadraticAdder | QuadraticMultiplier | QuadraticInverter] = [
        QuadraticAdder(seven, 1),
        QuadraticAdder(seven, 4),
        QuadraticAdder(seven, 2, SELECT),
        QuadraticMultiplier(seven, 4),
        QuadraticMultiplier(seven, 9, 1, 17),
        QuadraticMultiplier(seven, 5, 0, 24, 2),
        QuadraticMultiplier(seven, 6, 0, 24, 2, integrated=True),
        QuadraticMultiplier(seven, 8, 0, 24, 8),
        QuadraticInverter(eleven, DivstepInverter(eleven.base, 1)),
    ]
    check(units, [every(unit) for unit in units], tmp_path, objects)


@pytest.mark.slow
@pytest.mark.parametrize("field", LARGE, ids=lambda field: field.name)
def test_operands_of_large_fields(field: QuadraticField, tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        QuadraticAdder(field, 3),
        QuadraticMultiplier(field, 12),
        QuadraticMultiplier(field, 14, every=4, integrated=True, block=17),
    ]
    check(units, [operations(unit, 60) for unit in units], tmp_path, objects)


def test_the_hardware_is_lint_clean(tmp_path: Path) -> None:
    field = TINY[1]
    units: list[Unit] = [
        QuadraticAdder(field, 2),
        QuadraticMultiplier(field, 6),
        QuadraticMultiplier(field, 9, every=8, integrated=True),
        QuadraticInverter(field, DivstepInverter(field.base, 2)),
    ]
    for unit in units:
        lint(unit.module(), tmp_path)
        for threads in (4, 8):
            lint(interleaved(unit.module(), threads).module, tmp_path)


@given(st.data())
def test_functions_are_those_of_the_field(data: st.DataObject) -> None:
    field = data.draw(st.sampled_from([*TINY, *LARGE]))
    draw = st.integers(0, field.order - 1).map(field.element)
    a, b = data.draw(draw), data.draw(draw)
    k = QuadraticArithmetic(field.p)
    x, y = k.constant(a), k.constant(b)
    adder, multiplier = QuadraticAdder(field), QuadraticMultiplier(field)
    assert adder.function((a, b), 1) == (x + y).encoded == field.add(a, b)
    assert adder.function((a, b), -1) == (x - y).encoded == field.add(a, field.neg(b))
    assert adder.function((a, b), TURNED) == (x + y.times_i()).encoded
    assert adder.function((a, b), -TURNED) == (x - y.times_i()).encoded
    assert adder.function((a, b), CONJUGATED) == (x + y.frobenius(1)).encoded
    radix = multiplier.radix % field.p

    def made(attribute: int | None, *operands: int) -> int:
        return field.scale(radix, multiplier.function(operands, attribute))

    assert made(None, a, b) == (x * y).encoded == field.mul(a, b)
    assert made(SQUARE, a, a) == (x * x).encoded
    real, _ = field.parts(b)
    assert made(REAL, a, real) == (x * k.constant(real)).encoded
    assert made(NORM, a, a) == (x * x.frobenius(1)).encoded


def test_intervals_are_the_products_that_an_operation_takes() -> None:
    for interval in (1, 4):
        unit = QuadraticMultiplier(LARGE[0], 20, every=interval)
        assert [unit.interval(c) for c in (None, SQUARE, REAL, NORM)] == [3 * interval, *[2 * interval] * 3]
        assert unit.latency(None) - unit.latency(SQUARE) == interval


def test_what_makes_no_unit() -> None:
    with pytest.raises(FieldError, match="p = 3 modulo 4"):
        QuadraticField(PrimeField(13))
    with pytest.raises(UserError, match="it divides the 4 bits of p"):
        QuadraticMultiplier(TINY[1], 4, every=2)
    with pytest.raises(UserError, match="no operation 7"):
        QuadraticMultiplier(TINY[1]).interval(7)
    with pytest.raises(UserError, match="no operation None"):
        QuadraticAdder(TINY[1]).controls()


def test_elements_are_numbered_once() -> None:
    for field in TINY:
        elements = [field.element(i) for i in range(field.order)]
        assert len(set(elements)) == field.p**2
        assert [field.of(*field.parts(e)) for e in elements] == elements
        rng = random.Random(1)
        a, b, c = (rng.choice(elements) for _ in range(3))
        assert field.mul(a, field.add(b, c)) == field.add(field.mul(a, b), field.mul(a, c))
