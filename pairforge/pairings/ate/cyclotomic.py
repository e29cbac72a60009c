"""Squares of elements of the cyclotomic subgroup of F_p12, of order p^4 - p^2 + 1.

Granger and Scott (PKC 2010): with x = a + b w + c w^2, a, b, c in F_p4 = F_p2(s), s = w^3,

    x^2 = (3 a^2 - 2 a') + (3 s c^2 + 2 b') w + (3 b^2 - 2 c') w^2,   (g + h s)' = g - h s.

*Tripled* elements X = 3 x have X(x^2) = (a^2 - 2 a') + (s c^2 + 2 b') w + (b^2 - 2 c') w^2 in the parts of X:
no multiples of 3 are made. A product of a tripled and a plain element is tripled.
"""

from __future__ import annotations

from typing import Generic, Protocol

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.quadratic import Fp2, multiple
from pairforge.pairings.ate.quartic import Fp4, PairedSquare
from pairforge.pairings.ate.twelfth import Fp12


def triple(x: Fp12[E]) -> Fp12[E]:
    """3 x."""
    return Fp12(*(c.times(3) for c in x.c))


def third(k: PrimeArithmetic[E], x: Fp12[E]) -> Fp12[E]:
    """x / 3: 12 multiplications with a constant."""
    factor = k.constant(pow(3, -1, k.characteristic))
    return Fp12(*(c.scale(factor) for c in x.c))


def square(x: Fp12[E]) -> Fp12[E]:
    """The square of a tripled element, tripled: 18 multiplications, all at once, and few additions about
    them.

    Paired, 12 operations.
    """
    a, b, c = x.thirds
    of_a = _square_of(a)
    b, c = compressed_square(b, c)
    return Fp12(of_a.even_less(a.a), b.a, c.a, of_a.odd_more(a.b), b.b, c.b)


def compressed_square(b: Fp4[E], c: Fp4[E]) -> tuple[Fp4[E], Fp4[E]]:
    """The parts b and c of a tripled square, from those of the element alone: 12 multiplications."""
    of_b, of_c = _square_of(b), _square_of(c)
    middle = Fp4(of_c.odd_turned(b.a), of_c.even_less(b.b))
    return middle, Fp4(of_b.even_less(c.a), of_b.odd_more(c.b))


class _Square(Protocol[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s."""

    def even_less(self, y: Fp2[E]) -> Fp2[E]:
        """g^2 + xi h^2 - 2 y."""

    def odd_more(self, y: Fp2[E]) -> Fp2[E]:
        """2 g h + 2 y."""

    def odd_turned(self, y: Fp2[E]) -> Fp2[E]:
        """2 xi g h + 2 y."""


def _square_of(x: Fp4[E]) -> _Square[E]:
    return PairedSquare(x) if x.a.rules.paired else _BySquares(x)


class _BySquares(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s, from g^2, h^2 and (g + h)^2.

    Of each square of F_p2 the real part and half the imaginary one are kept: doublings are put off until as
    much as possible has been added up.
    """

    def __init__(self, x: Fp4[E]) -> None:
        self.rules = x.a.rules
        self.g, self.h, self.sum = map(_half_square, (x.a, x.b, x.a + x.b))

    def even_less(self, y: Fp2[E]) -> Fp2[E]:
        """g^2 + xi h^2 - 2 y."""
        x0, x1 = self.rules.xi
        (p, half_p), (q, half_q) = self.g, self.h
        real_half = multiple(x1, half_q) + y.a
        imaginary_half = half_p + multiple(x0, half_q) - y.b
        return Fp2(
            self.rules,
            p + multiple(x0, q) - (real_half + real_half),
            multiple(x1, q) + (imaginary_half + imaginary_half),
        )

    def odd_more(self, y: Fp2[E]) -> Fp2[E]:
        """2 g h + 2 y."""
        real, half = self._odd()
        half = half + y.b
        return Fp2(self.rules, real + (y.a + y.a), half + half)

    def odd_turned(self, y: Fp2[E]) -> Fp2[E]:
        """2 xi g h + 2 y."""
        real, half = self._odd()
        return Fp2(self.rules, real, half + half).times_xi() + y.times(2)

    def _odd(self) -> tuple[E, E]:
        real, half = (s - (p + q) for s, p, q in zip(self.sum, self.g, self.h, strict=True))
        return real, half


def _half_square(x: Fp2[E]) -> tuple[E, E]:
    """The real part and half the imaginary part of the square."""
    return (x.a + x.b) * (x.a - x.b), x.a * x.b
