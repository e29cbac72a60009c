"""Programs over F_p2 = F_p(i) for units that work there: which products are cheap, and which sums are one.

A product with itself or with an element of F_p takes two products in F_p, any other three; the product with
the own conjugate, a norm, two as well. What is in F_p is found by how it is made: inputs, constants, norms,
inverses, and sums and products of such. A sum with i x or with a conjugate is one operation; where these
stand alone, zero is what they are added to. Needs `lower_prime` before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairforge.errors import UserError
from pairforge.program.ir import (
    CONJUGATED,
    NORM,
    REAL,
    SQUARE,
    TURNED,
    Linear,
    Loop,
    Op,
    Program,
    value,
)
from pairforge.program.passes.dead import eliminate_dead

_ZERO = "zero"


def lower_quadratic(program: Program) -> Program:
    """Products with what is known of them in their attributes, sums with all that they can take.

    Raises UserError where something is inverted that may not be in F_p.
    """
    real = _in_prime_field(program)
    constants = program.constants
    zero = next((name for name, c in constants if c == 0), _ZERO)
    if zero == _ZERO:
        constants = (*constants, (zero, 0))
    made = {op.name: op for op in program.ops}
    lowered = tuple(
        replace(region, ops=tuple(_lowered(op, made, real, zero) for op in region.ops))
        for region in program.regions
    )
    program = eliminate_dead(replace(program, regions=lowered, constants=constants))
    used = {name for op in program.ops for name in op.reads}
    carried = [c for region in program.regions if isinstance(region, Loop) for c in region.carried]
    used |= {name for c in carried for name in (c.initial, c.next)}
    return replace(program, constants=tuple((n, c) for n, c in program.constants if n in used))


def _lowered(op: Op, made: Mapping[str, Op], real: frozenset[str], zero: str) -> Op:
    match op.kind:
        case "mul":
            return _product(op, made, real)
        case "add":
            a, b = op.operands
            if op.attribute == 1 and _made_by(a, made) and not _made_by(b, made):
                a, b = b, a
            if kind := _made_by(b, made):
                inner = made[b.names[0]].operands[0]
                if kind == "turn":
                    return replace(
                        op, kind="addi", operands=(a, inner), attribute=TURNED * (op.attribute or 1)
                    )
                if op.attribute == 1:
                    return replace(op, kind="addc", operands=(a, inner), attribute=CONJUGATED)
        case "turn":
            return replace(op, kind="addi", operands=(value(zero), *op.operands), attribute=TURNED)
        case "frob":
            return replace(op, kind="addc", operands=(value(zero), *op.operands), attribute=CONJUGATED)
        case "inv" if op.reads[0] not in real:
            raise UserError(f"{op.name}: an element of F_p2 is inverted, which no unit does; invert its norm")
    return op


def _made_by(form: Linear, made: Mapping[str, Op]) -> str:
    """Whether a value is i x or a conjugate: the kind of the operation, else nothing."""
    op = made.get(form.names[0])
    return op.kind if op is not None and op.kind in ("turn", "frob") else ""


def _product(op: Op, made: Mapping[str, Op], real: frozenset[str]) -> Op:
    a, b = op.operands
    if a == b:
        return replace(op, attribute=SQUARE)
    for x, y in ((a, b), (b, a)):
        conjugate = made.get(y.names[0])
        if conjugate is not None and conjugate.kind == "frob" and conjugate.operands == (x,):
            return replace(op, kind="norm", operands=(x, x), attribute=NORM)
    for x, y in ((a, b), (b, a)):
        if y.names[0] in real:
            return replace(op, operands=(x, y), attribute=REAL)
    return op


def _in_prime_field(program: Program) -> frozenset[str]:
    """Values that are in F_p, by how they are made; what a loop carries, where that is so in every iteration
    of every instance of its body.
    """
    width = program.characteristic.bit_length()
    fixed = {name for name, c in program.constants if not c >> width}
    conjugate_of = {op.name: op.operands[0] for op in program.ops if op.kind == "frob"}
    others: set[tuple[str, int]] = set()  # places of loop-carried values that may be elsewhere
    while True:
        real = set(fixed)
        before = len(others)
        for region in program.regions:
            carried = (
                {(region.called, i): c for i, c in enumerate(region.carried)}
                if isinstance(region, Loop)
                else {}
            )
            others |= {place for place, c in carried.items() if c.initial not in real}
            real |= {c.param for place, c in carried.items() if place not in others}
            for op in region.ops:
                if _is_real(op, real, conjugate_of):
                    real.add(op.name)
            others |= {place for place, c in carried.items() if c.next not in real}
            real |= {c.result for c in carried.values() if c.param in real and c.next in real}
        if len(others) == before:
            return frozenset(real)


def _is_real(op: Op, real: set[str], conjugate_of: Mapping[str, Linear]) -> bool:
    match op.kind:
        case "input":
            return True
        case "mul":
            a, b = op.operands
            return (
                real.issuperset(op.reads)
                or conjugate_of.get(b.names[0]) == a
                or conjugate_of.get(a.names[0]) == b
            )
        case "add" | "sum" | "frob" | "inv":
            return real.issuperset(op.reads)
    return False
