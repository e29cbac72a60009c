"""Binding a scheduled stage, whatever its storage."""

from __future__ import annotations

from pairforge.binding.lines import bind_lines
from pairforge.binding.model import Binding
from pairforge.binding.ram import bind_ram
from pairforge.schedule.plan import StageSchedule


def bind(stage: StageSchedule, effort: float) -> Binding:
    """Places for values and picks for ports; `effort` as for the exact scheduler."""
    return bind_ram(stage, effort) if stage.machine.storage.kind == "ram" else bind_lines(stage, effort)
