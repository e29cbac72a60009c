"""The sign of an adder's second operand, as the attribute of an operation. Imports the error types."""

from __future__ import annotations

from pairforge.errors import UserError

ADD, SUBTRACT = 1, -1
"""The attributes of its operations: the sign of the second operand."""


def sign_of(attribute: int | None) -> int:
    """The sign of the second operand; UserError where the attribute is none."""
    if attribute not in (None, ADD, SUBTRACT):
        raise UserError(f"a modular adder has no operation {attribute}; 1 adds, -1 subtracts")
    return ADD if attribute is None else attribute
