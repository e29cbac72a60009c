"""The product of two coefficients on few multiplier blocks: Brinci et al., section 3.2, figures 2 to 5.

Imports the hardware layer only.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Arith, Const, Expr, Module, Mux, Net, SignedProduct, concat, extended

BITS = 66
"""Of an operand: 65 and a sign."""
STAGES = 7
"""Cycles from the operands to the product; one more where blocks are whole."""
CORES = {"pipelined": (11, 1), "serial": (7, 2)}
"""Multiplier blocks, and cycles between products."""

_LONG, _SHORT = 24, 17
"""Bits that an unsigned number may have at the two operands of a block of 25 x 18 signed bits."""


def core_module(kind: str, *, whole: bool) -> Module:
    """x y of `BITS` bits each, `STAGES` cycles later; ports clk, x, y, product; `second` of the serial one.

    `whole`: a cycle later than that, and all multiplier blocks have a register behind their sum; else the
    first of each row has none, and gives its product on from the register behind that.

    x is cut into 24 + 24 + 18 bits. Z_0 and Z_1, its lower parts times y, are rows of four blocks, y cut into
    17 + 17 + 17 + 15 bits; Z_2 is a row of three, y cut into 24 + 24 + 18 bits. In a row each block adds what
    the one before it has above its own place. The product is Z_0 + 2^24 Z_1 + 2^48 Z_2.

    The serial core has one row for Z_0 and Z_1. Operands stay for two cycles; `second` marks the second of
    them, and the product comes `STAGES` cycles after the first.
    """
    serial = kind == "serial"
    blocks, _ = CORES[kind]
    m = Module(
        f"coefficient_product_{kind}{'_whole' if whole else ''}",
        f"x y, {BITS} bits each, two's complement, on {blocks} multiplier blocks, {STAGES + whole} cycles "
        "later.",
    )
    m.input("clk")
    x, y = m.input("x", BITS), m.input("y", BITS)
    low, middle = x[_LONG - 1, 0], x[2 * _LONG - 1, _LONG]
    if serial:
        low = Mux(m.input("second"), middle, low)
    z0 = _row(m, "z0", _unsigned(low), _parts(y, _SHORT), _SHORT, 0, whole)
    z2 = _row(m, "z2", x[BITS - 1, 2 * _LONG], _parts(y, _LONG), _LONG, 1, whole)
    if serial:
        z1 = z0
    else:
        z1 = m.reg("z1_late", _row(m, "z1", _unsigned(middle), _parts(y, _SHORT), _SHORT, 0, whole))
    m.comment("Z_0 + 2^48 Z_2, then the whole")
    outer = m.reg("outer", _added(z0, z2, 2 * _LONG, 2 * BITS))
    m.output("product", m.reg("whole", _added(outer, z1, _LONG, 2 * BITS)))
    return m


def _unsigned(part: Expr) -> Expr:
    return concat(Const(1, 0), part)


def _parts(y: Net, size: int) -> list[Expr]:
    """y cut into parts of `size` bits, all but the last without a sign."""
    last = (BITS - 1) // size * size
    return [*(_unsigned(y[low + size - 1, low]) for low in range(0, last, size)), y[BITS - 1, last]]


def _row(m: Module, name: str, x: Expr, parts: Sequence[Expr], step: int, wait: int, whole: bool) -> Net:
    """x times the number that the parts make, 2^step apart; `wait` registers behind what the blocks take.

    Operands of a block wait for the sum of those before it. Each block starts a cycle after the one before
    it, but the second with the first where those are not `whole`.
    """
    m.comment(f"{name}: {len(parts)} blocks")
    taken: Expr = x
    products: list[Net] = []
    for i, part in enumerate(parts):
        taken = m.reg(f"{name}_x{i}", taken) if whole or i != 1 else taken
        for late in range(i + 1 if whole else max(1, i)):
            part = m.reg(f"{name}_y{i}_{late}", part)
        made = m.wire(f"{name}_product{i}", SignedProduct(taken, part))
        products.append(m.reg(f"{name}_made{i}", made))
    above = m.reg(f"{name}_sum0", products[0]) if whole else products[0]
    below: list[Net] = []
    width = max(product.width for product in products) + 1
    for i, product in enumerate(products[1:], 1):
        rest = m.wire(f"{name}_rest{i}", above[above.width - 1, step])
        below = [m.reg(f"{name}_below{i}_{j}", part) for j, part in enumerate([*below, above[step - 1, 0]])]
        above = m.reg(f"{name}_sum{i}", Arith("+", extended(product, width), extended(rest, width)))
    spare = above.width + step * len(below) - (x.width + BITS)
    m.unused(above[above.width - 1, above.width - spare])
    row = m.wire(f"{name}_whole", concat(above[above.width - spare - 1, 0], *reversed(below)))
    for late in range(wait):
        row = m.reg(f"{name}_late{late}", row)
    return row


def _added(a: Net, b: Net, places: int, width: int) -> Expr:
    """a + 2^places b in `width` bits."""
    above = width - places
    high = extended(a[a.width - 1, places], above)
    return concat(Arith("+", high, extended(b, above)), a[places - 1, 0])
