"""The engine's functions beside those of other libraries, in one run: `python -m benchmarks.peers`.

Each library is timed by a program in its own language, which one line of JSON asks for one function. So the
libraries compute a function one after the other, round by round, and the least time of each counts. `make
bench-peers PEERS="…"` passes options on. docs/howto/compare-libraries.md says what brings which library.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.peers.build import BUILDERS, Command, Given
from benchmarks.peers.programs import measure, processors, started
from benchmarks.peers.table import OURS, aligned, notes, rows
from pairforge.errors import CheckError, UserError

LEVEL = "PAIRFORGE_ENGINE_CPU"
LEVELS = ("portable", "base", "avx2", "vpclmulqdq", "avx512")
"""What that variable may be, which narrows the instructions of the engine."""
PROCESSORS = 2
"""How many the libraries may use: some take all that there are for a sum on two threads."""


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("--seconds", type=float, default=60, help="of all rounds (default 60)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="functions named like this"
    )
    parser.add_argument(
        "--mcl", type=Path, metavar="LIBRARY", help="instead of the one that a package brings"
    )
    parser.add_argument("--constantine", type=Path, metavar="FOLDER", help="its source tree")
    parser.add_argument("--json", action="store_true", help="print data, not a table")
    asked = parser.parse_args()
    try:
        return _compare(asked)
    except (UserError, CheckError) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 2 if isinstance(error, UserError) else 1


def _compare(asked: argparse.Namespace) -> int:
    if not 0 <= asked.seconds <= 86400:
        raise UserError(f"--seconds {asked.seconds:g}: must be from 0 to 86400")
    level = os.environ.get(LEVEL)
    if level is not None and level not in LEVELS:
        raise UserError(f"{LEVEL} {level}: must be one of {', '.join(LEVELS)}")
    given = Given(asked.mcl, asked.constantine)
    missing: dict[str, str] = {}
    commands: dict[str, list[Command]] = {}
    for library, build in BUILDERS.items():
        try:
            commands[library] = build(given)
        except UserError as error:
            if library == OURS:
                raise
            missing[library] = str(error)
    with processors(PROCESSORS), started(commands, missing) as programs:
        if OURS in missing:
            raise UserError(f"{OURS}: {missing[OURS]}")
        if all(program.library == OURS for program in programs):
            raise UserError(
                f"no other library is there: {'; '.join(f'{k}: {v}' for k, v in missing.items())}"
            )
        # Ours comes first.
        functions = _functions(programs[0].functions, asked.only)
        found = measure(programs, functions, asked.seconds, missing, _tell)
    if asked.json:
        print(json.dumps(asdict(found), indent=1))
    else:
        print("\n".join(aligned(list(rows(found)))))
        print("\n".join(notes(found)))
    return 0


def _functions(known: Sequence[str], only: Sequence[str]) -> list[str]:
    for text in only:
        if not any(text in function for function in known):
            raise UserError(f"--only {text}: no function is named like this; known are {', '.join(known)}")
    return [function for function in known if not only or any(text in function for text in only)]


def _tell(what: str) -> None:
    print(f"peers: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
