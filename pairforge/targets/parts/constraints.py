"""Timing constraints: SDC for synthesis and timing tools, XDC for Vivado, LPF for nextpnr and Diamond.

A core has one clock, and every path starts and ends at its rising edge: there are no false paths and no
multicycle paths. The inputs and outputs belong to logic around the core; where the core stands alone they get
a share of the period. The wrappers have files of their own, as their ports have other names.

Imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

__all__ = ["LPF", "SDC", "XDC", "Clock", "Constrained", "ConstraintFormat", "Port"]

_SHARE = "0.3"
"""Of the period: for what is before an input's register, and after an output's."""


@dataclass(frozen=True)
class Port:
    """A port: `direction` is `in` or `out`, `width` in bits."""

    name: str
    direction: str
    width: int


@dataclass(frozen=True)
class Clock:
    """The clock that constraints ask for, and where the figure is from."""

    mhz: float
    origin: str

    @cached_property
    def period_ns(self) -> str:
        """The period in ns with three decimals, rounded up: never more is asked for than was said."""
        picoseconds = -int(-1_000_000 / self.mhz // 1)
        return f"{picoseconds / 1000:.3f}"


class Constrained(Protocol):
    """A module that constraints are for. `clock`: the port of its clock."""

    @property
    def name(self) -> str: ...
    @property
    def clock(self) -> str: ...
    @property
    def ports(self) -> Sequence[Port]: ...


@dataclass(frozen=True)
class ConstraintFormat:
    """A form of constraints.

    Attributes
    ----------
    suffix: of its files.
    file_type: what FuseSoC calls it; empty where FuseSoC needs none of these files.
    purpose: what it is for, in a few words.
    write: the text for a module that is the top, with this clock.
    advice: further lines of the comment on top.
    mark: what a line of comment begins with.
    """

    suffix: str
    file_type: str
    purpose: str
    write: Callable[[Constrained, Clock], str]
    advice: tuple[str, ...] = ()
    mark: str = "#"


def _tcl(module: Constrained, clock: Clock) -> str:
    """Commands that SDC and XDC share; a variable is all of Tcl that an XDC may use."""
    name = module.clock
    return "\n".join(
        [
            f"# {clock.mhz:g} MHz: {clock.origin}.",
            f"set period {clock.period_ns}",
            f"create_clock -name {name} -period $period [get_ports {name}]",
            "",
            "# Every path is from rising edge to rising edge of this one clock: there are no false paths and",
            "# no multicycle paths. The reset is synchronous, one cycle of it is enough; it is timed like an",
            "# input.",
            f"# Assumed: {_SHARE} of the period is used up outside before an input and after an output.",
            f"set outside [expr {{{_SHARE} * $period}}]",
            f"set_input_delay $outside -clock {name} [get_ports {{{_ports(module, 'in')}}}]",
            f"set_output_delay $outside -clock {name} [get_ports {{{_ports(module, 'out')}}}]",
            "",
        ]
    )


def _ports(module: Constrained, direction: str) -> str:
    """Names for `get_ports`, a bus as all its bits."""
    return " ".join(
        port.name if port.width == 1 else f"{port.name}[*]"
        for port in module.ports
        if port.direction == direction and port.name != module.clock
    )


def _lpf(module: Constrained, clock: Clock) -> str:
    return "\n".join(
        [
            f"# {clock.mhz:g} MHz: {clock.origin}.",
            f'FREQUENCY PORT "{module.clock}" {clock.mhz:g} MHZ;',
            "",
            "# The ports have no sites: this is a part of a design. To place and route it alone, for",
            "# figures, give nextpnr-ecp5 --lpf-allow-unconstrained.",
            "",
        ]
    )


SDC = ConstraintFormat("sdc", "", "SDC for timing and synthesis tools", _tcl)
XDC = ConstraintFormat(
    "xdc",
    "xdc",
    "XDC for Vivado",
    _tcl,
    (
        "As a part of a larger design, leave it out (the clock is that design's), or read it with",
        "`read_xdc -mode out_of_context` for synthesis of this part by itself.",
    ),
)
LPF = ConstraintFormat("lpf", "LPF", "LPF for Diamond and nextpnr-ecp5", _lpf)
