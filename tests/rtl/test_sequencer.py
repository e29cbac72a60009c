"""StageControl tables and the sequencer that plays them: compression, starts, drain, rest, waiting, reset."""

import random
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.evidence import verilator
from pairforge.hdl import design_files
from pairforge.hdl.expressions import Net, Select
from pairforge.hdl.interleave import interleaved
from pairforge.hdl.module import Module
from pairforge.hdl.statements import Load
from pairforge.rtl import microcode, sequencer
from pairforge.rtl.block_controllers import build_block_controllers, split
from pairforge.rtl.control import POP, PUSH, PUSH_BEFORE, ControlTable, Signal, StageControl
from pairforge.rtl.microcode import Entry, Ladder, RunRows, Store, Window, compress
from pairforge.rtl.sequencer import build_sequencer

GOLDEN = Path(__file__).with_name("golden")
ROW, BROAD = Signal("row", 5), Signal("broad", 60)


@pytest.fixture
def free_sequence_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What plays a sequence table and what decodes columns costs nothing, so that small tables have both.

    They are in the memory asked for.
    """
    monkeypatch.setattr(microcode, "_PLAYER", -(1 << 20))
    monkeypatch.setattr(sequencer, "_block_memories", lambda store: store.bits)
    monkeypatch.setattr(sequencer, "SMALL", 0)


def whole(rows: Sequence[int], wait: int | None = None) -> list[RunRows]:
    """All rows as those of one run."""
    return [RunRows(0, len(rows), wait)]


def played(store: Store) -> list[int]:
    rows = []
    for entry in store.entries:
        part = range(entry.first, entry.first + entry.size)
        rows += [row for i in part for row in (store.words[i], *[0] * store.idle[i])] * entry.times
    return rows


@st.composite
def tables(draw: Any) -> Any:
    """Rows with a part that repeats, and what must stay as it is."""
    value = st.integers(0, 3)
    head = draw(st.lists(value, min_size=1, max_size=6))
    part = draw(st.lists(value, min_size=1, max_size=5))
    rows = head + part * draw(st.integers(1, 6)) + draw(st.lists(value, min_size=1, max_size=6))
    return rows, Window(0, len(rows), len(part)), draw(st.integers(0, len(head)))


@given(tables())
@settings(max_examples=300, deadline=None)
def test_a_compressed_table_plays_back_to_the_same_rows(drawn: tuple[list[int], Window, int]) -> None:
    rows, window, keep = drawn
    store = compress(rows, 2, [window], keep, whole(rows))
    assert store.in_order
    assert played(store) == rows
    for loop in store.loops:
        assert loop.first >= keep
        assert loop.last + 1 < len(store.words)  # the last row is not in the loop


@given(tables())
@settings(max_examples=100, deadline=None)
def test_a_table_without_loops_is_stored_as_it_is(drawn: tuple[list[int], Window, int]) -> None:
    rows, _, keep = drawn
    store = compress(rows, 2, [], max(keep, 1), whole(rows))
    assert (list(store.words), list(store.loops)) == (rows, [])


def test_what_repeats_is_stored_once() -> None:
    rows = [9, 8, *[1, 2, 3] * 20, 7]
    store = compress(rows, 4, [Window(1, len(rows), 3)], 1, whole(rows))
    assert (list(store.words), store.loops) == ([9, 8, 1, 2, 3, 7], [Entry(2, 3, 20)])


@st.composite
def programs(draw: Any) -> Any:
    """Rows of a program that calls a few routines, straight on or in loops, idle now and then.

    With them where the loops are, how many rows must stay, where a stage waits, and the ladders.
    """
    word = st.one_of(st.just(0), st.integers(0, 2), st.integers(0, 7))
    routines = draw(st.lists(st.lists(word, min_size=1, max_size=7), min_size=1, max_size=4))
    rows = draw(st.lists(word, min_size=1, max_size=4))
    keep = draw(st.sampled_from([0, 0, 1, len(rows)]))
    windows, ladders = [], []
    for _ in range(draw(st.integers(1, 8))):
        rows = rows + draw(st.lists(word, max_size=3))
        body = draw(st.sampled_from(routines))
        times = draw(st.sampled_from([1, 1, 2, 3, 20, 700]))
        if times > 1:
            end = len(rows) + times * len(body) + draw(st.integers(0, 4))
            windows.append(Window(len(rows), end, len(body)))
            if times < 20 and draw(st.booleans()):
                ladders.append(Ladder(len(rows), len(body), (1, 0, 1)[:times]))
        rows = rows + body * times
    wait = draw(st.sampled_from([None, len(rows)]))
    return [*rows, *draw(st.lists(word, min_size=3, max_size=5))], windows, keep, wait, ladders


@given(programs())
@settings(max_examples=300, deadline=None)
@pytest.mark.usefixtures("free_sequence_table")
def test_a_sequence_table_plays_back_to_the_same_rows(drawn: Sequence[Any]) -> None:
    rows, windows, keep, wait, ladders = drawn
    store = compress(rows, 3, windows, keep, whole(rows, wait), ladders)
    assert played(store) == rows
    assert all(entry.first >= 0 and entry.last < len(store.words) for entry in store.entries)
    assert all(idle < 1 << store.idle_bits for idle in store.idle)
    climbed = [entry for entry in store.entries if entry.ladder]
    assert [entry.times for entry in climbed] == [len(ladder.bits) for ladder in ladders]
    # Fixed words are in one place, played once: what compares with their addresses means them alone.
    plays = Counter(
        word for e in store.entries for word in range(e.first, e.last + 1) for _ in range(e.times)
    )
    head = store.entries[0].first
    assert all(plays[head + i] == 1 for i in range(max(keep, 1)))
    assert store.entries[0].size >= keep
    assert plays[store.entries[-1].last] == 1
    if wait is not None:
        (at,) = store.waits
        assert plays[at] == 1
        assert store.words[at] == rows[wait]
        assert store.idle[at] == 0  # waiting is to play it again


def test_bodies_that_recur_with_other_counts_are_stored_once() -> None:
    rng = random.Random(3)
    double, add, rest = ([rng.getrandbits(150) for _ in range(n)] for n in (60, 40, 300))
    rows, windows = list(rest), []
    for _ in range(5):
        for times in (1, 2, 3, 9, 32, 16):
            for body, count in ((double, times), (add, 1)):
                windows.append(Window(len(rows), len(rows) + count * len(body), len(body)))
                rows += body * count
        rows += [rng.getrandbits(150) for _ in range(20)]
    store = compress(rows, 150, windows, 0, whole(rows))
    assert played(store) == rows
    assert len(store.words) == 300 + 60 + 40 + 5 * 20
    assert len(store.entries) <= 1 + 5 * (12 + 1)
    assert store.bits == 500 * 150 + len(store.entries) * (9 + 9 + 5)
    assert store.summary == "500 words x 150 bits + 65 entries x 23 bits = 74.7 kbit"


def test_a_sequence_table_must_be_worth_its_hardware() -> None:
    body = list(range(1, 40))
    rows = [50, *body, 51, *body, 52]
    assert compress(rows, 6, [], 0, whole(rows)).in_order
    wide = [row << 400 for row in rows]
    store = compress(wide, 406, [], 0, whole(wide))
    assert len(store.words) == 42
    assert [(e.first, e.size) for e in store.entries] == [(0, 41), (1, 39), (41, 1)]


def test_a_long_time_in_which_nothing_happens_is_a_loop() -> None:
    rows = [1, *[0] * 9000, 2]
    store = compress(rows, 20, [], 0, whole(rows))
    assert played(store) == rows
    assert len(store.words) < 6


def test_a_large_table_is_compressed_in_seconds() -> None:
    rng = random.Random(5)
    bodies = [[rng.getrandbits(150) for _ in range(rng.randrange(200, 900))] for _ in range(6)]
    rows: list[int] = []
    windows = []
    while len(rows) < 300_000:
        body, times = rng.choice(bodies), rng.choice((1, 2, 3, 9, 30))
        rows += [rng.getrandbits(150) for _ in range(rng.randrange(3))]
        windows.append(Window(len(rows), len(rows) + times * len(body), len(body)))
        rows += body * times
    rows.append(1)
    began = time.process_time()
    store = compress(rows, 150, windows, 0, whole(rows))
    assert time.process_time() - began < 3
    assert len(store.words) < sum(map(len, bodies)) + 2 * len(windows)


def test_two_values_for_one_signal_in_one_cycle_are_a_mistake_of_the_binder() -> None:
    table = ControlTable(4, rows=[0] * 4)
    table.add(ROW)
    table.set(ROW, 1, 3)
    table.set(ROW, 5, 3)
    with pytest.raises(AssertionError, match=r"^row is both 3 and 2 in cycle 1$"):
        table.set(ROW, 1, 2)


# -- the sequencer itself ------------------------------------------------------------------------------


def made(
    table: ControlTable,
    tail: int,
    wait: int | None,
    windows: Sequence[Any] = (),
    ladders: Any = (),
    regions: Any = (("all", 0),),
) -> StageControl:
    """A stage that has nothing but a table."""
    return StageControl(
        table,
        {},
        {},
        {},
        (),
        (),
        {},
        windows,
        regions,
        ladders,
        tail,
        whole(table.rows, wait),
        ends_before=False,
    )


def toy_table(interval: int) -> ControlTable:
    """Idle rows but for the first, in which an element is taken."""
    table = ControlTable(interval, rows=[0] * interval)
    for signal in (POP, PUSH, PUSH_BEFORE, ROW):
        table.add(signal)
    table.set(POP, 0, 1)
    return table


def two_loops(interval: int, wait: int) -> StageControl:
    """Rows that repeat with periods 3 (from row 4 on) and 5 (from row 18 on), most of them idle."""
    table = toy_table(interval)
    for cycle in (*range(4, 16, 3), *range(18, 33, 5), 34, interval - 1):
        table.set(ROW, cycle, {0: 9, 1: 10}.get((cycle - 18) // 15, 7))
    table.set(PUSH, wait + 2, 1)
    return made(table, 0, wait, [Window(1, 18, 3), Window(18, 34, 5)])


def control(interval: int, period: int, tail: int, wait: int | None) -> StageControl:
    """A table whose rows show their number, those from `period` to twice `period` and on repeating."""
    table = toy_table(interval)
    for i in range(interval):
        repeated = period + (i - period) % period if period and period <= i < interval - 2 else i
        table.set(ROW, i, 1 + repeated)
    table.set(PUSH, interval - 1, 1)
    if tail:
        table.set(PUSH_BEFORE, tail - 1, 1)
    return made(table, tail, wait, [Window(period, interval, period)] if period else [])


def calls(*parts: tuple[list[int], int], tail: int = 0, wait: bool = False, bits: str = "") -> StageControl:
    """Rows by their numbers, each part some times over. `bits`: parts called more than once climb them.

    A row has a column of its own as well, one in common with some others, and many that make it broad.
    """
    rows = [row for part, times in parts for row in part * times]
    table = toy_table(len(rows))
    table.add(BROAD)
    regions: list[tuple[str, int]] = []
    windows, ladders = [], []
    at = 0
    for part, times in parts:
        regions.append((f"part.{len(regions)}", at))
        if times > 1:
            windows.append(Window(at, at + times * len(part), len(part)))
            if bits:
                ladders.append(Ladder(at, len(part), [int(bit) for bit in bits[:times]]))
                bits = bits[times:]
        at += times * len(part)
    for cycle, row in enumerate(rows):
        table.set(ROW, cycle, row)
        own = 1 << row | (row % 3 == 0) << 20 | random.Random(row).getrandbits(39) << 21
        table.set(BROAD, cycle, row and own)
    table.set(PUSH, len(rows) - 1, 1)
    if tail:
        table.set(PUSH_BEFORE, tail - 1, 1)
    return made(table, tail, len(rows) - 3 if wait else None, windows, ladders, regions)


class Model:
    """The sequencer by its words: rows in order, effects of real runs only, no compression.

    clears: a reset clears the control word too, which otherwise shows one more row. gated: in the cycle of a
    reset it is zero.
    """

    def __init__(self, control: StageControl, clears: bool = False, gated: bool = False) -> None:
        self.control = control
        self.clears = clears
        self.gated = gated
        self.at: int | None = None
        self.current = self.previous = False
        self.shown: tuple[int, int, int, int | None, int] = (0, 0, 0, None, 0)

    def bit(self, row: int) -> int | None:
        """The bit of the iteration of a ladder that a row belongs to; None: of none."""
        for ladder in self.control.ladders:
            if 0 <= row - ladder.first < ladder.period * len(ladder.bits):
                return ladder.bits[(row - ladder.first) // ladder.period]
        return None

    def step(self, rst: int, ready: int, proceed: int) -> tuple[int | None, ...]:
        """One cycle: (start, pop, push, row, ladder bit, broad) as they stand before the clock edge."""
        table, tail = self.control.table, self.control.tail
        last = self.at == table.interval - 1
        start = bool((self.at is None or last) and ready)
        found = (int(start), *self.shown)
        if rst and self.gated:
            found = (int(start), 0, 0, 0, None, 0)
        word = 0 if self.at is None else table.rows[self.at]
        field = {s.name: word >> table.offset[s.name] & ((1 << s.width) - 1) for s in table.signals}
        push = (field["push"] and self.current) or (field["push_before"] and self.previous)
        bit = None if self.at is None else self.bit(self.at)
        broad = field.get("broad", 0)
        self.shown = (int(field["pop"] and self.current), int(push), field["row"], bit, broad)
        if rst:
            self.at, self.current, self.previous = None, False, False
            self.shown = (0, 0, *((0, None, 0) if self.clears else (field["row"], None, broad)))
        elif start:
            self.at, self.previous, self.current = 0, self.current and last, True
        elif self.at is None:
            self.previous = self.current = False
        elif last:
            self.at = 0 if self.current and tail else None
            self.previous, self.current = self.current, False
        elif tail and self.at == tail - 1 and not self.current:
            self.at = None
        elif self.at != self.control.runs[0].wait or proceed:
            self.at += 1
        return found


BENCH = """
module bench;
  reg clk = 0;
  reg [2:0] stimulus [0:CYCLES-1];
  wire start, pop, push;
  wire ladder_bit;
  wire [59:0] broad;
  wire [4:0] row;
  integer i;
  reg rst, ready, proceed;
  SEQUENCER
  initial begin
    $readmemb("stimulus.txt", stimulus);
    for (i = 0; i < CYCLES; i = i + 1) begin
      {rst, ready, proceed} = stimulus[i];
      #1 $display("%b %b %b %0d %b %0d", start, pop, push, row, ladder_bit, broad);
      #1 clk = 1;
      #1 clk = 0;
    end
  end
endmodule
"""


def simulated(
    module: Module, stimulus: Sequence[tuple[int, int, int]], folder: Path, held: str = ""
) -> list[tuple[Any, ...]]:
    """What the emitted Verilog does, in Icarus Verilog. `held`: what registers have after power-up."""
    named = {"start_ready": "ready"}
    pins = ", ".join(f".{net.name}({named.get(net.name, net.name)})" for _, net in module.ports)
    bench = BENCH.replace("CYCLES", str(len(stimulus))).replace("SEQUENCER", f"{module.name} dut ({pins});")
    bench = bench.replace("  initial begin", f"  initial begin\n    {held}", 1)
    files = {**design_files(module, "Toy."), "bench.v": bench}
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "stimulus.txt").write_text("".join(f"{r}{s}{p}\n" for r, s, p in stimulus))
    subprocess.run(["iverilog", "-g2012", "-o", "bench", *files], cwd=folder, check=True)
    done = subprocess.run(["vvp", "-N", "bench"], cwd=folder, check=True, capture_output=True, text=True)
    return [
        tuple(int(x) if x.isdigit() else x for x in line.split())
        for line in done.stdout.splitlines()
        if line[0] in "01x"
    ]


SHAPES = {
    "plain": control(6, 0, 0, None),
    "overlapping runs": control(9, 0, 3, None),
    "a loop": control(20, 3, 2, None),
    "a loop of one row": control(12, 1, 1, None),
    "waits for the output": control(8, 0, 0, 5),
    "two loops and idle rows": two_loops(44, 40),
}
A, B, C = [3, 4, 5], [6, 7], [8]
SEQUENCES = {
    "runs of one row": calls(([1, 2], 1), (C, 1), (A, 1), (C, 1), (B, 1), (C, 1), ([9, 10], 1)),
    "loops that recur": calls(([1], 1), (A, 3), (B, 1), (A, 2), (C, 4), (B, 1), (A, 5), (B, 3), ([9], 1)),
    "overlapping": calls(([1, 2, 3], 1), (A, 2), (B, 1), (A, 3), (B, 1), ([9], 1), tail=3),
    "overlapping in a run": calls(([1, 2], 1), (A, 1), (A, 2), (C, 1), (A, 1), ([9], 1), tail=1),
    "waits": calls(([1], 1), (A, 2), (B, 1), (A, 4), ([9, 10], 1), (B, 1), ([11], 1), wait=True),
    "idle rows": calls(([1], 1), ([3, 0, 0, 0], 3), (B, 1), ([3, 0, 0, 0], 2), ([9, 0, 0, 10], 1)),
    "ladders": calls(([1], 1), (A, 5), (B, 1), (A, 3), (B, 1), (A, 1), ([9], 1), bits="10110011"),
}


def shaped(
    name: str, threads: int = 1, style: str = "distributed", *, registered: bool = False
) -> tuple[StageControl, Module, Store]:
    shape = (SHAPES | SEQUENCES)[name]
    module, store = build_sequencer(
        "sequencer",
        shape,
        first=True,
        style=style,
        doc="Toy sequencer.",
        threads=threads,
        registered=registered,
    )
    return shape, module, store


def drawn_stimulus(rng: Random) -> list[tuple[int, int, int]]:
    """Stretches of busy, idle and mixed, with resets in any cycle."""
    stimulus = [(1, 0, 0)] * 2
    for _ in range(40):
        likely = rng.choice((0.02, 0.5, 1.0))
        resets = rng.choice((0.0, 0.0, 0.05))
        for _ in range(rng.randrange(10, 60)):
            reset, ready, proceed = rng.random() < resets, rng.random() < likely, rng.random() < 0.5
            stimulus.append((int(reset), int(ready), int(proceed)))
    return stimulus


def check_against_its_words(
    shape: StageControl,
    idle_bits: int,
    stimulus: Sequence[tuple[int, int, int]],
    found: Sequence[tuple[Any, ...]],
    *,
    gated: bool = False,
) -> None:
    """The bits of ladders are looked at where they count."""
    model = Model(shape, clears=bool(idle_bits), gated=gated)
    wanted = [model.step(*inputs) for inputs in stimulus]
    seen = [
        (*row[:4], None if model_row[4] is None else row[4], row[5] if BROAD in shape.table.signals else 0)
        for row, model_row in zip(found, wanted, strict=True)
    ]
    assert seen[2:] == wanted[2:]


@pytest.mark.parametrize("name", SHAPES)
def test_the_sequencer_does_what_its_words_say_under_any_starts_waits_and_resets(
    name: str, tmp_path: Path
) -> None:
    shape, module, store = shaped(name)
    assert store.in_order
    assert len(store.loops) == len(shape.windows)
    stimulus = drawn_stimulus(random.Random(7))
    check_against_its_words(shape, store.idle_bits, stimulus, simulated(module, stimulus, tmp_path))


@pytest.mark.parametrize("style", ["distributed", "block"])
@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.usefixtures("free_sequence_table")
def test_a_sequence_table_is_played_under_any_starts_waits_and_resets(
    name: str, style: str, tmp_path: Path
) -> None:
    shape, module, store = shaped(name, style=style)
    assert not store.in_order
    stimulus = drawn_stimulus(random.Random(8))
    check_against_its_words(shape, store.idle_bits, stimulus, simulated(module, stimulus, tmp_path))


@pytest.mark.usefixtures("free_sequence_table")
def test_a_sequence_table_says_nothing_before_it_is_read(tmp_path: Path) -> None:
    """After power-up its register may say that a run ends where the counter rests, and is played again."""
    shape, module, store = shaped("loops that recur", style="block")
    rests = (1 << store.entry_bits) - (1 << store.address_bits) + len(store.words)
    held = f"dut.entry = {store.entry_bits}'d{rests};"
    stimulus = drawn_stimulus(random.Random(8))[1:]  # one cycle of reset
    found = simulated(module, stimulus, tmp_path, held)
    check_against_its_words(shape, store.idle_bits, stimulus, found)


@pytest.mark.parametrize("style", ["distributed", "block"])
@pytest.mark.parametrize("name", [*SHAPES, *SEQUENCES])
@pytest.mark.usefixtures("free_sequence_table")
def test_behind_a_register_all_but_the_start_comes_a_cycle_later(
    name: str, style: str, tmp_path: Path
) -> None:
    """As where a clock is asked for; the end of a run is known a cycle before."""
    shape, module, store = shaped(name, style=style, registered=True)
    assert store.early is (not store.in_order and not store.idle_bits)
    for seed in range(3):
        stimulus = drawn_stimulus(random.Random(seed))
        found = simulated(module, [*stimulus, (0, 0, 0)], tmp_path)
        late = [(now[0], *then[1:]) for now, then in pairwise(found)]
        check_against_its_words(shape, store.idle_bits, stimulus, late, gated=True)


@pytest.mark.parametrize("threads", [2, 3, 4, 8])
@pytest.mark.parametrize("name", ["a loop", *SEQUENCES])
@pytest.mark.usefixtures("free_sequence_table")
def test_each_thread_plays_its_own_words(name: str, threads: int, tmp_path: Path) -> None:
    shape, module, store = shaped(name, threads=threads, style="block")
    streams = [drawn_stimulus(random.Random(thread))[:1000] for thread in range(threads)]
    together = [row for rows in zip(*streams, strict=True) for row in rows]
    made_for_threads = interleaved(module, threads)
    late = made_for_threads.late
    assert not any(cycles for name, cycles in late.items() if name != "start")
    found = simulated(made_for_threads.module, [*together, *together[: late["start"]]], tmp_path)
    starts = [row[0] for row in found[late["start"] :]]
    found = [(start, *row[1:]) for start, row in zip(starts, found, strict=False)]
    for thread, stimulus in enumerate(streams):
        check_against_its_words(shape, store.idle_bits, stimulus, found[thread::threads])


@pytest.mark.parametrize("threads", [2, 3, 4])
def test_the_registers_of_a_block_memory_have_no_reset(threads: int) -> None:
    """One that reset the words would reset the register at the output too, a cycle early."""
    _, module, store = shaped("two loops and idle rows", threads=threads, style="block")
    assert store.idle_bits
    loads = [s for s in interleaved(module, threads).module.body if isinstance(s, Load)]
    read = [s for s in loads if isinstance(s.value, Select) and s.value.memory.name == "store"]
    names = {s.net.name for s in read}
    behind = [s for s in loads if isinstance(s.value, Net) and s.value.name in names]
    assert read and behind
    assert all(s.reset is None for s in (read + behind if threads > 2 else read))


BLOCKS = [name for name, shape in (SHAPES | SEQUENCES).items() if not shape.tail]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", BLOCKS)
def test_a_controller_for_each_block_does_the_same(name: str, threads: int, tmp_path: Path) -> None:
    shape = (SHAPES | SEQUENCES)[name]
    module, plan = build_block_controllers("sequencer", shape, first=True, doc="Toy sequencer.")
    assert sum(turns.times > 1 for turns in plan.order) == sum(
        window.end - window.first >= 2 * window.period for window in shape.windows
    )
    assert verilator.lint(design_files(module, "Toy."), "sequencer") == []
    streams = [drawn_stimulus(random.Random(thread))[:1000] for thread in range(threads)]
    together = [row for rows in zip(*streams, strict=True) for row in rows]
    found = simulated(module if threads == 1 else interleaved(module, threads).module, together, tmp_path)
    for thread, stimulus in enumerate(streams):
        check_against_its_words(shape, 1, stimulus, found[thread::threads])


def test_blocks_that_are_the_same_have_one_controller() -> None:
    plan = split(SEQUENCES["loops that recur"])
    assert [(turns.controller, turns.times) for turns in plan.order] == [
        (0, 1), (1, 3), (2, 1), (1, 2), (3, 4), (2, 1), (1, 5), (2, 3), (4, 1),
    ]  # fmt: skip
    assert [block.name for block in plan.controllers] == ["part_0", "part_1", "part_2", "part_4", "part_8"]
    assert plan.summary.startswith("5 controllers, 8 words = 0.")


def test_a_lone_run_leaves_all_its_effects_and_rests() -> None:
    model = Model(control(9, 0, 3, None))
    found = [model.step(0, cycle == 0, 1) for cycle in range(30)]
    assert [cycle for cycle, (_, pop, *_) in enumerate(found) if pop] == [2]
    assert [cycle for cycle, (_, _, push, *_) in enumerate(found) if push] == [2 + 8, 2 + 9 + 2]
    assert found[-1] == (0, 0, 0, 0, None, 0)


@pytest.mark.parametrize("name", SHAPES | SEQUENCES)
@pytest.mark.usefixtures("free_sequence_table")
def test_the_sequencer_is_lint_clean(name: str) -> None:
    _, module, _ = shaped(name)
    assert verilator.lint(design_files(module, "Toy."), "sequencer") == []


@pytest.mark.parametrize(
    ("name", "file"), [("a loop", "sequencer.v"), ("two loops and idle rows", "sequencer-idle.v")]
)
def test_the_emitted_sequencer_is_the_golden_one(name: str, file: str) -> None:
    _, module, _ = shaped(name)
    assert design_files(module, "Toy.")["sequencer.v"] == (GOLDEN / file).read_text()


def test_idle_rows_are_counted_and_not_stored() -> None:
    shape = SHAPES["two loops and idle rows"]
    store = compress(shape.table.rows, shape.table.width, shape.windows, 0, shape.runs)
    assert played(store) == shape.table.rows
    assert store.idle_bits and max(store.idle) < 1 << store.idle_bits
    assert len(store.words) < 20
    (at,) = store.waits
    assert store.words[at] == 0 and store.idle[at] == 0  # waiting is to play it again
