"""Algorithms 2 and 3 of Brinci et al. (2013) on integers, and how large the numbers in them are.

Imports the polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.units.polynomial.field import COEFFICIENTS, MODULUS, POWER, SeedPolynomials

PRODUCTS = ("0", "1", "01", "2", "02", "3", "23", "13", "0123", "4", "04", "014", "24", "234")
"""Algorithm 3: product i is of the sums of the coefficients named, those of a times those of b."""

RECOMBINED: tuple[Mapping[int, int], ...] = (
    {0: 1},
    {0: -1, 1: -1, 2: 1},
    {0: -1, 1: 1, 3: -1, 4: 1},
    {0: 1, 1: 1, 2: -1, 3: 1, 4: -1, 5: 1, 6: -1, 7: -1, 8: 1},
    {0: -1, 1: -1, 3: 1, 5: -1, 7: 1, 9: -1, 10: 1},
    {0: 1, 2: -1, 3: -1, 5: -1, 6: 1, 10: -1, 11: 1},
    {3: -1, 5: 1, 9: -1, 12: 1},
    {3: 1, 6: -1, 12: -1, 13: 1},
    {9: 1},
)
"""c_0 … c_8 of a(u) b(u), each as signs of products. In print c_5 = m_13 - m_11 lacks a_2 b_3 + a_3 b_2: it
must be m_13 + m_12. m_8 = m_3 - m_9, in c_4, has p_5 with the wrong sign, and c_8 is left out."""

STEPS = 2 * COEFFICIENTS
"""Coefficients of c(u), and one above them for what the reduction of c_8 carries."""

HALF = 1 << (POWER - 1)
"""Added to c_5 … c_9, so that the last reduction leaves remainders from -2^62 and not from 0."""


def product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """c_0 … c_9 of a(u) b(u), by the definition, with what is added to them."""
    c = [HALF if k >= COEFFICIENTS else 0 for k in range(STEPS)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            c[i + j] += x * y
    return c


def reduced(values: Sequence[int], rest: int, less: int = 0) -> list[int]:
    """Phases 2 and 4: q 2^63 + r is q u + r - s q. What `product` added, `less`, goes from the remainder."""
    pairs = [divmod(value, 1 << POWER) for value in values]
    below = [0, *(q for q, _ in pairs)]
    return [r - less - rest * q + carried for (q, r), carried in zip(pairs, below, strict=False)]


def divided(c: Sequence[int]) -> list[int]:
    """Phase 3 as printed: (c + t p) / u^5 for the t that makes it a polynomial."""
    t1 = -c[1] + 6 * c[0]
    t2 = -c[2] + 6 * (c[1] - 2 * c[0])
    t3 = -c[3] + 6 * (c[2] - 2 * c[1] - 6 * c[0])
    t4 = -c[4] + 6 * (c[3] - 2 * c[2] - 6 * (c[1] - 9 * c[0]))
    h = (6 * (t4 + 4 * t3 + 6 * (t2 + t1)), 12 * (2 * t4 + 3 * (t3 + t2)), 36 * (t4 + t3), 36 * t4, 0)
    return [high + more for high, more in zip(c[COEFFICIENTS:], h, strict=True)]


@dataclass(frozen=True)
class Bounds:
    """The largest absolute values for operands within the bounds of the field.

    `products`: of c_0 … c_9. `reduced`: of the same after phase 2. `sums`: of t_0 … t_4 and the coefficients
    that phase 3 leaves. `results`: of those after phase 4.
    """

    products: tuple[int, ...]
    reduced: tuple[int, ...]
    sums: tuple[int, ...]
    results: tuple[int, ...]


def bounds(field: SeedPolynomials) -> Bounds:
    """The bounds for a field, by adding up absolute values."""
    most = (*[field.low] * (COEFFICIENTS - 1), field.top)
    c = product(most, most)
    small = _reduced_bounds(c, (1 << POWER) - 1, field.rest)
    sums: list[int] = []
    for k, bound in enumerate(small):
        reach = range(max(1, k - COEFFICIENTS + 1), min(k, COEFFICIENTS - 1) + 1)
        sums.append(bound + sum(MODULUS[i] * sums[k - i] for i in reach))
    results = _reduced_bounds(sums[COEFFICIENTS:], HALF, field.rest)
    results[-1] = (c[-2] >> POWER) + (sums[-2] >> POWER) + 2  # c_9 is what c_8 carries: its quotient is 0
    return Bounds(tuple(c), tuple(small), tuple(sums), tuple(results))


def _reduced_bounds(values: Sequence[int], remainder: int, rest: int) -> list[int]:
    quotients = [(value >> POWER) + 1 for value in values]
    return [remainder + rest * q + carried for q, carried in zip(quotients, [0, *quotients], strict=False)]
