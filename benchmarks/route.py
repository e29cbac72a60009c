"""Place and route as the ground truth of the estimate: designs and units on the default part of a family.

`make bench-route` measures units, every design of the catalogue that fits and a few variants for ECP5, and
stores what it finds; `--target NAME` does so for another family that a tool routes, `--only NAME` (several
times) takes some of the list, `--seeds N` more seeds than one. Night-size: a large core takes ten minutes a
seed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pairforge.builder.unit import measure, unit_request
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.field import read_field
from pairforge.machine.designs import design_names, find_design
from pairforge.synth.family import too_large
from pairforge.synth.netlist import chained
from pairforge.synth.yosys import Synthesis
from pairforge.targets.base import Fpga
from pairforge.targets.registry import find_fpga
from pairforge.units.kinds import kinds
from pairforge.version import __version__

STORED = Path(__file__).parents[1] / "pairforge" / "results" / "routed.json"

UNITS: Mapping[str, tuple[str, str, Mapping[str, int | str | list[int]]]] = {
    "karatsuba f2-5": ("karatsuba", "f2-5", {}),
    "karatsuba f2-239": ("karatsuba", "f2-239", {}),
    "karatsuba f3-97": ("karatsuba", "f3-97", {}),
    "digit-serial f2-239": ("digit-serial", "f2-239", {"digit": 16}),
    "frobenius-chain f3-97": ("frobenius-chain", "f3-97", {"steps": [1, 3]}),
    "modular-adder-pipelined p127": (
        "modular-adder-pipelined",
        f"p:{(1 << 127) - 1}",
        {"clock": 200},
    ),
    "montgomery-pipelined p127": (
        "montgomery-pipelined",
        f"p:{(1 << 127) - 1}",
        {"clock": 200, "block": 17},
    ),
    "montgomery-pipelined p61": ("montgomery-pipelined", f"p:{(1 << 61) - 1}", {"clock": 200, "block": 17}),
    "modular-adder p127": ("modular-adder", f"p:{(1 << 127) - 1}", {"core": 32}),
}
"""Units by name: kind, field, options."""

VARIANTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "beuchat-f2-239, two threads": ("beuchat-f2-239", {"interleave": "2"}),
    "beuchat-f2-239, no clock": ("beuchat-f2-239", {"clock": "0"}),
}
"""Designs that are not as they are in the catalogue: the design, and its settings."""


def main() -> int:
    """Measure what is asked for, store it, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default="ecp5", metavar="NAME")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--seeds", type=int, default=1)
    asked = parser.parse_args()
    target = find_fpga(asked.target)
    stored: dict[str, Any] = json.loads(STORED.read_text()) if STORED.exists() else {}
    measured: dict[str, Any] = stored.get("measured", {})
    found: dict[str, Any] = measured.setdefault(target.name, {})
    for name in asked.only or [*UNITS, *design_names(), *VARIANTS]:
        print(f"{name} …", file=sys.stderr, flush=True)
        synthesis = _synthesis(name, target)
        if (reason := too_large(target.fits(synthesis.area.as_json()))) is not None:
            print(f"{name} {reason}", file=sys.stderr, flush=True)
            continue
        found[name] = _measured(synthesis, target, asked.seeds)
        STORED.write_text(json.dumps(_object(measured), indent=1) + "\n")
        print(_row(name, found[name]), flush=True)
    errors = sorted(abs(_error(entry)) for entry in found.values())
    print(f"{len(errors)} routed; error: half within {statistics.median(errors):.1%}, ", end="")
    print(f"nine of ten within {errors[int(0.9 * (len(errors) - 1))]:.1%}, all within {errors[-1]:.1%}")
    return 0


def _synthesis(name: str, target: Fpga) -> Synthesis:
    if name in UNITS:
        kind, field, options = UNITS[name]
        return measure(unit_request(kinds()[kind], read_field(field), dict(options)).unit, target)
    compiled = compile_design(find_design(*VARIANTS.get(name, (name, {}))))
    rtl = rtl_files(compiled)
    return target.synthesize(rtl, compiled.name, depth=compiled.unit_depth, goal=compiled.goal)


def _measured(synthesis: Synthesis, target: Fpga, seeds: int) -> dict[str, Any]:
    """Estimate and routed figures of a netlist with registers at all ports."""
    assert target.router is not None
    netlist = chained(synthesis.netlist, synthesis.top, target.router.primitives).netlist
    routing = target.router.route(netlist, target.part, seeds=range(1, seeds + 1))
    path = routing.best.path
    return {
        "lut": synthesis.area.lut,
        "ff": synthesis.area.ff,
        "bram": synthesis.area.bram,
        "dsp": synthesis.area.dsp,
        "estimated_mhz": synthesis.timing.fmax_mhz,
        "routed_mhz": [run.fmax_mhz for run in routing.runs],
        "estimated_path": synthesis.timing.paths[0].as_json(),
        "routed_path": dict(vars(path)),
        "tool": routing.tool,
        "part": routing.part.order,
    }


def _error(entry: Mapping[str, Any]) -> float:
    """The estimate against the median of the seeds, as a share."""
    return float(entry["estimated_mhz"] / statistics.median(entry["routed_mhz"]) - 1)


def _row(name: str, entry: Mapping[str, Any]) -> str:
    routed = ", ".join(f"{mhz:.1f}" for mhz in entry["routed_mhz"])
    return (
        f"| {name} | {entry['lut']:,} | {entry['ff']:,} | {entry['estimated_mhz']:.1f} | {routed} | "
        f"{_error(entry):+.0%} |"
    )


def _object(measured: Mapping[str, Any]) -> dict[str, Any]:
    """All that is stored: by target and name of unit or design."""
    return {"schema": 2, "version": __version__, "command": "make bench-route", "measured": dict(measured)}


if __name__ == "__main__":
    sys.exit(main())
