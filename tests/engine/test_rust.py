"""The engine's own tests, run by Cargo: what they print appears here where they fail."""

import os
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest

from pairforge.engine import _native

from .conftest import ENGINE, ROOT, WITHOUT, command

pytestmark = [pytest.mark.xdist_group("cargo"), pytest.mark.timeout(3600)]

MANIFEST = ("--manifest-path", ENGINE / "Cargo.toml")
TESTS = (
    *("cargo", "test", "-q", "--release", "--locked", *MANIFEST),
    *WITHOUT,
)
"""One crate alone would be compiled anew, as what it depends on has other features then."""
ON_AARCH64 = ("portable", "base")
LEVELS = _native.cpu_levels()[: _native.cpu_levels().index(_native.cpu_detected()) + 1]


@pytest.mark.parametrize("package", ["pairforge-python", "pairforge-capi"])
def test_what_is_compiled_alone_has_the_features_that_it_has_beside_the_tests(package: str) -> None:
    """With others `make test` compiles it, and what it depends on, a second time."""
    tree = ("cargo", "tree", "--locked", *MANIFEST, "--prefix", "none", "--format", "{p} {f}", "--edges")
    alone, beside = (
        {line.removesuffix(" (*)") for line in command(*tree, *which).splitlines()}
        for which in (
            ("normal,build", "--package", package),
            ("normal,build,dev", *WITHOUT),
        )
    )
    assert alone - beside == set()


def test_the_workspace() -> None:
    """At the widest level."""
    command(*TESTS)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_known_answers_at_every_level(level: str) -> None:
    said = command(*TESTS, "--test", "suite", "vectors::", PAIRFORGE_ENGINE_CPU=level)
    assert re.search(r"test result: ok\. [1-9]", said)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[:-1])
def test_everything_at_every_level(level: Any) -> None:
    command(*TESTS, PAIRFORGE_ENGINE_CPU=level)


@pytest.mark.slow
@pytest.mark.parametrize(
    "family",
    [
        *("binary", "ternary", "prime", "bare", "bare,ternary", "families", ""),
        *("ethereum", "registry", "prime,registry", "binary,registry", "families,registry"),
    ],
)
def test_every_family_builds_alone(family: Any) -> None:
    features = ["--no-default-features", *(["--features", family] if family else [])]
    command("cargo", "check", "-q", "--locked", *MANIFEST, "-p", "pairforge-engine", *features)


@pytest.mark.slow
def test_arkworks() -> None:
    command("cargo", "test", "-q", "--release", "--locked", *MANIFEST, "-p", "pairforge-arkworks")


def number(text: str) -> int:
    return int(text.replace(",", ""))


def on_aarch64(*arguments: Any, **environment: Any) -> None:
    done = subprocess.run(
        [ROOT / "tools" / "aarch64.sh", "test", "-q", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=3000,
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout[-20000:] + done.stderr[-20000:]


@pytest.mark.parametrize("level", ON_AARCH64)
def test_known_answers_on_aarch64(level: str) -> None:
    """Of the family that compiles soonest."""
    on_aarch64("-p", "pairforge-ternary", "--test", "suite", "vectors::", PAIRFORGE_ENGINE_CPU=level)


@pytest.mark.slow
@pytest.mark.parametrize("level", ON_AARCH64)
def test_aarch64(level: str) -> None:
    on_aarch64(PAIRFORGE_ENGINE_CPU=level)


@pytest.mark.slow
def test_instructions_on_aarch64() -> None:
    """They are what docs/reference/engine/arm.md says, to what another compiler may change."""
    if shutil.which("qemu-aarch64") is None:
        pytest.skip("no qemu-aarch64: it runs what is compiled for aarch64")
    page = (ROOT / "docs" / "reference" / "engine" / "arm.md").read_text()
    counted = command(sys.executable, "-m", "benchmarks.aarch64", "eta-f2-239", "ate-bls12-381")
    rows = [row for row in counted.splitlines() if row.startswith(("| `", "| blst"))]
    assert len(rows) == 3
    for row in rows:
        name, *counts = (cell.strip() for cell in row.strip("|").split("|"))
        (shown,) = re.findall(rf"^\| {re.escape(name)} \|(.*)\|$", page, re.MULTILINE)[:1]
        for new, old in zip(counts, shown.split("|"), strict=True):
            assert new == old.strip() or number(new) == pytest.approx(number(old), rel=0.05)


@pytest.mark.slow
def test_fuzzing_finds_nothing() -> None:
    if shutil.which("rustup") is None:
        pytest.skip("no rustup: it fetches the nightly compiler that fuzzing needs")
    command(sys.executable, "-m", "benchmarks.fuzz", "--seconds", "20")


@pytest.mark.slow
def test_miri() -> None:
    if shutil.which("rustup") is None:
        pytest.skip("no rustup: it fetches the nightly compiler that Miri needs")
    command(ROOT / "tools" / "miri.sh")


@pytest.mark.slow
@pytest.mark.parametrize("sanitizer", ["address", "thread"])
def test_sanitizers(sanitizer: str) -> None:
    if shutil.which("rustup") is None:
        pytest.skip("no rustup: it fetches the nightly compiler that sanitizers need")
    command(ROOT / "tools" / "sanitizers.sh", sanitizer)
