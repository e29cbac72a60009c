"""The programs while they run, and rounds in which each library computes each function."""

from __future__ import annotations

import json
import math
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from pairforge.errors import CheckError, UserError

LEAST_ROUNDS = 3


class Program:
    """One that says on its first line which functions it has, then answers with the time of each asked for.

    UserError where it cannot be run, or ends, or says something else.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._errors: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors, text=True)
        except OSError as error:
            self._errors.close()
            raise UserError(f"{command[0]}: cannot be run: {error.strerror}") from None
        try:
            first = self._line()
        except UserError:
            self.close()
            raise
        self.library: str = first["library"]
        self.version: str = first["version"]
        self.level: str = first["level"]
        self.functions: list[str] = first["functions"]

    def ask(self, function: str) -> dict[str, Any]:
        """`ns`: of a call. The first time also `result`: the point that it computes, if it does."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{function}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer is missing, too
        return self._line()

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            status = self._process.wait()
            self._errors.seek(0)
            said = [text.strip() for text in self._errors if text.strip()]
            raise UserError(said[0] if said else f"its program ended with exit status {status}")
        try:
            answer: dict[str, Any] = json.loads(line)
        except json.JSONDecodeError:
            raise UserError(f"its program said {line.strip()!r}, which is no JSON") from None
        return answer

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
        self._errors.close()


@contextmanager
def processors(count: int) -> Iterator[None]:
    """This process and those it starts may use the first so many of its processors alone."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


@contextmanager
def started(
    commands: Mapping[str, Sequence[Sequence[str]]], missing: dict[str, str]
) -> Iterator[list[Program]]:
    """The programs of every library; of one that does not start `missing` says why."""
    programs: list[Program] = []
    try:
        for library, of_library in commands.items():
            try:
                programs += [Program(command) for command in of_library]
            except UserError as error:
                missing[library] = str(error)
        yield programs
    finally:
        for program in programs:
            program.close()


@dataclass
class Found:
    """Nanoseconds by function and library, the least of all rounds; why a library is not among them."""

    ns: dict[str, dict[str, float]]
    rounds: int = 0
    versions: dict[str, str] = field(default_factory=dict)
    levels: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def measure(
    programs: Sequence[Program],
    functions: Sequence[str],
    seconds: float,
    missing: dict[str, str],
    tell: Callable[[str], None],
) -> Found:
    """Rounds for so many seconds, at least three: in each, every function by one library after the other.

    A library whose program ends early is left out, and `missing` says why. CheckError where libraries
    compute different points.
    """
    found = Found({function: {} for function in functions}, missing=missing)
    points: dict[str, tuple[str, str]] = {}
    began = time.monotonic()
    while found.rounds < LEAST_ROUNDS or time.monotonic() - began < seconds:
        tell(f"round {found.rounds + 1}")
        for function in functions:
            for program in programs:
                if function not in program.functions or program.library in missing:
                    continue
                try:
                    answer = program.ask(function)
                except UserError as error:
                    missing[program.library] = f"{function}: {error}"
                    continue
                _same(points, function, program.library, answer.get("result"))
                row = found.ns[function]
                row[program.library] = min(row.get(program.library, math.inf), answer["ns"])
        found.rounds += 1
    for program in programs:
        if program.library not in missing:
            found.versions[program.library] = program.version
            found.levels[program.library] = program.level
    for row in found.ns.values():
        for library in missing:
            row.pop(library, None)
    return found


def _same(points: dict[str, tuple[str, str]], function: str, library: str, result: str | None) -> None:
    if result is None:
        return
    first, expected = points.setdefault(function, (library, result))
    if result != expected:
        raise CheckError(f"{function}: {library} computes another point than {first}")
