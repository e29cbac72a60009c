"""Synthesis: exact counts of modules small enough to count by hand, on every target."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from pairforge.catalog.targets import TARGETS
from pairforge.errors import CheckError, UserError
from pairforge.rtl.hdl import Arith, Module, Net, Select, concat, design_files, xor
from pairforge.synth._worker import canonical
from pairforge.synth.yosys import Area, Synthesis, synthesize


def run(top: Module, target: str, **options: Any) -> Synthesis:
    return synthesize(design_files(top, "test"), top.name, target, cached=False, **options)


def delay_line() -> Module:
    top = Module("delay_line")
    top.input("clk")
    value: Net = top.input("d", 4)
    for i in range(12):
        value = top.reg(f"r{i}", value)
    top.output("y", value)
    return top


def mixed() -> Module:
    """What the counting tests share, so that one synthesis a target is enough: one unit for each thing."""

    def unit(name: str) -> tuple[Module, Net]:
        module = Module(name)
        return module, module.input("clk")

    register, _ = unit("register")
    register.output("y", register.reg("r", register.input("d", 7)))

    parity, _ = unit("parity")
    d = parity.input("d", 16)
    parity.output("y", parity.reg("r", xor(*[d[i] for i in range(16)])))

    adder, _ = unit("adder")
    adder.output("y", adder.reg("r", Arith("+", adder.input("a", 16), adder.input("b", 16))))

    ram, _ = unit("ram")
    memory = ram.memory("m", 8, 16, style="distributed")
    ram.write(memory, ram.input("wa", 4), ram.input("d", 8), ram.input("we"))
    ram.output("y", ram.reg("r", Select(memory, ram.input("ra", 4))))

    rom, _ = unit("rom")
    table = rom.memory("t", 18, 1024, style="block", init=[(i * 40503) % 2**18 for i in range(1024)])
    rom.output("y", rom.reg("r", Select(table, rom.input("a", 10))))

    top = Module("mixed")
    top.input("clk")
    d16, e16 = top.input("d", 16), top.input("e", 16)
    outs = [
        top.instance(register, "u_reg", d=top.input("r", 7))["y"],
        top.instance(parity, "u_par", d=top.input("p", 16))["y"],
        top.instance(parity, "u_par2", d=top.input("q", 16))["y"],
        top.instance(adder, "u_add", a=d16, b=e16)["y"],
        top.instance(
            ram,
            "u_ram",
            wa=top.input("wa", 4),
            d=top.input("w", 8),
            we=top.input("we"),
            ra=top.input("ra", 4),
        )["y"],
        top.instance(rom, "u_rom", a=top.input("ta", 10))["y"],
    ]
    outs.append(top.instance(delay_line(), "u_del", d=top.input("dl", 4))["y"])
    top.output("y", concat(*outs))
    return top


# LUT of the 16-bit parity (4-input: 4 + 1; 6-input: 3 rounded up with the collecting one in it),
# of the 16 x 8 RAM (simple dual port) and of the adder, and carry cells of the adder.
EXPECTED = {
    "xc2vp": {"parity": 5, "ram": 16, "adder": 16, "carry": 15},
    "xc4v": {"parity": 5, "ram": 16, "adder": 16, "carry": 15},
    "xc6v": {"parity": 3, "ram": 8, "adder": 16, "carry": 4},
    "xc7": {"parity": 3, "ram": 8, "adder": 16, "carry": 4},
    "xcup": {"parity": 3, "ram": 8, "adder": 16, "carry": 4},
    "ecp5": {"parity": 5, "ram": 12, "adder": 16, "carry": 8},
}


@pytest.fixture(scope="module", params=sorted(TARGETS))
def mapped(request: pytest.FixtureRequest) -> Synthesis:
    return run(mixed(), request.param)


def area(synthesis: Synthesis, path: str) -> Area:
    return next(unit.area for unit in synthesis.units if unit.path == path)


def test_a_register_is_its_flip_flops(mapped: Synthesis) -> None:
    found = area(mapped, "u_reg")
    assert (found.lut, found.ff, found.bram, found.dsp) == (0, 7, 0, 0)


def test_a_parity_tree_takes_the_least_number_of_luts(mapped: Synthesis) -> None:
    found = area(mapped, "u_par")
    assert (found.lut, found.ff) == (EXPECTED[mapped.target.name]["parity"], 1)
    assert area(mapped, "u_par2") == found


def test_an_adder_is_one_lut_a_bit_on_a_carry_chain(mapped: Synthesis) -> None:
    found = area(mapped, "u_add")
    expected = EXPECTED[mapped.target.name]
    assert (found.lut, found.ff, found.carry) == (expected["adder"], 16, expected["carry"])


def test_distributed_ram_is_counted_in_luts(mapped: Synthesis) -> None:
    found = area(mapped, "u_ram")
    luts = EXPECTED[mapped.target.name]["ram"]
    assert (found.lut, found.lutram, found.bram) == (luts, luts, 0)
    assert found.ff == 8


def test_a_table_of_18_kbit_is_one_block(mapped: Synthesis) -> None:
    found = area(mapped, "u_rom")
    assert (found.lut, found.bram) == (0, 1)


def test_units_sum_to_the_total(mapped: Synthesis) -> None:
    for key in ("lut", "ff", "dsp", "bram", "lutram", "srl", "carry", "muxf"):
        assert sum(getattr(u.area, key) for u in mapped.units) == getattr(mapped.area, key), key


def test_slices_follow_the_rule_of_the_family(mapped: Synthesis) -> None:
    a = mapped.area
    if mapped.target.name == "xcup":
        assert a.slices is None
    elif mapped.target.lut_inputs == 6:
        assert a.slices == max(-(-a.lut // 4), -(-a.ff // 8))
    else:
        assert a.slices == -(-max(a.lut, a.ff) // 2)
    calibrated = mapped.target.name in ("xc2vp", "xc4v")
    assert (a.slices_calibrated is not None) == calibrated


def test_every_family_gets_a_frequency_that_says_how_it_was_estimated(mapped: Synthesis) -> None:
    timing = mapped.timing.as_json()
    assert timing["kind"] == "estimated"
    assert 50 < float(timing["fmax_mhz"]) < 1000
    assert mapped.timing.model.startswith("7-series" if mapped.target.sta else "levels alone")


def test_the_longest_path_is_named_by_its_registers(mapped: Synthesis) -> None:
    # Mapped for area, the parity tree may be a chain of up to three.
    assert mapped.timing.levels in (2, 3)
    assert mapped.timing.start.startswith("u_")
    assert mapped.timing.end.startswith("u_par")


def test_the_goal_delay_gives_the_least_levels() -> None:
    timing = run(mixed(), "ecp5", goal="delay").timing
    assert timing.levels == 2


def test_calibration_reproduces_the_published_figures() -> None:
    assert TARGETS["xc4v"].slices(49521, 31380) == 24761
    assert TARGETS["xc4v"].slices_calibrated(33200, 0) == 20252
    assert TARGETS["xc4v"].slices_calibrated(100, 0) == 61


def test_flat_and_by_unit_agree_where_units_are_registered() -> None:
    flat = run(mixed(), "ecp5", depth=0)
    assert [u.path for u in flat.units] == [""]
    by_unit = run(mixed(), "ecp5")
    assert (flat.area.lut, flat.area.ff) == (by_unit.area.lut, by_unit.area.ff)


def test_a_delay_line_is_flip_flops(mapped: Synthesis) -> None:
    found = area(mapped, "u_del")
    assert (found.lut, found.ff) == (0, 48)


def test_shift_registers_are_an_option() -> None:
    found = run(delay_line(), "xc6v", srl=True).area
    assert found.srl == found.lut == 4
    assert found.ff < 12


def test_a_distributed_table_becomes_logic() -> None:
    top = Module("lookup")
    top.input("clk")
    table = top.memory("t", 4, 16, style="distributed", init=[(7 * i) % 16 ^ (i >> 1) for i in range(16)])
    top.output("y", top.reg("r", Select(table, top.input("a", 4))))
    found = run(top, "xc4v").area
    assert 0 < found.lut <= 4
    assert found.lutram == 0


def test_the_same_source_gives_the_same_result() -> None:
    first, second = run(delay_line(), "ecp5"), run(delay_line(), "ecp5")
    assert (first.area, first.units, first.timing, first.cells) == (
        second.area,
        second.units,
        second.timing,
        second.cells,
    )


def test_a_cached_result_is_the_same_and_makes_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path))
    files = design_files(delay_line(), "test")
    first = synthesize(files, "delay_line", "ecp5")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("subprocess.Popen", refuse)
    assert synthesize(files, "delay_line", "ecp5") == first


def holder(name: str, width: int) -> Module:
    """A core of the delay line, an adder and nothing else: the adder of `width` bits is its own."""
    adder = Module(f"adder{width}")
    adder.input("clk")
    adder.output("y", adder.reg("r", Arith("+", adder.input("a", width), adder.input("b", width))))
    top = Module(name)
    top.input("clk")
    line = top.instance(delay_line(), "u_del", d=top.input("d", 4))["y"]
    top.output(
        "y", concat(line, top.instance(adder, "u_add", a=top.input("a", width), b=top.input("b", width))["y"])
    )
    return top


def test_a_module_is_mapped_once_whatever_core_it_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole cores from modules that were mapped before are what they are when mapped in one go."""
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path))

    def mapped(top: Module, **options: Any) -> tuple[Synthesis, set[str]]:
        told: list[str] = []
        found = synthesize(design_files(top, "test"), top.name, "xc4v", progress=told.append, **options)
        return found, {line.split(":")[0] for line in told if ":" in line}

    assert mapped(holder("first", 8))[1] == {"first", "delay_line", "adder8"}
    second, fresh = mapped(holder("second", 9))
    assert fresh == {"second", "adder9"}
    third, fresh = mapped(holder("second", 8))
    assert fresh == {"second"}
    for found, width in ((second, 9), (third, 8)):
        alone, _ = mapped(holder("second", width), cached=False)
        assert (found.area, found.units, found.timing) == (alone.area, alone.units, alone.timing)


def test_the_text_of_a_module_says_nothing_of_its_core() -> None:
    text = """# Generated by Yosys
autoidx 2079
attribute \\src "a.v:8.1-67.10"
attribute \\top 1
module \\m
  wire $and$a.v:3${0}_Y
  wire $procdff${1}
  cell $and $and$a.v:3${0}
    connect \\Y {{ $and$a.v:3${0}_Y $procdff${1} [3:0] 4'0101 }}
"""
    one, other = (canonical(text.format(*numbers)) for numbers in ((99, 1001), (5, 7)))
    assert one == other
    assert one.splitlines() == [
        "autoidx 1000000",
        "module \\m",
        "  wire $and$a.v:3$100000_Y",
        "  wire $procdff$100001",
        "  cell $and $and$a.v:3$100000",
        "    connect \\Y { $and$a.v:3$100000_Y $procdff$100001 [3:0] 4'0101 }",
    ]


def test_progress_is_told() -> None:
    told: list[str] = []
    synthesize(design_files(delay_line(), "test"), "delay_line", "ecp5", cached=False, progress=told.append)
    assert told[0] == "reading"
    assert "timing" in told


# -- what the user is told ---------------------------------------------------------------------------


def test_unknown_target() -> None:
    with pytest.raises(UserError) as caught:
        synthesize({}, "x", "xc5v")
    assert str(caught.value) == "unknown target 'xc5v': one of xc2vp, xc4v, xc6v, xc7, xcup, ecp5"


def test_missing_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError) as caught:
        synthesize({}, "x", "xc4v")
    assert str(caught.value) == (
        "synthesis needs pyosys, which is not installed: `pip install pyosys`, or --no-synth"
    )


def test_out_of_time() -> None:
    with pytest.raises(UserError) as caught:
        synthesize(design_files(delay_line(), "t"), "delay_line", "xc4v", cached=False, timeout=0.05)
    assert str(caught.value) == ("synthesis of delay_line took longer than 0.05 s: allow more, or --no-synth")


def test_out_of_memory() -> None:
    with pytest.raises(UserError, match=r"\Asynthesis of delay_line ran out of memory"):
        synthesize(design_files(delay_line(), "t"), "delay_line", "xc4v", cached=False, memory_mb=100)


def test_source_that_yosys_refuses() -> None:
    with pytest.raises(CheckError) as caught:
        synthesize({"a.v": "module a(input x, output y); assign y = ; endmodule"}, "a", "xc4v", cached=False)
    assert str(caught.value).startswith("synthesis of a failed: ")
    assert "a.v:1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_absent_top() -> None:
    with pytest.raises(CheckError, match="nowhere"):
        synthesize(
            {"a.v": "module a(input x, output y); assign y = x; endmodule"}, "nowhere", "xc4v", cached=False
        )
