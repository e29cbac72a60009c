"""The README of a core: its lines are short, and mean in Markdown what they meant before."""

import pytest

from pairforge.bundle.readme import _wrapped


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
