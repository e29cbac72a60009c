"""The function that stands in the place of units: BLAKE2b (RFC 7693) with a key, the same here and in C++."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

WORD_BYTES = 4
"""Operands and results are whole words of 32 bits."""

KEY_BYTES = 16
KEY_VARIABLE = "PAIRFORGE_KEY"
"""The variable of the environment in which a simulation finds the key, in hexadecimal."""

_DIGEST = 64


def label_of(module: str, output: str, operation: int) -> bytes:
    """What tells apart the functions of an output of a module for its operations, in 8 bytes."""
    return hashlib.blake2b(f"{module}.{output}.{operation}".encode(), digest_size=8).digest()


def fingerprint(key: bytes, label: bytes, operands: Sequence[int], widths: Sequence[int], width: int) -> int:
    """The result, of `width` bits, for operands of these widths."""
    digest = _digest(key, label, operands, widths, -(-width // 8))
    return int.from_bytes(digest, "little") & ((1 << width) - 1)


def ternary_fingerprint(
    key: bytes, label: bytes, operands: Sequence[int], widths: Sequence[int], width: int
) -> int:
    """The same in digits of two bits, each 0, 1 or 2; odd in each operand, as units over F_3^m are.

    Where an operand changes its sign, so does the result; so of 0 it is 0.
    """
    if not all(operands):
        return 0
    signs = [_is_negative(operand) for operand in operands]
    positive = [
        negative(operand, bits) if sign else operand
        for operand, bits, sign in zip(operands, widths, signs, strict=True)
    ]
    digest = _digest(key, label, positive, widths, width // 2)
    found = sum(byte % 3 << 2 * i for i, byte in enumerate(digest))
    return negative(found, width) if sum(signs) % 2 else found


def negative(word: int, width: int) -> int:
    """The two bits of each digit exchanged."""
    low = ((1 << width) - 1) // 3
    return (word & low) << 1 | (word >> 1) & low


def _is_negative(word: int) -> bool:
    """Whether the lowest digit that is not 0 is 2."""
    return bool(word) and (word & -word).bit_length() % 2 == 0


def _digest(key: bytes, label: bytes, operands: Sequence[int], widths: Sequence[int], size: int) -> bytes:
    together = place = 0
    for operand, width in zip(operands, widths, strict=True):
        together |= operand << place
        place += width
    message = label + together.to_bytes(-(-place // 32) * WORD_BYTES, "little")
    blocks = range(-(-size // _DIGEST))
    digest = b"".join(
        hashlib.blake2b(bytes((block,)) + message, key=key, digest_size=_DIGEST).digest() for block in blocks
    )
    return digest[:size]
