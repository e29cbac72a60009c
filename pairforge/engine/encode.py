"""Integers as the vectors have them, and the engine's bytes: little-endian, all of one width."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Nested: TypeAlias = Sequence["int | Nested"]
"""Coefficients in lists or tuples; nested as in the vectors, or flat."""


def flat(given: Nested) -> list[int]:
    """The integers of a nest, in order; ValueError where something else is in it."""
    found: list[int] = []
    for entry in given:
        if isinstance(entry, (list, tuple)):
            found.extend(flat(entry))
            continue
        try:
            found.append(operator.index(entry))  # type: ignore[arg-type]
        except TypeError:
            raise ValueError(f"coefficient {len(found)} is {type(entry).__name__}, not an integer") from None
    return found


def to_bytes(given: Nested, count: int, width: int) -> bytes:
    """`count` coefficients, `width` bytes each; ValueError says which of them cannot be one."""
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise ValueError(f"expected {count} coefficients, got {type(given).__name__}")
    values = flat(given)
    if len(values) != count:
        raise ValueError(f"expected {count} coefficients, got {len(values)}")
    for i, value in enumerate(values):
        if value < 0 or value.bit_length() > 8 * width:
            raise ValueError(f"coefficient {i} is not a canonical field element")
    return b"".join([value.to_bytes(width, "little") for value in values])


def from_bytes(data: bytes, width: int) -> tuple[int, ...]:
    """The coefficients of a value."""
    return tuple([int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)])


def scalar_bytes(scalar: int, least: int) -> bytes:
    """A scalar in at least so many bytes, little-endian: scalars below the order all take the same time."""
    return scalar.to_bytes(max(least, -(-scalar.bit_length() // 8)), "little")


def all_scalar_bytes(scalars: Sequence[int]) -> tuple[bytes, int]:
    """The magnitudes of scalars, little-endian, and how many bytes each has."""
    width = max((-(-scalar.bit_length() // 8) for scalar in scalars), default=0)
    return b"".join([abs(scalar).to_bytes(width, "little") for scalar in scalars]), width


def halves(values: Iterable[int]) -> tuple[int | tuple[int, ...], ...]:
    """A point's coefficients as its two coordinates, nested where these are in an extension field."""
    row = tuple(values)
    if len(row) == 2:
        return row
    middle = len(row) // 2
    return row[:middle], row[middle:]
