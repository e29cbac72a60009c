"""The rules of a core's ports as questions for a prover.

Imports the circuits of `core` and the prover.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pairforge.evidence.handshakes.aig import Circuit
from pairforge.evidence.handshakes.core import LOADED, READY, STAYS, VALID, Control, misused
from pairforge.evidence.handshakes.prover import Question, harness
from pairforge.hdl.digits import ENDS

_ASSETS = Path(__file__).parent.parent / "assets" / "handshakes"
_CIRCUIT, _STATE = "control", "state."

RULES = (
    "nothing is offered and nothing taken in a reset",
    "a word that is offered stays until it is taken",
    "no result before its input, and as many results as inputs",
    "no input is taken that there is no place for",
    "something passes where everybody is willing",
    "no element is taken from where there is none, or put where there is no room",
    "what is loaded after a reset comes before all inputs, and no word too many or too few",
)
"""What each of the rules says, in the order of the bits of `bad`."""


def checker(name: str) -> str:
    """The text of a module with rules."""
    return (_ASSETS / f"{name}.v").read_text()


def ports_question(control: Control, rules: Sequence[int], load: int = 0) -> Question:
    """Whether all of some rules, by their numbers, hold for every timing of words and resets.

    `load`: words that the core takes after every reset; none of them is of an input.
    """
    circuit = control.circuit.from_anything()
    given = {"rst": "rst", "in_valid": "in_valid", "out_ready": "out_ready"}
    # Only the place whose word it is looks at whether that is the last.
    given |= dict.fromkeys(control.in_last, "in_last") | dict.fromkeys(control.out_last, "out_last")
    free = {name: given.get(name, f"free{k}") for k, name in enumerate(circuit.inputs)}
    nets = {name: f"net{k}" for k, name in enumerate(circuit.outputs)}
    pins = [f".i{k}({wire})" for k, wire in enumerate(free.values())]
    pins += [f".o{k}({wire})" for k, wire in enumerate(nets.values())]
    ends, loaded = nets.get(ENDS, "1'b1"), nets.get(LOADED, "1'b1")
    misuse = " | ".join(f"({_wired(misused(each), nets)})" for each in control.streams)
    body = [
        "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
        "wire rst = any_rst | ~begun;",
        "reg live = 1'b0; always @(posedge clk) live <= live | rst;",
        *(f"wire {wire};" for wire in nets.values()),
        f"{_CIRCUIT} circuit (.clk(clk), {', '.join(pins)});",
        "wire [3:0] bad_ports;",
        f"stream_rules #(.MOST({control.most})) rules (.clk(clk), .rst(rst), .ends({ends}),",
        f"  .in_valid(in_valid), .in_ready({nets[READY]}), .in_last(in_last & {loaded}),",
        f"  .out_valid({nets[VALID]}), .out_ready(out_ready), .out_last(out_last), .bad(bad_ports));",
        "wire bad_load;",
        f"load_rules #(.WORDS({load})) load (.clk(clk), .rst(rst), .in_valid(in_valid), "
        f".in_ready({nets[READY]}), .loaded({loaded}), .bad(bad_load));",
        "wire willing = in_valid & out_ready & in_last & out_last;",
        f"wire stuck = willing & {ends} & ~{nets[READY]} & ~{nets[VALID]} & {nets[STAYS]};",
        f"wire [6:0] broken = {{bad_load, live & ~rst & ({misuse}), live & ~rst & stuck, bad_ports}};",
    ]
    ports = [
        "any_rst",
        "in_valid",
        "out_ready",
        "in_last",
        "out_last",
        *(w for w in free.values() if w.startswith("free")),
    ]
    bad = " | ".join(f"broken[{rule}]" for rule in rules)
    files = {
        "control.v": circuit.verilog(_CIRCUIT),
        "rules.v": checker("stream_rules") + checker("load_rules"),
        "harness.v": harness(ports, body, bad),
    }
    return Question(files)


def reset_question(control: Control) -> Question:
    """Whether a reset in any cycle leaves what a reset after the start leaves, as far as anybody can see.

    One of the two circuits starts from anything, the other one from zeros: a reset makes all states alike.
    """
    circuit = control.circuit.from_anything()
    return _two(circuit, circuit)


def meeting_question(control: Control, cycles: int) -> Question:
    """Whether a reset of one cycle leaves the same state behind whatever the state was, so many cycles later.

    Until then both do the same at the ports. Once they are in the same state they do so for ever, so a search
    of `cycles` + 1 cycles is enough.
    """
    circuit = control.circuit.with_state(_STATE).from_anything()
    return _two(circuit, circuit, cycles)


def same_question(one: Control, other: Control) -> Question:
    """Whether two cores do the same at their ports and with their elements, from resets in any cycle on.

    One starts from anything, the other one from zeros.
    """
    return _two(one.circuit.from_anything(), other.circuit.from_anything())


def _two(one: Circuit, two: Circuit, meet: int = 0) -> Question:
    """Two that are to do the same; `meet`: and to be in the same state so many cycles after a first reset."""
    nets = list(one.outputs)
    states = [k for k, name in enumerate(nets) if name.startswith(_STATE)]
    left = {STAYS, *(nets[k] for k in states)}
    compared = [k for k, name in enumerate(nets) if "element" not in name and name not in left]
    body = []
    ports = ["any_rst", "choice"]
    shared: dict[str, str] = {}
    for copy, circuit in (("first", one), ("other", two)):
        pins = []
        for k, name in enumerate(circuit.inputs):
            if name == "rst":
                pins.append(f".i{k}(rst_{copy})")
            elif name.startswith("from.") and copy == "other":
                pins.append(f".i{k}(1'b0)")
            elif name.startswith(("from.", "unknown")):  # each has its own
                ports.append(f"{copy}{k}")
                pins.append(f".i{k}({copy}{k})")
            else:
                pins.append(f".i{k}({shared.setdefault(name, f'free{len(shared)}')})")
        pins += [f".o{k}({copy}_net{nets.index(name)})" for k, name in enumerate(circuit.outputs)]
        body += [f"wire {copy}_net{k};" for k in range(len(nets))]
        body.append(f"{copy}_control {copy} (.clk(clk), {', '.join(pins)});")

    def of(copy: str, chosen: Sequence[int]) -> str:
        return "{" + ", ".join(f"{copy}_net{k}" for k in chosen) + "}"

    width = f".BITS({len(compared)})"
    compares = f".first({of('first', compared)}), .other({of('other', compared)}), .bad(differs)"
    if meet:
        sizes = f"{width}, .STATE({len(states)}), .CYCLES({meet})"
        state = f".first_state({of('first', states)}), .other_state({of('other', states)})"
        rules = [
            "assign rst_first = rst, rst_other = rst;",
            f"meeting_rules #({sizes}) rules (.clk(clk), {compares}, {state});",
        ]
    else:
        resets = ".choice(choice), .rst(rst), .rst_first(rst_first), .rst_other(rst_other)"
        rules = [f"reset_rules #({width}) rules (.clk(clk), {compares}, {resets});"]
    body = [
        "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
        "wire rst = any_rst | ~begun; wire rst_first, rst_other, differs;",
        *body,
        *rules,
    ]
    files = {
        "first.v": one.verilog("first_control"),
        "other.v": two.verilog("other_control"),
        "rules.v": checker("meeting_rules" if meet else "reset_rules"),
        "harness.v": harness([*ports, *shared.values()], body, "differs"),
    }
    return Question(files)


def _wired(text: str, nets: dict[str, str]) -> str:
    """With the names of nets, in braces, as the wires that they are on."""
    return re.sub(r"\{([^}]*)\}", lambda found: nets[found[1]], text)
