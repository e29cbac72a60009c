"""`env`: a shell that takes its lines finds the Verilator in use, and simulates a bundle with it."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.builder.interface import interface_of
from pairforge.bundle.emit import rtl_files, write_files
from pairforge.compiler.compile import compile_design
from pairforge.compiler.sample import random_sample
from pairforge.evidence import verilator
from pairforge.evidence.interface import Vectors
from pairforge.evidence.testbench import testbench_files as bench_files
from pairforge.machine.designs import find_design

BARE = {"PATH": "/usr/bin:/bin"}


def shell(lines: str, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", f"{lines}\n{script}"], env=BARE, capture_output=True, text=True)


def test_a_shell_finds_the_tools(pairforge: Callable[..., Any]) -> None:
    lines = pairforge("env").out
    used = verilator.installation()
    done = shell(lines, 'echo "$VERILATOR_ROOT"; command -v verilator_bin; command -v python')
    root, tool, python = done.stdout.splitlines()
    assert root == str(used.root)
    assert Path(tool) == used.root / "bin" / "verilator_bin"
    assert Path(python).parent == Path(sys.executable).parent


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_a_large_core_is_simulated_with_what_is_installed(
    pairforge: Callable[..., Any], tmp_path: Path
) -> None:
    """One pairing on BLS12-381, as the bundle's Makefile does it, and nothing said of compilers."""
    compiled = compile_design(find_design("ate-bls12-381-m1", {}))
    sample = random_sample(compiled, 1, 1)
    files = {f"rtl/{name}": text for name, text in rtl_files(compiled).items()}
    write_files(tmp_path, files | bench_files(interface_of(compiled), Vectors(sample.sent, sample.expected)))
    done = shell(pairforge("env").out, f"make -C {tmp_path / 'tb'} verilator INPUTS=1 PASSES=1")
    assert done.returncode == 0, done.stderr
    assert "cycle 16384: pass 0, " in done.stdout
    assert "PASS: 1 inputs streaming" in done.stdout
