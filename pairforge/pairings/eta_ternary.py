"""eta_T in characteristic three, from Beuchat et al. 2010 (Algorithms 1 and 2, Table I).

E: y^2 = x^3 - x + b over F_3^m, b = 1 or -1, m coprime to 6. Every function takes its arithmetic as an
argument and uses nothing of the elements but +, -, * and Frobenius.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.towers_ternary import Six, signed


@dataclass(frozen=True)
class EtaTernary:
    """The parameters of one curve (Table I).

    mu: N = 3^m + 1 + mu b 3^((m+1)/2); lam and nu: the signs lambda and nu of Algorithm 1.
    """

    degree: int
    b: int

    def __post_init__(self) -> None:
        if self.degree % 2 == 0 or self.degree % 3 == 0 or self.b not in (1, -1):
            raise ValueError("the degree must be coprime to 6, b 1 or -1")

    @property
    def mu(self) -> int:
        """+1 where m = 1, 11 (mod 12), else -1."""
        return 1 if self.degree % 12 in (1, 11) else -1

    @property
    def lam(self) -> int:
        """+1 where m = 7, 11 (mod 12), else -1."""
        return 1 if self.degree % 12 in (7, 11) else -1

    @property
    def nu(self) -> int:
        """+1 where m = 5, 11 (mod 12), else -1."""
        return 1 if self.degree % 12 in (5, 11) else -1

    @property
    def order(self) -> int:
        """The number of rational points, N."""
        return int(3**self.degree + 1 + self.mu * self.b * 3**self.half)

    @property
    def half(self) -> int:
        """(m+1)/2: the iterations of the Miller loop; T = 3^half."""
        return (self.degree + 1) // 2

    @property
    def exponent(self) -> int:
        """The final exponent M = (3^3m - 1)(3^m + 1)(3^m + 1 - mu b 3^((m+1)/2)) = (3^6m - 1)/N."""
        q = 3**self.degree
        return int((q**3 - 1) * (q + 1) * (q + 1 - self.mu * self.b * 3**self.half))


def miller_loop(k: Arithmetic[E], params: EtaTernary, xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """R^((m-1)/2) of Algorithm 1 (lines 1 to 11) with Algorithm 2: 17 (m+1)/2 + 2 multiplications.

    One of an iteration's 17 multiplications is -yP yQ of the iteration after. The state is R, the t and -yP
    yQ that this iteration multiplies by, and the coordinates of the iteration after; the last iteration's go
    unused. y stands for -yQ of the paper.
    """
    b = params.b
    xP = xP - signed(params.nu * b, k.constant(1))
    yP = signed(-params.mu * b, yP)
    y = signed(params.lam, yQ)
    zero = k.constant(0)
    t = xP + xQ
    first = (signed(params.lam, yP) * t, signed(params.lam, y), signed(-params.lam, yP), zero, zero, zero)
    coordinates = (xP.frobenius(-1), yP.frobenius(-1), xQ.frobenius(1), y.frobenius(1))

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        r0, r1, r2, r3, r4, r5, t, p7, xP, yP, xQ, y = state
        R = mul_sparse(b, (r0, r1, r2, r3, r4, r5), t, t * t, p7)
        moved = (xP.frobenius(-1), yP.frobenius(-1), xQ.frobenius(1), y.frobenius(1))
        return (*R, xP + xQ, yP * y, *moved)

    state = k.loop("main", params.half, (*first, t, yP * y, *coordinates), body)
    return state[0], state[1], state[2], state[3], state[4], state[5]


def mul_sparse(b: int, r: Six[E], t: E, p6: E, p7: E) -> Six[E]:
    """R S for S = -p6 - p7 sigma - t rho - rho^2, p6 = t^2: 15 multiplications (Algorithm 2, from line 5)."""
    p = [c * t for c in r]
    s3 = p6 + p7
    a0 = r[2] + p[4]
    a1 = r[3] + p[5]
    a2 = signed(b, r[4]) + p[0] + a0
    a3 = signed(b, r[5]) + p[1] + a1
    a4 = r[0] + r[4] + p[2]
    a5 = r[1] + r[5] + p[3]
    low = (signed(b, a0), a2, a4)
    high = (signed(b, a1), a3, a5)
    rows = []
    for j in range(3):
        even = r[2 * j] * p6
        odd = r[2 * j + 1] * p7
        both = (r[2 * j] + r[2 * j + 1]) * s3
        rows.append((odd - even - low[j], even + odd - both - high[j]))
    return rows[0][0], rows[0][1], rows[1][0], rows[1][1], rows[2][0], rows[2][1]
