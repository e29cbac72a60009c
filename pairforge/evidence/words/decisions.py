"""Proofs of decisions on integers: selection by a bit, bits moved, xor, comparisons.

Selections, moves and xor are functions of bits: each bit of the result is shown to be the right one. Whether
a < b is the carry of a sum, by its bounds for either value of it. Whether a = b is that no bit of some words
is 1, which side by side are a - b modulo 2^n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairforge.errors import CheckError
from pairforge.evidence.words.boolean import FALSE, TRUE
from pairforge.evidence.words.graph import Bit, Graph, Nonzero, Sum, bit_of_variable, bits_of, word_of
from pairforge.evidence.words.integers import Integers
from pairforge.evidence.words.polynomials import Polynomial, added
from pairforge.program.decisions import LESS, Move


def prove_decision(
    graph: Graph, attribute: int | None, operands: Sequence[Sequence[Bit]], result: Sequence[Bit], p: int
) -> Mapping[str, int]:
    """Prove what a unit of kind `logic` gives, for operands below p; how much was looked at.

    Raises CheckError, one line, where it is another result.
    """
    n = p.bit_length()
    if attribute is not None and attribute < 0:
        if any(bit != 0 for bit in result[1:]):
            raise CheckError("a comparison gives more than a bit")
        prove = _less if attribute == LESS else _equal
        prove(graph, operands[0], operands[1], result[0], p)
        return {"bits": 1}
    zeros: list[Bit] = [0] * n
    choice = graph.functions.choice
    functions = [[graph.bit_function(bit) for bit in bits] for bits in operands]
    if attribute is None:
        wanted = [choice(a, choice(b, FALSE, TRUE), b) for a, b in zip(*functions[:2], strict=True)]
        wanted[-1] = FALSE  # without the highest bit, so that it is below p
    elif Move.is_meant(attribute):
        move = Move.of(attribute)
        moved = list(operands[0][move.places :])
        if move.width:
            kept = move.width - move.places
            moved = [*operands[0][kept : move.width], *operands[0][:kept]]
        wanted = [graph.bit_function(bit) for bit in [*moved, *zeros][:n]]
    else:
        select = functions[0][attribute] if attribute < n else FALSE
        wanted = [choice(select, b, c) for b, c in zip(*functions[1:3], strict=True)]
    for place, (bit, function) in enumerate(zip(result, wanted, strict=True)):
        if graph.bit_function(bit) != function:
            raise CheckError(f"bit {place} of the result is another function of the operands")
    return {"bits": n}


def _less(graph: Graph, a: Sequence[Bit], b: Sequence[Bit], said: Bit, p: int) -> None:
    """Whether a < b: not the carry c of a - b + 2^n.

    f c = s (a - b) + r: where c is 0, a - b is below 0, where it is 1, not.
    """
    carry = graph.not_(said)
    integers = Integers(
        graph, [word_of([carry]), word_of(a), word_of(b)], dict.fromkeys(("a0", "b0"), (0, p - 1))
    )
    system = integers.system
    monomials = [*integers.bit(carry)]
    relation = system.relation[monomials[0][0]] if len(monomials) == 1 and monomials[0] else None
    if relation is None:
        raise CheckError("a comparison is not by the carry of a sum")
    ((integer,),) = monomials
    factor = next(f for f, i in relation.parts if i == integer) << integers.room
    *_, made = system.highest({(integer,): factor})
    difference = added(integers.operand("a0"), integers.operand("b0"), -1)
    times = max(made.get(monomial, 0) for monomial in difference)
    low, high = system.bounds(added(made, difference, -times))
    if times <= 0 or low <= 0 or high > factor:
        raise CheckError("no proof that a comparison is right")


def _equal(graph: Graph, a: Sequence[Bit], b: Sequence[Bit], said: Bit, p: int) -> None:
    """Whether a = b: no bit of a - b is 1."""
    functions = graph.functions
    differs = functions.choice(graph.function_of(said), FALSE, TRUE)
    bits: list[tuple[int, int]] = []
    any_ = FALSE
    for variable in functions.support(differs):
        node, place = bit_of_variable(variable)
        made = graph.nodes[node]
        some: list[Bit] = [(node, place)]
        if isinstance(made, Nonzero):
            some = [bit for piece in made.x for bit in bits_of(piece)]
        bits += [bit for bit in some if isinstance(bit, tuple)]
        any_ = functions.choice(functions.variable(variable), TRUE, any_)
    if any_ != differs:
        raise CheckError("whether operands are equal is not whether bits are zero")
    word = sorted(set(bits), key=lambda bit: (_depth(graph, bit[0]), bit[1]))
    integers = Integers(
        graph, [word_of(word), word_of(a), word_of(b)], dict.fromkeys(("a0", "b0"), (0, p - 1))
    )
    difference = added(integers.word(word_of(a)), integers.word(word_of(b)), -1)
    left: Polynomial = integers.system.lowest(added(integers.word(word_of(word)), difference, -1))
    if len(word) < len(a) or any(c & (1 << len(word)) - 1 for c in left.values()):
        raise CheckError("no proof that a comparison is right")


def _depth(graph: Graph, node: int) -> int:
    """How many sums pass their carry to a sum, one to the other."""
    depth = 0
    while isinstance(made := graph.nodes[node], Sum) and isinstance(made.carry, tuple):
        node, depth = made.carry[0], depth + 1
    return depth
