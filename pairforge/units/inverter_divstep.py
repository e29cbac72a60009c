"""Inversion modulo a large prime by division steps, several a cycle, in constant time.

Bernstein, Yang (2019), "Fast constant-time gcd computation and modular inversion", section 8; begun at
delta = 1/2 and bounded as in Wuille's "Bounds on divsteps iterations in safegcd" (2021). Imports pipelines,
wide arithmetic, the field, and what makes one inverter do for several cores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Expr, Memory, Module, Select, gate, spread
from pairforge.hdl.interleave import MANY_THREADS
from pairforge.units.base import AreaModel, ControlInput, UnitBase
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.options import LARGE_PRIME, UnitOptions, clock_option, integer
from pairforge.units.parts.pipeline import (
    Pipeline,
    Word,
    a_period,
    constant,
    joined,
    part,
    period_of,
    register_bits,
    registers_left,
    width_of,
)
from pairforge.units.parts.shared_inverter import SharedInverter
from pairforge.units.parts.step_delays import table as table_delay
from pairforge.units.parts.wide import Wide

MOST_STEPS = 8
MOST_PACE = 32
_SLOWER = 0.9  # of a clock that no steps and no pace meet, as often as it takes
_EVERY = 8  # cycles between the products of a shared inverter: four cores are 1% slower for them at most
_FASTER = 1.4  # than the clock, as often as its multiplier is made for: amid several cores wires are longer

_NAMES = ("f", "g", "d", "e", "turned")


def division_steps(width: int) -> int:
    """Steps after which g = 0, for all 0 <= g <= f < 2^width, f odd, begun at delta = 1/2."""
    return (45907 * width + 26313) // 19929


@dataclass(frozen=True)
class _State:
    """f, g: signed, of width + 1 bits. d, e: signed, of width + 2. `turned`: -delta - 1/2, signed."""

    f: Word
    g: Word
    d: Word
    e: Word
    turned: Word

    @property
    def words(self) -> tuple[Word, ...]:
        return self.f, self.g, self.d, self.e, self.turned


@dataclass(frozen=True)
class DivstepInverterOptions(UnitOptions):
    """The keys of a `inverter-divstep`; `DivstepInverter` explains them."""

    kind: ClassVar[str] = "inverter-divstep"
    operations: ClassVar[tuple[str, ...]] = ("inv",)
    summary: ClassVar[str] = "Inversion modulo a large prime by division steps, in constant time."
    over: ClassVar[str] = LARGE_PRIME
    for_cores: ClassVar[bool] = True

    steps: int = integer(
        0, least=0, most=MOST_STEPS, about="division steps a cycle; 0: what the clock leaves time for, or 4"
    )
    pace: int = integer(
        0,
        least=0,
        most=MOST_PACE,
        about="cycles that those steps take; 0: with a clock and one thread what it needs, else 1",
    )
    clock: int = clock_option()

    def make(self, field: Field) -> DivstepInverter:
        """The inverter over a large prime."""
        return DivstepInverter(prime_field(field), self.steps, self.pace, self.clock)


@dataclass(frozen=True)
class DivstepInverter(UnitBase):
    """a^-1 R^2 mod p, R = 2^width, by rounds of `steps` division steps: from x R the result is x^-1 R. 0
    gives 0.

    It keeps f R^2 = d a and g R^2 = e a modulo p, from f = p, g = a, d = 0, e = R^2. A division step with g
    odd and delta > 0: f, g <- g, (g - f) / 2, delta <- 1 - delta; any other: g <- (g + f) / 2 or g / 2,
    whichever is whole, delta <- 1 + delta. What it does depends on delta and the lowest bits alone: high
    bits of one step may be made while low bits of the next are. After enough steps g = 0 and f = 1 or -1:
    the result is d or -d.

    A round takes a cycle, or `pace` cycles with as many registers along its steps. A thread of a core that
    has several has its cycles far apart, so that `pace` is for one thread.

    Where f and g are halved, d and e are doubled instead: f, g <- g, (g - f) / 2 goes with d, e <- 2 e, e -
    d. At the end of a round a multiple of p, from 0 to 2^`steps` - 1 times, is taken off that makes each
    divisible by 2^`steps`. From -p < d, e < p follows -2 p < d, e < p; p is added to what is negative when
    the next round begins.

    The result is there for one cycle. For several threads each has its state, in registers along the steps.
    """

    field: PrimeField
    steps: int = 0
    pace: int = 0
    clock: float = 0
    threads: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.steps <= MOST_STEPS:
            raise UserError(
                f"steps {self.steps}: must be from 1 to {MOST_STEPS}, or 0 to leave it to the unit"
            )

    def clocked(self, mhz: float, threads: int) -> DivstepInverter:
        """See `ClockedUnit`."""
        return replace(self, clock=self.clock or mhz, threads=threads)

    def for_cores(self, cores: int) -> SharedInverter:
        """See `SharableUnit`: with a small multiplier for what comes before and after the one inversion."""
        integrated = self.threads > MANY_THREADS  # its loop needs their registers
        multiplier = PipelinedMontgomery(self.field, every=_EVERY, integrated=integrated)
        multiplier = multiplier.clocked(_FASTER * self.clock, self.threads)
        return SharedInverter(self.field, self, multiplier, cores, self.threads)

    @cached_property
    def _choice(self) -> tuple[int, int, int]:
        """Division steps a round, cycles of it, and rounds that the sign of the result takes besides one.

        What was asked for; else with several threads as many steps as the clock leaves time for, with one the
        steps and the pace for which an inversion is soonest; 4 steps without a clock. One thread at a clock
        that nothing meets has what a slower one needs.
        """
        if not self.clock:
            return self.steps or 4, self.pace or 1, 0
        several = self.threads > 1
        if several and self.steps:
            return self.steps, self.pace or 1, 0
        strides = (self.steps,) if self.steps else range(4 if several else MOST_STEPS, 0, -1)
        paces = (self.pace,) if self.pace else (1,) if several else range(1, MOST_PACE + 1)
        if not several and not self._fits(strides[-1], paces[-1], 1):
            return replace(self, clock=self.clock * _SLOWER)._choice
        found: list[tuple[int, int, int]] = []
        for stride in strides:
            choices = ((stride, pace, more) for pace in paces for more in (0, 1))
            found += islice((choice for choice in choices if self._fits(*choice)), 1)
            if several and found:
                break
        return min(found, key=self._cycles, default=(strides[-1], 1, 1))

    def _cycles(self, choice: tuple[int, int, int]) -> int:
        """How long an inversion takes."""
        stride, pace, more = choice
        return pace * (self._rounds(stride) + 1 + more)

    def _rounds(self, stride: int) -> int:
        return -(-division_steps(self.field.width) // stride)

    @property
    def stride(self) -> int:
        """Division steps a round."""
        return self._choice[0]

    def _fits(self, steps: int, pace: int, more: int) -> bool:
        pipe = self._pipe(Module("trial"), self.threads * pace)
        result = replace(self, steps=steps, pace=pace, clock=0)._result_in(pipe)
        own = registers_left(self.threads) if self.threads > 1 else 1
        return pipe.fits(result, own + self.threads * (pace * (1 + more) - 1))

    def _pipe(self, m: Module, loop: int) -> Pipeline:
        """A pipeline whose loops have so many registers; one thread takes its operand from a memory."""
        period = period_of(self.clock)
        return Pipeline(m, loop, period, arrival=a_period(period) if self.threads == 1 else 0.0)

    @property
    def kind(self) -> str:
        """Inversion modulo p."""
        return "inverter-divstep"

    @property
    def operands(self) -> tuple[str, ...]:
        """What is inverted."""
        return ("a",)

    @property
    def radix(self) -> int:
        """R: the factor in the representation a R mod p of an element a."""
        return 1 << self.field.width

    @property
    def cycles(self) -> int:
        """Cycles of a round."""
        return self._choice[1]

    @property
    def iterations(self) -> int:
        """Rounds of steps."""
        return self._rounds(self.stride)

    def latency(self, attribute: int | None = None) -> int:
        """The rounds, and one or two for the sign of the result."""
        return self._cycles(self._choice)

    def interval(self, attribute: int | None = None) -> int:
        """The rounds and one; the next operand may be taken in the cycle of the result, or before it."""
        stride, pace, _ = self._choice
        return pace * (self._rounds(stride) + 1)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` with the operand."""
        return (ControlInput("start", 1, 0, 1),)

    @property
    def sooner(self) -> bool:
        """Most operands need fewer steps."""
        return True

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """R^2 / a by integers; 0 for 0."""
        (a,) = operands
        self.field.check(a)
        return pow(a, -1, self.field.p) * self.radix**2 % self.field.p if a else 0

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Corner elements, R mod p, and R^2 mod p, whose inverse is 1, and its negative."""
        p, corners = self.field.p, self.field.corner_elements()
        square = self.radix**2 % p
        return [(a,) for a in dict.fromkeys((*corners, self.radix % p, square, p - square))]

    def module(self) -> Module:
        """The inverter; ports clk, a, start, y."""
        m = self._made(1, 0).m
        m.for_threads = lambda threads, late: self._made(threads, late).m
        return m

    def _made(self, threads: int, late: int) -> Pipeline:
        """The module for so many threads, and what it is made of: a loop of `pace` registers for each."""
        field, n = self.field, self.field.width
        _, pace, more = self._choice
        suffix = (f"_x{threads}" if threads > 1 else "") + (f"_late{late}" if late else "")
        suffix += f"_p{pace}" if pace > 1 else ""
        m = Module(
            f"inverter_{field.name}_j{self.stride}{suffix}",
            f"R^2 / a modulo p = {field.p:#x}, R = 2^{n}; 0 for a = 0:\n"
            f"{self.iterations} times {self.stride} division steps.",
        )
        m.input("clk")
        pipe = self._pipe(m, threads * pace)
        (y,) = pipe.place((self._result_in(pipe), threads * pace * (1 + more) - late))
        m.output("y", y)
        return pipe

    def _result_in(self, pipe: Pipeline) -> Word:
        """The result of an operand that is an input of the module."""
        m, wide = pipe.m, Wide(pipe)
        first = self._first(pipe.input(m.input("a", self.field.width)))
        start = pipe.input(m.input("start"))
        pipe.comment("the state, or that of a new operation")
        loops = [
            pipe.loop(f"{name}_before", width_of(w)) for name, w in zip(_NAMES, first.words, strict=True)
        ]
        chosen = zip(_NAMES, first.words, loops, strict=True)
        state = _State(*(wide.choice(name, start, new, old) for name, new, old in chosen))
        state, result = self._iteration(wide, state)
        for loop, word in zip(loops, state.words, strict=True):
            pipe.close(loop, word)
        return result

    def _first(self, a: Word) -> _State:
        """The state that an operation begins with."""
        p, n = self.field.p, self.field.width
        turned = division_steps(n).bit_length() + 2
        return _State(
            constant(n + 1, p, "P_SIGNED"),
            joined(a, constant(1, 0)),
            constant(n + 2, 0),
            constant(n + 2, self.radix**2 % p, "R_SQUARED"),
            constant(turned, (1 << turned) - 1),
        )

    def _iteration(self, wide: Wide, state: _State) -> tuple[_State, Word]:
        """The state after a cycle; the result, where it is the last."""
        pipe, n = wide.pipe, self.field.width
        pipe.comment("p is added to a negative d or e")
        d, e = (self._positive(wide, f"{name}_near", word) for name, word in (("d", state.d), ("e", state.e)))
        result = self._result(wide, state.f, d)
        state = _State(state.f, state.g, d, e, state.turned)
        for index in range(self.stride):
            pipe.comment(f"division step {index + 1}")
            state = self._step(wide, str(index), state)
        pipe.comment("d and e less a multiple of p that makes them divisible")
        table = self._table(pipe.m)
        d, e = (self._divided(wide, f"{n}_even", word, table) for n, word in (("d", state.d), ("e", state.e)))
        assert width_of(state.f) == width_of(state.g) == n + 1
        return _State(state.f, state.g, d, e, state.turned), result

    def _positive(self, wide: Wide, name: str, x: Word) -> Word:
        """x, or x + p where x is negative: from -2 p … p to -p … p, one bit less."""
        n = self.field.width
        negative = part(x, n + 1, 1)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            below, value, modulus = values
            return value, gate(below, modulus)

        words = (part(x, 0, n + 1), constant(n + 1, self.field.p, "P_SIGNED"))
        return part(wide.ripple(name, n + 1, words, build, whole=(negative,)), 0, n + 1)

    def _step(self, wide: Wide, name: str, state: _State) -> _State:
        """One division step; d and e get one bit more."""
        pipe, f, g, d, e = wide.pipe, state.f, state.g, state.d, state.e
        odd, ahead = part(g, 0, 1), part(state.turned, width_of(state.turned) - 1, 1)
        swap = pipe.step(f"swap{name}", 1, (odd, ahead), lambda v: v[0] & v[1], table_delay(), 1)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            adds, minus, x, y = values
            return x, gate(adds, y ^ spread(minus, y.width))

        def summed(of: str, x: Word, y: Word) -> Word:
            words = (_extended(x), _extended(y))
            made = wide.ripple(
                f"{of}_sum{name}", width_of(x) + 1, words, build, whole=(odd, ahead), carry=swap
            )
            return part(made, 0, width_of(x) + 1)

        def count(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            swaps, before, ones = values
            return before ^ spread(swaps, before.width), ones

        bits = width_of(state.turned)
        words = (state.turned, constant(bits, (1 << bits) - 1))
        turned = part(wide.ripple(f"z_step{name}", bits, words, count, whole=(swap,)), 0, bits)
        doubled = joined(constant(1, 0), wide.choice(f"d_step{name}", swap, e, d))
        return _State(
            wide.choice(f"f_step{name}", swap, g, f),
            part(summed("g", g, f), 1, width_of(g)),
            doubled,
            summed("e", e, d),
            turned,
        )

    def _table(self, m: Module) -> Memory:
        """For the lowest bits of x the multiple of p that has the same, less those bits."""
        p, size = self.field.p, 1 << self.stride
        multiples = [low * pow(p, -1, size) % size * p >> self.stride for low in range(size)]
        return m.memory("multiples", self.field.width, size, style="distributed", init=multiples)

    def _divided(self, wide: Wide, name: str, x: Word, table: Memory) -> Word:
        """x less a multiple of p, divided by 2^steps."""
        n = self.field.width
        low, rest = part(x, 0, self.stride), part(x, self.stride, n + 1)
        found = wide.pipe.step(f"{name}_taken", n, (low,), lambda v: Select(table, v[0]), table_delay(), n)
        return wide.add(name, _extended(rest), found, n + 2, minus=True, levels=1.3)

    def _result(self, wide: Wide, f: Word, d: Word) -> Word:
        """d f from 0 to p - 1, where f is 1 or -1, or d = 0."""
        n, pipe = self.field.width, wide.pipe
        minus, negative = part(f, n, 1), part(d, n, 1)
        adds = pipe.step("result_adds", 1, (minus, negative), lambda v: v[0] ^ v[1], table_delay(), 1)

        def build(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            iterations, corrects, value, modulus = values
            return value ^ spread(iterations, value.width), gate(corrects, modulus)

        words = (part(d, 0, n), constant(n, self.field.p, "P"))
        return part(wide.ripple("result", n, words, build, whole=(minus, adds), carry=minus, levels=2), 0, n)

    def area_model(self) -> AreaModel:
        """Tables of all sums and choices, registers exactly."""
        return self._area

    @cached_property
    def _area(self) -> AreaModel:
        made = self._made(1, 0)
        return AreaModel(lut=made.tables, ff=register_bits(made.m))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        return {
            "unit": "inverter by division steps",
            "field": f"{self.field.label}, {self.field.definition}",
            "steps": self.stride,
            "pace": self._choice[1],
            "iterations": self.iterations,
            "result": f"R^2 / a, R = 2^{self.field.width}",
        }


def _extended(word: Word) -> Word:
    """A signed number with one bit more."""
    return joined(word, part(word, width_of(word) - 1, 1))
