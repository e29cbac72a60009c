"""What packaging knows of a core: its modules with their ports, its files, its figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pairforge.targets.base import Target
from pairforge.targets.parts.constraints import Clock, Port

__all__ = ["DEFAULT_MHZ", "Package", "PackagedModule", "ports_of"]

DEFAULT_MHZ = 100.0
"""The clock of the constraints where nothing better is known."""

_LIST = re.compile(r"^module\s+(\w+)\s*(?:#\s*\(.*?\)\s*)?\((.*?)\);", re.MULTILINE | re.DOTALL)
_PORT = re.compile(r"(input|output)\s+(?:wire|reg)?\s*(?:\[(\d+):0\]\s*)?(\w+)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\(\*.*?\*\)", re.DOTALL)


@dataclass(frozen=True)
class PackagedModule:
    """A module that a designer may instantiate: the core itself, or a wrapper around it."""

    name: str
    purpose: str
    """For comments, a few words."""
    clock: str
    """The port of the clock."""
    ports: tuple[Port, ...]


@dataclass(frozen=True)
class Package:
    """A core with all that goes with it.

    Attributes
    ----------
    name: the core's module.
    version: of Pairforge, which is the version of the core.
    description: one line.
    noun: what it computes, in a word.
    header: lines for the comment on top of every file.
    targets: whose tools its constraints and its description for FuseSoC serve: the one that it was built
        for, the one that its design names, then those that ship with this package.
    clock: what constraints ask for.
    constants: figures of the core that VHDL and Python get as constants, with their meaning, by name.
    core, axi, wishbone: the modules; None where the build has no such wrapper.
    files: every file of the build so far, by path within its folder.
    """

    name: str
    version: str
    description: str
    noun: str
    header: tuple[str, ...]
    targets: tuple[Target, ...]
    clock: Clock
    constants: Mapping[str, tuple[int, str]]
    core: PackagedModule
    axi: PackagedModule | None
    wishbone: PackagedModule | None
    files: tuple[str, ...]

    @property
    def modules(self) -> tuple[PackagedModule, ...]:
        """The core and the wrappers that there are."""
        return tuple(module for module in (self.core, self.axi, self.wishbone) if module is not None)

    def paths(self, folder: str, suffix: str) -> list[str]:
        """Files of a folder with a suffix, sorted."""
        return sorted(p for p in self.files if p.startswith(f"{folder}/") and p.endswith(suffix))

    def comment(self, mark: str, *lines: str) -> str:
        """The comment on top of a file, each line behind `mark`; `lines` say what the file is."""
        return "".join(f"{mark} {line}".rstrip() + "\n" for line in (*self.header, "", *lines))


def ports_of(text: str, module: str) -> tuple[Port, ...]:
    """The ports of a module from its Verilog: an ANSI header with `[N:0]` ranges, as all of ours have.

    Raises
    ------
    ValueError
        There is no such module, or a port is written in another way.
    """
    found = dict(_LIST.findall(_COMMENT.sub("", text)))
    if module not in found:
        raise ValueError(f"no module {module}; there are {', '.join(found) or 'none'}")
    ports = []
    for line in found[module].split(","):
        match = _PORT.fullmatch(line.strip())
        if match is None:
            raise ValueError(f"module {module}: port {line.strip()!r} is not understood")
        direction, high, name = match.groups()
        ports.append(Port(name, direction.removesuffix("put"), int(high or 0) + 1))
    return tuple(ports)
