"""F_p, or F_p2 = F_p(i), p a large prime, with coefficients from an extension of F_p as large as one likes.

A program over F_p is evaluated at points over the extension: functions that differ there as rational
functions differ at all but a small share of the points. Decisions are functions that mean nothing: what they
give is SHAKE-256 of a key and their operands. The Frobenius map is that of F_p2 and leaves coefficients
alone. A ladder to the power p - 2 is the inversion that it is over F_p.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fq_default_ctx

from pairforge.algebra.arithmetic import repeat
from pairforge.errors import CheckError
from pairforge.evidence.identity.inversion import climb_or_invert
from pairforge.pairings.lucas import FERMAT


@dataclass(frozen=True, slots=True)
class Extended:
    """a, or a + b i; `b` is None over F_p."""

    a: Any
    b: Any = None

    def __add__(self, other: Extended) -> Extended:
        if self.b is None:
            return Extended(self.a + other.a)
        return Extended(self.a + other.a, self.b + other.b)

    def __sub__(self, other: Extended) -> Extended:
        if self.b is None:
            return Extended(self.a - other.a)
        return Extended(self.a - other.a, self.b - other.b)

    def __neg__(self) -> Extended:
        return Extended(-self.a, None if self.b is None else -self.b)

    def __mul__(self, other: Extended) -> Extended:
        if self.b is None:
            return Extended(self.a * other.a)
        return Extended(self.a * other.a - self.b * other.b, self.a * other.b + self.b * other.a)

    def frobenius(self, k: int) -> Extended:
        """Over F_p2 the conjugate where k is odd."""
        return Extended(self.a, -self.b) if k % 2 and self.b is not None else self

    def times_i(self) -> Extended:
        """i x."""
        return Extended(-self.b, self.a)


class ExtendedPrimeField:
    """Implements `KeepingArithmetic[Extended]` as far as programs take it.

    `p`: the prime. `degree`: 1, or 2 for F_p2. `extension`: of the coefficients over F_p. `key`: of what
    decisions give.
    """

    def __init__(self, p: int, degree: int, extension: int, key: bytes) -> None:
        self.characteristic, self.degree, self.extension = p, degree, extension
        self._key = key

    @cached_property
    def field(self) -> Any:
        """Of the coefficients, of python-flint."""
        return fq_default_ctx(self.characteristic, self.extension)

    @property
    def bits(self) -> int:
        """The size of the set from which a coefficient is drawn is at least two to this power."""
        return (self.characteristic.bit_length() - 1) * self.extension

    def variable(self, name: str) -> Extended:
        """A random element, the same for the same name and key."""
        parts = [self._random(f"{name}.{i}".encode()) for i in range(self.degree)]
        return Extended(*parts)

    def constant(self, c: int) -> Extended:
        """The element that `c` encodes; over F_p2 its imaginary part is above the bits of p."""
        if self.degree == 1:
            return Extended(self.field(c))
        n = self.characteristic.bit_length()
        return Extended(self.field(c & (1 << n) - 1), self.field(c >> n))

    def inverse(self, x: Extended) -> Extended:
        """1/x.

        Raises
        ------
        CheckError
            There is none.
        """
        norm = x.a if x.b is None else x.a * x.a + x.b * x.b
        if norm.is_zero():
            raise CheckError("what is inverted is 0 at a random point")
        over = norm.inverse()
        return Extended(over) if x.b is None else Extended(x.a * over, -x.b * over)

    def real(self, x: Extended) -> Extended:
        """The real part."""
        return Extended(x.a, self.field(0))

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[Extended, ...],
        body: Callable[[tuple[Extended, ...]], tuple[Extended, ...]],
    ) -> tuple[Extended, ...]:
        """Apply `body` to `state` `count` times."""
        return repeat(count, state, body)

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[Extended, ...],
        body: Callable[[tuple[Extended, ...]], tuple[Extended, ...]],
    ) -> tuple[Extended, ...]:
        """As `PrimeArithmetic.ladder`, or the inverse of the first.

        Raises
        ------
        CheckError
            One to the power p - 2 does not begin with x and x^2.
        """
        if name == FERMAT and state[1] != state[0] * state[0]:
            raise CheckError("an inversion that does not begin with x and x^2")
        return climb_or_invert(self, name, bits, state, body)

    def block(self, name: str) -> None:
        """Names mean nothing here."""

    # -- decisions ------------------------------------------------------------------------------------------

    def integer(self, x: Extended) -> Extended:
        """The same value: the residue is one of the field too."""
        return x

    def element(self, n: Extended) -> Extended:
        """The same value."""
        return n

    def select(self, n: Extended, bit: int, one: Extended, zero: Extended) -> Extended:
        """b one + (1 - b) zero, b a function of n that means nothing."""
        return self._decided(f"select {bit}", n) * (one - zero) + zero

    def shift(self, n: Extended, places: int) -> Extended:
        """A function that means nothing."""
        return self._decided(f"shift {places}", n)

    def rotate(self, n: Extended, width: int, places: int) -> Extended:
        """A function that means nothing."""
        return self._decided(f"rotate {width} {places}", n)

    def less(self, a: Extended, b: Extended) -> Extended:
        """A function that means nothing."""
        return self._decided("less", a, b)

    def equal(self, a: Extended, b: Extended) -> Extended:
        """A function that means nothing but that it is the same for multiples of both by one number.

        A machine compares representations, which are multiples of the elements.
        """
        if a.a.is_zero() and b.a.is_zero():
            return self._decided("equal")
        first, second = (b, a) if a.a.is_zero() else (a, b)
        over = first.a.inverse()
        return self._decided(
            f"equal {first is a}", Extended(first.a.frobenius() * over), Extended(second.a * over)
        )

    def xor(self, a: Extended, b: Extended) -> Extended:
        """A function that means nothing but that it is 0 of two values that are the same."""
        return Extended(self.field(0)) if a.a == b.a else self._decided("xor", a, b)

    def sha256(self, state: Extended, high: Extended, low: Extended) -> Extended:
        """A function that means nothing."""
        return self._decided("sha256", state, high, low)

    def keep(self, place: Extended, secret: Extended) -> Extended:
        """A function that means nothing."""
        return self._decided("keep", place, secret)

    def kept(self, place: Extended) -> Extended:
        """A function that means nothing."""
        return self._decided("kept", place)

    def _decided(self, what: str, *operands: Extended) -> Extended:
        message = repr((what, [self._digits(x.a) for x in operands])).encode()
        return Extended(self._random(message))

    @staticmethod
    def _digits(x: Any) -> Sequence[int]:
        return [int(c) for c in x.to_list()]

    def _random(self, message: bytes) -> Any:
        size = -(-self.characteristic.bit_length() // 8) + 16  # nearly uniform modulo p
        stream = hashlib.shake_256(self._key + message).digest(size * self.extension)
        parts = (stream[i * size : (i + 1) * size] for i in range(self.extension))
        return self.field([int.from_bytes(part, "little") for part in parts])
