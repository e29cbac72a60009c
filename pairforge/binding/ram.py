"""Binding in a memory: each value gets a word from the cycle it is written to its last read.

A value of a loop has one word for all iterations, and what a carry passes on stays in one word: initial
value, every `next`, result. So the values of a program fall into *homes* (`program.templates`), each with the
set of cycles of a run in which its word is taken. Homes are given the lowest word that is free in all their
cycles, in order of their first (left-edge: for a straight line the fewest words possible) or of the time they
are taken, whichever needs fewer. The two homes that a ladder lets change places get two words that differ in
the lowest bit. Constants have words of their own behind all others. Banks are in `banks`.

Of buses, every operation has the same ones each time, the lowest that no other has in any of its cycles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairforge.binding.banks import Cycles, allocate_banks, first_free
from pairforge.binding.dataflow import executed_reads, read_edges
from pairforge.binding.model import Binding, Lifetime, Read
from pairforge.binding.networks import lay_out
from pairforge.binding.replay import replay
from pairforge.errors import UserError
from pairforge.program.ir import Loop, Program
from pairforge.program.templates import homes_of
from pairforge.schedule.plan import Placed, StageSchedule, starts


def bind_ram(stage: StageSchedule, effort: float) -> Binding:
    """Bind a stage whose storage is a memory; `effort` as for the exact scheduler.

    The result has passed the replay of a whole run.

    Raises
    ------
    UserError
        More values live at once than the memory has words.
    """
    storage = stage.machine.storage
    homes = homes_of(stage.program)
    pairs = _pairs(stage.program, homes)
    places = _banked(stage, homes, pairs) if storage.banked else _places(stage, homes, pairs)
    if places.words > storage.words > 0:
        raise UserError(
            f"stage {stage.machine.name}: {stage.program.name} needs {places.words} words at once, "
            f"storage.words is {storage.words}; set it to {places.words} or more"
        )
    address = {name: places.word[home] for name, home in homes.items() if home in places.word}
    ports = {name: word // places.size for name, word in address.items()} if places.size else None
    address |= {name: places.behind + i for i, (name, _) in enumerate(stage.program.constants)}
    if storage.banked:
        reads = _own_reads(stage)
    else:
        reads = _bus_reads(stage) if storage.buses else _port_reads(stage)
    networks = lay_out(stage, reads, frozenset(), effort)
    binding = Binding(
        stage,
        networks.picks,
        networks.selection,
        networks.negated,
        frozenset(),
        {},
        address,
        _lifetimes(stage, address),
        frozenset(name for pair in pairs.values() for name in pair),
        ports or _write_ports(stage),
        len(set(places.word.values())),
        places.size,
    )
    replay(binding)
    return binding


@dataclass(frozen=True)
class _Places:
    """The `word` of each home, `words` in all, or in each bank, of which the next begins `size` words on.

    Constants are to stand from word `behind` on.
    """

    word: Mapping[str, int]
    words: int
    behind: int
    size: int = 0


def _places(
    stage: StageSchedule, homes: Mapping[str, str], pairs: Mapping[tuple[str, str], frozenset[str]]
) -> _Places:
    """Words of one memory, or registers."""
    storage = stage.machine.storage
    taken, _ = _taken(stage, homes)
    word, words = _allocate(taken, pairs)
    # In a memory from a power of two on: no write address reaches them, whatever stands there before a reset.
    return _Places(word, words, words if storage.buses else 1 << (storage.words - 1).bit_length())


def _banked(
    stage: StageSchedule, homes: Mapping[str, str], pairs: Mapping[tuple[str, str], frozenset[str]]
) -> _Places:
    """Words of banks. No home can change its place there, so no ladder."""
    if pairs:
        raise UserError(
            f"stage {stage.machine.name}: {stage.program.name} has a ladder, which needs words of one "
            "memory; use storage.style = 'distributed' or 'block'"
        )
    found = allocate_banks(*_taken(stage, homes), stage.machine.storage.writes)
    words = 1 + max(word for _, word in found.values())
    size = 1 << max((words - 1).bit_length(), 1)
    word = {home: bank * size + at for home, (bank, at) in found.items()}
    return _Places(word, words, stage.machine.storage.writes * size, size)


def _own_reads(stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
    """Each operand port of a unit has a read port of its own; operations with one operand share the first."""
    own = sorted(
        {(p.unit, p.instance, i) for p in stage.placed.values() for i in _sides(p) if len(_sides(p)) > 1}
    )
    port = {key: 1 + number for number, key in enumerate(own)}
    return {
        (p.op.name, i): (Read(port.get((p.unit, p.instance, i), 0)),)
        for p in stage.placed.values()
        for i in _sides(p)
    }


def _sides(placed: Placed) -> range:
    return range(len(placed.op.operands))


def _port_reads(stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
    """Terms read one after the other through the ports, from the first on."""
    reads: dict[tuple[str, int], tuple[Read, ...]] = {}
    for p in stage.placed.values():
        port = 0
        for i, form in enumerate(p.op.operands):
            reads[p.op.name, i] = tuple(Read(port + j) for j in range(len(form.terms)))
            port += len(form.terms)
    return reads


def _bus_reads(stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
    """Every value of an operation over a bus that is free in all its cycles; one that comes early waits in
    the register behind the bus."""
    taken: list[Cycles] = []
    reads: dict[tuple[str, int], tuple[Read, ...]] = {}
    for p in sorted(stage.placed.values(), key=lambda p: (p.start, p.op.name)):
        cycles = _cycles(stage, p)
        buses = {
            name: Read(first_free(taken, cycles << p.read_after(name)), p.lead - p.read_after(name))
            for name in p.op.reads
        }
        for i, form in enumerate(p.op.operands):
            reads[p.op.name, i] = tuple(buses[name] for name in form.names)
    return reads


def _write_ports(stage: StageSchedule) -> Mapping[str, int]:
    """The write port of each operation that writes, free in all its cycles."""
    taken: list[Cycles] = []
    writers = [p for p in stage.placed.values() if not p.op.sends]
    return {
        p.op.name: first_free(taken, _cycles(stage, p) << p.latency)
        for p in sorted(writers, key=lambda p: (p.ready, p.op.name))
    }


def _cycles(stage: StageSchedule, placed: Placed) -> Cycles:
    """The cycles of a run in which an operation starts."""
    return sum(1 << cycle for cycle in starts(placed, stage.loops, stage.last))


def _pairs(program: Program, homes: Mapping[str, str]) -> Mapping[tuple[str, str], frozenset[str]]:
    """The homes that a ladder lets change places, with the names in them for which that is so."""
    pairs: dict[tuple[str, str], frozenset[str]] = {}
    for region in program.regions:
        if isinstance(region, Loop) and region.bits:
            a, b = region.carries[:2]
            own = frozenset((a.param, a.next, b.param, b.next))
            pairs[homes[a.param], homes[b.param]] = own
    return pairs


def _taken(
    stage: StageSchedule, homes: Mapping[str, str]
) -> tuple[Mapping[str, Cycles], Mapping[str, Cycles]]:
    """The cycles in which each home is taken, from each write to the last read of what is written.

    And those in which it is written.
    """
    last: dict[tuple[str, int], int] = {}
    for made, start in executed_reads(stage):
        last[made] = max(last.get(made, 0), start - stage.machine.storage.read_latency)
    nexts = {
        carry.next: (region, k)
        for region in stage.program.regions
        if isinstance(region, Loop)
        for k, carry in enumerate(region.carries)
    }
    taken: dict[str, Cycles] = {}
    writes: dict[str, Cycles] = {}
    for placed, iteration, start in stage.instances():
        if placed.op.sends:
            continue
        written = start + placed.latency
        end = max(last.get((placed.op.name, iteration), written), written) + 1
        home = homes[placed.op.name]
        if placed.op.name in nexts:
            loop, k = nexts[placed.op.name]
            home = homes[loop.carries[loop.place(k, iteration)].param]
        taken[home] = taken.get(home, 0) | ((1 << end - written) - 1) << written
        writes[home] = writes.get(home, 0) | 1 << written
    return taken, writes


def _allocate(taken: Mapping[str, Cycles], pairs: Iterable[tuple[str, str]]) -> tuple[Mapping[str, int], int]:
    """A word for each home, and how many words there are."""
    paired = {home for pair in pairs for home in pair}
    wanted: list[tuple[str, ...]] = [*pairs, *((home,) for home in taken if home not in paired)]

    def first(homes: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return min((taken[home] & -taken[home]).bit_length() for home in homes), homes

    def longest(homes: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return -sum(taken[home].bit_count() for home in homes), homes

    found = [_first_fit(sorted(wanted, key=order), taken) for order in (first, longest)]
    return min(found, key=lambda pair: pair[1])


def _first_fit(order: Sequence[tuple[str, ...]], taken: Mapping[str, Cycles]) -> tuple[dict[str, int], int]:
    """The lowest words that are free; for two homes, two beside each other, the first of them even."""
    words: list[Cycles] = []
    chosen: dict[str, int] = {}
    for homes in order:
        at = 0
        while any(w < len(words) and words[w] & taken[home] for w, home in enumerate(homes, at)):
            at += len(homes)
        words += [0] * (at + len(homes) - len(words))
        for w, home in enumerate(homes, at):
            words[w] |= taken[home]
            chosen[home] = w
    return chosen, len(words)


def _lifetimes(stage: StageSchedule, address: Mapping[str, int]) -> Sequence[Lifetime]:
    """Where each value is to be found and when, for those of a loop in its first iteration."""
    storage = stage.machine.storage
    last: dict[str, int] = {}
    for edge in read_edges(stage):
        last[edge.producer] = max(last.get(edge.producer, 0), edge.delay)
    lives = []
    for p in stage.placed.values():
        if not p.op.sends:
            end = p.ready + max(last.get(p.op.name, 0) - storage.read_latency, 0)
            place = f"{'r' if storage.buses else 'ram'}[{address[p.op.name]}]"
            lives.append(Lifetime(p.op.name, place, p.region, p.ready + 1, end))
    return tuple(sorted(lives, key=lambda life: (life.place, life.first)))
