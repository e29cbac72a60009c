"""The same design gives the same Verilog in every process, in whatever order Python's sets come there."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

COMPILE = """
import hashlib, json, sys
from pairforge.machine.designs import find_design
from pairforge.compiler.compile import compile_design
from pairforge.bundle.emit import rtl_files

name, options = json.loads(sys.argv[1])
files = rtl_files(compile_design(find_design(name, options)))
print(hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest())
"""
CONTINUANT = {"miller.algorithm": "continuant"}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("beuchat-f2-5", CONTINUANT),
        pytest.param("shu2-f2-5", {}, marks=pytest.mark.slow),
        pytest.param("small-f3-5", {}, marks=pytest.mark.slow),
        pytest.param(
            "beuchat-f3-5",
            CONTINUANT | {"miller.mul.terms": "3", "miller.sum.terms": "6"},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_verilog_does_not_depend_on_the_seed_of_hashes(
    name: str, options: Mapping[str, Any], tmp_path: Path
) -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", COMPILE, json.dumps([name, options])],
            env=os.environ | {"PYTHONHASHSEED": seed, "PAIRFORGE_CACHE": str(tmp_path / seed)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1")
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert len(first.strip()) == 64
    assert first == second
