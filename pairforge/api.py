"""The verbs of the command line as functions on the same objects; results show themselves in a notebook.

>>> import pairforge
>>> pairforge.pair("eta-f2-5", [((0x4, 0x17), (0x1B, 0x15))])
[(7, 21, 22, 6)]
>>> pairforge.curve("eta-f2-5").facts["embedding_degree"]
4

Errors are `pairforge.errors.UserError` and `CheckError`, as for the commands.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pairforge.builder.pair import default_backend, evaluate
from pairforge.errors import UserError
from pairforge.jobs.user import algorithm
from pairforge.machine.design import Design
from pairforge.machine.designs import find_design
from pairforge.overview.curve import curve_object
from pairforge.overview.listing import listing
from pairforge.overview.summary import build_lines, curve_lines, proof_lines
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.vectors import Case
from pairforge.software.engine import find_any

__all__ = [
    "Build",
    "Curve",
    "Exploration",
    "Proof",
    "StageSchedule",
    "algorithm",
    "build",
    "catalogue",
    "curve",
    "design",
    "exploration_of",
    "pair",
    "prove",
    "run",
    "schedule_of",
]


def _silent(_: str) -> None:
    """No progress."""


@dataclass(frozen=True)
class Build:
    """A finished build: the object of its `result.json`, and the folder that everything is in."""

    result: Mapping[str, Any]
    folder: Path

    @property
    def report(self) -> Mapping[str, Any]:
        """Everything that its page shows (`report.json`)."""
        found: Mapping[str, Any] = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        return found

    def __str__(self) -> str:
        return "\n".join(build_lines(self.result, self.folder))

    def _repr_html_(self) -> str:
        from pairforge.pages.shown import build_html

        return build_html(self.report, str(self))


@dataclass(frozen=True)
class Proof:
    """What is proven of a design: `certificate` is the object of `proof.json`."""

    certificate: Mapping[str, Any]

    @property
    def proven(self) -> bool:
        """Whether all of it holds."""
        return bool(self.certificate["proven"])

    def __str__(self) -> str:
        return "\n".join(proof_lines(self.certificate))


@dataclass(frozen=True)
class Curve:
    """The facts of a curve, as `pairforge curve --json` prints them."""

    facts: Mapping[str, Any]

    def __str__(self) -> str:
        return "\n".join(curve_lines(self.facts))

    def _repr_html_(self) -> str:
        from pairforge.pages.shown import curve_html

        return curve_html(self.facts)


@dataclass(frozen=True)
class StageSchedule:
    """The schedule of one stage; `data` is what the report shows of it."""

    data: Mapping[str, Any]

    def text(self, width: int = 100) -> str:
        """As `pairforge schedule` prints it, in about `width` columns."""
        from pairforge.report import schedule_text

        return schedule_text(self.data, width)

    def svg(self) -> str:
        """The picture as an SVG file."""
        from pairforge.report import schedule_svg

        return schedule_svg(self.data)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from pairforge.report.notebook import shown_html, stage_pictures_html

        data = self.data
        title = f"Stage {data['name']}: {data['interval']} cycles between pairings, {data['length']} for one"
        return shown_html(title, data["description"], [stage_pictures_html(data)])

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Exploration:
    """Machines compared: `data` is the object of `pairforge explore --json`; `pictures` is what the machines
    look like, packed, by the `picture` of their rows.
    """

    data: Mapping[str, Any]
    pictures: Mapping[str, str] = field(default_factory=dict)

    @property
    def machines(self) -> list[Mapping[str, Any]]:
        """All machines, those of one pairing and target together, best first."""
        return [row for comparison in self.data["comparisons"] for row in comparison["machines"]]

    def best(self, by: str | None = None) -> Mapping[str, Any]:
        """The best machine by a criterion, by default that of the order (UserError: no figure for it, or the
        machines are not for one pairing and target).
        """
        criterion = self.data["by"] if by is None else by
        if len(self.data["comparisons"]) > 1:
            raise UserError("best: machines for different pairings or targets cannot be compared")
        (comparison,) = self.data["comparisons"]
        if criterion not in comparison["best"]:
            raise UserError(f"best: no figures for {criterion!r}; there is {', '.join(comparison['best'])}")
        best: Mapping[str, Any] = comparison["machines"][comparison["best"][criterion]]
        return best

    def write(self, folder: Path | str) -> None:
        """Write `report.html`, `machines.parquet` and `explore.json` to a folder, as `--out` does."""
        from pairforge.bundle.emit import EXPLORATION, write_folder
        from pairforge.explore.comparison import exploration_files
        from pairforge.pages import exploration_page

        page = exploration_page(self.data, self.pictures, f"pairforge report {shlex.quote(str(folder))}")
        files = exploration_files(self.data, self.pictures) | {"report.html": page}
        write_folder(Path(folder), files, EXPLORATION)

    def __str__(self) -> str:
        from pairforge.explore.comparison import exploration_lines

        return "\n".join(exploration_lines(self.data))

    def _repr_html_(self) -> str:
        from pairforge.pages.shown import exploration_html

        return exploration_html(self.data)


def catalogue() -> dict[str, Any]:
    """Pairings, jobs, designs and targets: the object of `pairforge list --json`."""
    return listing()


def build(
    design: Design | str,
    target: str | None = None,
    out: Path | str | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    synth: bool = True,
    netlist: bool = False,
    prove: bool | None = None,
    pairings: int = 1000,
    progress: Callable[[str], None] = _silent,
) -> Build:
    """Build a design into a folder, by default `build/DESIGN`.

    `design` is a built-in name, the path of a TOML file or a `Design`; `settings` are those of `--set`, for
    the first two; `netlist` simulates what synthesis made as well; `prove` proves the core, by default where
    that takes under 30 s. Raises UserError before anything is done, CheckError where hardware and model
    differ.
    """
    from pairforge.builder.core import Options
    from pairforge.builder.core import build as build_design
    from pairforge.builder.netlist import check_asked
    from pairforge.compiler.check import target_of

    found = _design(design, settings)
    folder = Path(out) if out is not None else Path("build") / found.name
    chosen = target_of(found, target)
    if netlist:
        check_asked(chosen, synthesis=synth)
    options = Options(chosen, folder, pairings, synth, netlist=netlist, proof=prove)
    return Build(build_design(found, options, progress), folder)


def prove(
    design: Design | str,
    *,
    settings: Mapping[str, str] | None = None,
    rtl: Path | str | None = None,
    progress: Callable[[str], None] = _silent,
) -> Proof:
    """Prove that a design's Verilog computes what its algorithm says, for every input.

    `design`, `settings` as of `build`; `rtl`: a folder of Verilog that is to be the design, as `rtl` of a
    build. A proof that fails is returned, not raised. Raises UserError where there is no proof yet.
    """
    from pairforge.builder.prove import prove as prove_design
    from pairforge.bundle.emit import read_rtl

    files = None if rtl is None else read_rtl(Path(rtl), "rtl")
    return Proof(prove_design(_design(design, settings), progress, files))


def pair(
    pairing: Pairing | str,
    points: Iterable[tuple[Encoded, Encoded]],
    backend: str | None = None,
    design: Design | str | None = None,
    progress: Callable[[str], None] = _silent,
) -> list[Encoded]:
    """The values at pairs of points (P, Q), each a flat tuple of integers in the encoding of the vectors.

    `backend` and `design` as for the command: by default the engine where it has the pairing, else the
    model. Raises UserError where a point is refused.
    """
    chosen = find_any(pairing) if isinstance(pairing, str) else pairing
    backend = default_backend(chosen) if backend is None else backend
    cases = []
    for i, (P, Q) in enumerate(points):
        for which, point in (("P", P), ("Q", Q)):
            _check_point(chosen, which, point, f"case {i}: {which}")
        cases.append(Case(tuple(P), tuple(Q)))
    if design is None and backend == "rtl":
        design = chosen.default_design
    found = None if design is None else _design(design, None)
    return evaluate(chosen, cases, backend, found, progress)


def run(
    name: str,
    inputs: Iterable[Encoded],
    backend: str = "model",
    progress: Callable[[str], None] = _silent,
    design: str | None = None,
) -> list[Encoded]:
    """What a job or a user's own algorithm gives: for each tuple of inputs a tuple of outputs, integers both.

    `name`: a job, or the name or file of a design; `backend`, `design` as for the command. Raises UserError
    where an input is no element of the field, CheckError where hardware and model differ.
    """
    from pairforge.builder import run as runs
    from pairforge.jobs.vectors import Case as RunCase

    computation, found = runs.find_run(name) if design is None else runs.find_run_on(name, design)
    cases = []
    for i, given in enumerate(inputs):
        if len(given) != len(computation.inputs):
            raise UserError(f"case {i}: expected {', '.join(computation.inputs)}, got {len(given)} elements")
        for key, value in zip(computation.inputs, given, strict=True):
            if complaint := "is negative" if value < 0 else computation.complaint_about_element(value):
                raise UserError(f"case {i}: {key} = {value:#x} {complaint}")
        cases.append(RunCase(tuple(given)))
    return runs.evaluate(computation, cases, backend, found, progress)


def design(name: str, settings: Mapping[str, str] | None = None) -> Design:
    """A design by built-in name or file, with keys changed as by `--set` (UserError where that fails)."""
    return find_design(name, settings)


def curve(name: str) -> Curve:
    """Order, cofactor, embedding degree, subgroup, generators and security of a pairing's curve."""
    return Curve(curve_object(name))


def schedule_of(
    design: Design | str,
    *,
    settings: Mapping[str, str] | None = None,
    progress: Callable[[str], None] = _silent,
) -> dict[str, StageSchedule]:
    """The schedule of each stage of a design, by name."""
    from pairforge.bundle.picture import stage_picture
    from pairforge.compiler.check import check_design
    from pairforge.compiler.compile import compile_design
    from pairforge.report import stage_data

    found = _design(design, settings)
    compiled = compile_design(found, progress, check_design(found))
    return {
        stage.machine.name: StageSchedule(stage_data(stage_picture(stage, None, compiled.field.width)))
        for stage in compiled.stages
    }


def exploration_of(
    designs: str | Sequence[str],
    sweep: Mapping[str, Sequence[object]] | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    each: bool = False,
    target: str | None = None,
    synth: bool | None = None,
    pairings: int = 0,
    by: str | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    block: str = "",
    search: int | None = None,
    sampler: str = "tpe",
    seed: int = 0,
    route: int = 0,
    progress: Callable[[str], None] = _silent,
) -> Exploration:
    """Measure and compare many machines, as `pairforge explore`.

    `designs`: built-in names or paths of TOML files; `sweep`: the values of each key, as a list or a range;
    `route`: seeds to place and route with, 0: none; the rest as the options of the command. A script that
    calls this must do so below `if __name__ == "__main__":`, as workers are processes that import it. Raises
    UserError before any work.
    """
    from pairforge.explore.explore import Request, explore
    from pairforge.explore.pool import Pool, cores
    from pairforge.explore.space import Axis

    pictures: dict[str, str] = {}
    return Exploration(
        explore(
            Request(
                (designs,) if isinstance(designs, str) else tuple(designs),
                tuple(Axis.of(key, values) for key, values in (sweep or {}).items()),
                settings or {},
                each,
                target,
                not block if synth is None else synth,
                pairings,
                by,
                Pool(cores() if jobs is None else jobs, cluster),
                block,
                search,
                sampler,
                seed,
                route,
            ),
            progress,
            pictures,
        ),
        pictures,
    )


def _design(design: Design | str, settings: Mapping[str, str] | None) -> Design:
    if isinstance(design, str):
        return find_design(design, settings)
    if settings:
        raise UserError("settings are for a design given by name or file; make another Design instead")
    return design


def _check_point(pairing: Pairing, which: str, point: Encoded, place: str) -> None:
    shape = pairing.p_shape if which == "P" else pairing.q_shape
    if not isinstance(shape, int):
        shape = sum(part if isinstance(part, int) else len(part) for part in shape)
    if len(point) != shape:
        raise UserError(f"{place}: expected {shape} coordinates, got {len(point)}")
    for i, value in enumerate(point):
        complaint = "is negative" if value < 0 else pairing.complaint_about_element(value)
        if complaint:
            raise UserError(f"{place}[{i}]: {value:#x} {complaint}")
    if complaint := pairing.complaint_about_point(which, tuple(point)):
        raise UserError(f"{place}: {complaint}")
