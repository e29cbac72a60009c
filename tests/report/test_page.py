"""The page: self-contained, deterministic, complete, and alive in a browser."""

import copy
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import report_sample
from browsing import Opened, chromium, needs_browser
from playwright.sync_api import Browser

from pairforge.report.html import render

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return report_sample.data()


def _in_two_runs(data: dict[str, Any]) -> dict[str, Any]:
    """The same with the 120 iterations of its first loop as one run of 100 and one of 20."""
    other = copy.deepcopy(data)
    (loop,) = (block for block in other["stages"][0]["blocks"] if block["interval"] is not None)
    loop["again"] = [{"start": loop["start"] + 100 * loop["interval"], "count": loop["count"] - 100}]
    loop["count"] = 100
    return other


@pytest.fixture(scope="module")
def page(data: dict[str, Any]) -> str:
    return render(data)


class _Reader(HTMLParser):
    """Tags, text and identifiers of a page; complains when tags do not close in order."""

    VOID = frozenset({"meta", "link", "input", "br", "hr", "img", "rect", "path", "circle"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.words.append(data)


@pytest.fixture(scope="module")
def read(page: str) -> _Reader:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_loads_nothing(page: str, read: _Reader) -> None:
    for tag, attributes in read.tags:
        assert tag not in ("img", "iframe", "object", "embed", "base"), tag
        assert "src" not in attributes
        assert "srcset" not in attributes
        if tag == "link":
            assert attributes["href"] == "data:,"
    scripts = "".join(re.findall(r"<script>(.*?)</script>", page, re.S))
    styles = "".join(re.findall(r"<style>(.*?)</style>", page, re.S))
    for forbidden in ("http:", "https:", "@import", "url(", "fetch(", "XMLHttpRequest", "import("):
        assert forbidden not in scripts + styles


def test_same_data_same_bytes(page: str, data: dict[str, Any]) -> None:
    assert render(copy.deepcopy(data)) == page
    assert render(json.loads(json.dumps(data))) == page


def test_identifiers_are_unique_and_every_link_inside_the_page_leads_somewhere(read: _Reader) -> None:
    identifiers = [attributes["id"] for _, attributes in read.tags if attributes.get("id")]
    assert len(identifiers) == len(set(identifiers))
    for tag, attributes in read.tags:
        target = attributes.get("href") or ""
        if tag == "a" and target.startswith("#"):
            assert target[1:] in identifiers


def test_what_the_page_must_say_is_in_its_text(read: _Reader, data: dict[str, Any]) -> None:
    words = " ".join(" ".join(read.words).split())
    for said in (
        "855",
        "1,642",
        "10,000",
        "0 mismatches",
        "28,640",
        "17,470",
        "188",
        "40 bits of security today",
    ):
        assert said in words
    for label in ("measured", "estimated", "published", "proven"):
        assert label in words
    assert data["command"] in words
    for operation in (operation for stage in data["stages"] for operation in stage["operations"]):
        assert " ".join(operation["text"].split()) in words


def test_a_build_without_synthesis_and_simulation_has_a_page_too(data: dict[str, Any]) -> None:
    bare = copy.deepcopy(data)
    bare["result"] |= {"area": None, "timing": None, "verified": None, "published": None}
    bare |= {"area_by_unit": [], "published": [], "verification": []}
    shown = render(bare)
    assert "not synthesized in this build" in shown
    assert "not simulated in this build" in shown
    cards = shown.split('<dl class="figures">')[1].split("</dl>")[0]
    assert ">measured<" not in cards


@pytest.mark.parametrize(("bits", "style"), [(None, "alarm"), (40, "alarm"), (100, "alarm"), (126, "calm")])
def test_enough_security_is_no_alarm(data: dict[str, Any], bits: int | None, style: str) -> None:
    other = copy.deepcopy(data)
    other["security"]["bits_today"] = bits
    assert f'class="security {style}"' in render(other)


def test_the_loop_that_takes_longest_is_shown_first_and_the_bound_is_that_of_the_interval(
    data: dict[str, Any],
) -> None:
    """As over large primes: short blocks in front, two loops, and one interval of all."""
    many = copy.deepcopy(data)
    stage = many["stages"][0]
    loop = next(block for block in stage["blocks"] if block["interval"] is not None)
    stage["blocks"].append(loop | {"name": "rare", "count": 5})
    stage["blocks"].insert(0, loop | {"name": "often", "count": 1000})
    bound = stage["bounds"][0]
    rows = ("length of block block0", "initiation interval of loop often", "initiation interval of loop rare")
    stage["bounds"] = [bound | {"what": what} for what in (*rows, "interval between runs")]
    shown = render(many)
    assert f"<option>often</option><option>{loop['name']}</option><option>rare</option>" in shown
    cards = shown.split('<dl class="figures">')[1].split("</dl>")[0]
    assert "<dt>Interval between runs</dt>" in cards
    assert "block0" not in cards


def test_mismatches_are_shown_as_such(data: dict[str, Any]) -> None:
    wrong = copy.deepcopy(data)
    wrong["result"]["verified"]["mismatches"] = 3
    assert 'class="figure bad"' in render(wrong)
    assert 'class="figure bad"' not in render(data)


def test_text_of_the_user_cannot_become_markup(data: dict[str, Any]) -> None:
    sly = copy.deepcopy(data)
    sly["title"] = sly["stages"][0]["operations"][0]["text"] = "</script><script>alert(1)</script>@@data@@"
    shown = render(sly)
    assert "<script>alert" not in shown
    assert shown.count('id="report-data"') == 1


# -- in a browser -----------------------------------------------------------------------------

Driven = tuple[dict[str, Any], list[str]]

DRIVE = """
async () => {
  const report = { ready: document.documentElement.dataset.ready };
  const pause = () => new Promise((done) => setTimeout(done, 60));
  const inked = (canvas) => {
    const { width, height } = canvas;
    const copy = Object.assign(document.createElement("canvas"), { width, height });
    const brush = copy.getContext("2d", { willReadFrequently: true });
    brush.drawImage(canvas, 0, 0);
    const pixels = brush.getImageData(0, 0, width, height).data;
    let count = 0;
    for (let at = 3; at < pixels.length; at += 4) if (pixels[at]) count++;
    return count > 2000;
  };
  // A busy machine paints late: wait for it, within reason.
  const charts = [...document.querySelectorAll(".chart")];
  for (let tries = 0; tries < 100 && !charts.every(inked); tries++) await pause();
  report.charts = charts.map(inked);
  const [first, second] = document.querySelectorAll("figure.schedule");
  const chart = first.querySelector(".chart");
  const heading = (figure) => (figure.querySelector(".inspect h4") || { textContent: null }).textContent;
  const key = async (canvas, name) => {
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    await pause();
  };
  await key(chart, "ArrowRight");
  report.firstKey = heading(first);
  await key(chart, "ArrowRight");
  report.secondKey = heading(first);
  first.querySelector(".chips button").click();
  report.producer = heading(first);
  await key(chart, "Escape");
  report.escaped = heading(first);
  first.querySelector("input[value=run]").click();
  await pause();
  report.run = first.querySelector(".overview-text").textContent;
  await key(chart, "ArrowRight");
  report.inRun = first.querySelector(".where").textContent;
  const other = second.querySelector(".chart");
  const box = other.getBoundingClientRect();
  const at = { clientX: box.left + 300, clientY: box.top + 26 + 39, bubbles: true, pointerId: 5 };
  other.dispatchEvent(new PointerEvent("pointermove", at));
  await pause();
  report.tip = !second.querySelector(".tip").hidden;
  report.hovered = heading(second);
  const turn = { deltaY: 100, bubbles: true, cancelable: true };
  const wheel = (more) => other.dispatchEvent(new WheelEvent("wheel", { ...turn, ...more }));
  other.focus();
  report.wheel = [wheel({}), wheel({ ctrlKey: true })];
  await key(other, "ArrowRight");
  report.tipAfterKey = !second.querySelector(".tip").hidden;
  document.querySelector('.node[data-id="mul"]').dispatchEvent(new Event("pointerenter"));
  report.traced = document.querySelectorAll(".wire.on").length;
  const node = (name) => document.querySelector(`figure.datapath .node[data-id="${name}"]`);
  node("sum0").dispatchEvent(new FocusEvent("focus"));
  node("sum0").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  report.tabStops = [...document.querySelector("svg.dp").querySelectorAll('[tabindex="0"]')].length;
  node("mul").dispatchEvent(new Event("pointerenter"));
  report.trace = document.querySelector(".trace").textContent;
  const named = (element) =>
    element.textContent.trim() || element.getAttribute("aria-label") || element.closest("label");
  report.unlabelled = [...document.querySelectorAll("button, select, input, canvas[tabindex]")].filter(
    (element) => !named(element),
  ).length;
  const frameOf = chart.getBoundingClientRect();
  const tips = new Set();
  for (let x = 90; x < frameOf.width; x += 7) {
    const over = { clientX: frameOf.left + x, clientY: frameOf.top + 65, bubbles: true, pointerId: 6 };
    chart.dispatchEvent(new PointerEvent("pointermove", over));
    if (!first.querySelector(".tip").hidden) tips.add(first.querySelector(".tip span").textContent);
  }
  report.runs = [...tips];
  return report;
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def driven(data: dict[str, Any], browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Driven:
    """What a script found that used the page in Chromium, and what was logged."""
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(render(_in_two_runs(data)), encoding="utf-8")
    opened = Opened(browser, file)
    widths = []
    for width in (390, 800, 1440):
        opened.page.set_viewport_size({"width": width, "height": 3000})
        opened.settle()
        widths.append(opened.page.evaluate("[innerWidth, document.documentElement.scrollWidth]"))
    found = opened.page.evaluate(DRIVE)
    opened.context.close()
    return {"widths": widths, **found}, opened.said


@needs_browser
def test_no_console_message(driven: Driven) -> None:
    assert driven[1] == []
    assert driven[0]["ready"] == "true"


@needs_browser
def test_the_page_is_never_wider_than_its_window(driven: Driven) -> None:
    assert [inside for inside, _ in driven[0]["widths"]] == [390, 800, 1440]
    for width, needed in driven[0]["widths"]:
        assert needed <= width


@needs_browser
def test_the_schedules_are_drawn(driven: Driven) -> None:
    assert driven[0]["charts"] == [True, True]


@needs_browser
def test_the_keyboard_walks_along_the_multiplier_and_to_producers(driven: Driven) -> None:
    found = driven[0]
    assert found["firstKey"] == "m2 = (g0 + g1) * (f0 + f1)"
    assert found["secondKey"] == "m3 = g0 * f2"
    assert found["producer"] == "g0 = uv + yP + yQ"
    assert found["escaped"] is None


@needs_browser
def test_the_whole_run_expands_the_loop(driven: Driven) -> None:
    assert "the whole run" in driven[0]["run"]
    assert re.search(r"iteration 1 of 100 in run 1 of 2", driven[0]["inRun"])


@needs_browser
def test_pointing_tells_the_operation_and_the_signals(driven: Driven) -> None:
    found = driven[0]
    assert found["tip"] is True
    assert re.match(r"\w+ = \w+ \* \w+", found["hovered"])
    assert found["traced"] >= 4
    assert "reads mul.a, mul.b" in found["trace"]
    assert found["tabStops"] == 1


@needs_browser
def test_a_key_takes_the_tip_away_and_the_plain_wheel_scrolls_the_page(driven: Driven) -> None:
    assert driven[0]["tipAfterKey"] is False
    assert driven[0]["wheel"] == [True, False]


@needs_browser
def test_every_run_of_a_loop_is_drawn(driven: Driven) -> None:
    found = [
        re.fullmatch(r"mul, cycle (\d+), iteration (\d+) of (\d+) in run (\d) of 2", tip)
        for tip in driven[0]["runs"]
    ]
    seen = [tuple(map(int, match.groups())) for match in found if match]
    assert {(count, run) for _, _, count, run in seen} == {(100, 1), (20, 2)}
    for cycle, iteration, count, run in seen:
        begin = 8 + 7 * (iteration - 1) + (700 if run == 2 else 0)
        assert iteration <= count
        assert begin <= cycle < begin + 23


@needs_browser
def test_every_control_has_a_name(driven: Driven) -> None:
    assert driven[0]["unlabelled"] == 0


def test_assets_are_plain_text(request: pytest.FixtureRequest) -> None:
    assets = Path(request.config.rootpath) / "pairforge" / "report" / "assets"
    for path in sorted(assets.iterdir()):
        assert path.suffix in (".css", ".js", ".html"), path
        assert path.read_text(encoding="utf-8").endswith("\n")
