"""Pairings over large primes by their definition: values of functions at random points, and their degrees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any

from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.quadratic_field import QuadraticArithmetic
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.ate.products import AteProduct
from pairforge.pairings.computation import Computation
from pairforge.pairings.embedding_two import EmbeddingTwoPairing
from pairforge.pairings.families.exponent import digits_of


class Defined(ABC):
    """A pairing, for algorithms of its stages "miller" and "final" to be compared with.

    Attributes
    ----------
    p, r: characteristic, and the order of the points.
    embedding_degree: k.
    k: the exact arithmetic that algorithms run over, F_p or F_p2.
    inputs: how many elements of F_p the Miller loop takes.
    parts: how many elements of the arithmetic the final exponentiation takes.
    dimension: of the variety of all points over F_p.
    function_degree: a bound for that of numerator and denominator of the function in the coordinates.
    """

    p: int
    r: int
    embedding_degree: int
    k: Any
    inputs: int
    parts: int
    dimension: int
    function_degree: int

    @property
    @abstractmethod
    def hard_digits(self) -> Sequence[int]:
        """Small integers l_i with Phi_k(p)/r the sum of l_i p^i."""

    @abstractmethod
    def random_function(self, rng: Random) -> tuple[Sequence[int], Any]:
        """Random points of any order as inputs, and the function's value there."""

    @abstractmethod
    def random_elements(self, rng: Random) -> Sequence[Any]:
        """What a final exponentiation takes, random."""

    @abstractmethod
    def value(self, elements: Sequence[Any]) -> Any:
        """The element of F_p^k that a Miller loop means by these."""

    @abstractmethod
    def result(self, elements: Sequence[Any]) -> Any:
        """The element of F_p^k that a final exponentiation means."""


def defined(computation: Computation, loop: str, *, quadratic: bool) -> Defined | None:
    """The definition of a pairing; None where there is none here.

    `loop`: the algorithm of its Miller loop, by name. `quadratic`: for algorithms over F_p2.
    """
    if isinstance(computation, AtePairing) and not isinstance(computation, AtePrepared):
        return _Ate(computation, quadratic)
    if isinstance(computation, EmbeddingTwoPairing):
        return _Two(computation, loop)
    return None


class _Ate(Defined):
    """An optimal ate pairing, or a product of several.

    The function is that of the family's vector without its last addition, which gives O for points of order r
    and a line there that the exponent eliminates: without it, it is one at points of any order.
    """

    def __init__(self, pairing: AtePairing, quadratic: bool) -> None:
        self._one: AtePairing = pairing
        self._signs: Sequence[int] = (1,)
        if isinstance(pairing, AteProduct):
            self._one, self._signs = pairing.one, pairing.signs
        self.p, self.r, self.embedding_degree = pairing.p, pairing.r, pairing.embedding_degree
        self.k = QuadraticArithmetic(self.p) if quadratic else PrimeField(self.p)
        self.inputs = len(pairing.inputs)
        self._tower = AteTower(pairing.curve, "whole") if quadratic else AteTower(pairing.curve)
        self.parts = self._tower.parts
        self.dimension = (1 + pairing.field_degree) * len(self._signs)
        self._vector = pairing.curve.reached
        self.function_degree = len(self._signs) * degree_of_function(self._vector)

    @property
    def hard_digits(self) -> Sequence[int]:
        """By polynomials in the seed."""
        curve = self._one.curve
        return digits_of(curve.family.name, curve.u)

    def random_function(self, rng: Random) -> tuple[Sequence[int], Any]:
        """Each pair on its own."""
        one, curve = self._one, self._one.curve
        pairs = [
            tuple(one.encode_point(which, curve.random_point(which, rng)) for which in "PQ")
            for _ in self._signs
        ]
        values = [one.miller(self._vector, *pair)[0] ** s for pair, s in zip(pairs, self._signs, strict=True)]
        points = [pair[which] for which in (0, 1) for pair in pairs]
        return [c for point in points for c in point], prod(values[1:], start=values[0])

    def random_elements(self, rng: Random) -> Sequence[Any]:
        """Uniform."""
        bits = self.p.bit_length()
        parts = [[rng.randrange(self.p) for _ in range(self.k.degree)] for _ in range(self.parts)]
        return [self.k.constant(sum(c << i * bits for i, c in enumerate(part))) for part in parts]

    def value(self, elements: Sequence[Any]) -> Any:
        """From the tower of the algorithms."""
        return self.result(self._tower.leave(self.k, self._tower.value(tuple(elements))))

    def result(self, elements: Sequence[Any]) -> Any:
        """In the tower of the curve's file."""
        real = (x.a if self.k.degree > 1 else x.value for x in elements)
        return self._one.curve.tower.flat.of(tuple(real))


class _Two(Defined):
    """A Tate pairing with k = 2: the product of f_{n,P} and f_{r-n,P}.

    For points of order r that is f_{r,P} but for a line which the exponent eliminates, whatever n is. By
    "bkls" the last point that is added is P; the other algorithms keep r - 2^u apart.
    """

    embedding_degree, inputs, parts, dimension = 2, 4, 2, 2

    def __init__(self, pairing: EmbeddingTwoPairing, loop: str) -> None:
        self._pairing = pairing
        self.p, self.r = pairing.p, pairing.r
        self.k = PrimeField(self.p)
        powers = pairing.params.powers
        n = self.r - 1 if loop == "bkls" or powers is None else 1 << powers[0]
        self._parts = n, self.r - n
        self.function_degree = degree_of_function(self._parts)

    @property
    def hard_digits(self) -> Sequence[int]:
        """(p + 1)/r."""
        return (self._pairing.params.cofactor,)

    def random_function(self, rng: Random) -> tuple[Sequence[int], Any]:
        """P and Q each of any order."""
        P, Q = (self._pairing.random_point(which, rng) for which in "PQ")
        first, second = (self._pairing.miller(n, P, Q)[0] for n in self._parts)
        return (*P, *Q), first * second

    def random_elements(self, rng: Random) -> Sequence[Any]:
        """Uniform."""
        return [self.k.constant(rng.randrange(self.p)) for _ in range(2)]

    def value(self, elements: Sequence[Any]) -> Any:
        """c + d i."""
        return self.result(elements)

    def result(self, elements: Sequence[Any]) -> Any:
        """The coefficients of 1 and i."""
        return self._pairing.extension([x.value for x in elements])


def degree_of_function(vector: Sequence[int]) -> int:
    """A bound for the function of a vector, as a function of the coordinates.

    n Q has coordinates whose numerators and denominators have degrees up to n^2 for x, 2 n^2 for y (division
    polynomials). A line through n Q and its denominator have less than 24 n^2 together; with the powers that
    they get in Miller's algorithm, for doublings and additions, all of them have less than 100 n^2. A sum
    with another point multiplies degrees by 13 at most.
    """
    entries = [abs(c) for c in vector if c]
    total = sum(entries)
    return (100 + 24 * int(13 ** (len(entries) - 1))) * total * total
