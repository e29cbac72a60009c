"""Proofs that a unit over a large prime computes its function, in the cycle that its contract says.

The netlist is that which Yosys reads. It is followed backwards over the cycles of one operation (`unrolled`),
its words become integers (`integers`), and each part of the result is shown to be what it should be
(`residues`). Where words have digits, that is done for each way in which they pass (`passing`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.almost_inverse import Passes, prove_almost_inversion
from pairforge.evidence.words.coefficients import prove_coefficients
from pairforge.evidence.words.collected import prove_collected
from pairforge.evidence.words.compression import prove_compression
from pairforge.evidence.words.decisions import prove_decision
from pairforge.evidence.words.divsteps import ENOUGH, Rounds, prove_inversion
from pairforge.evidence.words.every_case import are_few, check_every_case
from pairforge.evidence.words.formulas import Meaning, Result, meaning_of
from pairforge.evidence.words.graph import Bit, Graph, Word, word_of
from pairforge.evidence.words.integers import Integers
from pairforge.evidence.words.networks import with_sums
from pairforge.evidence.words.passing import passings_of
from pairforge.evidence.words.recipes import recipe_of
from pairforge.evidence.words.residues import FAR, NEAR, Claim, check
from pairforge.evidence.words.shared import prove_shared
from pairforge.evidence.words.stages import prove_in_stages
from pairforge.evidence.words.unrolled import Unrolled
from pairforge.evidence.words.values import Value
from pairforge.units.base import Unit
from pairforge.units.in_digits.base import DigitUnit
from pairforge.units.in_digits.whole import SerialMontgomery, WholeWords
from pairforge.units.inverter import Inverter
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.logic import Logic
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.montgomery import Montgomery
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import DigitPipeline
from pairforge.units.montgomery_sums import MontgomerySums
from pairforge.units.parts.networks import RIPPLE, SELECT
from pairforge.units.parts.shared_inverter import SharedInverter
from pairforge.units.polynomial import PolynomialAdder, PolynomialConverter, PolynomialMontgomery
from pairforge.units.quadratic.inverter import QuadraticInverter
from pairforge.units.quadratic.multiplier import QuadraticMultiplier
from pairforge.units.sha256 import Sha256

_FOUND = frozenset(
    (
        "lift",
        "modular-adder",
        "modular-adder-pipelined",
        "modular-sum-pipelined",
        "montgomery",
        "montgomery-dot",
        "montgomery-pipelined",
        "montgomery-sums",
        "product-pipelined",
        "quadratic-adder",
        "quadratic-multiplier",
        "reducer-pipelined",
        "sum",
        "wide-adder-pipelined",
    )
)
"""The kinds of units, inverters aside, of which proofs are found, where carries go through words."""

_FOUND_IN_DIGITS = frozenset(("modular-adder in digits", "sum in digits"))
"""The kinds that have a form of their own where words have digits, of which proofs are found."""

_FOUND_SELECT = frozenset(("modular-adder-pipelined", "montgomery-pipelined"))
"""The kinds of which proofs are found where carries go through a network over the chunks of words."""

_OF_POLYNOMIALS = PolynomialAdder, PolynomialConverter, PolynomialMontgomery
"""The units on polynomials in the seed of p."""

_OF_ROWS, _OF_SPLIT_ROWS = 381, 130
"""The most bits of a product whose rows are added up by such a network, and of one that is made of three by
Karatsuba's identity: beyond, no proof is found, or not always.
"""

_SEPARATE = 128
"""The most bits with digits in accumulators of their own: beyond them a proof takes minutes."""

_MORE_DIGITS = 2
"""How many digits a factor has more, at least, than its digits have bits too many."""

_OF_WORDS = 4
"""The fewest bits of the words that a sum is made of, one after the other."""

_OF_SUMS = 381
"""The most bits where sums are factors: no proof of more was tried."""


@dataclass(frozen=True)
class Proof:
    """That one operation of a unit computes its function for all operands.

    `facts`: how much was looked at, in words.
    """

    facts: Mapping[str, int]
    assumes: Sequence[str]
    seconds: float


def is_covered(unit: Unit, attribute: int | None) -> bool:
    """Whether a proof is found for an operation of a unit that is right."""
    if isinstance(unit, DigitUnit):
        return unit.kind in _FOUND_IN_DIGITS or is_covered(unit.unit, attribute)
    if isinstance(unit, SharedInverter):
        return is_covered(unit.inverter, None) and is_covered(unit.multiplier, None)
    if _inverter_of(unit) is not None or isinstance(unit, (Logic, Sha256, *_OF_POLYNOMIALS)):
        return True
    if isinstance(unit, Inverter):  # a p of ones alone needs no register that says to take it off
        return unit.field.p + 1 != unit.radix
    found = unit.kind in _FOUND
    if getattr(unit, "network", RIPPLE) == SELECT:
        found = unit.kind in _FOUND_SELECT
    if isinstance(unit, ModularAdder):
        found &= unit.size >= _OF_WORDS or are_few([unit.field.p] * len(unit.operands))
    if isinstance(unit, DigitPipeline):
        digits, more = -(-unit.prime.width // unit.every), _more(unit)
        found &= unit.prime.width <= _most_bits(unit) and (not more or digits >= more + _MORE_DIGITS)
    return found and meaning_of(unit, attribute) is not None


def _most_bits(unit: DigitPipeline) -> float:
    """The most bits of p with which a proof is found for a product in F_p; 0 for none."""
    if getattr(unit, "network", RIPPLE) == SELECT:
        if unit.every > 1:
            return 0
        return _OF_SPLIT_ROWS if unit.depth else _OF_ROWS
    if unit.every == 1:
        return _OF_SUMS if isinstance(unit, (MontgomerySums, QuadraticMultiplier)) else inf
    if isinstance(unit, (MontgomerySums, MontgomeryDot)):
        return 0
    if unit.integrated:
        return inf
    return 0 if isinstance(unit, QuadraticMultiplier) else _SEPARATE


def prove_operation(
    netlist: Netlist, unit: Unit, attribute: int | None, operation: Operation, output: str = "y"
) -> Proof:
    """Prove what `operation` gives at `output`, for operands from 0 to p - 1 and anything before and after.

    Raises CheckError, one line, where no proof is found: the unit is wrong, or beyond the method.
    """
    began = time.perf_counter()
    try:
        facts, assumes = _found(netlist, unit, attribute, operation, output)
    except CheckError as error:
        raise CheckError(f"{netlist.top}: {error}") from None
    return Proof(facts, assumes, time.perf_counter() - began)


def _found(
    netlist: Netlist, unit: Unit, attribute: int | None, operation: Operation, output: str
) -> tuple[Mapping[str, int], Sequence[str]]:
    """How much was looked at, and what it takes for granted."""
    assumed: dict[str, None] = {}
    counted: dict[str, int] = {}

    def inside(inner: Netlist, of: Unit, asked: Operation) -> None:
        facts, assumes = _found(inner, of, attribute, asked, "y")
        assumed.update(dict.fromkeys(assumes))
        counted.update(facts)

    if isinstance(unit, WholeWords) and not isinstance(unit, SerialMontgomery):
        ways = prove_collected(netlist, unit, attribute, operation, output, inside)
        return {**counted, **ways}, list(assumed)
    if isinstance(unit, SharedInverter):
        ways = prove_shared(netlist, unit, operation, inside)
        return {**counted, **ways}, list(assumed)
    if isinstance(unit, (ModularAdder, Montgomery, Inverter)):
        netlist = with_sums(netlist)
    inverter, meaning = _inverter_of(unit), meaning_of(unit, attribute)
    if inverter is not None:
        length = operation.step * inverter.cycles
        rounds = Rounds(inverter.field.p, inverter.stride, inverter.iterations, length)
        return prove_inversion(netlist, rounds, operation), [ENOUGH]
    if isinstance(unit, Inverter):
        passes = Passes(unit.field.p, unit.core, unit.words, unit.steps, unit.pass_cycles, unit.part > 0)
        return prove_almost_inversion(netlist, passes, operation), []
    if isinstance(unit, (Logic, Sha256)):
        return _by_bits(netlist, unit, attribute, operation, output), []
    if isinstance(unit, _OF_POLYNOMIALS):
        (passing,) = passings_of(netlist, unit, operation)
        return prove_coefficients(netlist, unit, attribute, operation, passing.controls, output), []
    if meaning is None:
        raise CheckError(f"no formula for the operations of a unit of kind {unit.kind}")
    recipe = recipe_of(unit, attribute)
    if recipe is not None:
        (passing,) = passings_of(netlist, unit, operation)
        ports = dict(zip(unit.operands, meaning.operands, strict=False))
        return prove_in_stages(netlist, ports, passing.controls, operation, meaning, recipe, output), []
    return _in_every_way(netlist, unit, meaning, operation, output), []


def _inverter_of(unit: Unit) -> DivstepInverter | None:
    """The inverter by division steps that a unit is, of elements of F_p or of real parts."""
    return (
        unit
        if isinstance(unit, DivstepInverter)
        else unit.inner
        if isinstance(unit, QuadraticInverter)
        else None
    )


def _in_every_way(
    netlist: Netlist, unit: Unit, meaning: Meaning, operation: Operation, output: str
) -> Mapping[str, int]:
    """A proof for each way in which the operation may pass; one for all that make the same of operands."""
    proven: list[object] = []
    facts: dict[str, int] = {}
    for passing in passings_of(netlist, unit, operation):
        graph = Graph()
        ports = dict(zip(unit.operands, meaning.operands, strict=False))
        unrolled = Unrolled(netlist, ports, passing.controls, graph, passes=passing.operands)
        wires = netlist.outputs[output]
        bits = [bit for cycle in passing.results for bit in unrolled.bits(wires, cycle)]
        made = bits, graph.content
        if made not in proven:
            proven.append(made)
            for name, count in _proven(unit, meaning, graph, unrolled.parts, bits).items():
                facts[name] = facts.get(name, 0) + count
    return facts


def _proven(
    unit: Unit, meaning: Meaning, graph: Graph, parts: Mapping[str, Sequence[str]], bits: Sequence[Bit]
) -> Mapping[str, int]:
    """That the bits of a graph are the result; `parts`: of each operand, by name."""
    words, place = [], 0
    for result in meaning.results:
        words.append(word_of(bits[place : place + result.width]))
        place += result.width
    orders = {
        name: order for names, order in zip(parts.values(), meaning.orders, strict=True) for name in names
    }
    try:
        return _by_integers(unit, meaning, graph, orders, words)
    except CheckError:
        if not (_is_far(unit) and are_few(orders.values())):  # in short words there is little to go by
            raise
    cases = check_every_case(graph, words, meaning.results, orders)
    return {"words": len(graph.nodes), "cases": cases}


def _by_integers(
    unit: Unit, meaning: Meaning, graph: Graph, orders: Mapping[str, int], words: Sequence[Word]
) -> Mapping[str, int]:
    """That words of a graph are the results; `orders`: of the parts of operands, by name."""
    ends = {name: (0, order - 1) for name, order in orders.items()}
    constants = [n for result in meaning.results for n in _constants(result)]
    integers = Integers(graph, words, ends, list(dict.fromkeys(constants)))
    values = [Value(integers.system, integers.operand(name)) for name in ends]
    cases = 0
    more = _more(unit)
    for word, result in zip(words, meaning.results, strict=True):
        target = result.formula(*values).polynomial
        claim = Claim(word, target, result.modulus, result.shift + more, more)
        cases += check(integers, claim, FAR if _is_far(unit) else NEAR)
    return {"words": len(graph.nodes), "integers": len(integers.system.low), "cases": cases}


def _by_bits(
    netlist: Netlist, unit: Logic | Sha256, attribute: int | None, operation: Operation, output: str
) -> Mapping[str, int]:
    """A function of bits; `operation` says how many operands are read."""
    graph = Graph()
    read = unit.operands[: operation.reads]
    widths = [unit.field.width]
    (passing,) = passings_of(netlist, unit, operation)
    unrolled = Unrolled(netlist, dict.fromkeys(read, widths), passing.controls, graph)
    result = unrolled.bits(netlist.outputs[output], operation.delay)
    operands = [unrolled.bits(netlist.inputs[name], 0) for name in read]
    if isinstance(unit, Sha256):
        return prove_compression(graph, operands, result)
    return prove_decision(graph, attribute, operands, result, unit.field.p)


def _constants(result: Result) -> Sequence[int]:
    """The numbers by which a reduction multiplies: p and -1/p modulo R."""
    if not result.shift:
        return ()
    return result.modulus, pow(-result.modulus, -1, 1 << result.shift)


def _is_far(unit: Unit) -> bool:
    """Whether three rows are brought down to two in it, so that its words are in many parts."""
    return unit.kind == "modular-adder" or getattr(unit, "network", RIPPLE) == SELECT


def _more(unit: Unit) -> int:
    """Bits that the digits of a factor have too many: how far the other one is moved up."""
    if isinstance(unit, DigitUnit):
        return _more(unit.unit)
    if not isinstance(unit, DigitPipeline):
        return 0
    return -unit.prime.width % unit.every
