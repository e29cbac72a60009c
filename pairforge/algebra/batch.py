"""Many independent elements of one F_p^m at once, p = 2 or 3, bit-sliced: the model that checks thousands of
hardware results.

An element of the batch field stands for N values. Its array has a plane of bits for each bit of a digit (one
for p = 2; for p = 3 two, "the digit is 1" and "the digit is 2"), row i of a plane belongs to coefficient i of
all the values, one bit each, in ceil(N/64) 64-bit words: planes x m x words. Sums, Frobenius maps and their
inverses are then operations on whole rows, and a product is a polynomial product whose coefficients are rows
(Karatsuba down to about a dozen coefficients).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pairforge.algebra.arithmetic import repeat
from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.ternary_field import TernaryField

Rows: TypeAlias = NDArray[np.uint64]

_BASE = 16  # Karatsuba stops at this many coefficients or fewer
_WORDS = 32  # words a product handles at a time, so that its work stays in the processor's cache


class _Digits(ABC):
    """Arithmetic of F_p on arrays whose first axis is the planes."""

    planes: int

    @abstractmethod
    def add(self, x: Rows, y: Rows, out: Rows) -> None:
        """Let `out` be x + y; it may be x."""

    @abstractmethod
    def subtract(self, x: Rows, y: Rows, out: Rows) -> None:
        """Let `out` be x - y; it may be x."""

    @abstractmethod
    def multiply(self, x: Rows, y: Rows, out: Rows) -> None:
        """Let `out` be x y, digit by digit; it is neither of them."""


class _Bits(_Digits):
    planes = 1

    def add(self, x: Rows, y: Rows, out: Rows) -> None:
        np.bitwise_xor(x, y, out=out)

    subtract = add

    def multiply(self, x: Rows, y: Rows, out: Rows) -> None:
        np.bitwise_and(x, y, out=out)


class _Trits(_Digits):
    planes = 2

    def add(self, x: Rows, y: Rows, out: Rows) -> None:
        self._combine(x, y[0], y[1], out)

    def subtract(self, x: Rows, y: Rows, out: Rows) -> None:
        self._combine(x, y[1], y[0], out)

    def _combine(self, x: Rows, y1: Rows, y2: Rows, out: Rows) -> None:
        """Let `out` be the sum: seven operations on planes."""
        x1, x2 = x
        either = (x1 | y2) ^ (x2 | y1)
        ones, twos = x1 | y1, x2 | y2
        np.bitwise_xor(twos, either, out=out[0])
        np.bitwise_xor(ones, either, out=out[1])

    def multiply(self, x: Rows, y: Rows, out: Rows) -> None:
        (x1, x2), (y1, y2) = x, y
        np.bitwise_or(x1 & y1, x2 & y2, out=out[0])
        np.bitwise_or(x1 & y2, x2 & y1, out=out[1])


def _polynomial_product(digits: _Digits, a: Rows, b: Rows) -> Rows:
    """The product of two polynomials with rows as coefficients; axis 1 is the degree."""
    planes, m, words = a.shape
    levels = 0
    while -(-m // (1 << levels)) > _BASE:
        levels += 1
    size = -(-m // (1 << levels)) << levels

    def evaluate(x: Rows) -> Rows:
        y = np.zeros((planes, size, 1, words), np.uint64)
        y[:, :m, 0] = x
        for _ in range(levels):
            s, k = y.shape[1] // 2, y.shape[2]
            z = np.empty((planes, s, 3 * k, words), np.uint64)
            z[:, :, :k] = y[:, :s]
            z[:, :, k : 2 * k] = y[:, s:]
            digits.add(y[:, :s], y[:, s:], z[:, :, 2 * k :])
            y = z
        return y

    x, y = evaluate(a), evaluate(b)
    s = x.shape[1]
    product = np.zeros((planes, 2 * s, *x.shape[2:]), np.uint64)  # a row more than the product has: zero
    term = np.empty_like(x)
    for i in range(s):
        digits.multiply(x[:, i : i + 1], y, term)
        part = product[:, i : i + s]
        digits.add(part, term, part)
    for _ in range(levels):
        k = product.shape[2] // 3
        low, high, middle = product[:, :, :k], product[:, :, k : 2 * k], product[:, :, 2 * k :]
        digits.subtract(middle, low, middle)
        digits.subtract(middle, high, middle)
        joined = np.empty((planes, 4 * s, k, words), np.uint64)
        joined[:, : 2 * s] = low
        joined[:, 2 * s :] = high
        part = joined[:, s : 3 * s]
        digits.add(part, middle, part)
        product, s = joined, 2 * s
    result: Rows = product[:, : 2 * m - 1, 0]
    return result


class BatchField:
    """`count` elements of a binary or ternary field side by side; implements `Arithmetic[BatchElement]`."""

    def __init__(self, field: BinaryField | TernaryField, count: int) -> None:
        if count < 1:
            raise ValueError("a batch holds at least one element")
        self.field = field
        self.count = count
        self.degree = field.degree
        self.characteristic = field.characteristic
        self.words = -(-count // 64)
        self.digits: _Digits = _Bits() if self.characteristic == 2 else _Trits()
        self.planes = self.digits.planes
        if isinstance(field, BinaryField):
            terms = [(e, 1) for e in field.exponents[1:]]
            roots = [[field.root_of_x >> i & 1 for i in range(self.degree)]]
        else:
            terms = [(e, -c) for e, c in field.terms[1:]]
            roots = [[int(c) for c in root.to_list()] for root in field.roots_of_x]
        self._tail = terms  # x^m is the sum of c x^e
        self._roots = [
            [(e, c) for e, c in enumerate(root) if c] for root in roots
        ]  # x^(j/p), j = 1, ..., p-1

    def elements(self, values: Sequence[int]) -> BatchElement:
        """The batch of these encodings; `count` of them."""
        if len(values) != self.count:
            raise ValueError(f"a batch of {self.count} elements got {len(values)} values")
        bits = self.planes * self.degree
        width = -(-bits // 8)
        data = b"".join(v.to_bytes(width, "little") for v in values)
        table = np.unpackbits(
            np.frombuffer(data, np.uint8).reshape(self.count, width), axis=1, count=bits, bitorder="little"
        )
        padded = np.zeros((self.planes, self.degree, self.words * 64), np.uint8)
        padded[:, :, : self.count] = table.T.reshape(self.degree, self.planes, self.count).swapaxes(0, 1)
        return BatchElement(
            self, np.packbits(padded, axis=2, bitorder="little").view("<u8").astype(np.uint64)
        )

    def constant(self, c: int) -> BatchElement:
        """The element encoded by `c`, `count` times."""
        rows = np.zeros((self.planes, self.degree, self.words), np.uint64)
        for i in range(self.degree * self.planes):
            if c >> i & 1:
                rows[i % self.planes, i // self.planes] = ~np.uint64(0)
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

    def block(self, name: str) -> None:
        """Names mean nothing here."""

    def add(self, a: Rows, b: Rows) -> Rows:
        """The sum."""
        result = np.empty_like(a)
        self.digits.add(a, b, result)
        return result

    def subtract(self, a: Rows, b: Rows) -> Rows:
        """The difference."""
        result = np.empty_like(a)
        self.digits.subtract(a, b, result)
        return result

    def reduce(self, rows: Rows) -> Rows:
        """Rows of any number, modulo f; `rows` is overwritten."""
        m, tail = self.degree, self._tail
        step = m - tail[0][0] if tail else 1
        top = rows.shape[1]
        while top > m:
            bottom = max(m, top - step)
            for e, c in tail:
                self._accumulate(rows[:, bottom - m + e : top - m + e], c, rows[:, bottom:top])
            top = bottom
        return rows[:, :m]

    def _accumulate(self, target: Rows, c: int, rows: Rows) -> None:
        """Add c times `rows` to `target`, c = 1 or -1 modulo p."""
        if c % self.characteristic == 1:
            self.digits.add(target, rows, target)
        else:
            self.digits.subtract(target, rows, target)

    def multiply(self, a: Rows, b: Rows) -> Rows:
        """The product modulo f."""
        result = np.empty((self.planes, self.degree, self.words), np.uint64)
        for start in range(0, self.words, _WORDS):
            part = slice(start, start + _WORDS)
            result[:, :, part] = self.reduce(_polynomial_product(self.digits, a[:, :, part], b[:, :, part]))
        return result

    def power(self, a: Rows) -> Rows:
        """The p-th power: row i moves to p i."""
        p = self.characteristic
        spread = np.zeros((self.planes, p * (self.degree - 1) + 1, self.words), np.uint64)
        spread[:, ::p] = a
        return self.reduce(spread)

    def root(self, a: Rows) -> Rows:
        """The p-th root: that of the sum of x^j a_j(x^p) is the sum of x^(j/p) a_j(x)."""
        p = self.characteristic
        result = np.zeros((self.planes, 2 * self.degree, self.words), np.uint64)
        first = a[:, ::p]
        result[:, : first.shape[1]] = first
        for j, terms in enumerate(self._roots, 1):
            strand = a[:, j::p]
            for e, c in terms:
                self._accumulate(result[:, e : e + strand.shape[1]], c, strand)
        return self.reduce(result)


class BatchElement:
    """As many values as its `BatchField` counts."""

    __slots__ = ("field", "rows")

    def __init__(self, field: BatchField, rows: Rows) -> None:
        self.field = field
        self.rows = rows

    def __add__(self, other: BatchElement) -> BatchElement:
        return BatchElement(self.field, self.field.add(self.rows, other.rows))

    def __sub__(self, other: BatchElement) -> BatchElement:
        return BatchElement(self.field, self.field.subtract(self.rows, other.rows))

    def __neg__(self) -> BatchElement:
        return BatchElement(self.field, self.rows[::-1])

    def __mul__(self, other: BatchElement) -> BatchElement:
        return BatchElement(self.field, self.field.multiply(self.rows, other.rows))

    def frobenius(self, k: int) -> BatchElement:
        """The p^k-th powers, by p-th powers or roots, whichever are fewer."""
        rows, m = self.rows, self.field.degree
        k %= m
        if 2 * k <= m:
            for _ in range(k):
                rows = self.field.power(rows)
        else:
            for _ in range(m - k):
                rows = self.field.root(rows)
        return BatchElement(self.field, rows)

    def values(self) -> list[int]:
        """The encodings, `count` of them."""
        field = self.field
        bits = np.unpackbits(
            np.ascontiguousarray(self.rows, "<u8").view(np.uint8),
            axis=2,
            count=field.count,
            bitorder="little",
        )
        table = bits.swapaxes(0, 1).reshape(field.degree * field.planes, field.count)
        packed = np.packbits(table.T, axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in packed]


def run_batch(
    field: BinaryField | TernaryField,
    algorithm: Callable[..., tuple[BatchElement, ...]],
    cases: Sequence[Sequence[int]],
) -> list[tuple[int, ...]]:
    """The outputs of `algorithm(k, *inputs)` for every case's inputs, all cases at once; encodings in and
    out.
    """
    if not cases:
        return []
    k = BatchField(field, len(cases))
    outputs = algorithm(k, *map(k.elements, zip(*cases, strict=True)))
    return list(zip(*(output.values() for output in outputs), strict=True))
