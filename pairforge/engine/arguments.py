"""What callers choose beside values: seeds, and on how many cores."""

from __future__ import annotations

import os


def seed_bytes(seed: int | bytes | None) -> bytes:
    """A seed of 32 bytes, from the system's entropy where there is none (ValueError for any other length)."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
        return seed
    if seed < 0 or seed.bit_length() > 256:
        raise ValueError("a seed is an integer from 0 to 2^256 - 1, or 32 bytes")
    return seed.to_bytes(32, "little")


def thread_count(threads: int) -> int:
    """A number of threads, of which 0 stands for all cores (ValueError below that)."""
    if threads < 0:
        raise ValueError(f"threads is {threads}; give 0 (all cores) or more")
    return threads
