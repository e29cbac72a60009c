"""The README of a core: its lines are short, and mean in Markdown what they meant before."""

import pytest

from pairforge.bundle.readme import _parts, _wrapped
from pairforge.synth.family import RESOURCES
from pairforge.targets.registry import find_target


@pytest.mark.parametrize("start", ["", "- ", "> "])
def test_lines_are_short_and_none_becomes_an_item(start: str) -> None:
    line = start + "x^2 + y - z " * 40
    lines = _wrapped(line).splitlines()
    assert max(map(len, lines)) <= 110
    rest = [each.removeprefix("> ").strip() for each in lines[1:]]
    assert not any(each.startswith(("+", "-", ">")) for each in rest)
    assert " ".join([lines[0], *rest]) == line.strip()


def test_rows_of_a_table_stay_whole() -> None:
    row = "| " + "word " * 40 + "|"
    assert _wrapped(row) == row


def test_parts_have_what_the_core_takes_of_each_multiplier_blocks_as_well() -> None:
    target = find_target("xc7")
    area = {"lut": 1000, "ff": 2000, "dsp": 30, "bram": 5}
    shares = {part.name: {key: area[key] / getattr(part, key) for key in RESOURCES} for part in target.parts}
    text = "\n".join(_parts(target, area | {"fits": shares}))
    part = target.parts[0]
    assert f"30 of {part.dsp:,}, {30 / part.dsp:.1%}" in text
    assert "Warning" not in text
    over = {name: of | {"dsp": 2.0} for name, of in shares.items()}
    assert f"> **Warning: does not fit {part.name}: " in "\n".join(_parts(target, area | {"fits": over}))
