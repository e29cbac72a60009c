"""The documentation is true: its commands run, examples are read, links lead somewhere, tables are whole."""

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from docs.pages import Block
from pairforge.builder import board
from pairforge.builder import core as build
from pairforge.cli import papers, progress
from pairforge.cli.app import app, run
from pairforge.compiler import check
from pairforge.explore.pool import Pool
from pairforge.machine.design import parse_design
from pairforge.machine.designs import find_design
from pairforge.program.ir import OPERAND_COUNT
from pairforge.program.passes import PIPELINES
from pairforge.program.text import parse, show

from .pages import BESIDE, DOCS, IN_A_COPY, PAGES, ROOT, blocks, commands, name, rejections

LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
EVERY_PAGE = [*PAGES, *BESIDE]
BLOCKS = [block for page in EVERY_PAGE for block in blocks(page)]
NAMED_FOLDERS = ("pairforge", "tests", "engine", "tools", "benchmarks", "docs")
COPIED = ("pairforge", "tests", "docs", "pyproject.toml", "README.md")


class WorkBegins(BaseException):
    """A command has read all of its input and was about to start."""


def shell(script: str, folder: Path, package: Path = ROOT) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", "-euo", "pipefail", "-c", script]
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(package)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1200)


def run_page(page: Path, folder: Path, *, slow: bool) -> None:
    """Do what a page says, block by block."""
    package = ROOT
    if IN_A_COPY in page.read_text():
        package = folder
        for part in COPIED:
            copy_tree(ROOT / part, folder / part)
    for block in blocks(page):
        if block.is_marked("file"):
            (folder / block.argument).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.argument).write_text(block.text)
        elif block.is_marked("diff"):
            done = shell(f"git apply -C1 - <<'END'\n{block.text}END", folder)
            assert done.returncode == 0, f"{block}\n{done.stderr}"
        elif block.is_marked("run") and (slow or block.argument != "slow"):
            script = block.text if block.language == "sh" else f"python - <<'END'\n{block.text}END"
            done = shell(script, folder, package)
            assert done.returncode == 0, f"{block}\n{block.text}\n{done.stdout}\n{done.stderr}"


def copy_tree(source: Path, target: Path) -> None:
    if source.is_file():
        target.write_bytes(source.read_bytes())
        return
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "target"))


def pages_with(mark: str, argument: str | None = None) -> list[Path]:
    return list(
        dict.fromkeys(
            block.page
            for block in BLOCKS
            if block.is_marked(mark) and (argument is None or block.argument == argument)
        )
    )


LONG = (
    *("drivers.md", "explore.md", "make-a-unit.md", "your-own-curve.md", "compare-designs.md"),
    *("place-and-route.md", "add-a-field.md", "add-a-design.md", "add-an-algorithm.md", "packages.md"),
    *("barenghi.md", "shu.md"),
)
"""Pages whose commands take longest."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(p, marks=pytest.mark.slow if p.name in LONG else ()) for p in pages_with("run")],
    ids=name,
)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    run_page(page, tmp_path, slow=False)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("page", pages_with("run", "slow"), ids=name)
def test_those_that_take_longer_run_too(page: Any, tmp_path: Path) -> None:
    run_page(page, tmp_path, slow=True)


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.refused], ids=str)
def test_what_a_page_says_is_refused_is_refused_in_these_words(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole message, nothing else on either stream, status 2; the last command is `pairforge`."""
    own = {other.argument: other.text for other in blocks(block.page) if other.is_marked("file")}
    for file in block.argument.split():
        if file in own:
            (tmp_path / file).write_text(own[file])
        else:
            copy_tree(ROOT / "pairforge" / "catalog" / "designs" / file, tmp_path / file)
    monkeypatch.chdir(tmp_path)
    for script, message in rejections(block.text):
        *before, command = script.splitlines()
        done = shell("\n".join(before), tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), script
        program, *arguments = shlex.split(command)
        assert program == "pairforge", command
        status = run(arguments)
        said = capsys.readouterr()
        assert (status, said.out, said.err) == (2, "", f"{message}\n"), command


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.is_marked("check")], ids=str)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_commands_that_take_minutes_are_read(
    block: Block,
    whole: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Arguments, options, design and settings; `whole`: all that is checked before work begins.

    Progress is shown only once everything that can be refused was accepted, so the first word of it is where
    work begins.
    """

    def begin(*_: Any, **__: Any) -> None:
        raise WorkBegins

    @contextlib.contextmanager
    def no_progress() -> Iterator[Any]:
        yield begin

    for module in (progress, papers):
        monkeypatch.setattr(module, "progress", no_progress)
    monkeypatch.setattr(Pool, "open", begin)
    if not whole:
        for module in (check, build, board):
            monkeypatch.setattr(module, "check_design", begin)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for line in commands(block.text):
        program, *arguments = shlex.split(line, comments=True)
        if program == "make":
            done = shell(f"make -n {shlex.join(arguments)}", ROOT)
            assert done.returncode == 0, done.stderr
            continue
        assert program == "pairforge", f"{line}: run it, or say how it is to be checked"
        with contextlib.suppress(WorkBegins):
            assert run(arguments) == 0, f"{line}: {capsys.readouterr().err}"


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.is_marked("set")], ids=str)
def test_keys_of_a_unit_fit_the_design(block: Block) -> None:
    design, unit = block.argument.split()
    settings = {f"{unit}.{key}": toml_text(value) for key, value in tomllib.loads(block.text).items()}
    check.check_design(find_design(design, settings))


def toml_text(value: list[str] | str) -> str:
    return f"[{', '.join(map(toml_text, value))}]" if isinstance(value, list) else json.dumps(value)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_every_block_is_tested(block: Block) -> None:
    """Run, checked, used or tested elsewhere; what is only shown is text, and no command."""
    if block.is_marked("file"):
        stem, others = Path(block.argument).stem, blocks(block.page)
        users = [b for b in others if any(map(b.is_marked, ("run", "diff", "refused"))) and stem in b.text]
        assert users, f"{block}: nothing on the page uses {block.argument}"
    elif block.is_marked("tested"):
        test = ROOT / block.argument
        assert test.is_file() and name(block.page) in test.read_text(), f"{block}: {test} does not name it"
    elif block.language == "text":
        shown = re.findall(r"^(?:\$ |pairforge |make |pip |cargo |python |git ).*", block.text, re.MULTILINE)
        assert not shown, f"{block}: a command in a block of text; make it sh, and run it"
    elif block.language == "json":
        json.loads(block.text)
    else:
        known = {"run": ("sh", "python"), "check": ("sh",), "diff": ("diff",), "set": ("toml",)}
        mark = block.mark.partition(":")[0]
        assert block.refused or block.language in known.get(mark, ()), (
            f"{block}: say how this block of {block.language or 'no language'} is tested, see pages.py"
        )


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_errors_are_quoted_where_they_are_provoked(page: Path) -> None:
    """An error of the command stands in a block that a test runs, and nowhere else."""
    tested = [block for block in blocks(page) if block.refused or block.is_marked("tested")]
    shown = sum(block.text.count("pairforge: error:") for block in tested)
    assert page.read_text().count("pairforge: error:") == shown


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_no_code_hides_in_indented_lines(page: Path) -> None:
    """Formulas may stand there; code and commands have fences, so that they have marks."""
    code = r"^ {4,}(?:\$ |(?:pairforge|make|pip|cargo|python|git|import|from|def|let|use) \S).*$"
    assert not re.findall(code, without_blocks(page), re.MULTILINE), "put fences around it"


def without_blocks(page: Path) -> str:
    return re.sub(r"^( *)```.*?^\1```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_commands_in_sentences_are_commands(page: Path) -> None:
    """`pairforge VERB --option` in a sentence: there is such a command, and it has these options."""
    program = get_command(app)
    for words in re.findall(r"`pairforge((?: [^`\n]+)?)`", page.read_text()):
        command: Any = program
        plain = words.split()
        while plain and plain[0] in getattr(command, "commands", {}):
            command = command.commands[plain.pop(0)]
        assert command is not program or not plain or plain[0].startswith("-") or plain[0].isupper(), words
        units = getattr(command, "commands", {}).values() if command is not program else ()
        known = {o for c in (command, *units) for p in c.params for o in (*p.opts, *p.secondary_opts)}
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", " ".join(plain)):
            assert option in known | {"--help"}, f"{name(page)}: pairforge{words} has no {option}"


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(without_blocks(page)):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name(page)} links to {target}"


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_no_figure_was_left_open(page: Path) -> None:
    assert not re.search(r"@[A-Z]+\d*@", page.read_text())


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    for path in re.findall(rf"`((?:{'|'.join(NAMED_FOLDERS)})/[\w./-]+)`", page.read_text()):
        assert "NAME" in path or (ROOT / path).exists(), f"{name(page)} names {path}"


def test_figures_of_explorations_are_those_that_are_stored() -> None:
    """Every machine that was synthesized stands in reference/results.md with its figures."""
    text = (DOCS / "reference" / "results.md").read_text()
    stored = sorted((ROOT / "pairforge/results/explorations").glob("*.json"))
    for path in stored:
        found = json.loads(path.read_text())
        (comparison,) = found["comparisons"]
        assert path.stem in text
        for row in comparison["machines"] if found["synthesis"] else ():
            star = "*" if row["interval_from"] == "simulation" else ""
            area = " | ".join(f"{row[key]:,}" for key in ("lut", "ff", "bram", "size"))
            assert f"| {row['interval']:,}{star} | {area} |" in text, row["command"]
    assert stored


def test_the_design_file_of_the_tutorial_is_a_design() -> None:
    (block,) = (b for b in blocks(DOCS / "tutorials" / "first-core.md") if b.is_marked("file"))
    assert parse_design(block.text, block.argument, {}).name == "mine"


def test_program_md_lists_every_operation_pass_and_pipeline() -> None:
    text = (DOCS / "reference" / "program.md").read_text()
    passes = ROOT / "pairforge" / "program" / "passes"
    names = {path.stem for path in passes.glob("*.py")} - {"__init__", "rewrite"}
    for word in (*OPERAND_COUNT, *names):
        assert f"| `{word}` |" in text
    for pipeline in PIPELINES:
        assert f"`{pipeline}`" in text


def test_the_example_of_program_md_is_a_program_in_its_own_words() -> None:
    text = (DOCS / "reference" / "program.md").read_text()
    example = text[text.index("program example over") :].split("```")[0]
    assert show(parse(example)) == example


def test_links_of_the_notebook_lead_somewhere() -> None:
    notebook = DOCS / "tutorials" / "notebook.ipynb"
    cells = json.loads(notebook.read_text())["cells"]
    links = LINK.findall("".join("".join(cell["source"]) for cell in cells))
    assert links
    for target in links:
        assert (notebook.parent / target).exists(), target


def test_the_page_of_the_architecture_has_every_folder_in_the_order_of_the_contract() -> None:
    """The layers that import-linter enforces, lowest first; single files need no row."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    layers = [name.strip() for layer in reversed(contract["layers"]) for name in layer.split("|")]
    page = (DOCS / "explanation" / "architecture.md").read_text()
    table = page.split("| folder | what it does |\n|---|---|\n")[1].split("\n\n")[0]
    listed = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    order = [name for name in layers if (ROOT / "pairforge" / name).is_dir() or name == "api"]
    assert sorted(listed) == sorted(order)
    ranks = {
        name: i for i, layer in enumerate(reversed(contract["layers"])) for name in re.findall(r"\w+", layer)
    }
    assert [ranks[name] for name in listed] == sorted(ranks[name] for name in listed)
