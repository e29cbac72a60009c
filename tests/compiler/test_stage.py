"""The schedule of a stage, recounted cycle by cycle over two runs that overlap."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from binding.machines import operation_times, wanted

from pairforge.binding.replay import replay as replay_run
from pairforge.compiler import compile as compiler
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import compile_design, program_of
from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.machine.storage import DelayLines, Memory
from pairforge.machine.units import unit_spec
from pairforge.pairings.registry import find_pairing
from pairforge.program.ir import Program
from pairforge.program.text import parse
from pairforge.program.trace import trace
from pairforge.schedule import regions
from pairforge.schedule.api import schedule
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.stage import check_program, schedule_stage
from pairforge.storage.table import bind, storage_of
from pairforge.units.fields.binary import BinaryField


def scheduled(name: str, at: int, effort: float = 0, **settings: str) -> StageSchedule:
    design = find_design(name, settings)
    pairing = find_pairing(design.pairing)
    machine = design.stages[at]
    program = program_of(pairing, pairing.stages[at], machine, design.passes)
    units = make_units(machine, BinaryField(pairing.polynomial))
    return schedule_stage(program, machine, storage_of(machine), units, effort, overlap=at == 0)


CASES = [
    ("beuchat-f2-239", 0, {}),
    ("beuchat-f2-239", 1, {}),
    ("beuchat-f2-5", 0, {"passes": "none"}),
    ("beuchat-f2-5", 0, {"miller.mul.count": "2", "miller.sum.count": "3", "miller.root.count": "2"}),
    ("beuchat-f2-5", 1, {"final.mul.count": "2", "final.mul.digit": "2"}),
]


@pytest.mark.parametrize(("name", "at", "settings"), CASES)
def test_no_unit_is_asked_for_two_things_at_once(name: str, at: int, settings: Mapping[str, Any]) -> None:
    stage = scheduled(name, at, **settings)
    taken: dict[tuple[str, int, int], tuple[int, str, int]] = {}
    for run, placed, iteration, start in operation_times(stage, 2):
        assert placed.instance < next((u.count for u in stage.machine.units if u.name == placed.unit), 1)
        for cycle in range(start, start + placed.busy):
            key = (placed.unit, placed.instance, cycle)
            assert key not in taken, f"{placed.op.name} and {taken[key]} on {key}"
            taken[key] = (run, placed.op.name, iteration)


@pytest.mark.parametrize(("name", "at", "settings"), CASES)
def test_no_operand_is_read_before_it_is_ready(name: str, at: int, settings: Mapping[str, Any]) -> None:
    stage = scheduled(name, at, **settings)
    storage = stage.machine.storage
    written = 1 + storage.read_latency if storage.addressed else 0
    ready = {
        (placed.op.name, iteration): start + placed.latency for placed, iteration, start in stage.instances()
    }
    for placed, iteration, start in stage.instances():
        for name in placed.op.reads:
            assert start >= ready[wanted(stage.program, name, iteration)] + written


def test_the_miller_loop_over_f2_239_iterates_every_7_cycles_and_no_such_machine_can_be_faster() -> None:
    stage = scheduled("beuchat-f2-239", 0)
    loop = stage.loops["main"]
    body = next(
        certificate
        for certificate in stage.certificates
        if certificate.what == "initiation interval of loop main"
    )
    assert (loop.interval, loop.count) == (7, 120)
    assert (body.got, body.bound, body.optimal) == (7, 7, True)
    products = [p for p in stage.placed.values() if p.region == "main" and p.unit == "mul"]
    assert sorted(p.start % 7 for p in products) == list(range(7))  # it never idles


def test_runs_over_f2_239_follow_each_other_within_855_cycles() -> None:
    stage = scheduled("beuchat-f2-239", 0)
    products = sum(p.op.kind == "mul" for p, _, _ in stage.instances())
    assert stage.interval_bound == products == 7 * 120
    assert stage.interval_bound <= stage.interval <= 855
    assert scheduled("beuchat-f2-239", 1).interval <= stage.interval


def test_the_last_iteration_leaves_out_what_nobody_reads() -> None:
    stage = scheduled("beuchat-f2-5", 0)
    names = {p.op.name for p in stage.placed.values() if p.region == "main"}
    left_out = names - stage.last["main"]
    assert {stage.placed[name].op.kind for name in left_out} == {"mul", "sum", "frob"}
    counted = [p.op.name for p, _, _ in stage.instances()]
    assert all(counted.count(name) == stage.loops["main"].count - (name in left_out) for name in names)


MACHINE = Machine("m", (unit_spec("mul", "karatsuba", 1, 1), unit_spec("sum", "sum", 1, 2)), DelayLines())


class Quick:
    def latency(self, attribute: Any = None) -> Any:
        return 1

    interval = latency


TIMING = {"mul": Quick(), "sum": Quick()}

BLOCK = "program p over 2^5\nblock a\n  x = input 0\n  z = sum (x)\n"
SECOND = "loop k 3\n  carry t from r to m as q\n  m = sum (t)\n"
LOOP = "loop l 3\n  carry s from z to n as r\n  n = sum (s)\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            BLOCK + "  w = frob 1 (x)\n  y = output 0 (w)\n",
            "stage m cannot run p: no unit for operation frob 1 (w = frob 1 (x)); "
            "add a [[stage.unit]] that does it",
        ),
        (
            BLOCK + "  w = mul (x + z) (x)\n  y = output 0 (w)\n",
            "stage m cannot run p: w = mul (x + z) (x) adds 2 values, unit mul takes 1; raise its terms to 2",
        ),
        (
            BLOCK + LOOP + SECOND + "block b\n  y = output 0 (q)\n",
            "stage m: p has 2 loops; lines take one",
        ),
        (
            BLOCK + LOOP + "block b\n  y = output 0 (x)\n",
            "stage m: y = output 0 (x) reads x across the loop l; with storage.kind = 'lines' "
            "a value that crosses a loop must be carried by it",
        ),
    ],
)  # fmt: skip
def test_what_a_machine_cannot_run_is_said(text: str, message: str) -> None:
    with pytest.raises(UserError) as error:
        schedule_stage(parse(text), MACHINE, storage_of(MACHINE), TIMING, 0, overlap=True)
    assert str(error.value) == message


RAM = Machine(
    "m",
    (unit_spec("mul", "karatsuba", 1, 1), unit_spec("sum", "sum", 1, 2)),
    Memory("distributed", 16, 2),
)

ITERATIONS = """program iterations over 2^5
block a
  x = input 0
  y = input 1
loop l 6
  carry s from x to n as r
  p = mul (s) (y)
  q = mul (p) (p)
  n = sum (q + s)
block b
  o = output 0 (r)
"""


def test_a_loop_in_a_memory_starts_its_next_iteration_as_soon_as_its_word_is_written() -> None:
    """A product, a product, a sum, each written in one cycle and read in the next."""
    stage = schedule_stage(parse(ITERATIONS), RAM, storage_of(RAM), TIMING, 1, overlap=True)
    body = next(
        certificate
        for certificate in stage.certificates
        if certificate.what == "initiation interval of loop l"
    )
    assert (stage.loops["l"].interval, body.bound, body.optimal) == (6, 6, True)
    assert stage.interval == stage.length
    work = next(certificate for certificate in stage.certificates if not certificate.of_block)
    # Three results of each iteration and two elements are written.
    assert (work.bound, work.reason) == (6 * 3 + 2, "20 cycles of work on 1 write")
    assert stage.interval_bound == work.bound


def test_iterations_in_a_memory_follow_each_other_where_they_cannot_overlap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(problem: Any, method: Any, limit: Any) -> Any:
        if problem.loop:
            raise ValueError("no modulo schedule")
        return schedule(problem, method, limit)

    monkeypatch.setattr(regions, "schedule", refuse)
    stage = schedule_stage(parse(ITERATIONS), RAM, storage_of(RAM), TIMING, 1, overlap=True)
    assert stage.loops["l"].interval >= stage.loops["l"].length
    assert replay_run(bind(stage, 0)) == 6 * 6 + 1


def test_elements_come_first_and_results_last_with_a_cycle_between_to_wait_in() -> None:
    stage = schedule_stage(parse(ITERATIONS), RAM, storage_of(RAM), TIMING, 0, overlap=True)
    runs = [(cycle, p) for p, _, cycle in stage.instances()]
    inputs = [cycle for cycle, p in runs if p.op.kind == "input"]
    outputs = [cycle for cycle, p in runs if p.op.kind == "output"]
    others = [(cycle, p) for cycle, p in runs if p.op.kind not in ("input", "output")]
    assert max(inputs) < min(cycle for cycle, _ in others)
    assert min(outputs) > 1 + max(cycle + p.latency for cycle, p in others)


def test_too_few_words_for_a_loop_are_an_error_that_says_how_many() -> None:
    """y lives throughout, s and n have one word, p and q another."""
    machine = Machine("m", RAM.units, Memory("distributed", 2, 2))
    with pytest.raises(UserError) as error:
        bind(schedule_stage(parse(ITERATIONS), machine, storage_of(machine), TIMING, 0, overlap=True), 0)
    assert str(error.value) == (
        "stage m: iterations needs 3 words at once, storage.words is 2; set it to 3 or more"
    )


def test_an_operation_in_a_loop_that_reads_too_much_is_refused() -> None:
    text = ITERATIONS.replace("sum (q + s)", "sum (q + s + y)")
    with pytest.raises(UserError) as error:
        check_program(
            parse(text),
            replace(RAM, units=(*RAM.units[:1], unit_spec("sum", "sum", 1, 3))),
            storage_of(RAM),
            TIMING,
        )
    assert str(error.value) == (
        "stage m cannot run iterations: n = sum (q + s + y) reads 3 values, storage.reads is 2; "
        "set it to 3 or more"
    )


def test_a_design_that_was_checked_is_not_traced_again(monkeypatch: pytest.MonkeyPatch) -> None:
    traces: list[str] = []

    def counted(name: str, *rest: Any) -> Program:
        traces.append(name)
        return trace(name, *rest)

    monkeypatch.setattr(compiler, "trace", counted)
    design = find_design("small-f2-5", {"effort": "0"})
    compiled = compile_design(design, traced=check_design(design))
    assert traces == ["eta-f2-5.all"]
    assert compiled.stages == compile_design(design).stages
