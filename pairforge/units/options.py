"""The design keys of a unit kind: declared once as a dataclass, from which schema, command and docs follow.

A kind of unit is a frozen dataclass that inherits `UnitOptions`. Its fields are the keys of `[[stage.unit]]`,
each made by `integer`, `choice`, `integers` or `texts`; its class variables say what the unit can do; `make`
makes the unit over a field. Imports the contract of units, fields and the error types.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from dataclasses import field as dataclass_field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pairforge.errors import UserError
from pairforge.outside import OutsideFile, file_of
from pairforge.units.base import Unit
from pairforge.units.fields.base import Field

if TYPE_CHECKING:
    from pairforge.units.parts.search import UnitSearch

__all__ = [
    "ANY_FIELD",
    "BINARY_OR_TERNARY",
    "LARGEST",
    "LARGE_PRIME",
    "Figures",
    "Option",
    "OptionError",
    "UnitOptions",
    "Value",
    "choice",
    "clock_option",
    "integer",
    "integers",
    "options_of",
    "texts",
]

Value = int | str | tuple[int, ...] | tuple[str, ...]
"""What a key can hold."""

LARGEST = 1 << 30
"""A whole number that stands for no upper limit."""

BINARY_OR_TERNARY = "F_2^m, F_3^m"
LARGE_PRIME = "F_p, p a large prime"
ANY_FIELD = "any field"

_METADATA = "option"


class OptionError(UserError):
    """A value of `key` that does not fit, alone or beside the others."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(key, message)  # both, so that it can be pickled
        self.key = key

    def __str__(self) -> str:
        return str(self.args[1])


@dataclass(frozen=True)
class Option:
    """A key: its type, its default (None: required), its range, and one line about it.

    `default_of`: the key whose value is the default. `metavar`: what stands for the value in the command's
    help. `scope`: "design" or "command" where the key is for one of them alone. `alone`: the default of the
    command, where it is not that of design files.
    """

    type: Literal["integer", "choice", "integers", "texts"]
    about: str
    default: Value | None = None
    least: int = 1
    most: int = LARGEST
    choices: tuple[str, ...] = ()
    default_of: str = ""
    metavar: str = "N"
    scope: Literal["both", "design", "command"] = "both"
    alone: Value | None = None

    @property
    def values(self) -> str:
        """The range in words, empty where `about` says it."""
        if self.type == "choice":
            return ", ".join(self.choices)
        if self.type == "texts":
            return "list of strings"
        many = "list of whole numbers" if self.type == "integers" else ""
        if self.most < LARGEST:
            return " ".join(filter(None, (many, f"{self.least} to {self.most}")))
        return many or (f"at least {self.least}" if self.least >= 0 else "")


def integer(
    default: int | None = None, *, least: int = 1, most: int = LARGEST, about: str = "", **more: Any
) -> Any:
    """A whole number from `least` to `most`; required where there is no default. `more`: as in `Option`."""
    return _declared(Option("integer", about, default, least, most, **more))


def clock_option() -> Any:
    """The clock for which a unit chooses its registers."""
    return integer(
        0, least=0, most=1000, metavar="MHZ", about="MHz on a 7-series device; 0: the design's clock"
    )


def choice(default: str | None, *choices: str, about: str = "", **more: Any) -> Any:
    """One of several words."""
    return _declared(Option("choice", about, default, choices=choices, **{"metavar": "NAME", **more}))


def integers(default: tuple[int, ...], *, least: int = 1, about: str = "", **more: Any) -> Any:
    """A list of whole numbers of at least `least`."""
    return _declared(Option("integers", about, default, least, **{"metavar": "N,…", **more}))


def texts(default: tuple[str, ...] = (), *, about: str = "", **more: Any) -> Any:
    """A list of strings."""
    return _declared(Option("texts", about, default, **{"metavar": "NAME,…", **more}))


def _declared(option: Option) -> Any:
    if option.default is None and not option.default_of:
        return dataclass_field(metadata={_METADATA: option})
    return dataclass_field(default=option.default, metadata={_METADATA: option})


@dataclass(frozen=True)
class Figures:
    """What is known of an abstract unit, which has no hardware.

    `latency`: cycles from the last operand to the result. `interval`: cycles between operations. `area`: in
    slices, 0: not known.
    """

    latency: int
    interval: int
    area: int = 0


@dataclass(frozen=True)
class UnitOptions:
    """A kind of unit, with the values of its keys.

    Class variables
    ---------------
    kind:
        The name in design files and of the command: lower-case letters, digits and -.
    operations:
        The kinds of operation that such a unit does (`pairforge.program.ir.OPERAND_COUNT`).
    summary:
        One sentence: the help of the command, the text in the reference.
    over:
        The fields it is for, in words; `make` refuses others.
    words:
        What an element is to the unit: "integers" (an element in the encoding of its field), another
        representation (see `representation`), or "any".
    hardware:
        Whether there is any; False: `figures` is all that is known.
    for_cores:
        Whether cores in lock step can have one such unit in common (`units.base.SharableUnit`).
    target:
        The target that the command synthesizes for by default.
    search:
        How its best options are searched, None where there is no search.
    """

    kind: ClassVar[str]
    operations: ClassVar[tuple[str, ...]]
    summary: ClassVar[str]
    over: ClassVar[str] = ANY_FIELD
    words: ClassVar[str] = "integers"
    hardware: ClassVar[bool] = True
    for_cores: ClassVar[bool] = False
    target: ClassVar[str] = "xc4v"
    search: ClassVar[UnitSearch | None] = None

    def make(self, field: Field) -> Unit:
        """The unit over a field. Raises UserError where field and values do not go together."""
        raise NotImplementedError

    def make_loadable(self, field: Field) -> Unit:
        """The unit whose modulus comes from an input. Raises UserError where there is none."""
        raise UserError(f'{self.kind!r} is made for one p; leave out modulus = "loadable"')

    @property
    def does(self) -> tuple[str, ...]:
        """The kinds of operation that the unit does with these values."""
        return self.operations

    def can(self, operation: str, attribute: int | None) -> bool:
        """Whether it does an operation of a kind that it does with this attribute."""
        return True

    def fitted(self, attributes: Sequence[tuple[str, int | None]]) -> UnitOptions:
        """The same kind, with values that are left open as the operations of a program (kind and attribute)
        need them."""
        return self

    @property
    def frobenius_power(self) -> int:
        """The one power of Frobenius that it does; 0: every positive one, where it does any."""
        return 0

    @property
    def shares_operand(self) -> bool:
        """Whether units with an operand in common share the logic that depends on it alone."""
        return False

    @property
    def figures(self) -> Figures | None:
        """Latency, interval and area of an abstract unit; None of one that has hardware."""
        return None

    @classmethod
    def representation(cls, field: Field) -> Field:
        """The field in the representation `words`. Raises UserError where it has none."""
        return field

    @classmethod
    def given_alone(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What `pairforge unit` is given, with what follows from it. Raises OptionError."""
        return given

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with the file that the kind stands in, where that is no module of a package."""
        values = tuple(getattr(self, item.name) for item in fields(self))
        file = file_of(type(self).__module__)
        return (type(self), values) if file is None else (_restored, (file, type(self).__name__, values))

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The keys of a design file with their values."""
        return {key: getattr(self, key) for key, _ in options_of(type(self), "design")}


def _restored(file: OutsideFile, name: str, values: tuple[Value, ...]) -> UnitOptions:
    options: UnitOptions = getattr(file.module(), name)(*values)
    return options


def options_of(
    kind: type[UnitOptions], scope: Literal["design", "command"] = "design"
) -> Iterator[tuple[str, Option]]:
    """The keys of a kind in their order."""
    for item in fields(kind):
        option = item.metadata.get(_METADATA)
        if isinstance(option, Option) and option.scope in ("both", scope):
            yield item.name, option


def undeclared(kind: type[UnitOptions]) -> Sequence[str]:
    """Fields that are no keys."""
    return [item.name for item in fields(kind) if not isinstance(item.metadata.get(_METADATA), Option)]
