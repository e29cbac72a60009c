"""A store of keys gives what was stored last: its module is the same circuit as a model of the contract.

The model is `assets/keys/keys_model.v`. Both get the same inputs, whatever they are, and ABC shows that no
bit of the output ever differs, at the full width of a key. Both begin with zeros; the module is shown to have
nothing left of what its registers held before a reset when the first operation may be asked for.

Imports the comparison of circuits, the circuits of `handshakes` and errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import CheckError
from pairforge.evidence.equivalence import Answer, Side, compare
from pairforge.evidence.handshakes.aig import FALSE, TRUE, Circuit
from pairforge.evidence.handshakes.skeleton import skeleton

LIMIT_S = 600
"""Seconds for a comparison: one of 4 keys of 381 bits takes a minute."""

_MODELS = Path(__file__).parent / "assets" / "keys"
_MODEL, _OUTPUT, _RESET = "keys_model", "y", "rst"


@dataclass(frozen=True)
class KeyStore:
    """What the contract says of a store: so many `places` of `width` bits.

    `delay`: cycles from what is asked to the result. `closed`: cycles behind a reset in which nothing is
    stored or read. `busy`: cycles from one operation of a thread to its next. A read finds what was stored up
    to three cycles before its result, so that no thread finds what it stores later.
    """

    width: int
    places: int
    delay: int
    busy: int
    closed: int

    def __post_init__(self) -> None:
        if self.delay - 3 >= self.busy:
            raise CheckError("what a thread stores next would come before what it reads")


def prove_store(files: Mapping[str, str], module: str, store: KeyStore) -> Answer:
    """That `module`, of these files (name to Verilog), gives what was stored last, in its cycle, for ever.

    Raises CheckError where it does not, something outlasts a reset, or Yosys refuses the files; TimeoutError
    where that is not known in `LIMIT_S`.
    """
    read = skeleton(files, module, (_OUTPUT,))
    if left := _outlasts(read, min(store.closed, store.delay)):
        raise CheckError(f"{module}: {left} has what it had before a reset")
    model = {file.name: file.read_text() for file in sorted(_MODELS.glob("*.v"))}
    sizes = {"WIDTH": store.width, "PLACES": store.places, "DELAY": store.delay, "CLOSED": store.closed}
    golden = Side(model, _MODEL, parameters=sizes)
    found = compare(golden, Side(files, module), files[f"{module}.v"], limit_s=LIMIT_S)
    if not found.proven:
        raise (TimeoutError if found.proven is None else CheckError)(f"{module}: {found.why}")
    return found


def _outlasts(circuit: Circuit, cycles: int) -> str:
    """A register that depends, so many cycles behind a reset of one, on what registers held before it.

    The name of the first of these; empty where there is none. What may come to it counts, whether it does or
    not.
    """
    gates = circuit.gates
    held = {now >> 1: name for name, now, _, _ in circuit.registers}
    resets = {0: FALSE} | {x >> 1: TRUE for name, x in circuit.inputs.items() if name == _RESET}
    free = [*held, *(literal >> 1 for literal in circuit.inputs.values())]
    given = resets | {node: 2 * node for node in free if node not in resets}
    unknown = {
        now >> 1
        for _, now, after, _ in circuit.registers
        if gates.support([gates.copied(gates, given, after)]) & held.keys()
    }
    read = {now >> 1: gates.support([after]) for _, now, after, _ in circuit.registers}
    for _ in range(cycles):
        unknown = {node for node, seen in read.items() if seen & unknown}
    return min((held[node] for node in unknown), default="")
