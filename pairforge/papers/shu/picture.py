"""Area against time over F_2^239 and F_2^283: this architecture and the pipelined Karatsuba multiplier."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.catalog.published import TABLE_V, THIS_WORK
from pairforge.papers.base import Values, published, published_values, stored_or_nothing
from pairforge.report.scatter import Panel, Point, area_time

__all__ = ["picture"]


def picture(ours: Values) -> Sequence[Panel]:
    """Every row of Table 3 that has slices, published and ours, and `beuchat-f2-239` on the same family."""
    (table,) = (data for data in published("shu")["table"] if data["name"] == "3")
    points = []
    for is_ours, values in ((False, published_values("shu")), (True, ours)):
        for row in table["rows"]:
            slices, us = values("3", row, "slices"), values("3", row, "us")
            if slices is not None and us is not None:
                points.append(Point(row, float(slices), float(us), is_ours))
    prior_work = (
        row for row in TABLE_V if (row.field, row.target, row.name) == ("f2-239", "xc2vp", THIS_WORK)
    )
    points += [Point("beuchat-f2-239", row.slices, row.us, ours=False) for row in prior_work]
    build = stored_or_nothing("beuchat").get("builds", {}).get("beuchat-f2-239 xc2vp")
    if build:
        result = build["result"]
        us = result["cycles"]["interval"] / result["timing"]["fmax_mhz"]
        points.append(Point("beuchat-f2-239", result["area"]["slices_calibrated"], us, ours=True))
    title = f"Area against time: {published('shu')['source']}"
    return [area_time(title, points)]
