"""Whole cores of small programs, unlike any pairing, simulated against the program interpreted."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from program.programs import FIELDS, programs

from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.evidence.verify import Passes, verify
from pairforge.hdl import design_files
from pairforge.machine.design import Machine
from pairforge.machine.make import make_units
from pairforge.machine.storage import Banks, DelayLines, Memory, Storage
from pairforge.machine.units import unit_spec
from pairforge.program.interpret import run
from pairforge.program.ir import Program
from pairforge.program.passes import PIPELINES, Capabilities, optimise
from pairforge.program.text import parse
from pairforge.rtl.core import BoundStage, build_core
from pairforge.rtl.stream import Legal
from pairforge.schedule.stage import schedule_stage
from pairforge.storage.table import bind, storage_of
from pairforge.units.fields.binary import BinaryField

FIELD = BinaryField((5, 2, 0))

SWAP = """program swap over 2^5
block a
  x = input 0
  y = input 1
  u = output 0 (y)
  v = output 1 (x)
"""

LATE = """program late over 2^5
block a
  x = input 0
  y = input 1
  p = mul (x) (x)
  q = mul (p) (p + 1)
  r = mul (q) (q)
  u = output 0 (r + y)
  v = output 1 (x + y)
"""

SHORT = """program short over 2^5
block a
  x = input 0
  y = input 1
  p = mul (x) (y)
  w = frob 1 (x + 1)
loop l 2
  carry a from p to a1 as a.end
  carry b from w to b1 as b.end
  carry c from y to c1 as c.end
  m0 = mul (a) (b)
  m1 = mul (b) (c)
  m2 = mul (a + c) (b)
  a1 = sum (m0 + m1)
  b1 = frob 1 (m2)
  c1 = sum (a + m2)
block z
  f = mul (a.end) (b.end + c.end)
  u = output 0 (f + 1)
  v = output 1 (a.end)
"""

TWICE = """program twice over 2^5
block a
  x = input 0
  y = input 1
  c = sum (x + 1)
loop l 7
  carry a from x to a1 as a.end
  carry b from y to a as b.end
  m = mul (a + c) (b)
  a1 = frob -1 (m)
block m
  d = mul (a.end) (c)
loop k 4
  carry e from a.end to e1 as e.end
  carry f from b.end to f1 as f.end
  f1 = sum (e + f)
  e1 = mul (e + d) (f)
block z
  u = output 0 (e.end + d)
  v = output 1 (f.end + b.end)
"""

# Loops that repeat each other, with values that they hold, and one that makes way: one value an operand.
REPEATS = """program repeats over 2^5
block a
  x = input 0
  y = input 1
  w = frob 1 (x)
  p = mul (x) (y)
loop square 3
  carry a from p to a1 as a.end
  carry b from y to b as b.end
  a1 = frob 1 (a)
loop times 1
  carry c from a.end to c1 as c.end
  carry d from b.end to d as d.end
  c1 = mul (c) (d)
loop square.2 2 as square
  carry e from c.end to e1 as e.end
  carry f from d.end to f as f.end
  e1 = frob 1 (e)
block m
  q = mul (e.end) (w)
  r = mul (q) (x)
loop square.3 4 as square
  carry g from q to g1 as g.end
  carry h from r to h as h.end
  g1 = frob 1 (g)
loop times.2 1 as times
  carry i from g.end to i1 as i.end
  carry j from h.end to j as j.end
  i1 = mul (i) (j)
block z
  s = mul (e.end) (i.end)
  t = mul (j.end) (f.end)
  v = mul (s) (t)
  u0 = output 0 (v)
  u1 = output 1 (i.end)
"""

CAPABILITIES = Capabilities({"mul": 2, "sum": 3, "frob": 1, "output": 2}, (1, -1), chain=False)


def machine(name: str, storage: Storage, count: int = 1, slow: bool = False) -> Machine:
    kind = "digit-serial" if slow else "karatsuba"
    own = {"digit": 2} if slow else {"stages": 2}
    mul = unit_spec("mul", kind, count, 2, **own)
    return Machine(
        name,
        (
            mul,
            unit_spec("sum", "sum", count, 3),
            unit_spec("root", "frobenius", 1, 1, power=-1),
            unit_spec("square", "frobenius", 1, 2, power=1),
        ),
        storage,
    )


LINES = DelayLines()
RAM = Memory("block", 32, 4)
REGISTERS = Memory("distributed", 32, 4)
BANKS = Banks(banks=3)

CORES = {
    "nothing but wires": [(SWAP, machine("a", LINES))],
    "inputs read late": [(LATE, machine("a", LINES))],
    "a loop of two iterations": [(SHORT, machine("a", LINES))],
    "two of each, several cycles each": [(SHORT, machine("a", LINES, 2, slow=True))],
    "a memory": [(LATE, machine("a", RAM))],
    "a loop in a memory": [(SHORT, machine("a", RAM))],
    "two loops in a memory": [(TWICE, machine("a", REGISTERS, 2))],
    "two loops in a memory, several cycles each": [(TWICE, machine("a", RAM, slow=True))],
    "three memories, the second waits for the third": [
        (LATE, machine("a", REGISTERS)),
        (SHORT, machine("b", RAM)),
        (TWICE, machine("c", RAM, slow=True)),
    ],
    "a memory between lines and a memory": [
        (SHORT, machine("a", LINES, slow=True)),
        (SWAP, machine("b", RAM)),
        (LATE, machine("c", REGISTERS)),
    ],
    "banks": [(REPEATS, machine("a", BANKS, 2))],
    "banks with one copy": [(REPEATS, machine("a", Banks(banks=6, copies=1), 2))],
    "banks with two copies": [(REPEATS, machine("a", Banks(banks=5, copies=2), 2))],
    "one bank": [(REPEATS, machine("a", Banks(banks=1)))],
    "repeated loops in a memory": [(REPEATS, machine("a", RAM))],
    "wires into a memory": [(SWAP, machine("a", LINES)), (LATE, machine("b", RAM))],
    "a slow stage behind a quick one": [(LATE, machine("a", LINES)), (LATE, machine("b", RAM, slow=True))],
    "a quick stage behind a slow one": [
        (SHORT, machine("a", LINES, slow=True)),
        (SWAP, machine("b", Memory("distributed", 4, 4))),
    ],
}


@pytest.mark.parametrize("name", CORES)
def test_a_core_computes_its_programs(name: str) -> None:
    optimised = [
        optimise(parse(text), replace(CAPABILITIES, memory=made.storage.addressed), "none")
        for text, made in CORES[name]
    ]
    check_core(optimised, [made for _, made in CORES[name]], 2, 2)


@pytest.mark.slow
@given(
    program=programs(field=(2, 5), terms=2, powers=(1, -1), least_ops=1, most_ops=6),
    style=st.sampled_from(("block", "distributed")),
    pipeline=st.sampled_from(PIPELINES),
)
@settings(max_examples=12, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_a_random_program_with_loops_runs_on_a_memory(program: Any, style: Any, pipeline: Any) -> None:
    made = machine("a", Memory(style, 64, 6), slow=True)
    units = tuple(replace(unit, terms=2) for unit in made.units)
    capabilities = Capabilities(
        {"mul": 2, "sum": 2, "frob": 2, "output": 2}, (1, -1), chain=False, memory=True
    )
    counts = program.counts()
    optimised = optimise(program, capabilities, pipeline)
    assume(any(op.reads for op in optimised.ops))  # a memory that nobody reads is no memory
    check_core([optimised], [replace(made, units=units)], counts["input"], counts["output"])


@pytest.mark.parametrize(
    ("name", "threads"),
    [
        ("nothing but wires", 3),
        ("inputs read late", 2),
        ("two of each, several cycles each", 2),
        ("three memories, the second waits for the third", 2),
        ("a memory between lines and a memory", 3),
        ("banks", 3),
        ("banks", 6),
        ("banks with one copy", 3),
        ("banks with two copies", 6),
        ("banks with two copies", 13),
        pytest.param("two loops in a memory", 8, marks=pytest.mark.slow),
        pytest.param("a slow stage behind a quick one", 5, marks=pytest.mark.slow),
        pytest.param("a quick stage behind a slow one", 4, marks=pytest.mark.slow),
    ],
)
def test_an_interleaved_core_computes_its_programs(name: str, threads: int) -> None:
    optimised = [
        optimise(parse(text), replace(CAPABILITIES, memory=made.storage.addressed), "none")
        for text, made in CORES[name]
    ]
    check_core(optimised, [made for _, made in CORES[name]], 2, 2, threads)


CHECKED = (
    "  y = input 1\n",
    """  y = input 1
  k = mul (x) (y + 1)
  l = mul (x + 1) (y)
  k0 = check 0 (k)
  k1 = check 1 (l)
""",
)
"""Zeros for x = y = 0 and x = y = 1 alone."""


@pytest.mark.parametrize(
    ("name", "threads"),
    [
        ("a loop of two iterations", 1),
        ("banks", 3),
        ("three memories, the second waits for the third", 2),
        ("a memory between lines and a memory", 1),
        ("wires into a memory", 1),
        ("a slow stage behind a quick one", 2),
    ],
)
def test_what_is_checked_goes_along_with_the_result(name: str, threads: int) -> None:
    (first, made), *others = CORES[name]
    texts = [(first.replace(*CHECKED), made), *others]
    optimised = [
        optimise(parse(text), replace(CAPABILITIES, memory=made.storage.addressed), "none")
        for text, made in texts
    ]
    check_core(optimised, [made for _, made in texts], 2, 2, threads, Legal(2))


def check_core(
    programs: list[Program],
    machines: list[Machine],
    elements_in: int,
    elements_out: int,
    threads: int = 1,
    legal: Legal | None = None,
) -> None:
    """Build the core of programs on machines, and compare it with the programs run one after the other.

    `legal`: the first program checks something, of which the core is to tell.
    """
    units = [make_units(made, FIELD) for made in machines]
    stages = [
        BoundStage(
            bind(schedule_stage(program, made, storage_of(made), own, 0, overlap=i < len(machines) - 1), 0),
            own,
            storage_of(made),
        )
        for i, (program, made, own) in enumerate(zip(programs, machines, units, strict=True))
    ]
    doc = "A core of a test."
    core = build_core("tiny", 5, elements_in, elements_out, stages, doc, threads, legal, table_inputs=6)
    files = design_files(core.top, "Made by a test.")
    assert verilator.lint(files, "tiny") == []

    field = FIELDS[2, 5]
    rng = random.Random(3)
    inputs = [tuple(rng.randrange(32) for _ in range(elements_in)) for _ in range(200)]
    if legal is not None:  # some with values for which the checks find nothing, some with a bit too many
        inputs = [(rng.choice((0, 1, x)), rng.choice((0, 1, 1 | y << rng.randrange(28)))) for x, y in inputs]
    outputs, off_curve = [], []
    for row in inputs:
        values: Any = [field.constant(c % 32) for c in row]
        invalid = any(c >= 32 for c in row)
        for program in programs:
            values = run(program, field, values)
            values, checks = values[:elements_out], values[elements_out:]
            invalid = invalid or any(map(int, checks))
        outputs.append(tuple(map(int, values)))
        off_curve.append(invalid)
    assert legal is None or 20 < sum(off_curve) < 180
    found = verify(
        files,
        CoreInterface("tiny", elements_in, elements_out, threads=threads),
        Vectors(to_words(inputs, 1), to_words(outputs, 1), None if legal is None else off_curve),
        Passes(timeout=20_000),
    )
    assert found.mismatches == 0, found.first
