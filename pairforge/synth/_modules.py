"""Modules of a core mapped one by one, several at a time, each in a process of its own; kept in the cache.

A module is mapped in a process that holds nothing but the family's cells and the module's text. So its
netlist depends on that text alone, and the cache has it for every core that holds the same module.

Runs in the child process (see `_worker`), in a scratch folder.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from pairforge import cache
from pairforge.synth._mapping import Mapper

__all__ = ["apart", "map_all", "say"]

_HERE = Path(__file__).resolve().parent
_SIDE_BY_SIDE = 4  # modules at most, as each takes some 100 MB


def say(text: str) -> None:
    """A line of progress."""
    print(f"progress: {text}", file=sys.stderr, flush=True)


def _begin(work: Callable[[], object]) -> int:
    """Begin work in a process of its own, a copy of this one; its number."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        work()
        sys.stdout.flush()
        os._exit(0)
    return child


def _end_as(status: int) -> None:
    """End as a child did that failed."""
    if os.WIFSIGNALED(status):
        os.kill(os.getpid(), os.WTERMSIG(status))
    if status != 0:
        os._exit(os.waitstatus_to_exitcode(status))


def apart(work: Callable[[], object]) -> None:
    """Do work in a process of its own that begins as a copy of this one; end as it does where it fails."""
    _, status = os.waitpid(_begin(work), 0)
    _end_as(status)


def _map(mapper: Mapper, module: str, text: str, folder: Path) -> None:
    """Map a module: leave `netlist.il` and `module.json` in the folder.

    Others are mapped meanwhile, so its name begins the names of scratch files, and it has a log of its own.
    """
    log = os.open(f"{module}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, sys.stdout.fileno())
    Path(f"{module}.il").write_text(text)
    mapper.run(f"read_rtlil {module}.il")
    mapper.run(f"hierarchy -top {module}")
    found = mapper.map(module)
    say(f"{module}: {mapper.describe(found)}")
    mapper.run("setattr -unset src */*")
    mapper.run(f"select {module}")
    mapper.run(f"write_rtlil -selected {folder / 'netlist.il'}")
    (folder / "module.json").write_text(json.dumps(found))


def _mapped(mapper: Mapper, module: str, text: str) -> Path:
    """The folder with a module's netlist, from the cache where it is there."""
    request = mapper.request

    def make(folder: Path) -> None:
        apart(lambda: _map(mapper, module, text, folder))

    if not request["cached"]:
        folder = Path(f"mapped_{module}").absolute()
        if not folder.exists():
            folder.mkdir()
            make(folder)
        return folder
    decides = {key: request.get(key) for key in ("lut_inputs", "scripts", "goal", "liberty")}
    decides["flow"] = {key: request["flow"][key] for key in ("coarse", "fine", "cells", "block_cell")}
    return cache.entry(
        "module",
        request["tool"],
        json.dumps(decides, sort_keys=True),
        module,
        text,
        make=make,
        sources=(_HERE / "_modules.py", _HERE / "_mapping.py"),
    )


def map_all(mapper: Mapper, modules: dict[str, str]) -> dict[str, Path]:
    """The folder with the netlist of each module, some of them mapped at a time, the longest first."""
    waiting = sorted(modules, key=lambda module: (len(modules[module]), module))
    running: set[int] = set()
    while waiting or running:
        if waiting and len(running) < min(_SIDE_BY_SIDE, len(os.sched_getaffinity(0))):
            module = waiting.pop()
            running.add(_begin(partial(_mapped, mapper, module, modules[module])))
            continue
        child, status = os.wait()
        running.remove(child)
        if status != 0:
            for other in running:
                os.kill(other, signal.SIGKILL)
                os.waitpid(other, 0)
            _end_as(status)
    return {module: _mapped(mapper, module, text) for module, text in sorted(modules.items())}
