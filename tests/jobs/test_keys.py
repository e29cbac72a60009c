"""Jobs with keys that stay: the algorithms on elements against the model; every key of a tiny curve."""

import random
from collections import Counter
from functools import cache

import pytest

from pairforge.algebra.arithmetic import PLACES
from pairforge.algebra.key_store import KeepingField
from pairforge.jobs.decompression import AT_INFINITY, COMPRESSED, G1Decompression
from pairforge.jobs.generators import generator
from pairforge.jobs.key_inputs import APART
from pairforge.jobs.key_signatures import SignPoint
from pairforge.jobs.keys import KeyJob, Loaded, PublicKey
from pairforge.jobs.points import decode, encode
from pairforge.jobs.registry import find_computation, find_job
from pairforge.jobs.several import Several
from pairforge.jobs.statuses import ENCODING, NO_KEY, NO_PLACE, OFF_CURVE, OPCODE, SCALAR, SUBGROUP
from pairforge.pairings.computation import Encoded

from .ethereum import ETHEREUM, elements, encoded, messages

TINY = "bls12-13"
LOAD, ERASE, PUBLIC, SIGN = range(4)


@cache
def key_job(what: str, label: str = TINY) -> KeyJob:
    found = find_job(f"{what}-{label}")
    assert isinstance(found, KeyJob)
    return found


@cache
def several() -> Several:
    names = (f"{what}-{TINY}" for what in ("load-key", "erase-key", "public-key", "sign-point"))
    found = find_computation("+".join(names))
    assert isinstance(found, Several)
    return found


def evaluated(jobs: Several, field: KeepingField, inputs: Encoded) -> Encoded:
    """The results of the algorithm that a core has for these inputs."""
    opcode = inputs[0]
    stage = jobs.parts[opcode].stage if opcode < len(jobs.parts) else jobs.stages[0]
    return tuple(map(int, stage.algorithm(field, *map(field.given, inputs))))


def test_every_element_as_a_key() -> None:
    """0 and all from r on are refused, and leave the place as it is."""
    load = key_job("load-key")
    field, r = KeepingField(load.curve.p), load.curve.r
    loaded: Loaded = {}
    for key in range(load.curve.p):
        place = key % PLACES
        status = load.evaluated((place, key), field)
        assert status == load.answer(loaded, (place, key)) == (0 if 0 < key < r else SCALAR,)
        assert field.places == [loaded.get(i, 0) for i in range(PLACES)]


def test_every_public_key() -> None:
    """Against the model, and decompressed: that of key 1 is the generator, no two are the same."""
    public = key_job("public-key")
    field, r = KeepingField(public.curve.p), public.curve.r
    found = []
    for key in range(1, r):
        field.places[key % PLACES] = key
        found.append(public.evaluated((key % PLACES,), field))
        assert found[-1] == public.answer({key % PLACES: key}, (key % PLACES,))
    assert len(set(found)) == r - 1
    _, *point = G1Decompression(public.curve).expected(found[0][1:])
    assert isinstance(public, PublicKey) and tuple(point) == generator(public.group)


@pytest.mark.parametrize("key", [1, 2, 300, 600])
def test_signatures_of_points_of_every_kind(key: int) -> None:
    sign = key_job("sign-point")
    field = KeepingField(sign.curve.p)
    field.places[1] = key
    seen = Counter[int]()
    for inputs in ((1, *sign.draw_rest(random.Random(seed))) for seed in range(60)):
        made = sign.evaluated(inputs, field)
        assert made == sign.answer({1: key}, inputs)
        seen[made[0]] += 1
    assert set(seen) == {0, OFF_CURVE, SUBGROUP}
    assert sign.evaluated((1, 0, 0, 0, 0), field) == (0, COMPRESSED | AT_INFINITY, 0, 0)


def test_places_that_are_none_and_places_without_a_key() -> None:
    field = KeepingField(key_job("load-key").curve.p)
    for what in ("load-key", "erase-key", "public-key", "sign-point"):
        job = key_job(what)
        rest = (5,) if what == "load-key" else job.draw_rest(random.Random(1))
        for place in (PLACES, PLACES + 1, 2 * PLACES, 256, job.curve.p - 1):
            assert job.evaluated((place, *rest), field) == job.expected((place, *rest))
            assert job.expected((place, *rest))[0] == NO_PLACE
    assert not any(field.places)
    for what in ("public-key", "sign-point"):
        job = key_job(what)
        inputs = (2, *job.draw_rest(random.Random(1)))
        assert job.evaluated(inputs, field) == job.expected(inputs)
        assert job.expected(inputs)[0] == NO_KEY


def test_loaded_erased_and_loaded_anew() -> None:
    jobs = several()
    field = KeepingField(jobs.characteristic)
    point = jobs.inputs_of(SIGN, 1, seed=5)[0][2:]

    def zeros(*inputs: int) -> Encoded:
        return *inputs, *(0,) * (len(jobs.inputs) - len(inputs))

    inputs = [
        zeros(PUBLIC, 3),
        zeros(LOAD, 3, 77),
        zeros(PUBLIC, 3),
        zeros(PUBLIC, 2),
        zeros(LOAD, 3, jobs.characteristic - 1),
        zeros(PUBLIC, 3),
        zeros(LOAD, 3, 78),
        zeros(PUBLIC, 3),
        (SIGN, 3, *point),
        zeros(ERASE, 3),
        (SIGN, 3, *point),
        zeros(PUBLIC, 3),
        zeros(ERASE, 3),
    ]
    results = [evaluated(jobs, field, each) for each in inputs]
    assert results == jobs.values(inputs)
    statuses = [status for status, *_ in results]
    assert statuses == [NO_KEY, 0, 0, NO_KEY, SCALAR, 0, 0, 0, statuses[8], 0, NO_KEY, NO_KEY, 0]
    assert results[2] == results[5] != results[7]


def test_an_opcode_that_is_none_stores_and_erases_nothing() -> None:
    """A sequencer looks at its lowest bits, so the program of another job runs."""
    jobs = several()
    field = KeepingField(jobs.characteristic)
    field.places[1] = 5
    for low, key in ((LOAD, 9), (ERASE, 0), (PUBLIC, 0)):
        for opcode in (low + len(jobs.parts), low + 64, low + 4096):
            inputs = opcode, 1, key, *(0,) * (len(jobs.inputs) - 3)
            stage = jobs.parts[low].stage
            made = tuple(map(int, stage.algorithm(field, *map(field.given, inputs))))
            assert made == jobs.values([inputs])[0] == (OPCODE, *(0,) * (len(jobs.outputs) - 1))
            assert field.places == [0, 5, 0, 0]


def test_random_inputs_right_and_wrong() -> None:
    jobs = several()
    inputs = jobs.random_inputs(1200, seed=4)
    field = KeepingField(jobs.characteristic)
    expected = jobs.values(inputs)
    assert [evaluated(jobs, field, each) for each in inputs] == expected
    seen = {(min(opcode, 4), status) for (opcode, *_), (status, *_) in zip(inputs, expected, strict=True)}
    assert {(LOAD, 0), (LOAD, SCALAR), (ERASE, 0), (PUBLIC, 0), (PUBLIC, NO_KEY), (PUBLIC, NO_PLACE)} <= seen
    assert {(SIGN, 0), (SIGN, NO_KEY), (4, OPCODE)} <= seen


def test_random_inputs_do_not_depend_on_which_of_two_near_ones_is_first() -> None:
    """Jobs for one place of which one changes it are far from each other."""
    jobs = several()
    last: dict[int, dict[bool, int]] = {place: {} for place in range(PLACES)}
    for i, (opcode, place, *_) in enumerate(jobs.random_inputs(1500, seed=1)):
        if opcode < len(jobs.parts) and place < PLACES:
            stores = opcode in (LOAD, ERASE)
            for other, at in last[place].items():
                assert not (stores or other) or i - at >= APART
            last[place][stores] = i


def test_ethereum_signs_with_a_key_in_a_place() -> None:
    load, sign = key_job("load-key", "bls12-381"), key_job("sign", "bls12-381")
    field = KeepingField(load.curve.p)
    for place, case in enumerate(messages(ETHEREUM["sign"])[:4]):
        answered = load.evaluated((place, int(case["sk"], 16)), field)
        inputs = place, int(case["msg"], 16)
        status, flags, *x = sign.evaluated(inputs, field)
        if case["sig"] is None:
            assert answered == (SCALAR,) and status == NO_KEY
        else:
            assert answered == (0,) and status == 0 and encoded(flags, tuple(x)) == case["sig"]
    loaded = {0: 12345}
    field.places = [12345, 0, 0, 0]
    for inputs in ((0, 1 << 256), (1, 7), (4, 7)):
        assert sign.evaluated(inputs, field) == sign.answer(dict(loaded), inputs)
    assert sign.answer(loaded, (0, 1 << 256))[0] == ENCODING


def test_public_keys_of_ethereum() -> None:
    """Those with which its signatures verify: of the secret keys of the cases that sign."""
    public = key_job("public-key", "bls12-381")
    known = {elements(case["pk"]) for case in ETHEREUM["verify"]}
    for key in {int(case["sk"], 16) for case in ETHEREUM["sign"]} - {0}:
        field = KeepingField(public.curve.p)
        field.places[2] = key
        status, flags, x = public.evaluated((2,), field)
        assert status == 0 and (flags, x) in known
        assert public.answer({2: key}, (2,)) == (0, flags, x)


def test_points_of_the_model_are_multiples() -> None:
    """The compressed multiple is that of the scalar: 2 P by the curve's own doubling."""
    sign = key_job("sign-point")
    assert isinstance(sign, SignPoint)
    inputs = next(
        each
        for each in ((0, *sign.draw_rest(random.Random(seed))) for seed in range(99))
        if sign.answer({0: 1}, each)[0] == 0 and any(each[1:])
    )
    group = sign.curve.groups["Q"]
    point = decode(sign.membership.group, tuple(inputs[1:]))
    twice = encode(sign.membership.group, group.add(point, point))
    assert sign.answer({0: 2}, inputs)[2:] == twice[:2]
