"""Tracing: the algorithm of a pairing runs on symbols and leaves a program behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import unwrap
from typing import Any

from pairforge.program.decisions import EQUAL, KEEP, KEPT, LESS, Move
from pairforge.program.ir import Block, Linear, Loop, LoopCarried, Op, Program, Region, linear, value
from pairforge.program.rewrite import rename_op


class Symbol:
    """An element that exists only as a name or a constant; arithmetic on it is recorded."""

    __slots__ = ("form", "tracer")

    def __init__(self, tracer: Tracer, form: Linear) -> None:
        self.tracer = tracer
        self.form = form

    def __add__(self, other: Symbol) -> Symbol:
        return self.tracer.add(self, other, 1)

    def __sub__(self, other: Symbol) -> Symbol:
        return self.tracer.add(self, other, -1)

    def __neg__(self) -> Symbol:
        return self.tracer.add(self.tracer.constant(0), self, -1)

    def __mul__(self, other: Symbol) -> Symbol:
        return self.tracer.multiply(self, other)

    def frobenius(self, k: int) -> Symbol:
        """x^(p^k); k may be negative."""
        return self.tracer.frobenius(self, k)

    def times_i(self) -> Symbol:
        """i x, over F_p2 = F_p(i)."""
        return self.tracer.turn(self)


class Tracer:
    """The arithmetic that records. Products are named m0, m1, …, other operations t0, t1, ….

    Inputs, outputs and carried values have names by their role; `taken`: those of inputs and outputs.
    `steps`: whether a block ends where a step does (`DecidingArithmetic.step`).
    """

    def __init__(
        self, characteristic: int, degree: int, taken: Sequence[str] = (), *, steps: bool = False
    ) -> None:
        self.characteristic = characteristic
        self.degree = degree
        self.steps = steps
        self._inside = False
        self._regions: list[Region] = []
        self._ops: list[Op] = []
        self._taken = frozenset(taken)
        self._count = {"m": 0, "t": 0}
        self._blocks = 0
        self._block = ""
        self._named_blocks: dict[str, int] = {}
        self._constants: dict[int, str] = {}

    # -- what a pairing algorithm calls -----------------------------------------------------------------

    def constant(self, c: int) -> Symbol:
        """A constant of the prime subfield, or of F_p2 (`pairforge.units.fields.quadratic`)."""
        if 0 <= c < self.characteristic:
            return Symbol(self, Linear((), c))
        if self.characteristic == 2 or self.degree != 2 or c >> 2 * self.characteristic.bit_length():
            raise ValueError(f"only constants of the prime subfield can be traced, not {c}")
        return Symbol(self, value(self._constants.setdefault(c, f"k{len(self._constants)}")))

    def loop(
        self,
        name: str,
        count: int,
        state: tuple[Symbol, ...],
        body: Callable[[tuple[Symbol, ...]], tuple[Symbol, ...]],
    ) -> tuple[Symbol, ...]:
        """Trace `body` once and record a counted loop; those of one name are instances of one body
        (`ir.Loop`).

        Carried values are called what the body unpacks its state into, the operations that make them for
        the next iteration the same with a prime. A loop without an iteration leaves nothing behind.
        """
        return self._loop(name, count, (), state, body)

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[Symbol, ...],
        body: Callable[[tuple[Symbol, ...]], tuple[Symbol, ...]],
    ) -> tuple[Symbol, ...]:
        """Trace `body` once and record a loop over constant bits (`PrimeArithmetic.ladder`)."""
        return self._loop(name, len(bits), tuple(bits), state, body)

    def _loop(
        self,
        name: str,
        count: int,
        bits: tuple[int, ...],
        state: tuple[Symbol, ...],
        body: Callable[[tuple[Symbol, ...]], tuple[Symbol, ...]],
    ) -> tuple[Symbol, ...]:
        if not count:
            return state
        initials = [self._named(symbol) for symbol in state]
        self._close_block()
        before = sum(isinstance(region, Loop) and region.called == name for region in self._regions)
        name, instance_of = (f"{name}.{before + 1}", name) if before else (name, "")
        params = [f"{name}.{own}" for own in _state_names(body, len(state))]
        self._inside = True
        after = body(tuple(Symbol(self, value(param)) for param in params))
        self._inside = False
        nexts = [self._named(symbol) for symbol in after]
        results = [f"{param}.end" for param in params]
        made = {op.name for op in self._ops}
        primed = {old: f"{param}'" for old, param in zip(nexts, params, strict=True) if old in made}
        ops = [rename_op(op, primed, self.characteristic) for op in self._ops]
        ops = [replace(op, name=primed.get(op.name, op.name)) for op in ops]
        nexts = [primed.get(old, old) for old in nexts]
        carried = tuple(map(LoopCarried, params, initials, nexts, results))
        self._regions.append(Loop(name, count, carried, tuple(ops), bits, instance_of))
        self._ops = []
        return tuple(Symbol(self, value(result)) for result in results)

    def block(self, name: str) -> None:
        """Begin a block of that name; the second of one name gets a number."""
        self._close_block()
        self._named_blocks[name] = number = self._named_blocks.get(name, 0) + 1
        self._block = f"{name}.{number}" if number > 1 else name

    def step(self) -> None:
        """End a block where a step ends."""
        if self.steps and not self._inside:
            self._close_block()

    # -- recording ---------------------------------------------------------------------------------

    def add(self, a: Symbol, b: Symbol, sign: int) -> Symbol:
        """a + sign * b."""
        p = self.characteristic
        terms = dict(a.form.terms)
        for name, c in b.form.terms:
            terms[name] = terms.get(name, 0) + sign * c
        form = linear(terms, a.form.constant + sign * b.form.constant, p)
        if not form.terms or form.single:
            return Symbol(self, form)
        return self._record("sum", (form,))

    def multiply(self, a: Symbol, b: Symbol) -> Symbol:
        """a * b; by a constant, no multiplication is recorded."""
        for constant, other in ((a.form, b), (b.form, a)):
            if not constant.terms:
                scaled = {name: c * constant.constant for name, c in other.form.terms}
                form = linear(scaled, other.form.constant * constant.constant, self.characteristic)
                return Symbol(self, form) if not form.terms or form.single else self._record("sum", (form,))
        return self._record("mul", (a.form, b.form))

    def frobenius(self, a: Symbol, k: int) -> Symbol:
        """a^(p^k), with k reduced to the shorter way round."""
        k %= self.degree
        k = k - self.degree if 2 * k > self.degree else k
        if k == 0 or not a.form.terms:
            return a
        return self._record("frob", (a.form,), k)

    def turn(self, a: Symbol) -> Symbol:
        """i a, over F_p2; of zero no operation."""
        return self._record("turn", (a.form,)) if a.form != Linear() else a

    def inverse(self, a: Symbol) -> Symbol:
        """1/a, and 0 of 0."""
        return self._record("inv", (a.form,))

    def integer(self, a: Symbol) -> Symbol:
        """The residue of an element, as an integer (`DecidingArithmetic`)."""
        return self._record("integer", (a.form,))

    def element(self, n: Symbol) -> Symbol:
        """The element of which an integer is the residue."""
        return self._record("element", (n.form,))

    def select(self, n: Symbol, bit: int, one: Symbol, zero: Symbol) -> Symbol:
        """`one` where that bit of the integer n is 1, else `zero`."""
        return one if one.form == zero.form else self._record("select", (n.form, one.form, zero.form), bit)

    def shift(self, n: Symbol, places: int) -> Symbol:
        """The integer part of n / 2^places."""
        return self._record("shift", (n.form,), Move(places).attribute)

    def rotate(self, n: Symbol, width: int, places: int) -> Symbol:
        """The lowest `width` bits of n, rotated towards higher bits."""
        return self._record("shift", (n.form,), Move(places, width).attribute)

    def less(self, a: Symbol, b: Symbol) -> Symbol:
        """1 where a < b, else 0, of integers."""
        return self._record("compare", (a.form, b.form), LESS)

    def equal(self, a: Symbol, b: Symbol) -> Symbol:
        """1 where a = b, else 0."""
        return self._record("compare", (a.form, b.form), EQUAL)

    def xor(self, a: Symbol, b: Symbol) -> Symbol:
        """Two integers, bit by bit."""
        return self._record("xor", (a.form, b.form))

    def sha256(self, state: Symbol, high: Symbol, low: Symbol) -> Symbol:
        """The state of SHA-256 behind a block."""
        return self._record("sha256", (state.form, high.form, low.form))

    def keep(self, place: Symbol, secret: Symbol) -> Symbol:
        """Store an integer for later runs (`KeepingArithmetic`)."""
        return self._record("keep", (place.form, secret.form), KEEP)

    def kept(self, place: Symbol) -> Symbol:
        """An integer that an earlier run has stored."""
        return self._record("kept", (place.form,), KEPT)

    def input(self, name: str, index: int) -> Symbol:
        """Element number `index` of the input."""
        self._ops.append(Op(name, "input", (), index))
        return Symbol(self, value(name))

    def output(self, name: str, index: int, symbol: Symbol) -> None:
        """Send element number `index` of the output."""
        self._ops.append(Op(name, "output", (symbol.form,), index))

    def check(self, index: int, symbol: Symbol) -> None:
        """Look whether value number `index` of those that are to be zero is."""
        self._ops.append(Op(f"check{index}", "check", (symbol.form,), index))

    def program(self, name: str) -> Program:
        """Everything recorded so far."""
        self._close_block()
        constants = tuple((own, c) for c, own in self._constants.items())
        program = Program(name, self.characteristic, self.degree, tuple(self._regions), constants)
        program.check()
        return program

    def _record(self, kind: str, operands: tuple[Linear, ...], attribute: int | None = None) -> Symbol:
        letter = "m" if kind == "mul" else "t"
        while (name := f"{letter}{self._count[letter]}") in self._taken:
            self._count[letter] += 1
        self._count[letter] += 1
        self._ops.append(Op(name, kind, operands, attribute))
        return Symbol(self, value(name))

    def _named(self, symbol: Symbol) -> str:
        """The name of a symbol; a constant or a scaled value is given one."""
        single = symbol.form.single
        return single if single else self._record("sum", (symbol.form,)).form.terms[0][0]

    def _close_block(self) -> None:
        if self._ops:
            self._regions.append(Block(self._block or f"block{self._blocks}", tuple(self._ops)))
            self._blocks += not self._block
            self._ops = []
        self._block = ""


def _state_names(body: Callable[..., object], count: int) -> list[str]:
    """What a loop body calls its carried values; numbers where its first line does not unpack them."""
    written = unwrap(body)
    own = written.__code__.co_varnames[1 : 1 + count] if hasattr(written, "__code__") else ()
    return list(own) if len(own) == count else [str(i) for i in range(count)]


def trace(
    name: str,
    characteristic: int,
    degree: int,
    inputs: Sequence[str],
    outputs: Sequence[str],
    algorithm: Callable[..., tuple[Any, ...]],
    checks: Callable[..., tuple[Any, ...]] | None = None,
    *,
    steps: bool = False,
) -> Program:
    """Run `algorithm(tracer, *inputs)` on symbols; it returns as many elements as `outputs` has names.

    `checks`: an algorithm of what is to be zero, whose operations come before the others. `steps`: whether
    blocks end where steps do (`Tracer`).
    """
    tracer = Tracer(characteristic, degree, (*inputs, *outputs), steps=steps)
    symbols = [tracer.input(input_name, i) for i, input_name in enumerate(inputs)]
    for i, residual in enumerate(checks(tracer, *symbols) if checks else ()):
        tracer.check(i, residual)
    results = algorithm(tracer, *symbols)
    if len(results) != len(outputs):
        raise ValueError(f"{name} returns {len(results)} elements, {len(outputs)} are named")
    for i, (output_name, result) in enumerate(zip(outputs, results, strict=True)):
        tracer.output(output_name, i, result)
    return tracer.program(name)
