"""Words in two's complement as integers: for each node of a graph one that it is congruent to.

A node of n bits is v modulo 2^n for any v that is congruent to it. Of several polynomials that are, the one
of the narrowest bounds is taken. Where v is from -2^(n-1) to 2^(n-1) - 1 by its bounds, all bits above those
that it needs are its sign b, and v = part + 2^c part + ... - 2^s b, parts being what others read of it. Else
the last part is what runs over. These relations are all that is known of the hardware.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from pairforge.evidence.words.boolean import TRUE
from pairforge.evidence.words.graph import (
    Bitwise,
    Function,
    Graph,
    Piece,
    Product,
    Source,
    Sum,
    Word,
    bit_of_variable,
    refuse,
)
from pairforge.evidence.words.pieces import Pieces
from pairforge.evidence.words.polynomials import Monomial, Polynomial, Relation, added, constant, scaled

_NOT = 0b01  # the table of a function of one bit


class Signed(Pieces):
    """What is known of the nodes that some words are made of.

    Parameters
    ----------
    graph: of the unit.
    words: what is to be known.
    ends: the least and the greatest value of operands, by name; below 0 where they are in two's complement.

    Raises CheckError where a word depends on what is not known, or is made by other nodes than sums,
    products, complements and functions of single bits.
    """

    def __init__(self, graph: Graph, words: Sequence[Word], ends: Mapping[str, tuple[int, int]]) -> None:
        super().__init__(graph, words)
        self._given = ends
        self._operands: dict[str, Polynomial] = {}
        self._functions: dict[int, Polynomial] = {}
        self.tops: set[int] = set()  # the orders of relations of a highest part and its sign
        for number in reversed(self.reached):
            if (found := self._complemented(number)) is not None:
                self._cuts[found[0]] |= {found[1] + cut for cut in self._cuts[number]}
            if (bit := self._carried_in(number)) is not None:
                self._cuts[number] |= {1}
                self._cuts[bit[0]] |= {bit[1], bit[1] + 1}
        for number in self.reached:
            self._translate(number)

    def operand(self, name: str) -> Polynomial:
        """A part of an operand; one of its own where nothing reads it."""
        if name not in self._operands:
            self._operands[name] = self.system.of(self.system.integer(*self._given[name]))
        return self._operands[name]

    def congruent(self, value: Mapping[Monomial, int], width: int) -> Polynomial:
        """A polynomial that is congruent to another one modulo 2^width: the one of the narrowest bounds."""
        system = self.system
        same = system.lowest(value), system.without(value, self.tops), system.settled(value)
        return min((_balanced(each, 1 << width) for each in same), key=self._range)

    def _range(self, p: Polynomial) -> int:
        low, high = self.system.bounds(p)
        return high - low

    # -- nodes ---------------------------------------------------------------------------------------

    def _translate(self, number: int) -> None:
        node = self.graph.nodes[number]
        width = min(node.width, max(self._cuts[number]))  # what nobody reads is left out
        match node:
            case Source(name, _, True):
                self._cut(number, self.operand(name), width)
            case Source(name):
                raise refuse(f"the result depends on {name}")
            case Sum(x, y, carry):
                value = added(added(self.word(x), self.word(y)), self.bit(carry))
                if (bit := self._carried_in(number)) is None:
                    self._cut(number, value, width)
                    return
                lowest = added(constant(1), self.bit(bit), -1)
                self._parts[number] = [(0, 1, lowest)]
                if width > 1:
                    above = {m: c // 2 for m, c in added(value, lowest, -1).items()}
                    self._cut(number, above, width, 1)
            case Product(x, y):
                factors = [_balanced(self.word(word), 1 << width) for word in (x, y)]
                self._cut(number, self.system.product(*factors), width)
            case Bitwise() if (found := self._complemented(number)) is not None:
                for a, b in itertools.pairwise(sorted(self._cuts[number])):
                    part = self._piece(Piece(found[0], found[1] + a, b - a))
                    made = added(constant((1 << b - a) - 1), part, -1)
                    self._parts.setdefault(number, []).append((a, b - a, made))
            case Function(function):
                self._parts[number] = [(0, 1, self._function(function, number))]
            case _:
                raise refuse(f"words with signs and a {type(node).__name__}")

    def _carried_in(self, number: int) -> tuple[int, int] | None:
        """The bit c where a node is {x, 1} + {y, c}: below x + y + c it is 1 - c."""
        match self.graph.nodes[number]:
            case Sum(x, y, 0):
                for (one, *_), (other, *_) in ((x, y), (y, x)):
                    if one.node is None and one.low & 1 and other.node is not None:
                        return other.node, other.low
        return None

    def _complemented(self, number: int) -> tuple[int, int] | None:
        """The node that a node is the complement of, and from which bit on."""
        match self.graph.nodes[number]:
            case Bitwise(table, (Piece(node, low, _, False),)) if table == _NOT and node is not None:
                return node, low
        return None

    def _function(self, function: int, limit: int) -> Polynomial:
        """A function of bits as a sum of products of them."""
        if function <= TRUE:
            return constant(function)
        if (bit := self._as_carry(function, limit)) is not None:
            return self.bit(bit)
        if function not in self._functions:
            variable, low, high = self.graph.functions.test(function)
            zero, one = self._function(low, limit), self._function(high, limit)
            first = self.bit(bit_of_variable(variable))
            self._functions[function] = added(zero, self.system.product(first, added(one, zero, -1)))
        return self._functions[function]

    # -- parts ---------------------------------------------------------------------------------------

    def _cut(self, number: int, value: Polynomial, width: int, base: int = 0) -> None:
        """The parts of bits `base` to `width` of a node, which are congruent to `value`."""
        width -= base
        value = self.congruent(value, width)
        low, high = self.system.bounds(value)
        edges = sorted({0, width, *(c - base for c in self._cuts[number] if base < c < base + width)})
        is_signed = low < 0 and low >= -1 << width - 1 and high < 1 << width - 1
        made = self._with_sign(number, value, edges) if is_signed else self._without(number, value, edges)
        parts = zip(itertools.pairwise(edges), made, strict=True)
        self._parts.setdefault(number, []).extend((base + a, b - a, part) for (a, b), part in parts)

    def _without(self, number: int, value: Polynomial, edges: Sequence[int]) -> list[Polynomial]:
        """The parts between these edges, and what runs over."""
        low, high = self.system.bounds(value)
        parts = []
        for a, b in itertools.pairwise(edges):
            ends = 0, (1 << b - a) - 1
            if low >> b == high >> b:
                ends = (low >> a) - (low >> b << b - a), (high >> a) - (low >> b << b - a)
            parts.append((1 << a, self.system.integer(*ends)))
        over = (1 << edges[-1], self.system.integer(low >> edges[-1], high >> edges[-1]))
        self.system.relate(Relation(2 * number, value, (*parts, over)))
        return [self.system.of(integer) for _, integer in parts]

    def _with_sign(self, number: int, value: Polynomial, edges: Sequence[int]) -> list[Polynomial]:
        """The same where bounds say that all bits from some place on are the sign."""
        system = self.system
        low, high = system.bounds(value)
        place = max(1, (~low).bit_length(), high.bit_length())
        begin = max(edge for edge in edges if edge < place)
        below = [edge for edge in edges if edge <= begin]
        parts = [(1 << a, system.integer(0, (1 << b - a) - 1)) for a, b in itertools.pairwise(below)]
        top, sign = system.integer(0, (1 << place - begin) - 1), system.integer(0, 1)
        if begin and place - begin > 1:  # bounds of what is above say more than those of its bits
            above = system.integer(low >> begin, high >> begin)
            system.relate(Relation(2 * number, value, (*parts, (1 << begin, above))))
            system.relate(Relation(2 * number + 1, {(above,): 1}, ((1, top), (-1 << place - begin, sign))))
            self.tops.add(2 * number + 1)
        else:
            system.relate(Relation(2 * number, value, (*parts, (1 << begin, top), (-1 << place, sign))))
            self.tops |= {2 * number} if not begin else set()
        made = [system.of(integer) for _, integer in parts]
        for a, b in itertools.pairwise(edges[len(parts) :]):
            signs = scaled(system.of(sign), (1 << b - a) - (1 << max(0, place - a)))
            made.append(added(signs, system.of(top)) if a == begin else signs)
        return made


def _balanced(p: Mapping[Monomial, int], size: int) -> Polynomial:
    """Coefficients modulo a power of two, the least ones."""
    found = {m: (c + size // 2) % size - size // 2 for m, c in p.items()}
    return {m: c for m, c in found.items() if c}
