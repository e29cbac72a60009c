"""A power of Frobenius as a linear map on digits. Imports the hardware layer, digits and the field."""

from __future__ import annotations

from pairforge.hdl import Module, Net
from pairforge.units.fields.base import DigitField
from pairforge.units.parts.digits import digits_of


def power_of(m: Module, name: str, a: Net, field: DigitField, power: int) -> Net:
    """a^(p^power) of a net, as wires and sums of digits."""
    return digits_of(field).element_map(m, name, a, field.frobenius_rows(power))


def tables_of(field: DigitField, power: int) -> int:
    """4-input tables for the sums of a power of Frobenius, each by itself."""
    digits = digits_of(field)
    return sum(digits.tables(0, len(row)) for row in field.frobenius_rows(power))


def on_basis(field: DigitField) -> list[list[int]]:
    """Corner elements and every power of x, as operand tuples: a linear map is what it does to a basis."""
    return [[a] for a in (*field.corner_elements(), *(field.monomial(i) for i in range(field.m)))]
