"""Reading and writing cases of computations that are no pairings, as JSON.

``{"schema": 1, "algorithm": NAME, "cases": [{"in": {"n": "0x…", …}, "out": {"status": "0x0", …}}]}``: by the
names of the inputs and outputs. On input ``out`` may be absent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.errors import UserError
from pairforge.pairings.computation import Computation, Encoded
from pairforge.pairings.documents import SCHEMA, kind_of, read_cases, read_number

_EXAMPLE = '{"in": {…}}'


@dataclass(frozen=True)
class Case:
    """Inputs, and the outputs where the file has them."""

    inputs: Encoded
    outputs: Encoded | None = None


def parse(data: str | bytes, computation: Computation, source: str) -> list[Case]:
    """The cases of a document for a computation (UserError, one line, where something is wrong)."""
    cases = read_cases(data, source, "algorithm", computation.name, _EXAMPLE)
    return [_case(case, computation, f"{source}: case {i}") for i, case in enumerate(cases)]


def document(computation: Computation, cases: Iterable[Case]) -> dict[str, Any]:
    """The document of these cases."""
    rows = []
    for case in cases:
        row = {"in": _named(computation.inputs, case.inputs)}
        if case.outputs is not None:
            row["out"] = _named(computation.outputs, case.outputs)
        rows.append(row)
    return {"schema": SCHEMA, "algorithm": computation.name, "cases": rows}


def encoded(given: object, names: Sequence[str], computation: Computation, place: str) -> Encoded:
    """Elements of an object by their names (UserError: it has others, or they are none)."""
    wanted = ", ".join(names)
    if not isinstance(given, dict):
        raise UserError(f"{place}: expected an object with {wanted}, got {kind_of(given)}")
    for name in given:
        if name not in names:
            raise UserError(f"{place}: unknown key {name!r}; expected {wanted}")
    for name in names:
        if name not in given:
            raise UserError(f'{place}: missing key "{name}"; expected {wanted}')
    return tuple(read_number(given[name], computation, f"{place}.{name}") for name in names)


def _case(case: object, computation: Computation, place: str) -> Case:
    if not isinstance(case, dict):
        raise UserError(f"{place}: expected an object {_EXAMPLE}, got {kind_of(case)}")
    for key in case:
        if key not in ("in", "out"):
            raise UserError(f"{place}: unknown key {key!r}; expected in, out")
    if "in" not in case:
        raise UserError(f'{place}: missing key "in"; expected {_EXAMPLE}')
    inputs = encoded(case["in"], computation.inputs, computation, f"{place}: in")
    if case.get("out") is None:
        return Case(inputs)
    return Case(inputs, encoded(case["out"], computation.outputs, computation, f"{place}: out"))


def _named(names: Sequence[str], values: Encoded) -> dict[str, str]:
    return {name: hex(value) for name, value in zip(names, values, strict=True)}
