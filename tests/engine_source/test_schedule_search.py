"""`benchmarks.cyclotomic_schedules`: it measures, and its plans are right; what is missing is one line.

The page is docs/explanation/engine/ifma.md.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.cyclotomic_schedules import candidate
from pairforge.engine_source.vector_code.cyclotomic import Plan, assembly
from pairforge.engine_source.vector_code.plans import OTHERS, PLANS, Plans
from pairforge.engine_source.vector_code.schedule import Pace

from .test_cyclotomic_schedules import FIELDS

PROCESSOR = Path("/proc/cpuinfo")
HAS_IFMA = PROCESSOR.exists() and "avx512ifma" in PROCESSOR.read_text()


def search(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.cyclotomic_schedules", *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, env=env)


def test_a_round() -> None:
    done = search("bn254", "--seconds", "0")
    if not HAS_IFMA:
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
        return
    assert done.returncode == 0, done.stderr
    figures, plans = done.stdout.splitlines()
    words = figures.split()
    assert words[0] == "committed:"
    assert float(words[-1]) > 0
    found = eval(plans, {"Plans": Plans, "Plan": Plan, "Pace": Pace})
    assert assembly(FIELDS["bn254"].field, found.loop, found.folding).lines


@pytest.mark.parametrize("name", FIELDS)
def test_variations(name: str) -> None:
    """Variations differ from what they vary, and some of them have a schedule."""
    field, chance = FIELDS[name].field, random.Random(1)
    start = PLANS.get(name, OTHERS[field.tight])
    varied = [candidate(start, chance, field) for _ in range(6)]
    assert any(plans != start for plans in varied)
    made = 0
    for plans in varied:
        assert (plans.folding is None) == field.tight
        try:
            made += bool(assembly(field, plans.loop, plans.folding).lines)
        except ValueError as error:
            assert "no schedule" in str(error) or "spilled" in str(error)
    assert made


def test_what_is_missing() -> None:
    done = search("bn254", CXX="no-such-compiler")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: no C++ compiler: no-such-compiler is not on PATH")
    assert len(done.stderr.splitlines()) == 1


def test_what_there_is_not() -> None:
    done = search("bn255")
    assert (done.returncode, done.stdout) == (2, "")
    assert "invalid choice: 'bn255'" in done.stderr
