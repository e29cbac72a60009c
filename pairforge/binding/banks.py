"""Words in banks: each bank of the memory takes one result a cycle, so what is written together lies apart.

A *home* (`program.templates`) has one word all the time, and is written in a known set of cycles. Homes that
are written in one cycle need different banks; those whose times overlap different words of a bank. Placed
first are the homes with the most writes, which have the least choice; where one finds no bank, the order is
changed in its favour and all is done again, and in the end an exact search decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from ortools.sat.python import cp_model

from pairforge.errors import UserError
from pairforge.schedule.solve import SOLVED, repeatable_solver, solve

Cycles = int
"""A set of cycles: bit c is set for cycle c."""

_ROUNDS = 20


def allocate_banks(
    taken: Mapping[str, Cycles], written: Mapping[str, Cycles], banks: int
) -> Mapping[str, tuple[int, int]]:
    """A bank and a word in it for each home; words are as few as they come.

    Parameters
    ----------
    taken, written
        By home: the cycles in which its word is taken, and those in which it is written.

    Raises
    ------
    UserError
        There is no way with so few banks.
    """
    chosen = _in_turn(written, banks) or _any_free(written, banks)
    if chosen is None:
        raise UserError(
            f"storage.banks = {banks}: values that are written together find no banks of their own; "
            f"set it to {banks + 1} or more"
        )
    return _words(taken, chosen)


def first_free(taken: list[Cycles], cycles: Cycles) -> int:
    """The first place that is free in all of the cycles, a new one where none is; it is taken then."""
    place = next((k for k, others in enumerate(taken) if not others & cycles), len(taken))
    if place == len(taken):
        taken.append(0)
    taken[place] |= cycles
    return place


def _in_turn(written: Mapping[str, Cycles], banks: int) -> Mapping[str, int] | None:
    """First come first served; who goes away empty comes first the next time."""
    favour = dict.fromkeys(written, 0)
    for _ in range(_ROUNDS):
        busy = [0] * banks
        found: dict[str, int] = {}
        for home in sorted(written, key=lambda home: (-favour[home], -written[home].bit_count(), home)):
            free = [bank for bank in range(banks) if not busy[bank] & written[home]]
            if not free:
                favour[home] = max(favour.values()) + 1
                break
            # The bank that is written least often so far, so that room is left in all of them.
            found[home] = bank = min(free, key=lambda bank: (busy[bank].bit_count(), bank))
            busy[bank] |= written[home]
        else:
            return found
    return None


def _any_free(written: Mapping[str, Cycles], banks: int) -> Mapping[str, int] | None:
    """The same by CP-SAT; None where there is no way at all."""
    at_once: dict[int, list[str]] = {}
    for home, cycles in written.items():
        while cycles:
            low = cycles & -cycles
            at_once.setdefault(low.bit_length(), []).append(home)
            cycles ^= low
    cp = cp_model.CpModel()
    on = {home: [cp.new_bool_var(f"{home} in {bank}") for bank in range(banks)] for home in written}
    for row in on.values():
        cp.add_exactly_one(row)
    for together in dict.fromkeys(map(tuple, at_once.values())):
        for bank in range(banks):
            cp.add_at_most_one(on[home][bank] for home in together)
    solver = repeatable_solver()
    if solve(solver, cp) not in SOLVED:
        return None
    return {home: next(b for b, var in enumerate(row) if solver.value(var)) for home, row in on.items()}


def _words(taken: Mapping[str, Cycles], bank_of: Mapping[str, int]) -> Mapping[str, tuple[int, int]]:
    """The first word of its bank that is free, for each home in order of its first cycle."""
    words: dict[int, list[Cycles]] = {}
    places: dict[str, tuple[int, int]] = {}
    for home in sorted(taken, key=lambda home: ((taken[home] & -taken[home]).bit_length(), home)):
        bank = bank_of[home]
        places[home] = bank, first_free(words.setdefault(bank, []), taken[home])
    return places
