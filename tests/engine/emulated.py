"""The engine without an operating system (engine/bare), on an emulated processor.

`python -m tests.engine.emulated TARGET` prints what each operation takes, as a table.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unicorn import (
    UC_ARCH_ARM,
    UC_ARCH_ARM64,
    UC_HOOK_BLOCK,
    UC_MODE_ARM,
    UC_MODE_MCLASS,
    UC_MODE_THUMB,
    Uc,
    arm64_const,
    arm_const,
)

from .conftest import ENGINE, VECTORS, cases, command, flat

CURVES = {"bn254": 32, "bn258": 33, "bls12-381": 48, "bn462": 58}
"""The curves in the order of the program's operations, with the bytes of a coefficient."""
_READ, _SIGN, _VERIFY = 4, 8, 9
_SIGNATURE = 96
_PAGE = 4096
_INPUT, _OUTPUT, _STACK, _RETURN = 0x2000_0000, 0x2010_0000, 0x2020_0000, 0x1000_0000
_STACK_BYTES = 1 << 20
_MARK = b"\xa5"
_LOADED = 1
"""The type of a program header that is to be loaded."""


@dataclass(frozen=True)
class Called:
    """What a call gave, how many bytes of instructions it ran, and how many bytes of stack it touched."""

    accepted: bool
    output: bytes
    code: int
    stack: int


class Program:
    """A program in an ELF file, for 64-bit Arm or, where its words have 32 bits, for Thumb."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self.wide = data[4] == 2
        if self.wide:
            self.uc = Uc(UC_ARCH_ARM64, UC_MODE_ARM)
            self.registers = [arm64_const.UC_ARM64_REG_X0 + i for i in range(3)]
            self.link, self.stack = arm64_const.UC_ARM64_REG_LR, arm64_const.UC_ARM64_REG_SP
            self.entry, table, size, count = (
                *struct.unpack_from("<QQ", data, 24),
                *struct.unpack_from("<HH", data, 54),
            )
        else:
            self.uc = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
            self.uc.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M4)
            self.registers = [arm_const.UC_ARM_REG_R0 + i for i in range(3)]
            self.link, self.stack = arm_const.UC_ARM_REG_LR, arm_const.UC_ARM_REG_SP
            self.entry, table, size, count = (
                *struct.unpack_from("<II", data, 24),
                *struct.unpack_from("<HH", data, 42),
            )
        for i in range(count):
            self._load(data, table + i * size)
        for place in (_INPUT, _OUTPUT, _RETURN):
            self.uc.mem_map(place, _PAGE)
        self.uc.mem_map(_STACK, _STACK_BYTES)
        self.code = 0
        self.uc.hook_add(UC_HOOK_BLOCK, self._count)

    def _load(self, data: bytes, header: int) -> None:
        if self.wide:
            kind, _, start, place, _, stored, room = struct.unpack_from("<IIQQQQQ", data, header)
        else:
            kind, start, place, _, stored, room = struct.unpack_from("<IIIIII", data, header)
        if kind == _LOADED and room:
            first, last = place // _PAGE * _PAGE, -(-(place + room) // _PAGE) * _PAGE
            for page in range(first, last, _PAGE):
                if not any(begin <= page <= end for begin, end, _ in self.uc.mem_regions()):
                    self.uc.mem_map(page, _PAGE)
            self.uc.mem_write(place, data[start : start + stored])

    def _count(self, _uc: Uc, _address: int, size: int, _given: object) -> None:
        self.code += size

    def call(self, operation: int, data: bytes, output: int) -> Called:
        """Enter the program with an operation and its input; `output`: how many bytes it writes."""
        uc, top = self.uc, _STACK + _STACK_BYTES
        uc.mem_write(_INPUT, data)
        uc.mem_write(_OUTPUT, bytes(output))
        uc.mem_write(_STACK, _MARK * _STACK_BYTES)
        for register, value in zip(self.registers, (operation, _INPUT, _OUTPUT), strict=True):
            uc.reg_write(register, value)
        uc.reg_write(self.stack, top)
        uc.reg_write(self.link, _RETURN if self.wide else _RETURN | 1)
        self.code = 0
        uc.emu_start(self.entry, _RETURN)
        touched = bytes(uc.mem_read(_STACK, _STACK_BYTES)).lstrip(_MARK)
        accepted = uc.reg_read(self.registers[0]) & 0xFF
        return Called(accepted == 1, bytes(uc.mem_read(_OUTPUT, output)), self.code, len(touched))


def built(target: str) -> Program:
    """The program for a target of Rust's."""
    manifest = ("--manifest-path", ENGINE / "Cargo.toml", "--package", "pairforge-bare")
    command("cargo", "build", "-q", "--release", "--locked", *manifest, "--target", target)
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ENGINE / "target"))
    return Program(folder / target / "release" / "pairforge-bare")


def pairings(program: Program, curve: str, number: int) -> Iterator[tuple[Called, Called]]:
    """Pairings of the first known answers, each compared, and the same with the points read alone."""
    operation, width = list(CURVES).index(curve), CURVES[curve]
    for case in cases(f"ate-{curve}")[:number]:
        p, q, e = (b"".join(n.to_bytes(width, "little") for n in flat(part)) for part in case)
        paired = program.call(operation, p + q, len(e))
        assert paired.accepted and paired.output == e
        yield paired, program.call(_READ + operation, p + q, 0)


def signatures(program: Program) -> tuple[Called, Called]:
    """A known signature, made and verified; others are right or not, as they should be."""
    known = json.loads((VECTORS / "bls" / "ethereum.json").read_text())
    for case in known["sign"]:
        made = program.call(_SIGN, bytes.fromhex(case["sk"] + case["msg"]), _SIGNATURE)
        assert made.accepted and made.output.hex() == case["sig"]
    lengths = {"pk": 96, "msg": 64, "sig": 192}
    fitting = [case for case in known["verify"] if all(len(case[key]) == n for key, n in lengths.items())]
    right = []
    for case in fitting:
        verified = program.call(_VERIFY, bytes.fromhex(case["pk"] + case["msg"] + case["sig"]), 0)
        assert verified.accepted == case["valid"]
        right += [verified] * case["valid"]
    return made, right[0]


def main(target: str) -> None:
    """Print the table."""
    program = built(target)
    print("| | instructions | bytes of stack |\n|---|---|---|")
    rows = []
    for curve in CURVES:
        ((paired, read),) = pairings(program, curve, 1)
        rows.append((f"pairing on {curve}", paired.code - read.code, paired.stack))
        rows.append(("both points read and validated", read.code, read.stack))
    made, verified = signatures(program)
    rows += [("BLS signature", made.code, made.stack), ("its verification", verified.code, verified.stack)]
    for name, code, stack in rows:
        print(f"| {name} | {f'{code // 4:,}' if program.wide else ''} | {stack:,} |")


if __name__ == "__main__":
    main(sys.argv[1])
