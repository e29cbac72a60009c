"""What the paper concludes from its schedules, held against its own figures and ours."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.papers.base import Conclusion, Measured, Value, Values, published_rows, published_values

__all__ = ["conclusions", "loss"]

_FIVE = "5 mul, 1 add, 2 read, 1 write"
_FOUR = "4 mul, 1 add, 2 read, 1 write"


def conclusions(measured: Measured, ours: Values) -> Sequence[Conclusion]:
    """All of them, in the order of the tables."""
    theirs = published_values("barenghi")
    return (
        _units(theirs, ours),
        *(_shortest(theirs, ours, number, row) for number in ("2", "3") for row in _printed(number)),
        _area(theirs, ours),
        _small_losses(theirs, ours),
        _five(theirs, ours),
        _fewer_operations(ours),
        _whole(theirs, ours),
        _twice(ours),
    )


def loss(values: Values, row: str) -> Value | None:
    """Per cent of ticks that a row of Table 3 takes more than that of Table 2 for as many multipliers."""
    alike = row.partition(" mul")[0]
    first = next(name for name in published_rows("barenghi", "2") if name.startswith(f"{alike} mul"))
    few, more = values("2", first, "ticks"), values("3", row, "ticks")
    if not isinstance(few, int) or not isinstance(more, int):
        return None
    return round(100 * (more / few - 1), 2)


def _printed(number: str) -> list[str]:
    theirs = published_values("barenghi")
    return [row for row in published_rows("barenghi", number) if theirs(number, row, "ticks") is not None]


def _units(theirs: Values, ours: Values) -> Conclusion:
    pairs = [
        (row, theirs("1", row, "ticks"), ours("1", row, "ticks")) for row in published_rows("barenghi", "1")
    ]
    return Conclusion(
        "with words of 64 bits an addition takes 9 ticks and a product 173 (ours: no more)",
        True,
        _every([None if mine is None else _number(mine) <= _number(printed) for _, printed, mine in pairs]),
        "; ".join(f"{row} {printed} / {mine}" for row, printed, mine in pairs),
    )


def _shortest(theirs: Values, ours: Values, number: str, row: str) -> Conclusion:
    """Published: the row itself; ours: whether its ticks are reached, and whether they are the least."""
    printed = _number(theirs(number, row, "ticks"))
    mine, bound = ours(number, row, "ticks"), ours(number, row, "bound")
    claim = f"Table {number}: {printed:,} ticks or fewer for {row}"
    if mine is None or bound is None:
        return Conclusion(claim, True, None, "no schedule")
    ticks, least = _number(mine), _number(bound)
    known = "the least" if ticks == least else f"at least {least:,}"
    return Conclusion(claim, True, ticks <= printed, f"{ticks:,}, {known}{_reason(row, ticks, printed)}")


def _reason(row: str, ticks: int, printed: int) -> str:
    multipliers, reads = int(row.split()[0]), int(row.split(", ")[2].split()[0])
    if ticks > printed:
        return (
            f": cannot be reached with {reads} read bus, over which the longest chain takes its operands one "
            "a tick; with two it is beaten (the next rows of Table 2)"
        )
    if multipliers == 1:
        return (
            ": 18 x 173 ticks of the multiplier, one operation's operands before it, and behind it a result "
            "written, a sum and its result written; the printed schedule has a few ticks more at its ends"
        )
    return ": beaten by a better order; list scheduling by itself proves nothing" if ticks < printed else ""


def _area(theirs: Values, ours: Values) -> Conclusion:
    gaps = [
        abs(_number(theirs(number, row, "slices")) - _number(mine))
        for number in ("2", "3")
        for row in _printed(number)
        if (mine := ours(number, row, "slices")) is not None
    ]
    return Conclusion(
        "areas are sums: 3,373 slices for a multiplier, 2,734 for an adder, 514 for the rest (within 10)",
        True,
        all(gap <= 10 for gap in gaps) if gaps else None,
        f"largest difference of {len(gaps)} rows: {max(gaps, default=0)} slices",
    )


def _small_losses(theirs: Values, ours: Values) -> Conclusion:
    rows = [row for row in _printed("3") if row != _FIVE]
    found = [(theirs("3", row, "loss %"), ours("3", row, "loss %")) for row in rows]
    return Conclusion(
        "one adder and three buses lose less than 3 per cent, but for five multipliers",
        _every([None if a is None else float(a) < 3 for a, _ in found]),
        _every([None if b is None else float(b) < 3 for _, b in found]),
        "; ".join(
            f"{row.split(',')[0]} {a} / {'-' if b is None else b}"
            for row, (a, b) in zip(rows, found, strict=True)
        ),
    )


def _five(theirs: Values, ours: Values) -> Conclusion:
    def little(source: Values) -> bool | None:
        four, five = source("3", _FOUR, "ticks"), source("3", _FIVE, "ticks")
        return None if four is None or five is None else _number(five) > 0.98 * _number(four)

    ticks = "; ".join(
        f"{side} {source('3', _FOUR, 'ticks')} and {source('3', _FIVE, 'ticks')}"
        for side, source in (("published", theirs), ("ours", ours))
    )
    return Conclusion(
        "with one adder and three buses a fifth multiplier saves less than 2 per cent of four's ticks",
        little(theirs),
        little(ours),
        f"{ticks}: the printed 907 is what a list scheduler left, not what the machine needs",
    )


def _fewer_operations(ours: Values) -> Conclusion:
    rows = [
        (row, ours(number, row, "ticks"), ours(number, f"quartic: {row}", "ticks"))
        for number in ("2", "3")
        for row in _printed(number)
    ]
    known = [(row, _number(a), _number(b)) for row, a, b in rows if a is not None and b is not None]
    return Conclusion(
        "not in the paper: fewer operations (quartic, 15 mul and 17 add/sub) shorten every schedule",
        None,
        all(b < a for _, a, b in known) if known else None,
        "; ".join(f"{row} {a:,} to {b:,}" for row, a, b in known),
    )


def _whole(theirs: Values, ours: Values) -> Conclusion:
    printed, mine = theirs("5", "F_p", "ms x MHz"), ours("5", "F_p", "ms x MHz")
    return Conclusion(
        "four multipliers take 217,350 cycles from inputs to value (ours: no more, with the inversion)",
        True,
        None if mine is None else float(mine) <= float(printed or 0),
        "no build" if mine is None else f"{1000 * float(mine):,.0f} cycles",
    )


def _twice(ours: Values) -> Conclusion:
    def figures(row: str) -> list[float | None]:
        found = (ours("5", row, column) for column in ("slices", "ms x MHz", "ms"))
        return [None if value is None else float(value) for value in found]

    faithful, better = figures("F_p"), figures("F_p, quartic")
    known = [(a, b) for a, b in zip(faithful, better, strict=True) if a is not None and b is not None]
    return Conclusion(
        "not in the paper: three multipliers of 128-bit words around a small memory take no more slices, "
        "half the cycles at most and less time (multiplier blocks aside)",
        None,
        None if len(known) < 3 else all(b <= a for a, b in known) and 2 * known[1][1] <= known[1][0],
        "; ".join(
            f"{what} {a:,.5g} to {b:,.5g}"
            for what, (a, b) in zip(("slices", "thousand cycles", "ms"), known, strict=False)
        ),
    )


def _number(value: Value | None) -> int:
    assert isinstance(value, int)
    return value


def _every(outcomes: Sequence[bool | None]) -> bool | None:
    return None if None in outcomes or not outcomes else all(outcomes)
