"""F_p^k over F_q: elements by the coefficients of w^0, ..., w^(d-1), w^d = xi, d the degree of the twist.

Where d = 3 it is a cubic extension (`Fq3Top`). Else it is a quadratic extension by w of the field of w^2:
F_q3 (d = 6, `Fq6`), F_q2 (d = 4, `Fq4`) or F_q (d = 2, `Fq2Top`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, Self

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.elements import of_flat
from pairforge.pairings.ate.fq import Fq, Rules
from pairforge.pairings.ate.fq1 import Fq1
from pairforge.pairings.ate.fq2 import Fq2
from pairforge.pairings.ate.fq3 import Fq3


class Top(ABC, Generic[E]):
    """The coefficients in F_q of the powers of w."""

    __slots__ = ("c",)
    half: ClassVar[type[Fq1[Any]] | type[Fq2[Any]] | type[Fq3[Any]]]
    """The field of w^2, where d is even."""
    degree: ClassVar[int]
    """d."""

    def __init__(self, *c: Fq[E]) -> None:
        self.c = c

    @classmethod
    def of(cls, rules: Rules, flat: tuple[E, ...]) -> Self:
        """From what `flat` gives."""
        return cls(*of_flat(rules, flat))

    @property
    def flat(self) -> tuple[E, ...]:
        """k elements of F_p, or half as many of F_p2 (`Rules.parts`)."""
        return tuple(part for c in self.c for part in c.flat)

    @classmethod
    def of_halves(cls, even: Any, odd: Any) -> Self:
        """even + odd w."""
        return cls(*(c for pair in zip(even.parts, odd.parts, strict=True) for c in pair))

    @property
    def halves(self) -> tuple[Any, Any]:
        """(even, odd) with even + odd w, over the field of w^2."""
        return self.half(*self.c[::2]), self.half(*self.c[1::2])

    def __mul__(self, other: Self) -> Self:
        """Karatsuba: three products in the field of w^2."""
        (a, b), (c, d) = self.halves, other.halves
        low, high = a * c, b * d
        return self.of_halves(low + high.times_root(), (a + b) * (c + d) - (low + high))

    def conjugate(self) -> Self:
        """The power p^(k/2): w becomes -w."""
        return type(self)(*(-c if i % 2 else c for i, c in enumerate(self.c)))

    @abstractmethod
    def miller_square(self) -> Self:
        """f^2, up to a factor of F_p."""


class Fq6(Top[E]):
    """d = 6: over F_q3 = F_q(w^2) or F_q2 = F_q(w^3). A product takes 18 multiplications in F_q."""

    __slots__ = ()
    half, degree = Fq3, 6

    @property
    def thirds(self) -> tuple[Fq2[E], Fq2[E], Fq2[E]]:
        """(a, b, c) with a + b w + c w^2, s = w^3."""
        c = self.c
        return Fq2(c[0], c[3]), Fq2(c[1], c[4]), Fq2(c[2], c[5])

    def miller_square(self) -> Fq6[E]:
        """2 f^2: four squares and a product in F_q2; 33 multiplications in F_p where q = p^2.

        Chung and Hasan (ARITH 2007), their SQR3: a^2, (a + b + c)^2, (a - b + c)^2, 2 b c and c^2. The sum
        of the second and third is 2 (a^2 + c^2 + b^2 + 2 a c), so that twice the square needs no halving.
        """
        a, b, c = self.thirds
        outer = a + c
        aa, cc, bc = a.square(), c.square(), b * c
        plus, minus = (outer + b).square(), (outer - b).square()
        bc4, cc2 = bc.double().double(), cc.double()
        aa2 = aa.double()
        first = aa2 + bc4.times_root()
        second = (plus - minus) - (bc4 - cc2.times_root())
        third = (plus + minus) - (aa2 + cc2)
        return Fq6(first.a, second.a, third.a, first.b, second.b, third.b)


class OverHalves(Top[E]):
    """d = 4 or 2: a square by the complex method."""

    __slots__ = ()

    def miller_square(self) -> Self:
        """f^2 by two products in the field of s = w^2: (a + b)(a + b s) - (1 + s) a b + 2 a b w."""
        a, b = self.halves
        product = a * b
        both = (a + b) * (a + b.times_root())
        return self.of_halves(both - (product + product.times_root()), product.double())


class Fq4(OverHalves[E]):
    """d = 4: over F_q2 = F_q(s), s = w^2. A product takes 9 multiplications in F_q."""

    __slots__ = ()
    half, degree = Fq2, 4


class Fq2Top(OverHalves[E]):
    """d = 2: over F_q. A product takes 3 multiplications there."""

    __slots__ = ()
    half, degree = Fq1, 2


class Fq3Top(Top[E]):
    """d = 3: over F_q. A product takes 6 multiplications there."""

    __slots__ = ()
    degree = 3

    @property
    def whole(self) -> Fq3[E]:
        """The same with other operators."""
        return Fq3(*self.c)

    def __mul__(self, other: Self) -> Self:
        return type(self)(*(self.whole * other.whole).parts)

    def miller_square(self) -> Self:
        """f^2: two multiplications and three squares in F_q."""
        return type(self)(*self.whole.square().parts)

    def conjugate(self) -> Self:
        """1/x times the norm to F_q, which is 1 for x of the cyclotomic subgroup."""
        adjugate, _ = self.whole.adjugate()
        return type(self)(*adjugate.parts)


TOPS: dict[int, type[Top[Any]]] = {2: Fq2Top, 3: Fq3Top, 4: Fq4, 6: Fq6}
"""By the degree of the twist."""
