"""What `make wheels` leaves: whole, nothing too much; installs, and builds a coprocessor in an empty folder.

All slow: wheels are compiled for two machines, or with PAIRFORGE_WHEELS taken from a folder;
packages fetched, and the aarch64 wheel run under qemu.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MACHINES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}
EXTENSION = "pairforge/engine/_native.abi3.so"
NEWEST_GLIBC = (2, 28)
CRATES = ("interface", "binary", "ternary", "prime", "families", "core", "python")
"""What the extension is compiled from."""
LICENCES = ("LICENSE", "NOTICES.md")
MOST_BYTES = 6_000_000

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cargo"), pytest.mark.timeout(3600)]


def command(*arguments: Any, expect: Any = 0, **options: Any) -> Any:
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, **options)
    assert done.returncode == expect, f"{arguments}: {done.stdout}\n{done.stderr}"
    return done


def bare(**more: Any) -> Any:
    """An environment with nothing of this project or its virtual environment in it."""
    kept = {key: os.environ[key] for key in ("HOME", "LANG", "SSL_CERT_FILE") if key in os.environ}
    pip = {key: value for key, value in os.environ.items() if key.startswith(("PIP_", "UV_"))}
    proxies = {key: value for key, value in os.environ.items() if key.lower().endswith("_proxy")}
    return {**kept, **pip, **proxies, "PATH": "/usr/local/bin:/usr/bin:/bin", **more}


@pytest.fixture(scope="module")
def folder() -> Any:
    if made := os.environ.get("PAIRFORGE_WHEELS"):
        return Path(made)
    command("bash", ROOT / "tools" / "wheels.sh")
    return ROOT / "build" / "wheels"


@pytest.fixture(scope="module", params=MACHINES)
def machine(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(scope="module")
def wheel(folder: Any, machine: Any) -> Any:
    return wheel_in(folder, machine)


def wheel_in(folder: Path, machine: str) -> Path:
    (path,) = folder.glob(f"pairforge-{PROJECT['version']}-cp311-abi3-manylinux_2_28_{machine}.whl")
    return path


@pytest.fixture(scope="module")
def sdist(folder: Any) -> Any:
    return folder / f"pairforge-{PROJECT['version']}.tar.gz"


def tracked(*folders: str) -> set[str]:
    """Files that are in version control, so that caches and what was tried out are not looked for."""
    return set(command("git", "ls-files", *folders, cwd=ROOT).stdout.split())


# -- contents --------------------------------------------------------------------------------------------


def test_a_wheel_has_the_package_and_its_licences_and_no_more(wheel: Any) -> None:
    info = f"pairforge-{PROJECT['version']}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = archive.read(f"{info}/METADATA").decode()
    about = {f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")}
    about |= {f"{info}/licenses/{name}" for name in LICENCES}
    assert names == tracked("pairforge") | {EXTENSION} | about
    assert "License-Expression: Apache-2.0" in metadata


def test_a_wheel_stays_small(wheel: Any) -> None:
    size = wheel.stat().st_size
    assert size <= MOST_BYTES, f"{size:,} bytes: what has grown?"


def test_the_source_distribution_has_what_it_takes_and_no_tests(sdist: Any) -> None:
    with tarfile.open(sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    sources = {name for name in tracked(*(f"engine/{crate}" for crate in CRATES)) if "/tests/" not in name}
    needed = {name for name in sources if "/examples/" not in name} | tracked("pairforge")
    beside = {"PKG-INFO", "README.md", "pyproject.toml", "CHANGELOG.md", "CITATION.cff", "SECURITY.md"}
    assert names == needed | beside | {*LICENCES, "engine/Cargo.toml", "engine/Cargo.lock"}


def test_the_extension_is_for_its_machine_and_any_glibc_from_2_28_on(
    wheel: Any, machine: Any, tmp_path: Path
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        path = archive.extract(EXTENSION, tmp_path)
    assert MACHINES[machine] in command("readelf", "-h", path).stdout
    needed = re.findall(r"Shared library: \[(.*?)\]", command("readelf", "-d", path).stdout)
    system = r"libc\.so|libm\.so|libdl\.so|libpthread\.so|libgcc_s\.so|ld-linux"
    assert all(re.match(system, library) for library in needed), needed
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", command("readelf", "-V", path).stdout)
    assert max((int(major), int(minor)) for major, minor in versions) <= NEWEST_GLIBC
    data = Path(path).read_bytes()
    for place in (str(ROOT), str(Path.home() / ".cargo")):
        assert place.encode() not in data, f"names {place}"


def test_the_extension_uses_the_stable_interface_of_python_alone(wheel: Any) -> None:
    """Of Python 3.11, so that it loads in every later one."""
    report = command(sys.executable, "-m", "abi3audit", "--report", "--strict", wheel).stdout
    (found,) = json.loads(report)["specs"].values()
    (extension,) = found["wheel"]
    assert extension["result"]["is_abi3"]
    assert extension["result"]["baseline"] == "3.11"
    assert not extension["result"]["non_abi3_symbols"]


# -- in use ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(folder: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """As docs/howto/install.md says: from the wheel for x86-64, in an environment that had nothing."""
    place = tmp_path_factory.mktemp("installed") / "env"
    venv.create(place, with_pip=True)
    wheel = wheel_in(folder, "x86_64")
    command(place / "bin/python", "-m", "pip", "install", "-q", wheel, env=bare(), cwd=place)
    return place / "bin" / "pairforge"


@pytest.mark.timeout(1800)
def test_from_an_empty_folder_a_build_works(installed: Any, tmp_path: Path) -> None:
    environment = bare(PAIRFORGE_CACHE=str(tmp_path / "cache"))
    work = tmp_path / "work"
    work.mkdir()
    command(installed, "build", "beuchat-f2-239", env=environment, cwd=work)
    folder = work / "build" / "beuchat-f2-239"
    result = json.loads((folder / "result.json").read_text())
    assert result["verified"]["mismatches"] == 0
    assert result["cycles"]["interval"] == 847
    assert result["area"]["lut"] > 20_000
    for name in ("README.md", "report.html", "rtl/beuchat_f2_239.v", "tb/Makefile"):
        assert (folder / name).is_file()


def test_every_verb_starts(installed: Any, tmp_path: Path) -> None:
    run = {"env": bare(), "cwd": tmp_path}
    said = command(installed, "--version", **run).stdout
    assert said == f"pairforge {PROJECT['version']}\n"
    command(installed, "list", **run)
    command(installed, "pair", "ate-bls12-381", "--backend", "engine", "--random", "2", **run)
    command(installed, "schedule", "small-f2-5", "--set", "effort=0", **run)
    for paper in ("harrison", "shu", "barenghi", "beuchat", "brinci"):
        command(installed, "papers", paper, **run)


def test_what_needs_a_source_tree_says_so(installed: Any, tmp_path: Path) -> None:
    done = command(installed, "bench", env=bare(), cwd=tmp_path, expect=2)
    assert re.fullmatch(r"pairforge: error: .*run this from a source tree\n", done.stderr)


def test_a_machine_without_a_compiler_is_told_so(installed: Any, tmp_path: Path) -> None:
    environment = bare(PATH=str(installed.parent), PAIRFORGE_CACHE=str(tmp_path / "cache"))
    done = command(installed, "build", "small-f2-5", env=environment, cwd=tmp_path, expect=2)
    assert (done.stdout, done.stderr) == (
        "",
        "pairforge: error: no C++ compiler: g++ is not on PATH (install g++, on Debian: apt install g++)\n",
    )


def test_a_wheel_can_be_made_from_the_source_distribution(sdist: Any, tmp_path: Path) -> None:
    """With pip's own isolated environment, as where no wheel fits."""
    venv.create(tmp_path / "env", with_pip=True)
    cargo = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "bin"
    path = f"{cargo}:/usr/local/bin:/usr/bin:/bin"
    environment = bare(PATH=path, CARGO_TARGET_DIR=str(tmp_path / "target"))
    arguments = ("-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path / "out", sdist)
    command(tmp_path / "env/bin/python", *arguments, env=environment, cwd=tmp_path)
    (made,) = (tmp_path / "out").glob("pairforge-*.whl")
    with zipfile.ZipFile(made) as archive:
        assert tracked("pairforge") | {EXTENSION} <= set(archive.namelist())


# -- aarch64 ---------------------------------------------------------------------------------------------

PAIRINGS = """
import platform
from pairforge import engine

assert platform.machine() == "aarch64"
for name in ("eta-f2-239", "eta-f3-97", "tate-ss512", "ate-bls12-381"):
    pairing = engine.pairing(name)
    P, Q = pairing.G1.hash(b"a", dst=b"wheels"), pairing.G2.hash(b"b", dst=b"wheels")
    assert pairing.pair(5 * P, 7 * Q) == pairing.pair(P, Q) ** 35, name
"""


def test_the_aarch64_wheel_and_all_it_depends_on_run(folder: Any, tmp_path: Path) -> None:
    """Every dependency has a wheel for aarch64; under qemu the engine pairs, and the command computes."""
    tool = ROOT / "tools" / "aarch64_python.sh"
    python = subprocess.run(["bash", tool, ROOT / "build" / "aarch64"], capture_output=True, text=True)
    if python.returncode == 77:
        pytest.skip(python.stderr.strip())
    program = Path(python.stdout.strip())
    packages = tmp_path / "packages"
    platform = ("--python-platform", "aarch64-manylinux_2_28", "--python-version", "3.11")
    options = ("--only-binary", ":all:", "--target", packages)
    wheel = wheel_in(folder, "aarch64")
    command(sys.executable, "-m", "uv", "pip", "install", "-q", *platform, *options, wheel)
    emulated = ("qemu-aarch64", "-L", program.parents[2], "-E", f"PYTHONPATH={packages}", program)
    command(*emulated, "-c", PAIRINGS, cwd=tmp_path)
    vectors = ROOT / "tests" / "vectors" / "eta-f2-239.json"
    out = tmp_path / "out.json"
    command(*emulated, "-m", "pairforge", "pair", "eta-f2-239", "--in", vectors, "--out", out, cwd=tmp_path)
    assert [case["e"] for case in json.loads(out.read_text())["cases"]] == [
        case["e"] for case in json.loads(vectors.read_text())["cases"]
    ]
