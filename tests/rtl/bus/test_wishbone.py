"""The Wishbone wrapper under random accesses in both modes."""

from pathlib import Path

import pytest

from rtl.bus.harness import run, subject
from rtl.bus.test_axi import CHECKS, assert_clean


@pytest.mark.parametrize("transactions", [2000, pytest.param(30_000, marks=pytest.mark.slow)])
def test_random_traffic(tmp_path: Path, transactions: int) -> None:
    report = run(
        tmp_path, subject(*CHECKS), "rtl.bus.wishbone_traffic", "wishbone", transactions=transactions
    )
    assert_clean(report, transactions)
    for kind in ("results", "results of unknown points", "hard resets", "soft resets", "words refused"):
        assert report["done"].get(kind), f"no {kind}"
