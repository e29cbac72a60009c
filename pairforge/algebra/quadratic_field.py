"""F_p2 = F_p(i), i^2 = -1, as an arithmetic that algorithms and programs run over: the exact model.

An element is encoded as one integer: its real part, and above it, from bit n on, its imaginary part, n the
bits of p.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairforge.algebra.arithmetic import climb, repeat


@dataclass(frozen=True)
class Quadratic:
    """a + b i modulo p."""

    p: int
    a: int
    b: int

    def _made(self, a: int, b: int) -> Quadratic:
        return Quadratic(self.p, a % self.p, b % self.p)

    def __add__(self, other: Quadratic) -> Quadratic:
        return self._made(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Quadratic) -> Quadratic:
        return self._made(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Quadratic:
        return self._made(-self.a, -self.b)

    def __mul__(self, other: Quadratic) -> Quadratic:
        return self._made(self.a * other.a - self.b * other.b, self.a * other.b + self.b * other.a)

    def frobenius(self, k: int) -> Quadratic:
        """The conjugate where k is odd."""
        return self._made(self.a, -self.b) if k % 2 else self

    def times_i(self) -> Quadratic:
        """i x."""
        return self._made(-self.b, self.a)

    @property
    def encoded(self) -> int:
        """The element as an integer."""
        return self.a | self.b << self.p.bit_length()


@dataclass(frozen=True)
class QuadraticArithmetic:
    """The field of p^2 elements, p = 3 (mod 4)."""

    characteristic: int
    degree = 2

    def constant(self, c: int) -> Quadratic:
        """The element that `c` encodes."""
        n = self.characteristic.bit_length()
        return Quadratic(self.characteristic, c & (1 << n) - 1, c >> n)

    def real(self, x: Quadratic) -> Quadratic:
        """The real part."""
        return Quadratic(self.characteristic, x.a, 0)

    def inverse(self, x: Quadratic) -> Quadratic:
        """1/x of an element of F_p, and 0 of 0.

        Raises ValueError for any other element: what is inverted is a norm.
        """
        if x.b:
            raise ValueError("only elements of F_p are inverted")
        return Quadratic(self.characteristic, pow(x.a, self.characteristic - 2, self.characteristic), 0)

    def block(self, name: str) -> None:
        """Nothing."""

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[Quadratic, ...],
        body: Callable[[tuple[Quadratic, ...]], tuple[Quadratic, ...]],
    ) -> tuple[Quadratic, ...]:
        """The body, so many times."""
        return repeat(count, state, body)

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[Quadratic, ...],
        body: Callable[[tuple[Quadratic, ...]], tuple[Quadratic, ...]],
    ) -> tuple[Quadratic, ...]:
        """The body, for each bit."""
        return climb(bits, state, body)
