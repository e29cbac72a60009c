"""The tables of Shu, Kwon, Gaj 2006: as printed, consistent, the models, and the multiplier CA."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from units.bench import Bench, lint, runtime

from pairforge.algebra.binary_field import BinaryField as Field
from pairforge.catalog.published import SHU_DESIGNS
from pairforge.hdl.module import Module
from pairforge.machine.designs import find_design
from pairforge.pairings.towers import mul4, mul_sparse
from pairforge.papers import PAPERS, paper_lines, paper_object
from pairforge.papers.base import published, published_values, stored
from pairforge.papers.shu import modelled
from pairforge.papers.shu.curves import curve_rows
from pairforge.papers.shu.models import inversion_products, latency
from pairforge.papers.shu.multiplier import multiplier_ca
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField

SHU = PAPERS["shu"]
PRINTED: Callable[..., Any] = published_values("shu")
F11 = (11, 2, 0)


def rows(number: str) -> dict[str, Any]:
    (table,) = (table for table in published("shu")["table"] if table["name"] == number)
    found: dict[str, Any] = table["rows"]
    return found


@pytest.mark.parametrize(
    ("arguments", "cycles"),
    [((2, 239, 16, 4, 8), 2870), ((1, 283, 32, 8, 16), 3520), ((1, 239, 16, 4, 8), 4705)],
)
def test_equations_9_and_10(arguments: Sequence[int], cycles: int) -> None:
    assert latency(*arguments) == cycles


def test_products_of_an_inversion() -> None:
    assert [inversion_products(m) for m in (239, 283)] == [12, 11]


def test_published_times_are_the_models_within_rounding() -> None:
    for name, row in rows("3").items():
        assert row["us x MHz"] == row["us"] * row["MHz"]
        low, high = ((row["us"] + d) * (row["MHz"] + d) for d in (-0.5, 0.5))
        model = modelled(find_design(name))
        assert low <= model <= high or name == "shu2-f2-283-d16"  # 3,920, its model has 3,790


def test_a_build_is_shown_beside_its_row() -> None:
    row = SHU_DESIGNS["shu2-f2-239-d16", "xc2vp"]
    assert (row.field, row.target, row.slices, row.mhz, row.us, row.cycles) == (
        "f2-239",
        "xc2vp",
        25487,
        84,
        34,
        2856,
    )
    assert {name for name, _ in SHU_DESIGNS} == set(rows("3")) == set(SHU.designs())


def test_table_2_is_consistent_in_print() -> None:
    for row in rows("2").values():
        assert row["period ns"] * row["cycles"] == pytest.approx(
            row["latency ns"], abs=0.6 * row["cycles"] / 100
        )
        assert row["LUT"] * row["cycles"] == row["LUT x cycles"]
    too_few = [name for name, row in rows("2").items() if 2 * row["slices"] < row["LUT"]]
    assert too_few == [f"scheme 2 f2-283 D={digit}" for digit in (4, 8, 16)]


def test_table_1_by_computation() -> None:
    found = curve_rows()
    wrong = [name for name, row in found.items() if row["order / cofactor"] != "prime"]
    assert wrong == ["f2-genus2 313 +1"]
    for name, row in found.items():
        if name not in wrong:
            assert (row["k"], row["cofactor"]) == (PRINTED("1", name, "k"), PRINTED("1", name, "cofactor"))
            assert 0 <= row["MOV bits"] - PRINTED("1", name, "MOV bits") <= 6


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return runtime(tmp_path_factory.mktemp("runtime"))


@pytest.mark.parametrize("shared", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_ca_of_scheme_1_multiplies_by_w_zs_et(tmp_path: Path, objects: Sequence[Path], shared: bool) -> None:
    unit = DigitSerial(BinaryField(F11), 4, "separate")
    cycles = [play(case, {}, unit.latency()) for case in cases()]
    check(tmp_path, objects, multiplier_ca(unit, 1, shared=shared), cycles)


def test_ca_of_scheme_2_takes_two_rounds(tmp_path: Path, objects: Sequence[Path]) -> None:
    unit = DigitSerial(BinaryField(F11), 4, "separate")
    again = {unit.latency(): {"start": 1, "second": 1, "keep": 1}}
    cycles = [play(case, again, 2 * unit.latency()) for case in cases()]
    check(tmp_path, objects, multiplier_ca(unit, 2), cycles)


def cases() -> list[tuple[dict[str, int], int]]:
    rng = Random(4)
    return [({n: rng.getrandbits(11) for n in ("w", "z", "c0", "c1", "c2", "c3")}, i % 2) for i in range(40)]


def play(
    case: tuple[dict[str, int], int], events: Mapping[int, dict[str, int]], last: int
) -> list[dict[str, int]]:
    """Inputs cycle by cycle: started in the first, with what `events` say, looked at in the last."""
    values, e = case
    return [values | {"e": e, "start": int(t == 0)} | events.get(t, {}) for t in range(last)] + [
        values | {"e": e}
    ]


def check(
    folder: Path, objects: Sequence[Path], module: Module, plays: Sequence[list[dict[str, int]]]
) -> None:
    field = Field(F11)
    lint(module, folder)
    out = Bench([module], folder / "run", objects).run([[cycle] for each in plays for cycle in each])
    end = -1
    for each in plays:
        end += len(each)
        w, z, *c = (field.constant(each[0][name]) for name in ("w", "z", "c0", "c1", "c2", "c3"))
        e, zero = each[0]["e"], field.constant(0)
        f: Any = tuple(c)
        expected = mul_sparse(f, w, z) if e else mul4(f, (w, z, zero, zero))
        assert [out[end][0][f"y{i}"] for i in range(4)] == [int(value) for value in expected]


def test_stored_results_are_shown() -> None:
    measured = stored("shu")
    lines = list(paper_lines(SHU, measured))
    assert next(line for line in lines if line.startswith("Table ")).startswith("Table 1: ")
    found = paper_object(SHU, measured)
    assert [table["table"] for table in found["tables"]] == ["1", "2", "3", "4"]


def test_every_row_of_table_3_is_within_its_model() -> None:
    ours: Callable[..., Any] = SHU.our_values(stored("shu"))
    for name in rows("3"):
        assert ours("3", name, "run") <= ours("3", name, "model")
        assert (ours("3", name, "pairings"), ours("3", name, "mismatches")) == (1000, 0)
