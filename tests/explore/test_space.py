"""`--sweep`: what is read as which values, and what is refused in which words."""

import re
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.errors import UserError
from pairforge.explore.space import MOST, Axis, combinations, read_axes, size


def values(listed: str) -> tuple[Any, ...]:
    (axis,) = read_axes([f"k={listed}"])
    return axis.values


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ("4", ("4",)),
        ("4,5 , 6", ("4", "5", "6")),
        ("4..7", ("4", "5", "6", "7")),
        ("4..16..4", ("4", "8", "12", "16")),
        ("4..15..4", ("4", "8", "12")),
        ("-1..1", ("-1", "0", "1")),
        ("1,4..6,16", ("1", "4", "5", "6", "16")),
        ("4,4,3..5", ("4", "3", "5")),
        ("[1,3],[1,4]", ("[1,3]", "[1,4]")),
        ("[]", ("[]",)),
        ('["a,b", "]"],[[1],[2]]', ('["a,b", "]"]', "[[1],[2]]")),
        ("{kind='ram', words=4},{}", ("{kind='ram', words=4}", "{}")),
        ("continuant,two-iterations", ("continuant", "two-iterations")),
        ("a=b", ("a=b",)),
    ],
)
def test_values(listed: str, expected: Sequence[Any]) -> None:
    assert values(listed) == expected


@given(st.lists(st.lists(st.integers() | st.text("ab,[]{}=. ", max_size=5)), min_size=1, max_size=5))
def test_lists_survive_commas_brackets_and_quotes(lists: Sequence[Any]) -> None:
    quoted = [[f'"{item}"' if isinstance(item, str) else str(item) for item in each] for each in lists]
    listed = ",".join(f"[{', '.join(each)}]" for each in quoted)
    distinct = []
    for each in lists:
        if each not in distinct:
            distinct.append(each)
    assert [tomllib.loads(f"v = {text}")["v"] for text in values(listed)] == distinct


@given(st.integers(-50, 50), st.integers(0, 50), st.integers(1, 9))
def test_ranges_hold_both_ends_and_step_evenly(first: int, span: int, step: int) -> None:
    got = [int(value) for value in values(f"{first}..{first + span}..{step}")]
    assert got == [n for n in range(first, first + span + 1) if (n - first) % step == 0]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["k"], "--sweep k: give KEY=A,B,C or KEY=4..16, as in miller.mul.stages=4,5,6"),
        (["=4"], "--sweep =4: give KEY=A,B,C or KEY=4..16, as in miller.mul.stages=4,5,6"),
        (["k="], "--sweep k=: an empty value; give KEY=A,B,C or KEY=4..16, as in miller.mul.stages=4,5,6"),
        (
            ["k=4,,5"],
            "--sweep k=4,,5: an empty value; give KEY=A,B,C or KEY=4..16, as in miller.mul.stages=4,5,6",
        ),
        (["k=5..4"], "--sweep k=5..4: 5..4 is empty; give the smaller end first"),
        (["k=4..9..0"], "--sweep k=4..9..0: the step of 4..9..0 must be at least 1"),
        (["k=1..999999"], f"--sweep k=1..999999: 1..999999 has more than {MOST} values"),
        (["k=[1,2"], "--sweep k=[1,2: ] is missing"),
        (["k='a"], "--sweep k='a: ' is missing"),
        (["k=1],2"], "--sweep k=1],2: ] closes nothing"),
        (["k=[1},2"], "--sweep k=[1},2: } closes nothing"),
        (["k=1", "k=2"], "--sweep k: given 2 times; give all its values at once"),
    ],
)
def test_refused(texts: Sequence[str], message: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(message)}$"):
        read_axes(texts)


def test_several_axes_make_all_combinations() -> None:
    axes = read_axes(["a=1,2", "b=x,y"])
    assert [tuple(found.items()) for found in combinations(axes, each=False)] == [
        (("a", "1"), ("b", "x")),
        (("a", "1"), ("b", "y")),
        (("a", "2"), ("b", "x")),
        (("a", "2"), ("b", "y")),
    ]
    assert list(combinations([], each=False)) == [{}]


def test_each_varies_one_key_at_a_time() -> None:
    axes = read_axes(["a=1,2", "b=x"])
    assert list(combinations(axes, each=True)) == [{}, {"a": "1"}, {"a": "2"}, {"b": "x"}]


def test_axes_of_python_values() -> None:
    assert Axis.of("k", range(2, 5)) == Axis("k", ("2", "3", "4"))
    assert Axis.of("k", [[1, 4], ["a"], "text", 2, 2]) == Axis("k", ("[1, 4]", "['a']", "text", "2"))
    with pytest.raises(UserError, match=r"^sweep k: no values$"):
        Axis.of("k", [])


@given(st.lists(st.integers(1, 4), max_size=3), st.booleans())
def test_sizes_are_counted_before_anything_is_made(counts: Sequence[Any], each: bool) -> None:
    axes = [Axis(f"k{i}", tuple(map(str, range(count)))) for i, count in enumerate(counts)]
    assert size(axes, each=each) == len(list(combinations(axes, each=each)))


@pytest.mark.parametrize(
    ("listed", "ordered"),
    [
        ("1..4", True),
        ("-2,0,7", True),
        ("10,9", False),
        ("9,10", True),
        ("[1],[2]", False),
        ("block,banks", False),
    ],
)
def test_numbers_that_rise_are_told_to_a_search_as_numbers(listed: str, ordered: bool) -> None:
    (axis,) = read_axes([f"k={listed}"])
    assert axis.ordered == ordered
