"""Sums without long carries: three numbers brought down to two; carries that come a cycle later.

Wallace (1964), "A suggestion for a fast multiplier"; Bedrij (1962), "Carry-select adder". Imports the
hardware layer, adders of one word and the delays of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.hdl import Const, Expr, Module, Mux, Net, concat, gate
from pairforge.units.parts.carry import longer_runs, partial_products, word_adder
from pairforge.units.parts.pipeline import period_of
from pairforge.units.parts.step_delays import LAUNCH, chain, chunk_for, table

__all__ = ["Saved", "carry_save_multiplier", "compressed", "late_carry_adder", "part_for", "sum_delay"]


_LEVELS = 4.5
"""Of tables in front of a part of a sum: three full adders and its own; wires to many bits count for more."""


def sum_delay(width: int, network: str, levels: int) -> float:
    """From register to register through a sum, ns on a 7-series device; `levels`: of tables with its own."""
    if network == "ripple":
        return LAUNCH + chain(width, levels)
    return LAUNCH + table(levels - 1 + (width - 1).bit_length())


def part_for(clock: float, whole: float) -> int:
    """The most bits of a part of a sum at a clock in MHz on a 7-series device; 0: it need not be cut.

    That is so without a clock, and where the slowest path, of `whole` ns without a cut, is short enough.
    """
    period = period_of(clock)
    return chunk_for(period, _LEVELS) if period and whole > period else 0


@dataclass(frozen=True)
class Saved:
    """A sum as two numbers of one width, and the bit above them that belongs to it."""

    total: Net
    carries: Expr
    above: Expr


def compressed(m: Module, name: str, terms: Sequence[Expr], carry: Expr) -> Saved:
    """Three terms of one width and a carry in by full adders side by side: one level of tables."""
    x, y, z = terms
    total = m.wire(name, x ^ y ^ z)
    carried = m.wire(f"{name}_carried", (x & y) | (x & z) | (y & z))
    top = carried.width - 1
    return Saved(total, concat(carried[top - 1, 0], carry), carried[top])


def carry_save_multiplier(width: int, depth: int) -> Module:
    """x y as two numbers of twice the width, `depth` registers later (1 to 4).

    Ports clk, x, y, total, carries. Registers as in `carry.word_multiplier`, the last one behind the two
    numbers.
    """
    m = Module(
        f"multiplier_saved_{width}_d{depth}",
        f"x y as two numbers, {width} bits each, a new product every cycle, {depth} registers later.",
    )
    m.input("clk")
    rows: list[Expr] = [*partial_products(m, width, depth)]
    level, parted = 0, depth < 4
    while len(rows) > 2 or not parted:
        if not parted and (level == 2 or len(rows) <= 2):
            rows = [m.reg(f"middle{i}", row) for i, row in enumerate(rows)]
            parted = True
            continue
        level += 1
        following: list[Expr] = []
        for i in range(0, len(rows), 3):
            if len(terms := rows[i : i + 3]) < 3:
                following += terms
                continue
            saved = compressed(m, f"level{level}_{i // 3}", terms, Const(1, 0))
            m.unused(saved.above)
            following += [saved.total, saved.carries]
        rows = following
    if len(rows) == 1:
        rows.append(Const(2 * width, 0))
    for name, row in zip(("total", "carries"), rows, strict=True):
        m.output(name, m.reg(f"{name}_made", row))
    return m


def late_carry_adder(width: int, most: int, network: str) -> Module:
    """a + b and, a cycle later, the carry into them: then the total and the carry out.

    Ports clk, a, b; carry_in, total, carry_out. With carry chains each of the parts, of at most `most` bits,
    is made for either carry into it, and the carries choose. In a prefix network registers stand where runs
    of at most `most` places are known.
    """
    count = -(-width // most)
    size = -(-width // count)
    m = Module(
        f"adder_late_carry_{network.replace('-', '_')}_{width}_{size}",
        f"a + b, and carry_in a cycle later, {width} bits in parts of {size}: {network}.",
    )
    m.input("clk")
    a, b = m.input("a", width), m.input("b", width)
    made = _selected if network == "ripple" else _prefixed
    total, carry = made(m, a, b, m.input("carry_in"), size)
    m.output("total", total)
    m.output("carry_out", carry)
    return m


def _selected(m: Module, a: Net, b: Net, carry: Expr, size: int) -> tuple[Expr, Expr]:
    """Total and carry out by parts of `size` bits, each for either carry into it."""
    width = a.width
    sums: list[tuple[Net, Net]] = []
    for low in range(0, width, size):
        high = min(low + size, width) - 1
        adder = word_adder(high - low + 1, "ripple")
        made = []
        for given in (0, 1):
            name = f"sum{low}_{given}"
            found = m.instance(adder, name, a=a[high, low], b=b[high, low], carry_in=Const(1, given))
            made.append(m.reg(f"{name}_made", concat(found["carry_out"], found["total"])))
        sums.append((made[0], made[1]))
    m.comment("carries out of the parts: of any, and of one into which a carry runs")
    generate, propagate = (
        m.wire(f"{name}0", concat(*(pair[given][pair[given].width - 1] for pair in reversed(sums))))
        for given, name in enumerate(("generate", "propagate"))
    )
    for level in range(1, (len(sums) - 1).bit_length() + 1):
        generate, propagate = longer_runs(m, level, generate, propagate, late=True)
    carries = m.wire("carries", generate | gate(carry, propagate))
    into = [carry, *(carries[i] for i in range(len(sums)))]
    words = [
        Mux(carry_in, with_one[with_one.width - 2, 0], without[without.width - 2, 0])
        for carry_in, (without, with_one) in zip(into, sums, strict=False)
    ]
    return concat(*reversed(words)), into[-1]


def _prefixed(m: Module, a: Net, b: Net, carry: Expr, size: int) -> tuple[Expr, Expr]:
    """Total and carry out by a prefix network, with registers where runs are longer than `size` bits."""
    width = a.width
    generate, propagate = m.wire("generate0", a & b), m.wire("propagate0", a ^ b)
    halves, kept = propagate, False
    level = 0
    while not kept or 1 << level < width:
        if not kept and (2 << level > size or 1 << level >= width):
            nets = ("halves", halves), ("generated", generate), ("propagated", propagate)
            halves, generate, propagate = (m.reg(f"{name}_made", net) for name, net in nets)
            kept = True
            continue
        level += 1
        generate, propagate = longer_runs(m, level, generate, propagate, late=True)
    carries = m.wire("carries", generate | gate(carry, propagate))
    below = concat(*([carries[width - 2, 0]] if width > 1 else []), carry)
    return halves ^ below, carries[width - 1]
