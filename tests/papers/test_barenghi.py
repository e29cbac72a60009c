"""The tables of Barenghi et al. 2008: as printed, schedules that can be found again, conclusions."""

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pairforge.papers import PAPERS, barenghi, builds, paper_lines, paper_object
from pairforge.papers.barenghi.schedules import asked, schedule_row
from pairforge.papers.base import Wanted, published_rows, published_values, stored

BARENGHI = PAPERS["barenghi"]
PRINTED: Callable[..., Any] = published_values("barenghi")

# Copied from the paper a second time, column by column: Tables 2 and 3.
TICKS = {"2": (3130, 1575, 1078, 909, 762, 758), "3": (3130, 1591, 1083, 916, 907, 774)}
SLICES = {
    "2": (6621, 15463, 16102, 22214, 25581, 26222),
    "3": (6621, 9995, 13368, 16741, 20114, 23487),
}


@pytest.fixture(scope="module")
def measured() -> Mapping[str, Any]:
    return stored("barenghi")


@pytest.mark.parametrize("number", ["2", "3"])
def test_published_figures_are_the_papers(number: str) -> None:
    rows = published_rows("barenghi", number)[:6]
    assert tuple(PRINTED(number, row, "ticks") for row in rows) == TICKS[number]
    assert tuple(PRINTED(number, row, "slices") for row in rows) == SLICES[number]
    assert [row[0] for row in rows] == list("123456")


def test_published_areas_are_sums() -> None:
    for number in ("2", "3"):
        for row in published_rows("barenghi", number)[:6]:
            count = {key: int(value) for key, value in asked(row).items()}
            total = 514 + 3373 * count["tate.mul.count"] + 2734 * count["tate.add.count"]
            assert abs(PRINTED(number, row, "slices") - total) <= 6


def test_published_losses_are_those_of_table_3_against_table_2() -> None:
    for two, row in zip(TICKS["2"], published_rows("barenghi", "3"), strict=False):
        loss = 100 * (PRINTED("3", row, "ticks") / two - 1)
        assert PRINTED("3", row, "loss %") == pytest.approx(loss, abs=0.01)


def test_what_a_row_is_given() -> None:
    assert asked("quartic: 4 mul, 3 add, 6 read, 2 write") == {
        "tate.algorithm": "quartic+lucas",
        "tate.mul.count": "4",
        "tate.add.count": "3",
        "tate.storage.reads": "6",
        "tate.storage.writes": "2",
    }


def test_one_multiplier_takes_what_its_products_take() -> None:
    """18 products, two operands before them, a written result and a whole sum behind them."""
    row = schedule_row("1 mul, 1 add, 1 read, 1 write")
    assert row == {"ticks": 2 + 18 * 173 + 1 + 1 + 9 + 1, "bound": 3128, "proven": "yes", "slices": 6621}


@pytest.mark.parametrize("row", ["5 mul, 3 add, 1 read, 1 write", "5 mul, 1 add, 2 read, 1 write"])
def test_stored_schedules_are_found_again(measured: Mapping[str, Any], row: str) -> None:
    number = "2" if row in published_rows("barenghi", "2") else "3"
    assert schedule_row(row) == measured["tables"][number]["rows"][row]


def test_every_printed_row_is_reached_but_the_one_with_too_few_buses(measured: Mapping[str, Any]) -> None:
    ours: Callable[..., Any] = BARENGHI.our_values(measured)
    for number in ("2", "3"):
        for row in published_rows("barenghi", number):
            ticks, bound = ours(number, row, "ticks"), ours(number, row, "bound")
            assert bound <= ticks
            assert ours(number, row, "proven") == ("yes" if ticks == bound else "no")
            printed = PRINTED(number, row, "ticks")
            if row == "5 mul, 3 add, 1 read, 1 write":
                assert bound > printed
            elif printed is not None:
                assert ticks <= printed


def test_latencies_are_those_of_the_units(
    measured: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    area = SimpleNamespace(area=SimpleNamespace(slices_calibrated=7))
    monkeypatch.setattr(barenghi, "measure", lambda *_: area)
    found = BARENGHI.measure(Wanted(("1",)), {}, lambda _: None, lambda _: None)["tables"]["1"]["rows"]
    assert {row: figures["ticks"] for row, figures in found.items()} == {
        row: figures["ticks"] for row, figures in measured["tables"]["1"]["rows"].items()
    }
    assert found["adder"] == {"ticks": 9, "slices": 7}


def test_conclusions_follow_the_figures(measured: Mapping[str, Any]) -> None:
    changed = copy.deepcopy(measured)
    row = changed["tables"]["3"]["rows"]["4 mul, 1 add, 2 read, 1 write"]
    row["ticks"] = 917
    claim = "Table 3: 916 ticks or fewer for 4 mul, 1 add, 2 read, 1 write"
    for found, holds in ((measured, True), (changed, False)):
        conclusions = {c.claim: c for c in BARENGHI.conclusions(found)}
        assert conclusions[claim].ours is holds


def test_nothing_measured_leaves_every_conclusion_open() -> None:
    assert all(conclusion.ours is None for conclusion in BARENGHI.conclusions({}))


def test_stored_results_are_shown(measured: Mapping[str, Any]) -> None:
    assert any(line.startswith("Table 5: ") for line in paper_lines(BARENGHI, measured))
    found = paper_object(BARENGHI, measured)
    assert [table["table"] for table in found["tables"]] == ["1", "2", "3", "4", "5"]


def test_both_coprocessors_are_built_with_synthesis(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = []

    def build(design: Any, options: Any, progress: Any) -> Any:
        asked_for.append((design.name, options.pairings, options.synthesis))
        return {
            "design": design.name,
            "target": options.target.name,
            "cycles": {"stages": [{"latency": 159_821}]},
            "area": {"slices_calibrated": 17_000, "dsp": 64},
            "timing": {"fmax_mhz": 80.0},
        }

    monkeypatch.setattr(builds, "build", build)
    done = BARENGHI.measure(Wanted(("5",)), {}, lambda _: None, lambda _: None)
    assert asked_for == [("barenghi-ss512-m4", 200, True), ("quartic-ss512-m3", 200, True)]
    first, _ = done["builds"].values()
    assert first["command"] == "pairforge build barenghi-ss512-m4 --target xc2vp --pairings 200"
    ours = BARENGHI.our_values(done)
    assert (ours("5", "F_p", "ms x MHz"), ours("4", "F_p", "MOV bits")) == (159.821, 1024)
    assert [ours("5", "F_p, quartic", column) for column in ("slices", "MHz", "ms")] == [17_000, 80.0, 2.0]
    assert ours("4", "F_p, quartic", "multipliers") == 3
    assert ours("5", "F_3^m [8]", "ms") is None
    twice = BARENGHI.conclusions(done)[-1]
    assert twice.ours is False
    for made in list(done["builds"].values())[1:]:
        made["result"]["cycles"]["stages"][0]["latency"] //= 2
    assert BARENGHI.conclusions(done)[-1].ours is True


def test_one_design_alone_may_be_built(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[str] = []

    def build(design: Any, *_: Any) -> dict[str, Any]:
        asked_for.append(design.name)
        return {}

    monkeypatch.setattr(builds, "build", build)
    BARENGHI.measure(Wanted(("5",), ("quartic-ss512-m3",)), {}, lambda _: None, lambda _: None)
    assert asked_for == ["quartic-ss512-m3"]


def test_the_page_has_the_figures_that_are_stored(measured: Mapping[str, Any]) -> None:
    root = Path(__file__).resolve().parents[2]
    text = (root / "docs" / "reference" / "papers" / "barenghi.md").read_text()
    for number in ("2", "3"):
        for row in published_rows("barenghi", number):
            printed = PRINTED(number, row, "ticks")
            ours = measured["tables"][number]["rows"][row]
            published = "-" if printed is None else f"{printed:,}"
            assert f"| {row} | {published} | {ours['ticks']:,} | {ours['bound']:,} |" in text
    value: Callable[..., Any] = BARENGHI.our_values(measured)
    cycles = 1000 * value("5", "F_p", "ms x MHz")
    assert f"| cycles | 217,350 | {cycles:,.0f} |" in text
    assert len(measured["builds"]) == 2
    for found in measured["builds"].values():
        result = found["result"]
        assert (result["verified"]["pairings"], result["verified"]["mismatches"]) == (200, 0)
        assert f"{result['area']['slices_calibrated']:,}" in text


def test_at_equal_area_ours_is_twice_as_fast(measured: Mapping[str, Any]) -> None:
    assert BARENGHI.conclusions(measured)[-1].ours is True
