"""The ports of modules as Yosys reads them: a second opinion."""

import json
from pathlib import Path
from typing import Any

from pairforge.evidence import _yosys


def verilog_ports(built: Path, scratch: Path) -> dict[str, Any]:
    """Module to port to direction (in, out) and width, for the files of `rtl/` and `bus/`."""
    files = " ".join(map(str, [*built.glob("rtl/*.v"), *built.glob("bus/*.v")]))
    _yosys.run([f"read_verilog {files}", "proc -noopt", "write_json ports.json"], scratch)
    modules = json.loads((scratch / "ports.json").read_text())["modules"]
    return {
        name: {
            port: (facts["direction"].removesuffix("put"), len(facts["bits"]))
            for port, facts in module["ports"].items()
        }
        for name, module in modules.items()
    }
