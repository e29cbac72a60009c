"""What pairings are worth today: the engine's table, and the docs' page, from the catalogue."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from pairforge.catalog.security import SECURITIES, Security
from pairforge.engine_source.rust import HEADER, Expression, constant, documentation, pair, text_literal

_ABOUT = """//! What each pairing is worth today: estimated bits of security, and what the estimate rests on.
"""
_COLUMNS = 118  # of the docs' lines

BEGIN = "<!-- What follows is written by `python -m pairforge.engine_source`. -->"
END = "<!-- What precedes is written by `python -m pairforge.engine_source`. -->"


def security_expression(security: Security, *, table: bool = True) -> Expression:
    """The figure as Rust: an entry of the table, or itself where that has none (a curve of a user's own), or
    where there is no `table`.
    """
    for name, entry in SECURITIES.items() if table else ():
        if entry is security:
            return f"security::{name}"
    return _tuple(security)


def _tuple(security: Security) -> Expression:
    return pair(str(security.bits_today or 0), text_literal(security.note))


def security_file(securities: Mapping[str, Security] = SECURITIES) -> str:
    """`security.rs`: a constant for each entry of the table."""
    text = HEADER + _ABOUT
    for name, security in securities.items():
        text += "\n" + documentation("\n\n".join(f"{reference}." for reference in security.references))
        text += constant(f"pub const {name}: (u32, &str)", _tuple(security))
    return text


def security_page(pairings: Sequence[tuple[str, Security]]) -> str:
    """The generated part of the page: a table of all pairings, the notes, and the sources."""
    groups: dict[int, list[str]] = {}
    entries = {id(security): security for _, security in pairings}
    for name, security in pairings:
        groups.setdefault(id(security), []).append(name)
    references = list(dict.fromkeys(ref for entry in entries.values() for ref in entry.references))
    table = "| pairing | bits today | sources |\n|---|---|---|\n"
    notes = ""
    for key, names in groups.items():
        security = entries[key]
        numbers = ", ".join(str(references.index(ref) + 1) for ref in security.references)
        table += "".join(f"| `{name}` | {security.bits_today} | {numbers} |\n" for name in names)
        notes += _wrapped(f"- {_listed(names)}: {security.note}.")
    sources = "".join(_wrapped(f"{i}. {ref}.", 3) for i, ref in enumerate(references, 1))
    return f"{table}\nWhat the figures rest on:\n\n{notes}\n## Sources\n\n{sources}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _wrapped(text: str, indent: int = 2) -> str:
    lines = textwrap.wrap(
        text, _COLUMNS, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False
    )
    return "\n".join(lines) + "\n"
