"""Python files from outside the package, with units or a target in them. Imports the error types only.

A file is its name and its text, so that a process or a machine that lacks the file can still run it.
"""

from __future__ import annotations

import difflib
import hashlib
import linecache
import sys
import traceback
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from pairforge.errors import UserError

_PREFIX = "pairforge_outside_"
_FILES: dict[str, OutsideFile] = {}


@dataclass(frozen=True)
class OutsideFile:
    """A Python file: its name for messages, its text."""

    name: str
    text: str

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def module(self) -> ModuleType:
        """The file as a module, run once for each text. Raises UserError where it fails."""
        name = f"{_PREFIX}{self.digest[:32]}"
        if name in sys.modules:
            return sys.modules[name]
        module = ModuleType(name)
        module.__file__ = self.name
        sys.modules[name] = module  # before it runs: a dataclass looks its module up
        linecache.cache[self.name] = (len(self.text), None, self.text.splitlines(keepends=True), self.name)
        try:
            exec(compile(self.text, self.name, "exec"), module.__dict__)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise UserError(f"{self.name}: {_where(error, self.name)}{said(error)}") from None
        _FILES[name] = self
        return module


@dataclass(frozen=True)
class OutsideFunction:
    """A function of a file, by its name."""

    file: OutsideFile
    name: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.name}"

    def found(self) -> Any:
        """What the file has under this name. Raises UserError where it fails, or has none."""
        there = vars(self.file.module())
        if self.name not in there:
            near = difflib.get_close_matches(self.name, there, 1)
            raise UserError(
                f"{self.file.name}: has no {self.name}{f'; did you mean {near[0]}?' if near else ''}"
            )
        return there[self.name]


def read_outside(path: Path, name: str) -> OutsideFile:
    """The file at a path, called `name` in messages. Raises UserError where it cannot be read."""
    try:
        return OutsideFile(name, path.read_text())
    except OSError as error:
        raise UserError(f"{name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: cannot be read: {error}") from None


def file_of(module: str) -> OutsideFile | None:
    """The file that a module was made from, None for a module of an installed package."""
    return _FILES.get(module)


def blamed(error: BaseException) -> UserError | None:
    """An error as one line, where code of a file from outside was running; None where none was."""
    running = {frame.filename for frame in traceback.extract_tb(error.__traceback__)}
    for file in _FILES.values():
        if file.name in running:
            return UserError(f"{file.name}: {_where(error, file.name)}{said(error)}")
    return None


def said(error: BaseException) -> str:
    """One line: what kind of error, and what it says; of our own, what it says."""
    if isinstance(error, UserError):
        return str(error)
    return f"{type(error).__name__}: {' '.join(str(error).split()) or 'no message'}"


def line_in(error: BaseException, name: str) -> int | None:
    """The last line of a file that was running, None where none was."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == name), None)


def _where(error: BaseException, name: str) -> str:
    """The line, in front of a message."""
    line = line_in(error, name)
    return f"line {line}: " if line else ""
