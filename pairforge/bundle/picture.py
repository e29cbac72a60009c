"""What the report shows of a stage, from its schedule, binding and hardware."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from pairforge.binding.dataflow import ReadEdge, prologue_operations, read_edges
from pairforge.binding.lines import place_name
from pairforge.binding.model import Hold, Line, Read, Tap
from pairforge.bundle.result import busy
from pairforge.compiler.compile import Compiled, CompiledStage
from pairforge.machine.units import UnitSpec
from pairforge.program.instances import canonical_bodies, repeated
from pairforge.program.ir import Loop, Op
from pairforge.program.signs import unpacked
from pairforge.program.text import show_linear
from pairforge.report.data import (
    AreaRow,
    Bound,
    Datapath,
    DrawnBlock,
    DrawnStage,
    Link,
    Node,
    Operand,
    Operation,
    Repetition,
    Unit,
    Value,
    stage_data,
)
from pairforge.report.packed import pack
from pairforge.rtl.common_units import COMMON
from pairforge.rtl.core import StageHardware
from pairforge.rtl.detection import FOLLOWER, LEADER
from pairforge.schedule.plan import INPUT, OUTPUT, Placed, instance_name
from pairforge.storage.table import storage_of
from pairforge.synth.yosys import Synthesis

_ROLES = {
    "load": "modulus and constants",
    "threads": "round-robin of the threads",
    "": "control of the pairings under way",
    "collect": "input stream",
    "buffer": "inter-stage buffer",
    "send": "output stream",
    "sequencer": "sequencer",
    "datapath": "storage and selection networks",
    COMMON: "of all cores",
    "whole": "cores in turn",
    "compared": "comparison, and the result held back",
}
_CORE = re.compile(r"_core\d+")
_TWICE = re.compile(rf"(?:{LEADER}|{FOLLOWER})\.?")


def area_rows(compiled: Compiled, synthesis: Synthesis) -> tuple[AreaRow, ...]:
    """Area by unit, as synthesis counted it; of several cores, all that have the same unit together, and of
    those that are compared.
    """
    rows: dict[tuple[str, str], AreaRow] = {}
    for unit in synthesis.units:
        of_core = _TWICE.sub("", unit.path, count=1) if compiled.design.detects else unit.path
        path = _CORE.sub("", of_core).removeprefix("whole").removeprefix(".")
        head, _, name = path.removeprefix("threads").removeprefix(".").partition(".")
        if head.startswith(COMMON):
            head, _, unit_name = head.partition("_")
            name = " ".join(filter(None, (unit_name, name, _ROLES[COMMON])))
        role = head.rstrip("0123456789")
        inside = role in ("datapath", "sequencer", COMMON)
        stage = compiled.stages[int(head[len(role) :])].machine.name if inside else None
        if unit.path == "" and compiled.design.detects:
            role = "compared"
        elif of_core == "" and compiled.design.sharing.whole:
            role = "whole"
        elif role == "" and path == "" and compiled.design.interleave > 1:
            role = "threads"
        title, area = name or _ROLES[role], unit.area
        row = rows.setdefault((path, role), AreaRow(title, unit.path, 0, 0, 0, 0, stage))
        rows[path, role] = replace(
            row,
            lut=row.lut + area.lut,
            ff=row.ff + area.ff,
            dsp=row.dsp + area.dsp,
            bram=row.bram + area.bram,
        )
    return tuple(rows.values())


def stage_pictures(compiled: Compiled) -> tuple[DrawnStage, ...]:
    """The report's view of all stages."""
    return tuple(
        stage_picture(stage, hardware, compiled.field.width)
        for stage, hardware in zip(compiled.stages, compiled.core.stages, strict=True)
    )


def packed_picture(compiled: Compiled, synthesis: Synthesis | None) -> str:
    """What an exploration keeps of a machine to show it: stages, area by unit and configuration, packed.

    Seconds are left out: machines that look alike have the same.
    """
    stages = [
        replace(stage, bounds=tuple(replace(bound, seconds=None) for bound in stage.bounds))
        for stage in stage_pictures(compiled)
    ]
    return pack(
        {
            "stages": [stage_data(stage) for stage in stages],
            "area_by_unit": []
            if synthesis is None
            else [asdict(row) for row in area_rows(compiled, synthesis)],
            "configuration": compiled.design.configuration,
        }
    )


def _short(stage: CompiledStage, text: str) -> str:
    """Without the name of the loop in front of carried values, where there is only one."""
    for loop in stage.schedule.loops if len(stage.schedule.loops) == 1 else ():
        text = re.sub(rf"\b{re.escape(loop)}\.", "", text)
    return text


def stage_picture(stage: CompiledStage, hardware: StageHardware | None, width: int) -> DrawnStage:
    """The report's view of one stage; `width` is that of an element in bits."""
    schedule = stage.schedule
    return DrawnStage(
        name=stage.machine.name,
        description="; ".join(_unit_words(u) for u in stage.machine.units) + ".",
        interval=schedule.interval,
        length=schedule.length,
        blocks=_blocks(stage),
        units=_units(stage),
        operations=_operations(stage),
        values=_values(stage),
        bounds=tuple(
            Bound(c.what, c.got, c.bound, c.optimal, c.reason, c.method, round(c.seconds, 3))
            for c in schedule.certificates
        ),
        datapath=_datapath(stage, width),
        control={} if hardware is None else hardware.microcode.facts,
    )


def _unit_words(unit: UnitSpec) -> str:
    parameters = ", ".join(
        f"{key} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
        for key, value in unit.parameters.items()
        if value not in (0, ())
    )
    several = f"{unit.count} x " if unit.count > 1 else ""
    return f"{several}{unit.name}: {unit.kind}{f' ({parameters})' if parameters else ''}"


def _starts(stage: CompiledStage) -> Mapping[str, int]:
    """The first cycle of each region."""
    return stage.schedule.begins | {name: loop.start for name, loop in stage.schedule.loops.items()}


def _shown(stage: CompiledStage) -> frozenset[str]:
    """The regions whose operations are shown: of loops with one body the first."""
    runs = _runs(stage)
    return frozenset(
        region.name for region in stage.program.regions if not isinstance(region, Loop) or region.name in runs
    )


def _runs(stage: CompiledStage) -> Mapping[str, Sequence[str]]:
    """For each loop that is shown, by name, all loops that repeat it, itself first."""
    runs: dict[str, list[str]] = {}
    for name, canonical in canonical_bodies(stage.program).items():
        runs.setdefault(canonical.name, []).append(name)
    return runs


def _blocks(stage: CompiledStage) -> tuple[DrawnBlock, ...]:
    blocks = []
    shown, starts, runs = _shown(stage), _starts(stage), _runs(stage)
    for region in (region for region in stage.program.regions if region.name in shown):
        placed = [p for p in stage.schedule.placed.values() if p.region == region.name]
        start = starts[region.name]
        length = max(p.start + max(p.busy, p.latency + 1) for p in placed) - start
        loop = stage.schedule.loops.get(region.name)
        if loop:
            again = tuple(
                Repetition(other.start, other.count)
                for other in (stage.schedule.loops[name] for name in runs[region.name][1:])
            )
            blocks.append(DrawnBlock(region.name, start, length, loop.interval, loop.count, again))
        else:
            blocks.append(DrawnBlock(region.name, start, length))
    return tuple(blocks)


def _units(stage: CompiledStage) -> tuple[Unit, ...]:
    # The longest operation speaks for a unit whose operations differ in length.
    used = {p.unit: p for p in sorted(stage.schedule.placed.values(), key=lambda p: p.busy)}
    units = [Unit(INPUT, "input", "element stream in", 0)]
    for spec in stage.machine.units:
        if spec.name not in used:
            continue
        example = used[spec.name]
        units.append(
            Unit(
                spec.name,
                spec.kind,
                _described(stage.units[spec.name].describe()),
                example.latency,
                example.busy,
                busy(stage, spec.name, spec.count),
                "mul" in spec.operations,
                tuple(instance_name(spec.name, i) for i in range(spec.count)) if spec.count > 1 else (),
            )
        )
    return (*units, Unit(OUTPUT, "output", "element stream out", 0))


def _described(options: Mapping[str, int | str]) -> str:
    """What a unit is, in words. The field stands on top of the page, and a prime would fill the table."""
    said = (
        str(value) if key == "unit" else f"{key} {value}" for key, value in options.items() if key != "field"
    )
    return ", ".join(said)


def describe_op(op: Op) -> str:
    """An operation as people write it: `m2 = (g0 + g1) * (f0 + f1)`."""
    forms = [show_linear(form) for form in op.operands]
    factors = [f"({f})" if " " in f else f for f in forms]
    sign = "-" if op.attribute == -1 else "+"
    match op.kind:
        case "mul" | "product":
            right = " * ".join(factors)
        case "add" | "wadd":
            right = f" {sign} ".join(factors)
        case "add3" | "add4":
            first, *others = factors
            right = first + "".join(f" {s} {f}" for s, f in zip(_signs(op), others, strict=True))
        case "mul3" | "mul4":
            pairs = factors[:2]
            for i, (s, f) in enumerate(zip(_signs(op), factors[2:], strict=True)):
                pairs[i] = f"({pairs[i]} {s} {f})"
            right = " * ".join(pairs)
        case "dot":
            right = "{} * {} {sign} {} * {}".format(*factors, sign=sign)
        case "frob":
            right = f"({forms[0]})^(p^{op.attribute})"
        case "input":
            right = f"input {op.attribute}"
        case "output":
            right = f"output {op.attribute}: {forms[0]}"
        case _:
            right = forms[0]
    return f"{op.name} = {right}"


def _signs(op: Op) -> list[str]:
    return ["-" if sign < 0 else "+" for sign in unpacked(op.attribute or 0)]


def _operations(stage: CompiledStage) -> tuple[Operation, ...]:
    edges: dict[tuple[str, int, int], ReadEdge] = {
        (e.reader, e.operand, e.term): e for e in read_edges(stage.schedule)
    }
    params = {
        looped.param: looped
        for region in stage.program.regions
        if isinstance(region, Loop)
        for looped in region.carried
        if not looped.held
    }
    constants = stage.program.constant_names
    initial = {name: p.op.name for name, p in prologue_operations(stage.schedule).items()}
    operations = []
    run_of = {name: run for names in _runs(stage).values() for run, name in enumerate(names)}
    placed = stage.schedule.placed
    shown, starts, shown_as = _shown(stage), _starts(stage), repeated(stage.program)
    for p in placed.values():
        if p.region not in shown:
            continue
        zero = starts[p.region]
        operands = []
        order = stage.binding.operand_forms(p)
        for i, form in enumerate(p.op.operands):
            mux_inputs, _ = stage.binding.selection[p.op.name, order.index(i)]
            taps = tuple(mux_input.tap for mux_input in mux_inputs)
            for j, (name, _) in enumerate(form.terms):
                if name in constants:
                    continue
                edge = edges[p.op.name, i, j]
                first = initial.get(edge.producer, "")
                operands.append(
                    Operand(
                        _short(stage, name),
                        _source(stage, taps, edge),
                        p.start - zero - edge.delay,
                        _short(stage, shown_as.get(edge.producer, edge.producer)),
                        1 if name in params else 0,
                        _short(stage, shown_as.get(first, first)) if name in params else None,
                        run_of.get(placed[edge.producer].region, 0),
                        run_of.get(placed[first].region, 0) if name in params else 0,
                    )
                )
        operations.append(
            Operation(
                _short(stage, p.op.name),
                p.region,
                instance_name(p.unit, p.instance),
                p.start - zero,
                p.busy,
                p.latency,
                _short(stage, describe_op(p.op)),
                tuple(operands),
                _short(stage, p.op.name),
            )
        )
    return tuple(operations)


def _source(stage: CompiledStage, taps: tuple[Tap, ...], edge: ReadEdge) -> str:
    """Where a read finds its value, as people write it."""
    producer = stage.schedule.placed[edge.producer]
    for tap in taps:
        if isinstance(tap, Read):
            return f"ram[{stage.binding.address[edge.producer]}]"
        if (tap.unit, tap.instance) != (producer.unit, producer.instance):
            continue
        if isinstance(tap, Line) and tap.delay == edge.delay:
            return f"{instance_name(tap.unit, tap.instance)}.line[{tap.delay}]"
        if isinstance(tap, Hold) and edge.producer in stage.binding.loads[tap]:
            return place_name(tap)
    return instance_name(producer.unit, producer.instance)


def _values(stage: CompiledStage) -> tuple[Value, ...]:
    shown, starts = _shown(stage), _starts(stage)
    return tuple(
        Value(
            _short(stage, life.value),
            life.place,
            life.first - starts[life.region],
            max(life.first, life.last) - starts[life.region],
            life.region,
        )
        for life in stage.binding.lifetimes
        if life.region in shown
    )


def _datapath(stage: CompiledStage, width: int) -> Datapath:
    """Boxes and arrows: units, their lines and holding registers, the memory, and the ports' networks."""
    binding = stage.binding
    nodes: dict[str, Node] = {
        INPUT: Node(INPUT, "input", "input", "element stream", width),
        OUTPUT: Node(OUTPUT, "output", "output", "element stream", width),
    }
    links: list[Link] = []
    instances = {(p.unit, p.instance): p for p in stage.schedule.placed.values()}
    for unit, instance in sorted(instances):
        if unit not in (INPUT, OUTPUT):
            nodes[instance_name(unit, instance)] = _unit_node(stage, instances[unit, instance], width)
    for (unit, instance), length in binding.line_lengths().items():
        if length:
            name = f"{instance_name(unit, instance)}.line"
            nodes[name] = Node(name, "register", f"{length} registers", "delay line", width)
            links.append(Link(instance_name(unit, instance), name))
    for hold, values in binding.loads.items():
        name = place_name(hold)
        nodes[name] = Node(name, "register", f"hold {hold.index}", _short(stage, ", ".join(values)), width)
        links.append(Link(instance_name(hold.unit, hold.instance), name))
    if binding.address:
        words, named = storage_of(stage.machine).drawn(binding)
        nodes["ram"] = Node("ram", "ram", f"{words} words", named, width)
        writers = sorted({(p.unit, p.instance) for p in instances.values() if p.unit != OUTPUT})
        links += [Link(instance_name(unit, instance), "ram", "write") for unit, instance in writers]
    for port in binding.mux_inputs:
        taps = binding.taps(port)
        target = instance_name(port.unit, port.instance)
        name = target
        if len(taps) > 1:
            name = f"{target}.{port.letter}"
            nodes[name] = Node(name, "network", f"{len(taps)} to 1", "gated sum", width)
            links.append(Link(name, target, port.letter))
        links += [_tap_link(tap, name) for tap in taps]
    return Datapath(tuple(nodes.values()), tuple(links))


def _tap_link(tap: Tap, target: str) -> Link:
    match tap:
        case Read():
            return Link("ram", target, f"read {tap.port}")
        case Line() if tap.delay == 0:
            return Link(instance_name(tap.unit, tap.instance), target)
        case Line():
            return Link(f"{instance_name(tap.unit, tap.instance)}.line", target, "", str(tap.delay))
        case _:
            return Link(place_name(tap), target)


def _unit_node(stage: CompiledStage, placed: Placed, width: int) -> Node:
    unit = stage.units[placed.unit]
    return Node(
        instance_name(placed.unit, placed.instance),
        "unit",
        placed.unit,
        f"{unit.kind}, {placed.latency} cycles",
        width,
    )
