"""Squares of elements of the cyclotomic subgroup of F_p12, of order p^4 - p^2 + 1.

Granger and Scott (PKC 2010): with x = a + b w + c w^2, a, b, c in F_p4 = F_p2(s), s = w^3,

    x^2 = (3 a^2 - 2 a') + (3 s c^2 + 2 b') w + (3 b^2 - 2 c') w^2,   (g + h s)' = g - h s.

*Tripled* elements X = 3 x have X(x^2) = (a^2 - 2 a') + (s c^2 + 2 b') w + (b^2 - 2 c') w^2 in the parts of X:
no multiples of 3 are made. A product of a tripled and a plain element is tripled.
"""

from __future__ import annotations

from typing import Generic, Protocol

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.quadratic import Fp2, Pair, multiple
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
    if x.a.rules.paired:
        return PairedSquare(x)
    g, h = x.a, x.b
    return _BySquares(g, h) if isinstance(g, Pair) and isinstance(h, Pair) else _ByWholeSquares(g, h)


class _ByWholeSquares(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s, from g^2, h^2 and (g + h)^2."""

    def __init__(self, g: Fp2[E], h: Fp2[E]) -> None:
        self.g, self.h, self.sum = g.square(), h.square(), (g + h).square()

    def even_less(self, y: Fp2[E]) -> Fp2[E]:
        """g^2 + xi h^2 - 2 y."""
        x0, x1 = self.g.rules.xi
        return (self.g + self.h).plus_multiple((x0 - 1, x1), self.h) - y - y

    def odd_more(self, y: Fp2[E]) -> Fp2[E]:
        """2 g h + 2 y."""
        return self._odd() + y + y

    def odd_turned(self, y: Fp2[E]) -> Fp2[E]:
        """2 xi g h + 2 y."""
        return self._odd().times_xi() + y + y

    def _odd(self) -> Fp2[E]:
        return self.sum - (self.g + self.h)


class _BySquares(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s, from g^2, h^2 and (g + h)^2.

    Of each square of F_p2 the real part and half the imaginary one are kept: doublings are put off until as
    much as possible has been added up.
    """

    def __init__(self, g: Pair[E], h: Pair[E]) -> None:
        self.rules = g.rules
        self.g, self.h, self.sum = map(_half_square, (g, h, g + h))

    def even_less(self, y: Fp2[E]) -> Fp2[E]:
        """g^2 + xi h^2 - 2 y."""
        x0, x1 = self.rules.xi
        (p, half_p), (q, half_q) = self.g, self.h
        a, b = y.coordinates
        real_half = multiple(x1, half_q) + a
        imaginary_half = half_p + multiple(x0, half_q) - b
        return Pair(
            self.rules,
            p + multiple(x0, q) - (real_half + real_half),
            multiple(x1, q) + (imaginary_half + imaginary_half),
        )

    def odd_more(self, y: Fp2[E]) -> Fp2[E]:
        """2 g h + 2 y."""
        real, half = self._odd()
        a, b = y.coordinates
        half = half + b
        return Pair(self.rules, real + (a + a), half + half)

    def odd_turned(self, y: Fp2[E]) -> Fp2[E]:
        """2 xi g h + 2 y."""
        real, half = self._odd()
        turned: Fp2[E] = Pair(self.rules, real, half + half).times_xi()
        return turned + y.times(2)

    def _odd(self) -> tuple[E, E]:
        real, half = (s - (p + q) for s, p, q in zip(self.sum, self.g, self.h, strict=True))
        return real, half


def _half_square(x: Pair[E]) -> tuple[E, E]:
    """The real part and half the imaginary part of the square."""
    return (x.a + x.b) * (x.a - x.b), x.a * x.b
