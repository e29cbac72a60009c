"""From the units a machine names to the units there are. Imports machines and units."""

from __future__ import annotations

import re

from pairforge.errors import UserError
from pairforge.hdl import is_free_name
from pairforge.machine.design import Machine
from pairforge.units.base import ClockedUnit, RadixUnit, SharableUnit, Unit
from pairforge.units.fields.base import EncodedField, Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.in_digits import in_digits
from pairforge.units.kinds import content_of, kinds, missing_in
from pairforge.units.options import UnitOptions
from pairforge.units.parts.representation import radix_of

__all__ = ["make_unit", "make_units"]

_TAKEN = re.compile(r"in|out|clk|element_(in|out)|(write|read\d+|memory\d+)(_.*)?")


def make_units(
    machine: Machine, field: Field, clock: float = 0, threads: int = 1, cores: int = 1
) -> dict[str, Unit]:
    """The units of a machine over a field, by name; those that choose their registers do so for `clock` and
    `threads` as in `units.base.ClockedUnit`.

    `cores`: those that have inverters in common, as in `units.base.SharableUnit`.

    Raises
    ------
    UserError
        Parameters that do not fit the field, or representations that differ (R of Montgomery), with the stage
        and unit they stand in.
    """
    units: dict[str, Unit] = {}
    words = field_of_words(machine, field)
    if machine.loadable:
        try:
            prime_field(field)
        except UserError as error:
            raise UserError(f"stage.{machine.name}.modulus: loadable: {error}") from None
    for spec in machine.units:
        if not is_free_name(spec.name) or _TAKEN.fullmatch(spec.name):
            raise UserError(
                f"stage.{machine.name}.unit.{spec.name}: a name that the hardware uses itself; take another"
            )
        try:
            unit = make_unit(spec.options, words, loadable=machine.loadable)
            if isinstance(unit, ClockedUnit):
                unit = unit.clocked(clock, threads)
            if cores > 1 and isinstance(unit, SharableUnit):
                unit = unit.for_cores(cores)
            units[spec.name] = in_digits(unit, machine.digits, threads) if machine.digits > 1 else unit
        except UserError as error:
            raise UserError(f"stage.{machine.name}.unit.{spec.name}: {error}") from None
    radix = radix_of(units)
    for name, unit in units.items():
        if isinstance(unit, RadixUnit) and radix is not None and unit.radix != radix:
            raise UserError(
                f"stage.{machine.name}.unit.{name}: R is 2^{unit.radix.bit_length() - 1} here and "
                f"2^{radix.bit_length() - 1} for another unit; give them cores that fill as many bits"
            )
    return units


def make_unit(options: UnitOptions, field: Field, *, loadable: bool = False) -> Unit:
    """One unit over a field, `loadable`: whose modulus comes from an input.

    Raises UserError where its parameters do not fit.
    """
    unit = options.make_loadable(field) if loadable else options.make(field)
    if missing := missing_in(unit):
        raise UserError(f"{options.kind!r} makes no unit: it lacks {', '.join(missing)}")
    if content_of(type(options)):
        _check_cycles(options.kind, unit)
    return unit


def _check_cycles(kind: str, unit: Unit) -> None:
    """Refuse figures of a unit from outside that are no numbers of cycles (UserError)."""
    attribute = next(iter(getattr(unit, "constants", (None,))))
    for what, found in (("latency", unit.latency(attribute)), ("interval", unit.interval(attribute))):
        if type(found) is not int or found < 1:
            raise UserError(
                f"{kind!r} makes no unit: its {what} is {found!r}, not a number of cycles from 1 on"
            )


def field_of_words(machine: Machine, field: Field) -> Field:
    """The field as the units of a machine have it: in another representation where one of them is for it.

    Raises UserError where others are not, or nothing converts what comes in and goes out and is otherwise.
    """
    other = [unit for unit in machine.units if unit.options.words not in ("integers", "any")]
    if not other:
        return field
    first = other[0]
    words = first.options.words
    for unit in machine.units:
        if unit.options.words not in (words, "any"):
            able = [kind.kind for kind in kinds().values() if kind.words == words]
            able += [kind.kind for kind in kinds().values() if kind.words == "any"]
            raise UserError(
                f"stage.{machine.name}.unit.{unit.name}: {unit.kind!r} is for {unit.options.words}, but "
                f"{first.name} is for {words}; take one of {', '.join(able)}"
            )
    try:
        found = first.options.representation(field)
    except UserError as error:
        raise UserError(f"stage.{machine.name}.unit.{first.name}: {error}") from None
    if isinstance(found, EncodedField) and all("convert" not in unit.operations for unit in other):
        convert = [
            kind.kind for kind in kinds().values() if kind.words == words and "convert" in kind.operations
        ]
        raise UserError(
            f"stage.{machine.name}: what comes in and goes out are integers, but {first.name} is "
            f"for {words}; add a unit of kind {', '.join(map(repr, convert))}"
        )
    return found
