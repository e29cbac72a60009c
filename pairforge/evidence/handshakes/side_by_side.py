"""The outside of whole cores side by side: which of them takes a word, and which gives one.

Imports the outside of what cores are in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pairforge.evidence.handshakes.outside import Outside
from pairforge.evidence.handshakes.places import Shape
from pairforge.evidence.handshakes.question import Question
from pairforge.evidence.ports import ports_of

_WHOLE = re.compile(r"^ *(\w+) (whole(?:_core\d+)?) \($", re.MULTILINE)
_DATA, _MARK = "out_data", "out_off_curve"
_BITS = 32
_GROUPS = {
    "each core is reset with the whole, and words go in to the cores in turn": (0, 1),
    "words come out from the cores in turn": (2,),
}


def whole_cores_of(files: Mapping[str, str], top: str) -> tuple[str, tuple[str, ...]]:
    """The module of the cores that stand side by side in `top`, and the names of all; `top` and none where
    none do.
    """
    found = _WHOLE.findall(files[f"{top}.v"])
    return (found[0][0] if found else top), tuple(name for _, name in found)


def side_by_side_questions(
    files: Mapping[str, str], top: str, shape: Shape
) -> Iterator[tuple[str, Question]]:
    """What is asked of the outside of whole cores, whatever these do; nothing of one core."""
    module, cores = whole_cores_of(files, top)
    if not cores:
        return
    marks = [port.name for port in ports_of(files[f"{top}.v"]) if port.name == _MARK]
    pins = ("rst", "in_valid", "in_ready", "in_data", "out_valid", "out_ready", _DATA, *marks)
    watched = [f"{core}.{pin}" for core in cores for pin in pins]
    outside = Outside.read(files, top, module, ("in_ready", "out_valid", _DATA, *marks), watched)

    def of_all(pin: str, bits: int = 1) -> str:
        return "{" + ", ".join(outside.bus(f"{core}.{pin}", bits) for core in reversed(cores)) + "}"

    def result(core: str = "") -> str:
        return "{" + f"{outside.bus(core + _MARK, 1)}, {outside.bus(core + _DATA, _BITS)}" + "}"

    results = ", ".join(result(f"{core}.") for core in reversed(cores))
    each = ("rst", "in_valid", "in_ready", "out_valid", "out_ready")
    body = [
        f"side_by_side_rules #(.CORES({len(cores)}), .WORDS_IN({shape.words_in}),",
        f"  .WORDS_OUT({shape.words_out})) rules (.clk(clk), .rst(pin_rst),",
        f"  .in_valid(pin_in_valid), .in_ready({outside.nets['in_ready']}),",
        f"  .in_data({outside.bus('in_data', _BITS)}), .out_valid({outside.nets['out_valid']}),",
        f"  .out_ready(pin_out_ready), .out_data({result()}), .core_out_data({{{results}}}),",
        *(f"  .core_{pin}({of_all(pin)})," for pin in each),
        f"  .core_in_data({of_all('in_data', _BITS)}), .bad(broken));",
    ]
    for name, rules in _GROUPS.items():
        yield name, outside.question("side_by_side_rules", body, 3, rules)
