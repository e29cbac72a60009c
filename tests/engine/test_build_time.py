"""`benchmarks.build_time`: the programs compile, run and are timed; what there is not is refused.

The page is docs/reference/engine/bench.md.
"""

import re
import subprocess
import sys
from typing import Any

import pytest

from benchmarks.build_time import PROGRAMS

SOONEST = "ate-bls12-381, bare"


def build_time(*names: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.build_time", *names]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)


@pytest.mark.parametrize(
    "name", [name if name == SOONEST else pytest.param(name, marks=pytest.mark.slow) for name in PROGRAMS]
)
def test_a_program_with_one_pairing(name: Any) -> None:
    done = build_time(name)
    assert done.returncode == 0, done.stderr
    row = rf"\| {re.escape(name)} \| `{PROGRAMS[name].feature}` \| \d+\.\d \|"
    assert re.fullmatch(row, done.stdout.splitlines()[-1])


def test_what_there_is_not() -> None:
    done = build_time("ate-bls12-382")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "error: ate-bls12-382: no such build; there are extension module; C library; "
    )
    assert len(done.stderr.splitlines()) == 1
