"""The sequencer of a stage: a control store, a program counter and one hardware loop.

The control table has a row for each cycle of the interval. Rows that repeat with the period of a loop are
stored once and played `count` times, the rest as they are. Three flags travel with the counter: whether the
run in progress and the one before it (whose last cycles share the first rows) are real; a run that is not
real keeps its cycles but has no effects. When no run is waiting at the end of the interval the counter goes
through the shared rows once more without a new run, then rests. Timing never depends on data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.rtl.control import POP, PUSH, PUSH_BEFORE, Control, ControlTable
from pairforge.rtl.hdl import Arith, Compare, Const, Expr, Module, Mux, Select


@dataclass(frozen=True)
class Store:
    """Compressed rows: `words[loop_first : loop_first + period]` is played `count` times, the rest once."""

    words: Sequence[int]
    loop_first: int
    period: int
    count: int


def compress(table: ControlTable, periods: Sequence[int], keep: int) -> Store:
    """Find the longest run of rows that repeat with one of `periods`.

    The first `keep` rows and the last one stay as they are.
    """
    rows = table.rows
    best = (0, 0, 1)  # rows saved, first, period
    for period in periods:
        first = keep
        while first + 2 * period < len(rows):
            end = first
            while end + period < len(rows) - 1 and rows[end] == rows[end + period]:
                end += 1
            saved = (end - first) // period * period
            best = max(best, (saved, -first, period))
            first = max(end, first) + 1
    saved, negative_first, period = best
    first = -negative_first
    if not saved:
        return Store(tuple(rows), 0, 0, 1)
    words = rows[: first + period] + rows[first + period + saved :]
    return Store(tuple(words), first, period, saved // period + 1)


def build_sequencer(
    name: str, control: Control, periods: Sequence[int], *, first: bool, style: str, doc: str
) -> tuple[Module, Store]:
    """The module and its control store.

    Ports: `clk`, `rst`; `start_ready` (a run may start), for the first stage `start` (it does); for a stage
    that ends in the output stream also `proceed` (the output can take a result); one output for each
    control signal; `pop` and `push`.
    """
    table = control.table
    store = compress(table, periods, control.tail)
    idle = len(store.words)
    bits = max(idle.bit_length(), 1)

    def address(row: int) -> Const:
        return Const(bits, row)

    m = Module(name, doc)
    m.input("clk")
    rst = m.input("rst")
    ready = m.input("start_ready")
    proceed = m.input("proceed") if control.wait is not None else None

    pc = m.forward_reg("pc", bits)
    resting = m.wire("resting", Compare("==", pc, address(idle)))
    last = m.wire("last", Compare("==", pc, address(idle - 1)))
    start = m.wire("starting", (resting | last) & ready)
    current = m.forward_reg("current", 1)
    previous = m.forward_reg("previous", 1)

    m.comment(
        "next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one"
    )
    after: Expr = Arith("+", pc, Const(bits, 1))
    if store.count > 1:
        rounds = (store.count - 1).bit_length()
        left = m.forward_reg("rounds_left", rounds)
        end = m.wire("loop_end", Compare("==", pc, address(store.loop_first + store.period - 1)))
        again = m.wire("again", end & Compare("!=", left, Const(rounds, 0)))
        after = Mux(again, address(store.loop_first), after)
        less = Arith("-", left, Const(rounds, 1))
        m.drive_reg(left, Mux(again, less, Mux(end, Const(rounds, store.count - 1), left)),
                    reset=(rst, store.count - 1))  # fmt: skip
    if proceed is not None and control.wait is not None:
        waiting = m.wire("waiting", Compare("==", pc, address(control.wait)) & ~proceed)
        after = Mux(waiting, pc, after)
    beyond: Expr = address(idle)
    if control.tail:
        beyond = Mux(current, address(0), address(idle))
        drained = m.wire("drained", Compare("==", pc, address(control.tail - 1)) & ~current)
        after = Mux(drained, address(idle), after)
    step = m.wire("step", Mux(start, address(0), Mux(resting, address(idle), Mux(last, beyond, after))))
    m.drive_reg(pc, step, reset=(rst, idle))
    turn = m.wire("turn", start | last | resting)
    m.drive_reg(current, start, enable=turn, reset=(rst, 0))
    m.drive_reg(previous, current & last, enable=turn, reset=(rst, 0))
    if first:
        m.output("start", start)

    m.comment(f"control store: {idle} words of {table.width} bits, and a word of rest")
    memory = m.memory("store", table.width, idle + 1, style=style, init=(*store.words, 0))
    word = m.reg("word", Select(memory, pc))
    live = m.reg("live", current, reset=(rst, 0))
    live_previous = m.reg("live_previous", previous, reset=(rst, 0))
    # The row of rest is all zero, so what the flags say there does not matter.

    def bit_field(signal_name: str, width: int) -> Expr:
        low = table.offset[signal_name]
        return word[low + width - 1, low]

    m.comment("effects outside the datapath, of real runs only")
    m.output("pop", bit_field(POP.name, 1) & live)
    m.output("push", (bit_field(PUSH.name, 1) & live) | (bit_field(PUSH_BEFORE.name, 1) & live_previous))
    m.comment("fields of the control word")
    for signal in table.signals:
        if signal not in (POP, PUSH, PUSH_BEFORE):
            m.output(signal.name, bit_field(signal.name, signal.width))
    return m, store
