"""The registry of computations: all pairings, and the jobs of the curves that have them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pairforge.errors import UserError
from pairforge.jobs.addition import G1Addition, G2Addition
from pairforge.jobs.aggregate_verification import (
    BlsAggregateCheck,
    BlsAggregateTerm,
    BlsAggregateVerify2,
    BlsAggregateVerify4,
)
from pairforge.jobs.aggregation import FastAggregateVerify, G1Aggregation1, G1Aggregation4
from pairforge.jobs.base import Job, Kind, curve_label
from pairforge.jobs.boneh_franklin import BonehFranklinDecrypt
from pairforge.jobs.decompression import G1Decompression, G2Decompression
from pairforge.jobs.groth16 import Groth16Verify1, Groth16Verify4
from pairforge.jobs.hashing import G1Hashing, G1Map, G2Hashing, G2Map
from pairforge.jobs.key_signatures import Sign, SignPoint
from pairforge.jobs.keys import EraseKey, LoadKey, PublicKey
from pairforge.jobs.kzg import KzgVerify
from pairforge.jobs.messages import HashToField
from pairforge.jobs.multi_scalar import G1MultiScalar2, G1MultiScalar4, G2MultiScalar2
from pairforge.jobs.multiplication import G1Multiplication, G2Multiplication
from pairforge.jobs.products import PairingCheck2, PairingCheck4, ProductCheck, ProductTerm
from pairforge.jobs.several import Several
from pairforge.jobs.signatures import BlsSign, BlsVerify
from pairforge.jobs.subgroup import G1Subgroup, G2Subgroup
from pairforge.jobs.target_group import TargetPower
from pairforge.pairings.computation import Computation
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.registry import PAIRINGS, SEVERAL, find_pairing, is_file, nearest

_KINDS: tuple[Kind, ...] = (
    G1Multiplication,
    G2Multiplication,
    G1Subgroup,
    G2Subgroup,
    G1Addition,
    G2Addition,
    G1Decompression,
    G2Decompression,
    G1Hashing,
    G2Hashing,
    HashToField,
    BlsSign,
    BlsVerify,
    LoadKey,
    EraseKey,
    PublicKey,
    Sign,
    SignPoint,
    G1Map,
    G2Map,
    ProductTerm,
    ProductCheck,
    PairingCheck2,
    PairingCheck4,
    KzgVerify,
    Groth16Verify1,
    Groth16Verify4,
    TargetPower,
    G1MultiScalar2,
    G1MultiScalar4,
    G2MultiScalar2,
    G1Aggregation1,
    G1Aggregation4,
    FastAggregateVerify,
    BlsAggregateVerify2,
    BlsAggregateVerify4,
    BlsAggregateTerm,
    BlsAggregateCheck,
    BonehFranklinDecrypt,
)
JOBS: Mapping[str, Kind] = {kind.what: kind for kind in _KINDS}
"""The jobs by the names of their algorithms."""

_CURVES = {curve_label(curve): curve for curve in CURVES.values() if isinstance(curve, AteCurve)}


def job_names() -> tuple[str, ...]:
    """All jobs."""
    return tuple(
        f"{what}-{label}" for what, job in JOBS.items() for label, curve in _CURVES.items() if job.fits(curve)
    )


@cache
def find_job(name: str) -> Job | None:
    """The job of that name, None where there is none."""
    for what, job in JOBS.items():
        curve = _CURVES.get(name.removeprefix(f"{what}-"))
        if name.startswith(f"{what}-") and curve and job.fits(curve):
            return job(curve)
    return None


def find_computation(name: str) -> Computation:
    """The pairing or job of that name, or the pairing of the curve in a file; several with + between.

    Raises
    ------
    UserError
        There is none; the message has the nearest name.
    """
    if SEVERAL in name:
        return Several(name, tuple(map(find_computation, name.split(SEVERAL))))
    if is_file(name) or name in PAIRINGS:
        return find_pairing(name)
    found = find_job(name)
    if found is None:
        raise UserError(f"no pairing {name!r}; {nearest(name, (*PAIRINGS, *job_names()))}")
    return found
