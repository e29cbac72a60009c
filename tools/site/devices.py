"""Write docs/reference/devices.md: every device that Pairforge knows, with its capacities.

Usage: python tools/site/devices.py. The page comes from the targets, so it is written anew after a change to
one; a test compares. `devices()` gives the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pairforge.synth.family import RESOURCES
from pairforge.targets.base import Fpga, Target
from pairforge.targets.registry import built_in_targets

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "devices.md"

_HEAD = """\
# Devices

Written by `python tools/site/devices.py` from the files of `pairforge/targets/`.

`area.fits` in `result.json` has the shares that a core takes of each of these devices. The README of a core
has them beside what is available. The first device of a target is its default: a core that does not fit it
gets a warning.

Block RAM is counted in blocks of 18 kbit; a block of 36 kbit is two. A sentence above each table says what a
DSP block is. Figures are those of the source in the last column: the vendor's data sheet, or the database of
an open tool (Project Oxide).
"""


def devices() -> str:
    """The page as Markdown."""
    sections = [line for target in built_in_targets().values() for line in _lines(target)]
    return "\n".join([_HEAD, *sections]).rstrip() + "\n"


def _lines(target: Target) -> Iterator[str]:
    if not isinstance(target, Fpga):
        return
    yield f"## {target.name}\n"
    yield f"{target.vendor} {target.family}: look-up tables of {target.lut_inputs} inputs, {target.dsp}.\n"
    yield f"| device | family | {' | '.join(RESOURCES.values())} | source |"
    yield f"|---|---|{'---|' * len(RESOURCES)}---|"
    for part in target.parts:
        counts = " | ".join(f"{getattr(part, key):,}" for key in RESOURCES)
        yield f"| {part.name} | {part.family} | {counts} | {part.source} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(devices())
