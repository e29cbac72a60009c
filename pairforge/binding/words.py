"""Words for values: each value has a word from the cycle it is written to its last read.

A value of a loop has one word for all iterations, and what a loop-carried value passes on stays in one word:
initial value, every `next`, result. So the values of a program fall into *storage classes*
(`program.instances`), each with the set of cycles of a run in which its word is taken. Storage classes are
given the lowest word that is free in all their cycles, in order of their first (left-edge: for a straight
line the fewest words possible) or of the time they are taken, whichever needs fewer. The two storage classes
that a ladder lets change places get two words that differ in the lowest bit. Words in banks are in `banks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pairforge.binding.dataflow import executed_reads, read_edges
from pairforge.binding.model import Binding, Lifetime
from pairforge.program.ir import Loop, Program
from pairforge.schedule.plan import Placed, StageSchedule, starts

Cycles = int
"""A set of cycles: bit c is set for cycle c."""


def bits_of(cycles: Cycles) -> Iterator[int]:
    """The cycles of a set, in order."""
    while cycles:
        low = cycles & -cycles
        yield low.bit_length() - 1
        cycles ^= low


def first_free(taken: list[Cycles], cycles: Cycles) -> int:
    """The first place that is free in all of the cycles, a new one where none is; it is taken then."""
    place = next((k for k, others in enumerate(taken) if not others & cycles), len(taken))
    if place == len(taken):
        taken.append(0)
    taken[place] |= cycles
    return place


def cycles_of(stage: StageSchedule, placed: Placed) -> Cycles:
    """The cycles of a run in which an operation starts."""
    return sum(1 << cycle for cycle in starts(placed, stage.loops, stage.last))


def exchanged_pairs(
    program: Program, storage_classes: Mapping[str, str]
) -> Mapping[tuple[str, str], frozenset[str]]:
    """The storage classes that a ladder lets change places, with the names in them for which that is so."""
    pairs: dict[tuple[str, str], frozenset[str]] = {}
    for region in program.regions:
        if isinstance(region, Loop) and region.bits:
            a, b = region.carried[:2]
            own = frozenset((a.param, a.next, b.param, b.next))
            pairs[storage_classes[a.param], storage_classes[b.param]] = own
    return pairs


def cycles_taken(
    stage: StageSchedule, storage_classes: Mapping[str, str]
) -> tuple[Mapping[str, Cycles], Mapping[str, Cycles]]:
    """The cycles in which each storage class is taken, from each write to the last read of what is written.

    And those in which it is written.
    """
    last: dict[tuple[str, int], int] = {}
    for made, start in executed_reads(stage):
        last[made] = max(last.get(made, 0), start - stage.machine.storage.read_latency)
    nexts = {
        value.next: (region, k)
        for region in stage.program.regions
        if isinstance(region, Loop)
        for k, value in enumerate(region.carried)
    }
    taken: dict[str, Cycles] = {}
    writes: dict[str, Cycles] = {}
    for placed, iteration, start in stage.instances():
        if placed.op.sends:
            continue
        written = start + placed.latency
        end = max(last.get((placed.op.name, iteration), written), written) + 1
        storage_class = storage_classes[placed.op.name]
        if placed.op.name in nexts:
            loop, k = nexts[placed.op.name]
            storage_class = storage_classes[loop.carried[loop.place(k, iteration)].param]
        taken[storage_class] = taken.get(storage_class, 0) | ((1 << end - written) - 1) << written
        writes[storage_class] = writes.get(storage_class, 0) | 1 << written
    return taken, writes


def lowest_words(
    taken: Mapping[str, Cycles], pairs: Iterable[tuple[str, str]]
) -> tuple[Mapping[str, int], int]:
    """A word for each storage class, and how many words there are."""
    paired = {storage_class for pair in pairs for storage_class in pair}
    wanted: list[tuple[str, ...]] = [
        *pairs,
        *((storage_class,) for storage_class in taken if storage_class not in paired),
    ]

    def first(storage_classes: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return min(
            (taken[storage_class] & -taken[storage_class]).bit_length() for storage_class in storage_classes
        ), storage_classes

    def longest(storage_classes: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        return -sum(taken[storage_class].bit_count() for storage_class in storage_classes), storage_classes

    found = [_first_fit(sorted(wanted, key=order), taken) for order in (first, longest)]
    return min(found, key=lambda pair: pair[1])


def _first_fit(order: Sequence[tuple[str, ...]], taken: Mapping[str, Cycles]) -> tuple[dict[str, int], int]:
    """The lowest words that are free; two storage classes get neighbours, the first even."""
    words: list[Cycles] = []
    chosen: dict[str, int] = {}
    for storage_classes in order:
        at = 0
        while any(
            w < len(words) and words[w] & taken[storage_class]
            for w, storage_class in enumerate(storage_classes, at)
        ):
            at += len(storage_classes)
        words += [0] * (at + len(storage_classes) - len(words))
        for w, storage_class in enumerate(storage_classes, at):
            words[w] |= taken[storage_class]
            chosen[storage_class] = w
    return chosen, len(words)


def read_while_written(binding: Binding) -> bool:
    """Whether in some cycle of a run a word is read and written at once. The two words that a ladder lets
    change places count as one.
    """
    stage = binding.stage
    pairs = {binding.address[name] >> 1 for name in binding.exchanged}

    def word(name: str) -> tuple[int, bool]:
        address = binding.address[name]
        paired = address >> 1 in pairs
        return (address >> 1 if paired else address), paired

    written = {
        (start + placed.latency, *word(placed.op.name))
        for placed, _, start in stage.instances()
        if not placed.op.sends
    }
    latency = stage.machine.storage.read_latency
    return any((start - latency, *word(name)) in written for (name, _), start in executed_reads(stage))


def lifetimes_of(stage: StageSchedule, address: Mapping[str, int], place: str) -> Sequence[Lifetime]:
    """Where each value is to be found and when, for those of a loop in its first iteration.

    `place`: what the storage is called in front of the number of a word.
    """
    storage = stage.machine.storage
    last: dict[str, int] = {}
    for edge in read_edges(stage):
        last[edge.producer] = max(last.get(edge.producer, 0), edge.delay)
    lives = []
    for p in stage.placed.values():
        if not p.op.sends:
            end = p.ready + max(last.get(p.op.name, 0) - storage.read_latency, 0)
            word = f"{place}[{address[p.op.name]}]"
            lives.append(Lifetime(p.op.name, word, p.region, p.ready + 1, end))
    return tuple(sorted(lives, key=lambda life: (life.place, life.first)))
