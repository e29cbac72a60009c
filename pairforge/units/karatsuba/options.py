"""The keys of the Karatsuba multiplier, and the search for its best ones.

Imports the multiplier, its search, and what a key is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pairforge.errors import UserError
from pairforge.units.fields.base import Field, digit_field
from pairforge.units.karatsuba.levels import Split
from pairforge.units.karatsuba.search import SEARCH
from pairforge.units.karatsuba.unit import MOST_STAGES, Karatsuba
from pairforge.units.options import BINARY_OR_TERNARY, UnitOptions, choice, integer, texts
from pairforge.units.parts.search import UnitSearch


@dataclass(frozen=True)
class KaratsubaOptions(UnitOptions):
    """The keys of a `karatsuba`; `Karatsuba` explains them."""

    kind: ClassVar[str] = "karatsuba"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "The pipelined Karatsuba multiplier: one product a cycle."
    over: ClassVar[str] = BINARY_OR_TERNARY
    search: ClassVar[UnitSearch | None] = SEARCH

    stages: int = integer(5, most=MOST_STAGES, about="pipeline stages")
    split: str = choice("halves", "halves", "oddeven", about="how blocks are cut, with `cutoff`")
    ways: int = integer(2, least=2, most=3, about="parts that a block is cut into, with `cutoff`")
    cutoff: int = integer(
        0,
        least=0,
        metavar="BITS",
        about="largest product that is made bit by bit (0: levels of least area)",
    )
    levels: tuple[str, ...] = texts(
        metavar="L,…", about="sizes that blocks are cut to, as 120, t40, e20, x5 (t, x: thirds, e: odd/even)"
    )
    sharing: str = choice("none", "none", "pairs", about="sums of the reduction made once, over F_2")
    cuts: tuple[str, ...] = texts(metavar="P,…", about="register places, as in0, in5, out3, reduced")
    chain: int = integer(2, most=64, about="over F_3, products added in a row")

    def make(self, field: Field) -> Karatsuba:
        """The multiplier over a field of characteristic 2 or 3."""
        return Karatsuba(
            digit_field(field),
            stages=self.stages,
            cutoff=self.cutoff,
            split=self.split,
            ways=self.ways,
            levels=tuple(Split.of(tag) for tag in self.levels) or None,
            cuts=self.cuts or None,
            chain=self.chain,
            sharing=self.sharing,
        )

    @classmethod
    def given_alone(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """As many stages as places of registers; no option that another one makes void."""
        for key in ("split", "ways", "cutoff"):
            if key in given and "levels" in given:
                raise UserError(f"{key} and levels are both given; levels say it all")
            if key in given and "cutoff" not in given:
                raise UserError(f"{key} needs a cutoff; without one the levels of least area are taken")
        if "cuts" in given and "stages" not in given:
            return {**given, "stages": len(given["cuts"])}
        return given
