"""Results that come so rarely that they share a way to the write ports: one choice in front of all ports.

A write port chooses among the units whose results it takes. With one unit less it may need a table less for
each bit. Units whose results are never written in the same cycle can have one place there, with a choice of
their own, which is there once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from pairforge.binding.model import Binding
from pairforge.binding.words import Cycles
from pairforge.rtl.choice import Chooser

Source = tuple[str, int]
"""A unit and its number, whose results are written; or a bus."""

BUS = "bus"
"""In the place of a unit: results that share a way."""

_RARE = 1 / 64
"""Of the cycles of a run, in how many at most results are written that share the way of others."""

_MOST = 5  # rare sources that are looked at


@dataclass(frozen=True)
class _Written:
    """For each source the cycles in which its results are written, and the sources of each port."""

    cycles: Mapping[Source, Cycles]
    ports: Sequence[Sequence[Source]]

    @classmethod
    def of(cls, binding: Binding) -> _Written:
        cycles: dict[Source, Cycles] = {}
        ports: dict[int, dict[Source, None]] = {}
        for p, _, start in binding.stage.instances():
            if p.op.name in binding.write_port:
                source = p.unit, p.instance
                cycles[source] = cycles.get(source, 0) | 1 << start + p.latency
                ports.setdefault(binding.write_port[p.op.name], {})[source] = None
        return cls(cycles, [tuple(own) for own in ports.values()])


def result_buses(binding: Binding, chooser: Chooser, fixed: int) -> Mapping[Source, Source]:
    """For sources that share a way, the bus that each goes through; none where that saves no table.

    `fixed`: constants that each port can choose besides.
    """
    if not binding.bank or binding.stage.program.wide_names:
        return {}
    written = _Written.of(binding)
    cycles = written.cycles
    by_use = sorted(cycles, key=lambda source: (cycles[source].bit_count(), source))
    most = _RARE * binding.stage.length
    rare = [source for source in by_use if cycles[source].bit_count() < most][:_MOST]

    def tables(groups: Mapping[Source, Source]) -> int:
        sizes: dict[Source, int] = {}
        for head in groups.values():
            sizes[head] = sizes.get(head, 0) + 1
        ports = [len({groups.get(source, source) for source in own}) for own in written.ports]
        counts = [(count + fixed, fixed) for count in ports] + [(size, 0) for size in sizes.values()]
        return sum(chooser.choice(*each).tables(chooser.table_inputs) for each in counts)

    best: tuple[int, Mapping[Source, Source]] = tables({}), {}
    for heads in product(*([None, *_hosts(source, rare, by_use, cycles)] for source in rare)):
        groups = _groups(dict(zip(rare, heads, strict=True)), cycles)
        if groups is not None and (found := tables(groups)) < best[0]:
            best = found, groups
    numbers = {head: number for number, head in enumerate(dict.fromkeys(best[1].values()))}
    return {source: (BUS, numbers[head]) for source, head in best[1].items()}


def _hosts(
    source: Source, rare: Sequence[Source], by_use: Sequence[Source], cycles: Mapping[Source, Cycles]
) -> list[Source]:
    """The sources with which one may share a way: other rare ones, and the rarest one of the rest."""
    fitting = [other for other in by_use if other != source and not cycles[other] & cycles[source]]
    rest = [other for other in fitting if other not in rare]
    return [other for other in fitting if other in rare] + rest[:1]


def _groups(
    heads: Mapping[Source, Source | None], cycles: Mapping[Source, Cycles]
) -> Mapping[Source, Source] | None:
    """Each source that shares a way with the head of its group, heads themselves too; None where the head of
    one is no head, or two of a group are written in one cycle.
    """
    groups: dict[Source, Source] = {}
    taken: dict[Source, Cycles] = {}
    for source, head in heads.items():
        if head is None:
            continue
        if heads.get(head) is not None:
            return None
        used = taken.get(head, cycles[head])
        if used & cycles[source]:
            return None
        taken[head] = used | cycles[source]
        groups[source] = groups[head] = head
    return groups
