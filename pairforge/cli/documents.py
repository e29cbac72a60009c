"""What commands that compute cases share: where the cases come from."""

from __future__ import annotations

import sys
from pathlib import Path

from pairforge.cli.options import check_count
from pairforge.errors import UserError

STREAM = Path("-")
"""Standard input or output, as elsewhere."""


def check_random(number: int | None, seed: int | None, source: Path | None) -> None:
    """Refuse random inputs that go with a file, and numbers out of range (UserError)."""
    if number is not None:
        if source is not None:
            raise UserError("--random and --in: give one of them")
        check_count("--random", number, 1)
    elif seed is not None:
        raise UserError("--seed: is for random ones; give --random N as well")
    if seed is not None and seed < 0:
        raise UserError(f"--seed {seed}: give 0 or more")


def read_input(source: Path | None, what: str) -> bytes:
    """The bytes of a file or of standard input; `what` messages call them (UserError: there are none)."""
    if source is not None:
        try:
            return source.read_bytes()
        except OSError as error:
            raise UserError(
                f"{source}: cannot be read: {error.strerror}; give an existing vector file"
            ) from None
    if _is_terminal():
        raise UserError(f"no {what}: give --in FILE or --random N, or pipe vectors to standard input")
    return sys.stdin.buffer.read()


def _is_terminal() -> bool:
    return sys.stdin.isatty()
