"""The control table of a stage: what every control signal is in every cycle of the interval between runs.

Built from the binding alone. A run longer than the interval wraps round: its last cycles share rows with
the first of the next run. Signals with an effect outside the datapath (taking an element from the input
stream, sending one on) are kept apart by run, so that a run that is not there has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.binding.dataflow import input_calls, read_edges, stand_ins
from pairforge.binding.model import OUTPUT, Binding, Hold, Pick, Port, Read, port_of
from pairforge.program.ir import Loop
from pairforge.rtl.microcode import Ladder, Window
from pairforge.rtl.units.base import Unit
from pairforge.schedule.plan import CHECK_AHEAD, StageSchedule, instance_name


@dataclass(frozen=True)
class Signal:
    """A control signal of the datapath, `width` bits."""

    name: str
    width: int


@dataclass(frozen=True)
class Gate:
    """Picks always added together, let through by bit `select` of the port's select signal; None: always."""

    picks: Sequence[Pick]
    select: int | None


@dataclass(frozen=True)
class Network:
    """The selection network of one operand port: the sum of its slots, and a constant.

    A slot lets at most one of its gates through. `constant` is the signal that gives the constant to add, an
    element of the prime field, where any operation needs one.
    """

    port: Port
    slots: Sequence[Sequence[Gate]]
    select: Signal | None
    constant: Signal | None


@dataclass
class ControlTable:
    """Rows 0 … interval-1, one packed word each; signal i occupies bits `offset[name]` and up.

    `effects`: input pops and output pushes of the run in progress, and of the one before it (wrapped).
    """

    interval: int
    signals: list[Signal] = field(default_factory=list)
    offset: dict[str, int] = field(default_factory=dict)
    width: int = 0
    rows: list[int] = field(default_factory=list)

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


@dataclass(frozen=True)
class WritePort:
    """A port of the memory: address, enable, and for each unit that writes there whether it does."""

    address: Signal
    enable: Signal
    sources: Mapping[tuple[str, int], Signal]


@dataclass(frozen=True)
class Control:
    """The table of a stage with the networks it drives.

    `reads`: the address of each read port. `exchange`: for some addresses, the signal that has their lowest
    bit turned over in those turns of a ladder whose bit is 1. `windows`: where loops repeat, ladders too.
    `regions`: the blocks and loops of the program, and the row with which each begins. `ends_before`: whether
    the last result of a run leaves after the first row of the next.
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
    wait: int | None
    ends_before: bool


POP, PUSH, PUSH_BEFORE = Signal("pop", 1), Signal("push", 1), Signal("push_before", 1)
CHECK = Signal("check", 1)
EFFECTS = (POP, PUSH, PUSH_BEFORE, CHECK)
"""What a run does outside the datapath; those of the run before it, in the cycles that two runs share."""


def build_control(binding: Binding, units: Mapping[str, Unit]) -> Control:
    """Lay out and fill the control table of a bound stage."""
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
    networks = {port: _network(binding, port, table) for port in binding.picks}
    unit_signals: dict[tuple[str, int, str], Signal] = {}
    for p in stage.placed.values():
        if p.unit not in units:
            continue
        for control in units[p.unit].controls(p.op.attribute):
            key = (p.unit, p.leader, control.signal)
            if key not in unit_signals:
                unit_signals[key] = table.add(
                    Signal(f"{instance_name(p.unit, p.leader)}_{control.signal}", control.width)
                )
    holds = {
        hold: table.add(Signal(f"{instance_name(hold.unit, hold.instance)}_hold{hold.index}_load", 1))
        for hold in binding.loads
    }
    storage = stage.machine.storage
    reads: list[Signal] = []
    writes: Sequence[WritePort] = ()
    exchange: dict[Signal, Signal] = {}
    if storage.kind == "ram":
        words = storage.writes * binding.bank if storage.banked else storage.words
        last = max(words - 1, *binding.address.values())
        ports = {tap.port for port in binding.picks for tap in binding.taps(port) if isinstance(tap, Read)}
        # from 0 on, as bound
        reads = [table.add(Signal(f"read{i}", max(last.bit_length(), 1))) for i in range(len(ports))]
        writes = _write_ports(binding, table)
        if binding.exchanged:
            addresses = [*reads, *(port.address for port in writes)]
            exchange = {a: table.add(Signal(f"{a.name}_exchange", 1)) for a in addresses}

    stands_in = {initial.op.name: name for name, initial in stand_ins(stage).items()}
    loads = {name: hold for hold, names in binding.loads.items() for name in names}
    for cycle in _pops(binding):
        table.set(POP, cycle, 1)
    for p, _, cycle in stage.instances():
        if p.unit == OUTPUT:
            own = CHECK if p.op.kind == "check" else PUSH
            table.set(own if cycle < stage.interval else PUSH_BEFORE, cycle, 1)
        for operand in range(len(p.op.operands)):
            network = networks[port_of(p, operand)]
            picks, constant = binding.selection[p.op.name, operand]
            taken = cycle + p.lead
            if network.select:
                gates = (gate for slot in network.slots for gate in slot if gate.picks[0] in picks)
                chosen = {1 << gate.select for gate in gates if gate.select is not None}
                table.set(network.select, taken, sum(chosen))
            if network.constant and constant:
                table.set(network.constant, taken, constant)
            for pick, (name, _) in zip(picks, p.op.operands[operand].terms, strict=False):
                if isinstance(pick.tap, Read):
                    given = taken - pick.tap.before - storage.read_latency
                    table.set(reads[pick.tap.port], given, binding.address[name])
                    if name in binding.exchanged:
                        table.set(exchange[reads[pick.tap.port]], given, 1)
        if p.unit in units:
            for control in units[p.unit].controls(p.op.attribute):
                signal = unit_signals[p.unit, p.leader, control.signal]
                table.set(signal, cycle + p.lead + control.offset, control.value)
        hold = loads.get(stands_in.get(p.op.name, p.op.name))
        if hold:
            table.set(holds[hold], cycle + p.latency, 1)
        if writes and not p.op.sends:
            port = writes[binding.write_port[p.op.name]]
            word = binding.address[p.op.name]
            table.set(port.address, cycle + p.latency, word % binding.bank if binding.bank else word)
            table.set(port.enable, cycle + p.latency, 1)
            table.set(port.sources[p.unit, p.instance], cycle + p.latency, 1)
            if p.op.name in binding.exchanged:
                table.set(exchange[port.address], cycle + p.latency, 1)
    wait = None
    if storage.kind == "ram":
        wait = min(cycle for cycle, kind in sent if kind == "output") - 1 - storage.read_latency
    tail = max(0, stage.length - stage.interval)
    windows: dict[str, Window] = {}
    for name, timing in stage.loops.items():
        first = timing.start - storage.read_latency
        end = first + (timing.count - 1) * timing.interval + timing.length
        windows[name] = Window(first, end, timing.interval)
    ladders = [
        Ladder(windows[region.name].first, windows[region.name].period, region.bits)
        for region in stage.program.regions
        if isinstance(region, Loop) and region.bits
    ]
    return Control(
        table,
        networks,
        unit_signals,
        holds,
        reads,
        writes,
        exchange,
        list(windows.values()),
        _regions(stage),
        ladders,
        tail,
        wait,
        sent[-1][0] > stage.interval,
    )


def _regions(stage: StageSchedule) -> Sequence[tuple[str, int]]:
    """The regions, in the order in which they begin, each with the row from which on it reads."""
    shift = stage.machine.storage.read_latency
    found = ((name, max(first - shift, 0)) for name, first in stage.begins.items())
    return sorted(found, key=lambda region: region[1])


def _write_ports(binding: Binding, table: ControlTable) -> Sequence[WritePort]:
    """The write ports, each with the units whose results it takes."""
    storage = binding.stage.machine.storage
    last = (binding.bank or max(storage.words, binding.words)) - 1
    found = []
    for number in range(max(binding.write_port.values()) + 1):
        name = f"write{number or ''}"
        address = table.add(Signal(name, max(last.bit_length(), 1)))
        enable = table.add(Signal(f"{name}_enable", 1))
        writers = [p for p in binding.stage.placed.values() if binding.write_port.get(p.op.name) == number]
        sources = {
            key: table.add(Signal(f"{name}_{instance_name(*key)}", 1))
            for key in dict.fromkeys((p.unit, p.instance) for p in writers)
        }
        found.append(WritePort(address, enable, sources))
    return found


def _pops(binding: Binding) -> Sequence[int]:
    """The cycles that take an element from the input stream: the last one in which it is read there."""
    stage = binding.stage
    calls = input_calls(stage)
    *others, final = sorted(calls, key=lambda name: stage.placed[name].start)
    reads = [
        stage.placed[edge.reader].start
        for edge in read_edges(stage)
        if edge.producer == final and edge.delay == 0
    ]
    return [*(calls[name] - 1 for name in others), max([stage.placed[final].start, *reads])]


def _network(binding: Binding, port: Port, table: ControlTable) -> Network:
    """Join picks that are always added together, and give a gate to each that is not always taken."""
    uses = [
        binding.selection[placed.op.name, port.operand]
        for placed in binding.stage.placed.values()
        if placed.unit == port.unit
        and port.operand < len(placed.op.operands)
        and port_of(placed, port.operand) == port
    ]
    slots: dict[int, dict[tuple[bool, ...], list[Pick]]] = {}
    for pick in binding.picks[port]:
        pattern = tuple(pick in picks for picks, _ in uses)
        slots.setdefault(pick.slot, {})[pattern] = [pick]
    alone: dict[tuple[bool, ...], list[Pick]] = {}
    joined: list[dict[tuple[bool, ...], list[Pick]]] = []
    for gates in slots.values():
        if len(gates) > 1:
            joined.append(gates)
            continue
        ((pattern, picks),) = gates.items()
        if pattern not in alone:
            alone[pattern] = []
            joined.append({pattern: alone[pattern]})
        alone[pattern] += picks
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
        [[Gate(picks, select.get(pattern)) for pattern, picks in gates.items()] for gates in joined],
        table.add(Signal(f"{name}_select", len(select))) if select else None,
        table.add(constant) if any(added for _, added in uses) else None,
    )
