"""Dead values: operations and loop-carried values that no output and no check depends on are removed.

Works backwards over the regions; inside a loop a loop-carried value lives if its result is read later or if a
live operation of the body reads its parameter (iterated to a fixed point). What lives in one of the instances
of a body lives in all of them, so that they keep the same body. Needs nothing before it.
"""

from __future__ import annotations

from dataclasses import replace

from pairforge.program.ir import Loop, Op, Program, Region


def eliminate_dead(program: Program) -> Program:
    """Remove what no output and no check depends on."""
    places: dict[str, set[int]] = {}  # of the loop-carried values that live in some instance of a body
    while True:
        before = {called: set(found) for called, found in places.items()}
        result = _eliminate(program, places)
        if places == before:
            return result


def _eliminate(program: Program, places: dict[str, set[int]]) -> Program:
    """Remove what is dead, but not the loop-carried values at these places of a body; those found alive
    are added.
    """
    live: set[str] = set()
    regions: list[Region] = []
    for region in reversed(program.regions):
        if isinstance(region, Loop):
            common = places.setdefault(region.called, set())
            wanted = live | {c.result for i, c in enumerate(region.carried) if i in common}
            carried = live_carried(region, wanted)
            common |= {i for i, c in enumerate(region.carried) if c.param in carried}
            kept = tuple(c for c in region.carried if c.param in carried)
            ops = live_ops(region.ops, {c.next for c in kept})
            live |= {c.initial for c in kept} | {c.next for c in kept}  # `next` may be from before the loop
            regions.append(replace(region, carried=kept, ops=ops))
        else:
            ops = live_ops(region.ops, live)
            regions.append(replace(region, ops=ops))
        live |= {name for op in ops for name in op.reads}
    kept_regions = [r for r in reversed(regions) if r.ops or (isinstance(r, Loop) and r.carried)]
    return program.with_regions(tuple(kept_regions))


def live_ops(ops: tuple[Op, ...], wanted: set[str]) -> tuple[Op, ...]:
    """The operations that outputs, checks or `wanted` values depend on; inputs are kept, a stream cannot
    skip.
    """
    live = set(wanted)
    kept: list[Op] = []
    for op in reversed(ops):
        if op.name in live or op.streams:
            live.update(op.reads)
            kept.append(op)
    return tuple(reversed(kept))


def live_carried(loop: Loop, wanted: set[str]) -> set[str]:
    """Parameters of the loop-carried values that matter when the names in `wanted` are read after the loop.

    The two that a ladder lets change places always do.
    """
    params = {c.param for i, c in enumerate(loop.carried) if c.result in wanted or (loop.bits and i < 2)}
    while True:
        nexts = {c.next for c in loop.carried if c.param in params}
        reads = {name for op in live_ops(loop.ops, nexts) for name in op.reads} | nexts
        grown = params | {c.param for c in loop.carried if c.param in reads}
        if grown == params:
            return params
        params = grown
