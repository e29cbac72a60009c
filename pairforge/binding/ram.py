"""Binding in a memory: each value gets a word from the cycle it is written to its last read.

A value of a loop has one word for all iterations, and what a carry passes on stays in one word: initial
value, every `next`, result. So the values of a program fall into *homes*, each with the set of cycles of a
run in which its word is taken. Homes are given the lowest word that is free in all their cycles, in order of
their first (left-edge: for a straight line the fewest words possible) or of the time they are taken,
whichever needs fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairforge.binding.dataflow import executed_reads, read_edges
from pairforge.binding.model import Binding, Lifetime, Read
from pairforge.binding.networks import lay_out
from pairforge.binding.replay import replay
from pairforge.errors import UserError
from pairforge.program.ir import Loop, Program
from pairforge.schedule.plan import StageSchedule

Cycles = int
"""A set of cycles: bit c is set for cycle c."""


def bind_ram(stage: StageSchedule, effort: float) -> Binding:
    """Bind a stage whose storage is a memory; `effort` as for the exact scheduler.

    The result has passed the replay of a whole run.

    Raises
    ------
    UserError
        More values live at once than the memory has words.
    """
    storage = stage.machine.storage
    homes = _homes(stage.program)
    words, count = _allocate(_taken(stage, homes))
    if count > storage.words:
        raise UserError(
            f"stage {stage.machine.name}: {stage.program.name} needs {count} words at once, "
            f"storage.words is {storage.words}; set it to {count} or more"
        )
    address = {name: words[home] for name, home in homes.items() if home in words}
    reads: dict[tuple[str, int], tuple[Read, ...]] = {}
    for p in stage.placed.values():
        port = 0
        for i, form in enumerate(p.op.operands):
            reads[p.op.name, i] = tuple(Read(port + j) for j in range(len(form.terms)))
            port += len(form.terms)
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
    )
    replay(binding)
    return binding


def _homes(program: Program) -> Mapping[str, str]:
    """The home of each value, parameter and result, called by its first value."""
    homes: dict[str, str] = {}
    for region in program.regions:
        if isinstance(region, Loop):
            for carry in region.carries:
                home = homes[carry.initial]
                homes |= {carry.param: home, carry.next: home, carry.result: home}
        for op in region.ops:
            homes.setdefault(op.name, op.name)
    return homes


def _taken(stage: StageSchedule, homes: Mapping[str, str]) -> Mapping[str, Cycles]:
    """The cycles in which each home is taken: from each write to the last read of what is written."""
    last: dict[tuple[str, int], int] = {}
    for made, start in executed_reads(stage):
        last[made] = max(last.get(made, 0), start - stage.machine.storage.read_latency)
    taken: dict[str, Cycles] = {}
    for placed, iteration, start in stage.instances():
        if placed.op.kind == "output":
            continue
        written = start + placed.latency
        end = max(last.get((placed.op.name, iteration), written), written) + 1
        home = homes[placed.op.name]
        taken[home] = taken.get(home, 0) | ((1 << end - written) - 1) << written
    return taken


def _allocate(taken: Mapping[str, Cycles]) -> tuple[Mapping[str, int], int]:
    """A word for each home, and how many words there are."""

    def first(home: str) -> tuple[int, str]:
        return (taken[home] & -taken[home]).bit_length(), home

    orders: tuple[Callable[[str], tuple[int, str]], ...] = (
        first,
        lambda home: (-taken[home].bit_count(), home),
    )
    found = [_first_fit(sorted(taken, key=order), taken) for order in orders]
    return min(found, key=lambda pair: pair[1])


def _first_fit(order: Sequence[str], taken: Mapping[str, Cycles]) -> tuple[dict[str, int], int]:
    words: list[Cycles] = []
    chosen: dict[str, int] = {}
    for home in order:
        word = next((w for w, cycles in enumerate(words) if not cycles & taken[home]), len(words))
        if word == len(words):
            words.append(0)
        words[word] |= taken[home]
        chosen[home] = word
    return chosen, len(words)


def _lifetimes(stage: StageSchedule, address: Mapping[str, int]) -> Sequence[Lifetime]:
    """Where each value is to be found and when, for those of a loop in its first iteration."""
    last: dict[str, int] = {}
    for edge in read_edges(stage):
        last[edge.producer] = max(last.get(edge.producer, 0), edge.delay)
    lives = []
    for p in stage.placed.values():
        if p.op.kind != "output":
            end = p.ready + max(last.get(p.op.name, 0) - stage.machine.storage.read_latency, 0)
            lives.append(Lifetime(p.op.name, f"ram[{address[p.op.name]}]", p.region, p.ready + 1, end))
    return tuple(sorted(lives, key=lambda life: (life.place, life.first)))
