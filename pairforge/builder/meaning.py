"""Parts of a proof about programs: that they mean what was traced, and that this is the definition."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pairforge.compiler.compile import Progress, Traced, TracedStage
from pairforge.errors import CheckError
from pairforge.evidence.identity.defined import Defined, DegreeError
from pairforge.evidence.identity.definition import COMPARED, Agreement
from pairforge.evidence.identity.of_pairing import definition_of
from pairforge.evidence.identity.programs import Identity, compare
from pairforge.evidence.proof.part import Part
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.computation import Algorithm
from pairforge.program.ir import Program
from pairforge.units.parts.representation import radix_of

_METHOD = "values at random points of large fields, with the degrees of programs (Schwartz, Zippel)"
_PROGRAM = "the scheduled program gives what the traced algorithm gives, for every input: all passes"
_DEFINITION = "the algorithm gives what Miller's with all denominators and the exponent itself give"


def meaning(traced: Traced, progress: Progress) -> Iterator[Part]:
    """The part about passes; that about the definition, where something can be shown of it."""
    definition = _definition(traced, progress)
    yield _passes(traced, progress, shown=definition is not None)
    if definition is not None:
        yield definition


def _passes(traced: Traced, progress: Progress, *, shown: bool) -> Part:
    progress("program = algorithm: values at random points, before all passes and after")
    began = time.perf_counter()
    failure, found = "", list[Identity]()
    try:
        for stage in traced.stages:
            for name, program in stage.parts.items():
                each = _compare(stage, stage.sources[name], program)
                found.append(each)
                if each.differing is not None:
                    failure = failure or f"{name}: result {each.differing} is not what was traced"
    except CheckError as error:
        failure = str(error)
    facts = {
        "programs": len(found),
        "points": sum(each.points for each in found),
        "bits of the degree": max((each.degree_bits for each in found), default=0),
        "error, -log2": min((each.error_bits for each in found), default=0),
    }
    assumes = ["values at points drawn by SHAKE-256 from the programs' texts are as good as random ones"]
    if not shown:
        assumes.append("the algorithm is the definition, which its tests say")
    if traced.computation.characteristic > 3:
        assumes.append("inputs are below p; what is inverted is not 0")
    return Part("program", _PROGRAM, _METHOD, assumes, time.perf_counter() - began, failure, facts)


def _compare(stage: TracedStage, source: Program, program: Program) -> Identity:
    inputs = 1 + max(
        (op.attribute or 0 for region in source.regions for op in region.ops if op.kind == "input"),
        default=-1,
    )
    return compare(source, program, inputs, radix_of(stage.units))


def _algorithms(traced: Traced) -> Iterator[tuple[str, str, Defined, Algorithm]]:
    """Of each part of the computation its name, that of the algorithm, the definition, the algorithm."""
    computation = traced.computation
    for stage in traced.stages:
        runs = stage.machine.runs or (stage.machine.name,)
        names = stage.algorithm.split("+")
        quadratic = stage.program.degree == 2
        if quadratic and isinstance(computation, AtePairing):
            names, algorithms = ["over F_p2"] * len(runs), computation.parts_over_quadratic
        elif stage.algorithm:
            algorithms = tuple(
                computation.stage(run).algorithms[name] for run, name in zip(runs, names, strict=True)
            )
        else:
            continue
        named = dict(zip(runs, names, strict=True))
        for (run, name), algorithm in zip(named.items(), algorithms, strict=True):
            definition = definition_of(computation, run, named, quadratic=quadratic)
            if definition is not None:
                yield run, name, definition, algorithm


def _definition(traced: Traced, progress: Progress) -> Part | None:
    """None where nothing can be shown."""
    began = time.perf_counter()
    failures, found, not_shown = [], list[Agreement](), []
    for run, name, definition, algorithm in _algorithms(traced):
        progress(f"algorithm = definition: {run}, {name}")
        try:
            each = COMPARED[run](definition, algorithm)
        except DegreeError as error:
            not_shown.append(f"{run}, {name}, is the definition ({error})")
            continue
        except (CheckError, ZeroDivisionError) as error:
            failures.append(f"{run}: {name}: {error}")
            continue
        found.append(each)
        if not each.agree:
            failures.append(f"{run}: {name} does not give the definition's value")
    if not found and not failures:
        return None
    facts = {
        "algorithms": len(found),
        "points": sum(each.points for each in found),
        "bits of the degree": max((each.degree_bits for each in found), default=0),
        "error, -log2": min((each.error_bits for each in found), default=0),
    }
    assumes = [
        "points of a generator of random numbers are as good as random ones",
        "what formulas divide by is not 0",
        *not_shown,
    ]
    seconds = time.perf_counter() - began
    return Part("definition", _DEFINITION, _METHOD, assumes, seconds, "; ".join(failures), facts)
