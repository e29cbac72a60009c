"""Frobenius powers made of those a machine has.

On a machine with a chain unit any positive power is one operation, and a negative power k becomes k + m.
On a machine with units for some powers (for example 1 and -1) a power is done by steps of one sign, the
largest first, the shorter way round the field where both ways exist. With both kinds of unit, few steps are
done by the units and many by the chain.
Needs nothing before it; leaves only powers the machine has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairforge.errors import UserError
from pairforge.program.ir import Op, Program, value

_ROUND = 3  # cycles an operation takes at least, through a memory; a step of a chain takes one


def lower_frobenius(program: Program, powers: Sequence[int], chain: bool) -> Program:
    """Rewrite every `frob` for a machine with these capabilities."""
    m = program.degree

    def steps(power: int, name: str) -> list[int]:
        for wanted in sorted((power % m, power % m - m), key=abs):
            done: list[int] = []
            for step in sorted((s for s in powers if s * wanted > 0), key=abs, reverse=True):
                while abs(step) <= abs(wanted - sum(done)):
                    done.append(step)
            if done and sum(done) == wanted and not (chain and _ROUND * len(done) > power % m):
                return done
        if chain:
            return [power % m]
        raise UserError(
            f"no unit for operation frob {power} ({name}) in program {program.name}: "
            f"the stage needs a unit of kind frobenius-chain, or of kind frobenius with power 1 or -1"
        )

    regions = []
    for region in program.regions:
        ops: list[Op] = []
        for op in region.ops:
            if op.kind != "frob":
                ops.append(op)
                continue
            source = op.operands[0]
            parts = steps(op.attribute or 0, op.name)
            for i, part in enumerate(parts):
                last = i == len(parts) - 1
                name = op.name if last else f"{op.name}.{i}"
                ops.append(Op(name, "frob", (source,), part))
                source = value(name)
        regions.append(replace(region, ops=tuple(ops)))
    return program.with_regions(tuple(regions))
