"""The outside of a core with several threads: whose turn it is, and the register that offers words.

Imports the circuits of `core` and the outside of what they are in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pairforge.evidence.handshakes.core import inner_of
from pairforge.evidence.handshakes.outside import Outside, module_with
from pairforge.evidence.handshakes.places import Shape
from pairforge.evidence.handshakes.question import Question

_INSIDE = ("rst", "in_valid", "in_ready", "out_valid", "out_ready")
_GROUPS = {
    "each thread is reset, and has one cycle of so many": (0, 2),
    "no word passes before all threads are reset": (1,),
    "words go in to the threads in turn": (3, 4),
    "words come out from the threads in turn": (5,),
    "a word that is offered stays as it is": (6,),
}


def turn_questions(
    files: Mapping[str, str], top: str, shape: Shape, together: int
) -> Iterator[tuple[str, Question]]:
    """What is asked of the outside of a core with threads, whatever these do; nothing of one without.

    `together`: cores in lock step, so many inputs and results go to a thread in its turn.
    """
    inner, threads = inner_of(files, top)
    if threads == 1:
        return
    module = module_with(files, inner, "threads")
    nets = ["thread", *(f"threads.{name}" for name in _INSIDE)]
    outside = Outside.read(files, module, inner, ("in_ready", "out_valid", "out_data"), nets)
    wires = outside.nets
    inside = ", ".join(f".inner_{name}({wires[f'threads.{name}']})" for name in _INSIDE)
    body = [
        f"round_robin_rules #(.THREADS({threads}), .WORDS_IN({together * shape.words_in}),",
        f"  .WORDS_OUT({together * shape.words_out}), .BITS(12)) rules (.clk(clk), .rst(pin_rst),",
        f"  .in_valid(pin_in_valid), .in_ready({wires['in_ready']}), .out_valid({wires['out_valid']}),",
        f"  .out_ready(pin_out_ready), .out_data({outside.bus('out_data', 32)}),",
        f"  .thread({outside.bus('thread', 12) if threads > 2 else wires['thread']}), {inside},",
        "  .bad(broken));",
    ]
    for name, rules in _GROUPS.items():
        yield name, outside.question("round_robin_rules", body, 7, rules)
