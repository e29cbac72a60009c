"""The compression function of SHA-256, a round a cycle: 64 cycles and one for a block of 512 bits.

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from pairforge.algebra.sha256 import CONSTANTS, INITIAL, ROUNDS, compressed
from pairforge.errors import UserError
from pairforge.hdl import Arith, Const, Expr, Memory, Module, Select, xor
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.options import LARGE_PRIME, UnitOptions, clock_option
from pairforge.units.parts.pipeline import (
    Pipeline,
    Word,
    constant,
    joined,
    part,
    period_of,
    register_bits,
    registers_left,
)
from pairforge.units.parts.step_delays import table
from pairforge.units.parts.wide import Wide

_BITS = 256
_COUNT = ROUNDS.bit_length()  # bits of the number of a round


@dataclass(frozen=True)
class Sha256Options(UnitOptions):
    """The keys of a `sha256`."""

    kind: ClassVar[str] = "sha256"
    operations: ClassVar[tuple[str, ...]] = ("sha256",)
    summary: ClassVar[str] = "The compression function of SHA-256 on integers of 256 bits, 65 cycles a block."
    over: ClassVar[str] = f"{LARGE_PRIME} above 2^256"

    clock: int = clock_option()

    def make(self, field: Field) -> Sha256:
        """The unit beside a field whose elements have room for 256 bits."""
        return Sha256(prime_field(field), self.clock)


@dataclass(frozen=True)
class Sha256(UnitBase):
    """The state behind a block: a is the one before it, b and c the halves of the block, first words highest.

    A round a cycle, in words of 32 bits; the last cycle adds up. For several threads each has its state, in
    registers along the round.
    """

    field: PrimeField
    clock: float = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if self.field.p < 1 << _BITS:
            raise UserError(f"it is for primes above 2^{_BITS}, not for {self.field.label}")

    def clocked(self, mhz: float, threads: int) -> Sha256:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz, threads=threads)

    @property
    def kind(self) -> str:
        """What it computes."""
        return "sha256"

    @property
    def operands(self) -> tuple[str, ...]:
        """The state, and the halves of a block."""
        return ("a", "b", "c")

    @cached_property
    def _more(self) -> int:
        """Cycles that the last sum takes besides one."""
        if not self.clock:
            return 0
        pipe = self._pipe(Module("trial"), self.threads)
        own = registers_left(self.threads) if self.threads > 1 else 1
        return 0 if pipe.fits(self._result_in(pipe), own) else 1

    def latency(self, attribute: int | None = None) -> int:
        """The rounds, and what the last sum takes."""
        return ROUNDS + 1 + self._more

    def interval(self, attribute: int | None = None) -> int:
        """The rounds and one."""
        return ROUNDS + 1

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` with the operands."""
        return (ControlInput("start", 1, 0, 1),)

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """By integers; of each operand the lowest 256 bits count."""
        return compressed(*(x % (1 << _BITS) for x in operands))

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """All bits alike, one bit, alternating bits, and the empty message."""
        ones = (1 << _BITS) - 1
        few = (0, 1, ones, ones // 3, 1 << _BITS - 1)
        cases = [(a, b, c) for a in few for b in few for c in (0, ones)]
        return [*cases, (INITIAL, 1 << _BITS - 1, 0)]

    def _pipe(self, m: Module, threads: int) -> Pipeline:
        return Pipeline(m, threads, period_of(self.clock))

    def module(self) -> Module:
        """The unit; ports clk, a, b, c, start, y."""
        m = self._made(1, 0).m
        m.for_threads = lambda threads, late: self._made(threads, late).m
        return m

    def _made(self, threads: int, late: int) -> Pipeline:
        """The module for so many threads, and what it is made of."""
        suffix = (f"_x{threads}" if threads > 1 else "") + (f"_late{late}" if late else "")
        m = Module(
            f"sha256_{self.field.width}{suffix}", "The compression function of SHA-256, a round a cycle."
        )
        m.input("clk")
        pipe = self._pipe(m, threads)
        (y,) = pipe.place((self._result_in(pipe), threads * (1 + self._more) - late))
        m.output("y", y)
        return pipe

    def _result_in(self, pipe: Pipeline) -> Word:
        """The result of operands that are inputs of the module."""
        m, wide = pipe.m, Wide(pipe)
        state, high, low = (pipe.input(m.input(name, self.field.width)) for name in self.operands)
        start = pipe.input(m.input("start"))
        pipe.comment("the state, or that of a new block")
        kept = {
            "begun": part(state, 0, _BITS),
            "state": part(state, 0, _BITS),
            "block": joined(part(low, 0, _BITS), part(high, 0, _BITS)),
            "round": constant(_COUNT, 0),
        }
        loops = {name: pipe.loop(f"{name}_before", sum(p.width for p in word)) for name, word in kept.items()}
        now = {name: wide.choice(name, start, word, loops[name]) for name, word in kept.items()}
        pipe.comment("the result, where all rounds are done")
        words = [
            _sum(wide, f"result_{i}", part(now["begun"], 32 * i, 32), part(now["state"], 32 * i, 32))
            for i in range(8)
        ]
        result = joined(*words, constant(self.field.width - _BITS, 0))
        after = _round(wide, now, _constants(m))
        for name, loop in loops.items():
            pipe.close(loop, after[name])
        return result

    def area_model(self) -> AreaModel:
        """Tables of all sums and choices, registers exactly."""
        made = self._made(1, 0)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {"unit": "SHA-256 compression", "rounds": ROUNDS, "bits of a state": _BITS}


def _constants(m: Module) -> Memory:
    return m.memory("constants", 32, 1 << _COUNT - 1, style="distributed", init=CONSTANTS)


def _round(wide: Wide, now: Mapping[str, Word], constants: Memory) -> dict[str, Word]:
    """The state after a round of FIPS 180-4, section 6.2.2, and the block moved on by a word."""
    pipe, state, block = wide.pipe, now["state"], now["block"]
    a, b, c, d, e, f, g, h = (part(state, 32 * i, 32) for i in reversed(range(8)))
    w = [part(block, 32 * i, 32) for i in reversed(range(16))]
    pipe.comment("the constant of the round, and the sums of a round")
    index = part(now["round"], 0, _COUNT - 1)
    k = pipe.step("constant", 32, (index,), lambda v: Select(constants, v[0]), table(2), 32)
    known = _sum(wide, "known", _sum(wide, "with_constant", k, w[0]), h)
    chosen = _mixed(wide, "chosen", e, (6, 11, 25), (e, f, g), lambda v: v[0] & v[1] ^ ~v[0] & v[2])
    first = _sum(wide, "first", known, chosen)
    major = (a, b, c)
    second = _mixed(
        wide, "majority", a, (2, 13, 22), major, lambda v: v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
    )
    new_a, new_e = _sum(wide, "new_a", first, second), _sum(wide, "new_e", d, first)
    pipe.comment("the next word of the block")
    low = _mixed(wide, "near", w[1], (7, 18, ~3), (w[0],), lambda v: v[0])
    high = _mixed(wide, "far", w[14], (17, 19, ~10), (w[9],), lambda v: v[0])
    word = _sum(wide, "word", low, high)

    def more(values: Sequence[Expr]) -> Expr:
        return Arith("+", values[0], Const(_COUNT, 1))

    return {
        "begun": now["begun"],
        "state": joined(g, f, e, new_e, c, b, a, new_a),
        "block": joined(word, part(block, 0, 480)),
        "round": pipe.step("next_round", _COUNT, (now["round"],), more, table(2), _COUNT),
    }


def _sum(wide: Wide, name: str, x: Word, y: Word) -> Word:
    """x + y modulo 2^32."""
    return part(wide.ripple(name, 32, (x, y), lambda v: (v[0], v[1])), 0, 32)


def _mixed(
    wide: Wide,
    name: str,
    x: Word,
    places: Sequence[int],
    others: Sequence[Word],
    function: Callable[[Sequence[Expr]], Expr],
) -> Word:
    """The xor of rotations of x, plus a function of others bit by bit; ~n is a shift by n."""
    moved = [_rotated(x, n) if n >= 0 else part(x, ~n, 32) for n in places]

    def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
        return xor(*values[:3]), function(values[3:])

    return part(wide.ripple(name, 32, (*moved, *others), build, levels=2), 0, 32)


def _rotated(x: Word, places: int) -> Word:
    """A word of 32 bits rotated to the right."""
    return joined(part(x, places, 32 - places), part(x, 0, places))
