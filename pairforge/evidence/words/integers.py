"""The words of a graph as integers: for each node what it is, as a polynomial, and how its bits are cut.

A node's exact value v is a polynomial in integers that were there before. Where others read parts of it, each
part is an integer of its own, with v = part + 2^c part + ...; what runs over its width is the last one of
them. These relations are all that is known of the hardware.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from pairforge.evidence.words.boolean import TRUE
from pairforge.evidence.words.choices import chooses
from pairforge.evidence.words.formulas import Formula
from pairforge.evidence.words.graph import (
    CHOICE,
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
    word_of,
)
from pairforge.evidence.words.pieces import Pieces
from pairforge.evidence.words.polynomials import (
    Polynomial,
    Relation,
    added,
    constant,
)
from pairforge.evidence.words.values import Value

_SCALE = 1 << 20
_ROWS = 6  # that are counted together
_SHORT = 3  # monomials that stand for a node in others
_CUTS = 1 << 18  # the relation of a node's parts comes behind that of the node


class Integers(Pieces):
    """What is known of the nodes that some words are made of.

    Parameters
    ----------
    graph: of the unit.
    words: what is to be known.
    ends: the least and the greatest value of operands, by name; of each so many bits are there.
    constants: numbers by whose digits words are multiplied, as p: a hint what is better kept.
    made: operands that are formulas of others, by name: of which, and the formula.
    """

    def __init__(
        self,
        graph: Graph,
        words: Sequence[Word],
        ends: Mapping[str, tuple[int, int]],
        constants: Sequence[int] = (),
        made: Mapping[str, tuple[Sequence[str], Formula]] = MappingProxyType({}),
    ) -> None:
        super().__init__(graph, words)
        self._made = made
        self._constants = constants
        self._given = dict(ends)
        # A relation is used so many times as what it replaces stands for: a whole number, with room below.
        widest = max((n.width for n in graph.nodes if isinstance(n, Source)), default=1)
        self.room = 4 * widest
        self._long = max(500, widest**2 // 80)  # monomials of what a product of two halves is not longer than
        self._operands: dict[str, Polynomial] = {}
        self.nonzero: list[tuple[int, Polynomial]] = []
        self.functions: dict[int, int] = {}  # of those that are integers, which
        self._orders: set[int] = set()
        self._ands: dict[tuple[Piece, ...], int] = {}
        self._counts: dict[tuple[Piece, ...], dict[int, list[int]]] = {}
        self._multiplied: list[tuple[Word, int]] = []
        self._factors: set[int] = set()  # what words are made of that are multiplied
        self._align(self.reached)
        for number in self.reached:
            self._translate(number)
        self._words = words

    # -- what there is -------------------------------------------------------------------------------

    def operand(self, name: str) -> Polynomial:
        """A part of an operand; one of its own where nothing reads it."""
        if name not in self._operands:
            reads, formula = self._made.get(name, ((), None))
            self._operands[name] = (
                formula(*(Value(self.system, self.operand(each)) for each in reads)).polynomial
                if formula
                else self.system.of(self.system.integer(*self._given[name]))
            )
        return self._operands[name]

    def multiplied(self, p: int, *, most: bool = False) -> set[int]:
        """The integers that are multiplied by digits of p, and by nothing else that is constant.

        `most`: of these words only those with the most digits: of a small p, few may be others by chance.
        """
        digits = f"{p:b}"
        by: dict[Word, list[str]] = {}
        for word, value in self._multiplied:
            by.setdefault(word, []).append(f"{value:b}".rstrip("0"))
        words = [word for word, values in by.items() if all(value in digits for value in values)]
        if most:
            counts = [len(set(by[word])) for word in words]
            words = [word for word, count in zip(words, counts, strict=True) if count == max(counts)]
        return {i for word in words for monomial in self.word(word) for i in monomial}

    def choices(self, word: Word) -> list[frozenset[int]]:
        """The integers of each of the words that a word is chosen from."""
        found: dict[int, set[int]] = {}
        for piece in word:
            node = None if piece.node is None else self.graph.nodes[piece.node]
            if isinstance(node, Bitwise):
                for place, each in enumerate(node.arguments):
                    if not (each.spread or chooses(node, each)):
                        found.setdefault(place, set()).update(i for m in self._piece(each) for i in m)
        return [frozenset(each) for each in found.values()]

    # -- which nodes, cut where ----------------------------------------------------------------------

    def _align(self, numbers: Sequence[int]) -> None:
        """Cut what is read together in the same places."""
        nodes = [
            (number, node) for number in numbers if isinstance(node := self.graph.nodes[number], Bitwise)
        ]
        changed = True
        while changed:
            changed = False
            for number, node in nodes:
                width = min(node.width, max(self._cuts[number]))
                edges = {edge for ends in self._places(node.arguments, width) for edge in ends}
                for each in node.arguments:
                    if each.node is not None and not each.spread:
                        wanted = {edge + each.low for edge in edges}
                        if not wanted <= self._cuts[each.node]:
                            self._cuts[each.node] |= wanted
                            changed = True

    # -- nodes ---------------------------------------------------------------------------------------

    def _translate(self, number: int) -> None:
        node = self.graph.nodes[number]
        order = number * _SCALE
        match node:
            case Source(name, width, known):
                bits = 0, (1 << width) - 1
                given = self._given.setdefault(name, bits) if known else bits
                value = self.operand(name) if known else self.system.of(self.system.integer(*bits))
                self._cut(number, value, given, width, keep=True)
            case Sum(x, y, carry, width):
                value = added(added(self.word(x), self.word(y)), self.bit(carry))
                ends = [self._ends(word) for word in (x, y, word_of([carry]))]
                bounds = sum(low for low, _ in ends), sum(high for _, high in ends)
                self._cut(number, value, bounds, width)
            case Product(x, y, width):
                self._note(x, y)
                factors = self.word(x), self.word(y)
                self._factors |= {i for factor in factors for monomial in factor for i in monomial}
                value = self.system.product(*factors)
                (a, b), (c, d) = self._ends(x), self._ends(y)
                self._cut(number, value, (a * c, b * d), width)
            case Bitwise(table, arguments, width):
                for low, high in self._places(arguments, min(width, max(self._cuts[number]))):
                    those = tuple(
                        a if a.spread else Piece(a.node, a.low + low, high - low) for a in arguments
                    )
                    value = self._bitwise(table, those, order)
                    most = (1 << high - low) - 1
                    self._cut(number, value, (0, most), high - low, low, keep=True)
            case Function(function):
                self._parts[number] = [(0, 1, self._function(function, number))]
            case Nonzero(x):
                integer = self.system.integer(0, 1)
                self.nonzero.append((integer, self.word(x)))
                self._parts[number] = [(0, 1, {(integer,): 1})]
            case Lookup(address, values, width):
                value = self._lookup(address, values)
                self._cut(number, value, (min(values), max(values)), width)

    def _note(self, x: Word, y: Word) -> None:
        """Where one factor is a constant."""
        for word, other in ((x, y), (y, x)):
            if all(piece.node is None for piece in other):
                value, place = 0, 0
                for piece in other:
                    value |= piece.low << place
                    place += piece.width
                self._multiplied.append((word, value))

    def _places(self, arguments: Sequence[Piece], width: int) -> Iterator[tuple[int, int]]:
        """Ranges of bits in which no argument is cut."""
        cuts = {0, width}
        for each in arguments:
            if each.node is not None and not each.spread:
                cuts |= {c - each.low for c in self._cuts[each.node] if 0 < c - each.low < width}
        edges = sorted(cuts)
        return itertools.pairwise(edges)

    def _order(self, order: int) -> int:
        """An order that no relation has yet, from this one on."""
        while order in self._orders:
            order += 1
        self._orders.add(order)
        return order

    def _cut(
        self,
        number: int,
        value: Polynomial,
        bounds: tuple[int, int],
        width: int,
        base: int = 0,
        *,
        keep: bool = False,
    ) -> None:
        """The parts of the bits of a node from `base` on, which are `value`.

        `keep`: the value stands for itself where it is not cut.
        """
        low, high = self._together(bounds, self.system.bounds(value))
        made = self._parts.setdefault(number, [])
        width = min(width, max(self._cuts[number]) - base)  # what nobody reads is left out
        inner = [c - base for c in self._cuts[number] if 0 < c - base < width]
        fits = low >= 0 and high >> width == 0
        if keep and fits and not inner and len(value) <= _SHORT:
            made.append((base, width, value))
            return
        zeros = min([width, *((c & -c).bit_length() - 1 for c in value.values())])
        edges = sorted({0, *inner, zeros, width})
        parts: list[tuple[int, int]] = []
        for begin, end in itertools.pairwise(edges):
            if end <= zeros:
                made.append((base + begin, end - begin, {}))
                continue
            least, most = 0, (1 << end - begin) - 1
            if low >> end == high >> end:
                above = (low >> end) << end - begin
                least, most = max(least, (low >> begin) - above), min(most, (high >> begin) - above)
            integer = self.system.integer(least, most)
            parts.append((1 << begin - zeros, integer))
            made.append((base + begin, end - begin, self.system.of(integer)))
        if not fits:
            parts.append((1 << width - zeros, self.system.integer(low >> width, high >> width)))
        if parts:
            value = {m: c >> zeros for m, c in value.items()}
            relation = Relation(self._order(number * _SCALE + _CUTS), value, tuple(parts))
            self.system.relate(relation)
            if not fits:
                self._left_out(relation)

    def _left_out(self, relation: Relation) -> None:
        """What runs over a node as a sum of what ran over before: where a word is right modulo 2^width.

        2^c x is written as 2^c y + z. If the bounds of z leave one multiple of 2^c, x is y and a number.
        """
        kept = set().union(*map(self.multiplied, self._constants))
        for held in dict.fromkeys(map(frozenset, (kept, (), self._factors))):
            if self._found_over(relation, held):
                return

    def _found_over(self, relation: Relation, held: Collection[int]) -> bool:
        """The same with some integers kept; whether a sum is found."""
        system = self.system
        *parts, (unit, integer) = relation.parts
        factor = unit << self.room
        for p in system.highest({(integer,): factor}, held):
            if len(p) > self._long:
                return False
            over: Polynomial = {m: c // factor for m, c in p.items() if len(m) == 1 and c % factor == 0}
            low, high = system.bounds({m: c for m, c in p.items() if m not in over})
            low, high = -(-low // factor), high // factor
            if not over:
                system.narrow(integer, low, high)
            if low == high and (integer,) not in over:
                value = added(relation.value, added(over, constant(low)), -unit)
                system.relate(Relation(relation.order, value, tuple(parts)))
                return True
        return False

    def _together(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        return max(one[0], other[0]), min(one[1], other[1])

    def _ends(self, word: Word) -> tuple[int, int]:
        """Bounds of a word."""
        low = high = place = 0
        for piece in word:
            most = (1 << piece.width) - 1
            least, most = self._together((0, most), self.system.bounds(self._piece(piece)))
            low, high = low + (least << place), high + (most << place)
            place += piece.width
        return low, high

    # -- functions of bits -----------------------------------------------------------------------------

    def _function(self, function: int, limit: int) -> Polynomial:
        """A function: a bit, or an integer of its own by what it is for either value of its first bit."""
        if function <= TRUE:
            return constant(function)
        if (bit := self._as_carry(function, limit)) is not None:
            return self.bit(bit)
        if function in self.functions:
            return self.system.of(self.functions[function])
        variable, low, high = self.graph.functions.test(function)
        first = self.bit(bit_of_variable(variable))
        if (low, high) == (0, 1):
            return first
        one, zero = (self._function(f, limit) for f in (high, low))
        value = added(zero, self.system.product(first, added(one, zero, -1)))
        integer = self.system.integer(0, 1)
        self.functions[function] = integer
        orders = [r.order for m in value for i in m if (r := self.system.relation[i]) is not None]
        order = self._order(max(orders, default=0) + 1)
        self.system.relate(Relation(order, value, ((1, integer),)))
        return {(integer,): 1}

    def _lookup(self, address: Word, values: Sequence[int]) -> Polynomial:
        """A table, as a sum over products of the bits of its address."""
        bits = [self.bit((p.node, p.low + i)) for p in address if p.node is not None for i in range(p.width)]
        return self._expanded(list(values), bits)

    def _expanded(self, values: Sequence[int], bits: Sequence[Polynomial]) -> Polynomial:
        """What takes these values, the first bit lowest in their number, for all values of bits."""
        if not bits:
            return constant(values[0])
        half = len(values) // 2
        zero = self._expanded(values[:half], bits[:-1])
        change = self._expanded([b - a for a, b in zip(values, values[half:], strict=False)], bits[:-1])
        return added(zero, self.system.product(bits[-1], change))

    def _bitwise(self, table: int, arguments: tuple[Piece, ...], order: int) -> Polynomial:
        """A function in many places: a digit of how many arguments are 1, or a sum of their conjunctions."""
        if (digit := counted(table, len(arguments))) is not None and not any(a.spread for a in arguments):
            return self._count(arguments, *digit, order)
        ones = (1 << arguments[0].width) - 1
        found: Polynomial = {}
        chosen = arguments[2:] if len(arguments) == 3 and table == CHOICE else ()
        values = [table >> i & 1 for i in range(1 << len(arguments))]
        for subset, factor in enumerate(_conjunctions(values)):
            if factor:
                those = [a for i, a in enumerate(arguments) if subset >> i & 1]
                bits = [a for a in those if a.spread or (a in chosen and a.width == 1)]
                words = tuple(a for a in those if a not in bits)
                term = self._and(words, order) if words else constant(ones)
                for each in bits:
                    assert each.node is not None
                    term = self.system.product(term, self.bit((each.node, each.low)))
                found = added(found, term, factor)
        return found

    def _and(self, words: tuple[Piece, ...], order: int) -> Polynomial:
        words = _ordered(words)
        if len(words) == 1:
            return self._piece(words[0])
        if len(words) == 2:
            return self._count(words, 1, 0, order)
        if words not in self._ands:
            self._ands[words] = self.system.integer(0, min(self._ends((word,))[1] for word in words))
        return self.system.of(self._ands[words])

    def _count(self, arguments: tuple[Piece, ...], place: int, more: int, order: int) -> Polynomial:
        """A digit of how many ones there are in each place, and `more`.

        Without more, all digits together are the sum of the words. With more, the lowest one is the same or
        all that it is not, and the others together are half of what is left.
        """
        arguments, system = _ordered(arguments), self.system
        ones = (1 << arguments[0].width) - 1
        if arguments not in self._counts:
            total: Polynomial = {}
            for each in arguments:
                total = added(total, self._piece(each))
            high = sum(self._ends((each,))[1] for each in arguments)
            bits = len(arguments).bit_length()
            digits = [system.integer(0, min(ones, high >> i)) for i in range(bits)]
            self._counts[arguments] = {0: digits}
            system.relate(Relation(self._order(order), total, _digits(digits)))
        families = self._counts[arguments]
        lowest, *others = families[0]
        if place == 0:
            return added(constant(ones), system.of(lowest), -1) if more % 2 else system.of(lowest)
        if more not in families:
            half = constant(more // 2 * ones)
            for factor, digit in (*_digits(others), *([(1, lowest)] if more % 2 else [])):
                half = added(half, system.of(digit), factor)
            digits = [system.integer(0, ones) for _ in range(1, (len(arguments) + more).bit_length())]
            families[more] = [lowest, *digits]
            system.relate(Relation(self._order(order), half, _digits(digits)))
        return system.of(families[more][place])


def _ordered(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The same pieces, of nodes, in one order of all: what is said of them is the same in each."""
    return tuple(sorted(pieces, key=lambda piece: (piece.node or 0, piece.low, piece.width, piece.spread)))


def _digits(integers: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The parts of a number with these digits."""
    return tuple((1 << i, integer) for i, integer in enumerate(integers))


def counted(table: int, count: int) -> tuple[int, int] | None:
    """Which digit a function is of the number of ones and a constant, if it is one; the constant.

    A constant stands for rows in which there are ones alone. Without it the functions of two arguments have
    a form of their own.
    """
    if count < 2:
        return None
    for more in range(_ROWS - count + 1 if count > 2 else 1):
        for place in range((count + more).bit_length()):
            if all((table >> i & 1) == (i.bit_count() + more >> place & 1) for i in range(1 << count)):
                return place, more
    return None


def _conjunctions(values: list[int]) -> list[int]:
    """By sets of arguments, how often their conjunction counts in a function with these values."""
    found = list(values)
    step = 1
    while step < len(found):
        for i in range(len(found)):
            if i & step:
                found[i] -= found[i ^ step]
        step *= 2
    return found
