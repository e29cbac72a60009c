"""F_2^m, scalar and in batches."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from flint import fmpz_mod_poly_ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.batch import BatchField
from pairforge.algebra.binary_field import BinaryElement, BinaryField
from pairforge.errors import UserError
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_binary import BinarySupersingular

CURVES = curves_of(BinarySupersingular, "eta")

FIELDS = [BinaryField(curve.polynomial) for curve in CURVES.values()]
OTHERS = [
    BinaryField(e)
    for e in ((1, 0), (2, 1, 0), (8, 4, 3, 1, 0), (31, 3, 0), (64, 4, 3, 1, 0), (283, 12, 7, 5, 0))
]


@st.composite
def elements(draw: Any, number: Any) -> Any:
    field = draw(st.sampled_from(FIELDS + OTHERS))
    return tuple(field.constant(draw(st.integers(0, field.order - 1))) for _ in range(number))


@settings(max_examples=60, deadline=None)
@given(elements(3))
def test_field_axioms(abc: tuple[BinaryElement, BinaryElement, BinaryElement]) -> None:
    a, b, c = abc
    k = a.field
    zero, one = k.constant(0), k.constant(1)
    assert a + b == b + a and a * b == b * a
    assert (a + b) + c == a + (b + c) and (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a + zero == a and a * one == a and a - a == zero and -a == a
    if a:
        assert a * a.inverse() == one and (b / a) * a == b
    assert a**k.order == a and a**0 == one


@settings(max_examples=60, deadline=None)
@given(elements(2), st.integers(-700, 700))
def test_frobenius(ab: tuple[BinaryElement, BinaryElement], n: int) -> None:
    a, b = ab
    assert a.frobenius(1) == a * a
    assert a.sqrt() * a.sqrt() == a
    assert (a + b).frobenius(n) == a.frobenius(n) + b.frobenius(n)
    assert (a * b).frobenius(n) == a.frobenius(n) * b.frobenius(n)
    assert a.frobenius(n).frobenius(-n) == a == a.frobenius(a.field.degree)
    assert a.frobenius(n).frobenius(1) == a.frobenius(n + 1)


@settings(max_examples=40, deadline=None)
@given(elements(1))
def test_quadratics(one: tuple[BinaryElement]) -> None:
    (a,) = one
    y = a.solve_quadratic()
    assert (y is None) == (a.trace() == 1)
    if y is not None:
        assert y * y + y == a
    assert (a * a + a).solve_quadratic() in (a, a + a.field.constant(1))


def test_every_product_over_f2_5_against_logarithms() -> None:
    k = BinaryField((5, 2, 0))
    power, log, x = [], {}, 1
    for i in range(31):  # x generates: 31 is prime
        power.append(x)
        log[x] = i
        x = (x << 1) ^ (0b100101 if x & 16 else 0)
    assert len(log) == 31 == len({int(e) for e in k}) - 1
    for a in range(32):
        for b in range(32):
            expected = power[(log[a] + log[b]) % 31] if a and b else 0
            assert int(k.constant(a) * k.constant(b)) == expected
        if a:
            assert int(k.constant(a).inverse()) == power[-log[a] % 31]
        for n in range(-6, 7):
            assert int(k.constant(a).frobenius(n)) == (power[log[a] * 2 ** (n % 5) % 31] if a else 0)


@pytest.mark.parametrize("field", FIELDS + OTHERS, ids=repr)
def test_products_against_flint(field: BinaryField) -> None:
    ring = fmpz_mod_poly_ctx(2)
    rng = Random(field.degree)

    def poly(value: Any) -> Any:
        return ring([value >> i & 1 for i in range(value.bit_length())])

    for _ in range(5):
        a, b = field.random(rng), field.random(rng)
        assert poly(int(a * b)) == poly(int(a)) * poly(int(b)) % poly(field.modulus)


@pytest.mark.parametrize("field", FIELDS + OTHERS, ids=repr)
@pytest.mark.parametrize("count", [1, 63, 64, 65])
def test_batch_equals_scalar(field: BinaryField, count: int) -> None:
    rng = Random(count)
    a, b = ([field.random(rng) for _ in range(count)] for _ in range(2))
    k = BatchField(field, count)
    x, y = k.elements([int(e) for e in a]), k.elements([int(e) for e in b])
    pairs = list(zip(a, b, strict=True))
    assert x.values() == [int(e) for e in a]
    assert (x + y).values() == (x - y).values() == [int(p + q) for p, q in pairs]
    assert (x * y).values() == [int(p * q) for p, q in pairs]
    for n in (1, -1, 3, field.degree // 2 + 1):
        assert x.frobenius(n).values() == [int(p.frobenius(n)) for p in a]
    c = rng.getrandbits(field.degree)
    assert k.constant(c).values() == [c] * count


def test_batch_wider_than_the_cache_slice() -> None:
    field = FIELDS[1]
    rng = Random(0)
    a = [field.random(rng) for _ in range(5000)]
    k = BatchField(field, len(a))
    x = k.elements([int(e) for e in a])
    product = (x * x.frobenius(-1)).values()
    for i in (0, 2047, 2048, 4999):
        assert product[i] == int(a[i] * a[i].sqrt())


def test_batch_refuses_the_wrong_number_of_values() -> None:
    with pytest.raises(ValueError, match="got 2 values"):
        BatchField(FIELDS[0], 3).elements([1, 2])
    with pytest.raises(ValueError, match="at least one"):
        BatchField(FIELDS[0], 0)


@pytest.mark.parametrize(
    ("exponents", "message"),
    [
        ((4, 2, 0), "field polynomial: x^4 + x^2 + 1 is reducible over F_2; give an irreducible one"),
        ((239, 80, 0), "field polynomial: x^239 + x^80 + 1 is reducible over F_2; give an irreducible one"),
        ((0,), "field polynomial: 1 is reducible over F_2; give an irreducible one"),
        ((), "field polynomial: exponents must be distinct and not negative, got []"),
        ((5, 2, 2, 0), "field polynomial: exponents must be distinct and not negative, got [5, 2, 2, 0]"),
        ((5, 2, -1), "field polynomial: exponents must be distinct and not negative, got [5, 2, -1]"),
    ],
)
def test_polynomials_refused(exponents: Sequence[Any], message: str) -> None:
    with pytest.raises(UserError) as error:
        BinaryField(exponents)
    assert str(error.value) == message


def test_elements_refused() -> None:
    k = FIELDS[0]
    with pytest.raises(ZeroDivisionError):
        k.constant(0).inverse()
    with pytest.raises(ValueError, match="0x20 does not encode"):
        k.constant(32)
    with pytest.raises(ValueError, match="odd degrees"):
        OTHERS[2].constant(1).half_trace()
