"""Blocks of a page are found wherever they stand, with their marks; none that nothing tests is overlooked."""

from pathlib import Path

import pytest

from . import test_docs
from .pages import Block, blocks, commands, rejections

PAGE = """\
Words.

<!-- run: slow -->
```sh
pairforge list \\
  --json  # as data
```

- In a list:

  <!-- file: a/b.py -->
  ```python
  if True:
      pass
  ```

<!-- run -->

```sh
a mark that does not touch its block is none
```

````text
```sh
not a block of its own
```
````
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    monkeypatch.setattr("docs.pages.ROOT", tmp_path)
    return path


def test_blocks_of_a_page(page: Path) -> None:
    found = [(b.line, b.mark, b.language, b.text) for b in blocks(page)]
    assert found == [
        (4, "run: slow", "sh", "pairforge list \\\n  --json  # as data\n"),
        (12, "file: a/b.py", "python", "if True:\n    pass\n"),
        (19, "", "sh", "a mark that does not touch its block is none\n"),
        (23, "", "text", "```sh\nnot a block of its own\n```\n"),
    ]
    assert commands(blocks(page)[0].text) == ["pairforge list --json  # as data"]


def test_refusals_have_their_whole_message() -> None:
    text = """\
sed s/a/b/ design.toml > mine.toml
pairforge build mine.toml
# pairforge: error: mine.toml: no b;
#   there is a
pairforge nothing
# pairforge: error: no such command
"""
    assert rejections(text) == [
        (
            "sed s/a/b/ design.toml > mine.toml\npairforge build mine.toml",
            "pairforge: error: mine.toml: no b; there is a",
        ),
        ("pairforge nothing", "pairforge: error: no such command"),
    ]
    assert rejections(f"{text}pairforge list\n") == []


@pytest.mark.parametrize(
    ("mark", "language", "text", "fine"),
    [
        ("", "sh", "pairforge list\n", False),
        ("", "", "anything\n", False),
        ("", "python", "import pairforge\n", False),
        ("", "toml", "schema = 1\n", False),
        ("", "text", "a drawing\n", True),
        ("", "text", "$ make all\n", False),
        ("run", "toml", "schema = 1\n", False),
        ("run", "sh", "pairforge list\n", True),
        ("check", "sh", "make demo\n", True),
        ("tested: tests/no-such-test.py", "c", "int main(void);\n", False),
        ("", "sh", "pairforge nothing\n# pairforge: error: no such command\n", True),
        ("", "sh", "pairforge nothing\n# pairforge: error: no such command\npairforge list\n", False),
    ],
)
def test_a_block_that_nothing_tests_fails(
    page: Path, mark: str, language: str, text: str, fine: bool
) -> None:
    block = Block(page, 1, mark, language, text)
    if fine:
        test_docs.test_every_block_is_tested(block)
    else:
        with pytest.raises(AssertionError):
            test_docs.test_every_block_is_tested(block)
