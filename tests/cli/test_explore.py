"""`pairforge explore`: the table, the object, the files, what is refused, nothing lost or doubled."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import psutil
import pyarrow.parquet
import pytest

import pairforge as package
from pairforge import UserError

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN_TARGET = (
    "no target 'xc5v'; did you mean xc6v? there are ecp5, nexus, sky130, xc2vp, xc4v, xc6v, xc7, xcup"
)
DIGITS = ("explore", "small-f2-5", "--set", "effort=0", "--sweep", "all.mul.digit=1..5", "--no-synth")
TIMEOUT = 1200


@pytest.fixture(scope="session")
def digits(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> tuple[Path, CompletedProcess[str]]:
    """The small machine with every digit, explored by a process of its own: the folder, what it printed."""
    out = tmp_path_factory.mktemp("explored") / "out"
    done = subprocess.run(
        [sys.executable, "-m", "pairforge", *DIGITS, "--jobs", "2", "--out", out],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    return out, done


@pytest.mark.xdist_group("explore")
def test_the_table_is_ordered_and_names_the_best(digits: tuple[Path, CompletedProcess[str]]) -> None:
    _, done = digits
    title, head, *rows = done.stdout.splitlines()
    assert title == "eta-f2-5 on xc4v"
    assert head.split() == [*"design all.mul.digit interval latency front best by".split()]
    intervals = [int(row.split()[2]) for row in rows[:5]]
    assert intervals == sorted(intervals)
    assert rows[0].split() == ["small-f2-5", "3", "248", "257", "latency", "interval,", "latency"]
    assert rows[5:] == [
        "least interval (cycles): small-f2-5 effort=0 all.mul.digit=3, 248",
        "least latency (cycles): small-f2-5 effort=0 all.mul.digit=3, 257",
        "interval and latency in cycles, as scheduled",
        f"files: {digits[0]}",
    ]


@pytest.mark.xdist_group("explore")
def test_progress_counts_machines(digits: tuple[Path, CompletedProcess[str]]) -> None:
    first, *lines = digits[1].stderr.splitlines()
    assert first == "pairforge: 5 machines, 0 of them measured before"
    assert [line.split(": ")[1] for line in lines] == [f"{i} of 5" for i in range(1, 6)]


@pytest.mark.xdist_group("explore")
def test_what_was_measured_is_found_again(
    digits: tuple[Path, CompletedProcess[str]], pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairforge.explore.pool._local", lambda jobs: pytest.fail("workers were started"))
    again = pairforge(*DIGITS, "--json")
    assert again.json == json.loads((digits[0] / "explore.json").read_text())
    assert again.err == "pairforge: 5 machines, 5 of them measured before\n"
    # The same machines by another sweep, and with the default digit given by none.
    other = pairforge(
        "explore", "small-f2-5", "--no-synth", "--sweep", "effort=0", "--sweep", "all.mul.digit=4,2"
    )
    assert other.err == "pairforge: 2 machines, 2 of them measured before\n"


@pytest.mark.xdist_group("explore")
def test_the_same_machine_is_one_row(
    digits: tuple[Path, CompletedProcess[str]], pairforge: Callable[..., Any]
) -> None:
    """The design has digit 2 itself, so the first two of these three are the same machine."""
    done = pairforge(
        *("explore", "small-f2-5", "--set", "effort=0", "--each", "--sweep", "all.mul.digit=2,3"),
        *("--no-synth", "--json"),
    )
    assert done.err == "pairforge: 2 machines, 2 of them measured before\n"
    (comparison,) = done.json["comparisons"]
    settings = [row["settings"] for row in comparison["machines"]]
    assert sorted(map(str, settings)) == sorted(
        map(str, [{"effort": "0"}, {"effort": "0", "all.mul.digit": "3"}])
    )


@pytest.mark.xdist_group("explore")
def test_files(digits: tuple[Path, CompletedProcess[str]]) -> None:
    out, _ = digits
    names = ["explore.json", "machines.parquet", "pictures.json", "report.html"]
    assert sorted(path.name for path in out.iterdir()) == names
    found = json.loads((out / "explore.json").read_text())
    (comparison,) = found["comparisons"]
    assert (found["schema"], found["sweep"]) == (1, {"all.mul.digit": ["1", "2", "3", "4", "5"]})
    table = pyarrow.parquet.read_table(out / "machines.parquet")
    assert str(table.schema.field("all.mul.digit").type) == "int64"
    assert str(table.schema.field("lut").type) == "int64"  # although there is none
    for row, machine in zip(table.to_pylist(), comparison["machines"], strict=True):
        assert row["all.mul.digit"] == int(machine["settings"]["all.mul.digit"])
        assert (row["interval"], row["latency"]) == (machine["interval"], machine["latency"])
        assert row["best"] == machine["best"]
        assert row["lut"] is None


@pytest.mark.xdist_group("explore")
def test_a_machine_that_cannot_be_built_is_a_row_with_its_reason(
    digits: tuple[Path, CompletedProcess[str]], pairforge: Callable[..., Any]
) -> None:
    done = pairforge(
        *("explore", "small-f2-5", "--set", "effort=0", "--no-synth", "--jobs", "1"),
        *("--sweep", "all.storage.words=32,12", "--sweep", "all.mul.digit=2,6"),
    )
    assert done.status == 0
    refused = [line for line in done.out.splitlines() if line.startswith("not built: ")]
    assert refused == [
        "not built: small-f2-5 effort=0 all.storage.words=32 all.mul.digit=6: "
        "stage.all.unit.mul: digit 6: must be from 1 to m = 5",
        "not built: small-f2-5 effort=0 all.storage.words=12 all.mul.digit=2: "
        "stage all: eta-f2-5.all needs 23 words at once, storage.words is 12; set it to 23 or more",
        "not built: small-f2-5 effort=0 all.storage.words=12 all.mul.digit=6: "
        "stage.all.unit.mul: digit 6: must be from 1 to m = 5",
    ]
    # Why a machine cannot be built is not looked for twice either.
    again = pairforge(
        *("explore", "small-f2-5", "--set", "effort=0", "--no-synth"),
        *("--sweep", "all.storage.words=32,12", "--sweep", "all.mul.digit=2,6"),
    )
    assert (again.status, again.out) == (0, done.out)
    assert again.err == "pairforge: 4 machines, 4 of them measured before\n"


@pytest.mark.slow
@pytest.mark.xdist_group("explore")
def test_several_designs_in_one_table(
    digits: tuple[Path, CompletedProcess[str]], pairforge: Callable[..., Any]
) -> None:
    """A design that lacks a swept key stands there once. The interval of a core whose last stage holds up the
    first is what simulation says.
    """
    done = pairforge(
        *("explore", "small-f2-5", "beuchat-f2-5", "--set", "effort=0", "--sweep", "all.mul.digit=3,2"),
        *("--no-synth", "--by", "latency", "--json", "--jobs", "1"),
    )
    assert done.err.splitlines()[:2] == [
        "pairforge: beuchat-f2-5 has no all.mul.digit: it is not swept there",
        "pairforge: 3 machines, 2 of them measured before",
    ]
    (comparison,) = done.json["comparisons"]
    rows = comparison["machines"]
    assert sorted(row["design"] for row in rows) == ["beuchat-f2-5", "small-f2-5", "small-f2-5"]
    assert [row["latency"] for row in rows] == sorted(row["latency"] for row in rows)
    for row in rows:
        assert row["interval_from"] == ("schedule" if row["design"] == "small-f2-5" else "simulation")
        assert row["interval"] >= row["lower_bound"]


@pytest.mark.slow
def test_machines_are_synthesized_and_compared_within_a_target(pairforge: Callable[..., Any]) -> None:
    done = pairforge(
        *("explore", "small-f2-5", "--set", "effort=0", "--sweep", "target=xc4v,xcup"),
        *("--sweep", "all.storage.words=32", "--json", "--jobs", "1"),
    )
    first, second = done.json["comparisons"]
    assert (first["target"], second["target"]) == ("xc4v", "xcup")
    for comparison in (first, second):
        (row,) = comparison["machines"]
        assert row["best"] == ["area-interval", "area-time", "area", "interval", "time", "latency"]
        assert row["fronts"] == ["interval", "time", "latency"]
        assert row["area_interval"] == row["size"] * row["interval"]
        assert row["us"] == round(row["interval"] / row["mhz"], 4)
    assert first["machines"][0]["size"] == first["machines"][0]["slices_calibrated"]
    assert second["machines"][0]["size"] == second["machines"][0]["lut"]
    table = pairforge(
        *("explore", "small-f2-5", "--set", "effort=0", "--sweep", "target=xc4v,xcup"),
        *("--sweep", "all.storage.words=32", "--by", "area-time"),
    )
    assert table.err.splitlines() == ["pairforge: 2 machines, 2 of them measured before"]
    assert "slices x interval" in table.out
    assert "LUT x interval" in table.out


@pytest.mark.xdist_group("explore")
def test_the_api_gives_the_same(
    digits: tuple[Path, CompletedProcess[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairforge.explore.pool._local", lambda jobs: pytest.fail("workers were started"))
    found = package.exploration_of(
        "small-f2-5", {"all.mul.digit": range(1, 6)}, settings={"effort": "0"}, synth=False
    )
    assert found.data == json.loads((digits[0] / "explore.json").read_text())
    assert found.best()["settings"]["all.mul.digit"] == "3"
    assert len(found.machines) == 5
    table = digits[1].stdout.splitlines()[:-1]
    assert [line.split() for line in str(found).splitlines()] == [line.split() for line in table]
    assert "<strong style" in found._repr_html_() and "5 machines" in found._repr_html_()
    found.write(tmp_path / "written")
    assert (tmp_path / "written/machines.parquet").read_bytes() == (
        digits[0] / "machines.parquet"
    ).read_bytes()
    with pytest.raises(UserError, match=r"^best: no figures for 'area'; there is interval, latency$"):
        found.best("area")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["small-f2-5"], "nothing to compare: give --sweep KEY=A,B,C, or several designs"),
        (
            ["small-f2-6", "--sweep", "effort=0"],
            "no design 'small-f2-6'; did you mean small-f2-5? (or give the path of a .toml file)",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit"],
            "--sweep all.mul.digit: give KEY=A,B,C or KEY=4..16, as in miller.mul.stages=4,5,6",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=5..4"],
            "--sweep all.mul.digit=5..4: 5..4 is empty; give the smaller end first",
        ),
        (
            ["small-f2-5", "beuchat-f2-5", "--sweep", "miler.mul.stages=1,2"],
            "--sweep miler.mul.stages: no 'miler' here; there is all",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digits=1,2"],
            "--sweep all.mul.digits: unknown key; did you mean digit?",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=1,0"],
            "small-f2-5.toml: stage.all.unit.mul.digit: must be a whole number of at least 1, not 0",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=1,x"],
            "small-f2-5.toml: stage.all.unit.mul.digit: must be a whole number of at least 1, not 'x'",
        ),
        (
            ["small-f2-5", "--sweep", "pairing=eta-f2-5,eta-f2-6"],
            "small-f2-5.toml: pairing: no pairing 'eta-f2-6'",
        ),
        (
            ["small-f2-5", "--sweep", "target=xc4v,xc5v"],
            f"small-f2-5.toml: target: {UNKNOWN_TARGET}",
        ),
        (
            ["small-f2-5", "--sweep", "effort=0", "--target", "xc5v"],
            UNKNOWN_TARGET,
        ),
        (
            ["small-f2-5", "--sweep", "effort=0", "--target", "sky130"],
            "target sky130 is for `pairforge build`; for this there are ecp5, nexus, xc2vp, xc4v, xc6v, xc7, "
            "xcup",
        ),
        (
            ["small-f2-5", "--sweep", "target=xc4v", "--target", "xc7"],
            "--target: would undo --sweep target; leave out one",
        ),
        (
            ["small-f2-5", "--sweep", "effort=0,1", "--set", "effort=0"],
            "effort: is in --set and in --sweep; leave out one",
        ),
        (
            ["small-f2-5", "--sweep", "effort=0", "--by", "speed"],
            "--by speed: must be one of area-interval, area-time, area, interval, time, latency",
        ),
        (
            ["small-f2-5", "--sweep", "effort=0", "--by", "area", "--no-synth"],
            "--by area: takes synthesis; without it there are interval, latency",
        ),
        (["small-f2-5", "--sweep", "effort=0", "--jobs", "0"], "--jobs 0: give a number from 1 to 256"),
        (
            ["small-f2-5", "--sweep", "effort=0", "--pairings", "1"],
            "--pairings 1: give a number from 2 to 1000000",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=1..101", "--sweep", "effort=0..100"],
            "10201 machines are too many; sweep at most 10000 at once, or --search a part of them",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=1..5", "--search", "0"],
            "--search 0: give a number from 1 to 10000",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=1..5", "--search", "2", "--sampler", "best"],
            "--sampler best: must be one of tpe, nsga2, random",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=1..5", "--search", "2", "--each"],
            "--search: looks at combinations; leave out --each",
        ),
        (
            ["small-f2-5", "--sweep", "target=xc4v,xc7", "--search", "1"],
            "--search: machines of several targets are not comparable; explore each by itself",
        ),
        (
            ["small-f2-5", "small-f3-5", "--sweep", "all.mul.digit=1,2", "--search", "1"],
            "--search: eta-f2-5, eta-f3-5 are not comparable; explore each by itself",
        ),
        (
            ["small-f2-5", "--sweep", "all.mul.digit=0..5", "--search", "2"],
            "small-f2-5.toml: stage.all.unit.mul.digit: must be a whole number of at least 1, not 0",
        ),
        (
            ["small-f2-5", "--sweep", "effort=0", "--cluster", "nowhere"],
            "--cluster nowhere: no Dask scheduler answers there; give its address, as tcp://host:8786",
        ),
        (
            ["small-f2-5", "--sweep", "effort=0", "--no-synth", "--out", "file"],
            "--out file: is a file; give a folder",
        ),
    ],
)
def test_refused(refused: Callable[..., Any], tmp_path: Path, arguments: Sequence[str], message: str) -> None:
    if "file" in arguments:
        (tmp_path / "file").write_text("")
    assert refused("explore", *arguments).startswith(message)


def test_where_no_machine_can_be_built_the_run_fails(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    done = pairforge(
        *("explore", "small-f2-5", "--sweep", "all.mul.digit=6,7", "--no-synth", "--jobs", "1", "--out", "o"),
    )
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[-1] == (
        "pairforge: error: no machine can be built; small-f2-5: "
        "stage.all.unit.mul: digit 6: must be from 1 to m = 5"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_something_else_is_not_replaced(refused: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "o").mkdir()
    (tmp_path / "o/result.json").write_text("")
    assert refused("explore", "small-f2-5", "--sweep", "effort=0", "--out", "o") == (
        "--out o: holds files that are no exploration; give an empty or a new folder"
    )


def wait_for(condition: Callable[..., Any]) -> None:
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.02)


def test_kill_a_worker_kill_the_run_start_again_nothing_is_lost_or_doubled(
    tmp_path: Path, digits: tuple[Path, CompletedProcess[str]]
) -> None:
    """Figures that are there stay as they are, to the file; by the log, work on each machine ended once, and
    began once more for each kill that fell into it.
    """
    cache, out = tmp_path / "cache", tmp_path / "out"
    command = [sys.executable, "-m", "pairforge", *DIGITS, "--jobs", "1", "--out", str(out)]
    environment = os.environ | {"PAIRFORGE_CACHE": str(cache)}

    def figures() -> Any:
        """Every set of figures that is whole: the file's identity and its time."""
        found = {path: path.stat() for path in cache.glob("??/*/figures.json") if "." not in path.parent.name}
        return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in found.items()}

    def logged(what: Any) -> Any:
        log = cache / "measured.log"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line.split()[1] for line in lines if line.startswith(f"{what} ")]

    def start() -> Any:
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True)

    def workers(run: Any) -> Any:
        return [
            p for p in psutil.Process(run.pid).children(recursive=True) if "spawn_main" in str(p.cmdline())
        ]

    with start() as first:
        wait_for(lambda: len(logged("begun")) == 2)  # the worker has done one machine and begun another
        (worker,) = workers(first)
        worker.send_signal(signal.SIGKILL)
        wait_for(lambda: len(logged("begun")) >= 4)  # another does that again, and has begun the third
        family = workers(first)
        first.kill()
        first.communicate()
    wait_for(lambda: not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in family))
    before = figures()
    assert 1 <= len(before) < 5
    assert not out.exists()

    with start() as second:
        printed, said = second.communicate(timeout=TIMEOUT)
    assert second.returncode == 0, said
    assert said.splitlines()[0] == f"pairforge: 5 machines, {len(before)} of them measured before"
    after = figures()
    assert len(after) == 5
    assert {path: after[path] for path in before} == before
    assert sorted(logged("ended")) == sorted(path.parent.parent.name + path.parent.name for path in after)
    assert set(logged("begun")) == set(logged("ended"))
    assert len(logged("begun")) <= 5 + 2  # as two were killed at work
    assert (out / "explore.json").read_text() == (digits[0] / "explore.json").read_text()
    assert printed.splitlines()[:-1] == digits[1].stdout.splitlines()[:-1]


SPACE = (
    *("explore", "small-f2-5", "--set", "effort=0", "--sweep", "all.mul.digit=1..5", "--no-synth"),
    *("--sweep", "all.sum.terms=1..3", "--sweep", "all.storage.reads=2,3,4"),
)


@pytest.mark.slow
def test_a_search_measures_a_part_and_is_the_same_however_it_is_run(
    pairforge: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `terms` above `reads` a point is no machine, and does not count; 40 of 45 points are machines. A
    search for more begins with that for fewer, also where that was stopped: all it needs is in the cache.
    """
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path / "own"))
    few = pairforge(*SPACE, "--search", "4", "--jobs", "2", "--out", str(tmp_path / "few"), "--json")
    assert few.err.splitlines()[0] == (
        "pairforge: 45 machines, of which 4 are searched for the least interval and latency"
    )
    assert (few.json["explored"], few.json["space"]) == (4, 45)
    assert few.json["search"] == {
        "machines": 4,
        "sampler": "tpe",
        "seed": 0,
        "objectives": ["interval", "latency"],
    }
    assert pyarrow.parquet.read_table(tmp_path / "few/machines.parquet").num_rows == 4
    more = pairforge(*SPACE, "--search", "6", "--jobs", "1", "--json")
    assert len(more.err.splitlines()) == 1 + 2  # four were measured before

    def settings(done: Any) -> Any:
        (comparison,) = done.json["comparisons"]
        return {str(row["settings"]) for row in comparison["machines"]}

    assert settings(few) < settings(more)
    monkeypatch.setattr("pairforge.explore.pool._local", lambda jobs: pytest.fail("workers were started"))
    again = pairforge(*SPACE, "--search", "6")
    assert "explored 6 of 45: searched by tpe, seed 0, for the least interval and latency" in again.out


def test_a_run_that_is_terminated_says_so_in_a_line(tmp_path: Path) -> None:
    environment = os.environ | {"PAIRFORGE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "pairforge", *DIGITS, "--jobs", "1", "--out", str(tmp_path / "out")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True) as run:
        wait_for(lambda: psutil.Process(run.pid).children())
        time.sleep(1.5)
        run.terminate()
        printed, said = run.communicate(timeout=TIMEOUT)
    assert (run.returncode, printed) == (143, "")
    first, *steps, last = said.splitlines()
    assert first == "pairforge: 5 machines, 0 of them measured before"
    assert all(re.match("pairforge: . of 5: ", step) for step in steps)
    assert last == "pairforge: terminated"
    assert not (tmp_path / "out").exists()


def test_a_block_by_itself(pairforge: Callable[..., Any]) -> None:
    arguments = ("explore", "barenghi-ss512-table1", "--block", "lucas", "--set", "effort=0", "--jobs", "1")
    done = pairforge(*arguments, "--sweep", "tate.mul.count=1,2")
    _, head, first, second, *rest = done.out.splitlines()
    assert head.split()[:5] == ["design", "tate.mul.count", "ticks", "bound", "slices"]
    assert [row.split()[1:5] for row in (first, second)] == [
        ["2", "195", "195", "9,994"],
        ["1", "359", "359", "6,621"],
    ]
    assert rest[-1].startswith("ticks: lucas by itself as a straight line, as scheduled; ")
    (comparison,) = pairforge(*arguments, "--json").json["comparisons"]
    (row,) = comparison["machines"]
    assert (row["size"], row["size_unit"], row["latency"]) == (16_740, "slices, as given", None)
    assert row["command"] == "pairforge explore barenghi-ss512-table1 --set effort=0 --block lucas"
    found = package.exploration_of("barenghi-ss512-table1", settings={"effort": "0"}, jobs=1, block="lucas")
    assert found.best("interval")["interval"] == row["interval"] == 195


def test_what_is_no_block_by_itself_is_refused(refused: Callable[..., Any]) -> None:
    design = ("explore", "barenghi-ss512-table1", "--set", "effort=0", "--jobs", "1")
    assert refused(*design, "--block", "lucas", "--synth").startswith("--block: only schedules; ")
    assert refused(*design, "--block", "lucas", "--pairings", "2").startswith("--block: only schedules; ")
    assert refused(*design, "--block", "lucaz") == (
        "--block lucaz: no such block in barenghi-ss512-table1; there are block0, miller0, branch0, miller1, "
        "last, lucas, post"
    )


def test_a_block_that_only_some_of_the_machines_have(pairforge: Callable[..., Any]) -> None:
    done = pairforge(
        *("explore", "barenghi-ss512-table1", "--block", "fermat", "--set", "effort=0", "--jobs", "1"),
        *("--sweep", "tate.algorithm=bkls+lucas,bkls+lucas-fermat", "--json"),
    )
    (comparison,) = done.json["comparisons"]
    assert sorted(row["error"] is None for row in comparison["machines"]) == [False, True]
