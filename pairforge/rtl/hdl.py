"""The one way this project writes hardware: a small structural layer that prints readable Verilog-2001.

A `Module` is ports, wires, registers, memories and instances of other modules; an expression is a tree
of a few operators over nets. There is no simulation and no elaboration here: what is built is what is
printed, in the order it was built. Modules are shared by identity of their text: `design_files` prints
one module per distinct shape, and refuses two different modules of one name. A body is a list of
statements, so that a module can be made from another (`rtl.interleave`).

Imports nothing from the rest of the package: hardware knows no curve and no field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")

# Keywords of Verilog-2001 and SystemVerilog that a net or module could be called by accident.
_RESERVED = frozenset(
    """
    alias always and assert assign assume automatic before begin bind bit break buf byte case cell chandle
    checker class clocking config const constraint context continue cover covergroup cross deassign default
    defparam design disable dist do edge else end endcase endmodule enum event expect export extends extern
    final first_match for force foreach forever fork function generate genvar global highz0 if iff ifnone
    implements implies import include initial inout input inside instance int integer interface join large
    let liblist library local logic longint macromodule matches medium modport module nand negedge new nor
    not null or output package packed parameter posedge primitive priority program property protected pull0
    pulldown pullup pure rand randc randcase real realtime ref reg reject_on release repeat restrict return
    scalared sequence shortint shortreal signed small soft solve specify static string strong struct super
    supply0 supply1 table tagged task this throughout time timeprecision timescale timeunit tran tri type
    typedef union unique unsigned until use uwire var vectored virtual void wait wand weak while wildcard
    wire with within wor xnor xor
    """.split()
)


def is_free_name(name: str) -> bool:
    """Whether a net, an instance or a module may be called so."""
    return bool(_NAME.match(name)) and name not in _RESERVED


class Expr:
    """An expression; `width` is in bits. Operators build larger expressions and check widths."""

    width: int

    def __xor__(self, other: Expr) -> Expr:
        return xor(self, other)

    def __and__(self, other: Expr) -> Expr:
        return Nary("&", (self, other))

    def __or__(self, other: Expr) -> Expr:
        return Nary("|", (self, other))

    def __invert__(self) -> Expr:
        return Not(self)

    def __getitem__(self, index: int | tuple[int, int]) -> Expr:
        """`e[i]` is bit i; `e[hi, lo]` are bits hi..lo, both included."""
        hi, lo = index if isinstance(index, tuple) else (index, index)
        if not 0 <= lo <= hi < self.width:
            raise ValueError(f"bits {hi}..{lo} of a {self.width}-bit expression")
        if not isinstance(self, Net):
            raise TypeError("only a net can be sliced in Verilog; give the expression a name first")
        return self if hi - lo + 1 == self.width else Slice(self, hi, lo)


@dataclass(frozen=True, eq=False)
class Net(Expr):
    """A named port, wire or register."""

    name: str
    width: int


@dataclass(frozen=True, eq=False)
class Slice(Expr):
    """Bits hi..lo of a net."""

    net: Net
    hi: int
    lo: int

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.hi - self.lo + 1


@dataclass(frozen=True, eq=False)
class Const(Expr):
    """An unsigned constant."""

    width: int
    value: int

    def __post_init__(self) -> None:
        if not 0 <= self.value < 1 << self.width:
            raise ValueError(f"{self.value} does not fit {self.width} bits")


@dataclass(frozen=True, eq=False)
class Nary(Expr):
    """`^`, `&` or `|` of any number of operands of one width."""

    op: str
    args: tuple[Expr, ...]

    def __post_init__(self) -> None:
        if len({a.width for a in self.args}) != 1:
            raise ValueError(f"operands of {self.op} have widths {[a.width for a in self.args]}")

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.args[0].width


@dataclass(frozen=True, eq=False)
class Not(Expr):
    """Bitwise complement."""

    arg: Expr

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.arg.width


@dataclass(frozen=True, eq=False)
class Mux(Expr):
    """`select ? one : zero`; `select` has one bit."""

    select: Expr
    one: Expr
    zero: Expr

    def __post_init__(self) -> None:
        if self.select.width != 1 or self.one.width != self.zero.width:
            raise ValueError("a multiplexer needs a 1-bit select and two inputs of one width")

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.one.width


@dataclass(frozen=True, eq=False)
class Concat(Expr):
    """`{msb, …, lsb}`, written most significant first as in Verilog."""

    parts: tuple[Expr, ...]

    @property
    def width(self) -> int:  # type: ignore[override]
        return sum(p.width for p in self.parts)


@dataclass(frozen=True, eq=False)
class Repeat(Expr):
    """`{count{arg}}`."""

    count: int
    arg: Expr

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.count * self.arg.width


@dataclass(frozen=True, eq=False)
class Compare(Expr):
    """One bit: `a OP b` for ==, !=, <, <=, >, >= on unsigned operands."""

    op: str
    a: Expr
    b: Expr
    width: int = 1


@dataclass(frozen=True, eq=False)
class Arith(Expr):
    """`a + b`, `a - b` or `a * b`, unsigned, truncated to the width of a; see `product` for all of it."""

    op: str
    a: Expr
    b: Expr

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.a.width


@dataclass(frozen=True, eq=False)
class SignedProduct(Expr):
    """a b with all of its bits, of operands in two's complement.

    For the whole value of a wire or register: inside another operator Verilog could take it as unsigned.
    """

    a: Expr
    b: Expr

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.a.width + self.b.width


@dataclass(frozen=True, eq=False)
class Select(Expr):
    """`memory[address]`, an asynchronous read.

    `through`: it finds what is written in the same cycle. That takes several slots (`rtl.interleave`), where
    the read comes after the write.
    """

    memory: Memory
    address: Expr
    through: bool = False

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.memory.width


@dataclass(frozen=True, eq=False)
class Cut(Expr):
    """`arg`, and a place for a register where there are more than `above` slots, see `rtl.interleave`.

    `name` is the register's. A single slot has no register here.
    """

    name: str
    arg: Expr
    above: int = 1

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.arg.width


def xor(*args: Expr) -> Expr:
    """Exclusive or of one or more expressions."""
    return args[0] if len(args) == 1 else Nary("^", tuple(args))


def any_of(*args: Expr) -> Expr:
    """Or of one or more expressions."""
    return args[0] if len(args) == 1 else Nary("|", tuple(args))


def concat(*msb_first: Expr) -> Expr:
    """Concatenation, most significant part first."""
    return msb_first[0] if len(msb_first) == 1 else Concat(tuple(msb_first))


def widened(value: Expr, width: int) -> Expr:
    """`value` with zeros in front, up to `width` bits."""
    return value if value.width == width else concat(Const(width - value.width, 0), value)


def extended(value: Expr, width: int) -> Expr:
    """`value` in two's complement with its sign in front, up to `width` bits."""
    if value.width == width:
        return value
    if value.width == 1:
        sign = value
    else:
        sign = value.net[value.hi] if isinstance(value, Slice) else value[value.width - 1]
    return concat(Repeat(width - value.width, sign), value)


def product(a: Expr, b: Expr) -> Expr:
    """a b with all of its bits."""
    width = a.width + b.width
    return Arith("*", widened(a, width), widened(b, width))


def spread(bit: Expr, width: int) -> Expr:
    """One bit in `width` places."""
    return Repeat(width, bit) if width > 1 else bit


def gate(enable: Expr, value: Expr) -> Expr:
    """`value` where `enable` (one bit) is set, else zero."""
    return Nary("&", (spread(enable, value.width), value))


@dataclass(frozen=True, eq=False)
class Memory:
    """`depth` words of `width` bits; `init` (words) makes it a ROM where nothing writes it.

    `style` is the synthesis hint: "distributed", "block" or "auto".
    """

    name: str
    width: int
    depth: int
    style: str = "auto"
    init: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Comment:
    """A comment line in the body."""

    text: str


@dataclass(frozen=True, eq=False)
class Declaration:
    """A wire or a register; `start`: what a register holds when the device has been configured."""

    net: Net
    register: bool
    start: int | None = None


@dataclass(frozen=True, eq=False)
class Assignment:
    """What drives a wire, or bit `bit` of it."""

    net: Net
    value: Expr
    bit: int | None = None


@dataclass(frozen=True, eq=False)
class Leftover:
    """Bits left over on purpose, as a wire that lint tools know by its name."""

    net: Net
    values: tuple[Expr, ...]


@dataclass(frozen=True, eq=False)
class Load:
    """The input of a register, its enable, and (condition, value) of its reset."""

    net: Net
    value: Expr
    enable: Expr | None
    reset: tuple[Expr, int] | None


@dataclass(frozen=True, eq=False)
class Write:
    """A write port of a memory."""

    memory: Memory
    address: Expr
    value: Expr
    enable: Expr


@dataclass(frozen=True, eq=False)
class Instance:
    """A module inside another; `pins` in the order of its ports."""

    module: Module
    name: str
    pins: tuple[tuple[str, Expr], ...]


Statement = Comment | Declaration | Assignment | Leftover | Load | Memory | Write | Instance


@dataclass
class Module:
    """A Verilog module under construction. Names are lower case; `doc` becomes the comment above it.

    `for_slots`: where a module has a better form for several slots than any other made from its text, the
    function that gives it, see `rtl.interleave`.
    """

    name: str
    doc: str = ""
    ports: list[tuple[str, Net]] = field(default_factory=list)
    children: list[Module] = field(default_factory=list)
    body: list[Statement] = field(default_factory=list)
    for_slots: Callable[[int, int], Module] | None = None
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if not _NAME.match(self.name) or self.name in _RESERVED:
            raise ValueError(f"{self.name!r} is not a module name")

    # -- declarations ------------------------------------------------------------------------------

    def _declare(self, name: str, width: int) -> Net:
        if not _NAME.match(name) or name in _RESERVED or name in self.names:
            raise ValueError(f"module {self.name}: net name {name!r} is malformed, a keyword or taken")
        if width < 1:
            raise ValueError(f"module {self.name}: net {name} has width {width}")
        self.names.add(name)
        return Net(name, width)

    def input(self, name: str, width: int = 1) -> Net:
        """Add an input port."""
        net = self._declare(name, width)
        self.ports.append(("input  wire", net))
        return net

    def output(self, name: str, value: Expr) -> Net:
        """Add an output port driven by `value`."""
        net = self._declare(name, value.width)
        self.ports.append(("output wire", net))
        self._assign(net, value)
        return net

    def comment(self, text: str) -> None:
        """A comment line in the body; an empty line goes before it."""
        self.body.append(Comment(text))

    def wire(self, name: str, value: Expr) -> Net:
        """A named wire driven by `value`."""
        net = self.forward(name, value.width)
        self._assign(net, value)
        return net

    def forward(self, name: str, width: int) -> Net:
        """A wire declared now and driven later by `drive`; for feedback."""
        net = self._declare(name, width)
        self.body.append(Declaration(net, register=False))
        return net

    def drive(self, net: Net, value: Expr) -> None:
        """Drive a wire made by `forward`."""
        self._assign(net, value)

    def bits(self, name: str, values: Sequence[Expr]) -> Net:
        """A wire given bit by bit, least significant first: one assignment a bit, for linear maps."""
        net = self.forward(name, len(values))
        self.body += [Assignment(net, value, i) for i, value in enumerate(values)]
        return net

    def unused(self, *values: Expr) -> None:
        """State that these bits are left over on purpose; lint tools heed a net of that name."""
        name = "unused"
        while name in self.names:
            name += "_"
        self.body.append(Leftover(self._declare(name, 1), values))

    def reg(
        self, name: str, value: Expr, *, enable: Expr | None = None, reset: tuple[Expr, int] | None = None
    ) -> Net:
        """A register on the rising edge of `clk`, loaded with `value` where `enable`.

        `reset` is (condition, value): synchronous and before the enable.
        """
        net = self.forward_reg(name, value.width)
        self.drive_reg(net, value, enable=enable, reset=reset)
        return net

    def forward_reg(self, name: str, width: int, *, start: int | None = None) -> Net:
        """A register declared now, its input given later by `drive_reg`; for feedback.

        `start`: what it holds when the device has been configured, for what no reset reaches.
        """
        net = self._declare(name, width)
        self.body.append(Declaration(net, register=True, start=start))
        return net

    def drive_reg(
        self, net: Net, value: Expr, *, enable: Expr | None = None, reset: tuple[Expr, int] | None = None
    ) -> None:
        """Give the input of a register made by `forward_reg`."""
        if value.width != net.width:
            raise ValueError(f"module {self.name}: {net.name} is {net.width} bits, its input {value.width}")
        self.body.append(Load(net, value, enable, reset))

    def memory(
        self, name: str, width: int, depth: int, *, style: str = "auto", init: Iterable[int] = ()
    ) -> Memory:
        """A memory; write it with `write`, read it with `Select` or `read`."""
        self._declare(name, width)
        memory = Memory(name, width, depth, style, tuple(init))
        self.body.append(memory)
        return memory

    def write(self, memory: Memory, address: Expr, value: Expr, enable: Expr) -> None:
        """A synchronous write port."""
        self.body.append(Write(memory, address, value, enable))

    def instance(self, module: Module, name: str, **inputs: Expr) -> dict[str, Net]:
        """An instance; inputs by port name, `clk` connected by itself. Returns the outputs as new wires.

        Output wires are called `<instance>_<port>`.
        """
        if not is_free_name(name) or name in self.names:
            raise ValueError(f"module {self.name}: instance name {name!r} is malformed, a keyword or taken")
        self.names.add(name)
        wanted = {n.name: n for d, n in module.ports if d.startswith("input")}
        given = dict(inputs)
        if "clk" in wanted and "clk" not in given:
            given["clk"] = Net("clk", 1)
        if set(given) != set(wanted):
            raise ValueError(
                f"instance {name} of {module.name}: missing {sorted(set(wanted) - set(given))}, "
                f"unknown {sorted(set(given) - set(wanted))}"
            )
        for port, value in given.items():
            if value.width != wanted[port].width:
                raise ValueError(
                    f"instance {name} of {module.name}: port {port} is {wanted[port].width} bits, "
                    f"given {value.width}"
                )
        outputs: dict[str, Net] = {}
        for direction, net in module.ports:
            if direction.startswith("output"):
                outputs[net.name] = self._declare(f"{name}_{net.name}", net.width)
                self.body.append(Declaration(outputs[net.name], register=False))
        pins = tuple((net.name, (given | outputs)[net.name]) for _, net in module.ports)
        self.body.append(Instance(module, name, pins))
        if not any(child is module for child in self.children):
            self.children.append(module)
        return outputs

    def _assign(self, net: Net, value: Expr) -> None:
        if value.width != net.width:
            raise ValueError(f"module {self.name}: {net.name} is {net.width} bits, driven by {value.width}")
        self.body.append(Assignment(net, value))

    # -- printing ----------------------------------------------------------------------------------

    def verilog(self) -> str:
        """The module as Verilog-2001, without its children."""
        lines = [f"// {line}".rstrip() for line in self.doc.splitlines()]
        ports = ",\n".join(f"  {direction} {_range(net.width)}{net.name}" for direction, net in self.ports)
        lines.append(f"module {self.name} (\n{ports}\n);")
        lines += map(_text, self.body)
        lines.append("endmodule")
        return "\n".join(lines) + "\n"

    def hierarchy(self) -> list[Module]:
        """This module and all below it, children before parents, each distinct module once."""
        seen: dict[str, tuple[Module, str]] = {}

        def visit(module: Module) -> None:
            if module.name in seen:
                if seen[module.name][0] is not module and seen[module.name][1] != module.verilog():
                    raise ValueError(f"two different modules are called {module.name}")
                return
            for child in module.children:
                visit(child)
            seen[module.name] = (module, module.verilog())

        visit(self)
        return [module for module, _ in seen.values()]


def _range(width: int) -> str:
    return "" if width == 1 else f"[{width - 1}:0] "


def _show(e: Expr, inner: bool = False) -> str:
    """The Verilog text of an expression, in brackets where it stands inside another operator."""
    match e:
        case Cut():
            return _show(e.arg, inner)
        case Net():
            return e.name
        case Slice():
            return f"{e.net.name}[{e.hi}]" if e.hi == e.lo else f"{e.net.name}[{e.hi}:{e.lo}]"
        case Const():
            return f"{e.width}'d{e.value}" if e.width <= 32 else f"{e.width}'h{e.value:x}"
        case Select():
            return f"{e.memory.name}[{_show(e.address)}]"
        case Concat():
            return "{" + ", ".join(_show(p) for p in e.parts) + "}"
        case Repeat():
            return "{" + f"{e.count}{{{_show(e.arg)}}}" + "}"
        case Not():
            return f"~{_show(e.arg, True)}"
        case Nary():
            text = f" {e.op} ".join(_show(a, True) for a in e.args)
        case Mux():
            text = f"{_show(e.select, True)} ? {_show(e.one, True)} : {_show(e.zero, True)}"
        case Compare() | Arith():
            text = f"{_show(e.a, True)} {e.op} {_show(e.b, True)}"
        case SignedProduct() if not inner:
            text = f"$signed({_show(e.a)}) * $signed({_show(e.b)})"
        case _:
            raise TypeError(type(e).__name__)
    return f"({text})" if inner else text


def _text(statement: Statement) -> str:
    """The Verilog text of a statement, indented, without the last end of line."""
    match statement:
        case Comment():
            return f"\n  // {statement.text}"
        case Declaration():
            kind = "reg " if statement.register else "wire"
            name = statement.net.name
            text = f"  {kind} {_range(statement.net.width)}{name};"
            if statement.start is None:
                return text
            return f"{text}\n  initial {name} = {_show(Const(statement.net.width, statement.start))};"
        case Assignment():
            whole = statement.bit is None or statement.net.width == 1
            target = statement.net.name if whole else f"{statement.net.name}[{statement.bit}]"
            return f"  assign {target} = {_show(statement.value)};"
        case Leftover():
            return f"  wire {statement.net.name} = &{{1'b0, {', '.join(map(_show, statement.values))}}};"
        case Load():
            return f"  always @(posedge clk) {_load(statement)}"
        case Memory():
            return _memory(statement)
        case Write():
            place = f"{statement.memory.name}[{_show(statement.address)}]"
            return (
                f"  always @(posedge clk) if ({_show(statement.enable)}) {place} <= {_show(statement.value)};"
            )
        case Instance():
            pins = ",\n    ".join(f".{port}({_show(value)})" for port, value in statement.pins)
            return f"  {statement.module.name} {statement.name} (\n    {pins}\n  );"


def _load(load: Load) -> str:
    name = load.net.name
    text = f"{name} <= {_show(load.value)};"
    if load.enable is not None:
        text = f"if ({_show(load.enable)}) {text}"
    if load.reset is None:
        return text
    condition, initial = load.reset
    return f"if ({_show(condition)}) {name} <= {_show(Const(load.net.width, initial))}; else {text}"


def _memory(memory: Memory) -> str:
    style = memory.style
    hint = "" if style == "auto" else f'(* ram_style = "{style}", rom_style = "{style}" *) '
    text = f"  {hint}reg {_range(memory.width)}{memory.name} [0:{memory.depth - 1}];"
    if not memory.init:
        return text
    words = "\n".join(
        f"    {memory.name}[{i}] = {memory.width}'h{word:0{(memory.width + 3) // 4}x};"
        for i, word in enumerate(memory.init)
    )
    return f"{text}\n  initial begin\n{words}\n  end"


def file_text(module: Module, header: str) -> str:
    """One `.v` file: the header as comments, no implicit nets, the module."""
    comment = "\n".join(f"// {line}".rstrip() for line in header.splitlines())
    return f"{comment}\n`default_nettype none\n\n{module.verilog()}\n`default_nettype wire\n"


def design_files(top: Module, header: str) -> dict[str, str]:
    """File name to text for `top` and every module below it, one module a file."""
    return {f"{module.name}.v": file_text(module, header) for module in top.hierarchy()}
