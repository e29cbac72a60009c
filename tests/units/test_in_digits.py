"""Units for words in digits: an operation starts in every step, operands and results come digit by digit."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import pytest

from pairforge.errors import UserError
from pairforge.hdl.digits import DIGIT, Digits
from pairforge.hdl.interleave import THREAD, interleaved
from pairforge.units.base import Unit
from pairforge.units.fields.prime import PrimeField
from pairforge.units.in_digits import DigitUnit, in_digits
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.product_pipelined import PipelinedProduct
from pairforge.units.sum import Sum

from .bench import Bench, Cycle, lint
from .units import P6, P16

P254 = PrimeField(0x2523648240000001BA344D80000000086121000000000013A700000000000013)

UNITS: list[tuple[Unit, int]] = [
    (ModularAdder(P6), 2),
    (ModularAdder(P16), 4),
    (ModularAdder(P254), 4),
    (Sum(P16, 1), 4),
    (PipelinedMontgomery(P6, 2, 0, 24, 2), 2),
    (PipelinedMontgomery(P16, 5, 0, 17, 4, integrated=True), 4),
    (PipelinedMontgomery(P254, 5, 0, 17, 4), 4),
    (DivstepInverter(P16, 2), 2),
    (DivstepInverter(P16, 1), 4),
]
THREADS = 8


def name(case: tuple[Unit, int]) -> str:
    unit, count = case
    return f"{unit.kind}-{unit.field.width}-{count}"


def made(case: tuple[Unit, int]) -> DigitUnit:
    return in_digits(case[0], case[1], THREADS)


def operations(unit: DigitUnit, seed: int) -> list[tuple[Sequence[int], int | None]]:
    """Corner cases, then random operands, attributes in turn."""
    rng = random.Random(seed)
    cases = [tuple(case) for case in unit.corner_cases()]
    chosen = rng.sample(cases, min(len(cases), 40))
    chosen += [tuple(rng.randrange(unit.field.order) for _ in unit.operands) for _ in range(20)]
    return [(case, unit.constants[i % len(unit.constants)]) for i, case in enumerate(chosen)]


def inputs(unit: DigitUnit, ports: Mapping[str, int]) -> list[Cycle]:
    """Each thread has operations of its own, as often as there can be one; between them inputs are noise."""
    digits, rng = unit.digits, random.Random(1)
    todo = [operations(unit, seed) for seed in range(THREADS)]
    steps = 1 + apart(unit) * len(todo[0]) + max(map(unit.latency, unit.constants)) + 2
    cycles: list[Cycle] = []
    for clock in range(THREADS * digits.count * steps):
        number, thread = divmod(clock, THREADS)
        step, digit = divmod(number, digits.count)
        pins = {THREAD: thread, DIGIT: number % (2 * digits.count)}
        pins |= {port: rng.getrandbits(digits.size) for port in unit.operands}
        # The first word cycle is for the unit's own counting of digits.
        place, phase = divmod(step - 1, apart(unit))
        if step and not phase and place < len(todo[thread]):
            operands, constant = todo[thread][place]
            for port, operand in zip(unit.operands, operands, strict=True):
                pins[port] = digits.split(operand)[digit]
            pins |= {control.signal: control.value for control in unit.controls(constant)}
        cycles.append({port: pins.get(port, 0) for port in ports})
    return cycles


def apart(unit: DigitUnit) -> int:
    return max(map(unit.interval, unit.constants))


@dataclass(frozen=True)
class Played:
    """A unit, how late its results are, and what its output was in each cycle."""

    unit: DigitUnit
    late: int
    outputs: Sequence[int]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, objects: Sequence[Path]) -> Mapping[str, Played]:
    folder = tmp_path_factory.mktemp("in-digits")
    units = [made(case) for case in UNITS]
    those = [interleaved(unit.module(), THREADS) for unit in units]
    for each in those:
        lint(each.module, folder / "lint" / each.module.name)
    ports = [
        {n.name: n.width for way, n in each.module.ports if way.startswith("input") and n.name != "clk"}
        for each in those
    ]
    cycles = [inputs(unit, wanted) for unit, wanted in zip(units, ports, strict=True)]
    bench = Bench([each.module for each in those], folder / "bench", objects)
    seen = bench.run(list(zip_longest(*cycles, fillvalue={})))
    return {
        name(case): Played(unit, each.late["y"], [outputs[i]["y"] for outputs in seen])
        for i, (case, unit, each) in enumerate(zip(UNITS, units, those, strict=True))
    }


@pytest.mark.parametrize("case", UNITS, ids=name)
@pytest.mark.parametrize("thread", range(THREADS))
def test_every_thread_gets_the_results_of_its_operations(
    case: tuple[Unit, int], thread: int, played: Mapping[str, Played]
) -> None:
    found = played[name(case)]
    unit, digits = found.unit, found.unit.digits
    for place, (operands, constant) in enumerate(operations(unit, thread)):
        step = 1 + place * apart(unit) + unit.latency(constant)
        clocks = [(step * digits.count + i) * THREADS + thread + found.late for i in range(digits.count)]
        got = sum(found.outputs[clock] << digits.size * i for i, clock in enumerate(clocks))
        assert got == unit.function(operands, constant), (place, operands, constant)


@pytest.mark.parametrize("width", [5, 6, 7, 8, 381])
@pytest.mark.parametrize("count", [2, 4, 8, 16])
def test_digits_have_room_for_a_sum(width: int, count: int) -> None:
    digits = Digits(width, count)
    most = 2 * ((1 << width) - 1)
    assert digits.size * count > width
    assert sum(digit << digits.size * i for i, digit in enumerate(digits.split(most))) == most
    assert digits.size * count - width <= 2 * count


def test_what_has_no_form_in_digits_is_refused() -> None:
    with pytest.raises(UserError, match="with digits the adder is a modular-adder"):
        in_digits(PipelinedModularAdder(P16, 2), 4, THREADS)
    with pytest.raises(UserError, match="not for a machine whose words have digits"):
        in_digits(PipelinedProduct(P16, 2), 4, THREADS)
