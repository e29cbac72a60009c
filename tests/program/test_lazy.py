"""Products and reductions apart: the same values, no more reductions than products, and bounds that hold."""

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairings.named import ate

from pairforge.algebra.prime_field import PrimeField
from pairforge.pairings.computation import join
from pairforge.program.bounds import wide_bounds
from pairforge.program.instances import canonical_bodies
from pairforge.program.interpret import run
from pairforge.program.ir import Block, Loop, Op, Program, value
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.passes.lazy import split_products
from pairforge.program.text import parse, show
from pairforge.program.trace import trace

from .programs import P1009, sums_of_products

FIELD = PrimeField(P1009)

APART = ("product", "reduce", "wadd", "lift", "add", "inv", "sum")


def able(_: str, kind: str) -> bool:
    """A machine with all units of this kind, none of which multiplies and reduces at once."""
    return kind in APART


def split(program: Program) -> Program:
    return split_products(eliminate_dead(program), able)


@given(sums_of_products(), st.integers(0, P1009 - 1), st.integers(0, P1009 - 1))
@settings(max_examples=150, deadline=None)
def test_a_split_program_means_the_same(program: Program, x: int, y: int) -> None:
    inputs = (FIELD.constant(x), FIELD.constant(y))
    for sums in (True, False):
        after = split_products(program, able, sums=sums)
        after.check()
        assert run(after, FIELD, inputs) == run(program, FIELD, inputs)
        assert parse(show(after)) == after


@given(sums_of_products())
@settings(max_examples=150, deadline=None)
def test_no_product_is_reduced_more_often_than_needed(program: Program) -> None:
    """Beside the program in which each product is reduced, what wide sums and lifts cost is made up for."""
    before = Counter(eliminate_dead(program).counts())
    after = Counter(split(program).counts())
    assert after["mul"] == 0
    assert after["product"] == before["mul"]
    assert after["wadd"] + after["add"] == before["add"]
    assert 8 * after["reduce"] + after["wadd"] + after["lift"] <= 8 * before["mul"]


def cost(program: Program) -> int:
    """What the pass minimises, in one run of each block and body."""
    kinds = Counter(op.kind for op in program.ops)
    return 8 * kinds["reduce"] + kinds["wadd"] + kinds["lift"]


def cheapest(program: Program) -> int:
    """The least cost of one block, by trying every set of wide sums."""
    (block,) = program.regions
    products = {op.name for op in block.ops if op.kind == "mul"}
    sums = [op for op in block.ops if op.kind == "add"]
    found = []
    for chosen in itertools.product((False, True), repeat=len(sums)):
        wide = products | {op.name for op, is_wide in zip(sums, chosen, strict=True) if is_wide}
        narrow = {name for op in block.ops if op.name not in wide or op.kind == "mul" for name in op.reads}
        lifted = {name for op in sums if op.name in wide for name in op.reads} - wide
        found.append(8 * len(wide & narrow) + len(wide - products) + len(lifted))
    return min(found)


@st.composite
def blocks(draw: Any) -> Program:
    """One block of few sums."""
    known = ["x", "y"]
    ops = [Op(name, "input", (), i) for i, name in enumerate(known)]
    for i in range(draw(st.integers(2, 10))):
        kind = draw(st.sampled_from(["mul", "add", "add"]))
        a, b = (value(draw(st.sampled_from(known[-6:]))) for _ in range(2))
        ops.append(Op(f"v{i}", kind, (a, b), draw(st.sampled_from([1, -1])) if kind == "add" else None))
        known.append(f"v{i}")
    ops += [Op(f"e{i}", "output", (value(name),), i) for i, name in enumerate(known[-2:])]
    return eliminate_dead(Program("block", P1009, 1, (Block("all", tuple(ops)),)))


@given(blocks())
@settings(max_examples=200, deadline=None)
def test_the_cut_is_the_cheapest_of_all(program: Program) -> None:
    assert cost(split(program)) == cheapest(program)


@pytest.mark.parametrize(("elements", "reductions"), [(1, 1), (5, 2)])
def test_to_lift_one_element_pays_and_to_lift_five_does_not(elements: int, reductions: int) -> None:
    """m0 + x + x + x + x + x + m1, where the x are one or different ones."""
    lines = [f"program lifts over {P1009}^1", "block all"]
    lines += [f"  x{i} = input {i}" for i in range(elements)]
    lines += [f"  m{i} = mul (x0) (x0)" for i in range(2)]
    sums = ["m0", *(f"s{i}" for i in range(5))]
    lines += [f"  s{i} = add 1 ({sums[i]}) (x{i % elements})" for i in range(5)]
    lines += ["  total = add 1 (s4) (m1)", "  e = output 0 (total)"]
    counts = split(parse("\n".join(lines))).counts()
    assert counts["reduce"] == reductions
    assert counts.get("lift", 0) == (1 if reductions == 1 else 0)


@given(sums_of_products())
@settings(max_examples=60, deadline=None)
def test_loops_that_repeat_each_other_still_do(program: Program) -> None:
    after = canonical_bodies(split(program))
    assert all(canonical.name == "iteration" for canonical in after.values())


def test_only_what_nothing_multiplies_at_once_is_split() -> None:
    def text(k: Any, x: Any, y: Any) -> Any:
        return (x * y + x * x,)

    traced = trace("text", P1009, 1, ("x", "y"), ("e",), text)
    all_kinds = {*APART, "mul"}
    for kinds, pipeline, expected in (
        (set(APART), "default", {"product": 2, "wadd": 1, "reduce": 1}),
        (set(APART), "none", {"product": 2, "add": 1, "reduce": 2}),
        (set(APART) - {"wadd"}, "default", {"product": 2, "add": 1, "reduce": 2}),
        (set(APART) - {"lift"}, "default", {"product": 2, "add": 1, "reduce": 2}),
        (all_kinds, "default", {"mul": 2, "add": 1}),
        (set(APART) - {"reduce"}, "default", {"mul": 2, "add": 1}),
    ):

        def can(_: str, kind: str, kinds: set[str] = kinds) -> bool:
            return kind in kinds

        capabilities = Capabilities({}, (), chain=False, memory=True, prime=True, able=can)
        counts = optimise(traced, capabilities, pipeline).counts()
        assert {k: n for k, n in counts.items() if k not in ("input", "output", "sum")} == expected


COUNTS = {
    "ate-bls12-381": {"product": 13850, "reduce": 7342, "wadd": 28104, "lift": 1896, "add": 26224},
}


def lazily(name: str, radix: int) -> tuple[Program, Program]:
    """The whole pairing as products that are reduced at once, and apart."""
    pairing = ate(name)
    stage = join("whole", pairing.stages)
    traced = trace(name, pairing.p, 1, stage.inputs, stage.outputs, stage.algorithms["karatsuba+karatsuba"])
    at_once, apart = (
        optimise(traced, Capabilities({}, (), chain=False, memory=True, prime=True, radix=radix, able=each))
        for each in (None, able)
    )
    return at_once, apart


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_the_operations_of_a_pairing(name: str) -> None:
    at_once, apart = lazily(name, 1 << ate(name).p.bit_length())
    assert {kind: apart.counts()[kind] for kind in COUNTS[name]} == COUNTS[name]
    assert len({loop.name for loop in canonical_bodies(apart).values()}) == len(
        {loop.name for loop in canonical_bodies(at_once).values()}
    )


class Machine:
    """What the units do, on integers: elements are x R mod p, wide values x R^2 mod p below p R."""

    def __init__(self, p: int) -> None:
        self.p, self.low = p, p.bit_length()
        self.r, self.inverse = 1 << self.low, pow(1 << self.low, -1, p)

    def of(self, op: Op, operands: list[int]) -> int:
        """The result of an operation, which is checked to be in its range."""
        a, b = operands[0], operands[-1]
        sign = -1 if op.attribute == -1 else 1
        match op.kind:
            case "product":
                result = a * b
            case "lift":
                result = a * self.r
            case "wadd":
                result = (a + sign * b) % (self.p * self.r)
            case "reduce":
                m = a * pow(-self.p, -1, self.r) % self.r
                result = (a + m * self.p) // self.r
                result -= self.p if result >= self.p else 0
            case "add":
                result = (a + sign * b) % self.p
            case "inv":
                result = pow(a, -1, self.p) * self.r**2 % self.p if a else 0
            case _:
                result = a
        assert 0 <= result < self.p * (self.r if op.wide else 1), op
        return result

    def run(self, program: Program, inputs: list[int]) -> list[int]:
        """The outputs of a program, and no value out of its range or of the bounds proven for it."""
        bounds = wide_bounds(program, self.r)
        values = {name: c * self.r % self.p for name, c in program.constants}
        outputs: dict[int, int] = {}

        def execute(op: Op) -> None:
            if op.kind == "input":
                values[op.name] = inputs[op.attribute or 0]
                return
            values[op.name] = self.of(op, [values[form.single or ""] for form in op.operands])
            if op.kind == "output":
                outputs[op.attribute or 0] = values[op.name]
            if op.wide:
                low, high = bounds[op.name]
                assert low <= values[op.name] <= high, op

        for region in program.regions:
            carried = region.carried if isinstance(region, Loop) else ()
            state = [values[looped.initial] for looped in carried]
            for _ in range(region.count if isinstance(region, Loop) else 1):
                values.update(zip((looped.param for looped in carried), state, strict=True))
                for op in region.ops:
                    execute(op)
                state = [values[looped.next] for looped in carried]
            values.update(zip((looped.result for looped in carried), state, strict=True))
        return [outputs[i] for i in sorted(outputs)]


@pytest.mark.parametrize("name", ["ate-fp-103", "ate-fp-727", "ate-bls12-381", "ate-bn254"])
def test_the_integers_of_a_pairing_stay_in_their_bounds(name: str) -> None:
    """And give the pairing: what a machine holds is brought out of Montgomery's form by the program."""
    pairing = ate(name)
    machine = Machine(pairing.p)
    _, apart = lazily(name, machine.r)
    for P_, Q in pairing.random_points(2, seed=3):
        assert tuple(machine.run(apart, [*P_, *Q])) == tuple(pairing.model(P_, Q))


@given(sums_of_products(), st.sampled_from([7, 13, 61, 127, 8191, (1 << 127) - 1]), st.data())
@settings(max_examples=100, deadline=None)
def test_integers_stay_in_the_bounds_that_are_proven(program: Program, p: int, data: Any) -> None:
    """Also those of the least primes, where p is far below R or close to it."""
    after = split(Program(program.name, p, 1, program.regions))
    Machine(p).run(after, [data.draw(st.integers(0, p - 1)) for _ in range(2)])


def test_a_radix_that_is_too_small_is_found() -> None:
    text = "program a over 13^1\nblock b\n  x = input 0\n  w = product (x) (x)\n  y = reduce (w)\n"
    text += "  e = output 0 (y)\n"
    program = parse(text)
    assert wide_bounds(program, 16) == {"w": (0, 144)}
    with pytest.raises(ValueError, match=r"^w: product of 0x0 to 0x90 leaves the range below 0x68$"):
        wide_bounds(program, 8)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("y = add 1 (w) (x)", "y takes an element, w is a wide value"),
        ("y = wadd 1 (w) (x)", "y takes a wide value, x is an element"),
        ("y = reduce (x)", "y takes a wide value, x is an element"),
        ("y = output 0 (w)", "y takes an element, w is a wide value"),
    ],
)
def test_widths_are_checked(line: str, message: str) -> None:
    text = f"program a over 13^1\nblock b\n  x = input 0\n  w = product (x) (x)\n  {line}\n"
    with pytest.raises(Exception, match=f"program a: {message}$"):
        parse(text)


def test_the_arithmetic_of_a_model_takes_wide_values() -> None:
    text = "program a over 13^1\nblock b\n  x = input 0\n  u = lift (x)\n  w = product (x) (x)\n"
    text += "  s = wadd -1 (w) (u)\n  y = reduce (s)\n  e = output 0 (y)\n"
    k = PrimeField(13)
    assert run(parse(text), k, [k.constant(5)]) == (k.constant((5 * 5 - 5) % 13),)
