import contextlib
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pairforge.cli.app import run

PAIRFORGE = Path(sys.executable).with_name("pairforge")
TINY = ("beuchat-f2-5", "--no-synth", "--pairings", "50")


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A cache of the tests' own, shared by those that run side by side: made by this version alone."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAIRFORGE_CACHE", str(folder))
        yield folder


@pytest.fixture
def pairforge(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Any]:
    """Run a command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: Any, stdin: Any = "") -> Any:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return command


@pytest.fixture
def refused(pairforge: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """Run a command line that must be refused: status 2, one line, nothing else, no file left."""

    def command(*arguments: Any, stdin: Any = "") -> Any:
        before = sorted(tmp_path.rglob("*"))
        done = pairforge(*arguments, stdin=stdin)
        assert done.status == 2
        assert done.out == ""
        assert sorted(tmp_path.rglob("*")) == before
        prefix, line = done.err[:18], done.err[18:]
        assert prefix == "pairforge: error: "
        assert line.endswith("\n")
        assert line.count("\n") == 1
        return line[:-1]

    return command


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> tuple[Done, Path]:
    """The tiny design built once: what the command printed, and its folder."""
    folder = tmp_path_factory.mktemp("tiny") / "core"
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["build", *TINY, "--out", str(folder), "--json"])
    return Done(status, out.buffer.getvalue().decode(), err.getvalue()), folder


@pytest.fixture
def other_cache(
    own_cache: Path, tiny: tuple[Done, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Another cache, which gets from the first what `keep` names: files that are slow to make."""
    folder = tmp_path / "other-cache"
    monkeypatch.setenv("PAIRFORGE_CACHE", str(folder))

    def keep(*names: Any) -> Any:
        for name in names:
            for path in own_cache.glob(f"*/*/{name}"):
                shutil.copytree(path.parent, folder / path.parent.relative_to(own_cache), dirs_exist_ok=True)
        return folder

    return keep
