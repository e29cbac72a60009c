"""eta_T in characteristic three, from Beuchat et al. 2010 (Algorithms 1 and 2, Table I).

E: y^2 = x^3 - x + b over F_3^m, b = 1 or -1, m coprime to 6. Every function takes its arithmetic as an
argument and uses nothing of the elements but +, -, * and Frobenius.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.towers_ternary import Six, conjugate6, frobenius6, mul6, signed


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
        return int(3**self.degree + 1 + self.mu * self.b * 3 ** ((self.degree + 1) // 2))


def miller_loop(k: Arithmetic[E], params: EtaTernary, xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """eta_T(P, Q) before the final exponentiation (Algorithm 1, lines 1 to 11)."""
    b, lam = params.b, params.lam
    xP = xP - signed(params.nu * b, k.constant(1))
    yP = signed(-params.mu * b, yP)
    yQ = signed(-lam, yQ)
    t = xP + xQ
    zero = k.constant(0)
    first = (signed(lam, yP) * t, signed(-lam, yQ), signed(-lam, yP), zero, zero, zero)

    def turn(state: tuple[E, ...]) -> tuple[E, ...]:
        xP, yP, xQ, yQ, *f = state
        f0, f1, f2, f3, f4, f5 = f
        R = mul_sparse(b, (f0, f1, f2, f3, f4, f5), xP + xQ, yP, yQ)
        return xP.frobenius(-1), yP.frobenius(-1), xQ.frobenius(1), yQ.frobenius(1), *R

    state = k.loop("miller", (params.degree + 1) // 2, (xP, yP, xQ, yQ, *first), turn)
    return state[4], state[5], state[6], state[7], state[8], state[9]


def mul_sparse(b: int, r: Six[E], t: E, yP: E, yQ: E) -> Six[E]:
    """R S for S = -t^2 + yP yQ sigma - t rho - rho^2: 17 multiplications (Algorithm 2)."""
    p = [c * t for c in r]
    p6 = t * t
    p7 = -(yP * yQ)
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
        both = -(r[2 * j] + r[2 * j + 1]) * s3
        rows.append((odd - low[j] - even, even + odd + both - high[j]))
    return rows[0][0], rows[0][1], rows[1][0], rows[1][1], rows[2][0], rows[2][1]


def final_exponentiation(params: EtaTernary, f: Six[E], inverse: Six[E]) -> Six[E]:
    """f^M, M = (3^3m - 1)(3^m + 1)(3^m + 1 - mu b 3^((m+1)/2)), for f and its inverse.

    The literal power: each factor by Frobenius, f^(3^3m) by conjugation; after the first factor the norm
    over F_3^3m is 1 and inverses are conjugates.
    """
    b, m = params.b, params.degree
    u = mul6(b, conjugate6(f), inverse)
    v = mul6(b, frobenius6(b, u, m), u)
    w = frobenius6(b, v, (m + 1) // 2)
    if params.mu * b > 0:
        w = conjugate6(w)
    return mul6(b, mul6(b, frobenius6(b, v, m), v), w)
