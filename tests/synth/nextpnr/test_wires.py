"""Wires of a placed netlist: their length against boxes, their crowding against a count tile by tile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.synth.nextpnr.flat import top_of
from pairforge.synth.nextpnr.wires import Wires, wires_of

from .placed import netlist_of

Net = list[tuple[int, int]]
NETS = st.lists(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=6), max_size=5
)


@given(NETS)
def test_wires_are_as_long_as_half_the_way_around_their_pins(nets: list[Net]) -> None:
    spans = [max(along) - min(along) for places in nets for along in zip(*places, strict=True)]
    assert wires_of(netlist_of(nets)).length == sum(spans)


@given(NETS)
def test_crowding_is_what_crosses_the_most_crowded_squares(nets: list[Net]) -> None:
    demand = dict[tuple[int, int], float]()
    for places in nets:
        left, right, low, high = (f(along) for along in zip(*places, strict=True) for f in (min, max))
        box = [(x, y) for x in range(left, right + 1) for y in range(low, high + 1)]
        longer = 1 + 0.06 * max(len(set(places)) - 3, 0)
        for tile in box:
            demand[tile] = demand.get(tile, 0) + longer * (right - left + high - low) / len(box)
    width, height = (max((tile[i] for tile in demand), default=0) + 1 for i in (0, 1))
    side = min(4, width, height)
    squares = sorted(
        (
            sum(demand.get((x + i, y + j), 0) for i in range(side) for j in range(side)) / side**2
            for x in range(width - side + 1)
            for y in range(height - side + 1)
        ),
        reverse=True,
    )
    most = squares[: max(1, len(squares) // 50)]
    assert wires_of(netlist_of(nets)).crowding == pytest.approx(sum(most) / len(most))


def test_a_net_that_is_on_a_cell_twice_and_cells_without_a_place_add_nothing() -> None:
    placed = netlist_of([[(0, 0), (3, 4)]])
    cells = top_of(placed)["cells"]
    cells["cell0_0"]["connections"]["O"] = [0]
    cells["constant"] = {"type": "GND", "attributes": {}, "connections": {"O": [0]}}
    assert wires_of(placed).length == 7


def test_a_netlist_is_the_harder_to_route_the_longer_and_the_more_crowded_its_wires_are() -> None:
    assert wires_of(netlist_of([])) == Wires(0, 0.0)
    assert Wires(1000, 2.0).strain == 2 < Wires(1000, 2.1).strain < Wires(1100, 2.1).strain
    spread = [[(x, 0), (x, 9)] for x in range(9)]
    crowded = [[(4, 0), (4, 9)]] * 9
    few, many = (wires_of(netlist_of(nets)) for nets in (spread, crowded))
    assert few.length == many.length and few.crowding < many.crowding
