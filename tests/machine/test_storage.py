"""The keys of each type of storage, and what it refuses."""

from __future__ import annotations

import pytest

from pairforge.errors import UserError
from pairforge.machine.storage import Banks, DelayLines, Memory, RegisterFile, Storage, read_storage
from pairforge.table import Table

EVERY: dict[str, Storage] = {
    "delay lines": DelayLines(),
    "block memory": Memory("block", 64, 3),
    "distributed memory": Memory("distributed", 16, 1),
    "registers": RegisterFile(10, 3, 2),
    "as many registers as are needed": RegisterFile(),
    "banks": Banks(words=20, banks=6),
    "banks with few copies": Banks(words=20, banks=6, copies=2),
    "banks of two widths": Banks(words=20, banks=6, copies=2, wide_banks=4, wide_copies=1),
}


def table(**keys: object) -> Table:
    return Table(keys, "mine.toml", "stage.s.storage")


@pytest.mark.parametrize("name", EVERY)
def test_the_keys_of_a_storage_read_as_that_storage(name: str) -> None:
    assert read_storage(table(**EVERY[name].keys)) == EVERY[name]


def test_without_keys_a_storage_is_delay_lines_and_without_a_style_a_block_memory() -> None:
    assert read_storage(table()) == DelayLines()
    assert read_storage(table(kind="ram")) == Memory("block", 32, 2)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"kind": "lines", "style": "block"}, "style: unknown key; known here: kind"),
        ({"kind": "ram", "banks": 3}, "banks: unknown key; known here: kind, reads, style, words"),
        (
            {"kind": "ram", "style": "banks", "reads": 2},
            "reads: unknown key; did you mean words?",
        ),
        (
            {"kind": "ram", "style": "banks", "banks": 33},
            "banks: must be a whole number from 1 to 32, not 33",
        ),
        (
            {"kind": "ram", "style": "registers", "writes": 9},
            "writes: must be a whole number from 1 to 8, not 9",
        ),
    ],
)
def test_a_key_of_another_type_is_refused(keys: dict[str, object], message: str) -> None:
    with pytest.raises(UserError) as error:
        read_storage(table(**keys))
    assert str(error.value) == f"mine.toml: stage.s.storage.{message}"


def test_cycles_from_a_result_to_its_first_read() -> None:
    found = {name: (storage.write_latency, storage.read_latency) for name, storage in EVERY.items()}
    assert found == {
        "delay lines": (0, 0),
        "block memory": (1, 1),
        "distributed memory": (1, 0),
        "registers": (1, 0),
        "as many registers as are needed": (1, 0),
        "banks": (0, 0),
        "banks with few copies": (0, 0),
        "banks of two widths": (0, 0),
    }
