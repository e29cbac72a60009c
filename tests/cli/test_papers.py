"""`papers`: what there is, stored tables, a fresh measurement, rejection."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pairforge import papers
from pairforge.papers import harrison

ROOT = Path(__file__).resolve().parents[2]


def test_what_there_is(pairforge: Callable[..., Any]) -> None:
    done = pairforge("papers")
    assert (done.status, done.err) == (0, "")
    head, *rows = done.out.splitlines()
    assert head.split() == ["paper", "title", "source"]
    assert [row.split()[0] for row in rows] == list(papers.PAPERS)
    assert [paper["name"] for paper in pairforge("papers", "--json").json["papers"]] == list(papers.PAPERS)


def test_stored_tables(pairforge: Callable[..., Any]) -> None:
    done = pairforge("papers", "harrison")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[2] == "published: Sparc Ultra 10"
    assert lines[3].startswith("ours: ") and lines[3].endswith("--bin harrison")
    for number in "2345":
        assert any(line.startswith(f"Table {number}: ") for line in lines)
    (row,) = (line for line in lines if line.startswith("  F3^97-II-K ") and "15.0 / " in line)
    assert "240 / " in row
    assert "What the paper concludes" in lines
    assert all(line == line.rstrip() for line in lines)


def test_stored_tables_as_data(pairforge: Callable[..., Any]) -> None:
    found = pairforge("papers", "harrison", "--json").json
    assert (found["schema"], found["paper"]) == (1, "harrison")
    assert set(found["ours"]) == {"version", "command", "cpu"}
    two = {row["row"]: row["cells"] for row in found["tables"][0]["rows"]}
    assert two["F3^97-II-K"]["multiplication"]["published"] == 15
    assert two["F3^97-II-K"]["multiplication"]["our_ratio"] == 1
    assert "cubing by tables" not in two["F3^97-N"]


@pytest.mark.parametrize(
    ("paper", "image", "names"),
    [
        ("shu", "shu.svg", ("shu1-f2-239-d16", "beuchat-f2-239")),
        ("beuchat", "beuchat-figure-7.svg", ("Kerins et al.", "continuant-f2-239", "Barenghi et al.")),
    ],
)
def test_the_picture_is_that_of_the_stored_figures(
    pairforge: Callable[..., Any], tmp_path: Path, paper: str, image: str, names: Sequence[Any]
) -> None:
    file = tmp_path / image
    done = pairforge("papers", paper, "--picture", file)
    assert (done.status, done.out, done.err) == (0, "", "")
    shown = file.read_text()
    assert shown.startswith("<svg") and all(name in shown for name in names)
    assert shown == (ROOT / "docs" / "images" / image).read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["harrison", "--picture", "x.svg"],
            "--picture x.svg: there is none for harrison, only for shu, beuchat",
        ),
        (["shu", "--picture", "."], "--picture .: is a folder; give a file"),
        (
            ["--picture", "x.svg"],
            "--picture: give a paper as well; there are harrison, shu, beuchat, barenghi, brinci",
        ),
    ],
)
def test_a_picture_that_there_is_not_is_refused(
    pairforge: Callable[..., Any], arguments: Sequence[str], message: str
) -> None:
    done = pairforge("papers", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().endswith(message)


def test_fresh_tells_what_it_does_and_shows_what_it_measured(
    pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = {**papers.base.stored("harrison"), "cpu": "a processor of the test"}

    def run(program: Any, arguments: Any, tell: Any) -> Any:
        assert (program, arguments) == ("the program", ())
        tell("table 2: field operations")
        return measured

    monkeypatch.setattr(harrison, "build_release", lambda package, binary, tell: "the program")
    monkeypatch.setattr(harrison, "run_json", run)
    done = pairforge("papers", "harrison", "--fresh", "--json")
    assert (done.status, done.err) == (0, "pairforge: table 2: field operations\n")
    assert done.json["ours"]["cpu"] == "a processor of the test"


def test_rejections(refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    there = ", ".join(papers.PAPERS)
    assert refused("papers", "nix") == f"no paper 'nix'; there are {there}"
    assert refused("papers", "--fresh") == f"--fresh: give a paper as well; there are {there}"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    assert refused("papers", "harrison", "--fresh").startswith("no cargo found; ")


@pytest.mark.slow
def test_fresh_measures_every_figure(pairforge: Any) -> None:
    """The program itself, compiled where that is needed. Figures vary; that they are all there does not."""
    fresh = pairforge("papers", "harrison", "--fresh", "--json")
    assert fresh.status == 0
    shape = [
        [(row["row"], sorted(row["cells"])) for row in table["rows"]]
        for found in (fresh.json, pairforge("papers", "harrison", "--json").json)
        for table in found["tables"]
    ]
    assert shape[: len(shape) // 2] == shape[len(shape) // 2 :]


def test_tables_and_designs_side_by_side(pairforge: Callable[..., Any]) -> None:
    done = pairforge("papers", "beuchat", "--table", "II", "--table", "V")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("Table ")] == ["Table II", "Table V"]
    assert "  x^97 + x^16 - 1: cube         106 / 106             4 / 4   4,704 / -  185 / -" in lines
    assert any("This work" in line and "xc4vlx60-11" in line and "0.083" in line for line in lines)
    assert "What the paper concludes" not in lines
    assert all(line == line.rstrip() for line in lines)


def test_all_tables_of_beuchat_in_seconds(pairforge: Callable[..., Any]) -> None:
    done = pairforge("papers", "beuchat")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("Table ")] == [
        f"Table {number}" for number in papers.PAPERS["beuchat"].table_names
    ]
    assert "What the paper concludes" in lines
    found = pairforge("papers", "beuchat", "--json").json
    assert (found["schema"], found["paper"]) == (1, "beuchat")
    assert set(found["ours"]) == {"version", "command"}
    four = {row["row"]: row["cells"] for row in found["tables"][3]["rows"]}
    assert four["f3-97"]["cofactors"] == {"published": "7", "ours": "7"}
    assert int(four["f3-97"]["prime order"]["ours"], 16).bit_length() == 151


def test_fresh_is_kept_in_a_file_and_goes_on_from_it(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    done = pairforge("papers", "beuchat", "--fresh", "--table", "II", "--store", "found.json", "--json")
    assert (done.status, done.err) == (0, "pairforge: table II\n")
    assert [table["table"] for table in done.json["tables"]] == ["II"]
    kept = papers.base.read_measured(tmp_path / "found.json", "beuchat")
    assert set(kept["tables"]) == {"I", "II", "III", "IV", "search", "costs"}  # the rest is what was stored
    (tmp_path / "found.json").write_text('{"schema": 1, "paper": "beuchat"}')
    again = pairforge("papers", "beuchat", "--fresh", "--table", "II", "--store", "found.json")
    assert again.status == 0
    assert set(papers.base.read_measured(tmp_path / "found.json", "beuchat")["tables"]) == {"II"}


def test_refusals_of_tables_designs_and_files(refused: Callable[..., Any], tmp_path: Path) -> None:
    assert refused("papers", "--table", "II").startswith("--table: give a paper as well; there are ")
    assert refused("papers", "beuchat", "--table", "VI").startswith("no table 'VI' of beuchat; there are I, ")
    assert refused("papers", "beuchat", "--design", "nix").startswith(
        "no design 'nix' for beuchat; there are "
    )
    assert refused("papers", "harrison", "--design", "x") == "--design x: harrison compares no designs"
    assert refused("papers", "beuchat", "--target", "nix").startswith("no target 'nix'; there are ")
    missing = ("papers", "beuchat", "--design", "beuchat-f2-239", "--target", "ecp5")
    assert refused(*missing) == "no stored result for beuchat-f2-239 for ecp5; build it with --fresh"
    assert refused("papers", "beuchat", "--store", "x.json") == "--store x.json: give --fresh as well"
    (tmp_path / "other.json").write_text('{"schema": 1, "paper": "harrison"}')
    given = ("papers", "beuchat", "--fresh", "--table", "II", "--store", "other.json")
    assert refused(*given) == "other.json: no stored results for beuchat"
    assert refused("papers", "beuchat", "--fresh", "--store", "no/x.json").startswith("--out no/x.json: ")
