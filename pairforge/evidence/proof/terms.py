"""What a program gives when every unit is a function of its own: what a core with boxes has to give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pairforge.binding.model import Binding
from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Box
from pairforge.evidence.proof.fingerprint import negative
from pairforge.program.interpret import walk
from pairforge.program.ir import Linear, Op, Program, Region

Function = Callable[[bytes, Sequence[int], Sequence[int], int], int]
"""Label, operands, their widths, width of the result: the result."""


@dataclass(frozen=True)
class Site:
    """One of the units of a machine as a box.

    Attributes
    ----------
    box: the module in its place.
    output: the port of it that has its results.
    operations: by the attribute of an operation, and how many operands it reads, its number in the box.
    """

    box: Box
    output: str
    operations: Mapping[tuple[int | None, int], int]


@dataclass(frozen=True)
class Words:
    """How the words of a machine add up where no unit does it: by characteristic, over `width` bits."""

    characteristic: int
    width: int

    def multiple(self, word: int, factor: int) -> int:
        """`factor` times a word, 1 to p - 1: in characteristic 3 the bits of each digit change places."""
        if factor == 1:
            return word
        if self.characteristic != 3:
            raise CheckError(f"a multiple by {factor} outside of a unit")
        return negative(word, self.width)

    def total(self, words: Sequence[int]) -> int:
        """The sum of words."""
        if self.characteristic == 2:
            found = 0
            for word in words:
                found ^= word
            return found
        if len(words) > 1 and self.characteristic != 3:
            raise CheckError("a sum outside of a unit")
        found = words[0] if words else 0
        for word in words[1:]:
            found = self._digits(found, word)
        return found

    def _digits(self, a: int, b: int) -> int:
        """The digits of a + b, each modulo 3."""
        found = 0
        for place in range(0, self.width, 2):
            found |= ((a >> place & 3) + (b >> place & 3)) % 3 << place
        return found


@dataclass(frozen=True)
class Stage:
    """A stage of a core: its binding, its units as boxes, what it holds for constants.

    `sites`: by the name of a unit and its number.
    """

    binding: Binding
    sites: Mapping[tuple[str, int], Site]
    constants: Mapping[str, int]
    words: Words

    def values(self, regions: Sequence[Region], inputs: Sequence[int], function: Function) -> list[int]:
        """The words that the stage sends on for the words it takes, by these regions of its program."""
        program = self.binding.stage.program
        part = Program(
            program.name, program.characteristic, program.degree, tuple(regions), program.constants
        )
        values: dict[str, int] = dict(self.constants)
        outputs: dict[int, int] = {}

        def form(f: Linear) -> int:
            parts = [self.words.multiple(values[name], factor) for name, factor in f.terms]
            if f.constant:
                parts.append(f.constant)
            return self.words.total(parts)

        def execute(op: Op) -> None:
            if op.kind == "input":
                values[op.name] = inputs[op.attribute or 0]
                return
            operands = list(map(form, op.operands))
            if op.kind == "output":
                outputs[op.attribute or 0] = operands[0]
            elif op.kind != "check":
                # Where the unit makes the negative (`Binding.negated`), it has been given one.
                values[op.name] = self._result(op, operands, function)

        walk(part, values, execute)
        return [outputs[i] for i in sorted(outputs)]

    def _result(self, op: Op, operands: Sequence[int], function: Function) -> int:
        placed = self.binding.stage.placed[op.name]
        site = self.sites[placed.unit, placed.instance]
        number = site.operations[op.attribute, len(operands)]
        ports = site.box.operands[site.output][: len(operands)]
        given = [operands[index] for index in self.binding.operand_forms(placed)]
        widths = [site.box.word(port) for port in ports]
        label = site.box.label(site.output, number)
        return function(label, given, widths, site.box.word(site.output))
