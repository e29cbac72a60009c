"""A number of a few times p brought to 0 ... p - 1: high bits say, but for one, how often p is in it.

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Const, Expr, Mux
from pairforge.units.parts.pipeline import Word, constant, part, width_of
from pairforge.units.parts.step_delays import table
from pairforge.units.parts.wide import Wide


def canonical(wide: Wide, name: str, x: Word, p: int, least: int, most: int, high: Word = ()) -> Word:
    """x modulo p, where least p < x < most p; x has a sign if `least` is negative.

    `high`: h, as wide as x from some place on, with h 2^place <= x < h 2^place + p, which may be known sooner
    than x; not given: the bits of x from that of the highest bit of p on. q = floor(h 2^place / p) is right
    or one too low: the result is x - q p, or x - (q + 1) p where that is not negative.
    """
    pipe, n = wide.pipe, p.bit_length()
    high = high or part(x, n - 1, width_of(x) - n + 1)
    place = width_of(x) - width_of(high)
    times = [_times(h, width_of(high), place, p, least, most) - least for h in range(1 << width_of(high))]
    bits = [part(high, i, 1) for i in range(width_of(high))]
    pipe.comment("how often p is in it, or one less")
    select = []
    for bit in range(max(times).bit_length()):
        column = [digit >> bit & 1 for digit in times]

        def looked_up(values: Sequence[Expr], column: Sequence[int] = column) -> Expr:
            no_or_yes = Const(1, 0), Const(1, 1)
            return _chosen(values, [no_or_yes[value] for value in column])

        select.append(pipe.step(f"{name}_times{bit}", 1, bits, looked_up, table(max(1, len(bits) - 5)), 1))

    def without(values: Sequence[Expr]) -> tuple[Expr, Expr]:
        bits, (low, *multiples) = values[: len(select)], values[len(select) :]
        return low, _chosen(bits, multiples)

    def less(step: str, more: int, width: int) -> Word:
        multiples = []
        for code in range(1 << len(select)):
            q = min(least + code, most - 2) + more
            named = f"{'PLUS' if q < 0 else 'MINUS'}_{abs(q)}P"
            multiples.append(constant(width, -q * p & (1 << width) - 1, f"{named}_{width}"))
        words = (part(x, 0, width), *multiples)
        return part(wide.ripple(step, width, words, without, whole=select), 0, width)

    pipe.comment("so much less, and once more, unless that is negative")
    once, twice = less(f"{name}_less", 0, n), less(f"{name}_once_more", 1, n + 1)
    return wide.choice(f"{name}_chosen", part(twice, n, 1), once, part(twice, 0, n))


def _times(h: int, bits: int, place: int, p: int, least: int, most: int) -> int:
    """q for the high bits h; that of most - 1 need not be told from the one below."""
    signed = h - (1 << bits) if least < 0 and h >> bits - 1 else h
    return min(max((signed << place) // p, least), most - 2)


def _chosen(select: Sequence[Expr], values: Sequence[Expr]) -> Expr:
    """The value whose number the bits are, the least significant first."""
    for bit in select:
        pairs = zip(values[::2], values[1::2], strict=True)
        values = [zero if one is zero else Mux(bit, one, zero) for zero, one in pairs]
    return values[0]
