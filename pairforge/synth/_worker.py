"""The child process that runs Yosys: `python -m pairforge.synth._worker REQUEST RESULT`, in a scratch folder.

A process of its own, because libyosys ends the process on an error and may use a great deal of memory.
Standard output is Yosys's log; standard error carries lines `progress: …` and Yosys's `ERROR: …`.

How a netlist is made:
1. read; constant tables without a write port become logic where the family's RAM cannot hold them;
2. flatten every unit (module at depth `depth`), so that units are mapped one by one, each shape once;
3. map each module by itself, the others black boxes (`_mapping`): the family's own flow, with logic mapped by
   every script of the portfolio, of which the best is kept; several modules at a time;
4. the modules together, as a flat netlist, which is refined (`refine`): what is counted and timed, and what
   simulation, place and route have. Cells keep the names of their units, so that units sum to the total.

The texts of modules are freed of what depends on the core they are read from (source lines, numbers in
generated names), so that equal modules of different cores are mapped once: see `_modules`.
"""

from __future__ import annotations

import gzip
import json
import re
import resource
import sys
from pathlib import Path
from typing import Any

from pyosys import libyosys as ys

from pairforge.synth._mapping import Mapper, mapper_of, own_modules
from pairforge.synth._modules import apart, map_all, say
from pairforge.synth.netlist import plain
from pairforge.synth.refine.counts import cells_by_unit, dsp_registers
from pairforge.synth.refine.refine import refine
from pairforge.synth.refine.spec import Refinement

_NUMBER = re.compile(r"(?<=\$)\d+(?![0-9A-Za-z]|\S*\.v)")  # at the end of a generated name
_FIRST = 100_000  # numbers have as many digits in every module, so that names sort alike
_OF_THE_READING = re.compile(
    r"^(?:# Generated .*|autoidx \d+| *attribute \\(?:src|top|hdlname) .*)\n", re.MULTILINE
)


class _Core:
    """The source of a core, read; its modules as texts."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.top: str = request["top"]
        self.design = ys.Design()

    def run(self, command: str) -> None:
        ys.run_pass(command, self.design)

    def modules(self) -> dict[str, Any]:
        return own_modules(self.design)

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
        if blocks := self.request["flow"]["blocks"]:
            Path("blocks.v").write_text(blocks)
            self.run("techmap -autoproc -map blocks.v")
            self.run(f"hierarchy -top {self.top}")
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

    def write(self, file: Path) -> None:
        """Leave `instances` and, for each module, its text with those it instantiates as black boxes."""
        kinds = {name: sorted({kind for _, kind in self.children(name)}) for name in sorted(self.modules())}
        instances = self.instances()
        texts = {name: self._text(name) for name in kinds}
        self.run("blackbox")
        boxes = {name: self._text(name) for name in kinds}
        modules = {
            name: "".join((texts[name], *(boxes[kind] for kind in inside))) for name, inside in kinds.items()
        }
        file.write_text(json.dumps({"instances": instances, "modules": modules}))

    def _text(self, module: str) -> str:
        self.run(f"select ={module}")
        self.run("write_rtlil -selected module.il")
        self.run("select -clear")
        return canonical(Path("module.il").read_text())


def canonical(text: str) -> str:
    """The text of a module without what the rest of its core decides: numbers count from the same one."""
    text = _OF_THE_READING.sub("", text)
    numbers = sorted({int(found) for found in _NUMBER.findall(text)})
    rank = {str(number): str(_FIRST + i) for i, number in enumerate(numbers)}
    return f"autoidx {10 * _FIRST}\n" + _NUMBER.sub(lambda found: rank[found[0]], text)


def _flat(mapper: Mapper, netlists: list[Path], top: str) -> dict[str, Any]:
    """The netlists together, without hierarchy, as Yosys's JSON."""
    for file in netlists:
        mapper.run(f"read_rtlil {file}")
    mapper.run(f"hierarchy -top {top}")
    mapper.run("flatten -noscopeinfo")
    mapper.run("clean")
    mapper.run("blackbox =A:whitebox")
    mapper.run("write_json flat.json")
    netlist: dict[str, Any] = json.loads(Path("flat.json").read_text())
    return netlist


def main(request_file: str, result_file: str) -> None:
    """Do the synthesis that the request asks for and write what came of it."""
    request = json.loads(Path(request_file).read_text())
    limit = request["memory_mb"] * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    say("reading")

    def read() -> None:
        core = _Core(request)
        core.read()
        core.write(Path("core.json"))

    # Apart, so that modules are mapped by a process that has seen none of the core.
    apart(read)
    core = json.loads(Path("core.json").read_text())
    mapper = mapper_of(request)
    mapper.read_cells()
    folders = map_all(mapper, core["modules"])
    mapped = {module: json.loads((folder / "module.json").read_text()) for module, folder in folders.items()}
    say("the modules together")
    netlist = _flat(mapper, [folder / "netlist.il" for folder in folders.values()], request["top"])
    top = request["top"]
    if refinement := request["refinement"]:
        spec = Refinement.of_data(refinement)
        netlist["modules"][top] = refine(netlist["modules"][top], spec)
    text = json.dumps(plain(netlist, request["top"], request["register_cell"]), separators=(",", ":"))
    # No time stamp inside: equal netlists are equal bytes.
    Path(result_file).with_name(request["netlist"]).write_bytes(gzip.compress(text.encode(), 5, mtime=0))
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    result = {
        "dsp_registers": dsp_registers(
            netlist["modules"][top], request["flow"]["dsp_types"], request["flow"]["dsp_registers"]
        ),
        "cells": cells_by_unit(netlist["modules"][top], [path for path, _ in core["instances"]]),
        "instances": core["instances"],
        "scripts": {module: found["script"] for module, found in mapped.items()},
        "cpu_seconds": round(sum(used.ru_utime + used.ru_stime for used in usage), 1),
        "peak_mb": round(max(used.ru_maxrss for used in usage) / 1024),
    }
    Path(result_file).write_text(json.dumps(result) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
