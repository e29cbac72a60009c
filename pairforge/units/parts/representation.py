"""How the units of a machine represent elements. Imports the contract of units and the fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pairforge.units.base import RadixUnit, Unit, WideUnit
from pairforge.units.fields.base import EncodedField, Field
from pairforge.units.fields.prime import prime_field
from pairforge.units.fields.wide import WideResidues


def words_of(units: Mapping[str, Unit]) -> Field:
    """The field that all units of a machine compute in, whose elements are the words of its storage."""
    return next(iter(units.values())).field


def encoder_of(units: Mapping[str, Unit]) -> Callable[[int], int]:
    """From an element as an integer to a word of the machine."""
    words = words_of(units)
    return words.encode if isinstance(words, EncodedField) else lambda element: element


def radix_of(units: Mapping[str, Unit]) -> int | None:
    """R of the multipliers that divide by it, None where none does."""
    return next((unit.radix for unit in units.values() if isinstance(unit, RadixUnit)), None)


def values_at(unit: Unit, port: str) -> Field | WideResidues:
    """What an operand port of a unit takes, or its output `y` gives: elements, or values of double width."""
    if isinstance(unit, WideUnit) and port in unit.wide_ports:
        return WideResidues(prime_field(unit.field))
    return unit.field
