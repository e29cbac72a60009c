"""Words in banks: what meets at a port lies in other banks, what lives together in other words."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.binding.banks import _any_free, _first_come, _repaired, _together, allocate_banks
from pairforge.errors import UserError


@st.composite
def storage_classes(draw: st.DrawFn) -> Any:
    """Storage classes with some lives each, at most three begun in one cycle, read through two copies."""
    begun: dict[int, int] = {}
    taken, used = {}, {}
    for number in range(draw(st.integers(1, 12))):
        lives = {}
        for start in draw(st.sets(st.integers(0, 20), min_size=1, max_size=3)):
            if begun.get(start, 0) < 3:
                begun[start] = begun.get(start, 0) + 1
                lives[start] = draw(st.integers(1, 5))
        if lives:
            cycles = 0
            for start, length in lives.items():
                cycles |= ((1 << length) - 1) << start
            taken[f"h{number}"] = cycles
            read = (cycles & draw(st.integers(0, (1 << 26) - 1)) for _ in range(2))
            used[f"h{number}"] = sum(1 << start for start in lives), *read
    return taken, used


def meet(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Whether two storage classes go through some port in one cycle."""
    return any(x & y for x, y in zip(a, b, strict=True))


@given(storage_classes(), st.integers(1, 6))
def test_words_in_banks_do_not_meet(drawn: Any, banks: int) -> None:
    taken, used = drawn
    if not used:
        return
    try:
        places = allocate_banks(taken, used, banks)
    except UserError as error:
        assert _any_free(used, _together(used), banks) is None
        assert str(error).startswith(f"storage.banks = {banks}: ")
        return
    assert places.keys() == taken.keys()
    for a, b in itertools.combinations(taken, 2):
        assert places[a][0] != places[b][0] or not meet(used[a], used[b])
        assert places[a] != places[b] or not taken[a] & taken[b]
    assert all(bank < banks for bank, _ in places.values())


def test_a_home_with_little_choice_is_placed_before_one_with_much() -> None:
    # c is written with both: it must not take the bank that they have in common.
    written = {"a": 0b0011, "b": 0b0100, "c": 0b0110}
    places = allocate_banks(written, {name: (cycles,) for name, cycles in written.items()}, 2)
    assert places["a"][0] != places["c"][0] != places["b"][0]


def test_banks_have_as_many_words_as_each_other() -> None:
    """Eight values live all the time; what is read often does not keep the others out of its bank."""
    taken = dict.fromkeys("abcdefgh", 0xFFFF)
    used = {name: (1 << i, 0xFF << 8 if name == "a" else 0) for i, name in enumerate(taken)}
    assert max(word for _, word in allocate_banks(taken, used, 2).values()) == 3


@given(storage_classes(), st.integers(1, 4))
def test_what_each_search_finds_is_right_as_well(drawn: Any, banks: int) -> None:
    taken, used = drawn
    if not used:
        return
    together = _together(used)
    exact = _any_free(used, together, banks)
    for found in (_first_come(taken, used, banks), _repaired(used, together, banks), exact):
        assert exact is not None or found is None
        for a, b in itertools.combinations(used, 2):
            assert found is None or found[a] != found[b] or not meet(used[a], used[b])


def test_what_no_order_places_is_moved_until_it_fits() -> None:
    """Five classes in a ring, as a path of writes and reads, take three banks."""
    ring = {f"c{i}": (1 << i | 1 << (i + 1) % 5,) for i in range(5)}
    assert _repaired(ring, _together(ring), 2) is None
    found = _repaired(ring, _together(ring), 3)
    assert found is not None
    assert all(found[f"c{i}"] != found[f"c{(i + 1) % 5}"] for i in range(5))


@pytest.mark.parametrize(
    ("used", "message"),
    [
        ({"a": (1,), "b": (1,)}, r"storage\.banks = 1: .* written together .* set it to 2 or more"),
        ({"a": (1, 2), "b": (4, 2)}, r"storage\.banks = 1: .* read together .* set it to 2 or more"),
    ],
)
def test_too_few_banks_are_refused(used: dict[str, tuple[int, ...]], message: str) -> None:
    with pytest.raises(UserError, match=message):
        allocate_banks({"a": 1, "b": 1}, used, 1)
