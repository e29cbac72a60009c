"""Suites of RFC 9380 with the simplified SWU map to an isogenous curve: data only."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.optimal_ate import AteCurve

_BLS12_381 = curves_of(AteCurve, model=False)["ate-bls12-381"]


@dataclass(frozen=True)
class SswuSuite:
    """A suite of RFC 9380 that maps to y^2 = x^3 + a x + b and on by an isogeny of odd degree to `group`.

    Elements are tuples of coefficients, one for F_p and two for F_p2. `kernel`: the coefficients of the
    polynomial whose roots are the abscissas of the kernel's finite points, that of 1 first, without the
    leading 1. `scale`: c = n / d, as (n, d), of the isomorphism (x, y) -> (c^2 x, c^3 y) that follows the
    normalized isogeny.
    """

    curve: AteCurve
    group: str
    suites: str
    section: str
    appendix: str
    a: tuple[int, ...]
    b: tuple[int, ...]
    z: tuple[int, ...]
    kernel: tuple[tuple[int, ...], ...]
    scale: tuple[int, int]


def _hex(*digits: str) -> int:
    """An integer from hexadecimal digits in pieces that fit a line."""
    return int("".join(digits), 16)


SSWU_SUITES: tuple[SswuSuite, ...] = (
    SswuSuite(
        _BLS12_381,
        "G1",
        "BLS12381G1_XMD:SHA-256_SSWU_RO_ and _NU_",
        "8.8.1",
        "E.2",
        a=(
            _hex(
                "00144698a3b8e9433d693a02c96d4982b0ea985383ee66a8",
                "d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d",
            ),
        ),
        b=(
            _hex(
                "12e2908d11688030018b12e8753eee3b2016c1f0f24f4070",
                "a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0",
            ),
        ),
        z=(11,),
        kernel=(
            (
                _hex(
                    "133341fb0962a34cb0504a9c4fada0a5090d38679b4c040d",
                    "5d1c3afb023a3409fcc0815fea66d8b02bbef9c8b5a66e07",
                ),
            ),
            (
                _hex(
                    "0264908af037bcede00d054cf5d4775e83eb6cf63c76b969",
                    "f8ed174fb59fcff78d201f46f6cfc4ed6552e59ce75177b0",
                ),
            ),
            (
                _hex(
                    "1335c502c1f54c49aceea65e87fd7203ba0f626f305fc0cf",
                    "d606a5dae9f3c8e81a4b3b69600129fabd307c69bf319d39",
                ),
            ),
            (
                _hex(
                    "094440f65f408a6e930e16e3e92dd17bf60d6e9679a8d3d5",
                    "8593de55ac23703042d609537eb3549aac234d896ca82944",
                ),
            ),
            (
                _hex(
                    "04afe09d5cf4956a23b6b71f59d2b3407b415a774b7be81b",
                    "bb6fa99cbc798e0ac98ba725a5bc328016b1c268b4766e85",
                ),
            ),
        ),
        scale=(1, 11),
    ),
    SswuSuite(
        _BLS12_381,
        "G2",
        "BLS12381G2_XMD:SHA-256_SSWU_RO_ and _NU_",
        "8.8.2",
        "E.3",
        a=(0, 240),
        b=(1012, 1012),
        z=(-2, -1),
        kernel=((6, -6),),
        scale=(-1, 3),
    ),
)
"""The suites of RFC 9380 with an isogeny. Their kernels are the square roots of the RFC's x_den."""
