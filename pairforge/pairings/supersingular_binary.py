"""eta_T and Tate pairings in characteristic two as pairings of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.batch import run_batch
from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.curve import BinaryCurve, generator
from pairforge.pairings import continuant_binary, tate_binary
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Algorithm, Encoded, Stage
from pairforge.pairings.equations import BINARY, of_both
from pairforge.pairings.eta_binary import EtaBinary, final_exponentiation, miller_loop
from pairforge.pairings.facts import CurveFacts, factors_of_order
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.miller_binary import miller_loop_two_iterations


class BinaryPairing(Pairing):
    """What the pairings of y^2 + y = x^3 + x + b have in common; defined on all affine rational points."""

    characteristic = 2
    e_shape = 4

    curve: BinarySupersingular

    def __init__(self, curve: BinarySupersingular) -> None:
        super().__init__(curve)
        self.degree = curve.degree
        self.polynomial = curve.polynomial
        self.params = EtaBinary(curve.degree, curve.b)

    @cached_property
    def group(self) -> BinaryCurve:
        """The curve's points over its field."""
        return BinaryCurve(BinaryField(self.curve.polynomial), self.curve.b)

    def facts(self) -> CurveFacts:
        """Order, factors and generator, computed."""
        curve, field = self.curve, self.group.field
        factors = factors_of_order(self.name, self.group.order, curve.cofactors)
        x, y = generator(self.group, factors[-1])
        return CurveFacts(
            name=self.name,
            equation=curve.equation,
            field=f"F_2^{self.degree} = F_2[x]/({field.polynomial})",
            order=self.group.order,
            factors=factors,
            subgroup_order=factors[-1],
            embedding_degree=self.embedding_degree,
            mov_bits=self.embedding_degree * self.degree,
            published_bits=curve.published_bits,
            security=self.security,
            generators=((int(x), int(y)),),
            source=curve.source,
        )

    def complaint_about_element(self, value: int) -> str | None:
        """Too wide for the field?"""
        return self.group.field.complaint(value)

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off the curve?"""
        if self._contains(point):
            return None
        return f"is not on the curve {self.curve.equation} over F_2^{self.degree}"

    def _contains(self, point: Encoded) -> bool:
        x, y = map(self.group.field.constant, point)
        return self.group.contains((x, y))

    @property
    def residuals(self) -> Mapping[str, Algorithm]:
        """y^2 + y - x^3 - x - b of both points."""
        return of_both(BINARY, self.curve.b)

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Both on the curve?"""
        return self._contains(P) and self._contains(Q)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The first algorithm of each stage on exact elements."""
        k = self.group.field
        return tuple(map(int, self._whole(k, *map(k.constant, (*P, *Q)))))

    def model_batch(self, Ps: Sequence[Encoded], Qs: Sequence[Encoded]) -> list[Encoded]:
        """The first algorithm of each stage on bit-sliced elements, all pairs at once."""
        cases = [(*P, *Q) for P, Q in zip(Ps, Qs, strict=True)]
        return run_batch(self.group.field, self._whole, cases)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform over the affine rational points; not confined to the subgroup of prime order."""
        points = [(int(x), int(y)) for x, y in self.group.random_points(2 * number, seed)]
        return list(zip(points[::2], points[1::2], strict=True))


class TateBinaryPairing(BinaryPairing):
    """The reduced Tate pairing of order N of one curve, f_{N,P}(psi(Q))^((2^4m - 1)/N).

    One stage: the two algorithms have different final exponentiations.
    """

    def __init__(self, curve: BinarySupersingular) -> None:
        super().__init__(curve)
        self.stages = (
            Stage(
                "tate",
                {"algorithm-2": self._algorithm2, "algorithm-1": self._algorithm1},
                ("xP", "yP", "xQ", "yQ"),
                ("e0", "e1", "e2", "e3"),
            ),
        )

    def _algorithm1(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return tate_binary.algorithm1(k, self.params, xP, yP, xQ, yQ)

    def _algorithm2(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return tate_binary.algorithm2(k, self.params, xP, yP, xQ, yQ)


class EtaBinaryPairing(BinaryPairing):
    """The reduced eta_T pairing of one curve, e = eta_T(P, Q)^M."""

    def __init__(self, curve: BinarySupersingular) -> None:
        super().__init__(curve)
        middle = ("f0", "f1", "f2", "f3")
        self.stages = (
            Stage(
                "miller",
                {
                    "sparse": self._miller,
                    "two-iterations": self._two_iterations,
                    "continuant": self._continuant,
                },
                ("xP", "yP", "xQ", "yQ"),
                middle,
            ),
            Stage(
                "final",
                {"norms": self._final, "norms-roots": self._final_by_roots},
                middle,
                ("e0", "e1", "e2", "e3"),
            ),
        )

    def _miller(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _continuant(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return continuant_binary.miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _two_iterations(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop_two_iterations(k, self.params, xP, yP, xQ, yQ)

    def _final(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3 = inputs
        return final_exponentiation(k, self.params, f0, f1, f2, f3)

    def _final_by_roots(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3 = inputs
        return final_exponentiation(k, self.params, f0, f1, f2, f3, roots=True)
