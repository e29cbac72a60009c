"""Targets by name, by file and by entry point (howto/add-a-target.md); what is wrong with one is one line."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.compiler.check import check_design, target_of
from pairforge.errors import UserError
from pairforge.machine.designs import find_design
from pairforge.targets.base import Fpga
from pairforge.targets.registry import all_targets, built_in_targets, find_fpga, find_target

ROOT = Path(__file__).resolve().parents[2]
PAIRFORGE = Path(sys.executable).with_name("pairforge")
OUTSIDE = Path(__file__).with_name("outside") / "lut4.py"
NAMES = "ecp5, nexus, sky130, xc2vp, xc4v, xc6v, xc7, xcup"


def test_every_file_of_the_folder_is_a_target_of_its_name() -> None:
    assert ", ".join(built_in_targets()) == NAMES
    for name, target in built_in_targets().items():
        assert (ROOT / "pairforge" / "targets" / f"{name}.py").is_file()
        assert find_target(name) is target and target.name == name and not target.origin


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("xc5", "xc7"),
        ("artix7", "xc7"),
        ("Kintex-7", "xc7"),
        ("virtex4", "xc4v"),
        ("XC7K325T", "xc7"),
        ("lfe5u", "ecp5"),
        ("ultrascale", "xcup"),
        ("sky-130", "sky130"),
        ("stratix", None),
    ],
)
def test_an_unknown_name_gets_the_nearest_and_all(wanted: str, near: str | None) -> None:
    hint = f"did you mean {near}? " if near else ""
    with pytest.raises(UserError, match=f"^no target '{wanted}'; {re.escape(hint)}there are {NAMES}$"):
        find_target(wanted)


def test_an_unknown_target_of_a_design_is_refused_wherever_the_design_is_used(tmp_path: Path) -> None:
    """Also where nothing is synthesized, and before any progress."""
    text = (ROOT / "pairforge/catalog/designs/small-f2-5.toml").read_text()
    changed = re.sub(r'^target = ".*"', 'target = "artix7"', text, flags=re.M)
    (tmp_path / "mine.toml").write_text(changed)
    message = (
        f"pairforge: error: mine.toml: target: no target 'artix7'; did you mean xc7? there are {NAMES}\n"
    )
    for command in (
        ("schedule", "mine.toml"),
        ("build", "mine.toml", "--no-synth"),
        ("pair", "eta-f2-5", "--backend", "rtl", "--design", "mine.toml", "--random", "1"),
        ("board", "ulx3s", "mine.toml", "--no-bitstream"),
        ("explore", "mine.toml", "--sweep", "effort=0,1"),
    ):
        done = subprocess.run([PAIRFORGE, *command], cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message), command
    with pytest.raises(UserError, match="target: no target 'artix7'"):
        check_design(find_design(str(tmp_path / "mine.toml")))


def test_what_only_devices_can_do_is_refused_for_a_chip() -> None:
    able = NAMES.replace("sky130, ", "")
    with pytest.raises(
        UserError, match=f"^target sky130 is for `pairforge build`; for this there are {able}$"
    ):
        find_fpga("sky130")


# -- from a file -------------------------------------------------------------------------------------


def test_a_file_gives_a_target_and_nothing_is_written_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "lut4.py"
    path.write_text(OUTSIDE.read_text())
    target = find_target(str(path))
    assert isinstance(target, Fpga) and target.name == "lut4"
    assert re.fullmatch("[0-9a-f]{64}", target.origin)
    assert [p.name for p in tmp_path.iterdir()] == ["lut4.py"]
    path.write_text(OUTSIDE.read_text().replace("1.5", "1.25"))
    changed = find_target(str(path))
    assert isinstance(changed, Fpga)
    assert changed.origin != target.origin
    assert changed.slices_calibrated(400, 0) == 125


def test_a_file_in_a_design_stands_beside_the_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "pairforge/catalog/designs/small-f2-5.toml").read_text()
    (tmp_path / "designs").mkdir()
    changed = re.sub(r'^target = ".*"', 'target = "lut4.py"', text, flags=re.M)
    (tmp_path / "designs" / "mine.toml").write_text(changed)
    (tmp_path / "designs" / "lut4.py").write_text(OUTSIDE.read_text())
    monkeypatch.chdir(tmp_path)
    design = find_design("designs/mine.toml")
    assert design.target == "designs/lut4.py"
    check_design(design)
    assert target_of(design).name == "lut4"
    assert target_of(design, "xc7").name == "xc7"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("TARGET = Fpga(", "TARGET = Fgpa("), r"line 16: NameError: name 'Fgpa' is not defined"),
        (("lut_inputs=4,", "lut_inputs=,"), r"SyntaxError: .*line 24.*"),
        (
            ("lut_inputs=4,", "lut_inputs=40,"),
            r"line 16: ValueError: lut_inputs: .* from 2 to 8, not 40",
        ),
        (('name="lut4"', 'name="Lut 4"'), r"line 16: ValueError: name: give small letters.* not 'Lut 4'"),
        (('"LARGE"', '"SMALL"'), r"line 16: ValueError: parts: names must differ, not SMALL, SMALL"),
        (("dsp=1, ", "dsp=0, "), r"line 16: ValueError: parts: SMALL has 0 DSP; give 1 or more"),
        (('    family="Lut-4",\n', ""), r"line 16: TypeError: .* 'family'"),
        (("TARGET = ", "target = "), r"has no TARGET; assign it a Fpga or a Chip of pairforge.targets.base"),
        (('name="lut4"', 'name="xc7"'), r"the name xc7 is taken by another target"),
        (('"""A family', 'TARGET = 7\nraise SystemExit\n"""A family'), r"line 2: SystemExit: no message"),
    ],
)
def test_an_error_in_a_file_is_one_line(change: tuple[str, str], message: str, tmp_path: Path) -> None:
    text = OUTSIDE.read_text()
    assert change[0] in text
    path = tmp_path / "wrong.py"
    path.write_text(text.replace(*change, 1))
    with pytest.raises(UserError) as caught:
        find_target(str(path))
    assert re.fullmatch(re.escape(f"{path}: ") + message, str(caught.value)), str(caught.value)


def test_what_is_no_target_and_what_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text("TARGET = 7\n")
    with pytest.raises(UserError, match=r"wrong.py: 7 is no Fpga or Chip of pairforge.targets.base$"):
        find_target(str(path))
    with pytest.raises(UserError, match=r"^absent.py: no such file; give the Python file of a"):
        find_target("absent.py")


def test_an_error_in_the_code_of_a_target_is_one_line(tmp_path: Path) -> None:
    """In what runs later than the file: here the delays of a cell."""
    path = tmp_path / "wrong.py"
    path.write_text(OUTSIDE.read_text().replace('register({"D": 0.0}, "Q", 1.0)', "lambda _: 1 / 0"))
    target = find_fpga(str(path))
    register = {"a.v": "module a(input clk, input x, output reg y); always @(posedge clk) y <= x; endmodule"}
    with pytest.raises(UserError, match=r"^target lut4: ZeroDivisionError: division by zero$"):
        target.synthesize(register, "a")


# -- from another package ----------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path: Path) -> tuple[Callable[..., Any], Path]:
    """A folder with an installed distribution that has the target, and Pairforge's command with it."""
    (tmp_path / "outside_targets.py").write_text(OUTSIDE.read_text())
    info = tmp_path / "outside_targets-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-targets\nVersion: 1.0\n")
    points = info / "entry_points.txt"
    points.write_text("[pairforge.targets]\nlut4 = outside_targets:TARGET\n")

    def call(*arguments: Any) -> Any:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
        command = [sys.executable, "-m", "pairforge", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    return call, points


@pytest.mark.slow
def test_an_entry_point_gives_a_target(installed: tuple[Callable[..., Any], Path]) -> None:
    call, points = installed
    listed = json.loads(call("list", "--json").stdout)["targets"]
    assert [row["device"] for row in listed if row["name"] == "lut4"] == ["SMALL"]
    done = call("build", "small-f2-5", "--target", "lut5", "--no-synth")
    assert "did you mean lut4? there are ecp5, lut4, nexus, sky130" in done.stderr
    points.write_text("[pairforge.targets]\nlut4 = outside_targets:NOTHING\n")
    done = call("list")
    assert (done.returncode, done.stdout) == (2, "")
    place = "pairforge: error: entry point pairforge.targets"
    assert re.fullmatch(f"{place}: lut4 of outside-targets: AttributeError: .*NOTHING.*\n", done.stderr)
    points.write_text("[pairforge.targets]\nxc7 = outside_targets:TARGET\n")
    assert call("list").stderr == (
        f"{place}: xc7 of outside-targets: the name xc7 is taken by another target\n"
    )
    points.write_text("[pairforge.targets]\nother = outside_targets:TARGET\n")
    assert "the target calls itself lut4; give both one name" in call("list").stderr


def test_the_targets_of_this_environment_are_those_that_ship() -> None:
    assert list(all_targets()) == list(built_in_targets())


def test_a_copy_of_a_target_is_a_target() -> None:
    assert replace(find_fpga("xc7"), name="mine").slices(8, 8) == 2
