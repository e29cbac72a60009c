"""What both wrappers share: the core between two queues, counters, and the registers.

The queues hold a whole input and a whole result, so that software that has once seen `input_ready` or
`output_valid` need not look again before every word.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.hdl import Arith, Compare, Const, Expr, Module, Net, concat, widened
from pairforge.registers.map import Facts
from pairforge.rtl.bus.fifo import Fifo
from pairforge.rtl.bus.inlet import Inlet
from pairforge.rtl.bus.outlet import outlet
from pairforge.rtl.bus.registers import BYTES, WORD_ADDRESS, registers
from pairforge.rtl.detection import FAULT
from pairforge.rtl.point_check import OFF_CURVE
from pairforge.rtl.stream import WORD, counter

_LEAST_DEPTH = 16


def queue_depth(words: int) -> int:
    """Words of a queue for `words` words."""
    return max(_LEAST_DEPTH, 1 << (words - 1).bit_length())


def endpoint(core: Module, facts: Facts) -> Module:
    """The module.

    Ports, beside `clk` and `rst`: `streams`, `write…`, `read…` and `irq` as of `registers`; `s_…` and `m_…`:
    streams of words in and out, `m_off_curve` and `m_fault` valid with `m_valid`; `clear`: everything under
    way is discarded.
    """
    m = Module(f"{core.name}_endpoint", f"The core {core.name} between two queues, with registers.")
    m.input("clk")
    rst, streams = m.input("rst"), m.input("streams")
    request: dict[str, Expr] = {
        name: m.input(name, width)
        for name, width in (
            ("write", 1),
            ("write_address", WORD_ADDRESS),
            ("write_data", WORD),
            ("write_strobe", BYTES),
            ("read", 1),
            ("read_address", WORD_ADDRESS),
        )
    }
    s_data, s_last, s_valid = m.input("s_data", WORD), m.input("s_last"), m.input("s_valid")
    m_ready = m.input("m_ready")

    clear, data_in, data_out, push, pop = (
        m.forward(name, 1) for name in ("clears", "data_in", "data_out", "push", "pop")
    )
    m.comment("a reset of any kind; the core sees it a cycle later, when its queues are empty already")
    resets = m.wire("resets", rst | clear)
    core_rst = m.reg("core_rst", resets)

    source: dict[str, Expr] = {
        "wants_register": data_in,
        "stream_data": s_data,
        "stream_last": s_last,
        "stream_valid": s_valid,
        "register_put": push,
        "register_data": request["write_data"],
    }
    inlet, words, free, taken = _words_in(m, facts, resets, source)

    m.comment("the core")
    room_out = m.forward("has_room_out", 1)
    made = m.instance(
        core, "core", rst=core_rst, in_data=words["y"], in_valid=words["some"], out_ready=room_out
    )
    m.drive(taken, words["some"] & made["in_ready"])
    off_curve: Expr = made.get(OFF_CURVE, Const(1, 0))
    fault: Expr = made.get(FAULT, Const(1, 0))
    sink: dict[str, Expr] = {"wants_register": data_out, "stream_ready": m_ready, "register_take": pop}
    marks = concat(fault, off_curve)
    outlet_nets, head, complete = _words_out(m, facts, resets, made, marks, room_out, sink)

    state = _state(m, facts, resets, inlet, outlet_nets, free) | {
        "status_off_curve": outlet_nets["whole"] & head[WORD + 1],
        "status_fault": outlet_nets["whole"] & head[WORD + 2],
        "event_result": complete,
        "event_off_curve": complete & off_curve,
        "event_fault": complete & fault,
    }
    told = m.instance(
        registers(f"{core.name}_registers", facts),
        "registers",
        rst=rst,
        streams=streams,
        in_open=inlet["register_open"],
        out_open=outlet_nets["register_valid"],
        out_data=head[WORD - 1, 0],
        **request,
        **state,
    )
    for net, port in (
        (clear, "clear"),
        (data_in, "data_in"),
        (data_out, "data_out"),
        (push, "push"),
        (pop, "pop"),
    ):
        m.drive(net, told[port])
    for port in ("read_data", "read_error", "write_error", "irq", "clear"):
        m.output(port, told[port])
    m.output("s_ready", inlet["stream_ready"])
    m.output("m_data", head[WORD - 1, 0])
    m.output("m_last", head[WORD])
    m.output("m_off_curve", head[WORD + 1])
    m.output("m_fault", head[WORD + 2])
    m.output("m_valid", outlet_nets["stream_valid"])
    return m


def _state(
    m: Module,
    facts: Facts,
    resets: Net,
    inlet: Mapping[str, Net],
    outlet_nets: Mapping[str, Net],
    free: Net,
) -> dict[str, Expr]:
    """Counters, and what the registers show of the state; `free`: words that there is room for."""
    m.comment("what is under way")
    inputs, outputs = m.forward_reg("inputs", WORD), m.forward_reg("results", WORD)
    one = Const(WORD, 1)
    m.drive_reg(inputs, Arith("+", inputs, one), enable=inlet["counted"], reset=(resets, 0))
    m.drive_reg(outputs, Arith("+", outputs, one), enable=outlet_nets["sent"], reset=(resets, 0))
    busy = m.wire("busy", inlet["begun"] | Compare("!=", inputs, outputs))
    was_busy = m.reg("was_busy", busy, reset=(resets, 0))
    return {
        "status_busy": busy,
        "status_input_ready": Compare(">=", free, Const(free.width, facts.words_in, "WORDS_OF_AN_INPUT")),
        "status_output_valid": outlet_nets["whole"],
        "status_loading": inlet["loading"],
        "status_input_room": widened(free, 16),
        "results_count": outputs,
        "inputs_count": inputs,
        "event_framing": inlet["framing"],
        "event_idle": was_busy & ~busy,
    }


def _words_in(
    m: Module, facts: Facts, resets: Net, source: Mapping[str, Expr]
) -> tuple[Mapping[str, Net], Mapping[str, Net], Net, Net]:
    """The inlet, the queue behind it, how many words that has room for, and a net that the core drives.

    `source`: the pins of the inlet at the stream and at the register. The net to be driven: the core takes a
    word.
    """
    m.comment("words in")
    queue = Fifo(queue_depth(facts.words_in), WORD)
    room, taken = m.forward("has_room", 1), m.forward("core_takes", 1)
    module = Inlet(facts.words_in, facts.load_words).module()
    inlet = m.instance(module, "inlet", rst=resets, **source, has_room=room)
    words = m.instance(queue.module(), "queue_in", rst=resets, put=inlet["put"], d=inlet["d"], take=taken)
    m.drive(room, ~words["full"])
    depth = Const(queue.level_bits, queue.depth, "QUEUE_DEPTH")
    return inlet, words, m.wire("free_words", Arith("-", depth, words["level"])), taken


def _words_out(
    m: Module,
    facts: Facts,
    resets: Net,
    made: Mapping[str, Net],
    marks: Expr,
    room: Net,
    sink: Mapping[str, Expr],
) -> tuple[Mapping[str, Net], Net, Net]:
    """The outlet, the word at the head of the queue before it, and whether a result is complete.

    `made`: the core's outputs. `marks`: of the result, two bits. `room`: to be driven, a word can go into the
    queue. `sink`: the pins of the outlet at the stream and at the register.
    """
    m.comment(
        "words out, each with marks: the core saw a fault; the result came of a point off the curve; it is "
        "the last word"
    )
    queue = Fifo(queue_depth(facts.words_out), WORD + 3)
    put = m.wire("core_puts", made["out_valid"] & room)
    final: Expr = Const(1, 1)
    if facts.words_out > 1:
        _, final = counter(m, "word_out", facts.words_out - 1, resets, put)
    complete = m.wire("complete", put & final)
    take = m.forward("takes", 1)
    word = concat(marks, final, made["out_data"])
    results = m.instance(queue.module(), "queue_out", rst=resets, put=put, d=word, take=take)
    m.drive(room, ~results["full"])
    m.unused(results["level"])
    head = results["y"]
    outlet_nets = m.instance(
        outlet(queue.level_bits),
        "outlet",
        rst=resets,
        queued=complete,
        some=results["some"],
        last=head[WORD],
        **sink,
    )
    m.drive(take, outlet_nets["take"])
    return outlet_nets, head, complete
