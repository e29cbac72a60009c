"""How one module becomes cells of a family, with Yosys: the family's own flow, with our own mapping of logic.

Runs in the child process (see `_worker`), in a scratch folder; the request's keys are those of
`pairforge.synth.yosys._request`, and of `pairforge.synth.asic`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pyosys import libyosys as ys

__all__ = ["Mapper", "mapper_of", "own_modules"]


def own_modules(design: Any) -> dict[str, Any]:
    """Modules that hold logic of ours, by name."""
    return {
        module.name.str().removeprefix("\\"): module
        for module in design.modules_.values()
        if not module.get_blackbox_attribute()
    }


class Mapper:
    """The flow of a family on a design that holds one module of ours, the others as black boxes."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.design = ys.Design()

    def run(self, command: str) -> None:
        """Run a command of Yosys on the design."""
        ys.run_pass(command, self.design)

    def steps(self, part: str, module: str) -> None:
        """Run the commands of a part of the flow."""
        for command in self.request["flow"][part]:
            self.run(command.replace("{module}", module))

    def read_cells(self) -> None:
        """Read what the family's cells are."""
        for files in self.request["flow"]["cells"]:
            self.run(f"read_verilog -lib {files}")
        if block := self.request["flow"]["block_cell"]:
            self.run(f"copy {block} {block}_whole")

    def map(self, module: str) -> dict[str, Any]:
        """Map the module: the `script` that won, its `size` and `levels`."""
        self.steps("coarse", module)
        self.prepare(module)
        found = self.map_logic(module)
        self.run("clean")
        self.steps("fine", module)
        if block := self.request["flow"]["block_cell"]:
            self.run(f"chtype -set {block} t:{block}_whole")
        return found

    def prepare(self, module: str) -> None:
        """What is done between the family's flow and the mapping of logic."""

    def map_logic(self, module: str) -> dict[str, Any]:
        """Map the logic by every script of the portfolio, keep the best."""
        scripts: list[str] = self.request["scripts"]
        for index, script in enumerate(scripts):
            Path(f"{module}_{index}.abc").write_text(script + "\n")
        trials: list[tuple[float, int, int]] = []
        for index in range(len(scripts)):
            trial = f"{module}_trial{index}"
            self.run(f"copy {module} {trial}")
            self.run(f"abc {self.abc_options()} -script {module}_{index}.abc {trial}")
            self.run(f"opt_clean {trial}")
            trials.append((*self.measure(trial), index))
        by_delay = self.request["goal"] == "delay"
        size, levels, best = min(trials, key=lambda t: (t[1], t[0], t[2]) if by_delay else t)
        self.run(f"delete {module}")
        for _, _, index in trials:
            trial = f"{module}_trial{index}"
            self.run(f"rename {trial} {module}" if index == best else f"delete {trial}")
        # The copy of the top is not marked as the top.
        self.run(f"hierarchy -top {module}")
        return {"script": best, "size": size, "levels": levels}

    def abc_options(self) -> str:
        """What ABC maps to."""
        raise NotImplementedError

    def measure(self, module: str) -> tuple[float, int]:
        """Size and levels of a mapped module, the less the better."""
        raise NotImplementedError

    def describe(self, found: dict[str, Any]) -> str:
        """What `map` found, in words."""
        count = len(self.request["scripts"])
        return f"{found['size']} LUT, {found['levels']} levels by script {found['script'] + 1} of {count}"

    def levels(self, module: str, cells: str) -> int:
        """Cells of a selection on the longest path inside a module."""
        self.run(f"tee -q -o {module}_levels.txt ltp {module}/{cells} {module}/w:*")
        found = re.search(r"\(length=(\d+)\)", Path(f"{module}_levels.txt").read_text())
        return int(found[1]) if found else 0


class _LookUpTables(Mapper):
    def abc_options(self) -> str:
        return f"-lut {self.request['lut_inputs']}"

    def measure(self, module: str) -> tuple[float, int]:
        cells = own_modules(self.design)[module].cells_.values()
        return sum(cell.type.str() == "$lut" for cell in cells), self.levels(module, "t:$lut")


class _StandardCells(Mapper):
    """Cells of a library that the request has as a Liberty file. Memories become flip-flops."""

    def __init__(self, request: dict[str, Any]) -> None:
        super().__init__(request)
        Path("cells.lib").write_text(request["liberty"])

    def read_cells(self) -> None:
        self.run("read_liberty -lib cells.lib")

    def prepare(self, module: str) -> None:
        self.run("dfflibmap -liberty cells.lib")
        self.run("opt")

    def abc_options(self) -> str:
        return "-liberty cells.lib"

    def measure(self, module: str) -> tuple[float, int]:
        areas: dict[str, float] = self.request["areas"]
        cells = own_modules(self.design)[module].cells_.values()
        area = sum(areas.get(cell.type.str().removeprefix("\\"), 0.0) for cell in cells)
        gates = f"t:{self.request['library']}__* {module}/t:{self.request['flip_flop']} %d"
        return round(area, 4), self.levels(module, gates)

    def describe(self, found: dict[str, Any]) -> str:
        count = len(self.request["scripts"])
        return (
            f"{found['size']:,.0f} um2, {found['levels']} levels by script {found['script'] + 1} of {count}"
        )


def mapper_of(request: dict[str, Any]) -> Mapper:
    """The mapper of the family that a request describes, its cells not read yet."""
    return (_StandardCells if request["liberty"] else _LookUpTables)(request)
