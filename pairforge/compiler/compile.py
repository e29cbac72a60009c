"""A design compiled: programs, schedules, bindings and hardware of every stage, nothing written yet."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from pathlib import Path
from typing import TypeAlias

from pairforge import cache
from pairforge.binding.model import Binding
from pairforge.binding.wiping import wiping_rows, with_wiping
from pairforge.compiler.computation import computation_of
from pairforge.compiler.field import field_of
from pairforge.compiler.threads import settled, unit_clock
from pairforge.errors import UserError
from pairforge.jobs.base import Job
from pairforge.jobs.several import REFUSED, Several
from pairforge.machine.design import Design, Machine, errors_in
from pairforge.machine.make import make_units
from pairforge.machine.storage import Banks
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Algorithm, Computation, Stage, join
from pairforge.program.bounds import wide_bounds
from pairforge.program.ir import Loop, Op, Program
from pairforge.program.passes import Capabilities, optimise, optimise_together
from pairforge.program.passes.sums import Adders
from pairforge.program.signs import SUMS
from pairforge.program.text import show
from pairforge.program.together import Together
from pairforge.program.trace import trace
from pairforge.rtl.core import BoundStage, Core, build_core
from pairforge.rtl.detection import detection_interval, detection_latency
from pairforge.rtl.round_robin import output_lag
from pairforge.rtl.stream import Legal, saturating_lanes
from pairforge.schedule.merge import merged
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.stage import schedule_stage, schedule_together
from pairforge.storage.addressed import AddressedStorage
from pairforge.storage.table import bind, storage_of
from pairforge.targets.base import Fpga, Goal
from pairforge.targets.registry import find_target
from pairforge.units.base import Unit
from pairforge.units.fields.base import Field
from pairforge.units.fields.quadratic import QUADRATIC
from pairforge.units.parts.representation import radix_of
from pairforge.units.parts.retiming import TooFewRegistersError

Progress = Callable[[str], None]

LEAST_WORK = "least-work"
"""The algorithm of a machine that leaves it to its units: the algorithm whose busiest unit has least to do.
"""

_LEAST_THREADS = 3  # for several jobs: the sequence table is then read when it is its turn
_PACKAGE = Path(__file__).resolve().parent.parent
# Folders whose code decides a schedule.
_SCHEDULING = ("machine", "program", "schedule", "binding", "storage")


@dataclass(frozen=True)
class TracedStage:
    """One stage before it is scheduled: its machine, the units of that, and what runs on it.

    `sources`: what was traced, by the names of `parts`. `algorithm`: which of the stage's.
    """

    machine: Machine
    units: Mapping[str, Unit]
    program: Program
    sources: Mapping[str, Program]
    algorithm: str = ""
    together: Together | None = None
    """The programs of several jobs, which the program is then."""

    @property
    def parts(self) -> Mapping[str, Program]:
        """The program, or those of several jobs, by name."""
        several = self.together
        if several is None:
            return {self.machine.name: self.program}
        return {name: several.part(name) for name in several.names}


@dataclass(frozen=True)
class Traced:
    """A whole design before it is scheduled; `design`: with a number of threads."""

    design: Design
    computation: Computation
    field: Field
    stages: tuple[TracedStage, ...]


@dataclass(frozen=True)
class CompiledStage:
    """One stage: its machine, what runs on it, when and where."""

    machine: Machine
    program: Program
    units: Mapping[str, Unit]
    schedule: StageSchedule
    binding: Binding
    jobs: Mapping[str, StageSchedule]
    """The schedule of each of the programs, by name: one, or those that were merged into one."""


@dataclass(frozen=True)
class Compiled:
    """A whole design. `seconds`: wall time by step; a schedule from the cache takes next to none."""

    design: Design
    computation: Computation
    field: Field
    stages: tuple[CompiledStage, ...]
    core: Core
    seconds: Mapping[str, float]

    @property
    def name(self) -> str:
        """The top module's name."""
        return core_name(self.design)

    @property
    def pairing(self) -> Pairing:
        """What it computes, where that is a pairing.

        Raises
        ------
        UserError
            It is another computation.
        """
        if not isinstance(self.computation, Pairing):
            raise UserError(f"{self.design.name} computes {self.computation.name}, which is no pairing")
        return self.computation

    @property
    def element_words(self) -> int:
        """32-bit words of an element."""
        return -(-self.field.width // 32)

    @property
    def words_in(self) -> int:
        """32-bit words that make up the input of one pairing."""
        return len(self.computation.inputs) * self.element_words

    @property
    def words_out(self) -> int:
        """32-bit words of one result."""
        return len(self.computation.outputs) * self.element_words

    @property
    def load_words(self) -> list[int]:
        """32-bit words that the core takes after a reset, before the first pairing."""
        return [word for item in self.core.loading for word in item.words]

    @property
    def unit_depth(self) -> int:
        """The level of instances at which the functional units stand: threads are a level of their own, and
        whole cores, and cores that are compared.
        """
        design = self.design
        return 2 + (design.interleave > 1) + design.sharing.whole + design.detects

    @property
    def goal(self) -> Goal:
        """What synthesis maps for: few levels of logic where a clock is asked for, else few tables."""
        return "delay" if self.design.clock else "area"

    @property
    def latency(self) -> int:
        """Cycles from the first input word to the last output word, as scheduled.

        The words, every stage's run, and between each of these the cycles in which one sees that the other
        is done: the buffer's flag, and the address and the word of the control store. With several threads
        all that in cycles of one thread, and the registers on the way to the output; with digits in word
        cycles. Cores in lock step begin when each of them has its words, which come for one after the
        other. Where cores are compared, a result is held back until all of it is there.
        """
        return self._latency(next(iter(self.stages[0].jobs)))

    def _latency(self, job: str) -> int:
        """The same, of one of several jobs."""
        together = self.design.sharing.together
        runs = sum(stage.jobs.get(job, stage.schedule).length for stage in self.stages)
        lags = sum(stage.lag for stage in self.core.stages)
        own = together * (self.words_in + 1) - 1 + runs + self.words_out + 2 * len(self.stages) - 1 + lags
        threads = self.design.interleave * self.design.digits
        held = detection_latency(self.words_out) if self.design.detects else 0
        lag = output_lag(self.design.interleave, len(self.computation.outputs), together)
        return own * threads + lag + held

    @property
    def interval(self) -> int | None:
        """Cycles between results, as scheduled, on average where there are several cores; rounded up.

        None where a later stage holds up the first, or where nothing can wait for the output: a stage on
        lines alone begins a pairing when the one before it has been sent. C threads have a result each in C
        times the first stage's interval: on average its interval. A word passes only in its thread's cycle,
        one every C cycles.
        """
        if len(self.stages) == 1 and not self.core.stages[0].control.waits:
            return None
        return self._interval(next(iter(self.stages[0].jobs)))

    def _interval(self, job: str) -> int | None:
        """The same, of one of several jobs."""
        cores, digits = self.design.cores, self.design.digits
        first, threads = self.stages[0].jobs[job].interval * digits, self.design.interleave * digits
        words = max(self.words_in + (self.design.sharing.together > 1), self.words_out)
        busy = max(first, words * cores * threads)
        if self.design.detects:
            busy = max(busy, detection_interval(self.words_out, threads) * cores)
        return -(-first // cores) if self.core.keeps_up and busy == first else None

    @property
    def several(self) -> Several | None:
        """The jobs, where it has several; None where it has one."""
        return self.computation if isinstance(self.computation, Several) else None

    @property
    def job_cycles(self) -> Mapping[str, tuple[int, int | None]]:
        """Latency and interval of each job by name."""
        return {job: (self._latency(job), self._interval(job)) for job in self.stages[0].jobs}


def core_name(design: Design) -> str:
    """The design's name as a Verilog identifier."""
    return design.name.replace("-", "_").lower()


def trace_design(design: Design) -> Traced:
    """Trace and optimise the program of every stage.

    Raises
    ------
    UserError
        The computation is unknown, the stages are not its stages, or a unit cannot be made or is missing.
    """
    computation = computation_of(design)
    design = settled(design, computation)
    if isinstance(computation, Several):
        _check_several(design)
    _check_keys(design, computation)
    field = field_of(computation)
    stages: list[TracedStage] = []
    for machine, stage in zip(design.stages, stages_of(design, computation), strict=True):
        common = design.common_inverters
        units = make_units(machine, field, unit_clock(design), design.interleave, common)
        checks = design.checks and not stages
        several = None
        if isinstance(computation, Several):
            sources = traces_of(computation)
            several = _programs_of(computation, sources, machine, design.passes, units)
            program, algorithm = several.program, ""
        else:
            chosen = choose(computation, stage, machine, design.passes, units, checks=checks)
            sources, algorithm = {machine.name: chosen.source}, chosen.algorithm
            program = chosen.program
        fitting = _fitted(machine, program)
        if fitting != machine:
            machine = fitting
            units = make_units(machine, field, unit_clock(design), design.interleave, common)
        stages.append(TracedStage(machine, units, program, sources, algorithm, several))
    design = replace(design, stages=tuple(stage.machine for stage in stages))
    return Traced(design, computation, field, tuple(stages))


def _check_several(design: Design) -> None:
    """Refuse machines that cannot have several programs (UserError)."""
    (machine, *others), where = design.stages, "jobs: several of them"
    if others:
        raise UserError(f"{where} run on one stage; there are {len(design.stages)}")
    if not isinstance(machine.storage, Banks):
        raise UserError(f"{where} are for storage.style = 'banks'")
    if design.interleave < _LEAST_THREADS:
        raise UserError(f"{where} are for an interleave of {_LEAST_THREADS} or more, not {design.interleave}")
    if design.sharing.together > 1:
        raise UserError(f"{where} are for control = 'own', where cores do not run in lock step")
    if design.checks or machine.loadable:
        raise UserError(f"{where} look at their inputs themselves, in one field; leave out check and modulus")


def _check_keys(design: Design, computation: Computation) -> None:
    """Refuse keys where no other job finds them (UserError)."""
    if not computation.keeps:
        return
    if not isinstance(computation, Several):
        raise UserError(f"{computation.name} is for a core with several jobs, which find its keys; give jobs")
    if design.detects:
        raise UserError('faults: "detect" is for jobs that keep no key: a reset behind a fault would lose it')
    if design.sharing.count > 1:
        raise UserError("cores: each would keep keys of its own; leave it out where a job has a key")


def _fitted(machine: Machine, program: Program) -> Machine:
    """The machine, with what its units leave open as a program needs it."""
    found: dict[str, list[tuple[str, int | None]]] = {unit.name: [] for unit in machine.units}
    for region in program.regions:
        for op in region.ops:
            if unit := machine.unit_for(op.kind, op.attribute, region.name):
                found[unit.name].append((op.kind, op.attribute))
    units = [replace(unit, options=unit.options.fitted(found[unit.name])) for unit in machine.units]
    return replace(machine, units=tuple(units))


def compile_design(
    design: Design, progress: Progress = lambda _: None, traced: Traced | None = None
) -> Compiled:
    """Trace, optimise, schedule, bind, and build the hardware.

    `traced`: the design traced already.

    Raises
    ------
    UserError
        The computation is unknown, the stages are not its stages, or a machine cannot run its program.
    """
    with errors_in(design):
        traced = traced or trace_design(design)
        design, computation, field = traced.design, traced.computation, traced.field
        began = time.perf_counter()
        stages = []
        for stage in traced.stages:
            overlap = stage is not traced.stages[-1]
            jobs, binding = _scheduled(design, stage, computation.name, progress, overlap=overlap)
            jobs, binding = _wiped(computation, stage, jobs, binding)
            schedule = binding.stage
            own = stage.machine, schedule.program, stage.units
            stages.append(CompiledStage(*own, schedule, binding, jobs))
    scheduled = time.perf_counter()
    progress("hardware: units, datapaths, sequencers")
    bound = [BoundStage(stage.binding, stage.units, storage_of(stage.machine)) for stage in stages]
    try:
        core = build_core(
            core_name(design),
            field.width,
            len(computation.inputs),
            len(computation.outputs),
            bound,
            f"Coprocessor for {computation.description}.",
            design.interleave,
            Legal(computation.characteristic) if design.checks else None,
            table_inputs=_table_inputs(design),
            clocked=bool(design.clock),
            cores=design.sharing,
            saturated=_saturated(computation),
            detects=design.detects,
        )
    except TooFewRegistersError:
        raise UserError(
            f"{design.file}: interleave: operands come later than a unit whose registers are those of "
            f"{design.interleave} threads can wait; set it to {design.interleave + 1} or more"
        ) from None
    seconds = {"schedule": scheduled - began, "rtl": time.perf_counter() - scheduled}
    return Compiled(design, computation, field, tuple(stages), core, seconds)


def _wiped(
    computation: Computation, stage: TracedStage, jobs: Mapping[str, StageSchedule], binding: Binding
) -> _Scheduled:
    """What was scheduled, with time to overwrite words behind each job that looks at keys of the core, and
    behind one that is none, as it may have a key among its inputs.
    """
    if not isinstance(computation, Several) or not computation.keeps:
        return jobs, binding
    wiped = [REFUSED, *(part.computation.name for part in computation.parts if part.computation.keeps)]
    rows = wiping_rows(binding, stage.units, len(computation.inputs))
    return with_wiping(binding, jobs, wiped, rows, AddressedStorage.place)


def _saturated(computation: Computation) -> int:
    """Words of an input that are all ones where it has a bit beyond its width: jobs look at such bits."""
    if not isinstance(computation, (Job, Several)):
        return 0
    return saturating_lanes(computation.width, computation.characteristic)


def _table_inputs(design: Design) -> int:
    """Inputs of a look-up table of the target; 4 where it is made of standard cells."""
    target = find_target(design.target)
    return target.lut_inputs if isinstance(target, Fpga) else 4


def stages_of(design: Design, computation: Computation) -> Sequence[Stage]:
    """What each machine of a design runs: a stage of the computation, or several joined.

    Raises
    ------
    UserError
        All in all they are not the stages of the computation in their order, a later machine cannot wait, or
        a stage has no such algorithm.
    """
    names = [stage.name for stage in computation.stages]
    runs = [machine.runs or (machine.name,) for machine in design.stages]
    given = [name for part in runs for name in part]
    if given != names:
        raise UserError(
            f"stage: the stages of {computation.name} are {', '.join(names)}, in this order, "
            f"not {', '.join(given)}"
        )
    for machine in design.stages[1:]:
        machine.storage.check_follower(machine.name)
    stages = [
        join(machine.name, [computation.stage(name) for name in part])
        for machine, part in zip(design.stages, runs, strict=True)
    ]
    for machine, stage in zip(design.stages, stages, strict=True):
        if machine.algorithm not in ("", LEAST_WORK, *stage.algorithms):
            raise UserError(
                f"stage.{machine.name}.algorithm: {computation.name} has {', '.join(stage.algorithms)} here, "
                f"not {machine.algorithm!r}"
            )
    return stages


@dataclass(frozen=True)
class Chosen:
    """A stage's program for a machine, which of its algorithms it is, and what was traced of that."""

    algorithm: str
    source: Program
    program: Program


def program_of(
    computation: Computation,
    stage: Stage,
    machine: Machine,
    passes: str,
    units: Mapping[str, Unit] | None = None,
) -> Program:
    """The program of a computation's stage, optimised for a machine; `units` as of `choose`."""
    return choose(computation, stage, machine, passes, units).program


def choose(
    computation: Computation,
    stage: Stage,
    machine: Machine,
    passes: str,
    units: Mapping[str, Unit] | None = None,
    *,
    checks: bool = False,
) -> Chosen:
    """Choose the algorithm of a computation's stage, trace it, and optimise it for a machine.

    `units`: those of the machine, which say how it represents elements, and which algorithm is least work;
    None where units are abstract. `checks`: the program, which is that of the first stage, also checks that
    the points are on their curves, by the algorithm of `residuals` that is least work.
    """
    units = units or {}
    capabilities = _capabilities(computation, machine, radix_of(units))
    if any(unit.options.words == QUADRATIC for unit in machine.units):
        return _over_quadratic(computation, stage, machine, passes, capabilities, checks=checks)

    def made(stage: Stage, name: str, residuals: Algorithm | None = None) -> Chosen:
        traced = trace(
            f"{computation.name}.{stage.name}",
            computation.characteristic,
            computation.degree,
            stage.inputs,
            stage.outputs,
            stage.algorithms[name],
            residuals,
        )
        program = optimise(traced, capabilities, passes)
        if capabilities.radix and program.wide_names:
            wide_bounds(program, capabilities.radix)
        return Chosen(name, traced, program)

    name = machine.algorithm or next(iter(stage.algorithms))
    if name == LEAST_WORK:
        parts = [computation.stage(part) for part in machine.runs or (machine.name,)]
        work = [
            {each: _work(made(part, each).program, machine, units) for each in part.algorithms}
            for part in parts
        ]
        best = min(product(*work), key=lambda choice: _busiest(work, choice))
        name = "+".join(best)
    if not checks:
        return made(stage, name)
    if computation.residuals is None:
        raise UserError(f"check: {computation.name} looks at its inputs itself; leave check out")
    choices: list[Chosen] = []
    missing: UserError | None = None
    for residuals in computation.residuals.values():
        try:
            choices.append(made(stage, name, residuals))
        except UserError as error:  # no unit for a power of Frobenius, which another algorithm may do without
            missing = missing or error
    if not choices and missing:
        raise missing
    return min(choices, key=lambda choice: _size(choice.program, machine, units))


def traces_of(computation: Several) -> Mapping[str, Program]:
    """The programs of several jobs, as traced."""
    return {
        name: trace(
            f"{computation.name}.{name}",
            computation.characteristic,
            computation.degree,
            part.inputs,
            part.outputs,
            part.algorithm,
            steps=True,
        )
        for name, part in computation.programs.items()
    }


def _programs_of(
    computation: Several,
    traced: Mapping[str, Program],
    machine: Machine,
    passes: str,
    units: Mapping[str, Unit],
) -> Together:
    """The programs of several jobs, optimised together for a machine with these units."""
    capabilities = _capabilities(computation, machine, radix_of(units))
    made = optimise_together(computation.name, traced, capabilities, passes)
    if capabilities.radix and made.program.wide_names:
        wide_bounds(made.program, capabilities.radix)
    return made


def _over_quadratic(
    computation: Computation,
    stage: Stage,
    machine: Machine,
    passes: str,
    capabilities: Capabilities,
    *,
    checks: bool,
) -> Chosen:
    """The whole computation for units that compute in F_p2. Raises UserError where it has no such algorithm,
    or the stage is a part of it.
    """
    where = f"stage.{machine.name}"
    if computation.over_quadratic is None:
        raise UserError(f"{where}: {computation.name} has no algorithm over F_p2; take units over F_p")
    names = [part.name for part in computation.stages]
    if list(machine.runs or (machine.name,)) != names:
        raise UserError(
            f"{where}.runs: units over F_p2 do a whole computation, in one stage that runs {', '.join(names)}"
        )
    if machine.algorithm:
        raise UserError(f"{where}.algorithm: over F_p2 there is one alone; leave it out")
    traced = trace(
        f"{computation.name}.{stage.name}",
        computation.characteristic,
        2,
        stage.inputs,
        stage.outputs,
        computation.over_quadratic,
        computation.residuals_over_quadratic if checks else None,
    )
    return Chosen("", traced, optimise(traced, capabilities, passes))


def _size(program: Program, machine: Machine, units: Mapping[str, Unit]) -> tuple[float, int]:
    """Cycles that the unit with most work is busy in a run, and how many operations there are."""
    return max(_work(program, machine, units).values(), default=0.0), sum(program.counts().values())


def _busiest(work: Sequence[Mapping[str, Mapping[str, float]]], choice: Sequence[str]) -> float:
    """Cycles that the unit with most work is busy in a run of one algorithm of each part."""
    total: dict[str, float] = {}
    for algorithms, name in zip(work, choice, strict=True):
        for unit, cycles in algorithms[name].items():
            total[unit] = total.get(unit, 0.0) + cycles
    return max(total.values(), default=0.0)


def _capabilities(computation: Computation, machine: Machine, radix: int | None) -> Capabilities:
    def terms(op: Op, block: str) -> int:
        unit = machine.unit_for(op.kind, op.attribute, block)
        return unit.terms if unit else 1

    powers = [unit.power for unit in machine.units if unit.power]
    chain = any(unit.raises for unit in machine.units)
    memory, early = machine.storage.addressed, machine.operands == "early"
    prime = computation.characteristic > 3
    converts = any("convert" in unit.operations for unit in machine.units)

    def does(block: str, kind: str) -> bool:
        return machine.unit_for(kind, None, block) is not None

    def fuses(block: str) -> bool:
        return does(block, "dot")

    def factors(block: str) -> bool:
        return does(block, "mul3") and does(block, "mul4")

    def adds(block: str) -> Adders:
        units = {values: machine.unit_for(kind, None, block) for values, kind in SUMS.items()}
        return {values: (unit.name, unit.count) for values, unit in units.items() if unit}

    return Capabilities(
        terms,
        powers,
        chain,
        memory,
        early,
        prime,
        radix,
        converts,
        fuses,
        copies=any("sum" in unit.operations for unit in machine.units),
        adds=adds,
        factors=factors,
        able=does if any("product" in unit.operations for unit in machine.units) else None,
    )


def _work(program: Program, machine: Machine, units: Mapping[str, Unit]) -> Mapping[str, float]:
    """Cycles that each unit is busy in a run, without end where the machine cannot run it."""
    work: dict[str, float] = {}
    for region in program.regions:
        times = region.count if isinstance(region, Loop) else 1
        if isinstance(region, Loop) and region.bits and not machine.storage.ladders:
            return {"": inf}
        for op in region.ops:
            if op.streams:
                continue
            spec = machine.unit_for(op.kind, op.attribute, region.name)
            if spec is None:
                return {"": inf}
            cycles = units[spec.name].interval(op.attribute) if spec.name in units else 1
            work[spec.name] = work.get(spec.name, 0) + times * cycles / spec.count
    return work


_COUNTED = (
    *("mul", "mul3", "mul4", "dot", "product", "reduce", "wadd", "lift"),
    *("add", "add3", "add4", "sum", "frob", "inv", "convert"),
)


def _counts(program: Program) -> str:
    counts = program.counts()
    return ", ".join(f"{counts[kind]} {kind}" for kind in _COUNTED if kind in counts)


_Scheduled: TypeAlias = tuple[Mapping[str, StageSchedule], Binding]
"""The schedule of each program by name; the binding of all of them, with the schedule that it is of."""


def _scheduled(
    design: Design, stage: TracedStage, name: str, progress: Progress, *, overlap: bool
) -> _Scheduled:
    """Schedule and bind, or take both from the cache: programs, machine, timing and effort decide them.

    Several programs are scheduled one by one, and have their places together. `name`: of all of them.
    """
    machine, units, program, storage = stage.machine, stage.units, stage.program, storage_of(stage.machine)
    made: list[_Scheduled] = []
    lines = [f"schedule {own}: {_counts(part)}" for own, part in stage.parts.items()]

    def make(folder: Path) -> None:
        for line in lines:
            progress(line)
        if stage.together:
            jobs = schedule_together(stage.together, machine, storage, units, design.effort)
            progress(f"bind {len(jobs)} programs together")
            whole = merged(program, jobs)
        else:
            whole = schedule_stage(program, machine, storage, units, design.effort, overlap=overlap)
            jobs = {name: whole}
        made.append((jobs, bind(whole, design.effort)))
        (folder / "schedule.pickle").write_bytes(pickle.dumps(made[0]))

    timing = [
        f"{op.kind} {op.attribute} {unit.name} {units[unit.name].latency(op.attribute)} "
        f"{units[unit.name].interval(op.attribute)}"
        for region in program.regions
        for op in region.ops
        if (unit := machine.unit_for(op.kind, op.attribute, region.name))
    ]
    sources = sorted(path for folder in _SCHEDULING for path in (_PACKAGE / folder).rglob("*.py"))
    folder = cache.entry(
        "schedule",
        name,
        *(stage.together.names if stage.together else ()),
        show(program),
        repr(machine),
        str(design.effort),
        str(overlap),
        "\n".join(timing),
        make=make,
        sources=sources,
    )
    if made:
        return made[0]
    for line in lines:
        progress(line)
    loaded: _Scheduled = pickle.loads((folder / "schedule.pickle").read_bytes())
    return loaded
