"""What the families of curves of embedding degree 12 are to the engine: formulas, loop counts, hard parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pairforge.pairings.families.bls import BLS12
from pairforge.pairings.families.bn import BN
from pairforge.pairings.families.optimal_ate import AteCurve, AteFamily


@dataclass(frozen=True)
class Family:
    """A family as the engine's Rust knows it.

    `variant`: of its enumeration. `prime`, `order`: formulas for comments. `hard_part`: the function of the
    final exponentiation; `third`: whether that takes a power by (u - 1) / 3. `cofactor_g2`: the number of
    points of the twist over r.
    """

    variant: str
    prime: str
    order: str
    hard_part: str
    third: bool
    cofactor_g2: Callable[[AteCurve], int]


def _bn_g2(curve: AteCurve) -> int:
    """The twist has r (2 p - r) points."""
    return 2 * curve.p - curve.r


def _bls12_g2(curve: AteCurve) -> int:
    """(u^8 - 4 u^7 + 5 u^6 - 4 u^4 + 6 u^3 - 4 u^2 - 4 u + 13) / 9 (Barreto, Lynn, Scott 2002)."""
    u = curve.u
    return (u**8 - 4 * u**7 + 5 * u**6 - 4 * u**4 + 6 * u**3 - 4 * u**2 - 4 * u + 13) // 9


FAMILIES: Mapping[AteFamily, Family] = {
    BN: Family(
        "Bn",
        "p = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1",
        "r = 36 u^4 + 36 u^3 + 18 u^2 + 6 u + 1",
        "bn_hard_part",
        False,
        _bn_g2,
    ),
    BLS12: Family(
        "Bls12",
        "p = (u - 1)^2 r / 3 + u",
        "r = u^4 - u^2 + 1",
        "bls12_hard_part",
        True,
        _bls12_g2,
    ),
}
"""The families that the engine has."""


def family_of(curve: AteCurve) -> Family:
    """The family of a curve.

    Raises
    ------
    ValueError
        The engine does not have it.
    """
    if curve.family not in FAMILIES:
        raise ValueError(
            f"{curve.name}: the engine has the families {', '.join(family.name for family in FAMILIES)}, "
            f"not {curve.family.name}"
        )
    return FAMILIES[curve.family]
