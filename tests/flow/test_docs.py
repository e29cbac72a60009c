"""The documentation is true: its commands run, examples are read, links lead somewhere, tables are whole."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pairforge.machine.design import KINDS, parse_design
from pairforge.machine.table import Table
from pairforge.program.ir import OPERAND_COUNT
from pairforge.program.passes import PIPELINES
from pairforge.program.text import parse, show

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
RUN = re.compile(r"<!-- run -->\n```sh\n(.*?)```", re.DOTALL)
FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)
REFUSED = re.compile(r"^(pairforge .*)\n# (pairforge: error: .*)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def name(page):
    return page.relative_to(DOCS).as_posix()


def shell(script: str, folder: Path) -> subprocess.CompletedProcess:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", "-euo", "pipefail", "-c", script]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize("page", [p for p in PAGES if RUN.search(p.read_text())], ids=name)
def test_the_commands_of_a_page_run(page, tmp_path):
    text = page.read_text()
    for file, content in FILE.findall(text):
        (tmp_path / file).write_text(content)
    for block in RUN.findall(text):
        done = shell(block, tmp_path)
        assert done.returncode == 0, f"{block}\n{done.stderr}"


@pytest.mark.parametrize("page", [p for p in PAGES if REFUSED.search(p.read_text())], ids=name)
def test_what_a_page_says_is_refused_is_refused_in_these_words(page, tmp_path):
    for command, message in REFUSED.findall(page.read_text()):
        done = shell(command, tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{message}\n")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name(page)} links to {target}"


@pytest.mark.parametrize("page", [*PAGES, DOCS.parent / "README.md"], ids=lambda page: page.name)
def test_no_figure_was_left_open(page):
    assert not re.search(r"@[A-Z]+\d*@", page.read_text())


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page):
    for path in re.findall(r"`((?:pairforge|tests)/[\w./-]+\.(?:py|md|toml|txt))`", page.read_text()):
        assert (ROOT / path).exists(), f"{name(page)} names {path}"


def test_figures_of_explorations_are_those_that_are_stored():
    """Every machine that was synthesized stands in results.md with its figures."""
    text = (DOCS / "results.md").read_text()
    stored = sorted((DOCS / "explorations").glob("*.json"))
    for path in stored:
        found = json.loads(path.read_text())
        (comparison,) = found["comparisons"]
        assert path.stem in text
        for row in comparison["machines"] if found["synthesis"] else ():
            star = "*" if row["interval_from"] == "simulation" else ""
            area = " | ".join(f"{row[key]:,}" for key in ("lut", "ff", "bram", "size"))
            assert f"| {row['interval']:,}{star} | {area} |" in text, row["command"]
    assert stored


def test_the_design_file_of_the_tutorial_is_a_design():
    ((file, text),) = FILE.findall((DOCS / "tutorial.md").read_text())
    assert parse_design(text, file, {}).name == "mine"


def test_designs_md_lists_every_unit_kind_and_every_key():
    text = (DOCS / "designs.md").read_text()
    for kind, row in KINDS.items():
        line = next(line for line in text.splitlines() if line.startswith(f"| `{kind}` |"))
        required = {"power": 1, "operation": "mul", "latency": 1}
        for key in row.read(Table(required, "test")):
            assert f"`{key}`" in line, f"{kind}: {key}"


def test_program_md_lists_every_operation_pass_and_pipeline():
    text = (DOCS / "program.md").read_text()
    passes = ROOT / "pairforge" / "program" / "passes"
    names = {path.stem for path in passes.glob("*.py")} - {"__init__", "rewrite"}
    for word in (*OPERAND_COUNT, *names):
        assert f"| `{word}` |" in text
    for pipeline in PIPELINES:
        assert f"`{pipeline}`" in text


def test_the_example_of_program_md_is_a_program_in_its_own_words():
    text = (DOCS / "program.md").read_text()
    example = text[text.index("program example over") :].split("```")[0]
    assert show(parse(example)) == example
