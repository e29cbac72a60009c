"""Figures published for designs and their prior work, as printed, each with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Published:
    """One published implementation.

    `name`: whose it is; `source`: where the figures are printed. `field`: a label, as in
    the files of curves.
    `us`: microseconds; `note` says of what. `cycles`: between results (what the source's time is at its
    clock), None where not stated or implied. `area_time`: slices times seconds, where printed. `lut`, `ff`:
    look-up tables and flip-flops, where given. `implied`: which of these follow from what is printed without
    being printed.
    """

    name: str
    source: str
    field: str
    device: str
    slices: int
    mhz: float
    us: float
    cycles: int | None = None
    note: str = ""
    area_time: float | None = None
    lut: int | None = None
    ff: int | None = None
    implied: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        """The name of the device's family among the targets, where it is one: xc4v for an xc4vlx60-11."""
        return self.device[:5] if self.device[:5] == "xc2vp" else self.device[:4]


BEUCHAT = "Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez 2010, Table V"

THIS_WORK = "This work"
"""The name of the paper's own rows."""

_INTERVAL = "time between results"
_ONE = "time for one pairing"
_PRIOR_WORK = {
    "Kömürcü & Savas [31]": f"{_ONE}, without final exponentiation",
    "Ronan et al. [40]": f"{_ONE}, on a curve of genus 2",
}
_OWN = {
    ("f3-193", "xc2vp100-6"): f"{_INTERVAL}; exceeds the device, the stages placed and routed separately",
    ("f3-313", "xc4vlx200-11"): f"{_INTERVAL}; exceeds the device, the stages placed and routed separately",
}


def beuchat_cycles(field: str) -> int:
    """Cycles between results that the paper's times and clocks imply, for a field such as "f3-97":
    7 (m + 1)/2 + 15 in characteristic two, 17 (m + 3)/2 in characteristic three."""
    characteristic, m = field[:2], int(field[3:])
    return 7 * (m + 1) // 2 + 15 if characteristic == "f2" else 17 * (m + 3) // 2


def _row(
    name: str, field: str, device: str, slices: int, mhz: float, us: float, area_time: float
) -> Published:
    if name == THIS_WORK:
        return Published(
            name,
            BEUCHAT,
            field,
            device,
            slices,
            mhz,
            us,
            cycles=beuchat_cycles(field),
            note=_OWN.get((field, device), _INTERVAL),
            area_time=area_time,
            implied=("cycles",),
        )
    source = f"{name}, as cited in Beuchat et al. 2010, Table V"
    return Published(
        name, source, field, device, slices, mhz, us, note=_PRIOR_WORK.get(name, _ONE), area_time=area_time
    )


TABLE_V: tuple[Published, ...] = tuple(
    _row(*row)
    for row in (
        ("Kerins et al. [30]", "f3-97", "xc2vp125", 55616, 15, 850, 47.3),
        ("Kömürcü & Savas [31]", "f3-97", "xc2vp100", 14267, 77, 250.7, 3.6),
        ("Ronan et al. [38]", "f3-97", "xc2vp100-6", 15401, 85, 183, 2.8),
        ("Grabher & Page [19]", "f3-97", "xc2vp4-6", 4481, 150, 432.3, 1.9),
        ("Jiang [24]", "f3-97", "xc4vlx200-11", 74105, 78, 20.9, 1.55),
        ("Beuchat et al. [7]", "f3-97", "xc2vp20-6", 4455, 105, 92, 0.41),
        ("Beuchat et al. [11]", "f3-97", "xc2vp30-6", 10897, 147, 33, 0.36),
        (THIS_WORK, "f3-97", "xc2vp50-6", 18367, 147, 5.78, 0.106),
        (THIS_WORK, "f3-97", "xc4vlx60-11", 18701, 192, 4.42, 0.083),
        ("Shu et al. [43]", "f2-239", "xc2vp100-6", 25487, 84, 41, 1.04),
        ("Shu et al. [43]", "f2-239", "xc4vlx200-10", 29920, 100, 36.5, 1.09),
        ("Beuchat et al. [7]", "f2-239", "xc2vp20-6", 4557, 123, 107, 0.49),
        (THIS_WORK, "f2-239", "xc2vp50-6", 15919, 190, 4.49, 0.071),
        (THIS_WORK, "f2-239", "xc4vlx60-11", 16203, 247, 3.46, 0.056),
        ("Keller et al. [28]", "f2-251", "xc2v6000-4", 27725, 40, 2370, 65.7),
        ("Keller et al. [29]", "f2-251", "xc2v6000-4", 13387, 40, 2600, 34.8),
        ("Li et al. [32]", "f2-283", "xc4vfx140-11", 55844, 160, 590, 32.9),
        ("Shu et al. [43]", "f2-283", "xc2vp100-6", 37803, 72, 61, 2.3),
        ("Shu et al. [43]", "f2-283", "xc4vlx200-10", 36481, 100, 46.1, 1.68),
        ("Ronan et al. [39]", "f2-313", "xc2vp100-6", 41078, 50, 124, 5.1),
        ("Ronan et al. [40]", "f2-103", "xc2vp100-6", 30464, 41, 132, 4.02),
        (THIS_WORK, "f2-313", "xc2vp70-6", 22395, 154, 7.24, 0.162),
        (THIS_WORK, "f2-313", "xc4vlx80-11", 23254, 235, 4.73, 0.110),
        (THIS_WORK, "f3-167", "xc2vp100-6", 40765, 118, 12.3, 0.50),
        (THIS_WORK, "f3-167", "xc4vlx100-11", 40974, 175, 8.24, 0.34),
        ("Barenghi et al. [1]", "p-512", "xc2v8000-5", 33857, 135, 1610, 54.5),
        ("Shu et al. [43]", "f2-457", "xc4vlx200-10", 58956, 100, 100.8, 5.94),
        (THIS_WORK, "f2-457", "xc2vp100-6", 42965, 147, 11.0, 0.47),
        (THIS_WORK, "f2-457", "xc4vlx100-11", 44223, 215, 7.52, 0.33),
        ("Beuchat et al. [7]", "f2-459", "xc2vp20-6", 8153, 115, 327, 2.66),
        ("Beuchat et al. [7]", "f3-193", "xc2vp20-6", 8266, 90, 298, 2.46),
        (THIS_WORK, "f3-193", "xc2vp100-6", 46135, 130, 12.8, 0.59),
        (THIS_WORK, "f3-193", "xc4vlx200-11", 47260, 179, 9.33, 0.44),
        ("Shu et al. [43]", "f2-557", "xc4vlx200-10", 37931, 66, 675.5, 25.62),
        (THIS_WORK, "f2-557", "xc4vlx200-11", 55156, 149, 13.2, 0.73),
        (THIS_WORK, "f3-239", "xc4vlx200-11", 66631, 179, 11.5, 0.77),
        (THIS_WORK, "f2-613", "xc4vlx200-11", 62418, 143, 15.1, 0.95),
        (THIS_WORK, "f2-691", "xc4vlx200-11", 78874, 130, 18.8, 1.48),
        (THIS_WORK, "f3-313", "xc4vlx200-11", 97105, 159, 16.9, 1.64),
    )
)
"""Table V of Beuchat et al. 2010, in its order. The genus of "f2-103" is 2; "p-512" is a prime field."""

OPEN_CORES: tuple[Published, ...] = (
    Published(
        "freecores/pairing",
        "H. Hsing, Tate Bilinear Pairing Core Specification 0.1, 2012 (github.com/freecores/pairing)",
        "f3-97",
        "xc4vlx200-11",
        30149,
        131,
        579,
        cycles=75839,
        note=f"{_ONE}: the cycles at the greatest clock; the source says 760 at 100 MHz",
        lut=47083,
        ff=31383,
        implied=("us",),
    ),
    Published(
        "freecores/tiny_tate_bilinear_pairing",
        "H. Hsing, Tiny Tate Bilinear Pairing Core Specification 0.1, 2012, group of 151 bits "
        "(github.com/freecores/tiny_tate_bilinear_pairing)",
        "f3-97",
        "xc3s200-5",
        1730,
        95.6,
        549,
        cycles=52500,
        note=f"{_ONE}: the source says 1,050 at 50 MHz, so about 52,500 cycles, here at the greatest clock",
        lut=3028,
        ff=1319,
        implied=("cycles", "us"),
    ),
)
"""Cores in characteristic three whose source is public."""


DESIGNS: dict[tuple[str, str], Published] = {
    (f"beuchat-{row.field}", row.target): row for row in TABLE_V if row.name == THIS_WORK
}
"""What Beuchat et al. published for a built-in design, by design and target."""


def _shu(row: Mapping[str, Any]) -> Published:
    """A row of Table 3 of Shu, Kwon, Gaj 2006; cycles are its latency in its clocks."""
    return Published(
        "Shu, Kwon, Gaj",
        "Shu, Kwon, Gaj 2006, Table 3",
        str(row["field"]),
        "xc2vp100-6",
        int(row["slices"]),
        row["MHz"],
        row["us"],
        cycles=int(row["us x MHz"]),
        note=_ONE,
        lut=int(row["LUT"]),
        ff=int(row["FF"]),
        implied=("cycles",),
    )


def _rows_of(paper: str, table: str) -> Mapping[str, Mapping[str, Any]]:
    data = tomllib.loads((Path(__file__).parent / "papers" / f"{paper}.toml").read_text())
    return next(each["rows"] for each in data["table"] if each["name"] == table)


SHU_DESIGNS: dict[tuple[str, str], Published] = {
    (name, "xc2vp"): _shu(row) for name, row in _rows_of("shu", "3").items()
}
"""What Shu, Kwon and Gaj published for a built-in design, by design and target."""

PRIOR_WORK: tuple[Published, ...] = (*TABLE_V, *OPEN_CORES)
"""Published implementations to show beside a build over the same field."""
