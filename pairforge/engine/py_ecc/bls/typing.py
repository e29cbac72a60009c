"""Types, with the names of py_ecc.bls.typing."""

from __future__ import annotations

from typing import NewType

from pairforge.engine.py_ecc.elements import FQ, FQ2

__all__ = ["G1Compressed", "G1Uncompressed", "G2Compressed", "G2Uncompressed"]

G1Uncompressed = tuple[FQ, FQ, FQ]
G1Compressed = NewType("G1Compressed", int)
G2Uncompressed = tuple[FQ2, FQ2, FQ2]
G2Compressed = NewType("G2Compressed", tuple[int, int])
