"""Modules as Verilog-2001, the way a person would write it.

- A wire stands on one line with what drives it, unless something needs it before.
- The registers of a section (from one comment to the next) share one `always` block; those with one reset and
  one enable share the conditions.
- Three and more values to choose from are `if … else if … else`, not nested conditional operators.
- Constants that mean something are local parameters at the top.
- Ports stand in groups, each below a comment.
- Bits that are left over on purpose stand in one wire at the end, which lint tools know by its name.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Protocol, TypeGuard

from pairforge.hdl.expressions import (
    Arith,
    Compare,
    Concat,
    Const,
    Expr,
    Memory,
    Mux,
    Nary,
    Net,
    Not,
    Repeat,
    RetimingPoint,
    Select,
    SignedProduct,
    Slice,
    leaves,
)
from pairforge.hdl.statements import (
    Assignment,
    Comment,
    Declaration,
    Instance,
    Leftover,
    Load,
    Statement,
    Write,
)

UNUSED = "unused"
"""The wire that has the bits left over on purpose."""

CLOCK_AND_RESET = "clock and reset"
"""The group of ports that a module without a reset has the clock alone of."""

_WIDTH = 110
_TIE = "\N{NO-BREAK SPACE}"
_OPERATOR = re.compile(r"(?<= )([-+*^&|?:]|[=!<>]=|[<>]) ")
_CHAIN = 2
"""Multiplexers in a row from which on a choice is written as `if … else if`."""


class Printable(Protocol):
    """What is printed of a module: its ports in order, the group of each, and its statements."""

    name: str
    doc: str
    ports: list[tuple[str, Net]]
    groups: dict[str, str]
    body: list[Statement]


def verilog_of(module: Printable) -> str:
    """The text of a module, without the modules in it."""
    lines = [f"// {line}".rstrip() for line in module.doc.splitlines()]
    lines += [f"module {module.name} (", *_ports(module), ");"]
    lines += _parameters(module.body)
    lines += _Body(module.body, {net.name for _, net in module.ports}).lines()
    if leftovers := [value for s in module.body if isinstance(s, Leftover) for value in s.values]:
        lines += ["", "  // left over on purpose"]
        lines += _wrapped(f"  wire {UNUSED} = &{{1'b0, {', '.join(map(_show, leftovers))}}};")
    lines.append("endmodule")
    return "\n".join(lines) + "\n"


def _ports(module: Printable) -> Iterator[str]:
    """The port list, group by group in the order in which the groups begin."""
    groups: dict[str, list[tuple[str, Net]]] = {}
    for direction, net in module.ports:
        groups.setdefault(module.groups.get(net.name, ""), []).append((direction, net))
    left = len(module.ports)
    for group, ports in groups.items():
        if group:
            yield f"  // {'clock' if group == CLOCK_AND_RESET and len(ports) == 1 else group}"
        for direction, net in ports:
            left -= 1
            yield f"  {direction} {_range(net.width)}{net.name}{',' if left else ''}"


def _parameters(body: Iterable[Statement]) -> list[str]:
    """The constants with names, as local parameters.

    Raises
    ------
    ValueError
        One name stands for two constants.
    """
    found: dict[str, Const] = {}
    for statement in body:
        for constant in _constants(statement):
            other = found.setdefault(constant.name, constant)
            if (other.width, other.value) != (constant.width, constant.value):
                raise ValueError(f"{constant.name} is {other.value} and {constant.value}")
    return [
        f"  localparam {_range(c.width)}{name} = {_number(c.width, c.value)};" for name, c in found.items()
    ]


def _constants(statement: Statement) -> Iterator[Const]:
    """The constants with names in a statement."""
    for expression in _expressions(statement):
        yield from (leaf for leaf in leaves(expression) if isinstance(leaf, Const) and leaf.name)


def _expressions(statement: Statement) -> tuple[Expr, ...]:
    """What a statement reads."""
    match statement:
        case Assignment():
            return (statement.value,)
        case Leftover():
            return statement.values
        case Load():
            condition = statement.reset[0] if statement.reset else None
            initial = _initial(statement) if statement.reset else None
            parts = (condition, initial, statement.enable, statement.value)
            return tuple(e for e in parts if e is not None)
        case Write():
            return (statement.enable, statement.address, statement.value)
        case Instance():
            return tuple(value for _, value in statement.pins)
        case _:
            return ()


class _Body:
    """The statements of a module as lines.

    `moved`: wires declared where they are driven. `chosen`: wires that are an `if … else if`, which Verilog
    wants declared as `reg`.
    """

    def __init__(self, body: Sequence[Statement], ports: Set[str]) -> None:
        self.body = body
        driven = {s.net.name: (i, s) for i, s in enumerate(body) if _is_whole(s) and s.net.name not in ports}
        self.chosen = {name for name, (_, s) in driven.items() if _is_chosen(s.value)}
        first_read = self._first_reads()
        self.moved = {name for name, (i, _) in driven.items() if first_read.get(name, i + 1) > i}

    def _first_reads(self) -> dict[str, int]:
        """The first statement that reads each net; a load counts where its section ends."""
        ends, end = [0] * len(self.body), len(self.body)
        for i in reversed(range(len(self.body))):
            ends[i] = end
            if isinstance(self.body[i], Comment):
                end = i
        found: dict[str, int] = {}
        for i, statement in enumerate(self.body):
            at = ends[i] if isinstance(statement, Load) else i
            for expression in _expressions(statement):
                for leaf in leaves(expression):
                    if isinstance(leaf, Net):
                        found[leaf.name] = min(at, found.get(leaf.name, at))
        return found

    def lines(self) -> Iterator[str]:
        """All lines, section by section."""
        loads: list[Load] = []
        for statement in self.body:
            if isinstance(statement, Load):
                loads.append(statement)
                continue
            if isinstance(statement, Comment):
                yield from _clocked(loads)
                loads = []
            yield from self._statement(statement)
        yield from _clocked(loads)

    def _statement(self, statement: Statement) -> Iterator[str]:
        match statement:
            case Comment():
                yield ""
                yield from (f"  // {line}" for line in textwrap.wrap(statement.text, _WIDTH - 5))
            case Declaration():
                yield from self._declaration(statement)
            case Assignment():
                yield from self._assignment(statement)
            case Memory():
                yield _memory(statement)
            case Write():
                place = f"{statement.memory.name}[{_show(statement.address)}]"
                text = f"if ({_show(statement.enable)}) {place} <= {_show(statement.value)};"
                yield from _wrapped(f"  always @(posedge clk) {text}")
            case Instance():
                pins = [f".{port}({_show(value)})" for port, value in statement.pins]
                yield f"  {statement.module.name} {statement.name} ("
                for i, pin in enumerate(pins, 1):
                    yield from _wrapped(f"    {pin}{',' if i < len(pins) else ''}")
                yield "  );"

    def _declaration(self, statement: Declaration) -> Iterator[str]:
        name = statement.net.name
        if name in self.moved:
            return
        kind = "reg " if statement.register or name in self.chosen else "wire"
        yield f"  {kind} {_range(statement.net.width)}{name};"
        if statement.start is not None:
            yield f"  initial {name} = {_number(statement.net.width, statement.start)};"

    def _assignment(self, statement: Assignment) -> Iterator[str]:
        net, value = statement.net, statement.value
        if _is_whole(statement) and net.name in self.chosen:
            if net.name in self.moved:
                yield f"  reg  {_range(net.width)}{net.name};"
            branches, other = _branches(value)
            yield "  always @* begin"
            chosen = [(_show(c), [f"{net.name} = {_show(v)};"]) for c, v in branches]
            for line in _choice(chosen, [f"{net.name} = {_show(other)};"]):
                yield from _wrapped(f"    {line}")
            yield "  end"
        elif _is_whole(statement) and net.name in self.moved:
            yield from _wrapped(f"  wire {_range(net.width)}{net.name} = {_show(value)};")
        else:
            whole = statement.bit is None or net.width == 1
            target = net.name if whole else f"{net.name}[{statement.bit}]"
            yield from _wrapped(f"  assign {target} = {_show(value)};")


def _is_whole(statement: Statement) -> TypeGuard[Assignment]:
    """Whether it drives all bits of a wire."""
    return isinstance(statement, Assignment) and statement.bit is None


def _branches(value: Expr) -> tuple[list[tuple[Expr, Expr]], Expr]:
    """A row of multiplexers as (condition, value) from the first to the last, and what is left."""
    branches: list[tuple[Expr, Expr]] = []
    while isinstance(value, Mux):
        branches.append((value.select, value.one))
        value = value.zero
    return branches, value


def _is_chosen(value: Expr) -> bool:
    """Whether it is a choice between so many values that it is written as `if … else if`."""
    return len(_branches(value)[0]) >= _CHAIN


def _choice(branches: Sequence[tuple[str, Sequence[str]]], otherwise: Sequence[str]) -> Iterable[str]:
    """`if … else if … else`, a branch with several statements between `begin` and `end`."""
    if not branches:
        return otherwise
    lines: list[str] = []
    for condition, statements in [*branches, *([("", otherwise)] if otherwise else [])]:
        words = ["else"] if lines else []
        if lines and lines[-1] == "end":
            words.insert(0, lines.pop())
        if condition:
            words.append(f"if ({condition})")
        if len(statements) == 1:
            lines.append(" ".join([*words, statements[0]]))
        else:
            lines += [" ".join([*words, "begin"]), *(f"  {statement}" for statement in statements), "end"]
    return lines


# -- registers ----------------------------------------------------------------------------------------


def _clocked(loads: Sequence[Load]) -> Iterator[str]:
    """The registers of a section in one `always` block."""
    lines = [line for _, group in itertools.groupby(loads, key=_conditions) for line in _group(list(group))]
    if len(lines) == 1:
        yield from _wrapped(f"  always @(posedge clk) {lines[0]}")
    elif lines:
        yield "  always @(posedge clk) begin"
        for line in lines:
            yield from _wrapped(f"    {line}")
        yield "  end"


def _conditions(load: Load) -> tuple[str, ...]:
    """What registers have in common that share conditions: reset, enable, and no choice of values."""
    reset = "" if load.reset is None else _show(load.reset[0])
    enable = "" if load.enable is None else _show(load.enable)
    return (reset, enable, load.net.name) if _is_chosen(load.value) else (reset, enable)


def _group(loads: Sequence[Load]) -> Iterator[str]:
    """Registers with one reset and one enable."""
    reset, enable, *_ = _conditions(loads[0])
    branches: list[tuple[str, list[str]]] = []
    if reset:
        branches.append((reset, [f"{load.net.name} <= {_show(_initial(load))};" for load in loads]))
    takes = [line for load in loads for line in _takes(load)]
    if enable:
        branches.append((enable, takes))
        takes = []
    elif len(loads) == 1 and _is_chosen(loads[0].value):
        chain, other = _branches(loads[0].value)
        branches += [(_show(c), [f"{loads[0].net.name} <= {_show(v)};"]) for c, v in chain]
        takes = [] if other is loads[0].net else [f"{loads[0].net.name} <= {_show(other)};"]
    yield from _choice(branches, takes)


def _takes(load: Load) -> Iterator[str]:
    """What a register takes: a value, or one of a choice."""
    if not _is_chosen(load.value):
        yield f"{load.net.name} <= {_show(load.value)};"
        return
    branches, other = _branches(load.value)
    yield from _choice(
        [(_show(c), [f"{load.net.name} <= {_show(v)};"]) for c, v in branches],
        [] if other is load.net else [f"{load.net.name} <= {_show(other)};"],
    )


def _initial(load: Load) -> Const:
    assert load.reset is not None
    value = load.reset[1]
    return value if isinstance(value, Const) else Const(load.net.width, value)


# -- expressions --------------------------------------------------------------------------------------


def _range(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0] "


def _show(e: Expr, inner: bool = False) -> str:
    """The Verilog text of an expression, in brackets where it stands inside another operator."""
    match e:
        case RetimingPoint():
            return _show(e.arg, inner)
        case Net():
            return e.name
        case Slice():
            return f"{e.net.name}[{e.hi}]" if e.hi == e.lo else f"{e.net.name}[{e.hi}:{e.lo}]"
        case Const():
            return e.name or _number(e.width, e.value)
        case Select():
            return f"{e.memory.name}[{_show(e.address)}]"
        case Concat():
            return "{" + ", ".join(_show(p) for p in e.parts) + "}"
        case Repeat():
            return "{" + f"{e.count}{{{_show(e.arg)}}}" + "}"
        case Not():
            return f"~{_show(e.arg, True)}"
        case Nary():
            first, *others = e.args
            # The operators associate to the left: no brackets around what stands first.
            same = isinstance(first, Nary) and first.op == e.op
            text = f" {e.op} ".join((_show(first, not same), *(_show(a, True) for a in others)))
        case Mux():
            text = f"{_show(e.select, True)} ? {_show(e.one, True)} : {_show(e.zero, True)}"
        case Compare() | Arith():
            text = f"{_show(e.a, True)} {e.op} {_show(e.b, True)}"
        case SignedProduct() if not inner:
            text = f"$signed({_show(e.a)}) * $signed({_show(e.b)})"
        case _:
            raise TypeError(type(e).__name__)
    return f"({text})" if inner else text


def _number(width: int, value: int) -> str:
    return f"{width}'d{value}" if width <= 32 else f"{width}'h{value:x}"


def _wrapped(line: str) -> Iterator[str]:
    """A line; where it is long, broken in front of operators in as few brackets as will do, or at commas."""
    if len(line) <= _WIDTH:
        yield line
        return
    indent = " " * (len(line) - len(line.lstrip()))
    deepest = max(itertools.accumulate((c in "({") - (c in ")}") for c in line))
    lines: list[str] = []
    for commas, depth in itertools.product((False, True), range(deepest + 1)):
        lines = textwrap.wrap(
            _tied(line.strip(), commas, depth),
            _WIDTH,
            initial_indent=indent,
            subsequent_indent=f"{indent}    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        if max(map(len, lines)) <= _WIDTH:
            break
    yield from (part.replace(_TIE, " ") for part in lines)


def _tied(line: str, commas: bool, depth: int) -> str:
    """A line with ties for spaces where it is not to be broken: behind operators, and deeper in brackets.

    `commas`: it may be broken at those.
    """
    tied, level, before = "", 0, ""
    for character in line:
        level += (character in "({") - (character in ")}")
        whole = level > depth or (before == "," and not commas)
        tied += _TIE if character == " " and whole else character
        before = character
    return _OPERATOR.sub(rf"\1{_TIE}", tied)


def _memory(memory: Memory) -> str:
    hints = [f'{kind}_style = "{memory.style}"' for kind in ("ram", "rom") if memory.style != "auto"]
    hints += ["no_rw_check"] * memory.apart
    hint = f"(* {', '.join(hints)} *) " if hints else ""
    text = f"  {hint}reg {_range(memory.width)}{memory.name} [0:{memory.depth - 1}];"
    if not memory.init:
        return text
    words = "\n".join(
        f"    {memory.name}[{i}] = {memory.width}'h{word:0{(memory.width + 3) // 4}x};"
        for i, word in enumerate(memory.init)
    )
    return f"{text}\n  initial begin\n{words}\n  end"
