"""Latency as the paper models it: equations (9) and (10), in cycles."""

from __future__ import annotations

__all__ = ["inversion_products", "latency"]


def inversion_products(m: int) -> int:
    """floor(log2(m - 1)) + HW(m - 1) - 1: equation (7) with the floor that the paper's own figures have."""
    return (m - 1).bit_length() - 1 + (m - 1).bit_count() - 1


def latency(algorithm: int, m: int, d1: int, d2: int, d3: int) -> int:
    """Cycles of one pairing by equation (9) for Algorithm 1, (10) for Algorithm 2.

    Digits of d1 bits in CA and Multiplier 1, d2 in Multiplier 2, d3 in the inverter, which raises to 2^4 in a
    cycle.
    """
    t1, t2 = -(-m // d1), -(-m // d2)
    t3 = -(-m // 4) + inversion_products(m) * -(-m // d3)
    if algorithm == 1:
        return (m + 2) * (t1 + 2) + 3 * t2 + t3 + 8
    t4 = (m + 1) // 2 + 4 * (t1 + 2)
    return (m + 5) // 2 * (t1 + 2) + 3 * t2 + t3 + t4 + 8
