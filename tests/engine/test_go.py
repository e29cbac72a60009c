"""The engine from Go: its package against the C library that is installed, with known answers."""

import re
import shutil
from pathlib import Path

import pytest

from .conftest import ENGINE, ROOT, VECTORS, command

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("cargo"),
    pytest.mark.timeout(1800),
    pytest.mark.skipif(shutil.which("go") is None, reason="no Go"),
]

PACKAGE = ENGINE / "go"
PAGE = ROOT / "docs" / "reference/engine/go.md"


def go(prefix: Path, *arguments: str) -> str:
    found = {"PKG_CONFIG_PATH": prefix / "lib" / "pkgconfig", "LD_LIBRARY_PATH": prefix / "lib"}
    environment = {name: str(value) for name, value in {**found, "PAIRFORGE_VECTORS": VECTORS}.items()}
    return command("go", *arguments, **environment)


def test_its_own_tests(installed: Path) -> None:
    said = go(installed, "test", "-C", str(PACKAGE), "-count=1", "-v", "./...")
    assert "--- PASS: TestKnownAnswers/ate-bls12-381" in said
    assert "--- PASS: TestPrecompiles" in said
    assert "--- PASS: TestSignaturesOfCardano" in said
    assert "--- PASS: TestWhatTheConsensusOfEthereumAdds" in said


def test_nothing_is_to_be_vetted_or_formatted(installed: Path) -> None:
    assert go(installed, "vet", "-C", str(PACKAGE), "./...") == ""
    assert command("gofmt", "-l", PACKAGE) == ""


def test_the_programs_of_the_page(installed: Path, tmp_path: Path) -> None:
    programs = re.findall(r"```go\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (edit,) = re.findall(r"^go (mod edit .*)$", PAGE.read_text(), re.MULTILINE)
    go(installed, "mod", "-C", str(tmp_path), "init", "program")
    mod, verb, *options = edit.replace("$CHECKOUT", str(ROOT)).split()
    go(installed, mod, verb, "-C", str(tmp_path), *options)
    for text in programs:
        (tmp_path / "main.go").write_text(text)
        assert go(installed, "run", "-C", str(tmp_path), ".") == "true\n"
    assert len(programs) == 2
