"""Points and scalars of precompiles as bytes, the highest one first; the point at infinity is all zeros."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pairforge.jobs.precompiles.failures import Failure, PrecompileError
from pairforge.pairings.computation import Encoded

SCALAR = 32
"""Bytes of a scalar."""


@dataclass(frozen=True)
class Encoding:
    """How a curve's elements stand in bytes.

    size: bytes of an element of F_p. used: the lowest of them that may be other than zero. high_first: of an
    element of F_p2 the coefficient of i comes first.
    """

    size: int
    used: int
    high_first: bool

    def element(self, data: bytes) -> int:
        """The integer; whether it is below p, the jobs say (PrecompileError: padding)."""
        if any(data[: self.size - self.used]):
            raise PrecompileError(Failure.PADDING)
        return int.from_bytes(data, "big")

    def elements(self, data: bytes, degree: int) -> Encoded:
        """Coefficients of elements of F_p, or of F_p2 (`degree` 2), that of 1 first."""
        flat = [self.element(part) for part in split(data, self.size)]
        return tuple(self._ordered(flat, degree))

    def written(self, flat: Sequence[int], degree: int) -> bytes:
        """The bytes of such coefficients."""
        return b"".join(c.to_bytes(self.size, "big") for c in self._ordered(flat, degree))

    def _ordered(self, flat: Sequence[int], degree: int) -> Iterator[int]:
        step = -1 if self.high_first else 1
        for at in range(0, len(flat), degree):
            yield from flat[at : at + degree][::step]


def split(data: bytes, size: int) -> list[bytes]:
    """In parts of so many bytes (PrecompileError: the length is no multiple)."""
    if len(data) % size:
        raise PrecompileError(Failure.LENGTH)
    return [data[at : at + size] for at in range(0, len(data), size)]
