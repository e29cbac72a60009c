"""The state of a core: its flip-flops and memories, from the netlist as Yosys reads the Verilog.

Registers whose value nothing reads are no part of it, as synthesis leaves them out. What is control follows
from the netlist as well: a register that a reset sets, and all registers of a sequencer.

Imports the Yosys runner and `pairforge.errors`.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pairforge.evidence import _yosys
from pairforge.evidence.netlist import reading

__all__ = ["PARTS", "STORES", "Element", "state_of"]

PARTS = ("datapath", "memory", "constants", "sequencer", "microcode", "streams", "comparison")
"""Where state is: registers and memories of a datapath, its memories that nothing writes, registers and
control store of a sequencer, the streams with their buffers, and what stands beside compared cores."""

STORES = ("constants", "microcode")
"""Parts that a device is configured with: a flip stays."""

_MODULE = re.compile(r"module \\(\S+)")
_CELL = re.compile(r"  cell \$(\S+) (\S+)")
_OUTPUT = re.compile(r"    connect \\Q \\(\S+)(?: \[(\d+)(?::(\d+))?\])?$")


@dataclass(frozen=True)
class Element:
    """A register, or a memory of `words` words (0: a register).

    Attributes
    ----------
    path: the instances from the top module to it, the lowest last.
    module: the one that has it.
    part: one of `PARTS`.
    bits: of a register, or of a word.
    control: which of the bits are control.
    lasts: whether a flip stays until the device is configured again, as in a control store.
    """

    path: tuple[str, ...]
    module: str
    part: str
    name: str
    bits: int
    words: int
    control: frozenset[int]
    lasts: bool

    @property
    def size(self) -> int:
        """Bits of all of it."""
        return self.bits * max(self.words, 1)


@dataclass(frozen=True)
class _Module:
    """The state of a module by the names of its nets, and its instances."""

    registers: Mapping[str, tuple[int, frozenset[int]]]
    memories: Mapping[str, tuple[int, int, bool]]
    instances: Mapping[str, str]


def state_of(files: Mapping[str, str], top: str, *, compared: bool = False) -> list[Element]:
    """All state of a core (file name to Verilog), in the order of its hierarchy.

    `compared`: its top module compares cores; otherwise the top module's registers belong to the streams.
    Raises CheckError where Yosys refuses the core.
    """
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        script = [
            *reading(files, folder, top),
            # Before any cleaning a register's output has the register's own name, no other one of the net.
            *("write_rtlil proc.il", "design -save read"),
            *("opt_clean", "memory_collect", "opt_clean", "write_json -noscopeinfo state.json"),
            *("design -load read", "opt_dff", "write_rtlil reset.il"),
        ]
        _yosys.check(script, folder, top)
        modules = json.loads((folder / "state.json").read_text())["modules"]
        loaded, cleared = ((folder / name).read_text() for name in ("proc.il", "reset.il"))
    read = _modules(modules, loaded, cleared)
    return list(_elements(read, top, (), "comparison" if compared else "streams"))


def _elements(
    modules: Mapping[str, _Module], name: str, path: tuple[str, ...], around: str
) -> Iterator[Element]:
    """What is in a module, and below it; `around`: the part that the state of the top module is of."""
    module = modules[name]
    sequencer = any(instance.startswith("sequencer") for instance in path)
    inside = any(instance.startswith(("datapath", "common")) for instance in path)
    plain = "sequencer" if sequencer else "datapath" if inside else "streams" if path else around
    for net, (bits, reset) in module.registers.items():
        control = frozenset(range(bits)) if sequencer else reset
        yield Element(path, name, plain, net, bits, 0, control, lasts=False)
    for net, (bits, words, lasts) in module.memories.items():
        fixed = "microcode" if sequencer else "constants"
        held = fixed if lasts else "memory" if inside else plain
        yield Element(path, name, held, net, bits, words, frozenset(), lasts)
    for instance, of in module.instances.items():
        yield from _elements(modules, of, (*path, instance), around)


def _modules(made: Mapping[str, Any], loaded: str, cleared: str) -> dict[str, _Module]:
    """Modules from the cleaned netlist, registers named by the others."""
    names: dict[tuple[str, str], str] = {}
    for module, _, cell, net, _, _ in _outputs(loaded):
        names[module, cell] = net
    reset: dict[tuple[str, str], set[int]] = {}
    for module, kind, _, net, low, high in _outputs(cleared):
        if kind.startswith("sdff"):
            reset.setdefault((module, net), set()).update([-1] if high < 0 else range(low, high + 1))
    found = {}
    for name, module in made.items():
        registers, memories, instances = {}, {}, {}
        for cell, each in module["cells"].items():
            kind = each["type"]
            if kind == "$dff":
                net = names[name, cell]
                bits = len(each["connections"]["Q"])
                control = reset.get((name, net), set())
                registers[net] = (bits, frozenset(range(bits) if -1 in control else control))
            elif kind == "$mem_v2":
                parameters = each["parameters"]
                words, bits, writes = (int(parameters[key], 2) for key in ("SIZE", "WIDTH", "WR_PORTS"))
                memories[parameters["MEMID"].removeprefix("\\")] = (bits, words, not writes)
            elif not kind.startswith("$"):
                instances[cell] = kind
        found[name] = _Module(registers, memories, instances)
    return found


def _outputs(text: str) -> Iterator[tuple[str, str, str, str, int, int]]:
    """Of each register in a netlist as RTLIL: module, kind, cell, net, lowest and highest bit; -1 for a whole
    net.
    """
    module = kind = cell = ""
    for line in text.splitlines():
        if match := _MODULE.match(line):
            module = match[1]
        elif match := _CELL.match(line):
            kind, cell = match[1], match[2].removeprefix("\\")
        elif "dff" in kind and (match := _OUTPUT.match(line)):
            if match[2] is None:
                yield module, kind, cell, match[1], 0, -1
            else:
                yield module, kind, cell, match[1], int(match[3] or match[2]), int(match[2])
