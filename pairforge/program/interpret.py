"""Running a program on elements: the meaning that every pass must keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from pairforge.algebra.arithmetic import climb, repeat
from pairforge.program.decisions import LESS, Move
from pairforge.program.ir import TURNED, Linear, Loop, Op, Program
from pairforge.program.signs import unpacked

_FEW = 2  # coefficients up to here are sums, which is what every arithmetic does fast


def run(
    program: Program, arithmetic: Any, inputs: Sequence[Any], radix: int | None = None
) -> tuple[Any, ...]:
    """Output elements of `program` on `inputs`, then those it checks, computed by `arithmetic` (any
    implementation).

    `radix`: R of a program that is lowered for a machine that multiplies as Montgomery does: what it holds
    for a value x is x R, and decisions look at that.
    """
    R = None if radix is None else arithmetic.constant(radix % program.characteristic)
    one_over_R = None if R is None else arithmetic.inverse(R)

    def held(x: Any) -> Any:
        return x if R is None else x * R

    def meant(x: Any) -> Any:
        return x if one_over_R is None else x * one_over_R

    values: dict[str, Any] = {name: arithmetic.constant(c) for name, c in program.constants}
    outputs: dict[int, Any] = {}
    checks: dict[int, Any] = {}

    def form(f: Linear) -> Any:
        total = None if f.constant == 0 and f.terms else arithmetic.constant(f.constant)
        for name, coefficient in f.terms:
            if coefficient <= _FEW:
                part = reduce(lambda x, y: x + y, [values[name]] * coefficient)
            else:
                part = arithmetic.constant(coefficient) * values[name]
            total = part if total is None else total + part
        return total

    def execute(op: Op) -> None:
        operands = [form(f) for f in op.operands]
        match op.kind:
            case "mul" | "product":
                values[op.name] = operands[0] * operands[1]
            case "sum" | "convert" | "lift" | "reduce":
                values[op.name] = operands[0]
            case "add" | "wadd":
                values[op.name] = (
                    operands[0] + operands[1] if op.attribute == 1 else operands[0] - operands[1]
                )
            case "add3" | "add4":
                first, *others = operands
                signs = unpacked(op.attribute or 0)
                values[op.name] = reduce(_plus, zip(others, signs, strict=True), first)
            case "mul3" | "mul4":
                factors = operands[:2]
                for i, term in enumerate(zip(operands[2:], unpacked(op.attribute or 0), strict=True)):
                    factors[i] = _plus(factors[i], term)
                values[op.name] = factors[0] * factors[1]
            case "dot":
                first, second = operands[0] * operands[1], operands[2] * operands[3]
                values[op.name] = first + second if op.attribute == 1 else first - second
            case "turn":
                values[op.name] = operands[0].times_i()
            case "addi":
                turned = operands[1].times_i()
                values[op.name] = operands[0] + turned if op.attribute == TURNED else operands[0] - turned
            case "addc":
                values[op.name] = operands[0] + operands[1].frobenius(1)
            case "norm":
                values[op.name] = arithmetic.real(operands[0] * operands[1].frobenius(1))
            case "inv":
                values[op.name] = arithmetic.inverse(operands[0])
            case "integer":
                values[op.name] = arithmetic.integer(operands[0])
            case "element":
                values[op.name] = arithmetic.element(operands[0])
            case "select":
                n, one, zero = operands
                values[op.name] = arithmetic.select(held(n), op.attribute, one, zero)
            case "shift":
                move, n = Move.of(op.attribute or 0), held(operands[0])
                moved = (
                    arithmetic.rotate(n, move.width, move.places)
                    if move.width
                    else arithmetic.shift(n, move.places)
                )
                values[op.name] = meant(moved)
            case "compare":
                ask = arithmetic.less if op.attribute == LESS else arithmetic.equal
                values[op.name] = meant(ask(*map(held, operands)))
            case "xor":
                values[op.name] = meant(arithmetic.xor(*map(held, operands)))
            case "sha256":
                values[op.name] = meant(arithmetic.sha256(*map(held, operands)))
            case "keep":
                values[op.name] = meant(arithmetic.keep(*map(held, operands)))
            case "kept":
                values[op.name] = meant(arithmetic.kept(held(operands[0])))
            case "frob":
                values[op.name] = operands[0].frobenius(op.attribute)
            case "input":
                values[op.name] = inputs[op.attribute or 0]
            case "output":
                outputs[op.attribute or 0] = operands[0]
            case "check":
                checks[op.attribute or 0] = operands[0]

    walk(program, values, execute)
    return tuple(found[i] for found in (outputs, checks) for i in sorted(found))


def walk(program: Program, values: dict[str, Any], execute: Callable[[Op], None]) -> None:
    """Execute every operation of a program in its turn, as often as it says.

    `values`: what names mean, constants to begin with. `execute` puts the value of an operation there; what
    loops carry is put there here.
    """
    for region in program.regions:
        if not isinstance(region, Loop):
            for op in region.ops:
                execute(op)
            continue

        def iteration(state: tuple[Any, ...], region: Loop = region) -> tuple[Any, ...]:
            values.update(zip((looped.param for looped in region.carried), state, strict=True))
            for op in region.ops:
                execute(op)
            return tuple(values[looped.next] for looped in region.carried)

        state = tuple(values[looped.initial] for looped in region.carried)
        state = (
            climb(region.bits, state, iteration) if region.bits else repeat(region.count, state, iteration)
        )
        values.update(zip((looped.result for looped in region.carried), state, strict=True))


def _plus(total: Any, term: tuple[Any, int]) -> Any:
    x, sign = term
    return total + x if sign > 0 else total - x
