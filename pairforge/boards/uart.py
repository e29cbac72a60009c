"""A serial port, 8 data bits, no parity, one stop bit: a receiver, a sender, and a queue of characters.

Imports the hardware layer and errors.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.errors import UserError
from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, Select, any_of, concat

_FRAME = 9  # the last of a frame's bits, counted from its start bit: the stop bit
MOST_ERROR = 0.02
"""Of the bit time. Sender and receiver may be 5% apart at the last bit; the other end has its share."""


@dataclass(frozen=True)
class Rate:
    """A bit time of `cycles` clock cycles."""

    cycles: int

    @classmethod
    def of(cls, baud: int, clock_hz: int) -> Rate:
        """The nearest to `baud` bits a second. Raises UserError where it is too far off, or too fast."""
        cycles = round(clock_hz / baud) if baud > 0 else 0
        if cycles < 4 or abs(clock_hz / cycles / baud - 1) > MOST_ERROR:
            raise UserError(
                f"--baud {baud}: a clock of {clock_hz / 1e6:g} MHz does not divide into that within "
                f"{MOST_ERROR:.0%}; give 115200, or 1000000"
            )
        return cls(cycles)

    @property
    def bits(self) -> int:
        """Bits of a counter of these cycles."""
        return self.cycles.bit_length()


def receiver(rate: Rate) -> Module:
    """Ports clk, rst, `rx`; `data` (8 bits), in the one cycle in which `valid` is high.

    Bits are sampled in their middle. A low that is gone by the middle of a start bit is no character, nor is
    one without a stop bit.
    """
    m = Module(f"uart_receive_{rate.cycles}", f"Serial receiver, {rate.cycles} cycles a bit, 8N1.")
    m.input("clk")
    rst, rx = m.input("rst"), m.input("rx")
    m.comment("two registers against metastability")
    line = m.reg("line", m.reg("line_before", rx, reset=(rst, 1)), reset=(rst, 1))
    busy, left, place = m.forward_reg("busy", 1), m.forward_reg("left", rate.bits), m.forward_reg("place", 4)
    sample = m.wire("sample", busy & Compare("==", left, Const(rate.bits, 0)))
    first = m.wire("is_first", Compare("==", place, Const(4, 0)))
    last = m.wire("is_last", Compare("==", place, Const(4, _FRAME)))
    begins = m.wire("begins", ~busy & ~line)
    ends = m.wire("ends", sample & any_of(last, first & line))
    m.drive_reg(busy, any_of(begins, busy & ~ends), reset=(rst, 0))
    half, whole = Const(rate.bits, rate.cycles // 2 - 1), Const(rate.bits, rate.cycles - 1)
    m.drive_reg(left, Mux(busy, Mux(sample, whole, Arith("-", left, Const(rate.bits, 1))), half))
    m.drive_reg(place, Mux(busy, Mux(sample, Arith("+", place, Const(4, 1)), place), Const(4, 0)))
    data = m.forward_reg("shifted", 8)
    m.drive_reg(data, concat(line, data[7, 1]), enable=sample & ~last)
    m.output("data", data)
    m.output("valid", sample & last & line)
    return m


def sender(rate: Rate) -> Module:
    """Ports clk, rst, `data` (8 bits), `valid`; `ready`: taken if valid; `tx`."""
    m = Module(f"uart_send_{rate.cycles}", f"Serial sender, {rate.cycles} cycles a bit, 8N1.")
    m.input("clk")
    rst, data, valid = m.input("rst"), m.input("data", 8), m.input("valid")
    busy, left, place = m.forward_reg("busy", 1), m.forward_reg("left", rate.bits), m.forward_reg("place", 4)
    take = m.wire("take", valid & ~busy)
    step = m.wire("step", busy & Compare("==", left, Const(rate.bits, 0)))
    last = Compare("==", place, Const(4, _FRAME))
    m.drive_reg(busy, any_of(take, busy & ~(step & last)), reset=(rst, 0))
    again = any_of(step, ~busy)
    whole = Const(rate.bits, rate.cycles - 1)
    m.drive_reg(left, Mux(again, whole, Arith("-", left, Const(rate.bits, 1))))
    m.drive_reg(place, Mux(busy, Mux(step, Arith("+", place, Const(4, 1)), place), Const(4, 0)))
    frame = m.forward_reg("frame", _FRAME)
    shifted = Mux(step, concat(Const(1, 1), frame[_FRAME - 1, 1]), frame)
    m.drive_reg(frame, Mux(take, concat(data, Const(1, 0)), shifted), reset=(rst, (1 << _FRAME) - 1))
    m.output("ready", ~busy)
    m.output("tx", frame[0])
    return m


def queue(depth_bits: int) -> Module:
    """Up to 2^`depth_bits` - 1 characters that wait.

    Ports clk, rst, `data`, `valid`; `lost`: a character comes and there is no room, in that cycle;
    `next_data`, `next_valid`: the oldest, which `taken` removes. Two cycles after `taken` they say what is
    next.
    """
    m = Module(f"queue_{1 << depth_bits}", f"A queue of {(1 << depth_bits) - 1} characters.")
    m.input("clk")
    rst, data, valid, taken = m.input("rst"), m.input("data", 8), m.input("valid"), m.input("taken")
    one = Const(depth_bits, 1)
    write, read = m.forward_reg("write_place", depth_bits), m.forward_reg("read_place", depth_bits)
    after = m.wire("write_after", Arith("+", write, one))
    full = m.wire("full", Compare("==", after, read))
    put = m.wire("put", valid & ~full)
    m.drive_reg(write, after, enable=put, reset=(rst, 0))
    m.drive_reg(read, Arith("+", read, one), enable=taken, reset=(rst, 0))
    memory = m.memory("characters", 8, 1 << depth_bits, style="block")
    m.write(memory, write, data, put)
    m.output("next_data", m.reg("oldest", Select(memory, read)))
    waits = Compare("!=", write, read) & ~taken
    m.output("next_valid", m.reg("waits", waits, reset=(rst, 0)))
    m.output("lost", valid & full)
    return m


def synchronous(m: Module, name: str, pin: Expr) -> Net:
    """A pin that is in no step with the clock, behind two registers."""
    return m.reg(name, m.reg(f"{name}_before", pin))
