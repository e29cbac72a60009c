"""Random pairings to put to a core: valid ones, and for a core that checks points some that are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from pairforge.compiler.compile import Compiled
from pairforge.compiler.words import to_words
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded

_SPOILT = 3  # of the pairings put to a core that checks points, one in so many is spoilt
_TRIES = 20  # for a coordinate that takes a point off its curve, or is none

Pair = tuple[Encoded, Encoded]


@dataclass(frozen=True)
class Sample:
    """Rows of words `sent` and `expected`, one a pairing; `off_curve`: which have points off their curves,
    None for a core that does not look. Nothing is expected of the words of those.
    """

    sent: NDArray[np.uint32]
    expected: NDArray[np.uint32]
    off_curve: NDArray[np.bool_] | None = None


def random_sample(compiled: Compiled, count: int, seed: int) -> Sample:
    """So many random pairings, with the words of the model's results."""
    if not compiled.design.checks:
        return sample_of(compiled, compiled.computation.random_inputs(count, seed))
    pairs = compiled.pairing.random_points(count, seed)
    return sample_of_pairs(compiled, pairs, spoil(compiled, pairs, seed))


def sample_of_pairs(compiled: Compiled, pairs: list[Pair], sent: list[Pair] | None = None) -> Sample:
    """Valid pairs, and what is sent in their places to a core that checks points."""
    given = None if sent is None else [(*P, *Q) for P, Q in sent]
    return sample_of(compiled, [(*P, *Q) for P, Q in pairs], given)


def sample_of(compiled: Compiled, inputs: list[Encoded], sent: list[Encoded] | None = None) -> Sample:
    """Valid inputs, and what is sent in their places to a core that checks them."""
    words, computation = compiled.element_words, compiled.computation
    off = None if sent is None else np.array(list(map(computation.invalid, sent)))
    given = inputs if sent is None else sent
    return Sample(to_words(given, words), to_words(computation.values(inputs), words), off)


def spoil(compiled: Compiled, pairs: list[Pair], seed: int) -> list[Pair]:
    """The pairs, every third of them spoilt: one after the other P, Q, both, or an element that is none."""
    pairing, rng = compiled.pairing, Random(seed)
    limit = 1 << 32 * compiled.element_words
    ways: list[Callable[[Pair], Pair]] = [
        lambda pair: (_moved(pairing, pair, 0, rng), pair[1]),
        lambda pair: (pair[0], _moved(pairing, pair, 1, rng)),
        lambda pair: (_moved(pairing, pair, 0, rng), _moved(pairing, pair, 1, rng)),
        lambda pair: _no_element(pairing, pair, limit, rng),
    ]
    made = list(pairs)
    for number, i in enumerate(range(1, len(pairs), _SPOILT)):
        made[i] = ways[number % len(ways)](pairs[i])
    return made


def _moved(pairing: Pairing, pair: Pair, which: int, rng: Random) -> Encoded:
    """The point with another coordinate that takes it off its curve; as it is where none does (lines)."""
    for _ in range(_TRIES):
        point = list(pair[which])
        point[rng.randrange(len(point))] = random_element(pairing, rng)
        moved = (tuple(point), pair[1]) if which == 0 else (pair[0], tuple(point))
        if pairing.off_curve(*moved):
            return tuple(point)
    return pair[which]


def random_element(pairing: Pairing, rng: Random) -> int:
    """Any element of the base field, as it is encoded."""
    p = pairing.characteristic
    digit = (p - 1).bit_length()
    return sum(rng.randrange(p) << digit * i for i in range(pairing.degree))


def _no_element(pairing: Pairing, pair: Pair, limit: int, rng: Random) -> Pair:
    """The pair with a coordinate below `limit` that encodes no element; as it is where there is none."""
    for _ in range(_TRIES):
        flat = [*pair[0], *pair[1]]
        i = rng.randrange(len(flat))
        place = rng.randrange(limit.bit_length() - 1)
        flat[i] = rng.choice(
            (flat[i] + pairing.characteristic, flat[i] | 3 << (place & ~1), flat[i] | 1 << place)
        )
        if flat[i] < limit and pairing.complaint_about_element(flat[i]) is not None:
            return tuple(flat[: len(pair[0])]), tuple(flat[len(pair[0]) :])
    return pair
