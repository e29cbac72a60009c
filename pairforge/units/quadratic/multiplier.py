"""Products in F_p2 on one pipelined multiplier of F_p: Karatsuba's three, or two, one after the other.

With a = a0 + a1 i and b = b0 + b1 i

    a b = (a0 b0 - a1 b1) + ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1) i,

a square is (a0 + a1)(a0 - a1) + 2 a0 a1 i, a product with b in F_p a0 b0 + a1 b0 i, and a norm a0 b0 + a1 b1
with b = a. Sums stand in front of the multiplier and behind it, and what is reduced is reduced once, behind
them.

Imports pipelines, wide arithmetic and the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pairforge.errors import UserError
from pairforge.hdl import Expr, Mux, gate, spread
from pairforge.program.ir import NORM, REAL, SQUARE
from pairforge.units.base import ControlInput
from pairforge.units.fields.base import Field
from pairforge.units.fields.prime import PrimeField
from pairforge.units.fields.quadratic import QUADRATIC, THREE_MOD_FOUR, QuadraticField, quadratic_field
from pairforge.units.montgomery_pipelined import DigitOptions, DigitPipeline
from pairforge.units.parts.canonical import canonical
from pairforge.units.parts.networks import wide_of
from pairforge.units.parts.pipeline import Pipeline, Word, constant, joined, part, width_of
from pairforge.units.parts.reduction import Reduction
from pairforge.units.parts.wide import Wide

_Slot = tuple[str, ...]

_FACTORS: Mapping[int | None, tuple[_Slot, ...]] = {
    None: (("a0", "a1", "b0", "b1"), ("a0", "b0"), ("a1", "b1")),
    SQUARE: (("a0", "a1", "b0", "b1", "less_b1"), ("a0", "b1")),
    REAL: (("a0", "b0"), ("a1", "b0")),
    NORM: (("a0", "b0"), ("a1", "b1")),
}
"""By attribute, for each product, what its factors are the sums of."""

_KEPT: Mapping[int | None, tuple[str, ...]] = {
    None: ("keep_cross", "keep_first"),
    SQUARE: ("keep_first",),
    REAL: ("keep_first",),
    NORM: ("keep_first",),
}
"""By attribute, where each product but the last is kept: that of sums apart from others."""

_MADE: Mapping[int | None, _Slot] = {None: ("once", "twice"), SQUARE: ("twice",), REAL: ("once",), NORM: ()}
"""By attribute, what is set when the last product is there, which tells the four apart."""


@dataclass(frozen=True)
class QuadraticMultiplierOptions(DigitOptions):
    """The keys of a `quadratic-multiplier`; `QuadraticMultiplier` explains them."""

    kind: ClassVar[str] = "quadratic-multiplier"
    operations: ClassVar[tuple[str, ...]] = ("mul", "norm")
    summary: ClassVar[str] = "Products, squares and norms in F_p2, of two or three products in F_p each."
    over: ClassVar[str] = THREE_MOD_FOUR
    words: ClassVar[str] = QUADRATIC

    def make(self, field: Field) -> QuadraticMultiplier:
        """The multiplier over F_p2."""
        return self._made(QuadraticMultiplier, quadratic_field(field))

    @classmethod
    def representation(cls, field: Field) -> Field:
        """F_p2 over the field."""
        return quadratic_field(field)


@dataclass(frozen=True)
class QuadraticMultiplier(DigitPipeline):
    """a b R^-1, R = 2^n, n the bits of p; by attribute (`pairforge.program.ir`) a square, a product with b in
    F_p, or a norm a0 b0 + a1 b1.

    A product takes three times `every` cycles, what has an attribute twice as many. `stages` registers are on
    each path from the operands of one product in F_p to the result; what comes before the last product is
    kept.

    U of each product (`PipelinedMontgomery`) is below 5 p where its factors are sums, else below 2 p. They
    are added up as they are, and brought to 0 ... p - 1 at the end.
    """

    field: QuadraticField

    def __post_init__(self) -> None:
        super().__post_init__()
        n = self.prime.width
        if self.every > 1 and -(-n // self.every) * self.every == n:
            raise UserError(f"interval {self.every}: it divides the {n} bits of p; sums need a bit more")

    @property
    def prime(self) -> PrimeField:
        """F_p."""
        return self.field.base

    @property
    def kind(self) -> str:
        """Multiplication in F_p2."""
        return "quadratic-multiplier"

    @property
    def stem(self) -> str:
        """What the names of its modules begin with."""
        return "quadratic_multiplier"

    @property
    def result(self) -> str:
        """The results as formulas."""
        return f"a b / R, a^2 / R, or the norm of a over R, in F_p2, R = 2^{self.prime.width}"

    @property
    def operands(self) -> tuple[str, ...]:
        """Factors; of a square and a norm both are the same."""
        return ("a", "b")

    @property
    def constants(self) -> tuple[int | None, ...]:
        """The attributes there are."""
        return tuple(_FACTORS)

    @property
    def _loops(self) -> str:
        return super()._loops or "_i1"  # what is kept goes round

    def _slots(self, attribute: int | None) -> tuple[_Slot, ...]:
        if attribute not in _FACTORS:
            raise UserError(f"a multiplier over F_p2 has no operation {attribute}")
        return _FACTORS[attribute]

    def interval(self, attribute: int | None = None) -> int:
        """Its products in F_p, one after the other."""
        return self.every * len(self._slots(attribute))

    def latency(self, attribute: int | None = None) -> int:
        """The stages, behind the last product's operands."""
        return self.registers + self.every * (len(self._slots(attribute)) - 1)

    def controls(self, attribute: int | None = None) -> Sequence[ControlInput]:
        """`start` with the operands. With each product `next_product` and what its factors are made of, and
        in its last cycle where it is kept, or what the result is made of.
        """
        slots = self._slots(attribute)
        found = [ControlInput("start", 1, 0, 1)]
        for number, factors in enumerate(slots):
            first = number * self.every
            begin = ("next_product",) if self.every > 1 else ()
            found += [ControlInput(signal, 1, first, 1) for signal in (*begin, *map(_signal, factors))]
            last = number == len(slots) - 1
            then = _MADE[attribute] if last else (_KEPT[attribute][number],)
            found += [ControlInput(signal, 1, first + self.every - 1, 1) for signal in then]
        return found

    def function(self, operands: Sequence[int], attribute: int | None = None) -> int:
        """The result by integers, for any b."""
        (a0, a1), (b0, b1) = map(self.field.parts, operands)
        self._slots(attribute)
        match attribute:
            case value if value == SQUARE:
                real, imaginary = (a0 + a1) * (b0 - b1), 2 * a0 * b1
            case value if value == REAL:
                real, imaginary = a0 * b0, a1 * b0
            case value if value == NORM:
                real, imaginary = a0 * b0 + a1 * b1, 0
            case _:
                real, imaginary = a0 * b0 - a1 * b1, a0 * b1 + a1 * b0
        inverse = pow(self.radix, -1, self.field.p)
        return self.field.of(real * inverse, imaginary * inverse)

    def corner_cases(self) -> Sequence[Sequence[int]]:
        """Parts that are corner elements against each other, equal factors, conjugates; products whose parts
        are 0. Each for all operations.
        """
        field = self.field
        few = field.base.corner_elements()[:7]
        elements = [field.of(a, b) for a in few for b in few]
        conjugates = [field.of(a, -b) for a in few for b in few]
        cases = [pair for each in (elements, conjugates) for pair in zip(elements, each, strict=True)]
        cases += [(a, b) for a in elements[::2] for b in elements[::3]]
        cases += [(field.of(a, b), field.of(b, a)) for a in few for b in few]
        return [case for case in dict.fromkeys(cases) for _ in self.constants]

    def _result_in(self, pipe: Pipeline) -> Word:
        n, wide = self.prime.width, wide_of(self.network, pipe, self.block)
        start = pipe.input(pipe.m.input("start"))
        pipe.comment("the operands, for as long as their products take")
        held: dict[str, Word] = {}
        for name in self.operands:
            whole = pipe.input(pipe.m.input(name, 2 * n))
            for index in range(2):
                held[f"{name}{index}"] = wide.held(f"{name}{index}", start, part(whole, index * n, n))
        chosen = {name: pipe.input(pipe.m.input(f"with_{name}")) for name in held}
        less = pipe.input(pipe.m.input("less_b1"))
        x = self._factor(wide, "left", [(chosen[name], held[name]) for name in ("a0", "a1")])
        y = self._factor(wide, "right", [(chosen[name], held[name]) for name in ("b0", "b1")], less)
        product = self._product(wide, x, y)
        pipe.comment("products that wait for the last one")
        keeps = {name: pipe.input(pipe.m.input(f"keep_{name}")) for name in ("cross", "first")}
        cross, first = (wide.held(name, keep, product) for name, keep in keeps.items())
        return self._combined(wide, cross, first, product)

    def _factor(self, wide: Wide, name: str, terms: Sequence[tuple[Word, Word]], less: Word = ()) -> Word:
        """The sum of the terms that count; where `less` is set the first less the second, and p."""
        pipe, width = wide.pipe, self.prime.width + 1

        def counted(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            low, high, *minus, x, y = values
            return gate(low, x), gate(high, y) ^ spread(minus[0], y.width) if minus else gate(high, y)

        def with_modulus(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            minus, x, modulus = values
            return x, gate(minus, modulus)

        (low, a), (high, b) = terms
        pipe.comment(f"{name}: a factor, or a sum{'; a difference, and p' if less else ''}")
        words = (part(a, 0, width), part(b, 0, width))
        if not less:
            return part(wide.ripple(name, width, words, counted, whole=(low, high)), 0, width)
        total = wide.ripple(f"{name}_sum", width, words, counted, whole=(low, high, less), carry=less)
        words = (part(total, 0, width), constant(width, self.field.p, "PLUS_P"))
        return part(wide.ripple(name, width, words, with_modulus, whole=(less,)), 0, width)

    def _product(self, wide: Wide, x: Word, y: Word) -> Word:
        """U of a product of sums."""
        reduction = Reduction(self.field.p, self.depth)
        if self.every == 1:
            return reduction.near_of_sums(wide, x, y)
        begin = wide.pipe.input(wide.pipe.m.input("next_product"))
        return reduction.near_of_sums_by_digits(wide, x, y, begin, self.every, integrated=self.integrated)

    def _combined(self, wide: Wide, cross: Word, first: Word, last: Word) -> Word:
        """What the last product, the one before it and that of sums make, modulo p.

        The real part is between -2 p and 5 p, the imaginary part between -4 p and 5 p.
        """
        pipe, width, p = wide.pipe, width_of(last) + 1, self.field.p
        once, twice = (pipe.input(pipe.m.input(name)) for name in ("once", "twice"))
        both = pipe.step("both", 1, (once, twice), lambda v: v[0] & v[1], 0.0, 0)
        words = [part(word, 0, width) for word in (cross, first, last)]

        def real(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            one, two, f, r = values  # of a product r is taken off, to a norm it is added
            return f, Mux(one, gate(two, ~r), gate(~two, r))

        def sum_(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            one, two, c, f, r = values
            return Mux(one & two, c, gate(one | two, r)), Mux(one & two, ~f, gate(two, r))

        def less_last(values: Sequence[Expr]) -> tuple[Expr, Expr]:
            three, so_far, r = values
            return so_far, gate(three, ~r)

        pipe.comment("the real part: the product before the last one, less that, or with it")
        made = wide.ripple("real_sum", width, words[1:], real, whole=(once, twice), carry=both)
        real_part = canonical(wide, "real", part(made, 0, width), p, -2, 5)
        pipe.comment("the imaginary part: the product of sums less both others; the last one, once or twice")
        made = wide.ripple("imaginary_begun", width, words, sum_, whole=(once, twice), carry=both)
        operands = (part(made, 0, width), words[2])
        made = wide.ripple("imaginary_sum", width, operands, less_last, whole=(both,), carry=both)
        return joined(real_part, canonical(wide, "imaginary", part(made, 0, width), p, -4, 5))

    def describe(self) -> Mapping[str, int | str]:
        """Options and what follows from them."""
        described = self._described("multiplier over F_p2")
        return {**described, "constants": "none: a b; 2: a square; 3: b in F_p; 4: a norm"}


def _signal(factor: str) -> str:
    return factor if factor.startswith("less") else f"with_{factor}"
