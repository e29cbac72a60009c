"""Fault injection: one small change in emitted Verilog, to see whether the checks notice.

A mutant differs from the original in one operator, constant, index of a bit, condition of a register or of a
choice, or in the size of a memory. Some mutants are equivalent to the original (a changed bit that nothing
reads), so a campaign counts survivors and looks at them. Imports nothing from the rest of the package.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Mutant", "mutants", "mutate"]

_SWAPS = {"^": "|", "|": "&", "&": "|", "==": "!=", "!=": "==", ">=": ">", "+": "-", "-": "+"}

_TOKEN = re.compile(
    r"""(?P<operator> (?:\^|\||&|==|!=|>=|\+|-)\ )        # between operands, spaced
      | (?P<not>~)
      | (?P<when>(?<=if\ \()\w+(?=\)))                    # a register takes what is new, or is reset
      | (?P<choice>\b[a-z_]\w*(?:\[\d+\])?(?=\ \?\ ))     # which of two
      | (?P<constant>\b\d+'[dh][0-9a-f]+)
      | (?P<index>\[\d+\](?=\s*[\^&|;,)}?:]))             # a bit that is read
    """,
    re.VERBOSE,
)


_MEMORY = re.compile(r"(?<= \[0:)(\d+)(?=\];)")
_STATEMENT = re.compile(
    r"assign |always |(end )?else\b|if \(|wire [^;]* = |localparam [^;]* = |\w+(\[\d+\])? <?= "
)


@dataclass(frozen=True)
class Mutant:
    """A design with one fault."""

    files: dict[str, str]
    file: str
    line: int
    """Line number in `file`, from 1."""
    column: int
    """Column, from 1."""
    before: str
    after: str

    def __str__(self) -> str:
        after = self.after.strip() or "nothing"
        return f"{self.file}:{self.line}:{self.column}: {self.before.strip()} became {after}"


def mutants(files: Mapping[str, str], *, only: str | None = None) -> list[Mutant]:
    """Every mutant of the design, in the order of the text; `only` names the file to change."""
    found = []
    for name in sorted(files):
        if not name.endswith(".v") or (only is not None and name != only):
            continue
        lines = files[name].splitlines(keepends=True)
        code = _code(lines)
        for number, line in enumerate(lines):
            for match, after in _changes(line, number, code=number in code):
                text = line[: match.start()] + after + line[match.end() :]
                changed = "".join([*lines[:number], text, *lines[number + 1 :]])
                found.append(
                    Mutant({**files, name: changed}, name, number + 1, match.start() + 1, match[0], after)
                )
    return found


def mutate(files: Mapping[str, str], seed: int, *, only: str | None = None) -> Mutant:
    """One mutant, chosen by `seed`. ValueError where there is nothing to change."""
    found = mutants(files, only=only)
    if not found:
        raise ValueError(f"nothing to mutate in {only or sorted(files)}")
    return random.Random(seed).choice(found)


def _code(lines: Sequence[str]) -> set[int]:
    """The lines of statements, by index: a changed declaration, port or instance would not compile."""
    found: set[int] = set()
    goes_on = False  # a statement that is broken over several lines
    for number, line in enumerate(lines):
        text = line.strip()
        if goes_on or _STATEMENT.match(text):
            found.add(number)
            goes_on = not text.endswith((";", "begin"))
    return found


def _changes(line: str, number: int, *, code: bool) -> Iterator[tuple[re.Match[str], str]]:
    """What is changed in a line, and to what; `code`: the line is of a statement.

    A memory loses half of its words.
    """
    for match in _TOKEN.finditer(line) if code else ():
        if match["when"]:
            yield from ((match, after) for after in ("1'd0", "1'd1"))
        elif (after := _changed(match, number)) is not None:
            yield match, after
    if line.strip().startswith(("reg ", "(*")) and (size := _MEMORY.search(line)) and int(size[1]):
        yield size, str(int(size[1]) // 2)


def _changed(match: re.Match[str], number: int) -> str | None:
    """What a token becomes; `number`: of its line, so that words of a memory lose different bits."""
    text = match[0]
    if match["operator"]:
        return _SWAPS[text.strip()] + " "
    if match["not"]:
        return ""
    if match["choice"]:
        return f"!{text}"
    if match["constant"]:
        width, base, digits = re.match(r"(\d+)'([dh])(\w+)", text).groups()  # type: ignore[union-attr]
        place = (number + match.start()) % int(width) if base == "h" else 0
        value = int(digits, 10 if base == "d" else 16) ^ 1 << place
        return f"{width}'{base}{value if base == 'd' else format(value, f'0{len(digits)}x')}"
    index = int(text[1:-1])
    return f"[{index - 1}]" if index else None
