"""Bounds of wide values, proven by interval arithmetic: no sum leaves its memory, one correction is enough.

Where products and reductions are apart (`passes.lazy`), the hardware holds an element x as x R mod p in
0 … p - 1, and a wide value as an integer that is to be in 0 … p R - 1. For every operation the least and the
greatest integer that can come out is worked out from those that go in, before the one correction that its
unit makes; what the correction cannot bring back into range is an error.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.program.ir import WIDE_RESULT, Op, Program

Interval = tuple[int, int]
"""The least and the greatest integer."""


def wide_bounds(program: Program, radix: int) -> Mapping[str, Interval]:
    """The interval of every wide value of a program; `radix`: R.

    Raises
    ------
    ValueError
        A value can leave its range; the message names its operation.
    """
    p, bounds = program.characteristic, dict[str, Interval]()
    for op in program.ops:
        operands = [bounds.get(name, (0, p - 1)) for form in op.operands for name in form.names]
        if op.kind in WIDE_RESULT or op.kind == "reduce":
            low, high = _before_correction(op, operands, p, radix)
            modulus = p if op.kind == "reduce" else p * radix
            found = _corrected(op, low, high, modulus)
            if op.kind in WIDE_RESULT:
                bounds[op.name] = found
    return bounds


def _before_correction(op: Op, operands: list[Interval], p: int, radix: int) -> Interval:
    """What comes out where nothing is added or taken off in the end."""
    (a, b), (c, d) = operands[0], operands[-1]
    match op.kind:
        case "product":
            return a * c, b * d
        case "lift":
            return a * radix, b * radix
        case "wadd":
            return (a + c, b + d) if op.attribute == 1 else (a - d, b - c)
        case _:  # (a + m p) / R with 0 <= m < R
            return -(-a // radix), (b + (radix - 1) * p) // radix


def _corrected(op: Op, low: int, high: int, modulus: int) -> Interval:
    """The interval after the modulus has been taken off, or added, once where that is needed.

    A sum is corrected by taking off alone, a difference by adding alone, a product and a lifted value not.
    """
    least = -modulus if op.kind == "wadd" and op.attribute == -1 else 0
    most = (
        2 * modulus - 1 if op.kind == "reduce" or (op.kind == "wadd" and op.attribute == 1) else modulus - 1
    )
    if low < least or high > most:
        raise ValueError(f"{op.name}: {op.kind} of {low:#x} to {high:#x} leaves the range below {modulus:#x}")
    if low >= 0 and high < modulus:
        return low, high
    if low >= modulus:
        return low - modulus, high - modulus
    if high < 0:
        return low + modulus, high + modulus
    return 0, modulus - 1
