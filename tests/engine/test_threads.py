"""While a batch computes, other threads run Python."""

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from pairforge import engine

from .conftest import NAMES

pytestmark = pytest.mark.skipif(not NAMES, reason="no pairing in this build")


def test_a_batch_releases_the_lock() -> None:
    """With the lock held this thread would turn a few times before and after the work, however long it is."""
    pairing = engine.pairing(NAMES[0])
    P, Q = pairing.G1.random(1), pairing.G2.random(2)

    def turns_beside(number: Any) -> Any:
        pairs = [(P.native, Q.native)] * number
        thread = threading.Thread(target=pairing.native.batch, args=(pairs, 1))
        thread.start()
        turns = 0
        while thread.is_alive():
            time.sleep(0.001)
            turns += 1
        return turns

    # On a busy machine turns are rare; longer work has more of them.
    assert any(turns_beside(1000 * 4**longer) >= 50 for longer in range(7))


def test_threads_may_share_everything() -> None:
    pairing = engine.pairing(NAMES[0])
    P, Q = pairing.G1.random(1), pairing.G2.random(2)
    expected = pairing.pair(P, Q)
    prepared = pairing.prepare(P if pairing.native.fixes_first else Q)
    wrong = []

    def work() -> None:
        for _ in range(200):
            if pairing.pair(P, Q) != expected or prepared.pair(Q if prepared.which == "P" else P) != expected:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_more_threads_than_cores_are_not_made() -> None:
    """A million would take minutes to begin, and most of the machine's memory."""
    pairing = engine.pairing(NAMES[0])
    P, Q = pairing.G1.random(1), pairing.G2.random(2)
    tasks = Path("/proc/self/task")
    before, most = len(list(tasks.iterdir())), 0
    results: list[Any] = []
    thread = threading.Thread(
        target=lambda: results.append(pairing.batch([P] * 500, [Q] * 500, threads=10**6))
    )
    thread.start()
    while thread.is_alive():
        most = max(most, len(list(tasks.iterdir())))
    assert results == [[pairing.pair(P, Q)] * 500]
    assert most <= before + 1 + 2 * (os.cpu_count() or 1)
