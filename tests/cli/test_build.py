"""`build`: the contract of its result, what it leaves behind, the cache, and what a stopped build leaves."""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.conftest import Done
from pairforge import api
from pairforge.errors import CheckError
from pairforge.machine.designs import find_design

from .conftest import PAIRFORGE, TINY


def at_least(**properties: Any) -> Any:
    return {"type": "object", "properties": properties, "required": list(properties)}


def exactly(**properties: Any) -> Any:
    return {**at_least(**properties), "additionalProperties": False}


def or_null(schema: Any) -> Any:
    return {"anyOf": [schema, {"type": "null"}]}


TEXT, COUNT, NUMBER = (
    {"type": "string"},
    {"type": "integer", "minimum": 0},
    {"type": "number", "minimum": 0},
)
RESULT = at_least(
    schema={"const": 1},
    design=TEXT,
    pairing=TEXT,
    paper=or_null(TEXT),
    target=TEXT,
    cycles=exactly(
        latency=COUNT,
        interval=COUNT,
        stages={
            "type": "array",
            "items": exactly(
                name=TEXT,
                latency=COUNT,
                interval=COUNT,
                operations={"type": "object", "additionalProperties": COUNT},
                units={
                    "type": "object",
                    "additionalProperties": exactly(
                        count=COUNT, busy={"type": "number", "minimum": 0, "maximum": 1}
                    ),
                },
                lower_bound=COUNT,
                optimal={"type": "boolean"},
            ),
        },
    ),
    verified=exactly(pairings=COUNT, mismatches=COUNT, simulator=TEXT, seconds=NUMBER),
    area=or_null(
        exactly(
            lut=COUNT,
            ff=COUNT,
            dsp=COUNT,
            bram=COUNT,
            slices=or_null(COUNT),
            slices_calibrated=or_null(COUNT),
        )
    ),
    timing=or_null(
        exactly(
            fmax_mhz=NUMBER,
            kind={"enum": ["routed", "estimated"]},
            period_ns=NUMBER,
            model=TEXT,
            model_error=or_null(NUMBER),
            asked_mhz=or_null(NUMBER),
            paths={"type": "array", "maxItems": 10},
        )
    ),
    published=or_null(
        exactly(cycles=or_null(COUNT), slices=or_null(COUNT), mhz=or_null(NUMBER), us=or_null(NUMBER))
    ),
    security=exactly(bits_today=or_null(COUNT), note=TEXT),
    seconds=exactly(schedule=NUMBER, rtl=NUMBER, verify=NUMBER, synth=NUMBER),
)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_object_of_the_contract_and_nothing_else(tiny: tuple[Done, Path]) -> None:
    done, folder = tiny
    jsonschema.validate(done.json, RESULT)
    assert json.loads((folder / "result.json").read_text()) == done.json
    assert done.json["verified"]["pairings"] == 50
    assert done.json["verified"]["mismatches"] == 0
    assert done.json["area"] is None
    assert done.json["timing"] is None
    miller, final = done.json["cycles"]["stages"]
    assert (miller["name"], final["name"]) == ("miller", "final")
    assert miller["interval"] >= miller["lower_bound"]
    assert done.json["cycles"]["interval"] == max(miller["interval"], final["interval"])
    assert all(re.fullmatch(r"pairforge: \S.*", line) for line in done.err.splitlines())


def test_what_is_left_behind_stands_alone(tiny: tuple[Done, Path], tmp_path: Path) -> None:
    _, folder = tiny
    names = set(contents(folder))
    assert {"README.md", "report.html", "report.json", "result.json", "rtl/beuchat_f2_5.v"} <= names
    assert {"tb/Makefile", "tb/tb_beuchat_f2_5.v", "tb/vectors_in.hex", "tb/vectors_out.hex"} <= names
    header = (folder / "rtl/beuchat_f2_5.v").read_text().splitlines()[:3]
    assert header[0] == "// Pairforge 0.1.0: pairforge build beuchat-f2-5"
    assert header[2].startswith("// Security: about 0 bits today; TOY")


@pytest.mark.skipif(shutil.which("iverilog") is None, reason="needs Icarus Verilog")
def test_the_test_bench_runs_without_pairforge(tiny: tuple[Done, Path], tmp_path: Path) -> None:
    shutil.copytree(tiny[1], tmp_path / "core")
    done = subprocess.run(
        ["make", "-C", tmp_path / "core/tb"], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "PASS: 8 inputs" in done.stdout
    cycles = tiny[0].json["cycles"]
    assert f"latency {cycles['latency']} cycles, interval {cycles['interval']} cycles" in done.stdout


def test_a_second_build_is_served_from_the_cache(
    pairforge: Callable[..., Any], tiny: tuple[Done, Path], tmp_path: Path
) -> None:
    done = pairforge("build", *TINY, "--out", tmp_path / "a/b/core", "--json")
    assert (done.status, done.err) == (0, "")  # not a step was taken
    assert done.out == tiny[0].out
    assert contents(tmp_path / "a/b/core") == contents(tiny[1])


def test_summary_for_people(pairforge: Callable[..., Any], tiny: tuple[Done, Path], tmp_path: Path) -> None:
    done = pairforge("build", *TINY, "--out", "core")
    assert done.status == 0
    cycles = tiny[0].json["cycles"]
    lines = done.out.splitlines()
    assert lines[0] == "beuchat-f2-5: eta-f2-5 on xc4v"
    assert lines[1].startswith(
        f"  interval   {cycles['interval']} cycles between results, measured; lower bound "
    )
    assert lines[2] == f"  latency    {cycles['latency']} cycles, measured"
    assert lines[5].startswith("  verified   50 random pairings, 0 mismatches (verilator 5.")
    assert lines[6].startswith(
        "  proven     for every input: 6 units, control, core, handshakes, reset, program, definition ("
    )
    assert lines[7] == "  report     core/report.html"
    assert lines[8].startswith("  security: about 0 bits today; TOY")
    # An older build of ours may be replaced.
    assert pairforge("build", *TINY, "--out", "core").status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["core"]


def test_the_default_folder(pairforge: Callable[..., Any], tiny: tuple[Done, Path], tmp_path: Path) -> None:
    assert pairforge("build", *TINY).out.splitlines()[7] == "  report     build/beuchat-f2-5/report.html"
    assert (tmp_path / "build/beuchat-f2-5/result.json").exists()


@pytest.mark.slow
def test_the_same_design_made_twice_is_the_same_bytes(
    pairforge: Callable[..., Any], tiny: tuple[Done, Path], other_cache: Callable[..., Any], tmp_path: Path
) -> None:
    other_cache("simulator", "verilated.o")  # no part of what is written
    done = pairforge("build", *TINY, "--out", tmp_path / "core", "--json")
    assert "pairforge: report" in done.err.splitlines()  # made anew
    first, second = contents(tiny[1]), contents(tmp_path / "core")
    assert set(first) == set(second)
    # How long it took is part of result and report, and all that may differ.
    for name in set(first) - {"result.json", "report.html", "report.json", "proof.json"}:
        assert first[name] == second[name], name
    before, after = tiny[0].json, done.json
    for found in (before, after):
        del found["seconds"], found["verified"]["seconds"], found["proof"]["seconds"]
    assert before == after


def test_settings_are_part_of_the_command_that_is_written_down(
    pairforge: Callable[..., Any], tmp_path: Path
) -> None:
    setting = "description=a b"
    done = pairforge("pair", "eta-f2-5", "--random", "1")
    assert done.status == 0
    assert find_design("beuchat-f2-5", {"description": "a b"}).asked == f"beuchat-f2-5 --set '{setting}'"


def test_hardware_that_differs_is_a_failed_check_and_leaves_nothing(
    pairforge: Callable[..., Any],
    other_cache: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_arguments: Any, **_options: Any) -> None:
        raise CheckError("2 results differ from the model; first pairing 0")

    other_cache("schedule.pickle")
    monkeypatch.setattr("pairforge.builder.core.verify_core", broken)
    done = pairforge("build", *TINY, "--out", tmp_path / "out/core")
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[-1] == ("pairforge: error: 2 results differ from the model; first pairing 0")
    assert not (tmp_path / "out").exists()


def test_the_function_checks_too(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="no target 'xc5'"):
        api.build("beuchat-f2-5", "xc5", tmp_path / "core")


@pytest.mark.parametrize(
    ("number", "status", "line"),
    [
        (signal.SIGINT, 130, "pairforge: interrupted"),
        (signal.SIGTERM, 143, "pairforge: terminated"),
        (signal.SIGKILL, -9, None),
    ],
)
def test_a_build_that_is_stopped_leaves_nothing(
    tmp_path: Path, other_cache: Callable[..., Any], number: Any, status: int, line: str | None
) -> None:
    cache, out = other_cache("schedule.pickle"), tmp_path / "out"
    out.mkdir()
    process = subprocess.Popen(
        [PAIRFORGE, "build", *TINY, "--out", out / "core"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A job that a script starts in the background inherits that SIGINT is ignored, and would here.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    for told in process.stderr:
        if "verify" in told:  # the simulator is being compiled
            break
    process.send_signal(number)
    text, errors = process.communicate()
    assert (process.returncode, text) == (status, "")
    if line:
        assert errors == f"{line}\n"
        assert not list(cache.glob("*/*.*"))  # nothing half-made
    assert list(out.iterdir()) == []
    assert not list(cache.glob("*/*/result.json"))
