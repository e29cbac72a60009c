"""The datapath of a stage, generated from its binding: units, storage, and the networks between them.

Nothing here knows what is computed. An operand port adds up what its addends select, as the control word
gates it through; what an addend selects from is where the storage delivers values.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pairforge.binding.model import INPUT, OUTPUT, Binding, Port, Tap
from pairforge.hdl import Const, Expr, Module, Net, RetimingPoint, any_of, gate, widened
from pairforge.hdl.digits import DIGIT, Digits, passing
from pairforge.hdl.interleave import FEW_THREADS
from pairforge.rtl.choice import Chooser
from pairforge.rtl.common_units import OPERAND, RESULT, common_units
from pairforge.rtl.control import EFFECTS, StageControl, name_ahead
from pairforge.rtl.storage import StorageHardware, StorageSite
from pairforge.rtl.wires import Wires
from pairforge.schedule.plan import instance_name
from pairforge.units.base import KeepingUnit, LoadableUnit, SharingUnit, Unit
from pairforge.units.parts.representation import values_at, words_of

_PORTS = {
    "": "control word",
    DIGIT: "which digit of all words passes",
    "element_": "elements in and out",
    "modulus": "what is loaded",
}
_COMMON = "a unit that the cores have in common"


def build_datapath(
    name: str,
    width: int,
    binding: Binding,
    control: StageControl,
    units: Mapping[str, Unit],
    storage: StorageHardware,
    doc: str,
    *,
    threads: int = 1,
    chooser: Chooser,
    early: frozenset[str] = frozenset(),
    ahead: frozenset[str] = frozenset(),
) -> Module:
    """The module: `clk`, `element_in`, one input for each control signal, `element_out`; `rst` where a unit
    keeps something between runs.

    A unit that cores have in common stands beside it: its operand goes out, its result comes in
    (`rtl.common_units`).

    Parameters
    ----------
    width
        Bits of an element as it comes and goes; inside it may have more, as the units have it.
    threads
        How many will share it: what holds values depends on it.
    chooser
        Says by which networks the storage's ports choose.
    early
        The control signals that come a cycle before the others, to the storage.
    ahead
        Those that come to it a cycle before too, by another name.
    """
    common = common_units(binding, units)
    groups = {f"{instance_name(*each)}_{port}": _COMMON for each in common for port in (OPERAND, RESULT)}
    m = Module(name, doc, port_groups=_PORTS | groups)
    element, word = width, words_of(units).width
    count = binding.stage.machine.digits
    digits = Digits(word, count) if count > 1 else None
    width = digits.size if digits else word
    wires = Wires(m, binding.stage.program.characteristic, width)
    m.input("clk")
    number = m.input(DIGIT, digits.bits + 1) if digits else None
    element_in = m.input("element_in", width if digits else element)
    if element < word and not digits:
        element_in = m.wire("word_in", widened(element_in, word))
    digit: Net | None = None
    if digits and number:
        passes = passing(m, digits, number)
        digit = passes.digit
        m.unused(passes.odd)
    beside = {signal for (unit, group, _), signal in control.units.items() if (unit, group) in common}
    signals = {
        s.name: m.input(s.name, s.width)
        for s in control.table.outputs
        if s not in EFFECTS and s not in beside
    }
    soon = {s.name: m.input(name_ahead(s.name), s.width) for s in control.table.signals if s.name in ahead}
    used = sorted({(p.unit, p.instance) for p in binding.stage.placed.values() if p.unit in units})

    outputs: dict[tuple[str, int], Net] = {(INPUT, 0): element_in}
    m.comment("results of the units, in the cycle they come out")
    for unit, instance in used:
        bits = width if digits else values_at(units[unit], "y").width
        named = f"{instance_name(unit, instance)}_{RESULT}"
        made = m.input if (unit, instance) in common else m.forward
        outputs[unit, instance] = made(named, bits)

    site = StorageSite(
        *(m, width, binding, control, units, signals, outputs, threads, chooser, early, soon, digits, digit)
    )
    operands = _Operands(wires, control, storage.build(site), signals)
    _build_units(binding, units, operands, outputs, common, {} if number is None else {DIGIT: number})
    m.comment("the element sent on")
    out = operands.of(Port(OUTPUT, 0, 0))
    if digits and digit:
        out = digits.collected(m, "element", m.wire("digit_out", RetimingPoint("digit_sent", out)), digit)
    m.output("element_out", RetimingPoint("element_sent", out[element - 1, 0], above=FEW_THREADS))
    if element < word:
        m.unused(out[word - 1, element])
    return m


def _build_units(
    binding: Binding,
    units: Mapping[str, Unit],
    operands: _Operands,
    outputs: Mapping[tuple[str, int], Net],
    common: Collection[tuple[str, int]],
    every: Mapping[str, Net],
) -> None:
    """Every unit instance that is used, with its operands and control inputs; they drive `outputs`. Of those
    in `common` the operand. `every`: what all of them are given.
    """
    m = operands.wires.m
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
            groups.setdefault((p.unit, p.group), set()).add(p.lane)
    keeps = any(isinstance(units[unit], KeepingUnit) for unit, _ in groups)
    resets: Expr = m.input("rst") if keeps else Const(1, 0)
    for (unit, group), lanes in sorted(groups.items()):
        label = instance_name(unit, group)
        m.comment(f"{label}: {units[unit].kind}")
        if (unit, group) in common:
            m.output(f"{label}_{OPERAND}", operands.taken(units[unit], Port(unit, group, 0)))
            continue
        module, ports = hardware_of(units[unit], max(lanes) + 1)
        pins: dict[str, Expr] = dict(every)
        for name, lane, i in ports:
            port = Port(unit, group + lane, i)
            if port in operands.control.networks:  # not of a capability that no operation asks for
                pins[name] = operands.taken(units[unit], port)
        for (u, i, signal), named in operands.control.units.items():
            if (u, i) == (unit, group):
                pins[signal] = operands.signals[named.name]
        if isinstance(units[unit], KeepingUnit):
            pins["rst"] = resets
        for name, net in loaded.items():
            if any(port.name == name for _, port in module.ports):
                pins[name] = net
        for (
            direction,
            net,
        ) in module.ports:  # of a capability that no operation asks for
            if direction.startswith("input") and net.name not in {"clk", *pins}:
                pins[net.name] = Const(net.width, 0)
        result = m.instance(module, label, **pins)
        for lane in lanes:
            m.drive(outputs[unit, group + lane], result[f"y{lane or ''}"])


def hardware_of(unit: Unit, lanes: int) -> tuple[Module, list[tuple[str, int, int]]]:
    """The module of a unit, or of `lanes` equal ones with one first operand.

    Its operand ports come as (name, which of the units, which operand).
    """
    if lanes == 1:
        return unit.module(), [(name, 0, i) for i, name in enumerate(unit.operands)]
    assert isinstance(unit, SharingUnit)
    shared, own = unit.operands
    return unit.shared_module(lanes), [(shared, 0, 0), *((f"{own}{i or ''}", i, 1) for i in range(lanes))]


@dataclass(frozen=True)
class _Operands:
    """What the networks of operand ports select from: the nets of taps, by the control signals."""

    wires: Wires
    control: StageControl
    taps: Mapping[Tap, Net]
    signals: Mapping[str, Net]

    def taken(self, unit: Unit, port: Port) -> Expr:
        """What a unit is given at a port."""
        chosen = self.of(port)
        return RetimingPoint(f"{chosen.name}_taken", chosen) if unit.registers_operands else chosen

    def of(self, port: Port) -> Net:
        """The selection network of an operand port: the sum of its addends, each an or of gated taps."""
        network, wires = self.control.networks[port], self.wires
        name = f"{instance_name(port.unit, port.instance)}_{port.letter}"
        addends: list[Expr] = []
        for i, gates in enumerate(network.addends):
            choices: list[Expr] = []
            for j, choice in enumerate(gates):
                parts = [wires.multiple(self.taps[each.tap], each.factor) for each in choice.mux_inputs]
                total = wires.sum(f"{name}_part{i}_{j}", parts)
                if choice.select is None or network.select is None:
                    choices.append(total)
                else:
                    choices.append(gate(self.signals[network.select.name][choice.select], total))
            addends.append(any_of(*choices))
        # A port that only ever takes constants has no addends.
        value = wires.m.wire(name, wires.sum(name, addends) if addends else Const(wires.width, 0))
        if network.constant is None:
            return value
        return wires.with_constant(f"{name}_plus", value, self.signals[network.constant.name])
