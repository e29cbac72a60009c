"""What a unit's netlist makes of its operands, as a graph of words: sums, products, functions of bits.

A bit is 0, 1, or a bit of a node. Neighbouring bits of a node stay together as a piece of a word, so that
nothing is cut that the netlist does not cut. Four rules put together what hardware takes apart:

- {x, 1} + {y, c} is x + y + c above its lowest bit;
- (x + y) + c, of as many bits, is x + y + c;
- where s chooses between x + y + 1 and x + y, that is x + y + s, and where g and h are the carries out of
  x + y and x + y + 1, g or (h and s) is that out of x + y + s;
- functions of single bits are the same node where they are the same function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from pairforge.errors import CheckError
from pairforge.evidence.words.boolean import FALSE, TRUE, Functions

Bit = int | tuple[int, int]
"""0, 1, or a node and the number of a bit of it."""

_PLACES = 1 << 20  # more than a word has bits
_MOST_ARGUMENTS = 8
_FEW = 16  # bits of several nodes of which one function is made


@dataclass(frozen=True)
class Piece:
    """`width` bits of a node from `low` on; where `spread` is set, bit `low` so many times. A constant,
    `low`, where `node` is None.
    """

    node: int | None
    low: int
    width: int
    spread: bool = False


Word = tuple[Piece, ...]
"""The lowest piece first."""


@dataclass(frozen=True)
class Source:
    """Bits that come from outside: an operand, or anything (`known` is not set)."""

    name: str
    width: int
    known: bool


@dataclass(frozen=True)
class Sum:
    """x + y + a bit, modulo 2^width."""

    x: Word
    y: Word
    carry: Bit
    width: int


@dataclass(frozen=True)
class Product:
    """x y modulo 2^width."""

    x: Word
    y: Word
    width: int


@dataclass(frozen=True)
class Bitwise:
    """In each place the same function: bit number i of `table`, where i has the bits of the arguments, the
    first one lowest.
    """

    table: int
    arguments: tuple[Piece, ...]
    width: int


@dataclass(frozen=True)
class Function:
    """One bit: a function of bits, by its number in `Functions`."""

    number: int
    width: int = 1


@dataclass(frozen=True)
class Nonzero:
    """Whether a word is not zero."""

    x: Word
    width: int = 1


@dataclass(frozen=True)
class Lookup:
    """A constant at an address."""

    address: Word
    values: tuple[int, ...]
    width: int


Node = Source | Sum | Product | Bitwise | Function | Nonzero | Lookup


def word_of(bits: Sequence[Bit]) -> Word:
    """Bits, the lowest first, as few pieces."""
    pieces: list[Piece] = []
    for bit in bits:
        last = pieces[-1] if pieces else None
        if isinstance(bit, int):
            if last is not None and last.node is None:
                pieces[-1] = Piece(None, last.low | bit << last.width, last.width + 1)
            else:
                pieces.append(Piece(None, bit, 1))
            continue
        node, index = bit
        if last is not None and last.node == node:
            if not last.spread and index == last.low + last.width:
                pieces[-1] = Piece(node, last.low, last.width + 1)
                continue
            if index == last.low and (last.spread or last.width == 1):
                pieces[-1] = Piece(node, index, last.width + 1, spread=True)
                continue
        pieces.append(Piece(node, index, 1))
    return tuple(pieces)


def bits_of(piece: Piece) -> list[Bit]:
    """The bits of a piece, the lowest first."""
    if piece.node is None:
        return [piece.low >> i & 1 for i in range(piece.width)]
    return [(piece.node, piece.low + i * (not piece.spread)) for i in range(piece.width)]


class Graph:
    """The nodes; each is made once. What a node reads has a lower number."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.functions = Functions()
        self._numbers: dict[Node, int] = {}
        self._inline: set[int] = set()
        self._named: set[int] = set()  # what has a name stays a word, though a step may be the same
        self._twins: dict[tuple[Word, Word, int], dict[int, int]] = {}  # sums by carry
        self._of_twins: dict[tuple[int, int], Sum] = {}  # (with carry, without): what they are sums of
        self._without: dict[int, int] = {}  # of the one with carry the other one
        self._carries: dict[int, tuple[int, int]] = {}  # a function that is a carry out: which bit that is
        self._carry_of: dict[tuple[int, int], int] = {}  # the same, the other way

    @property
    def content(self) -> tuple[tuple[Node, ...], Sequence[tuple[int, int, int]]]:
        """All that was made: equal numbers in graphs of equal content mean the same."""
        return tuple(self.nodes), self.functions.tests

    def add_node(self, node: Node) -> int:
        """Its number."""
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    def source(self, name: str, width: int, *, known: bool) -> int:
        """The number of a source."""
        return self.add_node(Source(name, width, known))

    # -- arithmetic ----------------------------------------------------------------------------------

    def sum_of(self, x: Sequence[Bit], y: Sequence[Bit], carry: Bit = 0) -> list[Bit]:
        """x + y + carry, of as many bits as both have."""
        width = len(x)
        found: list[Bit] = []
        if carry == 0 and width > 1 and 1 in (x[0], y[0]):
            below = y[0] if x[0] == 1 else x[0]
            if isinstance(below, int) or (below[0], below[1] + 1) not in (x[1], y[1]):
                found, carry = [self.not_(below)], below
        place = len(found)
        first, second = word_of(x[place:]), word_of(y[place:])
        if carry == 0:
            first, second, carry = self._with_carry(first, second, width - place)
        if _key(second) < _key(first):
            first, second = second, first
        made = Sum(first, second, carry, width - place)
        number = self.add_node(made)
        if isinstance(carry, int) and x[-1] == y[-1] == 0:
            self._pair(made, carry, number)
        return found + [(number, i) for i in range(width - place)]

    def counted(self, x: Sequence[Bit], y: Sequence[Bit], carry: Bit) -> list[Bit]:
        """The same, each bit as a function of bits: for a counter, which decides."""
        choice, total = self.functions.choice, []
        over = self.function_of(carry)
        for one, other in zip(map(self.function_of, x), map(self.function_of, y), strict=True):
            differ = choice(one, choice(other, FALSE, TRUE), other)
            total.append(self.bit_of(choice(over, choice(differ, FALSE, TRUE), differ)))
            over = choice(differ, over, one)
        return total

    def are_control(self, *words: Sequence[Bit]) -> bool:
        """Whether bits are functions of nothing but unknown inputs and registers of one bit."""
        functions = [self.function_of(bit) for word in words for bit in word]
        nodes = {bit_of_variable(v)[0] for f in functions for v in self.functions.support(f)}
        return all(_is_unknown_bit(self.nodes[node]) for node in nodes)

    def _with_carry(self, x: Word, y: Word, width: int) -> tuple[Word, Word, Bit]:
        """Both words and a carry; where one is a sum without carry and the other a bit, words of that sum."""
        for one, other in ((x, y), (y, x)):
            node = self.nodes[one[0].node] if one[0].node is not None else None
            whole = len(one) == 1 and one[0].low == 0 and not one[0].spread
            low, *zeros = bits_of(other[0])
            alone = not any(zeros) and all(p.node is None and p.low == 0 for p in other[1:])
            if whole and alone and isinstance(node, Sum) and (node.width, node.carry) == (width, 0):
                return node.x, node.y, low
        return x, y, 0

    def _pair(self, made: Sum, carry: int, number: int) -> None:
        """Note sums that are one apart: where that without carry runs over, so does the other."""
        twins = self._twins.setdefault((made.x, made.y, made.width), {})
        twins[carry] = number
        if len(twins) == 2 and (twins[1], twins[0]) not in self._of_twins:
            self._of_twins[twins[1], twins[0]] = made
            self._without[twins[1]] = twins[0]
            top = made.width - 1
            self.functions.imply(_variable((twins[0], top)), _variable((twins[1], top)))

    def product_of(self, x: Sequence[Bit], y: Sequence[Bit], width: int) -> list[Bit]:
        """x y modulo 2^width."""
        first, second = sorted((word_of(x), word_of(y)), key=_key)
        number = self.add_node(Product(first, second, width))
        return [(number, i) for i in range(width)]

    # -- single bits ---------------------------------------------------------------------------------

    def function_of(self, bit: Bit) -> int:
        """A bit as a function of variables."""
        if isinstance(bit, int):
            return bit
        if bit in self._carry_of:
            return self._carry_of[bit]
        node = self.nodes[bit[0]]
        return node.number if isinstance(node, Function) else self.functions.variable(_variable(bit))

    def bit_of(self, function: int) -> Bit:
        """A function as a bit."""
        if function in (FALSE, TRUE):
            return function
        if (carry := self._carry(function)) is not None:
            return carry
        variable, low, high = self.functions.test(function)
        if (low, high) == (FALSE, TRUE):
            return bit_of_variable(variable)
        return self.add_node(Function(function)), 0

    def bit_function(self, bit: Bit) -> int:
        """A bit as a function of the bits of sums, products and sources."""
        if isinstance(bit, tuple) and isinstance(node := self.nodes[bit[0]], Bitwise):
            places = [a.low + (0 if a.spread else bit[1]) for a in node.arguments]
            inner = [
                (a.node, place) for a, place in zip(node.arguments, places, strict=True) if a.node is not None
            ]
            functions = [self.bit_function(each) for each in inner]
            return self._of_functions(node.table, functions)
        return self.function_of(bit)

    def not_(self, bit: Bit) -> Bit:
        """The other value."""
        return self.bit_of(self.functions.choice(self.function_of(bit), FALSE, TRUE))

    def nonzero(self, bits: Sequence[Bit]) -> Bit:
        """Whether one of the bits is 1."""
        left = [bit for bit in bits if bit != 0]
        if 1 in left or not left:
            return int(bool(left))
        if len(left) == 1 or (len(word_of(left)) > 1 and len(left) <= _FEW):
            function = FALSE
            for bit in left:
                function = self.functions.choice(self.function_of(bit), TRUE, function)
            return self.bit_of(function)
        return self.add_node(Nonzero(word_of(left))), 0

    # -- functions of bits, in many places -----------------------------------------------------------

    def bitwise(self, table: int, operands: Sequence[Sequence[Bit]], *, inline: bool) -> list[Bit]:
        """A function of bits in the same place; `inline`: what it makes is a step of a greater function."""
        found: list[Bit] = []
        width = len(operands[0])
        while len(found) < width:
            low = len(found)
            high = low + 1
            while high < width and all(_continues(bits[high - 1], bits[high]) for bits in operands):
                high += 1
            # A piece goes on, or its lowest bit stays: decided by its second bit.
            high = min([high, *(_end(bits, low, high) for bits in operands)])
            part = [bits[low:high] for bits in operands]
            if width == 1 and table != CHOICE:
                found.append(self.bit_of(self._applied(table, [bits[0] for bits in part])))
            else:
                found += self._segment(table, part, inline, alone=width == 1)
        return found

    def _segment(
        self, table: int, operands: Sequence[Sequence[Bit]], inline: bool, *, alone: bool
    ) -> list[Bit]:
        """Places in which each operand is one piece; `alone`: there are no others."""
        width = len(operands[0])
        pieces = [word_of(bits)[0] for bits in operands]
        if chosen := self._chosen_sum(table, operands):
            return chosen
        if alone:
            bits = [bits[0] for bits in operands]
            return [self.bit_of(self._applied(table, bits))]
        table, pieces = self._expanded(table, pieces)
        if not pieces:
            return [table & 1] * width
        if table == _ITSELF and len(pieces) == 1:
            return bits_of(pieces[0])
        if all(map(self._is_single, pieces)) or (width > 1 and all(piece.spread for piece in pieces)):
            bit = self.bit_of(self._applied(table, [bits_of(piece)[0] for piece in pieces]))
            return [bit] * width
        table, pieces = self._expanded(table, pieces, self._complement)
        if table == _SWAPPED and len(pieces) == 3:
            table, pieces = CHOICE, [pieces[1], pieces[0], pieces[2]]
        number = self.add_node(Bitwise(table, tuple(pieces), width))
        if not inline:
            self._named.add(number)
        if number in self._named:
            self._inline.discard(number)
        else:
            self._inline.add(number)
        return [(number, i) for i in range(width)]

    def _is_single(self, piece: Piece) -> bool:
        """Whether a piece is of a node of one bit: a function, or an input or register of control."""
        node = None if piece.node is None else self.nodes[piece.node]
        return isinstance(node, Function) or _is_unknown_bit(node)

    def _applied(self, table: int, bits: Sequence[Bit]) -> int:
        """The function that a table makes of bits."""
        return self._of_functions(table, [self.function_of(bit) for bit in bits])

    def _of_functions(self, table: int, functions: Sequence[int]) -> int:
        if not functions:
            return table & 1
        half = 1 << len(functions) - 1
        low, high = table & (1 << half) - 1, table >> half
        parts = [self._of_functions(each, functions[:-1]) for each in (high, low)]
        return self.functions.choice(functions[-1], *parts)

    def _chosen_sum(self, table: int, operands: Sequence[Sequence[Bit]]) -> list[Bit] | None:
        """x + y + s where s chooses between x + y + 1 and x + y; the operands: x + y, x + y + 1, s."""
        if table != CHOICE:
            return None
        zero, one, (select, *_) = operands
        first, other = zero[0], one[0]
        if not (isinstance(first, tuple) and isinstance(other, tuple)) or first[1] != other[1]:
            return None
        made = self._of_twins.get((other[0], first[0]))
        if (
            made is None
            or zero[-1] != (first[0], first[1] + len(zero) - 1)
            or one[-1] != (other[0], zero[-1][1])
        ):
            return None
        number = self.add_node(Sum(made.x, made.y, select, made.width))
        return [(number, first[1] + i) for i in range(len(zero))]

    def _carry(self, function: int) -> tuple[int, int] | None:
        """The carry that a function is: g or (h and s), g and h the carries of x + y without and with 1."""
        if function not in self._carries:
            found = self._generated(function)
            if found is None:
                return None
            made, below = found
            number = self.add_node(Sum(made.x, made.y, self.bit_of(below), made.width))
            self._carries[function] = number, made.width - 1
            self._carry_of[number, made.width - 1] = function
        return self._carries[function]

    def _generated(self, function: int) -> tuple[Sum, int] | None:
        """Of such a function x + y, and s."""
        choice, given = self.functions.choice, self.functions.given
        support = self.functions.support(function)
        for variable in support:
            node, place = bit_of_variable(variable)
            without = self._without.get(node)
            if without is None or place != self.nodes[node].width - 1:
                continue
            generates = _variable((without, place))
            below = given(function, {variable: 1, generates: 0})
            h, g = self.functions.variable(variable), self.functions.variable(generates)
            made = self._of_twins[node, without]
            if generates in support and choice(g, TRUE, choice(h, below, FALSE)) == function:
                return made, below
        return None

    def _step(self, piece: Piece) -> tuple[int, list[Piece]]:
        """What makes a piece, where that is a step of what reads it: a table, and of which pieces."""
        if piece.node is None:
            return piece.low & 1, []
        node = self.nodes[piece.node]
        if piece.node not in self._inline or piece.spread:
            return _ITSELF, [piece]
        assert isinstance(node, Bitwise)
        lows = [a.low if a.spread else a.low + piece.low for a in node.arguments]
        pairs = zip(node.arguments, lows, strict=True)
        return node.table, [Piece(a.node, low, piece.width, a.spread) for a, low in pairs]

    def _complement(self, piece: Piece) -> tuple[int, list[Piece]]:
        """The same of a bit that is the complement of one: so both are said by one bit."""
        node = None if piece.node is None else self.nodes[piece.node]
        if isinstance(node, Function) and piece.width == 1:
            variable, low, high = self.functions.test(node.number)
            if (low, high) == (TRUE, FALSE):
                return _NOT, [Piece(*bit_of_variable(variable), 1)]
        return _ITSELF, [piece]

    def _expanded(
        self, table: int, pieces: Sequence[Piece], made: _Made | None = None
    ) -> tuple[int, list[Piece]]:
        """With pieces replaced by what they are functions of, each argument once and needed; `made` says
        that, by default of inline nodes.
        """
        arguments: list[Piece] = []
        parts: list[tuple[int, tuple[int, ...]]] = []  # for each operand a table, and of which arguments
        for piece in pieces:
            inner, of = (made or self._step)(piece)
            if len({*arguments, *of}) > _MOST_ARGUMENTS:
                inner, of = _ITSELF, [piece]
            arguments += [a for a in of if a not in arguments]
            parts.append((inner, tuple(arguments.index(a) for a in of)))
        return _needed(_composed(table, tuple(parts), len(arguments)), arguments)


_Made = Callable[[Piece], tuple[int, list[Piece]]]
"""A table, and of which pieces, that make a piece."""

_ITSELF, _NOT = 0b10, 0b01
"""Tables of one argument."""

CHOICE = 0b11001010
"""The table of a selection: zero, one, select."""

_SWAPPED = 0b10101100
"""That of a selection by the complement: one, zero, select."""


def _is_unknown_bit(node: Node | None) -> bool:
    return isinstance(node, Source) and node.width == 1 and not node.known


@cache  # netlists have few functions, in many places
def _composed(table: int, parts: tuple[tuple[int, tuple[int, ...]], ...], count: int) -> int:
    """The table of a function of other functions; these as tables, and of which of `count` arguments."""
    whole = 0
    for values in range(1 << count):
        index = 0
        for i, (inner, of) in enumerate(parts):
            at = sum((values >> place & 1) << j for j, place in enumerate(of))
            index |= (inner >> at & 1) << i
        whole |= (table >> index & 1) << values
    return whole


def _needed(table: int, arguments: Sequence[Piece]) -> tuple[int, list[Piece]]:
    """Without the arguments that a function does not depend on."""
    reduced, places = _essential(table, len(arguments))
    return reduced, [arguments[place] for place in places]


@cache
def _essential(table: int, count: int) -> tuple[int, tuple[int, ...]]:
    """The table without the arguments that a function of `count` does not depend on, and which are left."""
    left = list(range(count))
    for place in reversed(range(count)):
        size = 1 << len(left)
        low = [table >> i & 1 for i in range(size) if not i >> place & 1]
        high = [table >> i & 1 for i in range(size) if i >> place & 1]
        if low == high:
            table = sum(value << i for i, value in enumerate(low))
            del left[place]
    return table, tuple(left)


def _variable(bit: tuple[int, int]) -> int:
    return bit[0] * _PLACES + bit[1]


def bit_of_variable(variable: int) -> tuple[int, int]:
    """The bit that a variable of a function stands for."""
    return divmod(variable, _PLACES)


def _key(word: Word) -> tuple[tuple[int, int, int, bool], ...]:
    return tuple((-1 if p.node is None else p.node, p.low, p.width, p.spread) for p in word)


def _continues(bit: Bit, following: Bit) -> bool:
    """Whether both may be in one piece of an operand; a constant goes on with the same value."""
    if isinstance(bit, int) or isinstance(following, int):
        return bit == following
    return bit[0] == following[0] and following[1] in (bit[1], bit[1] + 1)


def _end(bits: Sequence[Bit], low: int, high: int) -> int:
    """Up to where bits from `low` on are one piece."""
    first = bits[low]
    if high - low < 2 or isinstance(first, int):
        return high
    second = bits[low + 1]
    assert isinstance(second, tuple)
    step = second[1] - first[1]
    place = low + 1
    while place < high and bits[place] == (first[0], first[1] + step * (place - low)):
        place += 1
    return place


def refuse(what: str) -> CheckError:
    """The error for what there is no proof through."""
    return CheckError(f"no proof by words: {what}")
