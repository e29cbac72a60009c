"""Whether the algorithms of a pairing compute it, for every pair of points.

The definition is Miller's algorithm with all denominators, and the exponent itself: it shares no formula
with the algorithms. Both are compared at random points of any order, with coordinates in a large extension K
of the prime field (`defined`).

Miller loop. Behind the easy part of the final exponentiation, a product of conjugations, the algorithm and
the function are rational functions of the coordinates, on the product of the curve and its twist as varieties
over F_p. These have dimension 1 + e and degrees up to 3^(1 + e), e the degree of the twist's field. An affine
variety of degree D and dimension n has at most D |K|^n points over K (Lachaud, Rolland, 2015), so functions
whose difference has degree d agree at no more than 4 3^(1 + e) d/|K| of all points, half of that for what a
variety lacks of |K|^n points and for how they are drawn.

Final exponentiation. The hard part of the exponent is a sum of powers of q with multiples far below q, so the
power is a rational function of low degree too; this is compared with the algorithm at random elements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from random import Random
from typing import TypeAlias

from flint import fmpz_poly

from pairforge.errors import CheckError
from pairforge.evidence.identity.defined import Defined, Term, Values
from pairforge.evidence.identity.degree import Degree
from pairforge.evidence.identity.enlarged import EnlargedElement
from pairforge.pairings.computation import Algorithm

ERROR_BITS = 128
"""A difference is missed with a probability of at most 2 to minus this."""

_SEED = 1


@dataclass(frozen=True)
class Agreement:
    """What was found of an algorithm and its definition.

    Attributes
    ----------
    agree: at all points.
    points: how many were tried.
    degree_bits: functions that differ agree at a share of at most two to this power over |K|, which is the
        degree of their difference or, for points of a variety, a multiple of it.
    error_bits: the probability that a difference was missed is at most two to minus this.
    """

    agree: bool
    points: int
    degree_bits: int
    error_bits: int


def compare_miller(pairing: Defined, algorithm: Algorithm) -> Agreement:
    """Compare a Miller loop with the function, behind the easy part of the exponent.

    Raises
    ------
    DegreeError
        There is no field that is large enough for the degrees.
    """
    easy = _easy(pairing)
    own = pairing.degree_of_loop(algorithm)
    degree = int(_weight(pairing, easy)) * (own.total + pairing.function_degree * own.roots)

    def agree(values: Values, rng: Random) -> bool:
        inputs, value = values.random_function(rng)
        found = values.of_loop(algorithm(values.k, *inputs), inputs)
        (top, bottom), (other_top, other_bottom) = (_power(x, easy) for x in (found, value))
        one, other = top * other_bottom, other_top * bottom
        # An even power makes 1 of -1, which the easy part may leave of a factor w, w^2 in F_q^(k/2).
        return found != 0 and (one == other or (pairing.hard_exponent % 2 == 0 and one == -other))

    return _tried(pairing, agree, _points(pairing, degree))


def compare_final(pairing: Defined, algorithm: Algorithm) -> Agreement:
    """Compare a final exponentiation with the power.

    Raises
    ------
    DegreeError
        There is no field that is large enough for the degrees.
    CheckError
        The exponent is not the sum of multiples of powers of p that it should be.
    """
    exponent = _exponent(pairing)
    degree = _total(pairing, pairing.degree_of_final(algorithm), exponent, 1)

    def agree(values: Values, rng: Random) -> bool:
        elements = values.random_elements(rng)
        found = values.of_final(algorithm(values.k, *elements))
        return _is_power(found, values.of_loop(elements), exponent)

    return _tried(pairing, agree, degree)


def compare_whole(pairing: Defined, algorithm: Algorithm) -> Agreement:
    """Compare a pairing in one stage with the power of the function.

    Raises as `compare_final` does.
    """
    exponent = _exponent(pairing)
    degree = _total(pairing, pairing.degree_of_loop(algorithm), exponent, pairing.function_degree)

    def agree(values: Values, rng: Random) -> bool:
        inputs, value = values.random_function(rng)
        found = values.of_final(algorithm(values.k, *inputs))
        return _is_power(found, value, exponent)

    return _tried(pairing, agree, _points(pairing, degree))


Compared: TypeAlias = Callable[[Defined, Algorithm], Agreement]

COMPARED: Mapping[str, Compared] = {
    "miller": compare_miller,
    "final": compare_final,
    "tate": compare_whole,
}
"""By the name of a stage."""


def _tried(pairing: Defined, agree: Callable[[Values, Random], bool], ratio: int) -> Agreement:
    """At as many points as it takes, at each of which a difference is missed with at most ratio/|K|."""
    bits = ratio.bit_length()
    values = pairing.over(bits)
    points = ceil(ERROR_BITS / (values.bits - bits))
    rng = Random(_SEED)
    found = all(agree(values, rng) for _ in range(points))
    return Agreement(found, points, bits, floor(points * (values.bits - log2(ratio))))


def _points(pairing: Defined, degree: int) -> int:
    """A function of this degree is 0 at no more of all points than this over |K|."""
    return int(4 * 3**pairing.dimension * degree)


def _power(x: EnlargedElement, exponent: Sequence[Term]) -> tuple[EnlargedElement, EnlargedElement]:
    """Numerator and denominator."""
    made = [x.field.number(1), x.field.number(1)]
    for term in exponent:
        below = term.count < 0
        mapped = x.conjugate(term.i) if term.i else x
        if term.j:
            mapped = mapped.frobenius(term.j)
        made[below] = made[below] * mapped ** abs(term.count)
    return made[0], made[1]


def _is_power(found: EnlargedElement, x: EnlargedElement, exponent: Sequence[Term]) -> bool:
    top, bottom = _power(x, exponent)
    return found * bottom == top


def _exponent(pairing: Defined) -> Sequence[Term]:
    """Of the whole final exponentiation."""
    q = Fraction(pairing.characteristic**pairing.m)
    hard = pairing.hard
    total = sum(t.count * q**t.i * Fraction(pairing.characteristic) ** t.j for t in hard)
    cyclotomic = int(fmpz_poly.cyclotomic(pairing.embedding_degree)(int(q)))
    if (total - pairing.hard_exponent) % cyclotomic:
        raise CheckError("the digits of the hard part of the exponent do not add up to it")
    counts: dict[tuple[int, int], int] = {}
    for a in _easy(pairing):
        for b in hard:
            key = (a.i + b.i) % pairing.embedding_degree, a.j + b.j
            counts[key] = counts.get(key, 0) + a.count * b.count
    return [Term(count, *key) for key, count in counts.items() if count]


def _easy(pairing: Defined) -> Sequence[Term]:
    """(q^k - 1)/Phi_k(q)."""
    k = pairing.embedding_degree
    easy = fmpz_poly([-1] + [0] * (k - 1) + [1]) // fmpz_poly.cyclotomic(k)
    return [Term(int(c), i) for i, c in enumerate(easy.coeffs()) if c]


def _weight(pairing: Defined, exponent: Sequence[Term]) -> Fraction:
    """By how much a power multiplies degrees at most."""
    p = Fraction(pairing.characteristic)
    return sum((abs(t.count) * p**t.j for t in exponent), Fraction(0))


def _total(pairing: Defined, own: Degree, exponent: Sequence[Term], degree: int) -> int:
    """Of the difference of a value and of the power of another of that degree."""
    roots = max(own.roots, int(pairing.characteristic ** max(0, *(-t.j for t in exponent))))
    return ceil((own.numerator + own.denominator + _weight(pairing, exponent) * degree) * roots)
