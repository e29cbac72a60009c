"""The rules of a core's ports as questions for a prover.

Imports the circuits of `core` and questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pairforge.evidence.handshakes.aig import STARTS, Circuit
from pairforge.evidence.handshakes.core import PASSES, READY, STAYS, VALID, Control, misused
from pairforge.evidence.handshakes.question import Question, harness, pin_name
from pairforge.evidence.handshakes.skeleton import LOADED, WAITED, Stream
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
    "a result comes where its input is all there, though no other one comes",
    "each input goes to one of the cores in lock step",
    "results come from the cores that inputs went to, in that order",
    "a core that takes no part in a run has no input, and takes none meanwhile",
)
"""What each of the rules says, in the order of the bits of `bad`; the last three of cores in lock step."""

_OF_CORES, _ALWAYS = 3, "1'b1"


def checker(name: str) -> str:
    """The text of a module with rules."""
    return (_ASSETS / f"{name}.v").read_text()


def rules_of(control: Control) -> Sequence[int]:
    """The numbers of the rules that are for such a core."""
    return range(len(RULES) - (_OF_CORES if control.together == 1 else 0))


def ports_question(control: Control, rules: Sequence[int]) -> Question:
    """Whether all of some rules, by their numbers, hold for every timing of words and resets."""
    circuit = control.circuit.from_anything()
    given = {"rst": "rst", "in_valid": "in_valid", "out_ready": "out_ready"}
    # Only the place whose word it is looks at whether that is the last.
    given |= dict.fromkeys(control.in_last, "in_last") | dict.fromkeys(control.out_last, "out_last")
    given[WAITED] = "waited"
    free = {name: given.get(name, pin_name(name, k)) for k, name in enumerate(circuit.inputs)}
    nets = {name: f"net{k}" for k, name in enumerate(circuit.outputs)}
    pins = [f".i{k}({wire})" for k, wire in enumerate(free.values())]
    pins += [f".o{k}({wire})" for k, wire in enumerate(nets.values())]
    ends, loaded = nets.get(ENDS, _ALWAYS), nets.get(LOADED, _ALWAYS)
    firsts = {each.kind: each for each in reversed(control.streams)}
    misuse = " | ".join(
        f"({_wired(misused(each, each is firsts[each.kind]), nets)})" for each in control.streams
    )
    together = control.together > 1
    body = [
        "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
        "wire rst = any_rst | ~begun;",
        "reg live = 1'b0; always @(posedge clk) live <= live | rst;",
        *(f"wire {wire};" for wire in nets.values()),
        f"{_CIRCUIT} circuit (.clk(clk), {', '.join(pins)});",
        f"wire [3:0] bad_ports; wire [{_OF_CORES - 1}:0] bad_cores; wire owes, partial;",
        f"stream_rules #(.MOST({control.most})) rules (.clk(clk), .rst(rst), .ends({ends}),",
        f"  .in_valid(in_valid & {loaded}), .in_ready({nets[READY]}), .in_last(in_last),",
        f"  .out_valid({nets[VALID]}), .out_ready(out_ready), .out_last(out_last),",
        "  .owes(owes), .bad(bad_ports));",
        *(_lock_step(control, nets) if together else ["assign partial = 1'b0, bad_cores = 0;"]),
        "wire willing = out_ready & in_last & out_last & waited;",
        f"wire stuck = willing & {ends} & live & ~rst & ~{nets[VALID]} & {nets[STAYS]};",
        f"wire [{len(RULES) - 1}:0] broken = {{bad_cores, stuck & ~in_valid & owes & ~partial,",
        f"  live & ~rst & ({misuse}), stuck & in_valid & ~{nets[READY]}, bad_ports}};",
    ]
    ports = [
        "any_rst",
        "in_valid",
        "out_ready",
        "in_last",
        "out_last",
        "waited",
        *(w for w in free.values() if w not in given.values()),
    ]
    bad = " | ".join(f"broken[{rule}]" for rule in rules)
    files = {
        "control.v": circuit.verilog(_CIRCUIT),
        "rules.v": checker("stream_rules"),
        **({"lock_step.v": checker("lock_step_rules")} if together else {}),
        "harness.v": harness(ports, body, bad),
    }
    return Question(files)


def _lock_step(control: Control, nets: Mapping[str, str]) -> Sequence[str]:
    """The rules of cores in lock step, beside those of the ports."""
    places = [each for each in control.streams if each.kind == "collect"]
    sends = [each for each in control.streams if each.kind == "send"]
    first = places[0]

    def of_all(streams: Sequence[Stream]) -> str:
        passes = (" & ".join(nets[each.net(pin)] for pin in PASSES[each.kind]) for each in reversed(streams))
        return "{" + ", ".join(passes) + "}"

    begun = " | ".join(nets[bit] for bit in first.element) if first.last else "1'b0"
    full = ", ".join(nets[each.net("is_full")] for each in reversed(places))
    return [
        f"lock_step_rules #(.CORES({control.together}), .MOST({control.most})) cores (.clk(clk), .rst(rst),",
        f"  .in_take(in_valid & {nets.get(LOADED, _ALWAYS)} & {nets[READY]}), .in_last(in_last),",
        f"  .takes({of_all(places)}),",
        f"  .out_give({nets[VALID]} & out_ready), .out_last(out_last), .gives({of_all(sends)}),",
        f"  .pop({nets[first.net('pop')]}), .popping({nets[first.net('is_full')]} & ({begun})),",
        f"  .full({{{full}}}), .partial(partial), .bad(bad_cores));",
    ]


def reset_question(control: Control) -> Question:
    """Whether a reset in any cycle leaves what a reset after the start leaves, as far as anybody can see.

    One of the two circuits starts from anything, the other one from zeros: a reset makes all states alike.
    """
    circuit = control.circuit.from_anything()
    return _two(circuit, circuit)


def meeting_question(control: Control, cycles: int) -> Question:
    """Whether a reset of one cycle leaves the same state behind whatever the state was, so many cycles later.

    Until then both do the same at the ports. Once they are in the same state they do so for ever, so a search
    of `cycles` + 1 cycles is enough. With 0 `cycles`: whether they do the same at the ports for ever.
    """
    circuit = control.circuit.with_state(_STATE).from_anything()
    return _two(circuit, circuit, cycles)


def same_question(one: Control, other: Control) -> Question:
    """Whether two cores do the same at their ports and with their elements, from resets in any cycle on.

    One starts from anything, the other one from zeros.
    """
    return _two(one.circuit.from_anything(), other.circuit.from_anything())


def _two(one: Circuit, two: Circuit, meet: int | None = None) -> Question:
    """Two that are to do the same; `meet`: from the first reset on, and to be in the same state so many
    cycles later, if any.
    """
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
            elif name.startswith(STARTS) and copy == "other":
                pins.append(f".i{k}(1'b0)")
            elif name.startswith((STARTS, "unknown")):  # each has its own
                ports.append(f"{pin_name(name, k)}_{copy}")
                pins.append(f".i{k}({ports[-1]})")
            else:
                pins.append(f".i{k}({shared.setdefault(name, f'free{len(shared)}')})")
        pins += [f".o{k}({copy}_net{nets.index(name)})" for k, name in enumerate(circuit.outputs)]
        body += [f"wire {copy}_net{k};" for k in range(len(nets))]
        body.append(f"{copy}_control {copy} (.clk(clk), {', '.join(pins)});")

    def of(copy: str, chosen: Sequence[int]) -> str:
        return "{" + ", ".join(f"{copy}_net{k}" for k in chosen) + "}"

    width = f".BITS({len(compared)})"
    compares = f".first({of('first', compared)}), .other({of('other', compared)}), .bad(differs)"
    if meet is not None:
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
        "rules.v": checker("reset_rules" if meet is None else "meeting_rules"),
        "harness.v": harness([*ports, *shared.values()], body, "differs"),
    }
    return Question(files)


def _wired(text: str, nets: dict[str, str]) -> str:
    """With the names of nets, in braces, as the wires that they are on."""
    return re.sub(r"\{([^}]*)\}", lambda found: nets[found[1]], text)
