"""Control tables and the sequencer that plays them: compression, starts, drain, rest, waiting, reset."""

import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.evidence import verilator
from pairforge.rtl.control import POP, PUSH, PUSH_BEFORE, Control, ControlTable, Signal
from pairforge.rtl.hdl import design_files
from pairforge.rtl.sequencer import StoredLoop, build_sequencer, compress

GOLDEN = Path(__file__).with_name("golden")
ROW = Signal("row", 5)


def played(store):
    rows, at = [], 0
    for loop in (*store.loops, None):
        first, size, count = (loop.first, loop.size, loop.count) if loop else (len(store.words), 0, 0)
        for times, low, high in ((1, at, first), (count, first, first + size)):
            rows += [row for i in range(low, high) for row in (store.words[i], *[0] * store.idle[i])] * times
        at = first + size
    return rows


@st.composite
def tables(draw):
    """Rows with a part that repeats, and what must stay as it is."""
    value = st.integers(0, 3)
    head = draw(st.lists(value, min_size=1, max_size=6))
    part = draw(st.lists(value, min_size=1, max_size=5))
    rows = head + part * draw(st.integers(1, 6)) + draw(st.lists(value, min_size=1, max_size=6))
    return ControlTable(len(rows), rows=rows), len(part), draw(st.integers(0, len(head)))


@given(tables())
@settings(max_examples=300, deadline=None)
def test_a_compressed_table_plays_back_to_the_same_rows(drawn):
    table, period, keep = drawn
    store = compress(table, [period], keep)
    assert played(store) == table.rows
    for loop in store.loops:
        assert loop.count > 1
        assert loop.first >= keep
        assert loop.first + loop.size < len(store.words)  # the last row is not in the loop


@given(tables())
@settings(max_examples=100, deadline=None)
def test_a_table_without_a_period_is_stored_as_it_is(drawn):
    table, _, keep = drawn
    store = compress(table, [], keep)
    assert (list(store.words), list(store.loops)) == (table.rows, [])


def test_what_repeats_is_stored_once():
    rows = [9, 8, *[1, 2, 3] * 20, 7]
    store = compress(ControlTable(len(rows), rows=rows), [3], 1)
    assert (list(store.words), store.loops) == ([9, 8, 1, 2, 3, 7], (StoredLoop(2, 3, 3, 20),))


def test_two_values_for_one_signal_in_one_cycle_are_a_mistake_of_the_binder():
    table = ControlTable(4, rows=[0] * 4)
    table.add(ROW)
    table.set(ROW, 1, 3)
    table.set(ROW, 5, 3)
    with pytest.raises(AssertionError, match=r"^row is both 3 and 2 in cycle 1$"):
        table.set(ROW, 1, 2)


# -- the sequencer itself ------------------------------------------------------------------------------


def two_loops(interval: int, wait: int) -> Control:
    """Rows that repeat with periods 3 (from row 4 on) and 5 (from row 18 on), most of them idle."""
    table = ControlTable(interval, rows=[0] * interval)
    for signal in (POP, PUSH, PUSH_BEFORE, ROW):
        table.add(signal)
    for cycle in (*range(4, 16, 3), *range(18, 33, 5), 34, interval - 1):
        table.set(ROW, cycle, {0: 9, 1: 10}.get((cycle - 18) // 15, 7))
    table.set(POP, 0, 1)
    table.set(PUSH, wait + 2, 1)
    return Control(table, {}, {}, {}, (), None, None, {}, 0, wait)


def control(interval: int, period: int, tail: int, wait: int | None) -> Control:
    """A table whose rows show their number, those from `period` to twice `period` and on repeating."""
    table = ControlTable(interval, rows=[0] * interval)
    for signal in (POP, PUSH, PUSH_BEFORE, ROW):
        table.add(signal)
    for i in range(interval):
        repeated = period + (i - period) % period if period and period <= i < interval - 2 else i
        table.set(ROW, i, 1 + repeated)
    table.set(POP, 0, 1)
    table.set(PUSH, interval - 1, 1)
    if tail:
        table.set(PUSH_BEFORE, tail - 1, 1)
    return Control(table, {}, {}, {}, (), None, None, {}, tail, wait)


class Model:
    """The sequencer by its words: rows in order, effects of real runs only, no compression.

    clears: a reset clears the control word too, which otherwise shows one more row.
    """

    def __init__(self, control: Control, clears: bool = False) -> None:
        self.control = control
        self.clears = clears
        self.at: int | None = None
        self.current = self.previous = False
        self.shown = (0, 0, 0)

    def step(self, rst: int, ready: int, proceed: int) -> tuple[int, int, int, int]:
        """One cycle: (start, pop, push, row) as they stand before the clock edge."""
        table, tail = self.control.table, self.control.tail
        last = self.at == table.interval - 1
        start = bool((self.at is None or last) and ready)
        found = (int(start), *self.shown)
        word = 0 if self.at is None else table.rows[self.at]
        field = {s.name: word >> table.offset[s.name] & ((1 << s.width) - 1) for s in table.signals}
        push = (field["push"] and self.current) or (field["push_before"] and self.previous)
        self.shown = (int(field["pop"] and self.current), int(push), field["row"])
        if rst:
            self.at, self.current, self.previous = None, False, False
            self.shown = (0, 0, 0 if self.clears else field["row"])
        elif start:
            self.at, self.previous, self.current = 0, self.current and last, True
        elif self.at is None:
            self.previous = self.current = False
        elif last:
            self.at = 0 if self.current and tail else None
            self.previous, self.current = self.current, False
        elif tail and self.at == tail - 1 and not self.current:
            self.at = None
        elif self.at != self.control.wait or proceed:
            self.at += 1
        return found


BENCH = """
module bench;
  reg clk = 0;
  reg [2:0] stimulus [0:CYCLES-1];
  wire start, pop, push;
  wire [4:0] row;
  integer i;
  reg rst, ready, proceed;
  SEQUENCER
  initial begin
    $readmemb("stimulus.txt", stimulus);
    for (i = 0; i < CYCLES; i = i + 1) begin
      {rst, ready, proceed} = stimulus[i];
      #1 $display("%b %b %b %0d", start, pop, push, row);
      #1 clk = 1;
      #1 clk = 0;
    end
  end
endmodule
"""


def simulated(module, wait, stimulus, folder: Path):
    """What the emitted Verilog does, in Icarus Verilog."""
    pins = ".clk(clk), .rst(rst), .start_ready(ready), .start(start), .pop(pop), .push(push), .row(row)"
    if wait is not None:
        pins += ", .proceed(proceed)"
    bench = BENCH.replace("CYCLES", str(len(stimulus))).replace("SEQUENCER", f"sequencer dut ({pins});")
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
    "plain": (control(6, 0, 0, None), []),
    "overlapping runs": (control(9, 0, 3, None), []),
    "a loop": (control(20, 3, 2, None), [3]),
    "a loop of one row": (control(12, 1, 1, None), [1]),
    "waits for the output": (control(8, 0, 0, 5), []),
    "two loops and idle rows": (two_loops(44, 40), [3, 5]),
}


def shaped(name):
    shape, periods = SHAPES[name]
    return shape, *build_sequencer(
        "sequencer", shape, periods, first=True, style="distributed", doc="Toy sequencer."
    )


@pytest.mark.parametrize("name", SHAPES)
def test_the_sequencer_does_what_its_words_say_under_any_starts_waits_and_resets(name, tmp_path):
    shape, module, store = shaped(name)
    assert [loop.period for loop in store.loops] == SHAPES[name][1]
    rng = random.Random(7)
    stimulus = [(1, 0, 0)] * 2
    for _ in range(40):  # stretches of busy, idle and mixed, with resets in any cycle
        likely = rng.choice((0.02, 0.5, 1.0))
        resets = rng.choice((0.0, 0.0, 0.05))
        for _ in range(rng.randrange(10, 60)):
            drawn = (rng.random() < resets, rng.random() < likely, rng.random() < 0.5)
            stimulus.append(tuple(map(int, drawn)))
    model = Model(shape, clears=bool(store.idle_bits))
    wanted = [model.step(*inputs) for inputs in stimulus]
    assert simulated(module, shape.wait, stimulus, tmp_path)[2:] == wanted[2:]


def test_a_lone_run_leaves_all_its_effects_and_rests():
    model = Model(control(9, 0, 3, None))
    found = [model.step(0, cycle == 0, 1) for cycle in range(30)]
    assert [cycle for cycle, (_, pop, _, _) in enumerate(found) if pop] == [2]
    assert [cycle for cycle, (_, _, push, _) in enumerate(found) if push] == [2 + 8, 2 + 9 + 2]
    assert found[-1] == (0, 0, 0, 0)


@pytest.mark.parametrize("name", SHAPES)
def test_the_sequencer_is_lint_clean(name):
    _, module, _ = shaped(name)
    assert verilator.lint(design_files(module, "Toy."), "sequencer") == []


@pytest.mark.parametrize(
    ("name", "file"), [("a loop", "sequencer.v"), ("two loops and idle rows", "sequencer-idle.v")]
)
def test_the_emitted_sequencer_is_the_golden_one(name, file):
    _, module, _ = shaped(name)
    assert design_files(module, "Toy.")["sequencer.v"] == (GOLDEN / file).read_text()


def test_idle_rows_are_counted_and_not_stored():
    shape, periods = SHAPES["two loops and idle rows"]
    store = compress(shape.table, periods, 0, shape.wait)
    assert played(store) == shape.table.rows
    assert store.idle_bits and max(store.idle) < 1 << store.idle_bits
    assert len(store.words) < 20
    assert store.words[store.wait] == 0 and store.idle[store.wait] == 0  # waiting is to play it again
