"""A compiled design as `packaging` sees it, and what packaging adds to a build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pairforge import __version__
from pairforge.catalog.targets import TARGETS, Target
from pairforge.flow.compile import Compiled
from pairforge.flow.emit import header
from pairforge.flow.part import Part, Product
from pairforge.packaging.constraints import constraint_files
from pairforge.packaging.fusesoc import core_files
from pairforge.packaging.litex import litex_files
from pairforge.packaging.model import DEFAULT_MHZ, Block, Clock, Package, ports_of
from pairforge.packaging.vhdl import vhdl_files

_LINES = {
    "NAME.core": "describes it for FuseSoC, with targets `lint`, `sim`, `synth`, `ecp5`, `vivado`.",
    "vhdl/NAME_pkg.vhd": "declares the modules for VHDL, `vhdl/NAME_instance.vhd` instantiates each.",
    "constraints/NAME.sdc": "has the clock and the delays of inputs and outputs, `.xdc` the same for Vivado; "
    "`.lpf` has the clock for Lattice's tools.",
    "litex/NAME_litex.py": "has the wrappers as modules of LiteX.",
}
"""What the README of a build says, by file."""

_CORE = ("clk", "the core, with streams of words")
_WRAPPERS = {
    "axi": ("aclk", "the core behind AXI4-Lite and AXI4-Stream"),
    "wishbone": ("clk", "the core behind Wishbone"),
}
"""The port of the clock, and what it is, of a core and of the wrappers `bus/NAME_<key>.v`."""


def package_part(product: Product) -> Part:
    """VHDL, constraints, the modules for LiteX, and the description for FuseSoC."""
    package = package_of(product)
    made = {**vhdl_files(package), **constraint_files(package), **litex_files(package)}
    made |= core_files(replace(package, files=(*package.files, *made)))
    lines = {path.replace("NAME", package.name): line for path, line in _LINES.items()}
    return Part(
        made,
        [f"`{path}` {line.replace('NAME', package.name)}" for path, line in lines.items() if path in made],
    )


def package_of(product: Product) -> Package:
    """The package of a design, with the wrappers that are among its files."""
    compiled, result, files = product.compiled, product.result, product.files
    name = compiled.name
    wrappers = {
        key: _block(f"{name}_{key}", *facts, text)
        for key, facts in _WRAPPERS.items()
        if (text := files.get(f"bus/{name}_{key}.v")) is not None
    }
    return Package(
        name=name,
        version=__version__,
        description=f"Coprocessor for the {compiled.pairing.description}",
        header=tuple(header(compiled).splitlines()),
        target=_family(result["target"], compiled.design.target),
        clock=_clock(result),
        constants=_constants(compiled, result),
        core=_block(name, *_CORE, files[f"rtl/{name}.v"]),
        axi=wrappers.get("axi"),
        wishbone=wrappers.get("wishbone"),
        files=tuple(files),
    )


def _family(*targets: str) -> Target:
    """The first of these that is a device family; one that open tools place and route where none is."""
    return TARGETS[next((target for target in targets if target in TARGETS), "ecp5")]


def _block(name: str, clock: str, purpose: str, text: str | bytes) -> Block:
    verilog = text if isinstance(text, str) else text.decode()
    return Block(name, purpose, clock, ports_of(verilog, name))


def _clock(result: Mapping[str, Any]) -> Clock:
    timing = result["timing"]
    if timing is None:
        return Clock(DEFAULT_MHZ, "a default, as the core was not synthesized; put your own here")
    return Clock(timing["fmax_mhz"], f"{timing['kind']} for {result['target']}")


def _constants(compiled: Compiled, result: Mapping[str, Any]) -> dict[str, tuple[int, str]]:
    cycles = result["cycles"]
    return {
        "field_bits": (compiled.field.width, "bits of a field element"),
        "element_words": (compiled.element_words, "32-bit words of a field element"),
        "words_in": (compiled.words_in, "32-bit words of a pairing's input"),
        "words_out": (compiled.words_out, "32-bit words of a result"),
        "words_load": (
            len(compiled.load_words),
            "32-bit words taken after a reset, before the first pairing",
        ),
        "latency": (cycles["latency"], "cycles from the first input word to the last output word"),
        "interval": (cycles["interval"], "cycles between results when kept busy"),
        "slots": (compiled.design.interleave, "pairings that take turns"),
    }
