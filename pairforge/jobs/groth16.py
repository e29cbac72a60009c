"""`groth16-verify`: whether a zero-knowledge proof of Groth (EUROCRYPT 2016, eprint 2016/260) holds.

With L = IC_0 + n_1 IC_1 + ... + n_N IC_N for public inputs n_i the proof (A, B, C) holds where

    e(A, B) = e(alpha, beta) e(L, gamma) e(C, delta).

The verification key comes with each proof: e(alpha, beta), gamma, delta and the IC_i.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any, ClassVar

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.base import Job
from pairforge.jobs.decide import both, either, first_of, opposite
from pairforge.jobs.endomorphisms import scalar_terms
from pairforge.jobs.generators import multiple_of_generator
from pairforge.jobs.group import Group
from pairforge.jobs.inputs import InputPoint
from pairforge.jobs.multiples import Multiple, sum_of_multiples
from pairforge.jobs.pairing_products import Pair, Product
from pairforge.jobs.points import encode, exact, moved_off
from pairforge.jobs.product_models import product_model
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.statuses import INFINITY, INVALID, OFF_CURVE, SCALAR, SUBGROUP
from pairforge.jobs.subgroup import in_subgroup
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

Named = dict[str, Encoded]
"""Points and other inputs of more elements than one, by their names."""

_CHECKED = "A", "B", "C", "gamma", "delta"  # points that must have order r
_FINITE = "A", "B", "gamma", "delta"


class Groth16Verify(Job):
    """Affine points, (0, 0) for the one at infinity; e(alpha, beta) in the coefficients of the curve's file.

    Status: `OFF_CURVE` where a point is on no curve; `SUBGROUP` where A, B, C, gamma or delta has another
    order than r; `INFINITY` where A, B, gamma or delta is infinite; `SCALAR` where an n_i is r or more;
    `INVALID` where the equation does not hold. That the IC_i have order r and that e(alpha, beta) is such a
    value is the business of who accepts the key.
    """

    count: ClassVar[int]
    """N, public inputs."""

    def __init__(self, curve: AteCurve) -> None:
        self.groups = {"P": Group(curve, "P"), "Q": Group(curve, "Q")}
        super().__init__(
            curve, self._algorithm, tuple(name for names in self._names.values() for name in names), ()
        )

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        inputs = f"{self.count} public inputs" if self.count > 1 else "one public input"
        return f"verification of a Groth16 proof with {inputs} on {self.curve.name}"

    @cached_property
    def _which(self) -> dict[str, str]:
        """The points, each with its group."""
        of_key = {"gamma": "Q", "delta": "Q"} | {f"IC{i}": "P" for i in range(self.count + 1)}
        return {"A": "P", "B": "Q", "C": "P"} | of_key

    @cached_property
    def _names(self) -> dict[str, tuple[str, ...]]:
        """The names of all inputs, those of a point together, in their order."""
        points = {point: self.groups[which].names(point) for point, which in self._which.items()}
        proof = {point: points.pop(point) for point in "ABC"}
        scalars = {"n": tuple(f"n{i}" for i in range(1, self.count + 1))}
        return proof | scalars | {"alphabeta": tuple(f"alphabeta{i}" for i in range(12))} | points

    def _named(self, inputs: tuple[Any, ...]) -> dict[str, tuple[Any, ...]]:
        rest = iter(inputs)
        return {name: tuple(next(rest) for _ in names) for name, names in self._names.items()}

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        given, r = self._named(inputs), self.curve.r
        points = {
            name: InputPoint.read(k, self.groups[which], given[name]) for name, which in self._which.items()
        }
        affine = {name: self.groups[which].coordinates(given[name]) for name, which in self._which.items()}
        scalars = tuple(map(k.integer, given["n"]))
        (xC, yC), (xL, yL) = affine["C"], self._public(k, points, scalars)
        pairs = (
            Pair(affine["A"], affine["B"]),
            Pair((xL, -yL), affine["gamma"]),
            Pair((xC, -yC), affine["delta"]),
        )
        product = Product.of(k, self.curve, pairs)
        members = *in_subgroup(k, self.groups["P"], points["A"].point, points["C"].point), *product.members(k)
        holds = both(k, *(k.equal(a, b) for a, b in zip(product.value(k), given["alphabeta"], strict=True)))
        infinite = either(k, *(points[name].at_infinity for name in _FINITE))
        status = first_of(
            k,
            (either(k, *(point.off_curve for point in points.values())), OFF_CURVE),
            (infinite, INFINITY),
            (opposite(k, both(k, *members)), SUBGROUP),
            (opposite(k, both(k, *(is_scalar(k, n, r) for n in scalars))), SCALAR),
            (opposite(k, holds), INVALID),
        )
        return (k.element(status),)

    def _public(
        self, k: DecidingArithmetic[E], points: dict[str, InputPoint[E]], scalars: tuple[E, ...]
    ) -> tuple[Any, Any]:
        """L, which is (0, 0) at infinity."""
        group = self.groups["P"]
        found: list[Multiple[E]] = []
        for i, n in enumerate(scalars, 1):
            terms, bits = scalar_terms(k, group, n, points[f"IC{i}"].point)
            found += terms
        total = group.add(k, points["IC0"].point, sum_of_multiples(k, group, found, bits))
        return group.to_affine(k, total)

    def expected(self, inputs: Encoded) -> Encoded:
        """By affine additions and pairings by their definition."""
        given, curves, r = self._named(inputs), self.curve.groups, self.curve.r
        points = {name: exact(self.groups[which], given[name]) for name, which in self._which.items()}
        if not all(curves[which].contains(points[name]) for name, which in self._which.items()):
            return (OFF_CURVE,)
        if any(points[name] is None for name in _FINITE):
            return (INFINITY,)
        if any(curves[self._which[name]].multiply(r, points[name]) is not None for name in _CHECKED):
            return (SUBGROUP,)
        if max(given["n"]) >= r:
            return (SCALAR,)
        curve, L = curves["P"], points["IC0"]
        for i, n in enumerate(given["n"], 1):
            L = curve.add(L, curve.multiply(n, points[f"IC{i}"]))
        minus_a = encode(self.groups["P"], curve.negate(points["A"]))
        pairs = (
            (minus_a, given["B"]),
            (encode(self.groups["P"], L), given["gamma"]),
            (given["C"], given["delta"]),
        )
        product = product_model(self.curve, pairs)
        flat = self.curve.tower.flat
        return (0 if product * flat.of(given["alphabeta"]) == 1 else INVALID,)

    def draw(self, rng: Random) -> Encoded:
        """Half of them right, from a key whose secrets are known; each kind of wrong input."""
        r, names = self.curve.r, list(self._which)
        secrets = {name: rng.randrange(1, r) for name in (*names, "alpha", "beta")}
        if rng.randrange(6) == 0:
            secrets[f"IC{rng.randrange(self.count + 1)}"] = 0
        n = tuple(rng.choice((rng.randrange(r), rng.randrange(r), 0, 1, r - 1)) for _ in range(self.count))
        given = self._proved(secrets, n)
        name = rng.choice(names)
        match rng.randrange(16):
            case 0:
                given[name] = moved_off(self.groups[self._which[name]], given[name], rng)
            case 1:
                given[name] = (0,) * len(given[name])
            case 2 | 3:
                name = rng.choice(_CHECKED)
                which = self._which[name]
                given[name] = encode(self.groups[which], self.curve.random_point(which, rng))
            case 4:
                at = rng.randrange(self.count)
                given["n"] = (*n[:at], rng.choice((r, rng.randrange(r, self.curve.p))), *n[at + 1 :])
            case 5:
                given["n"] = tuple((each + 1) % r for each in n)
            case 6:
                given["A"], given["C"] = given["C"], given["A"]
            case 7:
                given["alphabeta"] = self._alphabeta(secrets["alpha"] + 1, secrets["beta"])
            case 8:
                at = rng.randrange(12)
                value = given["alphabeta"]
                given["alphabeta"] = *value[:at], (value[at] + 1) % self.curve.p, *value[at + 1 :]
        return tuple(part for name in self._names for part in given[name])

    def _proved(self, secrets: dict[str, int], n: Encoded) -> Named:
        """A key and a proof of which all logarithms are known: C's follows from the others."""
        r = self.curve.r
        L = secrets["IC0"] + sum(each * secrets[f"IC{i}"] for i, each in enumerate(n, 1))
        rest = secrets["A"] * secrets["B"] - secrets["alpha"] * secrets["beta"] - L * secrets["gamma"]
        secrets = secrets | {"C": rest * pow(secrets["delta"], -1, r) % r}
        given = {name: self._multiple(which, secrets[name]) for name, which in self._which.items()}
        return given | {"n": n, "alphabeta": self._alphabeta(secrets["alpha"], secrets["beta"])}

    def _multiple(self, which: str, n: int) -> Encoded:
        return multiple_of_generator(self.groups[which], n)

    def _alphabeta(self, alpha: int, beta: int) -> Encoded:
        flat = self.curve.tower.flat
        return flat.to(product_model(self.curve, ((self._multiple("P", alpha), self._multiple("Q", beta)),)))


class Groth16Verify1(Groth16Verify):
    """One public input."""

    what = "groth16-verify"
    count = 1
    integers = frozenset({"n1"})


class Groth16Verify4(Groth16Verify):
    """Four public inputs."""

    what = "groth16-verify-4"
    count = 4
    integers = frozenset({"n1", "n2", "n3", "n4"})
