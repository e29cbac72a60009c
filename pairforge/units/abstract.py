"""An abstract unit: figures without hardware, for the schedule of a block by itself.

Imports what a key is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.units.base import Unit
from pairforge.units.fields.base import Field
from pairforge.units.options import Figures, UnitOptions, choice, integer

_MOST = 1 << 20  # cycles


@dataclass(frozen=True)
class AbstractOptions(UnitOptions):
    """The keys of an `abstract`: one operation, its timing and its area."""

    kind: ClassVar[str] = "abstract"
    operations: ClassVar[tuple[str, ...]] = ("mul", "sum", "frob", "add", "inv")
    hardware: ClassVar[bool] = False
    summary: ClassVar[str] = "Figures without hardware, for `pairforge explore --block`."

    operation: str = choice(None, *operations, about="what it does (frob: any positive power)")
    latency: int = integer(most=_MOST, about="cycles from the last operand to the result")
    interval: int = integer(default_of="latency", most=_MOST, about="cycles between operations")
    area: int = integer(0, least=0, about="slices (0: not known)")

    @property
    def does(self) -> tuple[str, ...]:
        """The one operation."""
        return (self.operation,)

    @property
    def figures(self) -> Figures:
        """What is known of it."""
        return Figures(self.latency, self.interval, self.area)

    def make(self, field: Field) -> Unit:
        """There is no hardware (UserError)."""
        raise UserError(
            f"{self.kind!r} has figures but no hardware; explore it with `pairforge explore --block`, or "
            "take another kind"
        )
