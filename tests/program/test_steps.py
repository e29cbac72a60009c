"""Steps that programs have in common: one body for all, and every program means what it did."""

from collections.abc import Callable
from typing import Any

import pytest

from pairforge.algebra.arithmetic import E
from pairforge.algebra.prime_field import PrimeField
from pairforge.program.instances import canonical_bodies, storage_classes_of
from pairforge.program.interpret import run
from pairforge.program.ir import Loop, Program
from pairforge.program.passes import Capabilities, optimise_together
from pairforge.program.together import Together
from pairforge.program.trace import trace

P = 13
FIELD = PrimeField(P)
MACHINE = Capabilities({}, (), chain=False, memory=True, prime=True)


def step(k: Any, x: E, y: E, z: E) -> tuple[E, E]:
    """Long enough to be worth it."""
    k.step()
    for _ in range(8):
        x, y = x * y + z, y * y - x
    k.step()
    return x, y


def once(k: Any, /, x: E, y: E) -> tuple[E, ...]:
    """The step, with a constant among what it takes."""
    a, b = step(k, x, y, k.constant(5))
    return (a - b,)


def twice(k: Any, /, x: E, y: E) -> tuple[E, ...]:
    """The step two times; x, and what the first one leaves, live across the second."""
    a, b = step(k, x, y, x + y)
    c, d = step(k, b, x - y, a)
    return (a * c - d * b + x,)


def other(k: Any, /, x: E, y: E) -> tuple[E, ...]:
    """None of them."""
    return (x * y - x,)


def doublings(k: Any, /, x: E, y: E) -> tuple[E, ...]:
    """A loop whose body is a step of `single`; it reads y from outside."""

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        return (squared(k, state[0], y),)

    (x,) = k.loop("square", 3, (x,), body)
    return (x,)


def squared(k: Any, x: E, y: E) -> E:
    k.step()
    for _ in range(13):
        x = x * x - y
    k.step()
    return x


def single(k: Any, /, x: E, y: E) -> tuple[E, ...]:
    return (squared(k, y, x) + x,)


Algorithm = Callable[..., tuple[Any, ...]]


def made(*algorithms: Algorithm, pipeline: str = "default") -> Together:
    traced = {a.__name__: trace(a.__name__, P, 1, ("x", "y"), ("e",), a, steps=True) for a in algorithms}
    return optimise_together("all", traced, MACHINE, pipeline)


def instances(program: Program) -> dict[str, list[Loop]]:
    """The loops of each body, by the name of the first."""
    first = canonical_bodies(program)
    found: dict[str, list[Loop]] = {}
    for region in program.regions:
        if isinstance(region, Loop):
            found.setdefault(first[region.name].name, []).append(region)
    return found


@pytest.mark.parametrize("pipeline", ["default", "none"])
@pytest.mark.parametrize(
    "order", [(once, twice, other), (twice, once), (doublings, single), (single, doublings)]
)
def test_every_program_means_what_it_did(order: tuple[Algorithm, ...], pipeline: str) -> None:
    """For all inputs there are."""
    programs = made(*order, pipeline=pipeline)
    for algorithm in order:
        part = programs.part(algorithm.__name__)
        for x in FIELD:
            for y in FIELD:
                assert run(part, FIELD, (x, y)) == algorithm(FIELD, x, y)


def test_a_step_has_one_body() -> None:
    """In both programs, and at both places in one of them."""
    ((_, loops),) = instances(made(twice, once, other).program).items()
    assert [loop.name.split(".")[0] for loop in loops] == ["twice", "twice", "once"]
    assert {loop.count for loop in loops} == {1}


def test_a_step_has_one_set_of_places() -> None:
    """What lives across a step is in none of them: it has been copied away."""
    program = made(twice, once).program
    places = storage_classes_of(program)
    ((_, (first, second, third)),) = instances(program).items()
    for ops in zip(first.ops, second.ops, third.ops, strict=True):
        assert len({places[op.name] for op in ops}) == 1
    own = {places[op.name] for op in first.ops} | {places[c.param] for c in first.carried}
    after = next(i for i, region in enumerate(program.regions) if region is second)
    made_later = {op.name for region in program.regions[after:] for op in region.ops}
    made_later |= {looped.result for looped in second.carried}
    for region in program.regions[after + 1 :]:
        if region.name.startswith("twice."):
            kept = {name for op in region.ops for name in op.reads} - made_later - program.constant_names
            assert own.isdisjoint(places[name] for name in kept)


def test_a_block_takes_after_a_loop() -> None:
    """With the result in the place of what it begins with."""
    ((_, loops),) = instances(made(single, doublings).program).items()
    assert [loop.count for loop in loops] == [1, 3]
    assert {sum(not looped.held for looped in loop.carried) for loop in loops} == {1}


def test_the_oracle_shares_nothing() -> None:
    assert not instances(made(twice, once, pipeline="none").program)
