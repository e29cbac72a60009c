"""Faults in the state of a core: that all of it is found, that each lands where it should, what it does.

The page is explanation/faults.md.
"""

import re
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pairforge.builder.faults import put_faults
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import Sample, random_sample
from pairforge.errors import CheckError, UserError
from pairforge.evidence import icarus
from pairforge.evidence.faults.campaign import Campaign, Fault, Verdict, campaign, flips, stuck
from pairforge.evidence.faults.state import Element, state_of
from pairforge.machine.designs import find_design

POOL = 16


@cache
def core_of(name: str, **settings: str) -> tuple[Compiled, dict[str, str], list[Element], Sample]:
    compiled = compile_design(find_design(name, {"effort": "0"} | settings))
    files = rtl_files(compiled)
    state = state_of(files, compiled.name, compared=compiled.design.detects)
    return compiled, files, state, random_sample(compiled, POOL, 3)


def tried(faults: list[Fault], *, jobs: int = 1) -> Campaign:
    compiled, files, state, sample = core_of("small-f2-5")
    core = interface_of(compiled)
    return campaign(files, core, state, faults, sample.sent, sample.expected, jobs=jobs)


def place(name: str, path: tuple[str, ...]) -> int:
    _, _, state, _ = core_of("small-f2-5")
    (found,) = (i for i, element in enumerate(state) if (element.path, element.name) == (path, name))
    return found


def test_all_registers_and_memories_of_the_verilog_are_found() -> None:
    """Against the declarations in the text: what only an `always @*` drives is no register."""
    _, files, state, _ = core_of("small-f2-5")
    found = {(element.module, element.name) for element in state}
    declared = set()
    for file, text in files.items():
        for name in re.findall(r"reg +(?:\[\d+:0\] )?(\w+)(?: \[0:\d+\])?;", text):
            if f"{name} <=" in text or f"{name}[0] =" in text or re.search(rf"\b{name}\[\w+\] <=", text):
                declared.add((file.removesuffix(".v"), name))
    assert found == declared
    parts = {part: sum(e.size for e in state if e.part == part) for part in {e.part for e in state}}
    store = next(element for element in state if element.part == "microcode")
    assert store.lasts and store.size == parts["microcode"]
    assert parts["memory"] == 2 * 32 * 5
    assert sum(len(element.control) for element in state if element.name == "pc") == 8


def test_faults_are_spread_over_the_parts_and_follow_from_the_seed() -> None:
    _, _, state, _ = core_of("small-f2-5")
    found = flips(state, 100, POOL, 5)
    assert found == flips(state, 100, POOL, 5) != flips(state, 100, POOL, 6)
    count = {part: sum(state[f.element].part == part for f in found) for part in {e.part for e in state}}
    assert set(count.values()) == {20}
    assert all(0 <= f.bit < state[f.element].bits and 0 <= f.cycle < 1 for f in found)
    held = stuck(state, 10_000, POOL, 5)
    assert len(held) == 2 * sum(len(element.control) for element in state)
    assert len({(f.element, f.bit, f.stuck) for f in held}) == len(held)


def test_outcomes_do_not_depend_on_the_processes() -> None:
    _, _, state, _ = core_of("small-f2-5")
    faults = [*flips(state, 60, POOL, 1), *stuck(state, 11, POOL, 1)]
    one, three = tried(faults), tried(faults, jobs=3)
    assert one.outcomes == three.outcomes
    assert [outcome.fault for outcome in one.outcomes] == faults


def test_what_is_known_of_a_fault_is_found() -> None:
    store, pc, held = (
        place("store", ("sequencer0",)),
        place("pc", ("sequencer0",)),
        place("lane0_3", ("collect",)),
    )
    idle = place("is_full", ("collect",))
    early, late = 0.001, 0.999
    outcomes = tried(
        [
            Fault(held, 0, 0, late, 0),  # an input that has been taken
            Fault(store, 0, 28, late, 0),  # the first row, behind its use: the next run has it
            Fault(pc, 0, 7, 0.5, 0),  # another row
            Fault(idle, 0, 0, early, 0),  # an input seems to be whole
            Fault(pc, 0, 0, early, 0, stuck=0),
        ]
    ).outcomes
    harmless, row, jump, cut, always = outcomes
    assert harmless.batches == (Verdict.RIGHT, Verdict.RIGHT, Verdict.NONE) and harmless.mended is None
    assert row.batches[0] is Verdict.RIGHT and row.batches[1] is not Verdict.RIGHT and row.mended
    assert jump.batches[0] is not Verdict.RIGHT and jump.batches[2] in (Verdict.NONE, Verdict.RIGHT)
    assert cut.batches[0] in (Verdict.WRONG, Verdict.HANGS) and cut.mended
    assert Verdict.RIGHT not in always.batches and always.mended
    assert all(len(row) == 4 for outcome in outcomes for row in outcome.wrong)


def test_a_core_that_is_wrong_by_itself_is_refused() -> None:
    compiled, files, state, sample = core_of("small-f2-5")
    wrong = np.array(sample.expected)
    wrong[0, 0] ^= 1
    with pytest.raises(CheckError, match="the core is wrong without a fault"):
        campaign(files, interface_of(compiled), state, [], sample.sent, wrong)


def test_a_report_counts_every_fault_once() -> None:
    report = put_faults(find_design("small-f2-5", {"effort": "0"}), 100, 20, 2, lambda _: None)
    for kind in ("flips", "stuck"):
        for counts in report.data[kind].values():
            kinds = ("none", "late", "detected", "wrong", "hang")
            assert counts["faults"] == sum(counts[key] for key in kinds)
            assert counts["wrong_in_group"] <= counts["wrong"] <= counts["silent"]
    assert sum(counts["faults"] for counts in report.data["flips"].values()) == 100
    assert "bits turned over" in str(report)


def test_cores_that_keep_what_they_are_sent_are_refused() -> None:
    design = find_design("barenghi-fp-163", {"effort": "0", "tate.modulus": "loadable"})
    with pytest.raises(UserError, match="results of this core depend on what it was sent before"):
        put_faults(design, 1, 0, 1, lambda _: None)


@pytest.mark.slow
def test_the_second_simulator_says_the_same_of_each_fault(tmp_path: Path) -> None:
    """Icarus Verilog, with an assignment to the register by its name in the hierarchy."""
    icarus.version()
    compiled, files, state, sample = core_of("small-f2-5")
    faults = [fault for fault in flips(state, 80, POOL, 9) if not state[fault.element].words]
    made = tried(faults)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    compared = 0
    for fault, outcome in zip(faults, made.outcomes, strict=True):
        element = state[fault.element]
        bit = f"[{fault.bit}]" if element.bits > 1 else ""
        at = ".".join(("dut", *element.path, element.name)) + bit
        cycle = int(int(fault.cycle * 2**32) * made.batch / 2**32)
        words = "".join(f"    given[{i}] = {word};\n" for i, word in enumerate(sample.sent[fault.first]))
        bench = _BENCH.format(top=compiled.name, words=words, at=at, cycle=cycle, limit=4 * made.batch)
        (tmp_path / "bench.v").write_text(bench)
        sources = [*files, "bench.v"]
        subprocess.run(["iverilog", "-g2012", "-s", "bench", "-o", "a", *sources], cwd=tmp_path, check=True)
        done = subprocess.run(["vvp", "-n", "a"], cwd=tmp_path, capture_output=True, text=True, check=True)
        if "x" in done.stdout:
            continue  # it reads what nothing has written: random bits in Verilator
        got = [int(word, 16) for word in done.stdout.split()]
        compared += 1
        if outcome.batches[0] is Verdict.WRONG:
            assert [got] == list(map(list, outcome.wrong)), fault
        elif outcome.batches[0] in (Verdict.RIGHT, Verdict.LATE):
            assert got == sample.expected[fault.first].tolist(), fault
        elif outcome.batches[0] is Verdict.HANGS:
            assert len(got) < 4, fault
    assert compared > len(faults) // 2


_BENCH = """
module bench;
  reg clk = 0, rst = 1, in_valid = 0, out_ready = 1;
  reg [31:0] given [0:3];
  wire in_ready, out_valid;
  wire [31:0] out_data;
  integer sent = 0, got = 0, cycle = 0;
  reg [63:0] random = 64'h2545f4914f6cdd1d;
  wire [31:0] in_data = sent < 4 ? given[sent] : random[31:0];
  {top} dut(.clk(clk), .rst(rst), .in_data(in_data), .in_valid(in_valid), .in_ready(in_ready),
    .out_data(out_data), .out_valid(out_valid), .out_ready(out_ready));
  initial begin
{words}    #5 clk = 1; #5 clk = 0; rst = 0;
    for (cycle = 0; cycle < {limit} && got < 4; cycle = cycle + 1) begin
      in_valid = sent < 4;
      #4;
      if (out_valid) begin $display("%h", out_data); got = got + 1; end
      if (in_valid && in_ready) begin #1 clk = 1; #1 sent = sent + 1; end else begin #1 clk = 1; #1; end
      if (cycle == {cycle}) {at} = ~{at};
      #4 clk = 0;
      random = random ^ (random << 13);
      random = random ^ (random >> 7);
      random = random ^ (random << 17);
    end
    $finish;
  end
endmodule
"""
