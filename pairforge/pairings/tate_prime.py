"""What the algorithms of the Tate pairing over F_p with k = 2 have in common: parameters, and how r is built.

E: y^2 = x^3 + a x + b over F_p, r a prime divisor of its order and of p + 1. F_p2 = F_p(i), i^2 = -n, n the
least that makes -n no square: 1 where p = 3 (mod 4). P is a point of E of order r, Q = (xQ, yQ) one of the
twist E': y^2 = x^3 + n^2 a x - n^3 b, which psi(x, y) = (-x/n, i y/n^2) sends to E over F_p2. For n = 1 and
b = 0 the curve is its own twist. The value is f_{r,P}(psi(Q))^((p^2 - 1)/r).

Every algorithm leaves out factors of F_p, which the power p - 1 sends to 1: denominators, and the vertical
line of the last addition (Barreto, Kim, Lynn, Scott, CRYPTO 2002, section 5).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class TatePrime:
    """The curve, and the order r of its points."""

    p: int
    r: int
    a: int
    b: int

    def __post_init__(self) -> None:
        if (self.p + 1) % self.r or self.r % 2 == 0:
            raise ValueError(f"r = {self.r} is no odd divisor of p + 1: the embedding degree is not 2")

    @cached_property
    def n(self) -> int:
        """i^2 = -n defines F_p2."""
        half = (self.p - 1) // 2
        return next(n for n in range(1, self.p) if pow(-n, half, self.p) == self.p - 1)

    @property
    def cofactor(self) -> int:
        """m = (p + 1)/r: the final exponent is (p - 1) m."""
        return (self.p + 1) // self.r

    @cached_property
    def powers(self) -> tuple[int, int, int, int] | None:
        """(u, v, s, t) with r = 2^u + s 2^v + t, u > v > 0, s and t 1 or -1, u > v + 1 where s = -1.

        s 2^v P and t P are then neither equal nor opposite: 2^v + 1 < r. None where r has no such form.
        """
        for t in (1, -1):
            rest = self.r - t
            v = (rest & -rest).bit_length() - 1
            odd = rest >> v
            for s in (1, -1):
                above = (odd - s).bit_length() - 1  # u - v
                if above > (s < 0) and odd - s == 1 << above:
                    return v + above, v, s, t
        return None


def binary_digits(number: int) -> tuple[int, ...]:
    """The bits, highest first."""
    return tuple(map(int, f"{number:b}"))
