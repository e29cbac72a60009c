"""Pipelined units over large primes: exact on all operands of tiny fields, with any number of registers."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.errors import UserError
from pairforge.evidence.operations import operations
from pairforge.hdl import Module
from pairforge.hdl.interleave import interleaved
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.units.base import Unit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.inverter_divstep import DivstepInverter, division_steps
from pairforge.units.lift import Lift
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.units.modular_sum_pipelined import PipelinedModularSum
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.montgomery_sums import MontgomerySums
from pairforge.units.parts.networks import RIPPLE, SELECT
from pairforge.units.parts.pipeline import Pipeline, constant, joined, part, value_of, width_of
from pairforge.units.parts.wide import Wide
from pairforge.units.product_pipelined import PipelinedProduct
from pairforge.units.reducer_pipelined import PipelinedReducer
from pairforge.units.wide_adder_pipelined import PipelinedWideAdder

from .bench import Bench, Cycle, lint
from .test_prime import check, every
from .units import P3, P4, P6, P8, P512, name

ATE_CURVES = curves_of(AteCurve)

P127 = PrimeField((1 << 127) - 1)
P254, P381, P462 = (PrimeField(ATE_CURVES[n].p) for n in ("ate-bn254", "ate-bls12-381", "ate-bn462"))


@pytest.mark.slow
def test_every_pair_of_operands_of_tiny_fields(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        *(PipelinedModularAdder(field, stages) for field in (P3, P6) for stages in (1, 3)),
        *(PipelinedMontgomery(P3, stages, levels) for stages in (1, 5) for levels in (0, 2)),
        *(PipelinedMontgomery(P4, stages, levels) for stages in (2, 9) for levels in (0, 1, 3)),
        PipelinedMontgomery(P6, 4, 2),
        *(PipelinedMontgomery(P4, stages, 0, 24, 2) for stages in (2, 5)),
        PipelinedMontgomery(P6, 4, 1, 24, 4),
        PipelinedMontgomery(P4, 8, 0, 24, 8),
        MontgomeryDot(PrimeField(5), 2),
        MontgomeryDot(P3, 4, 1, 17),
        MontgomeryDot(PrimeField(5), 2, 0, 24, 2),
        MontgomeryDot(PrimeField(5), 4, 0, 24, 4),
        MontgomeryDot(PrimeField(5), 9, 0, 24, 8),
        *(PipelinedMontgomery(P4, stages, 0, 24, 2, integrated=True) for stages in (2, 5)),
        PipelinedMontgomery(P6, 7, 1, 24, 4, integrated=True),
        PipelinedMontgomery(P4, 16, 0, 24, 16),
        PipelinedMontgomery(P4, 33, 0, 24, 32, integrated=True),
        MontgomeryDot(PrimeField(5), 3, 0, 24, 2, integrated=True),
        MontgomeryDot(PrimeField(5), 9, 0, 24, 8, integrated=True),
        *(PipelinedModularAdder(field, stages, SELECT) for field in (P3, P6) for stages in (1, 3)),
        *(PipelinedMontgomery(P4, stages, levels, network=SELECT) for stages in (1, 6) for levels in (0, 2)),
        PipelinedMontgomery(P6, 4, 0, 24, 4, network=SELECT),
        PipelinedMontgomery(P4, 9, 0, 24, 8, integrated=True, network=SELECT),
        MontgomeryDot(PrimeField(5), 3, network=SELECT),
        MontgomerySums(PrimeField(5), 2),
        MontgomerySums(PrimeField(5), 5, 1, 17),
        MontgomerySums(PrimeField(5), 1, network=SELECT),
        PipelinedModularSum(P3, 1),
        PipelinedModularSum(P4, 3, fewest=3),
        PipelinedModularSum(PrimeField(5), 2, values=4),
        PipelinedModularSum(PrimeField(5), 4, SELECT, values=4, fewest=4),
        *(PipelinedProduct(P4, stages, levels) for stages in (1, 3) for levels in (0, 1)),
        PipelinedProduct(P6, 2, network=SELECT),
        *(PipelinedReducer(field, stages) for field in (PrimeField(5), P3, P4, P6, P8) for stages in (1, 4)),
        *(PipelinedReducer(field, 2, network=SELECT) for field in (PrimeField(5), P6)),
        *(
            PipelinedWideAdder(field, stages, network)
            for field in (PrimeField(5), P3)
            for stages, network in ((1, RIPPLE), (3, RIPPLE), (2, SELECT))
        ),
        Lift(P6),
    ]
    check(units, [every(unit) for unit in units], tmp_path, objects)


@pytest.mark.slow
def test_every_pair_of_operands_of_a_field_of_8_bits(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [PipelinedModularAdder(P8, 2), *(PipelinedMontgomery(P8, 3, k) for k in (0, 2))]
    check(units, [every(unit) for unit in units], tmp_path, objects)


@pytest.mark.slow
def test_fields_of_odd_widths(tmp_path: Path, objects: list[Path]) -> None:
    """Digits of blocks that are filled by one bit, by all but one, and not at all."""
    primes = [8191, 131071, 524287, (1 << 31) - 1, (1 << 33) - 9, (1 << 35) - 31, (1 << 51) - 129]
    units: list[Unit] = []
    for i, p in enumerate(primes):
        units.append(PipelinedMontgomery(PrimeField(p), 1 + 3 * i, i % 3, (17, 24, 26)[i % 3]))
        units.append(PipelinedMontgomery(PrimeField(p), 8 + i, i % 2, every=(2, 4, 8)[i % 3]))
        units.append(MontgomeryDot(PrimeField(p), 8 + i, i % 3, (17, 24, 26)[i % 3], (1, 2, 4, 8)[i % 4]))
        units.append(PipelinedMontgomery(PrimeField(p), 16 + i, 0, 17, (2, 4, 8, 16)[i % 4], integrated=True))
        units.append(MontgomeryDot(PrimeField(p), 8 + i, 0, 24, (2, 4, 8)[i % 3], integrated=True))
        units.append(PipelinedModularAdder(PrimeField(p), 1 + i % 4))
        units.append(PipelinedModularAdder(PrimeField(p), 1 + i % 3, SELECT, clock=(0, 250, 500)[i % 3]))
        units.append(PipelinedMontgomery(PrimeField(p), 1 + 2 * i, i % 2, (24, 17)[i % 2], network=SELECT))
        units.append(MontgomeryDot(PrimeField(p), 8 + i, 0, 17, (1, 4, 8)[i % 3], network=SELECT))
        units.append(MontgomerySums(PrimeField(p), 2 + 3 * i, i % 3, (17, 24, 26)[i % 3]))
        units.append(PipelinedModularSum(PrimeField(p), 1 + i, values=3 + i % 2, fewest=2 + i % 3 // 2))
        units.append(PipelinedProduct(PrimeField(p), 1 + 2 * i, i % 3, (17, 24, 26)[i % 3]))
        units.append(PipelinedReducer(PrimeField(p), 1 + 3 * i, i % 3, (26, 17, 24)[i % 3]))
        units.append(PipelinedWideAdder(PrimeField(p), 1 + i % 4, (RIPPLE, SELECT)[i % 2]))
    check(units, [operations(unit, 100) for unit in units], tmp_path, objects)


@pytest.mark.slow
def test_units_that_choose_their_registers_for_a_clock(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        *(PipelinedModularAdder(P254, clock=mhz) for mhz in (100, 300)),
        *(PipelinedMontgomery(P127, block=block, clock=mhz) for block in (17, 24) for mhz in (150, 300)),
        PipelinedMontgomery(P127, every=4, clock=100),
        # One thread has no room for the registers of blocks in the loop of the accumulator.
        PipelinedMontgomery(PrimeField((1 << 61) - 1), 0, 0, 17, 4, integrated=True, clock=180),
        MontgomeryDot(P127, clock=250),
        MontgomerySums(P127, clock=250),
        *(PipelinedMontgomery(P127, every=n, network=SELECT, clock=mhz) for n, mhz in ((1, 350), (4, 150))),
        MontgomeryDot(P127, network=SELECT, clock=200),
        PipelinedProduct(P127, clock=250),
        PipelinedReducer(P127, clock=250),
    ]
    slow, fast, *multipliers = units
    assert slow.latency() < fast.latency()
    assert all(
        ("multiplier_block" in unit.module().verilog()) is not getattr(unit, "integrated", False)
        for unit in multipliers
    )
    check(units, [operations(unit, 200) for unit in units], tmp_path, objects)


@pytest.mark.slow
def test_adders_by_a_network_of_carries(tmp_path: Path, objects: list[Path]) -> None:
    """One, two and more levels of chunks, the last ones not full, with and without registers between them."""
    fields = (P127, P254, P381, P462, P512, PrimeField((1 << 521) - 1), PrimeField((1 << 607) - 1))
    units: list[Unit] = [
        PipelinedModularAdder(field, stages, SELECT, clock)
        for field in fields
        for stages, clock in ((1, 0), (0, 300))
    ]
    units += [PipelinedModularSum(P381, 0, SELECT, 300), PipelinedModularSum(P254, 1, SELECT, values=4)]
    check(units, [operations(unit, 200) for unit in units], tmp_path, objects)


@pytest.mark.parametrize("field", [P127, P254, P381, P512], ids=lambda field: field.name)
def test_a_network_of_carries_is_sooner_the_faster_the_clock(field: PrimeField) -> None:
    """Though the operands of one thread take a register."""
    for mhz in (200, 350):
        ripple, select = (PipelinedModularAdder(field, 0, network, mhz) for network in (RIPPLE, SELECT))
        assert select.latency() <= ripple.latency()
    assert select.latency() < ripple.latency()


def test_a_network_of_carries_makes_products_sooner() -> None:
    ripple, select = (PipelinedMontgomery(P254, network=network, clock=200) for network in (RIPPLE, SELECT))
    assert 2 * select.latency() < ripple.latency()


@given(st.integers(20, 90), st.integers(1, 6))
def test_fewer_registers_come_with_a_slower_clock(bits: int, step: int) -> None:
    field = PrimeField((1 << 127) - 1)
    fast, slow = (
        PipelinedModularAdder(field, clock=mhz).latency() for mhz in (4 * bits, 4 * bits - step * 10)
    )
    assert slow <= fast


@pytest.mark.slow
def test_several_levels_and_chunks(tmp_path: Path, objects: list[Path]) -> None:
    units: list[Unit] = [
        PipelinedModularAdder(P254, 5),
        PipelinedModularSum(P254, 7, values=4),
        PipelinedModularSum(P381, 12, fewest=3),
        PipelinedMontgomery(P127, 9, 2),
        PipelinedMontgomery(P127, 12, every=8),
        MontgomeryDot(P127, 10, 1),
        MontgomerySums(P254, 12),
        PipelinedMontgomery(P127, 12, 0, 17, 4, integrated=True),
        PipelinedMontgomery(P381, 20, 0, 17, 8, integrated=True),
        MontgomeryDot(P127, 18, 1, 17, 2, integrated=True),
    ]
    check(units, [operations(unit, 200) for unit in units], tmp_path, objects)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        PipelinedMontgomery(P254, 32),
        PipelinedMontgomery(P254, 1),
        PipelinedMontgomery(P254, 12, every=8),
        PipelinedMontgomery(P381, 32),
        PipelinedMontgomery(P381, 20, 0),
        PipelinedMontgomery(P381, 64, 5, 17),
        PipelinedMontgomery(P381, 12, -1, 24, 4),
        PipelinedMontgomery(P462, 24),
        PipelinedMontgomery(P512, 24, -1, 24, 8),
        PipelinedMontgomery(P512, 40),
        PipelinedMontgomery(PrimeField((1 << 607) - 1), 32),
        MontgomeryDot(P254, 1),
        MontgomeryDot(P381, 32),
        MontgomeryDot(P462, 12, every=8),
        MontgomerySums(P381, 40),
        MontgomerySums(P381, network=SELECT, clock=200),
        PipelinedMontgomery(P254, network=SELECT, clock=200),
        PipelinedMontgomery(P381, 1, 0, network=SELECT),
        PipelinedMontgomery(P462, 12, 0, every=8, network=SELECT),
        PipelinedMontgomery(PrimeField((1 << 607) - 1), network=SELECT, clock=250),
        MontgomeryDot(P381, network=SELECT, clock=200),
        MontgomeryDot(P512, 40, 0, 17, 32, integrated=True, network=SELECT),
        PipelinedModularAdder(P512, network=SELECT, clock=350),
        PipelinedModularAdder(P381, 8),
        PipelinedModularAdder(P512, 1),
        PipelinedModularSum(P462, 9, values=4, fewest=3),
        PipelinedModularSum(P512, 1, values=4),
        PipelinedProduct(P381, 24, 4),
        PipelinedReducer(P381, 40, 4),
        PipelinedReducer(P254, network=SELECT, clock=200),
        PipelinedWideAdder(P381, 12),
        PipelinedWideAdder(P512, network=SELECT, clock=350),
    ],
    ids=name,
)
def test_large_fields(unit: Unit, tmp_path: Path, objects: list[Path]) -> None:
    lint(unit.module(), tmp_path / "lint")
    check([unit], [operations(unit, 500)], tmp_path, objects)


@pytest.mark.slow
def test_every_inverse_of_tiny_fields(tmp_path: Path, objects: list[Path]) -> None:
    units = [
        *(DivstepInverter(*each) for each in ((P3, 1), (P4, 2), (P6, 1), (P6, 7), (P8, 3), (P8, 4))),
        *(DivstepInverter(*each) for each in ((P3, 1, 2), (P4, 2, 2), (P6, 1, 3), (P6, 7, 4), (P8, 5, 3))),
        *(DivstepInverter(field, clock=mhz) for field in (P3, P6) for mhz in (100, 300)),
        *(
            DivstepInverter(field, steps, pace, 250)
            for field, steps, pace in ((P6, 2, 2), (P8, 0, 4), (P8, 6, 0))
        ),
    ]
    check(units, [every(unit) for unit in units], tmp_path, objects)


@pytest.mark.slow
@pytest.mark.parametrize("field", [P254, P381, P462, P512], ids=lambda field: field.name)
def test_inverses_of_large_fields(field: PrimeField, tmp_path: Path, objects: list[Path]) -> None:
    units = [
        *(DivstepInverter(field, steps) for steps in (2, 4)),
        DivstepInverter(field, 6, 3),
        DivstepInverter(field, clock=200),
    ]
    check(units, [operations(unit, 200) for unit in units], tmp_path, objects)


def steps_needed(f: int, g: int) -> int:
    """Division steps until g = 0, by their definition, delta doubled."""
    delta, count = 1, 0
    while g:
        if delta > 0 and g & 1:
            delta, f, g = 2 - delta, g, (g - f) // 2
        else:
            delta, g = 2 + delta, (g + (g & 1) * f) // 2
        count += 1
    return count


Point = tuple[int, int]


def hull(points: list[Point]) -> list[Point]:
    """Vertices of the convex hull."""
    points = sorted(set(points))

    def half(row: list[Point]) -> list[Point]:
        found: list[Point] = []
        for x, y in row:
            while len(found) > 1:
                (x0, y0), (x1, y1) = found[-2:]
                if (x1 - x0) * (y - y0) > (y1 - y0) * (x - x0):
                    break
                found.pop()
            found.append((x, y))
        return found

    return points if len(points) < 3 else half(points)[:-1] + half(points[::-1])[:-1]


def steps_of_hulls(width: int) -> int:
    """Division steps after which |g| < 1 for all real 0 <= g <= f <= 2^width, whichever steps are odd.

    For each delta (doubled) the hull of what f and g can be then, times 2 for each step so far.
    """
    top = 1 << width
    hulls = {1: [(0, 0), (top, 0), (top, top)]}
    count = 0
    while hulls:
        reached: dict[int, list[Point]] = {}
        for delta, points in hulls.items():
            reached.setdefault(delta + 2, []).extend((2 * f, g) for f, g in points)
            if delta > 0:
                reached.setdefault(2 - delta, []).extend((2 * g, g - f) for f, g in points)
            else:
                reached.setdefault(delta + 2, []).extend((2 * f, g + f) for f, g in points)
        count += 1
        hulls = {d: hull(p) for d, p in reached.items() if any(abs(g) >= 1 << count for _, g in p)}
    return count


@pytest.mark.parametrize(
    "width",
    [4, 8, 13, 16, 31, 48, *(pytest.param(n, marks=pytest.mark.slow) for n in (64, 103, 254, 258))],
)
def test_the_bound_on_division_steps_holds_for_all_operands(width: int) -> None:
    """By the argument of the published bound, computed anew."""
    assert division_steps(width) - 2 <= steps_of_hulls(width) <= division_steps(width)


def test_the_bound_on_division_steps() -> None:
    """For all operands of few bits; random ones stay below it beyond."""
    most = max(steps_needed(f, g) for f in range(1, 256, 2) for g in range(f + 1))
    assert most <= division_steps(8)
    rng = random.Random(7)
    for field in (P254, P381, P512):
        assert max(steps_needed(field.p, rng.randrange(field.p)) for _ in range(50)) < division_steps(
            field.width
        )
    assert [division_steps(width) for width in (254, 256, 381, 462, 512)] == [586, 591, 878, 1065, 1180]


def test_inversion_is_short_beside_a_pairing() -> None:
    """At most 3% of the 15,500 cycles of a pairing on BLS12-381."""
    assert DivstepInverter(P381, 2).latency() <= 450
    assert [DivstepInverter(field).latency() for field in (P254, P381, P462, P512)] == [148, 221, 268, 296]


def test_an_inverter_of_one_thread_chooses_steps_and_pace_for_a_clock() -> None:
    """A faster one takes more cycles, but no more than a step at a time."""
    latencies = [DivstepInverter(P254, clock=mhz).latency() for mhz in (50, 100, 200)]
    assert latencies == sorted(set(latencies))
    fixed = [DivstepInverter(P254, steps, clock=200).latency() for steps in (1, 4, 8)]
    assert latencies[-1] == min(fixed)


def test_an_inverter_at_a_clock_that_nothing_meets_is_that_of_a_slower_one() -> None:
    fast, impossible = (DivstepInverter(P8, clock=mhz) for mhz in (300, 5000))
    assert fast.latency() <= impossible.latency() <= 2 * fast.latency()


@given(st.integers(0, P381.p - 1))
def test_the_inverse_is_that_of_the_multiplication(a: int) -> None:
    unit, mul = DivstepInverter(P381), PipelinedMontgomery(P381)
    assert unit.radix == mul.radix
    assert mul.function((a, unit.function((a,)))) == (unit.radix % P381.p if a else 0)


@pytest.mark.parametrize("unit", [PipelinedModularAdder(P254, 1), PipelinedMontgomery(P254, 4)], ids=name)
def test_threads_share_registers_evenly(unit: PipelinedModularAdder | PipelinedMontgomery) -> None:
    """Eight threads have the text of eight times the stages; what is late has one register less."""
    deep = type(unit)(P254, 8 * unit.latency())
    assert interleaved(unit.module(), 8).module.verilog() == deep.module().verilog()
    late = type(unit)(P254, 8 * unit.latency() - 1)
    assert interleaved(unit.module(), 8, 1).module.verilog() == late.module().verilog()


@pytest.mark.parametrize("unit", [PipelinedModularAdder(P254, 4), PipelinedMontgomery(P254, 8)], ids=name)
def test_areas_are_modelled(unit: Unit) -> None:
    area = unit.area_model()
    assert area.ff >= unit.latency() * P254.width
    assert area.lut >= 3 * P254.width


def test_karatsuba_trades_multiplier_blocks_for_tables() -> None:
    units = [PipelinedMontgomery(P381, 8, levels) for levels in range(4)]
    blocks = [unit.blocks for unit in units]
    assert blocks == sorted(blocks, reverse=True)
    assert blocks[3] < 0.75 * blocks[0]
    assert PipelinedMontgomery(P381, 8).depth == 3


def built(registers: int, seed: int) -> tuple[Module, int]:
    """A product of sums, x0 (x1 + y1) - y0 of 70 bits, with `registers` on each path."""
    m = Module(f"built{registers}_{seed}")
    m.input("clk")
    pipe = Pipeline(m)
    x, y = (pipe.input(m.input(n, 70)) for n in "xy")
    wide = Wide(pipe, chunk=seed)
    total = wide.add("total", part(x, 35, 35), part(y, 35, 35), 36)
    product = wide.product("product", part(x, 0, 36), total, 1)
    (out,) = pipe.place((wide.add("less", product, part(y, 0, 35), 73, minus=True), registers))
    m.output("y_out", out)
    return m, registers


def test_every_path_has_as_many_registers(tmp_path: Path, objects: list[Path]) -> None:
    made = [built(registers, chunk) for registers in (1, 3, 25) for chunk in (5, 80)]
    rng = random.Random(5)
    rows = [(rng.getrandbits(70), rng.getrandbits(70)) for _ in range(60)]
    cycles: list[list[Cycle]] = [[{"x": x, "y": y} for _ in made] for x, y in rows]
    out = Bench([m for m, _ in made], tmp_path, objects).run(cycles)
    low = (1 << 35) - 1
    for i, (module, registers) in enumerate(made):
        for t, (x, y) in enumerate(rows[:-registers]):
            wanted = (x & (1 << 36) - 1) * ((x >> 35) + (y >> 35)) - (y & low)
            assert out[t + registers][i]["y_out"] == wanted % (1 << 73), (module.name, t)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 511)), max_size=6), st.data())
def test_parts_of_words(pieces: list[tuple[int, int]], data: st.DataObject) -> None:
    word = joined(*(constant(width, value % (1 << width)) for width, value in pieces))
    whole, shift = 0, 0
    for width, value in pieces:
        whole, shift = whole | value % (1 << width) << shift, shift + width
    assert (width_of(word), value_of(word)) == (shift, whole)
    low, size = data.draw(st.integers(0, shift)), data.draw(st.integers(0, 60))
    assert value_of(part(word, low, size)) == (whole >> low) % (1 << size)
    assert width_of(part(word, low, size)) == size


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: PipelinedModularAdder(P8, -1),
            "stages -1: must be at least 1, or 0 for what the clock needs",
        ),
        (lambda: PipelinedModularAdder(P8).function((1, 1), 2), "a modular adder has no operation 2"),
        (lambda: DivstepInverter(P8, 9), "steps 9: must be from 1 to 8"),
        (lambda: PipelinedMontgomery(P8, 2, every=4), "stages 2: must be at least 4, the interval"),
        (lambda: PipelinedMontgomery(P8, 3, every=3), "interval 3: must be one of 1, 2, 4, 8"),
        (lambda: PipelinedMontgomery(P8, 3, every=4), "stages 3: must be at least 4, the interval"),
        (lambda: PipelinedMontgomery(P8, 3, integrated=True), "integrated: needs an interval of 2 or more"),
        (lambda: PipelinedMontgomery(P8, 1, 7), "levels 7: must be from 0 to 6, or -1"),
        (lambda: PipelinedMontgomery(P8, 1, 0, 16), "block 16: must be from 17 to 32 bits"),
    ],
)
def test_what_does_not_fit_is_refused(make: Callable[..., Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        make()
