"""What sets up a source tree: lock files, the wheel that stands for it, what is said of system packages."""

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NAME = re.compile(r"^([a-z0-9-]+)==", re.MULTILINE)
USED = ("bash", "cat", "dirname", "env", "grep", "head", "rm", "sed", "touch")  # by the script


def pinned(file: str) -> set[str]:
    return set(NAME.findall((ROOT / file).read_text()))


def named(requirements: Sequence[str]) -> set[str]:
    found = [re.match(r"[a-z0-9-]+", requirement) for requirement in requirements]
    assert None not in found
    return {match[0] for match in found if match}


def test_each_package_is_in_one_lock_file() -> None:
    runtime, dev = pinned("requirements.lock"), pinned("requirements-dev.lock")
    project = PYPROJECT["project"]
    assert named(project["dependencies"]) <= runtime
    for wanted in (PYPROJECT["dependency-groups"]["dev"], *project["optional-dependencies"].values()):
        assert named(wanted) <= runtime | dev
    assert not runtime & dev


def test_the_wheel_of_a_source_tree_has_a_path_and_the_command(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "checkout.py", tmp_path / "made"], check=True)
    (wheel,) = (tmp_path / "made").iterdir()
    version = PYPROJECT["project"]["version"]
    assert wheel.name == f"pairforge-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    info = f"pairforge-{version}.dist-info"
    assert files["pairforge.pth"].decode() == f"{ROOT}\n"
    assert "pairforge = pairforge.cli:main" in files[f"{info}/entry_points.txt"].decode()
    metadata = files[f"{info}/METADATA"].decode().splitlines()
    assert {f"Requires-Dist: {name}" for name in PYPROJECT["project"]["dependencies"]} < set(metadata)
    listed = dict(row.split(",", 1) for row in files[f"{info}/RECORD"].decode().splitlines())
    assert listed.pop(f"{info}/RECORD") == ","
    assert listed.keys() == files.keys() - {f"{info}/RECORD"}
    for name, row in listed.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip("=")
        assert row == f"sha256={digest},{len(files[name])}"


@pytest.fixture
def machine(tmp_path: Path) -> Any:
    """A machine with a Python that installs nothing, and what else a test gives it; calls are kept."""
    folder, programs, calls = tmp_path / "tree", tmp_path / "bin", tmp_path / "calls"
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, folder)
    programs.mkdir()
    for name in USED:
        program = shutil.which(name)
        assert program is not None
        (programs / name).symlink_to(program)

    class Machine:
        def has(self, name: Any, body: Any = "") -> None:
            path = programs / name
            path.write_text(f'#!/bin/bash\necho "{name} $*" >>{calls}\n{body}\n')
            path.chmod(0o755)

        def lacks(self, name: Any) -> None:
            (programs / name).unlink()

        def set_up(self, *tier: Any) -> Any:
            command = ["bash", folder / "tools" / "setup.sh", *tier]
            done = subprocess.run(command, env={"PATH": str(programs)}, capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

        @property
        def calls(self) -> Any:
            return calls.read_text() if calls.exists() else ""

    found = Machine()
    found.has(
        "python3.11",
        f'[ "$2" != venv ] || {{ /bin/mkdir -p .venv/bin; /bin/cp {programs}/python3.11 .venv/bin/python; }}',
    )
    found.has("g++")
    found.has("id", "echo 1000")
    found.has("apt-get", "exit 1")
    found.has("sudo", "exit 1")
    return found


def test_with_everything_there_no_package_of_the_system_is_asked_for(machine: Any) -> None:
    status, said = machine.set_up()
    assert status == 0, said
    assert [line.split(" (")[0] for line in said.splitlines()] == [
        "setup: making .venv with ",
        f"setup: installing {len(pinned('requirements.lock'))} Python packages at pinned versions",
    ]
    assert "apt-get" not in machine.calls
    assert "sudo" not in machine.calls
    assert machine.set_up() == (0, "")


def test_without_the_right_to_install_one_line_says_what_to_install(machine: Any) -> None:
    machine.lacks("g++")
    assert machine.set_up() == (
        2,
        "setup: not found, and no right to install: g++ (compiles the simulators); "
        "install by hand (Debian, as root: apt-get install g++)\n",
    )
    assert "apt-get" not in machine.calls


def test_it_says_what_it_installs_and_why_before_it_does(machine: Any) -> None:
    machine.lacks("g++")
    machine.has("id", "echo 0")
    status, said = machine.set_up()
    assert (status, said.splitlines()) == (
        2,
        [
            "setup: installing with apt-get: g++ (compiles the simulators)",
            "setup: apt-get could not install g++ (compiles the simulators); "
            "install by hand (Debian, as root: apt-get install g++)",
        ],
    )
    machine.has("apt-get")
    status, said = machine.set_up()
    assert status == 0, said
    assert "apt-get install -y -qq g++" in machine.calls


def test_the_tests_need_more_and_each_package_has_its_reason(machine: Any) -> None:
    machine.has("cargo")
    status, said = machine.set_up("dev")
    assert status == 2
    for package in ("iverilog", "ghdl", "tcl", "chromium", "valgrind", "pkg-config", "advancecomp"):
        assert re.search(rf"\b{package} \([a-z][^()]+\)", said), package
    assert "g++" not in said


def test_the_tests_need_cargo(machine: Any) -> None:
    status, said = machine.set_up("dev")
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith("setup: no cargo found; ")


def test_make_asks_for_what_the_tests_need_before_it_sets_up_the_rest(machine: Any, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for name in ("Makefile", "tools/cells.txt"):
        shutil.copy(ROOT / name, tree / name)
    done = subprocess.run(["make", "-n", "setup-dev"], cwd=tree, capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if "setup.sh" in line] == ["bash tools/setup.sh dev"]
    machine.lacks("g++")
    machine.has("cargo")
    status, said = machine.set_up("dev")
    assert (status, said.count("\n")) == (2, 1)
    assert "g++ (compiles the simulators), iverilog (" in said
    assert not (tree / ".venv").exists()


def test_packages_that_cannot_be_installed_are_an_error(machine: Any, tmp_path: Path) -> None:
    machine.has(
        "python3.11",
        '[ "$2" != venv ] || { /bin/mkdir -p .venv/bin; printf "#!/bin/bash\\necho no index >&2; exit 1" '
        ">.venv/bin/python; /bin/chmod +x .venv/bin/python; }",
    )
    status, said = machine.set_up()
    assert status == 2
    assert said.splitlines()[-2:] == [
        "no index",
        "setup: the packages of requirements.lock could not be installed; the lines above say why",
    ]
    assert not (tmp_path / "tree" / ".venv" / ".packages").exists()


def test_tests_of_a_group_run_on_one_worker(tmp_path: Path) -> None:
    """pytest and its plug-in of workers fit each other; where not, what a group shares is made by each."""
    (tmp_path / "test_group.py").write_text(
        "import os, pytest\n"
        "pytestmark = pytest.mark.xdist_group('one')\n"
        "@pytest.mark.parametrize('i', range(8))\n"
        "def test_worker(i):\n"
        "    open('workers', 'a').write(os.environ['PYTEST_XDIST_WORKER'] + '\\n')\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "2",
        "--dist",
        "loadgroup",
        "-p",
        "no:cacheprovider",
    ]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    workers = (tmp_path / "workers").read_text().split()
    assert len(workers) == 8 and len(set(workers)) == 1
