"""The sentences of a page: what a reader reads in a row, without code, tables, headings and formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_WORDS = 25
MOST_COLUMNS = 120

_FENCED = re.compile(r"^( *)(```+).*?^\1\2[ ]*$", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ITEM = re.compile(r"^ *(?:[-*]|\d+\.) +")
_END = re.compile(r"(?<=[.?!:])[\"')*]*\s+")
_WORD = re.compile(r"(?<!\S)[^\w\s]*(?:[aA]|[^\W\d_](?:[^\W\d_]|['’-])+)[^\w\s]*(?!\S)")


@dataclass(frozen=True)
class Sentence:
    """A sentence of a page, with the line on which its paragraph begins."""

    line: int
    text: str

    @property
    def words(self) -> int:
        """How many there are; a piece of code is one, figures and letters of formulas are none."""
        plain = re.sub(r"`[^`]*`", "code", self.text)
        return len(_WORD.findall(re.sub(r"\]\([^)]*\)", "] ", plain)))


def without_code(text: str) -> str:
    """The page with fenced blocks and comments left out; every line stays in its place."""

    def lines(found: re.Match[str]) -> str:
        return "\n" * found[0].count("\n")

    return _COMMENT.sub(lines, _FENCED.sub(lines, text))


def sentences(page: Path) -> Iterator[Sentence]:
    """All sentences of a page. A colon ends one, as what follows it is a list or an explanation."""
    for line, paragraph in _paragraphs(without_code(page.read_text())):
        for text in _END.split(" ".join(paragraph.split())):
            yield Sentence(line, text)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Runs of lines, each item of a list apart; indented runs outside lists are formulas."""
    found: list[str] = []
    begin, in_list = 0, False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        shown = line.removeprefix(">").rstrip()
        item = _ITEM.match(shown)
        if not shown.strip() or shown.lstrip().startswith(("|", "#", "!")) or item:
            if found:
                yield begin, "\n".join(found)
            found = []
        if item:
            in_list = True
        elif shown.strip() and not shown.startswith(" "):
            in_list = in_list and bool(found)
        if not shown.strip() or shown.lstrip().startswith(("|", "#", "!")):
            continue
        if shown.startswith("    ") and not in_list and not found:
            continue
        begin = begin if found else number
        found.append(_ITEM.sub("", shown))
