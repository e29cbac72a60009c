"""The multiplier CA of Table 2: C (w + z s + e t), equation (6), with six or three digit-serial multipliers.

In scheme 1 two multipliers each have w, z and w + z in common. In scheme 2 three multipliers make first c0'
and c1', which are kept, then c2' and c3'. C has to stand at the inputs until the result is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Expr, Module, Mux, Net, gate, xor
from pairforge.units.digit_serial import DigitSerial

__all__ = ["multiplier_ca"]


def multiplier_ca(unit: DigitSerial, scheme: int, *, shared: bool = True) -> Module:
    """The module; `shared`: products with an operand in common share what depends on it (scheme 1 only).

    Ports clk, start, e, w, z, c0 … c3, y0 … y3; for scheme 2 also `second` (the second of two rounds; `start`
    in its first cycle too) and `keep` in the cycle of the first round's result.
    """
    field = unit.field
    kind = "" if scheme == 2 else "_shared" if shared else "_apart"
    m = Module(
        f"ca{scheme}_{field.name}_d{unit.digit}{kind}",
        f"C (w + z s + e t) over {field.label} with {'six' if scheme == 1 else 'three'} multipliers.",
    )
    m.input("clk")
    start, e = m.input("start"), m.input("e")
    w, z = m.input("w", field.width), m.input("z", field.width)
    c = [m.input(f"c{i}", field.width) for i in range(4)]
    seconds = [(c[0], c[2]), (c[1], c[3]), (c[0] ^ c[1], c[2] ^ c[3])]
    operands = list(zip((w, z, m.wire("wz", w ^ z)), seconds, strict=True))
    if scheme == 1:
        pairs = [_products(m, unit, i, a, b, start, shared) for i, (a, b) in enumerate(operands)]
        results = _half([low for low, _ in pairs], gate(e, c[3]), gate(e, c[2] ^ c[3]))
        results += _half([high for _, high in pairs], gate(e, c[0] ^ c[2]), gate(e, c[1] ^ c[3]))
    else:
        second, keep = m.input("second"), m.input("keep")
        made = [
            m.instance(
                unit.module(), f"mul{i}", a=a, b=m.wire(f"b{i}", Mux(second, b[1], b[0])), start=start
            )["y"]
            for i, (a, b) in enumerate(operands)
        ]
        first = _half(made, gate(e, c[3]), gate(e, c[2] ^ c[3]))
        results = [m.reg(f"kept{i}", value, enable=keep) for i, value in enumerate(first)]
        results += _half(made, gate(e, c[0] ^ c[2]), gate(e, c[1] ^ c[3]))
    for i, value in enumerate(results):
        m.output(f"y{i}", value)
    return m


def _products(
    m: Module, unit: DigitSerial, number: int, a: Net, b: Sequence[Expr], start: Net, shared: bool
) -> tuple[Net, Net]:
    """a b0 and a b1."""
    named = [m.wire(f"b{number}_{i}", value) for i, value in enumerate(b)]
    if shared:
        both = m.instance(unit.shared_module(2), f"mul{number}", a=a, b=named[0], b1=named[1], start=start)
        return both["y"], both["y1"]
    one, two = (
        m.instance(unit.module(), f"mul{number}_{i}", a=a, b=value, start=start)["y"]
        for i, value in enumerate(named)
    )
    return one, two


def _half(products: Sequence[Net], even: Expr, odd: Expr) -> list[Expr]:
    """Two coefficients of equation (6) from x w, y z, (x + y)(w + z) and what t adds."""
    p0, p1, p2 = products
    return [xor(p0, p1, even), xor(p2, p0, odd)]
