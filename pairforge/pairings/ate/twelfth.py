"""F_p12 = F_p2(w), w^6 = xi: elements by their coefficients, over F_p6 = F_p2(w^2) or F_p4 = F_p2(w^3)."""

from __future__ import annotations

from typing import Generic

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.quadratic import Fp2, Rules
from pairforge.pairings.ate.quartic import Fp4
from pairforge.pairings.ate.sextic import Fp6
from pairforge.pairings.ate.whole import of_flat


class Fp12(Generic[E]):
    """The six coefficients in F_p2 of w^0, ..., w^5."""

    __slots__ = ("c",)

    def __init__(self, *c: Fp2[E]) -> None:
        self.c = c

    @classmethod
    def of(cls, rules: Rules, flat: tuple[E, ...]) -> Fp12[E]:
        """From what `flat` gives."""
        return cls(*of_flat(rules, flat))

    @property
    def flat(self) -> tuple[E, ...]:
        """Twelve elements of F_p, or six of F_p2 (`Rules.parts`)."""
        return tuple(part for c in self.c for part in c.flat)

    @classmethod
    def of_halves(cls, even: Fp6[E], odd: Fp6[E]) -> Fp12[E]:
        """even + odd w."""
        return cls(even.a, odd.a, even.b, odd.b, even.c, odd.c)

    @property
    def halves(self) -> tuple[Fp6[E], Fp6[E]]:
        """(even, odd) with even + odd w, v = w^2."""
        c = self.c
        return Fp6(c[0], c[2], c[4]), Fp6(c[1], c[3], c[5])

    @property
    def thirds(self) -> tuple[Fp4[E], Fp4[E], Fp4[E]]:
        """(a, b, c) with a + b w + c w^2, s = w^3."""
        c = self.c
        return Fp4(c[0], c[3]), Fp4(c[1], c[4]), Fp4(c[2], c[5])

    def __mul__(self, other: Fp12[E]) -> Fp12[E]:
        """Karatsuba over F_p6: 18 multiplications in F_p2."""
        (a, b), (c, d) = self.halves, other.halves
        low, high = a * c, b * d
        return Fp12.of_halves(low + high.times_v(), (a + b) * (c + d) - (low + high))

    def conjugate(self) -> Fp12[E]:
        """The power p^6: w becomes -w."""
        return Fp12(*(-c if i % 2 else c for i, c in enumerate(self.c)))

    def double_square(self) -> Fp12[E]:
        """2 f^2: four squares and a product in F_p4, 33 multiplications in F_p.

        Chung and Hasan (ARITH 2007), their SQR3: a^2, (a + b + c)^2, (a - b + c)^2, 2 b c and c^2. The sum
        of the second and third is 2 (a^2 + c^2 + b^2 + 2 a c), so that twice the square needs no halving.
        """
        a, b, c = self.thirds
        outer = a + c
        aa, cc, bc = a.square(), c.square(), b * c
        plus, minus = (outer + b).square(), (outer - b).square()
        bc4, cc2 = bc.double().double(), cc.double()
        aa2 = aa.double()
        first = aa2 + bc4.times_s()
        second = (plus - minus) - (bc4 - cc2.times_s())
        third = (plus + minus) - (aa2 + cc2)
        return Fp12(first.a, second.a, third.a, first.b, second.b, third.b)
