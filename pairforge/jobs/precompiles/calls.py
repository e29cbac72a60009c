"""The precompiles by their names in the EIPs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from pairforge.jobs.precompiles.encoding import SCALAR, Encoding, split
from pairforge.jobs.precompiles.failures import Failure, PrecompileError
from pairforge.jobs.precompiles.group import PrecompileCurve
from pairforge.jobs.precompiles.steps import Run, Steps, answers, results

BN254 = PrecompileCurve("bn254", Encoding(size=32, used=32, high_first=True))
"""alt_bn128 of EIP-196 and EIP-197."""

BLS12_381 = PrecompileCurve("bls12-381", Encoding(size=64, used=48, high_first=False))
"""Of EIP-2537."""


@dataclass(frozen=True)
class Precompile:
    """One of them. `steps`: what it does with an input. `jobs`: the names of all jobs that it may ask for."""

    name: str
    address: int
    eip: int
    steps: Callable[[bytes], Steps]
    jobs: tuple[str, ...]


def call(name: str, data: bytes, run: Run) -> bytes:
    """The output of a precompile (PrecompileError: the call fails; KeyError: there is none of that name)."""
    (found,) = call_all([(name, data)], run)
    if isinstance(found, PrecompileError):
        raise found
    return found


def call_all(calls: Iterable[tuple[str, bytes]], run: Run) -> list[bytes | PrecompileError]:
    """The outputs of several calls, or what they fail by, with their jobs side by side."""
    return answers([PRECOMPILES[name].steps(data) for name, data in calls], run)


# -- EIP-196 and EIP-197: a short input ends with zeros, of a longer one the rest is not looked at -----------


def _filled(data: bytes, size: int) -> bytes:
    return data[:size].ljust(size, b"\0")


def _ecadd(data: bytes) -> Steps:
    curve, size = BN254, BN254.point_size(1)
    points = [curve.point(part, 1) for part in split(_filled(data, 2 * size), size)]
    return curve.written((yield from curve.sum(points, 1)), 1)


def _ecmul(data: bytes) -> Steps:
    """All points of the curve have the order r, so the scalar counts modulo r."""
    curve, size = BN254, BN254.point_size(1)
    data = _filled(data, size + SCALAR)
    point, n = curve.point(data[:size], 1), int.from_bytes(data[size:], "big")
    (made,) = yield from curve.multiples([n], [point], 1)
    return curve.written(made, 1)


def _ecpairing(data: bytes) -> Steps:
    """Of no pair at all the product is 1."""
    return _boolean((yield from BN254.product_is_one(_pairs(BN254, data))))


# -- EIP-2537: exact lengths ---------------------------------------------------------------------------------


def _add(group: int, data: bytes) -> Steps:
    """Points may have any order."""
    curve, size = BLS12_381, BLS12_381.point_size(group)
    if len(data) != 2 * size:
        raise PrecompileError(Failure.LENGTH)
    points = [curve.point(part, group) for part in split(data, size)]
    return curve.written((yield from curve.sum(points, group)), group)


def _msm(group: int, data: bytes) -> Steps:
    """Points must have the order r, so scalars count modulo r."""
    curve, size = BLS12_381, BLS12_381.point_size(group)
    if not data:
        raise PrecompileError(Failure.LENGTH)
    parts = split(data, size + SCALAR)
    points = [curve.point(part[:size], group) for part in parts]
    scalars = [int.from_bytes(part[size:], "big") for part in parts]
    yield from results(curve.job(f"g{group}-subgroup"), points)
    multiples = yield from curve.multiples(scalars, points, group)
    return curve.written((yield from curve.sum(multiples, group)), group)


def _pairing_check(data: bytes) -> Steps:
    if not data:
        raise PrecompileError(Failure.LENGTH)
    return _boolean((yield from BLS12_381.product_is_one(_pairs(BLS12_381, data))))


def _map(group: int, data: bytes) -> Steps:
    curve = BLS12_381
    if len(data) != group * curve.encoding.size:
        raise PrecompileError(Failure.LENGTH)
    element = curve.encoding.elements(data, group)
    (point,) = yield from results(curve.job(f"map-to-g{group}"), [element])
    return curve.written(point, group)


def _pairs(curve: PrecompileCurve, data: bytes) -> list[tuple[int, ...]]:
    first, second = curve.point_size(1), curve.point_size(2)
    parts = split(data, first + second)
    return [(*curve.point(part[:first], 1), *curve.point(part[first:], 2)) for part in parts]


def _boolean(flag: bool) -> bytes:
    return int(flag).to_bytes(SCALAR, "big")


_CHECKS = ("pairing-check-4", "product-term", "product-check")

PRECOMPILES: Mapping[str, Precompile] = {
    name: Precompile(name, address, eip, steps, tuple(map(curve.job, jobs)))
    for name, address, eip, curve, steps, jobs in (
        ("ECADD", 0x06, 196, BN254, _ecadd, ("g1-add",)),
        ("ECMUL", 0x07, 196, BN254, _ecmul, ("g1-mul",)),
        ("ECPAIRING", 0x08, 197, BN254, _ecpairing, _CHECKS),
        ("BLS12_G1ADD", 0x0B, 2537, BLS12_381, partial(_add, 1), ("g1-add",)),
        ("BLS12_G1MSM", 0x0C, 2537, BLS12_381, partial(_msm, 1), ("g1-subgroup", "g1-mul", "g1-add")),
        ("BLS12_G2ADD", 0x0D, 2537, BLS12_381, partial(_add, 2), ("g2-add",)),
        ("BLS12_G2MSM", 0x0E, 2537, BLS12_381, partial(_msm, 2), ("g2-subgroup", "g2-mul", "g2-add")),
        ("BLS12_PAIRING_CHECK", 0x0F, 2537, BLS12_381, _pairing_check, _CHECKS),
        ("BLS12_MAP_FP_TO_G1", 0x10, 2537, BLS12_381, partial(_map, 1), ("map-to-g1",)),
        ("BLS12_MAP_FP2_TO_G2", 0x11, 2537, BLS12_381, partial(_map, 2), ("map-to-g2",)),
    )
}
"""By name; addresses are those of mainnet."""
