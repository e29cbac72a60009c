"""Hashing to the groups of BLS12-381, with the names of py_ecc.bls.hash_to_curve."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from pairforge import engine
from pairforge.engine.py_ecc.bls.hash import expand_message_xmd, os2ip
from pairforge.engine.py_ecc.optimized_bls12_381 import FQ, FQ2
from pairforge.engine.py_ecc.optimized_bls12_381 import multiply_clear_cofactor_G1 as clear_cofactor_G1
from pairforge.engine.py_ecc.optimized_bls12_381 import multiply_clear_cofactor_G2 as clear_cofactor_G2

__all__ = [
    "clear_cofactor_G1",
    "clear_cofactor_G2",
    "hash_to_G1",
    "hash_to_G2",
    "hash_to_field_FQ",
    "hash_to_field_FQ2",
]

_PAIRING = engine.pairing("ate-bls12-381")
_SHARE = 64
"""Bytes that an element of F_p is reduced from: L of the suites."""


def hash_to_G1(message: bytes, DST: bytes, hash_function: Callable[[bytes], Any]) -> tuple[FQ, FQ, FQ]:
    """The point of G1 that BLS12381G1_XMD:SHA-256_SSWU_RO_ gives (RFC 9380, section 8.8.1)."""
    _check_function(hash_function)
    x, y = _PAIRING.G1.hash(message, DST).coordinates
    return FQ(x), FQ(y), FQ.one()  # type: ignore[arg-type]


def hash_to_G2(message: bytes, DST: bytes, hash_function: Callable[[bytes], Any]) -> tuple[FQ2, FQ2, FQ2]:
    """The point of G2 that BLS12381G2_XMD:SHA-256_SSWU_RO_ gives (RFC 9380, section 8.8.2)."""
    _check_function(hash_function)
    x, y = _PAIRING.G2.hash(message, DST).coordinates
    return FQ2(x), FQ2(y), FQ2.one()  # type: ignore[arg-type]


def _check_function(hash_function: Callable[[bytes], Any]) -> None:
    if hash_function is not sha256:
        raise ValueError("hash_function: must be hashlib.sha256, with which the engine hashes")


def hash_to_field_FQ(
    message: bytes, count: int, DST: bytes, hash_function: Callable[[bytes], Any]
) -> tuple[FQ, ...]:
    """So many elements of F_p (RFC 9380, section 5.2)."""
    return tuple([FQ(c) for c in _integers(message, count, DST, hash_function)])


def hash_to_field_FQ2(
    message: bytes, count: int, DST: bytes, hash_function: Callable[[bytes], Any]
) -> tuple[FQ2, ...]:
    """So many elements of F_p2 (RFC 9380, section 5.2)."""
    found = _integers(message, 2 * count, DST, hash_function)
    return tuple([FQ2(pair) for pair in zip(found[::2], found[1::2], strict=True)])


def _integers(message: bytes, count: int, DST: bytes, hash_function: Callable[[bytes], Any]) -> list[int]:
    data = expand_message_xmd(message, DST, count * _SHARE, hash_function)
    return [os2ip(data[i : i + _SHARE]) for i in range(0, len(data), _SHARE)]
