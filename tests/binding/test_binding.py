"""Every read finds its value: bound stages replayed with tags, over runs that overlap."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program.programs import programs

from pairforge.binding.api import bind
from pairforge.program.passes import PIPELINES, Abilities, optimise
from pairforge.schedule.stage import schedule_stage

from .machines import machines
from .simulator import replay

ABILITIES = Abilities({"mul": 3, "sum": 3, "frob": 3, "output": 3}, (1, -1), chain=False)

quick = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@given(
    program=programs(field=(2, 5), loops=1, crossing=False, powers=(1, -1), most_ops=5),
    drawn=machines("lines"),
    overlap=st.booleans(),
    pipeline=st.sampled_from(PIPELINES),
)
@quick
def test_every_read_finds_its_value_on_lines(program, drawn, overlap, pipeline):
    machine, timing = drawn
    stage = schedule_stage(optimise(program, ABILITIES, pipeline), machine, timing, 0, overlap=overlap)
    replay(bind(stage, 0), runs=3)


@given(
    program=programs(field=(2, 5), loops=0, powers=(1, -1), most_ops=8),
    drawn=machines("lines"),
    overlap=st.booleans(),
)
@quick
def test_every_read_finds_its_value_on_lines_without_a_loop(program, drawn, overlap):
    machine, timing = drawn
    replay(bind(schedule_stage(program, machine, timing, 0, overlap=overlap), 0), runs=3)


@given(program=programs(field=(2, 5), loops=0, powers=(1, -1), most_ops=12), drawn=machines("ram"))
@quick
def test_every_read_finds_its_value_in_a_memory(program, drawn):
    machine, timing = drawn
    stage = schedule_stage(program, machine, timing, 0, overlap=True)
    assert stage.interval == stage.length
    replay(bind(stage, 0), runs=2)
