"""The FuseSoC description of a core: a CAPI2 file to lint, simulate and synthesize it, and to depend on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pairforge.packaging.model import Block, Package

__all__ = ["core_files", "renamed"]

_PARTS = {"xc7": "xc7k325tffg900-2", "xcup": "xcvu9p-flga2104-2-i"}
"""Vivado's names of the devices of `catalog.targets`; it has none of the older families."""

_VIVADO = "xc7"
_VERILOG, _SYSTEM_VERILOG, _VHDL = "verilogSource-2005", "systemVerilogSource", "vhdlSource-93"


def core_files(package: Package) -> dict[str, str]:
    """`NAME.core`, named `pairforge:pairing:NAME:VERSION`."""
    import yaml

    data = {
        "name": f"pairforge:pairing:{package.name}:{package.version}",
        "description": package.description,
        "license": "Apache-2.0",
        "filesets": _filesets(package),
        "targets": _targets(package),
    }
    use = f"For FuseSoC, here: fusesoc --cores-root . run --target=sim {package.name}"
    body = yaml.safe_dump(data, sort_keys=False, width=110, allow_unicode=True)
    return {f"{package.name}.core": f"CAPI=2:\n{package.comment('#', use)}\n{body}"}


def renamed(text: str, vlnv: str) -> str:
    """The text of a `.core` with another vendor:library:name:version."""
    return re.sub(r"^name: .*$", lambda _: f"name: {vlnv}", text, count=1, flags=re.MULTILINE)


def _filesets(package: Package) -> dict[str, Any]:
    # The bench reads its vectors from the folder that it runs in.
    vectors = [
        {path: {"file_type": "user", "copyto": path.split("/")[-1]}} for path in package.paths("tb", ".hex")
    ]
    vhdl = [f"vhdl/{package.name}_{file}.vhd" for file in ("pkg", "instance")]
    sets: dict[str, Any] = {
        "rtl": {"files": package.paths("rtl", ".v"), "file_type": _VERILOG},
        "bus": {"files": package.paths("bus", ".v"), "file_type": _VERILOG},
        "bench": {"files": [*package.paths("tb", ".v"), *vectors], "file_type": _SYSTEM_VERILOG},
        "vhdl": {"files": vhdl, "file_type": _VHDL},
    }
    for block in package.blocks:
        for kind, file_type in (("xdc", "xdc"), ("lpf", "LPF")):
            sets[_suffixed(kind, package, block)] = {
                "files": [f"constraints/{block.name}.{kind}"],
                "file_type": file_type,
            }
    return {name: fileset for name, fileset in sets.items() if fileset["files"]}


def _suffixed(word: str, package: Package, block: Block) -> str:
    """A name for the core itself, with `_axi` or `_wishbone` for a wrapper."""
    return word + block.name.removeprefix(package.name)


def _targets(package: Package) -> dict[str, Any]:
    sources = ["rtl", "bus"] if package.paths("bus", ".v") else ["rtl"]
    targets: dict[str, Any] = {
        "default": {
            "description": "For a design that depends on this core; with the flag vhdl its VHDL package, too",
            "filesets": [*sources, "vhdl? (vhdl)"],
            "toplevel": package.name,
        }
    }
    for name, tool, options in (
        ("sim", "icarus", {"iverilog_options": ["-g2012"]}),
        (
            "sim_verilator",
            "verilator",
            {"mode": "binary", "verilator_options": ["--timing", "-Wno-fatal", "-CFLAGS", "-std=c++20"]},
        ),
    ):
        targets[name] = {
            "description": f"The self-checking test bench of {package.name} ({tool})",
            "flow": "sim",
            "flow_options": {"tool": tool, **options},
            "filesets": ["rtl", "bench"],
            "toplevel": f"tb_{package.name}",
        }
    for block in package.blocks:
        for name, what, flow, options, constraints in _uses(package):
            targets[_suffixed(name, package, block)] = {
                "description": f"{what}: {block.purpose}",
                "flow": flow,
                "flow_options": options,
                "filesets": [*sources, *(_suffixed(kind, package, block) for kind in constraints)],
                "toplevel": block.name,
            }
    return targets


def _uses(package: Package) -> Sequence[tuple[str, str, str, dict[str, Any], Sequence[str]]]:
    """What can be done with each module: target, what it is, flow, its options, kinds of constraints."""
    command, *options = package.target.synth.split()
    return (
        (
            "lint",
            "Lint, all warnings",
            "lint",
            {"tool": "verilator", "verilator_options": ["-Wall"]},
            (),
        ),
        (
            "synth",
            f"Synthesis for {package.target.name} in Yosys",
            "generic",
            {
                "tool": "yosys",
                "arch": command.removeprefix("synth_"),
                "yosys_synth_options": options,
                "output_format": "json",
            },
            (),
        ),
        (
            "ecp5",
            "Yosys, nextpnr and ecppack for an ECP5 85F without sites for its pins",
            "trellis",
            {
                "nextpnr_options": [
                    "--85k",
                    "--package",
                    "CABGA756",
                    "--lpf-allow-unconstrained",
                    "--timing-allow-fail",
                ]
            },
            ("lpf",),
        ),
        (
            "vivado",
            "Synthesis in Vivado",
            "vivado",
            {"part": _PARTS.get(package.target.name, _PARTS[_VIVADO]), "pnr": "none"},
            ("xdc",),
        ),
    )
