"""The control table of a stage: what every control signal is in every cycle of the interval between runs.

Built from the binding alone. A run longer than the interval wraps round: its last cycles share rows with
the first of the next run. Signals with an effect outside the datapath (taking an element from the input
stream, sending one on) are kept apart by run, so that a run that is not there has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.binding.dataflow import input_calls, prologue_operations, read_edges
from pairforge.binding.model import OUTPUT, Binding, Hold, MuxInput, Port, Read, port_of
from pairforge.binding.wiping import START, written_words
from pairforge.hdl import Expr, any_of, concat
from pairforge.program.ir import Loop
from pairforge.rtl.choice import Choice, Chooser
from pairforge.rtl.microcode import Ladder, RunRows, Window
from pairforge.rtl.result_buses import Source, result_buses
from pairforge.schedule.plan import CHECK_AHEAD, Placed, Run, StageSchedule, instance_name
from pairforge.units.base import Unit

PORTS = {
    "": "control word",
    "start": "when a run begins",
    "proceed": "when a run begins",
    "boundary": "when a run begins",
    "takes_part": "when a run begins",
    "pop": "elements in and out",
    "push": "elements in and out",
    "check": "elements in and out",
}
"""What the ports of a sequencer are for, see `Module.port_groups`."""


@dataclass(frozen=True)
class Signal:
    """A control signal of the datapath, `width` bits."""

    name: str
    width: int


@dataclass(frozen=True)
class Gate:
    """Multiplexer inputs that are always added together.

    Bit `select` of the port's select signal lets them through; None: they always are.
    """

    mux_inputs: Sequence[MuxInput]
    select: int | None


@dataclass(frozen=True)
class Network:
    """The selection network of one operand port: the sum of its addends, and a constant.

    An addend lets at most one of its gates through. `constant` is the signal that gives the constant to add,
    an element of the prime field, where any operation needs one.
    """

    port: Port
    addends: Sequence[Sequence[Gate]]
    select: Signal | None
    constant: Signal | None


@dataclass
class ControlTable:
    """Rows 0 … interval-1, one packed word each; signal i occupies bits `offset[name]` and up.

    `derived`: signals that have no bits in the rows: each bit, the lowest first, is the or of signals that
    have, and that go nowhere else.
    `effects`: input pops and output pushes of the run in progress, and of the one before it (wrapped).
    `careless`: signals that matter only in the rows that give them a value, which `used` has by their names.
    """

    interval: int
    signals: list[Signal] = field(default_factory=list)
    offset: dict[str, int] = field(default_factory=dict)
    width: int = 0
    rows: list[int] = field(default_factory=list)
    derived: dict[Signal, Sequence[Sequence[Signal]]] = field(default_factory=dict)
    careless: Sequence[Signal] = ()
    used: dict[str, set[int]] = field(default_factory=dict)

    @property
    def outputs(self) -> Sequence[Signal]:
        """What the datapath has of the table: signals that others are not derived from, and these."""
        inner = {signal for bits in self.derived.values() for parts in bits for signal in parts}
        return [*(signal for signal in self.signals if signal not in inner), *self.derived]

    def derive(self, signal: Signal, value: Callable[[Signal], Expr]) -> Expr:
        """A derived signal; `value`: that of the signals it is derived from."""
        return concat(*reversed([any_of(*map(value, parts)) for parts in self.derived[signal]]))

    def add(self, signal: Signal) -> Signal:
        """Declare a signal."""
        self.offset[signal.name] = self.width
        self.signals.append(signal)
        self.width += signal.width
        return signal

    def set(self, signal: Signal, cycle: int, value: int) -> None:
        """Give a signal a value in a cycle of the run. Two different values are a mistake of the binder."""
        row = cycle % self.interval
        shift = self.offset[signal.name]
        held = self.rows[row] >> shift & ((1 << signal.width) - 1)
        if held and held != value:
            raise AssertionError(f"{signal.name} is both {held} and {value} in cycle {row}")
        self.rows[row] |= value << shift
        self.used.setdefault(signal.name, set()).add(row)


@dataclass(frozen=True)
class WritePort:
    """A port that writes words: address, enable, and how one of the units that write there is chosen.

    `sources`: those units, in the order of the choice, each with the signal of the table that says that it
    is; None where its code is 0. `select`: the signal that is derived from them, None for a single unit.
    `zero`: where words are wiped, the signal that says that 0 is written, which is the last choice then.
    """

    address: Signal
    enable: Signal
    choice: Choice
    sources: Mapping[tuple[str, int], Signal | None]
    select: Signal | None
    zero: Signal | None = None


@dataclass(frozen=True)
class ResultBus:
    """Results that have one way to the write ports: how one of the `sources` is chosen, as in `WritePort`."""

    choice: Choice
    sources: Mapping[Source, Signal | None]
    select: Signal


@dataclass(frozen=True)
class StageControl:
    """The control table of a stage with its signals and the networks they drive.

    `units`: the control inputs of each unit instance. `buses`: results that share a way to the write ports.
    `holds`: what loads each holding register. `reads`: the
    address of each read port. `exchange`: for some addresses, the signal that turns their lowest bit over in
    those iterations of a ladder whose bit is 1. `windows`: where loops repeat, ladders too. `regions`: the
    blocks and loops of the program, and the row with which each begins. `tail`: rows that a run shares with
    the next. `runs`: the rows of each run that there can be, with the row before which its first result
    leaves, where it can wait for the output.
    `ends_before`: whether the last result of a run leaves after the first row of the next.
    """

    table: ControlTable
    networks: Mapping[Port, Network]
    units: Mapping[tuple[str, int, str], Signal]
    holds: Mapping[Hold, Signal]
    reads: Sequence[Signal]
    writes: Sequence[WritePort]
    exchange: Mapping[Signal, Signal]
    windows: Sequence[Window]
    regions: Sequence[tuple[str, int]]
    ladders: Sequence[Ladder]
    tail: int
    runs: Sequence[RunRows]
    ends_before: bool
    buses: Mapping[Source, ResultBus] = field(default_factory=dict)

    def ways(self, port: WritePort, source: Source) -> Sequence[Signal]:
        """The signals that lead a result to a write port."""
        for name, bus in self.buses.items():
            if source in bus.sources:
                found = bus.sources[source], port.sources[name]
                break
        else:
            found = port.sources[source], None
        return [signal for signal in found if signal is not None]

    @property
    def wipes(self) -> bool:
        """Whether behind some runs what they have left is overwritten, as behind a reset."""
        return any(run.wipe is not None for run in self.runs)

    @property
    def waits(self) -> bool:
        """Whether runs can wait for the output."""
        return self.runs[0].wait is not None


POP, PUSH, PUSH_BEFORE = Signal("pop", 1), Signal("push", 1), Signal("push_before", 1)
CHECK = Signal("check", 1)
CLEAR = Signal("clear", 1)


def name_ahead(signal: str) -> str:
    """The name of what a control signal is in the next cycle."""
    return f"{signal}_ahead"


EFFECTS = (POP, PUSH, PUSH_BEFORE, CHECK, CLEAR)
"""What a run does outside the datapath; those of the run before it, in the cycles that two runs share. To
clear is to take an element behind a reset, in what is no run.
"""


def build_control(binding: Binding, units: Mapping[str, Unit], chooser: Chooser) -> StageControl:
    """Lay out and fill the control table of a bound stage.

    `chooser`: says by which networks write ports choose among units.
    """
    control = _declared(binding, units, chooser)
    table, stage = control.table, binding.stage
    loads = _loads(binding)
    for cycle in _pops(binding):
        table.set(POP, cycle, 1)
    for p, _, cycle in stage.instances():
        if p.unit == OUTPUT:
            own = CHECK if p.op.kind == "check" else PUSH
            table.set(own if cycle < stage.interval else PUSH_BEFORE, cycle, 1)
        for operand in range(len(p.op.operands)):
            _select(control, binding, p, operand, cycle + p.lead)
        if p.unit in units:
            for given in units[p.unit].controls(p.op.attribute):
                signal = control.units[p.unit, p.group, given.signal]
                table.set(signal, cycle + p.lead + given.offset, given.value)
        hold = loads.get(p.op.name)
        if hold:
            table.set(control.holds[hold], cycle + p.latency, 1)
        if control.writes and not p.op.sends:
            _write(control, binding, p, cycle + p.latency)
    for run in stage.every_run:
        if run.wipe:
            _wipe(control, binding, run)
    return control


_TAKEN = 4  # rows until the input is seen to be empty


def _wipe(control: StageControl, binding: Binding, run: Run) -> None:
    """The rows behind a run: each writes 0 to a word of every bank. Then units that hold an operand are
    started, with one that is no secret: whatever word they read. Behind a reset as many elements are taken
    from the input as there are, shortly before the last row, so that no input waits for that.
    """
    table, stage, begin = control.table, binding.stage, run.end - run.wipe
    count = written_words(binding)
    inputs = sum(stage.run_of(stage.placed[name].start) == run for name in input_calls(stage))
    for word in range(count):
        for port in control.writes:
            table.set(port.address, begin + word, word)
            table.set(port.enable, begin + word, 1)
            if port.zero is not None:
                table.set(port.zero, begin + word, 1)
    for (_, _, name), signal in control.units.items():
        if name == START:
            for row in range(begin + count, run.end):
                table.set(signal, row, 1)
    for row in range(run.end - _TAKEN - inputs, run.end - _TAKEN):
        table.set(CLEAR, row, 1)


def _declared(binding: Binding, units: Mapping[str, Unit], chooser: Chooser) -> StageControl:
    """The signals of a stage and what follows from its timing, with an empty table."""
    stage = binding.stage
    table = ControlTable(stage.interval, rows=[0] * stage.interval)
    sent = sorted((cycle, p.op.kind) for p, _, cycle in stage.instances() if p.unit == OUTPUT)
    checked = [cycle for cycle, kind in sent if kind == "check"]
    if checked and (checked[-1] + CHECK_AHEAD > sent[-1][0] or checked[-1] >= stage.interval):
        raise AssertionError(f"{stage.program.name} is checked in cycle {checked[-1]}, too late to tell")
    for signal in (POP, PUSH, PUSH_BEFORE):
        table.add(signal)
    if checked:
        table.add(CHECK)
    if any(run.wipe for run in stage.every_run):
        table.add(CLEAR)
    networks = {port: _network(binding, port, table) for port in binding.mux_inputs}
    unit_signals: dict[tuple[str, int, str], Signal] = {}
    for p in stage.placed.values():
        for given in units[p.unit].controls(p.op.attribute) if p.unit in units else ():
            key = (p.unit, p.group, given.signal)
            if key not in unit_signals:
                name = f"{instance_name(p.unit, p.group)}_{given.signal}"
                unit_signals[key] = table.add(Signal(name, given.width))
    holds = {
        hold: table.add(Signal(f"{instance_name(hold.unit, hold.instance)}_hold{hold.index}_load", 1))
        for hold in binding.loads
    }
    reads = _read_ports(binding, table)
    buses, writes = _write_ports(binding, table, chooser)
    addresses = [*reads, *(port.address for port in writes)] if binding.exchanged else []
    exchange = {a: table.add(Signal(f"{a.name}_exchange", 1)) for a in addresses}
    windows = _windows(stage)
    return StageControl(
        table,
        networks,
        unit_signals,
        holds,
        reads,
        writes,
        exchange,
        list(windows.values()),
        _regions(stage),
        [
            Ladder(windows[region.name].first, windows[region.name].period, region.bits)
            for region in stage.program.regions
            if isinstance(region, Loop) and region.bits
        ],
        max(0, stage.length - stage.interval),
        [
            RunRows(run.first, run.end, _wait(stage, run), run.end - run.wipe if run.wipe else None)
            for run in stage.every_run
        ],
        sent[-1][0] > stage.interval,
        buses,
    )


def _loads(binding: Binding) -> Mapping[str, Hold]:
    """The register that holds the result of each operation; a prologue operation has that of the operation
    whose place it takes."""
    loads = {name: hold for hold, names in binding.loads.items() for name in names}
    prologue = {first.op.name: name for name, first in prologue_operations(binding.stage).items()}
    own = {name: loads.get(prologue.get(name, name)) for name in binding.stage.placed}
    return {name: hold for name, hold in own.items() if hold}


def _select(control: StageControl, binding: Binding, p: Placed, operand: int, cycle: int) -> None:
    """What an operand port adds up in the cycle in which the unit takes it, read ports included."""
    table, network = control.table, control.networks[port_of(p, operand)]
    mux_inputs, constant = binding.selection[p.op.name, operand]
    if network.select:
        gates = (gate for addend in network.addends for gate in addend if gate.mux_inputs[0] in mux_inputs)
        chosen = {1 << gate.select for gate in gates if gate.select is not None}
        table.set(network.select, cycle, sum(chosen))
    if network.constant and constant:
        table.set(network.constant, cycle, constant)
    for mux_input, (name, _) in zip(mux_inputs, p.op.operands[operand].terms, strict=False):
        if isinstance(mux_input.tap, Read):
            address = control.reads[mux_input.tap.port]
            given = cycle - mux_input.tap.before - binding.stage.machine.storage.read_latency
            table.set(address, given, binding.address[name])
            if name in binding.exchanged:
                table.set(control.exchange[address], given, 1)


def _write(control: StageControl, binding: Binding, p: Placed, cycle: int) -> None:
    """The result of an operation goes to its word; a write port of a bank has the words of that bank."""
    table, port = control.table, control.writes[binding.write_port[p.op.name]]
    table.set(port.address, cycle, binding.address[p.op.name] % binding.write_words)
    table.set(port.enable, cycle, 1)
    for signal in control.ways(port, (p.unit, p.instance)):
        table.set(signal, cycle, 1)
    if p.op.name in binding.exchanged:
        table.set(control.exchange[port.address], cycle, 1)


def _wait(stage: StageSchedule, run: Run) -> int | None:
    """The row in which a run waits for the output to be free; None where it cannot wait."""
    if not stage.machine.storage.addressed:
        return None
    outputs = (p.start for p in stage.placed.values() if p.op.kind == "output")
    first = min(cycle for cycle in outputs if stage.run_of(cycle) == run)
    return first - 1 - stage.machine.storage.read_latency


def _windows(stage: StageSchedule) -> Mapping[str, Window]:
    """The rows in which each loop repeats."""
    windows: dict[str, Window] = {}
    for name, timing in stage.loops.items():
        first = timing.start - stage.machine.storage.read_latency
        end = first + (timing.count - 1) * timing.interval + timing.length
        windows[name] = Window(first, end, timing.interval)
    return windows


def _regions(stage: StageSchedule) -> Sequence[tuple[str, int]]:
    """The regions, in the order in which they begin, each with the row from which on it reads."""
    shift = stage.machine.storage.read_latency
    found = ((name, max(first - shift, 0)) for name, first in stage.begins.items())
    return sorted(found, key=lambda region: region[1])


def _read_ports(binding: Binding, table: ControlTable) -> Sequence[Signal]:
    """The address of each read port, from port 0 on; constants can be read as well."""
    taps = {tap for port in binding.mux_inputs for tap in binding.taps(port)}
    ports = {tap.port for tap in taps if isinstance(tap, Read)}
    last = max([binding.read_words - 1, *binding.address.values()])
    return [table.add(Signal(f"read{i}", max(last.bit_length(), 1))) for i in range(len(ports))]


def _write_ports(
    binding: Binding, table: ControlTable, chooser: Chooser
) -> tuple[Mapping[Source, ResultBus], Sequence[WritePort]]:
    """What results share a way, and the write ports, each with the units or ways whose results it takes."""
    last = binding.write_words - 1
    wipes = any(run.wipe for run in binding.stage.every_run)
    bus_of = result_buses(binding, chooser, int(wipes))
    sharing: dict[Source, list[Source]] = {}
    for source, bus in bus_of.items():
        sharing.setdefault(bus, []).append(source)
    buses = {bus: _bus(instance_name(*bus), own, table, chooser) for bus, own in sharing.items()}
    found = []
    for number in range(max(binding.write_port.values(), default=-1) + 1):
        name = f"write{number or ''}"
        address = table.add(Signal(name, max(last.bit_length(), 1)))
        enable = table.add(Signal(f"{name}_enable", 1))
        writers = [p for p in binding.stage.placed.values() if binding.write_port.get(p.op.name) == number]
        written = ((p.unit, p.instance) for p in writers)
        units = list(dict.fromkeys(bus_of.get(source, source) for source in written))
        choice = chooser.choice(len(units) + wipes, fixed=int(wipes))
        sources = {
            key: table.add(Signal(f"{name}_{instance_name(*key)}", 1)) if code else None
            for key, code in zip(units, choice.codes, strict=False)
        }
        zero = table.add(Signal(f"{name}_zero", 1)) if wipes else None
        select = None
        if choice.width:
            said = [*sources.values(), *([zero] if wipes else [])]
            select = Signal(f"{name}_select", choice.width)
            table.derived[select] = [
                [signal for i in chosen if (signal := said[i]) is not None] for chosen in choice.words_by_bit
            ]
        found.append(WritePort(address, enable, choice, sources, select, zero))
    return buses, found


def _bus(name: str, units: Sequence[Source], table: ControlTable, chooser: Chooser) -> ResultBus:
    """Of two results or more."""
    choice = chooser.choice(len(units))
    sources = {
        key: table.add(Signal(f"{name}_{instance_name(*key)}", 1)) if code else None
        for key, code in zip(units, choice.codes, strict=True)
    }
    select, said = Signal(f"{name}_select", choice.width), [*sources.values()]
    table.derived[select] = [
        [signal for i in chosen if (signal := said[i]) is not None] for chosen in choice.words_by_bit
    ]
    return ResultBus(choice, sources, select)


def _pops(binding: Binding) -> Sequence[int]:
    """The cycles that take an element from the input stream: the last one in which it is read there."""
    stage = binding.stage
    calls = input_calls(stage)
    final = {sorted(own, key=lambda name: stage.placed[name].start)[-1] for own in _by_run(stage, calls)}
    pops = {name: calls[name] - 1 for name in calls}
    pops |= {name: stage.placed[name].start for name in final}
    for edge in read_edges(stage):
        if edge.producer in final and edge.delay == 0:
            pops[edge.producer] = max(pops[edge.producer], stage.placed[edge.reader].start)
    return list(pops.values())


def _by_run(stage: StageSchedule, names: Iterable[str]) -> Iterator[list[str]]:
    """The operations of each run, of those that are named."""
    for run in stage.every_run:
        yield [name for name in names if stage.run_of(stage.placed[name].start) == run]


def _network(binding: Binding, port: Port, table: ControlTable) -> Network:
    """Join multiplexer inputs that are always added together, and give a gate to each that is not always
    taken.
    """
    uses = [
        binding.selection[placed.op.name, port.operand]
        for placed in binding.stage.placed.values()
        if placed.unit == port.unit
        and port.operand < len(placed.op.operands)
        and port_of(placed, port.operand) == port
    ]
    addends: dict[int, dict[tuple[bool, ...], list[MuxInput]]] = {}
    for mux_input in binding.mux_inputs[port]:
        pattern = tuple(mux_input in mux_inputs for mux_inputs, _ in uses)
        addends.setdefault(mux_input.addend, {})[pattern] = [mux_input]
    alone: dict[tuple[bool, ...], list[MuxInput]] = {}
    joined: list[dict[tuple[bool, ...], list[MuxInput]]] = []
    for gates in addends.values():
        if len(gates) > 1:
            joined.append(gates)
            continue
        ((pattern, mux_inputs),) = gates.items()
        if pattern not in alone:
            alone[pattern] = []
            joined.append({pattern: alone[pattern]})
        alone[pattern] += mux_inputs
    select: dict[tuple[bool, ...], int] = {}
    for gates in joined:
        for pattern in gates:
            if not all(pattern):
                select.setdefault(pattern, len(select))
    name = f"{instance_name(port.unit, port.instance)}_{port.letter}"
    p = binding.stage.program.characteristic
    constant = Signal(f"{name}_{'one' if p == 2 else 'constant'}", (p - 1).bit_length())
    return Network(
        port,
        [
            [Gate(mux_inputs, select.get(pattern)) for pattern, mux_inputs in gates.items()]
            for gates in joined
        ],
        table.add(Signal(f"{name}_select", len(select))) if select else None,
        table.add(constant) if any(added for _, added in uses) else None,
    )
