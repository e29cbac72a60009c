"""Many independent elements of one F_2^m at once, bit-sliced: the model that checks thousands of hardware
results.

An element of the batch field stands for N values; row i of its array holds coefficient i of all of them, one
bit each, in ceil(N/64) 64-bit words. Sums, squares and square roots are then operations on whole rows, and a
product is a polynomial product whose coefficients are rows (Karatsuba down to about a dozen coefficients).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pairforge.algebra.arithmetic import repeat
from pairforge.algebra.binary_field import BinaryField

Rows: TypeAlias = NDArray[np.uint64]

_BASE = 16  # Karatsuba stops at this many coefficients or fewer
_WORDS = 32  # words a product handles at a time, so that its work stays in the processor's cache


def _polynomial_product(a: Rows, b: Rows) -> Rows:
    """The product of two polynomials with rows as coefficients; axis 0 is the degree."""
    m, words = a.shape
    levels = 0
    while -(-m // (1 << levels)) > _BASE:
        levels += 1
    size = -(-m // (1 << levels)) << levels

    def evaluate(x: Rows) -> Rows:
        y = np.zeros((size, 1, words), np.uint64)
        y[:m, 0] = x
        for _ in range(levels):
            s, k = y.shape[0] // 2, y.shape[1]
            z = np.empty((s, 3 * k, words), np.uint64)
            z[:, :k] = y[:s]
            z[:, k : 2 * k] = y[s:]
            np.bitwise_xor(y[:s], y[s:], out=z[:, 2 * k :])
            y = z
        return y

    x, y = evaluate(a), evaluate(b)
    s = x.shape[0]
    product = np.zeros((2 * s, *x.shape[1:]), np.uint64)  # one row more than the product has: always zero
    term = np.empty_like(x)
    for i in range(s):
        np.bitwise_and(x[i], y, out=term)
        product[i : i + s] ^= term
    for _ in range(levels):
        k = product.shape[1] // 3
        low, high, middle = product[:, :k], product[:, k : 2 * k], product[:, 2 * k :]
        middle ^= low
        middle ^= high
        joined = np.empty((4 * s, k, words), np.uint64)
        joined[: 2 * s] = low
        joined[2 * s :] = high
        joined[s : 3 * s] ^= middle
        product, s = joined, 2 * s
    result: Rows = product[: 2 * m - 1, 0]
    return result


class BatchField:
    """`count` elements of a binary field side by side; implements `Arithmetic[BatchElement]`."""

    characteristic = 2

    def __init__(self, field: BinaryField, count: int) -> None:
        if count < 1:
            raise ValueError("a batch holds at least one element")
        self.field = field
        self.count = count
        self.degree = field.degree
        self.words = -(-count // 64)
        self._tail = field.exponents[1:]
        root = field.root_of_x
        self._root_exponents = tuple(e for e in range(self.degree) if root >> e & 1)

    def elements(self, values: Sequence[int]) -> BatchElement:
        """The batch of these encodings; `count` of them."""
        if len(values) != self.count:
            raise ValueError(f"a batch of {self.count} elements got {len(values)} values")
        width = -(-self.degree // 8)
        data = b"".join(v.to_bytes(width, "little") for v in values)
        bits = np.unpackbits(
            np.frombuffer(data, np.uint8).reshape(self.count, width),
            axis=1,
            count=self.degree,
            bitorder="little",
        )
        padded = np.zeros((self.degree, self.words * 64), np.uint8)
        padded[:, : self.count] = bits.T
        return BatchElement(
            self, np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
        )

    def constant(self, c: int) -> BatchElement:
        """The element encoded by `c`, `count` times."""
        ones = ~np.uint64(0)
        rows = np.zeros((self.degree, self.words), np.uint64)
        for i in range(self.degree):
            if c >> i & 1:
                rows[i] = ones
        return BatchElement(self, rows)

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[BatchElement, ...],
        body: Callable[[tuple[BatchElement, ...]], tuple[BatchElement, ...]],
    ) -> tuple[BatchElement, ...]:
        """Apply `body` to `state` `count` times."""
        return repeat(count, state, body)

    def reduce(self, rows: Rows) -> Rows:
        """Rows of any number, modulo f; `rows` is overwritten."""
        m, tail = self.degree, self._tail
        step = m - tail[0] if tail else 1
        top = rows.shape[0]
        while top > m:
            bottom = max(m, top - step)
            for e in tail:
                rows[bottom - m + e : top - m + e] ^= rows[bottom:top]
            top = bottom
        return rows[:m]

    def multiply(self, a: Rows, b: Rows) -> Rows:
        """The product modulo f."""
        result = np.empty((self.degree, self.words), np.uint64)
        for start in range(0, self.words, _WORDS):
            part = slice(start, start + _WORDS)
            result[:, part] = self.reduce(_polynomial_product(a[:, part], b[:, part]))
        return result

    def square(self, a: Rows) -> Rows:
        """The square: row i moves to 2i."""
        spread = np.zeros((2 * self.degree - 1, self.words), np.uint64)
        spread[::2] = a
        return self.reduce(spread)

    def root(self, a: Rows) -> Rows:
        """The square root: that of even(x^2) + x odd(x^2) is even(x) + sqrt(x) odd(x)."""
        even, odd = a[::2], a[1::2]
        result = np.zeros((2 * self.degree, self.words), np.uint64)
        result[: even.shape[0]] = even
        for e in self._root_exponents:
            result[e : e + odd.shape[0]] ^= odd
        return self.reduce(result)


class BatchElement:
    """As many values as its `BatchField` counts."""

    __slots__ = ("field", "rows")

    def __init__(self, field: BatchField, rows: Rows) -> None:
        self.field = field
        self.rows = rows

    def __add__(self, other: BatchElement) -> BatchElement:
        return BatchElement(self.field, self.rows ^ other.rows)

    __sub__ = __add__

    def __neg__(self) -> BatchElement:
        return self

    def __mul__(self, other: BatchElement) -> BatchElement:
        return BatchElement(self.field, self.field.multiply(self.rows, other.rows))

    def frobenius(self, k: int) -> BatchElement:
        """The 2^k-th powers, by squarings or square roots, whichever are fewer."""
        rows, m = self.rows, self.field.degree
        k %= m
        if 2 * k <= m:
            for _ in range(k):
                rows = self.field.square(rows)
        else:
            for _ in range(m - k):
                rows = self.field.root(rows)
        return BatchElement(self.field, rows)

    def values(self) -> list[int]:
        """The encodings, `count` of them."""
        field = self.field
        bits = np.unpackbits(
            self.rows.astype("<u8").view(np.uint8), axis=1, count=field.count, bitorder="little"
        )
        packed = np.packbits(bits.T, axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in packed]
