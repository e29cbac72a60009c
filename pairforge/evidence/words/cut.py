"""A part of a netlist behind words that may be anything: what words it makes of them.

Where a unit does the same round after round, that is what is shown of one round.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.graph import Bit, Graph, refuse, word_of
from pairforge.evidence.words.integers import Integers
from pairforge.evidence.words.polynomials import Polynomial, added, constant, scaled
from pairforge.evidence.words.unrolled import Unrolled


@dataclass(frozen=True)
class Place:
    """A wire in a cycle, both as of a round that begins in cycle 0."""

    wire: Wire
    cycle: int


def wires_called(netlist: Netlist, name: str) -> Sequence[Wire]:
    """The wires of a net; `name`: without that of the instance of a unit, where it stands in a frame.

    Raises CheckError where there is none, or more than one.
    """
    found = netlist.nets.get(name)
    if found is not None:
        return found
    others = [wires for net, wires in netlist.nets.items() if net.endswith(f".{name}")]
    if len(others) != 1:
        raise refuse(f"{'more than one' if others else 'no'} word is called {name}")
    return others[0]


Target = Mapping[str, int]
"""How often each word counts, and a number, under the name "" of no word."""


class Cut:
    """A part of a round behind words that may be anything, but for some bits.

    `zeros`: bits below a word that are 0. `signed`: words have signs.
    """

    def __init__(
        self,
        netlist: Netlist,
        quiet: Mapping[tuple[str, int], int],
        words: Mapping[str, Sequence[Place]],
        fixed: Mapping[Place, int],
        zeros: Mapping[str, int] | None = None,
        *,
        signed: bool = True,
    ) -> None:
        self.graph = Graph()
        self.inputs: dict[str, list[Bit]] = {}
        self._zeros, self._signed = zeros or {}, signed
        given: dict[tuple[Wire, int], Bit] = {}
        for name, word in words.items():
            source = self.graph.source(name, len(word), known=True)
            self.inputs[name] = [fixed.get(each, (source, i)) for i, each in enumerate(word)]
            given |= {(p.wire, p.cycle): bit for p, bit in zip(word, self.inputs[name], strict=True)}
        self._unrolled = Unrolled(netlist, {}, quiet, self.graph, given)

    def bits(self, word: Sequence[Place]) -> list[Bit]:
        """What the wires of a word are."""
        found: list[Bit] = []
        for cycle, places in itertools.groupby(word, key=lambda each: each.cycle):
            found += self._unrolled.bits([each.wire for each in places], cycle)
        return found

    def is_congruent(self, word: Sequence[Place], target: Target, halved: int) -> bool:
        """Whether 2^`halved` times a word, modulo 2^its bits, is the target."""
        got = word_of(self.bits(word))
        given = {name: word_of(bits) for name, bits in self.inputs.items()}
        integers = Integers(self.graph, [got, *given.values()], {})
        found = scaled(integers.word(got), 1 << halved)
        for name, times in target.items():
            found = added(found, self._word(integers, name) if name else constant(1), -times)
        size = 1 << len(word) + halved
        return all(factor % size == 0 for factor in integers.system.lowest(found).values())

    def is_carry(self, bit: Bit, x: Sequence[Bit], y: Sequence[Bit]) -> bool:
        """Whether a bit is proven to be 1 just where x >= y, of two words of as many bits.

        It is the carry out of x - y: 2^width times it is x - y + 2^width less a word of that width.
        """
        size = 1 << len(x)
        words = [word_of(bits) for bits in (x, y, [bit])]
        integers = Integers(self.graph, words, {})
        one, other, carry = (integers.word(word) for word in words)
        found = added(added(added(scaled(carry, size), one, -1), other), constant(size), -1)
        same = itertools.chain([found], integers.system.highest(found))
        return any(-size < low and high <= 0 for low, high in map(integers.system.bounds, same))

    def _word(self, integers: Integers, name: str) -> Polynomial:
        """A word as a polynomial."""
        bits = self.inputs[name]
        value = integers.word(word_of(bits))
        if self._signed:
            value = added(value, integers.bit(bits[-1]), -(1 << len(bits)))
        return scaled(value, 1 << self._zeros.get(name, 0))
