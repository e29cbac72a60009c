"""The cycle in which a result comes is the same for every secret, in simulation."""

import itertools
import random

import pytest

from pairforge.builder.constant_time import Timing, secrets, timing
from pairforge.errors import CheckError, UserError
from pairforge.machine.designs import find_design

MANY = pytest.mark.slow
JOBS = {
    "g1-mul-bls12-13": ["g1-mul-bls12-13"],
    "hsm-bls12-13": ["load-key-bls12-13", "public-key-bls12-13", "sign-point-bls12-13"],
}


@pytest.mark.parametrize("name", JOBS)
@pytest.mark.parametrize(("alone", "runs"), [(30, 3), pytest.param(10_000, 200, marks=MANY)])
def test_one_latency_for_all_secrets(name: str, alone: int, runs: int) -> None:
    """Each alone in the core, and with all threads busy."""
    found = timing(find_design(name), alone, runs)
    found.check()
    assert [*found.alone] == JOBS[name] and {len(each) for each in found.alone.values()} == {1}
    assert (found.busy, found.runs) == (1, runs)


def test_secrets_are_of_every_kind() -> None:
    order = 601
    found = list(itertools.islice(secrets(order, random.Random(1)), 5000))
    assert {*found} == {*range(1, order)}


def test_what_depends_on_secrets_is_found() -> None:
    with pytest.raises(CheckError, match="sign: its latency depends on secrets: 7 to 9 cycles"):
        Timing({"load": frozenset((3,)), "sign": frozenset((9, 7))}, 1, 5, 100).check()
    with pytest.raises(CheckError, match="5 busy runs differ in 2 ways"):
        Timing({"load": frozenset((3,))}, 2, 5, 100).check()


def test_a_core_without_secrets_is_refused() -> None:
    with pytest.raises(UserError, match="g1-add-bls12-13: no input of it is a secret scalar"):
        timing(find_design("g1-add-bls12-13"), 1, 1)
