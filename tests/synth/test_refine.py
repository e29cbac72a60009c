"""What is done to mapped netlists, on netlists written by hand and on one that Yosys made."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pairforge.hdl import design_files
from pairforge.synth.refine.counts import cells_by_unit
from pairforge.synth.refine.refine import refine
from pairforge.synth.refine.spec import Cascade, DelayCell, FlipFlop, MemoryRegister, Refinement
from pairforge.synth.refine.spec import Counter as PlaceCounter
from pairforge.targets.registry import find_fpga
from pairforge.units.fields.prime import PrimeField
from pairforge.units.montgomery_pipelined import PipelinedMontgomery

SPEC = Refinement(
    FlipFlop("FF", "D", "Q", "C", "CE", {"R": "0"}, {}),
    registers="FF",
    tables="LUT",
    carries="CARRY",
    cascades=(Cascade("DSP", "P", "PCOUT", "PCIN"),),
    memories=(MemoryRegister("RAM", ("DO",), "C", ("REGCE",), {"DO_REG": "1"}, {"MODE": "TDP"}, ("RST",)),),
    delay=DelayCell("SRL", "D", "Q", "CLK", ("CE",), ((("A", 5),),), 32, 4, 8),
)
RING = replace(
    SPEC,
    delay=DelayCell(
        "RAM4",
        "DI",
        "DO",
        "WCK",
        ("WRE",),
        ((("RAD", 4),), (("WAD", 4),)),
        longest=16,
        tables_in_slice=2,
        registers_in_slice=2,
        lanes=4,
        tables=6,
        counter=PlaceCounter("LUT", ("A", "B", "C", "D"), "Z", "INIT", "{:016b}", cells=2),
    ),
)
"""A family whose memories of tables delay."""
OUTPUTS = {"Q", "P", "PCOUT", "DO", "O"}


def cell(kind: str, parameters: Mapping[str, str] | None = None, **pins: Any) -> dict[str, Any]:
    return {
        "hide_name": 0,
        "type": kind,
        "parameters": dict(parameters or {}),
        "attributes": {},
        "port_directions": {pin: "output" if pin in OUTPUTS else "input" for pin in pins},
        "connections": {pin: list(bits) if isinstance(bits, list) else [bits] for pin, bits in pins.items()},
    }


def module(cells: dict[str, Any], outputs: tuple[int, ...] = ()) -> dict[str, Any]:
    ports = {"y": {"direction": "output", "bits": list(outputs)}} if outputs else {}
    return {"ports": ports, "cells": cells, "netnames": {}}


def ff(d: int, q: int, **pins: Any) -> dict[str, Any]:
    return cell("FF", D=d, Q=q, C=1, **pins)


def types(made: Mapping[str, Any]) -> Counter[str]:
    return Counter(cell["type"] for cell in made["cells"].values())


def test_a_sum_of_another_block_comes_by_the_cascade() -> None:
    cells = {
        "a": cell("DSP", P=[10, 11]),
        "b": cell("DSP", P=[20, 21], PCIN=[10, 11]),
        "c": cell("DSP", P=[30, 31], PCIN=[10, 12]),
    }
    made = refine(module(cells, (10,)), SPEC)["cells"]
    assert made["b"]["connections"]["PCIN"] == made["a"]["connections"]["PCOUT"] != [10, 11]
    assert made["a"]["connections"]["P"] == [10, 11]
    assert made["c"]["connections"]["PCIN"] == [10, 12]  # not the whole sum


def memory(**more: Any) -> dict[str, Any]:
    return cell("RAM", {"MODE": "TDP"}, DO=[10, 11], C=1, **more)


def test_flip_flops_behind_a_memory_become_its_output_register() -> None:
    made = refine(module({"m": memory(), "f": ff(10, 20), "g": ff(11, 21)}, (20, 21)), SPEC)
    assert types(made) == {"RAM": 1}
    found = made["cells"]["m"]
    assert found["parameters"]["DO_REG"] == "1"
    assert found["connections"]["DO"] == [20, 21] and found["connections"]["REGCE"] == ["1"]


def test_their_enable_becomes_that_of_the_register() -> None:
    cells = {"m": memory(), "f": ff(10, 20, CE=5), "g": ff(11, 21, CE=5)}
    assert refine(module(cells, (20, 21)), SPEC)["cells"]["m"]["connections"]["REGCE"] == [5]


@pytest.mark.parametrize(
    "cells",
    [
        {"m": memory(), "f": ff(10, 20)},  # the other bit goes elsewhere
        {"m": memory(), "f": ff(10, 20), "g": ff(11, 21, R=5)},
        {"m": memory(), "f": ff(10, 20, CE=5), "g": ff(11, 21, CE=6)},
        {"m": memory(), "f": ff(10, 20), "g": ff(11, 21), "l": cell("LUT", I=10, O=30)},
        {"m": memory(), "f": ff(10, 20), "g": cell("FF", D=11, Q=21, C=2)},
        {"m": {**memory(), "parameters": {"MODE": "SDP"}}, "f": ff(10, 20), "g": ff(11, 21)},
        {"m": memory(RST=5), "f": ff(10, 20), "g": ff(11, 21)},  # which would reset both
    ],
)
def test_other_flip_flops_stay(cells: dict[str, Any]) -> None:
    made = refine(module(cells, (11, 20, 21) if "g" not in cells else (20, 21, 30)), SPEC)
    assert types(made)["FF"] == types({"cells": cells})["FF"]
    assert "DO_REG" not in made["cells"]["m"]["parameters"]


def chain(length: int, first: int = 100, **pins: Any) -> dict[str, Any]:
    return {f"f{first}_{i}": ff(first + i, first + i + 1, **pins) for i in range(length)}


@pytest.mark.parametrize(("length", "places"), [(4, 0), (5, 3), (12, 10), (34, 32), (40, 38)])
def test_a_chain_becomes_a_shift_register_between_two_flip_flops(length: int, places: int) -> None:
    others = {f"g{i}": ff(2, 1000 + i, CE=7) for i in range(8)}  # so that tables are to spare
    made = refine(module(chain(length) | others, (100 + length, *range(1000, 1008))), SPEC)
    assert types(made)["FF"] == length - places + len(others)
    shifts = [c["connections"]["A"] for c in made["cells"].values() if c["type"] == "SRL"]
    lengths = [1 + sum(int(bit) << i for i, bit in enumerate(address)) for address in shifts]
    assert sum(lengths) == places and all(found <= 32 for found in lengths)


@pytest.mark.parametrize(("length", "places"), [(3, 2), (4, 3), (12, 11)])
def test_behind_a_register_the_first_of_a_chain_goes_too(length: int, places: int) -> None:
    spec = replace(SPEC, delay=replace(SPEC.delay, tables_in_slice=8)) if SPEC.delay else SPEC
    cells = {"a": ff(50, 100), "l": cell("LUT", I=100, O=300)} | chain(length)
    made = refine(module(cells, (100 + length, 300)), spec)
    (shift,) = [c["connections"] for c in made["cells"].values() if c["type"] == "SRL"]
    assert shift["D"] == [100] and 1 + sum(int(bit) << i for i, bit in enumerate(shift["A"])) == places
    assert types(made)["FF"] == 1 + length - places


def rings(made: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [cell["connections"] for cell in made["cells"].values() if cell["type"] == "RAM4"]


@pytest.mark.parametrize("length", [*range(4, 19), 35])
def test_chains_become_a_memory_that_delays_as_long(length: int) -> None:
    """The netlist and the refined one give the same in every cycle, from whatever place counters start."""
    lanes = 9
    cells = {name: made for k in range(lanes) for name, made in chain(length, 100 * (k + 1)).items()}
    made = refine(module(cells, tuple(100 * (k + 1) + length for k in range(lanes))), RING)
    assert (types(made)["FF"] < lanes * length) == bool(rings(made))
    assert bool(rings(made)) == (length > 4)
    source = random.Random(length)
    words = [source.randrange(1 << lanes) for _ in range(100)]
    seen = simulated(made["cells"], words, source, lanes, length)
    assert seen[length + 16 :] == words[16:-length]


def simulated(
    cells: Mapping[str, Any], words: list[int], source: random.Random, lanes: int, length: int
) -> list[int]:
    """What comes out of chains from bits 100, 200, … on in each cycle; flip-flops begin anyhow."""
    held = {
        bit: source.randrange(2)
        for cell in cells.values()
        if cell["type"] == "FF"
        for bit in cell["connections"]["Q"]
    }
    stored = {name: [source.randrange(16) for _ in range(16)] for name in cells}
    seen = []
    for word in words:
        values: dict[Any, int] = {"0": 0, "1": 1} | held
        values |= {100 * (k + 1): word >> k & 1 for k in range(lanes)}
        for name, made in cells.items():
            pins = made["connections"]
            if made["type"] == "LUT":
                at = sum(values[pins[pin][0]] << i for i, pin in enumerate("ABCD"))
                values[pins["Z"][0]] = int(made["parameters"]["INIT"][15 - at])
            if made["type"] == "RAM4":
                at = sum(values[bit] << i for i, bit in enumerate(pins["RAD"]))
                values |= {bit: stored[name][at] >> i & 1 for i, bit in enumerate(pins["DO"])}
        seen.append(sum(values[100 * (k + 1) + length] << k for k in range(lanes)))
        for name, made in cells.items():
            pins = made["connections"]
            if made["type"] == "RAM4":
                assert pins["RAD"] == pins["WAD"] and pins["WRE"] == ["1"]
                at = sum(values[bit] << i for i, bit in enumerate(pins["WAD"]))
                stored[name][at] = sum(values[bit] << i for i, bit in enumerate(pins["DI"]))
            if made["type"] == "FF":
                held[pins["Q"][0]] = values[pins["D"][0]]
    return seen


def test_memories_share_a_counter() -> None:
    cells = {name: made for k in range(20) for name, made in chain(12, 100 * (k + 1)).items()}
    made = refine(module(cells, tuple(100 * (k + 1) + 12 for k in range(20))), RING)
    places = Counter(tuple(found["RAD"]) for found in rings(made))
    assert sorted(places.values()) == [1, 2, 2]
    assert types(made) == {"RAM4": 5, "FF": 40 + 3 * 4, "LUT": 3 * 4}


def test_a_chain_stays_where_tables_are_scarcer_than_flip_flops() -> None:
    cells = chain(12) | {f"l{i}": cell("LUT", I=50, O=1000 + i) for i in range(6)}
    assert types(refine(module(cells, (112,)), SPEC))["SRL"] == 0


@pytest.mark.parametrize("pins", [{"CE": 7}, {"R": 7}])
def test_a_chain_with_enable_or_reset_stays(pins: dict[str, int]) -> None:
    assert types(refine(module(chain(12, **pins), (112,)), SPEC)) == {"FF": 12}


def test_a_value_that_is_read_half_way_divides_a_chain() -> None:
    cells = chain(12) | {"l": cell("LUT", I=106, O=300)}
    made = refine(module(cells, (112, 300)), SPEC)
    assert made["cells"]["l"]["connections"]["I"] == [106]
    assert any(
        cell["connections"].get("Q") == [106] and cell["type"] == "FF" for cell in made["cells"].values()
    )


def test_nothing_drives_more_than_64_inputs() -> None:
    cells: dict[str, Any] = {"f": ff(2, 3), "t": cell("LUT", I=3, O=4)}
    cells |= {f"l{i}": cell("LUT", I=4, O=1000 + i) for i in range(300)}
    cells |= {f"m{i}": cell("LUT", I=3, O=2000 + i) for i in range(62)}
    made = refine(module(cells, (4,)), SPEC)
    sinks = Counter(
        bit
        for cell in made["cells"].values()
        for port, bits in cell["connections"].items()
        if cell["port_directions"][port] == "input"
        for bit in bits
    )
    assert max(sinks.values()) <= 64
    # Five tables drive the 300, so the flip-flop has 67 to drive, and there are two of it.
    assert types(made) == {"FF": 2, "LUT": 300 + 62 + 5}
    assert all(made["cells"][f"m{i}"]["connections"]["O"] == [2000 + i] for i in range(62))


def test_in_a_large_netlist_what_carries_wait_for_drives_few(monkeypatch: pytest.MonkeyPatch) -> None:
    cells: dict[str, Any] = {"f": ff(2, 3), "g": ff(2, 4)}
    cells |= {f"l{i}": cell("LUT", I=3, O=1000 + i) for i in range(60)}
    cells |= {f"m{i}": cell("LUT", I=4, O=2000 + i) for i in range(60)}
    cells["c"] = cell("CARRY", S=1059, O=5)
    assert types(refine(module(cells), SPEC)) == {"FF": 2, "LUT": 120, "CARRY": 1}
    monkeypatch.setattr("pairforge.synth.refine.copies.LARGE", 100)
    made = refine(module(cells), SPEC)
    assert types(made) == {"FF": 4, "LUT": 120, "CARRY": 1}  # three of the first for 20 tables each
    drivers = Counter(made["cells"][f"l{i}"]["connections"]["I"][0] for i in range(60))
    assert sorted(drivers.values()) == [20, 20, 20]


def test_cells_are_counted_by_the_unit_they_are_in() -> None:
    cells = {
        "a": cell("FF"),
        "mul.x": cell("FF"),
        r"$flatten\mul.$abc$5": cell("LUT"),
        r"$flatten\mul.\inner.$7": cell("LUT"),
        "adder.y_copy1": cell("LUT"),
    }
    found = cells_by_unit({"cells": cells}, ["", "mul", "mul.inner", "adder"])
    assert found == {"": {"FF": 1}, "mul": {"FF": 1, "LUT": 1}, "mul.inner": {"LUT": 1}, "adder": {"LUT": 1}}


def test_a_refinement_goes_to_the_child_process_as_plain_data() -> None:
    target = find_fpga("xc7")
    for spec in (SPEC, replace(SPEC, delay=None), RING, target.flow.refinement):
        assert spec is not None
        assert Refinement.of_data(json.loads(json.dumps(spec.as_data()))) == spec


@pytest.mark.parametrize(("target", "wide"), [("xc7", 24), ("xc6v", 24), ("xcup", 26), ("xc4v", 17)])
def test_the_blocks_of_a_clocked_multiplier_are_whole_and_in_cascade(target: str, wide: int) -> None:
    p = next(
        n for n in range(1 << 63, 1 << 64) if n % 2 and pow(random.Random(1).randrange(n), n - 1, n) == 1
    )
    unit = PipelinedMontgomery(PrimeField(p), block=wide, clock=250)
    module_ = unit.module()
    found = find_fpga(target).synthesize(design_files(module_, ""), module_.name, depth=0)
    cells = json.loads(gzip.decompress(found.netlist))["modules"][module_.name]["cells"].values()
    blocks = [cell for cell in cells if cell["type"].startswith("DSP48")]
    assert len(blocks) == found.area.dsp > 4
    for block in blocks:
        for register in "ABMP":
            assert int(block["parameters"][f"{register}REG"], 2) == 1
    cascades = [b for b in blocks if any(isinstance(bit, int) for bit in b["connections"]["PCIN"])]
    assert len(cascades) >= len(blocks) // 2
    drivers = {tuple(b["connections"].get("PCOUT", ())) for b in blocks}
    assert all(tuple(b["connections"]["PCIN"]) in drivers for b in cascades)
