"""A tool in a process of its own: ended when it takes too long, and with everything that it started; several
side by side, ended when whoever waits for them is.

Imports nothing of the package.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

_ROOT = str(Path(__file__).resolve().parent.parent.parent)

_of_thread = threading.local()  # `sessions`: numbers of those of the children that its pool has started


@contextmanager
def side_by_side(most: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of at most so many threads that run children.

    Left by an exception, as Ctrl-C is one, it ends the children at once. A pool of Python's own would wait
    for them: they have sessions of their own, which no signal of the terminal reaches.
    """
    sessions: set[int] = set()

    def begin() -> None:
        _of_thread.sessions = sessions

    pool = ThreadPoolExecutor(most, initializer=begin)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for session in tuple(sessions):
            _end(session)
        raise
    finally:
        pool.shutdown()


def _end(session: int) -> None:
    """End all processes of a session, if there are any left."""
    with suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)


def run_child(
    module: str, arguments: Sequence[str], folder: Path, timeout: float, hear: Callable[[str], None]
) -> int:
    """Run `python -m module arguments…` in `folder`; return its exit status.

    Standard output goes to `folder/output.log`; each line of standard error goes to `hear`, from a thread.
    Scratch files go to `folder` as well, where they are removed with the rest.

    Raises
    ------
    subprocess.TimeoutExpired: it took longer than `timeout` seconds.
    """
    # The child finds this package where this process found it.
    path = os.pathsep.join(p for p in (_ROOT, os.environ.get("PYTHONPATH", "")) if p)
    command = [sys.executable, "-m", module, *arguments]
    more = {"TMPDIR": str(folder), "PYTHONPATH": path}
    with (folder / "output.log").open("wb") as log:
        return run_tool(command, folder, log, hear, timeout=timeout, more=more)


def run_tool(
    command: Sequence[str],
    folder: Path | None,
    output: IO[Any] | None,
    hear: Callable[[str], None],
    *,
    timeout: float | None = None,
    more: Mapping[str, str] | None = None,
) -> int:
    """Run a command in `folder` (None: this one) with `more` in its environment; return its exit status.

    Standard output goes to the file `output` (None: this process's own); each line of standard error goes to
    `hear`, from a thread. What `hear` raises ends the command, and is raised here.

    Raises
    ------
    OSError: it cannot be run.
    subprocess.TimeoutExpired: it took longer than `timeout` seconds.
    """
    child = subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | (more or {}),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )

    raised: list[Exception] = []

    def listen() -> None:
        assert child.stderr is not None
        try:
            for line in child.stderr:
                hear(line)
        except Exception as wrong:  # whatever it is, it is raised where the command was begun
            raised.append(wrong)
            _end(child.pid)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    sessions: set[int] = getattr(_of_thread, "sessions", set())
    sessions.add(child.pid)
    try:
        status = child.wait(timeout)
    finally:
        sessions.remove(child.pid)
        # The child may have children, also when it has ended: end the session that was started above, and
        # nothing else. While one of them is left no other process gets its number.
        _end(child.pid)
        child.wait()
        listener.join(5)
        if child.stderr is not None:
            child.stderr.close()
    if raised:
        raise raised[0]
    return status
