"""A circuit beside rules: what stands around threads or whole cores, whatever is in these, or a part of it.

Imports the circuits of `skeleton` and questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairforge.evidence.handshakes.aig import Circuit
from pairforge.evidence.handshakes.question import Question, harness, pin_name
from pairforge.evidence.handshakes.rules import checker
from pairforge.evidence.handshakes.skeleton import anything, skeleton

_READS = ("in_valid", "out_ready")
"""Inputs that rules look at."""


def module_with(files: Mapping[str, str], inner: str, instance: str) -> str:
    """The module that has an instance of `inner` of that name."""
    found = re.compile(rf"^ *{inner} {instance} \($", re.MULTILINE)
    return next(name.removesuffix(".v") for name, text in files.items() if found.search(text))


@dataclass(frozen=True)
class Outside:
    """A circuit from any state, and its wires by name: `pins` of its inputs, `nets` of its outputs."""

    circuit: Circuit
    pins: Mapping[str, str]
    nets: Mapping[str, str]

    @classmethod
    def read(
        cls,
        files: Mapping[str, str],
        module: str,
        inner: str,
        outputs: Sequence[str],
        watched: Sequence[str],
    ) -> Outside:
        """Of `module`, with `inner` in it giving anything; `watched`: nets that rules look at."""
        given = {f"{module}.v": files[f"{module}.v"], f"{inner}.v": anything(files[f"{inner}.v"])}
        return cls.of(skeleton(given, module, outputs, watched))

    @classmethod
    def of(cls, circuit: Circuit) -> Outside:
        """A circuit, from any state."""
        circuit = circuit.from_anything()
        pins = {name: pin_name(name, k) for k, name in enumerate(circuit.inputs)}
        return cls(circuit, pins, {name: f"net{k}" for k, name in enumerate(circuit.outputs)})

    def bus(self, name: str, bits: int) -> str:
        """A net of so many bits, or an input; 0 where there is none."""
        wires = {**self.pins, **self.nets}
        named = [f"{name}[{i}]" if bits > 1 else name for i in reversed(range(bits))]
        return "{" + ", ".join(wires.get(each, "1'b0") for each in named) + "}"

    def question(self, rules: str, body: Sequence[str], width: int, broken: Sequence[int]) -> Question:
        """Whether some of `width` rules hold; `body`: Verilog with the module `rules`, whose `bad` drives
        `broken`.
        """
        driven = sorted({*self.pins.values(), *(f"pin_{name}" for name in _READS)} - {"pin_rst"})
        joined = [f".i{k}({wire})" for k, wire in enumerate(self.pins.values())]
        joined += [f".o{k}({wire})" for k, wire in enumerate(self.nets.values())]
        lines = [
            "reg begun = 1'b0; always @(posedge clk) begun <= 1'b1;",
            f"wire pin_rst = any_rst | ~begun; wire [{width - 1}:0] broken;",
            *(f"wire {wire};" for wire in self.nets.values()),
            f"control circuit (.clk(clk), {', '.join(joined)});",
            *body,
        ]
        bad = " | ".join(f"broken[{rule}]" for rule in broken)
        return Question(
            {
                "control.v": self.circuit.verilog("control"),
                "rules.v": checker(rules),
                "harness.v": harness(["any_rst", *driven], lines, bad),
            }
        )
