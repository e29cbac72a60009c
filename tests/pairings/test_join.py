"""Stages joined into one: the algorithms one after the other, every choice of them by name."""

from pairforge.pairings.computation import Stage, join
from pairforge.pairings.supersingular_binary import EtaBinaryPairing

from .named import named

PAIRING = named("eta-f2-5", EtaBinaryPairing)


def test_all_stages_joined_are_the_pairing() -> None:
    whole = join("all", PAIRING.stages)
    assert (whole.inputs, whole.outputs) == (PAIRING.inputs, PAIRING.outputs)
    k = PAIRING.group.field
    for P, Q in PAIRING.random_points(5, seed=1):
        e = whole.algorithm(k, *map(k.constant, (*P, *Q)))
        assert tuple(map(int, e)) == PAIRING.model(P, Q)


def test_one_stage_stays_itself() -> None:
    assert join("other", PAIRING.stages[:1]) is PAIRING.stages[0]


def test_every_choice_of_algorithms_has_a_name_and_the_first_of_each_come_first() -> None:
    add = Stage("a", {"one": lambda k, x: (x + 1,), "two": lambda k, x: (x + 2,)}, ("x",), ("y",))
    times = Stage("b", {"three": lambda k, x: (3 * x,), "four": lambda k, x: (4 * x,)}, ("y",), ("z",))
    whole = join("ab", [add, times])
    found = {name: algorithm(None, 10) for name, algorithm in whole.algorithms.items()}
    assert found == {"one+three": (33,), "one+four": (44,), "two+three": (36,), "two+four": (48,)}
    assert whole.algorithm(None, 10) == (33,)
