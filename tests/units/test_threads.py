"""Modules made for several threads: each thread is the module as it was, whatever the others do."""

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pairforge.evidence.formal import linear_forms, product_forms, prove_forms
from pairforge.evidence.netlist import Operation, operation_of
from pairforge.hdl import (
    Arith,
    Compare,
    Const,
    Module,
    Mux,
    RetimingPoint,
    Select,
    concat,
    design_files,
)
from pairforge.hdl.interleave import THREAD, interleaved
from pairforge.units.base import Unit
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.prime import PrimeField
from pairforge.units.frobenius import Frobenius
from pairforge.units.frobenius_chain import FrobeniusChain
from pairforge.units.inverter import Inverter
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.karatsuba import Karatsuba, Split
from pairforge.units.lift import Lift
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.modular_adder_pipelined import PipelinedModularAdder
from pairforge.units.modular_sum_pipelined import PipelinedModularSum
from pairforge.units.montgomery import Montgomery
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.montgomery_sums import MontgomerySums
from pairforge.units.product_pipelined import PipelinedProduct
from pairforge.units.quadratic.adder import QuadraticAdder
from pairforge.units.quadratic.inverter import QuadraticInverter
from pairforge.units.quadratic.multiplier import QuadraticMultiplier
from pairforge.units.reducer_pipelined import PipelinedReducer
from pairforge.units.sum import Sum
from pairforge.units.wide_adder_pipelined import PipelinedWideAdder

from .bench import Bench, Cycle, lint
from .test_contract import drive, operations
from .units import F5, F11, F31, F239, P3, P6, P16, Q6, T11, name

F95 = BinaryField((95, 11, 0))
LONG = FrobeniusChain(F95, (1, 3, 12))

UNITS: list[Unit] = [
    Karatsuba(F11, stages=2, levels=(Split("halves", 6), Split("halves", 3))),
    Karatsuba(T11, stages=1, cutoff=2),
    DigitSerial(F11, 10),
    DigitSerial(F31, 10, "separate"),
    DigitSerial(F5, 2),
    DigitSerial(F5, 5),
    DigitSerial(T11, 6),
    DigitSerial(T11, 5, "separate"),
    Sum(F11, 3),
    Frobenius(T11, -2),
    FrobeniusChain(T11, (1, 2, 4)),
    FrobeniusChain(F5, (1,)),
    LONG,
    ModularAdder(P6, 2),
    Montgomery(P6, 3, 1),
    Inverter(P3, 2),
    PipelinedModularAdder(P6, 1),
    PipelinedModularSum(P6, 2, values=4),
    PipelinedMontgomery(P6, 1, 1),
    PipelinedMontgomery(P16, 2, 0),
    PipelinedMontgomery(P16, 3, 0, 17, 2),
    PipelinedMontgomery(P6, 4, 0, 24, 4),
    MontgomeryDot(P6, 2, 1),
    MontgomeryDot(P6, 4, 0, 24, 4),
    MontgomerySums(P6, 2, 1),
    PipelinedProduct(P6, 2, 1),
    PipelinedReducer(P16, 3, 0),
    PipelinedWideAdder(P6, 2),
    Lift(P6),
    DivstepInverter(P6, 1),
    DivstepInverter(P16, 4),
    QuadraticAdder(Q6, 1),
    QuadraticMultiplier(Q6, 2, 1),
    QuadraticMultiplier(Q6, 5, 0, 24, 4, integrated=True),
    QuadraticInverter(Q6, DivstepInverter(Q6.base, 1)),
]
SLOTS_AND_LATE = [(2, 1), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((3, 0), (4, 1)))]


def made_late(unit: Unit, threads: int, late: int) -> tuple[Module, int]:
    """The unit's module for threads, and how late its inputs are: not at all where it wants none cut."""
    late = late if unit.registers_operands else 0
    return interleaved(unit.module(), threads, late).module, late


@pytest.mark.parametrize(("threads", "late"), SLOTS_AND_LATE)
def test_every_thread_of_a_unit_keeps_its_contract(
    threads: int, late: int, tmp_path: Path, objects: list[Path]
) -> None:
    """Each thread has operations of its own, back to back; no two threads begin theirs together."""
    keeps_its_contract(UNITS, threads, late, tmp_path, objects)


@pytest.mark.slow
def test_every_thread_of_a_unit_for_a_clock_keeps_its_contract(tmp_path: Path, objects: list[Path]) -> None:
    """Registers chosen for 250 MHz and 16 threads; the inverter's result takes a cycle more."""
    field = PrimeField((1 << 127) - 1)
    units: list[Unit] = [
        PipelinedModularAdder(field).clocked(250, 16),
        PipelinedMontgomery(field).clocked(250, 16),
        MontgomeryDot(field).clocked(250, 16),
        MontgomerySums(field).clocked(250, 16),
        PipelinedMontgomery(field, every=4).clocked(150, 16),
        DivstepInverter(PrimeField((1 << 61) - 1)).clocked(300, 16),
        PipelinedModularSum(field, fewest=3).clocked(250, 16),
        PipelinedProduct(field).clocked(250, 16),
        PipelinedReducer(field).clocked(250, 16),
        PipelinedWideAdder(field).clocked(250, 16),
    ]
    assert [unit.latency() for unit in units[:2]] == [1, 3]
    keeps_its_contract(units, 16, 3, tmp_path, objects)


def keeps_its_contract(
    units: Sequence[Unit], threads: int, late: int, tmp_path: Path, objects: list[Path]
) -> None:
    cycles, modules, inputs, due = 150, [], [], []
    for unit in units:
        module, after = made_late(unit, threads, late)
        rows: list[Cycle] = [{} for _ in range((cycles + 1) * threads + after)]
        wanted = []
        todo = operations(unit)
        for thread in range(threads):
            random.Random(thread).shuffle(todo)
            driven, results = drive(unit, todo, cycles)
            for t, row in enumerate(driven):
                rows[t * threads + thread + after] = row
            wanted += [(t * threads + thread, operation) for t, operation in results]
        modules.append(module)
        inputs.append(rows[: cycles * threads])
        due.append(wanted)
    out = Bench(modules, tmp_path, objects).run([list(row) for row in zip(*inputs, strict=True)])
    for i, unit in enumerate(units):
        assert len(due[i]) >= threads
        for t, (operands, attribute) in due[i]:
            got = out[t][i]["y"]
            assert got == unit.function(operands, attribute), (name(unit), t, operands, attribute)


@pytest.mark.parametrize("threads", [2, 3, 4])
@pytest.mark.parametrize(
    "unit", [DigitSerial(F5, 2), DigitSerial(F11, 10), DigitSerial(F5, 1, "separate")], ids=name
)
def test_a_thread_of_a_multiplier_is_proved_exact(unit: Unit, threads: int) -> None:
    """For every operand, with anything on the operand ports in the cycles of the other threads."""
    module = interleaved(unit.module(), threads).module
    exponents = tuple(i for i in reversed(range(unit.field.m + 1)) if i in (unit.field.m, 2, 0))
    prove_forms(design_files(module, ""), module.name, slot_of(unit, threads), product_forms(exponents))


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_a_thread_of_a_chain_is_proved_exact(threads: int) -> None:
    """Its step of 12 is made of four of 3, with registers between them."""
    module = interleaved(LONG.module(), threads).module
    assert "power9" in module.verilog()
    rows = [[digit for digit, _ in row] for row in F95.frobenius_rows(16)]
    prove_forms(design_files(module, ""), module.name, slot_of(LONG, threads, 16), linear_forms(rows))


def slot_of(unit: Unit, threads: int, attribute: int | None = None) -> Operation:
    """An operation of one thread, in cycles of the clock."""
    own = operation_of(unit, attribute)
    return replace(
        own,
        latency=own.latency * threads,
        interval=own.interval * threads,
        controls=tuple(replace(c, offset=c.offset * threads) for c in own.controls),
    )


def test_a_multiplier_has_as_many_stages_for_every_thread() -> None:
    """One of them in front of operands that are late; the text is that of the deeper multiplier."""
    unit = Karatsuba(F239, stages=2)
    assert interleaved(unit.module(), 3).module.verilog() == Karatsuba(F239, stages=6).module().verilog()
    assert "_s5_" in interleaved(unit.module(), 3, 1).module.name


# -- the transformation itself, on a module with everything in it ------------------------------------------


def everything(cuts: tuple[int, int, int] = (9, 9, 9)) -> Module:
    """A counter, a register with enable, a memory, a table; registers stand above `cuts` threads."""
    inner = Module("inner")
    inner.input("clk")
    x = inner.input("x", 4)
    inner.output("same", x ^ Const(4, 5))
    inner.output("kept_before", inner.reg("kept", x, enable=x[0]))
    m = Module("everything_" + "".join(map(str, cuts)))
    m.input("clk")
    rst, a, go = m.input("rst"), m.input("a", 4), m.input("go")
    count = m.forward_reg("count", 4)
    end = m.wire("ends", RetimingPoint("at_end", Compare("==", count, Const(4, 11)), cuts[0]))
    more = Mux(end, Const(4, 0), Arith("+", count, Const(4, 1)))
    m.drive_reg(count, more, enable=go, reset=(rst, 0))
    table = m.memory("table0", 4, 12, init=[(7 * i + 3) % 16 for i in range(12)])
    found = m.reg("found", Select(table, count))
    memory = m.memory("words", 4, 5)
    low = m.wire("low", RetimingPoint("low_taken", a[2, 1], cuts[1]))
    place = m.wire("place", Mux(a[0], Const(3, 4), concat(Const(1, 0), low)))
    m.write(memory, place, found, go)
    out = m.instance(inner, "u", x=m.wire("into", RetimingPoint("into_taken", found ^ a, cuts[2])))
    read = m.wire("read", Select(memory, Mux(go, place, Const(3, 2))))
    m.output("y", m.reg("total", out["same"] ^ out["kept_before"] ^ read ^ count))
    return m


VARIANTS = [(threads, cuts) for threads in (2, 3, 7) for cuts in itertools.product((1, 9), (1, 9), (1, 9))]


def test_threads_are_independent_copies(tmp_path: Path, objects: list[Path]) -> None:
    """However many threads, wherever registers stand, and whatever resets each thread has."""
    rng = random.Random(1)
    cycles, most = 150, 7
    streams = [
        [
            {"rst": int(t == 0 or rng.random() < 0.03), "go": rng.randrange(2), "a": rng.randrange(16)}
            for t in range(cycles)
        ]
        for _ in range(most)
    ]
    made = [interleaved(everything(cuts), threads) for threads, cuts in VARIANTS]
    assert all(dict(each.late) == {"y": 0} for each in made)
    bench = Bench([everything(), *(each.module for each in made)], tmp_path, objects)
    rows: list[list[Cycle]] = []
    for t in range(cycles * most):
        row: list[Cycle] = [streams[0][min(t, cycles - 1)]]
        for threads, _ in VARIANTS:
            row.append({**streams[t % threads][min(t // threads, cycles - 1)], THREAD: t % threads})
        rows.append(row)
    got = bench.run(rows)
    for thread, stream in enumerate(streams):
        wanted = [out[0]["y"] for out in bench.run([[inputs, *rows[0][1:]] for inputs in stream])]
        settled = known_from(stream)
        for i, (threads, cuts) in enumerate(VARIANTS, 1):
            if thread < threads:
                found = [out[i]["y"] for out in got[thread : cycles * threads : threads]]
                assert found[settled:] == wanted[settled:], (threads, cuts, thread)


def known_from(stream: Sequence[Cycle]) -> int:
    """A cycle from which on all that is read was written: five words, each written."""
    written: set[int] = set()
    for t, row in enumerate(stream):
        if row["go"]:
            written.add(4 if row["a"] & 1 else row["a"] >> 1 & 3)
        if written >= {0, 1, 2, 3, 4}:
            return t + 4
    raise AssertionError


def test_made_for_threads_is_lint_clean(tmp_path: Path) -> None:
    lint(interleaved(everything((1, 1, 1)), 3).module, tmp_path)


def test_one_thread_keeps_its_text() -> None:
    assert "taken" not in everything((1, 1, 1)).verilog()


def two_cuts(m: Module) -> None:
    a = m.input("a", 4)
    m.reg("r", RetimingPoint("second", m.wire("w", RetimingPoint("first", a))))


def late_write(m: Module) -> None:
    a = m.input("a", 4)
    memory = m.memory("words", 4, 16)
    m.write(memory, a, RetimingPoint("second", m.wire("w", RetimingPoint("first", a))), Const(1, 1))
    m.output("y", Select(memory, a))


@pytest.mark.parametrize(
    ("build", "message"), [(two_cuts, "2 retiming points on a way to r"), (late_write, "too late to be read")]
)
def test_more_cuts_than_registers_are_refused(build: Callable[[Module], None], message: str) -> None:
    m = Module("m")
    m.input("clk")
    build(m)
    with pytest.raises(ValueError, match=message):
        interleaved(m, 2).module.verilog()
    assert interleaved(m, 3).module.verilog()


def test_one_thread_is_no_interleaving() -> None:
    with pytest.raises(ValueError, match="1 threads"):
        interleaved(everything(), 1)


def test_a_module_is_made_for_threads_once_however_its_lag_is_found() -> None:
    """What comes of an instance may go into the one before it: lags are found first, modules made after."""
    made: list[tuple[int, int]] = []

    def for_threads(threads: int, late: int) -> Module:
        made.append((threads, late))
        return adder()

    def adder() -> Module:
        m = Module("adder")
        m.input("clk")
        m.output("y", m.reg("total", Arith("+", m.input("a", 4), Const(4, 1))))
        return m

    unit = adder()
    unit.for_threads = for_threads
    inner, top = Module("inner"), Module("top")
    for m in (inner, top):
        m.input("clk")
    inner.output("y", inner.instance(unit, "u", a=inner.input("a", 4))["y"])
    late = top.wire("late", RetimingPoint("second", top.wire("w", RetimingPoint("first", top.input("a", 4)))))
    top.output("y", top.instance(inner, "inner", a=late)["y"])
    assert interleaved(top, 5).module.verilog()
    assert made == [(5, 2)]
