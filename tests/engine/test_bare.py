"""The engine without an operating system: it links without an allocator, and gives the known answers.

The processors are emulated; docs/reference/engine/bare.md has what a call takes there.
"""

import re
import shutil
import tomllib

import pytest

from .conftest import ENGINE, ROOT, command
from .emulated import CURVES, Program, built, pairings, signatures

pytestmark = [pytest.mark.xdist_group("cargo"), pytest.mark.timeout(3600)]

PAGE = ROOT / "docs" / "reference" / "engine" / "bare.md"


@pytest.fixture(
    scope="module",
    params=["aarch64-unknown-none", pytest.param("thumbv7em-none-eabi", marks=pytest.mark.slow)],
)
def program(request: pytest.FixtureRequest) -> Program:
    if shutil.which("rustup") is None:
        pytest.skip("no rustup: it fetches what is compiled for these processors")
    command("rustup", "target", "add", request.param)
    return built(request.param)


@pytest.mark.parametrize("curve", CURVES)
def test_known_pairings(program: Program, curve: str) -> None:
    for paired, read in pairings(program, curve, 2):
        assert read.accepted
        assert paired.code > read.code


@pytest.mark.slow
def test_points_off_the_curve_are_refused(program: Program) -> None:
    assert not program.call(2, bytes(6 * 48), 12 * 48).accepted


@pytest.mark.slow
def test_known_signatures(program: Program) -> None:
    for called in signatures(program):
        assert 0 < called.stack < 65536


@pytest.mark.slow
@pytest.mark.parametrize("package", ["pairforge-interface", "pairforge-prime", "pairforge-engine"])
def test_each_crate_compiles_alone(program: Program, package: str) -> None:
    manifest = ("--manifest-path", ENGINE / "Cargo.toml", "--package", package, "--no-default-features")
    target = "aarch64-unknown-none" if program.wide else "thumbv7em-none-eabi"
    command("cargo", "check", "-q", "--locked", *manifest, "--target", target)


def test_the_dependency_of_the_page_is_that_of_the_program() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    shown = tomllib.loads(block)["dependencies"]["pairforge-engine"]
    used = tomllib.loads((ENGINE / "bare" / "Cargo.toml").read_text())["dependencies"]["pairforge-engine"]
    assert {**shown, "path": ""} == {**used, "path": ""}
