"""Which functional units of a core are proven to compute their function: a statement for each module."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from pairforge import cache
from pairforge.builder.boxes import Replaced, UnitInCore
from pairforge.builder.proven_forms import WHAT, forms_part
from pairforge.builder.proven_store import store_part
from pairforge.compiler.compile import Compiled, Progress
from pairforge.errors import CheckError
from pairforge.evidence.proof.netlist import Design as Netlists
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.proof.part import UNIT, Part
from pairforge.evidence.words.proof import Proof, is_covered, prove_operation
from pairforge.units.base import CommonUnit, Unit
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField
from pairforge.units.keys import Keys

_METHOD = "words as integers: congruences and bounds on the netlist"
_FILE = "proof.json"


def modules_of(parts: Sequence[Part]) -> list[str]:
    """The modules that such parts are about."""
    return [part.name.removeprefix(UNIT) for part in parts]


def unit_parts(
    compiled: Compiled,
    placed: Sequence[UnitInCore],
    made: Mapping[str, Replaced],
    netlists: Netlists,
    files: Mapping[str, str],
    progress: Progress,
) -> Sequence[Part]:
    """A part for each module of a unit that there is a method for; `files`: those of the core."""
    units = {each.module: compiled.stages[each.stage].units[each.unit] for each in placed}
    parts = []
    for module, unit in sorted(units.items()):
        replaced = made[module]
        small = isinstance(unit.field, (BinaryField, TernaryField))
        if isinstance(unit, Keys):
            progress(f"{module} gives what was stored last")
            parts.append(store_part(unit, module, replaced, files))
        elif small or all(is_covered(unit, attribute) for attribute, _ in replaced.numbers):
            progress(f"{module} computes its function")
            parts.append(
                forms_part(unit, module, replaced, files)
                if small
                else _part(module, unit, replaced, netlists.boxes[module])
            )
    return parts


def _part(module: str, unit: Unit, replaced: Replaced, netlist: Netlist) -> Part:
    began = time.perf_counter()
    facts: dict[str, int] = {}
    assumes = {"Yosys reads Verilog as the standard says": None}
    failure = ""
    try:
        for proof in _proofs(unit, replaced, netlist):
            assumes |= dict.fromkeys(proof.assumes)
            for name, count in proof.facts.items():
                facts[name] = facts.get(name, 0) + count
        facts["operations"] = len(replaced.numbers)
    except CheckError as error:
        failure = str(error)
    seconds = time.perf_counter() - began
    return Part(UNIT + module, WHAT, _METHOD, list(assumes), seconds, failure, facts, undecided=True)


def _proofs(unit: Unit, replaced: Replaced, netlist: Netlist) -> Sequence[Proof]:
    """A proof for each operation; CheckError where there is none. What was found before is kept."""
    outputs = list(replaced.box.operands)
    if isinstance(unit, CommonUnit):  # a proof is of all of them
        outputs = outputs[:1]
    operations = [
        (attribute, output, replaced.box.operations[number])
        for (attribute, _), number in replaced.numbers.items()
        for output in outputs
    ]

    def make(folder: Path) -> None:
        found = [prove_operation(netlist, unit, *each[::2], each[1]) for each in operations]
        (folder / _FILE).write_text(json.dumps([[p.facts, p.assumes, p.seconds] for p in found]))

    stored = cache.entry("words", netlist.content, repr(unit), repr(operations), make=make)
    return [Proof(*fields) for fields in json.loads((stored / _FILE).read_text())]
