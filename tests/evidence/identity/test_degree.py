"""Degrees are bounds: checked on polynomials and rational functions whose degrees are known."""

from __future__ import annotations

from typing import Any

from flint import fmpz_mod_poly_ctx, fmpz_mpoly_ctx
from hypothesis import given
from hypothesis import strategies as st

from pairforge.evidence.identity.degree import Degree, Degrees

P = 10007

steps = st.lists(st.tuples(st.sampled_from("+-*/"), st.integers(0, 30), st.integers(0, 30)), max_size=12)


class Quotient:
    """A rational function in one variable, as numerator and denominator."""

    ring = fmpz_mod_poly_ctx(P)

    def __init__(self, top: Any, bottom: Any) -> None:
        self.top, self.bottom = top, bottom

    def __add__(self, other: Quotient) -> Quotient:
        return Quotient(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __sub__(self, other: Quotient) -> Quotient:
        return Quotient(self.top * other.bottom - other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other: Quotient) -> Quotient:
        return Quotient(self.top * other.top, self.bottom * other.bottom)

    @property
    def degrees(self) -> tuple[int, int]:
        """In lowest terms."""
        common = self.top.gcd(self.bottom)
        return (self.top // common).degree(), (self.bottom // common).degree()


@given(steps)
def test_no_function_has_a_higher_degree(program: list[tuple[str, int, int]]) -> None:
    k, x = Degrees(P, 1), Quotient(Quotient.ring([0, 1]), Quotient.ring([1]))
    values: list[tuple[Degree, Quotient]] = [
        (k.variable(), x),
        (k.constant(3), Quotient(Quotient.ring([3]), Quotient.ring([1]))),
    ]
    for kind, i, j in program:
        (a, f), (b, g) = values[i % len(values)], values[j % len(values)]
        if kind == "/":
            if not f.top:
                continue
            values.append((k.inverse(a), Quotient(f.bottom, f.top)))
        else:
            made = {"+": (a + b, f + g), "-": (a - b, f - g), "*": (a * b, f * g)}[kind]
            values.append(made)
        bound, function = values[-1]
        if function.top:
            top, bottom = function.degrees
            assert top <= bound.numerator
            assert bottom <= bound.denominator


def test_products_add_up_and_sums_do_not() -> None:
    k = Degrees(P, 1)
    x, y = k.variable(), k.variable()
    assert (x * y + x).numerator == 2
    assert (x * x * x).total == 3
    assert (k.inverse(x * x) + y).total == 3 + 2
    assert k.inverse(k.inverse(x)).numerator == 1


def test_decisions_are_variables() -> None:
    k = Degrees(P, 1)
    x = k.variable()
    chosen = k.select(x * x, 0, x * x * x, x)
    assert chosen.numerator == 4
    assert k.decided == [2]


def test_over_f_p2_a_norm_is_inverted() -> None:
    """1/(a + b i) = (a - b i)/(a^2 + b^2)."""
    ring = fmpz_mpoly_ctx.get(["a", "b"], "lex")
    a, b = ring.gens()
    k = Degrees(P, 2)
    inverse = k.inverse(k.variable())
    assert (inverse.numerator, inverse.denominator) == (1, (a * a + b * b).total_degree())


def test_frobenius_maps_are_powers_where_elements_are_coordinates() -> None:
    """x + x^(1/9) is a polynomial of degree 9 in the ninth root, x^9 x^(1/3) / x one of 28 over one of 3."""
    k = Degrees(3, 1, powers=True)
    x = k.variable()
    assert x.frobenius(2).total == 9
    assert (x + x.frobenius(-2)).total == 9
    assert (x + x.frobenius(-2)).roots == 9
    quotient = x.frobenius(2) * x.frobenius(-1) * k.inverse(x)
    assert (quotient.roots, quotient.total) == (3, 28 + 3)
    assert quotient.frobenius(1).total == 28 + 3


def test_a_power_has_no_roots_until_it_is_used_up() -> None:
    """With x = y^9: x^(1/9) + 1 is of degree 1 in y, x^(1/27) + y of degree 3 in the cube root of y."""
    k = Degrees(3, 1, powers=True)
    x, y = k.variable(9, -2), k.variable()
    assert ((x + k.constant(1)).frobenius(-2).total, x.frobenius(-2).roots) == (1, 1)
    assert ((x.frobenius(-3) + y).total, (x.frobenius(-3) + y).roots) == (3, 3)
