"""eta_T in characteristic three as pairings of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from random import Random

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.batch import run_batch
from pairforge.algebra.facts import CurveFacts, factors_of_order
from pairforge.algebra.ternary_field import TernaryElement, TernaryField
from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.catalog.curves import TernarySupersingular
from pairforge.pairings import continuant_ternary
from pairforge.pairings.base import Encoded, Pairing, Stage, StageText
from pairforge.pairings.equations import TERNARY, of_both
from pairforge.pairings.eta_ternary import EtaTernary, miller_loop
from pairforge.pairings.final_ternary import final_exponentiation
from pairforge.pairings.miller_ternary import miller_loop_linear, miller_loop_two_turns


class EtaTernaryPairing(Pairing):
    """The reduced eta_T pairing of one curve, e = eta_T(P, Q)^M; defined on all affine rational points."""

    characteristic = 3
    e_shape = 6
    status = "model and hardware"

    def __init__(self, literal: TernarySupersingular) -> None:
        self.literal = literal
        self.name, self.security = literal.name, literal.security
        self.polynomial = tuple(exponent for exponent, _ in literal.polynomial)
        self.degree = max(self.polynomial)
        self.default_design = f"beuchat-f3-{self.degree}"
        self.params = EtaTernary(self.degree, literal.b)
        self.equation = f"y^2 = x^3 - x {'+' if literal.b > 0 else '-'} 1"
        self.description = f"reduced eta_T pairing on {self.equation} over F_3^{self.degree}"
        middle = tuple(f"f{i}" for i in range(6))
        miller: dict[str, StageText] = {
            "sparse": self._sparse,
            "linear": self._linear,
            "two-turns": self._two_turns,
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
        return self.literal.polynomial

    @cached_property
    def field(self) -> TernaryField:
        """F_3^m."""
        return TernaryField(self.literal.polynomial)

    @cached_property
    def curve(self) -> Curve:
        """The curve, over python-flint's elements."""
        k = self.field.context
        return Curve(k(-1), k(self.literal.b))

    def _decode(self, point: Encoded) -> Affine:
        return self.field.constant(point[0]).value, self.field.constant(point[1]).value

    def _right_side(self, x: TernaryElement) -> TernaryElement:
        one = self.field.constant(1)
        return x.frobenius(1) - x + (one if self.literal.b > 0 else -one)

    def facts(self) -> CurveFacts:
        """Order, factors, and the first random point of seed 0 that the cofactor does not send to O."""
        order = self.params.order
        factors = factors_of_order(self.name, order, self.literal.cofactors)
        candidates = (self.random_points(number, seed=0)[-1][0] for number in count(1))
        multiples = (self.curve.multiply(order // factors[-1], self._decode(c)) for c in candidates)
        x, y = (
            TernaryElement(self.field, c) for c in next(point for point in multiples if point is not None)
        )
        return CurveFacts(
            name=self.name,
            equation=self.equation,
            field=f"F_3^{self.degree} = F_3[x]/({self.field.polynomial})",
            order=order,
            factors=factors,
            subgroup_order=factors[-1],
            embedding_degree=6,
            mov_bits=int(3 ** (6 * self.degree)).bit_length(),
            published_bits=self.literal.published_bits,
            security=self.security,
            generators=((int(x), int(y)),),
            source=self.literal.source,
        )

    def complaint_about_element(self, value: int) -> str | None:
        """Too wide for the field, or a digit 3?"""
        return self.field.complaint(value)

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off the curve?"""
        if self.curve.contains(self._decode(point)):
            return None
        return f"is not on the curve {self.equation} over F_3^{self.degree}"

    @property
    def residuals(self) -> Mapping[str, StageText]:
        """y^2 - x^3 + x - b of both points."""
        return of_both(TERNARY, self.literal.b)

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Both on the curve?"""
        return all(self.curve.contains(self._decode(point)) for point in (P, Q))

    def _sparse(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _linear(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop_linear(k, self.params, xP, yP, xQ, yQ)

    def _continuant(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return continuant_ternary.miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _two_turns(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop_two_turns(k, self.params, xP, yP, xQ, yQ)

    def _final(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3, f4, f5 = inputs
        return final_exponentiation(k, self.params, (f0, f1, f2, f3, f4, f5))

    def _final_by_roots(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3, f4, f5 = inputs
        return final_exponentiation(k, self.params, (f0, f1, f2, f3, f4, f5), roots=True)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The first text of each stage on exact elements."""
        k = self.field
        return tuple(map(int, self._whole(k, *map(k.constant, (*P, *Q)))))

    def model_batch(self, Ps: Sequence[Encoded], Qs: Sequence[Encoded]) -> list[Encoded]:
        """The first text of each stage on bit-sliced elements, all pairs at once."""
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
