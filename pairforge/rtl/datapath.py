"""The datapath of a stage, generated from its binding: units, lines, holding registers, memory, networks.

Nothing here knows what is computed. An operand port adds up what its slots select, as the control word gates
it through; behind each unit stand as many registers as the longest delay it is read at.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pairforge.binding.model import INPUT, OUTPUT, Binding, Line, Port, Read, Tap
from pairforge.program.passes.prime import values_of
from pairforge.rtl.control import EFFECTS, Control, Network, WritePort
from pairforge.rtl.hdl import (
    Compare,
    Const,
    Cut,
    Expr,
    Module,
    Mux,
    Net,
    Select,
    any_of,
    concat,
    gate,
    widened,
    xor,
)
from pairforge.rtl.library import encoder_of, radix_of, words_of
from pairforge.rtl.loading import constant_name
from pairforge.rtl.units.base import LoadableUnit, SharingUnit, Unit
from pairforge.rtl.units.stream import stored
from pairforge.rtl.wires import Wires
from pairforge.schedule.plan import instance_name

_FEW_SLOTS = 5  # up to so many there are too few registers on a way for those that banks have with more


def build_datapath(
    name: str,
    width: int,
    binding: Binding,
    control: Control,
    units: Mapping[str, Unit],
    doc: str,
    *,
    slots: int = 1,
) -> Module:
    """The module: `clk`, `element_in`, one input for each control signal, `element_out`.

    Parameters
    ----------
    width
        Bits of an element as it comes and goes; inside it may have more, as the units have it.
    slots
        How many will take turns on it: what holds values depends on it.
    """
    m = Module(name, doc)
    element, width = width, words_of(units).width
    wires = Wires(m, binding.stage.program.characteristic, width)
    m.input("clk")
    element_in = m.input("element_in", element)
    if element < width:
        element_in = m.wire("word_in", widened(element_in, width))
    signals = {s.name: m.input(s.name, s.width) for s in control.table.signals if s not in EFFECTS}
    used = sorted({(p.unit, p.instance) for p in binding.stage.placed.values() if p.unit in units})

    outputs: dict[tuple[str, int], Net] = {(INPUT, 0): element_in}
    m.comment("results of the units, in the cycle they come out")
    for unit, instance in used:
        outputs[unit, instance] = m.forward(f"{instance_name(unit, instance)}_result", width)

    taps: dict[Tap, Net] = {}
    for (unit, instance), length in sorted(binding.line_lengths().items()):
        taps[Line(unit, instance, 0)] = outputs[unit, instance]
        if length:
            m.comment(f"{instance_name(unit, instance)}: results of the last {length} cycles")
        for delay in range(1, length + 1):
            before = taps[Line(unit, instance, delay - 1)]
            taps[Line(unit, instance, delay)] = m.reg(f"{instance_name(unit, instance)}_line{delay}", before)
    for hold, signal in control.holds.items():
        label = instance_name(hold.unit, hold.instance)
        m.comment(f"{label}: register for {', '.join(binding.loads[hold])}")
        source = outputs[hold.unit, hold.instance]
        named, load = f"{label}_hold{hold.index}", signals[signal.name]
        taps[hold] = m.reg(named, source, enable=load) if slots == 1 else stored(m, named, source, load)
    if control.writes:
        storage = binding.stage.machine.storage
        if control.ladders:
            bit = m.input("ladder_bit")
            for address, turned in control.exchange.items():
                signals[address.name] = _exchanged(m, signals[address.name], signals[turned.name] & bit)
        if storage.buses:
            make = _registers
        else:
            make = partial(_banks, slots=slots) if storage.banked else _memory
        make(m, width, binding, control, _constants(m, width, binding, units), signals, outputs, taps)

    loaded = {
        name: m.input(name, bits)
        for name, bits in {
            name: bits
            for unit in units.values()
            if isinstance(unit, LoadableUnit)
            for name, (bits, _) in unit.loaded.items()
        }.items()
    }
    groups: dict[tuple[str, int], set[int]] = {}
    for p in binding.stage.placed.values():
        if p.unit in units:
            groups.setdefault((p.unit, p.leader), set()).add(p.lane)
    for (unit, leader), lanes in sorted(groups.items()):
        label = instance_name(unit, leader)
        m.comment(f"{label}: {units[unit].kind}")
        module, ports = _hardware(units[unit], max(lanes) + 1)
        operands: dict[str, Expr] = {}
        for name, lane, i in ports:
            if Port(unit, leader + lane, i) not in control.networks:  # of an ability that nobody asks for
                continue
            chosen = _operand(wires, control.networks[Port(unit, leader + lane, i)], taps, signals)
            operands[name] = Cut(f"{chosen.name}_taken", chosen) if units[unit].cut else chosen
        pins: dict[str, Expr] = {
            signal: signals[named.name]
            for (u, i, signal), named in control.units.items()
            if (u, i) == (unit, leader)
        }
        for name, net in loaded.items():
            if any(port.name == name for _, port in module.ports):
                pins[name] = net
        for direction, net in module.ports:  # an ability that no operation asks for, as a step of a chain
            if direction.startswith("input") and net.name not in {"clk", *operands, *pins}:
                pins[net.name] = Const(net.width, 0)
        result = m.instance(module, label, **operands, **pins)
        for lane in lanes:
            m.drive(outputs[unit, leader + lane], result[f"y{lane or ''}"])
    m.comment("the element sent on")
    out = _operand(wires, control.networks[Port(OUTPUT, 0, 0)], taps, signals)
    m.output("element_out", out[element - 1, 0])
    if element < width:
        m.unused(out[width - 1, element])
    return m


def _constants(m: Module, width: int, binding: Binding, units: Mapping[str, Unit]) -> Mapping[int, int | Net]:
    """What stands in the words of constants: its value, or where it is loadable an input."""
    program = binding.stage.program
    values = values_of(program.constants, radix_of(units), program.characteristic)
    encode = encoder_of(units)
    return {
        binding.address[name]: m.input(constant_name(i), width)
        if number and binding.stage.machine.loadable
        else encode(values[name])
        for i, (name, number) in enumerate(program.constants)
    }


def _wired(width: int, constants: Mapping[int, int | Net]) -> Mapping[int, Expr]:
    """Constants as wires, by word, without zeros."""
    return {
        word: value if isinstance(value, Net) else Const(width, value)
        for word, value in constants.items()
        if isinstance(value, Net) or value
    }


def _fixed(constants: Mapping[int, int | Net]) -> Mapping[int, int]:
    """Constants that are part of a memory, by word."""
    return {word: value for word, value in constants.items() if isinstance(value, int)}


def _hardware(unit: Unit, lanes: int) -> tuple[Module, list[tuple[str, int, int]]]:
    """The module of a unit, or of `lanes` equal ones with one first operand.

    Its operand ports come as (name, which of the units, which operand).
    """
    if lanes == 1:
        return unit.module(), [(name, 0, i) for i, name in enumerate(unit.operands)]
    assert isinstance(unit, SharingUnit)
    shared, own = unit.operands
    return unit.shared_module(lanes), [(shared, 0, 0), *((f"{own}{i or ''}", i, 1) for i in range(lanes))]


def _memory(
    m: Module,
    width: int,
    binding: Binding,
    control: Control,
    constants: Mapping[int, int | Net],
    signals: Mapping[str, Net],
    outputs: Mapping[tuple[str, int], Net],
    taps: dict[Tap, Net],
) -> None:
    """One copy of the memory for each read port, all written together.

    Constants are words of a block memory; they stand beside a distributed one, as wires.
    """
    storage = binding.stage.machine.storage
    (write,) = control.writes
    m.comment("what is written to the memory")
    value = _written(m, write, signals, outputs)
    within = _fixed(constants) if storage.read_latency else {}
    beside = {} if within else _wired(width, constants)
    depth = max(storage.words, *(word + 1 for word in within)) if within else storage.words
    init = [within.get(word, 0) for word in range(depth)] if within else ()
    for i, address in enumerate(control.reads):
        m.comment(f"memory, copy for read port {i}")
        memory = m.memory(f"memory{i}", width, depth, style=storage.style, init=init)
        place, written = signals[address.name], signals[write.address.name]
        bits = (depth - 1).bit_length()
        m.write(memory, widened(written, bits), value, signals[write.enable.name])
        read: Expr = Select(memory, place[bits - 1, 0])
        if beside:
            is_word = m.wire(f"read{i}_is_word", Compare("<", place, Const(place.width, 1 << bits)))
            others = (gate(_at(m, f"read{i}", place, word), value) for word, value in beside.items())
            read = any_of(gate(is_word, read), *others)
        named = f"read{i}_value"
        taps[Read(i)] = m.reg(named, read) if storage.read_latency else m.wire(named, read)


def _at(m: Module, bus: str, address: Net, word: int) -> Net:
    """Whether a word is the one that is read."""
    return m.wire(f"{bus}_r{word}", Compare("==", address, Const(address.width, word)))


def _banks(
    m: Module,
    width: int,
    binding: Binding,
    control: Control,
    constants: Mapping[int, int | Net],
    signals: Mapping[str, Net],
    outputs: Mapping[tuple[str, int], Net],
    taps: dict[Tap, Net],
    *,
    slots: int,
) -> None:
    """A copy of each bank for each read port that reads it, and of the constants.

    The high bits of an address are the bank's number. A read finds what is written in the same cycle: with
    many slots because it comes later in the cycle, with few because the value goes past the memory. Many
    slots have registers at both ends of the memories besides, which then are block memories.
    """
    size, found = binding.bank, _words_by_port(binding)
    bits, later = size.bit_length() - 1, slots > _FEW_SLOTS
    fixed = _fixed(constants)
    values: list[Expr] = []
    for port in control.writes:
        m.comment(f"what is written by {port.address.name}")
        result = _written(m, port, signals, outputs)
        values.append(Cut(f"{result.name}_taken", result) if later else result)
    for i, signal in enumerate(control.reads):
        m.comment(f"read port {i}: its copies of the banks")
        address = signals[signal.name]
        low = address[bits - 1, 0]
        choices: list[Expr] = []
        banks = sorted({word // size for word in found[i]})
        for bank in banks:
            named = f"memory{i}_bank{bank}"
            if bank < len(control.writes):
                port = control.writes[bank]
                memory = m.memory(named, width, size)
                place, enable = signals[port.address.name], signals[port.enable.name]
                m.write(memory, place, values[bank], enable)
                read: Expr = Select(memory, low, through=later)
                if later:
                    read = Cut(f"{named}_read", read)
                else:
                    past = m.wire(f"{named}_past", enable & Compare("==", place, low))
                    read = Mux(past, values[bank], read)
            else:
                words = [fixed.get(word, 0) for word in range(bank * size, (bank + 1) * size)]
                read = Select(m.memory(named, width, size, style="distributed", init=words), low)
            if len(banks) > 1:
                high = address[address.width - 1, bits]
                read = gate(Compare("==", high, Const(high.width, bank)), read)
            elif address.width > bits:
                m.unused(address[address.width - 1, bits])
            choices.append(read)
        taps[Read(i)] = m.wire(f"read{i}_value", any_of(*choices))


def _words_by_port(binding: Binding) -> Mapping[int, set[int]]:
    """The words that each read port reads, constants among them."""
    found: dict[int, set[int]] = {}
    for p in binding.stage.placed.values():
        for operand in range(len(p.op.operands)):
            picks, _ = binding.selection[p.op.name, operand]
            for pick, name in zip(picks, p.op.operands[operand].names, strict=True):
                if isinstance(pick.tap, Read):
                    found.setdefault(pick.tap.port, set()).add(binding.address[name])
    return found


def _registers(
    m: Module,
    width: int,
    binding: Binding,
    control: Control,
    constants: Mapping[int, int | Net],
    signals: Mapping[str, Net],
    outputs: Mapping[tuple[str, int], Net],
    taps: dict[Tap, Net],
) -> None:
    """Registers that buses write and read; constants stand beside them to be read."""
    buses: list[tuple[Net, Net, Net]] = []
    for port in control.writes:
        m.comment(f"bus {port.address.name}: the result that is written")
        value = _written(m, port, signals, outputs)
        buses.append((signals[port.address.name], signals[port.enable.name], value))
    words: dict[int, Expr] = {}
    taken: dict[int, set[int]] = {}
    for name, number in binding.write_port.items():
        turned = {binding.address[name] ^ 1} if name in binding.exchanged else set()
        for word in {binding.address[name], *turned}:
            taken.setdefault(word, set()).add(number)
    for word in range(binding.words):
        m.comment(f"register {word}")
        loads, values = [], []
        for number in sorted(taken.get(word, ())):
            address, enable, value = buses[number]
            label = f"r{word}_from{number}"
            loads.append(m.wire(label, enable & Compare("==", address, Const(address.width, word))))
            values.append(value if len(taken[word]) == 1 else gate(loads[-1], value))
        words[word] = m.reg(f"r{word}", any_of(*values), enable=any_of(*loads))
    words |= _wired(width, constants)
    for i, signal in enumerate(control.reads):
        m.comment(f"bus read{i}")
        address = signals[signal.name]
        choices = [gate(_at(m, f"read{i}", address, word), value) for word, value in sorted(words.items())]
        taps[Read(i)] = m.wire(f"read{i}_value", any_of(*choices))
        if binding.stage.machine.storage.one_bus:
            m.comment("what came a cycle before: the first of two operands")
            taps[Read(i, 1)] = m.reg(f"read{i}_before", taps[Read(i)])


def _written(
    m: Module, port: WritePort, signals: Mapping[str, Net], outputs: Mapping[tuple[str, int], Net]
) -> Net:
    """The result on its way to a write port."""
    parts = [gate(signals[s.name], outputs[key]) for key, s in port.sources.items()]
    return m.wire(f"{port.address.name}_value", xor(*parts))


def _exchanged(m: Module, address: Net, turned: Expr) -> Net:
    """An address with its lowest bit turned over where `turned`."""
    low = address[0] ^ turned
    whole = concat(address[address.width - 1, 1], low) if address.width > 1 else low
    return m.wire(f"{address.name}_place", whole)


def _operand(wires: Wires, network: Network, taps: Mapping[Tap, Net], signals: Mapping[str, Net]) -> Net:
    """The selection network of one operand port: the sum of its slots, each an or of gated taps."""
    port = network.port
    name = f"{instance_name(port.unit, port.instance)}_{port.letter}"
    slots: list[Expr] = []
    for i, gates in enumerate(network.slots):
        choices: list[Expr] = []
        for j, choice in enumerate(gates):
            parts = [wires.multiple(taps[pick.tap], pick.factor) for pick in choice.picks]
            total = wires.sum(f"{name}_part{i}_{j}", parts)
            if choice.select is None or network.select is None:
                choices.append(total)
            else:
                choices.append(gate(signals[network.select.name][choice.select], total))
        slots.append(any_of(*choices))
    # A port that only ever takes constants has no slots.
    value = wires.m.wire(name, wires.sum(name, slots) if slots else Const(wires.width, 0))
    if network.constant is None:
        return value
    return wires.with_constant(f"{name}_plus", value, signals[network.constant.name])
