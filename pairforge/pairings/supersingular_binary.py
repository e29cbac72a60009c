"""eta_T and Tate pairings in characteristic two as pairings of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.batch import run_batch
from pairforge.algebra.curve import BinaryCurve, curve_of, facts
from pairforge.algebra.facts import CurveFacts
from pairforge.catalog.curves import BinarySupersingular
from pairforge.pairings import continuant_binary, tate_binary
from pairforge.pairings.base import Encoded, Pairing, Stage, StageText
from pairforge.pairings.equations import BINARY, of_both
from pairforge.pairings.eta_binary import EtaBinary, final_exponentiation, miller_loop
from pairforge.pairings.miller_binary import miller_loop_two_turns


class BinaryPairing(Pairing):
    """What the pairings of y^2 + y = x^3 + x + b have in common; defined on all affine rational points."""

    characteristic = 2
    e_shape = 4

    def __init__(self, literal: BinarySupersingular) -> None:
        self.literal = literal
        self.name = literal.name
        self.degree = literal.degree
        self.polynomial = literal.polynomial
        self.security = literal.security
        self.equation = f"y^2 + y = x^3 + x{' + 1' if literal.b else ''} over F_2^{self.degree}"

    @cached_property
    def curve(self) -> BinaryCurve:
        """The curve with its field."""
        return curve_of(self.literal)

    def facts(self) -> CurveFacts:
        """Order, factors and generator, computed."""
        return facts(self.literal)

    def complaint_about_element(self, value: int) -> str | None:
        """Too wide for the field?"""
        if value.bit_length() > self.degree:
            return f"is {value.bit_length()} bits wide, an element of F_2^{self.degree} at most {self.degree}"
        return None

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off the curve?"""
        return None if self._contains(point) else f"is not on the curve {self.equation}"

    def _contains(self, point: Encoded) -> bool:
        x, y = map(self.curve.field.constant, point)
        return self.curve.contains((x, y))

    @property
    def residuals(self) -> Mapping[str, StageText]:
        """y^2 + y - x^3 - x - b of both points."""
        return of_both(BINARY, self.literal.b)

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Both on the curve?"""
        return self._contains(P) and self._contains(Q)

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The first text of each stage on exact elements."""
        k = self.curve.field
        return tuple(map(int, self._whole(k, *map(k.constant, (*P, *Q)))))

    def model_batch(self, Ps: Sequence[Encoded], Qs: Sequence[Encoded]) -> list[Encoded]:
        """The first text of each stage on bit-sliced elements, all pairs at once."""
        cases = [(*P, *Q) for P, Q in zip(Ps, Qs, strict=True)]
        return run_batch(self.curve.field, self._whole, cases)

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform over the affine rational points; not confined to the subgroup of prime order."""
        points = [(int(x), int(y)) for x, y in self.curve.random_points(2 * number, seed)]
        return list(zip(points[::2], points[1::2], strict=True))


class TateBinaryPairing(BinaryPairing):
    """The reduced Tate pairing of order N of one curve, f_{N,P}(psi(Q))^((2^4m - 1)/N).

    One stage: the two algorithms have different final exponentiations.
    """

    def __init__(self, literal: BinarySupersingular, status: str, default_design: str) -> None:
        super().__init__(literal)
        self.params = EtaBinary(self.degree, literal.b)
        self.description = f"reduced Tate pairing on {self.equation}"
        self.status = status
        self.default_design = default_design
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

    def __init__(self, literal: BinarySupersingular, status: str, default_design: str) -> None:
        super().__init__(literal)
        self.params = EtaBinary(self.degree, literal.b)
        self.description = f"reduced eta_T pairing on {self.equation}"
        self.status = status
        self.default_design = default_design
        middle = ("f0", "f1", "f2", "f3")
        self.stages = (
            Stage(
                "miller",
                {"sparse": self._miller, "two-turns": self._two_turns, "continuant": self._continuant},
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

    def _two_turns(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop_two_turns(k, self.params, xP, yP, xQ, yQ)

    def _final(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3 = inputs
        return final_exponentiation(k, self.params, f0, f1, f2, f3)

    def _final_by_roots(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3 = inputs
        return final_exponentiation(k, self.params, f0, f1, f2, f3, roots=True)
