"""Families of supersingular curves in characteristic two and three, for any extension: orders and cofactors.

Each is one equation over F_p that is looked at over F_p^m. The number of points over F_p^m follows from the
counts over F_p and, for genus 2, F_p^2 (the zeta function of the curve), with no rule for its sign; so does
the order of the Jacobian. Embedding degrees are computed, not assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd, log2, prod

from flint import fmpz

from pairforge.errors import UserError

__all__ = ["FAMILIES", "Family", "Found", "examine", "find_family", "search"]

_SMOOTH = 1 << 16  # primes below this are tried as factors of a cofactor
_MOST_DEGREE = 12  # no curve here has a larger embedding degree


@dataclass(frozen=True)
class Family:
    """The curves of one equation.

    `equation` lacks b; `values` are those of b; `coprime`: what m has no factor in common with; `points`:
    for each b the number of points over F_p, and over F_p^2 for genus 2, infinity included.
    """

    name: str
    characteristic: int
    genus: int
    equation: str
    values: tuple[int, ...]
    coprime: int
    points: Callable[[int], tuple[int, ...]]

    def label(self, b: int) -> str:
        """The equation for a value of b."""
        return self.equation + {0: "", 1: " + 1", -1: " - 1"}[b]

    def order(self, m: int, b: int) -> int:
        """The order of the group over F_p^m: of the curve (genus 1) or of its Jacobian (genus 2)."""
        p, counts = self.characteristic, self.points(b)
        # Power sums of the roots of the characteristic polynomial of Frobenius.
        s1 = p + 1 - counts[0]
        e: tuple[int, ...] = (s1, p)
        if self.genus == 2:
            s2 = p**2 + 1 - counts[1]
            e2 = (s1 * s1 - s2) // 2
            e = (s1, e2, p * s1, p * p)
        powers = _power_sums(e, len(e) * m)
        # The same for the roots' m-th powers, and that polynomial at 1.
        own = [powers[m * (i + 1) - 1] for i in range(len(e))]
        value, elementary = 1, [1]
        for k in range(1, len(e) + 1):
            total = sum((-1) ** (i - 1) * elementary[k - i] * own[i - 1] for i in range(1, k + 1))
            elementary.append(total // k)
            value += (-1) ** k * elementary[-1]
        return value


def _power_sums(e: Sequence[int], most: int) -> list[int]:
    """p_1 … p_most of the roots with elementary symmetric functions e (Newton)."""
    sums: list[int] = []
    for k in range(1, most + 1):
        total = (-1) ** (k - 1) * k * e[k - 1] if k <= len(e) else 0
        total += sum((-1) ** (i - 1) * e[i - 1] * sums[k - i - 1] for i in range(1, min(k - 1, len(e)) + 1))
        sums.append(total)
    return sums


def _binary_counts(b: int) -> tuple[int, ...]:
    return (1 + sum((y * y + y + x**3 + x + b) % 2 == 0 for x in range(2) for y in range(2)),)


def _ternary_counts(b: int) -> tuple[int, ...]:
    return (1 + sum((y * y - x**3 + x - b) % 3 == 0 for x in range(3) for y in range(3)),)


def _genus_two_counts(b: int) -> tuple[int, ...]:
    def times(u: int, v: int) -> int:  # in F_4 = F_2[w], w^2 = w + 1, bits as coefficients
        product = (u if v & 1 else 0) ^ (u << 1 if v & 2 else 0)
        return product ^ (7 if product & 4 else 0)

    def solves(x: int, y: int) -> bool:
        cube = times(x, times(x, x))
        return times(y, y) ^ y == times(times(x, x), cube) ^ cube ^ b

    return tuple(1 + sum(solves(x, y) for x in range(q) for y in range(q)) for q in (2, 4))


FAMILIES = {
    family.name: family
    for family in (
        Family("f2", 2, 1, "y^2 + y = x^3 + x", (0, 1), 2, _binary_counts),
        Family("f3", 3, 1, "y^2 = x^3 - x", (1, -1), 6, _ternary_counts),
        Family("f2-genus2", 2, 2, "y^2 + y = x^5 + x^3", (0, 1), 6, _genus_two_counts),
    )
}


def find_family(name: str) -> Family:
    """The family of that name (UserError where there is none)."""
    if name not in FAMILIES:
        raise UserError(f"--search {name}: no such family; there are {', '.join(FAMILIES)}")
    return FAMILIES[name]


@dataclass(frozen=True)
class Found:
    """A curve over F_p^m whose group has a subgroup of large prime order.

    `cofactors`: the prime factors of the order beside `prime`. `embedding_degree`: least k with q^k = 1
    modulo `prime`, q = p^m. `mov_bits`: the width of F_q^k, where the pairing's values can be attacked.
    """

    family: Family
    m: int
    b: int
    order: int
    cofactors: tuple[int, ...]
    prime: int
    embedding_degree: int

    @property
    def cofactor(self) -> int:
        """The order divided by the prime."""
        return self.order // self.prime

    @property
    def mov_bits(self) -> int:
        """log2(q^k), rounded."""
        return round(self.embedding_degree * self.m * log2(self.family.characteristic))


def examine(family: Family, m: int, b: int, cofactor: int = 0) -> Found | None:
    """The curve if, small factors (or those of `cofactor`) divided out, its order is a proven prime."""
    order = family.order(m, b)
    factors = [int(q) for q, power in fmpz(cofactor).factor() for _ in range(power)] if cofactor else []
    rest = order
    for factor in factors:
        rest, left = divmod(rest, factor)
        if left:
            return None
    if not cofactor:
        found = ((int(q), power) for q, power in fmpz(rest).factor(trial_limit=_SMOOTH))
        factors = [q for q, power in found for _ in range(power) if q < _SMOOTH]
        rest //= prod(factors)
    prime = fmpz(rest)
    if rest < _SMOOTH or not prime.is_probable_prime() or not prime.is_prime():
        return None
    q = pow(family.characteristic, m, rest)
    degree = next((k for k in range(1, _MOST_DEGREE + 1) if pow(q, k, rest) == 1), 0)
    if not degree:
        return None
    return Found(family, m, b, order, tuple(sorted(factors)), rest, degree)


def search(family: Family, first: int, last: int, most_bits: int) -> Iterator[Found]:
    """Curves over F_p^m, m prime, first <= m <= last, whose cofactor has at most `most_bits` bits.

    Where m is not prime the group over a subfield divides the order, and helps an attacker.
    """
    for m in range(first, last + 1):
        if gcd(m, family.coprime) > 1 or not fmpz(m).is_prime():
            continue
        for b in family.values:
            found = examine(family, m, b)
            if found is not None and found.cofactor.bit_length() <= most_bits:
                yield found
