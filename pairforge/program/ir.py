"""The intermediate representation: a program is blocks and counted loops of field operations.

Every operand of every operation is a *linear form* over the prime subfield: a few values with small
coefficients and a constant. A traced program has forms of one or two terms; passes widen them to what the
machine's adders take. Everything is immutable; a pass returns a new program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

OPERAND_COUNT = {
    "mul": 2,
    "mul3": 3,
    "mul4": 4,
    "sum": 1,
    "add": 2,
    "add3": 3,
    "add4": 4,
    "dot": 4,
    "addi": 2,
    "addc": 2,
    "norm": 2,
    "turn": 1,
    "product": 2,
    "wadd": 2,
    "lift": 1,
    "reduce": 1,
    "inv": 1,
    "convert": 1,
    "integer": 1,
    "element": 1,
    "select": 3,
    "shift": 1,
    "compare": 2,
    "xor": 2,
    "sha256": 3,
    "keep": 2,
    "kept": 1,
    "frob": 1,
    "input": 0,
    "output": 1,
    "check": 1,
}
"""Operation kinds and how many operands each takes.

mul: product; sum: the value of a linear form; frob: x^(p^attribute); input and output: element number
`attribute` of the stage's input and output; check: number `attribute` of the values that are to be
zero, which are only looked at. Over a large prime also add: a + attribute * b, the attribute 1 or -1; add3
and add4: a +- b +- c and a +- b +- c +- d, the signs packed in the attribute (`program.signs`), and so mul3
and mul4: (a +- c) b and (a +- c)(b +- d) of operands a, b, c and d; dot: a * b +
attribute * c * d; inv: the inverse, of 0 it is 0; convert: the same value, from an integer to how the machine
holds elements where the attribute is 1, back where it is -1.

Integers from 0 to p - 1 are values as well; integer: that of an element; element: back; select: the second
operand where a bit of the first, an integer, is 1, else the third; shift: an integer with its bits moved;
compare: 1 or 0, whether the first integer is less than the second or equal to it (attributes:
`program.decisions`); xor: of two integers, bit by bit; sha256: the state of that hash function behind a
block, from the one before it and the halves of the block, all of them integers of 256 bits; keep: stores the
second in the place that the first says, for later runs, and is 1 where there is that place; kept: what is
stored there (`algebra.arithmetic.KeepingArithmetic`).

Over F_p2 = F_p(i), i^2 = -1: turn: i a; frob with the attribute 1: the conjugate; addi: a + i b or a - i b,
the attribute `TURNED` or -`TURNED`; addc: a + the conjugate of b, the attribute `CONJUGATED`; norm: the real
part of a times the conjugate of b, the attribute `NORM`. A product says by its attribute what is known of it:
`SQUARE`, b is a, or `REAL`, b is in F_p.

Where products and reductions are apart, some values are *wide* (see `passes.lazy`): product: a * b, wide;
wadd: a + attribute * b of two wide values, wide; lift: a value as a wide one; reduce: a wide value as an
ordinary one. No other operation takes a wide value.
"""

TURNED, CONJUGATED = 2, 3
"""Attributes of sums over F_p2, beside 1 and -1."""

SQUARE, REAL, NORM = 2, 3, 4
"""Attributes of products over F_p2."""

WIDE_RESULT = frozenset(("product", "wadd", "lift"))
"""Operation kinds whose value is wide."""

WIDE_OPERANDS = frozenset(("wadd", "reduce"))
"""Operation kinds that take wide values, and no others."""


@dataclass(frozen=True)
class Linear:
    """constant + sum of coefficient * value; coefficients in 1..p-1, names sorted and distinct."""

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The values it reads."""
        return tuple(name for name, _ in self.terms)

    @property
    def single(self) -> str | None:
        """The name where the form is just one value, else None."""
        if len(self.terms) == 1 and self.terms[0][1] == 1 and self.constant == 0:
            return self.terms[0][0]
        return None

    def substitute(self, forms: dict[str, Linear], p: int) -> Linear:
        """Replace each named value by a form, over the prime field of p elements."""
        terms: dict[str, int] = {}
        constant = self.constant
        for name, coefficient in self.terms:
            form = forms.get(name)
            if form is None:
                terms[name] = terms.get(name, 0) + coefficient
                continue
            constant += coefficient * form.constant
            for inner, factor in form.terms:
                terms[inner] = terms.get(inner, 0) + coefficient * factor
        return linear(terms, constant, p)


def value(name: str) -> Linear:
    """The form that is one value."""
    return Linear(((name, 1),))


def linear(terms: dict[str, int], constant: int, p: int) -> Linear:
    """A form in canonical order, coefficients reduced modulo p."""
    kept = tuple((name, c % p) for name, c in sorted(terms.items()) if c % p)
    return Linear(kept, constant % p)


@dataclass(frozen=True)
class Op:
    """`name` = kind(operands); `attribute` is the power of Frobenius, or the number of an input,
    output or check."""

    name: str
    kind: str
    operands: tuple[Linear, ...]
    attribute: int | None = None

    def __post_init__(self) -> None:
        if OPERAND_COUNT.get(self.kind) != len(self.operands):
            raise ValueError(f"{self.name}: {self.kind} with {len(self.operands)} operands")

    @property
    def sends(self) -> bool:
        """Whether its value leaves the stage, rather than having a name there."""
        return self.kind in ("output", "check")

    @property
    def streams(self) -> bool:
        """Whether it is done where elements come in and go out, by no unit of the machine."""
        return self.sends or self.kind == "input"

    @property
    def lasts(self) -> bool:
        """Whether it leaves something behind for later runs."""
        return self.kind == "keep"

    @property
    def wide(self) -> bool:
        """Whether its value is wide."""
        return self.kind in WIDE_RESULT

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """Values read, each once, in order of first use."""
        return tuple(dict.fromkeys(name for operand in self.operands for name in operand.names))


@dataclass(frozen=True)
class Block:
    """Operations executed once, each after those before it."""

    name: str
    ops: tuple[Op, ...]


@dataclass(frozen=True)
class LoopCarried:
    """A loop-carried value.

    `param` is its name in the body; it starts as `initial` (a value before the loop), each iteration
    leaves it as `next` (a value of the body or a param); after the loop it is called `result`.
    """

    param: str
    initial: str
    next: str
    result: str

    @property
    def held(self) -> bool:
        """Whether no iteration changes it."""
        return self.next == self.param


@dataclass(frozen=True)
class Loop:
    """A body executed `count` times.

    `bits`: none, or a constant 0 or 1 for each time (a *ladder*). Where it is 1 the first two carried values
    change places before the body and back after it.
    `name` is its own. `instance_of`: the first of several loops that the algorithm calls the same, which
    should have the same body (see `program.instances`); empty for that first one.
    """

    name: str
    count: int
    carried: tuple[LoopCarried, ...]
    ops: tuple[Op, ...]
    bits: tuple[int, ...] = ()
    instance_of: str = ""

    @property
    def called(self) -> str:
        """What the algorithm calls it."""
        return self.instance_of or self.name

    def feeds(self, index: int, iteration: int) -> int:
        """Which loop-carried value's `next` becomes the parameter of number `index` in an iteration.

        In iteration 0 its `initial` does; what iteration `count` would find is the result.
        """
        place = self.place(index, iteration)
        return place if iteration == 0 else self.place(place, iteration - 1)

    def place(self, index: int, iteration: int) -> int:
        """The number of the loop-carried value in whose place number `index` stands in an iteration.

        It is another one where a ladder has exchanged the first two.
        """
        exchanged = self.bits and index < 2 and iteration < self.count and self.bits[iteration]
        return index ^ 1 if exchanged else index


Region = Block | Loop


@dataclass(frozen=True)
class Program:
    """Regions in order over one field. Inputs and outputs are operations in the first and last block.

    `constants`: values that are the same in every run, (name, element), known to all regions.
    """

    name: str
    characteristic: int
    degree: int
    regions: tuple[Region, ...]
    constants: tuple[tuple[str, int], ...] = ()

    def with_regions(self, regions: tuple[Region, ...]) -> Program:
        """The same program with other regions."""
        return replace(self, regions=regions)

    @property
    def constant_names(self) -> frozenset[str]:
        """What the constants are called."""
        return frozenset(name for name, _ in self.constants)

    @property
    def wide_names(self) -> frozenset[str]:
        """The values that are wide."""
        return frozenset(op.name for op in self.ops if op.wide)

    @property
    def ops(self) -> Iterator[Op]:
        """Every operation, in textual order, loop bodies once."""
        for region in self.regions:
            yield from region.ops

    def counts(self) -> dict[str, int]:
        """Operations executed in one run, by kind, loops counted out."""
        total: dict[str, int] = {}
        for region in self.regions:
            times = region.count if isinstance(region, Loop) else 1
            for op in region.ops:
                total[op.kind] = total.get(op.kind, 0) + times
        return total

    def check(self) -> None:
        """Raise ValueError unless each value is defined once and before it is used, as wide as it is used."""
        known: set[str] = set()
        wide = self.wide_names

        def define(name: str) -> None:
            if name in known:
                raise ValueError(f"program {self.name}: {name} is defined twice")
            known.add(name)

        def use(name: str, where: str, *, takes_wide: bool = False) -> None:
            if name not in known:
                raise ValueError(f"program {self.name}: {where} uses {name} before it is defined")
            if (name in wide) is not takes_wide:
                raise ValueError(
                    f"program {self.name}: {where} takes {'a wide value' if takes_wide else 'an element'}, "
                    f"{name} is {'an element' if takes_wide else 'a wide value'}"
                )

        for name, _ in self.constants:
            define(name)
        for region in self.regions:
            if isinstance(region, Loop):
                if region.bits and (len(region.bits) != region.count or len(region.carried) < 2):
                    raise ValueError(
                        f"program {self.name}: the ladder {region.name} needs two carried values and "
                        f"{region.count} bits"
                    )
                for looped in region.carried:
                    use(looped.initial, region.name)
                    define(looped.param)
            for op in region.ops:
                for name in op.reads:
                    use(name, op.name, takes_wide=op.kind in WIDE_OPERANDS)
                define(op.name)
            if isinstance(region, Loop):
                for looped in region.carried:
                    use(looped.next, region.name)
                    define(looped.result)
