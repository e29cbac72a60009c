"""The wrappers of a core, AXI4-Lite with AXI4-Stream and Wishbone, whatever the core in them does.

Imports the models of wrappers, the register map and answers.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pairforge.errors import CheckError
from pairforge.evidence.handshakes.answer import answer_of
from pairforge.evidence.handshakes.question import Question, harness, pin_name
from pairforge.evidence.handshakes.rules import checker
from pairforge.evidence.handshakes.skeleton import anything, skeleton
from pairforge.evidence.handshakes.wrappers import wrapper_part
from pairforge.evidence.ports import ports_of
from pairforge.evidence.proof.part import Part
from pairforge.registers.map import REGISTERS, Facts

_INDUCTION_S, _BOUNDED_S, _STATES = 10, 10, 2_000_000
_ASSUMES = (
    "Yosys reads Verilog as the standard says; reachable.cpp and ABC are right about its circuits",
    "the core's outputs are anything; a first reset",
)
_METHOD = "inductive invariants (ABC pdr), or every reachable state, unbounded"
_OFFER = "pairforge_axis_offer"
_FIFO = re.compile(r"pairforge_fifo(\d+)_(\d+)\.v")
_MODEL = "moving_queue"
_QUEUE = ("rst", "put", "take")
_SHARED = "_endpoint"
_OF_QUEUES = (
    "queues of both wrappers: words are counted and keep their order; none is put where there is no room, "
    "or taken where there is none, whatever the bus and the core do"
)
_DATA = ("DATA_IN", "DATA_OUT")


@dataclass(frozen=True)
class Bus:
    """A wrapper: its name in a certificate, the end of its module's name, clock and reset, and its checkers.

    `checkers`: the module, the bits of its `bad`, and by its ports the wrapper's; `map`: whether it knows the
    registers. `quiet`: inputs that may reach outputs in the same cycle.
    """

    name: str
    suffix: str
    clock: str
    reset: str
    checkers: Sequence[tuple[str, int, Mapping[str, str], bool]]
    quiet: Sequence[str]
    what: str


def _same(prefix: str, names: str) -> dict[str, str]:
    return {name: f"{prefix}{name}" for name in names.split()}


AXI = Bus(
    "axi",
    "_axi",
    "aclk",
    "~aresetn",
    (
        (
            "axi_lite_rules",
            7,
            _same(
                "s_axi_",
                "awaddr awvalid awready wvalid wready bresp bvalid bready "
                "araddr arvalid arready rdata rresp rvalid rready",
            ),
            True,
        ),
        (
            "axi_stream_rules",
            3,
            {"s_tready": "s_axis_tready"}
            | {f"m_{n}": f"m_axis_{n}" for n in "tvalid tready tdata tlast tuser".split()},
            False,
        ),
    ),
    ("aresetn",),
    "AXI4-Lite and AXI4-Stream: offers stay, one answer to each access, in order, with the error that its "
    "address has, soon; no output depends on an input of the same cycle but the reset",
)
WISHBONE = Bus(
    "wishbone",
    "_wishbone",
    "clk",
    "rst",
    (
        (
            "wishbone_rules",
            5,
            {
                "cyc": "wb_cyc_i",
                "stb": "wb_stb_i",
                "we": "wb_we_i",
                "adr": "wb_adr_i",
                "dat": "wb_dat_o",
                "ack": "wb_ack_o",
                "err": "wb_err_o",
                "stall": "wb_stall_o",
            },
            True,
        ),
    ),
    ("rst", "wb_cyc_i"),
    "Wishbone: each request is answered once, in the next cycle and inside of its own, with the error that "
    "its address has; a request waits for one cycle at most; no output depends on an input of the same cycle "
    "but the reset and wb_cyc_i",
)


def bus_parts(
    files: Mapping[str, str], core: str, facts: Facts, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Part]:
    """That both wrappers of the core keep to the rules of their buses, and do what their models do.

    `files`: of the wrappers, and the core's module `core` for its ports. `facts`: what the constant registers
    are to say.
    """
    outside = without_core(files, core)
    for bus in (AXI, WISHBONE):
        progress(f"the {bus.name} wrapper: the same as its model")
        yield wrapper_part(files, core, bus.name, bus.clock, facts)
        progress(f"the {bus.name} wrapper: rules of the bus")
        top = f"{core}{bus.suffix}"
        last = partial(through, outside, top, bus)
        yield _part(bus.name, bus.what, questions(outside, top, bus), last)
    progress("the wrappers' queues")
    yield _part("queues", _OF_QUEUES, queue_questions(outside, f"{core}{_SHARED}"))


def without_core(files: Mapping[str, str], core: str) -> dict[str, str]:
    """The files with a core whose outputs are free in every cycle."""
    return {**files, f"{core}.v": anything(files[f"{core}.v"])}


def _part(name: str, what: str, asked: Iterable[tuple[str, Question]], last: Callable[[], str] = str) -> Part:
    """`last`: says what does not hold of what else is to hold, or nothing."""
    began = time.perf_counter()
    failure, count, depth = "", 0, 0
    try:
        for rule, question in asked:
            found = answer_of(question, _INDUCTION_S, _STATES, _BOUNDED_S)
            if found.depth is not None:
                depth = min(found.depth, depth or found.depth)
            count += 1
            if not found.held:
                failure = f"{rule}: broken in cycle {found.broken_in} from the start"
                break
        failure = failure or last()
    except CheckError as error:
        failure = str(error)
    method = f"{_METHOD}; some rules for {depth} cycles" if depth else _METHOD
    facts = {"rules": count, **({"depth": depth} if depth else {})}
    return Part(name, what, method, _ASSUMES, time.perf_counter() - began, failure, facts)


def questions(files: Mapping[str, str], top: str, bus: Bus) -> Iterator[tuple[str, Question]]:
    """Each rule at the pins of a wrapper, whose module is `top`, and what to call it."""
    for module, bits, joined, knows_map in bus.checkers:
        parameters = _map() if knows_map else ""
        yield from _bound(files, top, (bus.clock, bus.reset), module, bits, joined, parameters)
    if bus is AXI:
        text = files[f"{_OFFER}.v"]
        joined = {port.name: port.name for port in ports_of(text) if port.name not in ("clk", "rst")}
        yield from _bound({f"{_OFFER}.v": text}, _OFFER, ("clk", "rst"), "offer_rules", 4, joined, "")


def queue_questions(files: Mapping[str, str], shared: str) -> Iterator[tuple[str, Question]]:
    """Whether the queues count, and whether `shared`, which both wrappers have, uses them rightly."""
    yield from _queues(files)
    yield from _queue_use(files, shared)


def _bound(
    files: Mapping[str, str],
    top: str,
    clock_reset: tuple[str, str],
    module: str,
    bits: int,
    joined: Mapping[str, str],
    parameters: str,
) -> Iterator[tuple[str, Question]]:
    """Each of the rules of a checker at the pins of a module whose inputs are free."""
    clock, reset = clock_reset
    ports = ports_of(files[f"{top}.v"])
    inputs = [(name, bits) for way, bits, name in ports if way == "input" and name != clock]
    pins = ", ".join(f".{name}({name if name != clock else 'clk'})" for _, _, name in ports)
    wires = ", ".join(f".{port}({name})" for port, name in joined.items())
    body = [
        *(f"wire [{width - 1}:0] {name};" for way, width, name in ports if way == "output"),
        *(f"wire [{width - 1}:0] {name} = $anyseq;" for name, width in inputs),
        f"{top} looked_at ({pins});",
        f"wire [{bits - 1}:0] broken;",
        f"{module} {parameters} rules (.clk(clk), .rst({reset}), {wires}, .bad(broken));",
    ]
    for rule in range(bits):
        text = harness((), body, f"broken[{rule}]")
        yield f"{module} {rule}", Question({**files, "rules.v": checker(module), "harness.v": text})


def _map() -> str:
    """Which word addresses may be read and written."""

    def mask(names: Sequence[str]) -> str:
        return f"64'h{sum(1 << r.offset // 4 for r in REGISTERS if r.name in names):x}"

    readable = mask([r.name for r in REGISTERS if r.readable])
    writable = mask([r.name for r in REGISTERS if r.writable])
    return f"#(.READABLE({readable}), .WRITABLE({writable}), .DATA({mask(_DATA)}))"


def _queues(files: Mapping[str, str]) -> Iterator[tuple[str, Question]]:
    """Each queue in a wrapper, alone."""
    for name, text in files.items():
        if not (found := _FIFO.fullmatch(name)):
            continue
        bits, module = int(found[1]).bit_length() - 1, name.removesuffix(".v")
        circuit = skeleton({name: text}, module, ("full", "some", "level"), ("head", "tail")).from_anything()
        given = {name: name if name in _QUEUE else pin_name(name, k) for k, name in enumerate(circuit.inputs)}
        nets = {name: f"net{k}" for k, name in enumerate(circuit.outputs)}
        pins = [f".i{k}({wire})" for k, wire in enumerate(given.values())]
        pins += [f".o{k}({wire})" for k, wire in enumerate(nets.values())]
        full, some = nets["full"], nets["some"]
        buses = {
            port: "{"
            + ", ".join(nets.get(f"{port}[{i}]", nets.get(port, "")) for i in reversed(range(width)))
            + "}"
            for port, width in (("level", bits + 1), ("head", bits), ("tail", bits))
        }
        body = [
            *(f"wire {wire};" for wire in nets.values()),
            f"wire put = any_put & ~{full}, take = any_take & {some}, bad_queue;",
            "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
            "wire rst = any_rst | ~begun;",
            f"control queue (.clk(clk), {', '.join(pins)});",
            f"queue_rules #(.BITS({bits})) rules (.clk(clk), .rst(rst), .put(put), .take(take),",
            f"  .full({full}), .some({some}), .bad(bad_queue),",
            f"  {', '.join(f'.{port}({bus})' for port, bus in buses.items())});",
        ]
        free = [wire for wire in given.values() if wire not in _QUEUE]
        made = {
            "control.v": circuit.verilog("control"),
            "rules.v": checker("queue_rules"),
            "harness.v": harness(["any_rst", "any_put", "any_take", *free], body, "bad_queue"),
        }
        yield module, Question(made)


def _queue_use(files: Mapping[str, str], shared: str) -> Iterator[tuple[str, Question]]:
    """Nobody in `shared` puts a word into a full queue, or takes one from where there is none.

    Queues have the rules that are asked of each, but fewer states: where in its memory a word is makes no
    difference.
    """
    files = {name: _simpler(name, text) for name, text in files.items()}
    files[f"{_MODEL}.v"] = checker(_MODEL)
    for queue in ("queue_in", "queue_out"):
        nets = [f"{queue}.{net}" for net in ("rst", "put", "take", "full", "some")]
        circuit = skeleton(files, shared, (), nets)
        pins = [f".i{k}(free{k})" for k in range(len(circuit.inputs))]
        pins += [f".o{k}({name.rsplit('.')[-1]})" for k, name in enumerate(circuit.outputs)]
        body = [
            "wire rst, put, take, full, some;",
            "reg live = 1'b0; always @(posedge clk) live <= live | rst;",
            f"control circuit (.clk(clk), {', '.join(pins)});",
        ]
        ports = [f"free{k}" for k in range(len(circuit.inputs))]
        bad = "live & ~rst & (put & full | take & ~some)"
        made = {"control.v": circuit.zeroed().verilog("control"), "harness.v": harness(ports, body, bad)}
        yield f"use of {queue}", Question(made)


def _simpler(name: str, text: str) -> str:
    """A file of a wrapper, with a model in the place of a queue."""
    if not (found := _FIFO.fullmatch(name)):
        return text
    ports = [f"{port.way} wire [{port.width - 1}:0] {port.name}" for port in ports_of(text)]
    pins = ", ".join(f".{port.name}({port.name})" for port in ports_of(text))
    sizes = f"#(.BITS({int(found[1]).bit_length() - 1}), .WIDTH({found[2]}))"
    module = name.removesuffix(".v")
    return f"module {module} ({', '.join(ports)});\n  {_MODEL} {sizes} queue ({pins});\nendmodule\n"


def through(files: Mapping[str, str], top: str, bus: Bus) -> str:
    """The first output that depends on an input of the same cycle, one that it may not depend on."""
    ports = ports_of(files[f"{top}.v"])
    outputs = [port.name for port in ports if port.way == "output"]
    circuit = skeleton(files, top, outputs)
    inputs = {literal >> 1: name for name, literal in circuit.inputs.items()}
    known = {port.name for port in ports if port.way == "input"}
    for name, literal in circuit.outputs.items():
        for node in circuit.gates.support([literal]):
            reached = inputs.get(node, "").split("[")[0]
            if reached in known and reached not in bus.quiet:
                return f"{name} depends on {reached} of the same cycle"
    return ""
