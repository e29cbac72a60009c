"""Whether the store of keys of a core gives what was stored last."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path

from pairforge import cache
from pairforge.builder.boxes import Replaced
from pairforge.errors import CheckError
from pairforge.evidence.key_store import KeyStore, prove_store
from pairforge.evidence.needed import needed_files
from pairforge.evidence.proof.part import UNIT, Part
from pairforge.units.keys import Keys

_WHAT = (
    "a place gives what was stored in it last, by whatever thread, in the cycle of the contract; a reset "
    "erases all places; in all other cycles, and of no place, the result is 0"
)
_METHOD = "the same circuit as a model of the contract, at full width, by induction over time (ABC scorr)"
_ASSUMES = ("Yosys reads Verilog as the standard says, and ABC is right about its circuits",)
_FILE = "proof.json"


def store_part(unit: Keys, module: str, replaced: Replaced, files: Mapping[str, str]) -> Part:
    """A part for the module of a store in a core, whose files these are. What was found before is kept."""
    began = time.perf_counter()
    failure, undecided = "", False
    facts = {"places": unit.places, "bits": unit.field.width}
    try:
        facts |= _facts(store_of(unit, replaced), module, needed_files(files, module))
    except (CheckError, TimeoutError) as error:
        failure, undecided = str(error), isinstance(error, TimeoutError)
    seconds = time.perf_counter() - began
    return Part(UNIT + module, _WHAT, _METHOD, _ASSUMES, seconds, failure, facts, undecided)


def store_of(unit: Keys, replaced: Replaced) -> KeyStore:
    """The contract of the store as the box in its place has it."""
    asked = replaced.box.operations
    ((delay, busy, threads),) = {(each.delay, each.busy, each.step) for each in asked}
    return KeyStore(unit.field.width, unit.places, delay, busy, threads * unit.closed)


def _facts(store: KeyStore, module: str, files: Mapping[str, str]) -> Mapping[str, int]:
    """How much is in a proof; CheckError or TimeoutError where there is none."""

    def make(folder: Path) -> None:
        found = prove_store(files, module, store)
        (folder / _FILE).write_text(json.dumps({"registers of both": found.registers}))

    stored = cache.entry("key store", json.dumps(files), repr(store), make=make)
    facts: Mapping[str, int] = json.loads((stored / _FILE).read_text())
    return facts
