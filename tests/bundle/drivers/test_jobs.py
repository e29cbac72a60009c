"""The functions that drivers have for jobs, on a simulated core with four of them."""

import importlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bundle.drivers.built import Built, C, make
from pairforge.jobs.several import Part
from pairforge.jobs.statuses import ENCODING, OPCODE, SCALAR
from pairforge.pairings.computation import Encoded

pytestmark = pytest.mark.xdist_group("drivers of jobs")  # one build of all, so on one worker

HERE = Path(__file__).parent
RUST = shutil.which("rustc")
needs_rust = pytest.mark.skipif(RUST is None, reason="no Rust compiler")
NAME = "jobs_bls12_13"
JOBS = ("g1-mul", "g1-subgroup", "g2-decompress", "ate")
PAIRING = "+".join(f"{job}-bls12-13" for job in JOBS)
BASE = 256  # of the statuses of jobs among those of the C driver
RANGE = 6  # PAIRFORGE_RANGE


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    settings = {"pairing": PAIRING, "interleave": "3", "effort": "0"}
    made = Built(tmp_path_factory.mktemp("jobs"), "jobs-bls12-13", settings)
    yield made
    made.close()


def part(built: Built, number: int) -> Part:
    several = built.compiled.several
    assert several is not None
    return several.parts[number]


def cases(built: Built, number: int, count: int = 12) -> list[tuple[Encoded, Encoded]]:
    """Random inputs of a job, right and wrong ones, and what the model gives, its status first.

    All are below p: drivers refuse others before they send anything.
    """
    computation = part(built, number).computation
    drawn = computation.random_inputs(2 * count, seed=11)
    inputs = [each for each in drawn if max(each) < computation.characteristic][:count]
    return list(zip(inputs, computation.values(inputs), strict=True))


def as_bytes(flags: int, x0: int, x1: int) -> bytes:
    """A compressed point over F_p2 whose coefficients take two bytes."""
    return (flags << 29 | x1 << 16 | x0).to_bytes(4, "big")


def asked(built: Built) -> list[tuple[str, str]]:
    """Lines for the programs in C and Rust, and what they shall answer."""
    lines = []
    for number, name in ((0, "g1_mul"), (1, "g1_subgroup"), (2, "g2_decompress")):
        for inputs, (status, *outputs) in cases(built, number):
            code = BASE + status if status else 0
            lines.append((f"{name} {words(inputs)}", f"{code} {words(outputs)}".strip()))
            if name == "g2_decompress" and inputs[0] < 8:
                lines.append((f"{name}_bytes {as_bytes(*inputs).hex()}", f"{code} {words(outputs)}"))
    p = built.compiled.computation.characteristic
    lines.append((f"g1_mul 1 {p:x} 0", f"{RANGE} 0 0"))
    lines.append((f"g2_decompress_bytes {as_bytes(4, 0, p).hex()}", f"{RANGE} 0 0 0 0"))
    right = next(inputs for inputs, (status, *_) in cases(built, 0) if not status)
    (x, y), third = dict(cases(built, 0))[right][1:], subgroup(built, right[1:])
    lines.append((f"several {words(right)}", f"0 {x:x} {y:x} {BASE + OPCODE} {third}"))
    return lines


def subgroup(built: Built, point: Encoded) -> int:
    ((status, *_),) = part(built, 1).computation.values([point])
    return BASE + status if status else 0


def words(numbers: Sequence[int]) -> str:
    return " ".join(f"{number:x}" for number in numbers)


def answers(program: Path, lines: Sequence[tuple[str, str]]) -> list[str]:
    text = "".join(f"{line}\n" for line, _ in lines)
    done = subprocess.run([program], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_functions_in_c(built: Built, tmp_path: Path) -> None:
    c, simulation, program = built.folder / "drivers" / "c", built.library.parent, tmp_path / "jobs"
    sources = [c / f"{name}.c" for name in ("pairforge", "pairforge_bytes", f"{NAME}_jobs")]
    link = [f"-L{simulation}", "-lsimulated", f"-Wl,-rpath,{simulation}"]
    sources = [*sources, HERE / "jobs.c"]
    subprocess.run([*C, f"-I{c}", f"-I{simulation}", *sources, *link, "-o", program], check=True)
    lines = asked(built)
    wanted = [answer for _, answer in lines]
    wanted[-1] += " there is no job of this number"
    assert answers(program, lines) == wanted


@needs_rust
def test_functions_in_rust(built: Built, tmp_path: Path) -> None:
    assert make(built.folder, "example_rust").returncode == 0  # the library
    simulation, program = built.library.parent, tmp_path / "jobs"
    extern = ["--extern", f"pairforge_driver={simulation / 'libpairforge_driver.rlib'}"]
    link = ["-L", str(simulation), "-C", f"link-arg=-Wl,-rpath,{simulation}"]
    assert RUST is not None
    source = shutil.copy(HERE / "jobs.rs", built.folder / "drivers" / "rust" / "examples")
    command: list[str | Path] = [RUST, "--edition", "2021", *extern, *link, source, "-o", program]
    subprocess.run(command, check=True)
    lines = asked(built)
    assert answers(program, lines) == [answer for _, answer in lines]


def test_methods_in_python(built: Built) -> None:
    module = importlib.import_module(f"pairforge_jobs_{NAME}")
    jobs = module.Jobs(built.driver.Core(built.simulated(), built.identity))
    for number, (job, identifier) in enumerate((each, each.replace("-", "_")) for each in JOBS):
        method, its = getattr(jobs, identifier), part(built, number)
        assert module.Opcode[identifier.upper()] == number
        for inputs, outputs in cases(built, number, 3 if job == "ate" else 12):
            status, *values = outputs if its.has_status else (0, *outputs)
            named = dict(zip(its.computation.inputs, inputs, strict=True))
            if status:
                with pytest.raises(built.driver.JobError) as error:
                    method(**named)
                assert error.value.status == status
            else:
                assert method(**named) == (tuple(values) or None)
    for inputs, (status, *values) in cases(built, 2):
        if not status:
            found = jobs.g2_decompress_bytes(point=as_bytes(*inputs))
            assert [int.from_bytes(each, "big") for each in found] == values
    with pytest.raises(built.driver.RangeError):
        jobs.g1_mul(n=built.compiled.computation.characteristic, xP=0, yP=0)
    with pytest.raises(ValueError, match="3 bytes, 4 are wanted"):
        jobs.g2_decompress_bytes(point=bytes(3))
    jobs.core.transport.close()


def test_statuses_and_opcodes_by_name(built: Built) -> None:
    statuses = importlib.import_module("pairforge_statuses")
    assert (statuses.Status.SCALAR, statuses.Status.ENCODING) == (SCALAR, ENCODING)
    module = importlib.import_module(f"pairforge_jobs_{NAME}")
    core = built.driver.Core(built.simulated(), built.identity)
    with pytest.raises(built.driver.JobError, match="there is no job of this number"):
        core.compute_job(module.G1_MUL._replace(opcode=len(JOBS)), (1, 0, 0))
    core.transport.close()
    text = (built.folder / "drivers" / "c" / f"{NAME}_jobs.h").read_text()
    for number, job in enumerate(JOBS):
        assert f"JOBS_BLS12_13_OPCODE_{job.replace('-', '_').upper()} = {number}" in text


@pytest.mark.parametrize("language", ["c", "python", pytest.param("rust", marks=needs_rust)])
def test_the_examples_find_every_result_right(built: Built, language: str) -> None:
    done = make(built.folder, language)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "20 results right, 0 of them of points off their curves\n"
