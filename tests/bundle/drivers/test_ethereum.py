"""Ethereum's bytes through the drivers of a core of jobs: the words that the core gets, and what callers get.

The core is a list of words: what it would compute is tried elsewhere (`tests/compiler/test_jobs.py`).
The call in docs/reference/drivers.md is among those tried.
"""

import ctypes
import importlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from jobs.ethereum import ETHEREUM, elements, messages

from bundle.drivers.built import MODULES, C
from bundle.drivers.texts import CORE, WORDS, written
from pairforge.compiler.words import to_words
from pairforge.jobs.statuses import INVALID
from pairforge.registers.map import IDENTITY, MAP_VERSION, register

OFFSETS = {
    register(name).offset: name for name in ("ID", "VERSION", "WORDS", "STATUS", "DATA_IN", "DATA_OUT")
}
IN, OUT = 7, 13  # elements of an input and of a result
JOB, RANGE = 256, 6  # PAIRFORGE_JOB, PAIRFORGE_RANGE


class Listed:
    """Registers of a core that keeps what is sent, and gives the words that it was told to give."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.left: list[int] = []

    def read(self, offset: int) -> int:
        match OFFSETS.get(offset):
            case "ID":
                return IDENTITY
            case "VERSION":
                return MAP_VERSION << 24
            case "WORDS":
                return OUT * WORDS << 16 | IN * WORDS
            case "STATUS":
                return 6  # room for an input, and a result
            case "DATA_OUT":
                return self.left.pop(0)
        return 381 << 16 if offset == register("CAPABILITY").offset else 0

    def write(self, offset: int, value: int) -> None:
        if OFFSETS.get(offset) == "DATA_IN":
            self.sent.append(value)

    def gives(self, *values: int) -> None:
        self.left = in_words(values, OUT)


def in_words(values: Sequence[int], count: int) -> list[int]:
    """Elements as words, with zeros behind them."""
    (row,) = to_words([(*values, *(0,) * (count - len(values)))], WORDS).tolist()
    return list(map(int, row))


READ = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint32))
WRITE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32)


class Registers(ctypes.Structure):
    _fields_ = (("context", ctypes.c_void_p), ("read", READ), ("write", WRITE))


class Driver:
    """The C driver on listed registers."""

    def __init__(self, library: Path) -> None:
        self.core, self.library = Listed(), ctypes.CDLL(str(library))
        self.device = ctypes.create_string_buffer(256)  # more than it needs

        def read(_: Any, offset: int, value: Any) -> int:
            value[0] = self.core.read(offset)
            return 0

        def write(_: Any, offset: int, value: int) -> int:
            self.core.write(offset, value)
            return 0

        self.registers = Registers(None, READ(read), WRITE(write))
        assert self.library.pairforge_open(self.device, ctypes.byref(self.registers), None) == 0

    def call(self, job: str, *data: Any) -> int:
        self.core.sent.clear()
        function = getattr(self.library, f"{CORE}_{job}_bytes")
        return int(function(self.device, *data, ctypes.c_uint32(1)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("ethereum"))


@pytest.fixture(scope="module")
def driver(folder: Path) -> Driver:
    library = folder / "libdriver.so"
    sources = [folder / "c" / f"{name}.c" for name in ("pairforge", "pairforge_bytes", f"{CORE}_jobs")]
    subprocess.run([*C, "-shared", "-fPIC", *sources, "-o", library], check=True)
    return Driver(library)


@pytest.fixture(scope="module")
def python(folder: Path) -> Iterator[Any]:
    names = [*(f"pairforge_{name}" for name in MODULES), f"pairforge_jobs_{CORE}"]
    for name in names:
        sys.modules.pop(name, None)
    sys.path.insert(0, str(folder / "python"))
    yield importlib.import_module(f"pairforge_jobs_{CORE}")
    sys.path.remove(str(folder / "python"))
    for name in names:
        sys.modules.pop(name, None)


def verifications() -> Iterator[tuple[list[bytes], tuple[int, ...] | None]]:
    """Key, signature and message of each vector; the elements that they are, None where one is too large."""
    for case in messages(ETHEREUM["verify"]):
        key, signature = elements(case["pk"]), elements(case["sig"])
        data = [bytes.fromhex(case[part]) for part in ("pk", "sig", "msg")]
        yield data, (*key, *signature, int(case["msg"], 16)) if key and signature else None


def test_what_a_verification_sends(driver: Driver, python: Any) -> None:
    jobs = python.Jobs(python.Core(Listed()))
    core = jobs.core.transport
    answers = set()
    for data, given in verifications():
        names = dict(zip(("key", "signature", "message"), data, strict=True))
        for listed in (driver.core, core):
            listed.gives(INVALID)
        core.sent.clear()
        found = driver.call("bls_verify", *data)
        answers.add(found)
        with pytest.raises(ValueError if given is None else Exception) as error:
            jobs.bls_verify_bytes(**names)
        if given is None:
            assert (found, driver.core.sent, core.sent) == (RANGE, [], [])
        else:
            assert driver.core.sent == core.sent == in_words((0, *given), IN)
            assert (found, getattr(error.value, "status", None)) == (JOB + INVALID, INVALID)
    assert JOB + INVALID in answers
    driver.core.gives(0)
    assert driver.call("bls_verify", *data) == 0


def test_an_element_that_is_not_below_p_is_not_sent(driver: Driver, python: Any) -> None:
    data = [bytes([0x9A]) + bytes([0xFF]) * 47, bytes([0xC0]) + bytes(95), bytes(32)]
    assert (driver.call("bls_verify", *data), driver.core.sent) == (RANGE, [])
    jobs = python.Jobs(python.Core(Listed()))
    with pytest.raises(ValueError, match="no element"):
        jobs.bls_verify_bytes(**dict(zip(("key", "signature", "message"), data, strict=True)))
    assert jobs.core.transport.sent == []


def test_what_signing_sends_and_gives(driver: Driver, python: Any) -> None:
    jobs = python.Jobs(python.Core(Listed()))
    core = jobs.core.transport
    for case in messages(ETHEREUM["sign"]):
        if not case.get("sig") or (signature := elements(case["sig"])) is None:
            continue
        key, message = bytes.fromhex(case["sk"].removeprefix("0x")), bytes.fromhex(case["msg"])
        for listed in (driver.core, core):
            listed.gives(0, *signature)
        core.sent.clear()
        out = ctypes.create_string_buffer(96)
        assert driver.call("bls_sign", key, message, out) == 0
        assert out.raw == bytes.fromhex(case["sig"]) == jobs.bls_sign_bytes(key=key, message=message)
        sent = in_words((1, int.from_bytes(key, "big"), int.from_bytes(message, "big")), IN)
        assert driver.core.sent == core.sent == sent
        break
    else:
        raise AssertionError("no signature among the vectors")


def test_a_point_comes_back_as_two_numbers(driver: Driver) -> None:
    x, y = (ctypes.create_string_buffer(48) for _ in range(2))
    numbers = [int.from_bytes(bytes(range(k, k + 48)), "big") for k in (1, 2)]
    driver.core.gives(0, *numbers)
    assert driver.call("g1_decompress", bytes([0xC0]) + bytes(47), x, y) == 0
    assert driver.core.sent == in_words((2, 6, 0), IN)
    assert [int.from_bytes(each.raw, "big") for each in (x, y)] == numbers
