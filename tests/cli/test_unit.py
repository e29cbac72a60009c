"""`unit`: the folder it leaves, its test bench without Pairforge, the cache, and every rejection."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from pairforge.evidence import verilator
from pairforge.targets.registry import all_fpgas
from pairforge.units.kinds import kinds

KINDS = ", ".join(name for name, kind in kinds().items() if kind.hardware)
UNITS = {
    "karatsuba": ("--stages", "3", "--cutoff", "3"),
    "digit-serial": ("--digit", "4"),
    "sum": ("--terms", "3"),
    "frobenius": ("--power", "-2"),
    "frobenius-chain": ("--steps", "1,3"),
}
OVER_PRIMES = {
    "modular-adder": ("--core", "3"),
    "montgomery": ("--core", "3", "--depth", "1"),
    "inverter": ("--core", "4", "--network", "kogge-stone"),
    "inverter-divstep": ("--steps", "3"),
    "modular-adder-pipelined": ("--stages", "2"),
    "modular-sum-pipelined": ("--stages", "3", "--values", "4", "--fewest", "3"),
    "montgomery-pipelined": ("--stages", "3", "--levels", "1", "--block", "17", "--interval", "2"),
    "montgomery-sums": ("--stages", "3", "--levels", "1", "--block", "17"),
    "montgomery-dot": ("--stages", "3", "--levels", "1", "--block", "17"),
    "product-pipelined": ("--stages", "2", "--levels", "1", "--block", "17"),
    "wide-adder-pipelined": ("--stages", "2"),
    "lift": (),
    "reducer-pipelined": ("--stages", "3", "--levels", "1", "--block", "17"),
}
OVER_QUADRATIC = {
    "quadratic-multiplier": ("--stages", "3", "--levels", "1", "--block", "17"),
    "quadratic-adder": ("--stages", "2"),
    "quadratic-inverter": ("--steps", "3"),
}
OVER_SEEDS = {
    "polynomial-montgomery": ("--core", "serial", "--pause", "3"),
    "polynomial-adder": (),
    "polynomial-converter": (),
}
FIELDS = {"f2": "x^11+x^2+1", "f3": "3:x^11+x^2-1"}
CASES = [(kind, FIELDS[field], f"{kind}-{field}-11") for kind in UNITS for field in FIELDS]
CASES += [(kind, "p:251", f"{kind}-fp-8-5f3731b5") for kind in OVER_PRIMES]
CASES += [(kind, "p:251", f"{kind}-fp2-8-5f3731b5") for kind in OVER_QUADRATIC]
SMALL_OVER_SEEDS = ("polynomial-adder", "polynomial-converter")
CASES += [(kind, "fp-bn258", f"{kind}-fp-258-8165707c-u") for kind in SMALL_OVER_SEEDS]
SLOW = ("polynomial-montgomery", "fp-bn258", "polynomial-montgomery-fp-258-8165707c-u")
UNITS |= OVER_PRIMES | OVER_QUADRATIC | OVER_SEEDS


def make(folder: Path, *arguments: Any, **environment: Any) -> CompletedProcess[str]:
    command = ["make", "-C", str(folder / "tb"), *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


@pytest.mark.parametrize(("kind", "field", "name"), [*CASES, pytest.param(*SLOW, marks=pytest.mark.slow)])
def test_a_folder_that_stands_alone(
    pairforge: Callable[..., Any], tmp_path: Path, kind: str, field: str, name: str
) -> None:
    done = pairforge("unit", kind, "--field", field, *UNITS[kind], "--no-synth", "--operations", 40, "--json")
    assert done.status == 0, done.err
    result = done.json
    folder = tmp_path / "build" / name
    assert json.loads((folder / "result.json").read_text()) == result
    assert (result["schema"], result["unit"], result["targets"]) == (1, kind, {})
    assert result["verified"]["mismatches"] == 0
    assert result["verified"]["operations"] == result["verified"]["corner_cases"] + 40
    rtl = {path.name: path.read_text() for path in (folder / "rtl").iterdir()}
    assert all(text.startswith("// Pairforge ") and result["command"] in text for text in rtl.values())
    assert verilator.lint(rtl, result["module"]) == []
    bench = f"tb_{result['module']}"
    texts = {f"{bench}.v": (folder / "tb" / f"{bench}.v").read_text(), **rtl}
    assert verilator.lint(texts, bench, options=["--timing"]) == []
    run = make(folder)
    assert run.returncode == 0, run.stdout
    assert f"PASS: {result['verified']['operations']} operations back to back" in run.stdout
    text = (folder / "README.md").read_text()
    assert result["command"] in text
    assert str(tmp_path) not in text + "".join(texts.values())


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "field"), [("karatsuba", f) for f in FIELDS] + [("frobenius-chain", "f2")])
def test_the_bench_runs_in_verilator(pairforge: Any, tmp_path: Path, kind: Any, field: Any) -> None:
    folder = tmp_path / "unit"
    asked = ("--field", FIELDS[field], *UNITS[kind], "--no-synth", "--operations", "40", "--out", folder)
    assert pairforge("unit", kind, *asked).status == 0
    # The PyPI package's makefile fragments lack what its configure step would have filled in.
    flags = "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD=-std=gnu++20 CFG_LDLIBS_THREADS=-pthread"
    flags += " OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 PYTHON3=" + sys.executable
    root = verilator.installation().root
    tool = root / "bin" / "verilator"
    run = make(folder, "verilator", f"VERILATOR={tool}", MAKEFLAGS=flags, VERILATOR_ROOT=str(root))
    assert run.returncode == 0, run.stderr
    assert "PASS: " in run.stdout


def test_a_fault_in_the_folder_is_found_by_its_bench(pairforge: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "unit"
    assert pairforge("unit", "sum", "--field", "f2-5", "--no-synth", "--out", folder).status == 0
    (file,) = (folder / "rtl").iterdir()
    file.write_text(file.read_text().replace("a ^ b", "a | b"))
    run = make(folder)
    assert run.returncode != 0
    assert "FAIL: pass 0, operation " in run.stdout
    assert "PASS" not in run.stdout


ASKED = ("unit", "karatsuba", "--field", "x^7+x+1", "--stages", "2", "--json")


def check_targets(result: Mapping[str, Any], targets: Iterable[str]) -> None:
    assert set(result["targets"]) == set(targets)
    for found in result["targets"].values():
        assert found["area"]["lut"] > 0
        assert found["levels"] > 0
        assert found["timing"]["fmax_mhz"] > 0


@pytest.mark.slow
def test_area_of_every_target(pairforge: Any) -> None:
    check_targets(pairforge(*ASKED, "--target", "all").json, all_fpgas())


def test_area_and_a_cached_second_run(pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    first = pairforge(*ASKED)
    check_targets(first.json, ["xc4v"])
    assert first.json["targets"]["xc4v"]["area"]["ff"] == first.json["model"]["ff"]
    monkeypatch.setattr("pairforge.builder.unit.verify_unit", None)
    monkeypatch.setattr("pairforge.builder.unit.measure", None)
    second = pairforge(*ASKED)
    assert second.out == first.out


def test_summary_for_people(pairforge: Callable[..., Any]) -> None:
    done = pairforge("unit", "karatsuba", "--field", "x^7+x+1", "--stages", "2", "--no-synth")
    assert "mul_f2_7_s2" in done.out
    assert "cycles     latency 2, interval 1" in done.out


KARATSUBA = ("karatsuba", "--field", "f2-5")
EXPLORE = (*KARATSUBA, "--explore")


def test_exploring_measures_shows_options_that_build_and_is_cached(
    pairforge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (
        "unit",
        "karatsuba",
        "--field",
        "x^11+x^2+1",
        "--explore",
        "front",
        "--stages",
        "2,3",
        "--best",
        3,
    )
    first = pairforge(*asked, "--json")
    assert first.status == 0, first.err
    found = first.json
    assert (found["schema"], found["goal"], found["target"]) == (1, "front", "xc4v")
    assert 1 <= len(found["candidates"]) <= 3
    for candidate in found["candidates"]:
        assert candidate["measured"]["ff"] == candidate["model"]["ff"]
        assert candidate["stages"] in (2, 3)
    monkeypatch.setattr("pairforge.synth.yosys.run_worker", None)
    assert pairforge(*asked, "--json").out == first.out
    best = found["candidates"][0]
    options = best["options"].split()
    built = pairforge(
        "unit", "karatsuba", "--field", "x^11+x^2+1", *options, "--operations", 9, "--json"
    ).json
    assert built["targets"]["xc4v"]["area"]["lut"] == best["measured"]["lut"]
    table = pairforge(*asked)
    assert all(" ".join(c["options"].split()) in " ".join(table.out.split()) for c in found["candidates"])


def test_exploring_by_the_model_alone_over_f3(pairforge: Callable[..., Any]) -> None:
    asked = ("--field", "3:x^11+x^2-1", "--explore", "smallest", "--stages", 3, "--best", 2, "--no-synth")
    found = pairforge("unit", "karatsuba", *asked, "--json").json["candidates"]
    assert [c["measured"] for c in found] == [None, None]
    assert all("--chain" in c["options"] for c in found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("karatsuba", "--field", "x^4+x^2+1"),
            "--field x^4+x^2+1: x^4 + x^2 + 1 is reducible over F_2; a field needs an irreducible polynomial",
        ),
        (
            ("karatsuba", "--field", "3:5,1,0"),
            "--field 3:5,1,0: x^5 + x + 1 is reducible over F_3; a field needs an irreducible polynomial",
        ),
        (("sum", "--field", "x^97-1"), "--field x^97-1: write 3:x^97-1 for a polynomial over F_3"),
        (
            ("sum", "--field", "5:x^2+1"),
            "--field 5:x^2+1: the characteristic before the colon must be 2 or 3; p: stands before a prime, "
            "decimal or 0x",
        ),
        (
            ("sum", "--field", "x^3"),
            "--field x^3: give a polynomial of degree 2 to 2048 with two terms or more",
        ),
        ((*KARATSUBA, "--stages", "0"), "unit karatsuba: stages: must be a whole number from 1 to 20, not 0"),
        (
            (*KARATSUBA, "--cuts", "in9"),
            "unit karatsuba: no place 'in9' for registers; there are in0, out0, reduced",
        ),
        (
            (*KARATSUBA, "--cuts", "in0,out0", "--stages", "3"),
            "unit karatsuba: 3 stages need as many register places, 2 given",
        ),
        (
            (*KARATSUBA, "--levels", "q3"),
            "unit karatsuba: level 'q3': give a size in digits; before it t for thirds, e for odd/even, "
            "x for five products of thirds",
        ),
        (
            (*KARATSUBA, "--levels", "1"),
            "unit karatsuba: level 1: 2 parts of 1 digits leave 3 of 5; at most 0 may be left",
        ),
        (
            ("karatsuba", "--field", "f3-97", "--sharing", "pairs"),
            "unit karatsuba: sharing pairs: there are none but over F_2",
        ),
        (
            (*KARATSUBA, "--stages", "2-4"),
            "--stages 2-4: give one whole number (several are for --explore)",
        ),
        ((*EXPLORE, "most"), "--explore most: must be one of smallest, fastest, front"),
        ((*EXPLORE, "front", "--stages", "4-2"), "--stages 4-2: give whole numbers as in 5, 4-7 or 5,7"),
        ((*EXPLORE, "front", "--stages", "0"), "--stages: give numbers from 1 to 20"),
        ((*EXPLORE, "front", "--best", "0"), "--best 0: give a number from 1 to 1000000"),
        (
            (*EXPLORE, "front", "--cuts", "in0"),
            "--explore finds options and writes no folder; leave out --cuts",
        ),
        (
            (*EXPLORE, "front", "--target", "all"),
            "--explore measures on one target; give its name in the place of all",
        ),
        (
            (*KARATSUBA, "--split", "thirds", "--cutoff", "3"),
            "unit karatsuba: split: must be one of halves, oddeven, not 'thirds'",
        ),
        (
            (*KARATSUBA, "--ways", "3"),
            "unit karatsuba: ways needs a cutoff; without one the levels of least area are taken",
        ),
        (
            (*KARATSUBA, "--cutoff", "3", "--levels", "3"),
            "unit karatsuba: cutoff and levels are both given; levels say it all",
        ),
        (
            ("digit-serial", "--field", "f2-5", "--digit", "6"),
            "unit digit-serial: digit 6: must be from 1 to m = 5",
        ),
        (
            ("sum", "--field", "f2-5", "--terms", "17"),
            "unit sum: terms: must be a whole number from 1 to 16, not 17",
        ),
        (
            ("frobenius", "--field", "f2-5", "--power", "5"),
            "unit frobenius: power 5 of Frobenius is the identity on F_2^5",
        ),
        (
            ("frobenius-chain", "--field", "f2-5", "--steps", "1,a"),
            "--steps 1,a: give whole numbers with commas between them",
        ),
        ((*KARATSUBA, "--operations", "0"), "--operations 0: give a number from 1 to 1000000"),
        (
            ("montgomery", "--field", "p:91"),
            "--field p:91: 91 is not prime",
        ),
        (
            ("montgomery", "--field", "f2-5"),
            "unit montgomery: it is for large prime fields, not for F_2^5",
        ),
        (
            ("karatsuba", "--field", "p:251", "--explore", "front"),
            "unit karatsuba: it is for fields of characteristic 2 and 3, not for F_p, 8 bits",
        ),
        (
            ("sum", "--field", "p:251"),
            "unit sum: it is for fields of characteristic 2 and 3, not for F_p, 8 bits",
        ),
        (
            ("inverter", "--field", "p:251", "--core", "1"),
            "unit inverter: core: must be a whole number from 2 to 2048, not 1",
        ),
        ((*KARATSUBA, "--digit", "3"), "no such option: --digit (see pairforge unit karatsuba --help)"),
        ((), "missing command (see pairforge unit --help)"),
        (("karatsubo", "--field", "f2-5"), f"no kind 'karatsubo'; did you mean karatsuba? there are {KINDS}"),
        (("?",), f"no kind '?'; there are {KINDS}"),
        (("mine", "--from", "mine.py"), "--from mine.py: give it in front of the kind 'mine'"),
        (("mine", "--from=mine.py"), "--from mine.py: give it in front of the kind 'mine'"),
        (("mine", "--from"), "--from FILE: give it in front of the kind 'mine'"),
        (("sum",), "missing option '--field' (see pairforge unit sum --help)"),
    ],
)
def test_rejections(refused: Callable[..., Any], arguments: Sequence[Any], message: str) -> None:
    assert refused("unit", *arguments) == message


def test_an_unknown_field_names_those_there_are(refused: Callable[..., Any]) -> None:
    assert refused("unit", "sum", "--field", "f2-23").startswith(
        "--field f2-23: no field of that name, and no polynomial such as x^239+x^81+1, 2:239,81,0 or "
        "3:x^97+x^12-1; did you mean f2-239? names are f2-5, f2-239, "
    )


def test_an_unknown_target(refused: Callable[..., Any]) -> None:
    assert refused("unit", *KARATSUBA, "--target", "fpga").startswith("no target 'fpga'; there are ecp5, ")
