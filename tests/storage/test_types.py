"""The ports of each type of storage, what an operation takes of them, and that every type has its file."""

from __future__ import annotations

import pytest

from pairforge.machine.design import Machine
from pairforge.machine.storage import Banks, DelayLines, Memory, RegisterFile, Storage
from pairforge.program.ir import Op
from pairforge.program.text import parse
from pairforge.schedule.problem import Use
from pairforge.storage.base import StorageType
from pairforge.storage.table import storage_of

PROGRAM = """\
program ports over 2^5
block b
  x = input 0
  y = input 1
  m = mul (x) (y)
  q = mul (m) (m)
  s = sum (x + q)
  o = output 0 (s)
"""
OPS: dict[str, Op] = {op.name: op for op in parse(PROGRAM).ops}


def made(storage: Storage) -> StorageType:
    return storage_of(Machine("m", (), storage))


def uses(storage: Storage, name: str) -> set[Use]:
    kind = made(storage)
    op = OPS[name]
    return set(kind.port_uses(op, lambda _: 0, 3 + kind.lead(op)))


def test_every_type_of_storage_in_a_design_has_one_that_does_it() -> None:
    found = {type(made(cls())) for cls in Storage.__subclasses__()}
    assert len(found) == len(Storage.__subclasses__()) == 4


@pytest.mark.parametrize(
    ("storage", "ports"),
    [
        (DelayLines(), {}),
        (Memory("block", 32, 2), {"write": 1, "read0": 1, "read1": 1}),
        (RegisterFile(0, 3, 2), {"write": 2, "read": 3}),
        (Banks(0, 6), {"write": 6, "read": 1}),
        (Banks(0, 6, wide_banks=4), {"write": 6, "read": 1, "wide_write": 4}),
    ],
)
def test_the_ports_there_are(storage: Storage, ports: dict[str, int]) -> None:
    assert made(storage).ports == ports


def test_a_memory_reads_term_by_term_and_a_register_file_each_value_once() -> None:
    assert uses(Memory(), "q") == {Use("read0"), Use("read1"), Use("write", 3)}
    assert uses(RegisterFile(), "q") == {Use("read"), Use("write", 3)}
    assert uses(RegisterFile(), "m") == {Use("read", amount=2), Use("write", 3)}


def test_banks_share_a_read_port_for_operations_with_one_operand() -> None:
    assert uses(Banks(), "m") == {Use("write", 3)}
    assert uses(Banks(), "s") == {Use("read"), Use("write", 3)}
    assert uses(Banks(), "o") == {Use("read")}


def test_over_one_bus_a_unit_takes_two_operands_a_cycle_after_the_first_is_read() -> None:
    single = made(RegisterFile(reads=1))
    assert [single.lead(OPS[name]) for name in ("m", "s", "o")] == [1, 0, 0]
    assert made(RegisterFile()).lead(OPS["m"]) == 0


def test_delay_lines_have_no_ports_to_take() -> None:
    assert all(not uses(DelayLines(), name) for name in OPS)
