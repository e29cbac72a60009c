"""Words in digits: modules whose registers move once in so many cycles, and the way from words to digits.

In a machine of D digits a word of W bits passes in D cycles, ceil((W + 1) / D) bits in each, the lowest
first. Its control does in D cycles what it would do in one: a *word cycle*. `in_word_cycles` makes such a
module from one that is written for one cycle: its registers and memories take new values in the last cycle of
a word cycle alone, so that its outputs stand for a whole one. What has words in digits is written for that,
and looks at the number of the digit, an input `digit`.

Imports the hardware layer only.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pairforge.hdl.expressions import (
    Arith,
    Compare,
    Const,
    Expr,
    Mux,
    Net,
    RetimingPoint,
    Select,
    concat,
    widened,
)
from pairforge.hdl.module import Module
from pairforge.hdl.statements import Assignment, Declaration, Instance, Load, Write

DIGIT = "digit"
"""The input of a module that takes or gives words in digits: which one it is. A top module gives it to these
by this name before `in_word_cycles` makes it."""

ENDS = "word_ends"
"""The net of a top module in word cycles that says which cycles are the last of one."""

MOVES = "moves"
"""The input of a module in word cycles: whether it is the last cycle of one, or a reset."""


@dataclass(frozen=True)
class Digits:
    """`count` digits of words of `width` bits, the lowest first; a power of two.

    There is room for a bit more than a word has: sums of two are told from what they leave modulo 2^width.
    """

    width: int
    count: int

    @property
    def size(self) -> int:
        """Bits of a digit."""
        return self.width // self.count + 1

    @property
    def bits(self) -> int:
        """Bits of the number of a digit. The input `digit` has one more, 1 in every other word cycle."""
        return (self.count - 1).bit_length()

    def split(self, value: int) -> list[int]:
        """The digits of a number."""
        mask = (1 << self.size) - 1
        return [value >> self.size * i & mask for i in range(self.count)]

    def first(self, digit: Net) -> Expr:
        """Whether it is the first digit."""
        return Compare("==", digit, Const(self.bits, 0))

    def last(self, digit: Net) -> Expr:
        """Whether it is the last digit, at the end of a word cycle."""
        return Compare("==", digit, Const(self.bits, self.count - 1, "LAST_DIGIT"))

    def collected(self, m: Module, name: str, value: Net, digit: Net) -> Net:
        """The word whose digits come as `value`, in the last cycle of a word cycle; no other cycle has it."""
        parts: list[Expr] = []
        for i in range(self.count - 1):
            held = m.memory(f"{name}_digit{i}", self.size, 2, style="distributed")
            m.write(held, Const(1, 0), value, Compare("==", digit, Const(self.bits, i)))
            parts.append(Select(held, Const(1, 0)))
        whole = m.wire(f"{name}_collected", concat(value, *reversed(parts)))
        if whole.width > self.width:
            m.unused(whole[whole.width - 1, self.width])
        return m.wire(f"{name}_word", whole[self.width - 1, 0])

    def standing(self, m: Module, name: str, value: Net, passes: Passing) -> Net:
        """The word whose digits came as `value` in the word cycle before, for a whole one."""
        digit, odd = passes.digit, passes.odd
        parts: list[Expr] = []
        for i in range(self.count):
            held = m.memory(f"{name}_digit{i}", self.size, 2, style="distributed")
            m.write(held, odd, value, Compare("==", digit, Const(self.bits, i)))
            parts.append(Select(held, ~odd))
        whole = m.wire(f"{name}_whole", concat(*reversed(parts)))
        if whole.width > self.width:
            m.unused(whole[whole.width - 1, self.width])
        return m.wire(f"{name}_stands", RetimingPoint(f"{name}_given", whole[self.width - 1, 0]))

    def dealt(self, m: Module, name: str, word: Net, digit: Net) -> Net:
        """The digits of a word that stands for a whole word cycle."""
        return m.wire(name, self._chosen(self._parts(m, name, word), digit))

    def kept(self, m: Module, name: str, word: Net, cycle: int, passes: Passing) -> Net:
        """The digits, one after the other, of the word that stood in a cycle of the word cycle before."""
        digit, odd = passes.digit, passes.odd
        taken = m.wire(f"{name}_taken", Compare("==", digit, Const(self.bits, cycle)))
        parts: list[Expr] = []
        for i, part in enumerate(self._parts(m, name, word)):
            held = m.memory(f"{name}_kept{i}", self.size, 2, style="distributed")
            m.write(held, odd, part, taken)
            parts.append(Select(held, ~odd))
        return m.wire(name, RetimingPoint(f"{name}_dealt", self._chosen(parts, digit)))

    def delayed(self, m: Module, name: str, value: Expr, digit: Net, *, style: str) -> Net:
        """The digits of the word cycle before, in the order in which they came."""
        memory = m.memory(f"{name}_before", self.size, self.count, style=style)
        m.write(memory, digit, value, Const(1, 1))
        # Read a cycle ahead, so that there are registers behind the memory.
        following = m.wire(f"{name}_following", Arith("+", digit, Const(self.bits, 1)))
        return m.reg(name, Select(memory, following))

    def constant(self, m: Module, name: str, value: int, digit: Net) -> Net:
        """The digits of a constant."""
        memory = m.memory(
            f"{name}_digits", self.size, self.count, style="distributed", init=self.split(value)
        )
        return m.wire(name, Select(memory, digit))

    def _parts(self, m: Module, name: str, word: Net) -> list[Expr]:
        padded = m.wire(f"{name}_padded", widened(word, self.size * self.count))
        return [padded[self.size * (i + 1) - 1, self.size * i] for i in range(self.count)]

    def _chosen(self, parts: list[Expr], digit: Net) -> Expr:
        for bit in range(self.bits):
            parts = [Mux(digit[bit], odd, even) for even, odd in zip(parts[::2], parts[1::2], strict=True)]
        return parts[0]


@dataclass(frozen=True)
class Passing:
    """Which digit passes, and whether it does so in every other word cycle, an `odd` one."""

    digit: Net
    odd: Net


def passing(m: Module, digits: Digits, number: Net) -> Passing:
    """Both, of the input `digit` of a module or of what stands for it."""
    bits = digits.bits
    return Passing(m.wire("passing_digit", number[bits - 1, 0]), m.wire("passing_odd", number[bits]))


def in_word_cycles(
    module: Module, count: int, apart: Collection[Module], handshakes: Collection[str]
) -> Module:
    """The top module of a core, in word cycles of `count` cycles: a power of two from 2 on.

    Parameters
    ----------
    apart
        Modules in it that have words in digits: they are left as they are.
    handshakes
        Outputs that say that something passes: only in the last cycle of a word cycle.
    """
    maker = _Maker(count, {id(each) for each in apart}, handshakes)
    return maker.top(module)


class _Maker:
    """Makes each module once."""

    def __init__(self, count: int, apart: Collection[int], handshakes: Collection[str]) -> None:
        self.count, self.apart, self.handshakes = count, apart, handshakes
        self.digits = Digits(1, count)
        self._made: dict[int, Module] = {}

    def top(self, module: Module) -> Module:
        m = Module(
            module.name,
            f"{module.doc}\nA word cycle takes {self.count} cycles.",
            port_groups=module.port_groups,
        )
        ports = self._ports(m, module)
        m.comment("the digit that passes")
        number = m.forward_reg(DIGIT, self.digits.bits + 1)
        m.drive_reg(number, Arith("+", number, Const(number.width, 1)), reset=(Net("rst", 1), 0))
        passes = passing(m, self.digits, number)
        m.unused(passes.odd)
        last = m.wire(ENDS, self.digits.last(passes.digit))
        moves = m.wire(MOVES, last | Net("rst", 1))
        self._body(m, module, moves, dict.fromkeys(ports.intersection(self.handshakes), last))
        return m

    def _ports(self, m: Module, module: Module) -> set[str]:
        """The ports, as they were; returns the names of the outputs."""
        for direction, net in module.ports:
            m.ports.append((direction, net))
            m.groups[net.name] = module.groups[net.name]
            m.names.add(net.name)
        return {net.name for direction, net in module.ports if direction.startswith("output")}

    def _inside(self, module: Module) -> Module:
        """A module inside: with an input `moves` where it has registers."""
        if id(module) in self.apart or not any(net.name == "clk" for _, net in module.ports):
            return module
        if id(module) not in self._made:
            m = Module(
                f"{module.name}_s{self.count}",
                f"{module.doc}\nA word cycle takes {self.count} cycles.".strip(),
            )
            self._ports(m, module)
            moves = m.input(MOVES)
            self._body(m, module, moves, {})
            self._made[id(module)] = m
        return self._made[id(module)]

    def _body(self, m: Module, module: Module, moves: Net, gated: dict[str, Net]) -> None:
        for statement in module.body:
            match statement:
                case Load(net, value, enable, reset):
                    enable = moves if enable is None else moves & enable
                    if reset is not None and not _is_reset(reset[0]):
                        reset = (moves & reset[0], reset[1])
                    m.body.append(Load(net, value, enable, reset))
                case Write(memory, address, value, enable):
                    m.body.append(Write(memory, address, value, moves & enable))
                case Instance():
                    self._instance(m, statement, moves)
                case Assignment(net, value, None) if net.name in gated:
                    m.body.append(Assignment(net, value & gated[net.name]))
                case Declaration(net):
                    m.names.add(net.name)
                    m.body.append(statement)
                case _:
                    m.body.append(statement)

    def _instance(self, m: Module, instance: Instance, moves: Net) -> None:
        inside = self._inside(instance.module)
        pins = dict(instance.pins)
        if any(net.name == MOVES for _, net in inside.ports):
            pins[MOVES] = moves
        m.names.add(instance.name)
        m.body.append(
            Instance(inside, instance.name, tuple((net.name, pins[net.name]) for _, net in inside.ports))
        )
        if not any(child is inside for child in m.children):
            m.children.append(inside)


def _is_reset(condition: Expr) -> bool:
    """Whether it is the reset of the core, in which every cycle is the end of a word cycle."""
    return isinstance(condition, Net) and condition.name == "rst"
