import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.cli.app import run
from pairforge.evidence.verilator import installation

ROOT = Path(__file__).resolve().parents[3]


def build(folder: Path, *arguments: str) -> Path:
    """A build of a toy in a folder."""
    assert run(["build", *arguments, "--no-synth", "--pairings", "40", "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("built") / "core", "small-f2-5", "--set", "effort=0")


@pytest.fixture(scope="session")
def tools() -> Callable[..., Any]:
    """Run a program as a user would: this environment's Python, FuseSoC and Verilator come first on PATH."""
    verilator = installation()
    places = (Path(sys.executable).parent, verilator.program.parent, os.environ["PATH"])
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(map(str, places)),
        "VERILATOR_ROOT": str(verilator.root),
        "PYTHONPATH": str(ROOT),
    }

    def call(*command: Any, cwd: Path, fails: bool = False, first: Path | None = None) -> str:
        env = environment if first is None else {**environment, "PATH": f"{first}:{environment['PATH']}"}
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert (done.returncode != 0) == fails, done.stdout
        return done.stdout

    return call
