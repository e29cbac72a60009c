"""Loops that repeat each other: the same body on the same carried state, at several places of a program.

A loop that the text calls like an earlier one (`ir.Loop.like`) follows it if their bodies are the same but
for names. The first of them is their *leader*: what is decided for it, cycles and words, holds for all.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.program.ir import Loop, Program
from pairforge.program.rewrite import rename_form


def leaders(program: Program) -> Mapping[str, Loop]:
    """For each loop of a program, by name, the first loop that has its body; itself where there is none."""
    found: dict[str, Loop] = {}
    heads: dict[str, list[Loop]] = {}
    for region in program.regions:
        if not isinstance(region, Loop):
            continue
        family = heads.setdefault(region.template, [])
        leader = next((loop for loop in family if _repeats(region, loop, program.characteristic)), region)
        if leader is region:
            family.append(region)
        found[region.name] = leader
    return found


def repeated(program: Program) -> Mapping[str, str]:
    """For each operation of a loop, by name, the one in its place in the loop's leader."""
    leader_of = leaders(program)
    return {
        op.name: first.name
        for region in program.regions
        if isinstance(region, Loop)
        for op, first in zip(region.ops, leader_of[region.name].ops, strict=True)
    }


def _repeats(loop: Loop, leader: Loop, p: int) -> bool:
    """Whether the bodies are the same when the leader's names are replaced by this loop's."""
    if len(loop.carries) != len(leader.carries) or len(loop.ops) != len(leader.ops):
        return False
    if loop.bits or leader.bits:
        return False  # the turns of a ladder are its own
    names = {b.param: a.param for a, b in zip(loop.carries, leader.carries, strict=True)}
    names |= {b.name: a.name for a, b in zip(loop.ops, leader.ops, strict=True)}
    same_ops = all(
        (a.kind, a.attribute) == (b.kind, b.attribute)
        and a.operands == tuple(rename_form(form, names, p) for form in b.operands)
        for a, b in zip(loop.ops, leader.ops, strict=True)
    )
    return same_ops and all(
        a.next == names.get(b.next, b.next) for a, b in zip(loop.carries, leader.carries, strict=True)
    )


def homes_of(program: Program) -> Mapping[str, str]:
    """Where each value of a program for a memory lives: its *home*, called by the first value in it.

    What a carry passes on has one home: initial value, parameter, every `next`, result. Loops with one leader
    have the leader's homes, those inside the body as well. Needs a program that went through
    `passes.home_carries`.
    """
    homes: dict[str, str] = {}
    leader_of = leaders(program)
    carried: dict[tuple[str, int], str] = {}
    for region in program.regions:
        inside = {op.name: op.name for op in region.ops}
        if isinstance(region, Loop):
            leader = leader_of[region.name]
            for k, carry in enumerate(region.carries):
                home = carried.setdefault((leader.name, k), homes[carry.initial])
                assert homes[carry.initial] in (home, carry.initial), carry
                homes |= dict.fromkeys((carry.initial, carry.param, carry.next, carry.result), home)
            inside = {
                op.name: homes.get(b.name, b.name) for op, b in zip(region.ops, leader.ops, strict=True)
            }
        homes = inside | homes
    return homes
