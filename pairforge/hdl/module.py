"""Modules under construction, and the files they become.

A `Module` is ports, wires, registers, memories and instances of other modules. There is no simulation and no
elaboration here: what is built is what is printed. Modules are shared by identity of their text:
`design_files` prints one module per distinct shape, and refuses two different modules of one name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.hdl.expressions import Const, Expr, Memory, Net
from pairforge.hdl.names import is_free_name
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
from pairforge.hdl.verilog import CLOCK_AND_RESET, UNUSED, verilog_of

_INPUTS, _OUTPUTS = "inputs", "outputs"
_COMMON = dict.fromkeys(("clk", "rst"), CLOCK_AND_RESET)


@dataclass
class Module:
    """A Verilog module under construction. Names are lower case; `doc` becomes the comment above it.

    `for_threads`: where a module has a better form for several threads than any other made from its text, the
    function that gives it, see `hdl.interleave`. `port_groups`: the comment above ports whose names begin so;
    the longest beginning counts. `groups`: the comment above each port, by its name; ports with the same
    stand together. `late`: of one made for several threads, how many cycles after its thread's cycle its
    inputs come.
    """

    name: str
    doc: str = ""
    ports: list[tuple[str, Net]] = field(default_factory=list)
    children: list[Module] = field(default_factory=list)
    body: list[Statement] = field(default_factory=list)
    for_threads: Callable[[int, int], Module] | None = None
    names: set[str] = field(default_factory=lambda: {UNUSED})
    groups: dict[str, str] = field(default_factory=dict)
    port_groups: Mapping[str, str] = field(default_factory=dict)
    late: int = 0

    def __post_init__(self) -> None:
        if not is_free_name(self.name):
            raise ValueError(f"{self.name!r} is not a module name")

    # -- declarations ------------------------------------------------------------------------------

    def _declare(self, name: str, width: int) -> Net:
        if not is_free_name(name) or name in self.names:
            raise ValueError(f"module {self.name}: net name {name!r} is malformed, a keyword or taken")
        if width < 1:
            raise ValueError(f"module {self.name}: net {name} has width {width}")
        self.names.add(name)
        return Net(name, width)

    def input(self, name: str, width: int = 1) -> Net:
        """Add an input port."""
        net = self._declare(name, width)
        self._port("input  wire", net, _INPUTS)
        return net

    def output(self, name: str, value: Expr) -> Net:
        """Add an output port driven by `value`."""
        net = self._declare(name, value.width)
        self._port("output wire", net, _OUTPUTS)
        self._assign(net, value)
        return net

    def _port(self, direction: str, net: Net, otherwise: str) -> None:
        groups = {**_COMMON, **self.port_groups}
        beginnings = [beginning for beginning in groups if net.name.startswith(beginning)]
        self.ports.append((direction, net))
        self.groups[net.name] = groups[max(beginnings, key=len)] if beginnings else otherwise

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
        """State that these bits are left over on purpose."""
        self.body.append(Leftover(values))

    def reg(
        self,
        name: str,
        value: Expr,
        *,
        enable: Expr | None = None,
        reset: tuple[Expr, int | Const] | None = None,
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
        self,
        net: Net,
        value: Expr,
        *,
        enable: Expr | None = None,
        reset: tuple[Expr, int | Const] | None = None,
    ) -> None:
        """Give the input of a register made by `forward_reg`."""
        if value.width != net.width:
            raise ValueError(f"module {self.name}: {net.name} is {net.width} bits, its input {value.width}")
        self.body.append(Load(net, value, enable, reset))

    def memory(
        self,
        name: str,
        width: int,
        depth: int,
        *,
        style: str = "auto",
        init: Iterable[int] = (),
        apart: bool = False,
    ) -> Memory:
        """A memory; write it with `write`, read it with `Select` or `read`."""
        self._declare(name, width)
        memory = Memory(name, width, depth, style, tuple(init), apart)
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
        return verilog_of(self)

    def hierarchy(self) -> list[Module]:
        """This module and all below it, children before parents, each distinct module once."""
        seen: dict[str, Module] = {}

        def visit(module: Module) -> None:
            if module.name in seen:
                if seen[module.name] is not module and seen[module.name].verilog() != module.verilog():
                    raise ValueError(f"two different modules are called {module.name}")
                return
            for child in module.children:
                visit(child)
            seen[module.name] = module

        visit(self)
        return [*seen.values()]


def file_text(module: Module, header: str) -> str:
    """One `.v` file: the header as comments, no implicit nets, the module."""
    comment = "\n".join(f"// {line}".rstrip() for line in header.splitlines())
    return f"{comment}\n`default_nettype none\n\n{module.verilog()}\n`default_nettype wire\n"


def design_files(top: Module, header: str) -> dict[str, str]:
    """File name to text for `top` and every module below it, one module a file."""
    return {f"{module.name}.v": file_text(module, header) for module in top.hierarchy()}
