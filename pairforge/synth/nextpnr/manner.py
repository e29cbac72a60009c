"""How nextpnr is told to place and route: one way for netlists as most cores are, one for crowded devices.

Most of what `router2` weighs has no option. It reads such settings from the netlist, from the attribute
`settings` of its top module.

Imports flat netlists, and netlists to be measured.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pairforge.synth.netlist import MOST
from pairforge.synth.nextpnr.flat import top_of

__all__ = ["CROWDED", "MANY_CELLS", "MANY_MULTIPLIERS", "USUAL", "Manner", "manner_of", "settled"]

MANY_CELLS = 75_000
MANY_MULTIPLIERS = 48
"""From so many cells or multiplier blocks on a netlist is placed and routed as `CROWDED`. `router1` ends with
beuchat-f2-239, 68,000 cells and no multiplier block; with cores of BN254 that have 138 it does not. Blocks
stand in rows as wide as the device, and the words that come out of them cross it."""


@dataclass(frozen=True)
class Manner:
    """`options` of the command line, and `settings` that the netlist brings along.

    `stepwise`: hard blocks, then pins, are moved between placements and the route (`floorplan`, `pads`).
    `readers`: so many inputs one flip-flop drives at most in a netlist that is measured.
    """

    options: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    stepwise: bool = False
    readers: int = MOST


# The placer weighs delay against the length of wires; with twice the usual weight (10) two threads of
# beuchat-f2-239 are a tenth faster.
USUAL = Manner(("--router", "router1", "--placer-heap-timingweight", "20"))

# With its own weights router2 does not come to an end: of ate-bn254-ecp5 some 1,000 wires stay wanted twice,
# then there are more of them again. By default what a wire costs that is wanted twice grows by 2 a round,
# until no detour is too long. Growing by 0.5 leaves the history of each wire time to tell. A net may leave
# the box around its pins by 8 tiles, not 3, to get around what is crowded.
# The placer's density and exponent of criticality are left as they are: nextpnr-ecp5 takes neither from its
# options (--placer-heap-beta, --placer-heap-critexp).
CROWDED = Manner(
    ("--router", "router2", "--placer-heap-timingweight", "20"),
    {
        "router2/bbMargin/x": "8",
        "router2/bbMargin/y": "8",
        "router2/initCurrCongWeight": "0.5",
        "router2/currCongWeightMult": "0.5",
    },
    stepwise=True,
    readers=16,
)


def manner_of(netlist: Mapping[str, Any], multiplier: str) -> Manner:
    """The manner for a flat netlist, Yosys's JSON; `multiplier`: the type of a multiplier block."""
    types = Counter(cell["type"] for cell in top_of(netlist)["cells"].values())
    many = types.total() >= MANY_CELLS or types[multiplier] >= MANY_MULTIPLIERS
    return CROWDED if many else USUAL


def settled(netlist: dict[str, Any], settings: Mapping[str, str]) -> bytes:
    """The text of a netlist that brings these settings along, beside those that it has."""
    top = top_of(netlist)
    top["settings"] = {**top.get("settings", {}), **settings}
    return json.dumps(netlist, separators=(",", ":")).encode()
