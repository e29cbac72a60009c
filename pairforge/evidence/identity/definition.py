"""Whether the algorithms of a pairing over a large prime compute it, for every pair of points.

The definition is Miller's algorithm with all denominators, and the exponent itself, over flat extensions of
F_p: it shares no formula with the algorithms. Both are compared at random points of any order over F_p.

Miller loop. Behind the easy part of the final exponentiation, a power that is a product of Frobenius maps,
the algorithm and f_n are rational functions of the coordinates, on the product of the curve and its twist as
varieties over F_p. These have dimension 1 + e and degrees up to 3^(1 + e), e the degree of the twist's field.
An affine variety of degree D and dimension m has at most D p^m points over F_p (Lachaud, Rolland, 2015), so
functions whose difference has degree d agree at no more than 2 3^(1 + e) d/p of all points.

Final exponentiation. The hard part of the exponent is a sum of small multiples of powers of p, so the power
is a rational function of low degree too; this is compared with the algorithm at random elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil, floor, log2
from operator import add
from random import Random
from typing import Any

from flint import fmpz_poly

from pairforge.algebra.arithmetic import climb
from pairforge.errors import CheckError
from pairforge.evidence.identity.defined import Defined
from pairforge.evidence.identity.degree import Degree, Degrees
from pairforge.pairings.computation import Algorithm
from pairforge.pairings.lucas import FERMAT

ERROR_BITS = 128
"""A difference is missed with a probability of at most 2 to minus this."""

SMALL = 48
"""For a p of fewer bits the formulas may fail at a random point, where what they divide by is 0."""

_SEED = 1


class DegreeError(CheckError):
    """Degrees are too large for the field: nothing can be said."""


@dataclass(frozen=True)
class Agreement:
    """What was found of an algorithm and its definition.

    Attributes
    ----------
    agree: at all points.
    points: how many were tried.
    degree_bits: the degree of a difference is at most two to this power.
    error_bits: the probability that a difference was missed is at most two to minus this.
    """

    agree: bool
    points: int
    degree_bits: int
    error_bits: int


def compare_miller(pairing: Defined, algorithm: Algorithm) -> Agreement:
    """Compare a Miller loop with the function.

    Raises
    ------
    DegreeError
        The field is too small for the degrees.
    """
    easy = _coefficients(_easy(pairing))
    own = _degree(pairing, algorithm, pairing.inputs)
    degree = sum(map(abs, easy)) * (own + pairing.function_degree)
    power = _at(easy, pairing.p)

    def agree(rng: Random) -> bool:
        inputs, value = pairing.random_function(rng)
        found = pairing.value(algorithm(pairing.k, *map(pairing.k.constant, inputs)))
        return bool(found**power == value**power)

    return _tried(agree, 4 * 3**pairing.dimension * degree, pairing.p)


def compare_final(pairing: Defined, algorithm: Algorithm) -> Agreement:
    """Compare a final exponentiation with the power.

    Raises
    ------
    DegreeError
        The field is too small for the degrees.
    CheckError
        The exponent is not the sum of multiples of powers of p that it should be.
    """
    p = pairing.p
    hard = pairing.hard_digits
    cyclotomic = fmpz_poly.cyclotomic(pairing.embedding_degree)
    if _at(hard, p) * pairing.r != int(cyclotomic(p)):
        raise CheckError("the digits of the hard part of the exponent do not add up to it")
    digits = _coefficients(_easy(pairing) * fmpz_poly(list(hard)))
    degree = _degree(pairing, algorithm, pairing.parts) + sum(map(abs, digits))
    exponent = (p**pairing.embedding_degree - 1) // pairing.r

    def agree(rng: Random) -> bool:
        elements = pairing.random_elements(rng)
        found = pairing.result(algorithm(pairing.k, *elements))
        return bool(found == pairing.value(elements) ** exponent)

    return _tried(agree, degree, p)


def _tried(agree: Callable[[Random], bool], ratio: int, p: int) -> Agreement:
    """At as many points as it takes, at each of which a difference is missed with at most ratio/p."""
    bits = log2(p) - log2(ratio)
    if p.bit_length() < SMALL or bits <= 0:
        raise DegreeError(f"degrees of {ratio.bit_length()} bits, p of {p.bit_length()}")
    points = ceil(ERROR_BITS / bits)
    rng = Random(_SEED)
    found = all(agree(rng) for _ in range(points))
    return Agreement(found, points, ratio.bit_length(), floor(points * bits))


def _easy(pairing: Defined) -> fmpz_poly:
    """(p^k - 1)/Phi_k(p) as a polynomial in p."""
    k = pairing.embedding_degree
    return fmpz_poly([-1] + [0] * (k - 1) + [1]) // fmpz_poly.cyclotomic(k)


def _coefficients(polynomial: fmpz_poly) -> list[int]:
    return [int(c) for c in polynomial.coeffs()]


def _at(digits: Sequence[int], p: int) -> int:
    return int(fmpz_poly(list(digits))(p))


def _degree(pairing: Defined, algorithm: Algorithm, inputs: int) -> int:
    """Of the values' numerators and their common denominator."""
    k = _Degrees(pairing.p, pairing.k.degree)
    values: Sequence[Degree] = algorithm(k, *(k.variable() for _ in range(inputs)))
    return reduce(add, values).total


class _Degrees(Degrees):
    """Degrees that know the power p - 2 as the inverse that it is over F_p."""

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[Any, ...],
        body: Callable[[tuple[Any, ...]], tuple[Any, ...]],
    ) -> tuple[Any, ...]:
        """Every bit, but of a ladder to the power p - 2 the result alone."""
        if name != FERMAT:
            return super().ladder(name, bits, state, body)
        power: Any
        exponents: tuple[Any, ...] = (_Exponent(1), _Exponent(2))
        power, *_ = climb(bits, exponents, body)
        if power.n != self.characteristic - 2:
            raise CheckError(f"an inversion by the power {power.n:#x}, which is not p - 2")
        first, *others = state
        return self.inverse(first), *others


@dataclass(frozen=True)
class _Exponent:
    """x^n."""

    n: int

    def __mul__(self, other: _Exponent) -> _Exponent:
        return _Exponent(self.n + other.n)
