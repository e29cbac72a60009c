"""Constraints are commands that their tools understand, about ports that there are."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.bundle.addition import Product
from pairforge.bundle.emit import rtl_files
from pairforge.bundle.package_addition import package_of
from pairforge.bundle.packaging.constraints import constraint_files, constraint_formats
from pairforge.bundle.packaging.fusesoc import fusesoc_flows
from pairforge.bundle.packaging.model import Package, PackagedModule
from pairforge.compiler.compile import compile_design
from pairforge.machine.designs import find_design
from pairforge.targets.base import FusesocFlow
from pairforge.targets.parts.constraints import Clock, ConstraintFormat, Port
from pairforge.targets.registry import built_in_targets, find_target

from .ports import verilog_ports

NAME = "small_f2_5"
# Stands for a timing tool: prints what it is asked, with the values of variables.
TOOL = r"""
proc get_ports {names} { return $names }
proc create_clock {args} { puts "clock $args" }
proc set_input_delay {args} { puts "in $args" }
proc set_output_delay {args} { puts "out $args" }
source [lindex $argv 0]
"""


def evaluated(path: Path, folder: Path) -> dict[str, str]:
    """What a Tcl tool is told by an SDC or XDC: command to arguments, each once."""
    script = folder / "tool.tcl"
    script.write_text(TOOL)
    done = subprocess.run(["tclsh", script, path], capture_output=True, text=True, check=True)
    told = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert len(told) == 3 and not done.stderr
    return dict(told)


def tops(built: Path) -> list[str]:
    return sorted(path.stem for path in built.glob("constraints/*.sdc"))


@pytest.mark.parametrize("kind", ["sdc", "xdc"])
def test_they_constrain_every_port_once(built: Path, kind: str, tmp_path: Path) -> None:
    modules = verilog_ports(built, tmp_path)
    assert NAME in tops(built)
    for top in tops(built):
        told = evaluated(built / "constraints" / f"{top}.{kind}", tmp_path)
        clock = "aclk" if top.endswith("_axi") else "clk"
        assert told["clock"] == f"-name {clock} -period 10.000 {clock}"
        for way in ("in", "out"):
            found = re.fullmatch(r"(\S+) -clock (\S+) \{(.*)\}", told[way])
            assert found is not None
            delay, name, ports = found.groups()
            assert (float(delay), name) == (3.0, clock)
            wanted = {
                port if width == 1 else f"{port}[*]"
                for port, (direction, width) in modules[top].items()
                if direction == way and port != clock
            }
            assert len(ports.split()) == len(wanted) and set(ports.split()) == wanted


def test_an_xdc_has_no_tcl_but_what_vivado_allows(built: Path) -> None:
    """In an XDC there is no control flow, and no procedures."""
    for path in built.glob("constraints/*.xdc"):
        commands = [line.split()[0] for line in path.read_text().splitlines() if line and line[0] != "#"]
        assert set(commands) == {"set", "create_clock", "set_input_delay", "set_output_delay"}


def package(clock: Clock) -> Package:
    block = PackagedModule("mine", "a block", "clk", (Port("clk", "in", 1), Port("q", "out", 4)))
    return Package(
        "mine", "1", "", "pairing", ("header",), (find_target("ecp5"),), clock, {}, block, None, None, ()
    )


@pytest.mark.parametrize(
    ("mhz", "period"),
    [(100, "10.000"), (3, "333.334"), (187.5, "5.334"), (1000, "1.000"), (333.333, "3.001")],
)
def test_the_period_is_never_shorter_than_the_frequency_says(mhz: float, period: str) -> None:
    clock = Clock(mhz, "routed for ecp5")
    assert clock.period_ns == period
    files = constraint_files(package(clock))
    assert f"# {mhz:g} MHz: routed for ecp5.\nset period {period}\n" in files["constraints/mine.sdc"]
    assert f'FREQUENCY PORT "clk" {mhz:g} MHZ;' in files["constraints/mine.lpf"]


@pytest.mark.parametrize(
    ("timing", "mhz", "origin"),
    [
        (None, 100, "a default, as the core was not synthesized; put your own here"),
        ({"fmax_mhz": 187.5, "kind": "estimated"}, 187.5, "estimated for xc4v"),
        ({"fmax_mhz": 61.25, "kind": "routed"}, 61.25, "routed for xc4v"),
    ],
)
def test_the_clock_is_what_the_build_found(timing: dict[str, Any] | None, mhz: float, origin: str) -> None:
    compiled = compile_design(find_design("small-f2-5", {"effort": "0"}))
    result = {"target": "xc4v", "timing": timing, "cycles": {"latency": 1, "interval": 1}}
    files = {f"rtl/{name}": text for name, text in rtl_files(compiled).items()}
    clock = package_of(Product(compiled, find_target("xc4v"), result, files)).clock
    assert (clock.mhz, clock.origin) == (mhz, origin)


@pytest.mark.parametrize(
    ("targets", "family"),
    [(("xc7", "xc4v"), "xc7"), (("sky130", "xc4v"), "xc4v"), (("sky130", "sky130"), "ecp5")],
)
def test_a_core_for_standard_cells_still_has_a_device_family(targets: tuple[str, str], family: str) -> None:
    built_for, named = targets
    compiled = compile_design(replace(find_design("small-f2-5", {"effort": "0"}), target=named))
    result = {"target": built_for, "timing": None, "cycles": {"latency": 1, "interval": 1}}
    files = {f"rtl/{name}": text for name, text in rtl_files(compiled).items()}
    package = package_of(Product(compiled, find_target(built_for), result, files))
    synth = next(flow for flow in fusesoc_flows(package) if flow.name == "synth")
    assert synth in find_target(family).fusesoc


def test_forms_and_flows_of_the_own_target_come_before_others() -> None:
    own = replace(
        find_target("xc4v"),
        name="own",
        constraints=(
            ConstraintFormat("ucf", "UCF", "UCF for ISE", lambda module, clock: f"{module.clock}\n"),
        ),
        fusesoc=(FusesocFlow("vivado", "Something else", "generic", {}, ("ucf",)),),
    )
    made = replace(package(Clock(100, "a guess")), targets=(own, *built_in_targets().values()))
    assert [form.suffix for form in constraint_formats(made)] == ["ucf", "sdc", "lpf", "xdc"]
    assert constraint_files(made)["constraints/mine.ucf"].splitlines()[-1] == "clk"
    flows = {flow.name: flow.purpose for flow in fusesoc_flows(made)}
    assert flows["vivado"] == "Something else" and list(flows)[:2] == ["lint", "synth"]


@given(st.floats(0.1, 2000))
def test_the_period_is_the_least_in_picoseconds(mhz: float) -> None:
    picoseconds = round(float(Clock(mhz, "a guess").period_ns) * 1000)
    assert picoseconds >= 1_000_000 / mhz > picoseconds - 1
