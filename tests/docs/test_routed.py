"""The page of the estimate against the stored measurements of `make bench-route`."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import pytest

from pairforge.targets.registry import built_in_targets, find_fpga

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/timing-estimate.md").read_text()
MEASURED: dict[str, Any] = json.loads((ROOT / "pairforge/results/routed.json").read_text())["measured"]
"""By target and name of unit or design."""


def error(entry: dict[str, Any]) -> float:
    return float(entry["estimated_mhz"] / statistics.median(entry["routed_mhz"]) - 1)


def test_the_page_has_every_core_that_was_routed() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and line.endswith("% |")]
    assert rows == [
        f"| {name} | {entry['lut']:,} | {entry['ff']:,} | {entry['estimated_mhz']:.1f} | "
        f"{', '.join(f'{mhz:.1f}' for mhz in entry['routed_mhz'])} | {error(entry):+.0%} |"
        for found in MEASURED.values()
        for name, entry in found.items()
    ]


def test_every_target_that_is_routed_was_measured() -> None:
    assert set(MEASURED) == {name for name, target in built_in_targets().items() if target.router}


@pytest.mark.parametrize("target", MEASURED)
def test_the_error_of_the_model_is_that_of_nine_in_ten(target: str) -> None:
    errors = sorted(abs(error(entry)) for entry in MEASURED[target].values())
    stated = find_fpga(target).timing.error
    assert stated is not None
    assert errors[-(-9 * len(errors) // 10) - 1] <= stated <= 0.15
