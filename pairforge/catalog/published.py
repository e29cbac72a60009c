"""Figures published for designs and their rivals, as printed, each with its source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """One published implementation.

    `cycles`: between results (what the source's time is at its clock), None where not stated or implied.
    `us`: microseconds as the source gives them; `note` says of what. `field`: as in the names of pairings.
    """

    source: str
    field: str
    device: str
    slices: int
    mhz: int
    us: float
    cycles: int | None = None
    note: str = ""


BEUCHAT = "Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez 2010, Table V"

DESIGNS: dict[tuple[str, str], Published] = {
    ("beuchat-f2-239", "xc2vp"): Published(BEUCHAT, "f2-239", "xc2vp50-6", 15919, 190, 4.49, 855),
    ("beuchat-f2-239", "xc4v"): Published(BEUCHAT, "f2-239", "xc4vlx60-11", 16203, 247, 3.46, 855),
}
"""What was published for a built-in design, by design and target.

The cycles are what the tables imply: 7 (m + 1)/2 + 15 between results (the printed time times the clock).
"""

_LATENCY = "time for one pairing"
_SHU = "Shu, Kwon, Gaj, as cited in Beuchat et al. 2010, Table V"

RIVALS: tuple[Published, ...] = (
    Published(_SHU, "f2-239", "xc2vp100-6", 25487, 84, 41.0, note=_LATENCY),
    Published(_SHU, "f2-239", "xc4vlx200-10", 29920, 100, 36.5, note=_LATENCY),
    Published(
        "Beuchat et al. [7], as cited in Beuchat et al. 2010, Table V",
        "f2-239",
        "xc2vp20-6",
        4557,
        123,
        107.0,
        note=_LATENCY,
    ),
    Published(BEUCHAT, "f2-239", "xc2vp50-6", 15919, 190, 4.49, 855, note="time between results"),
    Published(BEUCHAT, "f2-239", "xc4vlx60-11", 16203, 247, 3.46, 855, note="time between results"),
)
"""Published implementations to show beside a build over the same field."""
