"""C-slow interleaving: a module made to serve several independent computations, its *threads*, round-robin.

Cycle t belongs to thread t mod C. In the module for C threads every register is C registers in a row, so that
what a thread wrote is there again in its next cycle, C later; a memory that is written has C times
the words, the thread's number being the high bits of the address; what is never written (a control store) is
shared. Each thread then is the module that was, at 1/C of the clock (Leiserson and Saxe, 1991, call it
C-slow).

A read that is to find what is written in the same cycle (`Select.through`) comes at least one cycle later
than the write.

Nothing but registers stands between the registers in a row. What makes the clock faster is to move them, and
where to is said by the author of a module with `RetimingPoint` expressions: places where one of the registers
stands instead. A net has a *lag*: how many cycles after its thread's cycle it has its value. Ports and
ordinary registers have none; behind a cut it is one more; where nets of different lag meet, the earlier ones
pass through registers first; and a register whose input is k cycles late has C - k registers in a row. So
every path from a register to a register keeps its C registers, whatever the cuts, and the threads cannot
tell.

Imports the hardware layer only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

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
    arguments,
    concat,
)
from pairforge.hdl.module import Module
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

THREAD = "thread"
"""The input of a module with memories that says whose cycle it is."""


FEW_THREADS = 2
"""With more, values that are held are in memories; there is a register behind these and those of streams, in
front of a control store, and on the way to and from the threads."""

MANY_THREADS = 12
"""With more there are registers to spare: a second one behind memories."""


class TooFewRegistersError(ValueError):
    """More places for registers than there are registers: as many as threads, or those of a pipeline."""


@dataclass(frozen=True)
class Interleaved:
    """A module for several threads, made when it is first asked for.

    `late`: the lag of each output. `inputs_late`: that of the inputs.
    """

    late: Mapping[str, int]
    inputs_late: int
    make: Callable[[], Module]

    @cached_property
    def module(self) -> Module:
        """The module."""
        made = self.make()
        if any(net.name == "clk" for _, net in made.ports):
            made.late = self.inputs_late
        return made


def interleaved(module: Module, threads: int, late: int = 0) -> Interleaved:
    """The module for `threads` threads whose inputs have a lag of `late` cycles.

    Where it or a module in it has memories, it has an input `thread` more, never late. Its name ends in
    `_x<threads>`. A module without a clock stays as it is.

    Raises
    ------
    TooFewRegistersError
        When the module is asked for: more cuts on the way to a register than it can spare registers, or to a
        memory than to what reads it.
    """
    if threads < 2:
        raise ValueError(f"{threads} threads; a module as it is written has one")
    return _Maker(threads).make(module, late)


class _Maker:
    """Makes each module once for each lag of its inputs."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.thread_bits = (threads - 1).bit_length()
        self._made: dict[tuple[int, int], tuple[Module, Interleaved]] = {}
        self._memories: dict[int, tuple[Module, bool]] = {}

    def make(self, module: Module, late: int) -> Interleaved:
        key = (id(module), late)
        if key not in self._made:
            self._made[key] = (module, self._make(module, late))
        return self._made[key][1]

    def _make(self, module: Module, late: int) -> Interleaved:
        outputs = [net.name for net in _outputs(module)]
        if module.for_threads is not None:
            return Interleaved(
                dict.fromkeys(outputs, 0), late, partial(module.for_threads, self.threads, late)
            )
        if not any(net.name == "clk" for _, net in module.ports):
            return Interleaved(dict.fromkeys(outputs, late), late, lambda: module)
        rewriter = _Rewriter(self, module, late)
        return Interleaved({name: rewriter.net_late(name) for name in outputs}, late, rewriter.made)

    def has_memories(self, module: Module) -> bool:
        """Whether the module or one in it has a memory that is written."""
        if id(module) not in self._memories:
            own = any(isinstance(statement, Write) for statement in module.body)
            found = own or any(self.has_memories(child) for child in module.children)
            self._memories[id(module)] = (module, found)
        return self._memories[id(module)][1]


class _Rewriter:
    """One module, statement by statement."""

    def __init__(self, maker: _Maker, module: Module, late: int) -> None:
        self.maker = maker
        self.threads = maker.threads
        self.source = module
        suffix = f"_x{self.threads}" + (f"_late{late}" if late else "")
        doc = f"{module.doc}\n{self.threads} threads, round-robin.".strip()
        self.m = Module(module.name + suffix, doc)
        self.thread = Net(THREAD, maker.thread_bits) if maker.has_memories(module) else None
        self.inputs_late = late
        self.drivers: dict[str, list[Expr]] = {}
        self.registers = {s.net.name for s in module.body if isinstance(s, Declaration) and s.register}
        self.instances: dict[str, tuple[Instance, str]] = {}
        for statement in module.body:
            if isinstance(statement, Assignment):
                self.drivers.setdefault(statement.net.name, []).append(statement.value)
            elif isinstance(statement, Instance):
                outputs = {net.name for net in _outputs(statement.module)}
                pins = [(port, value) for port, value in statement.pins if port in outputs]
                for port, value in pins:
                    assert isinstance(value, Net)
                    self.instances[value.name] = (statement, port)
        self.memories = {s.memory.name: self._memory(s.memory) for s in module.body if isinstance(s, Write)}
        self.read_late: dict[str, list[int]] = {name: [] for name in self.memories}
        self.through: set[str] = set()
        self._late: dict[str, int] = {}
        self.children = self._children()

    # -- lag ------------------------------------------------------------------------------------

    def _children(self) -> dict[str, Interleaved]:
        """The modules of the instances, each as late as the latest of its inputs.

        An input's lag may hang on outputs of other instances: repeated until nothing changes.
        """
        instances = [s for s in self.source.body if isinstance(s, Instance)]
        self.children = {s.name: self.maker.make(s.module, 0) for s in instances}
        while True:
            self._late = {}
            found = {s.name: self.maker.make(s.module, self._pins_late(s)) for s in instances}
            if all(found[name] is self.children[name] for name in found):
                return found
            self.children = found

    def _pins_late(self, instance: Instance) -> int:
        given = {net.name for net in _inputs(instance.module)}
        return max((self.late(value) for port, value in instance.pins if port in given), default=0)

    def late(self, e: Expr) -> int:
        """The lag of an expression: that of the latest net in it."""
        if isinstance(e, RetimingPoint):
            return self.late(e.arg) + self._active(e)
        if isinstance(e, Net):
            return self.net_late(e.name)
        if isinstance(e, Select) and e.through:
            return max(self.late(e.address), self._written_late(e.memory) + 1)
        return max(map(self.late, arguments(e)), default=0)

    def _written_late(self, memory: Memory) -> int:
        """The lag of what is written to a memory that is read later in the same cycle."""
        writes = (s for s in self.source.body if isinstance(s, Write) and s.memory is memory)
        return max(self.late(part) for s in writes for part in (s.address, s.value, s.enable))

    def _active(self, cut: RetimingPoint) -> bool:
        return self.threads > cut.above

    def net_late(self, name: str) -> int:
        """The lag of the net of that name."""
        if name not in self._late:
            if name in (THREAD, "clk") or name in self.registers:
                late = 0
            elif name in self.instances:
                instance, port = self.instances[name]
                late = self.children[instance.name].late[port]
            elif name in self.drivers:
                late = max(map(self.late, self.drivers[name]))
            else:
                late = self.inputs_late
            self._late[name] = late
        return self._late[name]

    # -- expressions ---------------------------------------------------------------------------------

    def at(self, e: Expr, late: int) -> Expr:
        """The expression `late` cycles after its thread's cycle."""
        match e:
            case Const():
                return e
            case Net() | Slice():
                return self._behind(e, late - self.late(e))
            case RetimingPoint():
                return self._cut(e, late) if self._active(e) else self.at(e.arg, late)
            case Nary():
                return replace(e, args=tuple(self.at(a, late) for a in e.args))
            case Not() | Repeat():
                return replace(e, arg=self.at(e.arg, late))
            case Mux():
                return Mux(self.at(e.select, late), self.at(e.one, late), self.at(e.zero, late))
            case Concat():
                return Concat(tuple(self.at(p, late) for p in e.parts))
            case Compare() | Arith() | SignedProduct():
                return replace(e, a=self.at(e.a, late), b=self.at(e.b, late))
            case Select():
                return self._select(e, late)
            case _:
                raise TypeError(type(e).__name__)

    def _cut(self, cut: RetimingPoint, late: int) -> Expr:
        own = self.late(cut)
        if cut.name not in self.m.names:
            self.m.reg(cut.name, self.at(cut.arg, own - 1))
            self._late[cut.name] = own
        return self._behind(Net(cut.name, cut.width), late - own)

    def _behind(self, e: Net | Slice, by: int) -> Expr:
        """A net or some bits of one behind `by` registers, which all readers share."""
        if by < 0:
            raise ValueError(
                f"module {self.source.name}: {_label(e)} is wanted {-by} cycles before it is there"
            )
        before: Expr = e
        for i in range(1, by + 1):
            name = f"{_label(e)}_late{i}"
            before = Net(name, e.width) if name in self.m.names else self.m.reg(name, before)
        return before

    def _select(self, e: Select, late: int) -> Expr:
        address = self.at(e.address, late)
        if e.memory.name not in self.memories:
            return replace(e, address=address)
        self.read_late[e.memory.name].append(late)
        if e.through:
            self.through.add(e.memory.name)
        return Select(self.memories[e.memory.name], self._word(address, late))

    # -- memories ------------------------------------------------------------------------------------

    def _memory(self, memory: Memory) -> Memory:
        """As many words for each thread as addresses say; each finds there what is there from the start."""
        size = 1 << (memory.depth - 1).bit_length()
        own = (*memory.init, *[0] * (size - len(memory.init)))
        return replace(memory, depth=self.threads * size, init=own * self.threads if memory.init else ())

    def _word(self, address: Expr, late: int) -> Expr:
        """The address of a word of the thread whose cycle it was `late` cycles ago."""
        assert self.thread is not None
        thread = self._behind(self.thread, late)
        return concat(thread, address)

    def _write(self, write: Write) -> None:
        reads = self.read_late[write.memory.name]
        operands = (write.address, write.value, write.enable)
        late = max([*map(self.late, operands), *reads])
        if write.memory.name in self.through:
            late = self._written_late(write.memory)
            if max(reads) >= late + self.threads:
                raise TooFewRegistersError(
                    f"module {self.source.name}: {write.memory.name} is read after the next write"
                )
        elif late >= min(reads, default=0) + self.threads:
            raise TooFewRegistersError(
                f"module {self.source.name}: {write.memory.name} is written too late to be read"
            )
        address, value, enable = (self.at(operand, late) for operand in operands)
        self.m.write(self.memories[write.memory.name], self._word(address, late), value, enable)

    # -- statements ----------------------------------------------------------------------------------

    def made(self) -> Module:
        """The whole module."""
        for direction, net in self.source.ports:
            self.m.ports.append((direction, net))
            self.m.groups[net.name] = self.source.groups[net.name]
            self.m.names.add(net.name)
            if self.thread is not None and net.name == "clk":
                self.m.input(THREAD, self.thread.width)
        writes = []
        for statement in self.source.body:
            if isinstance(statement, Write):  # last, when it is known how late a memory is read
                writes.append(statement)
            else:
                self._statement(statement)
        for write in writes:
            self._write(write)
        return self.m

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Comment():
                self.m.body.append(statement)
            case Declaration():
                self.m.names.add(statement.net.name)
                self.m.body.append(statement)
            case Assignment():
                value = self.at(statement.value, self.net_late(statement.net.name))
                self.m.body.append(replace(statement, value=value))
            case Leftover():
                values = tuple(self.at(value, self.late(value)) for value in statement.values)
                self.m.body.append(replace(statement, values=values))
            case Load():
                self._load(statement)
            case Memory():
                self.m.names.add(statement.name)
                self.m.body.append(self.memories.get(statement.name, statement))
            case Instance():
                self._instance(statement)

    def _load(self, load: Load) -> None:
        """A register: what it takes, then the registers behind it; without enable it takes its own value."""
        condition, initial = load.reset or (None, 0)
        parts = [part for part in (load.value, load.enable, condition) if part is not None]
        late = max(map(self.late, parts))
        row = self.threads - late
        if row < 1:
            raise TooFewRegistersError(
                f"module {self.source.name}: {late} retiming points on a way to {load.net.name}, "
                f"of {self.threads} threads"
            )
        value = self.at(load.value, late)
        if load.enable is not None:
            value = Mux(self.at(load.enable, late), value, self.at(load.net, late))
        reset = None if condition is None else (self.at(condition, late), initial)
        others = [self.m.forward_reg(f"{load.net.name}_thread{i}", load.net.width) for i in range(1, row)]
        for i, net in enumerate([*others, load.net]):
            self.m.drive_reg(net, value if i == 0 else others[i - 1], reset=reset if i == 0 else None)

    def _instance(self, instance: Instance) -> None:
        made, late = self.children[instance.name], self._pins_late(instance)
        outputs = {net.name for net in _outputs(instance.module)}
        pins: list[tuple[str, Expr]] = []
        given = dict(instance.pins)
        for _, net in made.module.ports:
            if net.name in outputs or net.name == "clk":
                pins.append((net.name, given[net.name]))
            elif net.name not in given:
                assert net.name == THREAD and self.thread is not None
                pins.append((THREAD, self.thread))
            else:
                pins.append((net.name, self.at(given[net.name], late)))
        self.m.names.add(instance.name)
        self.m.body.append(Instance(made.module, instance.name, tuple(pins)))
        if not any(child is made.module for child in self.m.children):
            self.m.children.append(made.module)


def _inputs(module: Module) -> Iterator[Net]:
    """Inputs that carry values."""
    return (net for way, net in module.ports if way.startswith("input") and net.name != "clk")


def _outputs(module: Module) -> Iterator[Net]:
    return (net for way, net in module.ports if way.startswith("output"))


def _label(e: Net | Slice) -> str:
    if isinstance(e, Net):
        return e.name
    return f"{e.net.name}_{e.hi}" if e.hi == e.lo else f"{e.net.name}_{e.hi}_{e.lo}"
