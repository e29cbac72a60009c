"""Timing constraints: SDC for synthesis and timing tools, XDC for Vivado, LPF for nextpnr and Diamond.

A core has one clock, and every path starts and ends at its rising edge: there are no false paths and no
multicycle paths. The inputs and outputs belong to logic around the core; where the core stands alone they get
a share of the period. The wrappers have files of their own, as their ports have other names.
"""

from __future__ import annotations

from pairforge.packaging.model import Block, Package

__all__ = ["constraint_files"]

_SHARE = "0.3"
"""Of the period: for what is before an input's register, and after an output's."""


def constraint_files(package: Package) -> dict[str, str]:
    """`constraints/MODULE.sdc`, `.xdc` and `.lpf` for the core and each wrapper."""
    files = {}
    for block in package.blocks:
        path = f"constraints/{block.name}"
        top = f"For {block.name} as the top."
        files[f"{path}.sdc"] = _tcl(package, block, f"SDC for timing and synthesis tools. {top}")
        files[f"{path}.xdc"] = _tcl(
            package,
            block,
            f"XDC for Vivado. {top}",
            "As a part of a larger design, leave it out (the clock is that design's), or read it with",
            "`read_xdc -mode out_of_context` for synthesis of this part by itself.",
        )
        files[f"{path}.lpf"] = _lpf(package, block, f"LPF for Diamond and nextpnr-ecp5. {top}")
    return files


def _tcl(package: Package, block: Block, *what: str) -> str:
    """Commands that SDC and XDC share; a variable is all of Tcl that an XDC may use."""
    clock, name = package.clock, block.clock
    return package.comment("#", *what) + "\n".join(
        [
            "",
            f"# {clock.mhz:g} MHz: {clock.origin}.",
            f"set period {clock.period_ns}",
            f"create_clock -name {name} -period $period [get_ports {name}]",
            "",
            "# Every path is from rising edge to rising edge of this one clock: there are no false paths and",
            "# no multicycle paths. The reset is synchronous, one cycle of it is enough; it is timed like an",
            "# input.",
            f"# Assumed: {_SHARE} of the period is used up outside before an input and after an output.",
            f"set outside [expr {{{_SHARE} * $period}}]",
            f"set_input_delay $outside -clock {name} [get_ports {{{_ports(block, 'in')}}}]",
            f"set_output_delay $outside -clock {name} [get_ports {{{_ports(block, 'out')}}}]",
            "",
        ]
    )


def _ports(block: Block, direction: str) -> str:
    """Names for `get_ports`, a bus as all its bits."""
    return " ".join(
        port.name if port.width == 1 else f"{port.name}[*]"
        for port in block.ports
        if port.direction == direction and port.name != block.clock
    )


def _lpf(package: Package, block: Block, *what: str) -> str:
    clock = package.clock
    return package.comment("#", *what) + "\n".join(
        [
            "",
            f"# {clock.mhz:g} MHz: {clock.origin}.",
            f'FREQUENCY PORT "{block.clock}" {clock.mhz:g} MHZ;',
            "",
            "# The ports have no sites: this is a part of a design. To place and route it alone, for",
            "# figures, give nextpnr-ecp5 --lpf-allow-unconstrained.",
            "",
        ]
    )
