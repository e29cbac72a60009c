"""eta_T in characteristic two as pairings of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.algebra.batch import BatchField
from pairforge.algebra.curve import BinaryCurve, curve_of
from pairforge.catalog.curves import BinarySupersingular
from pairforge.pairings.base import Encoded, Pairing, Stage
from pairforge.pairings.eta_binary import EtaBinary, final_exponentiation, miller_loop


class EtaBinaryPairing(Pairing):
    """The reduced eta_T pairing of one curve, e = eta_T(P, Q)^M; defined on all affine rational points."""

    characteristic = 2
    e_shape = 4

    def __init__(self, literal: BinarySupersingular, status: str, default_design: str) -> None:
        self.literal = literal
        self.name = literal.name
        self.degree = literal.degree
        self.polynomial = literal.polynomial
        self.params = EtaBinary(self.degree, literal.b)
        tail = " + 1" if literal.b else ""
        self.description = f"reduced eta_T pairing on y^2 + y = x^3 + x{tail} over F_2^{self.degree}"
        self.status = status
        self.security = literal.security
        self.default_design = default_design
        middle = ("f0", "f1", "f2", "f3")
        self.stages = (
            Stage("miller", self._miller, ("xP", "yP", "xQ", "yQ"), middle),
            Stage("final", self._final, middle, ("e0", "e1", "e2", "e3")),
        )

    def _miller(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        xP, yP, xQ, yQ = inputs
        return miller_loop(k, self.params, xP, yP, xQ, yQ)

    def _final(self, k: Arithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        f0, f1, f2, f3 = inputs
        return final_exponentiation(k, self.params, f0, f1, f2, f3)

    @cached_property
    def curve(self) -> BinaryCurve:
        """The curve with its field."""
        return curve_of(self.literal)

    def complaint_about_element(self, value: int) -> str | None:
        """Too wide for the field?"""
        if value.bit_length() > self.degree:
            return f"is {value.bit_length()} bits wide, an element of F_2^{self.degree} at most {self.degree}"
        return None

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off the curve?"""
        x, y = map(self.curve.field.constant, point)
        if self.curve.contains((x, y)):
            return None
        tail = " + 1" if self.literal.b else ""
        return f"is not on the curve y^2 + y = x^3 + x{tail} over F_2^{self.degree}"

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """Both texts on exact elements."""
        k = self.curve.field
        f = self._miller(k, *map(k.constant, (*P, *Q)))
        return tuple(map(int, self._final(k, *f)))

    def model_batch(self, Ps: Sequence[Encoded], Qs: Sequence[Encoded]) -> list[Encoded]:
        """Both texts on bit-sliced elements, all pairs at once."""
        if len(Ps) != len(Qs):
            raise ValueError(f"{len(Ps)} points P but {len(Qs)} points Q")
        if not Ps:
            return []
        k = BatchField(self.curve.field, len(Ps))
        columns = zip(*((*P, *Q) for P, Q in zip(Ps, Qs, strict=True)), strict=True)
        f = self._miller(k, *map(k.elements, columns))
        return list(zip(*(e.values() for e in self._final(k, *f)), strict=True))

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Uniform over the affine rational points; not confined to the subgroup of prime order."""
        points = [(int(x), int(y)) for x, y in self.curve.random_points(2 * number, seed)]
        return list(zip(points[::2], points[1::2], strict=True))
