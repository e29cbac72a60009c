"""`pairforge.engine_source.vector_code`: scheduled squares, run by an emulator, against integers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pairforge.engine_source.ate import AteConstants, squared_fields
from pairforge.engine_source.curves import ENGINE_ATE
from pairforge.engine_source.vector_code.cyclotomic import (
    SPILLED,
    Code,
    Plan,
    Slot,
    assembly,
    bounds,
)
from pairforge.engine_source.vector_code.plans import OTHERS
from pairforge.engine_source.vector_code.schedule import Pace
from pairforge.engine_source.vector_code.source import code_of
from pairforge.engine_source.vector_code.words import Radix52, shifts_for

from .vector_emulator import Machine

FIELDS = {squared.name: squared for squared in squared_fields([AteConstants(e) for e in ENGINE_ATE])}
CODES = {name: code_of(squared) for name, squared in FIELDS.items()}
SMALL = {
    "tight": Radix52((1 << 148) - 167, 3, 2),
    "roomy": Radix52((1 << 120) - 119, 3, 5),
}
"""Any odd modulus will do: squares are formulas."""

Fp2 = tuple[int, int]
Fp4 = tuple[Fp2, Fp2]
Fp12 = tuple[Fp4, Fp4, Fp4]
Lanes = Sequence[int]


def combined(*terms: tuple[int, Fp2]) -> Fp2:
    """A sum of small multiples."""
    return sum(k * x for k, (x, _) in terms), sum(k * y for k, (_, y) in terms)


def product(a: Fp2, b: Fp2) -> Fp2:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def quartic_square(e: Fp4, xi: Fp2) -> Fp4:
    """(x + y s)^2 with s^2 = xi, as it is taught."""
    x, y = e
    return combined((1, product(x, x)), (1, product(xi, product(y, y)))), combined((2, product(x, y)))


def cyclotomic_square(g: Fp12, field: Radix52) -> Fp12:
    """Granger and Scott, eprint 2009/565, section 3.2."""
    xi, p = (field.xi, 1), field.p
    a, b, c = g
    aa, bb, cc = (quartic_square(e, xi) for e in g)
    s_cc = product(xi, cc[1]), cc[0]
    out = []
    for square, e, sign in ((aa, a, -1), (s_cc, b, 1), (bb, c, -1)):
        out.append((combined((3, square[0]), (2 * sign, e[0])), combined((3, square[1]), (-2 * sign, e[1]))))
    reduced = [tuple(tuple(part % p for part in part2) for part2 in e) for e in out]
    return reduced[0], reduced[1], reduced[2]  # type: ignore[return-value]


def flat(e: Fp4) -> list[int]:
    return [part for pair in e for part in pair]


class Run:
    """The state of squares, filled and read as `ifma/cyclotomic.rs` does it."""

    def __init__(self, field: Radix52, code: Code) -> None:
        self.field, self.code = field, code
        self.state = [0] * (8 * (len(Slot) * field.length + SPILLED))

    def words(self, slot: Slot) -> list[int]:
        """Where the words of a slot begin."""
        return [8 * (slot * self.field.length + i) for i in range(self.field.length)]

    def write(self, slot: Slot, lanes: Lanes) -> None:
        """Values, in digits."""
        for k, lane in enumerate(lanes):
            assert 0 <= lane < self.field.r or slot in (Slot.A_BEFORE, Slot.BC_BEFORE)
            for at, digit in zip(self.words(slot), self.field.digits(lane), strict=True):
                self.state[at + k] = digit % (1 << 64)

    def read(self, slot: Slot) -> list[int]:
        """Values of loose words."""
        lanes = []
        for k in range(8):
            words = [self.state[at + k] for at in self.words(slot)]
            lanes.append(sum((w - (w >> 63 << 64)) << 52 * i for i, w in enumerate(words)))
        return lanes

    def begin(self, g: Fp12) -> None:
        """From integers in Montgomery form."""
        limits, xi, p = self.code.limits, self.field.xi, self.field.p
        left_offset = 0 if self.field.tight else limits.left * p
        opposite = limits.left * p * (1 if self.field.tight else 2)
        a, b, c = (flat(e) for e in g)
        self.write(Slot.A_BEFORE, a * 2)
        signs = [1, 1, -1, -1, -1, -1, 1, 1]
        offset = limits.bc * p if self.field.tight else 0
        self.write(
            Slot.BC_BEFORE, [offset + 2 * sign * lane for sign, lane in zip(signs, b + c, strict=True)]
        )
        left, right = [], []
        for x0, x1, y0, y1 in (b, c):
            left += [3 * (x0 + y0) + left_offset, 3 * (x1 + y1) + left_offset]
            left += [3 * x0 + left_offset, 3 * x1 + left_offset]
            raised = limits.right * p
            right += [x0 + xi * y0 - y1 + raised, x1 + xi * y1 + y0 + raised]
            right += [y0, y1] if self.field.tight else [y0 + raised, y1 + raised]
        self.write(Slot.BC_REAL, [left[k & ~1] for k in range(8)])
        self.write(Slot.BC_IMAGINARY, [left[k] if k & 1 else opposite - left[k | 1] for k in range(8)])
        self.write(Slot.BC_RIGHT, right)
        self.write(Slot.BC_EXCHANGED, [right[k ^ 1] for k in range(8)])

    def squares(self, count: int) -> None:
        """As many, at once as far as that may be."""
        while count:
            now = min(count, self.code.limits.at_once or count)
            Machine(self.state, self.code.table).run(self.code.lines, now if self.field.tight else now - 1)
            count -= now

    def finish(self) -> tuple[list[int], list[int]]:
        """Lanes of a in both halves, and of b, c: what is congruent to them."""
        xi, p = self.field.xi, self.field.p
        halves = self.read(Slot.A_PRODUCTS)
        joined = [halves[k] + halves[k ^ 4] for k in range(8)]
        a = []
        for k, before in enumerate(self.read(Slot.A_BEFORE)):
            m = [joined[k | 2], joined[k & ~1 | 2], joined[k | 3]]
            if k & 2:
                a.append(before + 2 * joined[k])
            else:
                exchanged = joined[(k ^ 1) | 2]
                a.append(before + joined[k] - (xi + 1) * m[0] + (-exchanged if k & 1 else exchanged))
        offset = self.code.limits.bc * p if self.field.tight else 0
        twice = [lane - offset for lane in self.read(Slot.BC_BEFORE)]
        assert all(lane % 2 == 0 for lane in twice)
        signs = [1, 1, -1, -1, -1, -1, 1, 1]
        bc = [sign * lane // 2 for sign, lane in zip(signs, twice, strict=True)]
        return a, bc


def check(field: Radix52, code: Code, lanes: Lanes, count: int) -> None:
    """Squares of the element that has the lanes in Montgomery form."""
    quartics = [((w, x), (y, z)) for w, x, y, z in zip(*(lanes[k::4] for k in range(4)), strict=True)]
    g: Fp12 = (quartics[0], quartics[1], quartics[2])
    run = Run(field, code)
    run.begin(g)
    run.squares(count)
    a, bc = run.finish()
    unit = pow(field.r, -1, field.p)
    plain = [tuple(tuple(part * unit for part in pair) for pair in e) for e in g]
    expected: Fp12 = (plain[0], plain[1], plain[2])  # type: ignore[assignment]
    for _ in range(count):
        expected = cyclotomic_square(expected, field)
    first, second, third = (flat(e) for e in expected)
    assert [lane * unit % field.p for lane in a] == first * 2
    assert [lane * unit % field.p for lane in bc] == second + third
    largest = 2**64 if not field.tight else field.p * 1002 // 1000
    assert not field.tight or all(0 <= lane < largest for lane in bc)


def values(field: Radix52, most: int) -> st.SearchStrategy[list[int]]:
    """Lanes that a square may be given, the largest and the least often among them."""
    lowest = 0 if field.tight else -200 * field.p
    ends = st.sampled_from([lowest, 0, 1, field.p - 1, most])
    return st.lists(st.one_of(ends, st.integers(lowest, most)), min_size=12, max_size=12)


def most(field: Radix52) -> int:
    return field.p * 1001 // 1000 if field.tight else 200 * field.p


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("count", [1, 2, 7])
def test_engine_fields(name: str, count: int) -> None:
    field = FIELDS[name].field

    @settings(max_examples=6, deadline=None)
    @given(values(field, most(field)))
    def run(lanes: list[int]) -> None:
        check(field, CODES[name], lanes, count)

    run()
    check(field, CODES[name], [most(field)] * 12, count)


@pytest.mark.parametrize("name", FIELDS)
def test_memory_beside_the_state_is_not_written(name: str) -> None:
    code = CODES[name]
    run = Run(FIELDS[name].field, code)
    run.begin((((1, 2), (3, 4)), ((5, 6), (7, 8)), ((9, 10), (11, 12))))
    machine = Machine(run.state, code.table)
    machine.run(code.lines, 1)
    assert machine.memory["rsi"] == code.table
    assert len(machine.memory["rdi"]) == 8 * (len(Slot) * FIELDS[name].field.length + SPILLED)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    small = st.integers(1, 2)
    return Plan(
        Pace(
            period=draw(st.integers(40, 120)),
            window=draw(st.integers(4, 64)),
            issue=draw(st.integers(3, 8)),
            ahead=draw(st.integers(5, 60)),
            digits_ahead=draw(st.integers(5, 20)),
            registers=draw(st.integers(14, 31)),
        ),
        a=(draw(st.integers(20, 90)), draw(st.integers(2, 12))),
        bc=(draw(st.integers(40, 140)), draw(st.integers(2, 12))),
        held=(draw(st.integers(0, 2)), draw(st.integers(0, 1))),
        accumulators=(draw(small), draw(small)),
        multiplier=draw(st.booleans()),
    )


@pytest.mark.parametrize("kind", SMALL)
def test_every_plan_is_right(kind: str) -> None:
    field = SMALL[kind]

    @settings(max_examples=25, deadline=None)
    @given(plans(), plans(), values(field, most(field)), st.integers(1, 4))
    def run(loop: Plan, folding: Plan, lanes: list[int], count: int) -> None:
        try:
            code = assembly(field, loop, folding)
        except ValueError as error:
            assume("no schedule" not in str(error))
            raise
        check(field, code, lanes, count)

    run()


@given(st.lists(st.sampled_from([0, 1, 2, 3, 4, 6, 10, 18, -1, -2, -3, -6, -10]), min_size=8, max_size=8))
def test_shifts_multiply(factors: list[int]) -> None:
    total = [0] * 8
    try:
        found = shifts_for(tuple(factors))
    except ValueError:
        assume(False)
    for counts, sign in found:
        total = [t + sign * (1 << count if count < 64 else 0) for t, count in zip(total, counts, strict=True)]
    assert total == factors


def test_what_has_no_room() -> None:
    with pytest.raises(ValueError, match=r"3 digits are too few for .* p"):
        bounds(Radix52((1 << 155) - 31, 3, 9))
    loop = OTHERS[True].loop
    with pytest.raises(ValueError, match="3 digits are too few"):
        assembly(Radix52((1 << 155) - 31, 3, 9), loop)


def test_a_body_that_cannot_be_in_time() -> None:
    pace = Pace(period=100, window=1, issue=1, ahead=0, digits_ahead=0, registers=2)
    plan = Plan(pace, (20, 4), (60, 4), (1, 1), (1, 1), True)
    with pytest.raises(ValueError, match="no schedule at Pace"):
        assembly(FIELDS["bls12-381"].field, plan)
