"""Proofs that one inverter for several cores inverts for each (Montgomery 1987, section 10.3.1).

The netlist is cut around the multiplier and the inverter in it, which have proofs of their own: of operands
from 0 to p - 1 they make x y / R and R^2 / x modulo p. Where a core takes part is known, one way after the
other; all threads are looked at. Whether an operand a_k is 0 or p is a bit z_k that may be 0 or 1, as the
netlist makes it of a_k. Let a'_k be a_k with its lowest bit turned over where z_k is 1, and 1 for a core that
takes no part: from 1 to p - 1. Then the multiplier is shown to be given, and to be given nothing else:

- P_k-1 and a'_k for each core, P_0 = R mod p, so that P_k is there;
- the inverter gets P_N, so that I_N = R^2 / P_N is there;
- from the last core on I_k and P_k-1, or 0 where z_k is 1, which is the result y_k; then I_k and a'_k, so
  that I_k-1 is there. The first core needs no I_0.

So I_k = R^2 / P_k, and y_k = R^2 / a_k, or 0. What the others' operands are makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.boolean import FALSE, TRUE
from pairforge.evidence.words.graph import Bit, Graph, Piece, Source, word_of
from pairforge.evidence.words.inside import (
    netlist_inside,
    operation_inside,
    ports_inside,
    signals_of,
    without_drivers,
)
from pairforge.evidence.words.unrolled import XOR, Unrolled
from pairforge.hdl.interleave import THREAD
from pairforge.units.base import Unit
from pairforge.units.parts.shared_inverter import CHUNK, SharedInverter

_MULTIPLIER, _INVERTER = "mul", "inv"
_ZERO = "is_zero"
_START = "start"
_BEFORE = 2  # rounds of the threads before the operation
_Ports = Mapping[str, Sequence[Wire]]

Prove = Callable[[Netlist, Unit, Operation], None]
"""Proves an operation of a unit inside; CheckError where no proof is found."""


def prove_shared(
    netlist: Netlist, unit: SharedInverter, operation: Operation, prove: Prove
) -> Mapping[str, int]:
    """Prove the inversion of all cores; returns how much was looked at.

    Raises CheckError, one line, where no proof is found.
    """
    units: Mapping[str, Unit] = {_MULTIPLIER: unit.multiplier, _INVERTER: unit.inverter}
    ports = {
        name: ports_inside(netlist, name, [*each.operands, *signals_of(each, [None]), "y"])
        for name, each in units.items()
    }
    outside = _without(netlist, {f"{name}.y": each["y"] for name, each in ports.items()})
    delays: set[tuple[str, int]] = set()
    hints: dict[str, int] = {}
    ways = 0
    for thread in range(operation.step):
        for absent in _some(range(1, unit.cores)):
            run = _Run(outside, unit, operation, ports, thread, absent, hints)
            delays |= set(run.delays().items())
            ways += 1
    for name, delay in sorted(delays):
        inner = units[name]
        asked = operation_inside(inner, None, len(inner.operands), operation.step, delay)
        prove(netlist_inside(netlist, name, ports[name]), inner, asked)
    return {"threads and cores that take part": ways}


def _some(cores: Sequence[int]) -> Iterator[Collection[int]]:
    """All sets of cores."""
    for count in range(len(cores) + 1):
        yield from combinations(cores, count)


def _without(netlist: Netlist, words: _Ports) -> Netlist:
    """The netlist with some words as inputs, whatever drives them."""
    cells = without_drivers(netlist, list(words.values()))
    return replace(netlist, cells=cells, inputs={**netlist.inputs, **words})


class _Run:
    """One operation, of one thread, where some cores take no part.

    `hints`: in which cycle each unit inside was first asked in another one, if any was looked at.
    """

    def __init__(
        self,
        netlist: Netlist,
        unit: SharedInverter,
        operation: Operation,
        ports: Mapping[str, _Ports],
        thread: int,
        absent: Collection[int],
        hints: dict[str, int],
    ) -> None:
        self.unit, self.operation, self.ports, self.absent = unit, operation, ports, absent
        self.netlist, self.graph, self.hints = netlist, Graph(), hints
        self.p, self.n, self.cores = unit.field.p, unit.field.width, range(unit.cores)
        self.present = [core for core in self.cores if core not in absent]
        threaded = THREAD in netlist.inputs
        # Which thread's cycle it is goes through some registers.
        self.first = _BEFORE * operation.step if threaded else 0
        self.last = self.first + operation.delay
        self.controls = {
            (name, self.first + cycle): value for (name, cycle), value in operation.known([_START]).items()
        }
        self.controls |= {(f"joins{core}", self.first): int(core not in absent) for core in self.cores[1:]}
        if threaded:
            cycles = range(self.last + 1)
            self.controls |= {(THREAD, cycle): (thread + cycle) % operation.step for cycle in cycles}
        self.operands = {core: self._source(f"a{core or ''}0") for core in self.present}
        # With the bits z, once it is known in which cycles they are made.
        self.plain = self._unrolled(netlist, {})
        self.starts, (self.begins, *others) = (self._cycles(name) for name in (_MULTIPLIER, _INVERTER))
        if len(self.starts) != 3 * unit.cores - 1 or others:
            raise CheckError(f"{len(self.starts)} products and {1 + len(others)} inversions are begun")
        (zero,) = netlist.nets[_ZERO]
        given = {(zero, cycle): bit for cycle, bit in self._zeros(zero).items()}
        self.cut = self._unrolled(_without(netlist, {_ZERO: [zero]}), given)

    def _unrolled(self, netlist: Netlist, given: Mapping[tuple[Wire, int], Bit]) -> Unrolled:
        operands = {f"a{core or ''}": [self.n] for core in self.present}
        return Unrolled(netlist, operands, self.controls, self.graph, given, (self.first,))

    def _source(self, name: str, *, known: bool = True) -> list[Bit]:
        number = self.graph.source(name, self.n, known=known)
        return [(number, place) for place in range(self.n)]

    # -- when ----------------------------------------------------------------------------------------

    def _cycles(self, name: str) -> list[int]:
        """The cycles in which a unit inside is asked by this thread, as it should be asked."""
        threads = self.operation.step
        wires = self.ports[name][_START]
        likely = self.hints.get(name, self.first)
        cycles = [likely, *range(self.first, self.last)]
        first = next((cycle for cycle in cycles if self._is_asked(wires, cycle)), self.last)
        self.hints[name] = first
        found = [cycle for cycle in range(first, self.last, threads) if self._is_asked(wires, cycle)]
        inner = self.unit.multiplier if name == _MULTIPLIER else self.unit.inverter
        tests = operation_inside(inner, None, 0, threads, 0).tests([_START])
        for cycle, (_, after, value) in ((cycle, test) for cycle in found for test in tests):
            if self.plain.bits(wires, cycle + after) != [value]:
                raise CheckError(f"the unit {name} is not asked as it should be")
        if not found:
            raise CheckError(f"the unit {name} is never asked")
        return found

    def _is_asked(self, wires: Sequence[Wire], cycle: int) -> bool:
        try:
            return self.plain.bits(wires, cycle) == [1]
        except CheckError:  # in a cycle of another thread
            return False

    def _zeros(self, zero: Wire) -> Mapping[int, Bit]:
        """By the cycles in which it is made whether an operand is 0 or p: 1, or a bit for its core."""
        order = [*self.cores, *reversed(self.cores[1:])]
        count = len(self.cores)
        cycles = [*self.starts[:count], *self.starts[count + 1 : -1 : 2]]
        wanted = {core: self._is_zero(self.operands[core]) for core in self.present}
        early = next(
            (e for e in range(self.operation.step) if self._is(zero, cycles[0] - e, wanted[0])), None
        )
        if early is None:
            raise CheckError("whether an operand is 0 or p is not what is looked at")
        found: dict[int, Bit] = {}
        for core, cycle in zip(order, cycles, strict=True):
            if not self._is(zero, cycle - early, wanted.get(core, TRUE)):
                raise CheckError(f"whether the operand of core {core} is 0 or p is not what is looked at")
            found[cycle - early] = self._bit(core)
        return found

    def _is(self, wire: Wire, cycle: int, function: int) -> bool:
        """Whether a wire is a function in a cycle."""
        try:
            (bit,) = self.plain.bits([wire], cycle)
        except CheckError:  # in a cycle of another thread
            return False
        return self.graph.function_of(bit) == function

    def _bit(self, core: int) -> Bit:
        """z_k."""
        return 1 if core in self.absent else (self.graph.source(f"zero {core}", 1, known=True), 0)

    def _is_zero(self, word: Sequence[Bit]) -> int:
        """Whether a word is 0 or p, as hardware makes it: by chunks. Where it makes it otherwise, no proof is
        found.
        """
        choice, found = self.graph.functions.choice, FALSE
        for number in (0, self.p):
            differs = FALSE
            for low in range(0, self.n, CHUNK):
                chunk = word[low : low + CHUNK]
                other = [number >> low + i & 1 for i in range(len(chunk))]
                bit = self.graph.nonzero(self.graph.bitwise(XOR, [chunk, other], inline=False))
                differs = choice(self.graph.function_of(bit), TRUE, differs)
            found = choice(differs, found, TRUE)
        return found

    # -- what ----------------------------------------------------------------------------------------

    def delays(self) -> Mapping[str, int]:
        """After how many cycles the units inside are to have their results; CheckError where one of them is
        given something else than it should be, or a result is another.
        """
        n = len(self.cores)
        delay = self._made_in(_MULTIPLIER, self.starts[1]) - self.starts[0]
        inverted = self._made_in(_INVERTER, self.starts[n]) - self.begins
        products = [self._source(f"{_MULTIPLIER}.y in cycle {at + delay}", known=False) for at in self.starts]
        one = self.unit.radix % self.p
        totals: list[list[Bit]] = [[one >> i & 1 for i in range(self.n)], *products[:n]]
        if self.cut.bits(self.ports[_INVERTER]["a"], self.begins) != totals[n]:
            raise CheckError("what is inverted is not the product of all operands")
        factors = [(totals[core], self._taken(core)) for core in self.cores]
        inverse = self._source(f"{_INVERTER}.y in cycle {self.begins + inverted}", known=False)
        results: dict[int, Sequence[Bit]] = {}
        for core in reversed(self.cores):
            results[core] = products[len(factors)]
            factors.append((inverse, self._front(core, totals[core])))
            if core:
                following = products[len(factors)]
                factors.append((inverse, self._taken(core)))
                inverse = following
        for number, (cycle, (total, factor)) in enumerate(zip(self.starts, factors, strict=True)):
            multiplier = self.ports[_MULTIPLIER]
            if self.cut.bits(multiplier["a"], cycle) != total:
                raise CheckError(f"product {number + 1} is not of the product so far, or of its inverse")
            if list(map(self.graph.bit_function, self.cut.bits(multiplier["b"], cycle))) != factor:
                raise CheckError(f"product {number + 1} is of another factor")
        for core in self.present:
            if self.cut.bits(self.netlist.outputs[f"y{core or ''}"], self.last) != results[core]:
                raise CheckError(f"the result of core {core} is not the product that it should be")
        return {_MULTIPLIER: delay, _INVERTER: inverted}

    def _made_in(self, name: str, cycle: int) -> int:
        """In which cycle the unit gave what is the total in another one."""
        bits = self.cut.bits(self.ports[_MULTIPLIER]["a"], cycle)
        first, *above = word_of(bits)
        source = None if first.node is None else self.graph.nodes[first.node]
        begin = f"{name}.y in cycle "
        whole = not above and first == Piece(first.node, 0, self.n)
        if not (whole and isinstance(source, Source) and source.name.startswith(begin)):
            raise CheckError(f"what the unit {name} gives is not kept")
        return int(source.name.removeprefix(begin))

    def _taken(self, core: int) -> list[int]:
        """The bits of a'_k, as functions."""
        choice, function = self.graph.functions.choice, self.graph.function_of
        zero = function(self._bit(core))
        low, *rest = map(function, self.operands.get(core, [0] * self.n))
        return [choice(zero, choice(low, FALSE, TRUE), low), *rest]

    def _front(self, core: int, total: Sequence[Bit]) -> list[int]:
        """The bits of P_k-1, or of 0."""
        zero = self.graph.function_of(self._bit(core))
        return [self.graph.functions.choice(zero, FALSE, self.graph.function_of(bit)) for bit in total]
