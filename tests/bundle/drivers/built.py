"""A core with its drivers in a folder, as a build leaves it, and its simulation as a shared library."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from pairforge.builder.interface import interface_of
from pairforge.bundle.bus_addition import facts_of
from pairforge.bundle.driver_addition import driver_jobs
from pairforge.bundle.drivers.files import driver_files
from pairforge.bundle.emit import header, rtl_files, write_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import Sample, random_sample
from pairforge.evidence import verilator
from pairforge.evidence.interface import Vectors
from pairforge.evidence.testbench import testbench_files as bench_files
from pairforge.machine.designs import find_design
from pairforge.rtl.bus.files import bus_files

C = ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]


Change = Callable[[Compiled, dict[str, str]], dict[str, str]]


def written(
    folder: Path, design: str, settings: Mapping[str, str], change: Change | None = None
) -> tuple[Compiled, Sample]:
    """What a build leaves of a design, as far as drivers need it; `change`: of the core's files."""
    compiled = compile_design(find_design(design, settings))
    sample = random_sample(compiled, 20, seed=3)
    facts, top = facts_of(compiled), header(compiled)
    drivers = driver_files(compiled.name, facts, top, driver_jobs(compiled))
    rtl = rtl_files(compiled)
    made = {f"rtl/{name}": text for name, text in (change(compiled, rtl) if change else rtl).items()}
    made |= {f"bus/{name}": text for name, text in bus_files(compiled.core.top, facts, top).items()}
    made |= {f"drivers/{name}": text for name, text in drivers.items()}
    core = replace(interface_of(compiled), latency=None, interval=None)
    made |= bench_files(core, Vectors(sample.sent, sample.expected, sample.off_curve))
    write_files(folder, made)
    return compiled, sample


def make(folder: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    """Run `drivers/simulation/Makefile`."""
    root = verilator.installation().root
    tools = [f"VERILATOR={root / 'bin' / 'verilator_bin'}", f"PYTHON={sys.executable}", "CXXFLAGS=-O0"]
    command = ["make", "-s", "-C", str(folder / "drivers" / "simulation"), *tools, *targets]
    environment = {**os.environ, "VERILATOR_ROOT": str(root)}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


MODULES = ("registers", "statuses", "driver", "points")


class Built:
    """A core with its drivers in a folder, and its Python driver imported."""

    def __init__(
        self, folder: Path, design: str, settings: Mapping[str, str], change: Change | None = None
    ) -> None:
        self.folder = folder
        self.compiled, self.sample = written(folder, design, settings, change)
        done = make(folder, str(self.library))
        assert done.returncode == 0, done.stderr
        self.forget()  # another core's have the same names
        sys.path.insert(0, str(folder / "drivers" / "python"))
        self.driver: ModuleType = importlib.import_module("pairforge_driver")
        self.identity = importlib.import_module(f"pairforge_core_{self.compiled.name}").IDENTITY

    @property
    def library(self) -> Path:
        """The simulated core."""
        return self.folder / "drivers" / "simulation" / "libsimulated.so"

    def simulated(self) -> Any:
        """A fresh simulation."""
        return self.driver.Simulated(self.library)

    def forget(self) -> None:
        """Have the Python drivers imported anew."""
        for name in (*MODULES, f"core_{self.compiled.name}"):
            sys.modules.pop(f"pairforge_{name}", None)

    def close(self) -> None:
        """Leave nothing for the next core."""
        sys.path.remove(str(self.folder / "drivers" / "python"))
        self.forget()
