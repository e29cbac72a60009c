"""Inputs and results of a job as a caller has them: elements by name, and strings of bytes as they are sent.

An element is a number of as many bytes as p takes, the highest first. `key` and `message` are numbers of 32
bytes. A compressed point is one string: the flags in the three highest bits of the first byte, then the
coefficients of x, the last one first (draft-irtf-cfrg-pairing-friendly-curves, appendix C). Its elements are
`flags` and x in this order, with a prefix that they have in common: `key_flags, key_x`. Of several keys or
messages each has a number: `key0`, `key1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import digits

FLAG_BITS = 3
_FLAGS = "flags"
_POINT = "point"
_NUMBERS = {"key": 32, "message": 32}


@dataclass(frozen=True)
class Argument:
    """A string of bytes among the inputs or results of a job.

    elements: by name, those it stands for. size: bytes. compressed: whether it is a compressed point.
    """

    name: str
    elements: tuple[str, ...]
    size: int
    compressed: bool = False


def element_size(width: int) -> int:
    """Bytes of an element of `width` bits."""
    return -(-width // 8)


def arguments(names: Sequence[str], width: int) -> tuple[Argument, ...]:
    """The strings of bytes for elements of `width` bits with these names, in their order.

    Flags of a field whose numbers leave less than three bits of their bytes are an element as any other.
    """
    size, found, at = element_size(width), [], 0
    while at < len(names):
        name = names[at]
        end = at + 1
        if (name == _FLAGS or name.endswith(f"_{_FLAGS}")) and 8 * size - width >= FLAG_BITS:
            x = name.removesuffix(_FLAGS) + "x"
            while end < len(names) and names[end].startswith(x):
                end += 1
            own = name.removesuffix(_FLAGS).rstrip("_") or _POINT
            found.append(Argument(own, tuple(names[at:end]), (end - at - 1) * size, compressed=True))
        else:
            found.append(Argument(name, (name,), min(_NUMBERS.get(_kind(name), size), size)))
        at = end
    return tuple(found)


def _kind(name: str) -> str:
    """A name without its number."""
    return name.rstrip(digits)


def has_bytes(*groups: Sequence[Argument]) -> bool:
    """Whether a caller is likely to have bytes: there is a compressed point, a key or a message."""
    return any(each.compressed or _kind(each.name) in _NUMBERS for group in groups for each in group)
