"""Random programs, fields to run them in, and the real programs, for the tests of every step of the line."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from pairforge.algebra.binary_field import BinaryField
from pairforge.pairings.registry import find_pairing
from pairforge.program.ir import Block, Linear, Loop, LoopCarried, Op, Program, Region, linear, value
from pairforge.program.rewrite import rename_op
from pairforge.program.trace import trace


@dataclass(frozen=True)
class Nine:
    """a + b i of F_9 = F_3(i), i^2 = -1: the smallest field where coefficients and Frobenius both matter."""

    a: int
    b: int

    def __add__(self, other: Nine) -> Nine:
        return Nine((self.a + other.a) % 3, (self.b + other.b) % 3)

    def __mul__(self, other: Nine) -> Nine:
        real = self.a * other.a - self.b * other.b
        return Nine(real % 3, (self.a * other.b + self.b * other.a) % 3)

    def frobenius(self, k: int) -> Nine:
        return Nine(self.a, -self.b % 3) if k % 2 else self


class FieldOfNine:
    characteristic, degree = 3, 2

    def constant(self, c: int) -> Nine:
        return Nine(c % 3, c // 3 % 3)


FIELDS: dict[tuple[int, int], BinaryField | FieldOfNine] = {
    (2, 5): BinaryField((5, 2, 0)),
    (3, 2): FieldOfNine(),
}


def elements(program: Program, count: int, seed: int) -> list[Any]:
    """Random elements of the program's field."""
    rng = random.Random(seed)
    field = FIELDS[program.characteristic, program.degree]
    return [field.constant(rng.randrange(program.characteristic**program.degree)) for _ in range(count)]


def traced(pairing: str, stage: str) -> Program:
    """A stage of a pairing of the catalogue as it is traced."""
    p = find_pairing(pairing)
    s = p.stage(stage)
    return trace(f"{pairing}.{stage}", p.characteristic, p.degree, s.inputs, s.outputs, s.algorithm)


@st.composite
def programs(
    draw: st.DrawFn,
    *,
    field: tuple[int, int] | None = None,
    loops: int | None = None,
    crossing: bool = True,
    terms: int = 3,
    powers: tuple[int, ...] | None = None,
    least_ops: int = 0,
    most_ops: int = 8,
    repeats: bool = False,
) -> Program:
    """A program that `Program.check` accepts, with inputs first and outputs last.

    repeats: some loops are like the one before.

    crossing: operations may read values from before a loop inside or after it, without a loop-carried value.
    terms: values in an operand at most. powers: of Frobenius; any by default. least_ops, most_ops: in a
    region.
    """
    p, m = field or draw(st.sampled_from(sorted(FIELDS)))
    number = 0
    known: list[str] = []

    def form() -> Linear:
        count = draw(st.integers(1, terms))
        chosen = [draw(st.sampled_from(known)) for _ in range(count)]
        coefficients = {name: draw(st.integers(1, p - 1)) for name in chosen}
        return linear(coefficients, draw(st.integers(0, p - 1)), p)

    def ops(least: int, most: int) -> list[Op]:
        nonlocal number
        made = []
        for _ in range(draw(st.integers(least, most))):
            kind = draw(st.sampled_from(("mul", "sum", "frob")))
            power = None
            if kind == "frob":
                power = draw(st.sampled_from(powers) if powers else st.integers(1 - m, m - 1).filter(bool))
            made.append(Op(f"v{number}", kind, tuple(form() for _ in range(1 + (kind == "mul"))), power))
            known.append(f"v{number}")
            number += 1
        return made

    inputs = [Op(f"x{i}", "input", (), i) for i in range(draw(st.integers(1, 3)))]
    known += [op.name for op in inputs]
    regions: list[Region] = [Block("begin", (*inputs, *ops(least_ops, most_ops)))]
    for k in range(draw(st.integers(0, 2)) if loops is None else loops):
        model = next((r for r in reversed(regions) if isinstance(r, Loop)), None)
        if repeats and model and draw(st.integers(0, 3)):
            again = _again(model, f"l{k}", [draw(st.sampled_from(known)) for _ in model.carried], p)
            again = replace(again, count=draw(st.integers(1, 4)))
            regions.append(again)
            known += [looped.result for looped in again.carried]
            regions.append(Block(f"after{k}", tuple(ops(least_ops, most_ops))))
            continue
        outside = list(known)
        params = [f"l{k}.{i}" for i in range(draw(st.integers(1, 3)))]
        initials = [draw(st.sampled_from(outside)) for _ in params]
        known = (outside if crossing else []) + params
        body = ops(max(1, least_ops), most_ops)
        candidates = [*params, *(op.name for op in body)]
        carried = [
            LoopCarried(param, initial, draw(st.sampled_from(candidates)), f"{param}.end")
            for param, initial in zip(params, initials, strict=True)
        ]
        regions.append(Loop(f"l{k}", draw(st.integers(2, 5)), tuple(carried), tuple(body)))
        known = (outside if crossing else []) + [looped.result for looped in carried]
        regions.append(Block(f"after{k}", tuple(ops(least_ops, most_ops))))
    last = regions[-1]
    outputs = [Op(f"y{i}", "output", (form(),), i) for i in range(draw(st.integers(1, 3)))]
    regions[-1] = Block(last.name, (*last.ops, *outputs))
    program = Program("random", p, m, tuple(r for r in regions if r.ops))
    program.check()
    return program


def _again(loop: Loop, name: str, initials: list[str], p: int) -> Loop:
    """The loop with names of its own and other initial values."""
    names = {op.name: f"{name}.{op.name}" for op in loop.ops}
    names |= {looped.param: f"{name}.{i}" for i, looped in enumerate(loop.carried)}
    carried = tuple(
        LoopCarried(names[c.param], initial, names.get(c.next, c.next), f"{names[c.param]}.end")
        for c, initial in zip(loop.carried, initials, strict=True)
    )
    ops = tuple(replace(rename_op(op, names, p), name=names[op.name]) for op in loop.ops)
    return Loop(name, loop.count, carried, ops, instance_of=loop.called)


P1009 = 1009
"""A large prime, for programs that machines over one run."""


@st.composite
def sums_of_products(draw: Any) -> Any:
    """Products and sums of values near at hand, in a block, a loop, its repetition and a block.

    Among them sums of two products and products of a sum and a difference, whose parts may be read later.
    """
    made = 0

    def ops(known: Any) -> Any:
        nonlocal made
        found = []

        def emit(kind: Any, first: Any, second: Any, sign: Any = None) -> Any:
            nonlocal made
            found.append(Op(f"v{made}", kind, (value(first), value(second)), sign))
            made += 1
            return f"v{made - 1}"

        for _ in range(draw(st.integers(1, 7))):
            a, b, c, d = (draw(st.sampled_from(known[-5:])) for _ in range(4))
            sign = draw(st.sampled_from([1, -1]))
            match draw(st.sampled_from(["mul", "add", "two products", "squares"])):
                case "two products":
                    parts = emit("mul", a, b), emit("mul", c, d)
                    new = [*parts, emit("add", *parts, sign)]
                case "squares":
                    parts = emit("add", a, b, sign), emit("add", b, a, -sign)
                    new = [*parts, emit("mul", *parts)]
                case "add":
                    new = [emit("add", a, b, sign)]
                case kind:
                    new = [emit(kind, a, b)]
            known += draw(st.sampled_from([new[-1:], new]))
        return found

    known = ["x", "y"]
    first = [*(Op(name, "input", (), i) for i, name in enumerate(known)), *ops(known)]
    params = ["p", "q"]
    inside = [*known[-2:], *params]
    body = ops(inside)
    names = [op.name for op in body] + params
    nexts = [draw(st.sampled_from(names)) for _ in params]
    starts = [draw(st.sampled_from(known)) for _ in params]
    carried = [LoopCarried(p, s, n, f"{p}.end") for p, s, n in zip(params, starts, nexts, strict=True)]
    again = {name: f"{name}'" for name in (*params, *(op.name for op in body))}
    second = tuple(
        replace(
            op,
            name=again[op.name],
            operands=tuple(value(again.get(form.single, form.single)) for form in op.operands),
        )
        for op in body
    )
    others = [LoopCarried(again[c.param], c.result, again[c.next], f"{c.param}.last") for c in carried]
    known += ["p.last", "q.last"]
    last = ops(known)
    last += [Op(f"e{i}", "output", (value(draw(st.sampled_from(known))),), i) for i in range(4)]
    loops = (
        Loop("iteration", 3, tuple(carried), tuple(body)),
        Loop("iteration.2", 2, tuple(others), second, (), "iteration"),
    )
    program = Program("random", P1009, 1, (Block("begin", tuple(first)), *loops, Block("end", tuple(last))))
    program.check()
    return program
