"""Files of cases in JSON: an object that says what it is about, and a list of cases with hexadecimal numbers.

Whatever is wrong is refused with one line that names the file, the place, and what would be right.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pairforge.errors import UserError
from pairforge.pairings.computation import Computation

SCHEMA = 1

_HEX = re.compile(r"0[xX][0-9a-fA-F]+")


def read_cases(data: str | bytes, source: str, key: str, name: str, example: str) -> list[Any]:
    """The list `cases` of a document whose `key` says `name`; `example`: how a case looks, for messages.

    Raises
    ------
    UserError
        It is no such document.
    """
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise UserError(
            f"{source}: malformed JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (ValueError, RecursionError):
        raise UserError(f'{source}: malformed JSON; expected {{"{key}": …, "cases": […]}} in UTF-8') from None
    if not isinstance(document, dict):
        raise UserError(f'{source}: expected an object {{"{key}": …, "cases": […]}}, got {kind_of(document)}')
    schema = document.get("schema", SCHEMA)
    if schema != SCHEMA or isinstance(schema, bool) or not isinstance(schema, int):
        raise UserError(f"{source}: schema: {_brief(schema)} is not known; expected {SCHEMA}")
    if key not in document:
        raise UserError(f'{source}: missing key "{key}"; expected "{name}"')
    if document[key] != name:
        raise UserError(f'{source}: {key}: is {_brief(document[key])}; expected "{name}"')
    if "cases" not in document:
        raise UserError(f'{source}: missing key "cases"; expected a list of {example}')
    cases = document["cases"]
    if not isinstance(cases, list):
        raise UserError(f"{source}: cases: expected a list of {example}, got {kind_of(cases)}")
    return cases


def read_number(given: object, computation: Computation, place: str) -> int:
    """An element of the computation's field, from its hexadecimal encoding (UserError: it is none)."""
    if not isinstance(given, str):
        raise UserError(f'{place}: expected a hexadecimal string such as "0x1f", got {kind_of(given)}')
    if not _HEX.fullmatch(given):
        raise UserError(f'{place}: {_brief(given)} is not hexadecimal; expected a string such as "0x1f"')
    value = int(given, 16)
    if complaint := computation.complaint_about_element(value):
        raise UserError(f"{place}: {_brief(given)} {complaint}")
    return value


def kind_of(given: object) -> str:
    """What JSON calls a value of this type."""
    if given is None:
        return "null"
    if isinstance(given, bool):
        return str(given).lower()
    names = {dict: "an object", list: "a list", str: "a string", int: "a number", float: "a number"}
    return names[type(given)]


def _brief(given: object) -> str:
    """The value as JSON, cut short."""
    text = json.dumps(given)
    return text if len(text) <= 40 else f"{text[:24]}…{text[-8:]}"
