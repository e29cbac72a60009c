"""Two circuits that do the same for every input: a mapped netlist and the Verilog that it was made from, say.

Both are one circuit of gates, with the same inputs. ABC finds registers that always agree, by induction over
time from a state in which all are zero, and shows that no output ever differs. What synthesis has merged,
moved into shift registers or left out is found the same way. Cells of a netlist behave as the models say that
netlists are simulated with; block memories and multipliers are no gates, and modules with any of these are
left to simulation.

Imports the child process of Yosys, the netlist's cells, ABC and errors.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pairforge.evidence import _yosys
from pairforge.evidence.handshakes import prover
from pairforge.evidence.handshakes.question import harness
from pairforge.evidence.needed import needed_files
from pairforge.evidence.netlist import reading
from pairforge.evidence.netlist_simulation import CellModels, netlist_files
from pairforge.evidence.ports import ports_of

_BLOCKS = re.compile(r"RAMB|DP16|PDPW|SP16|DSP|MULT|VLO|EBR|PDP|LRAM|URAM")
_MODULE = re.compile(r"^module\s+\\?(\w+)\b.*?^endmodule\b", re.MULTILINE | re.DOTALL)
_LATCHES = re.compile(r"lat = *(\d+) .*?and = *(\d+)")
_GATES = (
    *("setattr -unset init w:*", "opt_clean", "memory_collect", "opt_mem", "opt_clean"),
    *("memory_map", "opt", "techmap", "opt", "dffunmap", "simplemap", "opt_clean"),
    *("setundef -undriven -zero", "setundef -init -zero", "setundef -zero", "aigmap", "opt_clean"),
)
_GOLDEN, _OTHER = "golden", "other"
_PROVE = "zero; print_stats; lcorr -C 10000; scorr -F 2; dprove"  # registers first: the rest follows fast
LIMIT_S = 120
"""Seconds for a comparison, those of Yosys among them: a core with threads may take hours."""


@dataclass(frozen=True)
class Answer:
    """Whether two circuits do the same.

    Attributes
    ----------
    proven: they do; None where that is not known.
    why: what stands against it, or why it is not known; empty where it is proven.
    registers, gates: of both circuits together.
    """

    proven: bool | None
    why: str
    registers: int = 0
    gates: int = 0


@dataclass(frozen=True)
class Equivalence:
    """What was found of a module and its netlist; `cells`: of the netlist, by type."""

    module: str
    cells: Mapping[str, int]
    found: Answer
    seconds: float

    @property
    def proven(self) -> bool | None:
        """As of the answer."""
        return self.found.proven

    @property
    def why(self) -> str:
        """As of the answer."""
        return self.found.why


def equivalent(files: Mapping[str, str], packed: bytes, top: str, models: CellModels) -> Equivalence:
    """The netlist of `top` (Yosys's JSON, packed by gzip) against the Verilog in the files.

    Raises CheckError where a cell has no model, or Yosys refuses the files.
    """
    began = time.perf_counter()
    made = netlist_files(packed, top, models)
    if blocks := sorted(kind for kind in made.cells if _BLOCKS.match(kind)):
        found = Answer(None, f"has {', '.join(blocks)}, which are no gates")
    else:
        netlist = {"netlist.v": made.verilog["netlist.v"], "cells.v": _used(made.verilog)}
        found = same(files, netlist, top)
    return Equivalence(top, made.cells, found, time.perf_counter() - began)


@dataclass(frozen=True)
class Side:
    """One of two circuits: the module `top` of Verilog files.

    `options`: of Yosys for reading them. `parameters`: of the module, by name. `flat`: commands of Yosys in
    it when it is flat.
    """

    files: Mapping[str, str]
    top: str
    options: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict)
    flat: Sequence[str] = ()


def same(golden: Mapping[str, str], other: Mapping[str, str], top: str, limit_s: float = LIMIT_S) -> Answer:
    """Whether modules called `top` of two sets of Verilog files give the same, from zeros in all registers.

    That is not known where it takes longer than `limit_s`. Raises CheckError where Yosys refuses the files.
    """
    return compare(Side(golden, top), Side(other, top), golden[f"{top}.v"], limit_s=limit_s)


def compare(golden: Side, other: Side, header: str, clock: str = "clk", limit_s: float = LIMIT_S) -> Answer:
    """The same of any two; `header`: a text with the ports that both have, of a line each.

    Raises CheckError where Yosys refuses the files.
    """
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        script = []
        for name, side in ((_GOLDEN, golden), (_OTHER, other)):
            part = folder / name
            part.mkdir()
            read, hierarchy, *rest = reading(side.files, part, side.top, side.options)
            given = "".join(f" -chparam {key} {value}" for key, value in side.parameters.items())
            script += [read.replace("file", f"{name}/file"), hierarchy + given, *rest, "flatten"]
            script += [f"rename -top {name}", f"cd {name}", *side.flat, "cd ..", *_GATES]
            script += [f"design -stash kept_{name}"]
        (folder / "harness.v").write_text(_harness(header, clock))
        script += [
            *(f"design -copy-from kept_{name} -as {name} {name}" for name in (_GOLDEN, _OTHER)),
            "read_verilog -formal harness.v",
            *(
                "hierarchy -top harness",
                "proc",
                "flatten",
                "setundef -undriven -zero",
                "opt_clean",
                "techmap",
            ),
            *("simplemap", "aigmap", "opt_clean", "write_aiger found.aig"),
        ]
        try:
            _yosys.check(script, folder, other.top, limit_s)
        except TimeoutError as error:
            return Answer(None, str(error))
        left = began + limit_s - time.perf_counter()
        log = prover.run(f"read_aiger found.aig; {_PROVE}", folder, max(0, left))
    sizes = _LATCHES.search(log)
    registers, gates = (int(sizes[1]), int(sizes[2])) if sizes else (0, 0)
    if "UNSATISFIABLE" in log:
        return Answer(True, "", registers, gates)
    if re.search(r"asserted|\bSATISFIABLE", log):
        return Answer(False, "an output differs", registers, gates)
    why = "no answer from the prover" if log else f"no answer in {limit_s:g} s"
    return Answer(None, why, registers, gates)


def modules_of(files: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Each module with the files that it needs, its own among them, from the smallest to the largest."""
    found = {name.removesuffix(".v"): needed_files(files, name.removesuffix(".v")) for name in files}
    return dict(sorted(found.items(), key=lambda item: (sum(map(len, item[1].values())), item[0])))


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


def _harness(text: str, clock: str) -> str:
    """A module that gives both the same, and says whether an output differs."""
    ports = ports_of(text)
    inputs = [port for port in ports if port.way == "input" and port.name != clock]
    outputs = [port for port in ports if port.way == "output"]
    body = [f"wire [{port.width - 1}:0] {port.name} = $anyseq;" for port in inputs]
    for made in (_GOLDEN, _OTHER):
        pins = [f".{port.name}({port.name})" for port in inputs]
        pins += [f".{clock}(clk)"] if any(port.name == clock for port in ports) else []
        pins += [f".{port.name}({port.name}_of_{made})" for port in outputs]
        body += [f"wire [{port.width - 1}:0] {port.name}_of_{made};" for port in outputs]
        body.append(f"{made} made_{made} ({', '.join(pins)});")
    differs = " | ".join(f"({port.name}_of_{_GOLDEN} != {port.name}_of_{_OTHER})" for port in outputs)
    return harness((), body, differs)
