"""SHA-256 (FIPS 180-4) by its compression function, on integers of 256 bits."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from pairforge.algebra.arithmetic import rotated

WORD = 1 << 32
ROUNDS = 64


def _primes() -> Iterator[int]:
    found: list[int] = []
    n = 2
    while True:
        if all(n % p for p in found):
            found.append(n)
            yield n
        n += 1


def _cube_root(n: int) -> int:
    """The integer part."""
    low, high = 0, 1 << n.bit_length() // 3 + 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= n else (low, middle - 1)
    return low


_FIRST = [prime for prime, _ in zip(_primes(), range(ROUNDS), strict=False)]

CONSTANTS = tuple(_cube_root(prime << 96) % WORD for prime in _FIRST)
"""K: the first 32 bits behind the point of the cube roots of the first 64 primes."""

INITIAL = sum((isqrt(prime << 64) % WORD) << 32 * (7 - i) for i, prime in enumerate(_FIRST[:8]))
"""The state before the first block: those of the square roots of the first eight, the first one highest."""


def _right(x: int, places: int) -> int:
    """A word of 32 bits, rotated to the right."""
    return rotated(x, 32, 32 - places)


def words(x: int, count: int = 8) -> list[int]:
    """The words of 32 bits of a number, the highest first."""
    return [x >> 32 * i & WORD - 1 for i in reversed(range(count))]


def compressed(state: int, high: int, low: int) -> int:
    """The state after a block of 512 bits, whose halves are two numbers of 256 bits."""
    a, b, c, d, e, f, g, h = begin = words(state)
    w = words(high) + words(low)
    for t in range(16, ROUNDS):
        s0 = _right(w[t - 15], 7) ^ _right(w[t - 15], 18) ^ w[t - 15] >> 3
        s1 = _right(w[t - 2], 17) ^ _right(w[t - 2], 19) ^ w[t - 2] >> 10
        w.append((w[t - 16] + s0 + w[t - 7] + s1) % WORD)
    for k, each in zip(CONSTANTS, w, strict=True):
        s1 = _right(e, 6) ^ _right(e, 11) ^ _right(e, 25)
        first = h + s1 + (e & f ^ ~e & g) + k + each
        s0 = _right(a, 2) ^ _right(a, 13) ^ _right(a, 22)
        second = s0 + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) % WORD, a, b, c, (d + first) % WORD, e, f, g
    end = (a, b, c, d, e, f, g, h)
    return sum((x + y) % WORD << 32 * (7 - i) for i, (x, y) in enumerate(zip(begin, end, strict=True)))
