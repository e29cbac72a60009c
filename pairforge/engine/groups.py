"""The groups of a pairing: points, and values of the pairing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from pairforge.engine import _native
from pairforge.engine.arguments import (
    byte_bound,
    count,
    integer,
    items,
    octets,
    octets_of_each,
    seed_bytes,
    thread_count,
)
from pairforge.engine.encode import Nested, all_scalar_bytes, from_bytes, halves, scalar_bytes, to_bytes


class Group:
    """G1 or G2. A symmetric pairing has one group in both places.

    `place`: its pairing, and its name there.
    """

    def __init__(self, name: str, native: _native.Group, place: tuple[object, str]) -> None:
        self.name = name
        self.place = place
        self.native = native
        self.count, self.width = native.shape
        self.order = int.from_bytes(native.order, "little")
        """The prime order r of the subgroup that protocols use."""
        self.scalar_bytes = -(-self.order.bit_length() // 8)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, self.place

    @property
    def generator(self) -> Point:
        """Of the subgroup of order r."""
        return Point(self, self.native.generator())

    @property
    def identity(self) -> Point:
        """The point at infinity."""
        return Point(self, self.native.identity())

    def random(self, seed: int | bytes | None = None) -> Point:
        """A point that the pairing takes; from the system's entropy where there is no seed."""
        return self.random_points(1, seed)[0]

    def random_points(self, number: int, seed: int | bytes | None = None) -> list[Point]:
        """So many points; the same for the same seed."""
        natives = self.native.random(seed_bytes(seed), count(number, "number"))
        return [Point(self, native) for native in natives]

    def hash(self, message: bytes, dst: bytes) -> Point:
        """The point of order r that a message hashes to, under a domain separation tag that is not empty."""
        return Point(self, self.native.hash(octets(message, "message"), octets(dst, "dst")))

    def point(self, given: PointLike) -> Point:
        """Coordinates as a point, checked: ValueError says why they are none that the pairing takes."""
        if isinstance(given, Point):
            if given.group is not self:
                raise ValueError(f"a point of {given.group.name}, not of {self.name}")
            return given
        return Point(self, self.native.read(to_bytes(given, self.count, self.width)))

    def check(self, given: PointLike) -> None:
        """Refuse what is no point of the curve, or lies outside the subgroup that the pairing needs."""
        self.point(given)

    def mul(self, point: PointLike, scalar: int) -> Point:
        """A multiple of a point."""
        return self.point(point) * scalar

    def multi_mul(self, points: Sequence[PointLike], scalars: Sequence[int], threads: int = 1) -> Point:
        """The sum of scalar times point over all terms, for **public** scalars, on so many cores (0: all).

        For tens of terms and more far faster than one by one. ValueError says which point is none.
        """
        threads = thread_count(threads)
        factors = _integers(scalars)
        checked = self._points(points)
        if len(checked) != len(factors):
            raise ValueError(f"{len(checked)} points but {len(factors)} scalars")
        terms = [
            (-point if factor < 0 else point).native for point, factor in zip(checked, factors, strict=True)
        ]
        data, width = all_scalar_bytes(factors)
        return Point(self, self.native.multi_mul(terms, data, width, threads))

    def fixed_base(self, point: PointLike, *, most_bytes: int | None = None) -> FixedBase:
        """A table for multiples of one point, which is public: large primes have faster ones by it.

        `most_bytes`: what it may take; by default as much as the fastest one for secret scalars takes.
        ValueError says what the smallest one has.
        """
        return FixedBase(self, self.native.fixed_base(self.point(point).native, byte_bound(most_bytes)))

    def fixed_bases(
        self, points: Sequence[PointLike], *, most_bytes: int | None = None, threads: int = 1
    ) -> FixedBases:
        """A table for sums of multiples of these points; `most_bytes` as for one point.

        `threads`: 0 takes all cores. ValueError says which point is none.
        """
        bound, threads = byte_bound(most_bytes), thread_count(threads)
        natives = [point.native for point in self._points(points)]
        return FixedBases(self, len(natives), self.native.fixed_bases(natives, bound, threads))

    def _points(self, points: Sequence[PointLike]) -> list[Point]:
        """All of them, checked; ValueError says which is none."""
        checked: list[Point] = []
        for i, given in enumerate(items(points, "points")):
            try:
                checked.append(self.point(given))
            except ValueError as error:
                raise ValueError(f"point {i}: {error}") from None
        return checked

    def encode(self, point: PointLike, *, compressed: bool = True) -> bytes:
        """A point as bytes, the one at infinity included."""
        return self.native.encode(self.point(point).native, compressed)

    def decode(self, data: bytes) -> Point:
        """The point that was encoded, compressed or not; ValueError for anything else."""
        data = octets(data, "data")
        short, long = self.native.encoded_bytes
        if len(data) not in (short, long):
            raise ValueError(
                f"{len(data)} bytes where {short} (compressed) or {long} (uncompressed) are needed"
            )
        return Point(self, self.native.decode(data, len(data) == short))

    def decode_all(
        self, encodings: Sequence[bytes], *, seed: int | bytes | None = None, threads: int = 1
    ) -> list[Point]:
        """Many compressed points; ValueError names the first that is refused.

        Over large primes faster than one by one. There it misses a point outside the subgroup with a
        probability of at most 2^-128. `seed`: what nobody could guess when the encodings were made; by
        default from the system. `threads`: 0 takes all cores.
        """
        given = octets_of_each(encodings, "encodings")
        points = self.native.decode_all(given, seed_bytes(seed), thread_count(threads))
        return [Point(self, native) for native in points]


class Point:
    """A point, checked when it was made. Iterates over its coordinates as the vectors have them."""

    __slots__ = ("group", "native")

    def __init__(self, group: Group, native: _native.Point) -> None:
        self.group = group
        self.native = native

    @property
    def coordinates(self) -> tuple[int | tuple[int, ...], ...]:
        """(x, y), each an integer or a tuple of them; ValueError for the point at infinity."""
        return halves(from_bytes(self.group.native.write(self.native), self.group.width))

    def __iter__(self) -> Iterator[int | tuple[int, ...]]:
        return iter(self.coordinates)

    def is_identity(self) -> bool:
        """Whether this is the point at infinity."""
        return self.group.native.is_identity(self.native)

    def is_in_subgroup(self) -> bool:
        """Whether r times the point is the point at infinity."""
        return self.group.native.is_in_subgroup(self.native)

    def encode(self, *, compressed: bool = True) -> bytes:
        """As bytes."""
        return self.group.encode(self, compressed=compressed)

    def __bytes__(self) -> bytes:
        return self.encode()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.group.decode, (self.encode(),)

    def __add__(self, other: Point) -> Point:
        if isinstance(other, int):
            return NotImplemented
        return Point(self.group, self.group.native.add(self.native, self.group.point(other).native))

    def __radd__(self, other: int) -> Point:
        """With 0, as `sum` begins with it."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __sub__(self, other: Point) -> Point:
        if isinstance(other, int):
            return NotImplemented
        return self + -self.group.point(other)

    def __neg__(self) -> Point:
        return Point(self.group, self.group.native.neg(self.native))

    def double(self) -> Point:
        """Twice the point."""
        return Point(self.group, self.group.native.double(self.native))

    def __mul__(self, scalar: int) -> Point:
        if not hasattr(scalar, "__index__"):
            return NotImplemented
        scalar = integer(scalar, "scalar")
        data = scalar_bytes(abs(scalar), self.group.scalar_bytes)
        product = Point(self.group, self.group.native.mul(self.native, data))
        return -product if scalar < 0 else product

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Point):
            return NotImplemented
        return self.group is other.group and self.group.native.equal(self.native, other.native)

    def __hash__(self) -> int:
        return hash(self.encode())

    def __repr__(self) -> str:
        place = "infinity" if self.is_identity() else repr(self.coordinates)
        return f"<point of {self.group.name}: {place}>"


class FixedBase:
    """A table for multiples of one point."""

    __slots__ = ("group", "native")

    def __init__(self, group: Group, native: _native.FixedBase) -> None:
        self.group = group
        self.native = native

    @property
    def nbytes(self) -> int:
        """Bytes of the table."""
        return self.native.bytes

    def __mul__(self, scalar: int) -> Point:
        """In constant time, as multiples of points."""
        if not hasattr(scalar, "__index__"):
            return NotImplemented
        scalar = integer(scalar, "scalar")
        data = scalar_bytes(abs(scalar), self.group.scalar_bytes)
        product = Point(self.group, self.native.mul(data))
        return -product if scalar < 0 else product

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"<table of a point of {self.group.name}: {self.nbytes} bytes>"


class FixedBases:
    """A table for sums of multiples of some points."""

    __slots__ = ("group", "native", "number")

    def __init__(self, group: Group, number: int, native: _native.FixedBases) -> None:
        self.group = group
        self.number = number
        self.native = native

    def __len__(self) -> int:
        return self.number

    @property
    def nbytes(self) -> int:
        """Bytes of the table."""
        return self.native.bytes

    def multi_mul(self, scalars: Sequence[int], threads: int = 1) -> Point:
        """The sum of all multiples, for **public** scalars, on so many cores (0: all)."""
        threads = thread_count(threads)
        factors = _integers(scalars)
        if len(factors) != self.number:
            raise ValueError(f"{self.number} points but {len(factors)} scalars")
        positive = self._sum([max(factor, 0) for factor in factors], threads)
        if all(factor >= 0 for factor in factors):
            return positive
        return positive - self._sum([max(-factor, 0) for factor in factors], threads)

    def _sum(self, scalars: Sequence[int], threads: int) -> Point:
        return Point(self.group, self.native.multi_mul(*all_scalar_bytes(scalars), threads))

    def __repr__(self) -> str:
        return f"<table of {self.number} points of {self.group.name}: {self.nbytes} bytes>"


def _integers(scalars: Sequence[int]) -> list[int]:
    """The scalars of a sum (TypeError says which is none)."""
    return [integer(scalar, f"scalars[{i}]") for i, scalar in enumerate(items(scalars, "scalars"))]


PointLike: TypeAlias = Point | Nested
"""A point, or its coordinates: nested as in the vectors, or flat."""


class TargetGroup:
    """The group of a pairing's values, written multiplicatively."""

    def __init__(self, name: str, native: _native.Target, place: tuple[object, str]) -> None:
        self.name = name
        self.place = place
        self.native = native
        self.count, self.width = native.shape

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, self.place

    @property
    def one(self) -> Value:
        """The neutral element."""
        return Value(self, self.native.one())

    def value(self, given: ValueLike) -> Value:
        """Coefficients as a value, checked: ValueError says why they are none of this group."""
        if isinstance(given, Value):
            if given.group is not self:
                raise ValueError(f"a value of {given.group.name}, not of {self.name}")
            return given
        return Value(self, self.native.read(to_bytes(given, self.count, self.width)))

    def decode(self, data: bytes) -> Value:
        """The value that was encoded; ValueError for anything else."""
        data = octets(data, "data")
        if len(data) != self.count * self.width:
            raise ValueError(f"{len(data)} bytes where {self.count * self.width} are needed")
        return self.value(from_bytes(data, self.width))

    def is_member(self, given: ValueLike) -> bool:
        """Whether these coefficients are a value of the group."""
        try:
            self.value(given)
        except ValueError:
            return False
        return True


class Value:
    """A value of a pairing. Iterates over its coefficients in the order of the vectors, and equals a tuple of
    them.
    """

    __slots__ = ("group", "native")

    def __init__(self, group: TargetGroup, native: _native.Value) -> None:
        self.group = group
        self.native = native

    @property
    def coefficients(self) -> tuple[int, ...]:
        """Integers, in the order of the vectors."""
        return from_bytes(self.group.native.write(self.native), self.group.width)

    def encode(self) -> bytes:
        """The coefficients in their order, the lowest byte of each first: a row of `batch`."""
        return bytes(self.group.native.write(self.native))

    def __bytes__(self) -> bytes:
        return self.encode()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.group.decode, (self.encode(),)

    def __iter__(self) -> Iterator[int]:
        return iter(self.coefficients)

    def __len__(self) -> int:
        return self.group.count

    def __mul__(self, other: Value) -> Value:
        if not isinstance(other, (Value, list, tuple)):
            return NotImplemented
        return Value(self.group, self.group.native.mul(self.native, self.group.value(other).native))

    def __truediv__(self, other: Value) -> Value:
        if not isinstance(other, (Value, list, tuple)):
            return NotImplemented
        return self * self.group.value(other).inverse()

    def square(self) -> Value:
        """By the formula that holds in this group alone."""
        return Value(self.group, self.group.native.square(self.native))

    def inverse(self) -> Value:
        """By conjugation."""
        return Value(self.group, self.group.native.inverse(self.native))

    def __pow__(self, exponent: int) -> Value:
        if not hasattr(exponent, "__index__"):
            return NotImplemented
        exponent = integer(exponent, "exponent")
        power = Value(self.group, self.group.native.pow(self.native, scalar_bytes(abs(exponent), 1)))
        return power.inverse() if exponent < 0 else power

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value):
            return self.group is other.group and self.coefficients == other.coefficients
        return self.coefficients == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.coefficients)

    def __repr__(self) -> str:
        return f"<value of {self.group.name}: {self.coefficients}>"


ValueLike: TypeAlias = Value | Nested
"""A value, or its coefficients."""
