"""Open cores in this flow, for Virtex-4: what the wires of that family are calibrated by.

`python -m benchmarks.open_cores NAME=FOLDER …` with checkouts of github.com/freecores/pairing (NAME
`pairing`) and github.com/freecores/tiny_tate_bilinear_pairing (NAME `tiny`). Their sources are not part of
this project. Prints and stores area and estimated clock.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge.targets.registry import find_fpga

STORED = Path(__file__).parents[1] / "pairforge" / "results" / "open-cores.json"
_TARGET = "xc4v"


@dataclass(frozen=True)
class OpenCore:
    """A core: its name, the folder of its Verilog in a checkout, its top module, the level of its units."""

    name: str
    folder: str
    top: str
    depth: int


CORES: Mapping[str, OpenCore] = {
    "pairing": OpenCore("freecores/pairing", "rtl", "tate_pairing", 1),
    "tiny": OpenCore("freecores/tiny_tate_bilinear_pairing", "group_size_is_151_bits/rtl", "pairing", 2),
}


def main() -> int:
    """Measure the cores that are given and store what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cores", nargs="+", metavar="NAME=FOLDER")
    stored: dict[str, Any] = json.loads(STORED.read_text())
    for given in parser.parse_args().cores:
        name, _, folder = given.partition("=")
        if name not in CORES or not Path(folder, CORES[name].folder).is_dir():
            print(f"{given}: give NAME=FOLDER, NAME one of {', '.join(CORES)}", file=sys.stderr)
            return 2
        entry = measure(CORES[name], Path(folder))
        stored["cores"] = [entry if e["core"] == entry["core"] else e for e in stored["cores"]]
        print(json.dumps(entry))
    STORED.write_text(json.dumps(stored, indent=1) + "\n")
    return 0


def measure(core: OpenCore, checkout: Path) -> dict[str, Any]:
    """Area and estimated clock of a core, as it is stored."""
    folder = checkout / core.folder
    texts = {path.name: path.read_text() for path in sorted(folder.glob("*.v"))}

    def included(found: re.Match[str]) -> str:
        return texts[found[1]]

    files = {name: re.sub(r'`include "([\w.]+)"', included, text) for name, text in texts.items()}
    made = find_fpga(_TARGET).synthesize(files, core.top, depth=core.depth, progress=print)
    return {
        "core": core.name,
        "target": _TARGET,
        "lut": made.area.lut,
        "ff": made.area.ff,
        "bram": made.area.bram,
        "mhz": made.timing.fmax_mhz,
        "tool": f"benchmarks/open_cores.py, {made.tool}",
    }


if __name__ == "__main__":
    sys.exit(main())
