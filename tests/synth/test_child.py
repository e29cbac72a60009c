"""Children that run side by side end with whoever waits for them."""

import sys
import threading

import pytest

from pairforge.synth.child import run_tool, side_by_side

WAITS = "import sys, time; print('here', file=sys.stderr, flush=True); time.sleep(600)"


def test_children_end_at_once_when_what_waits_for_them_is_interrupted() -> None:
    here = threading.Semaphore(0)
    found: list[int] = []

    def wait() -> None:
        command = [sys.executable, "-c", WAITS]
        found.append(run_tool(command, None, None, lambda _: here.release()))

    with pytest.raises(KeyboardInterrupt), side_by_side(2) as pool:
        tasks = [pool.submit(wait) for _ in range(3)]
        assert all(here.acquire(timeout=60) for _ in range(2))
        raise KeyboardInterrupt
    # Two were running and are ended, the third was never begun.
    assert found == [-9, -9]
    assert [task.cancelled() for task in tasks] == [False, False, True]


def test_what_is_left_without_an_exception_is_waited_for() -> None:
    with side_by_side(1) as pool:
        task = pool.submit(run_tool, [sys.executable, "-c", "raise SystemExit(3)"], None, None, print)
    assert task.result() == 3


def test_what_the_listener_raises_ends_the_child_and_is_raised() -> None:
    def hear(line: str) -> None:
        raise ValueError(line.strip())

    with pytest.raises(ValueError, match=r"^here$"):
        run_tool([sys.executable, "-c", WAITS], None, None, hear)
