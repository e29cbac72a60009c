"""Inputs that encode no element: by the algorithms, by the models, in cores; bits beyond the width too."""

from itertools import product
from random import Random

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.words import to_words
from pairforge.errors import UserError
from pairforge.evidence import verilator
from pairforge.jobs.canonical import spoilt, word_bits
from pairforge.jobs.registry import JOBS, find_computation, find_job
from pairforge.jobs.statuses import NOT_BELOW_P, OPCODE, SCALAR
from pairforge.jobs.vectors import parse
from pairforge.machine.designs import find_design
from pairforge.rtl.stream import saturating_lanes


@pytest.mark.parametrize("what", ["g1-add", "g1-mul", "g1-subgroup", "g1-decompress", "g2-add"])
def test_every_element_is_looked_at(what: str) -> None:
    """Each by itself, at p, beyond it, and with a bit beyond the width; less p they are right."""
    job = find_job(f"{what}-bls12-13") or find_job(f"{what}-fp-103")
    assert job is not None
    p, field = job.curve.p, PrimeField(job.curve.p)
    zeros = (0,) * (len(job.outputs) - 1)
    right = next(each for each in job.random_inputs(60, 2) if job.values([each])[0][0] == 0)
    elements = [i for i, name in enumerate(job.inputs) if name not in job.integers]
    assert elements
    for i, more in product(elements, (p, 2 * p, 1 << p.bit_length(), 1 << word_bits(p) - 1)):
        inputs = (*right[:i], right[i] + more, *right[i + 1 :])
        assert job.evaluated(inputs, field) == (NOT_BELOW_P, *zeros), (i, more)
        assert job.values([inputs]) == [(NOT_BELOW_P, *zeros)]
    last = (*right[: elements[0]], p - 1, *right[elements[0] + 1 :])
    assert job.evaluated(last, field)[0] != NOT_BELOW_P


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("bls-verify", marks=pytest.mark.slow),
        *("bls-sign", "g1-mul", "hash-to-g2", "hash-to-field"),
    ],
)
def test_integers_keep_their_statuses(name: str) -> None:
    """Flags, scalars, keys and messages from p on are what too large ones are."""
    job = find_job(f"{name}-bls12-381")
    assert job is not None
    field, p = PrimeField(job.curve.p), job.curve.p
    right = next(each for each in job.random_inputs(60, 2) if job.values([each])[0][0] == 0)
    for i, name in enumerate(job.inputs):
        for value in (p, p + right[i], right[i] | 1 << 381, (1 << 384) - 1):
            inputs = (*right[:i], value, *right[i + 1 :])
            (expected,) = job.values([inputs])
            assert (expected[0] == NOT_BELOW_P) is (name not in job.integers)
            assert expected[0] and not any(expected[1:])
            if name in job.integers:  # the others are tried on smaller curves
                assert job.evaluated(inputs, field) == expected


def test_integers_are_inputs() -> None:
    """A name that is none would make the look at an element a silent one."""
    for kind in JOBS.values():
        job = find_job(f"{kind.what}-bls12-381") or find_job(f"{kind.what}-bn254")
        assert job is not None
        assert job.integers <= set(job.inputs)


def test_what_is_drawn() -> None:
    """Each kind of integer that is no element, and bits beyond the width anywhere."""
    rng, p = Random(1), 8191 + 4
    found = {spoilt((1, 2), (1,), p, rng) for _ in range(400)}
    values = {inputs[1] for inputs in found if inputs[0] == 1}
    assert {p, p + 1, p + 2, (1 << 14) - 1, (1 << 32) - 1} <= values
    assert any(inputs[0] > 1 << 13 for inputs in found)
    assert all(max(inputs) >= p for inputs in found)


def test_what_fits_in_no_words() -> None:
    job = find_job("g1-add-bls12-381")
    assert job is not None
    inputs = dict.fromkeys(job.inputs, "0x0")
    text = str({"algorithm": job.name, "cases": [{"in": {**inputs, "xA": hex(1 << 384)}}]}).replace("'", '"')
    with pytest.raises(UserError, match=r"xA: \"0x1000.* is not from 0 to 2\^384 - 1"):
        parse(text, job, "file")
    text = text.replace(hex(1 << 384), hex((1 << 384) - 1))
    assert parse(text, job, "file")[0].inputs[0] == (1 << 384) - 1


def test_words_that_are_all_ones_are_p_or_more() -> None:
    known = ((1 << 381) - 25, 12), ((1 << 380) + 9, 1), (8191, 1), ((1 << 33) - 9, 2), (1 << 33 | 7, 1)
    for p, lanes in known:
        width = p.bit_length()
        assert saturating_lanes(width, p) == lanes
        low = 32 * (-(-width // 32) - lanes)
        assert (1 << width) - (1 << low) >= p
    assert saturating_lanes(256, (1 << 256) - 189) == 0


@pytest.mark.parametrize("threads", ["1", "2", "16"])
def test_a_core_refuses_them_and_goes_on(threads: str) -> None:
    """Right inputs between wrong ones of every kind, and those whose lowest bits would be right."""
    settings = {"interleave": threads} | ({"all.mul.stages": "5"} if threads == "1" else {})
    compiled = compile_design(find_design("g1-mul-bls12-13", settings))
    job = compiled.computation
    p, width = job.characteristic, job.width
    right = [each for each in job.random_inputs(60, 3) if job.values([each])[0][0] == 0][:16]
    inputs = []
    for at, each in enumerate(right):
        i, more = at % 3, (p, 1 << width, 1 << 31, 3 << width)[at % 4]
        inputs += [each, (*each[:i], each[i] + more, *each[i + 1 :])]
    expected = job.values(inputs)
    statuses = [status for status, *_ in expected]
    assert statuses[::2] == [0] * 16 and set(statuses[1::2]) == {NOT_BELOW_P, SCALAR}
    words = compiled.element_words
    simulator = verilator.compile_core(rtl_files(compiled), compiled.name)
    core = interface_of(compiled)
    run = simulator.run(to_words(inputs, words), core.words_in, core.words_out, threads=core.threads)
    assert (run.outputs == to_words(expected, words)).all()


@pytest.mark.slow
def test_several_on_a_core() -> None:
    """A pairing's elements, an opcode with a bit too many, and a job's scalar."""
    compiled = compile_design(find_design("jobs-bls12-13", {"interleave": "3"}))
    several = compiled.computation
    p = several.characteristic
    pairing = [each for each in several.inputs_of(2, 20, 1) if max(each) < p][:4]  # type: ignore[attr-defined]
    inputs = []
    for i, each in enumerate(pairing):
        at = 1 + i
        inputs += [each, (*each[:at], each[at] + (p if i % 2 else 1 << 31), *each[at + 1 :])]
    inputs += [(pairing[0][0] | 1 << 31, *pairing[0][1:]), pairing[0]]
    expected = several.values(inputs)
    assert [status for status, *_ in expected] == [*(0, NOT_BELOW_P) * 4, OPCODE, 0]
    words, core = compiled.element_words, interface_of(compiled)
    simulator = verilator.compile_core(rtl_files(compiled), compiled.name)
    run = simulator.run(to_words(inputs, words), core.words_in, core.words_out, threads=core.threads)
    assert (run.outputs == to_words(expected, words)).all()


def test_several_refuse_them() -> None:
    """By the algorithms."""
    several = find_computation("g1-mul-bls12-13+ate-bls12-13")
    field = PrimeField(several.characteristic)
    inputs = several.random_inputs(80, 5)
    programs = list(several.programs.values())  # type: ignore[attr-defined]
    for each, expected in zip(inputs, several.values(inputs), strict=True):
        stage = programs[min(each[0], len(programs) - 1)]
        found = stage.algorithm(field, *map(field.given, each))
        assert tuple(map(int, found)) == expected
