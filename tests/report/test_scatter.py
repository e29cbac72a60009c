"""The picture of area against time: one mark a design, labels apart, lines of equal product."""

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.report.scatter import Point, area_time, panels_svg

SVG = "{http://www.w3.org/2000/svg}"
SIZE = st.floats(1, 1e6)


def number(element: ElementTree.Element, key: str) -> float:
    return float(element.attrib[key])


def drawn_as(title: str, points: Sequence[Point]) -> str:
    return panels_svg([area_time(title, points)], standalone=True)


@given(st.lists(st.tuples(SIZE, SIZE, st.booleans()), min_size=1, max_size=12))
def test_every_design_has_a_mark_inside_and_a_label_of_its_own(
    drawn: Sequence[tuple[float, float, bool]],
) -> None:
    points = [Point(f"<design-{i}>", x, y, ours) for i, (x, y, ours) in enumerate(drawn)]
    svg = drawn_as("a & b", points)
    root = ElementTree.fromstring(svg)
    marks = [c for c in root.iter(f"{SVG}circle") if len(c)]
    assert len(marks) == len(points)
    assert all(70 <= number(c, "cx") <= 736 and 56 <= number(c, "cy") <= 468 for c in marks)
    labels = [t for t in root.iter(f"{SVG}text") if re.fullmatch(r"<design-\d+>", t.text or "")]
    places = [(t.get("x"), t.get("y")) for t in labels]
    assert len(labels) == len(points) and len(set(places)) == len(places)
    assert svg == drawn_as("a & b", points)


def test_points_of_one_product_lie_on_one_line() -> None:
    svg = drawn_as("t", [Point("a", 100, 40, True), Point("b", 400, 10, True)])
    root = ElementTree.fromstring(svg)
    (line,) = [e for e in root.iter(f"{SVG}line") if e.get("class") == "equal" and e.get("y1") != "38"]
    x1, y1, x2, y2 = (number(line, key) for key in ("x1", "y1", "x2", "y2"))
    for mark in (c for c in root.iter(f"{SVG}circle") if len(c)):
        x, y = number(mark, "cx"), number(mark, "cy")
        assert (y - y1) * (x2 - x1) == pytest.approx((x - x1) * (y2 - y1), abs=200)


@pytest.mark.parametrize("points", [[], [Point("a", 0, 1, True)], [Point("a", 1, -1, False)]])
def test_nothing_to_draw_is_refused(points: Sequence[Any]) -> None:
    with pytest.raises(ValueError, match="positive"):
        drawn_as("t", points)
