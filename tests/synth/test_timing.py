"""Levels on netlists written by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.synth import timing
from pairforge.synth.cells import Arcs
from pairforge.synth.timing import Delays, Path, parse_sta
from pairforge.targets.parts.amd import CELLS_LUT4

ARCS = {kind: cell.arcs for kind, cell in CELLS_LUT4.items()}


def longest_path(netlist: dict[str, Any], top: str) -> Path:
    return timing.longest_path(netlist, top, ARCS)


def cell(kind: str, **pins: int) -> dict[str, Any]:
    """A cell whose last pin is its output."""
    *_, output = pins
    return {
        "type": kind,
        "parameters": {},
        "port_directions": {pin: "output" if pin == output else "input" for pin in pins},
        "connections": {pin: [bit] for pin, bit in pins.items()},
    }


def netlist(cells: dict[str, Any], names: dict[str, int], inputs: tuple[str, ...] = ()) -> dict[str, Any]:
    nets = {name: {"hide_name": 0, "bits": [bit]} for name, bit in names.items()}
    ports = {name: {"direction": "input", "bits": [names[name]]} for name in inputs}
    return {"modules": {"top": {"ports": ports, "cells": cells, "netnames": nets}}}


NAMES = {"clk": 1, "a": 2, "b": 3, "c": 4, "r": 5, "s": 6}


def test_luts_between_registers_are_levels() -> None:
    cells = {
        "f0": cell("FDRE", C=1, D=2, Q=5),
        "l0": cell("LUT2", I0=5, I1=2, O=3),
        "m": cell("MUXF5", I0=3, I1=2, S=2, O=10),
        "l1": cell("LUT4", I0=10, I1=2, O=4),
        "f1": cell("FDRE", C=1, D=4, Q=6),
    }
    found = longest_path(netlist(cells, NAMES, ("clk", "a")), "top")
    assert found.levels == 2
    assert found.end == "s"


def test_a_path_starts_at_the_register_that_feeds_it() -> None:
    cells = {
        "f0": cell("FDRE", C=1, D=4, Q=5),
        "l0": cell("LUT1", I0=5, O=3),
        "l1": cell("LUT1", I0=3, O=4),
    }
    assert longest_path(netlist(cells, NAMES, ("clk",)), "top") == Path(2, "r", "r")


def test_distributed_ram_answers_its_address_but_not_its_data() -> None:
    cells = {
        "l0": cell("LUT1", I0=2, O=3),
        "ram": cell("RAM16X1D", WCLK=1, D=4, DPRA0=3, DPO=10),
        "l1": cell("LUT1", I0=2, O=11),
        "l2": cell("LUT1", I0=11, O=4),
        "f1": cell("FDRE", C=1, D=10, Q=6),
    }
    found = longest_path(netlist(cells, NAMES, ("clk", "a")), "top")
    assert (found.levels, found.start) == (2, "a")


@pytest.mark.parametrize(
    ("parameters", "ends"),
    [({}, False), ({"MREG": "0" * 32}, False), ({"PREG": "0" * 31 + "1"}, True), ({"OTHER": "1"}, False)],
)
def test_a_dsp_block_ends_a_path_where_it_registers_its_product(
    parameters: dict[str, str], ends: bool
) -> None:
    assert (ARCS["DSP48"].of("A", parameters) is None) == ends
    lattice = Arcs(registers=("REG_OUTPUT_CLK",))
    assert lattice.of("A", {"REG_OUTPUT_CLK": "CLK0"}) is None
    assert lattice.of("A", {"REG_OUTPUT_CLK": "NONE"}) == 1


def test_arcs_go_to_the_child_process_as_plain_data() -> None:
    for arcs in ARCS.values():
        assert Arcs.of_data(json.loads(json.dumps(arcs.as_data()))) == arcs


def test_a_loop_is_refused() -> None:
    cells = {"l0": cell("LUT2", I0=3, I1=2, O=4), "l1": cell("LUT1", I0=4, O=3)}
    with pytest.raises(CheckError) as caught:
        longest_path(netlist(cells, NAMES, ("a",)), "top")
    assert str(caught.value) == "the mapped netlist of top has a loop of logic without a register"


def test_a_design_of_wires_has_no_levels() -> None:
    assert longest_path(netlist({}, NAMES, ("a",)), "top").levels == 0


def test_the_estimate_is_labelled_and_says_what_it_assumes() -> None:
    path, delays = Path(3, "r", "s"), Delays(0.2, 0.6, 0.5, "7-series cell delays of Yosys")
    known = delays.estimate(path, 2.0)
    assert known.as_json() == {"fmax_mhz": 250.0, "kind": "estimated"}
    assert known.model == "7-series cell delays of Yosys plus 0.5 ns a net, not routed"
    levels = delays.estimate(path, None)  # 0.6 at the registers, 3 tables, 4 nets: 3.2 ns
    assert levels.as_json() == {"fmax_mhz": 312.5, "kind": "estimated"}
    assert levels.model == (
        "levels alone, assumed 0.2 ns a table, 0.5 ns a net and 0.6 ns at the registers, "
        "not calibrated, not routed"
    )


def test_the_report_of_sta_is_read() -> None:
    assert parse_sta("Latest arrival time in 'top' is 1400:\n    1400 _2999_ (FDRE.D)\n") == 1.4
    assert parse_sta("No timing paths found.\n") is None
