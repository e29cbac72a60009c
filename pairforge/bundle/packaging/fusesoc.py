"""The FuseSoC description of a core: a CAPI2 file to lint, simulate and synthesize it, and to depend on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pairforge.bundle.packaging.constraints import constraint_formats
from pairforge.bundle.packaging.model import Package, PackagedModule
from pairforge.targets.base import FusesocFlow

__all__ = ["core_files", "fusesoc_flows", "renamed"]

_VERILOG, _SYSTEM_VERILOG, _VHDL = "verilogSource-2005", "systemVerilogSource", "vhdlSource-93"


def core_files(package: Package) -> dict[str, str]:
    """`NAME.core`, named `pairforge:pairing:NAME:VERSION`, or `pairforge:job:…`."""
    import yaml

    data = {
        "name": f"pairforge:{package.noun}:{package.name}:{package.version}",
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
    for module in package.modules:
        for form in constraint_formats(package):
            if form.file_type:
                sets[_suffixed(form.suffix, package, module)] = {
                    "files": [f"constraints/{module.name}.{form.suffix}"],
                    "file_type": form.file_type,
                }
    return {name: fileset for name, fileset in sets.items() if fileset["files"]}


def _suffixed(word: str, package: Package, module: PackagedModule) -> str:
    """A name for the core itself, with `_axi` or `_wishbone` for a wrapper."""
    return word + module.name.removeprefix(package.name)


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
    for module in package.modules:
        for use in fusesoc_flows(package):
            targets[_suffixed(use.name, package, module)] = {
                "description": f"{use.purpose}: {module.purpose}",
                "flow": use.flow,
                "flow_options": dict(use.options),
                "filesets": [*sources, *(_suffixed(kind, package, module) for kind in use.constraints)],
                "toplevel": module.name,
            }
    return targets


def fusesoc_flows(package: Package) -> Sequence[FusesocFlow]:
    """What can be done with each module, each name once: of two with one name that of the first target."""
    found = {_LINT.name: _LINT}
    for target in package.targets:
        for flow in target.fusesoc:
            found.setdefault(flow.name, flow)
    return tuple(sorted(found.values(), key=lambda flow: _ORDER.get(flow.name, len(_ORDER))))


_LINT = FusesocFlow(
    "lint", "Lint, all warnings", "lint", {"tool": "verilator", "verilator_options": ["-Wall"]}
)
_ORDER = {"lint": 0, "synth": 1}
