"""What belongs to a release agrees: versions, citation, changelog, notices of what is compiled in."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest
import yaml

import pairforge

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = PROJECT["version"]
REQUIRED = {"cff-version", "message", "title", "authors"}  # Citation File Format 1.2.0
KNOWN = REQUIRED | {"abstract", "keywords", "license", "references", "type", "version"}


def test_the_version_is_the_same_everywhere() -> None:
    engine = tomllib.loads((ROOT / "engine" / "Cargo.toml").read_text())
    assert pairforge.__version__ == VERSION
    assert engine["workspace"]["package"]["version"] == VERSION


def test_the_citation_is_valid_and_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert set(citation) >= REQUIRED
    assert set(citation) <= KNOWN
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert (str(citation["version"]), citation["license"]) == (VERSION, PROJECT["license"])
    for reference in (citation, *citation["references"]):
        assert reference["title"]
        for author in reference["authors"]:
            assert set(author) in ({"name"}, {"family-names", "given-names"}), author
    assert all(1990 < reference["year"] < 2100 for reference in citation["references"])


def test_the_changelog_is_kept() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## \[(.+?)\]", text, re.MULTILINE)
    assert heads[0] == "Unreleased"
    parts = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Known limits"}
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= parts


def test_metadata_names_files_that_are_there() -> None:
    for name in (*PROJECT["license-files"], PROJECT["readme"]):
        assert (ROOT / name).is_file()


@pytest.mark.xdist_group("cargo")
def test_the_notices_name_all_that_is_compiled_in() -> None:
    """Write them anew with `python tools/notices.py`."""
    spec = importlib.util.spec_from_file_location("tools_notices", ROOT / "tools" / "notices.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.PAGE.read_text() == tool.notices(), "run python tools/notices.py"
