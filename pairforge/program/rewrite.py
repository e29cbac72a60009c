"""What passes share: renaming values throughout a region, counting who reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pairforge.program.ir import Linear, Loop, LoopCarried, Op, Program, linear


def reads_of(program: Program) -> Counter[str]:
    """How often each value is read, by operations and as what loops carry."""
    readers = Counter(name for op in program.ops for form in op.operands for name in form.names)
    for region in program.regions:
        if isinstance(region, Loop):
            readers.update(name for looped in region.carried for name in (looped.initial, looped.next))
    return readers


def rename_form(form: Linear, names: Mapping[str, str], p: int) -> Linear:
    """The form with values renamed; terms that meet are added up."""
    if not any(name in names for name, _ in form.terms):
        return form
    if len(form.terms) == 1:
        ((name, c),) = form.terms
        return Linear(((names[name], c),), form.constant)
    terms: dict[str, int] = {}
    for name, c in form.terms:
        new = names.get(name, name)
        terms[new] = terms.get(new, 0) + c
    return linear(terms, form.constant, p)


def rename_op(op: Op, names: Mapping[str, str], p: int) -> Op:
    """The operation with the values it reads renamed."""
    operands = tuple(rename_form(f, names, p) for f in op.operands)
    return op if operands == op.operands else replace(op, operands=operands)


def rename_carried(looped: LoopCarried, names: Mapping[str, str]) -> LoopCarried:
    """The loop-carried value with its initial and next value renamed."""
    return replace(
        looped,
        initial=names.get(looped.initial, looped.initial),
        next=names.get(looped.next, looped.next),
    )
