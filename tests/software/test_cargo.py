"""Building and running the engine's programs: what can be missing, and what each message says."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.software import cargo


@pytest.fixture
def told() -> list[str]:
    return []


def program(path: Path, body: str) -> Path:
    path.write_text(f"#!{sys.executable}\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def own_cargo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """A cargo of the test's own, which does what `body` says."""

    def make(body: Any) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        program(tmp_path / "cargo", body)

    return make


def test_no_cargo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: list[str]) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    with pytest.raises(UserError, match=r"^no cargo found; .* install Rust 1.89 or newer"):
        cargo.build_release("pairforge-harrison", "harrison", told.append)
    assert told == []


def test_cargo_where_rustup_puts_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CARGO_HOME", str(tmp_path))
    (tmp_path / "bin").mkdir()
    found = program(tmp_path / "bin" / "cargo", "")
    assert cargo.cargo_path() == str(found)


def test_no_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: list[str]) -> None:
    monkeypatch.setattr(cargo, "_HERE", tmp_path / "site-packages" / "pairforge" / "flow" / "cargo.py")
    with pytest.raises(UserError, match="engine: the engine's sources are not there"):
        cargo.build_release("pairforge-harrison", "harrison", told.append)
    assert told == []


def test_a_build_that_fails_gives_the_first_error(own_cargo: Callable[..., Any], told: list[str]) -> None:
    own_cargo("import sys; sys.exit('warning: odd\\nerror[E0308]: mismatched types\\nerror: aborting')")
    with pytest.raises(
        UserError, match=r"^p of the engine does not compile: error\[E0308\]: mismatched types$"
    ):
        cargo.build_release("pairforge-p", "p", told.append)
    assert told == ["compile p (release)"]


def test_a_build_gives_the_executable(own_cargo: Callable[..., Any], told: list[str]) -> None:
    own_cargo(
        """import json, sys
assert "--release" in sys.argv and "--locked" in sys.argv and "--features=a,b" in sys.argv
print(json.dumps({"reason": "compiler-artifact", "executable": None}))
print(json.dumps({"reason": "compiler-artifact", "executable": "/elsewhere/release/p"}))
print(json.dumps({"reason": "build-finished", "success": True}))"""
    )
    found = cargo.build_release("pairforge-p", "p", told.append, features=("a", "b"))
    assert found == Path("/elsewhere/release/p")


def test_json_and_progress(tmp_path: Path, told: list[str]) -> None:
    path = program(
        tmp_path / "p",
        "import sys; print('one', file=sys.stderr); print('{\"a\": [1]}'); print('two', file=sys.stderr)",
    )
    assert cargo.run_json(path, (), told.append) == {"a": [1]}
    assert told == ["one", "two"]


def test_a_program_that_fails_gives_its_last_line(tmp_path: Path, told: list[str]) -> None:
    path = program(tmp_path / "p", "import sys; sys.exit('measuring\\nno such table')")
    with pytest.raises(UserError, match=r"^p: no such table$"):
        cargo.run_json(path, (), told.append)


def test_no_json(tmp_path: Path, told: list[str]) -> None:
    path = program(tmp_path / "p", "print('hello')")
    with pytest.raises(UserError, match="printed no JSON"):
        cargo.run_json(path, (), told.append)


def test_no_program(tmp_path: Path, told: list[str]) -> None:
    with pytest.raises(UserError, match="cannot be run: No such file or directory"):
        cargo.run_json(tmp_path / "p", (), told.append)


def test_an_interrupt_ends_the_program_and_its_children(tmp_path: Path) -> None:
    """The child of the child writes its number and sleeps; after the interrupt there is no such process."""
    sleeper = "import os, pathlib, time; pathlib.Path('pid').write_text(str(os.getpid())); time.sleep(60)"
    path = program(
        tmp_path / "p", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleeper!r}])"
    )

    def interrupt(_: Any) -> None:
        raise AssertionError("nothing is told")

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)

        def wait(_self: Any, timeout: Any = None) -> None:
            deadline = time.monotonic() + 600
            while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
                assert time.monotonic() < deadline
                time.sleep(0.01)
            patch.undo()
            raise KeyboardInterrupt

        patch.setattr(subprocess.Popen, "wait", wait)
        with pytest.raises(KeyboardInterrupt):
            cargo.run_json(path, (), interrupt)
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 600
    while Path(f"/proc/{pid}").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert pid != os.getpid()
