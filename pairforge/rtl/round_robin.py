"""The outside of an interleaved core: deals pairings to the threads round-robin, collects in that order.

Pairing i goes to thread i mod C and results are taken from the threads round and round, so they come in the
order of the inputs, and a lone pairing needs no company. A word passes in its thread's cycle, one every C
cycles. A register at the output keeps a word on offer while other threads have their cycles; a reset is
stretched to C cycles, one for each thread.

Imports the hardware layer.
"""

from __future__ import annotations

from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, any_of, concat
from pairforge.hdl.interleave import FEW_THREADS, MANY_THREADS, THREAD, interleaved
from pairforge.rtl.point_check import OFF_CURVE
from pairforge.rtl.stream import STREAMS, WORD, held_in


def output_lag(threads: int, outputs: int, together: int) -> int:
    """Cycles that a word of a core of so many threads spends on its way from its thread to the output.

    `outputs`: elements of a result, which are held in a memory. `together`: cores in lock step, one of which
    gives the word.
    """
    many = threads > MANY_THREADS
    beside_memory = many and held_in(threads, outputs) == "block"
    return (threads > 1) + (threads > FEW_THREADS) + beside_memory + (many and together > 1)


def round_robin(core: Module, name: str, threads: int, words_in: int, words_out: int, lag: int) -> Module:
    """A core of `threads` threads around a core for one pairing at a time, with the same ports.

    Parameters
    ----------
    words_in, words_out
        Words of what a thread takes and gives in its turn.
    lag
        Cycles from a thread to the output, see `output_lag`.
    """
    made = interleaved(core, threads)
    late = lag - 1
    if made.late != dict.fromkeys(made.late, 0) | {"out_data": late}:
        raise ValueError(f"outputs of {core.name} are late: {made.late}")
    m = Module(name, core.doc, port_groups=STREAMS)
    m.input("clk")
    rst = m.input("rst")
    data, valid, ready = m.input("in_data", WORD), m.input("in_valid"), m.input("out_ready")
    bits = threads.bit_length()

    m.comment(f"the thread whose cycle it is, of {threads}, and a reset that all of them see")
    thread = _round(m, THREAD, threads, rst, None)
    stretched, left = m.forward_reg("stretched", 1), m.forward_reg("reset_left", bits)
    m.drive_reg(
        left, Arith("-", left, Const(bits, 1)), reset=(rst, Const(bits, threads - 1, "CYCLES_OF_RESET"))
    )
    m.drive_reg(stretched, stretched & Compare("!=", left, Const(bits, 1)), reset=(rst, 1))
    # A register, as it goes everywhere; so it lasts a cycle longer than `rst`.
    resets = m.reg("resets", rst | stretched)
    m.comment("nothing enters before that")
    rests = m.wire("rests", rst | resets)

    take, fetch = m.forward("take", 1), m.forward("fetch", 1)
    m.comment("whether it is the thread that the next word goes to or comes from")
    enters = _passes_through(m, "in", threads, words_in, resets, take)
    comes = _passes_through(m, "out", threads, words_out, resets, fetch)
    full = m.forward_reg("is_full", 1)
    fetched: Net = fetch
    under_way: Expr = full
    for i in range(late):
        fetched = m.reg(f"fetched{i}" if i else "fetched", fetched, reset=(resets, 0))
        under_way |= fetched
    leaves = m.wire("leaves", comes & ~under_way)

    m.comment("all threads")
    pins: dict[str, Expr] = {"in_valid": valid & enters & ~rests, "out_ready": leaves}
    if any(net.name == THREAD for _, net in made.module.ports):
        pins[THREAD] = thread
    inner = m.instance(made.module, "threads", rst=resets, in_data=data, **pins)
    m.drive(take, inner["in_ready"] & enters & valid & ~rests)
    m.drive(fetch, inner["out_valid"] & leaves)
    m.drive_reg(full, any_of(fetched, full & ~ready), reset=(resets, 0))
    word = m.reg("word", inner["out_data"], enable=fetched)
    if OFF_CURVE in inner:
        m.output(OFF_CURVE, m.reg("off_curve", inner[OFF_CURVE], enable=fetch))
    m.output("in_ready", inner["in_ready"] & enters & ~rests)
    m.output("out_data", word)
    m.output("out_valid", full & ~rests)
    return m


def _passes_through(m: Module, name: str, threads: int, words: int, rst: Net, step: Net) -> Expr:
    """Whether it is a thread's cycle; after `words` steps that of the next thread, which follows at once.

    A mark circles a ring once in as many cycles as there are threads, and stands still to change threads.
    """
    # The next thread begins a round later, for which there is time: this way ends in a register.
    step = m.reg(f"{name}_stepped", step, reset=(rst, 0))
    last = step
    if words > 1:
        word = _round(m, f"{name}_word", words, rst, step)
        last = m.wire(
            f"{name}_last",
            step & Compare("==", word, Const(word.width, words - 1, f"LAST_{name.upper()}_WORD")),
        )
    ring = m.forward_reg(f"{name}_ring", threads)
    m.drive_reg(ring, Mux(last, ring, concat(ring[0], ring[threads - 1, 1])), reset=(rst, 1))
    return ring[0]


def _round(m: Module, name: str, count: int, rst: Net, step: Expr | None) -> Net:
    """A counter from 0 to count - 1 and round again."""
    bits = (count - 1).bit_length()
    net = m.forward_reg(name, bits)
    end = Compare("==", net, Const(bits, count - 1, f"LAST_{name.upper()}"))
    m.drive_reg(net, Mux(end, Const(bits, 0), Arith("+", net, Const(bits, 1))), enable=step, reset=(rst, 0))
    return net
