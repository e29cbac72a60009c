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

_TABLE_V = (
    (239, "xc2vp", "xc2vp50-6", 15919, 190, 4.49),
    (239, "xc4v", "xc4vlx60-11", 16203, 247, 3.46),
    (313, "xc2vp", "xc2vp70-6", 22395, 154, 7.24),
    (313, "xc4v", "xc4vlx80-11", 23254, 235, 4.73),
    (457, "xc2vp", "xc2vp100-6", 42965, 147, 11.0),
    (457, "xc4v", "xc4vlx100-11", 44223, 215, 7.52),
    (557, "xc4v", "xc4vlx200-11", 55156, 149, 13.2),
    (613, "xc4v", "xc4vlx200-11", 62418, 143, 15.1),
    (691, "xc4v", "xc4vlx200-11", 78874, 130, 18.8),
)

DESIGNS: dict[tuple[str, str], Published] = {
    (f"beuchat-f2-{m}", target): Published(
        BEUCHAT, f"f2-{m}", device, slices, mhz, us, 7 * (m + 1) // 2 + 15, "time between results"
    )
    for m, target, device, slices, mhz, us in _TABLE_V
}
"""What was published for a built-in design, by design and target.

The cycles are what the tables imply: 7 (m + 1)/2 + 15 between results (the printed time times the clock).
"""

_LATENCY = "time for one pairing"
_CITED = "as cited in Beuchat et al. 2010, Table V"
_SHU = f"Shu, Kwon, Gaj, {_CITED}"
_SMALL = f"Beuchat et al. [7], {_CITED}"
_RONAN = f"Ronan et al. [39], {_CITED}"

RIVALS: tuple[Published, ...] = (
    Published(_SHU, "f2-239", "xc2vp100-6", 25487, 84, 41.0, note=_LATENCY),
    Published(_SHU, "f2-239", "xc4vlx200-10", 29920, 100, 36.5, note=_LATENCY),
    Published(_SMALL, "f2-239", "xc2vp20-6", 4557, 123, 107.0, note=_LATENCY),
    Published(_RONAN, "f2-313", "xc2vp100-6", 41078, 50, 124.0, note=_LATENCY),
    Published(_SHU, "f2-457", "xc4vlx200-10", 58956, 100, 100.8, note=_LATENCY),
    Published(_SHU, "f2-557", "xc4vlx200-10", 37931, 66, 675.5, note=_LATENCY),
    *DESIGNS.values(),
)
"""Published implementations to show beside a build over the same field."""
