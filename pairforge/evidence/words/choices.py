"""Words that are chosen between: by which bits, and which words these are.

What is found here is where to look. Nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.evidence.words.graph import CHOICE, Bitwise, Function, Graph, Piece, Sum, Word, word_of


def selects(graph: Graph, words: Sequence[Word]) -> list[int]:
    """The functions by which words choose, and their sums a constant, the ones nearest to them first."""
    found: dict[int, None] = {}
    seen: set[int] = set()
    todo = [piece for word in words for piece in word]
    while todo:
        piece = todo.pop(0)
        node = None if piece.node is None else graph.nodes[piece.node]
        if isinstance(node, Function):
            found[node.number] = None
        if piece.node is None or piece.node in seen:
            continue
        seen.add(piece.node)
        if isinstance(node, Bitwise):
            for each in node.arguments:
                if each.node is not None and (each.spread or chooses(node, each)):
                    found[graph.function_of((each.node, each.low))] = None
                else:
                    todo.append(each)
        if isinstance(node, Sum):
            todo += [p for p in word_of([node.carry]) if p.width == 1 and _is_sum(graph, p)]
            for word in (node.x, node.y):
                bits = [p for p in word if p.node is not None]
                if all(p.spread or p.width == 1 for p in bits):
                    found |= dict.fromkeys(graph.function_of((p.node or 0, p.low)) for p in bits)
    return list(found)


def signed(graph: Graph, word: Word) -> list[tuple[Word, Piece]]:
    """Each of both words that a word is chosen from by one bit, with this bit above it, and the bit."""
    found: list[tuple[Word, Piece]] = []
    nodes = [None if piece.node is None else graph.nodes[piece.node] for piece in word]
    for place in (0, 1):
        parts: list[Piece] = []
        chosen: dict[Piece, None] = {}
        for piece, node in zip(word, nodes, strict=True):
            if not isinstance(node, Bitwise) or node.table != CHOICE or piece.spread:
                return []
            each, select = node.arguments[place], node.arguments[2]
            if each.spread or not (select.spread or node.width == 1):
                return []
            low = each.low if each.node is None else each.low + piece.low
            if each.node is None:
                low = each.low >> piece.low & (1 << piece.width) - 1
            parts.append(Piece(each.node, low, piece.width))
            chosen[Piece(select.node, select.low, 1)] = None
        if len(chosen) == 1:
            (bit,) = chosen
            found.append(((*parts, bit), bit))
    return found


def chooses(node: Bitwise, argument: Piece) -> bool:
    """Whether an argument of a single bit is what a selection goes by."""
    return node.width == 1 and node.table == CHOICE and argument == node.arguments[2]


def _is_sum(graph: Graph, piece: Piece) -> bool:
    return piece.node is not None and isinstance(graph.nodes[piece.node], Sum)
