"""A search for the best options of a unit: what is asked for, what is found. Imports the units' contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pairforge.units.base import AreaModel, Unit
from pairforge.units.fields.base import Field

GOALS = ("smallest", "fastest", "front")


@dataclass(frozen=True)
class Measured:
    """What synthesis says: tables, flip-flops, tables on the longest path, an estimate of the clock, MHz."""

    lut: int
    ff: int
    levels: int
    mhz: float


class Candidate(Protocol):
    """A unit that was found: what the model says of its area, a rough count of levels of logic between
    registers, and what synthesis says where it was asked.
    """

    @property
    def unit(self) -> Unit:
        """The unit."""

    @property
    def model(self) -> AreaModel:
        """Its area by the model."""

    @property
    def levels(self) -> int:
        """Levels of logic between registers."""

    @property
    def measured(self) -> Measured | None:
        """What synthesis says."""

    @property
    def stages(self) -> int:
        """Its pipeline stages."""

    @property
    def options(self) -> str:
        """The options of the command that make it."""


Measure = Callable[[Sequence[Unit]], Sequence[Measured]]


@dataclass(frozen=True)
class UnitSearch:
    """How the best options of a kind are searched.

    `field`: refuses fields that there are no such units over (UserError). `find(field, goal, stages, best,
    measure)`: the `best` candidates for one of `GOALS`, best first, among units of so many `stages`; measured
    where `measure` is given. `over`: what it chooses, for the help. `most_stages`: the most stages tried.
    """

    field: Callable[[Field], Field]
    find: Callable[[Field, str, Sequence[int], int, Measure | None], Sequence[Candidate]]
    over: str
    most_stages: int
