"""Pages are easy to read: short lines, short sentences, and the field's words alone."""

import re
from pathlib import Path

import pytest

from .pages import BESIDE, DOCS, PAGES, ROOT, name
from .prose import MOST_COLUMNS, MOST_WORDS, Sentence, sentences, without_code

EVERY_PAGE = [*PAGES, *BESIDE]
GENERATED = {"NOTICES.md", "reference/commands.md", "reference/devices.md", "reference/proven.md"}
"""Their sentences are those of licences and of the program's help."""

WORDS = DOCS / "words.md"


def private_words() -> list[str]:
    """The left column of the last table of the page of words."""
    table = WORDS.read_text().split("## Words that are not used")[1]
    cells = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)[1:]
    return [word.strip() for cell in cells for word in cell.split(",")]


def found_in(text: str) -> list[str]:
    """Private words that stand in a text, outside code."""
    plain = " ".join(re.sub(r"`[^`]*`", "", re.sub(r"\]\([^)]*\)", "]", without_code(text))).split())
    return [
        word
        for word in private_words()
        if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", plain, re.IGNORECASE)
    ]


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_no_line_is_wider_than_a_window(page: Path) -> None:
    wide = [n for n, line in enumerate(page.read_text().splitlines(), 1) if len(line) > MOST_COLUMNS]
    assert not wide, f"{name(page)}: lines {wide} have more than {MOST_COLUMNS} columns"


@pytest.mark.parametrize("page", [p for p in EVERY_PAGE if name(p) not in GENERATED], ids=name)
def test_sentences_are_short(page: Path) -> None:
    long = [f"{name(page)}:{s.line}: {s.words}: {s.text}" for s in sentences(page) if s.words > MOST_WORDS]
    assert not long, "\n".join(long)


def test_words_of_a_sentence_are_counted() -> None:
    assert Sentence(1, "A bc-de `f g h` [ij kl](mn/op.md), 12 x^2 u_i.").words == 5


@pytest.mark.parametrize("page", [p for p in EVERY_PAGE if p != WORDS and name(p) != "NOTICES.md"], ids=name)
def test_only_the_page_of_words_has_private_words(page: Path) -> None:
    assert found_in(page.read_text()) == [], (
        f"{name(page)}: {WORDS.relative_to(ROOT)} has what to say instead"
    )


def test_a_private_word_is_found_and_code_is_not_looked_at() -> None:
    assert found_in("What the last\npower does.") == ["last power"]
    assert found_in("`last power`, [this](last-power.md)\n```text\nlast power\n```\n") == []
