"""A whole machine on polynomials in the seed of a BN curve: integers in, integers out."""

import random
from typing import Any

import pytest

from pairforge.algebra.prime_field import PrimeField as Model
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.evidence.verify import Passes, verify
from pairforge.hdl import design_files
from pairforge.machine.design import Machine
from pairforge.machine.make import make_units
from pairforge.machine.storage import Memory
from pairforge.machine.units import UnitSpec, unit_spec
from pairforge.pairings.fields import PRIMES
from pairforge.program.interpret import run
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.trace import Symbol, Tracer, trace
from pairforge.rtl.core import BoundStage, build_core
from pairforge.schedule.stage import schedule_stage
from pairforge.storage.table import bind, storage_of
from pairforge.units.fields.prime import PrimeField
from pairforge.units.parts.representation import radix_of

P = PRIMES["fp-bn258"]


def text(k: Tracer, a: Symbol, b: Symbol, c: Symbol, d: Symbol) -> tuple[Symbol, ...]:
    """A product in F_p2 and its square, three times round; then a sum that doubles forty times."""

    def turn(state: Any) -> Any:
        x, y, u, v = state
        low, high = x * u, y * v
        return low - high, (x + y) * (u + v) - low - high, u, v

    x, y, *_ = k.loop("turn", 3, (a, b, c, d), turn)
    (double,) = k.loop("double", 40, (x,), lambda state: (state[0] + state[0],))
    return x, (x + y) * (x - y), double, k.constant(P - 1) - y * k.constant(12345678901234567890)


def unit(name: str, kind: str, **own: Any) -> UnitSpec:
    return unit_spec(name, kind, **own)


@pytest.mark.parametrize("core", ["pipelined", pytest.param("serial", marks=pytest.mark.slow)])
def test_a_core_on_polynomials(core: str) -> None:
    machine = Machine(
        "stage",
        (
            unit("mul", "polynomial-montgomery", core=core),
            unit("add", "polynomial-adder"),
            unit("converter", "polynomial-converter"),
            unit("move", "sum"),
        ),
        Memory("block", 64, 2),
    )
    units = make_units(machine, PrimeField(P))
    capabilities = Capabilities(
        {}, (), chain=False, memory=True, prime=True, radix=radix_of(units), converts=True
    )
    traced = trace("text", P, 1, tuple("abcd"), ("e0", "e1", "e2", "e3"), text)
    program = optimise(traced, capabilities)
    binding = bind(schedule_stage(program, machine, storage_of(machine), units, 0, overlap=False), 0)
    bound = [BoundStage(binding, units, storage_of(machine))]
    made = build_core("core", 258, 4, 4, bound, "A core of a test.", table_inputs=6)
    files = design_files(made.top, "Made by a test.")
    assert verilator.lint(files, "core") == []

    field, rng = Model(P), random.Random(3)
    ends = [0, 1, P - 1, P // 2]
    inputs = [tuple(ends), tuple(reversed(ends)), (P - 1,) * 4]
    inputs += [tuple(rng.randrange(P) for _ in "abcd") for _ in range(12)]
    outputs = [tuple(map(int, run(traced, field, [field.constant(c) for c in row]))) for row in inputs]
    found = verify(
        files,
        CoreInterface("core", 36, 36, element_words=9),
        Vectors(to_words(inputs, 9), to_words(outputs, 9)),
        Passes(repeat=1),
    )
    assert found.mismatches == 0, found.first
