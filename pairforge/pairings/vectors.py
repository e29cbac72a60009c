"""Reading and writing the vectors: points in, pairing values out, as JSON.

``{"pairing": NAME, "cases": [{"P": [x, y], "Q": [x, y], "e": [e0, …]}]}``, with an optional ``"schema": 1``;
each number a hexadecimal string. On input ``e`` may be absent. Whatever is wrong is refused with one line
that names the file, the case (counted from 0), the field, and what would be right; nothing is computed before
all of it is valid.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge.errors import UserError
from pairforge.pairings.base import Pairing, Shape
from pairforge.pairings.computation import Encoded
from pairforge.pairings.documents import kind_of, read_cases, read_number

_INFINITY_WORDS = {"inf", "infinity", "o", "0", "0x0", "∞", ""}
_FEW = 3  # entries that a message shows one by one
_HOW_POINT = "a point is given by its affine coordinates"


@dataclass(frozen=True)
class Case:
    """One line of a vector file, valid for its pairing. `e` is None where the file has none."""

    P: Encoded
    Q: Encoded
    e: Encoded | None = None


def load(path: Path, pairing: Pairing) -> list[Case]:
    """The cases of a file. Raises UserError, as does `parse`, and where the file cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}; give an existing vector file") from None
    return parse(data, pairing, str(path))


def parse(data: str | bytes, pairing: Pairing, source: str = "<stdin>") -> list[Case]:
    """The cases of a document for `pairing`.

    Raises
    ------
    UserError
        One line: source, place, what is wrong, what would be right.
    """
    cases = read_cases(data, source, "pairing", pairing.name, '{"P": …, "Q": …}')
    return [_case(case, pairing, f"{source}: case {i}") for i, case in enumerate(cases)]


def dump(pairing: Pairing, cases: Iterable[Case]) -> str:
    """The document of these cases, byte for byte as the published vectors have it (no final newline)."""
    shapes = (("P", pairing.p_shape), ("Q", pairing.q_shape), ("e", pairing.e_shape))
    rows = [
        {key: _nest(getattr(case, key), shape) for key, shape in shapes if getattr(case, key) is not None}
        for case in cases
    ]
    return json.dumps({"pairing": pairing.name, "cases": rows}, indent=1)


def _case(case: object, pairing: Pairing, place: str) -> Case:
    if not isinstance(case, dict):
        raise UserError(f'{place}: expected an object {{"P": …, "Q": …}}, got {kind_of(case)}')
    points = {}
    for which, shape in (("P", pairing.p_shape), ("Q", pairing.q_shape)):
        if which not in case:
            raise UserError(f'{place}: missing key "{which}"; {_HOW_POINT} {_pattern(shape)}')
        points[which] = _point(case[which], shape, pairing, which, f"{place}: {which}")
    value = None
    if case.get("e") is not None:
        value = _numbers(case["e"], pairing.e_shape, pairing, f"{place}: e")
    return Case(points["P"], points["Q"], value)


def _point(given: object, shape: Shape, pairing: Pairing, which: str, place: str) -> Encoded:
    if _is_infinity(given):
        raise UserError(f"{place}: the point at infinity is refused; {_HOW_POINT} {_pattern(shape)}")
    expected = shape if isinstance(shape, int) else len(shape)
    if isinstance(given, list) and len(given) != expected:
        raise UserError(
            f"{place}: expected {expected} coordinates, got {len(given)} "
            f"(the point at infinity is refused; {_HOW_POINT} {_pattern(shape)})"
        )
    point = _numbers(given, shape, pairing, place)
    if complaint := pairing.complaint_about_point(which, point):
        raise UserError(f"{place}: {complaint}")
    return point


def _is_infinity(given: object) -> bool:
    """null, false, 0, {}, [], "inf" and the like, or a list of nothing but these words."""
    if given is None or given is False or given == 0 or given in ([], {}):
        return True
    if isinstance(given, str):
        return given.strip().lower() in _INFINITY_WORDS
    if isinstance(given, dict):
        return any("inf" in key.lower() for key in given)
    if isinstance(given, list):
        return all(
            x is None or (isinstance(x, str) and x.strip().lower() in _INFINITY_WORDS - {"0x0", "0"})
            for x in given
        )
    return False


def _numbers(given: object, shape: Shape, pairing: Pairing, place: str) -> Encoded:
    """The numbers of a nested list of this shape, flat."""
    parts: tuple[Shape, ...] = ((),) * shape if isinstance(shape, int) else shape
    if not isinstance(given, list):
        raise UserError(f"{place}: expected {_pattern(shape)}, got {kind_of(given)}")
    if len(given) != len(parts):
        raise UserError(f"{place}: expected {len(parts)} coefficients, got {len(given)}")
    flat: list[int] = []
    for i, (entry, part) in enumerate(zip(given, parts, strict=True)):
        where = f"{place}[{i}]"
        if part == ():
            flat.append(read_number(entry, pairing, where))
        else:
            flat.extend(_numbers(entry, part, pairing, where))
    return tuple(flat)


def _nest(flat: Encoded, shape: Shape) -> list[Any]:
    entries = iter(flat)

    def build(shape: Shape) -> list[Any]:
        if isinstance(shape, int):
            return [hex(next(entries)) for _ in range(shape)]
        return [build(part) for part in shape]

    return build(shape)


def _pattern(shape: Shape) -> str:
    """How a value of this shape is written, for messages."""
    if isinstance(shape, int):
        return "[x, y]" if shape == 2 else f"a list of {shape} hexadecimal strings"
    if shape == (2, 2):
        return "[[x0, x1], [y0, y1]]"
    if len(shape) > _FEW and len(set(shape)) == 1:
        return f"a list of {len(shape)} of {_pattern(shape[0])}"
    return f"[{', '.join(_pattern(part) for part in shape)}]"
