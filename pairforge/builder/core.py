"""`pairforge build`: from a design to a verified coprocessor in a folder, with its report."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pairforge import cache
from pairforge.builder.interface import interface_of
from pairforge.builder.netlist import simulated
from pairforge.builder.prove import check_covered, check_proven, estimated_seconds, proof_of
from pairforge.builder.route import Effort, routed
from pairforge.bundle.additions import product
from pairforge.bundle.emit import check_folder, header, read_files, rtl_files, write_files, write_folder
from pairforge.bundle.jobs import coprocessor, job_rows, jobs_of, noun
from pairforge.bundle.picture import area_rows, stage_pictures
from pairforge.bundle.readme import core_readme
from pairforge.bundle.result import result_object
from pairforge.catalog.published import PRIOR_WORK, Published
from pairforge.compiler.check import check_design, check_tools
from pairforge.compiler.compile import Compiled, Progress, Traced, compile_design
from pairforge.compiler.computation import computation_of
from pairforge.compiler.sample import Sample, random_sample, sample_of
from pairforge.compiler.threads import settled
from pairforge.errors import CheckError, UserError
from pairforge.evidence import verilator
from pairforge.evidence.interface import Vectors
from pairforge.evidence.testbench import testbench_files
from pairforge.evidence.verify import Passes, Verification, verify
from pairforge.machine.design import Design, errors_in
from pairforge.report.data import (
    Check,
    Citation,
    ComparisonRow,
    Figure,
    Kind,
    Proven,
    Report,
    Security,
    as_data,
)
from pairforge.report.html import render
from pairforge.synth.yosys import Synthesis
from pairforge.targets.base import Fpga, Measured, Target
from pairforge.version import __version__

_BENCH_PAIRINGS = 8  # in the test bench that is emitted
_SEED = 1
_PAIRINGS = 1000  # that are simulated where nothing else is asked for

SHORT_PROOF = 30
"""Seconds that a proof may take which nobody asked for."""


@dataclass(frozen=True)
class Options:
    """What `build` can be asked for beside the design.

    `netlist`: simulate what synthesis makes. `proof`: prove the core; None: where that takes under
    `SHORT_PROOF` seconds.
    """

    target: Target
    folder: Path
    pairings: int = _PAIRINGS
    synthesis: bool = True
    route: Effort | None = None
    netlist: bool = False
    proof: bool | None = None

    @property
    def arguments(self) -> str:
        """What the command line has for it behind the design; what is as by default is left out."""
        route = self.route
        said = [f"--target {self.target.name}"]
        said += [f"--pairings {self.pairings}"] if self.pairings != _PAIRINGS else []
        said += [] if self.synthesis else ["--no-synth"]
        said += ["--netlist"] if self.netlist else []
        said += {None: [], True: ["--prove"], False: ["--no-prove"]}[self.proof]
        if route is not None:
            said += ["--route", f"--seeds {route.seeds}"]
            said += [] if route.mhz is None else [f"--mhz {route.mhz:g}"]
            said += [] if route.grade is None else [f"--grade {route.grade}"]
        return " ".join(said)


def build(design: Design, options: Options, progress: Progress) -> dict[str, Any]:
    """Build a design into a folder; return the object of `result.json`.

    Raises
    ------
    UserError
        Something about the input or this machine is wrong; nothing was written.
    CheckError
        The hardware, or what synthesis made of it, differs from the model; nothing was written.
    """
    with errors_in(design):
        places = settled(design, computation_of(design)).under_way
    if options.pairings <= places:
        raise UserError(
            f"--pairings {options.pairings}: give at least {places + 1}, so that the interval can be measured"
        )
    check_folder(options.folder)
    check_tools(*((options.target,) if options.synthesis else ()))
    stored = cache.entry(
        "build",
        repr(design),
        options.target.name,
        options.target.origin,
        options.pairings,
        int(options.synthesis),
        repr(options.route),
        int(options.netlist),
        repr(options.proof),
        make=lambda folder: _make(design, options, progress, folder),
    )
    files = read_files(stored)
    write_folder(options.folder, files)
    result: dict[str, Any] = json.loads(files["result.json"])
    return result


def _make(design: Design, options: Options, progress: Progress, folder: Path) -> None:
    traced = check_design(design, options.target)
    if options.proof:
        check_covered(traced)
    compiled = compile_design(design, progress, traced)
    rtl = rtl_files(compiled)
    warnings = verilator.lint(rtl, compiled.name)
    if warnings:
        raise CheckError(f"{compiled.name} is not lint-clean: {warnings[0]}")
    what = noun(jobs_of(compiled), options.pairings)
    progress(f"verify: {options.pairings} random {what} in Verilator against the model")
    sample = random_sample(compiled, options.pairings, _SEED)
    began = time.perf_counter()
    jobs = None if compiled.several is None else verify_jobs(compiled, rtl, sample, options.pairings, _SEED)
    verification = verify_core(compiled, rtl, sample) if jobs is None else jobs.whole
    verification = replace(verification, seconds=time.perf_counter() - began)
    seconds = {**compiled.seconds, "verify": verification.seconds}
    proof = _proof(options, traced, compiled, rtl, progress)
    measured = None
    began = time.perf_counter()
    if options.synthesis:
        progress(f"synthesize for {options.target.name}")
        measured = options.target.measure(
            rtl,
            compiled.name,
            depth=compiled.unit_depth,
            goal=compiled.goal,
            progress=progress,
        )
        _check_blocks(design, measured)
    seconds["synth"] = time.perf_counter() - began
    core = interface_of(compiled)
    vectors = Vectors(sample.sent, sample.expected, sample.off_curve)
    netlist = None
    if options.netlist and measured is not None:
        began = time.perf_counter()
        netlist = simulated(measured, core, vectors, progress)
        seconds["netlist"] = time.perf_counter() - began
    route = None
    if options.route is not None and measured is not None:
        began = time.perf_counter()
        route = routed(measured, options.route, progress)
        seconds["route"] = time.perf_counter() - began
    progress("report")
    result = result_object(
        compiled, options.target, verification, measured, seconds, netlist=netlist, route=route, proof=proof
    )
    if core_jobs := jobs_of(compiled):
        rows = [_found(core_jobs[0].name, verification)] if jobs is None else jobs.summary()
        result["jobs"] = job_rows(core_jobs, rows)
    core = replace(core, latency=verification.latency, interval=verification.interval)
    bench = testbench_files(core, vectors.first(_BENCH_PAIRINGS), header=header(compiled))
    synthesis = None if measured is None else measured.synthesis
    report = as_data(report_of(compiled, options, result, verification, synthesis, proof))
    files: dict[str, str | bytes] = {f"rtl/{name}": text for name, text in rtl.items()}
    files |= bench
    if proof is not None:
        files["proof.json"] = json.dumps(proof, indent=1) + "\n"
    additions = product(compiled, options.target, result, files)
    files |= additions.files
    files |= {
        "README.md": core_readme(compiled, options.target, result, additions.readme),
        "report.html": render(report),
        "report.json": json.dumps(report, indent=None, separators=(",", ":"), ensure_ascii=False) + "\n",
        "result.json": json.dumps(result, indent=1) + "\n",
    }
    write_files(folder, files)


def _proof(
    options: Options, traced: Traced, compiled: Compiled, rtl: Mapping[str, str], progress: Progress
) -> dict[str, Any] | None:
    """The object of `proof.json`; None where none was asked for, and it would take long or there is none.

    Raises
    ------
    CheckError
        Something does not hold. Where no proof of a unit was found, that alone stands in the certificate.
    """
    if options.proof is None:
        try:
            check_covered(traced)
        except UserError:
            return None
        seconds = estimated_seconds(compiled, rtl)
        if seconds > SHORT_PROOF:
            progress(f"prove: left out, about {seconds:.0f} s; --prove to have it")
            return None
    elif not options.proof:
        return None
    proof = proof_of(traced, compiled, rtl, progress)
    check_proven(proof, undecided=False)
    return proof


def _check_blocks(design: Design, measured: Measured) -> None:
    """Refuse a core for a clock whose DSP blocks do not use all of their registers (CheckError)."""
    target, synthesis = measured.target, measured.synthesis
    if not design.clock or synthesis is None or not isinstance(target, Fpga):
        return
    every = "".join(target.flow.dsp_registers)
    for used, count in synthesis.dsp_registers.items():
        if used != every:
            missing = ", ".join(sorted(set(every) - set(used)))
            raise CheckError(
                f"{design.name}: {count} DSP blocks lack the registers {missing}, without which they are "
                "slow; leave their stages to the clock, or set clock = 0"
            )


def simulate_core(
    compiled: Compiled,
    rtl: Mapping[str, str],
    sent: NDArray[np.uint32],
    expected: NDArray[np.uint32],
    off_curve: NDArray[np.bool_] | None = None,
    **passes: int,
) -> Verification:
    """Simulate a design and compare, wrong results counted; `passes` as of `evidence.verify.Passes`.

    `off_curve`: of a design that checks points, which pairings have some off their curves; None: no pairing.
    """
    if compiled.design.checks and off_curve is None:
        off_curve = np.zeros(len(sent), dtype=bool)
    return verify(rtl, interface_of(compiled), Vectors(sent, expected, off_curve), Passes(**passes))


def verify_core(compiled: Compiled, rtl: Mapping[str, str], sample: Sample, **passes: int) -> Verification:
    """The same for a sample; raise CheckError where anything differs from the model or the schedule."""
    verification = simulate_core(compiled, rtl, sample.sent, sample.expected, sample.off_curve, **passes)
    verification.check()
    return verification


@dataclass(frozen=True)
class VerifiedJobs:
    """Of a core with several jobs: what was found of each by name, and of all of them mixed."""

    jobs: Mapping[str, Verification]
    mixed: Verification

    @property
    def whole(self) -> Verification:
        """All together; latency and interval are those of the first job."""
        every = (*self.jobs.values(), self.mixed)
        return replace(
            every[0],
            pairings=sum(each.pairings for each in every),
            cycles=sum(each.cycles for each in every),
            repeated=sum(each.repeated for each in every),
        )

    def summary(self) -> list[dict[str, Any]]:
        """Each in the order of opcodes; the last one is of opcodes that are none."""
        return [_found(name, each) for name, each in self.jobs.items()]


def _found(name: str, verification: Verification) -> dict[str, Any]:
    """What was found of a job, for the object `jobs` of result.json."""
    return {
        "name": name,
        "latency": verification.latency,
        "interval": verification.interval,
        "inputs": verification.pairings,
        "mismatches": verification.mismatches,
    }


def verify_jobs(
    compiled: Compiled, rtl: Mapping[str, str], mixed: Sample, count: int, seed: int
) -> VerifiedJobs:
    """Simulate each job of a core on so many inputs, then all of them in turn, as in `mixed`.

    Raises
    ------
    CheckError
        Anything differs from the model or the schedule.
    """
    several, core = compiled.several, interface_of(compiled)
    assert several is not None
    found: dict[str, Verification] = {}
    for number, (job, (latency, interval)) in enumerate(compiled.job_cycles.items()):
        sample = sample_of(compiled, several.inputs_of(number, count, seed))
        own = replace(core, latency=latency, interval=interval)
        found[job] = verify(rtl, own, Vectors(sample.sent, sample.expected))
        found[job].check()
    # In turn they take different times, so nothing is asked of these.
    together = replace(core, latency=None, interval=None)
    last = verify(rtl, together, Vectors(mixed.sent, mixed.expected), Passes(repeat=0))
    last.check()
    return VerifiedJobs(found, last)


def report_of(
    compiled: Compiled,
    options: Options,
    result: Mapping[str, Any],
    verification: Verification,
    synthesis: Synthesis | None,
    proof: Mapping[str, Any] | None,
) -> Report:
    """The data of the report page."""
    design, computation = compiled.design, compiled.computation
    security, what = computation.security, noun(jobs_of(compiled), 2)
    tools = {"Pairforge": __version__, "Verilator": verilator.version()}
    if synthesis is not None:
        tools["Yosys"] = synthesis.tool
    if result["route"] is not None:
        tools["nextpnr"] = result["route"]["tool"]
    return Report(
        title=design.name,
        subtitle=f"A {coprocessor(compiled)}",
        field=f"{compiled.field.label} = {compiled.field.definition}",
        version=__version__,
        command=f"pairforge build {design.asked} {options.arguments}",
        result=result,
        stages=stage_pictures(compiled),
        security=Security(
            security.bits_today, security.note, tuple(Citation(text) for text in security.references)
        ),
        area_by_unit=() if synthesis is None else area_rows(compiled, synthesis),
        published=_comparison(compiled, result, synthesis),
        configuration=design.configuration,
        verification=(
            Check(
                f"random {what}, streaming, against the model",
                verification.pairings,
                verification.mismatches,
                what,
                verification.simulator,
            ),
            *(
                ()
                if verification.off_curve is None
                else (
                    Check(
                        "of these with points off their curves, flagged as such, the others not",
                        verification.off_curve,
                        0,
                        what,
                        verification.simulator,
                    ),
                )
            ),
            Check(
                f"{what} again with gaps, back-pressure, resets, and one at a time",
                verification.repeated,
                0,
                what,
                verification.simulator,
            ),
            *_netlist_checks(result["netlist"], result["target"], what),
        ),
        proof=() if proof is None else tuple(_proven(part) for part in proof["parts"] if part["proven"]),
        tools=tools,
    )


def _proven(part: Mapping[str, Any]) -> Proven:
    """A part of a proof for the page."""
    return Proven(part["what"], part["method"], tuple(part["assumes"]), part["facts"], part["seconds"])


def _netlist_checks(netlist: Mapping[str, Any] | None, target: str, what: str) -> tuple[Check, ...]:
    """What the page says of the simulated netlist, if it was; `what`: of pairings, or of jobs."""
    if netlist is None:
        return ()
    line = f"random {what}, what synthesis made for {target}, {netlist['cells']:,} cells"
    return (Check(line, netlist["pairings"], netlist["mismatches"], what, netlist["simulator"]),)


def _comparison(
    compiled: Compiled, result: Mapping[str, Any], synthesis: Synthesis | None
) -> tuple[ComparisonRow, ...]:
    prior_work = [row for row in PRIOR_WORK if row.field == compiled.computation.published_as]
    if not prior_work:
        return ()
    slices = None if synthesis is None else synthesis.area.slices_calibrated
    timing, route = result["timing"], result["route"]
    mhz = None if timing is None else timing["fmax_mhz"]
    kind: Kind = "estimated" if route is None else "measured"
    interval = result["cycles"]["interval"]
    ours = ComparisonRow(
        source=f"this build ({compiled.design.name})",
        device=result["target"],
        note="time between results; slices: the calibrated estimate"
        + (
            f"; clock: routed, {route['part']}"
            if route is not None
            else ""
            if synthesis is None
            else f"; clock: {synthesis.timing.levels} levels, {synthesis.timing.model}"
        ),
        ours=True,
        cycles=Figure(interval, "measured"),
        slices=None if slices is None else Figure(slices, "estimated"),
        mhz=None if mhz is None else Figure(mhz, kind),
        us=None if mhz is None else Figure(interval / mhz, kind),
    )
    return (ours, *(_published_row(row) for row in prior_work))


def _published_row(row: Published) -> ComparisonRow:
    return ComparisonRow(
        source=row.source,
        device=row.device,
        note=row.note,
        cycles=None if row.cycles is None else Figure(row.cycles, "published"),
        slices=Figure(row.slices, "published"),
        mhz=Figure(row.mhz, "published"),
        us=Figure(row.us, "published"),
    )
