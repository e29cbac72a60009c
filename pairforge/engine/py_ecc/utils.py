"""Arithmetic on integers, with the names of py_ecc.utils."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.engine.py_ecc.elements import FQ, inverse

__all__ = ["deg", "prime_field_inv"]

prime_field_inv = inverse


def deg(p: Sequence[int | FQ]) -> int:
    """The degree of a polynomial, its coefficient of 1 first; 0 of the polynomial 0."""
    return max((i for i, c in enumerate(p) if c != 0), default=0)
