"""A target that is no part of the package builds units and cores, by the public commands."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.synth.family import Part, too_large
from pairforge.targets.registry import find_fpga

from .test_registry import OUTSIDE, PAIRFORGE, installed

__all__ = ["installed"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(OUTSIDE, tmp_path / "lut4.py")
    return tmp_path


def pairforge(*arguments: Any, cwd: Path) -> str:
    done = subprocess.run([PAIRFORGE, *arguments], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


UNIT = ("unit", "digit-serial", "--field", "f2-5", "--digit", "2", "--operations", "20")


def test_a_unit_is_synthesized_for_it(folder: Path) -> None:
    said = pairforge(*UNIT, "--target", "lut4.py", "--out", "unit", "--json", cwd=folder)
    found = json.loads(said)["targets"]["lut4"]
    area = found["area"]
    assert area["lut"] > 0 and area["ff"] > 0 and (area["dsp"], area["bram"]) == (0, 0)
    assert area["slices"] == max(-(-area["lut"] // 4), -(-area["ff"] // 4))
    timing = found["timing"]
    assert timing["fmax_mhz"] == round(1000 / (found["levels"] + 1), 1)
    assert (timing["kind"], timing["model"], timing["model_error"]) == (
        "estimated",
        "1 ns a level, invented",
        None,
    )


def test_by_an_entry_point_it_is_the_same(installed: tuple[Callable[..., Any], Path], folder: Path) -> None:
    call, _ = installed
    by_file = json.loads(pairforge(*UNIT, "--target", "lut4.py", "--out", "a", "--json", cwd=folder))
    done = call(*UNIT, "--target", "lut4", "--out", "b", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["targets"] == by_file["targets"]


@pytest.mark.slow
def test_a_core_is_built_for_it_with_its_constraints_and_parts(folder: Path) -> None:
    asked = ("small-f2-5", "--set", "effort=0", "--pairings", "20", "--target", "lut4.py", "--out", "core")
    said = pairforge("build", *asked, cwd=folder)
    result = json.loads((folder / "core" / "result.json").read_text())
    area, target = result["area"], find_fpga(str(folder / "lut4.py"))
    assert (result["target"], result["verified"]["mismatches"]) == ("lut4", 0)
    assert area["slices_calibrated"] == -(-area["slices"] * 3 // 2)
    assert area["fits"] == target.fits(area)
    assert list(area["fits"]) == ["SMALL", "LARGE"]
    assert area["fits"]["SMALL"]["lut"] == area["lut"] / 100 > 1
    warning = too_large(area["fits"])
    assert warning is not None and warning.endswith("; it fits LARGE")
    assert f"\n  warning    {warning}\n" in said
    readme = (folder / "core" / "README.md").read_text()
    assert f"> **Warning: {warning}.**" in readme
    share = f"{area['lut']:,} of 100, {area['lut'] / 100:.1%}"
    assert re.search(
        rf"^\| SMALL \| {re.escape(share)} \| .* \| 0 of 1, 0\.0% \| 0 of 1, 0\.0% \|$", readme, re.M
    )
    assert f"{area['lut']} LUT, {area['ff']} FF, 0 DSP, 0 block RAM" in readme
    assert warning in (folder / "core" / "report.html").read_text()
    clock = result["timing"]["fmax_mhz"]
    constraints = (folder / "core" / "constraints" / "small_f2_5.pcf").read_text()
    assert constraints.splitlines()[-1] == f"set_frequency clk {clock:g}"


def test_a_cell_without_a_cost_is_an_error_and_no_zero(folder: Path) -> None:
    path = folder / "lut4.py"
    path.write_text(path.read_text().replace('"$_DFFE_PP_": Cell', '"$_OTHER_": Cell'))
    done = subprocess.run(
        [PAIRFORGE, *UNIT, "--target", "lut4.py", "--out", "unit"], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == ("pairforge: error: synthesis for lut4 left a cell $_DFFE_PP_ whose area is not known")


def test_shares_and_the_warning() -> None:
    small = Part("S", "F", 100, 200, 10, 20, "invented")
    assert small.shares({"lut": 50, "ff": 50, "dsp": 0, "bram": 21}) == {
        "lut": 0.5,
        "ff": 0.25,
        "dsp": 0.0,
        "bram": 1.05,
    }
    fits = {"S": {"lut": 0.5, "bram": 1.05}, "M": {"lut": 0.4, "bram": 1.01}}
    assert too_large(fits) == "does not fit S: block RAM 105% of it; nor any other part that is known"
    assert too_large({"S": {"lut": 1.0}}) is None and too_large({}) is None
