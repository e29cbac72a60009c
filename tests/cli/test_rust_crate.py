"""`curve --rust`: a crate of its own for the pairing on a curve."""

import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

MINE = """schema = 1
name = "mine"
family = "BLS12"
u = "-0xd201000000010000"
source = "this test"
"""


LONG = [pytest.param(name, marks=pytest.mark.slow) for name in ("mine.toml", "ate-bw6-761", "ate-kss16-330")]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return path


def test_the_crate_stands_alone(pairforge: Callable[..., Any], mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    done = pairforge("curve", mine, "--rust", folder)
    assert (done.status, done.err) == (0, "")
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert done.out.startswith(f"{folder}: {len(files)} files; cargo test")
    manifest = tomllib.loads((folder / "Cargo.toml").read_text())
    assert manifest["package"]["name"] == "mine-pairing"
    for wanted in manifest["dependencies"].values():
        version = wanted if isinstance(wanted, str) else wanted["version"]
        assert version.startswith("=")
        assert isinstance(wanted, str) or "path" not in wanted
    for path in folder.rglob("*.rs"):
        text = path.read_text()
        assert "pairforge_prime" not in text
        assert "pairforge_interface" not in text
        for module in modules(text):
            inside = path.parent if path.name in ("mod.rs", "lib.rs") else path.with_suffix("")
            assert (inside / f"{module}.rs").is_file() or (inside / module / "mod.rs").is_file(), path
    assert "Security today: " in (folder / "README.md").read_text()
    assert "Security today: " in (folder / "src" / "lib.rs").read_text()


def modules(text: str) -> Iterator[str]:
    """The modules of a source that stand in files of their own."""
    yield from re.findall(r"^(?:pub )?mod (\w+);", text, re.MULTILINE)


def test_a_folder_that_has_something_is_refused(
    pairforge: Callable[..., Any], mine: Path, tmp_path: Path
) -> None:
    done = pairforge("curve", mine, "--rust", tmp_path)
    assert (done.status, done.out) == (2, "")
    assert (
        done.err == f"pairforge: error: --rust {tmp_path}: is there already; give a new or an empty folder\n"
    )


def test_other_curves_are_refused(pairforge: Callable[..., Any]) -> None:
    done = pairforge("curve", "eta-f2-239", "--rust", "made")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "pairforge: error: --rust made: eta-f2-239 has no optimal ate pairing, which a crate is for\n"
    )
    assert not Path("made").exists()


@pytest.mark.parametrize(
    ("name", "family", "degree"), [("ate-mnt6-14", "MNT6", 2), ("ate-bls9-58", "BLS9", 3)]
)
def test_twists_of_other_degrees_are_refused(
    name: str, family: str, degree: int, pairforge: Callable[..., Any]
) -> None:
    done = pairforge("curve", name, "--rust", "made")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"pairforge: error: --rust made: {name}: a crate takes twists of degree 4 and 6; "
        f"that of {family} curves has degree {degree}\n"
    )
    assert not Path("made").exists()


def test_a_crate_is_of_one_curve(pairforge: Callable[..., Any]) -> None:
    for arguments in ((), ("--search", "bls12")):
        done = pairforge("curve", *arguments, "--rust", "made")
        assert (done.status, done.out) == (2, "")
        assert done.err == (
            "pairforge: error: --rust made: give one curve, by the name of its pairing or by its file\n"
        )


@pytest.mark.xdist_group("cargo")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ["ate-bls24-23", *LONG])
def test_the_crate_passes_its_tests(
    name: str, pairforge: Callable[..., Any], mine: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "made"
    assert pairforge("curve", mine if name == mine.name else name, "--rust", folder).status == 0
    environment = {**os.environ, "CARGO_TARGET_DIR": str(tmp_path / "target"), "RUSTFLAGS": "-D warnings"}
    done = subprocess.run(
        ["cargo", "test", "--offline", "--quiet"], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
