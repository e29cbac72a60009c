"""The README of an emitted core: what a designer needs to use it without Pairforge."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from pairforge.bundle.job_tables import job_lines
from pairforge.bundle.jobs import CoreJob, coprocessor, jobs_of, noun
from pairforge.compiler.compile import Compiled
from pairforge.evidence.proof.part import in_words
from pairforge.machine.design import Design
from pairforge.synth.family import RESOURCES, too_large
from pairforge.targets.base import Target
from pairforge.units.parts.representation import radix_of
from pairforge.version import __version__


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def core_readme(
    compiled: Compiled, target: Target, result: Mapping[str, Any], additions: Sequence[str] = ()
) -> str:
    """Markdown text; every figure is the one of `result`. `additions`: a line for each further folder."""
    jobs = jobs_of(compiled, result)
    area = result["area"]
    bits = result["security"]["bits_today"]
    lines = [
        f"# {compiled.design.name}",
        "",
        f"A {coprocessor(compiled)}, made by Pairforge {__version__} with "
        f"`pairforge build {compiled.design.asked} --target {result['target']}`.",
        "",
        f"> **Security: {'not assessed' if bits is None else f'about {bits} bits today'}.** "
        f"{result['security']['note']}.",
        "",
        "## Simulate it",
        "",
        "```",
        "make -C tb            # Icarus Verilog",
        "make -C tb verilator  # Verilator 5",
        "```",
        "",
        "The bench checks itself against the vectors beside it and exits non-zero on a mismatch.",
        "",
        f"## Interface of `{compiled.name}`",
        "",
        "| port | bits | |",
        "|---|---|---|",
        "| `clk` | 1 | everything happens on its rising edge |",
        "| `rst` | 1 | synchronous, active high; the next input may follow at once, in any state |",
        "| `in_data`, `in_valid`, `in_ready` | 32, 1, 1 | a word is taken where valid and ready are high |",
        "| `out_data`, `out_valid`, `out_ready` | 32, 1, 1 | the same; a word stays until it is taken |",
        *(
            ["| `out_off_curve` | 1 | with every word of a result: its points were not on their curves |"]
            if compiled.design.checks
            else []
        ),
        *(
            ["| `out_fault` | 1 | with every word of a result: a fault was seen, all its words are zero |"]
            if compiled.design.detects
            else []
        ),
        "",
        *_words(compiled, jobs),
        "",
        *job_lines(jobs),
        *_loading(compiled),
        *_figures(compiled, result, noun(jobs, 2)),
        "",
        "Timing never depends on the inputs. Nothing is claimed against power or electromagnetic analysis.",
        "",
        *([] if area is None else _parts(target, area)),
        "## Files",
        "",
        f"`rtl/{compiled.name}.v` is the top; the other files in `rtl/` are its modules, one a file, plain "
        "Verilog-2001. `tb/` is the test bench with its vectors. `report.html` shows schedule, datapath, "
        "area and evidence; `result.json` has the figures for programs, `report.json` what the page shows.",
        "",
        *(f"- {line}" for line in additions),
        *([""] if additions else []),
    ]
    return "\n".join(map(_wrapped, lines))


def _wrapped(line: str) -> str:
    """A paragraph, an item or a quotation in lines of a width that is read; a row of a table as it is.

    No line begins with a plus or a minus of a formula, which Markdown would take for an item.
    """
    if line.startswith(("|", "#")):
        return line
    start = line[:2] if line.startswith(("> ", "- ")) else ""
    indent = "  " if start == "- " else start
    kept = re.sub(r"(?<=\S) (?=[-+*>#] )", "\0", line)
    folded = fill(kept, 110, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return folded.replace("\0", " ")


def _words(compiled: Compiled, jobs: Sequence[CoreJob]) -> list[str]:
    """What goes in and out, in words of 32 bits."""
    words, computation = compiled.element_words, compiled.computation
    pad = 32 * words - compiled.field.width
    form = (
        f"{words} word{'' if words == 1 else 's'} each, least significant word first; elements are "
        f"those of {compiled.field.definition}, {compiled.field.encoding}; the top {pad} bits of the last "
        "word are zero"
    )
    if compiled.several is None:
        taken = f"{_names(computation.inputs)}, {form}"
        given = f"{_names(computation.outputs)} in the same form"
    else:
        taken = (
            f"{len(computation.inputs)} elements, {form}. The first element is the opcode, which says what "
            "job the others are for; those that it does not take are zero"
        )
        given = (
            f"{len(computation.outputs)} elements in the same form, the status first; those that the job "
            "does not give are zero"
        )
    text = (
        f"An input of a {noun(jobs)} is {compiled.words_in} words: {taken}. The result is "
        f"{compiled.words_out} words: {given}. Results come in the order of the inputs. "
        f"{_shared_by(compiled.design, noun(jobs, 2))}"
    )
    return [text if jobs else text + _points(checked=compiled.design.checks)]


def _figures(compiled: Compiled, result: Mapping[str, Any], what: str) -> list[str]:
    """The table of cycles, evidence, area and clock; `what`: of pairings, or of jobs."""
    cycles, verified, area = result["cycles"], result["verified"], result["area"]
    lines = [
        "## Figures",
        "",
        "| | | |",
        "|---|---|---|",
        *(
            []
            if compiled.several  # the table of jobs has them
            else [
                f"| interval | {cycles['interval']} cycles between results when kept busy | "
                "measured in simulation |",
                f"| latency | {cycles['latency']} cycles from the first input word to the last output word | "
                "measured in simulation |",
            ]
        ),
        f"| verified | {verified['pairings']} random {what}, {verified['mismatches']} mismatches | "
        f"{verified['simulator']} |",
    ]
    if (proof := result["proof"]) is not None:
        open_ = "" if proof["proven"] else ", but not all"
        lines.append(
            f"| proven for every input{open_} | {in_words(proof['parts'])} | `proof.json`; again by "
            f"`pairforge prove {compiled.design.asked} --rtl rtl` |"
        )
    if (netlist := result["netlist"]) is not None:
        lines.append(
            f"| netlist for {result['target']} | {netlist['pairings']} random {what}, "
            f"{netlist['mismatches']} mismatches; {netlist['cells']:,} cells | "
            f"{netlist['simulator']}, models of the cells |"
        )
    lines += [
        f"| microcode of stage {stage.name} | {stage.microcode.summary} | counted |"
        for stage in compiled.core.stages
    ]
    if (chip := result["asic"]) is not None:
        lines.append(
            f"| area in {chip['library']}, {chip['process']} | {chip['um2']:,.0f} um2, "
            f"{chip['gate_equivalents']:,} gate equivalents; memories as flip-flops | "
            "estimate before placement |"
        )
    if area is not None:
        slices = "" if area["slices"] is None else f", at least {area['slices']} slices"
        lines.append(
            f"| area on {result['target']} | {area['lut']} LUT, {area['ff']} FF, {area['dsp']} DSP, "
            f"{area['bram']} block RAM of 18 kbit{slices} | synthesized, before placement |"
        )
    if (route := result["route"]) is not None:
        lines += _route(route)
    elif result["timing"] is not None:
        lines.append(f"| clock on {result['target']} | {result['timing']['fmax_mhz']} MHz | estimate |")
    return lines


def _parts(target: Target, area: Mapping[str, Any]) -> list[str]:
    """What the core takes of parts of its family."""
    warning = too_large(area["fits"])
    return [
        "## Parts",
        "",
        *([] if warning is None else [f"> **Warning: {warning}.**", ""]),
        "Used, available, and the share; synthesized, before placement. Shares near 100% are hard to place.",
        "",
        f"| part | {' | '.join(RESOURCES.values())} |",
        f"|---|{'---|' * len(RESOURCES)}",
        *(
            f"| {part.name} | "
            + " | ".join(
                f"{area[key]:,} of {getattr(part, key):,}, {area['fits'][part.name][key]:.1%}"
                for key in RESOURCES
            )
            + " |"
            for part in target.parts
        ),
        "",
    ]


def _route(route: Mapping[str, Any]) -> list[str]:
    """Clock and utilization of the part."""
    seeds = ", ".join(f"{run['fmax_mhz']}" for run in route["seeds"])
    use = ", ".join(
        f"{found['used']} of {found['available']} {kind}"
        for kind, found in route["utilization"].items()
        if found["used"] and kind != "io"
    )
    asked = "" if route["asked_mhz"] is None else f", {route['asked_mhz']:g} asked for"
    chains = f"{route['chains']['lut']} lut and {route['chains']['ff']} ff"
    return [
        f"| clock on {route['part']} | {route['fmax_mhz']} MHz{asked}; seeds: {seeds} | routed, "
        f"{route['tool']} |",
        f"| utilization of {route['part']} | {use}; {chains} of them are registers at the ports, for "
        "measuring | routed |",
    ]


def _points(*, checked: bool) -> str:
    if not checked:
        return "The points are not checked: give points of the curve."
    return (
        "A result comes with `out_off_curve` high, and means nothing, where a point does not satisfy the "
        "equation of its curve or an input is no element of the field. The order of points is not checked."
    )


def _loading(compiled: Compiled) -> list[str]:
    """What comes before the first input where the modulus is loadable."""
    items = compiled.core.loading
    if not items:
        return []
    rows, at = [], 0
    for item in items:
        words = len(item.words)
        where = f"{at}" if words == 1 else f"{at} to {at + words - 1}"
        rows.append(f"| {where} | `{item.name}` | {item.width} | {item.meaning} |")
        at += words
    radix = radix_of(compiled.stages[0].units) or 1
    return [
        "## Loading",
        "",
        f"After every reset the first {at} words are no input: they are the modulus p and what follows "
        f"from it, R = 2^{radix.bit_length() - 1}. Each item begins with its lowest word; bits beyond it are "
        "not looked at. The words for the p that this core was made for are `tb/load.hex`. Another p must "
        f"have {compiled.field.width} bits, and the order r and the lengths of ladders must be the same: "
        "then `pairforge build` makes the same modules for it, and a `tb/load.hex` of its own.",
        "",
        "| words | item | bits | |",
        "|---|---|---|---|",
        *rows,
        "",
    ]


def _shared_by(design: Design, what: str) -> str:
    """What several threads and cores mean for who sends and takes words; `what`: of pairings, or of jobs."""
    threads, cores = design.interleave, design.cores
    text = ""
    if threads > 1:
        text += (
            f"{threads} {what} share {'a' if cores > 1 else 'the'} core, round-robin by cycle: "
            f"a word passes at most every {threads} cycles each way. "
        )
    if design.sharing.together > 1:
        text += (
            f"{cores} cores run in lock step: {cores} {what}{' of a thread' * (threads > 1)} start "
            "together, fewer when no more come for a while. "
        )
        if design.common_inverters > 1:
            text += "They have one inverter in common. "
    elif cores > 1:
        text += f"{cores} whole cores take {what} in turn. "
    if design.detects:
        text += "All of it is there twice and compared, so that a fault is seen. "
    return text
