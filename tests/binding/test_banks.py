"""Words in banks: what is written together lies in other banks, what lives together in other words."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.binding.banks import _any_free, _first_come, allocate_banks
from pairforge.errors import UserError


@st.composite
def storage_classes(draw: st.DrawFn) -> Any:
    """Storage classes with some lives each, at most three of them begun in one cycle."""
    begun: dict[int, int] = {}
    taken, written = {}, {}
    for number in range(draw(st.integers(1, 12))):
        lives = {}
        for start in draw(st.sets(st.integers(0, 20), min_size=1, max_size=3)):
            if begun.get(start, 0) < 3:
                begun[start] = begun.get(start, 0) + 1
                lives[start] = draw(st.integers(1, 5))
        if lives:
            written[f"h{number}"] = sum(1 << start for start in lives)
            cycles = 0
            for start, length in lives.items():
                cycles |= ((1 << length) - 1) << start
            taken[f"h{number}"] = cycles
    return taken, written


@given(storage_classes(), st.integers(1, 6))
def test_words_in_banks_do_not_meet(drawn: tuple[dict[str, int], dict[str, int]], banks: int) -> None:
    taken, written = drawn
    try:
        places = allocate_banks(taken, written, banks)
    except UserError as error:
        assert _any_free(written, banks) is None
        assert str(error).startswith(f"storage.banks = {banks}: ")
        return
    assert places.keys() == taken.keys()
    for a, b in itertools.combinations(taken, 2):
        assert places[a][0] != places[b][0] or not written[a] & written[b]
        assert places[a] != places[b] or not taken[a] & taken[b]
    assert all(bank < banks for bank, _ in places.values())


def test_a_home_with_little_choice_is_placed_before_one_with_much() -> None:
    # c is written with both: it must not take the bank that they have in common.
    written = {"a": 0b0011, "b": 0b0100, "c": 0b0110}
    places = allocate_banks(written, written, 2)
    assert places["a"][0] != places["c"][0] != places["b"][0]


@given(storage_classes(), st.integers(1, 4))
def test_what_the_exact_search_finds_is_right_as_well(
    drawn: tuple[dict[str, int], dict[str, int]], banks: int
) -> None:
    _, written = drawn
    quick, exact = _first_come(written, banks), _any_free(written, banks)
    assert exact is not None or quick is None
    for a, b in itertools.combinations(written, 2):
        assert exact is None or exact[a] != exact[b] or not written[a] & written[b]


def test_too_few_banks_are_refused() -> None:
    with pytest.raises(UserError, match=r"storage\.banks = 1: .* set it to 2 or more"):
        allocate_banks({"a": 1, "b": 1}, {"a": 1, "b": 1}, 1)
