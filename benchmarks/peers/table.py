"""What was measured, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.peers.programs import Found
from pairforge.software.bench import digits, time_text

OURS = "pairforge"


def best_other(row: dict[str, float]) -> tuple[str, float] | None:
    """The fastest of the other libraries, and its nanoseconds."""
    others = [(ns, library) for library, ns in row.items() if library != OURS]
    if not others:
        return None
    ns, library = min(others)
    return library, ns


def rows(found: Found) -> Iterator[tuple[str, ...]]:
    """The head, then a row a function: each library's time, our ratio to the fastest other one, its name."""
    libraries = list(found.versions)
    yield ("", *libraries, "ratio", "to")
    for function, row in found.ns.items():
        best = best_other(row)
        compared = ("-", "-") if best is None or OURS not in row else (digits(row[OURS] / best[1]), best[0])
        yield (function, *(time_text(row.get(library)) for library in libraries), *compared)


def aligned(table: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """The rows as lines; the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *cells)).rstrip()


def notes(found: Found) -> Iterator[str]:
    """What the table needs below it: versions, instructions, what is missing and why."""
    yield f"the least of {found.rounds} rounds, every library once in each"
    for library, version in found.versions.items():
        yield f"{library} {version}: {found.levels[library]}"
    for library, why in found.missing.items():
        yield f"{library} is not there: {why}"
