"""`pairforge prove`: that a core does what its program says, for every input."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from pairforge.builder.boxes import Replaced, UnitInCore, boxes_of, stages_with, units_in
from pairforge.builder.interface import interface_of
from pairforge.builder.mapped import mapped_part
from pairforge.builder.meaning import meaning
from pairforge.builder.proven_units import modules_of, unit_parts
from pairforge.bundle.bus_addition import bus_wrappers, facts_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.check import check_design
from pairforge.compiler.compile import Compiled, Progress, Traced, compile_design
from pairforge.compiler.words import from_words, to_words
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.evidence.handshakes.buses import bus_parts
from pairforge.evidence.handshakes.places import Shape
from pairforge.evidence.handshakes.proof import handshake_parts
from pairforge.evidence.proof.boxes import Box
from pairforge.evidence.proof.fingerprint import (
    KEY_BYTES,
    KEY_VARIABLE,
    fingerprint,
    ternary_fingerprint,
)
from pairforge.evidence.proof.independence import check_independence
from pairforge.evidence.proof.netlist import Netlist, read
from pairforge.evidence.proof.part import Part
from pairforge.evidence.proof.stubs import stub_files
from pairforge.evidence.proof.terms import Function, Stage
from pairforge.evidence.verify import Passes, repeated_in, repetitions
from pairforge.machine.design import Design
from pairforge.program.ir import Region
from pairforge.targets.base import Target

_WORDS_IN, _WORDS_OUT, _OFF_CURVE = "in_data", "out_data", "out_off_curve"
_OPCODE = ".opcode"
_LOADED = re.compile(r"(?:.*\.)?load\.word\d+")
"""The registers of what is loaded."""

_CONTROL = "no select, address, enable, reset or handshake depends on data, in any cycle"
_CORE = "the Verilog gives what the scheduled program gives, for every input"
_METHOD = "run of the whole core with a random function in the place of each unit"
_CHECK = "out_off_curve says what the checks find: simulations compare it"
_WITH_LOAD = "the words that are loaded are those of this p: another p has a certificate of its own"
_BITS = 128
"""Of the fingerprints of a value, in all runs together, at least."""

_SEED = 1

_RESTED, _RESTS = "rested", 8
"""The pass in which inputs come alone, so many of them for each core at most, and what is between them grows.
"""

_SECONDS_A_BYTE, _SECONDS_A_CYCLE, _SECONDS_A_ROW = 9e-5, 7e-6, 3e-4
_REPEATED_RUNS = 16
_STATES_A_CORE = 4.0


def prove(
    design: Design,
    progress: Progress,
    rtl: Mapping[str, str] | None = None,
    *,
    mapped: Target | None = None,
    buses: bool = False,
    wrappers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Prove a design; returns the object of `proof.json`.

    `rtl`: files of Verilog by name that are to be the design; None: those that it is compiled to. `mapped`:
    what synthesis makes of its modules for a target as well; `buses`: its wrappers as well, which are
    `wrappers` where these are given.

    Raises
    ------
    UserError
        The design is wrong, or has what no proof is there for yet.
    """
    traced = check_design(design)
    check_covered(traced)
    compiled = compile_design(design, progress, traced)
    files = rtl_files(compiled) if rtl is None else rtl
    return proof_of(traced, compiled, files, progress, mapped=mapped, buses=buses, wrappers=wrappers)


def proof_of(
    traced: Traced,
    compiled: Compiled,
    rtl: Mapping[str, str],
    progress: Progress,
    *,
    mapped: Target | None = None,
    buses: bool = False,
    wrappers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The same of a design that is compiled, and the files of its hardware."""
    with ThreadPoolExecutor(1) as beside:  # ABC runs in processes of its own
        passing = beside.submit(list, _handshakes(compiled, rtl, progress))
        parts, rest = [*_data_parts(compiled, rtl, progress)], [*meaning(traced, progress)]
        if buses:
            core = {f"{compiled.name}.v": rtl[f"{compiled.name}.v"]}
            outside = {**(wrappers or bus_wrappers(compiled)), **core}
            rest += bus_parts(outside, compiled.name, facts_of(compiled), progress)
        parts += [*passing.result(), *rest]
    if mapped is not None:
        parts.append(mapped_part(rtl, mapped, progress))
    return {
        "schema": 1,
        "design": compiled.design.name,
        "proven": all(not part.failure for part in parts),
        "parts": [part.summary() for part in parts],
    }


def estimated_seconds(compiled: Compiled, rtl: Mapping[str, str]) -> float:
    """About how long `proof_of` takes on a core of a laptop, within a factor of two.

    Verilator compiles the netlist, in a time that goes with the text, and then runs it, as many results as in
    the passes of a simulation. The states of control go with the cycles of a run, and are more for each core
    in lock step.
    """
    runs, latency = compiled.design.under_way + _REPEATED_RUNS, compiled.latency
    compiling = sum(map(len, rtl.values())) * _SECONDS_A_BYTE
    design = compiled.design
    control = latency / design.interleave * _SECONDS_A_ROW * _STATES_A_CORE ** (design.sharing.together - 1)
    return compiling + runs * latency * _SECONDS_A_CYCLE + control


def check_proven(proof: Mapping[str, Any], *, undecided: bool = True) -> None:
    """Raise CheckError for the first part that does not hold; `undecided`: also where no proof was found."""
    for part in proof["parts"]:
        if not part["proven"] and (undecided or not part.get("undecided")):
            raise CheckError(f"{proof['design']}: {part['name']}: {part['failure']}")


def hardware_parts(compiled: Compiled, rtl: Mapping[str, str], progress: Progress) -> Iterator[Part]:
    """That these files are hardware which does what the scheduled program says; each part as it is asked for,
    what takes least time first.
    """
    yield from _data_parts(compiled, rtl, progress)
    yield from _handshakes(compiled, rtl, progress)


def _handshakes(compiled: Compiled, rtl: Mapping[str, str], progress: Progress) -> Iterator[Part]:
    """How words pass, for any timing."""
    yield from handshake_parts(rtl, compiled.name, shape_of(compiled), progress)


def _data_parts(compiled: Compiled, rtl: Mapping[str, str], progress: Progress) -> Iterator[Part]:
    """Control, units, and the core around them."""
    placed = list(units_in(compiled))
    began = time.perf_counter()
    progress("read the Verilog with Yosys")
    netlists = read(rtl, compiled.name, sorted({each.module for each in placed}))
    reading = time.perf_counter() - began
    boxes = boxes_of(compiled, placed, netlists)
    with ThreadPoolExecutor(1) as beside:  # compilers run in processes of their own
        simulator = beside.submit(_simulator, compiled, netlists.core, boxes)
        yield _independent(compiled, netlists.core, boxes, reading, progress)
        units = unit_parts(compiled, placed, boxes, netlists, rtl, progress)
        yield from units
        proven = modules_of([part for part in units if not part.failure])
        yield _same(compiled, simulator, placed, boxes, proven, progress)


def check_covered(traced: Traced) -> None:
    """Refuse what there is no proof for yet, before it is compiled (UserError)."""
    design = traced.design
    if design.detects:
        raise UserError(
            f'{design.name}: prove: the comparison of faults = "detect" reads data; '
            "prove the design without it"
        )


def _independent(
    compiled: Compiled, core: Netlist, made: Mapping[str, Replaced], reading: float, progress: Progress
) -> Part:
    progress("control never depends on data: every wire")
    began = time.perf_counter() - reading
    opcode = [bit for name, bits in core.nets.items() if name.endswith(_OPCODE) for bit in bits]
    loaded = [bit for name, bits in core.nets.items() if _LOADED.fullmatch(name) for bit in bits]
    public = [*opcode, *loaded]
    facts: Mapping[str, int] = {}
    failure = ""
    try:
        found = check_independence(
            core,
            (_WORDS_IN,),
            (_WORDS_OUT, _OFF_CURVE),
            {module: each.box.data for module, each in made.items()},
            public,
        )
        facts = {"data wires": found.data, "control wires": found.control, "units": found.boxes}
    except CheckError as error:
        failure = str(error)
    assumes = ["Yosys reads Verilog as the standard says"]
    if opcode:
        assumes.append("the opcode of a job is public")
    if loaded:
        assumes.append("what is loaded after a reset is public")
    seconds = time.perf_counter() - began
    return Part("control", _CONTROL, "structural check of every wire", assumes, seconds, failure, facts)


def _simulator(compiled: Compiled, core: Netlist, made: Mapping[str, Replaced]) -> verilator.Simulator:
    """The core with units as functions of their own, compiled."""
    boxes = [each.box for each in made.values()]
    files = {"core.v": core.text, **stub_files(boxes, ternary=compiled.field.characteristic == 3)}
    return verilator.compile_core(files, compiled.name)


def _same(
    compiled: Compiled,
    compiling: Future[verilator.Simulator],
    placed: Sequence[UnitInCore],
    made: Mapping[str, Replaced],
    proven: Collection[str],
    progress: Progress,
) -> Part:
    """The core with units as functions of their own gives what the program gives with the same functions."""
    field = compiled.field
    ternary = field.characteristic == 3
    # Words in digits may be wrong in one of them alone.
    bits = min([field.width, *(width for each in made.values() for width in each.box.outputs.values())])
    repeats = -(-_BITS // bits)
    progress("core = program: units as functions of their own, every unit's result a fingerprint")
    began = time.perf_counter()
    stages = stages_with(compiled, placed, made)
    boxes = [each.box for each in made.values()]
    simulator = compiling.result()
    rng = random.Random(_SEED)
    seen: list[verilator.Run] = []
    failure = ""
    try:
        for number in range(repeats):
            key, inputs = rng.randbytes(KEY_BYTES), _inputs(compiled, rng)
            function = partial(ternary_fingerprint if ternary else fingerprint, key)
            expected = [_expected(compiled, stages, each, function) for each in inputs]
            sent = to_words(inputs, compiled.element_words)
            for name, count, stimulus in _passes(compiled, len(inputs), every=not number):
                run = simulator.run(
                    sent[:count],
                    compiled.words_in,
                    compiled.words_out,
                    stimulus,
                    threads=compiled.design.under_way,
                    environment={KEY_VARIABLE: key.hex()},
                    load=compiled.load_words,
                )
                seen.append(run)
                alone = _alone(compiled, run)
                if name == _RESTED and any(cycles != alone for cycles in run.latencies):
                    failure = failure or f"an input that comes alone does not take {alone} cycles"
                got = from_words(run.outputs, compiled.element_words)
                failure = failure or _difference(compiled, name, inputs, got, expected)
    except CheckError as error:
        failure = str(error)
    if seen and not failure:
        failure = _late(compiled, seen[0])
    facts = {
        "runs": sum(len(run.outputs) for run in seen),
        "cycles": sum(run.cycles for run in seen),
        "fingerprint bits": bits * repeats,
        "modules shown to be pipelines": sum(box.pipeline for box in boxes),
        "modules by contract": sum(not box.pipeline for box in boxes),
    }
    seconds = time.perf_counter() - began
    assumes = [*_assumptions(boxes, proven), *([_CHECK] if compiled.design.checks else [])]
    assumes += [_WITH_LOAD] if compiled.load_words else []
    return Part("core", _CORE, _METHOD, assumes, seconds, failure, facts)


def _late(compiled: Compiled, run: verilator.Run) -> str:
    """In which way a run as fast as can be is not as fast as scheduled, in words; empty where it is.

    The interval is looked at where there are enough results, and one job.
    """
    if run.latency != compiled.latency:
        return f"the latency is {run.latency} cycles, {compiled.latency} were scheduled"
    interval = compiled.interval if compiled.several is None else None
    enough = len(run.outputs) > _filled(compiled, run.threads)
    if interval is not None and enough and run.interval != interval:
        return f"the interval is {run.interval} cycles, {interval} were scheduled"
    return ""


def _filled(compiled: Compiled, threads: int) -> int:
    """After how many results those that follow are an interval apart, on average; `threads`: of all cores."""
    return compiled.latency // (compiled.interval or compiled.latency) + 3 * threads - 1


def _assumptions(boxes: Sequence[Box], proven: Collection[str]) -> Sequence[str]:
    """What it takes that the core does what its program says; `proven`: modules with a part of their own."""
    left = [box for box in boxes if box.module not in proven]
    by_contract = sorted(box.module for box in left if not box.pipeline)
    return [
        "Yosys reads Verilog as the standard says, and Verilator simulates what Yosys read",
        *([f"{', '.join(sorted(box.module for box in left))}: each computes its function"] if left else []),
        *([f"{', '.join(by_contract)}: each keeps to the timing of its contract"] if by_contract else []),
        "BLAKE2b with a random key behaves like a random function",
        "words come and go as in the passes of a simulation: at once, with gaps and stalls, with resets",
    ]


def shape_of(compiled: Compiled) -> Shape:
    """What passes in a run."""
    computation = compiled.computation
    elements = len(computation.inputs), len(computation.outputs)
    return Shape(compiled.words_in, compiled.words_out, *elements, len(compiled.load_words))


def _inputs(compiled: Compiled, rng: random.Random) -> Sequence[Sequence[int]]:
    """Random words for more runs than the core has at once; of several jobs each of them, and one refused."""
    field = compiled.field
    several = compiled.several
    numbers = range(len(several.programs)) if several is not None else range(1)
    count = max(compiled.design.under_way + 2, len(numbers))
    if compiled.design.interleave == 1:  # of many threads it would take long
        cores = compiled.design.cores
        count = max(count, _filled(compiled, cores) + 1, _RESTS * cores if cores > 1 else 0)

    def element() -> int:
        return field.element(rng.randrange(field.order))

    inputs = [[element() for _ in compiled.computation.inputs] for _ in range(count)]
    if several is not None:
        for i, given in enumerate(inputs):
            given[0] = i % len(numbers)
    return inputs


def _passes(compiled: Compiled, count: int, *, every: bool) -> Iterator[tuple[str, int, verilator.Stimulus]]:
    """Name, number of runs, timing of words: as fast as can be, and where `every` as builds do as well."""
    passes, latency = Passes(seed=_SEED), compiled.latency
    patience = interface_of(compiled).patience
    yield "streaming", count, verilator.Stimulus(timeout=patience, seed=_SEED)
    if not every:
        return
    if _begins_at_once(compiled):
        # What counts cycles may be at another number each time that an input comes.
        yield (
            _RESTED,
            min(count, _RESTS * compiled.design.cores),
            verilator.Stimulus(spaced=True, rest=1, timeout=patience, seed=_SEED),
        )
    for name, stimulus in repetitions(latency, compiled.interval or latency, compiled.words_in, passes):
        yield name, min(count, repeated_in(latency, passes)), replace(stimulus, timeout=patience)


def _begins_at_once(compiled: Compiled) -> bool:
    """Whether an input that is there begins in any cycle in which no other is under way, or so many later."""
    design = compiled.design
    return design.interleave * design.digits == 1 and compiled.several is None


def _alone(compiled: Compiled, run: verilator.Run) -> int | None:
    """Cycles that inputs take that come alone in a run. In lock step they wait for others; the first says how
    long that is.
    """
    return compiled.latency if compiled.design.sharing.together == 1 else run.latency


def _expected(
    compiled: Compiled, stages: Sequence[Stage], inputs: Sequence[int], function: Function
) -> Sequence[int]:
    """The words that a run gives for these."""
    words = inputs
    for stage in stages:
        schedule = stage.binding.stage
        runs, begins = schedule.every_run, schedule.begins
        regions: Sequence[Region] = schedule.program.regions
        if len(runs) > 1:
            run = runs[inputs[0]]
            regions = [r for r in regions if r.ops and run.first <= begins[r.name] < run.end]
        words = stage.values(regions, words, function)
    mask = (1 << compiled.field.width) - 1
    return [word & mask for word in words]


def _difference(
    compiled: Compiled,
    stage: str,
    inputs: Sequence[Sequence[int]],
    got: Sequence[Sequence[int]],
    expected: Sequence[Sequence[int]],
) -> str:
    """The first result that differs, in words; empty where none does."""
    for number, (has, wanted) in enumerate(zip(got, expected, strict=False)):
        for name, a, b in zip(compiled.computation.outputs, has, wanted, strict=True):
            if a != b:
                job = f", job {inputs[number][0]}" if compiled.several else ""
                return f"run {number}{job} ({stage}): {name} is not what the program makes of its inputs"
    return ""
