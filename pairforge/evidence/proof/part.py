"""A statement that is proven, or not, as certificates have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Part:
    """One of the statements that make up a proof.

    `what`: the statement. `failure`: why it does not hold, empty where it does. `facts`: how much was
    looked at. `undecided`: a failure says that no proof was found, not that there is none.
    """

    name: str
    what: str
    method: str
    assumes: Sequence[str]
    seconds: float
    failure: str
    facts: Mapping[str, int]
    undecided: bool = False

    def summary(self) -> dict[str, Any]:
        """An entry of `parts` in the certificate."""
        return {
            "name": self.name,
            "what": self.what,
            "proven": not self.failure,
            "method": self.method,
            "seconds": round(self.seconds, 3),
            "assumes": list(self.assumes),
            "facts": dict(self.facts),
            **({"failure": self.failure} if self.failure else {}),
            **({"undecided": True} if self.failure and self.undecided else {}),
        }


UNIT = "unit "
"""Before the module in the name of a part about a unit."""


def in_words(names: Sequence[str]) -> str:
    """The names of parts, those about units counted."""
    units = sum(name.startswith(UNIT) for name in names)
    others = [name for name in names if not name.startswith(UNIT)]
    return ", ".join([*([f"{units} unit{'s' * (units > 1)}"] if units else []), *others])
