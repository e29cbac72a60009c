"""The places of a core where elements rest, each as it is: it takes all its words and gives them again.

Imports the circuits of `core` and questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairforge.evidence.handshakes.core import inner_of, one_thread
from pairforge.evidence.handshakes.outside import Outside
from pairforge.evidence.handshakes.question import Question, harness, pin_name
from pairforge.evidence.handshakes.rules import checker
from pairforge.evidence.handshakes.skeleton import loader_of, module_of, skeleton, streams_of
from pairforge.hdl.digits import MOVES


@dataclass(frozen=True)
class Shape:
    """Words of an input and of a result, and elements; words of a loadable modulus, 0 without one."""

    words_in: int
    words_out: int
    elements_in: int
    elements_out: int
    load_words: int = 0


@dataclass(frozen=True)
class _Kind:
    """How a kind of place is driven: the pins that put and take, each with what must be so (nets in braces).

    `full`: the net that says so. `when_full`: the pins that may be high only where it is full; `unless_full`:
    only where it is not.
    """

    puts: str
    takes: str
    full: str
    when_full: Sequence[str]
    unless_full: Sequence[str]


_FILLS = "fills"
"""The output of a place of cores in lock step that says whether the last word is taken."""

_KINDS = {
    "collect": _Kind("pin_in_valid & {in_ready}", "pin_pop", "{full}", ("pop",), ()),
    "chain": _Kind("pin_push", "pin_pop", "{full}", ("pop",), ("push",)),
    "send": _Kind("pin_push", "{out_valid} & pin_out_ready", "{out_valid}", (), ("push",)),
}
_OUTPUTS = ("in_ready", "full", "out_valid", "empty", "sent", _FILLS)
_WIPES = "_wipes"
_COUNT = re.compile(r"(?:collect|chain|send)(\d+)_")


def place_questions(files: Mapping[str, str], top: str, shape: Shape) -> Iterator[tuple[str, Question]]:
    """Each kind of place in a core: the name of its module, and whether it keeps to the rules of a place."""
    inner, threads = inner_of(files, top)
    if loader := loader_of(files, inner):
        yield loader, _load_question(files, loader, shape.load_words)
    seen = set()
    for stream in streams_of(files, inner):
        module = module_of(files, inner, stream)
        if module in seen:
            continue
        seen.add(module)
        count = _COUNT.search(module)
        assert count is not None
        elements = int(count[1])
        puts, takes = {
            "collect": (shape.words_in, shape.elements_in),
            "chain": (elements, elements),
            "send": (shape.elements_out, shape.words_out),
        }[stream.kind]
        yield module, _question(files, module, threads, stream.kind, puts, takes)


def _load_question(files: Mapping[str, str], module: str, words: int) -> Question:
    loader = Outside.of(skeleton(files, module, ("loaded",)))
    body = [
        f"load_rules #(.WORDS({words})) rules (.clk(clk), .rst(pin_rst), .in_valid(pin_in_valid),",
        f"  .loaded({loader.nets['loaded']}), .bad(broken));",
    ]
    return loader.question("load_rules", body, 1, (0,))


def _question(
    files: Mapping[str, str], module: str, threads: int, kind: str, puts: int, takes: int
) -> Question:
    place, text = _KINDS[kind], files[f"{module}.v"]
    outputs = [name for name in _OUTPUTS if re.search(rf"output wire {name}\b", text)]
    state = ["is_full", *(["is_empty"] if "empty" in outputs else [])]
    circuit = one_thread(skeleton(files, module, outputs, state), threads, state).from_anything()
    pins = {name: pin_name(name, k) for k, name in enumerate(circuit.inputs)}
    nets = {name: f"net{k}" for k, name in enumerate(circuit.outputs)}

    def wired(expression: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda name: nets[name[1]], expression)

    full = wired(place.full)
    # With words in digits something passes at the end of a word cycle, and every reset is one.
    passes = "pin_moves & " if MOVES in circuit.inputs else ""
    held = {f"pin_{name}": full for name in place.when_full}
    held |= {f"pin_{name}": f"~{full}" for name in place.unless_full}
    if _FILLS in outputs:  # elements are popped from the places of all cores at once
        held |= {"pin_pop": f"({full} | nothing)", "pin_in_valid": "~(skips | nothing & pin_pop)"}
    driven_by = {wire: f"any_{wire} & {condition}" for wire, condition in held.items()}
    driven_by[f"pin_{MOVES}"] = f"any_pin_{MOVES} | pin_rst"
    read = {*pins.values(), *re.findall(r"pin_\w+", place.puts + place.takes)} - {"pin_rst"}
    driven = sorted(name for name in read if name.startswith("pin_"))
    joined = [f".i{k}({wire})" for k, wire in enumerate(pins.values())]
    joined += [f".o{k}({wire})" for k, wire in enumerate(nets.values())]
    body = [
        "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
        "wire pin_rst = any_rst | ~begun;",
        *(f"wire {wire};" for wire in nets.values()),
        *(f"wire {wire} = {driven_by.get(wire, f'any_{wire}')};" for wire in driven),
        f"control circuit (.clk(clk), {', '.join(joined)});",
        "wire nothing, done, filled, skips;",
        f"place_rules #(.PUTS({puts}), .TAKES({takes}), .WIPES({int(_WIPES in module)})) rules (",
        "  .clk(clk), .rst(pin_rst),",
        f"  .put({passes}{wired(place.puts)}), .take({passes}{wired(place.takes)}), .full({full}),",
        f"  .empty({nets.get('empty', 'nothing')}), .done({passes}{nets.get('sent', 'done')}),",
        f"  .fills({nets.get(_FILLS, 'filled')}), .skips(skips),",
        "  .has_to_be_empty(nothing), .has_to_be_done(done), .has_to_fill(filled), .bad(broken));",
    ]
    return Question(
        {
            "control.v": circuit.verilog("control"),
            "rules.v": checker("place_rules"),
            "harness.v": harness(
                ["any_rst", *(f"any_{wire}" for wire in driven), *sorted(read.difference(driven))],
                ["wire broken;", *body],
                "broken",
            ),
        }
    )
