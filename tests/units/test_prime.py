"""Units over large primes: every pair of operands of tiny fields, corner cases and random ones beyond."""

import itertools
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.errors import UserError
from pairforge.evidence.operations import Operation, operations, play
from pairforge.units.base import Unit
from pairforge.units.fields.base import FieldError, digit_field
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.prime import PrimeField, prime_field
from pairforge.units.inverter import Inverter
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.montgomery import Montgomery
from pairforge.units.parts.carry import NETWORKS, word_adder, word_multiplier
from pairforge.units.parts.carry_save import carry_save_multiplier, late_carry_adder
from pairforge.units.parts.representation import values_at
from pairforge.units.sum import Sum

from .bench import Bench, Cycle
from .units import P3, P4, P6, P8, P512, name

PRIMES = [P3, P4, P6, P8, P512, PrimeField((1 << 521) - 1)]
elements = st.integers(0, P512.p - 1)


def check(
    units: Sequence[Unit], todo: Sequence[Sequence[Operation]], tmp_path: Path, objects: list[Path]
) -> None:
    """All units side by side in one simulation: back to back, then with idle cycles."""
    bench = Bench([unit.module() for unit in units], tmp_path, objects)
    for gaps in (False, True):
        plays = [play(unit, list(one), gaps=gaps) for unit, one in zip(units, todo, strict=True)]
        length = max(len(p.inputs) for p in plays)
        cycles: list[list[Cycle]] = [
            [p.inputs[t] if t < len(p.inputs) else {} for p in plays] for t in range(length)
        ]
        out = bench.run(cycles)
        for i, (unit, one) in enumerate(zip(units, plays, strict=True)):
            wrong = [
                f"{operation}: got {out[t][i]['y']:#x}"
                for t, operation in one.results
                if out[t][i]["y"] != operation.result
            ]
            assert not wrong, f"{name(unit)}, {len(wrong)} wrong, {wrong[0]}"


def every(unit: Unit) -> list[Operation]:
    """Every operation of a unit over a tiny field."""
    operands = itertools.product(*(range(values_at(unit, port).order) for port in unit.operands))
    return [Operation(o, c, unit.function(o, c)) for o in operands for c in unit.constants]


def test_every_pair_of_operands_of_tiny_fields(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        *(ModularAdder(P4, core, network) for core in (2, 3, 4) for network in NETWORKS),
        ModularAdder(P6, 3),
        Montgomery(P3, 8, 2),
        *(Montgomery(P4, 2, depth) for depth in (1, 2, 3, 4)),
        Montgomery(P6, 3, 1),
        *(Inverter(field, core) for field in (P3, P4, P6, P8) for core in (2, 3, 8)),
        Inverter(P8, 4, "kogge-stone"),
    ]
    check(units, [every(unit) for unit in units], tmp_path, objects)


@pytest.mark.slow
def test_every_pair_of_operands_of_a_field_of_8_bits(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        ModularAdder(P8, 8),
        ModularAdder(P8, 3, "ripple"),
        Montgomery(P8, 8, 1),
        Montgomery(P8, 3, 1),
    ]
    check(units, [every(unit) for unit in units], tmp_path, objects)


@pytest.mark.slow
def test_512_bits(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [ModularAdder(P512), ModularAdder(P512, 512, "ripple"), Montgomery(P512)]
    todo = [operations(unit, 300) for unit in units[:2]]
    multiplications = operations(units[2], 20)
    todo.append(random.Random(1).sample(multiplications, 40))
    units.append(Inverter(P512, 128))
    todo.append(operations(units[-1], 0)[:4])
    check(units, todo, tmp_path, objects)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [Montgomery(P512), Montgomery(P512, 32, 4), Montgomery(P512, 130), Inverter(P512)],
    ids=name,
)
def test_all_corner_cases_of_512_bits(unit: Unit, tmp_path: Path, objects: list[Path]) -> None:
    check([unit], [operations(unit, 200 if len(unit.operands) == 2 else 10)], tmp_path, objects)


def test_the_published_latencies_are_kept() -> None:
    """Barenghi et al. (2008), Table 1: an adder of 9 cycles, a multiplier of 173."""
    assert (ModularAdder(P512).latency(), ModularAdder(P512).interval()) == (9, 9)
    assert (Montgomery(P512).latency(), Montgomery(P512).interval()) == (142, 138)
    assert Inverter(P512).latency() == 9234


def test_a_clock_costs_a_product_one_cycle_and_no_iteration_any() -> None:
    """159 MHz on the 7 series is 106 MHz on Virtex-II Pro; 50 MHz leaves the units as they are."""
    adder, mul, inverter = ModularAdder(P512), Montgomery(P512), Inverter(P512)
    fast = adder.clocked(159, 1), mul.clocked(159, 1), inverter.clocked(159, 1)
    assert [(unit.latency(), unit.interval()) for unit in fast] == [(10, 10), (145, 139), (11285, 11285)]
    assert fast[1].iteration == mul.iteration == 17
    with_clock: list[Unit] = [adder.clocked(50, 1), mul.clocked(50, 1), inverter.clocked(50, 1)]
    without: list[Unit] = [adder, mul, inverter]
    for one, other in zip(with_clock, without, strict=True):
        assert one.module().verilog() == other.module().verilog()
    assert Montgomery(P512, clock=50).clocked(159, 1).latency() == 142


@pytest.mark.slow
def test_512_bits_for_a_clock(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        *(ModularAdder(P512, 64, network, clock=165) for network in NETWORKS),
        Montgomery(P512, clock=165),
        Montgomery(P512, 128, clock=165),
        Inverter(P512, 128, clock=165),
    ]
    todo = [operations(unit, 300) for unit in units[:2]]
    todo += [random.Random(1).sample(operations(unit, 20), 40) for unit in units[2:4]]
    todo.append(operations(units[-1], 0)[:4])
    check(units, todo, tmp_path, objects)


@pytest.mark.slow
def test_sums_of_two_cycles(tmp_path: Path, objects: list[Path]) -> None:
    """Adders whose carry comes a cycle later, on all operands; products as two numbers, at every depth."""
    rng = random.Random(4)
    adders = [(w, most, network) for w, most in ((2, 1), (4, 2), (4, 8), (5, 2)) for network in NETWORKS]
    shapes = [(width, depth) for width in (2, 17, 20, 35, 64, 100) for depth in (1, 2, 3, 4)]
    modules = [late_carry_adder(*adder) for adder in adders]
    modules += [carry_save_multiplier(*shape) for shape in shapes]
    terms = [(n & 31, n >> 5 & 31, rng.getrandbits(1)) for n in range(1024)]
    factors = [[(rng.getrandbits(w), rng.getrandbits(w)) for w, _ in shapes] for _ in terms]
    factors[0] = [((1 << w) - 1, (1 << w) - 1) for w, _ in shapes]
    cycles: list[list[Cycle]] = [
        [
            *({"a": a % (1 << w), "b": b % (1 << w), "carry_in": terms[t - 1][2]} for w, _, _ in adders),
            *({"x": x, "y": y} for x, y in factors[t]),
        ]
        for t, (a, b, _) in enumerate(terms)
    ]
    out = Bench(modules, tmp_path, objects).run([*cycles, *[[{} for _ in modules]] * 4])
    for t, (a, b, carry) in enumerate(terms[:-1]):
        for i, (width, most, network) in enumerate(adders):
            made = out[t + 1][i]["total"] + (out[t + 1][i]["carry_out"] << width)
            assert made == a % (1 << width) + b % (1 << width) + carry, (width, most, network)
        for i, (width, depth) in enumerate(shapes):
            x, y = factors[t][i]
            two = out[t + depth][len(adders) + i]
            assert two["total"] + two["carries"] == x * y, (width, depth)


@pytest.mark.slow
def test_adders_and_multipliers_of_words(tmp_path: Path, objects: list[Path]) -> None:
    """Adders of a few bits on all operands; multipliers at every depth, some wider than multiplier blocks."""
    rng = random.Random(3)
    adders = [(width, network) for width in (2, 3, 4) for network in NETWORKS]
    shapes = [(width, depth) for width in (2, 17, 20, 35, 64, 100) for depth in (1, 2, 3, 4)]
    modules = [word_adder(*adder) for adder in adders] + [word_multiplier(*shape) for shape in shapes]
    sums = [[(n & 15, n >> 4 & 15, n >> 8) for _ in adders] for n in range(512)]
    sums = [
        [(a % (1 << w), b % (1 << w), c) for (a, b, c), (w, _) in zip(r, adders, strict=True)] for r in sums
    ]
    factors = [[(rng.getrandbits(w), rng.getrandbits(w)) for w, _ in shapes] for _ in sums]
    factors[0] = [((1 << w) - 1, (1 << w) - 1) for w, _ in shapes]
    idle: list[list[Cycle]] = [[{} for _ in modules]] * 4
    busy: list[list[Cycle]] = [
        [*({"a": a, "b": b, "carry_in": c} for a, b, c in terms), *({"x": x, "y": y} for x, y in pairs)]
        for terms, pairs in zip(sums, factors, strict=True)
    ]
    out = Bench(modules, tmp_path, objects).run([*busy, *idle])
    for t in range(len(busy)):
        for i, (width, network) in enumerate(adders):
            made = out[t][i]["total"] + (out[t][i]["carry_out"] << width)
            assert made == sum(sums[t][i]), (width, network, sums[t][i])
        for i, (width, depth) in enumerate(shapes):
            x, y = factors[t][i]
            assert out[t + depth][len(adders) + i]["result"] == x * y, (width, depth)


@given(elements, elements)
def test_addition_undoes_subtraction(a: int, b: int) -> None:
    unit = ModularAdder(P512)
    difference = unit.function((a, b), -1)
    assert unit.function((difference, b), 1) == a
    assert unit.function((difference, b)) == a
    assert P512.add(difference, b) == a
    assert P512.add(a, P512.neg(a)) == 0


@given(elements, elements, st.sampled_from([16, 32, 64, 100, 512]))
def test_montgomery_multiplies_representations(a: int, b: int, core: int) -> None:
    unit = Montgomery(P512, core)
    ar, br, one = P512.mul(a, unit.radix % P512.p), P512.mul(b, unit.radix % P512.p), unit.radix % P512.p
    assert unit.function((ar, br)) == P512.mul(P512.mul(a, b), one)
    assert unit.function((ar, 1)) == a


@given(elements, st.sampled_from([16, 64, 100]))
def test_the_inverse_is_that_of_the_multiplication(a: int, core: int) -> None:
    unit, mul = Inverter(P512, core), Montgomery(P512, core)
    assert unit.radix == mul.radix
    assert mul.function((a, unit.function((a,)))) == (unit.radix % P512.p if a else 0)


@pytest.mark.parametrize("field", PRIMES, ids=lambda f: f.name)
def test_corner_elements_are_elements(field: PrimeField) -> None:
    corners = field.corner_elements()
    field.check(*corners)
    assert len(set(corners)) == len(corners)
    assert {0, 1, field.p - 1} <= set(corners)
    assert [field.element(i) for i in (0, 1, field.order - 1)] == [0, 1, field.p - 1]


def test_fields_are_told_apart_by_their_primes() -> None:
    assert PrimeField(P512.p) == P512
    assert PrimeField(13) != PrimeField(11)
    assert PrimeField(13).name != PrimeField(11).name
    assert P512.label == "F_p, 512 bits"


@pytest.mark.parametrize(
    ("p", "message"),
    [
        (91, "91 is not prime"),
        (3, "a prime of 2 bits; 3 to 2048 are possible"),
        (1 << 2048, "a prime of 2049 bits; 3 to 2048 are possible"),
        (P512.p + 2, r"8780710799...9998224793 \(512 bits\) is not prime"),
    ],
)
def test_what_is_no_prime_is_refused(p: int, message: str) -> None:
    with pytest.raises(FieldError, match=message):
        PrimeField(p)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ModularAdder(P8, 1), "core 1: must be at least 2 bits"),
        (lambda: ModularAdder(P8, 8, "sklansky"), "network 'sklansky': must be one of kogge-stone, ripple"),
        (lambda: ModularAdder(P8).function((1, 1), 2), "a modular adder has no operation 2"),
        (lambda: Montgomery(P8, 1), "core 1: must be at least 2 bits"),
        (lambda: Montgomery(P8, 8, 5), "depth 5: must be from 1 to 4"),
        (lambda: Inverter(P8, 1), "core 1: must be at least 2 bits"),
        (lambda: Inverter(P8, 8, "sklansky"), "network 'sklansky': must be one of kogge-stone, ripple"),
        (lambda: Sum(P8, 2), "it is for fields of characteristic 2 and 3, not for F_p, 8 bits"),
        (lambda: digit_field(P8), "it is for fields of characteristic 2 and 3"),
        (lambda: prime_field(BinaryField((5, 2, 0))), r"it is for large prime fields, not for F_2\^5"),
        (lambda: P8.check(251), "0xfb is not an element of F_p, 8 bits"),
    ],
)
def test_what_does_not_fit_is_refused(make: Callable[..., Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        make()
