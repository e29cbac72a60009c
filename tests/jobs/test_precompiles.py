"""Ethereum's precompiles by jobs: vectors of go-ethereum, failing ones too, by models and by cores."""

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pairforge.builder.batches import by_core, by_models
from pairforge.errors import UserError
from pairforge.jobs.precompiles.calls import PRECOMPILES, call, call_all
from pairforge.jobs.precompiles.encoding import Encoding
from pairforge.jobs.precompiles.failures import Failure, PrecompileError
from pairforge.jobs.precompiles.steps import Run
from pairforge.jobs.registry import find_job
from pairforge.pairings.computation import Encoded

VECTORS: dict[str, list[dict[str, str]]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "precompiles" / "ethereum.json").read_text()
)["precompiles"]

FAILURES = {
    "invalid input length": Failure.LENGTH,
    "invalid field element top bytes": Failure.PADDING,
    "invalid fp.Element encoding": Failure.ELEMENT,
    "invalid point: not on curve": Failure.OFF_CURVE,
    "g1 point is not on correct subgroup": Failure.SUBGROUP,
    "g2 point is not on correct subgroup": Failure.SUBGROUP,
}
"""What go-ethereum calls them."""

G = (
    0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
    0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1,
)
P254 = 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47


def check(name: str, cases: Sequence[dict[str, str]], run: Run) -> None:
    found = call_all([(name, bytes.fromhex(case["in"])) for case in cases], run)
    for case, result in zip(cases, found, strict=True):
        if "error" in case:
            assert isinstance(result, PrecompileError), case["name"]
            assert result.failure is FAILURES[case["error"]], case["name"]
        else:
            assert not isinstance(result, PrecompileError), (case["name"], result)
            assert result.hex() == case["out"], case["name"]


@pytest.mark.parametrize("name", PRECOMPILES)
def test_vectors_by_models(name: str) -> None:
    assert len(VECTORS[name]) > 10
    check(name, VECTORS[name], by_models)


def test_every_failure_of_bn254() -> None:
    """EIP-196 and EIP-197; the vectors have none of them."""
    one = (1).to_bytes(32, "big")
    two = (2).to_bytes(32, "big")
    prime = P254.to_bytes(32, "big")
    for name, data, failure in (
        ("ECADD", one + one, Failure.OFF_CURVE),
        ("ECADD", (P254 + 1).to_bytes(32, "big") + two, Failure.ELEMENT),
        ("ECADD", b"\xff" * 128, Failure.ELEMENT),
        ("ECMUL", one + one + two, Failure.OFF_CURVE),
        ("ECMUL", prime + prime, Failure.ELEMENT),
        ("ECPAIRING", bytes(191), Failure.LENGTH),
        ("ECPAIRING", one + one + bytes(128), Failure.OFF_CURVE),
        ("ECPAIRING", bytes(64) + one + two + one + two, Failure.OFF_CURVE),
        ("ECPAIRING", bytes(64) + prime + bytes(96), Failure.ELEMENT),
    ):
        with pytest.raises(PrecompileError) as error:
            call(name, data, by_models)
        assert error.value.failure is failure, (name, data.hex())


def test_a_point_outside_the_subgroup_of_bn254() -> None:
    """Of the twist, by the job's own draw."""
    job = find_job("g2-subgroup-bn254")
    assert job is not None
    outside = next(each for each in job.random_inputs(60, 1) if job.values([each]) == [(2,)])
    x0, x1, y0, y1 = (c.to_bytes(32, "big") for c in outside)
    for P in (bytes(64), (1).to_bytes(32, "big") + (2).to_bytes(32, "big")):
        with pytest.raises(PrecompileError, match="not in the subgroup of order r"):
            call("ECPAIRING", P + x1 + x0 + y1 + y0, by_models)


def test_scalars_count_modulo_r() -> None:
    encoded = b"".join(bytes(16) + c.to_bytes(48, "big") for c in G)
    r = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
    for n, m in ((r, 0), (r + 5, 5), ((1 << 256) - 1, ((1 << 256) - 1) % r)):
        made = [call("BLS12_G1MSM", encoded + k.to_bytes(32, "big"), by_models) for k in (n, m)]
        assert made[0] == made[1]


def test_jobs_of_many_calls_run_together() -> None:
    """Each kind in one batch a round, and the answers come in the order of the calls."""
    batches: dict[str, list[int]] = defaultdict(list)

    def run(job: str, inputs: Sequence[Encoded]) -> Sequence[Encoded]:
        batches[job].append(len(inputs))
        return by_models(job, inputs)

    names = ("BLS12_G1MSM", "BLS12_G1ADD", "ECADD", "BLS12_G1MSM")
    cases = [VECTORS[name][i] for i, name in enumerate(names)]
    found = call_all([(n, bytes.fromhex(c["in"])) for n, c in zip(names, cases, strict=True)], run)
    assert [each.hex() for each in found if isinstance(each, bytes)] == [case["out"] for case in cases]
    assert batches == {
        "g1-subgroup-bls12-381": [2],
        "g1-mul-bls12-381": [2],
        "g1-add-bls12-381": [1],
        "g1-add-bn254": [1],
    }


def test_names_of_jobs() -> None:
    """Every job that a precompile names is there, and it asks for no others."""
    for name, precompile in PRECOMPILES.items():
        assert all(find_job(job) is not None for job in precompile.jobs)
        asked: set[str] = set()

        def run(job: str, inputs: Sequence[Encoded], asked: set[str] = asked) -> Any:
            asked.add(job)
            found = find_job(job)
            assert found is not None
            return [(0,) * len(found.outputs) for _ in inputs]

        for case in VECTORS[name]:
            call_all([(name, bytes.fromhex(case["in"]))], run)
        assert asked == set(precompile.jobs)


def test_coefficients_in_their_orders() -> None:
    for high_first, flat in ((False, (1, 2, 3, 4)), (True, (2, 1, 4, 3))):
        encoding = Encoding(size=2, used=1, high_first=high_first)
        data = bytes((0, 1, 0, 2, 0, 3, 0, 4))
        assert encoding.elements(data, 2) == flat
        assert encoding.written(flat, 2) == data


def test_cores_that_do_not_fit() -> None:
    with pytest.raises(UserError, match="g1-add-bls12-381 has one job; take a design with several"):
        by_core("g1-add-bls12-381")
    run = by_core("jobs-bls12-381")
    with pytest.raises(UserError, match="jobs-bls12-381 has no job g1-add-bls12-381; it has bls-verify"):
        run("g1-add-bls12-381", [])


@pytest.mark.slow
@pytest.mark.parametrize("name", PRECOMPILES)
def test_vectors_on_a_simulated_core(name: str) -> None:
    """Every case: those with more than four pairs as terms, one behind the other."""
    core = "precompiles-bn254" if PRECOMPILES[name].eip < 2537 else "precompiles-bls12-381"
    check(name, VECTORS[name], by_core(core))
