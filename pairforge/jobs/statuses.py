"""What is wrong with an input, as a number: the first result of every job; 0 where nothing is."""

from __future__ import annotations

from collections.abc import Mapping

OFF_CURVE, SUBGROUP, SCALAR, ENCODING, INFINITY, INVALID, OPCODE, NOT_BELOW_P, NO_KEY, NO_PLACE = range(1, 11)

STATUSES: Mapping[int, str] = {
    0: "done",
    OFF_CURVE: "a point is not on its curve",
    SUBGROUP: "a point is on its curve but outside the subgroup of order r",
    SCALAR: "a scalar is not below r",
    ENCODING: "an encoding has wrong flags, or bits where none are",
    INFINITY: "a point is the point at infinity, which is not allowed here",
    INVALID: "what was to be verified does not hold",
    OPCODE: "there is no job of this number",
    NOT_BELOW_P: "an input is not below the prime",
    NO_KEY: "no key is loaded in this place",
    NO_PLACE: "there is no place of this number",
}
"""In words."""

STATUS_NAMES: Mapping[int, str] = {
    value: name for name, value in dict(globals()).items() if isinstance(value, int)
}
"""What drivers call those that are not 0: by the names above."""
