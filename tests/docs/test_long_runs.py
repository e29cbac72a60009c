"""The page of evidence against the stored summaries of long runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/evidence.md").read_text()
STORED: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text()) for path in (ROOT / "pairforge/results/long-runs").glob("*.json")
}


@pytest.mark.parametrize("design", STORED)
def test_the_page_has_what_was_run(design: str) -> None:
    run = STORED[design]
    assert (run["design"], run["mismatches"], run["disagreements"], run["first"]) == (design, 0, 0, "")
    assert run["pairings"] == run["chunks"] * run["chunk"]
    assert design in run["command"]
    row = (
        f"| `{design}` | {run['pairings']:,} | {run['modelled']:,} | {run['cycles']:,} | {run['seed']} | 0 |"
    )
    assert row in PAGE


def test_every_row_is_stored() -> None:
    table = PAGE.split("| design | pairings |")[1].split("\n\n")[0]
    assert table.count("\n| `") == len(STORED)
