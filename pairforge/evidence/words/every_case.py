"""Proofs of units over tiny primes: the words of a graph, computed for all operands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pairforge.errors import CheckError
from pairforge.evidence.words.boolean import TRUE
from pairforge.evidence.words.formulas import Result
from pairforge.evidence.words.graph import (
    Bit,
    Bitwise,
    Function,
    Graph,
    Lookup,
    Nonzero,
    Piece,
    Product,
    Source,
    Sum,
    Word,
    bit_of_variable,
    refuse,
)

_MOST = 1 << 18  # cases
_BITS = 62  # of a number

_Numbers = npt.NDArray[np.int64]
"""One for each case."""


def are_few(orders: Iterable[int]) -> bool:
    """Whether there are few enough operands; `orders`: how many values each part of them has."""
    return math.prod(orders) <= _MOST


def check_every_case(
    graph: Graph, words: Sequence[Word], results: Sequence[Result], orders: Mapping[str, int]
) -> int:
    """Check that words are the results for all operands; the number of these.

    Raises CheckError where one is not, or is wider than `_BITS` bits, or depends on what is not known.
    """
    grid = np.indices(tuple(orders.values()), dtype=np.int64).reshape(len(orders), -1)
    cases = _Cases(graph, dict(zip(orders, grid, strict=True)))
    for word, result in zip(words, results, strict=True):
        if result.shift + result.width > _BITS:
            raise refuse("a result of too many bits to try all operands")
        got, wanted = cases.word(word), result.formula(*grid)
        if result.modulus:
            right = ((got << result.shift) - wanted) % result.modulus == 0
            right &= got < result.modulus
        else:
            right = got == wanted
        if not right.all():
            raise CheckError("the result is another for some operands")
    return int(grid.shape[1])


class _Cases:
    """The values of nodes; those of operands are given."""

    def __init__(self, graph: Graph, operands: Mapping[str, _Numbers]) -> None:
        self.graph, self.operands = graph, operands
        self.zeros = np.zeros_like(next(iter(operands.values())))
        self.nodes: dict[int, _Numbers] = {}
        self.functions: dict[int, _Numbers] = {0: self.zeros, TRUE: self.zeros + 1}

    def word(self, word: Word) -> _Numbers:
        """The values of a word."""
        if sum(piece.width for piece in word) > _BITS:
            raise refuse("a word of too many bits to try all operands")
        total, place = self.zeros, 0
        for piece in word:
            total = total + (self._piece(piece) << place)
            place += piece.width
        return total

    def _piece(self, piece: Piece) -> _Numbers:
        if piece.node is None:
            return self.zeros + piece.low
        values, ones = self._node(piece.node) >> piece.low, (1 << piece.width) - 1
        return (values & 1) * ones if piece.spread else values & ones

    def _bit(self, bit: Bit) -> _Numbers:
        return self.zeros + bit if isinstance(bit, int) else self._node(bit[0]) >> bit[1] & 1

    def _node(self, number: int) -> _Numbers:
        if number not in self.nodes:
            node = self.graph.nodes[number]
            if node.width > _BITS:
                raise refuse("a word of too many bits to try all operands")
            self.nodes[number] = self._value(number) & (1 << node.width) - 1
        return self.nodes[number]

    def _value(self, number: int) -> _Numbers:
        """The value of a node, and maybe more above its highest bit."""
        match self.graph.nodes[number]:
            case Source(name, _, known):
                if not known:
                    raise refuse(f"the result depends on {name}")
                return self.operands[name]
            case Sum(x, y, carry):
                return self.word(x) + self.word(y) + self._bit(carry)
            case Product(x, y):
                return self.word(x) * self.word(y)  # modulo 2^64, where it is longer
            case Bitwise(table, arguments, width):
                return self._places(table, [self._piece(each) for each in arguments], (1 << width) - 1)
            case Function(function):
                return self._function(function)
            case Nonzero(x):
                return np.asarray(self.word(x) != 0, np.int64)
            case Lookup(address, values):
                return np.array(values, np.int64)[self.word(address)]

    def _places(self, table: int, values: Sequence[_Numbers], ones: int) -> _Numbers:
        """The same function in each place: the sum of what it is for all bits of the arguments."""
        found = self.zeros
        for index in range(1 << len(values)):
            if table >> index & 1:
                fits = self.zeros + ones
                for i, each in enumerate(values):
                    fits = fits & (each if index >> i & 1 else ~each)
                found = found | fits
        return found

    def _function(self, function: int) -> _Numbers:
        if function not in self.functions:
            variable, low, high = self.graph.functions.test(function)
            tested = self._bit(bit_of_variable(variable)) != 0
            self.functions[function] = np.where(tested, self._function(high), self._function(low))
        return self.functions[function]
