"""Designs to put on a page: a sweep, a build, what was published. Invented numbers, true shapes."""

from __future__ import annotations

import report_sample

from pairforge.pages.prior_work import prior_work_on
from pairforge.papers.beuchat.figure import figure_7
from pairforge.report.collection import Collection, Entry
from pairforge.report.data import Figure

STAGES = (4, 5, 7, 9, 12)
SPLITS = ("halves", "oddeven")


def _figures(lut: int, interval: int, latency: int, mhz: float) -> dict[str, Figure]:
    slices = round(lut * 0.61)
    us = interval / mhz
    return {
        "slices": Figure(slices, "estimated"),
        "lut": Figure(lut, "measured"),
        "ff": Figure(lut * 3 // 4, "measured"),
        "dsp": Figure(0, "measured"),
        "interval": Figure(interval, "scheduled"),
        "latency": Figure(latency, "scheduled"),
        "us": Figure(us, "estimated"),
        "mhz": Figure(mhz, "estimated"),
        "area_time": Figure(slices * us, "estimated"),
    }


def machine(stages: int, split: str, number: int) -> Entry:
    """A machine of the sweep."""
    data = report_sample.data()
    lut = 23000 + 300 * stages + (1800 if split == "oddeven" else 0)
    mhz = 105.0 + 14 * stages - (6 if split == "oddeven" else 0) - 0.55 * stages**2
    settings = {"miller.mul.stages": str(stages), "miller.mul.split": split}
    return Entry(
        name="beuchat-f2-239",
        origin="front",
        pairing="eta-f2-239",
        target="xc4v",
        command=f"pairforge build beuchat-f2-239 --set miller.mul.stages={stages} --target xc4v",
        figures=_figures(lut, 847 + (stages > 7) * 100, 1700 + 20 * number, mhz),
        settings=settings,
        configuration={"passes": "default", "miller.mul.kind": "karatsuba", **settings},
        stages=data["stages"],
        area_by_unit=data["area_by_unit"],
    )


def collection() -> Collection:
    """Ten machines, a build with names that are no markup, one that cannot be built."""
    data = report_sample.data()
    number = iter(range(100))
    entries = [machine(stages, split, next(number)) for stages in STAGES for split in SPLITS]
    built = Entry(
        name="small</script><b>&amp;",
        origin="<i>build</i>/small",
        pairing="eta-f2-239",
        target="xc4v",
        command="pairforge build '<img src=x onerror=alert(1)>'",
        figures=_figures(9100, 2400, 2600, 140.0),
        configuration={"passes": "default", "all.mul.kind": "<u>digit-serial</u>"},
        stages=data["stages"][:1],
        area_by_unit=data["area_by_unit"][:3],
        note="1,000 random pairings simulated against the model, 0 wrong",
    )
    wrong = Entry(
        name="beuchat-f2-239",
        origin="front",
        pairing="eta-f2-239",
        target="xc4v",
        command="",
        figures={},
        settings={"miller.mul.stages": "99"},
        error="stage.miller.unit.mul: stages 99: at most 20",
    )
    entries += [built, wrong]
    return Collection(
        title="A sweep and a build",
        subtitle="Reduced eta_T pairing over F_2^239",
        version="0.1.0",
        command="pairforge report front build/small",
        entries=entries,
        prior_work=prior_work_on(["eta-f2-239"]),
        securities={"eta-f2-239": data["security"]},
        panels=figure_7(entries),
        panels_title="Figure 7",
        panels_text="Published and ours.",
    )
