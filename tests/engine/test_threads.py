"""While a batch computes, other threads run Python."""

import threading
import time

import pytest

from pairforge import engine

from .conftest import NAMES

pytestmark = pytest.mark.skipif(not NAMES, reason="no pairing in this build")


def test_a_batch_releases_the_lock():
    pairing = engine.pairing(NAMES[0])
    P, Q = pairing.G1.random(1), pairing.G2.random(2)
    began = time.perf_counter()
    pairing.batch([P] * 500, [Q] * 500)
    number = int(500 * 0.5 / (time.perf_counter() - began)) + 500
    spans = []

    def work():
        start = time.perf_counter()
        pairing.native.batch([(P.native, Q.native)] * number, 1)
        spans.append((start, time.perf_counter()))

    ticks = []
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    thread.join()
    ((start, end),) = spans
    # With the lock held there would be none in the middle of the work.
    third = (end - start) / 3
    assert any(start + third < tick < end - third for tick in ticks)


def test_threads_may_share_everything():
    pairing = engine.pairing(NAMES[0])
    P, Q = pairing.G1.random(1), pairing.G2.random(2)
    expected = pairing.pair(P, Q)
    prepared = pairing.prepare(P if pairing.native.fixes_first else Q)
    wrong = []

    def work():
        for _ in range(200):
            if pairing.pair(P, Q) != expected or prepared.pair(Q if prepared.which == "P" else P) != expected:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
