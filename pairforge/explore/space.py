"""The space of a sweep: `--sweep KEY=A,B,C` as a list of TOML values, several of them as combinations.

Values are TOML, kept as text, so that a swept key means what it means to `--set`. A comma inside brackets
or quotes belongs to the value: `final.power.steps=[1,3],[1,4]` has two values. `4..16` stands for the whole
numbers from 4 to 16, both included, `4..16..4` for every fourth of them.

Imports only errors.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import UserError

__all__ = ["MOST", "Axis", "combinations", "read_axes", "size"]

MOST = 10_000
"""The most machines that one exploration looks at."""

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?")
_WHOLE = re.compile(r"-?\d+")
_OPEN = {"[": "]", "{": "}"}
_USAGE = "give KEY=A,B,C or KEY=4..16, as in miller.mul.stages=4,5,6"


@dataclass(frozen=True)
class Axis:
    """A key, as for `--set`, and the values it takes: TOML texts, all different, at least one."""

    key: str
    values: tuple[str, ...]

    @property
    def ordered(self) -> bool:
        """Whether the values are whole numbers in rising order."""
        if not all(_WHOLE.fullmatch(value) for value in self.values):
            return False
        numbers = [int(value) for value in self.values]
        return numbers == sorted(numbers)

    @classmethod
    def of(cls, key: str, values: Iterable[object]) -> Axis:
        """The axis of Python values: numbers, text, and lists of these (UserError: there are none)."""
        texts = tuple(dict.fromkeys(str(value) for value in values))
        if not texts:
            raise UserError(f"sweep {key}: no values")
        return cls(key, texts)


def read_axes(texts: Sequence[str]) -> tuple[Axis, ...]:
    """The axes of `--sweep` options (UserError: no KEY=VALUES, an empty list or range, a key twice)."""
    axes = tuple(_axis(text) for text in texts)
    keys = [axis.key for axis in axes]
    for key in keys:
        if keys.count(key) > 1:
            raise UserError(f"--sweep {key}: given {keys.count(key)} times; give all its values at once")
    return axes


def size(axes: Sequence[Axis], *, each: bool) -> int:
    """How many settings `combinations` yields."""
    counts = [len(axis.values) for axis in axes]
    return 1 + sum(counts) if each else math.prod(counts)


def combinations(axes: Sequence[Axis], *, each: bool) -> Iterator[Mapping[str, str]]:
    """Settings of every machine: all combinations of values; or, with `each`, no setting at all, and then
    the values of each key by itself.
    """
    if not each:
        for chosen in itertools.product(*(axis.values for axis in axes)):
            yield dict(zip((axis.key for axis in axes), chosen, strict=True))
        return
    yield {}
    for axis in axes:
        for value in axis.values:
            yield {axis.key: value}


def _axis(text: str) -> Axis:
    key, equals, listed = (part.strip() for part in text.partition("="))
    if not key or not equals:
        raise UserError(f"--sweep {text}: {_USAGE}")
    values = [value for part in _split(text, listed) for value in _expand(text, part)]
    return Axis(key, tuple(dict.fromkeys(values)))


def _split(text: str, listed: str) -> list[str]:
    """The parts between commas that stand outside brackets and quotes."""
    parts, closing, quote = [""], [], ""
    for letter in listed:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in _OPEN:
            closing.append(_OPEN[letter])
        elif letter in _OPEN.values() and (not closing or closing.pop() != letter):
            raise UserError(f"--sweep {text}: {letter} closes nothing")
        elif letter == "," and not closing:
            parts.append("")
            continue
        parts[-1] += letter
    if quote or closing:
        raise UserError(f"--sweep {text}: {quote or closing[-1]} is missing")
    parts = [part.strip() for part in parts]
    if not all(parts):
        raise UserError(f"--sweep {text}: an empty value; {_USAGE}")
    return parts


def _expand(text: str, part: str) -> Sequence[str]:
    """The values of a range, or the one value."""
    found = _RANGE.fullmatch(part)
    if found is None:
        return (part,)
    first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if step < 1:
        raise UserError(f"--sweep {text}: the step of {part} must be at least 1")
    if last < first:
        raise UserError(f"--sweep {text}: {part} is empty; give the smaller end first")
    if (last - first) // step >= MOST:
        raise UserError(f"--sweep {text}: {part} has more than {MOST} values")
    return [str(value) for value in range(first, last + 1, step)]
