"""What a netlist consists of, as text."""

from __future__ import annotations

from pairforge.evidence.proof.netlist import Cell, Netlist


def _with_table(table: int) -> Netlist:
    cell = Cell(
        "table", "$mem_v2", {"RD_ADDR": [2, 3], "RD_DATA": [4]}, {"INIT": table}, frozenset(["RD_DATA"])
    )
    return Netlist("top", [cell], {"a": [2, 3]}, {"y": [4]}, {}, "")


def test_the_content_has_tables_of_any_size() -> None:
    """Also one of more digits than Python writes in decimal: an inverter of 8 steps has one."""
    table = 1 << 20_000
    assert _with_table(table).content == _with_table(table).content
    assert _with_table(table).content != _with_table(table | 1).content
