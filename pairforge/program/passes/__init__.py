"""Passes from program to program, one a file, and the named pipelines of them.

`none` is the oracle: only what a machine cannot do without (Frobenius powers that it has units for, products
with a reduction each where it has units for these, prologue operations or storage classes for loop-carried
values). `default` adds everything that makes programs smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pairforge.program.ir import Program
from pairforge.program.passes.align import align_instances
from pairforge.program.passes.coalesce import coalesce_carried
from pairforge.program.passes.collapse import Terms, collapse_linear
from pairforge.program.passes.common import eliminate_common
from pairforge.program.passes.copies import add_copies
from pairforge.program.passes.dead import eliminate_dead
from pairforge.program.passes.factors import absorb_sums
from pairforge.program.passes.frobenius import lower_frobenius
from pairforge.program.passes.fuse import fuse_products
from pairforge.program.passes.lazy import Able, split_products
from pairforge.program.passes.prime import lower_prime
from pairforge.program.passes.prologue import add_prologue_operations
from pairforge.program.passes.quadratic import lower_quadratic
from pairforge.program.passes.steps import share_steps
from pairforge.program.passes.sums import Adders, merge_sums
from pairforge.program.together import Together, together


@dataclass(frozen=True)
class Capabilities:
    """What passes need to know of a machine.

    `terms`: how many values one operand can add up, by kind of operation or by operation and block.
    `powers`: Frobenius powers done in one operation (each a unit).
    `chain`: any positive power is one operation. `memory`: values live in words of a memory, not on lines.
    `early`: operands read products themselves, not sums made of them, where the terms suffice.
    `prime`: the field is one of a large prime, `radix` what its multiplication divides by, `converts`: what
    comes in and goes out is converted (see `prime`). `fuses`: whether two products and their sum are one
    operation in a block or loop of that name, where they can be at all. `copies`: a unit copies values.
    `adds`: the units there that add up two values and more. `factors`: whether a multiplier there adds up two
    values for each factor. `able`: what the machine has units for, where some make products without reducing
    them. `steps`: whether steps are left as they are, so that other programs have them as well.
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
    copies: bool = True
    adds: Callable[[str], Adders] | None = None
    factors: Callable[[str], bool] | None = None
    able: Able | None = None
    steps: bool = False


Pass = Callable[[Program, Capabilities], Program]


def _common(program: Program, machine: Capabilities) -> Program:
    return eliminate_common(program, across=not machine.steps)


def _dead(program: Program, _: Capabilities) -> Program:
    return eliminate_dead(program)


def _align(program: Program, _: Capabilities) -> Program:
    return align_instances(program)


def _prime(program: Program, machine: Capabilities) -> Program:
    return lower_prime(program, machine.radix, converts=machine.converts)


def _quadratic(program: Program, _: Capabilities) -> Program:
    return lower_quadratic(program) if program.degree == 2 else program


def _frobenius(program: Program, machine: Capabilities) -> Program:
    return lower_frobenius(program, machine.powers, machine.chain)


def _collapse(program: Program, machine: Capabilities) -> Program:
    return collapse_linear(program, machine.terms, early=machine.early)


def _fuse(program: Program, machine: Capabilities) -> Program:
    return fuse_products(program, machine.fuses) if machine.fuses else program


def _lazy(program: Program, machine: Capabilities) -> Program:
    return split_products(program, machine.able) if machine.able else program


def _split(program: Program, machine: Capabilities) -> Program:
    return split_products(program, machine.able, sums=False) if machine.able else program


def _factors(program: Program, machine: Capabilities) -> Program:
    return absorb_sums(program, machine.factors) if machine.factors else program


def _sums(program: Program, machine: Capabilities) -> Program:
    return merge_sums(program, machine.adds) if machine.adds else program


def _carried(program: Program, machine: Capabilities) -> Program:
    """What a loop-carried value needs: a storage class in a memory, prologue operations on lines."""
    return coalesce_carried(program) if machine.memory else add_prologue_operations(program, machine.powers)


def _copies(program: Program, machine: Capabilities) -> Program:
    return program if machine.copies else add_copies(program)


_SMALL_CHARACTERISTIC: Mapping[str, Sequence[Pass]] = {
    "default": (_common, _frobenius, _common, _collapse, _dead, _common, _carried),
    "none": (_frobenius, _carried),
}
_LARGE_PRIME: Mapping[str, Sequence[Pass]] = {
    "default": (
        *(_common, _prime, _common, _dead, _quadratic, _align),
        *(_fuse, _lazy, _factors, _sums),
    ),
    "none": (_prime, _quadratic, _align, _split),
}
_PLACES: Sequence[Pass] = (_carried, _copies)
"""What runs last over a large prime: values get their storage classes."""

PIPELINES = tuple(_SMALL_CHARACTERISTIC)
"""The names of the pipelines, which are the same for both kinds of field."""


def optimise(program: Program, capabilities: Capabilities, pipeline: str = "default") -> Program:
    """Run a named pipeline; the result means the same and runs on a machine of these capabilities."""
    if pipeline not in PIPELINES:
        raise ValueError(f"no pipeline {pipeline!r}")
    if not capabilities.prime:
        return _run(program, capabilities, _SMALL_CHARACTERISTIC[pipeline])
    return _run(program, capabilities, (*_LARGE_PRIME[pipeline], *_PLACES))


def optimise_together(
    name: str, programs: Mapping[str, Program], capabilities: Capabilities, pipeline: str = "default"
) -> Together:
    """The same for several programs over a large prime, of which a machine runs one at a time. They are one
    then, of that `name`; in the default pipeline steps that they have in common are there once.
    """
    capabilities = replace(capabilities, steps=pipeline == "default")
    made = {own: _run(program, capabilities, _LARGE_PRIME[pipeline]) for own, program in programs.items()}
    whole = together(name, made)
    if capabilities.steps:
        whole = share_steps(whole)
    return Together(_run(whole, capabilities, _PLACES), tuple(programs))


def _run(program: Program, capabilities: Capabilities, passes: Sequence[Pass]) -> Program:
    for rewrite in passes:
        program = rewrite(program, capabilities)
    program.check()
    return program
