"""Loops that repeat each other: the same body on the same carried state, at several places of a program.

A loop that the algorithm calls like an earlier one (`ir.Loop.instance_of`) follows it if their bodies are the
same but for names. The first of them is their *canonical body*: what is decided for it, cycles and words,
holds for all.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.program.ir import Loop, Program
from pairforge.program.rewrite import rename_form


def canonical_bodies(program: Program) -> Mapping[str, Loop]:
    """For each loop of a program, by name, the first loop that has its body; itself where there is none."""
    found: dict[str, Loop] = {}
    heads: dict[str, list[Loop]] = {}
    for region in program.regions:
        if not isinstance(region, Loop):
            continue
        family = heads.setdefault(region.called, [])
        canonical = next((loop for loop in family if _repeats(region, loop, program.characteristic)), region)
        if canonical is region:
            family.append(region)
        found[region.name] = canonical
    return found


def repeated(program: Program) -> Mapping[str, str]:
    """For each operation of a loop, by name, the one in its place in the loop's canonical body."""
    canonical_of = canonical_bodies(program)
    return {
        op.name: first.name
        for region in program.regions
        if isinstance(region, Loop)
        for op, first in zip(region.ops, canonical_of[region.name].ops, strict=True)
    }


def _repeats(loop: Loop, canonical: Loop, p: int) -> bool:
    """Whether the bodies are the same when the names of the canonical body are replaced by this loop's."""
    if len(loop.carried) != len(canonical.carried) or len(loop.ops) != len(canonical.ops):
        return False
    if loop.bits or canonical.bits:
        return False  # the iterations of a ladder are its own
    names = {b.param: a.param for a, b in zip(loop.carried, canonical.carried, strict=True)}
    names |= {b.name: a.name for a, b in zip(loop.ops, canonical.ops, strict=True)}
    same_ops = all(
        (a.kind, a.attribute) == (b.kind, b.attribute)
        and a.operands == tuple(rename_form(form, names, p) for form in b.operands)
        for a, b in zip(loop.ops, canonical.ops, strict=True)
    )
    return same_ops and all(
        a.next == names.get(b.next, b.next) for a, b in zip(loop.carried, canonical.carried, strict=True)
    )


def storage_classes_of(program: Program) -> Mapping[str, str]:
    """Where each value of a program for a memory lives: its *storage class*, called by the first value in it.

    What a loop-carried value passes on has one storage class: initial value, parameter, every `next`, result.
    Loops with one canonical body share its storage classes, those inside the body as well. Needs a program
    that went through `passes.coalesce_carried`.
    """
    storage_classes: dict[str, str] = {}
    canonical_of = canonical_bodies(program)
    carried: dict[tuple[str, int], str] = {}
    constants = program.constant_names
    for region in program.regions:
        inside = {op.name: op.name for op in region.ops}
        if isinstance(region, Loop):
            canonical = canonical_of[region.name]
            for k, looped in enumerate(region.carried):
                begins = storage_classes.get(looped.initial, looped.next)  # a constant: nobody reads it
                storage_class = carried.setdefault((canonical.name, k), begins)
                assert begins in (storage_class, looped.initial, looped.next), looped
                storage_classes |= dict.fromkeys(
                    {looped.initial, looped.param, looped.next, looped.result} - constants,
                    storage_class,
                )
            inside = {
                op.name: storage_classes.get(b.name, b.name)
                for op, b in zip(region.ops, canonical.ops, strict=True)
            }
        storage_classes = inside | storage_classes
    return storage_classes
