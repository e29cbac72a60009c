"""`pairforge pair`, `list` and `bench` where the engine is concerned."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge import api, engine
from pairforge.pairings.registry import PAIRINGS
from pairforge.software import bench as flow_bench
from pairforge.software.engine import all_names

VECTORS = Path(__file__).parents[1] / "vectors"
NAMES = engine.names()
KNOWN = [name for name in NAMES if (VECTORS / f"{name}.json").exists()]

SOME = [name for name in ("eta-f2-313", "eta-f3-97", "tate-ss512", "ate-bls12-381") if name in NAMES]
LARGE = ("ate-bls48-581", "ate-bn638")
ONLY_ENGINE = [name for name in NAMES if name not in PAIRINGS]


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in LARGE else ()) for n in KNOWN]
)
def test_the_engine_prints_the_published_file(pairforge: Callable[..., Any], name: str) -> None:
    path = VECTORS / f"{name}.json"
    known = path.read_text()
    for backend in ((), ("--backend", "engine")):
        done = pairforge("pair", name, *backend, "--in", path)
        assert (done.status, done.out, done.err) == (0, known, "")


@pytest.mark.parametrize("name", SOME)
def test_engine_and_model_agree_on_random_points(pairforge: Callable[..., Any], name: str) -> None:
    arguments = ("pair", name, "--random", "3", "--seed", "5", "--backend")
    assert pairforge(*arguments, "engine").json == pairforge(*arguments, "model").json


@pytest.mark.parametrize("name", ONLY_ENGINE)
def test_a_pairing_that_only_the_engine_has(
    pairforge: Callable[..., Any], refused: Callable[..., Any], name: str
) -> None:
    done = pairforge("pair", name, "--random", "3")
    assert (done.status, done.err) == (0, "")
    assert pairforge("pair", name, "--random", "3", "--seed", "1").out == done.out
    assert pairforge("pair", name, "--random", "3", "--seed", "2").out != done.out
    assert pairforge("pair", name, stdin=done.out).out == done.out
    assert refused("pair", name, "--random", "1", "--backend", "model") == (
        f"{name} has no model; use --backend engine"
    )
    assert refused("pair", name, "--random", "1", "--backend", "rtl").startswith(f"{name} has no design")
    document = done.json
    document["cases"][1]["Q"][1] = document["cases"][1]["P"][1]
    assert refused("pair", name, stdin=json.dumps(document)) == (
        "<stdin>: case 1: Q: is refused: not a point of the curve"
    )
    document["cases"][1]["Q"][0] = "0x1" + "0" * 1000
    assert "case 1: Q[0]:" in refused("pair", name, stdin=json.dumps(document))
    (P, Q, e) = (tuple(int(x, 16) for x in done.json["cases"][0][key]) for key in "PQe")
    assert api.pair(name, [(P, Q)]) == [e]


@pytest.mark.parametrize("name", SOME)
def test_a_wrong_value_is_a_failed_check(pairforge: Callable[..., Any], name: str) -> None:
    document = json.loads((VECTORS / f"{name}.json").read_text())
    e = int(document["cases"][1]["e"][1], 16)
    document["cases"][1]["e"][1] = hex(e ^ 3)
    done = pairforge("pair", name, stdin=json.dumps(document))
    assert (done.status, done.out) == (1, "")
    assert "case 1: the engine gives" in done.err


def test_list_shows_what_only_the_engine_has(pairforge: Callable[..., Any]) -> None:
    rows = {p["name"]: p for p in pairforge("list", "--json").json["pairings"]}
    assert sorted(rows) == sorted(all_names())
    assert set(NAMES) <= set(rows)
    for name in ONLY_ENGINE:
        assert rows[name]["status"] == "engine"
        assert rows[name]["design"] is None
        assert rows[name]["security"]["bits_today"] > 0
        assert rows[name]["description"]
    lines = pairforge("list").out.splitlines()
    assert all(any(line.startswith(f"{name} ") for line in lines) for name in NAMES)


def test_a_level_that_does_not_exist(refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIRFORGE_ENGINE_CPU", "fast")
    line = refused("pair", NAMES[0], "--random", "1", "--backend", "engine")
    assert line == "PAIRFORGE_ENGINE_CPU is 'fast'; it takes portable, base, avx2, vpclmulqdq, avx512"


def test_bench_refuses_before_it_works(
    refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert refused("bench", "--seconds", "0") == "--seconds 0: give a number from 1 to 600"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    assert refused("bench").startswith("no cargo found; ")


def test_the_table_of_bench(pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"ns": 5_000.0, "ratio": 0.0107, "batch_ns": 3_000.0, "batch": 1024, "miller_ns": 4_000.0}
    found = {
        "yardstick": {"name": "blst bls12-381 pairing", "ns": 466_000.0},
        "cpu": "a processor",
        "pairings": {"eta-f2-239": row, "ate-bn254": {**row, "ns": 4e8, "ratio": 900.0}},
        "prior_work": {"blst bls12-381": {"ns": 466_000.0, "ratio": 1.0}},
        "clmul_products_per_ns": 8.0,
        "clmul_products": {"eta-f2-239": {"one": 8_000, "batch": 8_000}},
        "rounds": 9,
    }
    monkeypatch.setattr(flow_bench, "measure", lambda seconds, tell: found)
    assert pairforge("bench", "--json").json == found
    out = pairforge("bench").out
    lines = out.splitlines()
    assert lines[1].split()[:6] == ["eta-f2-239", "5.00", "us", "0.0107", "0.014", "met"]
    assert lines[2].split()[:6] == ["ate-bn254", "400", "ms", "900", "0.55", "MISSED"]
    assert "eta-f2-239: 8000 carry-less products of 64 bits; that is 20% of" in out
    assert "33% in a batch" in out


def test_the_table_of_functions(pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {
        "F_p12 product": {"ns": 1_147.0, "blst_ns": 1_536.0, "ratio": 0.747},
        "F_p6 product": {"ns": 414.0},
    }
    found = {"cpu": "a processor", "functions": rows}
    monkeypatch.setattr(flow_bench, "measure_functions", lambda seconds, tell: found)
    assert pairforge("bench", "--functions", "--json").json == found
    lines = pairforge("bench", "--functions").out.splitlines()
    assert lines[1].split() == ["F_p12", "product", "1.15", "us", "1.54", "us", "0.747"]
    assert lines[2].split() == ["F_p6", "product", "414", "ns", "-", "-"]


@pytest.mark.slow
@pytest.mark.xdist_group("cargo")
@pytest.mark.timeout(900)
def test_bench_measures_functions(pairforge: Any) -> None:
    found = pairforge("bench", "--functions", "--json", "--seconds", "1").json
    assert found["functions"]["pairing"]["ratio"] == pytest.approx(
        found["functions"]["pairing"]["ns"] / found["functions"]["pairing"]["blst_ns"], rel=0.01
    )


@pytest.mark.slow
@pytest.mark.xdist_group("cargo")
@pytest.mark.timeout(900)
def test_bench_measures_every_pairing(pairforge: Any) -> None:
    found = pairforge("bench", "--json", "--seconds", "1").json
    assert found["yardstick"]["name"] == "blst bls12-381 pairing"
    algorithms = {f"{name} {algorithm}" for name in NAMES for algorithm in engine.pairing(name).algorithms}
    assert set(found["pairings"]) == {*NAMES, *algorithms}
    for name, row in found["pairings"].items():
        assert row["ratio"] == pytest.approx(row["ns"] / found["yardstick"]["ns"], rel=0.01)
        assert name in algorithms or row["batch_ns"] > 0
