"""The site of the documentation: whole, without a warning, offline; its list of commands is the program's."""

import doctest
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from pairforge import api, engine
from pairforge.engine import protocols

pytestmark = pytest.mark.xdist_group("site")  # built once

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def build(tree: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    # Without -q: it hides warnings from what counts them.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT, folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_has_every_page_and_no_warning(site: Path) -> None:
    """`omitted_files` makes a page outside the navigation a warning, and warnings are errors."""
    for page in DOCS.rglob("*.md"):
        html = page.relative_to(DOCS).with_suffix(".html").as_posix()
        assert (site / html).is_file(), page


def test_a_page_outside_the_navigation_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DOCS, tmp_path / "docs")
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    for folder in ("pairforge", "tools"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    (tmp_path / "docs" / "orphan.md").write_text(
        "# Orphan\n\n[nowhere](nowhere.md) [no such part](words.md#nothing)\n"
    )
    done = build(tmp_path, tmp_path / "site")
    assert done.returncode == 1
    for warning in ('not included in the "nav"', "'nowhere.md'", "'#nothing'"):
        assert warning in done.stderr


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    """Styles, scripts, fonts and pictures are in the folder; other hosts occur as links to click on only."""
    for page in site.rglob("*.html"):
        text = page.read_text()
        loaded = re.findall(r"<(?:script|img|iframe|source|link)\b[^>]*>", text)
        for tag in loaded:
            assert "//" not in tag.replace("http://www.w3.org/", "") or 'rel="canonical"' in tag, (page, tag)
    for style in site.rglob("*.css"):
        assert not re.search(r"url\((?!data:)[\"']?(?:https?:)?//", style.read_text()), style


def test_the_reference_of_units_is_that_of_their_kinds() -> None:
    units = site_tool("units")
    written = units.of_page(units.PAGE.read_text())
    assert written == units.kinds_as_markdown(), "run python tools/site/units.py"
    assert max(map(len, written.splitlines())) <= 120


def test_the_reference_of_commands_is_the_program_s() -> None:
    """Write it anew with `make docs`."""
    commands = site_tool("commands")
    assert commands.PAGE.read_text() == commands.reference(), "run python tools/site/commands.py"


def test_the_reference_of_devices_is_that_of_the_targets() -> None:
    """Write it anew with `make docs`."""
    devices = site_tool("devices")
    assert devices.PAGE.read_text() == devices.devices(), "run python tools/site/devices.py"


def test_the_page_of_designs_that_are_proven_is_that_of_the_survey() -> None:
    """Write it anew with `make docs`."""
    proven = site_tool("proven")
    assert proven.PAGE.read_text() == proven.proven(), "run python tools/site/proven.py"


def test_the_page_of_security_has_what_was_fuzzed() -> None:
    """Write it anew with `make docs`."""
    fuzzing = site_tool("fuzzing")
    written = fuzzing.of_page(fuzzing.PAGE.read_text())
    assert written == fuzzing.counted_as_markdown(), "run python tools/site/fuzzing.py"


def test_every_property_was_fuzzed() -> None:
    corpus = (ROOT / "engine/decoders/corpus").glob("*.hex")
    assert sorted(path.stem for path in corpus) == sorted(json.loads(site_tool("fuzzing").COUNT.read_text()))


def site_tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"site_{name}", ROOT / "tools" / "site" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_the_python_reference_has_every_public_name(site: Path) -> None:
    text = (site / "reference" / "python.html").read_text()
    for name in api.__all__:
        assert f'id="pairforge.api.{name}"' in text, name
    for name in engine.__all__:
        assert re.search(rf'id="pairforge\.engine\.(?:\w+\.)?{name}"', text), name


@pytest.mark.parametrize("module", [api, engine, protocols])
def test_the_sessions_of_the_python_reference_run(module: Any) -> None:
    finder = doctest.DocTestFinder(recurse=True)
    results = [doctest.DocTestRunner().run(test) for test in finder.find(module)]
    assert sum(result.failed for result in results) == 0


@pytest.mark.slow
def test_the_site_works_from_its_folder(site: Any) -> None:
    """Opened as files: a search finds pages, nothing is fetched, no error, no scrolling sideways."""
    wanted, said = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(0)  # the test has one
        page.on("request", lambda request: wanted.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto((site / "index.html").as_uri())
        page.keyboard.press("s")
        page.keyboard.type("sequence table")
        page.locator(".md-search-result__item").first.wait_for()
        for name in (
            "index",
            "tutorials/first-core",
            "reference/commands",
            "reference/python",
            "reference/results",
        ):
            page.set_viewport_size({"width": 360, "height": 740})
            page.goto((site / f"{name}.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        browser.close()
    assert [url for url in wanted if not url.startswith(("file:", "data:"))] == []
    assert said == []
