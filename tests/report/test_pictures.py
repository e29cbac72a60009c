"""Schedule as text and as SVG, and the drawing of the datapath."""

import itertools
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
import report_sample

from pairforge.report.layout import PITCH, Drawing, lay_out
from pairforge.report.svg import datapath_svg, schedule_svg
from pairforge.report.text import schedule_text


@pytest.fixture(scope="module")
def stages() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = report_sample.data()["stages"]
    return found


def test_text_shows_the_steady_state_of_a_loop(stages: list[dict[str, Any]]) -> None:
    text = schedule_text(stages[0])
    assert "loop main: 120 iterations from cycle 8, one every 7 cycles, each 23 cycles long" in text
    steady = text.split("steady state")[1].splitlines()
    assert steady[1].split() == ["cycle", *map(str, range(7))]
    assert steady[2].split() == ["mul", "m2-2", "m3-2", "m4-2", "m5-2", "uv", "m0-1", "m1-1"]
    assert (
        "interval of the loop main          7  bound      7  least, proven; 7 multiplications on 1 mul"
        in text
    )


def test_text_stays_within_its_width(stages: list[dict[str, Any]]) -> None:
    for stage in stages:
        lines = schedule_text(stage, width=80).split("bounds")[0].splitlines()
        tables = [line for line in lines if line.startswith("  ") and "=" not in line.replace("==", "")]
        assert max(map(len, tables)) <= 80


def test_text_lists_every_operation_of_a_straight_line(stages: list[dict[str, Any]]) -> None:
    text = schedule_text(stages[1])
    for operation in stages[1]["operations"]:
        assert operation["text"] in text


@pytest.mark.parametrize("picture", [schedule_svg, datapath_svg])
def test_svg_is_well_formed_and_deterministic(picture: Any, stages: list[dict[str, Any]]) -> None:
    for stage in stages:
        drawn = picture(stage)
        assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
        assert drawn == picture(stage)


def test_loop_svg_draws_each_operation_of_the_iteration_once_in_full(stages: list[dict[str, Any]]) -> None:
    drawn = schedule_svg(stages[0])
    for operation in stages[0]["operations"]:
        title = f"{operation['text']}; cycle {operation['start']}</title>"
        assert drawn.count(title.replace("'", "&#x27;")) == (operation["block"] == "main")


def _drawing(stage: dict[str, Any]) -> Drawing:
    return lay_out(stage["datapath"]["nodes"], stage["datapath"]["links"])


def test_boxes_do_not_overlap(stages: list[dict[str, Any]]) -> None:
    for stage in stages:
        boxes = list(_drawing(stage).boxes.values())
        for index, a in enumerate(boxes):
            for b in boxes[index + 1 :]:
                apart = a.x + a.width <= b.x or b.x + b.width <= a.x
                assert apart or a.y + a.height <= b.y or b.y + b.height <= a.y, (a, b)


def test_wires_run_from_box_to_box_and_cross_no_box(stages: list[dict[str, Any]]) -> None:
    for stage in stages:
        drawing, links = _drawing(stage), stage["datapath"]["links"]
        assert [wire.link for wire in drawing.wires] == list(range(len(links)))
        for wire in drawing.wires:
            source = drawing.boxes[links[wire.link]["source"]]
            target = drawing.boxes[links[wire.link]["target"]]
            assert wire.points[0][0] == source.x + source.width
            assert source.y < wire.points[0][1] < source.y + source.height
            assert wire.points[-1][0] == target.x
            assert target.y < wire.points[-1][1] < target.y + target.height
            for (x0, y0), (x1, y1) in zip(wire.points, wire.points[1:], strict=False):
                assert x0 == x1 or y0 == y1
                for box in drawing.boxes.values():
                    inside_x = min(x0, x1) < box.x + box.width and max(x0, x1) > box.x
                    inside_y = min(y0, y1) < box.y + box.height and max(y0, y1) > box.y
                    assert not (inside_x and inside_y), (links[wire.link], box)


def test_wires_of_different_signals_never_run_on_top_of_each_other(stages: list[dict[str, Any]]) -> None:
    for stage in stages:
        links = stage["datapath"]["links"]
        runs: dict[tuple[str, float], list[tuple[float, float, str]]] = {}
        for wire in _drawing(stage).wires:
            source = links[wire.link]["source"]
            for (x0, y0), (x1, y1) in zip(wire.points, wire.points[1:], strict=False):
                key, low, high = ("h", y0), min(x0, x1), max(x0, x1)
                if x0 == x1:
                    key, low, high = ("v", x0), min(y0, y1), max(y0, y1)
                for other_low, other_high, other in runs.setdefault(key, []):
                    assert other == source or high <= other_low or low >= other_high, (key, source, other)
                runs[key].append((low, high, source))


def test_ports_are_apart(stages: list[dict[str, Any]]) -> None:
    for stage in stages:
        ends: dict[str, list[float]] = {}
        for wire in _drawing(stage).wires:
            ends.setdefault(stage["datapath"]["links"][wire.link]["target"], []).append(wire.points[-1][1])
        for heights in ends.values():
            ordered = sorted(heights)
            assert all(b - a >= PITCH for a, b in itertools.pairwise(ordered))


def test_a_ring_and_a_loop_on_itself_can_be_drawn() -> None:
    nodes = [{"id": name, "kind": "unit", "label": name, "detail": "", "width": 1} for name in "abc"]
    links = [{"source": s, "target": t, "port": "", "label": ""} for s, t in ("ab", "bc", "ca", "bb")]
    drawing = lay_out(nodes, links)
    assert len(drawing.wires) == 4
    assert [wire.feedback for wire in drawing.wires] == [False, False, True, True]
