"""Timing analysis on netlists written by hand, whose slowest paths are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.synth.timing.analysis import Path, slowest_paths
from pairforge.synth.timing.delays import Arc, CellDelays, Delays, Link, Nets, register, table
from pairforge.synth.timing.estimate import DelayModel, Timing
from pairforge.targets.base import Fpga
from pairforge.targets.parts.amd_delays import SEVEN_SERIES, cell_delays, nets
from pairforge.targets.registry import built_in_targets

CELLS: Mapping[str, Delays] = {
    "LUT": table(1.0),
    "FF": register({"D": 0.25, "CE": 0.5}, "Q", 0.5),
    "RAM": CellDelays("ram", (Arc(("A",), ("O",), 1.0),), {"D": 0.5}, {"O": 2.0}),
    "CARRY": CellDelays("carry", (Arc(("CI",), ("CO", "O"), 0.125), Arc(("S",), ("CO", "O"), 0.5))),
}
NETS = Nets(1.0, 0.5, 0.0, (Link(r"CARRY\.CO", r"CARRY\.CI"), Link("LUT.O", "FF.D")))


def cell(kind: str, parameters: Mapping[str, str] | None = None, **pins: int | list[int]) -> dict[str, Any]:
    """A cell whose output pins begin with O, CO, Q or P."""
    return {
        "type": kind,
        "parameters": dict(parameters or {}),
        "port_directions": {pin: "output" if pin[0] in "OQP" or pin == "CO" else "input" for pin in pins},
        "connections": {pin: bits if isinstance(bits, list) else [bits] for pin, bits in pins.items()},
    }


def netlist(cells: dict[str, Any], names: dict[str, int], inputs: tuple[str, ...] = ()) -> dict[str, Any]:
    nets = {name: {"hide_name": 0, "bits": [bit]} for name, bit in names.items()}
    ports = {name: {"direction": "input", "bits": [names[name]]} for name in inputs}
    return {"modules": {"top": {"ports": ports, "cells": cells, "netnames": nets}}}


def paths(cells: dict[str, Any], names: dict[str, int], inputs: tuple[str, ...] = ()) -> tuple[Path, ...]:
    return slowest_paths(netlist(cells, names, inputs), "top", CELLS, NETS)


def test_a_path_is_launch_wires_arcs_and_setup() -> None:
    cells = {
        "f0": cell("FF", D=9, Q=1),
        "l0": cell("LUT", A=1, O=2),
        "l1": cell("LUT", A=2, B=1, O=3),
        "f1": cell("FF", D=3, Q=4),
    }
    found, *_ = paths(cells, {"from": 1, "unit.to": 4})
    # 0.5 launch, 1.5 a net of two sinks, 1, 1 a net, 1, none into the flip-flop, 0.25 setup
    assert (found.start, found.end, found.levels) == ("from", "unit.to", 2)
    assert found.ns == pytest.approx(0.5 + 1.5 + 1 + 1 + 1 + 0.25)
    assert found.parts == {"logic": 2.75, "carry": 0.0, "ram": 0.0, "dsp": 0.0, "wire": 2.5}


def test_a_carry_to_the_next_cell_costs_no_wire() -> None:
    cells: dict[str, Any] = {"f0": cell("FF", D=99, Q=1), "c0": cell("CARRY", S=1, CO=10, O=20)}
    for i in range(1, 8):
        cells[f"c{i}"] = cell("CARRY", CI=9 + i, CO=10 + i, O=20 + i)
    cells["f1"] = cell("FF", D=27, Q=2)
    found, *_ = paths(cells, {"a": 1, "b": 2})
    assert found.ns == pytest.approx(0.5 + 1.0 + 0.5 + 7 * 0.125 + 1.0 + 0.25)
    assert found.parts["carry"] == pytest.approx(0.5 + 7 * 0.125) and found.parts["wire"] == 2.0


def test_a_wire_is_slower_by_what_it_drives_and_by_the_size_of_the_netlist() -> None:
    assert NETS.general(1, 50) == 1.0
    assert NETS.general(8, 50) == 2.5
    assert Nets(1.0, 0.5, 0.25).general(2, 40_000) == 2.0


def test_memory_answers_its_address_within_the_cycle_and_its_clock() -> None:
    cells = {
        "f0": cell("FF", D=9, Q=1),
        "ram": cell("RAM", A=1, D=1, O=2),
        "f1": cell("FF", D=2, Q=3),
    }
    found = paths(cells, {"a": 1, "word": 2, "b": 3})
    assert [(path.start, path.end) for path in found[:2]] == [("a", "b"), ("word", "b")] or found
    by_ends = {(path.start, path.end): path.ns for path in found}
    assert by_ends["a", "b"] == pytest.approx(0.5 + 1.5 + 1.0 + 1.0 + 0.25)
    assert by_ends["a", "word.D"] == pytest.approx(0.5 + 1.5 + 0.5)


def test_of_two_words_only_the_slowest_path_is_given() -> None:
    cells: dict[str, Any] = {
        "f0": cell("FF", D=90, Q=1),
        "f1": cell("FF", D=91, Q=2),
        "l0": cell("LUT", A=1, O=3),
        "f2": cell("FF", D=3, Q=4),
        "f3": cell("FF", D=2, Q=5),
    }
    words = {"modules": {"top": netlist(cells, {})["modules"]["top"]}}
    words["modules"]["top"]["netnames"] = {
        "x": {"hide_name": 0, "bits": [1, 2]},
        "y": {"hide_name": 0, "bits": [4, 5]},
    }
    (found,) = slowest_paths(words, "top", CELLS, NETS)
    assert (found.start, found.end) == ("x[0]", "y[0]")


def test_a_loop_is_refused() -> None:
    cells = {"l0": cell("LUT", A=3, B=2, O=4), "l1": cell("LUT", A=4, O=3)}
    with pytest.raises(CheckError) as caught:
        paths(cells, {"a": 2}, ("a",))
    assert str(caught.value) == "the mapped netlist of top has a loop of logic without a register"


def test_a_cell_without_delays_is_refused() -> None:
    with pytest.raises(CheckError) as caught:
        paths({"x": cell("OTHER", A=1, O=2)}, {})
    assert str(caught.value) == "no delays are known of a cell OTHER, which synthesis left"


def test_a_design_of_wires_has_no_period() -> None:
    timing = Timing(paths({}, {"a": 2}, ("a",)), "invented", None)
    assert (timing.period_ns, timing.fmax_mhz, timing.levels) == (0.0, 0.0, 0)


def test_the_estimate_says_its_model_and_its_error() -> None:
    cells = {"f0": cell("FF", D=2, Q=1), "l0": cell("LUT", A=1, O=2)}
    model = DelayModel(NETS, "delays of nothing", 0.12)
    found = model.timing(netlist(cells, {"r": 1}), "top", CELLS).as_json()
    assert found["period_ns"] == 2.75 and found["fmax_mhz"] == 363.6
    assert (found["kind"], found["model"], found["model_error"]) == ("estimated", "delays of nothing", 0.12)
    (path,) = found["paths"]
    assert (path["from"], path["to"], path["total_ns"]) == ("r", "r", 2.75)
    assert path["ns"] == {"logic": 1.75, "carry": 0.0, "ram": 0.0, "dsp": 0.0, "wire": 1.0}


def seven_series(cells: dict[str, Any], names: dict[str, int]) -> tuple[Path, ...]:
    return slowest_paths(
        netlist(cells, names), "top", cell_delays(SEVEN_SERIES), nets(SEVEN_SERIES, 0.5, 0.1, 0.0)
    )


def test_a_chain_of_48_bits_takes_2_ns_on_7_series() -> None:
    cells: dict[str, Any] = {
        "f0": cell("FDRE", D=900, Q=1),
        "l0": cell("LUT2", I0=1, I1=800, O=2),
    }
    for i in range(12):
        pins: dict[str, Any] = {"CO": [None] * 3 + [100 + i], "O": [200 + i] * 4}
        pins |= {"S": [2, "0", "0", "0"]} if i == 0 else {"CI": 99 + i}
        pins["CO"] = ["x", "x", "x", 100 + i]
        cells[f"c{i}"] = cell("CARRY4", **pins)
    cells["f1"] = cell("FDRE", D=211, Q=3)
    found, *_ = seven_series(cells, {"a": 1, "sum": 3})
    assert (found.start, found.end) == ("a", "sum")
    assert 1.9 < found.parts["carry"] < 2.1
    assert found.parts["wire"] == 0.5 and found.parts["logic"] == pytest.approx(0.34 + 0.124)


@pytest.mark.parametrize(
    ("registers", "setup", "launch"),
    [
        ("ABCMP", 0.362, 0.434),
        ("MP", 1.928, 0.434),
        ("M", 1.928, 2.305),
        ("P", 3.841 - 0.434, 0.434),
        ("AB", 0.362, 4.009),
    ],
)
def test_a_dsp_block_is_timed_by_its_registers(registers: str, setup: float, launch: float) -> None:
    parameters = {f"{name}REG": "0" * 31 + str(int(name in registers)) for name in "ABCMP"}
    made = cell_delays(SEVEN_SERIES)["DSP48E1"]
    assert not isinstance(made, CellDelays)
    found = made(parameters)
    assert found.setup["A"] == pytest.approx(setup) and found.launch["P"] == pytest.approx(launch)
    assert (found.inside > 0) == (registers in ("ABCMP", "MP"))


def test_a_block_ram_is_timed_by_its_output_register() -> None:
    made = cell_delays(SEVEN_SERIES)["RAMB36E1"]
    assert not isinstance(made, CellDelays)
    assert made({}).launch["DOADO"] == 2.454
    registered = made({"DOA_REG": "0" * 31 + "1"})
    assert (registered.launch["DOADO"], registered.launch["DOBDO"]) == (0.882, 2.454)


@pytest.mark.parametrize("name", [n for n, t in built_in_targets().items() if isinstance(t, Fpga)])
def test_every_cell_of_a_family_has_delays(name: str) -> None:
    target = built_in_targets()[name]
    assert isinstance(target, Fpga)
    for kind, found in target.cells.items():
        delays = found.delays if isinstance(found.delays, CellDelays) else found.delays({})
        if found.cost.lut or found.cost.ff or found.cost.dsp or found.cost.bram:
            assert delays.arcs or (delays.setup and delays.launch), kind
