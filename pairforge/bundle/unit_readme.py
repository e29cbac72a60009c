"""The README of an emitted unit: what a designer needs to use it without Pairforge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairforge.units.base import Unit
from pairforge.version import __version__


def unit_readme(command: str, unit: Unit, result: Mapping[str, Any]) -> str:
    """Markdown text; every figure is the one of `result`."""
    return "\n".join(_lines(command, unit, result)) + "\n"


def _lines(command: str, unit: Unit, result: Mapping[str, Any]) -> Iterator[str]:
    field, verified = unit.field, result["verified"]
    yield f"# {result['module']}"
    yield ""
    yield f"A unit over {field.label}, made by Pairforge {__version__} with `{command}`."
    yield ""
    for key, value in result["description"].items():
        yield f"- {key}: {value}"
    yield ""
    yield "## Simulate it"
    yield ""
    yield "```"
    yield "make -C tb            # Icarus Verilog"
    yield "make -C tb verilator  # Verilator 5"
    yield "```"
    yield ""
    yield "The bench checks itself against the vectors beside it and exits non-zero on a mismatch."
    yield ""
    yield f"## Interface of `{result['module']}`"
    yield ""
    yield "| port | bits | |"
    yield "|---|---|---|"
    for direction, net in unit.module().ports:
        yield f"| `{net.name}` | {net.width} | {_role(unit, direction, net.name)} |"
    yield ""
    yield f"Elements are those of {field.definition}; {field.encoding}."
    yield ""
    yield "## Figures"
    yield ""
    yield "| | | |"
    yield "|---|---|---|"
    for entry in result["cycles"]:
        what = "" if entry["constant"] is None else f" (constant {entry['constant']})"
        figures = f"{entry['latency']}, {entry['interval']} cycles"
        yield f"| latency, interval{what} | {figures} | checked in simulation |"
    yield f"| area by the model | {result['model']['lut']} LUT4, {result['model']['ff']} FF | modelled |"
    for target, found in result["targets"].items():
        area = f"{found['area']['lut']} LUT, {found['area']['ff']} FF"
        clock = f"{found['timing']['fmax_mhz']} MHz, {found['levels']} levels of LUT"
        yield f"| area on {target} | {area} | synthesized ({found['tool']}), not placed |"
        yield f"| clock on {target} | {clock} | estimate |"
    yield (
        f"| verified | {verified['operations']} operations back to back and again with idle cycles, "
        f"{verified['mismatches']} mismatches | {verified['simulator']} |"
    )
    yield ""
    yield "Timing never depends on the operands. Nothing is claimed against power or electromagnetic"
    yield "analysis."


def _role(unit: Unit, direction: str, name: str) -> str:
    if name == "clk":
        return "everything happens on its rising edge"
    if name in unit.operands:
        return "operand, in the cycle an operation begins"
    if direction.startswith("output"):
        return "result, `latency` cycles after the operands"
    return "control: " + "; ".join(_driven(unit, name))


def _driven(unit: Unit, name: str) -> Iterator[str]:
    """When a control input is driven: as the unit says, or for each of its constants."""
    if said := unit.describe_control(name):
        yield said
        return
    constants = unit.constants
    driven: dict[tuple[int, int], list[int | None]] = {}  # (value, cycle) to the constants it is so for
    for constant in constants:
        for control in unit.controls(constant):
            if control.signal == name:
                driven.setdefault((control.value, control.offset), []).append(constant)
    for (value, cycle), those in driven.items():
        which = "" if len(those) == len(constants) else f" with constant {', '.join(map(str, those))}"
        yield f"{value} in cycle {cycle} of an operation{which}, else 0"
