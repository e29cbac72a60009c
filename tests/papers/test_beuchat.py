"""The tables of Beuchat et al. 2010: as printed, consistent, computed again, and what is drawn from them."""

import copy
import json
from collections.abc import Mapping, Sequence
from math import floor, log10
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from pairforge.catalog.published import DESIGNS, OPEN_CORES, PRIOR_WORK, TABLE_V, THIS_WORK, Published
from pairforge.errors import UserError
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.papers import PAPERS, Wanted, base, builds, paper_lines, paper_object
from pairforge.papers.base import published, published_values, read_measured, stored
from pairforge.papers.beuchat import polynomials
from pairforge.papers.beuchat.coprocessors import designs, winners
from pairforge.papers.beuchat.costs import cost_row
from pairforge.papers.beuchat.curves import (
    FIELDS,
    LARGE_CHARACTERISTIC,
    SMALL_CHARACTERISTIC,
    curve_row,
    parameter_row,
    sieve_bits,
)
from pairforge.papers.beuchat.polynomials import MapCost, candidates, map_cost, search_row
from pairforge.targets.base import Fpga
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField

CURVES = curves_of(BinarySupersingular, "eta")
TERNARY_CURVES = curves_of(TernarySupersingular)

BEUCHAT = PAPERS["beuchat"]

# Copied from the paper a second time, column by column: what no formula reaches.
MHZ_OF_RIVALS = (
    15,
    77,
    85,
    150,
    78,
    105,
    147,
    84,
    100,
    123,
    40,
    40,
    160,
    72,
    100,
    50,
    41,
    135,
    100,
    115,
    90,
    66,
)
SECURITY = {
    "f2-239": 67, "f2-251": 68, "f2-283": 72, "f2-313": 75, "f2-457": 88, "f2-459": 89, "f2-557": 96,
    "f2-613": 100, "f2-691": 105, "f3-97": 66, "f3-167": 83, "f3-193": 89, "f3-239": 97, "f3-313": 109,
}  # fmt: skip


@pytest.fixture(scope="module")
def measured() -> Mapping[str, Any]:
    return stored("beuchat")


def half_a_digit(value: float) -> float:
    """Half a unit in the last of at least two digits that are printed of a number."""
    digits = max(2, len(f"{value:g}".replace(".", "").lstrip("0")))
    half: float = 0.5000001 * 10 ** (floor(log10(value)) - digits + 1)
    return half


def polynomial_of(field: str) -> tuple[Any, ...]:
    name = f"eta-{field}"
    if field.startswith("f3"):
        return 3, TERNARY_CURVES[name].polynomial
    return 2, tuple((exponent, 1) for exponent in CURVES[name].polynomial)


# -- what is printed, against itself ---------------------------------------------------------------------


def test_every_row_of_table_v() -> None:
    assert len(TABLE_V) == 39
    assert sum(row.name == THIS_WORK for row in TABLE_V) == len(DESIGNS) == 17
    assert tuple(row.mhz for row in TABLE_V if row.name != THIS_WORK) == MHZ_OF_RIVALS
    assert {f"beuchat-{field}" for field in FIELDS} == {design for design, _ in DESIGNS}
    assert all(row.source for row in PRIOR_WORK)
    assert set(OPEN_CORES) <= set(PRIOR_WORK)


@pytest.mark.parametrize("row", TABLE_V, ids=lambda row: f"{row.name} {row.field} {row.device}")
def test_area_time_is_slices_times_seconds(row: Published) -> None:
    time = half_a_digit(row.us)
    least, most = (row.slices * (row.us + sign * time) / 1e6 for sign in (-1, 1))
    assert row.area_time is not None
    slack = half_a_digit(row.area_time)
    assert least - slack <= row.area_time <= most + slack


@pytest.mark.parametrize(("key", "row"), DESIGNS.items(), ids=lambda value: str(value)[:30])
def test_time_times_clock_is_the_cycle_count_that_the_paper_implies(
    key: tuple[str, str], row: Published
) -> None:
    m = int(row.field[3:])
    cycles = 7 * (m + 1) // 2 + 15 if row.field.startswith("f2") else 17 * (m + 3) // 2
    assert row.cycles == cycles
    time = half_a_digit(row.us)
    assert (row.us - time) * (row.mhz - 0.5) <= cycles <= (row.us + time) * (row.mhz + 0.5)
    assert key == (f"beuchat-{row.field}", row.device[:5].rstrip("l"))


@pytest.mark.parametrize("core", OPEN_CORES, ids=lambda core: core.name)
def test_time_of_the_open_cores_is_their_cycles_at_their_clock(core: Published) -> None:
    assert core.cycles is not None
    assert core.us == round(core.cycles / core.mhz)


def test_every_security_figure_is_the_complexity_of_the_function_field_sieve() -> None:
    three = published_values("beuchat")
    for field in FIELDS:
        assert SECURITY[field] == three("IV", field, "security bits")
    for field, bits in SECURITY.items():
        characteristic, degree, k = int(field[1]), int(field[3:]), 4 if field.startswith("f2") else 6
        size = k * degree * (1 if characteristic == 2 else 1.5849625007211562)
        assert round(sieve_bits(size, SMALL_CHARACTERISTIC)) == bits
    assert round(sieve_bits(12 * 103, SMALL_CHARACTERISTIC)) == 75  # C(F_2^103), genus 2
    assert round(sieve_bits(2 * 512, LARGE_CHARACTERISTIC)) == 87  # E(F_p), p of 512 bits


def test_table_i_by_its_rules() -> None:
    for field in FIELDS:
        m = int(field[3:])
        row = next(table for table in published("beuchat")["table"] if table["name"] == "I")["rows"][field]
        b = row["b"]
        if field.startswith("f3"):
            rules = {
                "k": 6,
                "mu": 1 if m % 12 in (1, 11) else -1,
                "lambda": 1 if m % 12 in (7, 11) else -1,
                "nu": 1 if m % 12 in (5, 11) else -1,
            }
        else:
            delta = b if m % 8 in (1, 7) else 1 - b
            beta = b if m % 8 in (1, 3) else 1 - b
            rules = {"k": 4, "delta": delta, "nu": (-1) ** delta, "alpha": int(m % 4 == 1), "beta": beta}
        assert row == {"b": b, **rules}


# -- Tables II and III -----------------------------------------------------------------------------------


def test_tables_ii_and_iii_are_the_cost_of_the_hardware_s_maps() -> None:
    """The printed figures, the maps as `rtl/units` builds them, and the count that the table shows."""
    value = published_values("beuchat")
    for field in FIELDS:
        p, polynomial = polynomial_of(field)
        unit = BinaryField.of([e for e, _ in polynomial]) if p == 2 else TernaryField.of(polynomial)
        names = ("square", "square root") if p == 2 else ("cube", "cube root")
        for power, name in zip((1, -1), names, strict=True):
            rows = unit.frobenius_rows(power)
            row = f"{polynomials.text(polynomial)}: {name}"
            table = "III" if p == 2 else "II"
            printed: Any = value(table, row, "additions"), value(table, row, "operands at most")
            assert printed == (sum(len(terms) - 1 for terms in rows), max(map(len, rows)))
            assert map_cost(p, polynomial, power) == MapCost(*printed)


def power_map_by_hand(p: int, polynomial: Sequence[Any], power: int) -> MapCost:
    """The cost from a table of all p-th powers of a small field, with polynomials as lists of digits."""
    m = polynomial[0][0]

    def times(a: Any, b: Any) -> Any:
        product = [0] * (2 * m - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                product[i + j] += x * y
        for at in reversed(range(m, 2 * m - 1)):
            top, product[at] = product[at], 0
            for exponent, c in polynomial[1:]:
                product[at - m + exponent] -= top * c
        return tuple(c % p for c in product[:m])

    def digits(number: Any) -> Any:
        return tuple(number // p**i % p for i in range(m))

    images = {}
    for number in range(p**m):
        power_of = one = digits(1)
        for _ in range(p):
            power_of = times(power_of, digits(number)) if power_of != one or number else digits(number)
        images[digits(number)] = power_of
    if power < 0:
        images = {image: a for a, image in images.items()}
    rows = [0] * m
    for i in range(m):
        for at, c in enumerate(images[digits(p**i)]):
            rows[at] += c != 0
    return MapCost(sum(rows) - m, max(rows))


@pytest.mark.parametrize(("p", "m"), [(2, 3), (2, 5), (2, 7), (3, 3), (3, 5)])
def test_cost_of_maps_of_small_fields_by_hand(p: int, m: int) -> None:
    trinomials, pentanomials = candidates(p, m)
    assert trinomials
    for polynomial in {*trinomials, *pentanomials}:
        for power in (1, -1):
            assert map_cost(p, polynomial, power) == power_map_by_hand(p, polynomial, power)


def test_the_cheap_pentanomials_are_as_cheap_as_the_paper_says() -> None:
    """Section IV-A.6: square roots of at most three terms where (2m - 1)/7 <= d <= (2m + 1)/5, squares of at
    most four where d >= (m - 1)/6 as well."""
    seen = 0
    for m in range(9, 140, 2):
        for polynomial in candidates(2, m)[1]:
            d = min(e for e, _ in polynomial if e % 2 and e < m / 2 and (m - e, 1) in polynomial)
            if 2 * m - 1 <= 7 * d and 5 * d <= 2 * m + 1 and len(polynomial) == 5:
                seen += 1
                assert map_cost(2, polynomial, -1).operands <= 3
                assert map_cost(2, polynomial, 1).operands <= 4
    assert seen >= 20


@given(st.sampled_from([field for field in FIELDS if int(field[3:]) < 250]), st.data())
@settings(max_examples=5, deadline=None)
def test_no_candidate_is_cheaper_than_rank_one(field: str, data: DataObject) -> None:
    p, used = polynomial_of(field)
    row = search_row(p, used)
    assert row["rank, inverse"] == row["rank, both"] == 1
    other = data.draw(st.sampled_from([f for found in candidates(p, used[0][0]) for f in found]))
    assert map_cost(p, other, -1).additions >= map_cost(p, used, -1).additions


# -- stored results --------------------------------------------------------------------------------------


def test_stored_figures_are_those_that_are_printed(measured: Mapping[str, Any]) -> None:
    for table in BEUCHAT.tables(measured):
        for row in table.rows:
            for column, cell in zip((*table.columns, *table.details), row.cells, strict=True):
                if table.number == "II" and column in ("slices", "MHz"):
                    assert cell.ours is None
                elif cell.published is not None and not column.startswith("additions of "):
                    assert cell.ours == cell.published, (table.number, row.name, column)


@pytest.mark.parametrize("field", ["f2-239", "f2-313", "f3-97", "f3-193"])
def test_stored_curves_are_computed_again(measured: Mapping[str, Any], field: str) -> None:
    tables = measured["tables"]
    assert tables["I"]["rows"][field] == parameter_row(field)
    assert tables["IV"]["rows"][field] == curve_row(field)
    assert tables["I"]["rows"][field]["N P = O"] == "holds"


def test_stored_costs_are_those_of_the_texts(measured: Mapping[str, Any]) -> None:
    """Equal to what the paper says, up to one shared sum in Algorithm 4 and sums behind U^T's maps."""
    rows = measured["tables"]["costs"]["rows"]
    assert set(rows) == set(FIELDS)
    for field, row in rows.items():
        m, two = int(field[3:]), field.startswith("f2")
        assert row["iterations"] == (m + 1) // 2
        assert row["multiplications an iteration"] == (7 if two else 17)
        assert row["additions of a sparse product"] == (13 if two else 29)
        assert row["maps of U^T"] == (2 * m + 2 if two else 3 * m + 3)
        assert row["additions of U^T"] <= (7 if two else 6)
    again = cost_row("f2-239")
    assert {key: again[key] for key in list(again)[:5]} == {
        key: rows["f2-239"][key] for key in list(again)[:5]
    }


def test_stored_search_is_computed_again(measured: Mapping[str, Any]) -> None:
    assert measured["tables"]["search"]["rows"]["f3-97"] == search_row(*polynomial_of("f3-97"))


def test_stored_builds_are_whole(measured: Mapping[str, Any]) -> None:
    for key, found in measured.get("builds", {}).items():
        design, target = key.split()
        result = found["result"]
        assert (result["design"], result["target"]) == (design, target)
        assert found["command"].startswith(f"pairforge build {design} --target {target}")
        assert result["verified"]["mismatches"] == 0
        assert found["version"] and found["synthesizer"]
        least = 1000 if int(result["pairing"].rsplit("-", 1)[1]) < 250 else 100
        assert result["verified"]["pairings"] >= least


def test_every_figure_says_where_it_comes_from(measured: Mapping[str, Any]) -> None:
    tables = {table["table"]: table for table in paper_object(BEUCHAT, measured)["tables"]}
    assert list(tables) == list(BEUCHAT.table_names)
    for row in tables["V"]["rows"]:
        kinds = {figure["kind"] for figure in row["figures"].values()}
        flow = {"measured", "estimated", "chosen"}
        if row["note"] == "its source in this flow":
            assert kinds - {"published", "implied"} == {"measured", "estimated"}
            continue
        assert kinds <= (flow if row["ours"] else {"published", "implied"})
        assert row["source"] or row["note"] == "not built"
    assert json.loads(json.dumps(tables)) == json.loads(json.dumps(tables))


# -- builds ----------------------------------------------------------------------------------------------


def result_of(
    design: str,
    target: Fpga | str,
    *,
    interval: Any = 800,
    slices: int = 10000,
    mhz: float = 200.0,
    pairings: int = 1000,
) -> dict[str, Any]:
    stage = {"interval": interval, "units": {"mul": {"count": 1, "busy": 1.0}}}
    return {
        "design": design,
        "pairing": f"eta-{'-'.join(design.split('-')[1:3])}",
        "target": target,
        "cycles": {"latency": 2 * interval, "interval": interval, "stages": [stage, stage]},
        "verified": {"pairings": pairings, "mismatches": 0, "simulator": "Verilator 5"},
        "area": {"lut": 1, "ff": 2, "bram": 3, "slices": 5, "slices_calibrated": slices},
        "timing": {"fmax_mhz": mhz, "kind": "estimated"},
    }


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Builds that are noted and cost nothing; set `figures` to change what comes out."""

    class Builder:
        asked: tuple[Any, ...] = ()
        figures: dict[str, Any] = {}  # noqa: RUF012

        def __call__(self, design: Any, options: Any, progress: Any) -> Any:
            self.asked = (*self.asked, (design.name, options.target.name, options.pairings))
            return result_of(design.name, options.target.name, pairings=options.pairings, **self.figures)

    found = Builder()
    monkeypatch.setattr(builds, "build", found)
    return found


def test_designs_are_those_over_the_paper_s_fields() -> None:
    names = designs()
    assert {f"beuchat-f2-{m}" for m in (239, 313, 457, 557, 613, 691)} <= set(names)
    assert "beuchat-f2-5" not in names


def test_fresh_builds_what_is_asked_for_and_keeps_the_rest(builder: Any) -> None:
    kept: list[Any] = []
    so_far = {"schema": 1, "paper": "beuchat", "tables": {"I": {"version": "0", "rows": {}}}}
    wanted = Wanted(("V",), ("beuchat-f2-239", "beuchat-f2-691"))
    done = BEUCHAT.measure(wanted, so_far, lambda _: None, kept.append)
    assert builder.asked == (
        ("beuchat-f2-239", "xc4v", 1000),
        ("beuchat-f2-239", "xc2vp", 1000),
        ("beuchat-f2-691", "xc4v", 100),
    )
    assert done["tables"] == so_far["tables"]
    assert [len(state["builds"]) for state in kept] == [1, 2, 3]
    found = done["builds"]["beuchat-f2-239 xc2vp"]
    assert found["command"] == "pairforge build beuchat-f2-239 --target xc2vp --pairings 1000"
    assert found["digit"] == "10"
    again = BEUCHAT.measure(Wanted((), ("beuchat-f2-313",), "ecp5"), done, lambda _: None, kept.append)
    assert set(again["builds"]) - set(done["builds"]) == {"beuchat-f2-313 ecp5"}


def test_fresh_tables_without_builds(builder: Any) -> None:
    done = BEUCHAT.measure(Wanted(("II",)), {}, lambda _: None, lambda _: None)
    assert builder.asked == ()
    assert set(done["tables"]) == {"II"}
    assert done["tables"]["II"]["rows"] == stored("beuchat")["tables"]["II"]["rows"]


def with_builds(measured: Mapping[str, Any], *builds: Any) -> dict[str, Any]:
    made = {
        f"{result['design']} {result['target']}": {
            "version": "0",
            "command": "c",
            "synthesizer": "s",
            "digit": "10",
            "result": result,
        }
        for result in builds
    }
    return {**measured, "builds": made}


def lines_of(measured: Mapping[str, Any], *wanted: Any) -> list[str]:
    return list(paper_lines(BEUCHAT, measured, Wanted(*wanted)))


def test_a_design_that_is_not_built_has_no_figures(measured: Mapping[str, Any]) -> None:
    changed = with_builds(measured, result_of("beuchat-f2-239", "xc4v"))
    rows = [line for line in lines_of(changed, ("V",)) if "* beuchat-f2-239" in line]
    assert len(rows) == 2
    (missing,) = (row for row in rows if row.endswith("not built"))
    assert missing.split()[:3] == ["*", "beuchat-f2-239", "xc2vp"]
    assert set(missing.split()[3:-2]) == {"-"}
    (built,) = (row for row in rows if "not built" not in row)
    assert built.split()[:13] == (
        [
            "*",
            "beuchat-f2-239",
            "xc4v",
            "10",
            "800",
            "1,600",
            "1",
            "2",
            "3",
            "~10,000",
            "~200",
            "~4.00",
            "~0.0400",
        ]
    )


def test_winner_has_the_least_slices_times_interval(measured: Mapping[str, Any]) -> None:
    changed = with_builds(
        measured,
        result_of("small-f2-239", "xc4v", interval=3000, slices=2000),
        result_of("beuchat-f2-239", "xc4v", interval=800, slices=10000),
        result_of("other-f2-239", "xc2vp", interval=1, slices=1),
        result_of("beuchat-f2-313", "xc4v"),
    )
    assert winners(changed["builds"]) == {"f2-239": "small-f2-239", "f2-313": "beuchat-f2-313"}
    (best,) = (line for line in lines_of(changed, ("best",)) if line.startswith("  f2-239"))
    assert best.split() == ["f2-239", "*", "small-f2-239", "xc4v", "3,000", "~2,000", "~6,000,000", "~75%"]


def conclusions(measured: Mapping[str, Any]) -> list[Any]:
    return [conclusion["ours"] for conclusion in paper_object(BEUCHAT, measured)["conclusions"]][5:]


def test_conclusions_follow_the_figures(measured: Mapping[str, Any]) -> None:
    """Each is turned by figures that contradict it; none is drawn without a build."""
    assert conclusions(with_builds(measured)) == [None] * 5
    two, three = (DESIGNS[f"beuchat-{field}", "xc4v"] for field in ("f2-239", "f3-97"))
    good = [
        result_of(f"beuchat-{row.field}", "xc4v", interval=row.cycles, slices=row.slices, mhz=row.mhz)
        for row in (two, three)
    ]
    assert conclusions(with_builds(measured, *good)) == [True] * 5
    bad = copy.deepcopy(good)
    bad[0]["cycles"]["interval"] = 856
    assert conclusions(with_builds(measured, *bad))[0] is False
    bad = copy.deepcopy(good)
    bad[0]["cycles"]["stages"][0]["units"]["mul"]["busy"] = 0.97
    assert conclusions(with_builds(measured, *bad))[1] is False
    bad = copy.deepcopy(good)
    bad[0]["cycles"]["stages"][1] = {**bad[0]["cycles"]["stages"][1], "interval": 856}
    assert conclusions(with_builds(measured, *bad))[2] is False
    bad = copy.deepcopy(good)
    bad[0]["timing"]["fmax_mhz"] = 20.0
    assert conclusions(with_builds(measured, *bad))[3:] == [False, False]


def test_a_wrong_count_is_seen(measured: Mapping[str, Any]) -> None:
    changed = copy.deepcopy(measured)
    changed["tables"]["II"]["rows"]["x^97 + x^16 - 1: cube"]["additions"] = 90
    found = paper_object(BEUCHAT, changed)["conclusions"]
    assert [conclusion["ours"] for conclusion in found[:5]] == [True, False, True, True, False]
    assert found[1]["evidence"] == "19 of 20 figures are equal"


# -- what is refused -------------------------------------------------------------------------------------


def test_unknown_tables_and_designs() -> None:
    with pytest.raises(UserError, match=r"^no table 'VI' of beuchat; there are I, II, .*, V, best$"):
        BEUCHAT.check(Wanted(("II", "VI")))
    with pytest.raises(UserError, match=r"^no design 'beuchat-f2-5' for beuchat; there are .*beuchat-f2-239"):
        BEUCHAT.check(Wanted((), ("beuchat-f2-5",)))
    with pytest.raises(UserError, match=r"^--design x: harrison compares no designs$"):
        PAPERS["harrison"].check(Wanted((), ("x",)))


def test_a_design_without_a_stored_result_is_refused(measured: Mapping[str, Any]) -> None:
    changed = with_builds(measured, result_of("beuchat-f2-239", "xc4v"))
    assert lines_of(changed, ("V",), ("beuchat-f2-239",))
    with pytest.raises(UserError, match=r"^no stored result for beuchat-f2-313; build it with --fresh$"):
        lines_of(changed, (), ("beuchat-f2-313",))
    with pytest.raises(UserError, match=r"^no stored result for beuchat-f2-239 for ecp5; build it"):
        lines_of(changed, (), ("beuchat-f2-239",), "ecp5")


def test_stored_results_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(base, "_MEASURED", tmp_path)
    with pytest.raises(UserError, match=r"^no stored results for beuchat; measure with --fresh$"):
        stored("beuchat")
    path = tmp_path / "beuchat.json"
    for content, complaint in (
        ("{", "cannot read stored results"),
        ('{"schema": 1}', "no stored results for beuchat"),
        ('{"schema": 2, "paper": "beuchat"}', "schema 2, this version reads 1"),
    ):
        path.write_text(content)
        with pytest.raises(UserError, match=complaint):
            read_measured(path, "beuchat")
