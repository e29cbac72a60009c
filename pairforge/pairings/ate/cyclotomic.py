"""Squares of elements of the cyclotomic subgroup of F_p^k, of order Phi_k(p).

d = 6: Granger and Scott (PKC 2010). With x = a + b w + c w^2, a, b, c in F_q2 = F_q(s), s = w^3,

    x^2 = (3 a^2 - 2 a') + (3 s c^2 + 2 b') w + (3 b^2 - 2 c') w^2,   (g + h s)' = g - h s.

*Raised* elements, X = 3 x, have X(x^2) = (a^2 - 2 a') + (s c^2 + 2 b') w + (b^2 - 2 c') w^2 in the parts
of X: no multiples of 3 are made. A product of a raised and a plain element is raised.

d = 4, 2: with x = a + b w and a^2 - s b^2 = 1, s = w^2, x^2 = 1 + 2 s b^2 + ((a + b)^2 - 1 - (1 + s) b^2) w.
A raised element is the element itself. d = 3: no square is known that is cheaper than that of any element.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.ate.fq import Fq, multiple
from pairforge.pairings.ate.fq2 import Fq2, PairedSquare
from pairforge.pairings.ate.pair import Pair
from pairforge.pairings.ate.top import Fq3Top, Fq6, OverHalves, Top

T = TypeVar("T", bound=Top[Any])


def raised(x: T) -> T:
    """3 x where d = 6, else x."""
    return type(x)(*(c.times(3) for c in x.c)) if isinstance(x, Fq6) else x


def lowered(k: PrimeArithmetic[E], x: T) -> T:
    """x / 3, a multiplication with a constant for each coefficient, where d = 6; else x."""
    if not isinstance(x, Fq6):
        return x
    factor = k.constant(pow(3, -1, k.characteristic))
    return type(x)(*(c.scale(factor) for c in x.c))


def square(k: PrimeArithmetic[E], x: T) -> T:
    """The square of a raised element, raised."""
    if isinstance(x, Fq6):
        return type(x)(*_sextic_square(x).c)
    if isinstance(x, Fq3Top):
        return x.miller_square()
    assert isinstance(x, OverHalves)
    return type(x)(*_square_by_halves(k, x).c)


def square_of_plain(k: PrimeArithmetic[E], x: T) -> T:
    """The square of an element itself: where d = 6 three times `square` of it, and four times 1/x."""
    made = square(k, x)
    if not isinstance(x, Fq6):
        return made
    return type(x)(*(s.times(3) + c.times(4) for s, c in zip(made.c, x.conjugate().c, strict=True)))


def _sextic_square(x: Fq6[E]) -> Fq6[E]:
    """18 multiplications in F_p where q = p^2, all at once, and few additions about them; paired, 12."""
    a, b, c = x.thirds
    of_a = _square_of(a)
    b, c = compressed_square(b, c)
    return Fq6(of_a.even_less(a.a), b.a, c.a, of_a.odd_more(a.b), b.b, c.b)


def _square_by_halves(k: PrimeArithmetic[E], x: OverHalves[E]) -> OverHalves[E]:
    """Two squares in the field of w^2."""
    a, b = x.halves
    one = k.constant(1)
    bb, both = b.square(), (a + b).square()
    turned = bb.times_root()
    even, odd = turned.double(), both - (bb + turned)
    (first, *evens), (second, *odds) = even.parts, odd.parts
    return x.of_halves(type(even)(first.plus(one), *evens), type(odd)(second.plus(-one), *odds))


def compressed_square(b: Fq2[E], c: Fq2[E]) -> tuple[Fq2[E], Fq2[E]]:
    """The parts b and c of a raised square, from those of the element alone: 12 multiplications where
    q = p^2.
    """
    of_b, of_c = _square_of(b), _square_of(c)
    middle = Fq2(of_c.odd_turned(b.a), of_c.even_less(b.b))
    return middle, Fq2(of_b.even_less(c.a), of_b.odd_more(c.b))


class _Square(Protocol[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s."""

    def even_less(self, y: Fq[E]) -> Fq[E]:
        """g^2 + xi h^2 - 2 y."""

    def odd_more(self, y: Fq[E]) -> Fq[E]:
        """2 g h + 2 y."""

    def odd_turned(self, y: Fq[E]) -> Fq[E]:
        """2 xi g h + 2 y."""


def _square_of(x: Fq2[E]) -> _Square[E]:
    if x.a.rules.paired:
        return PairedSquare(x)
    g, h = x.a, x.b
    if isinstance(g, Pair) and isinstance(h, Pair) and g.rules.gaussian:
        return _BySquares(g, h)
    return _BySquaresAbove(g, h)


class _BySquaresAbove(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s, from g^2, h^2 and (g + h)^2."""

    def __init__(self, g: Fq[E], h: Fq[E]) -> None:
        self.g, self.h, self.sum = g.square(), h.square(), (g + h).square()

    def even_less(self, y: Fq[E]) -> Fq[E]:
        """g^2 + xi h^2 - 2 y."""
        if self.g.rules.whole:  # the sum is there for the odd part
            x0, x1 = self.g.rules.xi
            return (self.g + self.h).plus_multiple((x0 - 1, x1), self.h) - y - y
        return self.g + self.h.times_xi() - y - y

    def odd_more(self, y: Fq[E]) -> Fq[E]:
        """2 g h + 2 y."""
        return self._odd() + y + y

    def odd_turned(self, y: Fq[E]) -> Fq[E]:
        """2 xi g h + 2 y."""
        return self._odd().times_xi() + y + y

    def _odd(self) -> Fq[E]:
        return self.sum - (self.g + self.h)


class _BySquares(Generic[E]):
    """(g + h s)^2 = (g^2 + xi h^2) + 2 g h s, from g^2, h^2 and (g + h)^2, where q = p^2 and i^2 = -1.

    Of each square of F_p2 the real part and half the imaginary one are kept: doublings are put off until as
    much as possible has been added up.
    """

    def __init__(self, g: Pair[E], h: Pair[E]) -> None:
        self.rules = g.rules
        self.g, self.h, self.sum = map(_half_square, (g, h, g + h))

    def even_less(self, y: Fq[E]) -> Fq[E]:
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

    def odd_more(self, y: Fq[E]) -> Fq[E]:
        """2 g h + 2 y."""
        real, half = self._odd()
        a, b = y.coordinates
        half = half + b
        return Pair(self.rules, real + (a + a), half + half)

    def odd_turned(self, y: Fq[E]) -> Fq[E]:
        """2 xi g h + 2 y."""
        real, half = self._odd()
        turned: Fq[E] = Pair(self.rules, real, half + half).times_xi()
        return turned + y.times(2)

    def _odd(self) -> tuple[E, E]:
        real, half = (s - (p + q) for s, p, q in zip(self.sum, self.g, self.h, strict=True))
        return real, half


def _half_square(x: Pair[E]) -> tuple[E, E]:
    """The real part and half the imaginary part of the square."""
    return (x.a + x.b) * (x.a - x.b), x.a * x.b
