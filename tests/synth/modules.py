"""What tests of synthesis share: a module to map, and the way to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairforge.hdl import Module, Net, design_files
from pairforge.synth.yosys import Synthesis
from pairforge.targets.registry import find_fpga


def synthesize(files: Mapping[str, str], top: str, target: str, **options: Any) -> Synthesis:
    return find_fpga(target).synthesize(files, top, **options)


def run(top: Module, target: str, **options: Any) -> Synthesis:
    return synthesize(design_files(top, "test"), top.name, target, cached=False, **options)


def delay_line() -> Module:
    top = Module("delay_line")
    top.input("clk")
    value: Net = top.input("d", 4)
    for i in range(12):
        value = top.reg(f"r{i}", value)
    top.output("y", value)
    return top
