"""`load-key`, `erase-key`, `public-key`: secret keys that stay in a core, in numbered places.

What a job of them gives depends on the jobs before it. Only a job that says so with `read_key` has the
operation that reads a key (`KeepingArithmetic.kept`), and no result of it is the key.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import ClassVar

from pairforge.algebra.arithmetic import PLACES, E, KeepingArithmetic
from pairforge.jobs.base import Job
from pairforge.jobs.decide import are_zero, both, first_of, guarded, integer, opposite
from pairforge.jobs.decompression import compressed
from pairforge.jobs.generators import generator
from pairforge.jobs.group import Group
from pairforge.jobs.points import decode, encode
from pairforge.jobs.roots import has_root_by_power
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.signatures import compressed_multiple
from pairforge.jobs.statuses import NO_KEY, NO_PLACE, SCALAR
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

Loaded = dict[int, int]
"""For models: the keys that a core has, by their places."""

Wrong = tuple[E, int]
"""A flag, and the status where it is 1."""


class KeyJob(Job):
    """A job that stores or reads a key, once. The first of its inputs is the number of the place.

    Status: `NO_PLACE` where there is no place of that number.

    Attributes
    ----------
    stores: whether it changes a place, rather than reading one.
    places: how many there are.
    """

    stores: ClassVar[bool] = False
    places: int = PLACES
    keeps = True
    integers = frozenset({"place"})

    def __init__(self, curve: AteCurve, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
        super().__init__(curve, self._alone, ("place", *inputs), outputs)
        self.default_design = ""  # alone on a core it would find no key, or none would use it

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Those that have compressed points."""
        return super().fits(curve) and has_root_by_power(curve)

    def with_places(self, places: int) -> KeyJob:
        """The same for a core with so many places."""
        made = copy(self)
        made.places = places
        KeyJob.__init__(made, self.curve, self.inputs[1:], self.outputs[1:])
        return made

    def missing(self, place: int) -> int:
        """For models: the status where no key is in a place."""
        return NO_KEY if place < self.places else NO_PLACE

    def _alone(self, k: KeepingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        return self.asked(k, integer(k, 1), *inputs)

    def checked_where(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """The algorithm where a flag is 1, behind a look at the inputs."""
        return self.refused(k, inputs, self.asked(k, asked, *inputs))

    @abstractmethod
    def asked(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """The algorithm. Where the flag `asked` is 0 nothing is stored or read, and results mean nothing."""

    def where(self, k: KeepingArithmetic[E], flag: E, place: E) -> E:
        """The number of a place where the flag is 1, else one that is none; from and to integers."""
        chosen: E = k.select(flag, 0, place, integer(k, self.places))
        return chosen

    def is_no_place(self, k: KeepingArithmetic[E], place: E) -> E:
        """A flag: whether an integer is the number of no place."""
        return opposite(k, k.less(place, integer(k, self.places)))

    def read_key(self, k: KeepingArithmetic[E], asked: E, place: E) -> tuple[E, tuple[Wrong[E], ...]]:
        """The key in a place, given as an element, as an integer; what may be wrong. The key is 0 then."""
        s = k.integer(place)
        key = k.kept(self.where(k, asked, s))
        return key, ((self.is_no_place(k, s), NO_PLACE), (are_zero(k, (key,)), NO_KEY))

    @abstractmethod
    def answer(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """What the results are, the status first, with these keys loaded; they change as the job says."""

    def answered(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """The same; where an element is p or more, `NOT_BELOW_P` and zeros."""
        return self.answer(loaded, inputs) if self.is_below_p(inputs) else self.not_below_p

    def expected(self, inputs: Encoded) -> Encoded:
        """With no key loaded."""
        return self.answer({}, inputs)

    def values(self, inputs: Sequence[Encoded]) -> list[Encoded]:
        """One after the other, behind a reset."""
        loaded: Loaded = {}
        return [self.answered(loaded, each) for each in inputs]

    def draw(self, rng: Random) -> Encoded:
        """For any place, and now and then for one that is none."""
        place = rng.randrange(self.places)
        if rng.randrange(8) == 0:
            place = rng.choice((self.places, self.places + rng.randrange(self.places), self.curve.p - 1))
        return place, *self.draw_rest(rng)

    def draw_rest(self, rng: Random) -> Encoded:
        """Random inputs behind the place: none."""
        return ()


def multiple(group: Group, n: int, point: Encoded) -> Encoded:
    """For models: n times a point, compressed, by affine additions."""
    return compressed(group, encode(group, group.curve.groups[group.which].multiply(n, decode(group, point))))


class LoadKey(KeyJob):
    """Stores a key; one that is in the place already is no more.

    Status: `SCALAR` where the key is 0, or r or more. Where it is not 0 the place stays as it is.
    """

    what = "load-key"
    integers = frozenset({"place", "key"})
    stores = True

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, ("key",), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"a secret key of {self.curve.name} into a place of the core, which never gives it out"

    def asked(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """The key is stored at a place that is none where it is wrong."""
        place, key = map(k.integer, inputs)
        right = both(k, asked, is_scalar(k, key, self.curve.r), opposite(k, are_zero(k, inputs[1:])))
        stored = k.keep(self.where(k, right, place), key)
        no_place = self.is_no_place(k, place)
        return (k.element(first_of(k, (no_place, NO_PLACE), (opposite(k, stored), SCALAR))),)

    def answer(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """By comparisons."""
        place, key = inputs
        if place >= self.places:
            return (NO_PLACE,)
        if not 0 < key < self.curve.r:
            return (SCALAR,)
        loaded[place] = key
        return (0,)

    def draw_rest(self, rng: Random) -> Encoded:
        """Mostly a key; keys that are none, small and large ones."""
        r, p = self.curve.r, self.curve.p
        edges = (0, 1, r - 1, r, rng.randrange(r, p))
        return (rng.choice(edges) if rng.randrange(3) == 0 else rng.randrange(1, r),)


class EraseKey(KeyJob):
    """Overwrites the key of a place with 0, whether there is one or not."""

    what = "erase-key"
    stores = True

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, (), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"the secret key of {self.curve.name} in a place of the core erased"

    def asked(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """0 is stored."""
        (place,) = map(k.integer, inputs)
        stored = k.keep(self.where(k, asked, place), integer(k, 0))
        return (k.element(first_of(k, (opposite(k, stored), NO_PLACE))),)

    def answer(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """Forgotten."""
        (place,) = inputs
        loaded.pop(place, None)
        return (0 if place < self.places else NO_PLACE,)


class PublicKey(KeyJob):
    """The public key of the secret one in a place, compressed: that times the generator of G1.

    Status: `NO_KEY` where none is loaded.
    """

    what = "public-key"

    def __init__(self, curve: AteCurve) -> None:
        self.group = Group(curve, "P")
        super().__init__(curve, (), ("flags", "x"))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"compressed public key in G1 of {self.curve.name} of the secret key in a place of the core"

    def asked(self, k: KeepingArithmetic[E], asked: E, /, *inputs: E) -> tuple[E, ...]:
        """A multiple of a point that is known."""
        key, wrong = self.read_key(k, asked, inputs[0])
        point = self.group.affine(k, *self.group.coordinates([k.constant(c) for c in generator(self.group)]))
        return guarded(k, first_of(k, *wrong), compressed_multiple(k, self.group, key, point))

    def answer(self, loaded: Loaded, inputs: Encoded) -> Encoded:
        """By affine additions."""
        (place,) = inputs
        if place not in loaded:
            return self.missing(place), 0, 0
        return 0, *multiple(self.group, loaded[place], generator(self.group))
