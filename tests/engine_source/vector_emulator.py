"""An emulator of the vector assembly that the engine's squares are: lane by lane, in integers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_WORD = 1 << 64
_DIGIT = (1 << 52) - 1
_REGISTER = re.compile(r"[xz]mm(\d+)")
_PLACE = re.compile(r"\[(rdi|rsi)(?:\+(\d+))?\](\{1to8\})?")

Lanes = list[int]


def _signed(word: int) -> int:
    return word - _WORD if word >> 63 else word


def _shifted(a: int, count: int) -> int:
    return a << count if count < 64 else 0


_LANE_BY_LANE: dict[str, Callable[[int, int], int]] = {
    "vpaddq": lambda a, b: a + b,
    "vpsubq": lambda a, b: a - b,
    "vpandq": lambda a, b: a & b,
    "vpmullq": lambda a, b: a * b,
    "vpsllvq": _shifted,
    "vpsllq": _shifted,
    "vpsrlq": lambda a, b: a >> b,
    "vpsraq": lambda a, b: _signed(a) >> b,
}


class Machine:
    """Registers and memory: the state at `rdi`, constants at `rsi`, both as 64-bit words."""

    def __init__(self, state: list[int], constants: Sequence[int]) -> None:
        self.memory: dict[str, list[int]] = {"rdi": state, "rsi": list(constants)}
        self.vectors: list[Lanes | None] = [None] * 32
        self.masks: dict[str, int] = {}
        self.eax = 0

    def run(self, lines: Sequence[str], rounds: int) -> None:
        """Runs lines with labels; `rdx` is `rounds`."""
        label = {line[:-1]: k for k, line in enumerate(lines) if line.endswith(":")}
        at, zero = 0, False
        while at < len(lines):
            name, _, rest = lines[at].partition(" ")
            at += 1
            if name.endswith(":") or name == ".p2align":
                continue
            operands = [operand.strip() for operand in re.split(r", (?![^\[]*\])", rest)]
            if name == "dec":
                rounds -= 1
                zero = rounds == 0
            elif name == "test":
                zero = rounds == 0
            elif name in ("jnz", "jz"):
                if zero == (name == "jz"):
                    at = label[operands[0][:-1]]
            elif name == "mov":
                self.eax = int(operands[1])
            elif name == "kmovw":
                self.masks[operands[0]] = self.eax
            else:
                self.step(name, operands)

    def value(self, operand: str) -> Lanes | int:
        """An operand: a vector, or a number."""
        if found := _REGISTER.match(operand):
            lanes = self.vectors[int(found[1])]
            assert lanes is not None, f"{operand} is read before it is written"
            return lanes
        if found := _PLACE.fullmatch(operand):
            words = self.memory[found[1]]
            at = int(found[2] or 0)
            assert at % (8 if found[3] else 64) == 0
            return [words[at // 8]] * 8 if found[3] else words[at // 8 : at // 8 + 8]
        return int(operand)

    def vector(self, operand: str) -> Lanes:
        """An operand that is a vector."""
        lanes = self.value(operand)
        assert isinstance(lanes, list)
        return lanes

    def step(self, name: str, operands: Sequence[str]) -> None:
        """One vector instruction."""
        if found := _PLACE.fullmatch(operands[0]):
            at = int(found[2] or 0) // 8
            self.memory[found[1]][at : at + 8] = self.vector(operands[1])
            return
        target = _REGISTER.match(operands[0])
        assert target is not None
        number = int(target[1])
        result = [lane % _WORD for lane in self.result(name, operands)]
        if masked := re.search(r"\{(k\d)\}", operands[0]):
            mask = self.masks[masked[1]]
            old = [0] * 8 if "{z}" in operands[0] else self.vectors[number]
            assert old is not None
            result = [result[k] if mask >> k & 1 else old[k] for k in range(8)]
        self.vectors[number] = result

    def result(self, name: str, operands: Sequence[str]) -> Lanes:
        """What it makes in all lanes, before the mask."""
        if name in ("vpxor", "vpxorq"):
            assert len({operand[1:] for operand in operands}) == 1, "only to make a register zero"
            return [0] * 8
        first = self.value(operands[1])
        assert isinstance(first, list)
        if name == "vmovdqa64":
            return first
        second = self.value(operands[2])
        if name in ("vpmadd52luq", "vpmadd52huq"):
            old, other = self.vector(operands[0]), self.vector(operands[2])
            shift = 52 if "h" in name else 0
            products = ((a & _DIGIT) * (b & _DIGIT) for a, b in zip(first, other, strict=True))
            return [o + (product >> shift & _DIGIT) for o, product in zip(old, products, strict=True)]
        if name in _LANE_BY_LANE:
            other = [second] * 8 if isinstance(second, int) else second
            return [_LANE_BY_LANE[name](a, b) for a, b in zip(first, other, strict=True)]
        if isinstance(second, list):
            if name == "vshufi64x2":
                assert first == second and operands[3] == "78"
                return first[4:] + first[:4]
            if name == "vpermq":
                return [second[order % 8] for order in first]
            assert name == "vpermilpd", name
            return [first[k & ~1 | second[k] >> 1 & 1] for k in range(8)]
        if name == "vpermq":
            return [first[k & 4 | second >> 2 * (k & 3) & 3] for k in range(8)]
        assert name == "vpshufd", name
        assert second in (0x4E, 0x44, 0xEE)
        return [first[k & ~1 | {0x4E: 1 - k % 2, 0x44: 0, 0xEE: 1}[second]] for k in range(8)]
