"""What the paper concludes, held against its own figures and ours."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.papers.base import Conclusion, Value, Values, published_rows, published_values

__all__ = ["conclusions"]

_PIPELINED, _SERIAL = "this work, pipelined", "this work, serial"
_SAME = "the same multiplier"
_WITHOUT = ("others", "all")


def conclusions(ours: Values) -> Sequence[Conclusion]:
    """All of them."""
    theirs = published_values("brinci")
    return (
        _steps(theirs, ours),
        _cycles(theirs, ours),
        _blocks(theirs, ours),
        _half(ours),
    )


def _steps(theirs: Values, ours: Values) -> Conclusion:
    rows = [row for row in published_rows("brinci", "1") if row not in _WITHOUT]
    cheap = [row for row in rows if not row.startswith("f^((p")]
    mine = [ours("1", row, "products") for row in rows]
    return Conclusion(
        "not in the paper: final addition and easy part take fewer products in ours",
        None,
        None
        if None in mine
        else all(
            _number(ours("1", row, "products")) < _number(theirs("1", row, "products")) for row in cheap
        ),
        "; ".join(
            f"{row} {theirs('1', row, 'products')} / {found}" for row, found in zip(rows, mine, strict=True)
        ),
    )


def _cycles(theirs: Values, ours: Values) -> Conclusion:
    printed, mine = (values("2", _PIPELINED, "10^3 cycles") for values in (theirs, ours))
    return Conclusion(
        "one pairing in 407,000 cycles on the pipelined design (ours: no more)",
        True,
        None if mine is None else _number(mine) <= _number(printed),
        f"{_thousand(printed)} / {_thousand(mine)}",
    )


def _blocks(theirs: Values, ours: Values) -> Conclusion:
    pairs = [(theirs("2", row, "DSP"), ours("2", row, "DSP")) for row in (_PIPELINED, _SERIAL)]
    return Conclusion(
        "11 DSP blocks in the pipelined design and 7 in the serial one (ours: no more)",
        True,
        None if None in [mine for _, mine in pairs] else all(_number(b) <= _number(a) for a, b in pairs),
        "; ".join(f"{printed} / {'not built' if mine is None else mine}" for printed, mine in pairs),
    )


def _half(ours: Values) -> Conclusion:
    mine = ours("2", _SAME, "10^3 cycles")
    return Conclusion(
        "not in the paper: with the same multiplier, begun every 14 cycles, 200,000 cycles or fewer",
        None,
        None if mine is None else _number(mine) <= 200,
        _thousand(mine),
    )


def _number(value: Value | None) -> float:
    assert isinstance(value, float | int)
    return value


def _thousand(value: Value | None) -> str:
    return "not built" if value is None else f"{1000 * _number(value):,.0f} cycles"
