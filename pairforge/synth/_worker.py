"""The child process that runs Yosys: `python -m pairforge.synth._worker REQUEST RESULT`, in a scratch folder.

A process of its own, because libyosys ends the process on an error and may use a great deal of memory.
Standard output is Yosys's log; standard error carries lines `progress: …` and Yosys's `ERROR: …`.

How a netlist is made:
1. read; constant tables without a write port become logic where the family's RAM cannot hold them;
2. flatten every unit (module at depth `depth`), so that units are mapped one by one, each shape once;
3. the family's own flow up to the mapping of logic;
4. each module is mapped to look-up tables by every script of the portfolio, the best is kept;
5. the rest of the family's flow; cells are counted module by module, so that units sum to the total;
6. a flat copy is written for timing.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pyosys import libyosys as ys

from pairforge.synth.timing import longest_path, parse_sta


def _say(text: str) -> None:
    print(f"progress: {text}", file=sys.stderr, flush=True)


class _Flow:
    """One synthesis; the request's keys are those of `pairforge.synth.yosys._request`."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.top: str = request["top"]
        self.lattice: bool = request["synth"].startswith("synth_ecp5")
        self.design = ys.Design()

    def run(self, command: str) -> None:
        ys.run_pass(command, self.design)

    def modules(self) -> dict[str, Any]:
        """Modules that hold logic of ours, by name."""
        return {
            module.name.str().removeprefix("\\"): module
            for module in self.design.modules_.values()
            if not module.get_blackbox_attribute()
        }

    def children(self, module: str) -> list[tuple[str, str]]:
        """(instance, module) of the instances of our modules in a module, by name."""
        own = self.modules()
        found = [
            (cell.name.str().removeprefix("\\"), cell.type.str().removeprefix("\\"))
            for cell in own[module].cells_.values()
        ]
        return sorted((name, kind) for name, kind in found if kind in own)

    def instances(self) -> list[tuple[str, str]]:
        """(path, module) of every instance, the top first with an empty path."""
        listed = [("", self.top)]
        queue = [("", self.top)]
        while queue:
            path, module = queue.pop(0)
            for name, kind in self.children(module):
                item = (f"{path}.{name}" if path else name, kind)
                listed.append(item)
                queue.append(item)
        return listed

    def read(self) -> None:
        for name in self.request["files"]:
            self.run(f"read_verilog {name}")
        self.run(f"hierarchy -check -top {self.top}")
        self.run("proc")
        self._tables_to_logic()
        # No scope cells, or they would be counted.
        at_depth = {self.top}
        for _ in range(self.request["depth"]):
            at_depth = {kind for module in at_depth for _, kind in self.children(module)}
        for module in sorted(at_depth):
            self.run(f"flatten -noscopeinfo {module}")
        self.run(f"hierarchy -top {self.top}")
        if len(self.modules()) > 1:
            self.run("opt_hier")
            self.run("opt_clean")

    def _tables_to_logic(self) -> None:
        """Distributed RAM has no cell for a table that is never written: such a table is look-up tables."""
        for module in self.modules().values():
            written = {
                cell.getParam(ys.IdString("\\MEMID")).decode_string()
                for cell in module.cells_.values()
                if cell.type.str() in ("$memwr", "$memwr_v2")
            }
            for name, memory in module.memories.items():
                for key in ("\\ram_style", "\\rom_style"):
                    style = ys.IdString(key)
                    if name.str() not in written and memory.get_string_attribute(style) == "distributed":
                        memory.set_string_attribute(style, "logic")

    def coarse(self) -> None:
        """The family's flow up to the mapping of logic."""
        option = " -noflatten" if self.lattice else "" if self.request["srl"] else " -nosrl"
        self.run(f"{self.request['synth']}{option} -top {self.top} -run begin:map_luts")

    def map_logic(self) -> dict[str, int]:
        """Map every module by every script, keep the smallest; returns the script chosen for each."""
        if self.lattice:
            self.run("techmap -map +/lattice/latches_map.v")
        else:
            self.run("opt_expr -mux_undef -noclkinv")
        scripts: list[str] = self.request["scripts"]
        for index, script in enumerate(scripts):
            Path(f"map{index}.abc").write_text(script + "\n")
        chosen: dict[str, int] = {}
        for module in sorted(self.modules()):
            trials: list[tuple[tuple[int, int], int]] = []
            for index in range(len(scripts)):
                trial = f"{module}_trial{index}"
                self.run(f"copy {module} {trial}")
                self.run(f"abc -lut {self.request['lut_inputs']} -script map{index}.abc {trial}")
                self.run(f"opt_clean {trial}")
                luts, levels = self._luts(trial), self._levels(trial)
                trials.append(((levels, luts) if self.request["goal"] == "delay" else (luts, levels), index))
            found, best = min(trials)
            luts, levels = reversed(found) if self.request["goal"] == "delay" else found
            _say(f"{module}: {luts} LUT, {levels} levels by script {best + 1} of {len(scripts)}")
            chosen[module] = best
            self.run(f"delete {module}")
            for _, index in trials:
                trial = f"{module}_trial{index}"
                self.run(f"rename {trial} {module}" if index == best else f"delete {trial}")
        # The copy of the top is not marked as the top.
        self.run(f"hierarchy -top {self.top}")
        return chosen

    def _luts(self, module: str) -> int:
        return sum(cell.type.str() == "$lut" for cell in self.modules()[module].cells_.values())

    def _levels(self, module: str) -> int:
        """Look-up tables on the longest path inside a module."""
        self.run(f"tee -q -o levels.txt ltp {module}/t:$lut {module}/w:*")
        found = re.search(r"\(length=(\d+)\)", Path("levels.txt").read_text())
        return int(found[1]) if found else 0

    def finish(self) -> None:
        """The family's flow after the mapping of logic."""
        self.run("clean")
        if self.lattice:
            self.run(f"{self.request['synth']} -noflatten -top {self.top} -run map_cells:check")
            return
        inputs = self.request["lut_inputs"]
        if self.request["srl"]:
            self.run("xilinx_srl -fixed -minlen 3")
        width = 4 if inputs == 4 else 6
        self.run(f"techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH={width}")
        self.run("xilinx_dffopt" + (" -lut4" if width == 4 else ""))
        self.run("opt_lut_ins -tech xilinx")
        self.run("clean")

    def count(self) -> dict[str, dict[str, int]]:
        """Cells of each module by type, without the instances of our modules."""
        own = self.modules()
        return {
            name: dict(
                sorted(
                    Counter(
                        kind
                        for cell in module.cells_.values()
                        if (kind := cell.type.str().removeprefix("\\")) not in own
                    ).items()
                )
            )
            for name, module in sorted(own.items())
        }

    def flat(self) -> dict[str, Any]:
        """The netlist without hierarchy, as Yosys's JSON."""
        self.run("flatten -noscopeinfo")
        self.run("clean")
        self.run("blackbox =A:whitebox")
        self.run("write_json flat.json")
        netlist: dict[str, Any] = json.loads(Path("flat.json").read_text())
        return netlist

    def sta(self) -> float | None:
        """Cell delays of the slowest path; in a process of its own, for it may meet a cell it cannot time."""
        self.run("write_verilog -noattr flat.v")
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            design = ys.Design()
            ys.run_pass("read_verilog -lib -specify +/xilinx/cells_sim.v", design)
            ys.run_pass("read_verilog -lib +/xilinx/cells_xtra.v", design)
            ys.run_pass("read_verilog flat.v", design)
            ys.run_pass(f"hierarchy -top {self.top}", design)
            ys.run_pass("tee -o sta.txt sta", design)
            os._exit(0)
        os.waitpid(child, 0)
        report = Path("sta.txt")
        return parse_sta(report.read_text()) if report.exists() else None


def main(request_file: str, result_file: str) -> None:
    """Do the synthesis that the request asks for and write what came of it."""
    request = json.loads(Path(request_file).read_text())
    limit = request["memory_mb"] * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    flow = _Flow(request)
    _say("reading")
    flow.read()
    _say("coarse synthesis")
    flow.coarse()
    chosen = flow.map_logic()
    flow.finish()
    cells = flow.count()
    instances = flow.instances()
    _say("timing")
    path = longest_path(flow.flat(), flow.top)
    sta = flow.sta() if request["sta"] else None
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {
        "cells": cells,
        "instances": instances,
        "scripts": chosen,
        "path": [path.levels, path.start, path.end],
        "sta": sta,
        "cpu_seconds": round(own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime, 1),
        "peak_mb": round(max(own.ru_maxrss, children.ru_maxrss) / 1024),
    }
    Path(result_file).write_text(json.dumps(result) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
