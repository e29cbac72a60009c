"""The control of a core as a circuit: what is left of the Verilog where nobody looks at data.

Imports the child process of Yosys, the files that a module needs, and errors.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pairforge.evidence import _yosys
from pairforge.evidence.handshakes.aig import Circuit, circuit_of
from pairforge.evidence.needed import needed_files
from pairforge.evidence.netlist import reading
from pairforge.evidence.ports import ports_of

_FREE = "= $anyseq;"
_OPCODE = "opcode"
_DATAPATH = "_datapath"
_OPCODE_PORT = re.compile(rf"^ *input +wire +(\[[^\]]*\] )? *{_OPCODE}\b", re.MULTILINE)
_ENDS = (
    (re.compile(r"^( *wire +word_end) = word == LAST_WORD;$", re.MULTILINE), rf"\1 {_FREE}"),
    (re.compile(r"^( *wire +last_word) = 1'd1;$", re.MULTILINE), rf"  wire word_end {_FREE}\n\1 = word_end;"),
    (re.compile(r"^( *assign pop = sending);$", re.MULTILINE), rf"  wire word_end {_FREE}\n\1 & word_end;"),
)
_LOADER_FILE = "_loader.v"
_LOADER = re.compile(r"^ *(\w+_loader) load \($", re.MULTILINE)
_ITEM = re.compile(r"^( *assign (?!loaded\b)\w+) = [^;]*;$", re.MULTILINE)
LOADED = "load.loaded"
"""The net that says that a loadable modulus is there."""

WAITED = "has_waited"
_WAITS = re.compile(r"^( *wire +waited_next = .*)\(idle[\w\[\]:]* == LAST_IDLE\)", re.MULTILINE)
_COUNTS = re.compile(r"(\bidle\w* <= )idle\w* \+ (\d+)'d1;")
_STREAM = re.compile(r"^ *((?:\w+_)?(collect|chain|send)\d+_\w+) (\w+) \($", re.MULTILINE)
_HAS_WORDS = re.compile(r"(?:^|_)(?:collect|send)\d+_")
_LAST_ELEMENT = re.compile(r"localparam (?:\[\d+:0\] )?LAST_ELEMENT = \d+'d(\d+);")


@dataclass(frozen=True)
class Stream:
    """One of the places of a core where elements rest: `kind` collect, chain or send.

    `last`: the number of its last element. `ends`: whether words of elements are counted there.
    """

    name: str
    kind: str
    last: int
    ends: bool

    def net(self, name: str) -> str:
        """A net in it, in the core."""
        return f"{self.name}.{name}"

    @property
    def element(self) -> Sequence[str]:
        """The bits of the number of the next element."""
        bits = self.last.bit_length()
        return [self.net("element" + (f"[{i}]" if bits > 1 else "")) for i in range(bits)]


def streams_of(files: Mapping[str, str], top: str) -> Sequence[Stream]:
    """Those of a module whose text is in the files."""
    found = []
    for module, kind, name in _STREAM.findall(files[f"{top}.v"]):
        text = files[f"{module}.v"]
        last = _LAST_ELEMENT.search(text)
        ends = any(pattern.search(text) for pattern, _ in _ENDS)
        found.append(Stream(name, kind, int(last[1]) if last else 0, ends))
    return found


def loader_of(files: Mapping[str, str], top: str) -> str:
    """The module of `top` that takes a loadable modulus; none where there is none."""
    found = _LOADER.search(files[f"{top}.v"])
    return str(found[1]) if found else ""


def module_of(files: Mapping[str, str], top: str, stream: Stream) -> str:
    """The module of one of the places of `top`."""
    found = {name: module for module, _, name in _STREAM.findall(files[f"{top}.v"])}
    return str(found[stream.name])


def cut(files: Mapping[str, str], *, waits: bool = True) -> dict[str, str]:
    """The same with some wires free in every cycle instead of what drives them.

    Those are which word is the last of an element, which of its jobs a core is asked for, what comes out
    of datapaths, what was loaded, and, where it `waits`, whether cores in lock step have waited long enough
    for an input. From the highest bit of a count on nothing is counted, so in its place it is 1 or 0. Freeing
    a wire adds behaviour and takes none away.
    """
    found = {}
    for name, text in files.items():
        made = anything(text) if _DATAPATH in name else text
        if _HAS_WORDS.search(name):
            for pattern, free in _ENDS:
                made = pattern.sub(free, made)
        if name.endswith(_LOADER_FILE):
            made = _ITEM.sub(rf"\1 {_FREE}", made)
        if waits and _WAITS.search(made):
            made = _WAITS.sub(rf"  wire {WAITED} {_FREE}\n\1{WAITED}", made)
            made = _COUNTS.sub(_waited, made)
        if port := _OPCODE_PORT.search(made):
            head, body = made.split(");", 1)
            free = f"wire {port[1] or ''}{_OPCODE}_free {_FREE}"
            body = re.sub(rf"\b{_OPCODE}\b", f"{_OPCODE}_free", body)
            made = f"{head});\n  {free}\n{body}"
        found[name] = made
    return found


def _waited(found: re.Match[str]) -> str:
    zeros = f"{int(found[2]) - 1}'d0"
    return f"{found[1]}{{{WAITED}, {zeros}}};"


def anything(text: str) -> str:
    """A module with the same ports whose outputs are free in every cycle."""
    ports = ports_of(text)
    head = re.search(r"^module (\w+)", text, re.MULTILINE)
    assert head is not None
    declared = [f"{port.way} wire [{port.width - 1}:0] {port.name}" for port in ports]
    free = [f"assign {port.name} = $anyseq;" for port in ports if port.way == "output"]
    return "\n".join([f"module {head[1]} ({', '.join(declared)});", *free, "endmodule", ""])


def skeleton(files: Mapping[str, str], top: str, outputs: Sequence[str], nets: Sequence[str] = ()) -> Circuit:
    """What some outputs of a module, and nets in it, depend on.

    Words of a memory that nothing says anything of are all zeros or all ones, in each cycle anew.

    Raises CheckError where Yosys refuses the files, or there is no such net.
    """
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        script = [*reading(needed_files(files, top), folder, top, "-formal"), "flatten"]
        looked = " ".join(f"o:{name}" for name in outputs)
        script += [f"select -set looked {looked}", "delete -port o:* @looked %d"]
        script += [f"expose w:{net}" for net in nets]
        script += [
            *("opt_clean", "memory_collect", "opt_mem", "opt_clean"),
            "memory_map t:$mem_v2 r:WR_PORTS>0 %i",
            *("setundef -undriven -undef", "opt", "techmap", "opt"),
            *("dffunmap", "simplemap", "aigmap", "opt_clean", "check -assert"),
            "write_json -noscopeinfo found.json",
        ]
        _yosys.check(script, folder, top)
        module = json.loads((folder / "found.json").read_text())["modules"][top]
    circuit = circuit_of(module)
    return circuit.needed(list(circuit.outputs))
