"""What the tests of pages share."""

from collections.abc import Iterator

import pytest
from browsing import BROWSER
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=BROWSER, args=options)
        yield browser
        browser.close()
