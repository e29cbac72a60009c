import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

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
    def json(self):
        return json.loads(self.out)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """A cache of the tests' own: what is found there was made by this version."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get("PAIRFORGE_CACHE")
    os.environ["PAIRFORGE_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["PAIRFORGE_CACHE"]
    else:
        os.environ["PAIRFORGE_CACHE"] = before


@pytest.fixture
def pairforge(capsys, monkeypatch, tmp_path):
    """Run a command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return command


@pytest.fixture
def refused(pairforge, tmp_path):
    """Run a command line that must be refused: status 2, one line, nothing else, no file left."""

    def command(*arguments, stdin=""):
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
def tiny(tmp_path_factory, own_cache):
    """The tiny design built by the program itself, its output and its folder."""
    folder = tmp_path_factory.mktemp("tiny") / "core"
    done = subprocess.run(
        [PAIRFORGE, "build", *TINY, "--out", folder, "--json"], capture_output=True, text=True, check=True
    )
    return Done(0, done.stdout, done.stderr), folder


@pytest.fixture
def other_cache(own_cache, tiny, tmp_path_factory, monkeypatch):
    """An empty cache but for compiled simulators, which are slow to make and no part of an output."""
    folder = tmp_path_factory.mktemp("other-cache")
    for kept in ("simulator", "verilated.o"):
        for path in own_cache.glob(f"*/*/{kept}"):
            place = folder / path.parent.relative_to(own_cache)
            shutil.copytree(path.parent, place)
    monkeypatch.setenv("PAIRFORGE_CACHE", str(folder))
    return folder
