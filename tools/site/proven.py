"""Write docs/reference/proven.md: what `pairforge prove` says of each design of the catalogue.

Usage: python tools/site/proven.py. The page comes from the summary of `python -m benchmarks.proofs`, so it is
written anew after a survey; a test compares. `proven()` gives the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pairforge.machine.designs import design_names

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "proven.md"
STORED = ROOT / "pairforge" / "results" / "proofs.json"

_COLUMNS = 110

_HEAD = """\
# Designs that are proven

Written by `python tools/site/proven.py` from `pairforge/results/proofs.json`, which this survey makes. It
goes on where it was cut off.

<!-- tested: tests/evidence/test_proof_survey.py -->
```sh
python -m benchmarks.proofs --limit {limit:.0f} --out proofs.jsonl --summary proofs.json
```

[Proofs of cores](../explanation/proofs.md) says what is shown, and what is taken for granted. *Units* are
modules with a proof of their own. *Handshakes* hold for ever, or some of their rules for so many cycles of a
thread. *Definition*: the algorithm is compared with Miller's and the exponent itself. Seconds are measured,
of the whole command by the clock, on two cores with other work. Simulators and proofs of units may have been
kept from before.
"""


def proven() -> str:
    """The page as Markdown."""
    stored = json.loads(STORED.read_text())
    found = {each["design"]: each for each in stored["designs"]}
    return "\n".join([_HEAD.format(limit=stored["limit"]), *_lines(found)]) + "\n"


def _lines(found: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    answered = {name: each for name, each in found.items() if each["proven"] is not None}
    count = sum(each["proven"] for each in answered.values())
    late = [name for name in found if name not in answered]
    left = [name for name in design_names() if name not in found]
    yield f"{count} of the {len(design_names())} designs of the catalogue are proven as a whole."
    if late:
        yield from _wrapped(f"\n{len(late)} had no answer within the limit:", late)
    if left:
        yield from _wrapped(f"\n{len(left)} were not tried:", left)
    yield "\n| design | proven | seconds | units | handshakes | definition |"
    yield "|---|---|---|---|---|---|"
    for name, each in answered.items():
        depth = f"{each['depth']} cycles" if each["depth"] else "for ever"
        whether = "yes" if each["proven"] else f"no: {', '.join(each['failures'])}"
        definition = "yes" if each["definition"] else ""
        yield f"| `{name}` | {whether} | {each['seconds']:.1f} | {each['units']} | {depth} | {definition} |"


def _wrapped(what: str, names: list[str]) -> Iterator[str]:
    line = what
    for name in names:
        if len(line) + len(name) > _COLUMNS:
            yield line
            line = ""
        line = f"{line} `{name}`{'.' if name == names[-1] else ','}".strip(" ")
    yield line


if __name__ == "__main__":
    PAGE.write_text(proven())
