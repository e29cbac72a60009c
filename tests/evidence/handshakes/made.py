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
def compiled(name: str) -> Compiled:
    """The design of that name, with the settings behind it, as in "small-f2-5 cores=2"."""
    name, *settings = name.split()
    return compile_design(find_design(name, dict(each.split("=") for each in settings)), lambda _: None)


@cache
def files_of(name: str) -> Mapping[str, str]:
    return rtl_files(compiled(name))


@cache
def wrappers_of(name: str) -> Mapping[str, str]:
    core = compiled(name)
    return bus_wrappers(core) | {f"{core.name}.v": files_of(name)[f"{core.name}.v"]}


def changed(files: Mapping[str, str], before: str, after: str) -> dict[str, str]:
    """The files with one change in one of them."""
    (name,) = [name for name, text in files.items() if before in text]
    assert files[name].count(before) == 1
    return {**files, name: files[name].replace(before, after)}


def failures(name: str, files: Mapping[str, str]) -> str:
    """What does not hold of a core with these files; nothing where all does."""
    core = compiled(name)
    return "; ".join(
        part.failure for part in handshake_parts(files, core.name, shape_of(core)) if part.failure
    )
