"""Binding in a memory: each value gets a word from the cycle it is written to its last read.

Lives are intervals on a line, so taking them in order of their beginning and giving each the lowest free word
uses the fewest words possible (left-edge).
"""

from __future__ import annotations

from pairforge.binding.dataflow import read_edges
from pairforge.binding.model import Binding, Lifetime, Read
from pairforge.binding.networks import lay_out
from pairforge.errors import UserError
from pairforge.schedule import checker
from pairforge.schedule.plan import StageSchedule


def bind_ram(stage: StageSchedule, effort: float) -> Binding:
    """Bind a straight-line stage whose storage is a memory; `effort` as for the exact scheduler.

    Raises
    ------
    UserError
        More values live at once than the memory has words.
    """
    storage = stage.machine.storage
    last = {name: p.ready for name, p in stage.placed.items() if p.op.kind != "output"}
    for edge in read_edges(stage):
        address_cycle = stage.placed[edge.reader].start - storage.read_latency
        last[edge.producer] = max(last[edge.producer], address_cycle)
    address: dict[str, int] = {}
    free_from: list[int] = []
    for name in sorted(last, key=lambda n: (stage.placed[n].ready, n)):
        written = stage.placed[name].ready
        word = next((w for w, cycle in enumerate(free_from) if cycle <= written), len(free_from))
        if word == len(free_from):
            free_from.append(0)
        free_from[word] = last[name] + 1
        address[name] = word
    if len(free_from) > storage.words:
        raise UserError(
            f"stage {stage.machine.name}: {stage.program.name} needs {len(free_from)} words at once, "
            f"storage.words is {storage.words}; set it to {len(free_from)} or more"
        )
    reads: dict[tuple[str, int], tuple[Read, ...]] = {}
    for p in stage.placed.values():
        port = 0
        for i, form in enumerate(p.op.operands):
            reads[p.op.name, i] = tuple(Read(port + j) for j in range(len(form.terms)))
            port += len(form.terms)
    networks = lay_out(stage, reads, frozenset(), effort)
    lifetimes = [
        Lifetime(name, f"ram[{word}]", stage.placed[name].region, stage.placed[name].ready + 1, last[name])
        for name, word in address.items()
    ]
    checker.check_lifetimes(
        checker.Lifetime(life.value, life.place, life.first, life.last + 1) for life in lifetimes
    )
    return Binding(
        stage,
        networks.picks,
        networks.selection,
        networks.negated,
        frozenset(),
        {},
        address,
        tuple(sorted(lifetimes, key=lambda life: (life.place, life.first))),
    )
