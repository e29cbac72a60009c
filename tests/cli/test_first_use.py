"""A source tree without the compiled engine: commands compile it on first use, and say what is missing."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pairforge import api, engine
from pairforge.errors import UserError
from pairforge.pairings.registry import PAIRINGS
from pairforge.software import cargo, extension
from pairforge.software.engine import engine_names, find_any

STEP = "pairforge: compile the engine, once (about 2 minutes on two cores)\n"
ONLY_ENGINE = next(name for name in engine_names() if name not in PAIRINGS)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the extension module would be, and is not."""
    path = tmp_path_factory.mktemp("package") / "_native.abi3.so"
    monkeypatch.setattr(extension, "_MODULE", path)
    return path


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty search path, with no cargo where rustup would put it."""
    folder = tmp_path_factory.mktemp("programs")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("CARGO_HOME", str(folder))
    return folder


@pytest.fixture
def own_cargo(programs: Path) -> Path:
    """A cargo that takes no time; the library it makes has this text."""
    library = programs / "libpairforge_native.so"
    library.write_text("compiled")
    path = programs / "cargo"
    path.write_text(
        f"""#!{sys.executable}
import json, pathlib, sys
assert sys.argv[1:4] == ["build", "--release", "--locked"], sys.argv
print("   Compiling pairforge-python", file=sys.stderr)
with pathlib.Path({str(programs)!r}, "calls").open("a") as calls:
    calls.write("x")
print(json.dumps({{"reason": "compiler-artifact", "executable": None, "filenames": [{str(library)!r}]}}))
"""
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return programs / "calls"


def test_the_first_use_compiles_and_the_second_does_not(
    module: Path, own_cargo: Path, pairforge: Callable[..., Any]
) -> None:
    first = pairforge("pair", "eta-f2-239", "--random", "2")
    assert (first.status, first.err) == (0, STEP)
    assert module.read_text() == "compiled"
    second = pairforge("pair", "eta-f2-239", "--random", "2")
    assert (second.status, second.err, second.out) == (0, "", first.out)
    assert own_cargo.read_text() == "x"
    assert list(module.parent.iterdir()) == [module]


def test_a_pairing_that_only_the_engine_has_compiles_it_too(
    module: Path, own_cargo: Path, pairforge: Callable[..., Any]
) -> None:
    done = pairforge("pair", ONLY_ENGINE, "--random", "1")
    assert (done.status, done.err) == (0, STEP)


@pytest.mark.parametrize(
    "command", [("list",), ("pair", "eta-f2-5", "--random", "2"), ("curve", "eta-f2-239")]
)
def test_what_needs_no_engine_compiles_none(
    module: Path, own_cargo: Path, pairforge: Callable[..., Any], command: Sequence[Any]
) -> None:
    done = pairforge(*command)
    assert (done.status, done.err) == (0, "")
    assert not own_cargo.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ("eta-f2-239", "--in", "nothing.json"),
        ("eta-f2-239", "--random", "0"),
        ("eta-f2-239", "--random", "1", "--out", "no/such/folder"),
        ("eta-f2-5", "--random", "1", "--backend", "engine"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_compiled(
    module: Path, own_cargo: Path, refused: Callable[..., Any], wrong: Sequence[Any]
) -> None:
    refused("pair", *wrong)
    assert not own_cargo.exists()


def test_wrong_points_are_refused_before_anything_is_compiled(
    module: Path, own_cargo: Path, refused: Callable[..., Any]
) -> None:
    assert "<stdin>" in refused("pair", "eta-f2-239", stdin='{"cases": 1}')
    assert not own_cargo.exists()


def test_without_cargo(
    module: Path, programs: Path, pairforge: Callable[..., Any], refused: Callable[..., Any]
) -> None:
    """The engine where it was asked for or nothing else computes the pairing: one line. Else the model."""
    line = "no cargo found; it compiles the engine: install Rust 1.89 or newer (https://rustup.rs)"
    assert refused("pair", "eta-f2-239", "--random", "1", "--backend", "engine") == line
    assert refused("pair", ONLY_ENGINE, "--random", "1") == line
    done = pairforge("pair", "eta-f2-239", "--random", "1")
    assert (done.status, done.err) == (0, "")
    assert done.out == pairforge("pair", "eta-f2-239", "--random", "1", "--backend", "model").out


def test_without_sources(
    module: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, refused: Callable[..., Any]
) -> None:
    monkeypatch.setattr(cargo, "_HERE", tmp_path / "site-packages" / "pairforge" / "software" / "cargo.py")
    line = refused("pair", "eta-f2-239", "--random", "1", "--backend", "engine")
    assert line.endswith("engine: the engine's sources are not there; run this from a source tree")


def test_two_at_once_leave_one_whole_module(module: Path, own_cargo: Path) -> None:
    threads = [threading.Thread(target=extension.compile_extension, args=(lambda _: None,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert own_cargo.read_text() == "xx"
    assert (module.read_text(), list(module.parent.iterdir())) == ("compiled", [module])


def test_functions_compile_nothing(module: Path, own_cargo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a program of the user's own a pairing takes the model, or the error says what to do."""
    assert api.pair("eta-f2-5", [((0x4, 0x17), (0x1B, 0x15))]) == [(7, 21, 22, 6)]
    monkeypatch.setitem(sys.modules, "pairforge.engine", None)
    monkeypatch.delattr("pairforge.engine")
    with pytest.raises(UserError):
        api.pair("eta-f2-239", [], backend="engine")
    assert not own_cargo.exists()


def test_the_import_says_what_to_do() -> None:
    script = """import importlib.util
there = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name.endswith("_native") else there(name)
from pairforge import engine"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=os.environ)
    last = done.stderr.splitlines()[-1]
    assert last == "ImportError: the engine is not compiled; in a source tree `make engine` compiles it"


def test_what_is_said_of_the_engine_without_it_is_so() -> None:
    assert engine_names() == engine.names()
    for name in engine_names():
        native, pairing = engine.pairing(name), find_any(name)
        shapes: tuple[Any, ...] = (pairing.p_shape, pairing.q_shape)
        counts = [sum(shape) if isinstance(shape, tuple) else shape for shape in shapes]
        assert counts == [native.G1.count, native.G2.count]
        assert pairing.security.bits_today == native.security[0]
        assert len(pairing.outputs) == native.Gt.count


def test_where_the_module_stands() -> None:
    assert Path(engine._native.__file__) == extension._MODULE
