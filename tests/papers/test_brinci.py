"""The tables of Brinci et al. 2013: as printed, products that are counted again, builds in their rows."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.papers import PAPERS, brinci, paper_lines, paper_object
from pairforge.papers.base import Wanted, published, published_rows, published_values, stored
from pairforge.papers.brinci.products import product_rows
from pairforge.papers.builds import key_of

BRINCI = PAPERS["brinci"]
PRINTED: Callable[..., Any] = published_values("brinci")

# Copied from the paper a second time, column by column.
PRODUCTS = (204, 579, 768, 1813, 356)
MHZ = (225, 185, 204, 210, 50, 166, 210)
KILOCYCLES = (407, 407, 861, 245, 821, 70, 78)
MS = (1.8, 2.2, 4.2, 1.17, 16.4, 0.43, 0.338)
DSP = (11, 7, None, 42, None, 144, 64)


def test_published_figures_are_the_papers() -> None:
    rows = published_rows("brinci", "1")
    assert tuple(PRINTED("1", row, "products") for row in rows[:-1]) == PRODUCTS
    assert sum(PRODUCTS) * 35 == 130_200 and PRINTED("1", rows[-1], "products") is None
    columns = zip(("MHz", "10^3 cycles", "ms", "DSP"), (MHZ, KILOCYCLES, MS, DSP), strict=True)
    for column, figures in columns:
        assert tuple(PRINTED("2", row, column) for row in published_rows("brinci", "2")) == figures


def test_times_are_cycles_over_clock_but_for_the_misprint() -> None:
    for row in published_rows("brinci", "2"):
        clock, cycles, ms = (PRINTED("2", row, column) for column in ("MHz", "10^3 cycles", "ms"))
        assert (cycles / clock == pytest.approx(ms, rel=0.03)) is (row != "Yao et al. 2013 [15]")


def test_implied_figures_follow_from_printed_ones() -> None:
    for row in published("brinci")["newer"]:
        figures = row["figures"]
        assert set(row["implied"]) <= set(figures) and row["source"] and row["note"]
        if {"MHz", "ms"} <= set(figures):
            assert figures["10^3 cycles"] / figures["MHz"] == pytest.approx(figures["ms"], rel=0.01)
        if {"pairings/s", "ms"} <= set(figures):
            assert figures["pairings/s"] * figures["ms"] == pytest.approx(1000, rel=0.01)


def test_stored_products_are_counted_again() -> None:
    assert stored("brinci")["tables"]["1"]["rows"] == product_rows()


BUILD = {
    "version": "0",
    "command": "pairforge build",
    "result": {
        "pairing": "ate-bn258",
        "target": "xc6v",
        "cycles": {"interval": 190_000},
        "area": {"lut": 40_000, "ff": 1, "dsp": 11, "slices": 11_000, "slices_calibrated": None},
        "timing": {"fmax_mhz": 200.0, "kind": "estimated"},
    },
}


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stored results with a build of the pipelined design and of ours with its multiplier."""
    names = ("brinci-bn258-pipelined", "few-dsp-bn258")
    monkeypatch.setattr(brinci, "design_names", lambda: names)

    def find(name: Any) -> Any:
        return SimpleNamespace(name=name, target="xc6v", pairing="ate-bn258")

    monkeypatch.setattr(brinci, "find_design", find)
    return {**stored("brinci"), "builds": {key_of(name, "xc6v"): BUILD for name in names}}


def test_a_build_stands_in_its_row_and_decides_the_conclusions(built: Mapping[str, Any]) -> None:
    ours = BRINCI.our_values(built)
    row = "this work, pipelined"
    figures = [ours("2", row, column) for column in ("area", "DSP", "MHz", "10^3 cycles", "ms")]
    assert figures == ["11000 slices", 11, 200.0, 190.0, 0.95]
    assert ours("2", "this work, serial", "DSP") is None
    outcomes = [found.ours for found in BRINCI.conclusions(built)]
    assert outcomes == [True, True, None, True]
    (table,) = BRINCI.comparisons(built, Wanted())
    entry, _ = (entry for entry in table.entries if entry.ours)
    assert (entry.group, entry.figures["pairings/s"].value) == ("BN", 1053)
    assert any("brinci-bn258-pipelined" in line for line in paper_lines(BRINCI, built))


def test_nothing_of_ours_where_nothing_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brinci, "design_names", lambda: ())
    measured = {"schema": 1, "paper": "brinci"}
    assert [found.ours for found in BRINCI.conclusions(measured)] == [None] * 4
    (table,) = BRINCI.comparisons(measured, Wanted())
    assert not any(entry.ours for entry in table.entries)
    assert paper_object(BRINCI, stored("brinci"))["tables"]
    with pytest.raises(UserError, match="no stored result for x; build it with --fresh"):
        BRINCI.comparisons(measured, Wanted(designs=("x",)))
