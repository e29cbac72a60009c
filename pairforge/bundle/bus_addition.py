"""The bus wrappers of a build, and what their registers say of its core."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pairforge.bundle.addition import Addition, Product
from pairforge.bundle.emit import header, named
from pairforge.bundle.job_tables import job_text
from pairforge.bundle.jobs import jobs_of
from pairforge.compiler.compile import Compiled
from pairforge.registers.exports import exports
from pairforge.registers.map import Facts
from pairforge.registers.rdl import rdl_text
from pairforge.rtl.bus.files import bus_files
from pairforge.version import __version__


def facts_of(compiled: Compiled, result: Mapping[str, Any] | None = None) -> Facts:
    """Facts of a core; latency and interval as measured, where there is the object of `result.json`."""
    major, minor, patch = (int(part) for part in re.findall(r"\d+", __version__)[:3])
    cycles = (
        {"latency": compiled.latency, "interval": compiled.interval or 0}
        if result is None
        else result["cycles"]
    )
    return Facts(
        version=(major, minor, patch),
        characteristic=compiled.computation.characteristic,
        threads=compiled.design.interleave,
        element_bits=compiled.field.width,
        words_in=compiled.words_in,
        words_out=compiled.words_out,
        load_words=len(compiled.load_words),
        latency=cycles["latency"],
        interval=cycles["interval"],
        checks_curve=compiled.design.checks,
        detects_faults=compiled.design.detects,
    )


def bus_wrappers(compiled: Compiled, result: Mapping[str, Any] | None = None) -> dict[str, str]:
    """File name to text of both wrappers of a core; `result` as for `facts_of`."""
    return named(compiled, bus_files(compiled.core.top, facts_of(compiled, result), header(compiled)))


def bus_addition(product: Product) -> Addition:
    """`bus/`: both wrappers."""
    compiled = product.compiled
    files = bus_wrappers(compiled, product.result)
    name = compiled.name
    return Addition(
        {f"bus/{file}": text for file, text in files.items()},
        [
            f"`bus/` has the core with registers on a bus: `{name}_axi` with AXI4-Lite and AXI4-Stream, "
            f"`{name}_wishbone` with Wishbone B4; both need the files in `rtl/`."
        ],
    )


def register_addition(product: Product) -> Addition:
    """`registers/`: the map as SystemRDL, and what is made from it."""
    compiled = product.compiled
    name, title = compiled.name, f"Registers of {compiled.design.name}"
    about = job_text(jobs_of(compiled, product.result))
    rdl = rdl_text(name, facts_of(compiled, product.result), title, header(compiled), about)
    files = {f"{name}.rdl": rdl, **exports(name, rdl, title)}
    return Addition(
        {f"registers/{file}": text for file, text in files.items()},
        [
            f"`registers/` has the registers of both wrappers: `{name}.rdl` (SystemRDL), and made from it "
            f"by PeakRDL `{name}.h` (C), `{name}.xml` (IP-XACT) and "
            "`html/index.html`, one page to open in a browser."
        ],
    )
