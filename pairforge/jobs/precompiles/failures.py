"""What may be wrong with the input of a precompile: each failure has a name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from pairforge.jobs.statuses import NOT_BELOW_P, OFF_CURVE, SUBGROUP


class Failure(Enum):
    """The value is what it is, in words."""

    LENGTH = "the input is not as long as it must be"
    PADDING = "bytes above an element are not zero"
    ELEMENT = "an element is not below the prime"
    OFF_CURVE = "a point is not on its curve"
    SUBGROUP = "a point is not in the subgroup of order r"


class PrecompileError(Exception):
    """A call that fails: it takes all of its gas and gives nothing.

    Attributes
    ----------
    failure: why.
    """

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.value)
        self.failure = failure


OF_STATUS: Mapping[int, Failure] = {
    NOT_BELOW_P: Failure.ELEMENT,
    OFF_CURVE: Failure.OFF_CURVE,
    SUBGROUP: Failure.SUBGROUP,
}
"""What the status of a job says about the input."""
