"""A pairing of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from pairforge.engine import _native
from pairforge.engine.arguments import items, thread_count
from pairforge.engine.arrays import Layout
from pairforge.engine.groups import Group, Point, PointLike, TargetGroup, Value

Array: TypeAlias = NDArray[Any]
_Term: TypeAlias = tuple[_native.Point, _native.Point]


class Miller:
    """A value of the Miller loop; products of them share one final exponentiation."""

    __slots__ = ("native", "pairing")

    def __init__(self, pairing: Pairing, native: _native.Miller) -> None:
        self.pairing = pairing
        self.native = native

    def __mul__(self, other: Miller) -> Miller:
        if not isinstance(other, Miller):
            return NotImplemented
        return Miller(self.pairing, self.pairing.native.miller_mul(self.native, other.native))


class Prepared:
    """A pairing with one argument fixed."""

    __slots__ = ("native", "pairing", "which")

    def __init__(self, pairing: Pairing, which: str, native: _native.Prepared) -> None:
        self.pairing = pairing
        self.which = which
        """"P" or "Q": the argument that is fixed."""
        self.native = native

    def _free(self, point: PointLike) -> _native.Point:
        which = "Q" if self.which == "P" else "P"
        return self.pairing.checked(which, point).native

    def pair(self, free: PointLike) -> Value:
        """The pairing with the other argument."""
        return Value(self.pairing.Gt, self.pairing.native.pair_prepared(self.native, self._free(free)))

    def miller_loop(self, free: PointLike) -> Miller:
        """The Miller loop with the other argument."""
        native = self.pairing.native.miller_loop_prepared(self.native, self._free(free))
        return Miller(self.pairing, native)


class Pairing:
    """A pairing: on points or coordinates, one at a time, as a product, or many at once.

    Coordinates are checked on every call; a `Point` was checked when it was made. What is refused raises
    ValueError with one line that says which term, which argument and why.
    """

    def __init__(self, name: str) -> None:
        self.native = native = _native.Pairing(name)
        self.name = native.name
        self.security = native.security
        """Bits today, and what the estimate rests on."""
        self.symmetric = native.is_symmetric
        sides = f"the group of {name}", f"the first group of {name}", f"the second group of {name}"
        self.G1 = Group(sides[0] if self.symmetric else sides[1], native.g1, (self, "G1"))
        self.G2 = self.G1 if self.symmetric else Group(sides[2], native.g2, (self, "G2"))
        self.Gt = TargetGroup(f"the target group of {name}", native.gt, (self, "Gt"))

    def __repr__(self) -> str:
        return f"<pairing {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: there is one object of each pairing in a process."""
        from pairforge.engine import pairing

        return pairing, (self.name,)

    def checked(self, which: str, point: PointLike, place: str = "") -> Point:
        """The argument `which` ("P" or "Q") as a point; ValueError begins with the place."""
        group = self.G1 if which == "P" else self.G2
        if isinstance(point, Point) and point.group is group:
            return point
        try:
            return group.point(point)
        except ValueError as error:
            raise ValueError(f"{place}{which}: {error}") from None

    def _terms(self, terms: Iterable[tuple[PointLike, PointLike]]) -> list[_Term]:
        found = []
        for i, term in enumerate(items(terms, "terms")):
            if not isinstance(term, (tuple, list)) or len(term) != 2:
                raise TypeError(f"term {i} must be a pair of points (P, Q)")
            P, Q = (
                self.checked(which, point, f"term {i}: ") for which, point in zip("PQ", term, strict=True)
            )
            found.append((P.native, Q.native))
        return found

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The published algorithms that `pair` takes, named as in the model; for most pairings none."""
        return tuple(self.native.algorithms)

    def pair(self, P: PointLike, Q: PointLike, algorithm: str | None = None) -> Value:
        """The pairing of two points: the fastest way, or by one of `algorithms`, to the same value."""
        if algorithm is not None and algorithm not in self.algorithms:
            there = f"there are {', '.join(self.algorithms)}" if self.algorithms else "it has one way alone"
            raise ValueError(f"no algorithm {algorithm!r} for {self.name}; {there}")
        p, q = self.checked("P", P).native, self.checked("Q", Q).native
        native = self.native.pair(p, q) if algorithm is None else self.native.pair_by(algorithm, p, q)
        return Value(self.Gt, native)

    def product(self, terms: Iterable[tuple[PointLike, PointLike]]) -> Value:
        """The product of the pairings of all terms: shared squarings, one final exponentiation."""
        return Value(self.Gt, self.native.product(self._terms(terms)))

    def miller_loop(self, *terms: tuple[PointLike, PointLike]) -> Miller:
        """The product of the Miller loops of all terms."""
        return Miller(self, self.native.multi_miller_loop(self._terms(terms)))

    def final_exponentiation(self, f: Miller) -> Value:
        """What takes a value of the Miller loop to the pairing."""
        if not isinstance(f, Miller):
            raise TypeError(f"f must be a value of the Miller loop, not {type(f).__name__}")
        return Value(self.Gt, self.native.final_exponentiation(f.native))

    def prepare(self, point: PointLike) -> Prepared:
        """Precompute what depends on one argument alone: the one that `Prepared.which` names.

        A point of the other group is refused.
        """
        which = "P" if self.native.fixes_first else "Q"
        return Prepared(self, which, self.native.prepare(self.checked(which, point).native))

    @overload
    def batch(self, Ps: Array, Qs: Array, threads: int = 1) -> Array: ...

    @overload
    def batch(self, Ps: Sequence[PointLike], Qs: Sequence[PointLike], threads: int = 1) -> list[Value]: ...

    def batch(
        self, Ps: Array | Sequence[PointLike], Qs: Array | Sequence[PointLike], threads: int = 1
    ) -> Array | list[Value]:
        """Many independent pairings at once, on so many cores (0: all of them).

        Sequences of points or coordinates give a list of values. Arrays give an array of the same kind:
        uint8 of shape (n, COUNT * WIDTH), or uint64 of shape (n, COUNT, WORDS), both little-endian; they are
        read in place and must not be written to meanwhile. Other threads run Python while this computes.
        """
        threads = thread_count(threads)
        if len(Ps) != len(Qs):
            raise ValueError(f"{len(Ps)} points P but {len(Qs)} points Q")
        if isinstance(Ps, np.ndarray) and isinstance(Qs, np.ndarray):
            layout = Layout(Ps, self.G1.width)
            p, q = layout.bytes_of("P", Ps, self.G1.count), layout.bytes_of("Q", Qs, self.G2.count)
            out = layout.empty(len(Ps), self.Gt.count)
            self.native.batch_into(p, q, out.reshape(-1).view(np.uint8), layout.pitch, threads)
            return out
        if isinstance(Ps, np.ndarray) or isinstance(Qs, np.ndarray):
            raise ValueError("P and Q: give two arrays or two lists")
        return [Value(self.Gt, e) for e in self.native.batch(self._terms(zip(Ps, Qs, strict=True)), threads)]
