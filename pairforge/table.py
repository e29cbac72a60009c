"""Reading TOML tables strictly: known keys, typed values, errors that say what would be right."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pairforge.errors import UserError

_POWERS = re.compile(r"([+-]?)(?:2\^(\d+)|(0x[0-9a-fA-F]+|\d+))")


class UnknownKeyError(UserError):
    """A table has no such key, or a design no such place.

    key: the last part of the key. place: all of it. hint: what would be right.
    """

    def __init__(self, message: str, key: str, place: str = "", hint: str = "") -> None:
        super().__init__(message, key, place, hint)  # all, so that it can be pickled
        self.key = key
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        return str(self.args[0])


class Table:
    """One table of a file. Take each key once; `close` refuses what is left over."""

    def __init__(self, data: Mapping[str, Any], source: str, path: str = "") -> None:
        self.source = source
        self.path = path
        self._data = dict(data)
        self._known: list[str] = []

    def where(self, key: str = "") -> str:
        """`file: path.key`, the place for a message."""
        return f"{self.source}: {self.path}{'.' if self.path and key else ''}{key}"

    def fail(self, key: str, message: str) -> UserError:
        """The error for a key of this table."""
        return UserError(f"{self.where(key)}: {message}")

    def _take(self, key: str, default: Any, wanted: str) -> Any:
        self._known.append(key)
        if key not in self._data:
            if default is None:
                raise self.fail(key, f"missing; it must be {wanted}")
            return default
        return self._data.pop(key)

    def integer(self, key: str, default: int | None = None, *, least: int = 1, most: int = 1 << 30) -> int:
        """A whole number in a range."""
        wanted = (
            f"a whole number from {least} to {most}"
            if most < 1 << 30
            else f"a whole number of at least {least}"
        )
        value = self._take(key, default, wanted)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fail(key, f"must be {wanted}, not {value!r}")
        return value

    def number(self, key: str) -> int:
        """A whole number of any size: a number, or text as "0x1f", "-0x1f" or "2^63 + 857"."""
        wanted = 'a whole number, or text such as "0x1f" or "2^63 + 857"'
        value = self._take(key, None, wanted)
        number = _number(value)
        if number is None:
            raise self.fail(key, f"must be {wanted}, not {value!r}")
        return number

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of such."""
        wanted = 'a list of whole numbers, or of texts such as "0x1f"'
        value = self._take(key, None, wanted)
        numbers = [_number(v) for v in value] if isinstance(value, list) else [None]
        if None in numbers:
            raise self.fail(key, f"must be {wanted}, not {value!r}")
        return tuple(n for n in numbers if n is not None)

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._take(key, default, "true or false")
        if not isinstance(value, bool):
            raise self.fail(key, f"must be true or false, not {value!r}")
        return value

    def text(self, key: str, default: str | None = None, *, choices: Sequence[str] = ()) -> str:
        """A string, from `choices` where given."""
        wanted = f"one of {', '.join(choices)}" if choices else "a string"
        value = self._take(key, default, wanted)
        if not isinstance(value, str) or (choices and value not in choices):
            raise self.fail(key, f"must be {wanted}, not {value!r}")
        return value

    def integers(self, key: str, default: Sequence[int] | None = None, *, least: int = 1) -> tuple[int, ...]:
        """A list of whole numbers."""
        wanted = f"a list of whole numbers of at least {least}"
        value = self._take(key, None if default is None else list(default), wanted)
        if not isinstance(value, list) or any(type(v) is not int or v < least for v in value):
            raise self.fail(key, f"must be {wanted}, not {value!r}")
        return tuple(value)

    def texts(self, key: str, default: Sequence[str]) -> tuple[str, ...]:
        """A list of strings."""
        value = self._take(key, list(default), "a list of strings")
        if not isinstance(value, list) or any(not isinstance(v, str) for v in value):
            raise self.fail(key, f"must be a list of strings, not {value!r}")
        return tuple(value)

    def has(self, key: str) -> bool:
        """Whether the key is there; it counts as known."""
        self._known.append(key)
        return key in self._data

    def is_table(self, key: str) -> bool:
        """Whether the key has a table."""
        return isinstance(self._data.get(key), dict)

    def table(self, key: str) -> Table:
        """A table inside this one; an absent one reads as empty."""
        self._known.append(key)
        value = self._data.pop(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "must be a table")
        return Table(value, self.source, f"{self.path}{'.' if self.path else ''}{key}")

    def tables(self, key: str) -> Iterator[Table]:
        """An array of tables, at least one."""
        value = self._take(key, None, f"one or more [[{key}]] tables")
        if not isinstance(value, list) or not value or not all(isinstance(v, dict) for v in value):
            raise self.fail(key, f"must be one or more [[{key}]] tables")
        for i, item in enumerate(value):
            label = item.get("name", i)
            yield Table(item, self.source, f"{self.path}{'.' if self.path else ''}{key}.{label}")

    def close(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self._data:
            near = difflib.get_close_matches(key, self._known, 1)
            known = ", ".join(sorted(set(self._known)))
            hint = f"did you mean {near[0]}?" if near else f"known here: {known}"
            place = f"{self.path}{'.' if self.path else ''}{key}"
            raise UnknownKeyError(f"{self.where(key)}: unknown key; {hint}", key, place, hint)


def _number(value: object) -> int | None:
    """A whole number, or one that a text has as a sum of numbers and powers of 2; None: it is neither."""
    if type(value) is int:
        return value
    text = re.sub(r"\s", "", value) if isinstance(value, str) else ""
    if not re.fullmatch(rf"(?:{_POWERS.pattern})(?:(?=[+-]){_POWERS.pattern})*", text):
        return None
    terms = _POWERS.findall(text)
    return sum((-1 if s == "-" else 1) * (1 << int(e) if e else int(n, 0)) for s, e, n in terms)
