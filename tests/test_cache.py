"""The cache: an entry is made once, whoever asks and whoever dies."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pairforge import cache
from pairforge.errors import UserError


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def entries(root: Path) -> list[Path]:
    return [p for p in root.glob("??/*") if p.is_dir()]


def write(text: str) -> Callable[..., Any]:
    return lambda folder: (folder / "text").write_text(text) and None


def test_an_entry_is_made_once_and_then_found() -> None:
    made = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "result").write_text("42")

    first = cache.entry("a", 1, make=make)
    assert cache.entry("a", 1, make=make) == first
    assert (first / "result").read_text() == "42"
    assert len(made) == 1
    assert not made[0].exists()


def test_different_parts_have_different_keys() -> None:
    keys = {
        cache.key_of(*parts)
        for parts in [("ab", "c"), ("a", "bc"), ("abc",), ("a", "b", "c"), (1,), ("1",), (b"1",), ()]
    }
    assert len(keys) == 8


def test_a_change_of_the_named_source_changes_the_key(tmp_path: Path) -> None:
    source = tmp_path / "code.py"
    source.write_text("x = 1")
    before = cache.key_of("a", sources=[source])
    assert before != cache.key_of("a")
    source.write_text("x = 2")
    cache._digest.cache_clear()
    assert cache.key_of("a", sources=[source]) != before


def test_a_failed_build_leaves_nothing(own_cache: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("half")
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        cache.entry("a", make=fail)
    assert entries(own_cache) == []
    assert (cache.entry("a", make=write("whole")) / "text").read_text() == "whole"


def slow_build(folder: Path) -> None:
    with (folder.parent.parent / "builds").open("a") as log:
        log.write("x")
    (folder / "half").write_text("half")
    time.sleep(0.5)
    (folder / "rest").write_text("rest")


def build_slowly(_: int) -> bool:
    return (cache.entry("slow", make=slow_build) / "rest").read_text() == "rest"


def test_processes_side_by_side_build_an_entry_once(own_cache: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert all(pool.map(build_slowly, range(8), chunksize=1))
    assert (own_cache / "builds").read_text() == "x"
    assert len(entries(own_cache)) == 1


def test_a_killed_build_leaves_no_result_and_does_not_block_the_next(own_cache: Path) -> None:
    code = (
        "import time\nfrom pairforge import cache\n"
        "def make(folder):\n"
        "    (folder / 'half').write_text('half')\n"
        "    print('started', flush=True)\n"
        "    time.sleep(60)\n"
        "cache.entry('killed', make=make)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        os.kill(child.pid, signal.SIGKILL)
    assert len(entries(own_cache)) == 1  # the half-built temporary folder
    folder = cache.entry("killed", make=write("whole"))
    assert [p.name for p in folder.iterdir()] == ["text"]
    assert entries(own_cache) == [folder]


def test_an_unwritable_cache_is_the_users_fault_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PAIRFORGE_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError) as error:
        cache.entry("a", make=write(""))
    message = str(error.value)
    assert message.startswith(f"cannot write the cache folder {tmp_path / 'file'} (")
    assert message.endswith("): set PAIRFORGE_CACHE to a folder you can write")
    assert "\n" not in message


def test_the_cache_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAIRFORGE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_root() == tmp_path / "pairforge"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.cache_root() == tmp_path / "home" / ".cache" / "pairforge"
