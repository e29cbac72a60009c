"""A queue of words on one clock, between a bus and a core."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.hdl import Arith, Compare, Const, Module, Mux, Select, concat


@dataclass(frozen=True)
class Fifo:
    """A queue of `depth` words, a power of two, of `width` bits; what is put in can be taken a cycle on."""

    depth: int
    width: int

    def __post_init__(self) -> None:
        if self.depth < 2 or self.depth & (self.depth - 1):
            raise ValueError(f"a queue of {self.depth} words; the depth is a power of two")

    @property
    def level_bits(self) -> int:
        """Bits of `level`, which goes up to the depth."""
        return self.depth.bit_length()

    def module(self) -> Module:
        """Ports clk, rst, put, d, take, y, full, some, level: the words held.

        The caller puts only where it is not `full` and takes only where there are `some`.
        """
        m = Module(
            f"pairforge_fifo{self.depth}_{self.width}",
            f"A queue of {self.depth} words of {self.width} bits; nobody puts when it is full, or takes when "
            "it is empty.",
        )
        m.input("clk")
        rst = m.input("rst")
        put, d, take = m.input("put"), m.input("d", self.width), m.input("take")
        bits = self.depth.bit_length() - 1
        one = Const(bits, 1)
        head, tail = m.forward_reg("head", bits), m.forward_reg("tail", bits)
        m.drive_reg(tail, Arith("+", tail, one), enable=put, reset=(rst, 0))
        m.drive_reg(head, Arith("+", head, one), enable=take, reset=(rst, 0))
        words = m.memory("words", self.width, self.depth, style="distributed")
        m.write(words, tail, d, put)

        level = m.forward_reg("held", self.level_bits)
        step = Const(self.level_bits, 1)
        more, less = Arith("+", level, step), Arith("-", level, step)
        m.drive_reg(level, Mux(put, more, less), enable=put ^ take, reset=(rst, 0))
        m.output("y", Select(words, head))
        m.output("full", level[bits])
        m.output("some", Compare("!=", level, Const(self.level_bits, 0)))
        m.output("level", concat(level))
        return m
