"""F_p for an odd prime p of any size: exact scalar arithmetic on Python integers, and decisions on them.

An element is held as its residue from 0 to p - 1, which is the encoding of the vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from flint import fmpz

from pairforge.algebra.arithmetic import climb, repeat, rotated
from pairforge.algebra.sha256 import compressed
from pairforge.errors import UserError


class PrimeField:
    """F_p; implements `DecidingArithmetic[PrimeElement]`.

    Raises
    ------
    UserError
        p is no odd prime.
    """

    degree = 1

    def __init__(self, p: int) -> None:
        if p < 3 or not fmpz(p).is_probable_prime():
            raise UserError(f"field: {p} is no odd prime")
        self.characteristic = p

    def constant(self, c: int) -> PrimeElement:
        """The residue `c`, 0 <= c < p."""
        if not 0 <= c < self.characteristic:
            raise ValueError(f"{c:#x} is no residue modulo {self.characteristic:#x}")
        return PrimeElement(self.characteristic, c)

    def given(self, n: int) -> GivenElement:
        """What comes in as the integer n >= 0, which may be p or more."""
        return GivenElement(self.characteristic, n)

    def complaint(self, c: int) -> str | None:
        """Why an integer is no residue, or None if it is one."""
        if 0 <= c < self.characteristic:
            return None
        return f"is not from 0 to p - 1, p of {self.characteristic.bit_length()} bits"

    def inverse(self, x: PrimeElement) -> PrimeElement:
        """1/x, and 0 of 0."""
        p = self.characteristic
        return PrimeElement(p, pow(x.value, -1, p) if x.value else 0)

    def integer(self, x: PrimeElement) -> PrimeElement:
        """The residue, which is how an element is held; of an input that integer which came in."""
        return PrimeElement(x.p, x.came) if isinstance(x, GivenElement) else x

    def element(self, n: PrimeElement) -> PrimeElement:
        """The same value."""
        return n

    def select(self, n: PrimeElement, bit: int, one: PrimeElement, zero: PrimeElement) -> PrimeElement:
        """`one` where that bit of n is 1, else `zero`."""
        return one if n.value >> bit & 1 else zero

    def shift(self, n: PrimeElement, places: int) -> PrimeElement:
        """The integer part of n / 2^places."""
        return PrimeElement(self.characteristic, n.value >> places)

    def rotate(self, n: PrimeElement, width: int, places: int) -> PrimeElement:
        """The lowest `width` bits of n, rotated towards higher bits; 2^width < p."""
        return PrimeElement(self.characteristic, rotated(n.value, width, places))

    def less(self, a: PrimeElement, b: PrimeElement) -> PrimeElement:
        """1 where a < b, else 0."""
        return PrimeElement(self.characteristic, int(a.value < b.value))

    def equal(self, a: PrimeElement, b: PrimeElement) -> PrimeElement:
        """1 where a = b, else 0."""
        return PrimeElement(self.characteristic, int(a.value == b.value))

    def xor(self, a: PrimeElement, b: PrimeElement) -> PrimeElement:
        """Two integers, bit by bit, without the highest bit of p."""
        low = (1 << self.characteristic.bit_length() - 1) - 1
        return PrimeElement(self.characteristic, (a.value ^ b.value) & low)

    def sha256(self, state: PrimeElement, high: PrimeElement, low: PrimeElement) -> PrimeElement:
        """The state of SHA-256 behind a block; 2^256 < p."""
        return PrimeElement(self.characteristic, compressed(state.value, high.value, low.value))

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[PrimeElement, ...],
        body: Callable[[tuple[PrimeElement, ...]], tuple[PrimeElement, ...]],
    ) -> tuple[PrimeElement, ...]:
        """Apply `body` to `state` `count` times."""
        return repeat(count, state, body)

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[PrimeElement, ...],
        body: Callable[[tuple[PrimeElement, ...]], tuple[PrimeElement, ...]],
    ) -> tuple[PrimeElement, ...]:
        """Apply `body` to `state` once for each bit (`PrimeArithmetic.ladder`)."""
        return climb(bits, state, body)

    def block(self, name: str) -> None:
        """Names mean nothing here."""

    @property
    def steps(self) -> bool:
        """Steps mean nothing either."""
        return False

    def step(self) -> None:
        """As `block`."""

    def random(self, rng: Random) -> PrimeElement:
        """A uniformly random element."""
        return PrimeElement(self.characteristic, rng.randrange(self.characteristic))

    def __iter__(self) -> Iterator[PrimeElement]:
        return (PrimeElement(self.characteristic, c) for c in range(self.characteristic))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PrimeField) and other.characteristic == self.characteristic

    def __hash__(self) -> int:
        return hash(self.characteristic)

    def __repr__(self) -> str:
        return f"PrimeField({self.characteristic:#x})"


class PrimeElement:
    """A residue modulo p."""

    __slots__ = ("p", "value")

    def __init__(self, p: int, value: int) -> None:
        self.p = p
        self.value = value

    def __add__(self, other: PrimeElement) -> PrimeElement:
        total = self.value + other.value
        return PrimeElement(self.p, total - self.p if total >= self.p else total)

    def __sub__(self, other: PrimeElement) -> PrimeElement:
        difference = self.value - other.value
        return PrimeElement(self.p, difference + self.p if difference < 0 else difference)

    def __neg__(self) -> PrimeElement:
        return PrimeElement(self.p, self.p - self.value if self.value else 0)

    def __mul__(self, other: PrimeElement) -> PrimeElement:
        return PrimeElement(self.p, self.value * other.value % self.p)

    def frobenius(self, k: int) -> PrimeElement:
        """x^(p^k) = x."""
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PrimeElement) and (self.p, self.value) == (other.p, other.value)

    def __hash__(self) -> int:
        return hash(self.value)

    def __int__(self) -> int:
        return self.value

    def __bool__(self) -> bool:
        return self.value != 0

    def __repr__(self) -> str:
        return f"{self.value:#x}"


class GivenElement(PrimeElement):
    """The residue of an integer that came in."""

    __slots__ = ("came",)

    def __init__(self, p: int, came: int) -> None:
        super().__init__(p, came % p)
        self.came = came
