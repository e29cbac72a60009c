"""Security of a pairing-friendly curve over a prime field, estimated where nothing is published about it."""

from __future__ import annotations

from math import floor, log

_SPECIAL: float = (32 / 9) ** (1 / 3)
_CALIBRATION = -6

ESTIMATE = (
    "estimate: the smaller of half the bits of r (Pollard's rho) and log2 L_(p^k)[1/3, (32/9)^(1/3)] - 6, "
    "the special tower number field sieve"
)
"""The formula of `estimated_bits` in words, for the note that goes with its figure."""


def estimated_bits(p: int, k: int, r: int) -> int:
    """Log2 of the work of the cheaper attack: on the curve, or on F_p^k. An estimate, rounded down.

    L_Q[1/3, c] = exp(c (ln Q)^(1/3) (ln ln Q)^(2/3)) with the constant c of the special tower number field
    sieve for composite k (Kim, Barbulescu, CRYPTO 2016), o(1) left out. 6 bits are taken off, so that it
    meets published figures within 3 bits: 103 for BN254 (published 100: Barbulescu, Duquesne, Journal of
    Cryptology 32, 2019), 123 for BLS12-381 (126: Guillevic, PKC 2020). BN462, whose size was chosen for 128,
    has 134. For a p without a special form and for prime k attacks are slower, and the figure is too low:
    62 for k = 2 and a field of 1024 bits, published as 80.
    """
    size = k * log(p)
    field: float = _SPECIAL * size ** (1 / 3) * log(size) ** (2 / 3) / log(2) + _CALIBRATION
    return max(0, floor(min(r.bit_length() / 2, field)))
