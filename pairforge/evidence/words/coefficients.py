"""Proofs of units on polynomials in the seed u of a Barreto-Naehrig prime p.

An element is the value at u of five coefficients in two's complement, between the bounds of its field. Words
of the netlist are integers with signs (`signed`). Of each coefficient of a result it is shown that it is
between these bounds, and of all together that their value is congruent modulo p to what it should be. What
depends on more than operands is refused, so the result is a function of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.graph import Graph, refuse, word_of
from pairforge.evidence.words.polynomials import Monomial, Polynomial, added
from pairforge.evidence.words.ranges import is_multiple, is_within
from pairforge.evidence.words.signed import Signed
from pairforge.evidence.words.unrolled import Controls, Unrolled
from pairforge.evidence.words.values import Value
from pairforge.units.parts.signs import sign_of
from pairforge.units.polynomial import (
    PolynomialAdder,
    PolynomialConverter,
    PolynomialMontgomery,
    SeedPolynomials,
)
from pairforge.units.polynomial.converter import LEAVE
from pairforge.units.polynomial.field import COEFFICIENTS, SIZE

PolynomialUnit = PolynomialAdder | PolynomialConverter | PolynomialMontgomery
"""The units of which there are proofs here."""


@dataclass(frozen=True)
class Parts:
    """What the word of a port is cut into, the lowest part first.

    Attributes
    ----------
    widths: bits of each.
    ends: the least and the greatest value of each; below 0 where it is in two's complement.
    weights: the element is the sum of parts, each times its weight.
    """

    widths: Sequence[int]
    ends: Sequence[tuple[int, int]]
    weights: Sequence[int]


def prove_coefficients(
    netlist: Netlist,
    unit: PolynomialUnit,
    attribute: int | None,
    operation: Operation,
    controls: Controls,
    output: str,
) -> Mapping[str, int]:
    """Prove what an operation gives, for all operands between their bounds; how much was looked at.

    Raises CheckError, one line, where no proof is found.
    """
    taken, made = operand_of(unit, attribute), result_of(unit, attribute)
    graph = Graph()
    unrolled = Unrolled(netlist, dict.fromkeys(unit.operands, taken.widths), controls, graph)
    bits = unrolled.bits(netlist.outputs[output], operation.delay)
    if len(bits) != sum(made.widths):
        raise refuse(f"a result of {len(bits)} bits")
    places = itertools.pairwise(itertools.accumulate(made.widths, initial=0))
    words = [word_of(bits[low:high]) for low, high in places]
    ends = {f"{port}{i}": end for port in unit.operands for i, end in enumerate(taken.ends)}
    signed = Signed(graph, words, ends)
    elements = [
        sum(
            (
                weight * Value(signed.system, signed.operand(f"{port}{i}"))
                for i, weight in enumerate(taken.weights)
            ),
            Value(signed.system, {}),
        )
        for port in unit.operands
    ]
    formula, radix = _formula(unit, attribute)
    target = formula(*elements).polynomial
    total: Polynomial = {}
    for word, width, (low, high), weight in zip(words, made.widths, made.ends, made.weights, strict=True):
        value = signed.word(word)
        if low < 0:
            integer = signed.congruent(value, width)
        else:
            integer = _meeting(signed.system.lowest(value), target, 1 << width, unit.field.p)
        if not is_within(signed, integer, low, high):
            raise CheckError("a part of the result may be out of its bounds")
        total = added(total, integer, radix * weight)
    if not is_multiple(signed, added(total, target, -1), unit.field.p):
        raise CheckError("no proof that the result is congruent to what it should be")
    return {"words": len(graph.nodes), "integers": len(signed.system.low)}


def operand_of(unit: PolynomialUnit, attribute: int | None) -> Parts:
    """Each operand: coefficients; of what enters an integer of as many bits as p, whatever is above it."""
    if isinstance(unit, PolynomialConverter) and attribute != LEAVE:
        bits = unit.field.p.bit_length()
        rest = unit.field.width - bits
        return Parts([bits, rest], [(0, (1 << bits) - 1), (0, (1 << rest) - 1)], [1, 0])
    return _coefficients(unit.field)


def result_of(unit: PolynomialUnit, attribute: int | None) -> Parts:
    """The result: coefficients; of what leaves the integer from 0 to p - 1."""
    if isinstance(unit, PolynomialConverter) and attribute == LEAVE:
        bits = unit.field.p.bit_length()
        return Parts([bits, unit.field.width - bits], [(0, unit.field.p - 1), (0, 0)], [1, 0])
    return _coefficients(unit.field)


def _coefficients(field: SeedPolynomials) -> Parts:
    ends = [(-field.low, field.low)] * (COEFFICIENTS - 1) + [(-field.top, field.top)]
    return Parts([SIZE] * COEFFICIENTS, ends, [field.u**i for i in range(COEFFICIENTS)])


def _formula(unit: PolynomialUnit, attribute: int | None) -> tuple[Callable[..., Value], int]:
    """What the result is of the elements that operands are, and by which number it is multiplied then."""
    match unit:
        case PolynomialMontgomery():
            return (lambda a, b: a * b), unit.radix
        case PolynomialAdder():
            return (lambda a, b: a + sign_of(attribute) * b), 1
        case PolynomialConverter():
            return (lambda a: a), 1


def _meeting(
    p: Mapping[Monomial, int], target: Mapping[Monomial, int], size: int, modulus: int
) -> Polynomial:
    """What is congruent to p modulo `size`, and if it may be to the target modulo p: of each coefficient the
    least one, or the one next to it.
    """
    found = {}
    for monomial, coefficient in p.items():
        least = (coefficient + size // 2) % size - size // 2
        wanted = target.get(monomial, 0)
        near = (c for c in (least, least - size, least + size) if (c - wanted) % modulus == 0)
        found[monomial] = next(near, least)
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}
