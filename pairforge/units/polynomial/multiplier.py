"""The modular integer polynomial Montgomery multiplier of Brinci et al. (2013).

Imports the hardware layer, the algorithm and its hardware.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Module
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.options import UnitOptions, choice, integer
from pairforge.units.polynomial.algorithm import HALF, PRODUCTS, divided, product, reduced
from pairforge.units.polynomial.core import CORES
from pairforge.units.polynomial.field import (
    BN_PRIME,
    COEFFICIENTS,
    POLYNOMIALS,
    SeedPolynomials,
    seed_polynomials,
)
from pairforge.units.polynomial.hardware import latency, multiplier_module


@dataclass(frozen=True)
class PolynomialMontgomeryOptions(UnitOptions):
    """The keys of a `polynomial-montgomery`; `PolynomialMontgomery` explains them."""

    kind: ClassVar[str] = "polynomial-montgomery"
    operations: ClassVar[tuple[str, ...]] = ("mul",)
    summary: ClassVar[str] = "Montgomery multiplication of polynomials in the seed of a BN curve."
    over: ClassVar[str] = BN_PRIME
    words: ClassVar[str] = POLYNOMIALS
    target: ClassVar[str] = "xc6v"

    core: str = choice("pipelined", *CORES, about="multiplier of coefficients: 11 multiplier blocks, or 7")
    pause: int = integer(0, least=0, most=64, about="cycles between products beyond what they take")

    def make(self, field: Field) -> PolynomialMontgomery:
        """Over p of a BN curve with a small seed."""
        return PolynomialMontgomery(seed_polynomials(field), self.core, self.pause)

    @classmethod
    def representation(cls, field: Field) -> Field:
        """The field in polynomials in its seed."""
        return seed_polynomials(field)


@dataclass(frozen=True)
class PolynomialMontgomery(UnitBase):
    """a b u^-5 mod p, operands and result polynomials in u with small coefficients.

    Phase 1: c = a b by the 14 products of the five-term Karatsuba method, one after the other on one
    multiplier of 65 bits and a sign (`core`: "pipelined", 11 multiplier blocks and a product each cycle;
    "serial", 7 and one each second cycle), added up in nine registers. Each c_k goes on as soon as it is
    complete, one a cycle. Phase 2: c_k = q 2^63 + r leaves r - s q, and q goes to the next, as 2^63 = u - s.
    Phase 3: t = -c / p mod u^5 and (c + t p) / u^5 are one recurrence. Phase 4: as phase 2, remainders from
    -2^62 to 2^62.

    Phase 2 is made of all nine coefficients, not of five: after phase 4 alone, as printed, a coefficient
    could have 75 bits. The next operands may be taken when the last product of these has begun; `pause`:
    cycles more than that between operands. `whole`: multiplier blocks have all of their registers, a cycle
    later.
    """

    field: SeedPolynomials
    core: str = "pipelined"
    pause: int = 0
    whole: bool = False

    def __post_init__(self) -> None:
        if self.core not in CORES:
            raise UserError(f"core {self.core!r}: must be one of {', '.join(CORES)}")

    def clocked(self, mhz: float, threads: int) -> PolynomialMontgomery:
        """See `ClockedUnit`: blocks are whole where a clock is asked for."""
        return replace(self, whole=self.whole or bool(mhz))

    @property
    def kind(self) -> str:
        """Montgomery multiplication of polynomials."""
        return "polynomial-montgomery"

    @property
    def operands(self) -> tuple[str, ...]:
        """The factors."""
        return ("a", "b")

    @property
    def radix(self) -> int:
        """R = u^5."""
        return self.field.u**COEFFICIENTS

    def latency(self, attribute: int | None = None) -> int:
        """35 cycles with the pipelined core, 48 with the serial one; one more with whole blocks."""
        return latency(self.core, whole=self.whole)

    def interval(self, attribute: int | None = None) -> int:
        """The 14 products, and the pause."""
        return len(PRODUCTS) * CORES[self.core][1] + self.pause

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` in the first cycle."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The exact coefficients: the product by the definition, phases 2 to 4 as the paper prints them."""
        field = self.field
        field.check(*operands)
        a, b = (field.coefficients(word) for word in operands)
        c = reduced(product(a, b), field.rest)
        return field.pack(reduced(divided(c), field.rest, HALF))

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Words with all coefficients at their ends against two of them; other corners against 1, R, 1/R."""
        field = self.field
        corners, count = field.corner_elements(), 1 << COEFFICIENTS
        ones = [field.encode(value) for value in (1, self.radix, pow(self.radix, -1, field.p))]
        pairs = [(a, b) for a in corners[:count] for b in (corners[0], corners[10])]
        pairs += [(a, b) for a in (*corners[count:], *ones) for b in ones]
        return [*dict.fromkeys(pairs)]

    def module(self) -> Module:
        """The multiplier; ports clk, a, b, start, y."""
        return multiplier_module(self.field, self.core, whole=self.whole)

    def area_model(self) -> AreaModel:
        """Coefficients added up and taken, sums of operands, both reductions and the recurrence; registers.

        Multiplier blocks are not counted, nor what is inside them.
        """
        size, wide, reduced_size = 64, 128, 90
        lut = 9 * wide + 3 * wide + 10 * size + 14 * reduced_size + 5 * size
        ff = 10 * size + 4 * (size + 1) + 10 * wide + 10 * reduced_size + 9 * size
        return AreaModel(lut=lut, ff=ff)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "polynomial Montgomery multiplier",
            "field": f"{self.field.label}, {self.field.definition}",
            "core": self.core,
            "multiplier blocks": CORES[self.core][0],
            "pause": self.pause,
            "result": "a b / R, R = u^5",
        }
