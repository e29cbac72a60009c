"""How many threads the clock of a design needs, where the design does not say.

Over F_2^m and F_3^m the loops of a machine are short: a control word, the networks of the operands, a product
and sums that wait for each other. Registers that make them faster must belong to other pairings. A large
prime's machines have registers of their own in their units, and threads are the designer's choice there.

Imports designs, targets, and the delays of steps.
"""

from __future__ import annotations

from dataclasses import replace

from pairforge.machine.design import Design
from pairforge.pairings.computation import Computation
from pairforge.targets.base import Fpga
from pairforge.targets.registry import find_target
from pairforge.units.parts import step_delays

__all__ = ["settled", "unit_clock"]

_LEVELS = {2: (8.0, 5.5), 3: (10.5, 7.5, 5.5)}
"""By characteristic: levels of logic between two registers that a core of one thread fits, and one of two.
Less is for one thread more: on Virtex-4 `beuchat-f2-239` has 7.4, 5.1 and 3.5 levels with one to three."""


def unit_clock(design: Design) -> float:
    """The clock for which units choose their registers, MHz on a 7-series device; 0: none."""
    if not design.clock:
        return 0
    target = find_target(design.target)
    return design.clock * target.slowness if isinstance(target, Fpga) else design.clock


def settled(design: Design, computation: Computation) -> Design:
    """The design with a number of threads: its own, else what its clock needs, or one."""
    return design if design.interleave else replace(design, interleave=_needed(design, computation))


def _needed(design: Design, computation: Computation) -> int:
    """One more for each of `_LEVELS` that the period has not."""
    mhz, fits = unit_clock(design), _LEVELS.get(computation.characteristic)
    if not mhz or fits is None:
        return 1
    levels = (1000 / mhz - step_delays.LAUNCH) / step_delays.table()
    return 1 + sum(levels < fit for fit in fits)
