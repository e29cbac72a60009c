"""Expressions: trees of a few operators over nets, which check their widths.

Imports nothing from the rest of the package: hardware knows no curve and no field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Memory:
    """`depth` words of `width` bits; `init` (words) makes it a ROM where nothing writes it.

    `style` is the synthesis hint: "distributed", "block" or "auto". `apart`: what is read of a word in the
    cycle in which it is written does not matter. Not every block of memory can give the word that was, and
    logic that does it instead stands behind the memory.
    """

    name: str
    width: int
    depth: int
    style: str = "auto"
    init: tuple[int, ...] = ()
    apart: bool = False


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
    """An unsigned constant; `name`: the local parameter that it is printed as, if it means something."""

    width: int
    value: int
    name: str = ""

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

    `through`: it finds what is written in the same cycle. That takes several threads (`hdl.interleave`),
    where the read comes after the write.
    """

    memory: Memory
    address: Expr
    through: bool = False

    @property
    def width(self) -> int:  # type: ignore[override]
        return self.memory.width


@dataclass(frozen=True, eq=False)
class RetimingPoint(Expr):
    """`arg`, and a place for a register where there are more than `above` threads, see `hdl.interleave`.

    `name` is the register's. A single thread has no register here.
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


def arguments(e: Expr) -> tuple[Expr, ...]:
    """The expressions that an expression is made of, none for a net or a constant."""
    match e:
        case Slice():
            return (e.net,)
        case Nary():
            return e.args
        case Not() | Repeat() | RetimingPoint():
            return (e.arg,)
        case Mux():
            return (e.select, e.one, e.zero)
        case Concat():
            return e.parts
        case Compare() | Arith() | SignedProduct():
            return (e.a, e.b)
        case Select():
            return (e.address,)
        case _:
            return ()


def leaves(e: Expr) -> Iterator[Expr]:
    """The nets and constants in an expression."""
    found = arguments(e)
    if not found:
        yield e
    for argument in found:
        yield from leaves(argument)
