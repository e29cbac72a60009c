"""The tables of Harrison, Page, Smart 2002: as printed, whole, and conclusions that follow the figures."""

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.papers import PAPERS, base, find_paper, paper_lines, paper_object
from pairforge.papers.base import published_values, stored
from pairforge.papers.numbers import number

HARRISON = PAPERS["harrison"]

# Copied from the paper a second time, column by column: Table 2, and its Table 4 in milliseconds.
TABLE_2 = {
    "addition": (2.70, 2.70, 1.10, 1.10, 0.20, 0.20, 0.20, 0.01),
    "multiplication": (830, 415, 84, 45, 23, 15, 27, 13),
    "cubing": (37, 37, 4, 4, 10, 10, 29, 14),
    "cubing by tables": (None, None, None, None, 1.5, 1.5, None, None),
    "squaring": (419, 309, 49, 44, 16, 16, 32, 0.4),
    "inversion": (1200, 1200, 680, 680, 240, 240, 300, 0),
}
FIELDS_2 = ("N", "K", "I-N", "I-K", "II-N", "II-K", "II-BS")
TABLE_4 = {
    "F3^97-K": (2.04, 1.60, 0.17, 395, 145, 116, 4.63, 2.74, 0.52, 749, 343, 277),
    "F3^97-I-K": (0.91, 0.84, 0.06, 197, 65, 51, 0.64, 0.37, 0.13, 104, 53, 44),
    "F3^97-II-K": (0.29, 0.27, 0.01, 62, 19, 15, 0.21, 0.12, 0.03, 33, 16, 12),
    "F2^241": (0.23, 0.23, 0.46, 65, 100, 80, 0.18, 0.06, 0.24, 23, 55, 48),
}
WAYS = (
    "addition",
    "doubling",
    "tripling",
    *(f"multiplication, {base}" for base in ("binary", "ternary", "nonary")),
)


@pytest.fixture(scope="module")
def measured() -> Mapping[str, Any]:
    return stored("harrison")


def test_published_figures_are_the_papers() -> None:
    figure = published_values("harrison")
    fields = [*(f"F3^97-{name}" for name in FIELDS_2), "F2^241"]
    for operation, column in TABLE_2.items():
        assert tuple(figure("2", field, operation) for field in fields) == column
    operations = [f"{coordinates} {way}" for coordinates in ("affine", "projective") for way in WAYS]
    for field, times in TABLE_4.items():
        assert [figure("4", operation, field) for operation in operations] == [
            pytest.approx(1000 * milliseconds) for milliseconds in times
        ]
    assert figure("3", "F3^(6*97)-II-K", "multiplication") == 319
    assert figure("5", "Tate pairing", "F2^241") == 61000


def test_every_published_figure_has_ours_beside_it(measured: Mapping[str, Any]) -> None:
    tables = HARRISON.tables(measured)
    assert [table.number for table in tables] == ["2", "3", "4", "5"]
    for table in tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                assert cell.ours is not None or cell.published is None, (table.number, row.name, column)
                assert cell.ours is None or (isinstance(cell.ours, int | float) and cell.ours > 0)


def test_ratios_are_within_the_table(measured: Mapping[str, Any]) -> None:
    for table in HARRISON.tables(measured):
        cells: dict[Any, Any] = {
            (row.name, column): cell
            for row in table.rows
            for column, cell in zip(table.columns, row.cells, strict=True)
        }
        unit = cells[table.reference]
        assert (unit.published_ratio, unit.our_ratio) == (1, 1)
        for cell in cells.values():
            if cell.published is not None:
                assert cell.published_ratio * unit.published == pytest.approx(cell.published)
            if cell.ours is not None:
                assert cell.our_ratio * unit.ours == pytest.approx(cell.ours)


def conclusions(measured: Mapping[str, Any]) -> dict[str, Any]:
    found = paper_object(HARRISON, measured)["conclusions"]
    return {conclusion["claim"]: conclusion for conclusion in found}


def test_the_paper_bears_out_its_own_conclusions(measured: Mapping[str, Any]) -> None:
    for conclusion in conclusions(measured).values():
        assert conclusion["published"] in (True, None), conclusion


def test_conclusions_follow_the_figures(measured: Mapping[str, Any]) -> None:
    """Each is turned by figures that contradict it."""
    fastest = "Type II with Karatsuba multiplies fastest"
    by_tables = "with tables, Type II cubes faster than Type I"
    same = "the Tate pairing takes about the same time over F3^97 and F2^241 (within a fifth)"
    for two_k, tables, tate in ((1.0, 1.0, 1000.0), (1e9, 1e9, 1190.0)):
        changed = copy.deepcopy(measured)
        changed["tables"]["2"]["F3^97-II-K"]["multiplication"]["min"] = two_k
        changed["tables"]["2"]["F3^97-II-K"]["cubing by tables"]["min"] = tables
        changed["tables"]["5"]["F3^97-II-K"]["Tate pairing"]["min"] = tate
        changed["tables"]["5"]["F2^241"]["Tate pairing"]["min"] = 1e6 if tate == 1000.0 else 1000.0
        found = conclusions(changed)
        assert found[fastest]["ours"] is (two_k == 1.0)
        assert found[by_tables]["ours"] is (tables == 1.0)
        assert found[same]["ours"] is (tate == 1190.0)


def test_a_missing_figure_leaves_a_conclusion_open(measured: Mapping[str, Any]) -> None:
    changed = copy.deepcopy(measured)
    del changed["tables"]["2"]["F3^97-II-K"]["multiplication"]
    assert conclusions(changed)["Type II with Karatsuba multiplies fastest"]["ours"] is None
    assert any("not measured: Type II with Karatsuba" in line for line in paper_lines(HARRISON, changed))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (0.0, "0"),
        (0.00096, "0.000960"),
        (0.0995, "0.0995"),
        (1.0, "1.00"),
        (15.04, "15.0"),
        (830.4, "830"),
        (117000.0, "117,000"),
        (1234.0, "1,230"),
    ],
)
def test_three_digits_without_exponent(value: float | None, text: str) -> None:
    assert number(value) == text


def test_unknown_paper() -> None:
    with pytest.raises(UserError, match=r"^no paper 'shor'; there are .*harrison"):
        find_paper("shor")


def test_stored_results_of_another_schema_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "harrison.json").write_text('{"schema": 7}')
    monkeypatch.setattr(base, "_MEASURED", tmp_path)
    with pytest.raises(UserError, match=r"schema 7, this version reads 1$"):
        stored("harrison")
