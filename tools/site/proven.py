"""Write docs/reference/proven.md: what `pairforge prove` says of each design of the catalogue.

Usage: python tools/site/proven.py. The page comes from the answers that `benchmarks.proofs` keeps, so it is
written anew after a survey; a test compares. `proven()` gives the text.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pairforge.machine.designs import design_names

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "proven.md"
STORED = ROOT / "benchmarks" / "proofs.jsonl"

_NO_HARDWARE = "has figures but no hardware"

_HEAD = """\
# Designs that are proven

Written by `python tools/site/proven.py` from what this survey has kept. It goes on where it was cut off.

<!-- tested: tests/evidence/test_proof_survey.py -->
```sh
python -m benchmarks.proofs --out benchmarks/proofs.jsonl
```

[Proofs of cores](../explanation/proofs.md) says what is shown, and what is taken for granted. *Units* are
modules with a proof of their own. *Handshakes* hold for ever, or some of their rules for so many cycles of a
thread. *Definition*: the algorithm is compared with Miller's and the exponent itself. Seconds are measured,
of the whole command by the clock, on two cores with other work. Simulators and proofs of units may have been
kept from before.
"""


def proven() -> str:
    """The page as Markdown."""
    answers = map(json.loads, STORED.read_text().splitlines())
    return "\n".join([_HEAD, *_lines({each["design"]: each for each in answers})]) + "\n"


def _lines(found: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    names = design_names()
    left = [f"`{name}`" for name in names if name not in found]
    tried = [(f"`{name}`", found[name]) for name in names if name in found]
    bare = [name for name, each in tried if _NO_HARDWARE in each["failures"].get("", "")]
    late = [
        f"{name} ({each['seconds']:.0f} s)"
        for name, each in tried
        if each["proven"] is None and name not in bare
    ]
    count = sum(each["proven"] is True for _, each in tried)
    yield f"{count} of the {len(names) - len(bare)} designs of the catalogue are proven as a whole."
    if bare:
        yield _paragraph(f"{len(bare)} has units with figures but no hardware, and does not count:", bare)
    if late:
        yield _paragraph(f"{len(late)} had no answer in the time that they were given:", late)
    if left:
        yield _paragraph(f"{len(left)} were not tried:", left)
    yield "\n| design | proven | seconds | units | handshakes | definition |"
    yield "|---|---|---|---|---|---|"
    for name, each in tried:
        if each["proven"] is None:
            continue
        whether = "yes" if each["proven"] else f"no: {', '.join(each['failures'])}"
        depth = f"{each['depth']} cycles" if each["depth"] else "for ever"
        definition = "yes" if each["definition"] else ""
        yield f"| {name} | {whether} | {each['seconds']:.1f} | {each['units']} | {depth} | {definition} |"


def _paragraph(what: str, those: list[str]) -> str:
    return "\n" + textwrap.fill(f"{what} {', '.join(those)}.", 120, break_on_hyphens=False)


if __name__ == "__main__":
    PAGE.write_text(proven())
