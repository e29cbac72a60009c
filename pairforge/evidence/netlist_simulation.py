"""A mapped netlist as Verilog that Verilator runs, with models of the cells, in place of a core's own.

The netlist is the flat one that synthesis leaves (Yosys's JSON); Yosys writes it as Verilog, in a process of
its own. The models are those that come with Yosys, read where it is installed. Where Yosys has none (block
RAM, the multipliers of ECP5 and UltraScale), or none that Verilator compiles fast (look-up tables), they are
the files of `assets/cells`.

Measured with `beuchat-f2-239` on xc4v (23,484 LUT, 21,198 flip-flops, two cores), Verilator and the C++
compiler in seconds: Yosys's models as they are, 44 and 207; flattened into the netlist by Yosys, 40 and 152;
with our models of look-up tables, 27 and 42.

Imports the child process of Yosys and errors.
"""

from __future__ import annotations

import gzip
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge.errors import CheckError
from pairforge.evidence import _yosys

__all__ = ["CellModels", "NetlistFiles", "netlist_files"]

_OWN = Path(__file__).with_name("assets") / "cells"

_MODULE = re.compile(r"^module\s+\\?(\w+)\b.*?^endmodule\b", re.MULTILINE | re.DOTALL)
_INCLUDE = re.compile(r'^`include "([^"]+)"$', re.MULTILINE)
_DELAYS = re.compile(r"^\s*specify\b.*?\bendspecify\b", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class CellModels:
    """Where the behaviour of a family's cells is written.

    Attributes
    ----------
    yosys: Verilog files of Yosys's shared folder.
    own: Verilog files of `assets/cells`, or with their whole paths; their models come before those of the
        same name.
    """

    yosys: tuple[str, ...]
    own: tuple[str, ...]

    def files(self, kinds: Iterable[str]) -> dict[str, str]:
        """The models of these types of cells and of what they are made of: Verilog by file name.

        Raises
        ------
        CheckError: a type has no model.
        """
        own = {name: (_OWN / name).read_text() for name in self.own}
        there = {found[1] for text in own.values() for found in _MODULE.finditer(text)}
        # Modules that macros write: their names are the first arguments.
        there |= {name for text in own.values() for name in re.findall(r"^`\w+\((\w+),", text, re.MULTILINE)}
        modules = {
            found[1]: found[0]
            for name in self.yosys
            for found in _MODULE.finditer(_DELAYS.sub("", _included(_yosys.share() / name)))
        }
        used: dict[str, str] = {}
        waiting = sorted(set(kinds))
        while waiting:
            kind = waiting.pop()
            if kind in there or kind in used:
                continue
            if kind not in modules:
                raise CheckError(f"there is no model to simulate the cell {kind} with")
            used[kind] = modules[kind]
            waiting += sorted(modules.keys() & set(re.findall(r"\w+", modules[kind])) - {kind})
        return {**own, "yosys_cells.v": "\n\n".join(used[kind] for kind in sorted(used)) + "\n"}


@dataclass(frozen=True)
class NetlistFiles:
    """A netlist with its models: Verilog by file name, and how many `cells` the netlist has by type."""

    verilog: dict[str, str]
    cells: Mapping[str, int]


def netlist_files(packed: bytes, top: str, models: CellModels) -> NetlistFiles:
    """The netlist of the module `top` (Yosys's JSON, packed by gzip) as Verilog, with models of its cells.

    Raises
    ------
    UserError: Yosys is missing.
    CheckError: a cell has no model.
    """
    module = json.loads(gzip.decompress(packed))["modules"][top]
    kinds = Counter(cell["type"] for cell in module["cells"].values())
    files = models.files(kinds)
    with tempfile.TemporaryDirectory(prefix="pairforge-netlist-") as scratch:
        folder = Path(scratch)
        (folder / "netlist.json").write_text(json.dumps({"modules": {top: _bare(module)}}))
        _yosys.run(("read_json netlist.json", "write_verilog -noattr netlist.v"), folder)
        text = (folder / "netlist.v").read_text()
    return NetlistFiles({"netlist.v": text, **files}, dict(sorted(kinds.items())))


def _included(file: Path) -> str:
    """The text of a file, with the files of its folder that it includes."""
    return _INCLUDE.sub(lambda found: file.with_name(found[1]).read_text(), file.read_text())


def _bare(module: Mapping[str, Any]) -> dict[str, Any]:
    """Without names of signals, which are wires of many bits to Verilator, and with short names of cells.

    Bits of one wire that depend on each other would be a loop for it.
    """
    cells = {f"c{i}": cell for i, cell in enumerate(module["cells"].values())}
    return {**module, "cells": cells, "netnames": {}}
