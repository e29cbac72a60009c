"""Simulated annealing of a loop and the block before it: times of one interval, chosen for a small datapath.

Where there is too much to choose from for the exact search of `small_datapath`, this finds far better times.
A move takes one operation elsewhere, or exchanges the rows of two. The cost is the same: a read needs the tap
of its delay on the line of its unit, or the register that holds its value. The fewest taps that serve all
reads of a port are a least vertex cover of a bipartite graph with one edge a read; it has as many vertices as
the largest matching has edges (König). The number of moves and the seed are fixed, so results repeat.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.schedule.small_datapath import Body, following

_TAP, _REGISTER = 20.0, 4.0  # weights: an input of a selection network, a register of a line
_HOT, _COLD = 60.0, 3.0  # temperatures: what a move may cost at the beginning and at the end
_SWAPS = 0.1  # share of the moves that exchange the operands of a product

Port = tuple[str, int]
Times = Mapping[int, int]


@dataclass(frozen=True)
class _Read:
    """Operand `side` of `reader` reads what `producer` made `distance` iterations before."""

    reader: int
    side: int
    producer: int
    distance: int


def anneal(body: Body, start: Mapping[str, int], slack: int, moves: int, seed: int = 1) -> Mapping[str, int]:
    """Times of all operations, relative to the start of iteration 0.

    Parameters
    ----------
    start
        Times of a valid schedule to begin from.
    slack
        How many cycles more than there the block before the loop, and one iteration, may take.
    moves
        How many moves are tried.
    """
    return _Annealer(body, start, slack).run(moves, random.Random(seed))


class _Annealer:
    """Operations are numbered, those of the loop first.

    A prologue operation moves with the operation of the loop whose place it takes.
    """

    def __init__(self, body: Body, start: Mapping[str, int], slack: int) -> None:
        ops = [*body.loop_ops, *body.head_ops]
        self.names = [op.name for op in ops]
        number = {name: i for i, name in enumerate(self.names)}
        self.loop = len(body.loop_ops)
        self.interval = body.interval
        self.unit = [body.unit[name] for name in self.names]
        self.latency = [body.latency[name] for name in self.names]
        self.time = [start[name] for name in self.names]
        self.first, self.last = min(self.time) - slack, max(self.time[: self.loop]) + slack
        self.prologue_operation = {number[value.next]: number[value.initial] for value in body.carried}
        tied = set(self.prologue_operation.values())
        self.free = [i for i in range(len(ops)) if i not in tied]
        self.products = [i for i, op in enumerate(ops) if op.kind == "mul"]
        self.swapped = [False] * len(ops)
        self.stream = body.stream
        self.after = {number[a]: number[b] for a, b in following(body).items()}
        params = {value.param: value.next for value in body.carried}
        reads = [
            _Read(number[op.name], side, number[params.get(name, name)], 1 if name in params else 0)
            for op in ops
            for side, form in enumerate(op.operands)
            for name in form.names
        ]
        self.at_port: dict[Port, list[_Read]] = {}
        for read in reads:
            self.at_port.setdefault(self._port(read), []).append(read)
        # Reads that a move of an operation changes: its own, and where the element before it can be read.
        self.touched = [
            [r for r in reads if i in (r.reader, r.producer, self.after.get(r.producer))]
            for i in range(len(ops))
        ]
        self.row = {(self.unit[i], t % self.interval): i for i, t in enumerate(self.time[: self.loop])}
        self.cell = {(self.unit[i], self.time[i]): i for i in range(self.loop, len(ops))}
        self.heads: dict[str, list[int]] = {}
        for i in range(self.loop, len(ops)):
            self.heads.setdefault(self.unit[i], []).append(i)
        self.taps: dict[Port, int] = {}
        self.longest: dict[Port, dict[str, int]] = {}
        self._recount(self.at_port)

    def run(self, moves: int, dice: random.Random) -> Mapping[str, int]:
        """The best times met; a move that costs more is taken the less likely the later it comes."""
        cost = best = self._cost()
        found = list(self.time)
        for step in range(moves):
            swap = bool(self.products) and dice.random() < _SWAPS
            i = dice.choice(self.products if swap else self.free)
            changes = {} if swap else self._exchange(i, dice.randint(-self.interval, self.interval))
            if not swap and not changes:
                continue
            before = {k: self.time[k] for k in changes}
            ports = {self._port(r) for k in changes for r in self.touched[k]}
            if swap:
                ports = {(self.unit[i], 0), (self.unit[i], 1)}
                self._swap_operands(i)
            elif not self._place(changes, before):
                continue
            taps, longest = dict(self.taps), dict(self.longest)
            self._recount(ports)
            after = self._cost()
            heat = _HOT * (_COLD / _HOT) ** (step / moves)
            if after <= cost or dice.random() < math.exp((cost - after) / heat):
                cost = after
                if cost < best:
                    best, found = cost, list(self.time)
                continue
            self.taps, self.longest = taps, longest
            if swap:
                self._swap_operands(i)
            else:
                self._put(before, changes)
        return dict(zip(self.names, found, strict=True))

    # -- moves -------------------------------------------------------------------------------------------

    def _exchange(self, i: int, shift: int) -> dict[int, int]:
        """New times: of an operation moved by `shift`, of that now in its place, and of their prologues."""
        ii, old = self.interval, self.time[i]
        changes = {i: old + shift} if shift else {}
        other = self.row.get((self.unit[i], (old + shift) % ii))
        if i < self.loop and other not in (None, i) and shift:
            assert other is not None
            back = (old - self.time[other]) % ii  # into this one's row, as near as may be to where it was
            changes[other] = self.time[other] + (back if 2 * back <= ii else back - ii)
        for k in list(changes):
            if k in self.prologue_operation:
                changes[self.prologue_operation[k]] = changes[k] - ii
        return changes

    def _place(self, changes: Times, before: Times) -> bool:
        """Make a move, unless it breaks a rule."""
        last = {k: self.last if k < self.loop else 0 for k in changes}
        if not all((0 if k < self.loop else self.first) <= t <= last[k] for k, t in changes.items()):
            return False
        self._put(changes, before)
        if self._holds(changes):
            return True
        self._put(before, changes)
        return False

    def _put(self, times: Times, gone: Times) -> None:
        for k, t in gone.items():
            if k < self.loop:
                self.row.pop((self.unit[k], t % self.interval), None)
            elif self.cell.get((self.unit[k], t)) == k:
                del self.cell[self.unit[k], t]
        for k, t in times.items():
            self.time[k] = t
            if k < self.loop:
                self.row[self.unit[k], t % self.interval] = k
            else:
                self.cell.setdefault((self.unit[k], t), k)

    def _holds(self, changes: Times) -> bool:
        """Whether results come before they are read, and no unit has two operations in one cycle."""
        if any(self._delay(r) < 0 for k in changes for r in self.touched[k]):
            return False
        if any(self.time[a] >= self.time[b] for a, b in self.after.items()):
            return False
        for unit in {self.unit[k] for k in changes}:
            for i in self.heads.get(unit, ()):
                # In a row of the loop there is room one iteration before the first, no other.
                inside = self.row.get((unit, self.time[i] % self.interval))
                if inside is not None and self.time[i] != self.time[inside] - self.interval:
                    return False
                if self.cell.get((unit, self.time[i])) != i:
                    return False
        return True

    def _swap_operands(self, i: int) -> None:
        """Exchange the operands of a product."""
        mine = [r for r in self.touched[i] if r.reader == i]
        for read in mine:
            self.at_port[self._port(read)].remove(read)
        self.swapped[i] = not self.swapped[i]
        for read in mine:
            self.at_port.setdefault(self._port(read), []).append(read)

    # -- counting ----------------------------------------------------------------------------------------

    def _port(self, read: _Read) -> Port:
        side = 1 - read.side if self.swapped[read.reader] else read.side
        return self.unit[read.reader], side

    def _delay(self, read: _Read) -> int:
        made = self.time[read.producer] + self.latency[read.producer] - read.distance * self.interval
        return self.time[read.reader] - made

    def _cost(self) -> float:
        lines: dict[str, int] = {}
        for longest in self.longest.values():
            for unit, delay in longest.items():
                lines[unit] = max(lines.get(unit, 0), delay)
        early = -min(self.time)
        return _TAP * sum(self.taps.values()) + _REGISTER * (sum(lines.values()) + early)

    def _recount(self, ports: set[Port] | Mapping[Port, object]) -> None:
        for port in ports:
            self.taps[port], self.longest[port] = self._count(self.at_port.get(port, []))

    def _count(self, reads: Sequence[_Read]) -> tuple[int, dict[str, int]]:
        """The fewest taps that serve these reads of one port, and how long lines they may need for it."""
        edges: dict[tuple[str, int], set[int]] = {}
        alone: set[tuple[str, int]] = set()
        longest: dict[str, int] = {}
        for read in reads:
            producer, delay = read.producer, self._delay(read)
            unit = self.unit[producer]
            if unit == self.stream:  # an element stands at the head until the next is called for
                following = self.after.get(producer)
                if following is None or self.time[read.reader] < self.time[following]:
                    alone.add((unit, 0))
                    continue
            line = (unit, delay)
            if delay >= 1 and (delay <= self.interval or producer >= self.loop):
                edges.setdefault(line, set()).add(producer)
            else:
                alone.add(line)
                longest[unit] = max(longest.get(unit, 0), delay)
        for line in alone:
            edges.pop(line, None)
        match: dict[int, tuple[str, int]] = {}

        def augment(line: tuple[str, int], seen: set[int]) -> bool:
            for held in edges[line]:
                if held not in seen:
                    seen.add(held)
                    if held not in match or augment(match[held], seen):
                        match[held] = line
                        return True
            return False

        matched = sum(augment(line, set()) for line in edges)
        for (unit, delay), held in edges.items():
            if len(held) > 1:
                longest[unit] = max(longest.get(unit, 0), delay)
        return len(alone) + matched, longest
