"""The streams of cores in lock step: several datapaths under one sequencer, which pairings enter in turn.

Pairing i goes to core i mod N, and all N start together. Where no more words come, those that are there start
after a while by themselves; which cores take part goes through the stages with them, in the sequencers. The
output sends the results of those that took part, in the same order, before it takes the next ones.

For one core nothing of this is built.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, RetimingPoint, any_of, concat, gate
from pairforge.hdl.interleave import MANY_THREADS

_SHARE = 32  # of the interval between runs, what is waited for more pairings


def core_suffix(core: int) -> str:
    """What the names of a core's parts end in; nothing for the first."""
    return f"_core{core}" if core else ""


def waits(interval: int) -> int:
    """Cycles without a word after which pairings start though they are fewer than cores: a power of two."""
    return 1 << max(4, (interval // _SHARE).bit_length())


@dataclass(frozen=True)
class Collected:
    """The input of all cores: `ready` to start; for each core its first `elements`, whether one of them is
    `invalid` where that is looked at, and, but for the first, whether it `joins`; words can be taken:
    `in_ready`.
    """

    ready: Net
    in_ready: Net
    elements: Sequence[Net]
    invalid: Sequence[Net]
    joins: Sequence[Net]


def collect(
    m: Module,
    collector: Module,
    cores: int,
    interval: int,
    *,
    rst: Net,
    offered: Net,
    started: Net,
    **pins: Expr,
) -> Collected:
    """An instance of the collector for each core, and who is next.

    `offered`: a word is; `started`: a run starts with what has been collected; `pins`: the collector's other
    inputs.
    """
    if cores == 1:
        source = m.instance(collector, "collect", rst=rst, in_valid=offered, **pins)
        invalid = [source["invalid"]] if "invalid" in source else []
        return Collected(source["full"], source["in_ready"], [source["y"]], invalid, [])
    m.comment(
        "the core that the next word is for; none while what has been collected is taken, or is to start"
    )
    turn, taken = m.forward_reg("turn", cores), m.forward_reg("is_taken", 1)
    # Known a cycle before: it is on the way to `in_ready`.
    fits = m.forward_reg("a_word_fits", 1)
    starts = m.wire("run_starts", RetimingPoint("has_started", started, above=MANY_THREADS))
    sources = [
        m.instance(
            collector,
            f"collect{core_suffix(core)}",
            rst=rst,
            in_valid=m.wire(f"offered{core}", offered & turn[core] & fits),
            **pins,
        )
        for core in range(cores)
    ]
    full = [source["full"] for source in sources]
    for source in sources:
        m.unused(source["in_ready"])
    taken_next = m.wire("taken_next", starts | (taken & full[0]))
    m.drive_reg(taken, taken_next, reset=(rst, 0))
    here = m.wire("is_here", any_of(*(turn[k] & full[k] for k in range(cores))))
    fills = m.wire("is_filled", any_of(*(turn[k] & source["fills"] for k, source in enumerate(sources))))
    moves = m.wire("turn_moves", here & ~taken & ~turn[cores - 1])
    moved = concat(turn[cores - 2, 0], Const(1, 0))
    first = Const(cores, 1, "FIRST_CORE")
    m.drive_reg(turn, Mux(starts, first, Mux(moves, moved, turn)), reset=(rst, 1))

    m.comment("cycles in which no word of a further input came")
    took = m.wire("took", offered & fits)
    begun = m.forward_reg("is_begun", 1)
    m.drive_reg(begun, took | (begun & ~here), reset=(rst, 0))
    bits = waits(interval).bit_length()
    idle = m.forward_reg("idle", bits)
    waited = idle[bits - 1]
    quiet = m.wire("quiet", full[0] & ~taken & ~begun & ~offered)
    longer = Mux(waited, idle, Mux(quiet, Arith("+", idle, Const(bits, 1)), Const(bits, 0)))
    m.drive_reg(idle, Mux(starts, Const(bits, 0), longer), reset=(rst, 0))
    last = Compare("==", idle[bits - 2, 0], Const(bits - 1, (1 << bits - 1) - 1, "LAST_IDLE"))
    waited_next = m.wire("waited_next", ~starts & (waited | (quiet & last)))
    room = moves | (~here & ~fills)
    m.drive_reg(fits, room & ~taken_next & ~waited_next, reset=(rst, 1))
    ready = m.wire("all_here", (full[-1] | waited) & ~taken)
    invalid = [source["invalid"] for source in sources if "invalid" in source]
    return Collected(ready, fits, [source["y"] for source in sources], invalid, full[1:])


@dataclass(frozen=True)
class Sent:
    """The output of all cores: the stream's nets; `sent`: the last word of all of a run's results is taken;
    nothing is held: `empty`. `turn`: whose result it is, by core.
    """

    out_data: Net
    out_valid: Net
    sent: Net
    empty: Net
    turn: Sequence[Expr]


def send(
    m: Module, stream: Module, *, rst: Net, out_ready: Net, elements: Sequence[Net], pushes: Sequence[Net]
) -> Sent:
    """An instance of the output stream for each core; they send in turn."""
    if len(elements) == 1:
        sink = m.instance(stream, "send", rst=rst, push=pushes[0], d=elements[0], out_ready=out_ready)
        return Sent(sink["out_data"], sink["out_valid"], sink["sent"], sink["empty"], [Const(1, 1)])
    cores = len(elements)
    m.comment("the core whose result is sent")
    turn = m.forward_reg("out_turn", cores)
    sinks: list[Mapping[str, Net]] = []
    for k, (element, push) in enumerate(zip(elements, pushes, strict=True)):
        named = f"send{core_suffix(k)}"
        goes = RetimingPoint(f"{named}_goes", out_ready & turn[k], above=MANY_THREADS)
        sinks.append(m.instance(stream, named, rst=rst, push=push, d=element, out_ready=goes))
    m.comment("the next core, where it took part, or the first again")
    last = any_of(*(sink["sent"] for sink in sinks))
    one_sent = m.wire("one_sent", RetimingPoint("is_one_sent", last, above=MANY_THREADS))
    there = any_of(*(turn[k] & sinks[k + 1]["out_valid"] for k in range(cores - 1)))
    another = m.wire("another", RetimingPoint("is_another", there, above=MANY_THREADS))
    moved = concat(turn[cores - 2, 0], Const(1, 0))
    first = Const(cores, 1, "FIRST_CORE")
    m.drive_reg(turn, Mux(one_sent, Mux(another, moved, first), turn), reset=(rst, 1))
    words = [
        RetimingPoint(f"word{core_suffix(k)}_given", gate(turn[k], sink["out_data"]), above=MANY_THREADS)
        for k, sink in enumerate(sinks)
    ]
    return Sent(
        m.wire("given", any_of(*words)),
        m.wire("is_given", any_of(*(turn[k] & sink["out_valid"] for k, sink in enumerate(sinks)))),
        m.wire("all_sent", one_sent & ~another),
        m.wire("all_empty", ~any_of(*(~sink["empty"] for sink in sinks))),
        [turn[k] for k in range(cores)],
    )
