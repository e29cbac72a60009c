"""The whole coprocessor: input stream, stages joined by inter-stage buffers, output stream.

A stage whose values have words waits, before it sends its result on, until the buffer behind it is empty. A
stage on lines cannot stop in the middle of a run. So a run only starts when every buffer on its way is sure
to be free in time: pairings under way are never more than have a place to rest while the output is not
taken. Such places are the output buffer, each inter-stage buffer, and each stage that can wait. Where a
later stage is slower than a first one on lines, an inter-stage buffer could be full; then at most as many
pairings as there are stages are under way, and the first stage waits.

Where points are checked, the result of the checks of a stage goes along with its output
(`rtl.point_check`).

Where a stage has several programs, the first element of an input says which one runs.

With several cores in lock step there are so many datapaths and buffers under the sequencers of one
(`rtl.lock_step`), and beside them the units that they have in common (`rtl.common_units`). With several
threads all this is built for one pairing at a time, then interleaved. Where words pass in digits, all but the
datapaths does in as many cycles what it would do in one (`hdl.digits`). Whole cores stand side by side around
all that (`rtl.whole_cores`). Where faults are to be detected, all of this is there twice
(`rtl.detection`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pairforge.binding.model import Binding
from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, any_of
from pairforge.hdl.digits import DIGIT, Digits, in_word_cycles
from pairforge.machine.design import ONE_CORE, Cores, Machine
from pairforge.machine.storage import Banks
from pairforge.rtl.block_controllers import BlockControllers, build_block_controllers
from pairforge.rtl.choice import Chooser
from pairforge.rtl.common_units import CommonUnits, common_units, starts_late
from pairforge.rtl.control import POP, StageControl, build_control
from pairforge.rtl.datapath import build_datapath
from pairforge.rtl.detection import two_cores
from pairforge.rtl.ladder import LOADED
from pairforge.rtl.loading import Item, build_loader, items_of
from pairforge.rtl.lock_step import Collected, Sent, collect, core_suffix, send
from pairforge.rtl.microcode import Store
from pairforge.rtl.point_check import OFF_CURVE, PointCheck
from pairforge.rtl.round_robin import output_lag, round_robin
from pairforge.rtl.sequencer import build_sequencer
from pairforge.rtl.storage import StorageHardware
from pairforge.rtl.stream import (
    STREAMS,
    DigitDealer,
    ElementChain,
    InputCollector,
    Legal,
    OutputStream,
    held_in,
    lanes,
)
from pairforge.rtl.whole_cores import whole_cores
from pairforge.units.base import Unit
from pairforge.units.parts.representation import words_of

_HANDSHAKES = ("in_ready", "out_valid")
"""What says that a word can pass."""

_MARGIN = 6  # cycles from the end of a run to the start of the next that waits for it, and some to spare


@dataclass(frozen=True)
class BoundStage:
    """What a stage is built from: its binding, its units by name, and its storage."""

    binding: Binding
    units: Mapping[str, Unit]
    storage: StorageHardware


@dataclass(frozen=True)
class StageHardware:
    """One stage: its datapath, its sequencer, and the facts a report shows.

    `lag`: registers behind the control store besides the first; a run is that many cycles longer.
    """

    name: str
    datapath: Module
    sequencer: Module
    control: StageControl
    microcode: Store | BlockControllers
    loading: Sequence[Item]
    lag: int


@dataclass(frozen=True)
class Core:
    """The top module and its stages; `keeps_up`: no later stage makes the first one wait.

    shared by `threads`; the stages' modules are as before that. `cores`: how many stand side by side, or in
    lock step. `loading`: what it takes in
    after a reset before anything else.
    """

    top: Module
    stages: Sequence[StageHardware]
    keeps_up: bool
    threads: int
    loading: Sequence[Item] = ()
    cores: Cores = ONE_CORE


def build_core(
    name: str,
    width: int,
    inputs: int,
    outputs: int,
    stages: Sequence[BoundStage],
    doc: str,
    threads: int = 1,
    legal: Legal | None = None,
    *,
    table_inputs: int,
    clocked: bool = False,
    cores: Cores = ONE_CORE,
    saturated: int = 0,
    detects: bool = False,
) -> Core:
    """Build every module of a coprocessor.

    Parameters
    ----------
    width
        Bits of a field element.
    inputs, outputs
        Elements of one pairing's input and output.
    stages
        The bound stages in order.
    threads
        Pairings that share every stage, round-robin by cycle.
    legal
        What is an element: then the output `out_off_curve` says of each result whether an element of its
        input was none, or a check of a program found something other than zero.
    table_inputs
        Inputs of a look-up table of the target: which networks take fewest tables follows from it.
    clocked
        A clock is asked for: registers stand behind control stores, where threads give none.
    cores
        How many, and whether they share the sequencers.
    saturated
        Words of an element that are all ones where it has a bit beyond its width (`InputCollector`).
    detects
        Two of all that, compared: the output `out_fault` says of each result whether they differed.
    """
    together = cores.together
    count = stages[0].binding.stage.machine.digits
    digits = Digits(words_of(stages[0].units).width, count) if count > 1 else None
    dealer = DigitDealer(width, digits) if digits else None
    built = [
        _stage(
            f"{name}_{stage.binding.stage.machine.name}",
            width,
            stage,
            first=stage is stages[0],
            threads=threads,
            checks_points=legal is not None,
            table_inputs=table_inputs,
            clocked=clocked,
            cores=together,
        )
        for stage in stages
    ]
    alone = f"{name}_alone" if detects else name
    single = f"{name}_core" if cores.whole else alone
    m = Module(single if threads == 1 else f"{name}_threads", doc, port_groups=STREAMS)
    m.input("clk")
    rst = m.input("rst")
    in_data, in_valid = m.input("in_data", 32), m.input("in_valid")
    out_ready = m.input("out_ready")

    first, *later = (stage.binding.stage.interval for stage in stages)
    keeps_up = all(
        interval + _MARGIN + stage.lag <= first for interval, stage in zip(later, built[1:], strict=True)
    )
    waiting = sum(stage.control.waits for stage in built)
    limit = len(built) + (waiting if keeps_up or built[0].control.waits else 0)
    bits = limit.bit_length()
    m.comment(f"inputs under way; at most {limit} have a place to rest")
    under_way = m.forward_reg("under_way", bits)
    may_start = m.wire("may_start", Compare("!=", under_way, Const(bits, limit, "MOST_UNDER_WAY")))

    m.comment("input stream")
    pops = [m.forward(f"pop{i}", 1) for i in range(len(built))]
    loading = [item for stage in built for item in stage.loading]
    loaded: Mapping[str, Net] = {}
    offered, takes = in_valid, []
    if loading:
        loader = build_loader(f"{name}_loader", loading)
        loaded = m.instance(loader, "load", rst=rst, in_data=in_data, in_valid=in_valid)
        offered = m.wire("in_valid_loaded", in_valid & loaded["loaded"])
        takes = [~loaded["loaded"]]
    if legal is not None and "modulus" in loaded:
        legal = replace(legal, loadable=True)
    collector = InputCollector(
        width,
        inputs,
        legal,
        memory=held_in(threads, inputs, in_digits=dealer is not None),
        tells_filled=together > 1,
        saturated=saturated,
        wipes=built[0].control.wipes,
        dealer=dealer,
    )
    given = {"modulus": loaded["modulus"]} if legal is not None and legal.loadable else {}
    if digits:
        given[DIGIT] = Net(DIGIT, digits.bits + 1)  # of `in_word_cycles`
    started = m.forward("started", 1)
    source = collect(
        m,
        collector.module(),
        together,
        first,
        rst=rst,
        offered=offered,
        started=started,
        in_data=in_data,
        pop=pops[0],
        **given,
    )
    m.output("in_ready", any_of(*takes, source.in_ready) & ~rst)

    m.comment("output stream; sent: the last word of a result is taken")
    sent = m.forward("sent", 1)
    checks = [PointCheck(m, invalid, core_suffix(core)) for core, invalid in enumerate(source.invalid)]
    chain = _Chain(m, rst, width, outputs, out_ready, loaded, pops, checks, threads, digits)
    sink = chain.connect(built, stages, started, source.ready & may_start, source)
    m.drive(sent, sink.sent)
    one = Const(bits, 1)
    more, less = Arith("+", under_way, one), Arith("-", under_way, one)
    m.drive_reg(
        under_way,
        Mux(started & ~sent, more, Mux(sent & ~started, less, under_way)),
        reset=(rst, 0),
    )
    m.output("out_data", sink.out_data)
    m.output("out_valid", sink.out_valid & ~rst)
    if len(checks) == 1:
        m.output(OFF_CURVE, checks[0].found)
    elif checks:
        m.output(
            OFF_CURVE, any_of(*(turn & each.found for turn, each in zip(sink.turn, checks, strict=True)))
        )
    words = len(lanes(width))
    if digits and dealer:
        apart = [dealer.module, *(stage.datapath for stage in built)]
        m = in_word_cycles(m, digits.count, apart, _HANDSHAKES)
    if threads > 1:
        lag = output_lag(threads, outputs, together)
        m = round_robin(m, single, threads, together * inputs * words, together * outputs * words, lag)
    if cores.whole:
        m = whole_cores(m, alone, cores.count, inputs * words, outputs * words)
    if detects:
        # What comes in, what a stage and the buffer behind it have, and what waits to be sent.
        most = threads * cores.count * (2 * len(built) + 2)
        m = two_cores(m, name, inputs * words, outputs * words, width, most)
    return Core(m, built, keeps_up, threads, loading, cores)


@dataclass(frozen=True)
class _Chain:
    """The stages of a core under construction, one behind the other, with a buffer between any two."""

    m: Module
    rst: Net
    width: int
    outputs: int
    out_ready: Net
    loaded: Mapping[str, Net]
    pops: Sequence[Net]
    checks: Sequence[PointCheck]
    threads: int
    digits: Digits | None

    def connect(
        self,
        built: Sequence[StageHardware],
        stages: Sequence[BoundStage],
        started: Net,
        full: Expr,
        source: Collected,
    ) -> Sent:
        """Connect all stages and the output stream, which is returned.

        `started`: to be driven where the first stage starts. `full`: the pairings of the `source` are there
        to start with.
        """
        m = self.m
        elements, joins = source.elements, source.joins
        for i, (stage, bound) in enumerate(zip(built, stages, strict=True)):
            m.comment(f"stage {stage.name}")
            pins: dict[str, Expr] = {"rst": self.rst, "start_ready": m.wire(f"ready{i}", full)}
            pins |= {f"joins{core}": each for core, each in enumerate(joins, 1)}
            proceed = m.forward(f"proceed{i}", 1) if stage.control.waits else None
            if proceed is not None:
                pins["proceed"] = proceed
            if i == 0 and len(stage.control.runs) > 1:
                pins["opcode"] = source.elements[0][(len(stage.control.runs) - 1).bit_length() - 1, 0]
            if LOADED in self.loaded:
                pins[LOADED] = self.loaded[LOADED]
            sequencer = m.instance(stage.sequencer, f"sequencer{i}", **pins)
            m.drive(self.pops[i], sequencer["pop"])
            if i == 0:
                m.drive(started, sequencer["start"])
            common = CommonUnits(m, i, common_units(bound.binding, bound.units), len(elements))
            datapaths = [
                self._datapath(i, stage, sequencer, element, core, common.results[core])
                for core, element in enumerate(elements)
            ]
            common.connect(stage.control, sequencer, datapaths)
            elements = [datapath["element_out"] for datapath in datapaths]
            pushes = [sequencer[f"push{core_suffix(core)}"] for core in range(len(elements))]
            if i + 1 == len(built):
                sink = send(
                    m,
                    OutputStream(self.width, self.outputs, held_in(self.threads, self.outputs)).module(),
                    rst=self.rst,
                    out_ready=self.out_ready,
                    elements=elements,
                    pushes=pushes,
                )
                empty = sink.empty
            else:
                full, empty, elements = self._buffers(i, bound, pushes[0], elements, proceed is not None)
                joins = [
                    m.reg(f"joined{i}{core_suffix(core)}", push, enable=pushes[0])
                    for core, push in enumerate(pushes[1:], 1)
                ]
            if proceed is not None:
                m.drive(proceed, empty)
            elif i + 1 == len(built):
                m.unused(empty)
        return sink

    def _datapath(
        self,
        i: int,
        stage: StageHardware,
        sequencer: Mapping[str, Net],
        element: Net,
        core: int,
        results: Mapping[str, Net],
    ) -> Mapping[str, Net]:
        """The datapath of a core in stage `i`, whose outputs these are; `results`: of units in common."""
        signals = {
            net.name: sequencer[net.name]
            for direction, net in stage.datapath.ports
            if direction.startswith("input") and net.name in sequencer
        }
        signals |= {item.name: self.loaded[item.name] for item in stage.loading if item.name != LOADED}
        if any(net.name == "rst" for _, net in stage.datapath.ports):
            signals["rst"] = self.rst
        signals |= {
            net.name: net for _, net in stage.datapath.ports if net.name == DIGIT
        }  # of `in_word_cycles`
        named = f"datapath{i}{core_suffix(core)}"
        made = self.m.instance(stage.datapath, named, element_in=element, **signals, **results)
        if self.checks:
            self.checks[core].stage(i, stage.control, sequencer, made["element_out"])
        return made

    def _buffers(
        self, i: int, stage: BoundStage, push: Net, elements: Sequence[Net], tells_empty: bool
    ) -> tuple[Net, Net, Sequence[Net]]:
        """The inter-stage buffers behind stage `i`, in which all cores have the same state: whether they are
        full, whether empty, and the first element of each.
        """
        m = self.m
        count = sum(1 for op in stage.binding.stage.program.ops if op.kind == "output")
        module = ElementChain(
            self.width, count, tells_empty=tells_empty, memory=held_in(self.threads, count)
        ).module()
        pop = self.pops[i + 1]
        buffers = [
            m.instance(module, f"buffer{i}{core_suffix(core)}", rst=self.rst, push=push, d=element, pop=pop)
            for core, element in enumerate(elements)
        ]
        for other in buffers[1:]:
            m.unused(other["full"])
            if tells_empty:
                m.unused(other["empty"])
        first = buffers[0]
        elements = [each["y"] for each in buffers]
        if self.digits:
            number = Net(DIGIT, self.digits.bits + 1)  # of `in_word_cycles`
            digit = m.wire(f"digit{i}", number[self.digits.bits - 1, 0])
            elements = [
                self.digits.dealt(m, f"buffer{i}{core_suffix(core)}_digit", element, digit)
                for core, element in enumerate(elements)
            ]
        return first["full"], first.get("empty", first["full"]), elements


def _stage(
    name: str,
    width: int,
    bound: BoundStage,
    *,
    first: bool,
    threads: int,
    checks_points: bool,
    table_inputs: int,
    clocked: bool,
    cores: int,
) -> StageHardware:
    binding, units = bound.binding, bound.units
    stage, machine = binding.stage, binding.stage.machine
    chooser = Chooser(table_inputs, registers=threads > Banks.FEW_THREADS)
    control = build_control(binding, units, chooser)
    if stage.runs:
        control.table.careless = bound.storage.careless(control)
    registered = clocked and threads == 1 and _can_lag(control, machine)
    early = bound.storage.early(control) if registered else frozenset()
    ahead = bound.storage.ahead(control) if registered else frozenset()
    title = f"{stage.program.name} on machine {machine.name}"
    datapath = build_datapath(
        f"{name}_datapath",
        width,
        binding,
        control,
        units,
        bound.storage,
        f"Datapath of {title}.",
        threads=threads,
        chooser=chooser,
        early=early,
        ahead=ahead,
    )
    doc = f"Sequencer of {title}: {stage.interval} cycles between runs, {stage.length} for one."
    sequencer: Module
    microcode: Store | BlockControllers
    if machine.sequencer == "blocks":
        sequencer, microcode = build_block_controllers(
            f"{name}_sequencer",
            control,
            first=first,
            doc=doc,
            loadable=machine.loadable,
            checks_points=checks_points,
        )
    else:
        sequencer, microcode = build_sequencer(
            f"{name}_sequencer",
            control,
            first=first,
            style=bound.storage.control_store,
            doc=doc,
            threads=threads,
            loadable=machine.loadable,
            checks_points=checks_points,
            registered=registered,
            early=early,
            ahead=ahead,
            cores=cores,
            common_late=starts_late(binding, units),
        )
    loading = items_of(binding, units, control, width) if machine.loadable else ()
    lag = int(registered) + bool(ahead)
    return StageHardware(machine.name, datapath, sequencer, control, microcode, loading, lag)


def _can_lag(control: StageControl, machine: Machine) -> bool:
    """Whether a stage may have its control words a cycle or two later: the last element of an input must be
    taken before the sequencer asks for the next one.
    """
    last = max(i for i, row in enumerate(control.table.rows) if row >> control.table.offset[POP.name] & 1)
    return machine.sequencer != "blocks" and last + 5 <= control.table.interval
