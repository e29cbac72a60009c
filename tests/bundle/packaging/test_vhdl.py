"""The VHDL is VHDL by GHDL's judgement, and means the modules that were emitted."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.bundle.packaging.model import Package, PackagedModule, ports_of
from pairforge.bundle.packaging.vhdl import identifier, vhdl_files
from pairforge.targets.ecp5 import TARGET
from pairforge.targets.parts.constraints import Clock, Port

from .ports import verilog_ports

NAME = "small_f2_5"
COMPONENT = re.compile(r"component (\S+) is\s+port \((.*?)\);\s+end component;", re.DOTALL)
PORT = re.compile(r"(\S+)\s*: (in|out)\s+std_logic(?:_vector\((\d+) downto 0\))?(?:;|$)", re.MULTILINE)


def components(text: str) -> dict[str, Any]:
    """Components of a package as the test reads them: name to port to direction and width."""
    return {
        name: {port: (way, int(high or 0) + 1) for port, way, high in PORT.findall(ports.rstrip())}
        for name, ports in COMPONENT.findall(text)
    }


def analyse(tools: Callable[..., Any], folder: Path, name: str, standard: str, *more: Any) -> None:
    for file in (f"{name}_pkg.vhd", f"{name}_instance.vhd", *more):
        tools("ghdl", "-a", f"--std={standard}", folder / "vhdl" / file, cwd=folder)


def test_components_have_the_ports_of_the_modules(built: Path, tmp_path: Path) -> None:
    found = components((built / "vhdl" / f"{NAME}_pkg.vhd").read_text())
    assert found == {
        module: ports for module, ports in verilog_ports(built, tmp_path).items() if module in found
    }
    wrappers = {path.stem for path in built.glob(f"bus/{NAME}_*.v")} & {f"{NAME}_axi", f"{NAME}_wishbone"}
    assert found.keys() == {NAME} | wrappers


@pytest.mark.parametrize("standard", ["93", "08"])
def test_ghdl_analyses_and_elaborates_it(
    built: Path, tools: Callable[..., Any], tmp_path: Path, standard: str
) -> None:
    for file in ("pkg", "instance"):
        tools("ghdl", "-a", f"--std={standard}", built / "vhdl" / f"{NAME}_{file}.vhd", cwd=tmp_path)
    for entity in components((built / "vhdl" / f"{NAME}_pkg.vhd").read_text()):
        said = tools("ghdl", "-e", f"--std={standard}", f"{entity}_instance", cwd=tmp_path)
        # Nothing to say but that the module itself is no VHDL.
        assert all("not bound" in line for line in said.splitlines() if "warning: instance" in line)
        assert "error" not in said


def test_an_instance_in_vhdl_computes_pairings(
    built: Path, tools: Callable[..., Any], tmp_path: Path
) -> None:
    """GHDL turns the entity into Verilog, and the bench of the core drives that instead of the core."""
    for file in ("pkg", "instance"):
        tools("ghdl", "-a", built / "vhdl" / f"{NAME}_{file}.vhd", cwd=tmp_path)
    verilog = tools("ghdl", "--synth", "--out=verilog", f"{NAME}_instance", cwd=tmp_path)
    instance = re.search(rf"^module {NAME}_instance\b.*?^endmodule", verilog, re.DOTALL | re.MULTILINE)
    assert instance is not None
    (tmp_path / "instance.v").write_text(instance[0] + "\n")
    bench = (built / "tb" / f"tb_{NAME}.v").read_text()
    assert f"  {NAME} dut (" in bench
    (tmp_path / "bench.v").write_text(bench.replace(f"  {NAME} dut (", f"  {NAME}_instance dut ("))
    sources = ["bench.v", "instance.v", *sorted(built.glob("rtl/*.v"))]
    tools("iverilog", "-g2012", "-s", f"tb_{NAME}", "-o", "run.vvp", *sources, cwd=tmp_path)
    for vectors in built.glob("tb/*.hex"):
        (tmp_path / vectors.name).write_bytes(vectors.read_bytes())
    assert "PASS: 8 inputs streaming" in tools("vvp", "-N", "run.vvp", cwd=tmp_path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("small_f2_5", "small_f2_5"),
        ("entity", r"\entity\ "),
        ("a__b", r"\a__b\ "),
        ("a_", r"\a_\ "),
        ("std_logic", r"\std_logic\ "),
    ],
)
def test_names_that_vhdl_has_no_room_for(name: str, expected: str) -> None:
    assert identifier(name) == expected.rstrip()


LEGAL = re.compile(r"[a-z](_?[a-z0-9])*|\\[a-z][a-z0-9_]*\\")  # basic, or extended


@given(st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True))
def test_every_name_of_verilog_is_one_of_vhdl_and_can_be_told_from_others(name: str) -> None:
    written = identifier(name)
    assert LEGAL.fullmatch(written) and written.strip("\\") == name


@pytest.mark.parametrize("name", ["entity", "a__b", "a_", "std_logic", "work", "mine"])
def test_a_core_of_any_name_is_vhdl(name: str, tools: Callable[..., Any], tmp_path: Path) -> None:
    ports = (Port("clk", "in", 1), Port("rst", "in", 1), Port("signal", "in", 7), Port("d_", "out", 1))
    block = PackagedModule(name, "a block", "clk", ports)
    package = Package(
        name,
        "1",
        "",
        "pairing",
        ("header",),
        (TARGET,),
        Clock(100, "a guess"),
        {"n": (3, "a number")},
        block,
        None,
        None,
        (),
    )
    for path, text in vhdl_files(package).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    analyse(tools, tmp_path, name, "93")
    tools("ghdl", "-e", f"{identifier(f'{name}_instance')}", cwd=tmp_path)


def test_ports_are_read_from_verilog() -> None:
    text = """
    module other (input wire x); endmodule
module some (
  input  wire clk,  // the clock, (really)
  input  wire [31:0] d,
  output reg  [7:0] q
);
endmodule"""
    assert ports_of(text, "some") == (Port("clk", "in", 1), Port("d", "in", 32), Port("q", "out", 8))
    with pytest.raises(ValueError, match="no module none; there are some"):
        ports_of(text, "none")
    with pytest.raises(ValueError, match=r"module some: port 'inout wire \[31:0\] d' is not understood"):
        ports_of(text.replace("input  wire [31:0] d", "inout wire [31:0] d"), "some")
