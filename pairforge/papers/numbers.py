"""How figures are printed beside each other."""

from __future__ import annotations

from math import floor, log10


def number(value: float | None) -> str:
    """Three significant digits, no exponent; a dash for a figure that is missing."""
    if value is None:
        return "-"
    if value == 0:
        return "0"
    places = 2 - floor(log10(abs(value)))
    return f"{round(value, places):,.{max(0, places)}f}"


def exact(value: float | str | None) -> str:
    """As it is, thousands apart; a dash for a figure that is missing."""
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:,}"
