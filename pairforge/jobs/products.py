"""Products of pairings: term by term with as many terms as there are, or with a fixed number in one job.

`product-term` multiplies a value by that of one pair, `product-check` says whether the product of pairings is
1: n terms and one check, n known when they run. `pairing-check-2` and `-4` do it all for up to so many pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import choose, first_of, guarded, opposite
from pairforge.jobs.pairing_products import is_one
from pairforge.jobs.pairs import Pairs
from pairforge.jobs.points import decode, draw_point, encode, moved_off
from pairforge.jobs.product_models import easy_exponent, final_exponent, functions_model
from pairforge.jobs.statuses import INVALID, OFF_CURVE, SUBGROUP
from pairforge.pairings.ate.final import easy_part
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


class Products(Job):
    """What jobs about products of pairings have in common."""

    def __init__(self, curve: AteCurve, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
        self.pairs, self.pairing = Pairs(curve), AtePairing(curve)
        super().__init__(curve, self._algorithm, inputs, outputs)

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """Where the Miller loop itself says whether Q is in G2."""
        return super().fits(curve) and Pairs.fit(curve)

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        raise NotImplementedError

    def _split(self, flat: Encoded) -> list[tuple[Encoded, Encoded]]:
        """Coordinates of P and Q of each pair."""
        size = len(self.pairs.names())
        rows = (flat[at : at + size] for at in range(0, len(flat), size))
        return [(row[:2], row[2:]) for row in rows]

    def _wrong(self, pairs: Sequence[tuple[Encoded, Encoded]]) -> int:
        """The first status that is not 0: of every pair that of P, then that of Q."""
        for pair in pairs:
            for group, point in zip((self.pairs.G1, self.pairs.G2), pair, strict=True):
                if any(point):
                    curve, affine = self.curve.groups[group.which], decode(group, point)
                    if not curve.contains(affine):
                        return OFF_CURVE
                    if curve.multiply(self.curve.r, affine) is not None:
                        return SUBGROUP
        return 0

    def _drawn_pair(self, rng: Random) -> list[int]:
        """Mostly points of order r; infinity, points of any order, points off their curves."""
        made: list[int] = []
        for group in (self.pairs.G1, self.pairs.G2):
            point = draw_point(group, rng)
            match rng.randrange(24):
                case 0 | 1:
                    point = (0,) * len(point)
                case 2:
                    point = encode(group, self.curve.random_point(group.which, rng))
                case 3:
                    point = moved_off(group, point, rng)
            made += point
        return made

    def _drawn_value(self, rng: Random) -> Any:
        """Any element of F_p12."""
        return self.pairing.decode_value(tuple(rng.randrange(self.curve.p) for _ in places("", self.curve)))


def places(name: str, curve: AteCurve) -> tuple[str, ...]:
    """Names of the coefficients of a value of F_p12."""
    return tuple(f"{name}{i}" for i in range(curve.family.embedding_degree))


class ProductTerm(Products):
    """A value of F_p12 times that of a pair: the Miller loop to the power (p^12 - 1)/Phi_12(p).

    The first part of the final exponentiation makes the value one that does not depend on the formulas of the
    loop. A pair with a point at infinity leaves the value as it is. Begin with 1; `product-check` is for the
    end.

    Status: `OFF_CURVE` and `SUBGROUP`, of P, then of Q.
    """

    what = "product-term"

    def __init__(self, curve: AteCurve) -> None:
        inputs = (*places("value", curve), *Pairs(curve).names())
        super().__init__(curve, inputs, places("product", curve))

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"value times a term of a product of pairings on {self.curve.name}, all checks made"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        tower, size = self.pairs.tower, self.curve.family.embedding_degree
        given, flat = inputs[:size], inputs[size:]
        (pair,) = self.pairs.read(k, flat)
        product, wrong = self.pairs.product(k, [pair])
        made = easy_part(k, tower, product.miller) * tower.arrive(k, given)
        results = choose(k, pair.absent, given, tower.leave(k, made))
        return guarded(k, first_of(k, *wrong), results)

    def expected(self, inputs: Encoded) -> Encoded:
        """By the function of the definition and the power."""
        size = self.pairing.embedding_degree
        pairs = self._split(inputs[size:])
        if status := self._wrong(pairs):
            return status, *(0,) * size
        made = functions_model(self.curve, pairs) ** easy_exponent(self.curve)
        value = self.pairing.decode_value(inputs[:size]) * made
        return 0, *self.pairing.encode_value(value)

    def draw(self, rng: Random) -> Encoded:
        """Any value, 1, 0; a pair of every kind."""
        value = self.pairing.encode_value(self._drawn_value(rng))
        rest = (0,) * (len(value) - 1)
        value = rng.choice((value, value, (1, *rest), (rng.randrange(2), *rest)))
        return *value, *self._drawn_pair(rng)


class ProductCheck(Products):
    """Whether the final exponentiation of a value of F_p12 is 1.

    Status: `INVALID` where it is not. By a power of it with an exponent prime to r.
    """

    what = "product-check"

    def __init__(self, curve: AteCurve) -> None:
        super().__init__(curve, places("value", curve), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"test whether the final exponentiation of a value of {self.curve.name} is 1"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        holds = is_one(k, self.pairs.tower, self.pairs.tower.arrive(k, inputs))
        return guarded(k, first_of(k, (opposite(k, holds), INVALID)), ())

    def expected(self, inputs: Encoded) -> Encoded:
        """By the exponent."""
        return (0 if self.pairing.decode_value(inputs) ** final_exponent(self.curve) == 1 else INVALID,)

    def draw(self, rng: Random) -> Encoded:
        """Half of them powers by r, of which it is 1; any values, 0, elements of F_p6."""
        value = self._drawn_value(rng)
        match rng.randrange(8):
            case 0 | 1 | 2:
                value = value**self.curve.r
            case 3:
                value = value + value.frobenius(6)
            case 4:
                value = value * rng.randrange(2)
        return self.pairing.encode_value(value)


class PairingCheck(Products):
    """Whether a product of pairings of so many pairs is 1; a pair with a point at infinity counts as 1.

    Status: `OFF_CURVE` and `SUBGROUP`, of the first P, the first Q, the second P, and so on; then `INVALID`
    where the product is not 1.
    """

    count: ClassVar[int]

    def __init__(self, curve: AteCurve) -> None:
        names = (name for i in range(self.count) for name in Pairs(curve).names(i))
        super().__init__(curve, tuple(names), ())

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"test whether a product of {self.count} pairings on {self.curve.name} is 1, all checks made"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        product, wrong = self.pairs.product(k, self.pairs.read(k, inputs))
        holds = product.is_one(k)
        return guarded(k, first_of(k, *wrong, (opposite(k, holds), INVALID)), ())

    def expected(self, inputs: Encoded) -> Encoded:
        """By the functions of the definition and the exponent."""
        pairs = self._split(inputs)
        if status := self._wrong(pairs):
            return (status,)
        return (0 if functions_model(self.curve, pairs) ** final_exponent(self.curve) == 1 else INVALID,)

    def draw(self, rng: Random) -> Encoded:
        """Half of them right: multiples of two points by n_i and m_i, the sum of all n_i m_i a multiple of r.
        Pairs of every kind.
        """
        groups, r = (self.pairs.G1, self.pairs.G2), self.curve.r
        bases = [draw_point(group, rng) for group in groups]
        factors = [(rng.randrange(1, r), rng.randrange(r)) for _ in range(self.count)]
        (n, _), *others = factors
        factors[0] = n, -sum(a * b for a, b in others) * pow(n, -1, r) % r
        flat: list[int] = []
        for pair in factors:
            for group, base, factor in zip(groups, bases, pair, strict=True):
                point = self.curve.groups[group.which].multiply(factor, decode(group, base))
                flat += encode(group, point)
        if rng.randrange(2):
            at, other = rng.randrange(self.count), self._drawn_pair(rng)
            flat[at * len(other) : (at + 1) * len(other)] = other
        return tuple(flat)


class PairingCheck2(PairingCheck):
    """Of two pairs."""

    what = "pairing-check-2"
    count = 2


class PairingCheck4(PairingCheck):
    """Of four pairs."""

    what = "pairing-check-4"
    count = 4
