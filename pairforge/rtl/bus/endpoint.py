"""What both wrappers share: the core between two queues, counters, and the registers.

The queues hold a whole input and a whole result, so that software that has once seen `input_ready` or
`output_valid` need not look again before every word.
"""

from __future__ import annotations

from pairforge.registers.map import Facts
from pairforge.rtl.bus.fifo import Fifo
from pairforge.rtl.bus.inlet import Inlet
from pairforge.rtl.bus.outlet import outlet
from pairforge.rtl.bus.registers import BYTES, WORD_ADDRESS, registers
from pairforge.rtl.hdl import Arith, Compare, Const, Expr, Module, concat, widened
from pairforge.rtl.units.stream import WORD, counter
from pairforge.rtl.verdict import OFF_CURVE

_LEAST_DEPTH = 16


def queue_depth(words: int) -> int:
    """Words of a queue for `words` words."""
    return max(_LEAST_DEPTH, 1 << (words - 1).bit_length())


def endpoint(core: Module, facts: Facts) -> Module:
    """The module.

    Ports, beside `clk` and `rst`: `streams`, `write…`, `read…` and `irq` as of `registers`; `s_…` and `m_…`:
    streams of words in and out, `m_off_curve` valid with `m_valid`; `clear`: everything under way is
    discarded.
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

    m.comment("words in")
    way_in = Fifo(queue_depth(facts.words_in), WORD)
    room, taken = m.forward("has_room", 1), m.forward("core_takes", 1)
    inlet = m.instance(
        Inlet(facts.words_in, facts.load_words).module(),
        "inlet",
        rst=resets,
        wants_register=data_in,
        stream_data=s_data,
        stream_last=s_last,
        stream_valid=s_valid,
        register_put=push,
        register_data=request["write_data"],
        has_room=room,
    )
    words = m.instance(way_in.module(), "queue_in", rst=resets, put=inlet["put"], d=inlet["d"], take=taken)
    m.drive(room, ~words["full"])
    bits = way_in.level_bits
    free = m.wire("free_words", Arith("-", Const(bits, way_in.depth), words["level"]))

    m.comment("the core")
    room_out = m.forward("has_room_out", 1)
    made = m.instance(
        core, "core", rst=core_rst, in_data=words["y"], in_valid=words["some"], out_ready=room_out
    )
    m.drive(taken, words["some"] & made["in_ready"])
    off_curve: Expr = made.get(OFF_CURVE, Const(1, 0))

    m.comment("words out, each with marks: the result came of a point off the curve; it is the last word")
    way_out = Fifo(queue_depth(facts.words_out), WORD + 2)
    put = m.wire("core_puts", made["out_valid"] & room_out)
    final: Expr = Const(1, 1)
    if facts.words_out > 1:
        _, final = counter(m, "word_out", facts.words_out - 1, resets, put)
    complete = m.wire("complete", put & final)
    take = m.forward("takes", 1)
    results = m.instance(
        way_out.module(),
        "queue_out",
        rst=resets,
        put=put,
        d=concat(off_curve, final, made["out_data"]),
        take=take,
    )
    m.drive(room_out, ~results["full"])
    m.unused(results["level"])
    head = results["y"]
    ways = m.instance(
        outlet(way_out.level_bits),
        "outlet",
        rst=resets,
        wants_register=data_out,
        queued=complete,
        some=results["some"],
        last=head[WORD],
        stream_ready=m_ready,
        register_take=pop,
    )
    m.drive(take, ways["take"])

    m.comment("what is under way")
    inputs, outputs = m.forward_reg("inputs", WORD), m.forward_reg("results", WORD)
    one = Const(WORD, 1)
    m.drive_reg(inputs, Arith("+", inputs, one), enable=inlet["counted"], reset=(resets, 0))
    m.drive_reg(outputs, Arith("+", outputs, one), enable=ways["sent"], reset=(resets, 0))
    busy = m.wire("busy", inlet["begun"] | Compare("!=", inputs, outputs))
    was_busy = m.reg("was_busy", busy, reset=(resets, 0))

    state = {
        "status_busy": busy,
        "status_input_ready": Compare(">=", free, Const(bits, facts.words_in)),
        "status_output_valid": ways["whole"],
        "status_off_curve": ways["whole"] & head[WORD + 1],
        "status_loading": inlet["loading"],
        "status_input_room": widened(free, 16),
        "results_count": outputs,
        "inputs_count": inputs,
        "event_result": complete,
        "event_off_curve": complete & off_curve,
        "event_framing": inlet["framing"],
        "event_idle": was_busy & ~busy,
    }
    told = m.instance(
        registers(f"{core.name}_registers", facts),
        "registers",
        rst=rst,
        streams=streams,
        in_open=inlet["register_open"],
        out_open=ways["register_valid"],
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
        m.output(port, told[f"{port}"])
    m.output("s_ready", inlet["stream_ready"])
    m.output("m_data", head[WORD - 1, 0])
    m.output("m_last", head[WORD])
    m.output("m_off_curve", head[WORD + 1])
    m.output("m_valid", ways["stream_valid"])
    return m
