"""The schedule of a stage, recounted cycle by cycle over two runs that overlap."""

import pytest
from binding.machines import operation_times, wanted

from pairforge.catalog.designs import find_design
from pairforge.catalog.pairings import find_pairing
from pairforge.errors import UserError
from pairforge.flow.compile import program_of
from pairforge.machine.design import Machine, Storage, UnitSpec
from pairforge.program.text import parse
from pairforge.rtl.library import make_units
from pairforge.rtl.units.binary import BinaryField
from pairforge.schedule.stage import check_program, schedule_stage


def scheduled(name: str, at: int, effort: float = 0, **settings: str):
    design = find_design(name, settings)
    pairing = find_pairing(design.pairing)
    machine = design.stages[at]
    program = program_of(pairing, pairing.stages[at], machine, design.passes)
    units = make_units(machine, BinaryField(pairing.polynomial))
    return schedule_stage(program, machine, units, effort, overlap=at == 0)


CASES = [
    ("beuchat-f2-239", 0, {}),
    ("beuchat-f2-239", 1, {}),
    ("beuchat-f2-5", 0, {"passes": "none"}),
    ("beuchat-f2-5", 0, {"miller.mul.count": "2", "miller.sum.count": "3", "miller.root.count": "2"}),
    ("beuchat-f2-5", 1, {"final.mul.count": "2", "final.mul.digit": "2"}),
]


@pytest.mark.parametrize(("name", "at", "settings"), CASES)
def test_no_unit_is_asked_for_two_things_at_once(name, at, settings):
    stage = scheduled(name, at, **settings)
    taken = {}
    for run, placed, iteration, start in operation_times(stage, 2):
        assert placed.instance < next((u.count for u in stage.machine.units if u.name == placed.unit), 1)
        for cycle in range(start, start + placed.busy):
            key = (placed.unit, placed.instance, cycle)
            assert key not in taken, f"{placed.op.name} and {taken[key]} on {key}"
            taken[key] = (run, placed.op.name, iteration)


@pytest.mark.parametrize(("name", "at", "settings"), CASES)
def test_no_operand_is_read_before_it_is_ready(name, at, settings):
    stage = scheduled(name, at, **settings)
    written = 1 + stage.machine.storage.read_latency if stage.machine.storage.kind == "ram" else 0
    ready = {
        (placed.op.name, iteration): start + placed.latency for placed, iteration, start in stage.instances()
    }
    for placed, iteration, start in stage.instances():
        for name in placed.op.reads:
            assert start >= ready[wanted(stage.program, name, iteration)] + written


def test_the_miller_loop_over_f2_239_turns_every_7_cycles_and_no_machine_of_this_kind_can_be_faster():
    stage = scheduled("beuchat-f2-239", 0)
    loop = stage.loops["main"]
    body = next(claim for claim in stage.claims if claim.what == "initiation interval of loop main")
    assert (loop.interval, loop.count) == (7, 120)
    assert (body.got, body.bound, body.optimal) == (7, 7, True)
    products = [p for p in stage.placed.values() if p.region == "main" and p.unit == "mul"]
    assert sorted(p.start % 7 for p in products) == list(range(7))  # it never idles


def test_runs_over_f2_239_follow_each_other_within_855_cycles():
    stage = scheduled("beuchat-f2-239", 0)
    products = sum(p.op.kind == "mul" for p, _, _ in stage.instances())
    assert stage.interval_bound == products == 7 * 120
    assert stage.interval_bound <= stage.interval <= 855
    assert scheduled("beuchat-f2-239", 1).interval <= stage.interval


def test_the_last_iteration_leaves_out_what_nobody_reads():
    stage = scheduled("beuchat-f2-5", 0)
    names = {p.op.name for p in stage.placed.values() if p.region == "main"}
    left_out = names - stage.last["main"]
    assert {stage.placed[name].op.kind for name in left_out} == {"mul", "sum", "frob"}
    counted = [p.op.name for p, _, _ in stage.instances()]
    assert all(counted.count(name) == stage.loops["main"].count - (name in left_out) for name in names)


MACHINE = Machine("m", (UnitSpec("mul", "karatsuba", 1, 1), UnitSpec("sum", "sum", 1, 2)), Storage("lines"))


class Quick:
    def latency(self, attribute=None):
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
def test_what_a_machine_cannot_run_is_said(text, message):
    with pytest.raises(UserError) as error:
        schedule_stage(parse(text), MACHINE, TIMING, 0, overlap=True)
    assert str(error.value) == message


def test_a_memory_takes_no_loops():
    machine = Machine("m", MACHINE.units, Storage("ram"))
    text = BLOCK + LOOP + "block b\n  y = output 0 (r)\n"
    for refuse in (
        lambda: schedule_stage(parse(text), machine, TIMING, 0, overlap=True),
        lambda: check_program(parse(text), machine, TIMING),
    ):
        with pytest.raises(UserError) as error:
            refuse()
        assert str(error.value) == (
            "stage m: storage.kind = 'ram' runs straight-line programs, and p has a loop; "
            "use storage.kind = 'lines'"
        )
