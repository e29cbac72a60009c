"""The sequencer of a stage: a control store, a program counter, and what says which word is next.

The control table has a row for each cycle of the interval; `rtl.microcode` compresses it. Where the words of
the store are played in order, loops are found by comparing the program counter with the ends of each; they
come one after the other, so one counter of rounds serves them all. Otherwise a sequence table, a second
memory, has an entry for each run of words: where it ends, where the next one begins and how often that is
played. It is read ahead, so that a row is played every cycle, whatever the lengths of the runs. While idle
rows pass that a word's field counts, the program counter stands still.

Flags travel with the program counter: whether the run in progress and the one before it (whose last cycles
share the first rows) are real; a run that is not real keeps its cycles but has no effects. When no run is
waiting at the end of the interval the counter goes through the shared rows once more without a new run, then
rests. Timing never depends on data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pairforge.hdl import (
    Arith,
    Compare,
    Const,
    Expr,
    Memory,
    Module,
    Mux,
    Net,
    RetimingPoint,
    Select,
    any_of,
    gate,
)
from pairforge.hdl.interleave import FEW_THREADS, MANY_THREADS
from pairforge.rtl.common_units import TAKES_PART
from pairforge.rtl.control import (
    CHECK,
    CLEAR,
    EFFECTS,
    POP,
    PORTS,
    PUSH,
    PUSH_BEFORE,
    Signal,
    StageControl,
    name_ahead,
)
from pairforge.rtl.ladder import LADDER_BIT, ladder_bits
from pairforge.rtl.lock_step import core_suffix
from pairforge.rtl.microcode import SMALL, Store, compress
from pairforge.rtl.packing import Packing, columns_shared, pack

_SHAPES = ((512, 36), (1024, 18), (2048, 9), (4096, 4), (8192, 2), (16384, 1))
"""Words and bits of a block memory."""

_LITTLE_LARGER = 1.25
"""How much a store may grow for a program counter that never stands still."""

_BEHIND_BLOCK = 2
"""Registers that a block memory has itself, behind its words and at its output."""


def build_sequencer(
    name: str,
    control: StageControl,
    *,
    first: bool,
    style: str,
    doc: str,
    threads: int = 1,
    loadable: bool = False,
    checks_points: bool = False,
    registered: bool = False,
    early: frozenset[str] = frozenset(),
    ahead: frozenset[str] = frozenset(),
    cores: int = 1,
    common_late: bool | None = None,
) -> tuple[Module, Store]:
    """The module and its microcode; shared by `threads`, and by so many `cores` in lock step.

    `registered`: for one thread, a register stands behind the decoded control word, so all comes a cycle
    later, but for `start` and the signals that are `early`. With signals that are to be known `ahead` there
    are two, and these come from both. Words count idle rows there only if the store would be much larger
    else: a counter that never stands still has little logic in front of it.

    Ports: `clk`, `rst`; `start_ready` (a run may start), with several runs `opcode` (which one: the number of
    it, any other for the last of them), for the first stage `start` (it does); for a stage
    that ends in the output stream also `proceed` (the output can take a result); one output for each
    control signal; `pop` and `push`. For each core k but the first `joins<k>`, whether it takes part in the
    run that may start, and `push_core<k>`. With `checks_points` besides `boundary`: two cycles on the first
    row of a run is played, or of what is left of the one before; and `check` where there are checks. With
    units that cores have in common `takes_part_core<k>`: whether core k takes part in the run that starts
    them, which is the one before where they are `common_late` (`rtl.common_units.starts_late`).
    """
    packing, store = _stored(control, style, registered=registered)
    store = replace(store, early=registered and not store.in_order and not store.idle_bits)
    m = Module(name, doc, port_groups=PORTS)
    m.input("clk")
    rst = m.input("rst")
    ready = m.input("start_ready")
    proceed = m.input("proceed") if control.waits else None
    joins = [m.input(f"joins{core}") for core in range(1, cores)]
    position = _position(
        m, control, store, ready, proceed, rst, style, threads, loadable=loadable, registered=registered
    )
    if first:
        m.output("start", position.start)
    words = _ControlStore(m, control, store, packing, position, rst, style)
    now, idle = words.read_ahead() if registered else (words.read(threads), None)
    live = m.reg("live", position.current, reset=(rst, 0))
    # The row of rest is all zero, so what the flags say there does not matter.

    def given(name: str, value: Expr, *, clear: Expr = rst) -> None:
        # The resets keep these registers out of block memories, from which it would come later.
        if ahead:
            value = m.reg(f"{name}_soon", value, reset=(clear, 0))
            if name in ahead:
                m.output(name_ahead(name), value)
        if registered and name not in early:
            value = m.reg(f"{name}_given", value, reset=(rst if ahead else clear, 0))
        m.output(name, value)

    quiet = rst if idle is None else rst | idle

    others = [_joined(m, position, core, each, rst) for core, each in enumerate(joins, 1)]
    m.comment("effects outside the datapath, of real runs only")
    takes: Expr = now[POP] & live
    if position.clearing is not None:
        takes |= now[CLEAR] & m.reg("clears", position.clearing, reset=(rst, 0))
    given("pop", takes, clear=quiet)
    for core, (current, previous) in enumerate([(position.current, position.previous), *others]):
        named = core_suffix(core)
        part = m.reg(f"live{named}", current, reset=(rst, 0)) if core else live
        push = now[PUSH] & part
        if previous is not None:
            before = m.reg(f"live_previous{named}", previous, reset=(rst, 0))
            push |= now[PUSH_BEFORE] & before
            part = before if common_late else part
        given(f"push{named}", push, clear=quiet)
        if core and common_late is not None:
            given(f"{TAKES_PART}{named}", part)
    if checks_points:
        given("boundary", m.reg("was_boundary", position.boundary, reset=(rst, 0)))
    if CHECK in control.table.signals:
        given("check", now[CHECK] & live, clear=quiet)
    m.comment("fields of the control word")
    for signal in control.table.outputs:
        if signal not in EFFECTS:
            given(signal.name, now[signal], clear=quiet)
    if position.ladder_bit is not None:
        given(LADDER_BIT, position.ladder_bit)
    return m, store


@dataclass(frozen=True)
class _Runs:
    """The runs that a store has, an address of `bits` bits for the first and the last word of each, and the
    place of its first entry in the sequence table.
    """

    bits: int
    first_rows: Sequence[Const]
    last_rows: Sequence[Const]
    first_places: Sequence[Const]

    @property
    def opcode_bits(self) -> int:
        """Bits of the number of a run."""
        return max(1, (len(self.first_rows) - 1).bit_length())

    def numbered(self, name: str, rows: Sequence[int]) -> list[Const]:
        """Addresses, with a number behind the name where there are several runs."""
        return _numbered(self.bits, name, rows, len(self.first_rows))

    def chosen(self, opcode: Net, values: Sequence[Const]) -> Expr:
        """The value for the run of that number, the last one for any number beyond."""
        found: Expr = values[-1]
        for number, value in reversed(list(enumerate(values[:-1]))):
            found = Mux(Compare("==", opcode, Const(opcode.width, number)), value, found)
        return found


def _numbered(bits: int, name: str, values: Sequence[int], runs: int) -> list[Const]:
    return [Const(bits, value, f"{name}{i if runs > 1 else ''}") for i, value in enumerate(values)]


def _runs_of(store: Store, bits: int) -> _Runs:
    entries, begins = store.entries, store.begins
    ends = (*begins[1:], len(entries))
    count, place_bits = len(begins), max(1, (len(entries) - 1).bit_length())
    return _Runs(
        bits,
        _numbered(bits, "FIRST_ROW", [entries[begin].first for begin in begins], count),
        _numbered(bits, "LAST_ROW", [entries[end - 1].last for end in ends], count),
        _numbered(place_bits, "FIRST_PLACE", begins, count),
    )


@dataclass(frozen=True)
class _Position:
    """Where a sequencer is in its store.

    `pc`: the word that is read. `start`: a run starts with the next cycle. `boundary`: the next word read
    is that of a first row, or of rest. `last`: the word that is read is that of the last row. `current`,
    `previous`: whether the run in progress and the one before it are real; no `previous` where runs do not
    overlap. `stands`: idle rows pass, where any are counted. `ladder_bit`: see `rtl.ladder`; none where there
    is no ladder. `clearing`: what comes behind a reset is in progress, the rows that overwrite what a run has
    left; none where there are none.
    """

    pc: Net
    start: Net
    boundary: Net
    last: Net
    current: Net
    previous: Net | None
    stands: Net | None
    ladder_bit: Net | None
    clearing: Net | None


def _position(
    m: Module,
    control: StageControl,
    store: Store,
    ready: Net,
    proceed: Net | None,
    rst: Net,
    style: str,
    threads: int,
    *,
    loadable: bool,
    registered: bool,
) -> _Position:
    """The program counter and the flags that go with it, and the bits of ladders."""
    bits, idle = store.address_bits, len(store.words)
    runs = _runs_of(store, bits)
    begin = store.entries[0].first
    first_row: Expr = runs.first_rows[0]
    jump: Expr | None = None
    if len(runs.first_rows) > 1:
        opcode = m.input("opcode", runs.opcode_bits)
        first_row = m.wire("first_row", runs.chosen(opcode, runs.first_rows))
        jump = m.wire("first_place", runs.chosen(opcode, runs.first_places))
    rest = Const(bits, idle, "REST")
    after_reset = rest if store.wipe is None else Const(bits, store.wipe, "WIPE_ROW")

    pc = m.forward_reg("pc", bits)
    flags: list[tuple[Net, Const]] = []

    def at(row: Const) -> Expr:
        """Whether `pc` is at a row: a register that knows it a cycle before, where the table is early."""
        if not store.early:
            return Compare("==", pc, row)
        flag = m.forward_reg(f"at_{row.name.lower()}", 1)
        flags.append((flag, row))
        return flag

    resting = m.wire("resting", RetimingPoint("is_resting", at(rest)))
    last = m.wire("last", RetimingPoint("is_last", any_of(*map(at, runs.last_rows))))
    stands = m.forward("stands", 1) if store.idle_bits else None
    may_start = (resting | last) & RetimingPoint("is_ready", ready)
    start = m.wire("starting", may_start if stands is None else may_start & ~stands)
    moves = None if stands is None else ~stands
    current = m.forward_reg("current", 1)
    previous = m.forward_reg("previous", 1) if control.tail else None

    m.comment(
        "next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one"
    )
    waiting = drained = None
    if proceed is not None and store.waits:
        at_wait = any_of(*map(at, runs.numbered("WAIT_ROW", store.waits)))
        waiting = m.wire("waiting", RetimingPoint("is_waiting", at_wait & ~proceed))
    if control.tail:
        shared_end = at(Const(bits, begin + control.tail - 1, "LAST_SHARED_ROW"))
        drained = m.wire("drained", RetimingPoint("is_drained", shared_end & ~current))
    below = RetimingPoint("row_below", Arith("+", pc, Const(bits, 1)))
    walk = _Walk(m, store, pc, below, moves, [stop for stop in (waiting, drained) if stop is not None], rst)
    if store.in_order:
        after = walk.in_order()
    else:
        after = (
            walk.by_early_table()
            if store.early
            else walk.by_sequence_table(
                style, threads, registered=registered, jump=None if jump is None else (start, jump)
            )
        )

    def going_on(after: Expr, first: Expr, resting_: Expr, here: Expr) -> Expr:
        """Of the next row: `after` if the walk says which, else that of the first one, of rest or of `pc`."""
        if waiting is not None:
            after = Mux(waiting, here, after)
        beyond = resting_
        if drained is not None:
            beyond = Mux(current, first, resting_)
            after = Mux(drained, resting_, after)
        return Mux(start, first, Mux(resting, resting_, Mux(last, beyond, after)))

    next_pc = m.wire("next_pc", going_on(after, first_row, rest, pc))
    m.drive_reg(pc, next_pc, enable=moves, reset=(rst, after_reset))
    if walk.early is not None:
        first_ends = Const(1, int(store.entries[0].size == 1))
        ends_next = going_on(walk.early.ends_after, first_ends, Const(1, 0), walk.early.ends)
        m.drive_reg(walk.early.ends, ends_next, reset=(rst, 0))
        for flag, row in flags:
            is_rest = row is rest
            after = Const(1, 0) if is_rest else walk.early.reaches(row)  # no walk leads to rest
            flag_next = going_on(after, Const(1, int(row.value == begin)), Const(1, int(is_rest)), flag)
            m.drive_reg(flag, flag_next, reset=(rst, int(is_rest)))
    bit = None
    if control.ladders:
        iteration = walk.iteration_ends if moves is None else walk.iteration_ends & moves
        bit = ladder_bits(m, control.ladders, iteration, rst, style, loadable=loadable)
    at_end = start | last | resting
    boundary = m.wire("run_boundary", at_end if stands is None else at_end & ~stands)
    m.drive_reg(current, start, enable=boundary, reset=(rst, 0))
    if previous is not None:
        m.drive_reg(previous, current & last, enable=boundary, reset=(rst, 0))
    clearing = None
    if store.wipe is not None:
        clearing = m.forward_reg("clearing", 1)
        m.drive_reg(clearing, Const(1, 0), enable=boundary, reset=(rst, 1))
    return _Position(pc, start, boundary, last, current, previous, stands, bit, clearing)


def _joined(m: Module, position: _Position, core: int, joins: Net, rst: Net) -> tuple[Net, Net | None]:
    """Whether a core takes part in the run in progress, and in the one before where runs overlap."""
    current, previous = m.forward_reg(f"current_core{core}", 1), None
    ready = RetimingPoint(f"core{core}_joins", joins)
    m.drive_reg(current, position.start & ready, enable=position.boundary, reset=(rst, 0))
    if position.previous is not None:
        previous = m.reg(
            f"previous_core{core}", current & position.last, enable=position.boundary, reset=(rst, 0)
        )
    return current, previous


@dataclass(frozen=True)
class _ControlStore:
    """A control store in a module, and where the sequencer is in it."""

    m: Module
    control: StageControl
    store: Store
    packing: Packing
    position: _Position
    rst: Net
    style: str

    def read(self, threads: int) -> Mapping[Signal, Expr]:
        """The value of each signal, from the control store; all zero while idle rows pass."""
        m, store, packing, rst = self.m, self.store, self.packing, self.rst
        table, stands = self.control.table, self.position.stands
        memory = self._memory()
        clear = None if stands is None else (rst | stands, 0)
        late = bool(packing.codes or table.derived) and threads > 1
        address: Expr = self.position.pc
        if self.style == "block":
            # Without a reset they are the registers of the memory: behind its words, and at its output. Words
            # that are decoded are so between the last two of all.
            behind = threads if late else min(threads, _BEHIND_BLOCK + 1)
        else:  # what drives every table has a register of its own, where there are three
            address = RetimingPoint("word_address", address, above=FEW_THREADS)
            behind = 1
        read: Expr = Select(memory, address)
        for i in range(1, behind):
            read = RetimingPoint(f"word_lag{i}", read)
        if late:
            word = m.wire("word", read)
            now: dict[Signal, Expr] = {
                signal: m.reg(f"{signal.name}_now", packing.value(word, table, signal), reset=clear)
                for signal in table.outputs
                if self.control.tail or signal != PUSH_BEFORE
            }
        else:
            word = m.reg("word", read, reset=clear)
            now = self._decoded(word)
        if stands is not None:
            m.comment("idle rows: the counter stands still, the control word is zero")
            more = m.forward_reg("idle_left", store.idle_bits)
            follow: Expr = word[store.width - 1, packing.width]
            if late:
                follow = m.reg("idle_follow", follow, reset=clear)
            left = m.wire("idle_now", RetimingPoint("idle_counted", follow | more, above=FEW_THREADS))
            m.drive(stands, Compare("!=", left, Const(store.idle_bits, 0)))
            m.drive_reg(more, Arith("-", left, Const(store.idle_bits, 1)), enable=stands, reset=(rst, 0))
        return now

    def read_ahead(self) -> tuple[Mapping[Signal, Expr], Net | None]:
        """The value of each signal, to be put in a register, and whether idle rows pass, in which it is none.

        The word is read in every cycle. So while the counter stands still it is the next one, and waits. A
        memory of one bit a word says first whether idle rows follow: less logic stands behind it than behind
        the number.
        """
        m, store, rst = self.m, self.store, self.rst
        pc, stands = self.position.pc, self.position.stands
        word = m.reg("word", Select(self._memory(), pc))
        now = self._decoded(word)
        if stands is None:
            return now, None
        m.comment("idle rows: the counter stands still, the control word is zero")
        idle = m.reg("idle", stands, reset=(rst, 1))
        flags = [*(int(rows > 0) for rows in store.idle), 0]
        memory = m.memory("idle_rows_follow", 1, len(flags), style="distributed", init=flags)
        follows = m.reg("follows", Select(memory, pc))
        more, further = m.forward_reg("idle_left", store.idle_bits), m.forward_reg("idles", 1)
        left = m.wire("idle_now", gate(~idle, word[store.width - 1, self.packing.width]) | more)
        one = Const(store.idle_bits, 1)
        m.drive(stands, any_of(follows & ~idle, further))
        m.drive_reg(more, Arith("-", left, one), enable=stands, reset=(rst, 0))
        m.drive_reg(further, Compare("!=", left, one), enable=stands, reset=(rst, 0))
        return now, idle

    def _decoded(self, word: Net) -> dict[Signal, Expr]:
        table = self.control.table
        return {signal: self.packing.value(word, table, signal) for signal in table.outputs}

    def _memory(self) -> Memory:
        """The words; behind them is the one of rest, all zero."""
        store, width = self.store, self.packing.width
        self.m.comment(f"control store: {len(store.words)} words of {store.width} bits, and a word of rest")
        packed = (word | rows << width for word, rows in zip(store.words, store.idle, strict=True))
        return self.m.memory("store", store.width, len(store.words) + 1, style=self.style, init=(*packed, 0))


def _stored(control: StageControl, style: str, *, registered: bool) -> tuple[Packing, Store]:
    """The table as it is stored; with columns as numbers where that saves a block memory. With a register
    behind the words these count no idle rows, if that makes the store little larger.
    """

    def stored(*, encode: bool, counted: bool) -> tuple[Packing, Store]:
        packing = pack(table.rows, table.width, encode=encode, shared=shared)
        rows = packing.words(table.rows)
        windows, ladders = control.windows, control.ladders
        runs, tail = control.runs, control.tail
        store = compress(rows, packing.width, windows, tail, runs, ladders, counted=counted)
        return packing, store

    table = control.table
    shared = columns_shared(table)
    plain, counted = stored(encode=False, counted=True), True
    if registered:
        uncounted = stored(encode=False, counted=False)
        if uncounted[1].bits <= _LITTLE_LARGER * plain[1].bits:
            plain, counted = uncounted, False
    if style != "block":
        return plain
    return min(plain, stored(encode=True, counted=counted), key=lambda made: _block_memories(made[1]))


def _block_memories(store: Store) -> int:
    """How many block memories of 18 kbit a control store fills."""
    words = len(store.words) + 1
    return min(-(-words // deep) * -(-store.width // wide) for deep, wide in _SHAPES)


@dataclass(frozen=True)
class _Early:
    """What a walk by an early sequence table knows of the next word.

    `ends`: a register, to be driven: `pc` is at the last word of a run. `ends_after`: whether the next word
    is one. `again`: whether the run is played again, and where it begins. `next_first`: where the next run
    does.
    """

    pc: Net
    ends: Net
    ends_after: Expr
    again: Sequence[tuple[Expr, Expr]]
    next_first: Expr

    def reaches(self, row: Const) -> Expr:
        """Whether the next word is this one, if the walk says which."""
        before = Const(row.width, (row.value - 1) % (1 << row.width), f"BEFORE_{row.name}")
        found: Expr = Mux(self.ends, Compare("==", self.next_first, row), Compare("==", self.pc, before))
        for repeats, begin in self.again:
            found = Mux(repeats, Compare("==", begin, row), found)
        return found


class _Walk:
    """From one word of the store to the next: the one `below` it or another; not where one of `stops` is."""

    def __init__(
        self,
        m: Module,
        store: Store,
        pc: Net,
        below: Expr,
        moves: Expr | None,
        stops: Sequence[Expr],
        rst: Net,
    ) -> None:
        self.m, self.store, self.pc, self.below = m, store, pc, below
        self.moves, self.stops, self.rst = moves, stops, rst
        self.iteration_ends: Expr
        """Whether this is the last word of an iteration of a ladder."""
        self.early: _Early | None = None
        """What is known a cycle before, where the sequence table is early."""

    def _address(self, word: int, name: str) -> Const:
        return Const(self.pc.width, word, name)

    def _number(self, loop: int) -> str:
        """What tells a loop from the others in a name, if there are any."""
        return str(loop) if len(self.store.loops) > 1 else ""

    def _rounds(self, bits: int, loop: int) -> Const:
        """How often a loop is played again."""
        return Const(bits, self.store.loops[loop].times - 1, f"LOOP{self._number(loop)}_REPEATS")

    def in_order(self) -> Expr:
        """The next address; one counter holds the rounds left of the loop to come or in progress."""
        m, loops = self.m, self.store.loops
        after = self.below
        if not loops:
            return after
        bits = max(1, self.store.times_bits)
        left = m.forward_reg("rounds_left", bits)
        more = Compare("!=", left, Const(bits, 0))
        less = Arith("-", left, Const(bits, 1))
        rounds: Expr = left
        again: list[Expr] = []
        climbed: list[Expr] = []
        for k, loop in reversed(list(enumerate(loops))):
            number = self._number(k)
            end = m.wire(
                f"loop_end{number}", Compare("==", self.pc, self._address(loop.last, f"LOOP{number}_LAST"))
            )
            repeat = m.wire(f"again{number}", RetimingPoint(f"is_again{number}", end & more))
            again.append(repeat)
            climbed += [end] * loop.ladder
            after = Mux(repeat, self._address(loop.first, f"LOOP{number}_FIRST"), after)
            rounds = Mux(end, self._rounds(bits, (k + 1) % len(loops)), rounds)
        anew = reduce(lambda a, b: a | b, again)
        m.drive_reg(left, Mux(anew, less, rounds), enable=self.moves, reset=(self.rst, self._rounds(bits, 0)))
        if climbed:
            self.iteration_ends = any_of(*climbed)
        return after

    def by_sequence_table(
        self, style: str, threads: int, *, registered: bool, jump: tuple[Net, Expr] | None
    ) -> Expr:
        """The next address. `jump`: that a run starts, and the place of its first entry; for several threads.

        Entry k of the sequence table: the last word of run k; the first one of run k + 1 and how often, less
        one, that is played; where there are ladders, whether run k is an iteration of one. After the last run
        comes the first, which is played once.
        """
        m, store, pc = self.m, self.store, self.pc
        count, bits, rounds, width = len(store.entries), pc.width, store.times_bits, store.entry_bits
        large = style == "block" and count * width >= SMALL
        ahead_of_time = threads == 1 and (registered or large)
        if not large or registered:  # tables with a register answer sooner than a block memory
            style = "distributed"
        sequence_table, place, onward = self._table(style)
        goes_on = m.forward("goes_on", 1)
        ahead: Expr = Mux(goes_on, RetimingPoint("place_below", onward), place)
        if jump is not None:
            ahead = Mux(jump[0], jump[1], ahead)
        clear: Expr = self.rst
        if ahead_of_time:  # the entry at `place` is read when it is its turn
            begins = m.reg("table_begins", self.rst)
            clear = self.rst | begins  # until then it is anything, after power-up the end of a run, too
            reads = m.wire("reads", any_of(goes_on, begins))
            m.drive_reg(place, onward, enable=reads, reset=(self.rst, 0))
            entry = m.reg("entry", Select(sequence_table, place), enable=reads)
        elif style == "block" and threads == 2:  # it is read a cycle ahead
            ahead = m.wire("place_ahead", Mux(self.rst, Const(place.width, 0), ahead))
            m.drive_reg(place, ahead)
            entry = m.reg("entry", Select(sequence_table, ahead))
        else:
            m.drive_reg(place, ahead, reset=(self.rst, store.wipe_entry))
            read = RetimingPoint("entry_read", Select(sequence_table, place), above=FEW_THREADS)
            entry = m.wire("entry", RetimingPoint("entry_out", read, above=MANY_THREADS))
        run_end, next_first = entry[bits - 1, 0], entry[2 * bits - 1, bits]

        ends = m.wire("run_ends", RetimingPoint("is_run_end", Compare("==", pc, run_end)))
        done: Expr = ends
        after = Mux(ends, next_first, self.below)
        if rounds:
            left = m.forward_reg("rounds_left", rounds)
            more = RetimingPoint("is_more", Compare("!=", left, Const(rounds, 0)))
            again = m.wire("again", ends & more)
            begin = m.forward_reg("run_begin", bits)
            after = Mux(again, begin, after)
            done = ends & ~again
            less = Arith("-", left, Const(rounds, 1))
            times = entry[2 * bits + rounds - 1, 2 * bits]
            m.drive_reg(
                left, Mux(goes_on, times, Mux(again, less, left)), enable=self.moves, reset=(clear, 0)
            )
            m.drive_reg(begin, Mux(goes_on, next_first, begin))
        gates = [~stop for stop in self.stops] + ([] if self.moves is None else [self.moves])
        m.drive(goes_on, RetimingPoint("is_going_on", reduce(lambda a, b: a & b, gates, done), above=3))
        self._say_iteration_ends(ends, entry)
        return RetimingPoint("row_after", after, above=3)

    def by_early_table(self) -> Expr:
        """The next address, for one thread and a clock: registers say a cycle before whether a run ends, and
        whether it is played again, as comparing takes long.

        So an entry has the word before the last one of run k, and besides whether run k + 1 has one word
        only. The entry of the first run is there from a reset on.
        """
        m, store, pc = self.m, self.store, self.pc
        bits, rounds = pc.width, store.times_bits
        sequence_table, place, onward = self._table("distributed")
        goes_on = m.forward("goes_on", 1)
        m.drive_reg(place, onward, enable=goes_on, reset=(self.rst, 1 % len(store.entries)))
        first = self._packed()[0]
        entry = m.reg("entry", Select(sequence_table, place), enable=goes_on, reset=(self.rst, first))
        before_end, next_first = entry[bits - 1, 0], entry[2 * bits - 1, bits]
        next_single = entry[store.entry_bits - 1]

        ends = m.forward_reg("run_ends", 1)
        done: Expr = ends
        after = Mux(ends, next_first, self.below)
        ends_after: Expr = Mux(ends, next_single, Compare("==", pc, before_end))
        repeats: list[tuple[Expr, Expr]] = []
        if rounds:
            left, more = m.forward_reg("rounds_left", rounds), m.forward_reg("is_more", 1)
            begin, single = m.forward_reg("run_begin", bits), m.forward_reg("run_is_single", 1)
            again = m.wire("again", ends & more)
            repeats.append((again, begin))
            after, ends_after = Mux(again, begin, after), Mux(again, single, ends_after)
            done = ends & ~more
            times, one = entry[2 * bits + rounds - 1, 2 * bits], Const(rounds, 1)
            m.drive_reg(
                left, Mux(goes_on, times, Mux(again, Arith("-", left, one), left)), reset=(self.rst, 0)
            )
            more_after = Mux(again, Compare("!=", left, one), more)
            more_after = Mux(goes_on, Compare("!=", times, Const(rounds, 0)), more_after)
            m.drive_reg(more, more_after, reset=(self.rst, 0))
            m.drive_reg(begin, Mux(goes_on, next_first, begin))
            m.drive_reg(single, Mux(goes_on, next_single, single))
        self.early = _Early(pc, ends, ends_after, repeats, next_first)
        m.drive(goes_on, reduce(lambda a, b: a & b, [~stop for stop in self.stops], done))
        self._say_iteration_ends(ends, entry)
        return after

    def _packed(self) -> list[int]:
        """The entries of the sequence table."""
        store, entries = self.store, self.store.entries
        bits, early = self.pc.width, int(store.early)
        return [
            (run.last - early) % (1 << bits)
            | then.first << bits
            | then.times - 1 << 2 * bits
            | run.ladder << 2 * bits + store.times_bits
            | (early and then.size == 1) << store.entry_bits - 1
            for run, then in zip(entries, [*entries[1:], entries[0]], strict=True)
        ]

    def _table(self, style: str) -> tuple[Memory, Net, Expr]:
        """The sequence table, the register for the place in it, and the next place."""
        m, count = self.m, len(self.store.entries)
        m.comment(f"sequence table: {count} entries: repeats and first row of the next run, last row of this")
        table = m.memory("sequence_table", self.store.entry_bits, count, style=style, init=self._packed())
        bits = (count - 1).bit_length()
        place = m.forward_reg("place", bits)
        onward: Expr = Arith("+", place, Const(bits, 1))
        if count < 1 << bits:
            is_last = Compare("==", place, Const(bits, count - 1, "LAST_ENTRY"))
            onward = Mux(is_last, Const(bits, 0), onward)
        return table, place, onward

    def _say_iteration_ends(self, ends: Expr, entry: Net) -> None:
        if any(each.ladder for each in self.store.entries):
            self.iteration_ends = ends & entry[2 * self.pc.width + self.store.times_bits]
