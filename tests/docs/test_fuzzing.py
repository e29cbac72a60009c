"""The page of security against the stored count of what was fuzzed."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/engine/security.md").read_text()
COUNTED: dict[str, dict[str, dict[str, float]]] = json.loads((ROOT / "benchmarks/fuzz.json").read_text())


def row(name: str, entries: list[dict[str, dict[str, float]]]) -> str:
    """What was executed with and without a sanitizer, and for how long."""

    def total(sanitizer: str, key: str) -> float:
        return sum(entry.get(sanitizer, {}).get(key, 0) for entry in entries)

    hours = (total("address", "seconds") + total("none", "seconds")) / 3600
    return f"| {name} | {total('address', 'executions'):,} | {total('none', 'executions'):,} | {hours:.1f} |"


def test_the_page_has_what_was_executed() -> None:
    table = PAGE.split("| property | under AddressSanitizer |")[1].split("\n\n")[0].splitlines()[2:]
    rows = [row(f"`{name}`", [entry]) for name, entry in COUNTED.items()]
    assert table == [*rows, row("all", list(COUNTED.values()))]


def test_every_property_is_counted() -> None:
    corpus = (ROOT / "engine/decoders/corpus").glob("*.hex")
    assert sorted(path.stem for path in corpus) == sorted(COUNTED)
