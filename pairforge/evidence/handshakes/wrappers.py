"""The wrappers of a core beside models of them, written from docs/reference/bus.md, whatever the core does.

Registers, queues, ways, counters, interrupts and soft resets: the pins of the bus and those of the core are
the same in every cycle. Imports the comparison of circuits and the register map.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pairforge.errors import CheckError
from pairforge.evidence.equivalence import Side, compare
from pairforge.evidence.handshakes.skeleton import anything
from pairforge.evidence.ports import ports_of
from pairforge.evidence.proof.part import Part
from pairforge.registers.map import Facts, constant_word, register

_MODELS = Path(__file__).parent.parent / "assets" / "buses"
_CORE = "endpoint.core"
_MARKS = ("out_off_curve", "out_fault")
"""Outputs that not every core has."""

_PINS = ("rst", "in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready", *_MARKS)
"""Of a core, those that its model has as ports `core_…`."""

_CONSTANTS = ("VERSION", "CAPABILITY", "LATENCY", "INTERVAL")
_ASSUMES = (
    "Yosys reads Verilog as the standard says, and ABC is right about its circuits",
    "the core's outputs are anything; all registers are 0 at power-on",
    "the model is what the page of the buses says",
)
_WHAT = "registers, queues, ways, counters, interrupts and soft resets do what a model of the wrapper does"
_METHOD = "two circuits that are the same, by induction over time (ABC scorr), unbounded"


def wrapper_part(files: Mapping[str, str], core: str, bus: str, clock: str, facts: Facts) -> Part:
    """That the wrapper `bus` (axi or wishbone) of a core does the same as its model.

    `files`: of the wrappers, and the core's module `core` for its ports.
    """
    began = time.perf_counter()
    failure, sizes, undecided = "", {}, False
    try:
        header = _header(bus, files[f"{core}.v"])
        found = compare(_model(bus, facts), _wrapper(files, core, bus), header, clock)
        failure, undecided = found.why, found.proven is None
        sizes = {"registers of both": found.registers}
    except CheckError as error:
        failure = str(error)
    seconds = time.perf_counter() - began
    return Part(f"{bus} model", _WHAT, _METHOD, _ASSUMES, seconds, failure, sizes, undecided)


def _model(bus: str, facts: Facts) -> Side:
    """The model, for a core of which these are the facts."""
    files = {name: (_MODELS / name).read_text() for name in ("endpoint_model.v", f"{bus}_model.v")}
    shape = {"WORDS_IN": facts.words_in, "WORDS_OUT": facts.words_out, "LOAD_WORDS": facts.load_words}
    queues = {"LOG_IN": _log_of_queue(facts.words_in), "LOG_OUT": _log_of_queue(facts.words_out)}
    said = {name: constant_word(register(name), replace(facts, streams=False)) for name in _CONSTANTS}
    return Side(files, f"{bus}_model", parameters=shape | queues | said)


def _log_of_queue(words: int) -> int:
    """Of a queue that holds this many words: a power of two, at least 16."""
    return max(4, (words - 1).bit_length())


def _wrapper(files: Mapping[str, str], core: str, bus: str) -> Side:
    """The wrapper with the core's pins as its own."""
    text = files[f"{core}.v"]
    flat: list[str] = []
    for way, _, name in ports_of(text):
        if name in _PINS:
            way_in = "-input " if way == "output" else ""
            flat += [f"expose {way_in}w:{_CORE}.{name}", f"rename {_CORE}.{name} core_{name}"]
    return Side({**files, f"{core}.v": anything(text)}, f"{core}_{bus}", "-formal", flat=flat)


def _header(bus: str, core: str) -> str:
    """The ports that both have: all of the model's but the marks that the core lacks."""
    text = (_MODELS / f"{bus}_model.v").read_text().split(");")[0]
    found = {port.name for port in ports_of(core)}
    for mark in _MARKS:
        if mark not in found:
            text = re.sub(rf".*core_{mark}\b", "", text)
    return text
