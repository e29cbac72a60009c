"""Programs that look for an answer to a question, each a process of its own.

Imports questions.
"""

from __future__ import annotations

import resource
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from pairforge.evidence.handshakes.question import Question

ASKED = "asked.aig"
"""The file of a question, in the folder where a program runs."""

_POLL_S = 0.05


@dataclass(frozen=True)
class Search:
    """What a program wrote until it ended; `status` is None where it was called off."""

    status: int | None
    output: str
    errors: str
    seconds: float


def searched(
    question: Question, command: Sequence[str], off: Event | None = None, limit_s: int | None = None
) -> Search:
    """Runs a program on the question in `ASKED`. `off`: calls it off where it is set. `limit_s`: seconds on a
    processor after which it is ended.
    """
    began = time.perf_counter()
    if off is not None and off.is_set():  # before Yosys reads anything
        return Search(None, "", "", 0)
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        (folder / ASKED).write_bytes(question.aiger)
        process = started(command, folder)
        if limit_s is not None:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit_s, limit_s))
        while True:
            try:
                output, errors = process.communicate(timeout=_POLL_S)
                break
            except subprocess.TimeoutExpired:
                if off is not None and off.is_set():
                    process.kill()
    status = None if off is not None and off.is_set() else process.returncode
    return Search(status, output, errors, time.perf_counter() - began)


def started(command: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """A program that runs in a folder, with what it says."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True)
