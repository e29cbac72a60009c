"""Words in banks: a port of a bank takes one address a cycle, so what goes through one together lies apart.

A *storage class* (`program.instances`) has one word all the time, and is written in a known set of cycles.
Storage classes that are written in one cycle need different banks; so do those that are read in one cycle
through the same copy of the banks. Those whose times overlap need different words of a bank.

To give them banks is to colour a graph. Placed first are the storage classes with the most accesses, which
have the least choice; where one finds no bank, the order is changed in its favour and all is done again. Then
what is in the way is moved one by one, the last moves being forbidden for a while (tabu search: Hertz and
de Werra, 1987). In the end an exact search decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from pairforge.binding.words import Cycles, bits_of, first_free, lowest_words
from pairforge.errors import UserError
from pairforge.schedule.cpsat import SOLVED, new_model, repeatable_solver, solve

_ROUNDS = 20
_MOVES = 20_000


def allocate_banks(
    taken: Mapping[str, Cycles], used: Mapping[str, Sequence[Cycles]], banks: int, key: str = "banks"
) -> Mapping[str, tuple[int, int]]:
    """A bank and a word in it for each storage class; words are as few as they come.

    Parameters
    ----------
    taken
        By storage class: the cycles in which its word is taken.
    used
        By storage class, for each port that banks have: the cycles in which it goes through that port. The
        first port is the one that writes, the others those of the copies that are read.
    key
        What sets the number of banks, for the message.

    Raises
    ------
    UserError
        There is no way with so few banks.
    """
    chosen = _first_come(taken, used, banks)
    if chosen is None:
        together = _together(used)
        chosen = _repaired(used, together, banks) or _any_free(used, together, banks)
    if chosen is None:
        what = "written together" if len(next(iter(used.values()))) == 1 else "written or read together"
        raise UserError(
            f"storage.{key} = {banks}: values that are {what} find no banks of their own; "
            f"set it to {banks + 1} or more"
        )
    return _words(taken, chosen)


def _together(used: Mapping[str, Sequence[Cycles]]) -> Sequence[tuple[str, ...]]:
    """The sets of storage classes that meet at a port in some cycle."""
    met: dict[tuple[int, int], list[str]] = {}
    for storage_class, ports in used.items():
        for port, cycles in enumerate(ports):
            for cycle in bits_of(cycles):
                met.setdefault((port, cycle), []).append(storage_class)
    return tuple(dict.fromkeys(tuple(found) for found in met.values() if len(found) > 1))


def _first_come(
    taken: Mapping[str, Cycles], used: Mapping[str, Sequence[Cycles]], banks: int
) -> Mapping[str, int] | None:
    """First come first served; who goes away empty comes first the next time."""
    favour = dict.fromkeys(used, 0)
    accesses = {name: sum(cycles.bit_count() for cycles in ports) for name, ports in used.items()}
    ports = len(next(iter(used.values()), ()))
    room = _room(taken, banks)
    for _ in range(_ROUNDS):
        busy = [[0] * ports for _ in range(banks)]
        words: list[list[Cycles]] = [[] for _ in range(banks)]
        found: dict[str, int] = {}
        for name in sorted(used, key=lambda name: (-favour[name], -accesses[name], name)):
            free = [
                bank
                for bank in range(banks)
                if not any(met & own for met, own in zip(busy[bank], used[name], strict=True))
            ]
            if not free:
                favour[name] = max(favour.values()) + 1
                break
            # The bank that is used least often so far, so that room is left in all of them; but one that has
            # a word to spare goes first.
            free.sort(key=lambda bank: (sum(cycles.bit_count() for cycles in busy[bank]), bank))
            spare = (
                bank
                for bank in free
                if len(words[bank]) < room or not all(word & taken[name] for word in words[bank][:room])
            )
            found[name] = bank = next(spare, free[0])
            first_free(words[bank], taken[name])
            busy[bank] = [met | own for met, own in zip(busy[bank], used[name], strict=True)]
        else:
            return found
    return None


def _room(taken: Mapping[str, Cycles], banks: int) -> int:
    """The words of a bank, a power of two, where those that are needed are dealt out evenly."""
    _, words = lowest_words(taken, ())
    return 1 << max(-(-words // banks) - 1, 0).bit_length()


def _repaired(
    used: Mapping[str, Sequence[Cycles]], together: Sequence[tuple[str, ...]], banks: int
) -> Mapping[str, int] | None:
    """By moving what is in the way, one storage class at a time; None where that leads nowhere."""
    if any(len(names) > banks for names in together):
        return None
    met: dict[str, set[str]] = {name: set() for name in used}
    for names in together:
        for name in names:
            met[name].update(names)
    apart = {name: sorted(others - {name}) for name, others in met.items()}
    rng = Random(1)
    bank_of: dict[str, int] = {}
    for name in sorted(used, key=lambda name: (-len(apart[name]), name)):
        near = [bank_of.get(other) for other in apart[name]]
        bank_of[name] = min(range(banks), key=lambda bank: (near.count(bank), rng.random()))
    near_of = {name: [0] * banks for name in used}
    for name, others in apart.items():
        for other in others:
            near_of[name][bank_of[other]] += 1
    wrong = dict.fromkeys(name for name in sorted(used) if near_of[name][bank_of[name]])
    forbidden: dict[tuple[str, int], int] = {}
    for step in range(_MOVES):
        if not wrong:
            return bank_of
        moves = [
            (near_of[name][bank] - near_of[name][bank_of[name]], rng.random(), name, bank)
            for name in wrong
            for bank in range(banks)
            if bank != bank_of[name] and forbidden.get((name, bank), 0) <= step
        ]
        if not moves:
            continue
        _, _, name, bank = min(moves)
        before, bank_of[name] = bank_of[name], bank
        forbidden[name, before] = step + len(wrong) + rng.randrange(10)
        for other in apart[name]:
            near_of[other][before] -= 1
            near_of[other][bank] += 1
        for moved in (*apart[name], name):
            if near_of[moved][bank_of[moved]]:
                wrong[moved] = None
            else:
                wrong.pop(moved, None)
    return None


def _any_free(
    used: Mapping[str, Sequence[Cycles]], together: Sequence[tuple[str, ...]], banks: int
) -> Mapping[str, int] | None:
    """The same by CP-SAT; None where there is no way at all."""
    cp = new_model()
    on = {
        storage_class: [cp.new_bool_var(f"{storage_class} in {bank}") for bank in range(banks)]
        for storage_class in used
    }
    for row in on.values():
        cp.add_exactly_one(row)
    for names in together:
        for bank in range(banks):
            cp.add_at_most_one(on[storage_class][bank] for storage_class in names)
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
