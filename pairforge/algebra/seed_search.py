"""Seeds of low weight for families of pairing-friendly curves: p and r prime, and what else is asked for.

A seed is sought by its non-adjacent form. Conditions modulo powers of two fix its lowest digits. Its top
digits are placed one by one, as the sizes of p and r allow. Those between, three at most, come from a table
of all their sums. A sieve by small primes looks at the whole table at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from math import comb

import numpy as np
import numpy.typing as npt
from flint import fmpz

from pairforge.algebra.pairing_families import PairingFamily
from pairforge.algebra.signed_powers import non_adjacent_form
from pairforge.algebra.two_adic import Condition, two_adic_classes

_PRIMES = tuple(int(n) for n in range(2, 2000) if fmpz(n).is_prime())
_LARGEST_TABLE = 300_000
_WHOLE = 64  # residues of a whole table are held for moduli below this
_SHARE = 4  # with fewer than a fourth of the prime left, tests of primality are cheaper than the sieve


@dataclass(frozen=True)
class Request:
    """What a seed has to give.

    Attributes
    ----------
    bits, r_bits: sizes of p and r; None: any r.
    p_residues: those of p modulo 8.
    two_adicity: r - 1 is divisible by 2 to this power, p - 1 by 2 to `p_two_adicity`.
    """

    family: PairingFamily
    bits: int
    r_bits: int | None = None
    p_residues: frozenset[int] = frozenset({1, 3, 5, 7})
    two_adicity: int = 1
    p_two_adicity: int = 1

    @cached_property
    def ranges(self) -> dict[int, tuple[int, int]]:
        """By sign of the seed, its least and largest magnitude; a sign without seeds is left out."""
        found = {}
        for sign in (1, -1):
            least, most = _magnitudes(self.family.p_over, self.bits, sign)
            if self.r_bits is not None:
                low, high = _magnitudes(self.family.r_over, self.r_bits, sign)
                least, most = max(least, low), min(most, high)
            if least <= most:
                found[sign] = least, most
        return found

    @cached_property
    def classes(self) -> list[tuple[int, int]]:
        """Residue classes (c, j) of seeds, modulo 2^j, by the conditions modulo powers of two."""
        p, r = self.family.p_over, self.family.r_over
        return two_adic_classes(
            [
                Condition(*p, 3, self.p_residues)
                if len(self.p_residues) < 4
                else Condition(*p, 1, frozenset({1})),
                Condition(*p, self.p_two_adicity, frozenset({1})),
                Condition(*r, self.two_adicity, frozenset({1})),
            ]
        )

    def seeds(self, digits: int) -> Iterator[int]:
        """Seeds of exactly this weight for which p and r are probable primes."""
        for sign, (least, most) in self.ranges.items():
            for u in self._sieved(digits, sign, least, most):
                if not least <= sign * u <= most:
                    continue
                p, r = self.family.p(u), self.family.r(u)
                assert p is not None and r is not None
                if fmpz(r).is_probable_prime() and fmpz(p).is_probable_prime():
                    yield u

    def _sieved(self, digits: int, sign: int, least: int, most: int) -> Iterator[int]:
        sieve = _sieve(self.family)
        tops = [t for t in range(most.bit_length() + 1) if 2 << t <= 3 * most + 3 and 4 << t >= 3 * least - 3]
        for c, j in self.classes:
            for low in {c, c - (1 << j)} if j else {0}:
                form = non_adjacent_form(low)
                rest = digits - len(form)
                if rest < 0 or (form and form[0][0] >= j):
                    continue
                if rest == 0:
                    yield from sieve.whole(low)
                    continue
                start = j + (bool(form) and form[0][0] == j - 1)
                tail = _tail_digits(rest, max(tops) + 1 - start)
                table = _Table.of(start, max(tops) + 1, tail)
                for top in tops:
                    if top >= start:
                        first = low + sign * (1 << top), top, rest - 1
                        for number, place in _tops(*first, tail, start, sign * least, sign * most):
                            yield from sieve.passing(number, table, place - 1)


def _tops(
    number: int, place: int, digits: int, tail: int, start: int, least: int, most: int
) -> Iterator[tuple[int, int]]:
    """(number, place) with digits added down to `place` but for the last `tail`; those in range or near."""
    low, high = sorted((least, most))
    reach = (1 << place) // 3 + (1 << start) + 1
    if number + reach < low or number - reach > high:
        return
    if digits == tail:
        yield number, place
        return
    for at in range(place - 2, start - 1, -1):
        for digit in (1, -1):
            yield from _tops(number + digit * (1 << at), at, digits - 1, tail, start, least, most)


def _magnitudes(over: tuple[tuple[int, ...], int], bits: int, sign: int) -> tuple[int, int]:
    """The least and largest |u| for which the polynomial has a value of so many bits, rounded down."""
    numerators, denominator = over

    def size(magnitude: int) -> int:
        value = 0
        for c in reversed(numerators):
            value = value * sign * magnitude + c
        return (value // denominator).bit_length()

    def first(least: int) -> int:
        """The least magnitude with a value of so many bits or more; values grow from _SMALL on."""
        low, high = _SMALL - 1, 1 << bits
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if size(middle) >= least else (middle, high)
        return high

    return first(bits), first(bits + 1) - 1


_SMALL = 4


@lru_cache(maxsize=2)
def _sieve(family: PairingFamily) -> _Sieve:
    return _Sieve(family)


def admissible(family: PairingFamily, prime: int) -> frozenset[int]:
    """Residues of seeds modulo a prime for which it divides neither p nor r, where these are integers."""
    modulus, classes = family.residues
    if modulus % prime == 0:
        return frozenset(c % prime for c in classes)
    values = [numerators for numerators, _ in (family.p_over, family.r_over)]
    return frozenset(
        u
        for u in range(prime)
        if all(sum(c * pow(u, n, prime) for n, c in enumerate(row)) % prime for row in values)
    )


class _Sieve:
    """Numbers modulo small primes for which p and r may be primes."""

    def __init__(self, family: PairingFamily) -> None:
        modulus, classes = family.residues
        allowed = [(modulus, classes)] if modulus > 1 else []
        allowed += [(n, tuple(admissible(family, n))) for n in _PRIMES if modulus % n]
        # Twice, so that the residues from any number on are one piece.
        self.rows = [(n, np.tile(np.isin(np.arange(n), residues), 2)) for n, residues in allowed]

    def whole(self, number: int) -> Iterator[int]:
        """The number where it passes."""
        if all(row[number % n] for n, row in self.rows):
            yield number

    def passing(self, number: int, table: _Table, below: int) -> Iterator[int]:
        """Number plus those entries of a table with digits below a place that pass."""
        count = table.below[max(below, 0)]
        if not count:
            return
        left: npt.NDArray[np.int64] | None = None
        for n, row in self.rows:
            shifted = row[number % n :]
            if left is None:
                left = np.flatnonzero(shifted[table.residues(n)[:count]])
            else:
                left = left[shifted[table.residues_of(left, n)]]
            if _SHARE * len(left) < n:
                break
        assert left is not None
        for entry in left.tolist():
            yield number + table.value(entry)


class _Table:
    """All sums of so many signed powers of two, none neighbours, from an exponent on, by their top exponent.

    `below`: how many have all exponents below a number.
    """

    def __init__(self, start: int, end: int, digits: int) -> None:
        span = max(end - start - digits + 1, 0) if digits else 0
        places = sorted(
            (tuple(at + n for n, at in enumerate(chosen)) for chosen in combinations(range(span), digits)),
            key=lambda chosen: chosen[-1:],
        )
        signs = list(product((1, -1), repeat=digits))
        self._end = end
        self._places = start + np.array(places, np.int64).reshape(len(places), digits)
        self._signs = np.array(signs, np.int64).reshape(len(signs), digits)
        tops = self._places[:, -1] if digits else np.zeros(1, np.int64) - 1
        self.below = (np.searchsorted(tops, np.arange(end + 1)) * len(signs)).tolist()
        self._residues: dict[int, npt.NDArray[np.int16]] = {}

    @staticmethod
    @lru_cache(maxsize=4)
    def of(start: int, end: int, digits: int) -> _Table:
        """The table, made once."""
        return _Table(start, end, digits)

    def residues(self, n: int) -> npt.NDArray[np.int16]:
        """All entries modulo n."""
        if n not in self._residues:
            powers = _powers(n, self._end)
            self._residues[n] = (powers[self._places] @ self._signs.T % n).astype(np.int16).ravel()
        return self._residues[n]

    def residues_of(self, entries: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.signedinteger]:
        """These entries modulo n."""
        if n < _WHOLE:
            return self.residues(n)[entries]
        places, signs = np.divmod(entries, len(self._signs))
        terms = _powers(n, self._end)[self._places[places]] * self._signs[signs]
        return np.asarray(terms.sum(axis=1) % n)

    def value(self, entry: int) -> int:
        """An entry."""
        places, signs = divmod(entry, len(self._signs))
        pairs = zip(self._places[places].tolist(), self._signs[signs].tolist(), strict=True)
        return sum(int(sign) << int(at) for at, sign in pairs)


@cache
def _powers(n: int, end: int) -> npt.NDArray[np.int64]:
    return np.array([pow(2, at, n) for at in range(end)])


def _tail_digits(digits: int, span: int) -> int:
    """How many of the digits below the top one a table has."""
    most = min(3, digits - 1)
    while most > 1 and comb(max(span, 0), most) << most > _LARGEST_TABLE:
        most -= 1
    return most
