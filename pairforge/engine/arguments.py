"""What callers pass beside points and values: integers, bytes, seeds, and on how many cores.

What is of another type raises TypeError, what is out of range ValueError, both with one line.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_MOST = (1 << 32) - 1
"""Of whatever is counted: far more would not fit into memory, and that is no way to say so."""


def integer(value: object, what: str, wanted: str = "an integer") -> int:
    """An integer, as anything that Python takes for one (TypeError for the rest); `what` it is."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} must be {wanted}, not {type(value).__name__}") from None


def count(value: object, what: str, meaning: str = "") -> int:
    """How many; `what` it is, `meaning`: of 0, where that stands for something else."""
    number = integer(value, what)
    if not 0 <= number <= _MOST:
        raise ValueError(f"{what} is {number}; give 0{meaning} to {_MOST}")
    return number


def octets(value: object, what: str) -> bytes:
    """Bytes, from whatever holds them in a row (TypeError for the rest, text above all); `what` it is."""
    if isinstance(value, bytes):
        return value
    found = _held(value)
    if found is None:
        raise TypeError(f"{what} must be bytes, not {type(value).__name__}")
    return found


def _held(value: object) -> bytes | None:
    """The bytes that something holds; None of numbers and of rows of them, whose bytes are another matter."""
    try:
        view = memoryview(value)  # type: ignore[arg-type]
    except TypeError:
        return None
    return view.tobytes() if view.ndim == 1 and view.itemsize == 1 else None


def octets_of_each(values: Iterable[object], what: str) -> list[bytes]:
    """A list of bytes; `what` it is."""
    return [octets(value, f"{what}[{i}]") for i, value in enumerate(items(values, what))]


def items(values: Iterable[T], what: str) -> Iterable[T]:
    """What can be gone through (TypeError for the rest); `what` it is."""
    if not isinstance(values, Iterable):
        raise TypeError(f"{what} must be a list, not {type(values).__name__}")
    return values


def seed_bytes(seed: object) -> bytes:
    """A seed of 32 bytes, given as bytes or an integer, from the system's entropy where it is None."""
    if seed is None:
        return os.urandom(32)
    given = seed if isinstance(seed, bytes) else _held(seed)
    if given is None:
        number = integer(seed, "a seed", "an integer or 32 bytes")
        if not 0 <= number < 1 << 256:
            raise ValueError("a seed is an integer from 0 to 2^256 - 1, or 32 bytes")
        return number.to_bytes(32, "little")
    if len(given) != 32:
        raise ValueError(f"a seed has 32 bytes, not {len(given)}")
    return given


def thread_count(threads: object) -> int:
    """A number of threads, of which 0 stands for all cores."""
    return count(threads, "threads", " (all cores)")


def byte_bound(most_bytes: object) -> int:
    """The most bytes that a table may take; None: any number."""
    if most_bytes is None:
        return sys.maxsize
    number = integer(most_bytes, "most_bytes", "an integer or None")
    if number < 0:
        raise ValueError(f"most_bytes is {number}; give 0 or more, or None for no bound")
    return min(number, sys.maxsize)
