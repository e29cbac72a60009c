"""A mapped netlist against the Verilog that it was made from, for every state and every input.

Both are one circuit of gates, with the same inputs. ABC finds registers that always agree, by induction over
time from a state in which all are zero, and shows that no output ever differs. What synthesis has merged,
moved into shift registers or left out is found the same way. Cells behave as the models say that netlists are
simulated with; block memories and multipliers are no gates, and modules with any of these are left to
simulation.

Imports the child process of Yosys, the netlist's cells, ABC and errors.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import CheckError
from pairforge.evidence import _yosys
from pairforge.evidence.handshakes import prover
from pairforge.evidence.needed import needed_files
from pairforge.evidence.netlist_simulation import CellModels, netlist_files

_BLOCKS = re.compile(r"RAMB|DP16|PDPW|SP16|DSP|MULT|VLO|EBR|PDP|LRAM|URAM")
_PORT = re.compile(r"^ *(input|output) +wire +(?:\[(\d+):0\] )?(\w+)", re.MULTILINE)
_MODULE = re.compile(r"^module\s+\\?(\w+)\b.*?^endmodule\b", re.MULTILINE | re.DOTALL)
_LATCHES = re.compile(r"lat = +(\d+) .*?and = +(\d+)")
_GATES = (
    *("proc", "flatten", "setattr -unset init w:*", "opt_clean", "memory_collect", "opt_mem", "opt_clean"),
    *(
        "memory_map",
        "opt",
        "techmap",
        "opt",
        "dffunmap",
        "simplemap",
        "opt_clean",
        "setundef -undriven -zero",
    ),
    *("setundef -init -zero", "setundef -zero", "aigmap", "opt_clean"),
)
_SECONDS = 120


@dataclass(frozen=True)
class Equivalence:
    """What was found of a module.

    Attributes
    ----------
    cells: of the netlist, by type.
    proven: the netlist does what the Verilog does; None where that is not known.
    why: what stands against it, or why it is not known; empty where it is proven.
    registers, gates: of both circuits together.
    """

    module: str
    cells: Mapping[str, int]
    proven: bool | None
    why: str
    registers: int
    gates: int
    seconds: float


def equivalent(files: Mapping[str, str], packed: bytes, top: str, models: CellModels) -> Equivalence:
    """The netlist of `top` (Yosys's JSON, packed by gzip) against the Verilog in the files.

    Raises CheckError where a cell has no model, or Yosys refuses the files.
    """
    began = time.perf_counter()
    made = netlist_files(packed, top, models)

    def found(proven: bool | None, why: str, registers: int = 0, gates: int = 0) -> Equivalence:
        seconds = time.perf_counter() - began
        return Equivalence(top, made.cells, proven, why, registers, gates, seconds)

    if blocks := sorted(kind for kind in made.cells if _BLOCKS.match(kind)):
        return found(None, f"has {', '.join(blocks)}, which are no gates")
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        golden = _written(files, folder, "verilog")
        netlist = _written(
            {"netlist.v": made.verilog["netlist.v"], "cells.v": _used(made.verilog)}, folder, "mapped"
        )
        (folder / "harness.v").write_text(_harness(files[f"{top}.v"]))
        script = [
            *_read(golden, top, "golden"),
            *_read(netlist, top, "netlist"),
            "design -copy-from kept_golden -as golden golden",
            "design -copy-from kept_netlist -as netlist netlist",
            "read_verilog -formal harness.v",
            *("hierarchy -top harness", "proc", "flatten", "opt_clean", "techmap", "simplemap", "aigmap"),
            *("opt_clean", "write_aiger found.aig"),
        ]
        try:
            _yosys.run(script, folder)
        except _yosys.YosysError as error:
            raise CheckError(f"{top}: Yosys: {error}") from None
        log = prover.run("read_aiger found.aig; zero; print_stats; scorr -F 2; dprove", folder, _SECONDS)
    sizes = _LATCHES.search(log)
    registers, gates = (int(sizes[1]), int(sizes[2])) if sizes else (0, 0)
    if "UNSATISFIABLE" in log:
        return found(True, "", registers, gates)
    if re.search(r"asserted|\bSATISFIABLE", log):
        return found(False, "an output differs", registers, gates)
    return found(None, "no answer from the prover", registers, gates)


def modules_of(files: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Each module with the files that it needs, its own among them, from the smallest to the largest."""
    found = {name.removesuffix(".v"): needed_files(files, name.removesuffix(".v")) for name in files}
    return dict(sorted(found.items(), key=lambda item: (sum(map(len, item[1].values())), item[0])))


def _written(files: Mapping[str, str], folder: Path, prefix: str) -> list[str]:
    names = [f"{prefix}{i}.v" for i in range(len(files))]
    for name, text in zip(names, files.values(), strict=True):
        (folder / name).write_text(text)
    return names


def _read(names: list[str], top: str, called: str) -> list[str]:
    return [
        f"read_verilog {' '.join(names)}",
        f"hierarchy -check -top {top}",
        *_GATES,
        f"rename {top} {called}",
        f"design -stash kept_{called}",
    ]


def _used(verilog: Mapping[str, str]) -> str:
    """The models that a netlist uses, as one text: those of other cells are not all for Yosys."""
    texts = [text for name, text in verilog.items() if name != "netlist.v"]
    models = {found[1]: found[0] for text in texts for found in _MODULE.finditer(text)}
    waiting, used = sorted(models.keys() & set(re.findall(r"\w+", verilog["netlist.v"]))), set[str]()
    while waiting:
        kind = waiting.pop()
        if kind not in used:
            used.add(kind)
            waiting += sorted(models.keys() & set(re.findall(r"\w+", models[kind])) - used)
    return "\n".join(models[kind] for kind in sorted(used))


def _harness(text: str) -> str:
    """A module that gives both the same, and says whether an output differs."""
    ports = [(way, int(high or 0), name) for way, high, name in _PORT.findall(text)]
    inputs = [(high, name) for way, high, name in ports if way == "input" and name != "clk"]
    outputs = [(high, name) for way, high, name in ports if way == "output"]
    body = [f"wire [{high}:0] {name} = $anyseq;" for high, name in inputs]
    for made in ("golden", "netlist"):
        pins = [f".{name}({name})" for _, name in inputs]
        pins += [".clk(clk)"] if any(name == "clk" for _, _, name in ports) else []
        pins += [f".{name}({name}_of_{made})" for _, name in outputs]
        body += [f"wire [{high}:0] {name}_of_{made};" for high, name in outputs]
        body.append(f"{made} made_{made} ({', '.join(pins)});")
    differs = " | ".join(f"({name}_of_golden != {name}_of_netlist)" for _, name in outputs)
    return prover.harness((), body, differs)
