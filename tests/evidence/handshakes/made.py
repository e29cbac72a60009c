"""Cores for the tests of handshakes, each compiled once."""

from collections.abc import Mapping
from functools import cache

from pairforge.builder.prove import shape_of
from pairforge.bundle.bus_addition import bus_wrappers
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.evidence.handshakes.proof import handshake_parts
from pairforge.machine.designs import find_design


@cache
def compiled(name: str, *settings: str) -> Compiled:
    """With settings as `--set` takes them."""
    overrides = dict(each.split("=") for each in settings)
    return compile_design(find_design(name, overrides), lambda _: None)


@cache
def files_of(name: str, *settings: str) -> Mapping[str, str]:
    return rtl_files(compiled(name, *settings))


@cache
def wrappers_of(name: str) -> Mapping[str, str]:
    core = compiled(name)
    return bus_wrappers(core) | {f"{core.name}.v": files_of(name)[f"{core.name}.v"]}


def changed(files: Mapping[str, str], before: str, after: str) -> dict[str, str]:
    """The files with one change in one of them."""
    (name,) = [name for name, text in files.items() if before in text]
    assert files[name].count(before) == 1
    return {**files, name: files[name].replace(before, after)}


def failures(name: str, files: Mapping[str, str], *settings: str) -> str:
    """What does not hold of a core with these files; nothing where all does."""
    core = compiled(name, *settings)
    return "; ".join(
        part.failure for part in handshake_parts(files, core.name, shape_of(core)) if part.failure
    )
