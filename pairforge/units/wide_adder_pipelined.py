"""Addition and subtraction of values of double width, modulo p R, one every cycle.

Imports the modular adder and the values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.fields.wide import WideResidues
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder, PipelinedModularAdderOptions


@dataclass(frozen=True)
class PipelinedWideAdderOptions(PipelinedModularAdderOptions):
    """The keys of a `wide-adder-pipelined`: those of a `modular-adder-pipelined`."""

    kind: ClassVar[str] = "wide-adder-pipelined"
    operations: ClassVar[tuple[str, ...]] = ("wadd",)
    summary: ClassVar[str] = "Addition and subtraction of products that are not reduced, one every cycle."

    def make(self, field: Field) -> PipelinedWideAdder:
        """The adder over a large prime."""
        return PipelinedWideAdder(prime_field(field), self.stages, self.network, self.clock)


@dataclass(frozen=True)
class PipelinedWideAdder(PipelinedModularAdder):
    """a + b mod p R (attribute 1) or a - b mod p R (attribute -1), R = 2^width.

    Aranha, Karabina, Longa, Gebotys and Lopez, "Faster explicit formulas for computing pairings over ordinary
    curves" (eprint 2010/526): the lower half of p R is zero, so of a sum only the upper half is corrected, by
    p; a carry goes from the lower one into it. From 0 <= a, b < p R follows 0 <= y < p R.
    """

    @property
    def kind(self) -> str:
        """Addition modulo p R."""
        return "wide-adder-pipelined"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "wide_adder"

    @property
    def ring(self) -> WideResidues:
        """Z/(p R)."""
        return WideResidues(self.field)

    @property
    def wide_ports(self) -> frozenset[str]:
        """All of them."""
        return frozenset((*self.operands, "y"))

    @property
    def _named(self) -> str:
        return "adder modulo p R"

    @property
    def _modulus(self) -> str:
        return f"p R, R = 2^{self.field.width}, {super()._modulus}"
