"""Play rows of random inputs through a module `device` with ports `clk`, `bus_in` and `bus_out`."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pairforge.evidence import verilator

_DRIVER = Path(verilator.__file__).with_name("assets") / "unit_driver.cpp"


Field = int | tuple[int, list[int]]
"""So many random bits, or of so many bits one of these values."""


def random_rows(count: int, fields: Sequence[Field], seed: int = 1) -> list[int]:
    """Values of `bus_in`: the fields from the lowest bit on."""
    rng = random.Random(seed)
    rows = []
    for _ in range(count):
        row = place = 0
        for field in fields:
            width, values = field if isinstance(field, tuple) else (field, None)
            row |= (rng.getrandbits(width) if values is None else rng.choice(values)) << place
            place += width
        rows.append(row)
    return rows


def play(
    files: Mapping[str, str], rows: list[int], bits_in: int, bits_out: int, folder: Path
) -> NDArray[np.uint32]:
    """What `bus_out` holds before the rising edge that takes each row, in words of 32 bits.

    The widths are 96 bits or more, as Verilator has ports of fewer as numbers.
    """
    assert min(bits_in, bits_out) >= 96
    words_in, words_out = -(-bits_in // 32), -(-bits_out // 32)
    program = verilator.compile_driven(files, "device", _DRIVER)
    data = b"".join(row.to_bytes(4 * words_in, "little") for row in rows)
    (folder / "in").write_bytes(data)
    command = [
        str(program),
        "in",
        "out",
        f"rows={len(rows)}",
        f"words_in={words_in}",
        f"words_out={words_out}",
    ]
    subprocess.run(command, cwd=folder, check=True)
    return np.fromfile(folder / "out", np.uint32).reshape(len(rows), words_out)


def first_difference(a: NDArray[np.uint32], b: NDArray[np.uint32], after: int = 0) -> str:
    """Row and bits in which two outputs differ first, empty where they do not; rows before `after` may."""
    rows = np.flatnonzero((a[after:] != b[after:]).any(axis=1))
    if not len(rows):
        return ""
    row = int(rows[0]) + after
    bits = [32 * i + k for i, word in enumerate(a[row] ^ b[row]) for k in range(32) if word >> k & 1]
    return f"{len(rows)} rows of {len(a)}, first row {row}: bits {bits}"
