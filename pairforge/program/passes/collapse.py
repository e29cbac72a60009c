"""Collapsing linear operations: sums of sums become n-operand sums, and sums move into operands.

A machine adds up to terms[kind] values in one operand. Every operand is expanded through the sums it reads
as far as it fits; a sum all of whose readers took it in is dead afterwards. Where the whole expansion does
not fit, the partial one that leans on the fewest sums not needed anyway is taken. Sums stay inside their
loop, or the blocks between two loops. Needs nothing before it; run dead-value elimination after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from pairforge.program.ir import Block, Linear, Loop, Op, Program, Region, linear

_MOST_FORMS = 500  # partial expansions tried for one operand

Terms: TypeAlias = Mapping[str, int] | Callable[[Op, str], int]
"""How many values an operand can add up: by kind of operation (kinds not named: 1), or of an operation in a
block or loop of that name."""


def collapse_linear(program: Program, terms: Terms, *, early: bool = False) -> Program:
    """Widen operands up to as many values as `terms` says.

    With `early` a partial expansion that reads no sum of this region's products is taken before one that
    leans on fewer sums: nothing then stands between a product and its reader.
    """
    p = program.characteristic
    block_of = {op.name: region.name for region in program.regions for op in region.ops}

    def most(op: Op) -> int:
        return terms(op, block_of[op.name]) if callable(terms) else terms.get(op.kind, 1)

    joined = program.with_regions(tuple(_stretches(program)))
    widened: dict[str, Op] = {}
    for region in joined.regions:
        sums = {op.name: op.operands[0] for op in region.ops if op.kind == "sum"}
        needed = _needed_anyway(joined, region)
        late = _sums_of_products(region, sums) if early else frozenset()
        chosen: dict[tuple[str, int], Linear] = {}
        # First the operands whose whole expansion fits, which need no sum at all; then the others,
        # latest first, each adding the sums it leans on to those needed.
        hard: list[tuple[Op, int]] = []
        for op in region.ops:
            for i, operand in enumerate(op.operands):
                whole = _expand_all(operand, sums, p)
                if len(whole.terms) <= most(op):
                    chosen[op.name, i] = whole
                else:
                    hard.append((op, i))
        for op, i in reversed(hard):
            limit = max(most(op), 1)
            forms = [f for f in _expansions(op.operands[i], sums, p) if len(f.terms) <= limit]
            best = min(
                forms or [op.operands[i]],
                key=lambda f: (
                    len(late & set(f.names)),
                    len({n for n in f.names if n in sums} - needed),
                    len(f.terms),
                    f.terms,
                ),
            )
            chosen[op.name, i] = best
            needed |= {name for name in best.names if name in sums}
        widened |= {
            op.name: replace(op, operands=tuple(chosen[op.name, i] for i in range(len(op.operands))))
            for op in region.ops
        }
    return program.with_regions(
        tuple(replace(region, ops=tuple(widened[op.name] for op in region.ops)) for region in program.regions)
    )


def _stretches(program: Program) -> Iterator[Region]:
    """The loops, and the blocks between them as one each."""
    blocks: list[Op] = []
    for region in (*program.regions, None):
        if isinstance(region, Block):
            blocks += region.ops
            continue
        if blocks:
            yield Block("", tuple(blocks))
            blocks = []
        if region is not None:
            yield region


def _needed_anyway(program: Program, region: Region) -> set[str]:
    """Values of the region that something outside it reads, or that are loop-carried."""
    needed: set[str] = set()
    for other in program.regions:
        if isinstance(other, Loop):
            needed |= {c.initial for c in other.carried}
            if other is region:
                needed |= {c.next for c in other.carried}
        if other is not region:
            needed |= {name for op in other.ops for name in op.reads}
    return needed


def _sums_of_products(region: Region, sums: Mapping[str, Linear]) -> frozenset[str]:
    """The sums into which a product of the region goes."""
    made = {op.name for op in region.ops if op.kind == "mul"}
    late: set[str] = set()
    for name, form in sums.items():  # a sum stands after those it reads
        if made & set(form.names) or late & set(form.names):
            late.add(name)
    return frozenset(late)


def _expand_all(form: Linear, sums: dict[str, Linear], p: int) -> Linear:
    while any(name in sums for name in form.names):
        form = form.substitute({n: sums[n] for n in form.names if n in sums}, p)
    return form


def _expansions(form: Linear, sums: dict[str, Linear], p: int) -> list[Linear]:
    """The form and partial expansions of it, breadth first, at most `_MOST_FORMS`."""
    found = [form]
    seen = {frozenset(form.terms)}
    for current in found:
        for name, coefficient in current.terms:
            if name not in sums:
                continue
            terms = dict(current.terms)
            del terms[name]
            for inner, factor in sums[name].terms:
                terms[inner] = (terms.get(inner, 0) + coefficient * factor) % p
            # Most are met again: sums are expanded in any order. Their terms tell, in no order.
            met = frozenset(term for term in terms.items() if term[1])
            if met not in seen:
                seen.add(met)
                found.append(linear(terms, current.constant + coefficient * sums[name].constant, p))
                if len(found) == _MOST_FORMS:
                    return found
    return found
