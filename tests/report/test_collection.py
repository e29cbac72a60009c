"""The page of many designs in a browser: what it shows, by pointer and by keyboard, offline."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import collection_sample
import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import Opened, chromium, needs_browser
from playwright.sync_api import Browser, Page

from pairforge.report.collection import render_collection

pytestmark = [needs_browser, pytest.mark.xdist_group("browser")]
BUILT = 11
DRAWN = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"


@pytest.fixture(scope="module")
def text() -> str:
    return render_collection(collection_sample.collection())


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


class Collection(Opened):
    """The page of many designs: its rows, and its views."""

    def rows(self) -> list[int]:
        rows: list[int] = self.page.eval_on_selector_all(
            "table.designs tbody tr:not([hidden])", "rows => rows.map(row => Number(row.dataset.entry))"
        )
        return rows

    def each(self, what: str) -> list[Any]:
        """An expression of the design `e` for the rows of the table, in their order."""
        expression = f"rows => rows.map(i => model.entries[i]).map(e => {what})"
        values: list[Any] = self.page.evaluate(expression, self.rows())
        return values

    def everything(self) -> None:
        """All views open: a design, a comparison, everything that is folded."""
        self.go("#open=0&pair=1,10")
        self.page.wait_for_selector(".opened-body[data-shown]")
        self.page.wait_for_selector(".compare-body[data-shown]")
        self.page.eval_on_selector_all("details", "all => all.forEach(each => each.open = true)")
        self.settle()


@pytest.fixture(scope="module")
def file(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("collection") / "report.html"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def opened(browser: Browser, file: Path) -> Iterator[Collection]:
    found = Collection(browser, file)
    yield found
    found.context.close()


@pytest.fixture
def page(opened: Collection) -> Iterator[Page]:
    """The page as when first opened. Nothing may be logged, and nothing asked for but the file."""
    opened.go("")
    opened.said.clear()
    opened.asked.clear()
    yield opened.page
    assert opened.said == []
    assert {url.split("#")[0] for url in opened.asked} <= {opened.address, "about:blank"}


def mark(page: Page, entry: int) -> Any:
    """The mark of a design on the map."""
    label = page.evaluate(f"model.entries[{entry}].label")
    return page.locator(f"svg.map .mark[aria-label^={json.dumps(label + ':')}]")


def test_same_collection_same_bytes_and_no_markup_of_the_user(text: str) -> None:
    assert render_collection(collection_sample.collection()) == text
    assert "<b>&amp;" not in text and "<img" not in text and "<u>" not in text
    scripts = "".join(re.findall(r"<script>(.*?)</script>", text, re.S))
    styles = "".join(re.findall(r"<style>(.*?)</style>", text, re.S))
    for forbidden in ("http:", "https:", "@import", "url(", "fetch(", "XMLHttpRequest", "import("):
        assert forbidden not in scripts + styles


def test_the_map_has_every_design_and_what_was_published(page: Any) -> None:
    assert page.locator("svg.map .mark:not(.prior-work)").count() == BUILT
    assert page.locator("svg.map .mark.prior-work").count() >= 4
    assert page.locator(".status").inner_text() == f"{BUILT} of {BUILT} designs on the map"
    # The front: no design on it is beaten on both axes, every other is.
    figures = page.evaluate(
        "map.marks.filter(m => !m.design.published).map(m => "
        "[model.value(m.design, 'slices'), model.value(m.design, 'us'), map.best.has(m.design)])"
    )
    for area, time, best in figures:
        beaten = any(a <= area and t <= time and (a, t) != (area, time) for a, t, _ in figures)
        assert best != beaten
    page.uncheck("[name=prior_work]")
    assert page.locator("svg.map .mark.prior-work").count() == 0


def test_a_front_has_what_nothing_beats_and_twins_alike(page: Any) -> None:
    found = page.evaluate(
        """places => front(
          places.map(([a, b], index) => ({ index, figures: { slices: [a], us: [b] } })),
          model, "slices", "us"
        ).map(design => design.index)""",
        [[1, 9], [2, 9], [2, 5], [2, 5], [3, 5], [3, 4], [2, 6], [9, 4]],
    )
    assert sorted(found) == [0, 2, 3, 5]


def test_a_rectangle_drawn_with_the_mouse_selects_and_the_table_follows(page: Any, opened: Any) -> None:
    page.locator("svg.map").scroll_into_view_if_needed()
    box = page.locator("svg.map").bounding_box()
    one, other = mark(page, 0).bounding_box(), mark(page, 4).bounding_box()
    xs = sorted([one["x"] + 12, other["x"] + 12])
    ys = sorted([one["y"] + 12, other["y"] + 12])
    page.mouse.move(xs[0] - 4, ys[0] - 4)
    page.mouse.down()
    page.mouse.move(xs[1] + 4, ys[1] + 4, steps=4)
    page.mouse.up()
    inside = page.evaluate("model.built.filter(e => model.inRange(e, 'slices', 'us')).map(e => e.index)")
    assert {0, 4} <= set(inside) and len(inside) < BUILT
    assert set(opened.rows()) == set(inside)
    assert f"{len(inside)} selected" in page.locator(".status").inner_text()
    assert page.input_value("[name=x0]") and page.input_value("[name=y1]")
    page.click("[data-do=zoom]")
    shown = page.locator("svg.map .mark:not(.prior-work)").count()
    assert len(inside) <= shown < BUILT
    page.click("[data-do=zoom]")
    assert page.locator("svg.map .mark:not(.prior-work)").count() == BUILT
    # A click on nothing lets go of a selection.
    page.fill("[name=x0]", "1")
    page.mouse.click(box["x"] + box["width"] - 30, box["y"] + 25)
    assert len(opened.rows()) == BUILT


def test_the_keyboard_goes_from_mark_to_mark_selects_and_opens(page: Any, opened: Any) -> None:
    assert page.locator('svg.map .mark[tabindex="0"]').count() == 1
    mark(page, 0).focus()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("map.current.index")
    assert focused != 0 and page.locator(".plane .tip").is_visible()
    walked = []
    for key in ("Shift+ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight"):
        page.keyboard.press(key)
        walked.append(page.evaluate("map.current"))
    inside = page.evaluate("model.built.filter(e => model.inRange(e, 'slices', 'us')).map(e => e.index)")
    assert set(opened.rows()) == set(inside)
    # Where it began and where it ended are the corners, and count.
    assert {focused, *(end["index"] for end in walked[-1:] if "published" not in end)} <= set(inside)
    page.keyboard.press("Escape")
    assert len(opened.rows()) == BUILT
    mark(page, 3).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.opened-body[data-shown="3"]')
    assert page.evaluate("document.activeElement.id") == "opened-title"
    mark(page, 5).focus()
    page.keyboard.press("c")
    assert page.evaluate("model.pair") == [5, None]


def test_the_selection_can_be_typed(page: Any, opened: Any) -> None:
    page.fill("[name=y1]", "7")
    times = page.evaluate("model.built.filter(e => model.value(e, 'us') <= 7).map(e => e.index)")
    assert 0 < len(times) < BUILT and set(opened.rows()) == set(times)
    page.click("[data-do=clear]")
    assert page.input_value("[name=y1]") == "" and len(opened.rows()) == BUILT


def test_axes_are_chosen_and_logarithmic_or_not(page: Any) -> None:
    def places() -> Any:
        return page.eval_on_selector_all(
            "svg.map .mark:not(.prior-work)", "all => all.map(each => each.getAttribute('transform'))"
        )

    log = places()
    page.uncheck("[name=x-log]")
    assert places() != log
    page.select_option("[name=x]", "dsp")  # all are 0: no place on a logarithmic axis
    assert len(places()) == BUILT
    page.check("[name=x-log]")
    assert places() == [] and "No design has both figures" in page.locator("svg.map").text_content()
    page.select_option("[name=x]", "mhz")
    assert "more is better" in page.locator("svg.map").text_content()
    best = page.evaluate("[...map.best].map(e => model.value(e, 'mhz'))")
    assert max(best) == max(page.evaluate("model.built.map(e => model.value(e, 'mhz'))"))


def test_a_point_opens_schedule_datapath_and_area(page: Any) -> None:
    mark(page, 2).click()
    page.wait_for_selector('.opened-body[data-shown="2"]')
    body = page.locator(".opened-body")
    assert body.locator("figure.schedule").count() == 2
    assert body.locator("svg.dp .node").count() > 8
    assert "Area by unit" in body.inner_text() and "miller.mul.stages = 5" in body.inner_text()
    chart = body.locator("canvas.chart").first
    page.wait_for_function(DRAWN, arg=chart.element_handle())
    chart.focus()
    page.keyboard.press("ArrowRight")
    assert body.locator(".inspect h4").first.inner_text() == "m2 = (g0 + g1) * (f0 + f1)"
    assert page.evaluate("location.hash") == "#open=2"
    # Another one takes its place; an address opens it again.
    page.locator('tr[data-entry="10"] button.open').click()
    page.wait_for_selector('.opened-body[data-shown="10"]')
    assert page.locator("#opened-title").inner_text() == "small</script><b>&amp;"
    assert body.locator("figure.schedule").count() == 1


def test_two_designs_side_by_side(page: Any) -> None:
    page.locator('tr[data-entry="0"] input').check()
    page.locator('tr[data-entry="7"] input').check()
    page.wait_for_selector('.compare-body[data-shown="0 7"]')
    body = page.locator(".compare-body")
    ratio = page.evaluate("model.value(model.entries[7], 'lut') / model.value(model.entries[0], 'lut')")
    row = body.locator("tr", has_text="Look-up tables").first
    assert row.locator("td").last.inner_text() == f"{ratio:.2f}×"
    assert "better" in row.locator("td").first.inner_text()
    assert "2 differences" in body.inner_text()
    assert body.locator("figure.schedule").count() == 4
    assert "Look-up tables by unit" in body.inner_text()
    page.click("#compare [data-do=swap]")
    page.wait_for_selector('.compare-body[data-shown="7 0"]')
    # Two whose settings were not stored are not said to be alike.
    script = "entries => { const own = entries.map((entry) => ({ ...entry, configuration: {}, settings: {}, "
    script += "pairing: 'p', target: 't' })); const body = document.createElement('div'); "
    script += "Compare.prototype.differences.call({ body, settings() {} }, own); return body.textContent; }"
    said = page.evaluate(f"({script})(model.entries.slice(0, 2))")
    assert "How they are set was not stored with both of them." in said
    page.locator('tr[data-entry="7"] input').uncheck()
    assert "Choose a second design" in body.inner_text()
    page.select_option("[name=right]", "10")
    page.wait_for_selector('.compare-body[data-shown="0 10"]')
    assert "<u>digit-serial</u>" in body.text_content()


def test_columns_sort_and_filters_hide(page: Any, opened: Any) -> None:
    head = page.locator("th[data-column=us]")
    head.locator("button").click()
    values = opened.each("model.value(e, 'us')")
    assert values == sorted(values) and head.get_attribute("aria-sort") == "ascending"
    head.locator("button").press("Enter")
    values = opened.each("model.value(e, 'us')")
    assert values == sorted(values, reverse=True) and head.get_attribute("aria-sort") == "descending"
    page.locator('th[data-column="miller.mul.stages"] button').click()
    stages = page.evaluate(
        "index => index.map(i => model.entries[i].settings['miller.mul.stages'])", opened.rows()
    )
    assert stages == sorted(stages, key=lambda text: int(text or 99))
    page.locator("details.filters summary").click()
    page.get_by_role("checkbox", name="halves", exact=True).uncheck()
    split = page.evaluate(
        "index => index.map(i => model.entries[i].settings['miller.mul.split'])", opened.rows()
    )
    assert "halves" not in split and "oddeven" in split
    assert page.locator("svg.map .mark:not(.prior-work)").count() == len(split)
    page.get_by_text("All designs").click()
    page.wait_for_function(f"model.passing.size === {BUILT}")
    assert len(opened.rows()) == BUILT


def test_a_mark_of_the_published_figure_opens_the_design(page: Any) -> None:
    page.locator('#panels [data-entry="1"]').first.press("Enter")
    page.wait_for_selector('.opened-body[data-shown="1"]')


def test_colours_follow_the_system_and_the_switch(browser: Any, file: Path) -> None:
    found = Collection(browser, file, color_scheme="dark", reduced_motion="reduce")
    page = found.page
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(18, 22, 26)"
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    page.get_by_role("button", name="Colours").click()
    assert page.evaluate(paper) == "rgb(251, 250, 247)"
    page.get_by_role("button", name="Colours: light").click()
    assert page.evaluate(paper) == "rgb(18, 22, 26)"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(27, 31, 36)"
    assert len(page.pdf()) > 20_000
    assert found.said == []
    found.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_all_views_open(browser: Any, file: Path, scheme: str) -> None:
    found = Collection(browser, file, color_scheme=scheme)
    found.everything()
    results = Axe().run(found.page)
    assert results.violations_count == 0, results.generate_report()
    assert found.said == []
    found.context.close()


def test_the_page_fits_a_phone(browser: Any, file: Path) -> None:
    found = Collection(browser, file, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    found.everything()
    assert found.page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [360, 360]
    mark(found.page, 10).tap()
    found.page.wait_for_selector('.opened-body[data-shown="10"]')
    assert found.page.evaluate("document.documentElement.scrollWidth") == 360
    results = Axe().run(found.page)
    assert results.violations_count == 0, results.generate_report()
    found.context.close()
