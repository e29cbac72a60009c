"""Verilator's runtime, compiled once for the whole folder."""

from pathlib import Path

import pytest

from .bench import runtime


@pytest.fixture(scope="session")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return runtime(tmp_path_factory.getbasetemp().parent / "verilator-runtime")
