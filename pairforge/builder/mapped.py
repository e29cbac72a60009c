"""What synthesis makes of the modules of a core, proven to do what their Verilog does."""

from __future__ import annotations

import time
from collections.abc import Mapping

from pairforge.builder.netlist import check_models
from pairforge.compiler.compile import Progress
from pairforge.errors import CheckError, UserError
from pairforge.evidence.equivalence import Equivalence, equivalent, modules_of
from pairforge.evidence.proof.part import Part
from pairforge.targets.base import Fpga, Target

MOST_TEXT = 400_000
"""Characters of Verilog of the largest module that is looked at, with all modules in it."""

_WHAT = "each module that is made of gates alone does, as synthesis maps it for {}, what its Verilog does"
_METHOD = "registers that always agree, by induction (ABC scorr), and no output that differs"
_ASSUMES = (
    "Yosys reads Verilog as the standard says, and ABC is right about its circuits",
    "cells behave as their models say",
    "registers of both start alike",
    "each module is synthesized by itself, by the flow of a build",
)


def mapped_part(files: Mapping[str, str], target: Target, progress: Progress) -> Part:
    """The part of a certificate that says so of the modules in the files (name to Verilog).

    Modules with block memories or multipliers, larger ones, and those that the prover has no answer for are
    left to simulation (`build --netlist`); `facts` counts them.

    Raises
    ------
    UserError
        The target has no models of its cells.
    """
    began = time.perf_counter()
    found: list[Equivalence] = []
    failure, left = "", 0
    try:
        for module, needed in modules_of(files).items():
            if sum(map(len, needed.values())) > MOST_TEXT:
                left += 1
                continue
            progress(f"synthesize {module} for {target.name}, and compare it with its Verilog")
            found.append(module_equivalence(needed, module, target))
    except CheckError as error:
        failure = str(error)
    wrong = [each.module for each in found if each.proven is False]
    if wrong:
        failure = f"{', '.join(wrong)}: what synthesis makes differs from the Verilog"
    proven = [each for each in found if each.proven]
    facts = {
        "modules proven": len(proven),
        "cells in these": sum(sum(each.cells.values()) for each in proven),
        "modules left to simulation": left + sum(each.proven is None for each in found),
    }
    seconds = time.perf_counter() - began
    return Part("mapped", _WHAT.format(target.name), _METHOD, _ASSUMES, seconds, failure, facts)


def check_mapped(target: Target) -> None:
    """Refuse a target for whose netlists there is no such proof (UserError)."""
    check_models(target, "--mapped")
    if not isinstance(target, Fpga):
        raise UserError(f"--mapped: {target.name} is no FPGA")


def module_equivalence(files: Mapping[str, str], module: str, target: Target) -> Equivalence:
    """What is found of one module, with the files that it needs. Raises as `mapped_part`."""
    check_mapped(target)
    assert isinstance(target, Fpga)
    assert target.models is not None
    with target.errors():
        made = target.synthesize(files, module, depth=0)
        return equivalent(files, made.netlist, module, target.models)
