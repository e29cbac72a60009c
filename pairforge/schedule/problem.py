"""What a scheduler is given and what it returns; pure data, no field, no hardware.

Time is in cycles. An activity started at cycle s uses resources at s + offset and its results exist from
s + (the delay of the edge) on. Two forms share these classes: a *straight-line* problem (`interval` unset:
everything happens once; the length is to be least) and a *loop body* (a new iteration starts every
`interval` cycles; the least interval is sought first, then the least length at that interval).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Use:
    """`amount` of a resource taken for `duration` cycles from `offset` after the start."""

    resource: str
    offset: int = 0
    duration: int = 1
    amount: int = 1


@dataclass(frozen=True)
class Activity:
    """One operation to be placed. `uses` names the unit and any ports or buses it holds."""

    name: str
    uses: tuple[Use, ...]


@dataclass(frozen=True)
class Edge:
    """start(target) + distance * interval >= start(source) + delay.

    `distance` counts loop iterations (0 in straight-line problems); `delay` may be zero or negative.
    """

    source: str
    target: str
    delay: int
    distance: int = 0


@dataclass(frozen=True)
class Problem:
    """Activities, precedence, capacities. `capacity[resource]` is how much of it exists in each cycle."""

    activities: tuple[Activity, ...]
    edges: tuple[Edge, ...]
    capacity: Mapping[str, int]
    loop: bool

    def __post_init__(self) -> None:
        names = {a.name for a in self.activities}
        if len(names) != len(self.activities):
            raise ValueError("two activities of one name")
        for edge in self.edges:
            if not {edge.source, edge.target} <= names:
                raise ValueError(f"edge {edge} joins unknown activities")
            if edge.distance < 0 or (edge.distance and not self.loop):
                raise ValueError(f"edge {edge}: a distance is at least 0, and 0 in a straight line")
        for activity in self.activities:
            for use in activity.uses:
                if use.amount < 0 or use.duration < 0:
                    raise ValueError(f"{activity.name} uses {use.resource} for a negative time or amount")
                if use.amount > self.capacity.get(use.resource, 0):
                    raise ValueError(f"{activity.name} needs {use.amount} {use.resource}: too few exist")
            for one in activity.uses:
                # The sum is largest at the start of one of the uses.
                together = sum(
                    use.amount
                    for use in activity.uses
                    if use.resource == one.resource and use.offset <= one.offset < use.offset + use.duration
                )
                if together > self.capacity[one.resource]:
                    raise ValueError(
                        f"{activity.name} needs {together} {one.resource} at once: too few exist"
                    )


@dataclass(frozen=True)
class Bound:
    """Lower bounds on the interval (loops) or the length (straight line), each with its reason."""

    resource: int
    recurrence: int
    reason: str

    @property
    def value(self) -> int:
        """The larger of the two."""
        return max(self.resource, self.recurrence)


@dataclass(frozen=True)
class Schedule:
    """Start cycles (least is 0), the interval of a loop, and how good it is known to be.

    `length`: cycles from the first start to the last end (latest use or outgoing delay of any activity).
    `optimal`: the interval (loops) or the length (straight line) is proven least for this problem.
    `bound`: the best proven lower bound on that same quantity.
    """

    start: Mapping[str, int]
    interval: int | None
    length: int
    optimal: bool
    bound: int
    method: str
    seconds: float = field(default=0.0, compare=False)
