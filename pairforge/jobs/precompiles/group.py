"""What the precompiles of both curves ask for: sums, multiples, checks of products of pairings."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from pairforge.jobs.precompiles.encoding import Encoding
from pairforge.jobs.precompiles.steps import Asked, holds, results
from pairforge.jobs.registry import find_job
from pairforge.pairings.computation import Encoded

_TOGETHER = 4  # pairs of a job that checks a product
_ONE: Encoded = (1, *(0,) * 11)


@dataclass(frozen=True)
class PrecompileCurve:
    """A curve as precompiles have it.

    label: in the names of jobs.
    """

    label: str
    encoding: Encoding

    @property
    def r(self) -> int:
        """The order of the groups."""
        multiplication = find_job(self.job("g1-mul"))
        assert multiplication is not None
        return multiplication.curve.r

    def job(self, what: str) -> str:
        """The name of a job."""
        return f"{what}-{self.label}"

    def point_size(self, group: int) -> int:
        """Bytes of a point of G1 or G2."""
        return 2 * group * self.encoding.size

    def point(self, data: bytes, group: int) -> Encoded:
        """The coordinates of a point of G1 or G2."""
        return self.encoding.elements(data, group)

    def written(self, point: Encoded, group: int) -> bytes:
        """The bytes of a point."""
        return self.encoding.written(point, group)

    def sum(self, points: Sequence[Encoded], group: int) -> Generator[Asked, Sequence[Encoded], Encoded]:
        """Of one point or more, as a tree: all sums of a level at once."""
        while len(points) > 1:
            pairs = [(*a, *b) for a, b in zip(points[::2], points[1::2], strict=False)]
            points = [
                *(yield from results(self.job(f"g{group}-add"), pairs)),
                *points[2 * len(pairs) :],
            ]
        return points[0]

    def multiples(
        self, scalars: Sequence[int], points: Sequence[Encoded], group: int
    ) -> Generator[Asked, Sequence[Encoded], list[Encoded]]:
        """n P of points of order r, for any n."""
        inputs = [(n % self.r, *point) for n, point in zip(scalars, points, strict=True)]
        return (yield from results(self.job(f"g{group}-mul"), inputs))

    def product_is_one(self, pairs: Sequence[Encoded]) -> Generator[Asked, Sequence[Encoded], bool]:
        """Whether a product of pairings is 1, of any number of pairs (P, Q).

        Up to four of them are one job. More are a term each, one behind the other, and a check.
        """
        if len(pairs) <= _TOGETHER:
            size = 2 + 4
            flat = tuple(c for pair in pairs for c in pair)
            absent = (0,) * (size * (_TOGETHER - len(pairs)))
            return (yield from holds(self.job(f"pairing-check-{_TOGETHER}"), (*flat, *absent)))
        value = _ONE
        for pair in pairs:
            (value,) = yield from results(self.job("product-term"), [(*value, *pair)])
        return (yield from holds(self.job("product-check"), value))
