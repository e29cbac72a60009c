"""Write into docs/reference/engine/security.md how many inputs were fuzzed: a row for each property.

Usage: python tools/site/fuzzing.py. What stands between the two marks of the page comes from the count that
`benchmarks.fuzz --keep` adds to, so it is written anew after that; a test compares. `counted_as_markdown()`
has the text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "engine" / "security.md"
COUNT = ROOT / "benchmarks" / "fuzz.json"
BEGIN, END = "<!-- fuzzing: written by tools/site/fuzzing.py -->", "<!-- fuzzing: end -->"

_HEAD = "| property | under AddressSanitizer | without | hours of a core |\n|---|---|---|---|"


def counted_as_markdown() -> str:
    """The table, with a row for all properties at its end."""
    counted = json.loads(COUNT.read_text())
    rows = [_row(f"`{name}`", [entry]) for name, entry in counted.items()]
    return "\n".join([_HEAD, *rows, _row("all", [*counted.values()])])


def of_page(text: str) -> str:
    """What stands between the marks of the page."""
    return text.split(f"{BEGIN}\n", 1)[1].split(f"\n{END}", 1)[0]


def _row(name: str, entries: Sequence[Mapping[str, Any]]) -> str:
    def total(sanitizer: str, key: str) -> float:
        found: float = sum(entry.get(sanitizer, {}).get(key, 0) for entry in entries)
        return found

    hours = (total("address", "seconds") + total("none", "seconds")) / 3600
    return f"| {name} | {total('address', 'executions'):,} | {total('none', 'executions'):,} | {hours:.1f} |"


if __name__ == "__main__":
    before = PAGE.read_text()
    PAGE.write_text(before.replace(of_page(before), counted_as_markdown()))
    print(PAGE)
