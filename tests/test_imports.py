"""Dependencies between the folders of the package go in one direction; `pyproject.toml` lists the layers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_import_goes_down_the_list_of_layers() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_docstrings_say_imports_of_what_is_there() -> None:
    """Names in backticks, in a sentence of a module's docstring about imports: a folder or file beside it."""
    checked = 0
    for path in sorted((ROOT / "pairforge").rglob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_text())) or ""
        for sentence in re.findall(r"\b[iI]mports ([^.;]*(?:\.\w[^.;]*)*)", text):
            for name in re.findall(r"`(?:pairforge\.)?(\w+(?:\.\w+)*)`", sentence):
                places = [base / name.replace(".", "/") for base in (ROOT / "pairforge", path.parent)]
                assert any(p.is_dir() or p.with_suffix(".py").exists() for p in places), f"{path}: {name}"
                checked += 1
    assert checked > 10
