"""Montgomery multiplication of sums: (a +- c)(b +- d), with adders in front of the factors.

A sum that products alone read then needs no adder of the machine, no place in its storage and no port to be
written by. Imports the pipelined multiplier and what it is made of.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.hdl import Expr, gate, spread
from pairforge.program.signs import packed, unpacked
from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.montgomery_pipelined import MontgomeryOptions, PipelinedMontgomery
from pairforge.units.options import clock_option
from pairforge.units.parts.networks import network_option
from pairforge.units.parts.pipeline import Word, constant, part
from pairforge.units.parts.reduction import Reduction
from pairforge.units.parts.wide import Wide


@dataclass(frozen=True)
class MontgomerySumsOptions(MontgomeryOptions):
    """The keys of a `montgomery-sums`; `PipelinedMontgomery` explains them."""

    kind: ClassVar[str] = "montgomery-sums"
    operations: ClassVar[tuple[str, ...]] = ("mul", "mul3", "mul4")
    summary: ClassVar[str] = "Montgomery multiplication of sums of two values, one every cycle."

    network: str = network_option()
    clock: int = clock_option()

    def make(self, field: Field) -> MontgomerySums:
        """The multiplier over a large prime."""
        return MontgomerySums(
            prime_field(field), self.stages, self.levels, self.block, network=self.network, clock=self.clock
        )


@dataclass(frozen=True)
class MontgomerySums(PipelinedMontgomery):
    """a b R^-1 (no attribute), (a +- c) b R^-1 or (a +- c)(b +- d) R^-1 mod p, a product every cycle.

    Parameters and m as of `PipelinedMontgomery`. A factor is a + c or a - c + p, below 2 p and not reduced.
    So T < 4 p^2 < 4 R p and U = (T + m p) / R < 5 p, of which the highest bits say what to take off. The
    attribute has the signs as `program.signs` packs them.
    """

    @property
    def kind(self) -> str:
        """Montgomery multiplication of sums."""
        return "montgomery-sums"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "montgomery_sums"

    @property
    def result(self) -> str:
        """The results as formulas."""
        return f"a b / R, (a +- c) b / R or (a +- c)(b +- d) / R, R = 2^{self.field.width}"

    @property
    def operands(self) -> tuple[str, ...]:
        """The first terms of the factors, then the second ones; a plain product does not read c and d."""
        return ("a", "b", "c", "d")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """No sum, all signs of one, all signs of two."""
        signs = [packed(signs) for count in (1, 2) for signs in itertools.product((1, -1), repeat=count)]
        return (None, *signs)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`with_c` and `with_d` where these count, `subtract_c` and `subtract_d` where they are taken off."""
        signals = []
        for name, sign in zip("cd", self._signs(attribute), strict=False):
            signals += [f"with_{name}"] + [f"subtract_{name}"] * (sign < 0)
        return [ControlInput(signal, 1, 0, 1) for signal in signals]

    def _signs(self, attribute: int | None) -> tuple[int, ...]:
        if attribute not in self.constants:
            raise ValueError(f"attribute {attribute}: must be none, or the signs of one or two operands")
        return () if attribute is None else unpacked(attribute)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The product by integers; c and d may be left out where the operation does not read them."""
        self.field.check(*operands)
        factors = list(operands[:2])
        for i, (term, sign) in enumerate(zip(operands[2:], self._signs(attribute), strict=False)):
            factors[i] += sign * term
        return factors[0] * factors[1] * pow(self.radix, -1, self.field.p) % self.field.p

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Those of a product, its factors as they are, as sums and as differences; factors that are 0, nearly
        2 p, and next to what they wrap around at. Each for all operations.
        """
        p = self.field.p
        products = super().corner_cases()
        few = self.field.corner_elements()[:7]
        cases = [(a, b, 0, p - 1) for a, b in products]
        for sign, (e, f) in itertools.product((1, -1), ((p - 1, 1), (p // 2, p - 1))):
            cases += [((a - sign * e) % p, (b - sign * f) % p, e, f) for a, b in products[::4]]
        cases += list(itertools.product(few, few[2:5], few, few[2:5]))
        return [case for case in dict.fromkeys(cases) for _ in self.constants]

    def _result(self, wide: Wide, reduction: Reduction, factors: Sequence[Word]) -> Word:
        a, b, c, d = factors
        first, second = (self._factor(wide, *each) for each in (("left", a, c, "c"), ("right", b, d, "d")))
        return reduction.of_sums(wide, first, second)

    def _factor(self, wide: Wide, name: str, first: Word, second: Word, port: str) -> Word:
        """first + second, or first - second + p; first alone where the second does not count."""
        pipe, width, p = wide.pipe, self.field.width + 1, self.field.p
        counts, minus = (pipe.input(pipe.m.input(f"{what}_{port}")) for what in ("with", "subtract"))

        def signed(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            counted, negative, x, y = values
            return x, gate(counted, y) ^ spread(negative, y.width)

        def with_modulus(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            negative, x, modulus = values
            return x, gate(negative, modulus)

        pipe.comment(f"{name}: a factor, or a sum; a difference, and p")
        words = (part(first, 0, width), part(second, 0, width))
        total = wide.ripple(f"{name}_sum", width, words, signed, whole=(counts, minus), carry=minus)
        words = (part(total, 0, width), constant(width, p, "PLUS_P"))
        return part(wide.ripple(name, width, words, with_modulus, whole=(minus,)), 0, width)

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            **super().describe(),
            "unit": "pipelined Montgomery multiplier of sums",
            "constants": "none: a b; else a one, then a bit for each sign, the last first",
        }
