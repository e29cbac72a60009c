"""`pairforge build`: from a design to a verified coprocessor in a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from pairforge.cli.options import (
    SET_HELP,
    check_count,
    check_target,
    complete_design,
    complete_target,
    overrides,
    security_line,
    write_line,
)


def build_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="A built-in name or a TOML file.", autocompletion=complete_design
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option(help="Device family; by default the design's own.", autocompletion=complete_target),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Output folder; by default build/DESIGN.")
    ] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=SET_HELP)] = None,
    synth: Annotated[bool, typer.Option("--synth/--no-synth", help="Synthesize; area and timing.")] = True,
    pairings: Annotated[int, typer.Option(metavar="N", help="Random pairings to verify with.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print the object of result.json.")] = False,
) -> None:
    """Schedule a design, write its Verilog, verify it by simulation, synthesize it, and report."""
    from pairforge.catalog.designs import find_design

    design = find_design(name, overrides(settings))
    chosen = check_target(target or design.target)
    check_count("--pairings", pairings, 2)

    from pairforge.cli.progress import progress
    from pairforge.flow.build import Options, build

    folder = out or Path("build") / design.name
    with progress() as tell:
        result = build(design, Options(chosen, folder, pairings, synth), tell)
    if as_json:
        write_line(json.dumps(result, indent=1))
        return
    for line in summary(result, folder):
        write_line(line)


def summary(result: Mapping[str, Any], folder: Path) -> Iterator[str]:
    """What a person wants to know of a build, a line each."""
    cycles, verified, area, timing = (result[key] for key in ("cycles", "verified", "area", "timing"))
    stages = cycles["stages"]
    slowest = max(stages, key=lambda stage: stage["interval"])
    yield f"{result['design']}: {result['pairing']} on {result['target']}"
    yield (
        f"  interval   {cycles['interval']} cycles between results, measured; lower bound "
        f"{slowest['lower_bound']} (stage {slowest['name']})"
    )
    yield f"  latency    {cycles['latency']} cycles, measured"
    for stage in stages:
        busy = ", ".join(f"{name} {unit['busy']:.1%}" for name, unit in stage["units"].items())
        word = "proven least" if stage["optimal"] else "not proven least"
        yield (
            f"  stage {stage['name']}: interval {stage['interval']}, bound {stage['lower_bound']}, "
            f"loops and blocks {word}; busy: {busy}"
        )
    yield (
        f"  verified   {verified['pairings']} random pairings, {verified['mismatches']} mismatches "
        f"({verified['simulator']}, {verified['seconds']:.1f} s)"
    )
    if area is not None:
        slices = ""
        if area["slices"] is not None:
            slices = f", at least {area['slices']} slices"
        if area["slices_calibrated"] is not None:
            slices += f", about {area['slices_calibrated']} after packing (calibrated)"
        yield (
            f"  area       {area['lut']} LUT, {area['ff']} FF, {area['dsp']} DSP, {area['bram']} block RAM"
            f"{slices}; synthesized, not placed"
        )
    if timing is not None:
        kind = "estimate" if timing["kind"] == "estimated" else timing["kind"]
        yield (
            f"  timing     {timing['fmax_mhz']} MHz ({kind}): "
            f"{cycles['interval'] / timing['fmax_mhz']:.2f} us between results ({kind})"
        )
    if (published := result["published"]) is not None:
        units = {"cycles": "cycles", "slices": "slices", "mhz": "MHz", "us": "us"}
        figures = ", ".join(f"{published[k]} {unit}" for k, unit in units.items() if published[k] is not None)
        yield f"  published  {figures} (paper {result['paper']})"
    yield f"  report     {folder / 'report.html'}"
    yield f"  {security_line(result['security']['bits_today'], result['security']['note'])}"
