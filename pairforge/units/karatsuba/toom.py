"""Three-way multiplication over F_2 with five products instead of six: evaluation and interpolation.

Polynomials of up to 3 L coefficients are cut into thirds, a = a_0 + a_1 X + a_2 X^2 with X = x^L, and
multiplied as polynomials in X by their values at five points: 0, 1, x, x + 1 and infinity. F_2 has too few
points; the two others are polynomials, so that values grow by a coefficient or two and interpolation divides
by x (x + 1). Bodrato (WAIFI 2007) uses these points in software. Here everything is linear in single bits and
counted in 4-input tables, which leads to other formulas. With the products c_0 at 0, e at 1, u at x, v at
x + 1 and c_4 at infinity, and

    F = (u + e) / (x + 1),   G = (v + c_0) / (x + 1),   H = (u + v) / x + (x^2 + x) c_4

(the divisions by x + 1 are exact, coefficients of x^-1 cancel), the product is c_0 + c_1 X + … + c_4 X^4 with

    c_1 = e + c_0 + G / x + H,   c_2 = c_4 + F / x + H,   c_3 = (F + G) / x.

A quotient by x + 1 is a running sum. Sums of two steps are made first, then sums of four of those and so on,
and every running sum joins at most one finished one and three of these: five tables for three steps.

The functions are written over any kind of node with a function that adds nodes, so that hardware and area
model are one text. Imports nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
Add = Callable[[list[T]], T]
Terms = list[list[T]]
"""A vector of sums not yet made: the terms of each."""


def points(operand: Sequence[T], third: int, add: Add[T]) -> tuple[list[T], list[T], list[T]]:
    """Values of an operand at 1, x and x + 1; those at 0 and infinity are its first and last third."""
    a0, a1, a2 = operand[:third], operand[third : 2 * third], operand[2 * third :]
    at_1 = [add(_at((a0, i), (a1, i), (a2, i))) for i in range(third)]
    length = max(third + 1, len(a2) + 2)
    at_x = [add(_at((a0, i), (a1, i - 1), (a2, i - 2))) for i in range(length)]
    # (x + 1)^2 = x^2 + 1: the value at x, and a_1 + a_2.
    at_x1 = [add(_at((at_x, i), (a1, i), (a2, i))) for i in range(length)]
    return at_1, at_x, at_x1


@dataclass(frozen=True)
class Interpolation(Generic[T]):
    """Interpolation half done: the five products, and of each running sum its sums of two steps (`pairs`)
    and its values at every eighth step (`heads`). There are two for F and two for G, from either end.
    """

    products: tuple[list[T], ...]
    pairs: tuple[list[T], ...]
    heads: tuple[list[T], ...]

    @classmethod
    def of(cls, products: Sequence[list[T]], add: Add[T]) -> Interpolation[T]:
        """From the products at 0, 1, x, x + 1 and infinity, lowest coefficient first."""
        pairs = tuple(
            [add(steps[i] + steps[i + 1]) for i in range(0, len(steps) - 1, 2)] for steps in _steps(products)
        )
        heads = tuple([node for sums in _before(_groups(row, add), add) for node in sums] for row in pairs)
        return cls(tuple(products), pairs, heads)

    def behind(self, register: Callable[[list[T]], list[T]], third: int, length: int) -> Interpolation[T]:
        """The same behind registers: those nodes that `product` needs, in the order that `register` gets and
        returns them.
        """
        rows = (*self.products, *self.pairs, *self.heads)
        places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
        marked = _split([frozenset([place]) for place in places], rows)
        sums = marked.product(third, length, lambda sets: frozenset().union(*sets))
        needed = frozenset().union(*(place for terms in sums for place in terms))
        kept = register([rows[i][j] for i, j in places if (i, j) in needed])
        new = iter(kept)
        return _split([next(new) if (i, j) in needed else rows[i][j] for i, j in places], rows)

    def product(self, third: int, length: int, add: Add[T]) -> Terms[T]:
        """The terms of each of the `length` coefficients of the product of thirds of `third`."""
        c0, e, u, v, c4 = self.products
        up_f, down_f, up_g, down_g = (
            _running(steps, pairs, heads, add)
            for steps, pairs, heads in zip(_steps(self.products), self.pairs, self.heads, strict=True)
        )
        count = len(c0)
        f = [*up_f, *reversed(down_f)][1 : count + 1]
        g = [*up_g, *reversed(down_g)][1 : count + 1]
        h = [add(_at((u, i + 1), (v, i + 1), (c4, i - 1), (c4, i - 2))) for i in range(count)]
        terms: Terms[T] = [[] for _ in range(length)]
        for place, rows in enumerate(((c0,), (e, c0, g, h), (c4, f, h), (f, g), (c4,))):
            for row in rows:
                for i, node in enumerate(row):
                    if place * third + i < length:  # what is beyond cancels
                        terms[place * third + i].append(node)
        return terms


def _split(nodes: Sequence[T], rows: Sequence[Sequence[object]]) -> Interpolation[T]:
    """Nodes one after the other as the vectors that `rows` are."""
    left = iter(nodes)
    vectors = [[next(left) for _ in row] for row in rows]
    return Interpolation(tuple(vectors[:5]), tuple(vectors[5:9]), tuple(vectors[9:]))


def shifted(product: Sequence[T], over: Sequence[T], third: int) -> Terms[T]:
    """The terms of each coefficient of `product` + x^third `over`."""
    length = max(len(product), third + len(over))
    return [_at((product, i), (over, i - third)) for i in range(length)]


def _at(*vectors: tuple[Sequence[T], int]) -> list[T]:
    """The coefficients asked for of vectors, where there are such."""
    return [vector[i] for vector, i in vectors if 0 <= i < len(vector)]


def _steps(products: Sequence[list[T]]) -> Iterator[Terms[T]]:
    """The steps of each running sum: for F and for G from below to the middle, then from above.

    Coefficient i of a quotient by x + 1 is the sum of the steps up to i, or of those above i.
    """
    c0, e, u, v, _ = products
    for first, second in ((u, e), (v, c0)):
        steps = [_at((first, i), (second, i)) for i in range(len(first))]
        half = len(steps) // 2
        yield steps[:half]
        yield steps[:half:-1]


def _groups(nodes: list[T], add: Add[T]) -> list[T]:
    """Sums of four nodes each; what is left over is left out."""
    return [add(nodes[i : i + 4]) for i in range(0, len(nodes) - 3, 4)]


def _before(nodes: list[T], add: Add[T]) -> Terms[T]:
    """Sums of the first 0, 1, 2, … nodes, each as no node or one."""
    groups = _groups(nodes, add)
    heads = _before(groups, add) if groups else [[]]
    return _between(nodes, heads, add)


def _between(nodes: list[T], heads: Terms[T], add: Add[T]) -> Terms[T]:
    """The same from every fourth of them."""
    found: Terms[T] = [[]]
    for i in range(1, len(nodes) + 1):
        terms = [*heads[i // 4], *nodes[i - i % 4 : i]]
        found.append([add(terms)] if i % 4 else terms)
    return found


def _running(steps: Terms[T], pairs: list[T], heads: list[T], add: Add[T]) -> list[T]:
    """Sums of the first 1, 2, 3, … steps."""
    before = _between(pairs, [[], *([head] for head in heads)], add)
    return [
        before[(i + 1) // 2][0] if i % 2 else add([*before[i // 2], *step]) for i, step in enumerate(steps)
    ]
