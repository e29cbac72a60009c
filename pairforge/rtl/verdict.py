"""What the checks of a core have found, one bit that goes along with each result.

A run of a stage begins with what is known of its input: of the words, or what came with the hand-off. Each
value that is checked adds to it whether it is zero, a cycle later, as that takes a level of logic or two more
than a result does. Where runs overlap, the bit of the one before is kept until its last element has left.
Behind a stage a register takes the bit with every element that is sent, so that it stands with the last.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.rtl.control import Control
from pairforge.rtl.hdl import Compare, Const, Expr, Module, Mux, Net, any_of
from pairforge.rtl.units.stream import WORD

OFF_CURVE = "out_off_curve"
"""The output of a core that says that the points of a result were not on their curves."""


class Verdict:
    """Follows a pairing through the stages of a core under construction; `found`: of what is there by now."""

    def __init__(self, m: Module, strange: Net) -> None:
        self.m = m
        self.found = strange

    def stage(self, number: int, control: Control, sequencer: Mapping[str, Net], element: Net) -> None:
        """Go through a stage that sends `element`."""
        m = self.m
        m.comment(f"what the checks up to stage {number} have found")
        turned = m.reg(f"turned{number}", sequencer["turned"])
        own = m.forward_reg(f"off_curve{number}", 1)
        before = m.forward_reg(f"off_curve{number}_before", 1) if control.tail else None
        own_now: Expr = own
        if "check" in sequencer:
            own_now = own | (m.reg(f"checks{number}", sequencer["check"]) & _not_zero(m, number, element))
        m.drive_reg(own, Mux(turned, self.found, own_now))
        if before is not None:
            m.drive_reg(before, own_now, enable=turned)
        sent = before if before is not None and control.ends_before else own
        self.found = m.reg(f"off_curve{number}_sent", sent, enable=sequencer["push"])


def _not_zero(m: Module, number: int, element: Net) -> Expr:
    """Whether an element was not zero a cycle ago; each register looks at a word."""
    parts = [element[min(low + WORD, element.width) - 1, low] for low in range(0, element.width, WORD)]
    found = [
        m.reg(f"not_zero{number}_{i}", Compare("!=", part, Const(part.width, 0)))
        for i, part in enumerate(parts)
    ]
    return any_of(*found)
