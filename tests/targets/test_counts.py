"""Exact counts of modules small enough to count by hand, on every target that ships."""

from __future__ import annotations

import pytest
from synth.modules import delay_line, run

from pairforge.hdl import Arith, Module, Net, Select, concat, xor
from pairforge.synth.yosys import Area, Synthesis
from pairforge.targets.base import Fpga
from pairforge.targets.registry import built_in_targets
from pairforge.targets.xc4v import TARGET as XC4V


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
    # A carry cell in front of the chain takes in the carry.
    "nexus": {"parity": 5, "ram": 12, "adder": 18, "carry": 9},
}


TWINS = {"xc2vp", "xc6v"}
"""Families whose cells and counts are those of another: of xc4v, and of xc7."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            name,
            marks=[pytest.mark.xdist_group(f"counts {name}"), *([pytest.mark.slow] if name in TWINS else [])],
        )
        for name in sorted(EXPECTED)
    ],
)
def mapped(request: pytest.FixtureRequest) -> Synthesis:
    return run(mixed(), request.param)


def area(synthesis: Synthesis, path: str) -> Area:
    return next(unit.area for unit in synthesis.units if unit.path == path)


def test_a_register_is_its_flip_flops(mapped: Synthesis) -> None:
    found = area(mapped, "u_reg")
    assert (found.lut, found.ff, found.bram, found.dsp) == (0, 7, 0, 0)


def test_a_parity_tree_takes_the_least_number_of_luts(mapped: Synthesis) -> None:
    found = area(mapped, "u_par")
    assert (found.lut, found.ff) == (EXPECTED[mapped.family.name]["parity"], 1)
    assert area(mapped, "u_par2") == found


def test_an_adder_is_one_lut_a_bit_on_a_carry_chain(mapped: Synthesis) -> None:
    found = area(mapped, "u_add")
    expected = EXPECTED[mapped.family.name]
    assert (found.lut, found.ff, found.carry) == (expected["adder"], 16, expected["carry"])


def test_distributed_ram_is_counted_in_luts(mapped: Synthesis) -> None:
    found = area(mapped, "u_ram")
    luts = EXPECTED[mapped.family.name]["ram"]
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
    if mapped.family.name == "xcup":
        assert a.slices is None
    elif mapped.family.lut_inputs == 6:
        assert a.slices == max(-(-a.lut // 4), -(-a.ff // 8))
    else:
        assert a.slices == -(-max(a.lut, a.ff) // 2)
    calibrated = mapped.family.name in ("xc2vp", "xc4v")
    assert (a.slices_calibrated is not None) == calibrated


def test_every_family_gets_a_frequency_that_says_how_it_was_estimated(mapped: Synthesis) -> None:
    timing = mapped.timing.as_json()
    assert timing["kind"] == "estimated"
    assert 50 < float(timing["fmax_mhz"]) < 1000
    assert timing["model"] == mapped.family.timing.source
    assert timing["model_error"] == mapped.family.timing.error


def test_the_slowest_paths_are_named_by_their_registers(mapped: Synthesis) -> None:
    paths = mapped.timing.paths
    assert 2 <= len(paths) <= 10 and sorted(paths, key=lambda path: -path.ns) == list(paths)
    for path in paths:
        assert path.start.startswith("u_") or "u_" not in path.end, path
        assert sum(path.parts.values()) == pytest.approx(path.ns, abs=0.01)


def test_the_parity_tree_is_as_deep_as_it_was_mapped(mapped: Synthesis) -> None:
    # Mapped for area, it may be a chain of up to three.
    levels = [path.levels for path in mapped.timing.paths if path.end.startswith("u_par")]
    assert max(levels, default=2) in (2, 3)


def test_the_goal_delay_gives_the_least_levels() -> None:
    timing = run(mixed(), "ecp5", goal="delay").timing
    assert max(path.levels for path in timing.paths) == 2


def test_every_family_that_ships_is_counted() -> None:
    assert set(EXPECTED) == {name for name, target in built_in_targets().items() if isinstance(target, Fpga)}


def test_calibration_reproduces_the_published_figures() -> None:
    assert XC4V.slices(49521, 31380) == 24761
    assert XC4V.slices_calibrated(33200, 0) == 20252
    assert XC4V.slices_calibrated(100, 0) == 61


def test_flat_and_by_unit_agree_where_units_are_registered() -> None:
    flat = run(mixed(), "ecp5", depth=0)
    assert [u.path for u in flat.units] == [""]
    by_unit = run(mixed(), "ecp5")
    assert (flat.area.lut, flat.area.ff) == (by_unit.area.lut, by_unit.area.ff)


def test_a_delay_line_is_tables_where_that_takes_fewer_slices(mapped: Synthesis) -> None:
    """Of four lines of twelve as many as leave no more tables than flip-flops, in slices. With Lattice all
    four are one memory of six tables, and a counter of four bits.
    """
    found = area(mapped, "u_del")
    if mapped.family.name in ("ecp5", "nexus"):
        assert (found.lut, found.lutram, found.srl, found.ff) == (6 + 4, 6, 0, 48 - 40 + 4)
        return
    assert found.lut == found.srl > 0 and found.ff == 48 - 10 * found.srl
