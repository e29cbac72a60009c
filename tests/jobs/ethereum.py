"""Ethereum's vectors of BLS signatures as inputs of jobs: those with messages of 32 bytes."""

import json
from pathlib import Path
from typing import Any

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.base import Job
from pairforge.jobs.registry import find_job
from pairforge.pairings.computation import Encoded

ETHEREUM = json.loads((Path(__file__).parents[1] / "vectors" / "bls" / "ethereum.json").read_text())
BYTES = 48  # of an encoded coefficient


def job(name: str) -> tuple[Job, PrimeField]:
    found = find_job(f"{name}-bls12-381")
    assert found is not None
    return found, PrimeField(found.curve.p)


def elements(encoding: str) -> Encoded | None:
    """Flags and coefficients, the lowest first; None where a coefficient is not below p."""
    data = bytes.fromhex(encoding)
    flags = data[0] >> 5
    parts = [data[i : i + BYTES] for i in range(0, len(data), BYTES)]
    parts[0] = bytes((parts[0][0] & 0x1F,)) + parts[0][1:]
    coefficients = [int.from_bytes(part, "big") for part in reversed(parts)]
    p = job("bls-sign")[0].curve.p
    return (flags, *coefficients) if max(coefficients) < p else None


def encoded(flags: int, coefficients: tuple[int, ...]) -> str:
    """The other way round."""
    parts = [c.to_bytes(BYTES, "big") for c in reversed(coefficients)]
    return (bytes((parts[0][0] | flags << 5,)) + parts[0][1:]).hex() + "".join(p.hex() for p in parts[1:])


def messages(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of 32 bytes."""
    return [case for case in cases if len(case["msg"]) == 64]


def vectors_for(found: Job) -> list[Encoded]:
    """The inputs of all cases for a job."""
    if found.what == "bls-sign":
        return [(int(case["sk"], 16), int(case["msg"], 16)) for case in messages(ETHEREUM["sign"])]
    cases = [(elements(c["pk"]), elements(c["sig"]), int(c["msg"], 16)) for c in messages(ETHEREUM["verify"])]
    return [(*key, *signature, message) for key, signature, message in cases if key and signature]
