"""The page of the estimate against the stored measurements of `make bench-route`."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

from pairforge.targets.registry import find_fpga

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/timing-estimate.md").read_text()
MEASURED: dict[str, Any] = json.loads((ROOT / "pairforge/results/routed.json").read_text())["measured"]


def error(entry: dict[str, Any]) -> float:
    return float(entry["estimated_mhz"] / statistics.median(entry["routed_mhz"]) - 1)


def test_the_page_has_every_core_that_was_routed() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and line.endswith("% |")]
    assert rows == [
        f"| {name} | {entry['lut']:,} | {entry['ff']:,} | {entry['estimated_mhz']:.1f} | "
        f"{', '.join(f'{mhz:.1f}' for mhz in entry['routed_mhz'])} | {error(entry):+.0%} |"
        for name, entry in MEASURED.items()
    ]


def test_the_error_of_the_model_is_that_of_nine_in_ten() -> None:
    errors = sorted(abs(error(entry)) for entry in MEASURED.values())
    stated = find_fpga("ecp5").timing.error
    assert stated is not None
    assert errors[-(-9 * len(errors) // 10) - 1] <= stated <= 0.15
