"""Products of pairings for models, by the definition: a pair with a point at infinity counts as 1.

Points are given by the coefficients of their coordinates, all zeros for the one at infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

Pairs = Sequence[tuple[Encoded, Encoded]]


def product_model(curve: AteCurve, pairs: Pairs) -> Any:
    """The product of the pairings, an exact element of F_p12."""
    pairing = AtePairing(curve)
    return _product(pairing, pairs, lambda P, Q: pairing.decode_value(pairing.model(P, Q)))


def functions_model(curve: AteCurve, pairs: Pairs) -> Any:
    """The product of the pairing's functions, which have no final exponentiation behind them."""
    pairing = AtePairing(curve)
    return _product(pairing, pairs, pairing.function)


def _product(pairing: AtePairing, pairs: Pairs, factor: Callable[[Encoded, Encoded], Any]) -> Any:
    made = pairing.decode_value((1, *(0,) * (pairing.embedding_degree - 1)))
    for P, Q in pairs:
        if any(P) and any(Q):
            made = made * factor(P, Q)
    return made


def final_exponent(curve: AteCurve) -> int:
    """(p^12 - 1) / r, that of the final exponentiation."""
    exponent: int = (curve.p**curve.family.embedding_degree - 1) // curve.r
    return exponent


def easy_exponent(curve: AteCurve) -> int:
    """(p^12 - 1) / Phi_12(p), that of its first part."""
    easy = final_exponent(curve) // curve.family.hard_exponent(curve.u)
    assert easy == (curve.p**6 - 1) * (curve.p**2 + 1)
    return int(easy)
