"""Proofs of units in stages: words inside of a unit are proven one after the other, each from those before.

A word inside stands for an integer x: it is congruent to x modulo 2^width. Of x it is shown what it is modulo
p, 2^k x = formula of operands and of such integers before it, and bounds. In later stages the netlist is cut
there: the word may be anything that is congruent to an integer between these bounds.

Names of wires say where these words are, and in which cycle. That is a hint, nothing follows from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.cut import wires_called
from pairforge.evidence.words.formulas import Formula, Meaning
from pairforge.evidence.words.graph import Bit, Graph, refuse, word_of
from pairforge.evidence.words.integers import Integers
from pairforge.evidence.words.polynomials import System
from pairforge.evidence.words.residues import NEAR, Claim, check, ends
from pairforge.evidence.words.unrolled import Controls, Unrolled
from pairforge.evidence.words.values import Value


@dataclass(frozen=True)
class Wires:
    """`width` bits of a net from `low` on, or of the block that is called like it.

    `before`: so many cycles before the result is there; None: in the only cycle in which it uses them.
    """

    net: str
    low: int
    width: int
    before: int | None = None


@dataclass(frozen=True)
class Stage:
    """A word inside: 2^`shift` times it is `formula` of what it `reads`, modulo p; exactly, where `exact`.

    Attributes
    ----------
    reads: parts of operands as `a0`, or stages before it, by name.
    stem: what its wires are called, but for a number of each chunk; each has a bit more at both ends.
    width: how many bits of them it has, `lowest` or the highest ones.
    use: of how many times that these wires are used for it, which one.
    wires: where it is, the lowest bits first; empty where `stem` says that.
    """

    name: str
    reads: Sequence[str]
    formula: Formula
    stem: str = ""
    width: int = 0
    shift: int = 0
    exact: bool = False
    lowest: bool = False
    use: tuple[int, int] = (0, 1)
    wires: Sequence[Wires] = ()


@dataclass(frozen=True)
class Digits:
    """The digits of a word inside or of an operand, of `size` bits each, as integers of their own: `name` and
    their number.
    """

    name: str
    of: str
    size: int
    count: int

    @property
    def names(self) -> list[str]:
        """Of all of them, the lowest first."""
        return [f"{self.name}{i}" for i in range(self.count)]


@dataclass(frozen=True)
class Recipe:
    """The stages of an operation, and each part of its result as one more, of which `reads`, `formula` and
    `shift` count.

    `most`: how far facts about the result are looked for.
    """

    stages: Sequence[Stage | Digits]
    results: Sequence[Stage]
    most: int = NEAR


def prove_in_stages(
    netlist: Netlist,
    ports: Mapping[str, Sequence[int]],
    controls: Controls,
    operation: Operation,
    meaning: Meaning,
    recipe: Recipe,
    output: str,
) -> Mapping[str, int]:
    """Prove what an operation gives: each part of its result modulo p, from 0 to p - 1.

    `ports`: operands, and the bits of their parts. Returns how much was looked at.

    Raises CheckError, one line, where no proof is found.
    """
    return _Unit(netlist, ports, controls, operation, meaning, recipe, output).proven()


_Place = tuple[Wire, int]
"""A wire and a cycle."""


@dataclass
class _Unit:
    netlist: Netlist
    ports: Mapping[str, Sequence[int]]
    controls: Controls
    operation: Operation
    meaning: Meaning
    recipe: Recipe
    output: str
    facts: dict[str, int] = field(default_factory=lambda: {"words": 0, "integers": 0, "cases": 0})

    def __post_init__(self) -> None:
        self.p = self.meaning.results[0].modulus
        self.ends = {
            f"{port}{i}": (0, order - 1)
            for (port, widths), order in zip(self.ports.items(), self.meaning.orders, strict=True)
            for i in range(len(widths))
        }
        self.operands = list(self.ends)
        self.places: dict[str, list[_Place]] = {}
        self.inputs = {
            f"{port}0": [(wire, 0) for wire in self.netlist.inputs[port]]
            for port, widths in self.ports.items()
            if len(widths) == 1
        }

    def proven(self) -> Mapping[str, int]:
        """All stages, and that they make what they should."""
        outputs = [(wire, self.operation.delay) for wire in self.netlist.outputs[self.output]]
        whole = Unrolled(self.netlist, self.ports, self.controls, Graph())
        whole.bits([wire for wire, _ in outputs], self.operation.delay)
        for stage in self.recipe.stages:
            if isinstance(stage, Digits):
                self._split(stage)
                continue
            places = self._places(whole, stage)
            integers, claim = self._claim(places, stage)
            try:
                self.ends[stage.name] = ends(integers, claim)
            except CheckError as error:
                raise CheckError(f"{error}: {stage.name}") from None
            self.places[stage.name] = places
        for last, result in zip(self.recipe.results, self.meaning.results, strict=True):
            places, outputs = outputs[: result.width], outputs[result.width :]
            self.facts["cases"] += check(*self._claim(places, last), self.recipe.most)
        self._compose()
        return self.facts

    def _split(self, digits: Digits) -> None:
        """Name the digits of a word that is the integer it stands for."""
        word = self.places[digits.of] if digits.of in self.places else self.inputs[digits.of]
        low, high = self.ends[digits.of]
        if low < 0 or high >> len(word) or len(word) > digits.size * digits.count:
            raise refuse(f"digits of {digits.of}")
        for i, name in enumerate(digits.names):
            self.places[name] = word[digits.size * i : digits.size * (i + 1)]
            self.ends[name] = 0, min(high >> digits.size * i, (1 << digits.size) - 1)

    def _places(self, whole: Unrolled, stage: Stage) -> list[_Place]:
        """Where a word inside is."""
        if stage.wires:
            return [place for each in stage.wires for place in self._named(whole, each)]
        chunks: dict[int, list[_Place]] = {}
        number, count = stage.use
        for net, wires in self.netlist.nets.items():
            if match := re.fullmatch(rf"(?:.*\.)?{stage.stem}(?:_(\d+))?", net):
                cycles = whole.cycles(wires[1])
                if not cycles or len(cycles) % count:
                    raise refuse(f"{net} is made {len(cycles)} times")
                cycle = cycles[(number + 1) * len(cycles) // count - 1]
                chunks[int(match[1] or 0)] = [(wire, cycle) for wire in wires[1:-1]]
        found = [place for _, chunk in sorted(chunks.items()) for place in chunk]
        if len(found) < stage.width:
            raise refuse(f"no word is called {stage.stem}")
        return found[: stage.width] if stage.lowest else found[-stage.width :]

    def _named(self, whole: Unrolled, wires: Wires) -> list[_Place]:
        """Where a part of a word inside is, said by the name of its net."""
        total = f"{wires.net}_block_total"
        net = total if total in self.netlist.nets else wires.net
        found = wires_called(self.netlist, net)[wires.low : wires.low + wires.width]
        if len(found) < wires.width:
            raise refuse(f"the word {wires.net} is short")
        if wires.before is not None:
            return [(wire, self.operation.delay - wires.before * self.operation.step) for wire in found]
        cycles = {cycle for wire in found for cycle in whole.cycles(wire)}
        if len(cycles) != 1:
            raise refuse(f"{wires.net} is made {len(cycles)} times")
        return [(wire, cycle) for wire in found for cycle in cycles]

    def _claim(self, places: Sequence[_Place], stage: Stage) -> tuple[Integers, Claim]:
        """What is to be proven of a word, with the netlist cut at what it is said to be made of."""
        graph = Graph()
        given: dict[_Place, Bit] = {}
        for name in stage.reads:
            if name in self.places:
                source = graph.source(name, len(self.places[name]), known=True)
                given |= {place: (source, i) for i, place in enumerate(self.places[name])}
        unrolled = Unrolled(self.netlist, self.ports, self.controls, graph, given)
        bits = [unrolled.bits([wire], cycle)[0] for wire, cycle in places]
        constants = [self.p, pow(-self.p, -1, 1 << stage.shift)] if stage.shift else []
        made = {
            each.name: (each.reads, each.formula)
            for each in self.recipe.stages
            if isinstance(each, Stage) and each.exact and {each.name, *each.reads} <= {*stage.reads}
        }
        integers = Integers(graph, [word_of(bits)], self.ends, list(dict.fromkeys(constants)), made)
        values = [Value(integers.system, integers.operand(name)) for name in stage.reads]
        self.facts["words"] += len(graph.nodes)
        self.facts["integers"] += len(integers.system.low)
        modulus = 0 if stage.exact else self.p
        target = stage.formula(*values).polynomial
        return integers, Claim(word_of(bits), target, modulus, stage.shift)

    def _compose(self) -> None:
        """The stages, one put into the other, are the formula of the operation, as polynomials modulo p."""
        system = System()
        half = pow(2, -1, self.p)

        def anything(name: str) -> Value:
            return Value(system, {(system.integer(*self.ends[name]),): 1})

        values = {name: anything(name) for name in self.operands}
        for stage in self.recipe.stages:
            if isinstance(stage, Digits):
                # The last one is what is left of the word, over its weight.
                *lower, last = stage.names
                left = values[stage.of]
                for i, name in enumerate(lower):
                    values[name] = anything(name)
                    left -= values[name] * (1 << stage.size * i)
                values[last] = left * pow(half, stage.size * len(lower), self.p)
                continue
            made = stage.formula(*(values[name] for name in stage.reads))
            values[stage.name] = made * pow(half, stage.shift, self.p)
        for part, result in zip(self.recipe.results, self.meaning.results, strict=True):
            made = part.formula(*(values[name] for name in part.reads)) * pow(half, part.shift, self.p)
            wanted = result.formula(*(values[name] for name in self.operands))
            left = made - wanted * pow(half, result.shift, self.p)
            if any(factor % self.p for factor in left.polynomial.values()):
                raise CheckError("the words inside do not make the result")
