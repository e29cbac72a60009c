"""The C interface: a program compiled against what is installed, through pkg-config, static and shared."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from pairforge import engine

from .c_programs import compiled
from .conftest import ENGINE, NAMES, cases, flat

pytestmark = [pytest.mark.xdist_group("cargo"), pytest.mark.timeout(1800)]


@pytest.mark.parametrize("static", [False, True], ids=["shared", "static"])
def test_the_example(installed: Path, tmp_path: Path, static: bool) -> None:
    source = ENGINE / "capi" / "examples" / "pair.c"
    environment = compiled(installed, source, tmp_path / "pair", static=static)
    linked = subprocess.run(
        ["ldd", tmp_path / "pair"], env=environment, capture_output=True, text=True
    ).stdout
    assert ("libpairforge.so.0" in linked) is not static

    def run(*arguments: Any) -> Any:
        return subprocess.run(
            [tmp_path / "pair", *arguments], env=environment, capture_output=True, text=True
        )

    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in lines] == list(NAMES)
    assert all(": bilinear; security about " in line for line in lines)
    assert last.startswith("refused: P: ")
    for name in NAMES:
        pairing = engine.pairing(name)
        e = pairing.pair(pairing.G1.generator, pairing.G2.generator)
        assert tuple(int(line, 16) for line in run(name).stdout.split()) == tuple(e)
    unknown = run("ate-x")
    assert (unknown.returncode, unknown.stderr) == (2, "no pairing named ate-x\n")


def test_the_header_is_for_cpp_as_well(installed: Path, tmp_path: Path) -> None:
    source = tmp_path / "cpu.cpp"
    source.write_text(
        "#include <pairforge.h>\n#include <cstdio>\nint main() { std::puts(pairforge_cpu()); return 0; }\n"
    )
    environment = compiled(installed, source, tmp_path / "cpu", compiler="c++")
    done = subprocess.run([tmp_path / "cpu"], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == engine.cpu()


_CURVES = ("bls12-377", "bn446", "bls12-446", "bls24-509", "bls48-581", "bw6-761")


@pytest.fixture(scope="module")
def known(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    program = tmp_path_factory.mktemp("known") / "known"
    return program, compiled(installed, Path(__file__).with_name("known.c"), program)


@pytest.mark.parametrize("name", [f"ate-{curve}" for curve in _CURVES])
def test_groups_hashes_and_pairings_of_other_curves(known: tuple[Path, dict[str, str]], name: str) -> None:
    program, environment = known
    pairing = engine.pairing(name)
    groups = (pairing.G1, pairing.G2)
    hashes = [group.hash(b"message", b"domain").encode().hex() for group in groups]
    for case in cases(name):
        bytes_of = [b"".join(n.to_bytes(pairing.G1.width, "little") for n in flat(part)) for part in case]
        arguments = [name, *(part.hex() for part in bytes_of), *hashes]
        done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "good\n"), done.stdout + done.stderr


def test_what_c_programs_get_wrong(installed: Path, tmp_path: Path) -> None:
    environment = compiled(installed, Path(__file__).with_name("wrong.c"), tmp_path / "wrong")
    done = subprocess.run([tmp_path / "wrong", NAMES[0]], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "good\n"), done.stdout + done.stderr
