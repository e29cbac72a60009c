"""Designs that extend another: what they take over, what is their own, and every complaint."""

from pathlib import Path

import pytest

from pairforge.errors import UserError
from pairforge.machine.design import Design, Machine, load_design, parse_design
from pairforge.machine.designs import find_design
from pairforge.machine.storage import Memory

HEAD = 'schema = 1\nname = "mine"\n'
MORE = """
extends = "beuchat-f2-239"
effort = 3

[[stage]]
name = "final"
storage = { words = 48 }

[[stage.unit]]
name = "mul"
digit = 12
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def of(machine: str, design: Design) -> Machine:
    return next(stage for stage in design.stages if stage.name == machine)


def test_a_design_is_the_one_it_extends_but_for_what_it_says(tmp_path: Path) -> None:
    base, mine = find_design("beuchat-f2-239"), load_design(written(tmp_path, "mine.toml", HEAD + MORE))
    assert (mine.name, mine.description, mine.effort) == ("mine", "", 3)
    assert (mine.pairing, mine.target, mine.paper) == (base.pairing, base.target, base.paper)
    assert of("miller", mine) == of("miller", base)
    settings = {"final.storage.words": "48", "final.mul.digit": "12"}
    assert mine.stages == find_design("beuchat-f2-239", settings).stages


def test_settings_come_last(tmp_path: Path) -> None:
    path = written(tmp_path, "mine.toml", HEAD + MORE)
    design = load_design(path, {"final.mul.digit": "20", "effort": "0"})
    assert of("final", design).units[0].parameters["digit"] == 20
    assert design.effort == 0


def test_a_unit_that_is_new_comes_last(tmp_path: Path) -> None:
    unit = '[[stage]]\nname = "miller"\n[[stage.unit]]\nname = "extra"\nkind = "frobenius"\npower = 2\n'
    design = load_design(written(tmp_path, "mine.toml", HEAD + 'extends = "beuchat-f2-5"\n' + unit))
    assert [u.name for u in of("miller", design).units] == ["mul", "sum", "root", "square", "extra"]


def test_a_chain_of_files_with_paths_relative_to_each(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    written(tmp_path, "base/first.toml", HEAD + MORE)
    written(tmp_path, "second.toml", 'schema = 1\nname = "second"\nextends = "base/first.toml"\neffort = 5\n')
    third = written(tmp_path, "base/third.toml", 'schema = 1\nname = "third"\nextends = "../second.toml"\n')
    design = load_design(third)
    assert (design.name, design.effort) == ("third", 5)
    storage = of("final", design).storage
    assert isinstance(storage, Memory) and storage.words == 48


def test_the_text_of_a_design_may_extend_one_that_ships() -> None:
    assert parse_design(HEAD + MORE, "mine.toml", {}).pairing == "eta-f2-239"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("extends = 3", "extends: must be the name of a design or the path of its file"),
        (
            'extends = "nothing"',
            "extends: no design 'nothing'; give a name that `pairforge list` shows, or the path of a .toml "
            "file",
        ),
        (
            'extends = "none.toml"',
            "extends: no design 'none.toml'; give the path of a .toml file, relative to this one",
        ),
        ('extends = "mine.toml"', "extends: mine.toml extends this design itself"),
        ('extends = "two.toml"', "extends: two.toml is written for another schema"),
        ('extends = "beuchat-f2-5"\nextend = 1', "extend: unknown key; "),
    ],
)
def test_what_is_refused(tmp_path: Path, line: str, message: str) -> None:
    written(tmp_path, "two.toml", 'schema = 2\nname = "two"\n')
    with pytest.raises(UserError) as error:
        load_design(written(tmp_path, "mine.toml", f"{HEAD}{line}\n"))
    assert str(error.value).startswith(f"mine.toml: {message}")


def test_a_cycle_of_two_is_refused(tmp_path: Path) -> None:
    written(tmp_path, "other.toml", 'schema = 1\nname = "other"\nextends = "mine.toml"\n')
    with pytest.raises(UserError) as error:
        load_design(written(tmp_path, "mine.toml", f'{HEAD}extends = "other.toml"\n'))
    assert str(error.value) == "other.toml: extends: mine.toml extends this design itself"
