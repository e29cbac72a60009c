"""Kinds of unit: those of the package, of an installed package, of a file; and what is wrong with others."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pairforge.units
from pairforge.builder.unit import unit_request
from pairforge.errors import UserError
from pairforge.evidence.operations import operations
from pairforge.evidence.unit_check import verify_unit
from pairforge.explore.measure import Order
from pairforge.machine.designs import find_design
from pairforge.outside import OutsideFile, read_outside
from pairforge.units.fields.binary import BinaryField
from pairforge.units.kinds import content_of, kinds, kinds_of
from pairforge.units.options import options_of

OUTSIDE = Path(__file__).parent / "outside"
FIELD = BinaryField((5, 2, 0))


@pytest.fixture
def fresh() -> Iterator[Any]:
    """Kinds read anew, in the test and behind it."""
    kinds.cache_clear()
    yield
    kinds.cache_clear()


def outside(text: str | None = None) -> OutsideFile:
    """A file with these lines; without, the one beside this test."""
    return OutsideFile("own.py", text) if text else read_outside(OUTSIDE / "bit_serial.py", "bit_serial.py")


def test_every_file_of_units_is_a_unit_or_what_units_are_made_of() -> None:
    """`ls pairforge/units` shows the units: a file each, two of them a folder, three files about all, and
    what makes them units for words in digits.
    """
    folder = Path(pairforge.units.__file__).parent
    named = {kind.__module__.split(".")[2] for kind in kinds().values()}
    others = {"__init__", "base", "kinds", "options", "fields", "parts", "in_digits", "__pycache__"}
    assert {path.stem for path in folder.iterdir()} | {"__pycache__"} == named | others


def test_every_key_says_what_it_is() -> None:
    for kind in kinds().values():
        assert kind.summary.endswith(".")
        for key, option in options_of(kind):
            assert option.about, f"{kind.kind}: {key}"
            assert not option.about.endswith("."), f"{kind.kind}: {key}"


def test_a_unit_from_a_file_is_a_kind_like_any_other() -> None:
    found = kinds_of([outside()])
    assert set(found) - set(kinds()) == {"bit-serial"}
    kind = found["bit-serial"]
    for given, latency in (({}, 6), ({"result": "kept"}, 7)):
        unit = unit_request(kind, FIELD, given).unit
        assert unit.latency() == latency
        verify_unit(unit, operations(unit, 200))


def test_a_unit_from_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    (tmp_path / "more_units.py").write_text(outside().text)
    info = tmp_path / "more_units-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-units\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pairforge.units]\nbit-serial = more_units\n")
    monkeypatch.syspath_prepend(tmp_path)
    kind: Any = kinds()["bit-serial"]
    assert kind.__module__ == "more_units"
    assert content_of(kind) == outside().digest
    unit = unit_request(kind, FIELD, {}).unit
    verify_unit(unit, operations(unit, 50))
    again = pickle.loads(pickle.dumps(kind(result="kept")))
    assert (type(again), again.result) == (kind, "kept")


def test_an_installed_package_that_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    info = tmp_path / "more_units-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-units\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pairforge.units]\nbit-serial = no_such_module_of_units\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UserError) as error:
        kinds()
    assert str(error.value) == (
        "entry point bit-serial = no_such_module_of_units (pairforge.units): ModuleNotFoundError: "
        "No module named 'no_such_module_of_units'"
    )


def test_another_process_has_the_unit_without_the_file() -> None:
    """Workers of an exploration get a design as data; on another machine the file is not there."""
    design = find_design(str(OUTSIDE / "small.toml"))
    script = "import pickle, sys; d = pickle.load(sys.stdin.buffer); print(d.stages[0].units[0].options)"
    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(design), capture_output=True)
    assert done.stdout.decode() == "BitSerialOptions(result='moving')\n", done.stderr.decode()


def test_a_changed_file_is_another_machine_to_every_cache(tmp_path: Path) -> None:
    for name in ("small.toml", "bit_serial.py"):
        (tmp_path / name).write_text((OUTSIDE / name).read_text())
    keys = set()
    for text in ("", "", "# A comment.\n"):
        with (tmp_path / "bit_serial.py").open("a") as file:
            file.write(text)
        design = find_design(str(tmp_path / "small.toml"))
        keys.add((repr(design), Order(design, "xc4v", False, 0).key))
    assert len(keys) == 2
    assert not any(str(tmp_path) in str(key) for key in keys)


GOOD = (OUTSIDE / "bit_serial.py").read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "no unit in it; define a class that inherits UnitOptions and has a `kind` "),
        ("from pairforge.units.sum import SumOptions\n", "no unit in it; define a class that inherits "),
        ("x = 1\ny = x + unknown\n", "line 2: NameError: name 'unknown' is not defined"),
        ("def f(:\n", "SyntaxError: invalid syntax (own.py, line 1)"),
        ("import no_such_module\n", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        (
            GOOD.replace('= ("mul",)', '= ("multiply",)'),
            "bit-serial: operations must be a tuple of some of mul, mul3, mul4, sum, add, add3, add4, dot, "
            "addi, addc, norm, product, wadd, lift, reduce, inv, convert, select, "
            "shift, compare, xor, sha256, keep, kept, frob, not ('multiply',)",
        ),
        (
            GOOD.replace('"bit-serial"', '"Bit serial"'),
            "kind must be lower-case letters, digits and -, not 'Bit serial'",
        ),
        (
            GOOD.replace('"bit-serial"', '"karatsuba"'),
            "karatsuba: there is a kind of this name already; take another",
        ),
        (GOOD.replace("    summary:", "    other:"), "bit-serial: it has no summary; give one sentence"),
        (
            GOOD.replace("@dataclass(frozen=True)\nclass BitSerialOptions", "class BitSerialOptions"),
            "bit-serial: must be a dataclass: put @dataclass(frozen=True) above the class",
        ),
        (
            GOOD.replace("    result: str", "    depth: int = 3\n    result: str"),
            "bit-serial: depth is no key; make it with integer, choice, integers or texts ",
        ),
        (GOOD.replace("def make(", "def made("), "bit-serial: it has no method make(field)"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        kinds_of([outside(text)])
    said = str(error.value)
    assert said.startswith(f"own.py: {message}")
    assert "\n" not in said


def test_a_unit_that_lacks_something() -> None:
    kind = kinds_of([outside(GOOD.replace("def area_model", "def area").replace("def latency", "def late"))])
    with pytest.raises(UserError) as error:
        unit_request(kind["bit-serial"], FIELD, {})
    assert str(error.value) == "unit bit-serial: 'bit-serial' makes no unit: it lacks latency, area_model"
