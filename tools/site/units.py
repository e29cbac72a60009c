"""Write the kinds of unit into docs/reference/designs.md: a section each, with its keys.

Usage: python tools/site/units.py. What stands between the two marks of the page comes from the kinds
themselves, so it is written anew after a change to one; a test compares. `kinds_as_markdown()` has the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairforge.units.kinds import Kind, kinds
from pairforge.units.options import Option, options_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "designs.md"
BEGIN, END = "<!-- units: written by tools/site/units.py -->", "<!-- units: end -->"


def kinds_as_markdown() -> str:
    """The sections of all kinds, in the order in which errors list them."""
    return "\n".join(line for kind in kinds().values() for line in _section(kind))


def of_page(text: str) -> str:
    """What stands between the marks of the page."""
    return text.split(f"{BEGIN}\n", 1)[1].split(f"\n{END}", 1)[0]


def _section(kind: Kind) -> Iterator[str]:
    """A heading, a sentence, a table with a line for each key."""
    keys = list(options_of(kind))
    yield f"### `{kind.kind}`\n"
    done = ", ".join(f"`{operation}`" for operation in kind.operations)
    yield f"{kind.summary}\n"
    yield f"Operations: {done}. Fields: {kind.over}.{'' if keys else ' No keys of its own.'}\n"
    if keys:
        yield "| key | value | default | |\n|---|---|---|---|"
        yield "\n".join(f"| `{key}` | {_values(o)} | {_default(o)} | {o.about} |" for key, o in keys) + "\n"


def _values(option: Option) -> str:
    if option.type == "choice":
        return ", ".join(f"`{choice}`" for choice in option.choices)
    return option.values or "whole number"


def _default(option: Option) -> str:
    if option.default_of:
        return f"`{option.default_of}`"
    if option.default is None:
        return "required"
    if isinstance(option.default, tuple):
        return f"`[{', '.join(map(str, option.default))}]`" if option.default else "none"
    return f"`{option.default}`" if option.type == "choice" else str(option.default)


if __name__ == "__main__":
    before = PAGE.read_text()
    PAGE.write_text(before.replace(of_page(before), kinds_as_markdown()))
    print(PAGE)
