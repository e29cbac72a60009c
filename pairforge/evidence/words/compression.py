"""Proof that a unit is the compression function of SHA-256, all rounds of it.

Each word of 32 bits has a normal form: a sum modulo 2^32 of atoms with coefficients. An atom is 32 functions
of bits, each a bit of an operand or of another sum. Words with the same normal form are equal for all
operands. The standard is written with these words, and what the netlist makes has to have the same ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from pairforge.algebra.sha256 import CONSTANTS
from pairforge.errors import CheckError
from pairforge.evidence.words.boolean import FALSE, TRUE, Functions
from pairforge.evidence.words.graph import Bit, Bitwise, Graph, Source, Sum, Word, bits_of, refuse

_BITS = 32
_MODULUS = 1 << _BITS
_Form = tuple[tuple[int, int], ...]  # atoms, sorted, with their coefficients
_ONE = -1  # the atom that is the number 1
_Bits = tuple[int, ...]  # functions, the lowest bit first


def prove_compression(
    graph: Graph, operands: Sequence[Sequence[Bit]], result: Sequence[Bit]
) -> Mapping[str, int]:
    """Prove that the result is the state behind a block; how much was looked at.

    Of each operand the lowest 256 bits count: the state before, the halves of the block. The first words are
    the highest.

    Raises CheckError, one line, where it is another result.
    """
    forms = _Forms()
    bits = _Netlist(graph, forms)
    given = [[forms.word(bits.functions(each)) for each in _words(operand)] for operand in operands]
    wanted = compression(given[0], given[1] + given[2])
    bits.add_up()
    for number, (part, word) in enumerate(zip(_words(result), wanted, strict=True)):
        if forms.form(bits.functions(part)) != word.form:
            raise CheckError(f"word {number} of the state is another function of the operands")
    if any(bit != 0 for bit in result[8 * _BITS :]):
        raise CheckError("bits above the state may be 1")
    return {"words": len(graph.nodes), "sums": forms.count}


def numbers(values: Sequence[int]) -> list[SymbolicWord]:
    """Words that are constants."""
    forms = _Forms()
    return [SymbolicWord(forms, _sum({_ONE: value})) for value in values]


def compression(state: Sequence[SymbolicWord], block: Sequence[SymbolicWord]) -> list[SymbolicWord]:
    """FIPS 180-4, section 6.2.2, of words; the first words first."""
    schedule = list(block)
    for t in range(16, len(CONSTANTS)):
        near, far = schedule[t - 15], schedule[t - 2]
        near = near.turned(7) ^ near.turned(18) ^ near.moved(3)
        far = far.turned(17) ^ far.turned(19) ^ far.moved(10)
        schedule.append(far + schedule[t - 7] + near + schedule[t - 16])
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(CONSTANTS, schedule, strict=True):
        chosen = (e & f) ^ (~e & g)
        majority = (a & b) ^ (a & c) ^ (b & c)
        first = h + (e.turned(6) ^ e.turned(11) ^ e.turned(25)) + chosen + word + constant
        second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) + majority
        a, b, c, d, e, f, g, h = first + second, a, b, c, d + first, e, f, g
    return [x + y for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


def _bits(word: Word) -> list[Bit]:
    return [bit for piece in word for bit in bits_of(piece)]


def _words(bits: Sequence[Bit]) -> list[Sequence[Bit]]:
    """The eight words of the lowest 256 bits, the highest first."""
    return [bits[_BITS * i : _BITS * (i + 1)] for i in reversed(range(8))]


class _Forms:
    """Normal forms, and functions of the bits of those that are sums."""

    def __init__(self) -> None:
        self.functions = Functions()
        self._variables: dict[Hashable, int] = {}
        self._meant: list[Hashable] = []
        self._atoms: dict[_Bits, int] = {}
        self._bits: list[_Bits] = []

    @property
    def count(self) -> int:
        """The atoms."""
        return len(self._bits)

    def variable(self, what: Hashable) -> int:
        """The function that is a bit of something."""
        if what not in self._variables:
            self._variables[what] = len(self._meant)
            self._meant.append(what)
        return self.functions.variable(self._variables[what])

    def word(self, bits: _Bits) -> SymbolicWord:
        """A word of these bits."""
        return SymbolicWord(self, self.form(bits))

    def form(self, bits: _Bits) -> _Form:
        """The form of a word of these bits: all bits of a sum are that sum."""
        if all(bit in (FALSE, TRUE) for bit in bits):
            return _sum({_ONE: sum(bit << i for i, bit in enumerate(bits))})
        if whole := self._whole(bits):
            return whole
        if bits not in self._atoms:
            self._atoms[bits] = len(self._bits)
            self._bits.append(bits)
        return _sum({self._atoms[bits]: 1})

    def is_known(self, bits: _Bits) -> bool:
        """Whether a word of these bits needs no new atom."""
        constant = all(bit in (FALSE, TRUE) for bit in bits)
        return constant or bits in self._atoms or bool(self._whole(bits))

    def _whole(self, bits: _Bits) -> _Form:
        """The form that these are all bits of, in their order; empty for none."""
        found: _Form = ()
        for place, bit in enumerate(bits):
            variable, *values = self.functions.test(bit)
            meant = self._meant[variable] if values == [FALSE, TRUE] else None
            if not isinstance(meant, _BitOfSum) or meant.place != place or (found and meant.form != found):
                return ()
            found = meant.form
        return found

    def bits(self, form: _Form) -> _Bits:
        """The bits of a form: those of an atom, else of a sum."""
        if all(atom == _ONE for atom, _ in form):
            number = form[0][1] if form else 0
            return tuple(number >> i & 1 for i in range(_BITS))
        if len(form) == 1 and form[0][1] == 1:
            return self._bits[form[0][0]]
        return tuple(self.variable(_BitOfSum(form, place)) for place in range(_BITS))


@dataclass(frozen=True)
class _BitOfSum:
    """A bit of a sum."""

    form: _Form
    place: int


def _sum(atoms: Mapping[int, int]) -> _Form:
    return tuple(sorted((atom, factor % _MODULUS) for atom, factor in atoms.items() if factor % _MODULUS))


def _total(*forms: _Form, more: int = 0) -> _Form:
    found = {_ONE: more}
    for form in forms:
        for atom, factor in form:
            found[atom] = found.get(atom, 0) + factor
    return _sum(found)


@dataclass(frozen=True)
class SymbolicWord:
    """A word of 32 bits, with the operations of the standard."""

    forms: _Forms
    form: _Form

    @property
    def value(self) -> int | None:
        """The number that it is; None where it depends on operands."""
        return sum(factor for _, factor in self.form) if all(atom == _ONE for atom, _ in self.form) else None

    def __add__(self, other: SymbolicWord | int) -> SymbolicWord:
        if isinstance(other, int):
            return SymbolicWord(self.forms, _total(self.form, more=other))
        return SymbolicWord(self.forms, _total(self.form, other.form))

    def __xor__(self, other: SymbolicWord) -> SymbolicWord:
        choice = self.forms.functions.choice
        return self._each(lambda a, b: choice(a, choice(b, FALSE, TRUE), b), other)

    def __and__(self, other: SymbolicWord) -> SymbolicWord:
        choice = self.forms.functions.choice
        return self._each(lambda a, b: choice(a, b, FALSE), other)

    def __invert__(self) -> SymbolicWord:
        choice = self.forms.functions.choice
        return self._each(lambda a, _: choice(a, FALSE, TRUE), self)

    def _each(self, function: Callable[[int, int], int], other: SymbolicWord) -> SymbolicWord:
        bits = self.forms.bits(self.form), self.forms.bits(other.form)
        return self.forms.word(tuple(map(function, *bits)))

    def turned(self, places: int) -> SymbolicWord:
        """Rotated to the right."""
        bits = self.forms.bits(self.form)
        return self.forms.word(bits[places:] + bits[:places])

    def moved(self, places: int) -> SymbolicWord:
        """Shifted to the right."""
        return self.forms.word(self.forms.bits(self.form)[places:] + (FALSE,) * places)


class _Netlist:
    """The bits of a graph as functions.

    A sum may be in several nodes, each with the carry of the one below it. Which of the terms of a node goes
    on from which term of the one below is not known, nor does it matter: words that have a form are wanted.
    """

    def __init__(self, graph: Graph, forms: _Forms) -> None:
        self.graph, self.forms = graph, forms
        self._found: dict[tuple[int, int], int] = {}
        self._sums = {number: node for number, node in enumerate(graph.nodes) if isinstance(node, Sum)}
        self._above: dict[int, list[int]] = {}  # the sums that take a bit of a sum as their carry
        for number, node in self._sums.items():
            if isinstance(node.carry, tuple):
                self._above.setdefault(node.carry[0], []).append(number)

    def functions(self, bits: Sequence[Bit]) -> _Bits:
        """Bits as functions."""
        return tuple(self._function(bit) for bit in bits)

    def add_up(self) -> None:
        """Find the form of every sum; what the words are that are added up should be known."""
        for number, node in self._sums.items():  # what a node reads has a lower number
            if isinstance(node.carry, int) and (nodes := self._together(number)):
                self._add_up(nodes, node.carry)

    def _together(self, number: int) -> list[int]:
        """The nodes of a sum that begins in one; none where it has not 32 bits."""
        nodes = [number]
        while above := self._above.get(nodes[-1]):
            below = self._sums[nodes[-1]]
            carry = nodes[-1], below.width - 1
            whole = any(_bits(word)[-1] != 0 for word in (below.x, below.y))  # then that bit is no carry
            if len(above) > 1 or self._sums[above[0]].carry != carry or whole:
                return []
            nodes += above
        return nodes if sum(self._sums[n].width for n in nodes) >= _BITS + len(nodes) - 1 else []

    def _add_up(self, nodes: Sequence[int], carry: int) -> None:
        """The bits of the sum that these nodes are."""
        parts: list[tuple[_Bits, _Bits]] = []
        for number in nodes:
            node = self._sums[number]
            width = node.width - (number != nodes[-1])  # without the carry
            x, y = (self.functions(_bits(word)[:width]) for word in (node.x, node.y))
            parts.append((x, y))
        terms = self._terms(parts)
        bits = self.forms.bits(_total(*map(self.forms.form, terms), more=carry))
        place = 0
        for number, (x, _) in zip(nodes, parts, strict=True):
            here = bits[place : place + len(x)]
            self._found |= {(number, i): bit for i, bit in enumerate(here)}
            place += len(x)

    def _terms(self, parts: Sequence[tuple[_Bits, _Bits]]) -> tuple[_Bits, _Bits]:
        """Two words of 32 bits that are added up, of what is added up in each node."""
        found: tuple[_Bits, _Bits] = (), ()
        for order in itertools.product((1, -1), repeat=len(parts) - 1):
            those = [part[::way] for part, way in zip(parts, (1, *order), strict=True)]
            x, y = (tuple(itertools.chain(*word))[:_BITS] for word in zip(*those, strict=True))
            if self.forms.is_known(x) and self.forms.is_known(y):
                return x, y
            found = found if found[0] else (x, y)
        return found

    def _function(self, bit: Bit) -> int:
        if isinstance(bit, int):
            return bit
        if bit not in self._found:
            self._found[bit] = self._of_node(*bit)
        return self._found[bit]

    def _of_node(self, number: int, place: int) -> int:
        match self.graph.nodes[number]:
            case Source():
                return self.forms.variable((number, place))
            case Bitwise(table, arguments):
                bits: list[Bit] = [
                    piece.low & 1
                    if piece.node is None
                    else (piece.node, piece.low + (0 if piece.spread else place))
                    for piece in arguments
                ]
                return self._applied(table, self.functions(bits))
        raise refuse("a word that is not a sum of 32 bits, nor a function of some bit by bit")

    def _applied(self, table: int, functions: _Bits) -> int:
        """The function that a table makes of others, the first one lowest in its number."""
        if not functions:
            return table & 1
        half = 1 << len(functions) - 1
        zero, one = (self._applied(each, functions[:-1]) for each in (table & (1 << half) - 1, table >> half))
        return self.forms.functions.choice(functions[-1], one, zero)
