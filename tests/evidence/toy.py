"""A small stream core to try the evidence on: four words in, two out, with bugs to order.

Word 0 of a result is a ^ rotl(b, 7), word 1 is ~(c ^ d). A pairing is loaded into one buffer while the last
one runs for `DELAY` cycles in another: latency and interval are known and differ.
"""

from collections.abc import Sequence
from dataclasses import replace

from pairforge.evidence.interface import CoreInterface
from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, concat, design_files
from pairforge.rtl.loading import Item, build_loader

WORDS_IN, WORDS_OUT, DELAY = 4, 2, 9
LATENCY = (WORDS_IN - 1) + 1 + DELAY + WORDS_OUT  # load, hand over, run, unload
INTERVAL = 1 + DELAY + WORDS_OUT
INTERFACE = CoreInterface("toy", WORDS_IN, WORDS_OUT)
PROMISED = replace(INTERFACE, latency=LATENCY, interval=INTERVAL)

BUGS = {
    "wrong": "an operator is wrong",
    "stuck": "never gives a result",
    "extra": "gives words nobody asked for",
    "early": "gives a result before it is ready",
    "unstable": "changes a word that waits",
    "withdrawn": "withdraws a word that waits",
    "overrun": "does not wait for out_ready",
    "initial": "relies on a register being zero at power-up",
    "unreset": "a reset does not reach the word counter",
    "data_dependent": "takes longer for some inputs",
}


def expected(words: Sequence[int]) -> list[int]:
    a, b, c, d = words
    return [a ^ ((b << 7 | b >> 25) & 0xFFFFFFFF), c ^ d ^ 0xFFFFFFFF]


def core(bug: str = "") -> dict[str, str]:
    """The files of the toy core `toy`."""
    return design_files(module(bug), "Toy core for tests.")


KEY = (Item("key", 40, 0xA5_1234_5678, "what results are turned over by"),)


def keyed_core() -> dict[str, str]:
    """The files of `toy_keyed`: a key after a reset turns every word given over."""
    m = Module("toy_keyed", doc="Toy coprocessor with a key.")
    m.input("clk")
    rst, data, valid = m.input("rst"), m.input("in_data", 32), m.input("in_valid")
    ready = m.input("out_ready")
    key = m.instance(build_loader("toy_loader", KEY), "load", rst=rst, in_data=data, in_valid=valid)
    offered = m.wire("offered", valid & key["loaded"])
    inside = m.instance(module(), "toy", rst=rst, in_data=data, in_valid=offered, out_ready=ready)
    m.output("in_ready", (~key["loaded"] | inside["in_ready"]) & ~rst)
    m.output("out_data", inside["out_data"] ^ key["key"][31, 0])
    m.output("out_valid", inside["out_valid"] & ~rst)
    m.unused(key["key"][39, 32])
    return design_files(m, "Toy core for tests.")


def module(bug: str = "") -> Module:
    """The toy core as a module."""
    m = Module("toy", doc="Toy coprocessor: four words in, two out.")
    m.input("clk")
    rst, data, valid = m.input("rst"), m.input("in_data", 32), m.input("in_valid")
    out_ready = m.input("out_ready")
    reset = (rst, 0)

    m.comment("Loading: a shift register of four words")
    count = m.forward_reg("count", 3)
    full = m.wire("full", Compare("==", count, Const(3, WORDS_IN)))
    take = m.wire("take", ~full & valid)
    load = m.forward_reg("load", 128)
    m.drive_reg(load, concat(data, load[127, 32]), enable=take)
    state = m.forward_reg("state", 2)
    idle = m.wire("idle", Compare("==", state, Const(2, 0)))
    start = m.wire("start", idle & full)
    more = Arith("+", count, Const(3, 1))
    cleared = m.wire("cleared", start & ~rst) if bug == "unreset" else start
    step = m.wire("step", take | start)
    m.drive_reg(
        count, Mux(cleared, Const(3, 0), more), enable=step, reset=None if bug == "unreset" else reset
    )

    m.comment("Running: a delay")
    run = m.wire("run", Compare("==", state, Const(2, 1)))
    timer = m.forward_reg("timer", 5)
    work = m.reg("work", load, enable=start)
    limit: Expr = Const(5, DELAY - 1)
    if bug == "data_dependent":
        limit = Mux(work[0], Const(5, DELAY), Const(5, DELAY - 1))
    done = m.wire("done", run & Compare("==", timer, limit))
    m.drive_reg(timer, Mux(run, Arith("+", timer, Const(5, 1)), Const(5, 0)), reset=reset)

    m.comment("Unloading")
    unload = m.wire("unload", Compare("==", state, Const(2, 2)))
    second = m.forward_reg("second", 1)
    give = m.wire("give", unload if bug == "overrun" else unload & out_ready)
    last = m.wire("last", give & second)
    m.drive_reg(second, ~second, enable=give, reset=reset)
    m.drive_reg(
        state,
        Mux(last, Const(2, 0), Mux(done, Const(2, 2), Mux(start, Const(2, 1), state))),
        reset=reset,
    )

    m.comment("The result")
    low = m.wire("low", work[31, 0] ^ concat(work[56, 32], work[63, 57]))
    c, d = work[95, 64], work[127, 96]
    high = m.wire("high", ~(c & d) if bug == "wrong" else ~(c ^ d))
    result = m.wire("result", Mux(second, high, low))
    if bug == "unstable":
        stood = m.reg("stood", unload & ~out_ready)
        result = m.wire("shown", Mux(stood, low & high, result))
    if bug == "initial":
        dirty = m.forward_reg("dirty", 32)
        m.drive_reg(dirty, Const(32, 0), enable=last)
        result = m.wire("shown", result ^ dirty)
    out_valid = unload
    if bug == "stuck":
        out_valid = m.wire("never", unload & idle)
    if bug == "extra":
        out_valid = m.wire("rash", unload | (idle & Compare("==", count, Const(3, 0))))
    if bug == "early":
        out_valid = m.wire("hasty", unload | done)
    if bug == "withdrawn":
        blink = m.forward_reg("blink", 1)
        m.drive_reg(blink, unload & ~out_ready & ~blink)
        out_valid = m.wire("shy", unload & ~blink)
    m.output("in_ready", ~full)
    m.output("out_data", result)
    m.output("out_valid", out_valid)
    return m
