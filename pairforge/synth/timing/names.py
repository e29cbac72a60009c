"""Names of the bits of a flat netlist.

Imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["bit_names"]


def bit_names(module: Mapping[str, Any]) -> dict[int, str]:
    """The shortest public name of each bit of a module, a port of the top only where there is no other."""
    found: dict[int, tuple[bool, int, str]] = {}
    for name, net in module["netnames"].items():
        if net.get("hide_name"):
            continue
        bits = net["bits"]
        for index, bit in enumerate(bits):
            if isinstance(bit, int):
                text = name if len(bits) == 1 else f"{name}[{index}]"
                key = (name in module["ports"], len(text), text)
                if bit not in found or key < found[bit]:
                    found[bit] = key
    return {bit: text for bit, (_, _, text) in found.items()}
