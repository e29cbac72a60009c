"""Every read finds its value: bound stages replayed with tags, over runs that overlap."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program.programs import programs

from pairforge.binding.dataflow import executed_reads
from pairforge.binding.model import Binding, Line, Port, Read
from pairforge.binding.replay import replay as replay_run
from pairforge.binding.words import read_while_written
from pairforge.compiler.compile import program_of, stages_of
from pairforge.errors import UserError
from pairforge.machine.design import Machine
from pairforge.machine.designs import find_design
from pairforge.machine.make import make_units
from pairforge.machine.storage import DelayLines, Memory
from pairforge.machine.units import unit_spec
from pairforge.pairings.registry import find_pairing
from pairforge.program.instances import canonical_bodies
from pairforge.program.ir import Loop, Op, Program
from pairforge.program.passes import PIPELINES, Capabilities, optimise
from pairforge.program.text import parse
from pairforge.schedule.checker import Lifetime as CheckedLife
from pairforge.schedule.checker import ScheduleError, check_lifetimes
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.stage import schedule_stage
from pairforge.storage.table import bind, storage_of
from pairforge.units.fields.binary import BinaryField

from .machines import Figures, machines
from .simulator import replay

CAPABILITIES = Capabilities({"mul": 3, "sum": 3, "frob": 3, "output": 3}, (1, -1), chain=False)

quick = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@given(
    program=programs(loops=1, crossing=False, powers=(1, -1), least_ops=1, most_ops=6),
    drawn=machines("lines"),
    overlap=st.booleans(),
    pipeline=st.sampled_from(PIPELINES),
)
@quick
def test_every_read_finds_its_value_on_lines(
    program: Program, drawn: tuple[Machine, dict[str, Figures]], overlap: bool, pipeline: str
) -> None:
    machine, timing = drawn
    stage = schedule_stage(
        optimise(program, CAPABILITIES, pipeline), machine, storage_of(machine), timing, 0, overlap=overlap
    )
    replay(bind(stage, 0), runs=3)


@given(
    program=programs(loops=0, powers=(1, -1), least_ops=3, most_ops=8),
    drawn=machines("lines"),
    overlap=st.booleans(),
)
@quick
def test_every_read_finds_its_value_on_lines_without_a_loop(
    program: Program, drawn: tuple[Machine, dict[str, Figures]], overlap: bool
) -> None:
    machine, timing = drawn
    replay(bind(schedule_stage(program, machine, storage_of(machine), timing, 0, overlap=overlap), 0), runs=3)


@given(program=programs(loops=0, powers=(1, -1), least_ops=5, most_ops=12), drawn=machines("ram"))
@quick
def test_every_read_finds_its_value_in_a_memory(
    program: Program, drawn: tuple[Machine, dict[str, Figures]]
) -> None:
    machine, timing = drawn
    stage = schedule_stage(program, machine, storage_of(machine), timing, 0, overlap=True)
    assert stage.interval == stage.length
    replay(bind(stage, 0), runs=2)


@given(
    program=programs(powers=(1, -1), least_ops=1, most_ops=8),
    drawn=machines("ram"),
    pipeline=st.sampled_from(PIPELINES),
)
@quick
def test_every_read_finds_its_value_in_a_memory_with_loops(
    program: Program, drawn: tuple[Machine, dict[str, Figures]], pipeline: str
) -> None:
    machine, timing = drawn
    program = optimise(program, dataclasses.replace(CAPABILITIES, memory=True), pipeline)
    stage = schedule_stage(program, machine, storage_of(machine), timing, 0, overlap=True)
    replay(bind(stage, 0), runs=2)


@pytest.mark.parametrize("storage", ["ram", "banks"])
def test_loops_that_repeat_each_other_have_the_same_cycles_and_words(storage: str) -> None:
    """On banks regions overlap besides."""

    @given(
        program=programs(loops=4, powers=(1, -1), terms=1, least_ops=1, most_ops=5, repeats=True),
        drawn=machines(storage),
        pipeline=st.sampled_from(PIPELINES),
    )
    @quick
    def check(program: Any, drawn: Any, pipeline: Any) -> None:
        machine, timing = drawn
        capabilities = Capabilities(lambda op, block: 1, (1, -1), chain=False, memory=True)
        program = optimise(program, capabilities, pipeline)
        try:
            stage = schedule_stage(program, machine, storage_of(machine), timing, 0, overlap=True)
        except UserError as error:
            assert storage == "banks" and "adds values up at an operand" in str(error)
            return
        binding = bind(stage, 0)
        replay(binding, runs=2)
        loops = {region.name: region for region in program.regions if isinstance(region, Loop)}
        for name, first in canonical_bodies(program).items():
            start = stage.loops[name].start - stage.loops[first.name].start
            for a, b in zip(loops[name].ops, first.ops, strict=True):
                assert binding.address[a.name] == binding.address[b.name]
                one, other = binding.stage.placed[a.name], binding.stage.placed[b.name]
                assert (one.start - start, one.unit, one.instance) == (
                    other.start,
                    other.unit,
                    other.instance,
                )
        units: Counter[tuple[str, int, int]] = Counter()
        for p, _, start in stage.instances():
            units.update((p.unit, p.instance, cycle) for cycle in range(start, start + p.busy))
        assert max(units.values()) == 1


@given(
    program=programs(loops=1, crossing=False, powers=(1, -1), least_ops=2, most_ops=4),
    drawn=machines("lines", count=1, slow=False),
)
@settings(quick, max_examples=8)
def test_every_read_finds_its_value_where_the_datapath_was_made_small(
    program: Program, drawn: tuple[Machine, dict[str, Figures]]
) -> None:
    """With effort the times of the loop and of the block before it are sought again, all together."""
    machine, timing = drawn
    stage = schedule_stage(
        optimise(program, CAPABILITIES), machine, storage_of(machine), timing, 0.1, overlap=True
    )
    replay(bind(stage, 0.1), runs=3)


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("beuchat-f2-5", 0),
        ("beuchat-f2-5", 1),
        ("beuchat-f2-239", 0),
        ("beuchat-f2-239", 1),
        ("small-f2-5", 0),
    ],
)
def test_every_read_of_the_pairings_finds_its_value(name: str, at: int) -> None:
    stage, binding = built(name, at)
    reads = sum(len(f.terms) for p, _, _ in stage.instances() for f in p.op.operands)
    assert replay(binding) == 2 * reads


def built(name: str, at: int, **settings: str) -> tuple[StageSchedule, Binding]:
    design = find_design(name, settings)
    pairing = find_pairing(design.pairing)
    machine = design.stages[at]
    program = program_of(pairing, stages_of(design, pairing)[at], machine, design.passes)
    units = make_units(machine, BinaryField(pairing.polynomial))
    stage = schedule_stage(program, machine, storage_of(machine), units, 0, overlap=at == 0)
    return stage, bind(stage, 0)


def test_a_word_that_is_read_and_written_at_once_is_found() -> None:
    stage, binding = built("small-f2-5", 0)
    assert not read_while_written(binding)
    read = {start - 1: name for (name, _), start in executed_reads(stage)}
    made = [(placed, start) for placed, _, start in stage.instances() if not placed.op.sends]
    written = {start + placed.latency: placed.op.name for placed, start in made}
    cycle = max(read.keys() & written.keys())
    one, other = read[cycle], written[cycle]
    address = dict(binding.address) | {other: binding.address[one]}
    assert read_while_written(dataclasses.replace(binding, address=address))
    beside = dataclasses.replace(binding, address=address | {other: address[one] ^ 1})
    assert not read_while_written(beside)
    assert read_while_written(dataclasses.replace(beside, exchanged=frozenset({one})))


def test_the_check_at_every_build_agrees_with_the_replay() -> None:
    _, binding = built("small-f2-5", 0)
    assert 2 * replay_run(binding) == replay(binding)


def broken_addresses(binding: Any) -> Iterator[Any]:
    """Bindings in which one value has the word of another."""
    storage_classes: dict[int, list[str]] = {}
    for name, word in binding.address.items():
        storage_classes.setdefault(word, []).append(name)
    for word, names in storage_classes.items():
        for other in storage_classes:
            if other != word:
                yield dataclasses.replace(binding, address=binding.address | dict.fromkeys(names, other))


def test_the_check_notices_words_that_are_used_twice() -> None:
    _, binding = built("small-f2-5", 0)
    words = len(set(binding.address.values()))
    refused = 0
    for broken in broken_addresses(binding):
        try:
            replay_run(broken)
        except ScheduleError:
            refused += 1
    assert refused == words * (words - 1)


def test_the_check_notices_a_value_of_another_iteration() -> None:
    """Every operation of the loop, moved by an interval: most then miss what the carries bring."""
    stage, binding = built("small-f2-5", 0)
    (loop,) = stage.loops.values()
    body = [p for p in stage.placed.values() if p.region == loop.name]
    refused = 0
    for placed in body:
        for shift in (-loop.interval, loop.interval):
            moved = dataclasses.replace(placed, start=placed.start + shift)
            other = dataclasses.replace(stage, placed={**stage.placed, placed.op.name: moved})
            try:
                replay_run(dataclasses.replace(binding, stage=other))
            except ScheduleError:
                refused += 1
    assert refused == 2 * len(body)


def test_the_check_notices_two_writes_and_a_read_of_what_is_being_written() -> None:
    stage, binding = built("small-f2-5", 0)
    first, second, *_ = (p for p in stage.placed.values() if p.op.kind == "mul")
    moved = dataclasses.replace(second, start=first.start)
    other = dataclasses.replace(stage, placed={**stage.placed, second.op.name: moved})
    with pytest.raises(ScheduleError, match="are both written in cycle"):
        replay_run(dataclasses.replace(binding, stage=other))
    output = next(p for p in stage.placed.values() if p.op.kind == "output")
    (name,) = output.op.reads
    early = dataclasses.replace(output, start=stage.placed[name].ready + stage.machine.storage.read_latency)
    other = dataclasses.replace(stage, placed={**stage.placed, output.op.name: early})
    with pytest.raises(
        ScheduleError, match=rf"^\('{output.op.name}', 0\) reads .* it means \('{name}', 0\)$"
    ):
        replay_run(dataclasses.replace(binding, stage=other))


def test_the_replay_notices_a_wrong_delay() -> None:
    _, binding = built("beuchat-f2-5", 0)
    one_line = (
        (key, s)
        for key, s in binding.selection.items()
        if [type(mux_input.tap) for mux_input in s[0]] == [Line]
    )
    key, (mux_inputs, constant) = next(one_line)
    lines = [mux_input.tap for mux_input in mux_inputs if isinstance(mux_input.tap, Line)]
    later = [dataclasses.replace(line, delay=line.delay + 1) for line in lines]
    moved = tuple(
        dataclasses.replace(mux_input, tap=tap) for mux_input, tap in zip(mux_inputs, later, strict=True)
    )
    broken = dataclasses.replace(binding, selection={**binding.selection, key: (moved, constant)})
    with pytest.raises(AssertionError, match=f"^{key[0]} of iteration 0 in cycle "):
        replay(broken)


TERNARY = """program p over 3^2
block a
  x = input 0
  y = input 1
  a = sum (x + 2*y)
  b = mul (2*x + y + 1) (2*a)
  c = sum (x + b)
  d = sum (x + 2*b)
  u = output 0 (c)
  v = output 1 (2*d)
"""


def ternary(kind: str) -> Binding:
    units = (unit_spec("mul", "karatsuba", 1, 2), unit_spec("sum", "sum", 1, 2))
    machine = Machine("m", units, Memory("block", 16, 3) if kind == "ram" else DelayLines())
    timing = {"mul": Figures(2, 1), "sum": Figures(1, 1)}
    return bind(schedule_stage(parse(TERNARY), machine, storage_of(machine), timing, 0, overlap=True), 0)


@pytest.mark.parametrize("kind", ["lines", "ram"])
def test_a_port_has_as_many_addends_as_its_widest_operation_adds(kind: str) -> None:
    binding = ternary(kind)
    widest: dict[Port, int] = {}
    for p in binding.stage.placed.values():
        for operand in range(len(p.op.operands)):
            port = Port(p.unit, p.instance, operand)
            widest[port] = max(widest.get(port, 0), len(binding.selection[p.op.name, operand][0]))
    assert {
        port: len({mux_input.addend for mux_input in mux_inputs})
        for port, mux_inputs in binding.mux_inputs.items()
    } == widest


def test_of_a_sum_with_both_signs_only_one_side_is_negated_too() -> None:
    """x + b and x - b need b with both signs, and x with one."""
    mux_inputs = ternary("ram").mux_inputs[Port("sum", 0, 0)]
    taps = [(mux_input.tap, mux_input.addend) for mux_input in mux_inputs]
    assert sorted((tap.port, addend) for tap, addend in taps if isinstance(tap, Read)) in (
        [(0, 0), (1, 1), (1, 1)],
        [(0, 1), (1, 0), (1, 0)],
    )


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_the_replay_notices_a_wrong_sign(name: str) -> None:
    binding = ternary("lines")
    replay(binding)
    with pytest.raises(AssertionError, match=r" of iteration 0 in cycle | has the wrong sign$"):
        replay(dataclasses.replace(binding, negated=binding.negated ^ {name}))


def test_the_replay_notices_two_picks_of_one_thread() -> None:
    binding = ternary("lines")
    key = next(key for key, (mux_inputs, _) in binding.selection.items() if len(mux_inputs) == 2)
    mux_inputs, constant = binding.selection[key]
    same = tuple(dataclasses.replace(mux_input, addend=0) for mux_input in mux_inputs)
    with pytest.raises(AssertionError, match=f"^two multiplexer inputs of {key[0]} meet$"):
        replay(dataclasses.replace(binding, selection={**binding.selection, key: (same, constant)}))


def test_the_replay_notices_a_register_that_is_not_loaded() -> None:
    _, binding = built("beuchat-f2-239", 0)
    hold = next(iter(binding.loads))
    with pytest.raises(AssertionError, match=" of iteration "):
        replay(dataclasses.replace(binding, loads={k: v for k, v in binding.loads.items() if k != hold}))


def test_the_replay_notices_two_values_in_one_word() -> None:
    _, binding = built("beuchat-f2-5", 1)
    with pytest.raises(AssertionError, match=" of iteration "):
        replay(dataclasses.replace(binding, address=dict.fromkeys(binding.address, 0)))


def test_words_are_used_again() -> None:
    stage, binding = built("beuchat-f2-239", 1)
    values = sum(p.op.kind != "output" for p in stage.placed.values())
    storage = stage.machine.storage
    assert isinstance(storage, Memory)
    assert max(binding.address.values()) + 1 <= storage.words < values


def test_no_place_holds_two_values_at_once() -> None:
    for name, at in (("beuchat-f2-239", 0), ("beuchat-f2-239", 1)):
        stage, binding = built(name, at)
        lives = [
            CheckedLife(life.value, life.place, life.first, life.last + 1)
            for life in binding.lifetimes
            if not life.place.endswith(".line") and life.region not in stage.loops
        ]
        check_lifetimes(lives)
        for loop in stage.loops.values():
            inside = [
                CheckedLife(life.value, life.place, life.first, life.last + 1)
                for life in binding.lifetimes
                if not life.place.endswith(".line") and life.region == loop.name
            ]
            check_lifetimes(inside, loop.interval)


def test_too_few_words_is_an_error_that_says_how_many() -> None:
    with pytest.raises(UserError) as error:
        built("beuchat-f2-5", 1, **{"final.storage.words": "8"})
    needed = int(str(error.value).rsplit("set it to ")[1].split()[0])
    assert str(error.value) == (
        f"stage final: eta-f2-5.final needs {needed} words at once, storage.words is 8; "
        f"set it to {needed} or more"
    )
    built("beuchat-f2-5", 1, **{"final.storage.words": str(needed)})


ODD = """program p over 2^5
block a
  x = input 0
  c = sum (x)
loop l 9
  carry s from c to n as r
  p = mul (s) (s)
  q = mul (s) (s)
  t = mul (s) (s)
  n = sum (s)
block b
  y = output 0 (r)
"""


@pytest.mark.parametrize(("busy", "interval"), [(1, 2), (2, 4), (5, 10)])
def test_each_product_stays_on_one_of_two_slow_units(busy: int, interval: int) -> None:
    """Two units have the time for three products in 3/2 of what one takes, but by iterations only."""
    machine = Machine(
        "m", (unit_spec("mul", "digit-serial", 2, 1), unit_spec("sum", "sum", 1, 1)), DelayLines()
    )
    timing = {"mul": Figures(busy, busy), "sum": Figures(1, 1)}
    stage = schedule_stage(parse(ODD), machine, storage_of(machine), timing, 0, overlap=True)
    assert stage.loops["l"].interval == interval
    assert {stage.placed[name].instance for name in "pqt"} == {0, 1}
    replay(bind(stage, 0), runs=3)


def test_a_sequential_loop_ends_an_iteration_before_the_next() -> None:
    units = (unit_spec("mul", "digit-serial", 3, 1), unit_spec("sum", "sum", 1, 1))
    timing = {"mul": Figures(7, 6), "sum": Figures(1, 1)}
    intervals = []
    for loops in ("pipelined", "sequential"):
        machine = Machine("m", units, DelayLines(), loops=loops)
        stage = schedule_stage(parse(ODD), machine, storage_of(machine), timing, 0, overlap=True)
        replay(bind(stage, 0), runs=3)
        intervals.append(stage.loops["l"].interval)
    assert intervals == [6, 7]
    inside = [p for p in stage.placed.values() if p.region == "l"]
    assert max(p.ready for p in inside) - min(p.start for p in inside) <= 7


@pytest.mark.parametrize(
    ("count", "groups"), [(7, [2, 2, 2, 1]), (6, [2, 2, 1, 1]), (4, [2, 2]), (3, [2, 1]), (2, [2])]
)
def test_products_with_an_operand_in_common_are_found_for_units_that_share(
    count: int, groups: Sequence[int]
) -> None:
    """Shu's CA: of the six products of an iteration two each have w, z and w + z."""
    units = (
        unit_spec("mul", "digit-serial", count, 3, shares="operand"),
        unit_spec("sum", "sum", 1, 8),
        unit_spec("square", "frobenius", 1, 5, power=1),
        unit_spec("fourth", "frobenius", 1, 1, power=2),
        unit_spec("power", "frobenius-chain", 1, 1, steps=[1, 4]),
    )
    machine = Machine("tate", units, DelayLines(), algorithm="algorithm-2")
    pairing = find_pairing("tate-f2-5")
    program = program_of(pairing, pairing.stage("tate"), machine, "default")
    timing = {"mul": Figures(4, 3), **{unit.name: Figures(1, 1) for unit in units[1:]}}
    stage = schedule_stage(program, machine, storage_of(machine), timing, 0, overlap=False)
    lanes: dict[int, set[int | None]] = {}
    for p in stage.placed.values():
        if p.unit == "mul":
            lanes.setdefault(p.group, set()).add(p.lane)
    assert sorted((len(each) for each in lanes.values()), reverse=True) == groups[: len(lanes)]
    products = [p for p in stage.placed.values() if p.unit == "mul" and p.region == "miller"]
    co_issued_groups: dict[tuple[int, int], list[Op]] = {}
    for p in products:
        co_issued_groups.setdefault((p.group, p.start), []).append(p.op)
    assert sorted(map(len, co_issued_groups.values())) == [1, 2, 2, 2]
    assert all(
        set(a.operands) & set(b.operands) for a, b in (g for g in co_issued_groups.values() if len(g) == 2)
    )
    replay(bind(stage, 0))
