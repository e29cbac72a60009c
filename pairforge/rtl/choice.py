"""One of several words, chosen by a control signal: which network does it, and the codes that drive it.

Two networks, each bit of which is made of look-up tables with k inputs:

- *Gates*: a gate for each word, and an or. The first table takes k // 2 words with the bits that let them
  through, each further one the or so far and (k - 1) // 2 words.
- *Multiplexers*: a tree. A table of six inputs chooses one of four words by two bits of its own. So the first
  table takes four words, each further one what another has chosen and three words. The bits are no number of
  the word; whoever drives them knows the code of each word.

Of seven words that is 3 tables and 2 with six inputs, of ten 5 and 3, of fifteen 7 and 5, and the tree has no
more levels. With four inputs a table is no multiplexer of four words, and gates have fewer levels. Where no
register is on either side, synthesis joins gates with the logic next to them, and a tree stands in its way.
`Chooser` counts and decides.

Imports the hardware layer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pairforge.hdl import Expr, Module, Mux, Net, any_of, gate

__all__ = ["Choice", "Chooser", "Gates", "Multiplexers"]

_WAYS = 4
"""Words that a multiplexer in one table chooses from, by two bits."""

_MULTIPLEXER = 6
"""Inputs of the table that it takes."""


@dataclass(frozen=True)
class Choice(ABC):
    """A network that chooses one of `count` words. Which one it lets through without a code does not matter.

    `fixed`: so many of the words, the last ones, are constants.
    """

    count: int
    fixed: int = 0

    @property
    @abstractmethod
    def codes(self) -> Sequence[int]:
        """What the select signal is for each word."""

    @property
    def width(self) -> int:
        """Bits of the select signal; 0 where there is nothing to choose."""
        return max(self.codes).bit_length()

    @property
    def words_by_bit(self) -> Sequence[Sequence[int]]:
        """For each bit of the select signal, the lowest first, the words for which it is set."""
        return [[i for i, code in enumerate(self.codes) if code >> bit & 1] for bit in range(self.width)]

    @abstractmethod
    def tables(self, table_inputs: int) -> int:
        """Look-up tables of so many inputs for a bit."""

    @abstractmethod
    def build(self, m: Module, name: str, select: Net | None, words: Sequence[Expr]) -> Expr:
        """The word chosen; `name` begins the names of wires. No `select` where its width would be 0."""


@dataclass(frozen=True)
class Gates(Choice):
    """A bit of the select signal for each word."""

    @property
    def codes(self) -> Sequence[int]:
        return [1 << i for i in range(self.count)] if self.count > 1 else [0]

    def tables(self, table_inputs: int) -> int:
        first, further = table_inputs // 2, (table_inputs - 1) // 2
        return 1 + max(0, -(-(self.count - first) // further))

    def build(self, m: Module, name: str, select: Net | None, words: Sequence[Expr]) -> Expr:
        if select is None:
            return words[0]
        return any_of(*(gate(select[i], word) for i, word in enumerate(words)))


@dataclass(frozen=True)
class _Node:
    """A multiplexer: the numbers of its inputs, words first and then nodes, and its lowest select bit."""

    inputs: Sequence[int]
    low: int


@dataclass(frozen=True)
class Multiplexers(Choice):
    """A tree of multiplexers with select bits of their own; all but one of them have four inputs.

    A constant stands behind the tree, with a bit of its own: it costs nothing where a register is next, which
    then is reset to it.
    """

    @property
    def _leaves(self) -> int:
        """Words in the tree: those that are not fixed, at least one."""
        return max(self.count - self.fixed, 1)

    @cached_property
    def _nodes(self) -> Sequence[_Node]:
        """The multiplexers, the root last. Those with words alone come first, so the tree is shallow."""
        nodes: list[_Node] = []
        waiting, low = list(range(self._leaves)), 0
        while len(waiting) > 1:
            ways = _WAYS if nodes else (len(waiting) - 2) % (_WAYS - 1) + 2
            nodes.append(_Node(waiting[:ways], low))
            low += (ways - 1).bit_length()
            waiting = [*waiting[ways:], self.count + len(nodes) - 1]
        return nodes

    @cached_property
    def codes(self) -> Sequence[int]:
        codes = dict.fromkeys(range(self.count + len(self._nodes)), 0)
        for number, node in reversed([*enumerate(self._nodes, self.count)]):
            for way, inner in enumerate(node.inputs):
                codes[inner] = codes[number] | way << node.low
        own = self._nodes[-1].low + (len(self._nodes[-1].inputs) - 1).bit_length() if self._nodes else 0
        for i in range(self._leaves, self.count):
            codes[i] = 1 << own + i - self._leaves
        return [codes[i] for i in range(self.count)]

    def tables(self, table_inputs: int) -> int:
        further = _WAYS - 1 if table_inputs >= _MULTIPLEXER else 1
        return -(-(self._leaves - 1) // further)

    def build(self, m: Module, name: str, select: Net | None, words: Sequence[Expr]) -> Expr:
        if select is None:
            return words[0]
        found = list(words)
        for node in self._nodes:
            chosen = _multiplexer(select, node.low, [found[i] for i in node.inputs])
            found.append(chosen if node is self._nodes[-1] else m.wire(f"{name}_part{len(found)}", chosen))
        value = found[-1] if self._nodes else found[0]
        for i in range(self._leaves, self.count):
            value = Mux(select[self.codes[i].bit_length() - 1], words[i], value)
        return value


def _multiplexer(select: Net, low: int, words: Sequence[Expr]) -> Expr:
    """One of two to four words, by the bits of `select` from `low` on."""
    first = Mux(select[low], words[1], words[0])
    if len(words) == 2:
        return first
    second = Mux(select[low], words[3], words[2]) if len(words) > 3 else words[2]
    return Mux(select[low + 1], second, first)


@dataclass(frozen=True)
class Chooser:
    """Decides for a network wherever a core chooses one of several words.

    `table_inputs`: inputs of a look-up table of the target. `registers`: the words come from registers, and
    one takes what is chosen.
    """

    table_inputs: int
    registers: bool

    def choice(self, count: int, fixed: int = 0) -> Choice:
        """The network of fewest tables that chooses one of `count` words, of which the last `fixed` are
        constants; of equals the gates.
        """
        gates, tree = Gates(count, fixed), Multiplexers(count, fixed)
        fewer = tree.tables(self.table_inputs) < gates.tables(self.table_inputs)
        return tree if self.registers and fewer else gates
