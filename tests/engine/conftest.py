import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pairforge import engine
from pairforge.engine.pairings import Pairing

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
VECTORS = ROOT / "tests" / "vectors"
NAMES = engine.names()
KNOWN = [name for name in NAMES if (VECTORS / f"{name}.json").exists()]

APART = ("pairforge-bench", "pairforge-arkworks", "pairforge-wasm", "pairforge-bare")
WITHOUT = ("--workspace", *(word for package in APART for word in ("--exclude", package)))
"""All crates but those with arkworks, which gives what others depend on more features: the benchmarks, which
`make lint` compiles, and the crate of its traits. And but those that are for other machines than this one."""


def numbers(nested: list[str] | str) -> int | tuple[Any, ...]:
    """Hexadecimal strings as integers, nested as they are."""
    return tuple(map(numbers, nested)) if isinstance(nested, list) else int(nested, 16)


def flat(nested: Any) -> list[int]:
    """Integers of nested tuples, in their order."""
    return [nested] if isinstance(nested, int) else [n for part in nested for n in flat(part)]


def cases(name: str) -> list[Any]:
    """The known answers of a pairing, as (P, Q, e)."""
    document = json.loads((VECTORS / f"{name}.json").read_text())
    return [tuple(numbers(case[key]) for key in "PQe") for case in document["cases"]]


def command(*arguments: Any, timeout: Any = 1800, **environment: Any) -> str:
    """Run a program and show what it said if it failed."""
    done = subprocess.run(
        list(map(str, arguments)),
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=timeout,
    )
    assert done.returncode == 0, f"{' '.join(map(str, arguments))}\n{done.stdout[-20000:]}"
    return done.stdout


def python(script: str, *arguments: Any, **environment: Any) -> str:
    """Run a script in another interpreter, with other environment variables."""
    return command(sys.executable, "-c", script, *arguments, **environment)


@pytest.fixture(params=NAMES)
def pairing(request: pytest.FixtureRequest) -> Pairing:
    return engine.pairing(request.param)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the C library is installed into."""
    prefix = tmp_path_factory.mktemp("prefix")
    command(ROOT / "tools" / "capi.sh", prefix)
    return prefix
