"""One inverter for several cores: each has the inverse of its own operand, whatever the others give."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from pairforge.hdl import Module
from pairforge.hdl.interleave import THREAD, interleaved
from pairforge.units.fields.prime import PrimeField
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.parts.shared_inverter import SharedInverter

from .bench import Bench, Cycle, lint
from .units import P3, P6

P61 = PrimeField((1 << 61) - 1)


@dataclass(frozen=True)
class Given:
    """The operands of all cores, and which cores take part."""

    operands: tuple[int, ...]
    joins: tuple[bool, ...]

    def wanted(self, unit: SharedInverter) -> list[int]:
        """By integers; an operand that is no element counts as what it is modulo p."""
        return [
            unit.function((a % unit.field.p,)) if joins else 0
            for a, joins in zip(self.operands, self.joins, strict=True)
        ]

    @property
    def pins(self) -> Cycle:
        joins = {f"joins{core}": int(joins) for core, joins in enumerate(self.joins) if core}
        return {f"a{core or ''}": a for core, a in enumerate(self.operands)} | joins


def shared(field: PrimeField, cores: int, threads: int = 1, clock: float = 0) -> SharedInverter:
    return DivstepInverter(field).clocked(clock, threads).for_cores(cores)


def every(unit: SharedInverter) -> list[Given]:
    """All words of all cores, also those that are no elements."""
    words = range(1 << unit.field.width)
    return [Given(each, (True,) * unit.cores) for each in itertools.product(words, repeat=unit.cores)]


def some(unit: SharedInverter, count: int, seed: int = 0) -> list[Given]:
    """Corners, zeros, words from p on, random elements; some cores take no part."""
    rng, p, top = random.Random(seed), unit.field.p, (1 << unit.field.width) - 1
    corners = [a for (a,) in unit.corner_cases()]

    def word() -> int:
        return rng.choice((0, p, rng.randint(p, top), rng.choice(corners), rng.randrange(p)))

    return [
        Given(
            tuple(word() for _ in range(unit.cores)),
            (True, *(rng.random() < 0.8 for _ in range(unit.cores - 1))),
        )
        for _ in range(count)
    ]


def noise(unit: SharedInverter, rng: random.Random) -> Cycle:
    words = tuple(rng.randrange(1 << unit.field.width) for _ in range(unit.cores))
    return Given(words, tuple(rng.random() < 0.5 for _ in words)).pins


def driven(unit: SharedInverter, todo: Sequence[Given]) -> Iterator[Cycle]:
    """Back to back, with noise on all other cycles, and one cycle more."""
    rng = random.Random(1)
    for given in todo:
        yield {**given.pins, "start": 1}
        for _ in range(unit.latency() - 1):
            yield noise(unit, rng)
    yield noise(unit, rng)


def found(unit: SharedInverter, outputs: Cycle) -> list[int]:
    return [outputs[f"y{core or ''}"] for core in range(unit.cores)]


@pytest.mark.parametrize("cores", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
def test_every_core_has_the_inverse_of_its_operand(cores: int, tmp_path: Path, objects: list[Path]) -> None:
    """Two and three cores with all words of three bits, which are all elements modulo 7 and 7 itself."""
    units = [shared(P3, cores), shared(P6, cores)]
    plans = [every(units[0]) if cores < 4 else some(units[0], 600), some(units[1], 300)]
    bench = Bench([unit.module() for unit in units], tmp_path, objects)
    rows = [list(driven(unit, plan)) for unit, plan in zip(units, plans, strict=True)]
    out = bench.run([list(row) for row in itertools.zip_longest(*rows, fillvalue={})])
    for i, (unit, plan) in enumerate(zip(units, plans, strict=True)):
        for number, given in enumerate(plan, 1):
            assert found(unit, out[number * unit.latency()][i]) == given.wanted(unit), given


@pytest.mark.parametrize(("cores", "threads", "late"), [(2, 2, 0), (3, 3, 1), (4, 16, 5)])
def test_every_thread_has_its_own(
    cores: int, threads: int, late: int, tmp_path: Path, objects: list[Path]
) -> None:
    """Threads start in cycles of their own; inputs are late, results are not."""
    unit = shared(P61, cores, threads, clock=250)
    module = interleaved(unit.module(), threads, late).module
    plans = [some(unit, 12, seed) for seed in range(threads)]
    rows: list[Cycle] = [{} for _ in range((12 * unit.latency() + 2 + threads) * threads + late)]
    for thread, plan in enumerate(plans):
        for t, row in enumerate(driven(unit, plan), thread):
            rows[t * threads + thread + late] = row
    clocked = THREAD in {net.name for _, net in module.ports}
    assert clocked
    rows = [{**row, THREAD: t % threads} for t, row in enumerate(rows)]
    out = Bench([module], tmp_path, objects).run([[row] for row in rows])
    for thread, plan in enumerate(plans):
        for number, given in enumerate(plan, 1):
            t = (thread + number * unit.latency()) * threads + thread
            assert found(unit, out[t][0]) == given.wanted(unit), (thread, given)


@pytest.mark.parametrize("module", [shared(P3, 2).module(), shared(P61, 4).module()], ids=lambda m: m.name)
def test_lint_clean(module: Module, tmp_path: Path) -> None:
    lint(module, tmp_path / "one")
    lint(interleaved(module, 16, 5).module, tmp_path / "threads")


def test_four_cores_wait_for_eleven_products_more_than_one() -> None:
    one = DivstepInverter(P61)
    four = one.for_cores(4)
    product, interval = four.multiplier.latency(), four.multiplier.interval()
    assert four.latency() - one.latency() == 3 + 5 * (product + 1) + 3 * (interval + product + 1)
