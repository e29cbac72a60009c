"""A compiled design as `packaging` sees it, and what packaging adds to a build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairforge.bundle.addition import Addition, Product
from pairforge.bundle.emit import header
from pairforge.bundle.job_tables import statuses_of
from pairforge.bundle.jobs import CoreJob, coprocessor, jobs_of, noun
from pairforge.bundle.packaging.constraints import constraint_files, constraint_formats
from pairforge.bundle.packaging.fusesoc import core_files, fusesoc_flows
from pairforge.bundle.packaging.litex import litex_files
from pairforge.bundle.packaging.model import DEFAULT_MHZ, Package, PackagedModule, ports_of
from pairforge.bundle.packaging.vhdl import vhdl_files
from pairforge.compiler.check import target_of
from pairforge.compiler.compile import Compiled
from pairforge.jobs.statuses import STATUS_NAMES
from pairforge.targets.parts.constraints import Clock
from pairforge.targets.registry import built_in_targets
from pairforge.version import __version__

_CORE = ("clk", "the core, with streams of words")
_WRAPPERS = {
    "axi": ("aclk", "the core behind AXI4-Lite and AXI4-Stream"),
    "wishbone": ("clk", "the core behind Wishbone"),
}
"""The port of the clock, and what it is, of a core and of the wrappers `bus/NAME_<key>.v`."""


def package_addition(product: Product) -> Addition:
    """VHDL, constraints, the modules for LiteX, and the description for FuseSoC."""
    package = package_of(product)
    made = {**vhdl_files(package), **constraint_files(package), **litex_files(package)}
    made |= core_files(replace(package, files=(*package.files, *made)))
    return Addition(made, [line for path, line in _lines(package) if path in made])


def _lines(package: Package) -> Iterator[tuple[str, str]]:
    """Files that a reader of the README looks for, each with its line."""
    name = package.name
    uses = ", ".join(f"`{use}`" for use in ("sim", *(flow.name for flow in fusesoc_flows(package))))
    yield f"{name}.core", f"`{name}.core` describes it for FuseSoC, with targets {uses}."
    yield (
        f"vhdl/{name}_pkg.vhd",
        f"`vhdl/{name}_pkg.vhd` declares the modules for VHDL, `vhdl/{name}_instance.vhd` instantiates each.",
    )
    forms = constraint_formats(package)
    there = ", ".join(f"`{name}.{form.suffix}` ({form.purpose})" for form in forms)
    yield (
        f"constraints/{name}.{forms[0].suffix}",
        f"`constraints/` has the clock, and delays of inputs and outputs where a form has them: {there}.",
    )
    yield f"litex/{name}_litex.py", f"`litex/{name}_litex.py` has the wrappers as modules of LiteX."


def package_of(product: Product) -> Package:
    """The package of a design, with the wrappers that are among its files."""
    compiled, result, files = product.compiled, product.result, product.files
    name = compiled.name
    wrappers = {
        key: _module(f"{name}_{key}", *facts, text)
        for key, facts in _WRAPPERS.items()
        if (text := files.get(f"bus/{name}_{key}.v")) is not None
    }
    return Package(
        name=name,
        version=__version__,
        description=f"C{coprocessor(compiled)[1:]}",
        noun=noun(jobs_of(compiled)),
        header=tuple(header(compiled).splitlines()),
        targets=(product.target, target_of(compiled.design), *built_in_targets().values()),
        clock=_clock(result),
        constants=_constants(compiled, result),
        core=_module(name, *_CORE, files[f"rtl/{name}.v"]),
        axi=wrappers.get("axi"),
        wishbone=wrappers.get("wishbone"),
        files=tuple(files),
    )


def _module(name: str, clock: str, purpose: str, text: str | bytes) -> PackagedModule:
    verilog = text if isinstance(text, str) else text.decode()
    return PackagedModule(name, purpose, clock, ports_of(verilog, name))


def _clock(result: Mapping[str, Any]) -> Clock:
    timing = result["timing"]
    if timing is None:
        return Clock(DEFAULT_MHZ, "a default, as the core was not synthesized; put your own here")
    return Clock(timing["fmax_mhz"], f"{timing['kind']} for {result['target']}")


def _constants(compiled: Compiled, result: Mapping[str, Any]) -> dict[str, tuple[int, str]]:
    cycles, jobs = result["cycles"], jobs_of(compiled, result)
    return {
        "field_bits": (compiled.field.width, "bits of a field element"),
        "element_words": (compiled.element_words, "32-bit words of a field element"),
        "words_in": (compiled.words_in, "32-bit words of an input"),
        "words_out": (compiled.words_out, "32-bit words of a result"),
        "words_load": (
            len(compiled.load_words),
            "32-bit words taken after a reset, before the first input",
        ),
        "latency": (cycles["latency"], "cycles from the first input word to the last output word"),
        "interval": (cycles["interval"], "cycles between results when kept busy"),
        "threads": (compiled.design.interleave, f"{noun(jobs, 2)} that share a core, round-robin by cycle"),
        "cores": (compiled.design.cores, "cores behind the stream"),
        **_job_constants(jobs),
    }


def _job_constants(jobs: Sequence[CoreJob]) -> dict[str, tuple[int, str]]:
    """Opcodes of several jobs with their cycles, and statuses; nothing for a pairing."""
    found: dict[str, tuple[int, str]] = {}
    for job in jobs:
        if job.opcode is not None:
            found[f"opcode_{job.identifier}"] = (job.opcode, f"first element of an input: {job.description}")
            found[f"latency_{job.identifier}"] = (job.latency, f"cycles of {job.label}, as latency")
            found[f"interval_{job.identifier}"] = (job.interval or 0, f"cycles of {job.label}, as interval")
    for number, meaning in statuses_of(jobs).items():
        name = STATUS_NAMES[number] if number else "DONE"
        found[f"status_{name.lower()}"] = (number, meaning)
    return found
