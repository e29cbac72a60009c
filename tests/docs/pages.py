"""The pages of the documentation, cut into blocks of code, each with the mark that says how it is tested.

A mark is a comment on the line in front of a block:

    <!-- run -->            commands (sh) or a program (python), run in the page's own empty folder
    <!-- run: slow -->      the same, by the slow tests
    <!-- check -->          commands that take minutes: read by the program up to where its work begins
    <!-- file: PATH -->     a file that later blocks of the page use
    <!-- diff -->           a change that `git apply` makes to the page's folder
    <!-- tested: TEST -->   run by a test of its own, a file that names the page
    <!-- set: DESIGN UNIT -->   TOML: keys of a unit (STAGE.UNIT) of a built-in design
    <!-- refused: FILE… -->   commands with `# pairforge: error: …` below each; these files of
                           the page, or designs, lie in the folder; without files no mark is needed. A message
                           goes on in lines that begin with `#   `, and the whole of it is compared

Blocks of `text` show something that is no command. A page that says
`<!-- in a copy of the source tree -->` has a copy of the package for its folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
BESIDE = [ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING", "NOTICES", "SECURITY")]
"""Pages outside the site."""

IN_A_COPY = "<!-- in a copy of the source tree -->"

_BLOCK = re.compile(
    r"(?:^[ ]*<!-- (?P<mark>[^\n]*?) -->\n)?^(?P<indent>[ ]*)(?P<fence>```+)(?P<language>[^\n`]*)\n"
    r"(?P<text>.*?)^(?P=indent)(?P=fence)[ ]*$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A block of code of a page. `mark` is empty where there is none; `line` is that of its fence."""

    page: Path
    line: int
    mark: str
    language: str
    text: str

    @property
    def refused(self) -> bool:
        """Whether it is commands with the error below each, and nothing else."""
        return self.language == "sh" and bool(rejections(self.text))

    @property
    def argument(self) -> str:
        """What stands behind the colon of the mark."""
        return self.mark.partition(":")[2].strip()

    def is_marked(self, word: str) -> bool:
        """Whether the mark is this word, with an argument or without."""
        return self.mark.partition(":")[0] == word

    def __str__(self) -> str:
        return f"{name(self.page)}:{self.line}"


def name(page: Path) -> str:
    """A page as tests call it: its path below `docs/`, or in the tree."""
    return page.relative_to(DOCS if page.is_relative_to(DOCS) else ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """All blocks of a page, in order."""
    text = page.read_text()
    found = []
    for match in _BLOCK.finditer(text):
        indent = match["indent"]
        lines = (line.removeprefix(indent) for line in match["text"].splitlines(keepends=True))
        line = text.count("\n", 0, match.start("fence")) + 1
        found.append(Block(page, line, match["mark"] or "", match["language"], "".join(lines)))
    return found


def rejections(text: str) -> list[tuple[str, str]]:
    """Commands, and the error that the last of them ends with; empty where the text is anything else."""
    found: list[tuple[str, str]] = []
    script: list[str] = []
    for line in text.splitlines():
        if line.startswith("# pairforge: error: ") and script:
            found.append(("\n".join(script), line.removeprefix("# ")))
            script = []
        elif line.startswith("#   ") and found and not script:
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.removeprefix('#   ')}")
        elif line.strip():
            script.append(line)
    return [] if script else found


def commands(text: str) -> list[str]:
    """The commands of a block of shell: lines joined where they go on, without comments."""
    joined = re.sub(r" *\\\n *", " ", text)
    return [
        line.strip() for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
