"""Words of a graph as polynomials, piece by piece: which nodes they are made of, and where these are cut.

What the parts of a node are is left to `integers`, for words without signs, and to `signed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairforge.evidence.words.boolean import TRUE
from pairforge.evidence.words.graph import (
    Bit,
    Bitwise,
    Function,
    Graph,
    Lookup,
    Nonzero,
    Piece,
    Product,
    Sum,
    Word,
    bit_of_variable,
    refuse,
    word_of,
)
from pairforge.evidence.words.polynomials import Polynomial, System, added, constant, scaled


class Pieces:
    """The nodes that some words of a graph are made of, and the parts of each, as polynomials.

    `reached`: these nodes, each behind those that it reads.
    """

    def __init__(self, graph: Graph, words: Sequence[Word]) -> None:
        self.graph, self.system = graph, System()
        self._cuts: dict[int, set[int]] = {}
        self._parts: dict[int, list[tuple[int, int, Polynomial]]] = {}  # low, width, value
        self.reached = sorted(self._reach(words))

    def word(self, word: Word) -> Polynomial:
        """A word as a polynomial."""
        found: Polynomial = {}
        place = 0
        for piece in word:
            found = added(found, self._piece(piece), 1 << place)
            place += piece.width
        return found

    def bit(self, bit: Bit) -> Polynomial:
        """A bit as a polynomial."""
        return constant(bit) if isinstance(bit, int) else self._piece(Piece(bit[0], bit[1], 1))

    def _piece(self, piece: Piece) -> Polynomial:
        if piece.node is None:
            return constant(piece.low)
        width = 1 if piece.spread else piece.width
        found: Polynomial = {}
        for low, bits, value in self._parts[piece.node]:
            if piece.low <= low < piece.low + width:
                if low + bits > piece.low + width:
                    raise refuse("a word that is read in parts that it is not cut in")
                found = added(found, value, 1 << low - piece.low)
        found = self.system.settled(found)
        return scaled(found, (1 << piece.width) - 1) if piece.spread else found

    # -- which nodes, cut where ----------------------------------------------------------------------

    def _reach(self, words: Sequence[Word]) -> set[int]:
        """The nodes that words are made of; notes where each is cut."""
        found: set[int] = set()
        todo: list[Piece] = [piece for word in words for piece in word]
        while todo:
            piece = todo.pop()
            if piece.node is None:
                continue
            cuts = self._cuts.setdefault(piece.node, set())
            cuts |= {piece.low, piece.low + (1 if piece.spread else piece.width)}
            if piece.node not in found:
                found.add(piece.node)
                todo += self._read(piece.node)
        return found

    def _read(self, number: int) -> list[Piece]:
        match self.graph.nodes[number]:
            case Sum(x, y, carry):
                return [*x, *y, *word_of([carry])]
            case Product(x, y):
                return [*x, *y]
            case Bitwise(_, arguments):
                return list(arguments)
            case Function(function):
                return list(self._below(function, number))
            case Nonzero(x):
                return list(x)
            case Lookup(address):
                return [Piece(p.node, p.low + i, 1) for p in address for i in range(p.width)]
        return []

    def _below(self, function: int, limit: int) -> Iterator[Piece]:
        """The bits that a function is made of."""
        todo, seen = [function], {function}
        while todo:
            f = todo.pop()
            bit = self._as_carry(f, limit)
            if bit is None and f > TRUE:
                variable, low, high = self.graph.functions.test(f)
                bit = bit_of_variable(variable)
                todo += [each for each in (low, high) if each not in seen]
                seen |= {low, high}
            if bit is not None:
                yield Piece(bit[0], bit[1], 1)

    def _as_carry(self, function: int, limit: int) -> tuple[int, int] | None:
        """The carry of a sum that a function is."""
        bit = self.graph.bit_of(function)
        if isinstance(bit, int) or bit[0] >= limit or isinstance(self.graph.nodes[bit[0]], Function):
            return None
        return bit
