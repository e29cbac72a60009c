"""Pages of reports in Chromium: which one, and what a page says and asks for while a test uses it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)
needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium on this machine: the page is not opened"
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, while pages are opened in it."""
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=BROWSER, args=options)
        yield browser
        browser.close()


class Opened:
    """A page in a context of its own, without a network; what it logged and asked for."""

    def __init__(self, browser: Browser, file: Path, **options: Any) -> None:
        options = {"viewport": {"width": 1200, "height": 1500}, **options}
        self.context = browser.new_context(offline=True, **options)
        self.context.set_default_timeout(0)  # the test has one
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.address = file.as_uri()
        self.go("")

    def go(self, place: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(self.address + place)
        self.page.wait_for_selector("html[data-ready=true]")

    def settle(self) -> None:
        """Two frames later: what was folded, or is wider now, has its size after the first."""
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
