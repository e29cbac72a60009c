"""The `[[stage.unit]]` tables of a design: which units, of which kind, with which options.

What a key is, and what a kind can do, the kind's own options say (`pairforge.units.options`); no kind is
known here by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pairforge.table import Table
from pairforge.units.kinds import Kinds, content_of, kinds
from pairforge.units.options import Option, OptionError, UnitOptions, Value, options_of

__all__ = ["UnitSpec", "read_options", "read_unit", "unit_spec"]

_Kind = TypeVar("_Kind", bound=UnitOptions)


@dataclass(frozen=True)
class UnitSpec:
    """`count` functional units of one kind.

    `options`: the kind, with the values of its keys. `terms`: how many values each of its operand ports can
    add up. `blocks`: the blocks and loops of the program that it works for, none named: all for which no
    other unit is named. `content`: what tells two kinds of one name apart (`units.kinds.content_of`).
    """

    name: str
    options: UnitOptions
    count: int = 1
    terms: int = 1
    blocks: tuple[str, ...] = ()
    content: str = ""

    @property
    def kind(self) -> str:
        """The kind by name."""
        return self.options.kind

    @property
    def operations(self) -> tuple[str, ...]:
        """The kinds of operation it does: mul, sum, frob, …."""
        return self.options.does

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The values of the kind's keys."""
        return self.options.parameters

    @property
    def power(self) -> int:
        """The one power of Frobenius that it does; 0: every positive one, where it does any."""
        return self.options.frobenius_power

    @property
    def raises(self) -> bool:
        """Whether it does every positive Frobenius power."""
        return "frob" in self.operations and self.power == 0

    @property
    def shares(self) -> bool:
        """Whether units with an operand in common share the logic that depends on it alone."""
        return self.options.shares_operand


def read_unit(table: Table, kinds: Kinds) -> UnitSpec:
    """A `[[stage.unit]]` table. Raises UserError where a key is missing, unknown or out of range."""
    name = table.text("name")
    if not name.isidentifier() or not name.islower():
        raise table.fail("name", f"must be lower-case letters, digits and _, not {name!r}")
    kind = kinds[table.text("kind", choices=tuple(kinds))]
    unit = UnitSpec(
        name,
        read_options(table, kind),
        table.integer("count", 1, least=0, most=64),
        table.integer("terms", 1, most=16),
        table.texts("blocks", ()),
        content_of(kind),
    )
    table.close()
    return unit


def read_options(table: Table, kind: type[_Kind], scope: Literal["design", "command"] = "design") -> _Kind:
    """The keys of a kind from a table; `scope`: as a design file has them, or as the command for one unit.

    Raises UserError, with the place in the table, where one is missing or out of range.
    """
    values: dict[str, Value] = {}
    for key, option in options_of(kind, scope):
        default = values.get(option.default_of, option.default)
        if scope == "command" and option.alone is not None:
            default = option.alone
        values[key] = _read(table, key, option, default)
    try:
        return kind(**values)
    except OptionError as error:
        raise table.fail(error.key, str(error)) from None


def _read(table: Table, key: str, option: Option, default: Any) -> Value:
    match option.type:
        case "integer":
            return table.integer(key, default, least=option.least, most=option.most)
        case "choice":
            return table.text(key, default, choices=option.choices)
        case "integers":
            return table.integers(key, default, least=option.least)
        case "texts":
            return table.texts(key, default)


def unit_spec(name: str, kind: str, count: int = 1, terms: int = 1, **given: Any) -> UnitSpec:
    """Units of a kind of the package, with the keys given and the others by default.

    Raises UserError as for a design file.
    """
    table = Table({"name": name, "kind": kind, "count": count, "terms": terms, **given}, name)
    return read_unit(table, kinds())
