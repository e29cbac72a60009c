"""A user's own algorithm that a design names: built, explored, and refused with file and line."""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]

PRIME = """\
schema = 1
name = "mine"
extends = "g1-mul-bls12-13"
algorithm = "mine.py:mix"
description = "A toy"
"""
SMALL = """\
schema = 1
name = "mine"
algorithm = "mine.py:steps"
target = "xc7"
effort = 0
interleave = 1

[[stage]]
name = "all"
storage = { kind = "ram", style = "distributed", words = 32 }

[[stage.unit]]
name = "mul"
kind = "karatsuba"

[[stage.unit]]
name = "sum"
kind = "sum"
terms = 2

[[stage.unit]]
name = "power"
kind = "frobenius-chain"
steps = [1, 2]
"""
MIX = '''\
import pairforge


def step(k, x, state):
    """One of nineteen."""
    a, b, bits = state
    bits = k.rotate(bits, 19, 1)
    return k.select(bits, 0, a * b + 1, a - x), b * b, bits


def by_hand(n, m0, t0):
    p, a, b = 1000003, m0, t0
    for i in reversed(range(19)):
        a, b = (a * b + 1 if n >> i & 1 else a - m0) % p, b * b % p
    return (a * pow(b, p - 2, p) + 3 * m0) % p, int(n < 17)


@pairforge.algorithm(field="p:1000003", outputs=("y", "small"), model=by_hand)
def mix(k, n, m0, t0):
    """Mixing of two elements by the bits of a third."""
    n = k.integer(n)
    a, b, _ = k.loop("steps", 19, (m0, t0, n), lambda state: step(k, m0, state))
    return a * k.inverse(b) + 3 * m0, k.less(n, 17)
'''
STEPS = """\
import pairforge


@pairforge.algorithm(field="{field}")
def steps(k, x, y):
    a, b = k.loop("steps", 3, (x, y), lambda s: (s[0] * s[1] + 1, s[1].frobenius(1)))
    return k.inverse(a), a**3 - b, a, 1
"""
HEAD = 'import pairforge\n\n\n@pairforge.algorithm(field="p:1009")\n'
QUICK = ("--no-synth", "--pairings", 40, "--json")


def write(folder: Path, python: str, design: str = PRIME) -> None:
    (folder / "mine.py").write_text(python)
    (folder / "mine.toml").write_text(design)


def test_a_core_with_decisions_is_built(pairforge: Command, tmp_path: Path) -> None:
    write(tmp_path, MIX)
    done = pairforge("build", "mine.toml", *QUICK, "--out", "core")
    assert done.status == 0, done.err
    result = done.json
    assert result["pairing"] == "mix"
    assert result["verified"]["mismatches"] == 0
    assert result["security"] == {"bits_today": None, "note": "an algorithm of the user's own"}
    readme = (tmp_path / "core" / "README.md").read_text()
    assert "Mixing of two elements by the bits of a third" in readme
    assert "`n`, `m0`, `t0`" in readme
    changed = MIX.replace("b * b, bits", "b * b * b, bits").replace("b * b % p", "b**3 % p")
    write(tmp_path, changed)
    again = pairforge("build", "mine.toml", *QUICK, "--out", "core")
    assert again.status == 0, again.err
    assert again.json["cycles"]["latency"] > result["cycles"]["latency"]


@pytest.mark.parametrize("field", ["f2-5", "3:5,-1,0"])
def test_a_core_in_small_characteristic_is_built(pairforge: Command, tmp_path: Path, field: str) -> None:
    write(tmp_path, STEPS.format(field=field), SMALL)
    done = pairforge("build", "mine.toml", *QUICK, "--out", "core")
    assert done.status == 0, done.err
    assert done.json["verified"]["mismatches"] == 0


@pytest.mark.parametrize(
    ("parameters", "result"),
    [
        ("x, y", "x * x"),
        pytest.param("x", "x + 1, 17, x", marks=pytest.mark.slow),
        pytest.param("x", "k.select(k.integer(x), 9, 3, 4)", marks=pytest.mark.slow),
    ],
)
def test_short_ones_are_built_too(pairforge: Command, tmp_path: Path, parameters: str, result: str) -> None:
    """With inputs that nothing reads, constants as results, few words in few banks."""
    write(tmp_path, f"{HEAD}def mix(k, {parameters}):\n    return {result}\n")
    done = pairforge("build", "mine.toml", *QUICK, "--out", "core")
    assert done.status == 0, done.err
    assert done.json["verified"]["mismatches"] == 0


def test_machines_for_it_are_explored(pairforge: Command, tmp_path: Path) -> None:
    """In other processes, which get the text; and the machine of a job, given another algorithm."""
    write(tmp_path, MIX)
    asked = ("--sweep", "all.mul.levels=0,1", "--no-synth", "--pairings", 6, "--jobs", 2, "--json")
    done = pairforge("explore", "mine.toml", *asked)
    assert done.status == 0, done.err
    (comparison,) = done.json["comparisons"]
    assert comparison["pairing"] == "mix"
    assert [row["error"] for row in comparison["machines"]] == [None, None]
    again = pairforge("schedule", "g1-mul-bls12-13", "--set", "algorithm=mine.py:mix")
    assert again.status == 0, again.err
    assert "loop steps: 19 iterations" in again.out


def test_a_design_that_extends_another_has_its_own_algorithm(pairforge: Command, tmp_path: Path) -> None:
    """Whose file is beside the file that names it."""
    (tmp_path / "there").mkdir()
    write(tmp_path / "there", MIX)
    (tmp_path / "on.toml").write_text('schema = 1\nname = "on"\nextends = "there/mine.toml"\n')
    assert "loop steps" in pairforge("schedule", "on.toml").out
    back = pairforge("schedule", "on.toml", "--set", "pairing=g1-mul-bls12-13")
    assert back.status == 0 and "loop steps" not in back.out


def test_a_model_that_differs_is_found(pairforge: Command, tmp_path: Path) -> None:
    """Before any work, and on the inputs that the user draws."""
    wrong = MIX.replace("int(n < 17)", "int(n < 16)")
    write(tmp_path, wrong.replace("model=", "inputs=lambda rng: (16, 1, 2), model="))
    done = pairforge("build", "mine.toml", *QUICK)
    assert (done.status, done.out) == (1, "")
    assert "mine.py:mix: case 0: the algorithm gives small = 0x1, its model has 0x0\n" in done.err


REFUSED = [
    ("def mix(k, x):\n    if x:\n        return x\n    return -x", 6, "a branch on a value, "),
    ("def mix(k, x):\n    while x == 1:\n        x = x * x\n    return x", 6, "a comparison by Python; "),
    ("def mix(k, x):\n    return [1, 2][x]", 6, "a value is used as a number of Python's, "),
    ("def mix(k, x):\n    y = 1\n    return y / x", 7, "there is no division; multiply by k.inverse(...)"),
    ("def mix(k, x):\n    return mix(k, x) * x", 6, "a recursion that does not end, or is deeper than "),
    ("def mix(k, x):\n    return k.nothing(x)", 6, "AttributeError: 'StrictArithmetic' object has no "),
    ("def mix(k, x):\n    raise SystemExit", 6, "SystemExit: no message"),
    ("def mix(k, x):\n    return 'x'", 4, "it returns 'x', and not an element or a tuple of elements"),
    (
        "def mix(k, x):\n    def body(state):\n        a, b = state\n        return a\n\n"
        "    return k.loop('f', 2, (x, x), body)",
        10,
        "the body of the loop 'f' returns a value, which is not known when hardware is made; return a tuple",
    ),
    ("def mix(k):\n    return 1", 4, "its parameters must be the arithmetic and one or more elements, "),
    ("def mix(k, x=1):\n    return x", 4, "its parameters must be the arithmetic and one or more elements, "),
    ("def mix(k, *x):\n    return x", 4, "its parameters must be the arithmetic and one or more elements, "),
    ("def mix(k, _x):\n    return _x", 4, "the parameter '_x' must be of letters, digits and _, the first "),
    ("def mix(k, out):\n    return out", 4, "inputs and outputs must have different names, not out, out"),
]


@pytest.mark.parametrize(("body", "line", "message"), REFUSED)
def test_what_cannot_be_hardware_is_refused_with_file_and_line(
    refused: Command, tmp_path: Path, body: str, line: int, message: str
) -> None:
    write(tmp_path, f"{HEAD}{body}\n")
    sweep = ("--no-synth", "--sweep", "effort=0,1")
    for asked in (("schedule", "mine.toml"), ("build", "mine.toml"), ("explore", "mine.toml", *sweep)):
        assert refused(*asked).startswith(f"mine.toml: algorithm: mine.py: line {line}: {message}")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"p:1000003"', '"p:1000004"'), "algorithm: mine.py:mix: field p:1000004: 1000004 is not prime"),
        (('field="p:1000003"', 'curve="none"'), "algorithm: mine.py:mix: curve: no pairing 'none'; "),
        (('field="p:1000003", ', ""), "algorithm: mine.py: line 18: an algorithm has a field="),
        (
            ('("y", "small")', '"y"'),
            "mine.py: line 18: it returns 2 elements, and outputs names 1",
        ),
        (('("y", "small")', "3"), "mine.py: line 18: outputs must be a name, or a tuple of names"),
        (('"y", "small"', '"y", "y"'), "algorithm: mine.py: line 18: inputs and outputs must have different"),
        (('"y", "small"', '"y", ""'), "algorithm: mine.py: line 18: the output '' must be of letters, "),
        (("def mix(", "def mixed("), "algorithm: mine.py: has no mix; did you mean mixed?"),
        (
            ("@pairforge.algorithm", "mix = 3  #"),
            "mine.py:mix: is no algorithm; write @pairforge.",
        ),
        (
            ("import pairforge", "import nothing"),
            "mine.py: line 1: ModuleNotFoundError: No module ",
        ),
        (("by_hand(n, m0, t0)", "by_hand(n)"), "mine.py: line 18: TypeError: by_hand() takes 1 positional "),
        (("% p, int(n < 17)", "% p"), "mine.py: model of mix: returns 1 integers, not 2 (y, small)"),
        (("% p, int(n < 17)", ", 0"), "mine.py: model of mix: y = "),
    ],
)
def test_what_is_wrong_with_a_file(
    refused: Command, tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    assert change[0] in MIX
    write(tmp_path, MIX.replace(*change))
    assert message in refused("build", "mine.toml", *QUICK)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('"mine.py"', "algorithm: must be FILE.py:FUNCTION, as in \"mine.py:my_function\", not 'mine.py'"),
        ('"none.py:mix"', "algorithm: none.py: cannot be read: No such file or directory"),
        ("3", "algorithm: must be a string, not 3"),
        (
            '"mine.py:mix"\npairing = "eta-f2-5"',
            "algorithm: stands in the place of pairing; leave out one of them",
        ),
        ('"mine.py:mix"\ncheck = "curve"', "check: mix looks at its inputs itself; leave check out"),
    ],
)
def test_what_is_wrong_with_the_key(refused: Command, tmp_path: Path, value: str, message: str) -> None:
    write(tmp_path, textwrap.dedent(MIX), PRIME.replace('"mine.py:mix"', value))
    assert refused("schedule", "mine.toml") == f"mine.toml: {message}"


def test_it_is_no_pairing(refused: Command, tmp_path: Path) -> None:
    write(tmp_path, MIX)
    said = refused("pair", "eta-f2-5", "--random", 1, "--design", "mine.toml")
    assert said == "design mine computes mix, not eta-f2-5"
