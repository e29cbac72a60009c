"""What a core takes in after a reset where the modulus is loadable: p, and all that follows from it.

One item after the other, each from its lowest 32-bit word on, through a chain of registers that only move: a
word goes in above, and when the last one is there each stands in its place. The first word of the first
pairing comes after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairforge.binding.model import Binding
from pairforge.hdl import Arith, Compare, Const, Module, Net, concat
from pairforge.program.passes.prime import values_of
from pairforge.rtl.control import StageControl
from pairforge.rtl.ladder import LOADED
from pairforge.rtl.stream import WORD
from pairforge.units.base import LoadableUnit, Unit
from pairforge.units.parts.representation import radix_of

_SMALL = 16


@dataclass(frozen=True)
class Item:
    """A number of `width` bits called `name` in the hardware; `value` for the pairing that the core was made
    for, `meaning` for any.
    """

    name: str
    width: int
    value: int
    meaning: str

    @property
    def words(self) -> Sequence[int]:
        """Its words, the lowest first."""
        return [self.value >> low & (1 << WORD) - 1 for low in range(0, self.width, WORD)]


def constant_name(number: int) -> str:
    """The item of a program's constant."""
    return f"constant{number}"


def items_of(
    binding: Binding, units: Mapping[str, Unit], control: StageControl, width: int
) -> tuple[Item, ...]:
    """What the datapath and the sequencer of a stage with a loadable modulus take, in order; `width`: of an
    element. Zero is zero whatever p is, and no item.
    """
    return (*_of_units(units), *_constants(binding, units, width), *_ladders(control))


def _of_units(units: Mapping[str, Unit]) -> Iterator[Item]:
    found = {
        name: number
        for unit in units.values()
        if isinstance(unit, LoadableUnit)
        for name, number in unit.loaded.items()
    }
    for name, (width, value) in sorted(found.items()):
        yield Item(name, width, value, "p" if name == "modulus" else f"-1/p mod 2^{width}")


def _constants(binding: Binding, units: Mapping[str, Unit], width: int) -> Iterator[Item]:
    program, radix = binding.stage.program, radix_of(units)
    p = program.characteristic
    values = values_of(program.constants, radix, p)
    for i, (name, number) in enumerate(program.constants):
        if number:
            yield Item(
                constant_name(i), width, values[name], f"{meaning_of(values[name], radix or 1, p)} mod p"
            )


def meaning_of(value: int, radix: int, p: int) -> str:
    """A residue as a small multiple of a power of R, where it is one; its digits where not."""
    for multiple in sorted(range(-_SMALL, _SMALL + 1), key=lambda k: (abs(k), k < 0)):
        for power in range(3):
            if multiple and (multiple * radix**power - value) % p == 0:
                text = f"R^{power}" if power > 1 else "R" if power else "1"
                return text if multiple == 1 else f"{multiple}" if not power else f"{multiple} {text}"
    return f"{value:#x}"


def _ladders(control: StageControl) -> Iterator[Item]:
    bits = [bit for ladder in sorted(control.ladders, key=lambda each: each.first) for bit in ladder.bits]
    if bits:
        value = sum(bit << i for i, bit in enumerate(bits))
        yield Item(LOADED, len(bits), value, "bits of the ladders, that of the first iteration lowest")


def build_loader(name: str, items: Sequence[Item]) -> Module:
    """Ports clk, rst, in_data, in_valid; `loaded`, and each item by its name, which stands once it is."""
    count = sum(len(item.words) for item in items)
    m = Module(name, f"Takes {count} words after a reset: {', '.join(item.name for item in items)}.")
    m.input("clk")
    rst, data, valid = m.input("rst"), m.input("in_data", WORD), m.input("in_valid")
    left = m.forward_reg("words_left", count.bit_length())
    loaded = m.wire("is_loaded", Compare("==", left, Const(left.width, 0)))
    take = m.wire("take", valid & ~loaded)
    m.drive_reg(
        left,
        Arith("-", left, Const(left.width, 1)),
        enable=take,
        reset=(rst, Const(left.width, count, "WORDS_TO_LOAD")),
    )
    above, chain = data, list[Net]()
    for i in reversed(range(count)):
        above = m.reg(f"word{i}", above, enable=take)
        chain.insert(0, above)
    at = 0
    for item in items:
        words = chain[at : at + len(item.words)]
        at += len(words)
        spare = WORD * len(words) - item.width
        top = words[-1][WORD - 1 - spare, 0]
        m.output(item.name, concat(top, *reversed(words[:-1])))
        if spare and words[-1] is chain[0]:
            m.unused(words[-1][WORD - 1, WORD - spare])
    m.output("loaded", loaded)
    return m
