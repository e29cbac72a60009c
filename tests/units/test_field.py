"""F_2^m on integers, and its linear maps, against each other and python-flint."""

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.rtl.units.field import BinaryField, FieldError, apply_rows, clgcd, clmod, clmul, is_irreducible

F5 = BinaryField((5, 2, 0))
F239 = BinaryField((239, 81, 0))
FIELDS = [F5, BinaryField((7, 1, 0)), BinaryField((32, 7, 3, 2, 0)), F239]
polynomials = st.integers(0, (1 << 300) - 1)
elements = st.integers(0, F239.ones)


def as_flint(a: int) -> flint.nmod_poly:
    return flint.nmod_poly([a >> i & 1 for i in range(a.bit_length())], 2)


def as_int(a: flint.nmod_poly) -> int:
    return sum(int(c) << i for i, c in enumerate(a.coeffs()))


@given(polynomials, polynomials)
def test_product_is_the_polynomial_product(a: int, b: int) -> None:
    assert clmul(a, b) == as_int(as_flint(a) * as_flint(b))


@given(polynomials, polynomials.filter(bool))
def test_remainder_is_the_polynomial_remainder(a: int, f: int) -> None:
    assert clmod(a, f) == as_int(as_flint(a) % as_flint(f))


@given(polynomials, polynomials)
def test_gcd_divides_both(a: int, b: int) -> None:
    if g := clgcd(a, b):
        assert clmod(a, g) == clmod(b, g) == 0


@given(elements, elements, elements)
def test_product_distributes_and_commutes(a: int, b: int, c: int) -> None:
    assert F239.mul(a, b) == F239.mul(b, a)
    assert F239.mul(a, b ^ c) == F239.mul(a, b) ^ F239.mul(a, c)
    assert F239.mul(a, 1) == a


@given(elements, st.integers(-239, 239))
def test_frobenius_undoes_its_inverse(a: int, k: int) -> None:
    assert F239.frobenius(F239.frobenius(a, k), -k) == a
    assert F239.frobenius(a, 1) == F239.mul(a, a)


@pytest.mark.parametrize("field", FIELDS, ids=lambda f: f.name)
@pytest.mark.parametrize("k", [1, 3, -1, -2, 0])
def test_frobenius_rows_are_the_map(field: BinaryField, k: int) -> None:
    for a in field.corner_elements():
        assert apply_rows(field.frobenius_rows(k), a) == field.frobenius(a, k)


@pytest.mark.parametrize("field", FIELDS, ids=lambda f: f.name)
def test_reduction_and_shift_rows_are_the_maps(field: BinaryField) -> None:
    for a in field.corner_elements():
        square = clmul(a, a)
        assert apply_rows(field.reduction_rows(2 * field.m - 1), square) == clmod(square, field.modulus)
        assert apply_rows(field.shift_rows(4), a) == field.mul(a, clmod(16, field.modulus))


def test_exactly_the_irreducible_polynomials_of_degree_8_are_found() -> None:
    products = {clmul(a, b) for a in range(2, 256) for b in range(2, 256)}
    found = {f for f in range(256, 512) if is_irreducible(f)}
    assert found == {f for f in range(256, 512) if f not in products}
    assert len(found) == 30


def test_of_takes_both_notations() -> None:
    assert BinaryField.of(0b100101) == BinaryField.of([0, 5, 2]) == F5


@pytest.mark.parametrize(
    ("exponents", "message"),
    [
        ((4, 2, 0), "x^4 + x^2 + 1 is not irreducible over F_2"),
        ((2, 5, 0), "exponents (2, 5, 0) are not distinct and in falling order"),
        ((5,), "exponents (5,) are not distinct and in falling order"),
    ],
)
def test_what_is_no_field_is_refused(exponents: tuple[int, ...], message: str) -> None:
    with pytest.raises(FieldError) as error:
        BinaryField(exponents)
    assert str(error.value) == message


def test_an_integer_that_is_no_element_is_refused() -> None:
    with pytest.raises(FieldError, match="32 is not an element of F_2\\^5"):
        F5.mul(32, 1)
