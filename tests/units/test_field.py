"""F_2^m and F_3^m on integers, and their linear maps, against each other and python-flint."""

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.ternary_field import TernaryField as TernaryModel
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.units.fields import ternary
from pairforge.units.fields.base import DigitField, Field, FieldError, Rows
from pairforge.units.fields.binary import BinaryField, clgcd, clmod, clmul, clsquare, is_irreducible
from pairforge.units.fields.ternary import TernaryField, poly_gcd, poly_mod, poly_mul

TERNARY_CURVES = curves_of(TernarySupersingular)

F5 = BinaryField((5, 2, 0))
F239 = BinaryField((239, 81, 0))
FIELDS = [F5, BinaryField((7, 1, 0)), BinaryField((32, 7, 3, 2, 0)), F239]
T2 = TernaryField(((2, 1), (0, 1)))
T5 = TernaryField(((5, 1), (1, -1), (0, 1)))
T97 = TernaryField(((97, 1), (16, 1), (0, -1)))
TERNARY = [T2, T5, TernaryField(((11, 1), (2, 1), (0, -1))), T97]
ALL: list[Field] = [*FIELDS, *TERNARY]
polynomials = st.integers(0, (1 << 300) - 1)
elements = st.integers(0, F239.ones)
ternary_polynomials = st.lists(st.integers(0, 2), max_size=40).map(lambda a: ternary._trim(list(a)))
ternary_elements = st.integers(0, T97.order - 1).map(T97.element)


def apply_rows(field: Field, rows: Rows, digits: list[int]) -> list[int]:
    """A linear map applied to digits."""
    return [sum(c * digits[i] for i, c in row) % field.characteristic for row in rows]


def digits_of(field: Field, a: int) -> list[int]:
    bits = field.width // field.m
    return [a >> bits * i & (1 << bits) - 1 for i in range(field.m)]


def as_flint(a: int) -> flint.nmod_poly:
    return flint.nmod_poly([a >> i & 1 for i in range(a.bit_length())], 2)


def as_int(a: flint.nmod_poly) -> int:
    return sum(int(c) << i for i, c in enumerate(a.coeffs()))


@given(polynomials, polynomials)
def test_product_is_the_polynomial_product(a: int, b: int) -> None:
    assert clmul(a, b) == as_int(as_flint(a) * as_flint(b))
    assert clsquare(a) == clmul(a, a)


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


@pytest.mark.parametrize("field", ALL, ids=lambda f: f.name)
@pytest.mark.parametrize("k", [1, 3, -1, -2, 0])
def test_frobenius_rows_are_the_map(field: DigitField, k: int) -> None:
    for a in field.corner_elements():
        mapped = digits_of(field, field.frobenius(a, k))
        assert apply_rows(field, field.frobenius_rows(k), digits_of(field, a)) == mapped


@pytest.mark.parametrize("field", ALL, ids=lambda f: f.name)
def test_reduction_and_shift_rows_are_the_maps(field: DigitField) -> None:
    x = 1 << field.width // field.m if field.m > 1 else 0
    power = 1
    for k in range(5):
        for a in field.corner_elements():
            product = digits_of(field, field.mul(a, power))
            assert apply_rows(field, field.shift_rows(k), digits_of(field, a)) == product
            raised = [*[0] * k, *digits_of(field, a)]
            assert apply_rows(field, field.reduction_rows(field.m + k), raised) == product
        power = field.mul(power, x)


@pytest.mark.parametrize("field", ALL, ids=lambda f: f.name)
def test_corner_elements_are_elements(field: Field) -> None:
    corners = field.corner_elements()
    field.check(*corners)
    assert len(set(corners)) == len(corners) >= 5


@pytest.mark.parametrize("field", [F5, T2, T5], ids=lambda f: f.name)
def test_every_element_has_an_index(field: Field) -> None:
    found = {field.element(i) for i in range(field.order)}
    assert len(found) == field.order == field.characteristic**field.m
    field.check(*found)


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
    with pytest.raises(FieldError, match="0x20 is not an element of F_2\\^5"):
        F5.mul(32, 1)
    for wrong in (3, 3 << 8, 1 << 10, -1):
        with pytest.raises(FieldError, match=f"{wrong:#x} is not an element of F_3\\^5"):
            T5.add(wrong, 1)


# -- characteristic three ------------------------------------------------------------------------------


def ternary_flint(a: list[int]) -> flint.nmod_poly:
    return flint.nmod_poly(a, 3)


def ternary_list(a: flint.nmod_poly) -> list[int]:
    return [int(c) for c in a.coeffs()]


@given(ternary_polynomials, ternary_polynomials)
def test_ternary_product_is_the_polynomial_product(a: list[int], b: list[int]) -> None:
    assert poly_mul(a, b) == ternary_list(ternary_flint(a) * ternary_flint(b))


@given(ternary_polynomials, ternary_polynomials.filter(bool))
def test_ternary_remainder_is_the_polynomial_remainder(a: list[int], f: list[int]) -> None:
    assert poly_mod(a, f) == ternary_list(ternary_flint(a) % ternary_flint(f))


@given(ternary_polynomials, ternary_polynomials)
def test_ternary_gcd_is_the_one_of_flint_up_to_sign(a: list[int], b: list[int]) -> None:
    wanted = ternary_list(ternary_flint(a).gcd(ternary_flint(b)))
    found = poly_gcd(a, b)
    assert found in (wanted, [-c % 3 for c in wanted])


@given(ternary_elements, ternary_elements, st.integers(-200, 200))
def test_ternary_arithmetic_is_that_of_the_model(a: int, b: int, k: int) -> None:
    model = TernaryModel(T97.terms)
    x, y = model.constant(a), model.constant(b)
    assert T97.mul(a, b) == int(x * y)
    assert T97.add(a, b) == int(x + y)
    assert T97.neg(a) == T97.scale(2, a) == T97.scale(-1, a) == int(-x)
    assert T97.scale(3, a) == 0
    assert T97.frobenius(a, k) == int(x.frobenius(k))


@given(elements, elements)
def test_binary_sums_and_multiples(a: int, b: int) -> None:
    assert F239.add(a, b) == a ^ b
    assert F239.neg(a) == F239.scale(3, a) == a
    assert F239.scale(2, a) == 0


@pytest.mark.parametrize("name", TERNARY_CURVES)
def test_fields_of_the_catalogue(name: str) -> None:
    field = TernaryField(TERNARY_CURVES[name].polynomial)
    model = TernaryModel(field.terms)
    assert (field.polynomial, field.m, field.order) == (model.polynomial, model.degree, model.order)
    assert field.name == f"f3_{field.m}"
    assert field.label == f"F_3^{field.m}"


def test_exactly_the_irreducible_ternary_polynomials_of_degree_5_are_found() -> None:
    def polynomials_of(degree: int) -> list[list[int]]:
        return [[*(n // 3**i % 3 for i in range(degree)), 1] for n in range(3**degree)]

    low = {d: polynomials_of(d) for d in range(1, 5)}
    products = {tuple(poly_mul(a, b)) for d in (1, 2) for a in low[d] for b in low[5 - d]}
    found = {tuple(f) for f in polynomials_of(5) if ternary.is_irreducible(f)}
    assert found == {tuple(f) for f in polynomials_of(5)} - products
    assert len(found) == 48


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (((5, 1), (1, 1), (0, 1)), "x^5 + x + 1 is not irreducible over F_3"),
        (((5, 1), (0, 1), (1, 1)), "exponents are not distinct and in falling order"),
        (((5, -1), (0, 1)), "coefficients must be 1 or -1, the first 1"),
        (((5, 1), (0, 2)), "coefficients must be 1 or -1, the first 1"),
    ],
)
def test_what_is_no_ternary_field_is_refused(terms: tuple[tuple[int, int], ...], message: str) -> None:
    with pytest.raises(FieldError) as error:
        TernaryField(terms)
    assert message in str(error.value)


def test_terms_are_taken_in_any_order() -> None:
    assert TernaryField.of([(0, 1), (5, 1), (1, -1)]) == T5
