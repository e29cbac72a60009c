"""`papers`: what there is, stored tables, a fresh measurement, refusals."""

import pytest

from pairforge import papers
from pairforge.papers import harrison


def test_what_there_is(pairforge):
    done = pairforge("papers")
    assert (done.status, done.err) == (0, "")
    head, *rows = done.out.splitlines()
    assert head.split() == ["paper", "title", "source"]
    assert [row.split()[0] for row in rows] == list(papers.PAPERS)
    assert [paper["name"] for paper in pairforge("papers", "--json").json["papers"]] == list(papers.PAPERS)


def test_stored_tables(pairforge):
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


def test_stored_tables_as_data(pairforge):
    found = pairforge("papers", "harrison", "--json").json
    assert (found["schema"], found["paper"]) == (1, "harrison")
    assert set(found["ours"]) == {"version", "command", "cpu"}
    two = {row["row"]: row["cells"] for row in found["tables"][0]["rows"]}
    assert two["F3^97-II-K"]["multiplication"]["published"] == 15
    assert two["F3^97-II-K"]["multiplication"]["our_ratio"] == 1
    assert "cubing by tables" not in two["F3^97-N"]


def test_fresh_tells_what_it_does_and_shows_what_it_measured(pairforge, monkeypatch):
    measured = {**papers.base.stored("harrison"), "cpu": "a processor of the test"}

    def run(program, arguments, tell):
        assert (program, arguments) == ("the program", ())
        tell("table 2: field operations")
        return measured

    monkeypatch.setattr(harrison, "build_release", lambda package, binary, tell: "the program")
    monkeypatch.setattr(harrison, "run_json", run)
    done = pairforge("papers", "harrison", "--fresh", "--json")
    assert (done.status, done.err) == (0, "pairforge: table 2: field operations\n")
    assert done.json["ours"]["cpu"] == "a processor of the test"


def test_refusals(refused, monkeypatch, tmp_path):
    there = ", ".join(papers.PAPERS)
    assert refused("papers", "nix") == f"no paper 'nix'; there are {there}"
    assert refused("papers", "--fresh") == f"--fresh: give a paper to measure; there are {there}"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    assert refused("papers", "harrison", "--fresh").startswith("no cargo found; ")


@pytest.mark.slow
def test_fresh_measures_every_figure(pairforge):
    """The program itself, compiled where that is needed. Figures vary; that they are all there does not."""
    fresh = pairforge("papers", "harrison", "--fresh", "--json")
    assert fresh.status == 0
    shape = [
        [(row["row"], sorted(row["cells"])) for row in table["rows"]]
        for found in (fresh.json, pairforge("papers", "harrison", "--json").json)
        for table in found["tables"]
    ]
    assert shape[: len(shape) // 2] == shape[len(shape) // 2 :]
