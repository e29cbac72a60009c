"""The system of examples/bls_soc: built, simulated, and what its firmware says (slow: BLS12-381)."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pairforge.evidence.verilator import installation

EXAMPLE = Path(__file__).parents[2] / "examples" / "bls_soc"
JOBS = ("bls-verify-bls12-381", "bls-sign-bls12-381")
README = {
    "verify": "one verification, from the call to the answer",
    "sign": "one signature",
    "multiplication on the CPU": "a multiplication modulo p on the processor",
}
"""What the firmware measures, and the rows that have it."""


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("pythondata_cpu_vexriscv") is None, reason="no VexRiscv (make setup-dev)"
)
def test_firmware_verifies_and_signs(tmp_path: Path) -> None:
    root = installation().root
    tools = [f"PYTHON={sys.executable}", f"VERILATOR={root / 'bin' / 'verilator_bin'}", f"BUILD={tmp_path}"]
    environment = {
        **os.environ,
        "VERILATOR_ROOT": str(root),
        "PYTHONPATH": os.pathsep.join([str(EXAMPLE.parents[1]), *sys.path]),
    }
    command = ["make", "-s", "-C", str(EXAMPLE), *tools]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = dict(re.findall(r"^([\w ]+): (\d+)", done.stdout, re.MULTILINE))
    jobs = {row["name"]: row for row in json.loads((tmp_path / "core" / "result.json").read_text())["jobs"]}
    verify, sign = (jobs[name] for name in JOBS)
    # What the driver and the bus add to the latency of the core itself.
    for name, job in (("verify", verify), ("sign", sign)):
        assert job["latency"] < int(found[name]) < job["latency"] + 40_000
    assert int(found["stream"]) < 2 * verify["latency"]
    assert found["check"] == str(_product())
    page = (EXAMPLE / "README.md").read_text()
    for name, row in README.items():
        (figure,) = re.findall(rf"^\| {row} \| ([\d,]+) \|", page, re.MULTILINE)
        assert int(found[name]) == pytest.approx(int(figure.replace(",", "")), rel=0.05)


def _product() -> int:
    """The lowest word of what firmware/field.c computes, by Python's integers."""
    text = (EXAMPLE / "firmware" / "vectors.h").read_text()
    a, b = (_number(text, name) for name in ("key", "signature"))
    p = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
    for _ in range(16):
        a = a * b * pow(2, -384, p) % p
    return a & 0xFFFFFFFF


def _number(text: str, name: str) -> int:
    """The bytes of an array but the first, 47 of them, as a number."""
    (rows,) = re.findall(rf"{name}\[\d+\] = \{{(.*?)\}}", text, re.DOTALL)
    data = bytes(int(byte, 16) for byte in re.findall(r"0x(\w\w)", rows))
    return int.from_bytes(data[1:48], "big")
