"""The control of a core, ready for proofs: one of its threads, with what rests in it counted by whole inputs.

Imports the circuits of `aig` and errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import CheckError
from pairforge.evidence.handshakes.aig import FALSE, TRUE, Circuit, Literal
from pairforge.evidence.handshakes.skeleton import (
    LOADED,
    WAITED,
    Stream,
    cut,
    loader_of,
    skeleton,
    streams_of,
)
from pairforge.hdl.digits import DIGIT, ENDS

READY, VALID = "in_ready", "out_valid"
STAYS = "stays"
PASSES = {"collect": ("in_valid", "in_ready"), "chain": (), "send": ("out_valid", "out_ready")}
"""Of each kind of place the pins with which words pass."""

_THREADS = re.compile(r"^ *(\w+_threads_x(\d+)) threads \($", re.MULTILINE)
_THREAD = re.compile(r"thread(?:\[(\d+)\])?")
_MOST = re.compile(r"MOST_UNDER_WAY = \d+'d(\d+);")


@dataclass(frozen=True)
class Control:
    """The control of one thread of a core as a circuit, a cycle of it being one of the thread.

    Attributes
    ----------
    circuit: outputs are `in_ready`, `out_valid`, nets of the streams, and `stays`: no register changes but
        the number of the digit. Where words have digits, `word_ends` too.
    streams: the places where elements rest.
    threads: how many there are; nothing of the others reaches this one.
    together: cores in lock step, one without.
    most: inputs that may be in it.
    in_last, out_last: the inputs of the circuit that say which words count, a whole input or result each.
    """

    circuit: Circuit
    streams: Sequence[Stream]
    threads: int
    together: int
    most: int
    in_last: Sequence[str]
    out_last: Sequence[str]


def control_of(files: Mapping[str, str], top: str, *, waits: bool = True) -> Control:
    """The control of the core in these files (name to Verilog), from its module `top`.

    A word is the last of its element whenever the environment says so, and an input or result has one
    element: where the real core counts words and elements, this one may go on at any of them, or wait. What
    is so added is more than what is taken away as long as nobody takes from a place that is not full, or
    adds to one that is; `misused` says whether somebody does. `waits`: how long cores in lock step wait for
    an input is free as well.

    Raises CheckError where threads have anything in common.
    """
    inner, threads = inner_of(files, top)
    streams = streams_of(files, inner)
    if not streams or not all(each.ends for each in streams if each.kind != "chain"):
        raise CheckError(f"{inner}: its streams are not known")
    together = sum(each.kind == "collect" for each in streams)
    nets = [each.net(name) for each in streams for name in _watched(each, together)]
    nets += [LOADED] if loader_of(files, inner) else []
    steps = (ENDS,) if f"wire {ENDS}" in files[f"{inner}.v"] else ()
    read = skeleton(cut(files, waits=waits), inner, (READY, VALID), [*nets, *steps])
    if waits and together > 1 and WAITED not in read.inputs:
        raise CheckError(f"{inner}: how long its cores wait for each other is not known")
    circuit = one_thread(read, threads, (READY, VALID, *steps))
    for each in streams:
        if each.kind != "chain" and each.last:
            circuit = _parked(circuit, each)
    circuit.outputs[STAYS] = _stays(circuit)
    most = _MOST.search(files[f"{inner}.v"])
    return Control(
        circuit,
        streams,
        threads,
        together,
        (1 + int(most[1]) if most else 1) * together,
        [name for name in circuit.inputs if name.split("@")[0].endswith(".word_end") and "collect" in name],
        [name for name in circuit.inputs if name.split("@")[0].endswith(".word_end") and "send" in name],
    )


def inner_of(files: Mapping[str, str], top: str) -> tuple[str, int]:
    """The module that has the threads of a core, and how many; `top` and 1 where there are none."""
    for text in files.values():
        if found := _THREADS.search(text):
            return found[1], int(found[2])
    return top, 1


def misused(stream: Stream, first: bool) -> str:
    """Verilog: whether elements are taken from it that are not there, or put where there is no room.

    `first`: of its kind. Elements are popped from the inputs of all cores at once, and `lock_step_rules.v`
    says when the other ones may be without.
    """
    rules = []
    if stream.kind == "chain" or (stream.kind == "collect" and first):
        rules.append(f"{{{stream.net('pop')}}} & ~{{{stream.net('is_full')}}}")
    if stream.kind != "collect":
        rules.append(f"{{{stream.net('push')}}} & {{{stream.net('is_full')}}}")
    return " | ".join(f"({rule})" for rule in rules) or "1'b0"


def _stays(circuit: Circuit) -> Literal:
    gates, found = circuit.gates, TRUE
    for name, now, after, _ in circuit.registers:
        if not name.startswith(DIGIT):
            differs = gates.choose(now, after ^ 1, after)
            found = gates.both(found, differs ^ 1)
    return found


def _watched(stream: Stream, together: int) -> Sequence[str]:
    moves = {"collect": ["pop"], "chain": ["pop", "push"], "send": ["push"]}[stream.kind]
    passes = PASSES[stream.kind] if together > 1 else ()
    return ["is_full", *moves, *passes, *(["element"] if stream.last else [])]


def one_thread(circuit: Circuit, threads: int, first: Sequence[str]) -> Circuit:
    """What thread 0 does in one of its cycles, which is so many of the clock.

    `first`: outputs that are there in its own cycle, and say what of the state is its. Inputs have the names
    that they have, in whatever cycle they are read.

    Raises CheckError where a port is read in the cycles of two threads, or an output is of no one thread.
    """
    if threads == 1:
        return circuit

    def given(name: str, cycle: int) -> Literal | None:
        found = _THREAD.fullmatch(name)
        return None if found is None else TRUE if cycle >> int(found[1] or 0) & 1 else FALSE

    when = dict.fromkeys(first, 0)
    made = circuit.folded(threads, given, when)
    own, ports = {name for name, _, _, _ in made.registers}, _ports(made)
    others = {f"{net}#{cycle}": (net, cycle) for net in circuit.outputs for cycle in range(threads)}
    named = {name: circuit.outputs[net] for name, (net, _) in others.items()}
    tried = Circuit(circuit.gates, circuit.inputs, named, circuit.registers).folded(
        threads, given, {name: cycle for name, (_, cycle) in others.items()}, next_state=False
    )
    for name, (net, cycle) in others.items():
        if net in when:
            continue
        seen = tried.needed([name])
        known = {register for register, _, _, _ in seen.registers} <= own
        if known and all(ports.get(port, at) == at for port, at in _ports(seen).items()):
            when[net] = cycle
    if missing := circuit.outputs.keys() - when.keys():
        raise CheckError(f"{min(missing)} is of no single thread")
    made = circuit.folded(threads, given, when)
    _ports(made)
    inputs = {name.split("@")[0] if _is_port(name) else name: value for name, value in made.inputs.items()}
    return Circuit(made.gates, inputs, made.outputs, made.registers)


def _is_port(name: str) -> bool:
    return "." not in name and not name.startswith("unknown")


def _ports(circuit: Circuit) -> Mapping[str, int]:
    """The ports that it reads, each with the cycle in which it does."""
    found: dict[str, int] = {}
    for name in filter(_is_port, circuit.inputs):
        port, _, cycle = name.partition("@")
        if found.setdefault(port, int(cycle or 0)) != int(cycle or 0):
            raise CheckError(f"threads are not independent: one sees {port} of another")
    return found


def _parked(circuit: Circuit, stream: Stream) -> Circuit:
    """The same where a stream's number of the next element stands at the last one while words pass."""
    full = circuit.outputs[stream.net("is_full")]
    place = [circuit.outputs[name] for name in stream.element]
    state = {now: after for _, now, after, _ in circuit.registers}
    if full not in state or not all(bit in state for bit in place):
        raise CheckError(f"{stream.name}: its state is not known")
    full_next = state[full]
    passing = full_next if stream.kind == "send" else full_next ^ 1
    gates = circuit.gates
    parked = {
        bit: gates.choose(passing, TRUE if stream.last >> i & 1 else FALSE, state[bit])
        for i, bit in enumerate(place)
    }
    registers = [(name, now, parked.get(now, after), value) for name, now, after, value in circuit.registers]
    return Circuit(gates, circuit.inputs, circuit.outputs, registers)
