"""The drivers are formatted, and linters find nothing in them."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bundle.drivers.built import C
from bundle.drivers.texts import SIGNATURES, written

HERE = Path(__file__).parent


@pytest.fixture(scope="module", params=[SIGNATURES, ()], ids=["jobs", "pairing"])
def drivers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    jobs: Sequence[str] = request.param
    return written(tmp_path_factory.mktemp("drivers"), jobs)


@pytest.mark.skipif(not shutil.which("rustfmt"), reason="no rustfmt")
def test_the_rust_driver_is_formatted(drivers: Path) -> None:
    rust = drivers / "rust"
    examples = rust / "examples"
    own = [HERE / "memory.rs", shutil.copy(HERE / "jobs.rs", examples)]
    files = [rust / "src" / "lib.rs", examples / "vectors.rs", *own]
    done = subprocess.run(["rustfmt", "--check", "--edition", "2021", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not shutil.which("clippy-driver"), reason="no clippy")
def test_clippy_finds_nothing(drivers: Path, tmp_path: Path) -> None:
    rust = drivers / "rust"
    lints = ["-Dwarnings", "-Wclippy::all", "-Wclippy::pedantic"]
    allowed = ["-Aclippy::missing_errors_doc", "-Aclippy::cast_possible_truncation"]
    base = ["clippy-driver", "--edition", "2021", "--emit", "metadata", *lints, *allowed]
    library = ["--crate-type", "rlib", "--crate-name", "pairforge_driver", str(rust / "src" / "lib.rs")]
    done = subprocess.run(
        [*base, *library, "-o", str(tmp_path / "libpairforge_driver.rmeta")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_python_driver_is_formatted_and_lint_clean(drivers: Path) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    if not ruff.exists():
        pytest.skip("no ruff")
    folder = str(drivers / "python")
    config = ["--config", str(HERE.parents[2] / "pyproject.toml")]
    for command in (["check"], ["format", "--check"]):
        done = subprocess.run([ruff, *command, *config, folder], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_c_compiles_without_a_warning_and_its_lines_are_short(drivers: Path, tmp_path: Path) -> None:
    for source in (drivers / "c").glob("*.c"):
        if source.name != "example.c":  # which needs a simulated core
            subprocess.run([*C, "-c", source, "-o", tmp_path / "object.o"], check=True)
    texts = [path.read_text() for path in (drivers / "c").iterdir()]
    assert max(len(line) for text in texts for line in text.splitlines()) <= 120
