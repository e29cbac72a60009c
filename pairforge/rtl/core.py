"""The whole coprocessor: input stream, stages joined by hand-off buffers, output stream.

A stage on a memory waits, before it sends its result on, until the buffer behind it is empty. A stage on
lines cannot be stopped in the middle of a run, so a run only starts when every buffer on its way is sure to
be free in time: at most as many pairings are under way at once as have a place to rest when the output is
not taken (the output buffer and each hand-off, and each stage that can wait). Where a later stage is slower
than a first one on lines, a hand-off could be found full; then at most as many pairings as there are stages
are under way, and the first stage waits.

Where points are checked, what the checks of a stage find goes along with its result (`rtl.verdict`).

With several slots all this is built for one pairing at a time, then interleaved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pairforge.binding.model import Binding
from pairforge.rtl.blocks import Blocks, build_blocks
from pairforge.rtl.control import Control, build_control
from pairforge.rtl.datapath import build_datapath
from pairforge.rtl.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, any_of
from pairforge.rtl.ladder import LOADED
from pairforge.rtl.loading import Item, build_loader, items_of
from pairforge.rtl.microcode import Store
from pairforge.rtl.sequencer import build_sequencer
from pairforge.rtl.turns import take_turns
from pairforge.rtl.units.base import Unit
from pairforge.rtl.units.stream import ElementChain, InputCollector, Legal, OutputStream, lanes
from pairforge.rtl.verdict import OFF_CURVE, Verdict

_MARGIN = 6  # cycles from the end of a run to the start of the next that waits for it, and some to spare


@dataclass(frozen=True)
class StageHardware:
    """One stage: its datapath, its sequencer, and the facts a report shows."""

    name: str
    datapath: Module
    sequencer: Module
    control: Control
    microcode: Store | Blocks
    loading: Sequence[Item]


@dataclass(frozen=True)
class Core:
    """The top module and its stages; `keeps_up`: no later stage makes the first one wait.

    `slots` take their turns on it; the stages' modules are as before that. `loading`: what it takes in
    after a reset before anything else.
    """

    top: Module
    stages: Sequence[StageHardware]
    keeps_up: bool
    slots: int
    loading: Sequence[Item] = ()


def build_core(
    name: str,
    width: int,
    inputs: int,
    outputs: int,
    bindings: Sequence[Binding],
    units: Sequence[Mapping[str, Unit]],
    doc: str,
    slots: int = 1,
    legal: Legal | None = None,
) -> Core:
    """Build every module of a coprocessor.

    Parameters
    ----------
    width
        Bits of a field element.
    inputs, outputs
        Elements of one pairing's input and output.
    bindings, units
        The bound stages in order, and the units of each by name.
    slots
        Pairings that take turns, cycle by cycle, on every stage.
    legal
        What is an element: then the output `out_off_curve` says of each result whether an element of its
        input was none, or a check of a program found something other than zero.
    """
    stages = [
        _stage(
            f"{name}_{binding.stage.machine.name}",
            width,
            binding,
            stage_units,
            first=binding is bindings[0],
            slots=slots,
            judged=legal is not None,
        )
        for binding, stage_units in zip(bindings, units, strict=True)
    ]
    m = Module(name if slots == 1 else f"{name}_slots", doc)
    m.input("clk")
    rst = m.input("rst")
    in_data, in_valid = m.input("in_data", 32), m.input("in_valid")
    out_ready = m.input("out_ready")

    first, *later = (binding.stage.interval for binding in bindings)
    keeps_up = all(interval + _MARGIN <= first for interval in later)
    waiting = sum(stage.control.wait is not None for stage in stages)
    limit = len(stages) + (waiting if keeps_up or stages[0].control.wait is not None else 0)
    bits = limit.bit_length()
    m.comment(f"pairings under way; at most {limit} have a place to rest")
    under_way = m.forward_reg("under_way", bits)
    may_start = m.wire("may_start", Compare("!=", under_way, Const(bits, limit)))

    m.comment("input stream")
    pops = [m.forward(f"pop{i}", 1) for i in range(len(stages))]
    loading = [item for stage in stages for item in stage.loading]
    loaded: Mapping[str, Net] = {}
    offered, takes = in_valid, []
    if loading:
        loaded = m.instance(
            build_loader(f"{name}_loader", loading), "load", rst=rst, in_data=in_data, in_valid=in_valid
        )
        offered = m.wire("in_valid_loaded", in_valid & loaded["loaded"])
        takes = [~loaded["loaded"]]
    if legal is not None and "modulus" in loaded:
        legal = replace(legal, loadable=True)
    collector = InputCollector(width, inputs, legal, memory=slots > 1)
    given = {"modulus": loaded["modulus"]} if legal is not None and legal.loadable else {}
    source = m.instance(
        collector.module(), "collect", rst=rst, in_data=in_data, in_valid=offered, pop=pops[0], **given
    )
    m.output("in_ready", any_of(*takes, source["in_ready"]) & ~rst)

    m.comment("output stream; sent: the last word of a result is taken")
    sent = m.forward("sent", 1)

    full: Expr = source["full"] & may_start
    element: Net = source["y"]
    verdict = None if legal is None else Verdict(m, source["strange"])
    started = m.forward("started", 1)
    for i, stage in enumerate(stages):
        m.comment(f"stage {stage.name}")
        pins: dict[str, Expr] = {"rst": rst, "start_ready": m.wire(f"ready{i}", full)}
        waits = stage.control.wait is not None
        proceed = m.forward(f"proceed{i}", 1) if waits else None
        if proceed is not None:
            pins["proceed"] = proceed
        if LOADED in loaded:
            pins[LOADED] = loaded[LOADED]
        sequencer = m.instance(stage.sequencer, f"sequencer{i}", **pins)
        m.drive(pops[i], sequencer["pop"])
        if i == 0:
            m.drive(started, sequencer["start"])
        signals = {
            net.name: sequencer[net.name]
            for direction, net in stage.datapath.ports
            if direction.startswith("input") and net.name in sequencer
        }
        signals |= {item.name: loaded[item.name] for item in stage.loading if item.name != LOADED}
        element = m.instance(stage.datapath, f"datapath{i}", element_in=element, **signals)["element_out"]
        if verdict is not None:
            verdict.stage(i, stage.control, sequencer, element)
        if i + 1 < len(stages):
            count = sum(1 for op in bindings[i].stage.program.ops if op.kind == "output")
            chain = ElementChain(width, count, tells_empty=waits, memory=slots > 1)
            buffer = m.instance(
                chain.module(), f"handoff{i}", rst=rst, push=sequencer["push"], d=element, pop=pops[i + 1]
            )
            full, element = buffer["full"], buffer["y"]
            if proceed is not None:
                m.drive(proceed, buffer["empty"])
        else:
            sink = m.instance(
                OutputStream(width, outputs, memory=slots > 1).module(),
                "send",
                rst=rst,
                push=sequencer["push"],
                d=element,
                out_ready=out_ready,
            )
            if proceed is not None:
                m.drive(proceed, sink["empty"])
            else:
                m.unused(sink["empty"])
    m.drive(sent, sink["sent"])
    one = Const(bits, 1)
    more, less = Arith("+", under_way, one), Arith("-", under_way, one)
    m.drive_reg(
        under_way,
        Mux(started & ~sent, more, Mux(sent & ~started, less, under_way)),
        reset=(rst, 0),
    )
    m.output("out_data", sink["out_data"])
    m.output("out_valid", sink["out_valid"] & ~rst)
    if verdict is not None:
        m.output(OFF_CURVE, verdict.found)
    if slots > 1:
        words = len(lanes(width))
        m = take_turns(m, name, slots, inputs * words, outputs * words)
    return Core(m, stages, keeps_up, slots, loading)


def _stage(
    name: str,
    width: int,
    binding: Binding,
    units: Mapping[str, Unit],
    *,
    first: bool,
    slots: int,
    judged: bool,
) -> StageHardware:
    stage = binding.stage
    control = build_control(binding, units)
    title = f"{stage.program.name} on machine {stage.machine.name}"
    datapath = build_datapath(
        f"{name}_datapath", width, binding, control, units, f"Datapath of {title}.", slots=slots
    )
    style = "block" if stage.machine.storage.kind == "ram" else "distributed"
    doc = f"Sequencer of {title}: {stage.interval} cycles between runs, {stage.length} for one."
    sequencer: Module
    microcode: Store | Blocks
    if stage.machine.sequencer == "blocks":
        sequencer, microcode = build_blocks(
            f"{name}_sequencer",
            control,
            first=first,
            doc=doc,
            loadable=stage.machine.loadable,
            judged=judged,
        )
    else:
        sequencer, microcode = build_sequencer(
            f"{name}_sequencer",
            control,
            first=first,
            style=style,
            doc=doc,
            slots=slots,
            loadable=stage.machine.loadable,
            judged=judged,
        )
    loading = items_of(binding, units, control, width) if stage.machine.loadable else ()
    return StageHardware(stage.machine.name, datapath, sequencer, control, microcode, loading)
