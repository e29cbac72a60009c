"""The table of variants that are not slow names tests that there are."""

import subprocess
import sys
from pathlib import Path

from variants import FAST

ROOT = Path(__file__).resolve().parents[1]


def test_every_variant_is_there_and_some_wait() -> None:
    files = sorted({f"tests/{test.split('::')[0]}" for test in FAST})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = set(done.stdout.splitlines())
    for test, ids in FAST.items():
        found = {line for line in lines if line.startswith(f"tests/{test}[")}
        named = {f"tests/{test}[{each}]".replace("\n", "\\n") for each in ids}
        assert named <= found, sorted(named - found)
        assert named < found, f"{test}: all of its variants are listed"
