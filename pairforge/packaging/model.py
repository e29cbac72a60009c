"""What packaging knows of a core: its modules with their ports, its files, its figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pairforge.catalog.targets import Target

__all__ = ["DEFAULT_MHZ", "Block", "Clock", "Package", "Port", "ports_of"]

DEFAULT_MHZ = 100.0
"""The clock of the constraints where nothing better is known."""

_LIST = re.compile(r"^module\s+(\w+)\s*(?:#\s*\(.*?\)\s*)?\((.*?)\);", re.MULTILINE | re.DOTALL)
_PORT = re.compile(r"(input|output)\s+(?:wire|reg)?\s*(?:\[(\d+):0\]\s*)?(\w+)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\(\*.*?\*\)", re.DOTALL)


@dataclass(frozen=True)
class Port:
    """A port: `direction` is `in` or `out`, `width` in bits."""

    name: str
    direction: str
    width: int


@dataclass(frozen=True)
class Block:
    """A module that a designer may instantiate: the core itself, or a wrapper around it."""

    name: str
    purpose: str
    """For comments, a few words."""
    clock: str
    """The port of the clock."""
    ports: tuple[Port, ...]


@dataclass(frozen=True)
class Clock:
    """The clock that constraints ask for, and where the figure is from."""

    mhz: float
    origin: str

    @cached_property
    def period_ns(self) -> str:
        """The period in ns with three decimals, rounded up: never more is asked for than was said."""
        picoseconds = -int(-1_000_000 / self.mhz // 1)
        return f"{picoseconds / 1000:.3f}"


@dataclass(frozen=True)
class Package:
    """A core with all that goes with it.

    Attributes
    ----------
    name: the core's module.
    version: of Pairforge, which is the version of the core.
    description: one line.
    header: lines for the comment on top of every file.
    target: the device family it was built for.
    clock: what constraints ask for.
    constants: figures of the core that VHDL and Python get as constants, with their meaning, by name.
    core, axi, wishbone: the modules; None where the build has no such wrapper.
    files: every file of the build so far, by path within its folder.
    """

    name: str
    version: str
    description: str
    header: tuple[str, ...]
    target: Target
    clock: Clock
    constants: Mapping[str, tuple[int, str]]
    core: Block
    axi: Block | None
    wishbone: Block | None
    files: tuple[str, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The core and the wrappers that there are."""
        return tuple(block for block in (self.core, self.axi, self.wishbone) if block is not None)

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
