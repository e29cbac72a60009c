"""Vectors of digits of F_2 and F_3 inside a unit, and the logic of their sums and products.

A vector is kept as bit planes, one net a plane, so that an operation on all its digits is an operation on a
few nets. A digit of F_2 is one bit. A digit of F_3 is two: whether it is not zero, and whether it is negative
(which means nothing in a zero). At a unit's ports elements stand in the encoding of the vectors, for F_3 the
digits 0, 1, 2 as two bits; `split` and `join` go between.

**What F_3 costs in 4-input tables.** A sum of two digits is two tables, in any code of two bits. So is a
product, and adding it is two more: a sum of k products takes 4 k - 2. With digits as nonzero and sign it
takes fewer. The nonzero bit of a product depends on the operands' nonzero bits alone, its sign is an
exclusive or, and a sum needs of two signs only whether they *differ*. `TernaryDigits.products` therefore
carries a running sum as its nonzero bit z and as w, its sign relative to that of the last product,
t = s(x) ^ s(y). With p, the nonzero bit of the next product, and d = t' ^ t ^ w for "the signs differ",

    z' = p ? not (z and d) : z        w' = p ? z : d

are one table of four inputs each (p is the and of two). Signs of consecutive products differ by sign bits of
neighbouring digits; their differences are made once for all sums, so d is one table too. That is three tables
a product, 3 k - 1 for a sum of k with its sign. Such a chain is 2 k levels deep; chains of c products, added
as a tree, take 3 k + ceil(k / c) - 2.

Imports the hardware layer and the field protocol.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.hdl import Const, Expr, Module, Net, Repeat, RetimingPoint, concat, gate, xor
from pairforge.units.fields.base import DigitField, Rows

Bit = tuple[Net, int]


@dataclass(frozen=True)
class Vector:
    """Digits as bit planes, all as wide as the vector is long."""

    planes: tuple[Expr, ...]

    @property
    def length(self) -> int:
        """Number of digits."""
        return self.planes[0].width

    def __getitem__(self, index: int | tuple[int, int]) -> Vector:
        """Digit i, or digits hi..lo, both included; the planes must be nets."""
        return Vector(tuple(plane[index] for plane in self.planes))


Digit = tuple[Vector, int]
"""One digit of a vector whose planes are nets."""


def pick(bits: Sequence[Bit | None]) -> Expr:
    """Bits of nets side by side, least significant first, None for 0; runs become slices and repetitions."""
    parts: list[Expr] = []
    i = 0
    while i < len(bits):
        first = bits[i]
        j = i + 1
        if first is None:
            while j < len(bits) and bits[j] is None:
                j += 1
            parts.append(Const(j - i, 0))
        else:
            net, at = first
            step = 1 if j < len(bits) and bits[j] == (net, at + 1) else 0
            while j < len(bits) and bits[j] == (net, at + step * (j - i)):
                j += 1
            if step:
                parts.append(net[at + j - i - 1, at])
            else:
                parts.append(Repeat(j - i, net[at]) if j - i > 1 else net[at])
        i = j
    return concat(*reversed(parts))


class Digits(ABC):
    """Digits of one characteristic. Methods that take a module and a name add wires of that name to it."""

    characteristic: int
    suffixes: tuple[str, ...]
    """What is added to a vector's name for each plane."""
    noun: str
    """What a digit is called in text."""

    # -- vectors in modules --------------------------------------------------------------------------

    def input(self, m: Module, name: str, length: int) -> Vector:
        """A port for each plane."""
        return Vector(tuple(m.input(name + suffix, length) for suffix in self.suffixes))

    def output(self, m: Module, name: str, value: Vector) -> None:
        """A port for each plane."""
        for suffix, plane in zip(self.suffixes, value.planes, strict=True):
            m.output(name + suffix, plane)

    def wire(self, m: Module, name: str, value: Vector) -> Vector:
        """A net for each plane."""
        return Vector(
            tuple(m.wire(name + suffix, p) for suffix, p in zip(self.suffixes, value.planes, strict=True))
        )

    def named(self, m: Module, name: str, value: Vector) -> Vector:
        """The vector itself where its planes are nets, cut or not, else `wire`."""
        bare = (plane.arg if isinstance(plane, RetimingPoint) else plane for plane in value.planes)
        return value if all(isinstance(plane, Net) for plane in bare) else self.wire(m, name, value)

    def cut(self, name: str, value: Vector, above: int = 1) -> Vector:
        """A place for registers where there are more than `above` threads."""
        return Vector(
            tuple(
                RetimingPoint(name + suffix, plane, above)
                for suffix, plane in zip(self.suffixes, value.planes, strict=True)
            )
        )

    def reg(self, m: Module, name: str, value: Vector, *, enable: Expr | None = None) -> Vector:
        """A register for each plane."""
        return Vector(
            tuple(
                m.reg(name + suffix, plane, enable=enable)
                for suffix, plane in zip(self.suffixes, value.planes, strict=True)
            )
        )

    def registered(self, m: Module, name: str, value: Vector, count: int) -> Vector:
        """`count` registers in a row."""
        for i in range(count):
            value = self.reg(m, f"{name}_r{i or ''}", value)
        return value

    def instance(self, m: Module, module: Module, name: str, **inputs: Vector) -> Vector:
        """An instance with vectors at its ports; its output `y`."""
        pins = {
            port + suffix: plane
            for port, value in inputs.items()
            for suffix, plane in zip(self.suffixes, value.planes, strict=True)
        }
        outputs = m.instance(module, name, **pins)
        return Vector(tuple(outputs[f"y{suffix}"] for suffix in self.suffixes))

    def unused(self, m: Module, value: Vector) -> None:
        """State that these digits are left over on purpose."""
        m.unused(*value.planes)

    def zeros(self, length: int) -> Vector:
        """Digits 0."""
        return Vector(tuple(Const(length, 0) for _ in self.suffixes))

    def concat(self, *last_first: Vector) -> Vector:
        """Vectors side by side, the last digits first."""
        return Vector(tuple(concat(*planes) for planes in zip(*(v.planes for v in last_first), strict=True)))

    def take(self, digits: Sequence[Digit | None]) -> Vector:
        """Digits side by side, the first first, None for 0."""
        return Vector(
            tuple(
                pick([None if d is None else (_net(d[0].planes[k]), d[1]) for d in digits])
                for k in range(len(self.suffixes))
            )
        )

    # -- arithmetic ----------------------------------------------------------------------------------

    @abstractmethod
    def split(self, m: Module, name: str, element: Net) -> Vector:
        """An element in the encoding of the ports as a vector."""

    @abstractmethod
    def join(self, m: Module, name: str, value: Vector) -> Expr:
        """A vector in the encoding of the ports; to be made before a register, not behind it: as part of
        the last sum it costs nothing.
        """

    @abstractmethod
    def add(self, m: Module, name: str, terms: Sequence[Vector]) -> Vector:
        """The sum of vectors of one length."""

    @abstractmethod
    def negate(self, value: Vector, which: Sequence[bool]) -> Vector:
        """The vector with the digits negated that `which` names."""

    @abstractmethod
    def gate(self, enable: Expr, value: Vector) -> Vector:
        """The vector where `enable` (one bit) is set, else 0."""

    @abstractmethod
    def products(
        self,
        m: Module,
        name: str,
        length: int,
        rows: Sequence[Mapping[int, tuple[Digit, Digit]]],
        chain: int,
    ) -> Vector:
        """A vector whose digit c is the sum over all rows of the product that the row has at c, if any.

        In consecutive rows the second factors at one c should be neighbours in one vector. `chain` is the
        greatest number of products added in a row rather than as a tree; it matters for F_3.
        """

    @abstractmethod
    def tables(self, products: int, sums: int, chain: int = 1) -> int:
        """4-input tables for a sum of `products` products of digits and `sums` digits."""

    @abstractmethod
    def levels(self, products: int, sums: int, chain: int = 1) -> int:
        """Levels of 4-input tables of such a sum."""

    @abstractmethod
    def chain_tables(self, length: int, chain: int) -> int:
        """4-input tables that products with a second factor of `length` digits take beside their sums."""

    @abstractmethod
    def split_tables(self, length: int) -> int:
        """4-input tables of `split` for `length` digits that are not added first."""

    def linear_map(self, m: Module, name: str, value: Vector, rows: Rows) -> Vector:
        """A linear map of a vector whose planes are nets."""
        terms = []
        for k in range(max(map(len, rows))):
            present = [row[k] if k < len(row) else None for row in rows]
            term = self.take([None if t is None else (value, t[0]) for t in present])
            negative = [t is not None and t[1] != 1 for t in present]
            terms.append(self.negate(term, negative) if any(negative) else term)
        return self.add(m, name, terms)

    @abstractmethod
    def element_map(self, m: Module, name: str, element: Net, rows: Rows) -> Net:
        """A linear map from an element to an element, both in the encoding of the ports."""


class BinaryDigits(Digits):
    """Bits."""

    characteristic = 2
    suffixes = ("",)
    noun = "bits"

    def split(self, m: Module, name: str, element: Net) -> Vector:
        return Vector((element,))

    def join(self, m: Module, name: str, value: Vector) -> Expr:
        return value.planes[0]

    def add(self, m: Module, name: str, terms: Sequence[Vector]) -> Vector:
        return Vector((xor(*(term.planes[0] for term in terms)),))

    def negate(self, value: Vector, which: Sequence[bool]) -> Vector:
        return value

    def gate(self, enable: Expr, value: Vector) -> Vector:
        return Vector((gate(enable, value.planes[0]),))

    def products(
        self,
        m: Module,
        name: str,
        length: int,
        rows: Sequence[Mapping[int, tuple[Digit, Digit]]],
        chain: int,
    ) -> Vector:
        made: list[Expr] = []
        for i, row in enumerate(rows):
            low, high = min(row), max(row) + 1
            x, y = (self.take([row[c][k] if c in row else None for c in range(low, high)]) for k in (0, 1))
            product = m.wire(f"{name}_{i}", x.planes[0] & y.planes[0])
            made.append(concat(*_zeros(length - high), product, *_zeros(low)))
        return Vector((xor(*(xor(*(made[i] for i in pair)) for pair in _pairs(len(made)))),))

    def tables(self, products: int, sums: int, chain: int = 1) -> int:
        """A tree of n tables with 4 inputs takes 3 n + 1 inputs; a product is two."""
        return -(-(2 * products + sums - 1) // 3)

    def levels(self, products: int, sums: int, chain: int = 1) -> int:
        return math.ceil(math.log(max(2 * products + sums, 1), 4))

    def chain_tables(self, length: int, chain: int) -> int:
        return 0

    def split_tables(self, length: int) -> int:
        return 0

    def element_map(self, m: Module, name: str, element: Net, rows: Rows) -> Net:
        """One assignment a bit: sums of dozens of terms, as of a high power of Frobenius, fill a line."""
        return m.bits(name, [xor(*(element[i] for i, _ in row)) for row in rows])


class TernaryDigits(Digits):
    """Digits of F_3 as two planes: not zero, and negative (without meaning in a zero)."""

    characteristic = 3
    suffixes = ("_nz", "_neg")
    noun = "digits"

    def split(self, m: Module, name: str, element: Net) -> Vector:
        ones, twos = (m.wire(f"{name}_{k}", pick(_every_second(element, k - 1))) for k in (1, 2))
        return Vector((m.wire(f"{name}_nz", ones | twos), twos))

    def join(self, m: Module, name: str, value: Vector) -> Expr:
        nz, neg = self.named(m, f"{name}_joined", value).planes
        ones, twos = m.wire(f"{name}_1", nz & ~neg), m.wire(f"{name}_2", nz & neg)
        return pick([bit for i in range(value.length) for bit in ((ones, i), (twos, i))])

    def add(self, m: Module, name: str, terms: Sequence[Vector]) -> Vector:
        """A balanced tree; a term without a partner is added last, and is the first."""
        values, made = list(terms), 0
        while len(values) > 1:
            odd = len(values) % 2
            above = values[:odd]
            for i in range(odd, len(values), 2):
                above.append(self._sum(m, f"{name}_{made}", values[i], values[i + 1]))
                made += 1
            values = above
        return values[0]

    def _sum(self, m: Module, name: str, x: Vector, y: Vector) -> Vector:
        (x0, x1), (y0, y1) = (
            self.named(m, f"{name}_{side}", value).planes for side, value in (("x", x), ("y", y))
        )
        nz = (x0 ^ y0) | (x0 & ~(x1 ^ y1))
        neg = (x1 & ~y0) | (y1 & ~x0) | (x0 & y0 & ~(x1 | y1))
        return self.wire(m, name, Vector((nz, neg)))

    def negate(self, value: Vector, which: Sequence[bool]) -> Vector:
        nz, neg = value.planes
        return Vector((nz, neg ^ Const(value.length, sum(1 << i for i, w in enumerate(which) if w))))

    def gate(self, enable: Expr, value: Vector) -> Vector:
        nz, neg = value.planes
        return Vector((gate(enable, nz), neg))

    def products(
        self,
        m: Module,
        name: str,
        length: int,
        rows: Sequence[Mapping[int, tuple[Digit, Digit]]],
        chain: int,
    ) -> Vector:
        groups = [rows[i : i + chain] for i in range(0, len(rows), chain)]
        changes = _SignChanges(m, f"{name}_turn", groups)
        sums = [self._chain(m, f"{name}_{i}", length, group, changes) for i, group in enumerate(groups)]
        return self.add(m, f"{name}_sum", sums)

    def _chain(
        self,
        m: Module,
        name: str,
        length: int,
        rows: Sequence[Mapping[int, tuple[Digit, Digit]]],
        changes: _SignChanges,
    ) -> Vector:
        """The sums of the rows, each one product after the other; z, w, p, d as at the top of this file."""
        z: dict[int, Bit] = {}
        w: dict[int, Bit] = {}
        last: dict[int, tuple[Digit, Digit]] = {}
        for i, row in enumerate(rows):
            begun = sorted(c for c in row if c in last)
            fresh = sorted(c for c in row if c not in last)
            if begun:
                d = m.wire(
                    f"{name}_d{i}",
                    xor(
                        pick([_bit(row[c][0], 1) for c in begun]),
                        pick([_bit(last[c][0], 1) for c in begun]),
                        *changes.between([(row[c][1], last[c][1], c in w) for c in begun]),
                        *([pick([w.get(c) for c in begun])] if any(c in w for c in begun) else []),
                    ),
                )
                p = m.wire(f"{name}_p{i}", _nonzero([row[c] for c in begun]))
                before = m.wire(f"{name}_z{i}", pick([z[c] for c in begun]))
                after = m.wire(f"{name}_nz{i}", (p & ~(before & d)) | (~p & before))
                sign = m.wire(f"{name}_w{i}", (p & before) | (~p & d))
                z |= {c: (after, k) for k, c in enumerate(begun)}
                w |= {c: (sign, k) for k, c in enumerate(begun)}
            if fresh:
                first = m.wire(f"{name}_first{i}", _nonzero([row[c] for c in fresh]))
                z |= {c: (first, k) for k, c in enumerate(fresh)}
            last |= row
        ordered = [last.get(c) for c in range(length)]
        neg = [pick([None if xy is None else _bit(xy[k], 1) for xy in ordered]) for k in (0, 1)]
        if w:
            neg.append(pick([w.get(c) for c in range(length)]))
        return self.wire(m, name, Vector((pick([z.get(c) for c in range(length)]), xor(*neg))))

    def tables(self, products: int, sums: int, chain: int = 1) -> int:
        """Two for every sum of two digits; 3 k - 1 for a chain of k products."""
        if not products:
            return 2 * (sums - 1)
        return 3 * products + -(-products // chain) - 2 + 2 * sums

    def levels(self, products: int, sums: int, chain: int = 1) -> int:
        """One for a product or a sum of two, 2 k - 1 for a chain of k products."""
        chains = -(-products // chain)
        terms = max(chains + sums, 1)
        return (2 * min(chain, products) - 1 if products else 0) + math.ceil(math.log2(terms))

    def chain_tables(self, length: int, chain: int) -> int:
        return length - 1 if chain > 2 else 0

    def split_tables(self, length: int) -> int:
        return length

    def element_map(self, m: Module, name: str, element: Net, rows: Rows) -> Net:
        """Output digits with one term are wires."""
        summed = [i for i, row in enumerate(rows) if len(row) > 1]
        parts: dict[int, Bit] = {}
        for i, row in enumerate(rows):
            if len(row) == 1:
                ((digit, coefficient),) = row
                swap = coefficient != 1
                parts |= {2 * i + k: (element, 2 * digit + (k ^ swap)) for k in (0, 1)}
        if summed:
            used = sorted({digit for i in summed for digit, _ in rows[i]})
            place = {digit: k for k, digit in enumerate(used)}
            bits = [(element, 2 * digit + k) for digit in used for k in (0, 1)]
            digits = self.split(m, f"{name}_digits", m.wire(f"{name}_used", pick(bits)))
            inner = tuple(tuple((place[digit], c) for digit, c in rows[i]) for i in summed)
            total = self.linear_map(m, f"{name}_sum", digits, inner)
            net = m.wire(f"{name}_total", self.join(m, f"{name}_digit", total))
            parts |= {2 * i + b: (net, 2 * k + b) for k, i in enumerate(summed) for b in (0, 1)}
        return m.wire(name, pick([parts[i] for i in range(element.width)]))


class _SignChanges:
    """Differences of the sign bits of neighbouring digits, for all steps of chains that need them.

    They are needed where d would have five inputs: from the third product of a chain on.
    """

    def __init__(
        self, m: Module, name: str, groups: Sequence[Sequence[Mapping[int, tuple[Digit, Digit]]]]
    ) -> None:
        needed: dict[Net, set[int]] = {}
        for rows in groups:
            seen: dict[int, tuple[int, Digit]] = {}
            for row in rows:
                for c, (_, y) in row.items():
                    count, before = seen.get(c, (0, y))
                    if count > 1 and _neighbours(y, before):
                        needed.setdefault(_net(y[0].planes[1]), set()).add(y[1])
                    seen[c] = (count + 1, y)
        self._place: dict[Bit, Bit] = {}
        for i, (net, low) in enumerate(needed.items()):
            at = sorted(low)
            change = m.wire(f"{name}{i}", pick([(net, j) for j in at]) ^ pick([(net, j + 1) for j in at]))
            self._place |= {(net, j): (change, k) for k, j in enumerate(at)}

    def between(self, steps: Sequence[tuple[Digit, Digit, bool]]) -> list[Expr]:
        """Terms whose sum is the difference of signs of each two digits; True where the difference is
        shared.
        """
        shared = [late and _neighbours(y, before) for y, before, late in steps]
        terms: list[Sequence[Bit | None]] = [
            [self._place[_bit(y, 1)] if s else None for (y, _, _), s in zip(steps, shared, strict=True)],
            [None if s else _bit(y, 1) for (y, _, _), s in zip(steps, shared, strict=True)],
            [None if s else _bit(before, 1) for (_, before, _), s in zip(steps, shared, strict=True)],
        ]
        return [pick(bits) for bits in terms if any(bits)]


def digits_of(field: DigitField) -> Digits:
    """The digits of a field's characteristic."""
    return digits_over(field.characteristic)


def digits_over(characteristic: int) -> Digits:
    """The digits of F_2 or F_3."""
    return BinaryDigits() if characteristic == 2 else TernaryDigits()


def _net(plane: Expr) -> Net:
    assert isinstance(plane, Net)
    return plane


def _bit(digit: Digit, plane: int) -> Bit:
    vector, index = digit
    return _net(vector.planes[plane]), index


def _nonzero(products: Sequence[tuple[Digit, Digit]]) -> Expr:
    return pick([_bit(x, 0) for x, _ in products]) & pick([_bit(y, 0) for _, y in products])


def _neighbours(y: Digit, before: Digit) -> bool:
    return y[0] is before[0] and before[1] == y[1] + 1


def _every_second(net: Net, first: int) -> list[Bit]:
    return [(net, i) for i in range(first, net.width, 2)]


def _zeros(width: int) -> tuple[Expr, ...]:
    return (Const(width, 0),) if width > 0 else ()


def _pairs(rows: int) -> list[tuple[int, ...]]:
    """Rows of bit products two by two, the outermost pairs first.

    Two products of bits fill a 4-input table. Towards either end of a product the outer rows run out, and a
    row without its partner leaves two inputs free: first in the sum, it makes room there for the next two
    tables.
    """
    pairs = [tuple(range(i, min(i + 2, rows))) for i in range(0, rows, 2)]
    return [p for low, high in zip(pairs, reversed(pairs), strict=True) for p in (low, high)][: len(pairs)]
