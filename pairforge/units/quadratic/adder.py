"""Sums in F_p2: a + b, a - b, a + i b, a - i b and a with the conjugate of b, one every cycle.

Imports sums modulo p, pipelines and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Mux
from pairforge.program.ir import CONJUGATED, TURNED
from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.quadratic import QUADRATIC, THREE_MOD_FOUR, QuadraticField, quadratic_field
from pairforge.units.parts.modular_sum import modular_sum
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word, joined, part
from pairforge.units.parts.signs import ADD, SUBTRACT
from pairforge.units.parts.step_delays import table
from pairforge.units.parts.sum_pipeline import SumOptions, SumPipeline

_SIGNALS = {
    ADD: (),
    SUBTRACT: ("subtract_real", "subtract_imaginary"),
    TURNED: ("turn", "subtract_real"),
    -TURNED: ("turn", "subtract_imaginary"),
    CONJUGATED: ("subtract_imaginary",),
}
"""By attribute what is set. i b = -b1 + b0 i."""


@dataclass(frozen=True)
class QuadraticAdderOptions(SumOptions):
    """The keys of a `quadratic-adder`; `QuadraticAdder` explains them."""

    kind: ClassVar[str] = "quadratic-adder"
    operations: ClassVar[tuple[str, ...]] = ("add", "addi", "addc")
    summary: ClassVar[str] = "Sums of two elements of F_p2, one every cycle."
    over: ClassVar[str] = THREE_MOD_FOUR
    words: ClassVar[str] = QUADRATIC

    def make(self, field: Field) -> QuadraticAdder:
        """The adder over F_p2."""
        return QuadraticAdder(quadratic_field(field), self.stages, self.network, self.clock)

    @classmethod
    def representation(cls, field: Field) -> Field:
        """F_p2 over the field."""
        return quadratic_field(field)


@dataclass(frozen=True)
class QuadraticAdder(SumPipeline):
    """a + b, a - b, a + i b, a - i b or a + the conjugate of b, with `stages` registers on each path.

    A sum modulo p of the real parts and one of the imaginary parts; for i b the parts of b change places.
    Attributes as of the operations (`pairforge.program.ir`): 1, -1, `TURNED`, -`TURNED`, `CONJUGATED`.
    """

    field: QuadraticField

    @property
    def kind(self) -> str:
        """Addition in F_p2."""
        return "quadratic-adder"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "quadratic_adder"

    @property
    def result(self) -> str:
        """The results as formulas."""
        return "a + b, a - b, a + i b, a - i b or a + the conjugate of b"

    @property
    def operands(self) -> tuple[str, ...]:
        """The two terms."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return tuple(_SIGNALS)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`turn` for i b; `subtract_real` and `subtract_imaginary` where a part is taken off."""
        return [ControlInput(signal, 1, 0, 1) for signal in _SIGNALS[self._checked(attribute)]]

    def _checked(self, attribute: int | None) -> int:
        if attribute not in _SIGNALS:
            raise UserError(f"an adder over F_p2 has no operation {attribute}")
        return attribute

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The sum by integers."""
        (a0, a1), (b0, b1) = map(self.field.parts, operands)
        match self._checked(attribute):
            case sign if sign in (ADD, SUBTRACT):
                return self.field.of(a0 + sign * b0, a1 + sign * b1)
            case turned if turned in (TURNED, -TURNED):
                sign = turned // TURNED
                return self.field.of(a0 - sign * b1, a1 + sign * b0)
        return self.field.of(a0 + b0, a1 - b1)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Parts that are corner elements against each other, and parts that add up to 0, 1 and -1.

        Each for all operations.
        """
        field, p = self.field, self.field.p
        corners = field.base.corner_elements()
        cases = [(field.of(a, b), field.of(b, a)) for a in corners for b in corners]
        pairs = [(a, b) for a in corners for b in corners[:4]]
        cases += [(field.of(a, b), field.of(c - a, c - b)) for c in (-1, 0, 1) for a, b in pairs]
        cases += [(field.of(a, p - 1), field.of(a, p - 1)) for a in corners]
        return [case for case in dict.fromkeys(cases) for _ in self.constants]

    def _result(self, pipe: Pipeline) -> Word:
        n, p = self.field.base.width, self.field.p
        a, b = (pipe.input(pipe.m.input(name, 2 * n)) for name in self.operands)
        turn, less_real, less_imaginary = (
            pipe.input(pipe.m.input(name)) for name in ("turn", "subtract_real", "subtract_imaginary")
        )
        real, imaginary = part(b, 0, n), part(b, n, n)
        wide = wide_of(self.network, pipe)
        sums = []
        for name, mine, plain, turned, less in (
            ("real", part(a, 0, n), real, imaginary, less_real),
            ("imaginary", part(a, n, n), imaginary, real, less_imaginary),
        ):
            pipe.comment(f"the {name} part: of b, or of i b but for its sign")
            second = pipe.step(
                f"{name}_second", n, (turn, turned, plain), lambda v: Mux(v[0], v[1], v[2]), table(), n
            )
            sums.append(modular_sum(wide, p, 0, mine, second, less, f"{name}_"))
        return joined(*sums)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return self._described(
            "adder over F_p2",
            "1 and -1: a + b, a - b; 2 and -2: a + i b, a - i b; 3: a + the conjugate of b",
        )
