"""From folders and explorations to the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pairforge.pages.entries import build_entry, explored_entries
from pairforge.pages.folders import Explored, read_folder
from pairforge.pages.prior_work import prior_work_on
from pairforge.pairings.registry import PAIRINGS
from pairforge.papers.beuchat.figure import figure_7, on_figure_7
from pairforge.report.collection import Collection, Entry, render_collection
from pairforge.version import __version__

__all__ = ["exploration_page", "folders_page"]


def folders_page(folders: Sequence[Path], command: str) -> str:
    """The page of all that is in the folders of builds and explorations.

    Raises
    ------
    UserError
        A folder is neither, or of another version; nothing is done then.
    """
    found = [read_folder(folder) for folder in folders]
    entries: list[Entry] = []
    securities: dict[str, Mapping[str, Any]] = {}
    for folder, one in zip(folders, found, strict=True):
        if isinstance(one, Explored):
            entries += explored_entries(one.found, one.pictures, f"{folder}")
        else:
            entries.append(build_entry(one.report, f"{folder}"))
            securities[one.report["result"]["pairing"]] = one.report["security"]
    title = entries[0].name if len(entries) == 1 else f"{len(entries)} designs"
    return _page(title, entries, command, securities)


def exploration_page(found: Mapping[str, Any], pictures: Mapping[str, str], command: str) -> str:
    """The page of an exploration: the object of `explore.json`, and what its machines look like."""
    entries = explored_entries(found, pictures, "explored")
    title = f"{', '.join(dict.fromkeys(entry.name for entry in entries))}: {len(entries)} machines"
    return _page(title, entries, command, {})


def _page(
    title: str, entries: Sequence[Entry], command: str, securities: Mapping[str, Mapping[str, Any]]
) -> str:
    pairings = list(dict.fromkeys(entry.pairing for entry in entries))
    panels = figure_7(entries) if on_figure_7(pairings) else ()
    return render_collection(
        Collection(
            title=title,
            subtitle=f"{_described(pairings)}, on {', '.join(dict.fromkeys(e.target for e in entries))}",
            version=__version__,
            command=command,
            entries=entries,
            prior_work=prior_work_on(pairings),
            securities={name: securities.get(name) or _security(name) for name in pairings},
            panels=panels,
            panels_title="Figure 7 of Beuchat et al., with ours on it",
            panels_text=_FIGURE_7,
        )
    )


_FIGURE_7 = (
    "Time between results, or of one pairing, and its product with the slices, against the security that the "
    "paper gives the field. Published points as printed in its Table V, after place and route; ours are the "
    "stored builds of the paper's fields and the designs on this page, slices and clock estimated."
)


def _described(pairings: Sequence[str]) -> str:
    """The pairings in words."""
    words = [PAIRINGS[name].description if name in PAIRINGS else name for name in pairings]
    return "; ".join(f"{text[:1].upper()}{text[1:]}" for text in words)


def _security(pairing: str) -> Mapping[str, Any]:
    if pairing not in PAIRINGS:
        return {"bits_today": None, "note": f"{pairing} is not known to this version", "citations": []}
    security = PAIRINGS[pairing].security
    return {
        "bits_today": security.bits_today,
        "note": security.note,
        "citations": [{"text": text, "url": None} for text in security.references],
    }
