"""Words in banks: each bank of the memory takes one result a cycle, so what is written together lies apart.

A *storage class* (`program.instances`) has one word all the time, and is written in a known set of cycles.
Storage classes that are written in one cycle need different banks; those whose times overlap different words
of a bank. Placed first are the storage classes with the most writes, which have the least choice; where one
finds no bank, the order is changed in its favour and all is done again, and in the end an exact search
decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from ortools.sat.python import cp_model

from pairforge.binding.words import Cycles, first_free
from pairforge.errors import UserError
from pairforge.schedule.cpsat import SOLVED, repeatable_solver, solve

_ROUNDS = 20


def allocate_banks(
    taken: Mapping[str, Cycles], written: Mapping[str, Cycles], banks: int
) -> Mapping[str, tuple[int, int]]:
    """A bank and a word in it for each storage class; words are as few as they come.

    Parameters
    ----------
    taken, written
        By storage class: the cycles in which its word is taken, and those in which it is written.

    Raises
    ------
    UserError
        There is no way with so few banks.
    """
    chosen = _first_come(written, banks) or _any_free(written, banks)
    if chosen is None:
        raise UserError(
            f"storage.banks = {banks}: values that are written together find no banks of their own; "
            f"set it to {banks + 1} or more"
        )
    return _words(taken, chosen)


def _first_come(written: Mapping[str, Cycles], banks: int) -> Mapping[str, int] | None:
    """First come first served; who goes away empty comes first the next time."""
    favour = dict.fromkeys(written, 0)
    for _ in range(_ROUNDS):
        busy = [0] * banks
        found: dict[str, int] = {}
        for storage_class in sorted(
            written,
            key=lambda storage_class: (
                -favour[storage_class],
                -written[storage_class].bit_count(),
                storage_class,
            ),
        ):
            free = [bank for bank in range(banks) if not busy[bank] & written[storage_class]]
            if not free:
                favour[storage_class] = max(favour.values()) + 1
                break
            # The bank that is written least often so far, so that room is left in all of them.
            found[storage_class] = bank = min(free, key=lambda bank: (busy[bank].bit_count(), bank))
            busy[bank] |= written[storage_class]
        else:
            return found
    return None


def _any_free(written: Mapping[str, Cycles], banks: int) -> Mapping[str, int] | None:
    """The same by CP-SAT; None where there is no way at all."""
    at_once: dict[int, list[str]] = {}
    for storage_class, cycles in written.items():
        while cycles:
            low = cycles & -cycles
            at_once.setdefault(low.bit_length(), []).append(storage_class)
            cycles ^= low
    cp = cp_model.CpModel()
    on = {
        storage_class: [cp.new_bool_var(f"{storage_class} in {bank}") for bank in range(banks)]
        for storage_class in written
    }
    for row in on.values():
        cp.add_exactly_one(row)
    for together in dict.fromkeys(map(tuple, at_once.values())):
        for bank in range(banks):
            cp.add_at_most_one(on[storage_class][bank] for storage_class in together)
    solver = repeatable_solver()
    if solve(solver, cp) not in SOLVED:
        return None
    return {
        storage_class: next(b for b, var in enumerate(row) if solver.value(var))
        for storage_class, row in on.items()
    }


def _words(taken: Mapping[str, Cycles], bank_of: Mapping[str, int]) -> Mapping[str, tuple[int, int]]:
    """The first word of its bank that is free, for each storage class in order of its first cycle."""
    words: dict[int, list[Cycles]] = {}
    places: dict[str, tuple[int, int]] = {}
    for storage_class in sorted(
        taken,
        key=lambda storage_class: (
            (taken[storage_class] & -taken[storage_class]).bit_length(),
            storage_class,
        ),
    ):
        bank = bank_of[storage_class]
        places[storage_class] = bank, first_free(words.setdefault(bank, []), taken[storage_class])
    return places
