"""What a pairing algorithm may ask of a field: the elements' operators, constants, and counted loops.

Every algorithm in `pairforge.pairings` is written over these two protocols and nothing else, so that it runs
on exact elements (the model, scalar or in batches), on counters, and on symbols (the tracer).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, Self, TypeVar


class Element(Protocol):
    """An element of F_(p^m). No division: inversions are written out in multiplications and Frobenius."""

    def __add__(self, other: Self, /) -> Self: ...

    def __sub__(self, other: Self, /) -> Self: ...

    def __neg__(self) -> Self: ...

    def __mul__(self, other: Self, /) -> Self: ...

    def frobenius(self, k: int, /) -> Self:
        """The power x^(p^k); `k` may be negative (the inverse map) or exceed the degree."""
        ...


E = TypeVar("E", bound=Element)


class Arithmetic(Protocol[E]):
    """The field an algorithm runs over, and how it runs."""

    @property
    def characteristic(self) -> int:
        """The prime p."""
        ...

    @property
    def degree(self) -> int:
        """The degree m over the prime field."""
        ...

    def constant(self, c: int) -> E:
        """The element whose encoding (that of the vectors) is `c`."""
        ...

    def loop(
        self, name: str, count: int, state: tuple[E, ...], body: Callable[[tuple[E, ...]], tuple[E, ...]]
    ) -> tuple[E, ...]:
        """Apply `body` to `state` `count` times. A tracer calls `body` once, on symbols."""
        ...

    def block(self, name: str) -> None:
        """What follows, up to the next loop or name, is called `name`; machines may have units for it."""
        ...


class PrimeArithmetic(Arithmetic[E], Protocol[E]):
    """What the algorithms over a large prime field may also ask for; the Frobenius map does nothing there."""

    def inverse(self, x: E) -> E:
        """1/x, and 0 of 0."""
        ...

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[E, ...],
        body: Callable[[tuple[E, ...]], tuple[E, ...]],
    ) -> tuple[E, ...]:
        """Apply `body` to `state` once for each of `bits`, which are constants.

        Where the bit is 1, the first two entries of the state are exchanged before the body and exchanged
        back after it. A tracer calls `body` once, on symbols.
        """
        ...


class DecidingArithmetic(PrimeArithmetic[E], Protocol[E]):
    """What algorithms with decisions on values may ask for: every operation takes the same time for all.

    An *integer* is a value from 0 to p - 1 that stands for itself, whatever form a machine gives to elements:
    sums and differences of integers are such modulo p, and so is the product of an element and an integer.
    """

    @property
    def steps(self) -> bool:
        """Whether steps that several jobs have in common are there once for all of them."""
        ...

    def step(self) -> None:
        """Here a step begins or ends that other jobs have too; it means something where there are `steps`,
        outside of loops.
        """
        ...

    def integer(self, x: E) -> E:
        """The residue of an element, as an integer."""
        ...

    def element(self, n: E) -> E:
        """The element of which an integer is the residue."""
        ...

    def select(self, n: E, bit: int, one: E, zero: E) -> E:
        """`one` where that bit of the integer n is 1, else `zero`: both elements, or both integers."""
        ...

    def shift(self, n: E, places: int) -> E:
        """The integer part of n / 2^places."""
        ...

    def rotate(self, n: E, width: int, places: int) -> E:
        """The lowest `width` bits of n, rotated to the left, towards higher bits; 2^width < p."""
        ...

    def less(self, a: E, b: E) -> E:
        """1 where the integer a is less than the integer b, else 0."""
        ...

    def equal(self, a: E, b: E) -> E:
        """1 where two integers, or two elements, are equal, else 0."""
        ...

    def xor(self, a: E, b: E) -> E:
        """Two integers, bit by bit: all bits that integers below p can have but the highest."""
        ...

    def sha256(self, state: E, high: E, low: E) -> E:
        """The state of SHA-256 behind a block: integers of 256 bits, first words highest; 2^256 < p."""
        ...


PLACES = 4
"""How many secrets a core keeps between jobs, in places 0, 1, ..., where its design does not say."""


class KeepingArithmetic(DecidingArithmetic[E], Protocol[E]):
    """What algorithms that keep secrets between one run and the next may ask for.

    A place holds an integer; 0 stands for nothing, which is what all hold after a reset. A run stores once or
    reads once, or does neither: nothing says which of two would come first.
    """

    def keep(self, place: E, secret: E) -> E:
        """Store an integer in the place of that number. 1 where there is that place, else 0, nothing done."""
        ...

    def kept(self, place: E) -> E:
        """The integer in the place of that number; 0 where there is no such place."""
        ...


def rotated(n: int, width: int, places: int) -> int:
    """The plain meaning of `DecidingArithmetic.rotate`: the lowest `width` bits of n, towards higher bits."""
    mask = (1 << width) - 1
    low = n & mask
    return (low << places | low >> width - places) & mask


def repeat(count: int, state: tuple[E, ...], body: Callable[[tuple[E, ...]], tuple[E, ...]]) -> tuple[E, ...]:
    """The plain meaning of `Arithmetic.loop`, for implementations that compute."""
    for _ in range(count):
        state = body(state)
    return state


def climb(
    bits: Sequence[int], state: tuple[E, ...], body: Callable[[tuple[E, ...]], tuple[E, ...]]
) -> tuple[E, ...]:
    """The plain meaning of `PrimeArithmetic.ladder`, for implementations that compute."""
    for bit in bits:
        a, b, *rest = state
        a, b, *rest = body((b, a, *rest) if bit else (a, b, *rest))
        state = (b, a, *rest) if bit else (a, b, *rest)
    return state
