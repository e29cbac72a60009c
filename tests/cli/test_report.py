"""`pairforge report`: one page from builds and explorations; what is refused, and what is left alone."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import TINY


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Path:
    """A build and an exploration, in folders beside each other."""
    from pairforge.cli.app import run

    folder = tmp_path_factory.mktemp("made")
    assert run(["build", *TINY, "--out", str(folder / "built")]) == 0
    own = ("--set", "effort=0", "--set", "all.storage.words=40")  # no other test has these machines
    sweep = (*own, "--sweep", "all.mul.digit=1,2", "--no-synth", "--jobs", "1")
    assert run(["explore", "small-f2-5", *sweep, "--out", str(folder / "explored")]) == 0
    return folder


@pytest.fixture
def here(made: Path, tmp_path: Path) -> Path:
    for name in ("built", "explored"):
        shutil.copytree(made / name, tmp_path / name)
    return tmp_path


def data_of(page: str) -> dict[str, list[Any]]:
    data: dict[str, list[Any]] = json.loads(page.split('id="collection-data">')[1].split("</script>")[0])
    return data


def test_a_build_and_an_exploration_on_one_page(here: Path, pairforge: Callable[..., Any]) -> None:
    done = pairforge("report", "built", "explored")
    assert (done.status, done.out, done.err) == (0, "report.html: 2 folders\n", "")
    page = (here / "report.html").read_text()
    data = data_of(page)
    assert [entry["name"] for entry in data["entries"]] == ["beuchat-f2-5", "small-f2-5", "small-f2-5"]
    built, first, _ = data["entries"]
    result = json.loads((here / "built/result.json").read_text())
    assert built["figures"]["interval"] == [result["cycles"]["interval"], "measured"]
    (comparison,) = json.loads((here / "explored/explore.json").read_text())["comparisons"]
    assert first["figures"]["latency"] == [comparison["machines"][0]["latency"], "scheduled"]
    assert first["settings"] == comparison["machines"][0]["settings"]
    assert all(len(entry["stages"]) >= 1 for entry in data["entries"])
    assert "<code>pairforge report built explored</code>" in page
    # The same again: the page may be replaced, and is the same.
    assert pairforge("report", "built", "explored").status == 0
    assert (here / "report.html").read_text() == page


def test_explore_leaves_the_page_of_its_machines(made: Path) -> None:
    data = data_of((made / "explored/report.html").read_text())
    assert [entry["name"] for entry in data["entries"]] == ["small-f2-5"] * 2
    assert data["keys"] == ["all.mul.digit"]


def test_a_file_that_is_no_such_page_is_left_alone(here: Path, pairforge: Callable[..., Any]) -> None:
    (here / "mine.html").write_text("<p>mine</p>")
    done = pairforge("report", "built", "--out", "mine.html")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "pairforge: error: --out mine.html: is there and was not written by pairforge report; "
        "give another file\n"
    )
    assert (here / "mine.html").read_text() == "<p>mine</p>"


def _schema(path: Path, value: int) -> None:
    found = json.loads(path.read_text())
    path.write_text(json.dumps({**found, "schema": value}))


BROKEN: dict[str, tuple[Callable[[Path], Any], list[str], str]] = {
    "nothing": (
        lambda f: None,
        ["nothing"],
        "nothing: no such folder; give the folder of a build",
    ),
    "a file": (lambda f: None, ["built/README.md"], "built/README.md: is a file; give the folder of a build"),
    "other": (
        lambda f: (f / "other").mkdir(),
        ["other"],
        "other: is no build and no exploration: holds neither result.json nor explore.json",
    ),
    "schema of a build": (
        lambda f: _schema(f / "built/result.json", 7),
        ["explored", "built"],
        "built/result.json: schema 7 is not known; this version reads schema 1",
    ),
    "schema of an exploration": (
        lambda f: _schema(f / "explored/explore.json", True),
        ["explored"],
        "explored/explore.json: schema True is not known; this version reads schema 1",
    ),
    "no schema": (
        lambda f: (f / "built/result.json").write_text("{}"),
        ["built"],
        "built/result.json: schema None is not known; this version reads schema 1",
    ),
    "no JSON": (
        lambda f: (f / "built/result.json").write_text("{"),
        ["built"],
        "built/result.json: is no JSON",
    ),
    "no object": (
        lambda f: (f / "built/result.json").write_text("[]"),
        ["built"],
        "built/result.json: an object is needed, not list",
    ),
    "no data": (
        lambda f: (f / "built/report.json").unlink(),
        ["built"],
        "built: holds no report.json, as an older version built it; build it again",
    ),
    "unit": (
        lambda f: (f / "built/result.json").write_text('{"schema": 1, "module": "sum"}'),
        ["built"],
        "built: holds a unit, which has no page; its README.md has the figures\n",
    ),
    "wrong data": (
        lambda f: (f / "built/report.json").write_text('{"schema": 1, "title": 3}'),
        ["built"],
        "built/report.json: report data: ",
    ),
    "wrong picture": (
        lambda f: (f / "explored/pictures.json").write_text(
            (f / "explored/pictures.json").read_text().replace('": "', '": "!')
        ),
        ["explored"],
        "explored: picture ",
    ),
    "out": (lambda f: None, ["built", "--out", "built"], "--out built: is a folder; give a file"),
}


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_what_is_refused(case: str, here: Path, pairforge: Callable[..., Any]) -> None:
    change, arguments, message = BROKEN[case]
    change(here)
    done = pairforge("report", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"pairforge: error: {message}")
    assert done.err.count("\n") == 1
    assert not (here / "report.html").exists()


def test_no_folder_is_refused(pairforge: Callable[..., Any]) -> None:
    done = pairforge("report")
    assert (done.status, done.out) == (2, "")
    assert "missing argument" in done.err and done.err.count("\n") == 1
