"""Squares in the cyclotomic subgroup of F_p12: a loop in which two chains fill each other's gaps.

Granger and Scott (eprint 2009/565, section 3.2) square a + b w + c w^2, coefficients in F_p4 = F_p2[s]/(s^2 -
xi), as 3 a^2 - 2 a', 3 s c^2 + 2 b', 3 b^2 - 2 c', where e' is the conjugate of e over F_p2. A square (x + y
s)^2 in F_p4 is S - M - xi M + 2 M s with S = (x + y)(x + xi y) and M = x y. So a value goes through factors,
their products, what is linear in these, and is one again; a goes its own way, and b and c theirs, in one
vector.

The body has the products of b and c, and of a; what is linear in the square of a before comes beside the
first, what is linear in that of b and c beside the last. The left factors are tripled, which makes 3 S and 3
M.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from math import ceil

from pairforge.engine_source.vector_code.program import Program, Value
from pairforge.engine_source.vector_code.registers import code, masks_of
from pairforge.engine_source.vector_code.schedule import Pace, Step, schedule
from pairforge.engine_source.vector_code.words import ALL, DIGIT, Radix52, Words

REAL, IMAGINARY = 0b0101_0101, 0b1010_1010
"""The lanes of real parts, and of imaginary ones."""
CONSTANT, LINEAR = 0b0011_0011, 0b1100_1100
"""The lanes of x, and of y, in elements x + y s in both halves of a vector."""
EVEN = 0b0011_1100
"""The lanes of w^4 and w^2 in b, c."""


class Slot(IntEnum):
    """The vectors of the state, in their order (`State` of the engine)."""

    A_BEFORE = 0
    """2 conj(a) with its sign, a in both halves; in a tight field plus a multiple of p."""
    BC_BEFORE = 1
    """The same of b, c."""
    A_PRODUCTS = 2
    """S by real, M by real, S by imaginary, M by imaginary parts of the left factors, all positive."""
    A_LEFT = 3
    """Digits of left factors: real parts in the first half, then imaginary ones, opposite in real lanes."""
    A_RIGHT = 4
    """Digits of right factors, with their parts exchanged in the second half."""
    BC_REAL = 5
    """Digits of the real parts of left factors, in both lanes of a pair."""
    BC_IMAGINARY = 6
    """Digits of their imaginary parts in both lanes, opposite in real lanes."""
    BC_RIGHT = 7
    """Digits of right factors."""
    BC_EXCHANGED = 8
    """Digits of right factors with their parts exchanged."""


SPILLED = 64
"""Words of the state, after its vectors, that registers may be spilled to."""
_STARTS_WITHIN = 200
"""Values come into the loop within this many p in a roomy field."""
_MOST_AT_ONCE = 8
_SETTLED = Fraction(1001, 1000)
"""Settled values of a tight field, and what a reduction leaves beside the product, are below this many p."""


@dataclass(frozen=True)
class Bounds:
    """What is added so that nothing is negative, as multiples of p; computed by [`bounds`].

    `left`, `right`: to factors. `a`, `bc`: to squares before they are folded. `at_once`: how many squares may
    be taken with one fold at their end.
    """

    left: int
    right: int
    a: int
    bc: int
    at_once: int


def bounds(field: Radix52) -> Bounds:
    """The offsets of a field.

    Raises:
        ValueError: sums do not fit the field's digits.
    """
    if field.tight:
        return _tight(field)
    for at_once in range(_MOST_AT_ONCE, 0, -1):
        found = _roomy(field, at_once)
        if found is not None:
            return found
    raise ValueError(f"{field.length} digits are too few for values within {_STARTS_WITHIN} p")


def _room(field: Radix52) -> Fraction:
    """R / p."""
    return Fraction(field.r, field.p)


def _tight(field: Radix52) -> Bounds:
    value, xi, room = _SETTLED, field.xi, _room(field)
    left, right = ceil(6 * value), ceil(value)
    s = (6 * value + left) * ((xi + 2) * value + right) / room + _SETTLED
    m = (3 * value + left) * value / room + _SETTLED
    # Squares of a have each product in two reductions.
    a, bc = (ceil((xi + 2) * k * m + 2 * value) for k in (2, 1))
    largest = max(a + 2 * s, bc + s, bc + 2 * (xi + 1) * m) + 4 * m + 2 * value
    if largest + 1 > room:
        raise ValueError(f"{field.length} digits are too few for {float(largest):.0f} p")
    return Bounds(left, right, a, bc, 0)


def _roomy(field: Radix52, at_once: int) -> Bounds | None:
    """The bounds, if there is room for as many squares with one fold."""
    xi = field.xi
    # Products are below 2 p, and what squares add to twice the value before is below this many p.
    added = 2 * (2 * xi + 2) + 8
    value = 2 ** (at_once - 1) * (_STARTS_WITHIN + added)
    left, right = (2 ** (ceil(k * value) - 1).bit_length() for k in (6, xi + 2))
    fold = 2 ** (2 * value + added).bit_length()
    if Fraction(2 * (3 * left) * (2 * right), 1) > _room(field) / 2 or 2 * fold * 8 > _room(field):
        return None
    return Bounds(left, right, fold, fold, at_once)


@dataclass(frozen=True)
class Plan:
    """How the squares of a field are scheduled: what was found to be fast, not what has to be.

    `a`, `bc` are when the first digits of factors are wanted, and how long after each other the next ones
    are. `held` says for how many of the vectors of right factors, of b, c and of a, there are registers;
    `accumulators` how many a column of their products has. With `multiplier`, signed multiples are products.
    """

    pace: Pace
    a: tuple[int, int]
    bc: tuple[int, int]
    held: tuple[int, int]
    accumulators: tuple[int, int]
    multiplier: bool


class Squares:
    """The body of the loop over a field, with a fold of the values or, in a roomy field, without."""

    def __init__(
        self, field: Radix52, limits: Bounds, plan: Plan, lanes: list[tuple[int, ...]], folds: bool
    ) -> None:
        self.field, self.limits, self.plan, self.folds = field, limits, plan, folds
        self.program = Program()
        self.words = Words(self.program, field, lanes, plan.multiplier)
        self._a_from_products()
        bc = self.words.products(
            [(Slot.BC_REAL, Slot.BC_RIGHT), (Slot.BC_IMAGINARY, Slot.BC_EXCHANGED)],
            plan.held[0],
            plan.accumulators[0],
        )
        a = self.words.products([(Slot.A_LEFT, Slot.A_RIGHT)], plan.held[1], plan.accumulators[1])
        self._bc_from_products(bc)
        for i, word in enumerate(a):
            self.program.store(word, self.words.state(Slot.A_PRODUCTS, i))
        _check_words(field)

    def steps(self) -> list[Step]:
        """The body in its order."""
        return schedule(self.program, self.plan.pace)

    def _times(self, plan: tuple[int, int]) -> list[float]:
        return [plan[0] + plan[1] * i for i in range(self.field.length)]

    def _a_from_products(self) -> None:
        """The square of a from its products, and its factors."""
        words, xi = self.words, self.field.xi
        square = []
        for i in range(self.field.length):
            halves = self.program.load(words.state(Slot.A_PRODUCTS, i))
            joined = words.add(words.halves_exchanged(halves), halves)
            m = words.across(joined, (2, 3, 2, 3))
            before = self.program.load(words.state(Slot.A_BEFORE, i))
            total = words.add(before, joined, CONSTANT)
            total = words.add_multiple(total, m, [-(xi + 1), -(xi + 1), 2, 2] * 2)
            square.append(words.add_multiple(total, words.neighbours(m, 1, 0), [1, -1, 0, 0] * 2))
        times = self._times(self.plan.a)
        value = self._settled(square, self.limits.a)
        self._keep(value, CONSTANT, Slot.A_BEFORE, self.limits.a, times)
        left, right = self._factors(value)
        imaginary = REAL & 0xF0
        left = [words.chosen_neighbours(word, (0, 0, 0, 0, 1, 1, 1, 1)) for word in left]
        words.store_digits(
            [self._opposite(word, imaginary, i) for i, word in enumerate(left)], Slot.A_LEFT, times
        )
        right = [words.chosen_neighbours(word, (0, 1, 0, 1, 1, 0, 1, 0)) for word in right]
        words.store_digits(right, Slot.A_RIGHT, times)

    def _bc_from_products(self, products: list[Value]) -> None:
        """The squares 3 s c^2 + 2 b', 3 b^2 - 2 c' from the products of b and c, and their factors."""
        words, xi = self.words, self.field.xi
        square = []
        for i, word in enumerate(products):
            m = words.permuted(word, (6, 7, 6, 7, 2, 3, 2, 3))
            s = words.permuted(word, (0, 0, 4, 5, 0, 1, 0, 0), only=EVEN)
            total = words.add(s, words.state(Slot.BC_BEFORE, i))
            total = words.add_multiple(total, m, [2 * xi] * 2 + [-(xi + 1)] * 4 + [2] * 2)
            square.append(words.add_multiple(total, words.neighbours(m, 1, 0), [-2, 2, 1, -1, 1, -1, 0, 0]))
        times = self._times(self.plan.bc)
        value = self._settled(square, self.limits.bc)
        self._keep(value, EVEN, Slot.BC_BEFORE, self.limits.bc, times)
        left, right = self._factors(value)
        real = [self._raised(words.neighbours(word, 0, 0), i) for i, word in enumerate(left)]
        words.store_digits(real, Slot.BC_REAL, times)
        imaginary = [self._opposite(words.neighbours(word, 1, 1), REAL, i) for i, word in enumerate(left)]
        words.store_digits(imaginary, Slot.BC_IMAGINARY, times)
        for i, word in enumerate(words.store_digits(right, Slot.BC_RIGHT, times)):
            self.program.store(words.neighbours(word, 1, 0), words.state(Slot.BC_EXCHANGED, i))

    def _settled(self, square: list[Value], offset: int) -> list[Value]:
        """A value that is congruent to a square, or in a roomy field itself with its carries one word up."""
        words = self.words
        if not self.folds:
            return words.tidied(square)
        if not self.field.tight:
            square = [words.add(word, words.multiple(offset, ALL, i)) for i, word in enumerate(square)]
        return words.folded(square)

    def _keep(self, value: list[Value], minus: int, slot: Slot, offset: int, times: list[float]) -> None:
        """Stores twice a value with its sign for the square after."""
        words = self.words
        for i, word in enumerate(value):
            twice = words.add(word, word)
            signed = words.add(twice, words.multiple(offset, ALL, i)) if self.field.tight else twice
            signed = words.sub(signed, words.add(twice, twice), minus)
            for made, pace in ((twice, times[i] - 8), (signed, times[i] + 6)):
                if made.maker is not None:
                    made.maker.pace = pace
            self.program.store(signed, words.state(slot, i))

    def _factors(self, value: list[Value]) -> tuple[list[Value], list[Value]]:
        """3 (x + y), 3 x, and x + xi y, y, which is raised so that it is not negative."""
        words = self.words
        left, right = [], []
        for i, word in enumerate(value):
            turned = words.across(word, (2, 3, 0, 1))
            left.append(words.times(words.add(turned, word, CONSTANT), 3))
            exchanged = words.neighbours(turned, 1, 0)
            raised = CONSTANT if self.field.tight else ALL
            total = words.add(word, words.multiple(self.limits.right, raised, i))
            total = words.sub(total, exchanged, CONSTANT & REAL)
            total = words.add(total, exchanged, CONSTANT & IMAGINARY)
            right.append(words.add(total, words.times(turned, self.field.xi), CONSTANT))
        return left, right

    def _raised(self, word: Value, i: int) -> Value:
        """Word i of a left factor that is not negative."""
        return (
            word if self.field.tight else self.words.add(word, self.words.multiple(self.limits.left, ALL, i))
        )

    def _opposite(self, word: Value, mask: int, i: int) -> Value:
        """Word i of a left factor, opposite in the lanes of a set, that is not negative."""
        offset = self.limits.left * (1 if self.field.tight else 2)
        return self.words.reversed_sub(self._raised(word, i), self.words.multiple(offset, ALL, i), mask)


def _check_words(field: Radix52) -> None:
    """Words of squares must fit 64 bits with their sign.

    Raises:
        ValueError: they do not.
    """
    # A column has the low and high halves of two products and of what eliminates, and a carry; those of a
    # twice.
    column = (6 * field.length + 1) << DIGIT
    before = 1 << DIGIT + 4
    if max(2 * (field.xi + 3) * column, (2 * field.xi + 2) * column) + before >= 1 << 63:
        raise ValueError(f"{field.length} digits: sums of their products pass 64 bits")


@dataclass(frozen=True)
class Code:
    """Assembly of squares: lines, with labels 2 and 3, and the table of constants.

    The state is at `rdi`, constants are at `rsi`, and `rdx` counts the squares of the loop: all of them in a
    tight field; in a roomy one those before the last, which is the one that folds. Beside these it takes
    `eax`, all vectors and masks.
    """

    lines: list[str]
    table: list[int]
    limits: Bounds


def assembly(field: Radix52, plan: Plan, folding: Plan | None = None) -> Code:
    """The squares of a field; in a roomy one `folding` is the plan of the last of them.

    Raises:
        ValueError: the field has no room for the sums, or the plan for the instructions.
    """
    limits = bounds(field)
    lanes: list[tuple[int, ...]] = []
    loop = Squares(field, limits, plan, lanes, folds=field.tight)
    last = None if field.tight else Squares(field, limits, folding or plan, lanes, folds=True)
    bodies = [body.steps() for body in (loop, last) if body is not None]
    masks = masks_of(step for body in bodies for step in body)
    spilled = 64 * len(Slot) * field.length
    lines = [line for mask, name in masks.items() for line in (f"mov eax, {mask}", f"kmovw {name}, eax")]
    texts = []
    for body in bodies:
        text, end = code(body, masks, spilled)
        if end > spilled + 64 * SPILLED:
            raise ValueError(
                f"{(end - spilled) // 64} vectors are spilled, where there is room for {SPILLED}"
            )
        texts.append(text)
    if last is not None:
        lines += ["test rdx, rdx", "jz 3f"]
    lines += [
        ".p2align 6",
        "2:",
        *texts[0],
        "dec rdx",
        "jnz 2b",
        "3:",
        *(texts[1] if last is not None else []),
    ]
    return Code(lines, loop.words.table(), limits)
