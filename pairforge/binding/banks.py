"""Words in banks: each bank of the memory takes one result a cycle, so what is written together lies apart.

A *home* (`program.templates`) has one word all the time, and is written in a known set of cycles. Homes that
are written in one cycle need different banks; those whose times overlap different words of a bank. Placed
first are the homes with the most writes, which have the least choice, each in the first bank and word that
are free; where one finds no bank, the order is changed in its favour and all is done again.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.errors import UserError

Cycles = int
"""A set of cycles: bit c is set for cycle c."""

_ROUNDS = 100


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
        No way was found with so few banks.
    """
    favour = dict.fromkeys(taken, 0)
    for _ in range(_ROUNDS):
        order = sorted(taken, key=lambda home: (-favour[home], -written[home].bit_count(), home))
        busy = [0] * banks
        found: dict[str, int] = {}
        for home in order:
            free = [bank for bank in range(banks) if not busy[bank] & written[home]]
            if not free:
                favour[home] = max(favour.values()) + 1
                break
            # The bank that is written least often so far, so that room is left in all of them.
            found[home] = bank = min(free, key=lambda bank: (busy[bank].bit_count(), bank))
            busy[bank] |= written[home]
        else:
            return _words(taken, found)
    raise UserError(
        f"storage.banks = {banks}: values that are written together find no banks of their own; "
        f"set it to {banks + 1} or more"
    )


def _words(taken: Mapping[str, Cycles], bank_of: Mapping[str, int]) -> Mapping[str, tuple[int, int]]:
    """The first word of its bank that is free, for each home in order of its first cycle."""
    words: dict[int, list[Cycles]] = {}
    places: dict[str, tuple[int, int]] = {}
    for home in sorted(taken, key=lambda home: ((taken[home] & -taken[home]).bit_length(), home)):
        bank = words.setdefault(bank_of[home], [])
        at = next((i for i, cycles in enumerate(bank) if not cycles & taken[home]), len(bank))
        if at == len(bank):
            bank.append(0)
        bank[at] |= taken[home]
        places[home] = bank_of[home], at
    return places
