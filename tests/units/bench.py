"""Runs modules cycle by cycle in Verilator: one executable for a whole list of them.

All inputs of all modules are one wide input bus of a generated top, all outputs one wide output bus; a
fixed C++ main copies hexadecimal lines from standard input to the one and from the other to standard
output.
"""

from __future__ import annotations

import subprocess
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pairforge.hdl import Expr, Module, concat, design_files

ROOT = Path(sysconfig.get_path("purelib")) / "verilator"
BINARY = ROOT / "bin" / "verilator_bin"
RUNTIME = ("verilated", "verilated_threads")

MAIN = r"""
#include "Vbench.h"
#include "verilated.h"
#include <cstdio>
#include <cstdint>
#include <cstring>
#include <string>
#include <iostream>
static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }
int main() {
  std::ios::sync_with_stdio(false);
  VerilatedContext context;
  Vbench top{&context};
  static const char hex[] = "0123456789abcdef";
  std::string line;
  top.clk = 0;
  top.eval();
  while (std::getline(std::cin, line)) {
    bool look = line[0] == '?';  // outputs for these inputs, without the clock edge
    if (look) line.erase(0, 1);
    for (int w = 0; w < WORDS_IN; w++) {
      uint32_t v = 0;
      for (int k = 0; k < 8; k++) v = v << 4 | digit(line[8 * (WORDS_IN - 1 - w) + k]);
      top.bus_in[w] = v;
    }
    top.eval();
    std::string out(8 * WORDS_OUT, '0');
    for (int w = 0; w < WORDS_OUT; w++)
      for (int k = 0; k < 8; k++) out[8 * (WORDS_OUT - 1 - w) + k] = hex[top.bus_out[w] >> (28 - 4 * k) & 15];
    std::cout << out << '\n';
    if (look) { std::cout << std::flush; continue; }
    top.clk = 1; top.eval();
    top.clk = 0; top.eval();
  }
}
"""

Cycle = Mapping[str, int]


def _call(command: Sequence[str | Path], **kwargs: object) -> subprocess.CompletedProcess[str]:
    result: subprocess.CompletedProcess[str] = subprocess.run(
        [str(c) for c in command],
        capture_output=True,
        text=True,
        env={"VERILATOR_ROOT": str(ROOT), "PATH": "/usr/bin:/bin"},
        **kwargs,  # type: ignore[call-overload]
    )
    assert result.returncode == 0, result.stderr[:4000]
    return result


def write(module: Module, folder: Path) -> list[Path]:
    """The module and all below it as files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in design_files(module, "SPDX-License-Identifier: Apache-2.0").items():
        path = folder / name
        path.write_text(text)
        paths.append(path)
    return paths


def lint(module: Module, folder: Path) -> None:
    """Fail on any warning Verilator has."""
    _call([BINARY, "--lint-only", "-Wall", "--top-module", module.name, *write(module, folder)])


def runtime(folder: Path) -> list[Path]:
    """Verilator's own objects, compiled once a session."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for name in RUNTIME:
        target = folder / f"{name}.o"
        if not target.exists():
            _call(
                [
                    "g++",
                    "-std=gnu++20",
                    "-O1",
                    *_include(),
                    "-c",
                    ROOT / "include" / f"{name}.cpp",
                    "-o",
                    target,
                ]
            )
        objects.append(target)
    return objects


def _include() -> list[str | Path]:
    return [
        "-I",
        ROOT / "include",
        "-I",
        ROOT / "include" / "vltstd",
        "-DVM_TRACE=0",
        "-DVM_COVERAGE=0",
        "-DVM_SC=0",
    ]


class Bench:
    """Several modules, simulated side by side."""

    def __init__(self, modules: Sequence[Module], folder: Path, objects: Sequence[Path]) -> None:
        self.modules = list(modules)
        top = Module("bench")
        top.input("clk")
        inputs = [[n for d, n in m.ports if d.startswith("input") and n.name != "clk"] for m in self.modules]
        outputs = [[n for d, n in m.ports if d.startswith("output")] for m in self.modules]
        self._in = [[(n.name, n.width) for n in nets] for nets in inputs]
        self._out = [[(n.name, n.width) for n in nets] for nets in outputs]
        # At least three words, so that Verilator makes both buses arrays.
        self._bits_in = max(96, -(-sum(w for row in self._in for _, w in row) // 32) * 32)
        self._bits_out = max(96, -(-sum(w for row in self._out for _, w in row) // 32) * 32)
        bus = top.input("bus_in", self._bits_in)
        position = 0
        results: list[Expr] = []
        for i, module in enumerate(self.modules):
            pins = {}
            for name, width in self._in[i]:
                pins[name] = bus[position + width - 1, position]
                position += width
            values = top.instance(module, f"unit{i}", **pins)
            results += [values[name] for name, _ in self._out[i]]
        spare = self._bits_out - sum(r.width for r in results)
        if spare:
            results.append(bus[spare - 1, 0])
        top.output("bus_out", concat(*reversed(results)))
        sources = write(top, folder / "rtl")
        made = folder / "obj"
        _call(
            [
                BINARY,
                "--cc",
                "--Mdir",
                made,
                "--top-module",
                "bench",
                "-Wno-fatal",
                "-O3",
                "-fno-expand",
                *sources,
            ]
        )
        # As one file, so that Verilator's headers are parsed once.
        main = folder / "main.cpp"
        main.write_text(MAIN + "".join(f'#include "{source}"\n' for source in sorted(made.glob("*.cpp"))))
        self._exe = folder / "bench"
        words = [f"-DWORDS_IN={self._bits_in // 32}", f"-DWORDS_OUT={self._bits_out // 32}"]
        _call(
            [
                "g++",
                "-std=gnu++20",
                "-O0",
                *_include(),
                "-I",
                made,
                *words,
                main,
                *objects,
                "-o",
                self._exe,
                "-pthread",
            ]
        )

    def run(self, cycles: Sequence[Sequence[Cycle]]) -> list[list[dict[str, int]]]:
        """For each cycle and module the inputs by name (absent: 0); gives the outputs of the same cycle.

        Outputs are read before the clock edge that ends the cycle.
        """
        lines = [self._line(cycle) for cycle in cycles]
        answers = [self._values(t) for t in _call([self._exe], input="\n".join(lines) + "\n").stdout.split()]
        assert len(answers) == len(cycles)
        return answers

    @contextmanager
    def session(self) -> Iterator[Session]:
        """For inputs that depend on the outputs of the same cycle."""
        with subprocess.Popen(
            [self._exe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin and process.stdout
            yield Session(self, process.stdin, process.stdout)
            process.stdin.close()

    def _line(self, cycle: Sequence[Cycle]) -> str:
        word = position = 0
        for ports, values in zip(self._in, cycle, strict=True):
            assert set(values) <= {name for name, _ in ports}, values
            for name, width in ports:
                value = values.get(name, 0)
                assert 0 <= value < 1 << width, (name, value)
                word |= value << position
                position += width
        return f"{word:0{self._bits_in // 4}x}"

    def _values(self, line: str) -> list[dict[str, int]]:
        word = int(line, 16)
        found = []
        for ports in self._out:
            values = {}
            for name, width in ports:
                values[name] = word & (1 << width) - 1
                word >>= width
            found.append(values)
        return found


class Session:
    """A running simulation: look at outputs, then clock."""

    def __init__(self, bench: Bench, stdin: IO[str], stdout: IO[str]) -> None:
        self._bench, self._stdin, self._stdout = bench, stdin, stdout
        self._pending = False

    def look(self, cycle: Sequence[Cycle]) -> list[dict[str, int]]:
        """Outputs for these inputs in the present cycle, without ending it."""
        if self._pending:  # the line of the cycle before comes first
            self._pending = False
            self._stdin.write("?" + self._bench._line(cycle) + "\n")
            self._stdin.flush()
            self._stdout.readline()
            return self._bench._values(self._stdout.readline())
        self._stdin.write("?" + self._bench._line(cycle) + "\n")
        self._stdin.flush()
        return self._bench._values(self._stdout.readline())

    def clock(self, cycle: Sequence[Cycle]) -> list[dict[str, int]]:
        """The same, and the clock edge."""
        answer = self.look(cycle)
        self._stdin.write(self._bench._line(cycle) + "\n")
        self._pending = True
        return answer
