"""The outside of a core with several threads: whose turn it is, and the register that offers words.

Imports the circuits of `core` and the prover.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pairforge.evidence.handshakes.core import inner_of
from pairforge.evidence.handshakes.places import Shape
from pairforge.evidence.handshakes.prover import Question, harness
from pairforge.evidence.handshakes.rules import checker
from pairforge.evidence.handshakes.skeleton import anything, skeleton

_INSIDE = ("rst", "in_valid", "in_ready", "out_valid", "out_ready")
_GROUPS = {
    "each thread is reset, and has one cycle of so many": (0, 2),
    "no word passes before all threads are reset": (1,),
    "words go in to the threads in turn": (3, 4),
    "words come out from the threads in turn": (5,),
    "a word that is offered stays as it is": (6,),
}


def turn_questions(files: Mapping[str, str], top: str, shape: Shape) -> Iterator[tuple[str, Question]]:
    """What is asked of the outside of a core with threads, whatever these do; nothing of one without."""
    inner, threads = inner_of(files, top)
    if threads == 1:
        return
    outside = next(
        name for name, text in files.items() if re.search(rf"^ *{inner} threads \($", text, re.MULTILINE)
    )
    module = outside.removesuffix(".v")
    given = {outside: files[outside], f"{inner}.v": anything(files[f"{inner}.v"])}
    nets = ["thread", *(f"threads.{name}" for name in _INSIDE)]
    circuit = skeleton(given, module, ("in_ready", "out_valid", "out_data"), nets).from_anything()
    pins = {
        name: f"pin_{name}" if name.isidentifier() else f"free{k}" for k, name in enumerate(circuit.inputs)
    }
    outputs = {name: f"net{k}" for k, name in enumerate(circuit.outputs)}
    driven = sorted({*pins.values(), "pin_in_valid", "pin_out_ready"} - {"pin_rst"})
    joined = [f".i{k}({wire})" for k, wire in enumerate(pins.values())]
    joined += [f".o{k}({wire})" for k, wire in enumerate(outputs.values())]

    def bus(name: str, bits: int) -> str:
        found = [outputs.get(f"{name}[{i}]", "1'b0") for i in reversed(range(bits))]
        return "{" + ", ".join(found) + "}"

    inside = ", ".join(f".inner_{name}({outputs[f'threads.{name}']})" for name in _INSIDE)
    body = [
        "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
        "wire pin_rst = any_rst | ~begun; wire [6:0] broken;",
        *(f"wire {wire};" for wire in outputs.values()),
        f"control circuit (.clk(clk), {', '.join(joined)});",
        f"round_robin_rules #(.THREADS({threads}), .WORDS_IN({shape.words_in}),",
        f"  .WORDS_OUT({shape.words_out}), .BITS(12)) rules (.clk(clk), .rst(pin_rst),",
        f"  .in_valid(pin_in_valid), .in_ready({outputs['in_ready']}), .out_valid({outputs['out_valid']}),",
        f"  .out_ready(pin_out_ready), .out_data({bus('out_data', 32)}),",
        f"  .thread({bus('thread', 12) if threads > 2 else outputs['thread']}), {inside}, .bad(broken));",
    ]
    for name, rules in _GROUPS.items():
        bad = " | ".join(f"broken[{rule}]" for rule in rules)
        yield (
            name,
            Question(
                {
                    "control.v": circuit.verilog("control"),
                    "rules.v": checker("round_robin_rules"),
                    "harness.v": harness(["any_rst", *driven], body, bad),
                }
            ),
        )
