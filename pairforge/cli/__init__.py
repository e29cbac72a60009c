"""The command line: one file a command, errors and progress in one place. `main` is the entry point."""

from pairforge.cli.app import main

__all__ = ["main"]
