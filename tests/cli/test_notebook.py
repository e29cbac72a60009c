"""Objects show themselves in a notebook, and the tutorial notebook runs from top to bottom."""

import base64
import os
import re
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest

import pairforge as package

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs" / "tutorials" / "notebook.ipynb"
PICTURE = re.compile(r'<img alt="([^"]+)" style="[^"]*" src="data:image/svg\+xml;base64,([\w+/=]+)">')


def pictures(html: str) -> dict[str, Any]:
    """Words and root element of every picture in a piece of HTML."""
    return {words: ElementTree.fromstring(base64.b64decode(data)) for words, data in PICTURE.findall(html)}


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> tuple[Any, Path]:
    """The cells of the tutorial with their outputs, run in an empty folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kernel's client: its sockets and event loops
        from nbclient import NotebookClient

        notebook = nbformat.read(NOTEBOOK, as_version=4)
        folder = tmp_path_factory.mktemp("notebook")
        client = NotebookClient(
            notebook, timeout=None, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
        )
        client.execute(env=_environment(own_cache))
    return notebook, folder


def _environment(cache: Path) -> dict[str, str]:
    return {**os.environ, "PAIRFORGE_CACHE": str(cache), "PYTHONPATH": str(ROOT)}


def _html(notebook: Any, start: str) -> str:
    """What the cell whose source contains `start` shows."""
    (cell,) = [each for each in notebook.cells if each.cell_type == "code" and start in each.source]
    html: str = next(output["data"]["text/html"] for output in cell.outputs if "data" in output)
    return html


def test_the_notebook_is_stored_without_outputs_and_in_one_form() -> None:
    text = NOTEBOOK.read_text()
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert all(cell.outputs == [] for cell in notebook.cells if cell.cell_type == "code")
    assert all(cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")
    assert text == nbformat.writes(notebook, indent=1) + "\n"


def test_the_tutorial_runs_and_shows_its_objects(executed: tuple[Any, Path]) -> None:
    notebook, folder = executed
    assert "0x29" in _html(notebook, 'pairforge.curve("eta-f2-5")')
    assert "digit-serial" in _html(notebook, 'design = pairforge.design("small-f2-5"')
    schedule = pictures(_html(notebook, "stage = pairforge.schedule_of"))
    assert set(schedule) == {"Schedule of all", "Datapath of all"}
    assert all(len(list(root.iter())) > 20 for root in schedule.values())
    built = _html(notebook, "built = pairforge.build")
    assert "200 random pairings, 0 mismatches" in built and "Schedule of all" in pictures(built)
    explored = _html(notebook, "found = pairforge.exploration_of")
    (points,) = pictures(explored).values()
    assert len([mark for mark in points.iter("{http://www.w3.org/2000/svg}circle") if len(mark)]) >= 5
    assert "font-weight:600" in explored
    assert {"core", "front"} == {path.name for path in (folder / "tutorial").iterdir()}
    assert (folder / "tutorial/front/report.html").exists()


def test_what_a_notebook_shows_has_no_markup_of_the_user(tmp_path: Path) -> None:
    sly = tmp_path / "sly.toml"
    text = (ROOT / "pairforge/catalog/designs/small-f2-5.toml").read_text()
    sly.write_text(re.sub(r'description = ".*?"', 'description = "<script>alert(1)</script>"', text, count=1))
    shown = package.design(str(sly))._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown
