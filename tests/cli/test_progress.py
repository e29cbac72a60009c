"""Progress: one line that moves on a terminal, one line a step elsewhere."""

import io
import os
import pty
import subprocess
import sys
import threading

import pytest
from rich.console import Console

from pairforge.cli.progress import _Line, progress
from pairforge.progress import Detail


def test_elsewhere_a_step_is_a_line_and_details_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as tell:
        tell("schedule a: 3 mul")
        assert capsys.readouterr().err == ""  # the machine may still prove too small
        tell(Detail("round 1"))
        tell("verify")
        tell(Detail("half"))
        tell("synthesize")
    lines = ["schedule a: 3 mul", "verify", "synthesize"]
    assert capsys.readouterr().err == "".join(f"pairforge: {line}\n" for line in lines)


def shown(line: _Line, width: int) -> str:
    written = io.StringIO()
    Console(file=written, width=width).print(line)
    return written.getvalue()


def test_on_a_terminal_a_step_and_its_detail_are_one_line() -> None:
    line = _Line()
    line.tell("synthesize for xc4v")
    line.tell(Detail("multiplier: [4] " + 200 * "x"))
    text = shown(line, 60)
    assert text.count("\n") == 1
    assert "synthesize for xc4v multiplier: [4]" in text
    line.tell("report")
    assert "multiplier" not in shown(line, 60)


def test_on_a_terminal_nothing_is_left_of_it() -> None:
    script = """from pairforge.cli.progress import progress
with progress() as tell:
    for step in range(40):
        tell(f"step {step}")"""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = subprocess.Popen([sys.executable, "-c", script], stderr=theirs, env=environment)
    said = bytearray()

    def read() -> None:
        while part := _read(ours):
            said.extend(part)

    reader = threading.Thread(target=read)
    reader.start()
    assert process.wait(60) == 0
    os.close(theirs)
    reader.join(60)
    os.close(ours)
    assert said.count(b"\n") <= 1, said
    assert said.rstrip().endswith(b"\x1b[2K"), said  # erased


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 4096)
    except OSError:  # the other end is closed
        return b""
