"""Passes from program to program, one a file, and the named pipelines of them.

`none` is the oracle: only what a machine cannot do without (Frobenius powers it has units for, carried
values anchored or given a word). `default` adds everything that makes programs smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairforge.program.ir import Program
from pairforge.program.passes.align import align_templates
from pairforge.program.passes.anchor import anchor_carries
from pairforge.program.passes.collapse import Terms, collapse_linear
from pairforge.program.passes.common import eliminate_common
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.passes.frobenius import lower_frobenius
from pairforge.program.passes.fuse import fuse_products
from pairforge.program.passes.home import home_carries
from pairforge.program.passes.prime import lower_prime

PIPELINES = ("default", "none")


@dataclass(frozen=True)
class Abilities:
    """What passes need to know of a machine.

    `terms`: how many values one operand can add up, by kind of operation or by operation and block.
    `powers`: Frobenius powers done in one operation (each a unit).
    `chain`: any positive power is one operation. `memory`: values live in words of a memory, not on lines.
    `early`: operands read products themselves, not sums made of them, where the terms suffice.
    `prime`: the field is one of a large prime, `radix` what its multiplication divides by, `converts`: what
    comes in and goes out is converted (see `prime`). `fuses`: whether two products and their sum are one
    operation in a block or loop of that name, where they can be at all.
    """

    terms: Terms
    powers: Sequence[int]
    chain: bool
    memory: bool = False
    early: bool = False
    prime: bool = False
    radix: int | None = None
    converts: bool = False
    fuses: Callable[[str], bool] | None = None


def optimise(program: Program, abilities: Abilities, pipeline: str = "default") -> Program:
    """Run a named pipeline; the result means the same and runs on a machine of these abilities."""
    if pipeline not in PIPELINES:
        raise ValueError(f"no pipeline {pipeline!r}")
    if pipeline == "default":
        program = eliminate_common(program)
    if abilities.prime:
        program = lower_prime(program, abilities.radix, converts=abilities.converts)
    else:
        program = lower_frobenius(program, abilities.powers, abilities.chain)
    if pipeline == "default" and abilities.prime:
        program = eliminate_dead(eliminate_common(program))
    elif pipeline == "default":
        program = eliminate_common(program)
        program = collapse_linear(program, abilities.terms, early=abilities.early)
        program = eliminate_dead(program)
        program = eliminate_common(program)
    if abilities.prime:
        program = align_templates(program)
        if pipeline == "default" and abilities.fuses:
            program = fuse_products(program, abilities.fuses)
    memory = abilities.memory
    program = home_carries(program) if memory else anchor_carries(program, abilities.powers)
    program.check()
    return program
