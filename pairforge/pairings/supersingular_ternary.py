"""eta_T in characteristic three as pairings of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from random import Random

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.batch import run_batch
from pairforge.algebra.ternary_field import TernaryElement, TernaryField
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.pairings import continuant_ternary
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Algorithm, Encoded, Stage
from pairforge.pairings.equations import TERNARY, of_both
from pairforge.pairings.eta_ternary import EtaTernary, miller_loop
from pairforge.pairings.facts import CurveFacts, factors_of_order
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.pairings.final_ternary import final_exponentiation
from pairforge.pairings.miller_ternary import miller_loop_linear, miller_loop_two_iterations


class EtaTernaryPairing(Pairing):
    """The reduced eta_T pairing of one curve, e = eta_T(P, Q)^M; defined on all affine rational points."""

    characteristic = 3
    e_shape = 6
    curve: TernarySupersingular

    def __init__(self, curve: TernarySupersingular) -> None:
        super().__init__(curve)
        self.polynomial = tuple(exponent for exponent, _ in curve.polynomial)
        self.degree = curve.degree
        self.params = EtaTernary(curve.degree, curve.b)
        middle = tuple(f"f{i}" for i in range(6))
        miller: dict[str, Algorithm] = {
            "sparse": self._sparse,
            "linear": self._linear,
            "two-iterations": self._two_iterations,
            "continuant": self._continuant,
        }
        self.stages = (
            Stage("miller", miller, ("xP", "yP", "xQ", "yQ"), middle),
            Stage(
                "final",
                {"unitary": self._final, "unitary-roots": self._final_by_roots},
                middle,
                tuple(f"e{i}" for i in range(6)),
            ),
        )

    @property
    def polynomial_terms(self) -> tuple[tuple[int, int], ...]:
        """The polynomial as terms (exponent, 1 or -1)."""
        return self.curve.polynomial

    @cached_property
    def field(self) -> TernaryField:
        """F_3^m."""
        return TernaryField(self.curve.polynomial)

    @cached_property
    def group(self) -> Curve:
        """The curve's points, over python-flint's elements."""
        k = self.field.context
        return Curve(k(-1), k(self.curve.b))

    def _decode(self, point: Encoded) -> Affine:
        return self.field.constant(point[0]).value, self.field.constant(point[1]).value

    def _right_side(self, x: TernaryElement) -> TernaryElement:
        one = self.field.constant(1)
        return x.frobenius(1) - x + (one if self.curve.b > 0 else -one)

    def facts(self) -> CurveFacts:
        """Order, factors, and the first random point of seed 0 that the cofactor does not send to O."""
        order = self.params.order
        factors = factors_of_order(self.name, order, self.curve.cofactors)
        candidates = (self.random_points(number, seed=0)[-1][0] for number in count(1))
        multiples = (self.group.multiply(order // factors[-1], self._decode(c)) for c in candidates)
        x, y = (
            TernaryElement(self.field, c) for c in next(point for point in multiples if point is not None)
        )
        return CurveFacts(
            name=self.name,
            equation=self.curve.equation,
            field=f"F_3^{self.degree} = F_3[x]/({self.field.polynomial})",
            order=order,
            factors=factors,
            subgroup_order=factors[-1],
            embedding_degree=self.embedding_degree,
            mov_bits=int(3 ** (6 * self.degree)).bit_length(),
            published_bits=self.curve.published_bits,
            security=self.security,
            generators=((int(x), int(y)),),
            source=self.curve.source,
        )

    def complaint_about_element(self, value: int) -> str | None:
        """Too wide for the field, or a digit 3?"""
        return self.field.complaint(value)

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off the curve?"""
        if self.group.contains(self._decode(point)):
            return None
        return f"is not on the curve {self.curve.equation} over F_3^{self.degree}"

    @property
    def residuals(self) -> Mapping[str, Algorithm]:
        """y^2 - x^3 + x - b of both points."""
        return of_both(TERNARY, self.curve.b)

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Both on the curve?"""
        return all(self.group.contains(self._decode(point)) for point in (P, Q))

    def _sparse(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _linear(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop_linear(k, self.params, xP, yP, xQ, yQ)

    def _continuant(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return continuant_ternary.miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _two_iterations(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop_two_iterations(k, self.params, xP, yP, xQ, yQ)

    def _final(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3, f4, f5 = inputs
        return final_exponentiation(k, self.params, (f0, f1, f2, f3, f4, f5))

    def _final_by_roots(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3, f4, f5 = inputs
        return final_exponentiation(k, self.params, (f0, f1, f2, f3, f4, f5), roots=True)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The first algorithm of each stage on exact elements."""
        k = self.field
        return tuple(map(int, self._whole(k, *map(k.constant, (*P, *Q)))))

    def model_batch(self, Ps: Sequence[Encoded], Qs: Sequence[Encoded]) -> list[Encoded]:
        """The first algorithm of each stage on bit-sliced elements, all pairs at once."""
        cases = [(*P, *Q) for P, Q in zip(Ps, Qs, strict=True)]
        return run_batch(self.field, self._whole, cases)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform over the affine rational points; not confined to the subgroup of prime order."""
        rng = Random(seed)

        def draw() -> Encoded:
            while True:
                x = self.field.random(rng)
                y = self._right_side(x).sqrt()
                if y is not None:
                    return int(x), int(rng.choice((y, -y)))

        return [(draw(), draw()) for _ in range(number)]
