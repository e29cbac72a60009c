"""`run`: jobs and users' own algorithms by the model and by their hardware, files right and wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pairforge as package
from pairforge.errors import UserError

Command = Callable[..., Any]

OWN = """\
import pairforge


@pairforge.algorithm(field="p:1000003", outputs=("y", "small"))
def mix(k, n, x):
    n = k.integer(n)
    return x * x + 3, k.less(n, 17)
"""
DESIGN = """\
schema = 1
name = "mine"
extends = "g1-mul-bls12-13"
algorithm = "mine.py:mix"
"""
CASES: dict[str, Any] = {"schema": 1, "algorithm": "mix", "cases": [{"in": {"x": "0x2", "n": "0x10"}}]}
OUT = {"y": "0x7", "small": "0x1"}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(OWN)
    (tmp_path / "mine.toml").write_text(DESIGN)
    return tmp_path / "mine.toml"


@pytest.mark.parametrize("backend", ["model", "rtl"])
def test_outputs_are_filled_in_and_compared(pairforge: Command, own: Path, backend: str) -> None:
    asked = ("run", "mine.toml", "--backend", backend)
    done = pairforge(*asked, stdin=json.dumps(CASES))
    assert done.status == 0, done.err
    assert done.json == CASES | {"cases": [{"in": {"n": "0x10", "x": "0x2"}, "out": OUT}]}
    assert pairforge(*asked, stdin=done.out).out == done.out
    wrong = pairforge(*asked, stdin=done.out.replace("0x7", "0x8"))
    source = "hardware" if backend == "rtl" else "model"
    assert (wrong.status, wrong.out) == (1, "")
    assert f"mix: case 0: the {source} gives y = 0x7, the input has 0x8" in wrong.err


def test_a_job_on_random_inputs(pairforge: Command, tmp_path: Path) -> None:
    done = pairforge("run", "g1-mul-bls12-13", "--random", 8, "--seed", 3, "--out", "v.json")
    assert (done.status, done.out) == (0, "")
    found = json.loads((tmp_path / "v.json").read_text())
    assert (found["schema"], found["algorithm"], len(found["cases"])) == (1, "g1-mul-bls12-13", 8)
    hardware = pairforge("run", "g1-mul-bls12-13", "--backend", "rtl", "--in", "v.json")
    assert hardware.status == 0, hardware.err
    assert hardware.json == found


@pytest.mark.parametrize("job", ["g2-mul-bls12-13", pytest.param("ate-bls12-13", marks=pytest.mark.slow)])
def test_a_job_of_several_by_its_name(pairforge: Command, job: str) -> None:
    asked = ("run", job, "--design", "jobs-bls12-13", "--random", 9)
    hardware, model = pairforge(*asked, "--backend", "rtl"), pairforge(*asked)
    assert (hardware.status, model.status) == (0, 0), hardware.err
    assert hardware.json == model.json
    assert hardware.json["algorithm"] == job and len(hardware.json["cases"][0]["out"]) in (5, 12)


def test_a_core_of_several_that_says_too_much(pairforge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number behind the results of a job, or a status in front of a pairing's."""
    for job, wrong, said in (
        ("g1-mul-bls12-13", (0, 0, 0, 1, *[0] * 9), "its form has 0x0"),
        ("ate-bls12-13", (1, 1, *[0] * 11), "ate-bls12-13: the hardware gives the status 1"),
    ):
        monkeypatch.setattr("pairforge.builder.parts.simulated", lambda *_, wrong=wrong: [wrong])
        asked = ("run", job, "--design", "jobs-bls12-13", "--random", 1, "--backend", "rtl")
        done = pairforge(*asked)
        assert (done.status, done.out) == (1, "")
        assert "the hardware gives" in done.err
        assert said in done.err


def test_hardware_that_differs_from_the_model(
    pairforge: Command, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pairforge.builder.run.simulated", lambda *_: [(0, 1)])
    done = pairforge("run", "mine.toml", "--backend", "rtl", stdin=json.dumps(CASES))
    assert (done.status, done.out) == (1, "")
    assert "mix: case 0: the hardware gives y = 0x0, the model has 0x7" in done.err


def test_the_function_does_the_same(own: Path) -> None:
    assert package.run(str(own), [(16, 2), (17, 3)]) == [(7, 1), (12, 0)]
    assert package.run("g1-mul-bls12-13", [(1, 0, 1)], design="jobs-bls12-13") == [(0, 0, 1)]
    with pytest.raises(UserError, match="case 0: expected n, x, got 1 elements"):
        package.run(str(own), [(16,)])
    with pytest.raises(UserError, match=r"case 0: x = 0xf4243 is not from 0 to p - 1"):
        package.run(str(own), [(16, 1000003)])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": 2}, "schema: 2 is not known; expected 1"),
        ({"algorithm": "max"}, 'algorithm: is "max"; expected "mix"'),
        ({"cases": 3}, 'cases: expected a list of {"in": {…}}, got a number'),
        ({"cases": [3]}, 'case 0: expected an object {"in": {…}}, got a number'),
        ({"cases": [{}]}, 'case 0: missing key "in"; expected {"in": {…}}'),
        ({"cases": [{"in": {}, "e": 1}]}, "case 0: unknown key 'e'; expected in, out"),
        ({"cases": [{"in": {"n": "0x1"}}]}, 'case 0: in: missing key "x"; expected n, x'),
        ({"cases": [{"in": {"z": "0x1"}}]}, "case 0: in: unknown key 'z'; expected n, x"),
        ({"cases": [{"in": ["0x1"]}]}, "case 0: in: expected an object with n, x, got a list"),
        (
            {"cases": [{"in": {"n": 1, "x": "0x1"}}]},
            'case 0: in.n: expected a hexadecimal string such as "0x1f", got a number',
        ),
        (
            {"cases": [{"in": {"n": "0xf4243", "x": "0x1"}}]},
            'case 0: in.n: "0xf4243" is not from 0 to p - 1, p of 20 bits',
        ),
        (
            {"cases": [{"in": {"n": "0x1", "x": "0x1"}, "out": {"y": "0x1"}}]},
            'case 0: out: missing key "small"; expected y, small',
        ),
    ],
)
def test_bad_files(refused: Command, own: Path, change: dict[str, Any], message: str) -> None:
    assert refused("run", "mine.toml", stdin=json.dumps(CASES | change)) == f"<stdin>: {message}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["eta-f2-5"], "eta-f2-5 is a pairing; use `pairforge pair`"),
        (["beuchat-f2-5"], "beuchat-f2-5 computes the pairing eta-f2-5; use `pairforge pair`"),
        (["g1-mul-bls12-831"], "no job or design 'g1-mul-bls12-831'; did you mean g1-mul-bls12-381?"),
        (
            ["g1-add-bls12-13", "--design", "jobs-bls12-13"],
            "design jobs-bls12-13 does not run 'g1-add-bls12-13'; "
            "it runs g1-mul-bls12-13, g2-mul-bls12-13, ate-bls12-13",
        ),
        (["eta-f2-5", "--design", "small-f2-5"], "eta-f2-5 is a pairing; use `pairforge pair`"),
        (["g1-mul-bls12-13", "--design", "nothing"], "no design 'nothing'"),
        (["none.toml"], "none.toml: no such file; give the TOML file of a design, or a built-in name"),
        (["mine.toml", "--backend", "engine"], "no backend 'engine'; there are model, rtl"),
        (["mine.toml", "--in", "none.json"], "none.json: cannot be read: No such file or directory; "),
        (["mine.toml", "--random", "0"], "--random 0: give a number from 1 to 1000000"),
        (["mine.toml", "--seed", "1"], "--seed: is for random ones; give --random N as well"),
        (
            ["g2-mul-bn254", "--backend", "rtl", "--random", "1"],
            "g2-mul-bn254 has no design of its own",
        ),
    ],
)
def test_what_is_asked_wrongly(refused: Command, own: Path, arguments: list[str], message: str) -> None:
    assert refused("run", *arguments).startswith(message)


def test_jobs_are_listed(pairforge: Command) -> None:
    jobs = {job["name"]: job for job in pairforge("list", "--json").json["jobs"]}
    assert jobs["g1-mul-bls12-381"]["design"] == "g1-mul-bls12-381"
    assert jobs["g2-mul-bn254"]["design"] is None
    assert jobs["g2-mul-bn254"]["security"]["bits_today"] == 100
    assert "g2-mul-bn254" in pairforge("list").out
