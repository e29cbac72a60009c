"""Five products of thirds: the network multiplies, at any size; shared pairs keep every sum."""

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from pairforge.errors import UserError
from pairforge.evidence.formal import product_forms, prove_forms
from pairforge.evidence.netlist import operation_of, unit_files
from pairforge.hdl import Declaration, Instance
from pairforge.hdl.module import Module
from pairforge.units.fields.binary import BinaryField, clmul
from pairforge.units.karatsuba import Karatsuba, Split, smallest_levels, toom
from pairforge.units.parts.sums import shared_pairs


def total(nodes: Sequence[int]) -> int:
    return reduce(xor, nodes)


def bits(value: int, count: int) -> list[int]:
    return [value >> i & 1 for i in range(count)]


def product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    values = (sum(bit << i for i, bit in enumerate(v)) for v in (a, b))
    return bits(clmul(*values), len(a) + len(b) - 1)


@given(st.integers(2, 60), st.data())
def test_the_network_multiplies(third: int, data: DataObject) -> None:
    m = data.draw(st.integers(2 * third + 1, 3 * third))
    a, b = (data.draw(st.integers(0, (1 << m) - 1)) for _ in range(2))
    p, q = bits(a, m), bits(b, m)
    values = [(v[:third], *toom.points(v, third, total), v[2 * third :]) for v in (p, q)]
    products = [product(x, y) for x, y in zip(*values, strict=True)]
    half_done = toom.Interpolation.of(products, total)
    kept = []

    def register(nodes: Any) -> Any:
        kept.extend(nodes)
        return nodes

    for way in (half_done, half_done.behind(register, third, 2 * m - 1)):
        terms = way.product(third, 2 * m - 1, total)
        assert [total(t) for t in terms] == bits(clmul(a, b), 2 * m - 1)
    assert kept


def test_nothing_is_registered_that_the_product_does_not_need() -> None:
    """Each registered bit changes some coefficient when it is wrong."""
    third, m = 7, 20
    a = bits(0x5A5A5, m)
    values = (a[:third], *toom.points(a, third, total), a[2 * third :])
    half_done = toom.Interpolation.of([product(v, v) for v in values], total)
    count: list[int] = []

    def counted(nodes: list[Any]) -> list[Any]:
        count.append(len(nodes))
        return nodes

    half_done.behind(counted, third, 2 * m - 1)
    right = [total(t) for t in half_done.product(third, 2 * m - 1, total)]
    for wrong in range(count[0]):
        flip = lambda nodes, at=wrong: [n ^ (i == at) for i, n in enumerate(nodes)]  # noqa: E731
        changed = half_done.behind(flip, third, 2 * m - 1).product(third, 2 * m - 1, total)
        assert [total(t) for t in changed] != right


FIELDS = [(11, 2, 0), (14, 5, 0), (15, 1, 0), (32, 7, 3, 2, 0)]


@pytest.mark.parametrize("exponents", FIELDS)
@pytest.mark.parametrize(
    "cuts", [("reduced",), ("in0", "in1", "out1", "mid", "out0", "reduced"), ("in0", "mid", "mid")]
)
@pytest.mark.parametrize("sharing", ["none", "pairs"])
def test_the_multiplier_is_the_product(
    exponents: tuple[int, ...], cuts: tuple[str, ...], sharing: str
) -> None:
    m = exponents[0]
    levels = (Split("toom", -(-m // 3)), Split("halves", -(-m // 6)))
    unit = Karatsuba(BinaryField(exponents), len(cuts), levels=levels, cuts=cuts, sharing=sharing)
    prove_forms(*unit_files(unit), operation_of(unit), product_forms(exponents))


def test_registers_are_counted_exactly() -> None:
    """By the flip-flops written in the Verilog."""
    for cuts in (("in0", "in2", "out1", "mid", "out0", "reduced"), ("in1", "out2", "mid")):
        levels = (Split("toom", 11), Split("halves", 6))
        unit = Karatsuba(BinaryField((31, 3, 0)), len(cuts), levels=levels, cuts=cuts)
        assert registers(unit.module()) == unit.area_model().ff


def registers(module: Module) -> int:
    own = sum(s.net.width for s in module.body if isinstance(s, Declaration) and s.register)
    return own + sum(registers(s.module) for s in module.body if isinstance(s, Instance))


def test_five_products_need_fewer_tables_for_f2_239() -> None:
    field = BinaryField((239, 81, 0))
    levels = (Split("toom", 80), *smallest_levels(80))
    five = Karatsuba(field, 5, levels=levels, cuts=("in0", "in5", "out1", "mid", "reduced"))
    assert five.area_model().lut < 0.95 * Karatsuba(field).area_model().lut


@given(st.lists(st.sets(st.integers(0, 12), min_size=1, max_size=6), min_size=1, max_size=8))
def test_shared_pairs_keep_every_sum_and_never_add_more(rows: Sequence[set[int]]) -> None:
    pairs, found = shared_pairs(rows)
    first = 1 + max(max(row) for row in rows)
    meaning = {i: frozenset([i]) for i in range(first)}
    for k, (i, j) in enumerate(pairs):
        meaning[first + k] = meaning[i] ^ meaning[j]
    for row, new in zip(rows, found, strict=True):
        assert reduce(xor, (meaning[i] for i in new)) == row
    assert len(pairs) + sum(len(r) - 1 for r in found) <= sum(len(r) - 1 for r in rows)
    common = [set(a) & set(b) for a, b in combinations(map(tuple, found), 2)]
    assert all(len(c) < 2 for c in common)


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        (["16", "x6"], "level x6: five products of thirds are there for the first level over F_2 only"),
        (["x16"], "level x16: five products of thirds are there for the first level over F_2 only"),
        (["10"], "level 10: 2 parts of 10 digits leave 11 of 31; at most 9 may be left"),
        (["16", "t4"], "level t4: 3 parts of 4 digits leave 4 of 16; at most 3 may be left"),
        (["e15"], "level e15: 2 parts of 15 digits leave 1 of 31; at most 0 may be left"),
    ],
)
def test_levels_that_do_not_cut_are_refused(levels: Sequence[str], message: str) -> None:
    with pytest.raises(UserError) as error:
        Karatsuba(BinaryField((31, 3, 0)), levels=tuple(map(Split.of, levels)))
    assert str(error.value) == message
