"""`pair`: known answers, both backends, what is compared with what, whole files or none."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pairforge.evidence.verilator import Simulator
from pairforge.pairings.registry import PAIRINGS

VECTORS = sorted(
    path for path in (Path(__file__).parents[1] / "vectors").glob("*.json") if path.stem in PAIRINGS
)
DESIGNS = files("pairforge.catalog") / "designs"
RTL = ("--backend", "rtl")


def without_values(text: str) -> str:
    document = json.loads(text)
    for case in document["cases"]:
        del case["e"]
    return json.dumps(document)


LONG = ("ate-bls48-581", "ate-bls24-509", "ate-kss18-508", "ate-bls12-638", "ate-bn638", "eta-f3-313")
"""Whose models take longest."""


@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=pytest.mark.slow if p.stem in LONG else ()) for p in VECTORS],
    ids=lambda path: path.stem,
)
def test_the_model_gives_the_published_values(pairforge: Callable[..., Any], path: Path) -> None:
    known = path.read_text()
    model = ("pair", path.stem, "--backend", "model")
    done = pairforge(*model, stdin=without_values(known))
    assert (done.status, done.out, done.err) == (0, known, "")
    assert pairforge(*model, "--in", path).out == known


def test_the_hardware_gives_what_the_model_gives(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    random = ("pair", "eta-f2-5", "--random", "40", "--seed", "7")
    model = pairforge(*random)
    assert (model.status, model.err) == (0, "")
    rtl = pairforge(*random, *RTL)
    assert (rtl.status, rtl.out) == (0, model.out)
    assert len(model.json["cases"]) == 40
    given = without_values(model.out)
    assert pairforge("pair", "eta-f2-5", *RTL, stdin=given).out == model.out
    again = pairforge("pair", "eta-f2-5", *RTL, "--out", "out.json", stdin=given)
    assert (again.out, (tmp_path / "out.json").read_text()) == ("", model.out)
    # Once made, nothing is scheduled or compiled again.
    assert again.err.splitlines() == [
        "pairforge: simulator: compiled once for each design",
        "pairforge: simulate 40 pairings",
        "pairforge: compare with the model",
    ]


def test_seeds(pairforge: Callable[..., Any]) -> None:
    first, same, other = (
        pairforge("pair", "eta-f2-5", "--random", "9", *seed).json
        for seed in ((), ("--seed", "1"), ("--seed", "0"))
    )
    assert first == same
    assert first["schema"] == 1
    assert first["cases"] != other["cases"]


def test_the_document_comes_back_with_the_values_filled_in(pairforge: Callable[..., Any]) -> None:
    given: dict[str, Any] = {
        "comment": "kept",
        "schema": 1,
        "pairing": "eta-f2-5",
        "cases": [{"label": 3, "Q": ["0X1B", "0x15"], "P": ["0x04", "0x17"], "e": None}],
    }
    done = pairforge("pair", "eta-f2-5", stdin=json.dumps(given))
    given["cases"][0]["e"] = ["0x7", "0x15", "0x16", "0x6"]
    assert done.json == given
    assert list(done.json) == list(given)


@pytest.mark.slow
def test_hardware_whose_modulus_is_loaded(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    built_in = (DESIGNS / "barenghi-fp-163.toml").read_text()
    stage = 'runs = ["miller", "final"]\n'
    assert stage in built_in
    (tmp_path / "loaded.toml").write_text(built_in.replace(stage, stage + 'modulus = "loadable"\n'))
    random = ("pair", "tate-fp-163", "--random", "5", "--seed", "7")
    rtl = pairforge(*random, *RTL, "--design", tmp_path / "loaded.toml")
    assert (rtl.status, rtl.out) == (0, pairforge(*random).out)


@pytest.mark.parametrize("backend", ["model", "rtl"])
def test_no_case_is_no_mistake(pairforge: Callable[..., Any], backend: str) -> None:
    done = pairforge("pair", "eta-f2-5", "--backend", backend, stdin='{"pairing": "eta-f2-5", "cases": []}')
    assert (done.status, done.json, done.err) == (0, {"pairing": "eta-f2-5", "cases": []}, "")


@pytest.mark.parametrize(("backend", "source"), [("model", "model"), ("rtl", "hardware")])
def test_a_value_in_the_input_is_checked(
    pairforge: Callable[..., Any], tmp_path: Path, backend: str, source: str
) -> None:
    document = pairforge("pair", "eta-f2-5", "--random", "3").json
    e = int(document["cases"][1]["e"][2], 16)
    document["cases"][1]["e"][2] = hex(e ^ 1)
    done = pairforge(
        "pair", "eta-f2-5", "--backend", backend, "--out", "out.json", stdin=json.dumps(document)
    )
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[-1] == (
        f"pairforge: error: eta-f2-5: case 1: the {source} gives e2 = {e:#x}, the input has {e ^ 1:#x}"
    )
    assert not (tmp_path / "out.json").exists()


def test_hardware_that_differs_from_the_model_is_a_failed_check(
    pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Simulator.run

    def broken(*arguments: Any, **options: Any) -> Any:
        result = run(*arguments, **options)
        result.outputs[2:, 1] ^= 4
        return result

    monkeypatch.setattr(Simulator, "run", broken)
    done = pairforge("pair", "eta-f2-5", *RTL, "--random", "5")
    assert (done.status, done.out) == (1, "")
    assert done.err.splitlines()[-1].startswith(
        "pairforge: error: eta-f2-5: case 2: the hardware gives e1 = 0x"
    )
    assert done.err.endswith("(3 of 5 cases differ)\n")


def test_a_design_file_of_ones_own(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "pairforge/catalog/designs/beuchat-f2-5.toml"
    (tmp_path / "mine.toml").write_text(source.read_text())
    # Another name of the file is another header in the Verilog, and the same hardware otherwise.
    done = pairforge("pair", "eta-f2-5", "--design", "mine.toml", "--random", "2")
    assert (done.status, len(done.json["cases"])) == (0, 2)


def test_an_old_file_is_replaced_only_when_all_is_well(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "out.json").write_text("old")
    bad = '{"pairing": "eta-f2-5", "cases": [{"P": ["0x4", "0x1"], "Q": ["0x1b", "0x15"]}]}'
    assert pairforge("pair", "eta-f2-5", "--out", "out.json", stdin=bad).status == 2
    assert (tmp_path / "out.json").read_text() == "old"
    assert pairforge("pair", "eta-f2-5", "--out", "out.json", "--random", "1").status == 0
    assert json.loads((tmp_path / "out.json").read_text())["pairing"] == "eta-f2-5"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
