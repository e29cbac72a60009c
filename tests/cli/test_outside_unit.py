"""A unit that a design names as a Python file: built, simulated, synthesized; made by itself; and refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

OUTSIDE = Path(__file__).resolve().parents[1] / "units" / "outside"
FILE = OUTSIDE / "bit_serial.py"


@pytest.fixture
def design(tmp_path: Path) -> Path:
    for name in ("small.toml", "bit_serial.py"):
        (tmp_path / name).write_text((OUTSIDE / name).read_text())
    return tmp_path / "small.toml"


def test_a_core_is_built_simulated_and_synthesized(
    pairforge: Callable[..., Any], tmp_path: Path, design: Path
) -> None:
    done = pairforge("build", design, "--set", "effort=0", "--pairings", 100, "--out", "core", "--json")
    assert done.status == 0, done.err
    result = done.json
    assert result["verified"]["mismatches"] == 0
    assert result["verified"]["pairings"] == 100
    assert result["area"]["lut"] > 0
    assert result["timing"]["fmax_mhz"] > 0
    rtl = {path.stem: path.read_text() for path in (tmp_path / "core" / "rtl").iterdir()}
    assert "Product in F_2^5, bit by bit." in rtl["bit_serial_f2_5"]
    assert any("bit_serial_f2_5 mul" in text for text in rtl.values())


def test_a_changed_file_is_built_anew(pairforge: Callable[..., Any], tmp_path: Path, design: Path) -> None:
    asked = ("build", design, "--no-synth", "--set", "effort=0", "--pairings", 20, "--out", "core", "--json")
    first = pairforge(*asked).json["cycles"]
    (tmp_path / "bit_serial.py").write_text(
        FILE.read_text().replace('"moving", "moving"', '"kept", "moving"')
    )
    second = pairforge(*asked)
    assert second.status == 0, second.err
    assert second.json["cycles"]["latency"] > first["latency"]
    assert (tmp_path / "core" / "rtl" / "bit_serial_f2_5_kept.v").exists()


def test_the_unit_by_itself(pairforge: Callable[..., Any], tmp_path: Path, design: Path) -> None:
    asked = ("--field", "x^11+x^2+1", "--result", "kept", "--no-synth", "--operations", 40, "--json")
    done = pairforge("unit", "--from", "bit_serial.py", "bit-serial", *asked)
    assert done.status == 0, done.err
    result = done.json
    assert result["command"] == (
        "pairforge unit --from bit_serial.py bit-serial --field '2:x^11+x^2+1' --result kept"
    )
    assert result["verified"]["mismatches"] == 0
    assert json.loads((tmp_path / "build/bit-serial-f2-11/result.json").read_text()) == result


def test_its_help_is_made_from_its_keys(pairforge: Callable[..., Any]) -> None:
    done = pairforge("unit", "--from", FILE, "bit-serial", "--help")
    assert done.status == 0
    said = " ".join(done.out.replace("│", " ").split())
    assert "A multiplier that takes a bit of its second operand a cycle." in said
    assert "What the accumulator does behind a product: moving, kept; by default moving." in said
    assert "bit-serial" in pairforge("unit", "--from", FILE, "--help").out
    assert "bit-serial" not in pairforge("unit", "--help").out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("bit_serial.py", "none.py"), "units: none.py: cannot be read: No such file or directory"),
        (
            ('kind = "bit-serial"', 'kind = "bit-serial"\nresult = "lost"'),
            "stage.all.unit.mul.result: must be one of moving, kept, not 'lost'",
        ),
        (('units = ["bit_serial.py"]', 'units = "bit_serial.py"'), "units: must be a list of strings, not "),
    ],
)
def test_what_is_wrong_is_said_with_the_place_in_the_design(
    refused: Callable[..., Any], design: Path, change: tuple[str, str], message: str
) -> None:
    design.write_text(design.read_text().replace(*change))
    assert refused("schedule", "small.toml").startswith(f"small.toml: {message}")


def test_a_file_that_fails_is_named(refused: Callable[..., Any], tmp_path: Path, design: Path) -> None:
    (tmp_path / "bit_serial.py").write_text("import pairforge\n\nraise ValueError('not today')\n")
    said = "bit_serial.py: line 3: ValueError: not today"
    assert refused("schedule", "small.toml") == f"small.toml: units: {said}"
    assert refused("unit", "--from", "bit_serial.py", "bit-serial", "--field", "f2-5") == said


def test_a_field_that_the_unit_is_not_for(refused: Callable[..., Any]) -> None:
    assert refused("unit", "--from", FILE, "bit-serial", "--field", "3:x^5-x+1") == (
        "unit bit-serial: a bit-serial multiplier is for F_2^m, not for F_3^5"
    )


def test_the_nearest_kind_is_one_of_the_file(refused: Callable[..., Any]) -> None:
    line = refused("unit", "--from", FILE, "bit-seriel", "--field", "f2-5")
    assert line.startswith("no kind 'bit-seriel'; did you mean bit-serial? there are ")


def test_a_file_for_the_command_that_is_not_there(refused: Callable[..., Any]) -> None:
    assert refused("unit", "--from", "no.py", "sum", "--field", "f2-5") == (
        "no.py: cannot be read: No such file or directory"
    )


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("def module(self) -> Module:", "def module(self) -> Module:\n        return missing", "NameError: "),
        (
            "return self.field.m + 1 + self.kept",
            "return 'two'",
            "its latency is 'two', not a number of cycles",
        ),
    ],
    ids=["no such name", "no number of cycles"],
)
def test_code_that_fails_is_named_in_one_line(
    refused: Callable[..., Any], design: Path, before: str, after: str, message: str
) -> None:
    text = FILE.read_text()
    assert before in text
    (design.parent / "bit_serial.py").write_text(text.replace(before, after))
    line = refused("unit", "--from", "bit_serial.py", "bit-serial", "--field", "f2-5", "--no-synth")
    assert message in line and "bit" in line
