"""Pairforge as a generator: FuseSoC makes the core that a user's core asks for, lints and simulates it."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from pairforge import __version__
from pairforge.builder.generate import LIBRARY, generate
from pairforge.cli.app import run
from pairforge.errors import UserError
from pairforge.machine.designs import find_design

ROOT = Path(__file__).resolve().parents[3]

CORE = """CAPI=2:
name: example:designs:user:1.0
filesets:
  rtl:
    files: [user.v]
    file_type: verilogSource-2005
    depend: ["pairforge:utils:generator"]
  bench:
    files: [bench.v]
    file_type: systemVerilogSource
generate:
  core:
    generator: pairforge
    parameters:
      design: small-f2-5
      pairings: 20
      set: {name: mine, effort: 0, all: {mul.digit: 3}}
targets:
  default: &default
    filesets: [rtl]
    generate: [core]
    toplevel: user
  lint:
    <<: *default
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
  sim:
    <<: *default
    filesets: [rtl, bench]
    flow: sim
    flow_options: {tool: icarus, iverilog_options: [-g2012]}
    toplevel: bench
"""
USER = """module user (
  input wire clk, input wire rst, input wire [31:0] d, input wire d_valid, output wire d_ready,
  output wire [31:0] q, output wire q_valid, input wire q_ready
);
  mine pairing (
    .clk(clk), .rst(rst), .in_data(d), .in_valid(d_valid), .in_ready(d_ready),
    .out_data(q), .out_valid(q_valid), .out_ready(q_ready)
  );
endmodule
"""
# A pairing through the user's module: 4 words in, 4 words out.
BENCH = """module bench;
  reg clk = 0, rst = 1, valid = 0;
  reg [31:0] words [0:3];
  reg [31:0] wanted [0:3];
  integer sent = 0, got = 0, cycles = 0;
  wire ready, out_valid;
  wire [31:0] q;
  user dut (.clk(clk), .rst(rst), .d(words[sent & 3]), .d_valid(sent < 4 && !rst), .d_ready(ready),
            .q(q), .q_valid(out_valid), .q_ready(1'b1));
  always #5 clk = ~clk;
  initial begin @WORDS@ end
  always @(posedge clk) begin
    cycles <= cycles + 1;
    rst <= cycles < 2;
    if (!rst && sent < 4 && ready) sent <= sent + 1;
    if (!rst && out_valid) begin
      got <= got + 1;
      if (q !== wanted[got]) begin $display("FAIL: word %0d is %h", got, q); $fatal(1); end
      if (got == 3) begin $display("PASS after %0d cycles", cycles); $finish; end
    end
    if (cycles > 2000) begin $display("FAIL: nothing came"); $fatal(1); end
  end
endmodule
"""


def bench() -> str:
    """The bench with one pairing by the exact model."""
    from pairforge.compiler.words import to_words
    from pairforge.pairings.registry import find_pairing

    pairing = find_pairing(find_design("small-f2-5").pairing)
    ((P, Q),) = pairing.random_points(1, 5)
    sent = to_words([(*P, *Q)], 1)[0]
    wanted = to_words(pairing.model_batch([P], [Q]), 1)[0]
    lines = [
        f"words[{i}] = {w}; wanted[{i}] = {v};" for i, (w, v) in enumerate(zip(sent, wanted, strict=True))
    ]
    return BENCH.replace("@WORDS@", " ".join(lines))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "user.core").write_text(CORE)
    (tmp_path / "user.v").write_text(USER)
    (tmp_path / "bench.v").write_text(bench())
    return tmp_path


@pytest.mark.slow
def test_a_core_is_generated_linted_and_simulated(project: Path, tools: Callable[..., Any]) -> None:
    tools("fusesoc", "library", "add", "pairforge", LIBRARY, cwd=project)
    tools("fusesoc", "library", "add", "here", project, cwd=project)
    assert "warning" not in tools("fusesoc", "run", "--target=lint", "user", cwd=project).lower()
    assert "PASS after" in tools("fusesoc", "run", "--target=sim", "user", cwd=project)
    (made,) = project.glob("build/example_designs_user_1.0/sim/generator_cache/*/mine/result.json")
    assert '"design": "mine"' in made.read_text()
    # With a wrong word the same bench must fail: it does look at the core.
    work = project / "build" / "example_designs_user_1.0" / "sim"
    (copy,) = work.glob("src/*/bench.v")
    copy.write_text(copy.read_text().replace("wanted[3] = ", "wanted[3] = 1 ^ "))
    assert "FAIL: word 3" in tools("make", "all", "run", cwd=work, fails=True)


def test_fusesoc_tells_what_the_generator_takes(tools: Callable[..., Any], tmp_path: Path) -> None:
    said = tools("fusesoc", "--cores-root", LIBRARY, "gen", "show", "pairforge", cwd=tmp_path)
    assert all(f"{key} " in said for key in ("design", "set", "target", "pairings", "synth"))


def test_a_wrong_parameter_is_one_line(project: Path, tools: Callable[..., Any]) -> None:
    core = project / "user.core"
    core.write_text(CORE.replace("small-f2-5", "small-f2-6"))
    said = tools(
        "fusesoc",
        "--cores-root",
        LIBRARY,
        "--cores-root",
        ".",
        "run",
        "--target=lint",
        "user",
        cwd=project,
        fails=True,
    )
    (line,) = [line for line in said.splitlines() if line.startswith("pairforge: ")]
    assert line == (
        "pairforge: error: example:designs:user-core:1.0: no design 'small-f2-6'; did you mean small-f2-5? "
        "(or give the path of a .toml file)"
    )
    assert "Traceback" not in said


def test_a_python_without_pairforge_is_one_line(project: Path, tools: Callable[..., Any]) -> None:
    # An isolated Python sees no packages at all.
    place = project / "bin"
    place.mkdir()
    (place / "python3").write_text('#!/bin/sh\nexec /usr/bin/env -u PYTHONPATH /usr/bin/python3 -I -S "$@"\n')
    (place / "python3").chmod(0o755)
    said = tools(
        "fusesoc",
        "--cores-root",
        LIBRARY,
        "--cores-root",
        ".",
        "run",
        "--target=lint",
        "user",
        cwd=project,
        fails=True,
        first=place,
    )
    assert "cannot import pairforge; activate the environment that has it" in said
    assert "Traceback" not in said


REFUSED = {
    "no parameters": ([], "parameters: give design, set, target, pairings, synth, not []"),
    "a key": (
        {"desing": "small-f2-5"},
        "parameters.desing: unknown key; there are design, set, target, pairings, synth",
    ),
    "no design": ({}, "parameters.design: give a name from `pairforge list`, or a TOML file"),
    "a number": ({"design": 5}, "parameters.design: give a name from `pairforge list`, or a TOML file"),
    "settings": (
        {"design": "small-f2-5", "set": ["a"]},
        "parameters.set: give keys and values, as {name: mine}, not ['a']",
    ),
    "pairings": (
        {"design": "small-f2-5", "pairings": 1},
        "parameters.pairings: give a number from 2 to 1000000, not 1",
    ),
    "true": (
        {"design": "small-f2-5", "pairings": True},
        "parameters.pairings: give a number from 2 to 1000000, not True",
    ),
    "synth": ({"design": "small-f2-5", "synth": "yes"}, "parameters.synth: give true or false, not 'yes'"),
    "target": ({"design": "small-f2-5", "target": "xc9"}, "no target 'xc9'; did you mean xc7? there are "),
    "a file": ({"design": "none.toml"}, "/files/none.toml: no such file; give the TOML file of a design"),
    "a setting": (
        {"design": "small-f2-5", "set": {"efort": 1}},
        "--set efort: unknown key; did you mean effort?",
    ),
}


@pytest.mark.parametrize(("parameters", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(parameters: dict[Any, Any] | list[Any], message: str, tmp_path: Path) -> None:
    file = tmp_path / "input.yml"
    root = str(tmp_path / "files")
    file.write_text(
        yaml.safe_dump({"gapi": "1.0", "vlnv": "a:b:c:1", "files_root": root, "parameters": parameters})
    )
    with pytest.raises(UserError) as error:
        generate(file, lambda _: None)
    assert str(error.value).startswith("a:b:c:1: ") and message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "[", "a: 1", "- b", None])
def test_a_file_that_fusesoc_did_not_write(
    text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "input.yml"
    if text is not None:
        file.write_text(text)
    assert run(["fusesoc", "--generate", str(file)]) == 2
    captured = capsys.readouterr()
    assert captured.err == (
        f"pairforge: error: {file}: is no file of generator parameters; FuseSoC writes one with vlnv and "
        "files_root\n"
    )
    assert captured.out == ""


def test_a_design_file_is_one_of_the_users_folder(tmp_path: Path) -> None:
    text = (ROOT / "pairforge" / "catalog" / "designs" / "small-f2-5.toml").read_text()
    files = tmp_path / "files"
    files.mkdir()
    (files / "own.toml").write_text(text.replace('name = "small-f2-5"', 'name = "own"'))
    file = tmp_path / "input.yml"
    parameters = {"design": "own.toml", "pairings": 20, "set": {"effort": 0}}
    file.write_text(yaml.safe_dump({"vlnv": "a:b:c:1", "files_root": str(files), "parameters": parameters}))
    core = generate(file, lambda _: None)
    assert core == tmp_path / "own" / "own.core"
    assert yaml.safe_load(core.read_text().removeprefix("CAPI=2:\n"))["name"] == "a:b:c:1"


def test_the_library_is_where_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fusesoc"]) == 0
    assert capsys.readouterr().out == f"{LIBRARY}\n"
    core = yaml.safe_load((LIBRARY / "pairforge.core").read_text().removeprefix("CAPI=2:\n"))
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert (
        core["name"] == f"pairforge:utils:generator:{version}" == f"pairforge:utils:generator:{__version__}"
    )
    assert (LIBRARY / core["generators"]["pairforge"]["command"]).is_file()


def test_the_message_on_the_page_is_the_whole_message(tmp_path: Path) -> None:
    """That of reference/packages.md."""
    page = (ROOT / "docs" / "reference" / "packages.md").read_text()
    quoted = " ".join(page.split("pairforge: error: ")[1].split("```")[0].split())
    vlnv = ":".join(quoted.split(":")[:4])
    file = tmp_path / "input.yml"
    asked = {"gapi": "1.0", "vlnv": vlnv, "files_root": str(tmp_path), "parameters": REFUSED["a key"][0]}
    file.write_text(yaml.safe_dump(asked))
    with pytest.raises(UserError) as error:
        generate(file, lambda _: None)
    assert str(error.value) == quoted
