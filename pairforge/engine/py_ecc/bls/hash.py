"""Strings of bytes, with the names of py_ecc.bls.hash."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

__all__ = ["expand_message_xmd", "hkdf_expand", "hkdf_extract", "i2osp", "os2ip", "sha256", "xor"]


def i2osp(x: int, xlen: int) -> bytes:
    """An integer in so many bytes, big-endian (RFC 8017, section 4.1)."""
    return x.to_bytes(xlen, "big")


def os2ip(x: bytes) -> int:
    """The integer that big-endian bytes are (RFC 8017, section 4.2)."""
    return int.from_bytes(x, "big")


def sha256(x: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(x).digest()


def xor(a: bytes, b: bytes) -> bytes:
    """The exclusive or, as long as the shorter of the two."""
    return bytes(x ^ y for x, y in zip(a, b, strict=False))


def hkdf_extract(salt: bytes, ikm: bytes) -> bytes:
    """HKDF-Extract with SHA-256 (RFC 5869, section 2.2)."""
    return hmac.digest(salt, ikm, "sha256")


def hkdf_expand(prk: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand with SHA-256 (RFC 5869, section 2.3)."""
    blocks = [b""]
    while 32 * (len(blocks) - 1) < length:
        blocks.append(hmac.digest(prk, blocks[-1] + info + i2osp(len(blocks), 1), "sha256"))
    return b"".join(blocks)[:length]


def expand_message_xmd(
    msg: bytes, DST: bytes, len_in_bytes: int, hash_function: Callable[[bytes], Any]
) -> bytes:
    """Uniform bytes of a message (RFC 9380, section 5.3.1); ValueError for more than there are."""
    example = hash_function(b"")
    if not 0 < len(DST) <= 255:
        raise ValueError(f"DST: {len(DST)} bytes where 1 to 255 are needed")
    number = -(-len_in_bytes // example.digest_size)
    if number > 255:
        raise ValueError(f"len_in_bytes: {len_in_bytes} where at most {255 * example.digest_size} can be had")
    end = DST + i2osp(len(DST), 1)
    start = bytes(example.block_size) + msg + i2osp(len_in_bytes, 2) + bytes(1)
    first = hash_function(start + end).digest()
    blocks = [bytes(len(first))]
    for i in range(1, number + 1):
        blocks.append(hash_function(xor(first, blocks[-1]) + i2osp(i, 1) + end).digest())
    return b"".join(blocks[1:])[:len_in_bytes]
