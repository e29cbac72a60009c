"""Builds, machines and published designs on one set of axes: the figures, and where each comes from."""

import json
from pathlib import Path

import pytest
import report_sample

from pairforge.catalog.published import PRIOR_WORK, TABLE_V, THIS_WORK
from pairforge.pages.entries import explored_entries, result_figures
from pairforge.pages.prior_work import prior_work_on
from pairforge.papers.beuchat.figure import figure_7, on_figure_7
from pairforge.report.collection import AXES
from pairforge.report.packed import pack, unpack

ROOT = Path(__file__).resolve().parents[2]
NAMES = {axis.name for axis in AXES}


def test_what_is_packed_is_unpacked() -> None:
    data = {"b": [1, None, "η"], "a": {"x": 1.5}}
    assert unpack(pack(data)) == data
    assert pack(data) == pack(json.loads(json.dumps(data)))
    for wrong in ("!", "AAAA", pack(data)[:-8]):
        with pytest.raises(ValueError):
            unpack(wrong)


def test_figures_of_a_build() -> None:
    result = report_sample.data()["result"]
    figures = result_figures(result)
    cycles, area, mhz = result["cycles"], result["area"], result["timing"]["fmax_mhz"]
    assert set(figures) <= NAMES
    assert (figures["interval"].value, figures["interval"].kind) == (cycles["interval"], "measured")
    assert (figures["lut"].value, figures["lut"].kind) == (area["lut"], "measured")
    assert (figures["slices"].value, figures["slices"].kind) == (area["slices_calibrated"], "estimated")
    assert figures["us"].value == pytest.approx(cycles["interval"] / mhz)
    assert figures["area_time"].value == pytest.approx(figures["slices"].value * figures["us"].value)
    bare = result_figures({**result, "area": None, "timing": None, "verified": None})
    assert set(bare) == {"interval", "latency"} and bare["interval"].kind == "scheduled"
    routed = result_figures({**result, "timing": {"fmax_mhz": 100.0, "kind": "routed"}})
    assert (routed["mhz"].kind, routed["us"].kind) == ("measured", "measured")
    chip = {"um2": 1234.5, "gate_equivalents": 330}
    cells = result_figures({**result, "area": None, "timing": None, "asic": chip})
    assert (cells["um2"].value, cells["gates"].value, cells["um2"].kind) == (1234.5, 330, "estimated")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "pairforge/results/explorations").glob("*.json")), ids=lambda p: p.stem
)
def test_stored_explorations_are_read_though_they_have_no_pictures(path: Path) -> None:
    found = json.loads(path.read_text())
    entries = explored_entries(found, {}, path.stem)
    machines = [row for comparison in found["comparisons"] for row in comparison["machines"]]
    assert len(entries) == len(machines)
    for entry, row in zip(entries, machines, strict=True):
        assert set(entry.figures) <= NAMES and entry.error == row["error"]
        for name in ("interval", "latency", "lut", "mhz"):
            assert (entry.figures[name].value if name in entry.figures else None) == row[name]
        if row["us"] is not None:
            assert entry.figures["us"].value == pytest.approx(row["us"], abs=1e-4)


@pytest.mark.parametrize(
    ("pairing", "least", "source"),
    [
        ("eta-f2-239", 5, "Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez 2010, Table V"),
        ("eta-f3-97", 11, "H. Hsing, Tate Bilinear Pairing Core Specification"),
        ("tate-f2-283", 5, "Shu, Kwon, Gaj 2006, Table 3"),
        ("tate-ss512", 1, "Barenghi et al. [1], as cited in Beuchat et al. 2010, Table V"),
        ("ate-bn254", 10, "Fan et al. 2012 [6], in Brinci et al. 2013, Table 2"),
        ("ate-bls12-381", 1, "B. Devlin, Zcash FPGA acceleration engine"),
    ],
)
def test_published_designs_over_the_field_stand_beside_ours(pairing: str, least: int, source: str) -> None:
    prior_work = prior_work_on([pairing])
    assert len(prior_work) >= least
    assert any(prior.source.startswith(source) for prior in prior_work)
    assert all(set(prior.figures) <= NAMES and prior.figures for prior in prior_work)
    assert prior_work_on(["eta-f2-5"]) == []


def test_figure_7_has_the_papers_rows_at_their_security_and_its_products() -> None:
    panels = figure_7()
    assert [panel.title.split(" on ")[1] for panel in panels] == ["Virtex-II Pro", "Virtex-4"] * 2
    own = [row for row in TABLE_V if row.name == THIS_WORK]
    for panel, figure in zip(panels, ("us", "us", "area_time", "area_time"), strict=True):
        family = "xc2vp" if "Pro" in panel.title else "xc4v"
        values = sorted(point.y for point in panel.points if point.own)
        printed = sorted(getattr(row, figure) for row in own if row.target == family)
        assert values == pytest.approx(printed, rel=0.02)  # products are rounded in print
        others = [
            row for row in PRIOR_WORK if row.name != THIS_WORK and row.target[:5] in (family, family[:4])
        ]
        theirs = [point for point in panel.points if point.kind == "theirs"]
        assert 0 < len(theirs) <= len(others)
        assert any(point.ours for point in panel.points)
    sixty_seven = {point.x for panel in panels for point in panel.points if "f2-239" in point.detail}
    assert sixty_seven == {67}
    assert on_figure_7(["eta-f3-97"]) and not on_figure_7(["eta-f2-5", "ate-bls12-381"])
