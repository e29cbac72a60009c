"""The schedule of a stage as plain text for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.report.data import instances, validate_stage

DEFAULT_WIDTH = 100


def schedule_text(stage: Mapping[str, Any], width: int = DEFAULT_WIDTH, block: str | None = None) -> str:
    """Return the schedule as text, rows = unit instances and columns = cycles, at most about `width`
    characters wide.

    Loops: the steady state (one interval; `m0-1` belongs to the iteration begun one interval earlier), then
    one whole iteration. Straight-line blocks: occupancy, then every operation. At the end the bounds.
    `block`: only this one.
    """
    validate_stage(stage)
    shown = [each for each in stage["blocks"] if block in (None, each["name"])]
    return _text([*_head(stage), *_blocks(stage, shown, width), *_bounds(stage)])


def schedule_outline(stage: Mapping[str, Any], note: str) -> str:
    """Return what the schedule has, in a line for each block, a note, and the bounds at the end."""
    validate_stage(stage)
    rows = [("block", "cycles", "", "operations")]
    for block in stage["blocks"]:
        own = sum(item["block"] == block["name"] for item in stage["operations"])
        loop = block["interval"] is not None
        many = f"{block['count']} times, one every {block['interval']}" if loop else ""
        rows.append((block["name"], str(block["length"]), many, str(own)))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        f"  {name:<{wide[0]}}  {cycles:>{wide[1]}}  {many:<{wide[2]}}  {own:>{wide[3]}}"
        for name, cycles, many, own in rows
    ]
    return _text([*_head(stage), "", *lines, "", note, *_bounds(stage)])


def _text(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _head(stage: Mapping[str, Any]) -> list[str]:
    return [
        f"{stage['name']}: {stage['description']}",
        f"interval {stage['interval']} cycles, length {stage['length']} cycles",
    ]


def _blocks(stage: Mapping[str, Any], shown: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    """Each block cycle by cycle."""
    lines: list[str] = []
    for block in shown:
        operations = [item for item in stage["operations"] if item["block"] == block["name"]]
        lines.append("")
        if block["interval"] is not None:
            lines.append(
                f"loop {block['name']}: {block['count']} iterations from cycle {block['start']}, "
                f"one every {block['interval']} cycles, each {block['length']} cycles long"
            )
            lines += [f"  and {run['count']} from cycle {run['start']}" for run in block["again"]]
            lines += [
                "",
                f"steady state of {block['name']} (name-k: of the iteration begun k intervals earlier)",
            ]
            lines += _steady(stage, block, operations, width)
            lines += ["", f"one iteration of {block['name']}"]
            lines += _cells(stage, operations, block["length"], width)
        else:
            lines.append(
                f"block {block['name']}: cycles {block['start']} to "
                f"{block['start'] + block['length'] - 1} of the run"
            )
            if block["length"] <= 24:
                lines += _cells(stage, operations, block["length"], width)
            else:
                lines += _occupancy(stage, operations, block["length"], width)
                lines += ["", *_listing(operations)]
    return lines


def _bounds(stage: Mapping[str, Any]) -> list[str]:
    """What the schedule is held against."""
    lines: list[str] = []
    if stage["bounds"]:
        lines += ["", "bounds"]
        wide = max(len(bound["what"]) for bound in stage["bounds"])
        for bound in stage["bounds"]:
            status = "least, proven" if bound["optimal"] else "not proven least"
            seconds = "" if bound["seconds"] is None else f", {bound['seconds']:.2f} s"
            lines.append(
                f"  {bound['what']:<{wide}}  {bound['got']:>6}  bound {bound['bound']:>6}  {status}; "
                f"{bound['reason']} [{bound['method']}{seconds}]"
            )
    return lines


def _used(stage: Mapping[str, Any], operations: Sequence[Mapping[str, Any]]) -> list[str]:
    used = {item["unit"] for item in operations}
    return [name for name, _ in instances(stage) if name in used]


def _label(operation: Mapping[str, Any]) -> str:
    return str(operation["result"] or operation["id"])


def _steady(
    stage: Mapping[str, Any], block: Mapping[str, Any], operations: Sequence[Mapping[str, Any]], width: int
) -> list[str]:
    interval = block["interval"]
    grid: dict[str, dict[int, str]] = {name: {} for name in _used(stage, operations)}
    for item in operations:
        for cycle in range(item["start"], item["start"] + item["duration"]):
            age = cycle // interval
            grid[item["unit"]][cycle % interval] = _label(item) + (f"-{age}" if age else "")
    return _table(grid, range(interval), width)


def _cells(
    stage: Mapping[str, Any], operations: Sequence[Mapping[str, Any]], length: int, width: int
) -> list[str]:
    grid: dict[str, dict[int, str]] = {name: {} for name in _used(stage, operations)}
    first, last = 0, length
    for item in operations:
        first, last = min(first, item["start"]), max(last, item["start"] + item["duration"])
        for cycle in range(item["start"], item["start"] + item["duration"]):
            grid[item["unit"]][cycle] = _label(item)
    return _table(grid, range(first, last), width)


def _table(grid: Mapping[str, Mapping[int, str]], cycles: range, width: int) -> list[str]:
    if not grid:
        return ["  (no operations)"]
    head = max(5, *(len(name) for name in grid))
    cell = max([len(str(cycles[-1])), *(len(text) for row in grid.values() for text in row.values())]) + 1
    per_line = max(1, (width - head - 2) // cell)
    lines: list[str] = []
    for at in range(0, len(cycles), per_line):
        part = cycles[at : at + per_line]
        if at:
            lines.append("")
        lines.append(f"  {'cycle':<{head}}" + "".join(f"{cycle:>{cell}}" for cycle in part))
        lines += [
            f"  {name:<{head}}" + "".join(f"{row.get(cycle, '·'):>{cell}}" for cycle in part)
            for name, row in grid.items()
        ]
    return lines


def _occupancy(
    stage: Mapping[str, Any], operations: Sequence[Mapping[str, Any]], length: int, width: int
) -> list[str]:
    """One character a cycle: `|` an operation starts, `=` it goes on, `·` idle."""
    rows = {name: ["·"] * length for name in _used(stage, operations)}
    head = max([5, *(len(name) for name in rows)])
    for item in operations:
        for cycle in range(max(0, item["start"]), min(length, item["start"] + item["duration"])):
            rows[item["unit"]][cycle] = "|" if cycle == item["start"] else "="
    per_line = max(10, (width - head - 4) // 10 * 10)
    lines: list[str] = []
    for at in range(0, length, per_line):
        if at:
            lines.append("")
        end = min(length, at + per_line)
        ruler = "".join(f"{cycle:<10}" for cycle in range(at, end, 10))
        lines.append(f"  {'cycle':<{head}}  {ruler}")
        lines += [f"  {name:<{head}}  {''.join(row[at:end])}" for name, row in rows.items()]
    return lines


def _listing(operations: Sequence[Mapping[str, Any]]) -> list[str]:
    order = sorted(operations, key=lambda item: (item["start"], item["unit"], item["id"]))
    head = max([4, *(len(item["unit"]) for item in order)])
    return [f"  {item['start']:>6}  {item['unit']:<{head}}  {item['text']}" for item in order]
