"""Pairings over large primes by their definition."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from math import gcd, prod
from random import Random
from typing import Any

from flint import fmpz_poly

from pairforge.algebra.tower import Tower
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.evidence.identity.defined import (
    LINE_DEGREE,
    ROOM,
    Defined,
    DegreeError,
    Term,
    Values,
    degree_of_function,
)
from pairforge.evidence.identity.degree import Degree, Degrees, together
from pairforge.evidence.identity.enlarged import Enlarged, EnlargedElement, random_coefficient
from pairforge.evidence.identity.inversion import climb_or_invert
from pairforge.evidence.identity.large import Extended, ExtendedPrimeField
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.ate.products import AteProduct
from pairforge.pairings.computation import Algorithm
from pairforge.pairings.embedding_two import EmbeddingTwoPairing
from pairforge.pairings.families.exponent import digits_of


class LargePrime(Defined):
    """What they have in common.

    Attributes
    ----------
    degree: 2 for algorithms over F_p2.
    order: r.
    inputs, parts: how many elements the Miller loop takes, and the final exponentiation.
    """

    degree: int = 1
    order: int
    inputs: int
    parts: int

    @property
    def hard_exponent(self) -> int:
        """Phi_k(p)/r."""
        return int(fmpz_poly.cyclotomic(self.embedding_degree)(self.characteristic)) // self.order

    def degree_of_loop(self, algorithm: Algorithm) -> Degree:
        """In coordinates over F_p."""
        k = _Degrees(self.characteristic, self.degree)
        return together(algorithm(k, *self.variables(k)))

    def degree_of_final(self, algorithm: Algorithm) -> Degree:
        """In coordinates over F_p."""
        k = _Degrees(self.characteristic, self.degree)
        return together(algorithm(k, *(k.variable() for _ in range(self.parts))))

    def variables(self, k: Degrees) -> Sequence[Degree]:
        """What the Miller loop takes."""
        return [k.variable() for _ in range(self.inputs)]

    def over(self, bits: int) -> Values:
        """Over F_p where it is large enough, else over an extension of a degree coprime to k."""
        extension = -(-(bits + ROOM) // (self.characteristic.bit_length() - 1))
        while gcd(extension, self.embedding_degree) > 1:
            extension += 1
        return self.with_coefficients(ExtendedPrimeField(self.characteristic, self.degree, extension, b""))

    @abstractmethod
    def with_coefficients(self, k: ExtendedPrimeField) -> Values:
        """Over the coefficients of an arithmetic."""


class Ate(LargePrime):
    """An optimal ate pairing, or a product of several.

    The function is that of the family's vector without its last addition, which gives O for points of order r
    and a line there that the exponent eliminates: without it, it is one at points of any order.
    """

    def __init__(self, pairing: AtePairing, *, quadratic: bool) -> None:
        self.one: AtePairing = pairing
        self.signs: Sequence[int] = (1,)
        if isinstance(pairing, AteProduct):
            self.one, self.signs = pairing.one, pairing.signs
        self.characteristic, self.order = pairing.p, pairing.r
        self.embedding_degree = pairing.embedding_degree
        self.degree = 2 if quadratic else 1
        self.inputs = len(pairing.inputs)
        self.tower = AteTower(pairing.curve, "whole") if quadratic else AteTower(pairing.curve)
        self.parts = self.tower.parts
        self.dimension = (1 + pairing.field_degree) * len(self.signs)
        self.vector = pairing.curve.reached
        self.function_degree = len(self.signs) * degree_of_function(self.vector)

    @property
    def hard(self) -> Sequence[Term]:
        """By polynomials in the seed."""
        curve = self.one.curve
        return [Term(c, i) for i, c in enumerate(digits_of(curve.family.name, curve.u))]

    def with_coefficients(self, k: ExtendedPrimeField) -> Values:
        """Its values."""
        return _AteValues(self, k)


class PreparedAte(Ate):
    """The same where the lines of Q come in: the algorithm and the function as functions of P and Q."""

    def __init__(self, pairing: AtePrepared) -> None:
        super().__init__(pairing, quadratic=False)
        self.pairing, self.one = pairing, pairing.one

    def variables(self, k: Degrees) -> Sequence[Degree]:
        """Of P the coordinates, of each line what it and its denominator have (`degree_of_function`): one in
        F_q becomes its norm, of e times the degree.
        """
        most = self.one.field_degree * LINE_DEGREE * sum(map(abs, self.vector)) ** 2
        width = 2 * self.one.field_degree
        P, lines = [k.variable(), k.variable()], []
        for _ in range((self.inputs - 2) // width):
            lines += [k.variable(most) * k.inverse(k.variable(most))] * width
        return P + lines

    def with_coefficients(self, k: ExtendedPrimeField) -> Values:
        """Its values."""
        return _PreparedValues(self, k)


class _Values(Values):
    def __init__(self, k: ExtendedPrimeField) -> None:
        self.k, self.bits = k, k.bits

    def _element(self, c: Any) -> Extended:
        return Extended(c, None if self.k.degree == 1 else self.k.field(0))


class _AteValues(_Values):
    def __init__(self, pairing: Ate, k: ExtendedPrimeField) -> None:
        super().__init__(k)
        self._pairing = pairing
        curve = pairing.one.curve
        self._prime, self._small, self._full = (
            Enlarged.of_tower(k.field, tower) for tower in (Tower(curve.p), curve.twist_field, curve.tower)
        )
        self._curve = Curve(self._full.number(curve.a), self._full.number(curve.b))
        flat, twist = curve.twist_field.flat, curve.groups["Q"]
        self._twist = Curve(*(self._small.of(flat.to(c)) for c in (twist.a, twist.b)))
        w = self._full.of(curve.w)
        self._w = w if curve.twist == "D" else 1 / w

    def random_function(self, rng: Random) -> tuple[Sequence[Any], EnlargedElement]:
        """Each pair on its own."""
        curve = self._pairing.one.curve
        base = Curve(self._prime.number(curve.a), self._prime.number(curve.b))
        inputs: list[list[Any]] = [[], []]
        values = []
        for sign in self._pairing.signs:
            P, Q = (
                [c for coordinate in point for c in field.to(coordinate)]
                for field, point in (
                    (self._prime, random_point(self._prime, base, rng)),
                    (self._small, random_point(self._small, self._twist, rng)),
                )
            )
            inputs[0] += P
            inputs[1] += Q
            values.append(self._function(P, Q) ** sign)
        return [self._element(c) for c in inputs[0] + inputs[1]], prod(values[1:], start=values[0])

    def _function(self, P: Sequence[Any], Q: Sequence[Any]) -> EnlargedElement:
        """Of divisor sum of c_i (pi^i(Q)) - (R) - (sum of c_i - 1) (O) at P, c_i the vector's entries, R the
        sum of c_i pi^i(Q); pi leaves coefficients alone.
        """
        full, e = self._full, len(Q) // 2
        at: Affine = (full.of(P[:1]), full.of(P[1:]))
        x, y = full.of(Q[:e]) * self._w**2, full.of(Q[e:]) * self._w**3
        vector = self._pairing.vector
        images = ((c, (x.conjugate(i), y.conjugate(i))) for i, c in enumerate(vector) if c)
        value: EnlargedElement = self._curve.miller_of_several(images, at)[0]
        return value

    def random_elements(self, rng: Random) -> Sequence[Any]:
        """Uniform."""
        k = self.k
        drawn = [
            [random_coefficient(k.field, rng) for _ in range(k.degree)] for _ in range(self._pairing.parts)
        ]
        return [Extended(*parts) for parts in drawn]

    def of_loop(self, elements: Sequence[Any], inputs: Sequence[Any] = ()) -> EnlargedElement:
        """From the tower of the algorithms."""
        tower = self._pairing.tower
        return self.of_final(tower.leave(self.k, tower.value(tuple(elements))))

    def of_final(self, elements: Sequence[Any]) -> EnlargedElement:
        """In the tower of the curve's file."""
        return self._full.of_all([x.a for x in elements])


class _PreparedValues(_AteValues):
    def __init__(self, pairing: PreparedAte, k: ExtendedPrimeField) -> None:
        super().__init__(pairing, k)
        self._prepared = pairing.pairing

    def random_function(self, rng: Random) -> tuple[Sequence[Any], EnlargedElement]:
        """With the lines of Q in its place, which are made of points over F_q alone (DegreeError)."""
        if self.k.extension > 1:
            raise DegreeError("degrees are too large for points over F_q, of which lines are made")
        (xP, yP, *Q), value = super().random_function(rng)
        lines = self._prepared.lines_of(tuple(int(c.a.polynomial()(0)) for c in Q))
        return [xP, yP, *(self._element(self.k.field(c)) for c in lines)], value


class EmbeddingTwo(LargePrime):
    """A Tate pairing with k = 2: the product of f_{n,P} and f_{r-n,P}.

    For points of order r that is f_{r,P} but for a line which the exponent eliminates, whatever n is. By
    "bkls" the last point that is added is P; the other algorithms keep r - 2^u apart.
    """

    embedding_degree, inputs, parts, dimension = 2, 4, 2, 2

    def __init__(self, pairing: EmbeddingTwoPairing, loop: str) -> None:
        self.pairing = pairing
        self.characteristic, self.order = pairing.p, pairing.r
        powers = pairing.params.powers
        n = self.order - 1 if loop == "bkls" or powers is None else 1 << powers[0]
        self.split = n, self.order - n
        self.function_degree = degree_of_function(self.split)

    @property
    def hard(self) -> Sequence[Term]:
        """(p + 1)/r."""
        return (Term(self.pairing.params.cofactor),)

    def with_coefficients(self, k: ExtendedPrimeField) -> Values:
        """Its values."""
        return _TwoValues(self, k)


class _TwoValues(_Values):
    def __init__(self, pairing: EmbeddingTwo, k: ExtendedPrimeField) -> None:
        super().__init__(k)
        self._pairing = pairing
        self._n = pairing.pairing.params.n
        self._full = Enlarged(k.field, [self._n, 0, 1], [[1], [0, 1]])
        self._prime = Enlarged.of_tower(k.field, Tower(pairing.characteristic))

    def random_function(self, rng: Random) -> tuple[Sequence[Any], EnlargedElement]:
        """P and Q each of any order."""
        a, b = self._pairing.pairing.curve.a, self._pairing.pairing.curve.b
        n, prime, full = self._n, self._prime, self._full
        P, Q = (
            [prime.to(c)[0] for c in random_point(prime, Curve(prime.number(a), prime.number(b)), rng)]
            for a, b in ((a, b), (n**2 * a, -(n**3) * b))
        )
        at = full.of(Q[:1]) / full.number(-n), full.of([0, Q[1]]) / full.number(n**2)
        curve = Curve(full.number(a), full.number(b))
        point = full.of(P[:1]), full.of(P[1:])
        first, second = (curve.miller(part, point, at)[0] for part in self._pairing.split)
        return [self._element(c) for c in (*P, *Q)], first * second

    def random_elements(self, rng: Random) -> Sequence[Any]:
        """Uniform."""
        return [self._element(random_coefficient(self.k.field, rng)) for _ in range(2)]

    def of_loop(self, elements: Sequence[Any], inputs: Sequence[Any] = ()) -> EnlargedElement:
        """c + d i."""
        return self.of_final(elements)

    def of_final(self, elements: Sequence[Any]) -> EnlargedElement:
        """The coefficients of 1 and i."""
        return self._full.of_all([x.a for x in elements])


def random_point(field: Enlarged, curve: Curve, rng: Random) -> Affine:
    """A random point of a curve, of any order."""
    while True:
        x = field.random(rng)
        y = field.sqrt(x * x * x + curve.a * x + curve.b)
        if y is not None:
            return x, rng.choice((y, -y))


class _Degrees(Degrees):
    """Degrees that know the power p - 2 as the inverse that it is over F_p."""

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[Any, ...],
        body: Callable[[tuple[Any, ...]], tuple[Any, ...]],
    ) -> tuple[Any, ...]:
        """Every bit, but of a ladder to the power p - 2 the result alone."""
        return climb_or_invert(self, name, bits, state, body)
