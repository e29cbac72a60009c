"""Tables I and IV: the parameters of curves and algorithms, orders, cofactors and security, computed."""

from __future__ import annotations

from math import log, log2
from typing import Any

from pairforge.pairings.registry import pairing_over
from pairforge.pairings.supersingular_binary import EtaBinaryPairing
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing
from pairforge.papers.base import Value

__all__ = [
    "FIELDS",
    "LARGE_CHARACTERISTIC",
    "SMALL_CHARACTERISTIC",
    "curve_row",
    "parameter_row",
    "sieve_bits",
]

FIELDS = (
    "f2-239",
    "f2-313",
    "f2-457",
    "f2-557",
    "f2-613",
    "f2-691",
    "f3-97",
    "f3-167",
    "f3-193",
    "f3-239",
    "f3-313",
)
"""The fields of Table IV, in its order."""

SMALL_CHARACTERISTIC, LARGE_CHARACTERISTIC = 32 / 9, 64 / 9
"""The cube of the constant of the function field sieve and of the number field sieve."""

_POINTS = 3  # random points that the order is tried on


def sieve_bits(field_bits: float, cubed: float) -> float:
    """The base-2 logarithm of L_Q[1/3, c] = exp(c (ln Q)^(1/3) (ln ln Q)^(2/3)), c^3 = `cubed`, without the
    o(1), for a field of Q = 2^`field_bits` elements.

    This gives every security figure of Tables IV and V, though the paper does not say how they were found.
    """
    size = field_bits * log(2)
    return float((cubed * size) ** (1 / 3) * log(size) ** (2 / 3) / log(2))


def parameter_row(field: str) -> dict[str, Value]:
    """Our row of Table I, with two checks: N sends random points to O, and M N = q^k - 1."""
    pairing = pairing_over(field, "eta")
    row: dict[str, Value]
    points: list[Any]
    if isinstance(pairing, EtaTernaryPairing):
        three, k = pairing.params, 6
        q, half = 3**three.degree, 3 ** ((three.degree + 1) // 2)
        order = three.order
        exponent = (q**3 - 1) * (q + 1) * (q + 1 - three.mu * three.b * half)
        row = {"b": three.b, "k": k, "mu": three.mu, "lambda": three.lam, "nu": three.nu}
        context = pairing.field.constant
        points = [
            (context(P[0]).value, context(P[1]).value) for P, _ in pairing.random_points(_POINTS, seed=1)
        ]
        curve: Any = pairing.group
    else:
        assert isinstance(pairing, EtaBinaryPairing)
        two, k = pairing.params, 4
        q, order, exponent = 2**two.m, two.order, two.exponent
        row = {
            "b": two.b,
            "k": k,
            "nu": two.nu,
            "delta": two.delta,
            "alpha": two.alpha,
            "beta": two.beta,
        }
        curve = pairing.group
        points = curve.random_points(_POINTS, seed=1)
    vanish = all(curve.multiply(order, point) is None for point in points)
    return {
        **row,
        "N P = O": "holds" if vanish else "fails",
        "M N = q^k - 1": "holds" if exponent * order == q**k - 1 else "fails",
        "N": hex(order),
        "M": hex(exponent),
    }


def curve_row(field: str) -> dict[str, Value]:
    """Our row of Table IV, from what `pairforge curve` prints; every factor is proven prime."""
    pairing = pairing_over(field, "eta")
    found = pairing.facts()
    *cofactors, prime = found.factors
    bits = found.embedding_degree * pairing.degree * log2(pairing.characteristic)
    return {
        "equation": found.equation,
        "cofactors": " · ".join(map(str, cofactors)) or "1",
        "ECC bits": prime.bit_length() // 2,  # log2(prime) / 2, rounded: floor(log2(2 prime) / 2)
        "MOV bits": round(bits),
        "security bits": round(sieve_bits(bits, SMALL_CHARACTERISTIC)),
        "prime order bits": f"{prime.bit_length()}, {'proven' if found.factors_are_prime else 'not prime'}",
        "security today": found.security.bits_today or 0,
        "order": hex(found.order),
        "prime order": hex(prime),
    }
