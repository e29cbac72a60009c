"""Secret scalars leave no trace: which instructions run and which addresses they touch does not depend on
them.

Valgrind's tool `lackey` prints every instruction and data address of a program; for two secrets of the same
length the prints are the same. Valgrind runs processors up to AVX2 without VPCLMULQDQ, so what is checked are
the levels `portable` and `base`; the same source makes the others.
"""

import hashlib
import shutil
import subprocess

import pytest

from .conftest import ENGINE, NAMES, command

pytestmark = [
    pytest.mark.timeout(1800),
    pytest.mark.skipif(shutil.which("valgrind") is None, reason="no valgrind: apt-get install valgrind"),
]

LIBRARIES = 0x400_0000  # Valgrind loads them from here
SECRETS = ("zero", "ones", "abcd")
QUICK = [name for name in ("eta-f2-239", "tate-ss512", "ate-bls12-381") if name in NAMES]


@pytest.fixture(scope="module")
def program():
    command(
        *("cargo", "build", "-q", "--release", "--locked", "--manifest-path", ENGINE / "Cargo.toml"),
        *("-p", "pairforge-engine", "--example", "secrets"),
    )
    return ENGINE / "target" / "release" / "examples" / "secrets"


def trace(program, name, secret, level):
    """A digest of all addresses, and how many there are."""
    with subprocess.Popen(
        [
            *("valgrind", "--tool=lackey", "--trace-mem=yes", "--basic-counts=no", "--log-fd=1"),
            *(program, name, secret),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PAIRFORGE_ENGINE_CPU": level, "PATH": "/usr/bin:/bin"},
    ) as process:
        digest, count, ours = hashlib.blake2b(), 0, False
        for line in process.stdout:
            # Instructions are lines "I  ADDRESS,SIZE", each followed by its data accesses. The program itself
            # is loaded below the libraries; the dynamic linker's lookups differ from run to run.
            if line.startswith(b"I"):
                ours = int(line[3 : line.index(b",")], 16) < LIBRARIES
            if ours:
                digest.update(line)
                count += 1
        assert process.wait() == 0, process.stderr.read().decode()
    assert count > 100_000
    return digest.hexdigest(), count


def check(program, name, level):
    traces = {secret: trace(program, name, secret, level) for secret in SECRETS}
    assert len(set(traces.values())) == 1, traces


@pytest.mark.xdist_group("cargo")
@pytest.mark.parametrize("name", QUICK)
def test_secret_scalars_quickly(program, name):
    check(program, name, "portable")


@pytest.mark.slow
@pytest.mark.xdist_group("cargo")
@pytest.mark.parametrize("level", ["portable", "base"])
@pytest.mark.parametrize("name", NAMES)
def test_secret_scalars(program, name, level):
    check(program, name, level)
