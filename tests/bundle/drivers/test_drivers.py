"""The drivers of a core, run on the core behind Wishbone as Verilator simulates it."""

import importlib
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bundle.drivers.built import Built, C, make, written
from pairforge.compiler.words import to_words

HERE = Path(__file__).parent
RUST = shutil.which("rustc")
pytestmark = pytest.mark.xdist_group("drivers")  # one core, built once
needs_rust = pytest.mark.skipif(RUST is None, reason="no Rust compiler")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    made = Built(tmp_path_factory.mktemp("drivers"), "small-f2-5", {"check": "curve", "effort": "0"})
    yield made
    made.close()


@pytest.mark.parametrize("language", ["c", "python", pytest.param("rust", marks=needs_rust)])
def test_the_example_of_each_language_finds_every_pairing_right(built: Built, language: str) -> None:
    done = make(built.folder, language)
    assert done.returncode == 0, done.stderr
    assert built.sample.off_curve is not None
    off = int(built.sample.off_curve.sum())
    assert done.stdout == f"20 results right, {off} of them of points off their curves\n"


@pytest.mark.parametrize("language", ["c", "python", pytest.param("rust", marks=needs_rust)])
def test_the_example_of_each_language_finds_a_wrong_result(
    built: Built, tmp_path: Path, language: str
) -> None:
    shutil.copytree(built.folder / "tb", tmp_path / "tb")
    vectors = tmp_path / "tb" / "vectors_out.hex"
    first, rest = vectors.read_text().split("\n", 1)
    vectors.write_text(f"{int(first.split()[0], 16) ^ 1:08x} {' '.join(first.split()[1:])}\n{rest}")
    done = make(built.folder, language, f"TB={tmp_path / 'tb'}")
    assert done.returncode != 0


def test_pairings_by_elements_are_those_of_the_model(built: Built) -> None:
    pairing = built.compiled.pairing
    core = built.driver.Core(built.simulated(), built.identity)
    for P, Q in pairing.random_points(5, seed=9):
        assert tuple(core.compute((*P, *Q))) == pairing.model(P, Q)
    assert core.results == 5
    with pytest.raises(built.driver.OffCurveError):
        core.compute((32, 0, 0, 0))
    core.transport.close()


def test_several_are_on_the_way_until_there_is_no_room(built: Built) -> None:
    core = built.driver.Core(built.simulated(), built.identity)
    pairs = built.compiled.pairing.random_points(12, seed=2)
    words = to_words([(*P, *Q) for P, Q in pairs], 1).tolist()
    sent = 0
    with pytest.raises(built.driver.FullError):
        for sent, row in enumerate(words):  # noqa: B007
            core.send(row)
    assert sent > 2
    assert [core.wait() for _ in range(sent)] == [
        list(built.compiled.pairing.model(P, Q)) for P, Q in pairs[:sent]
    ]
    with pytest.raises(built.driver.EmptyError):
        core.receive()
    with pytest.raises(TimeoutError):
        core.wait(looks=3)
    core.transport.close()


def test_a_result_raises_the_interrupt_and_a_reset_discards_it(built: Built) -> None:
    registers = importlib.import_module("pairforge_registers")
    core = built.driver.Core(built.simulated(), built.identity)
    (P, Q), *_ = built.compiled.pairing.random_points(1, seed=2)
    core.interrupts(registers.INTERRUPT_RESULT | registers.INTERRUPT_OFF_CURVE)
    core.send([*P, *Q])
    assert not core.transport.interrupt
    core.transport.step(2 * core.latency)
    assert core.transport.interrupt
    assert core.events() & registers.INTERRUPT_RESULT
    assert not core.transport.interrupt
    core.reset()
    with pytest.raises(built.driver.EmptyError):
        core.receive()
    core.send([*P, Q[0], Q[1] ^ 2])
    core.transport.step(2 * core.latency)
    assert core.events() & registers.INTERRUPT_OFF_CURVE
    core.transport.close()


def test_what_is_wrong_comes_as_an_error(built: Built) -> None:
    driver, registers = built.driver, importlib.import_module("pairforge_registers")

    class Memory:
        def __init__(self) -> None:
            self.words: dict[int, int] = {}

        def read(self, offset: int) -> int:
            return self.words.get(offset, 0)

        def write(self, offset: int, value: int) -> None:
            self.words[offset] = value

    memory = Memory()
    with pytest.raises(driver.WrongCoreError, match="ID is 0x00000000"):
        driver.Core(memory)
    memory.words[registers.ID] = registers.IDENTITY
    with pytest.raises(driver.WrongCoreError, match="register map 0"):
        driver.Core(memory)
    memory.words[registers.VERSION] = registers.MAP_VERSION << 24
    with pytest.raises(driver.WrongCoreError, match="another core"):
        driver.Core(memory, built.identity)
    core = driver.Core(memory)
    for bits, error in (
        (registers.INTERRUPT_FRAMING, driver.FramingError),
        (registers.INTERRUPT_OUTPUT_REFUSED, driver.RefusedError),
    ):
        memory.words[registers.INTERRUPT_STATUS] = bits
        with pytest.raises(error):
            core.events()
    with pytest.raises(ValueError, match="1 words, 0 are to be loaded"):
        core.load([1])
    simulated = built.simulated()
    with pytest.raises(driver.BusError, match="read of 0x44"):
        simulated.read(registers.DATA_OUT)
    with pytest.raises(driver.BusError, match="write of 0x0"):
        simulated.write(registers.ID, 1)
    simulated.close()


def test_registers_in_memory_in_python(built: Built, tmp_path: Path) -> None:
    (tmp_path / "registers").write_bytes(bytes(4096))
    mapped = built.driver.Mapped(tmp_path / "registers")
    mapped.write(0x34, 0xDEADBEEF)
    assert mapped.read(0x34) == 0xDEADBEEF
    mapped.close()
    assert (tmp_path / "registers").read_bytes()[0x34:0x38] == bytes.fromhex("efbeadde")


def test_registers_in_memory_in_c(built: Built, tmp_path: Path) -> None:
    c = built.folder / "drivers" / "c"
    program = tmp_path / "memory"
    subprocess.run([*C, f"-I{c}", str(c / "pairforge.c"), str(HERE / "memory.c"), "-o", program], check=True)
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "done\n"


@needs_rust
def test_registers_in_memory_in_rust(built: Built, tmp_path: Path) -> None:
    assert make(built.folder, "example_rust").returncode == 0  # the library
    library = built.folder / "drivers" / "simulation" / "libpairforge_driver.rlib"
    program = tmp_path / "memory"
    assert RUST is not None
    extern = ["--extern", f"pairforge_driver={library}"]
    subprocess.run([RUST, "--edition", "2021", *extern, str(HERE / "memory.rs"), "-o", program], check=True)
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "done\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("design", "settings"),
    [
        ("barenghi-fp-163", {"tate.modulus": "loadable", "check": "curve", "effort": "0"}),
        ("small-f2-239", {"effort": "0"}),
    ],
)
def test_other_cores(tmp_path: Path, design: Any, settings: Any) -> None:
    _, sample = written(tmp_path, design, settings)
    off = 0 if sample.off_curve is None else int(sample.off_curve.sum())
    done = make(tmp_path, "c", "python", *(["rust"] if RUST else []))
    assert done.returncode == 0, done.stderr
    line = f"20 results right, {off} of them of points off their curves\n"
    assert done.stdout.endswith(line * (3 if RUST else 2))
