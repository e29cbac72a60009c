"""Secret scalars leave no trace: which instructions run and which addresses they touch does not depend on
them.

Two ways to see that. Valgrind's tool `lackey` prints every instruction and data address of a program; it has
no processor with ADX, so that is the level `portable`. A debugger's single steps on the processor itself show
which instructions run at every level that it has, but no data addresses, and take long.
"""

import platform
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pairforge.engine import _native

from .conftest import ENGINE, NAMES, WITHOUT, command

pytestmark = [pytest.mark.timeout(3600), pytest.mark.xdist_group("cargo")]
needs_valgrind = pytest.mark.skipif(
    shutil.which("valgrind") is None, reason="no valgrind: apt-get install valgrind"
)
needs_x86_64 = pytest.mark.skipif(platform.machine() != "x86_64", reason="single steps are for x86-64")

SECRETS = ("zero", "ones", "abcd")
LEVELS = _native.cpu_levels()[: _native.cpu_levels().index(_native.cpu_detected()) + 1]
# A field of each kind, and of each code by vectors; the protocol with a secret key, which multiplies
# points of ate pairings; tables of fixed points; scalars.
KINDS = ["eta-f2-239", "eta-f3-97", "tate-ss512", "ate-bls12-381", "bls", "fixed", "scalar"]


@pytest.fixture(scope="module")
def program() -> Path:
    command(
        *("cargo", "build", "-q", "--release", "--locked", "--manifest-path", ENGINE / "Cargo.toml"),
        # Of one package alone what it depends on has other features, and is compiled anew.
        *WITHOUT,
        *("--example", "secrets"),
    )
    return ENGINE / "target" / "release" / "examples" / "secrets"


def compiled(name: str, folder: Path) -> Path:
    """A program in C that lies beside this file."""
    source = Path(__file__).with_name(f"{name}.c")
    command("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", folder / name, source)
    return folder / name


def shell(line: str, level: str) -> tuple[str, str]:
    """What a pipeline prints on each of its outputs, with the program at a level."""
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        text=True,
        env={"PAIRFORGE_ENGINE_CPU": level, "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    )
    assert done.returncode == 0, done.stderr
    assert f"level {level}\n" in done.stderr
    return done.stdout, done.stderr


def all_the_same(traces: Mapping[str, tuple[str, int]]) -> None:
    assert len(set(traces.values())) == 1, traces


def check_addresses(program: Path, what: str, secrets: Sequence[str], scratch: Path) -> None:
    lackey = "valgrind --tool=lackey --trace-mem=yes --basic-counts=no --log-fd=1"
    own_lines = compiled("own_lines", scratch)

    def trace(secret: Any) -> Any:
        digest, says = shell(f"{lackey} {program} {what} {secret} | {own_lines} | b2sum", "portable")
        count = int(says.splitlines()[-1])
        assert count > 1_000_000
        return digest, count

    all_the_same({secret: trace(secret) for secret in secrets})


@needs_valgrind
@pytest.mark.parametrize("what", ["eta-f2-239", "bls", "scalar"])
def test_addresses_of_two_secrets(program: Path, what: str, tmp_path: Path) -> None:
    check_addresses(program, what, SECRETS[1:], tmp_path)


@needs_valgrind
@pytest.mark.slow
@pytest.mark.parametrize("what", [*NAMES, "bls", "fixed", "scalar"])
def test_addresses(program: Any, what: Any, tmp_path: Any) -> None:
    check_addresses(program, what, SECRETS, tmp_path)


@needs_x86_64
@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("what", KINDS)
def test_instructions_on_this_processor(program: Any, what: Any, level: Any, tmp_path: Path) -> None:
    steps = compiled("steps", tmp_path)

    def trace(secret: Any) -> Any:
        last = shell(f"{steps} {program} {what} {secret}", level)[1].splitlines()[-1]
        assert int(last.split()[1]) > 100_000
        return last

    all_the_same({secret: trace(secret) for secret in SECRETS})
