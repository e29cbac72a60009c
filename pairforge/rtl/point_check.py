"""The point check of a core: one bit that goes along with each result.

A run of a stage begins with the bit of its input, which is that of the words or came with the inter-stage
buffer. Each checked value sets it unless the value is zero. That happens a cycle later than a result would,
as it takes a level of logic or two more. Where runs overlap, the bit of the run before is kept until its
last element has left. A register behind the stage takes the bit with every element that is sent, so it
stands with the last one.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.hdl import Compare, Const, Expr, Module, Mux, Net, any_of
from pairforge.rtl.control import StageControl
from pairforge.rtl.stream import WORD

OFF_CURVE = "out_off_curve"
"""The output of a core that says that the points of a result were not on their curves."""


class PointCheck:
    """Follows a pairing through the stages of a core under construction; `found`: its bit so far."""

    def __init__(self, m: Module, invalid: Net, suffix: str = "") -> None:
        self.m = m
        self.found = invalid
        self.suffix = suffix

    def stage(self, number: int, control: StageControl, sequencer: Mapping[str, Net], element: Net) -> None:
        """Go through a stage that sends `element`."""
        m, named = self.m, f"{number}{self.suffix}"
        m.comment(f"what the checks up to stage {number} have found")
        boundary = m.reg(f"boundary{named}", sequencer["boundary"])
        own = m.forward_reg(f"off_curve{named}", 1)
        before = m.forward_reg(f"off_curve{named}_before", 1) if control.tail else None
        own_now: Expr = own
        if "check" in sequencer:
            own_now = own | (m.reg(f"checks{named}", sequencer["check"]) & _not_zero(m, named, element))
        m.drive_reg(own, Mux(boundary, self.found, own_now))
        if before is not None:
            m.drive_reg(before, own_now, enable=boundary)
        sent = before if before is not None and control.ends_before else own
        self.found = m.reg(f"off_curve{named}_sent", sent, enable=sequencer["push"])


def _not_zero(m: Module, named: str, element: Net) -> Expr:
    """Whether an element was not zero a cycle ago; each register looks at a word."""
    parts = [element[min(low + WORD, element.width) - 1, low] for low in range(0, element.width, WORD)]
    found = [
        m.reg(f"not_zero{named}_{i}", Compare("!=", part, Const(part.width, 0)))
        for i, part in enumerate(parts)
    ]
    return any_of(*found)
