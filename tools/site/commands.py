"""Write docs/reference/commands.md: every command of the program with its arguments and options.

Usage: python tools/site/commands.py. What stands there comes from the program itself, so it is written anew
after a change to a command; a test compares. `reference()` gives the text.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.main import get_command

from pairforge.cli.app import app

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "commands.md"

_COLUMNS = 116

_HEAD = """\
# Commands

Written by `python tools/site/commands.py` from the program itself; the same as `pairforge COMMAND --help`.

| exit status | meaning |
|---|---|
| 0 | done |
| 1 | a check failed |
| 2 | the input or the machine is at fault: one line on standard error, nothing on standard output |
| 130, 143 | interrupted or terminated; everything half-made is removed |
"""


def reference() -> str:
    """The page as Markdown."""
    program = get_command(app)
    assert isinstance(program, typer.core.TyperGroup)
    return "\n".join([_HEAD, *_lines("pairforge", program)])


def _lines(path: str, command: typer.core.TyperCommand | typer.core.TyperGroup) -> Iterator[str]:
    """A command as a heading, a synopsis, a sentence and a list; then those inside it."""
    arguments = [p for p in command.params if isinstance(p, typer.core.TyperArgument)]
    options = [p for p in command.params if isinstance(p, typer.core.TyperOption)]
    inner = getattr(command, "commands", {})
    words = [path, *(_argument(p) for p in arguments), *(["COMMAND"] if inner else []), "[OPTIONS]"]
    yield f"## {path}\n"
    yield f"`{' '.join(words)}`\n"
    yield f"{_filled(_plain(command.help))}\n"
    rows = [*map(_argument_item, arguments), *map(_option_item, options)]
    if rows:
        yield "\n".join(rows) + "\n"
    if inner:
        rows = [_item(f"`{path} {name}`", _plain(c.help)) for name, c in inner.items()]
        yield "\n".join(rows) + "\n"
    for name, child in inner.items():
        yield from _lines(f"{path} {name}", child)


def _argument(parameter: typer.core.TyperArgument) -> str:
    name = (parameter.metavar or parameter.name.upper()).strip("[]…{}")
    word = f"{name}…" if parameter.nargs == -1 else name
    return word if parameter.required else f"[{word}]"


def _argument_item(parameter: typer.core.TyperArgument) -> str:
    needed = " (required)" if parameter.required else ""
    return _item(f"`{_argument(parameter)}`{needed}", _plain(parameter.help))


def _option_item(parameter: typer.core.TyperOption) -> str:
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    if not parameter.is_flag:
        names += f" `{parameter.metavar or parameter.name.upper()}`"
    facts = [_default(parameter), "several times" if parameter.multiple else ""]
    said = ", ".join(filter(None, facts))
    return _item(f"{names} ({said})" if said else names, _plain(parameter.help))


def _item(head: str, text: str) -> str:
    """An item of a list; pieces of code stay whole."""
    return _filled(f"- {head}: {text}", "  ")


def _filled(text: str, indent: str = "") -> str:
    whole = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(
        whole, _COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\0", " ")


def _default(parameter: typer.core.TyperOption) -> str:
    if parameter.required:
        return "required"
    if parameter.is_flag:
        if not parameter.secondary_opts or parameter.default is None:
            return ""
        return f"default `{(parameter.opts if parameter.default else parameter.secondary_opts)[0]}`"
    return "" if parameter.default in (None, (), []) else f"default `{parameter.default}`"


def _plain(text: str | None) -> str:
    """One paragraph, with nothing in it that Markdown would take for its own."""
    return " ".join((text or "").split()).replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(reference())
    print(PAGE)
