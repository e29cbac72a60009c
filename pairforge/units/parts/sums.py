"""Sums over F_2 that share parts, as wires: what is needed, each once, one vector for each depth.

Imports the hardware layer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairforge.hdl import Expr, Module, xor


@dataclass(frozen=True, eq=False)
class Sum:
    """A sum of bits and of other sums, at least two."""

    terms: tuple[Node, ...]
    depth: int


Node = Expr | Sum


def add(terms: Sequence[Node]) -> Node:
    """The sum of one or more nodes."""
    if len(terms) == 1:
        return terms[0]
    return Sum(tuple(terms), 1 + max(t.depth if isinstance(t, Sum) else 0 for t in terms))


def emit(m: Module, name: str, nodes: Iterable[Node]) -> list[Expr]:
    """Wires for the nodes and all they need: vectors `<name>1`, `<name>2`, … by depth; returns the bits."""
    wanted = list(nodes)
    order: list[Sum] = []
    seen: set[int] = set()
    stack = [node for node in reversed(wanted) if isinstance(node, Sum)]
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            order.append(node)
            stack += [term for term in node.terms if isinstance(term, Sum)]
    made: dict[int, Expr] = {}

    def bit(node: Node) -> Expr:
        return made[id(node)] if isinstance(node, Sum) else node

    for depth in sorted({node.depth for node in order}):
        level = [node for node in order if node.depth == depth]
        vector = m.bits(f"{name}{depth}", [xor(*map(bit, node.terms)) for node in level])
        made |= {id(node): vector[i] for i, node in enumerate(level)}
    return [bit(node) for node in wanted]


def shared_pairs(rows: Sequence[Iterable[int]]) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """Pairs of inputs that several sums have in common, greedily the most frequent first (Paar 1997).

    `rows` holds the inputs of each sum. Returns the pairs, and the sums with pair k in the place of its two
    inputs as number n + k, n being one more than the largest input.
    """
    left = [set(row) for row in rows]
    first = 1 + max((max(row, default=-1) for row in left), default=-1)
    where: dict[tuple[int, int], set[int]] = {}
    for i, row in enumerate(left):
        for pair in itertools.combinations(sorted(row), 2):
            where.setdefault(pair, set()).add(i)
    pairs: list[tuple[int, int]] = []
    while where:
        best = min(where, key=lambda pair: (-len(where[pair]), pair))
        users = sorted(where.pop(best))
        if len(users) < 2:
            break
        new = first + len(pairs)
        pairs.append(best)
        for i in users:
            left[i] -= set(best)
            for old in best:
                for other in left[i]:
                    pair = (min(old, other), max(old, other))
                    where[pair].discard(i)
                    if not where[pair]:
                        del where[pair]
            for other in left[i]:
                where.setdefault((other, new), set()).add(i)
            left[i].add(new)
    return pairs, [sorted(row) for row in left]
