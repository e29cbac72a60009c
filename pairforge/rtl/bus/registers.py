"""The registers of a wrapper as hardware, made from the table of the map.

A bus reaches them through one write port and one read port, each good for an access every cycle. Fields that
are constant, are shown, or keep what is written follow from the table alone; what is particular to one
register stands in `registers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairforge.hdl import Compare, Const, Expr, Module, Net, any_of, concat, gate, spread
from pairforge.registers.map import ADDRESS_BITS, REGISTERS, Access, Facts, Field, Register, constant
from pairforge.rtl.stream import WORD

WORD_ADDRESS = ADDRESS_BITS - 2
"""Bits of a register's number: its offset in words."""

BYTES = WORD // 8


def port_of(register: Register, field: Field) -> str:
    """The input that a field of kind STATE shows, and the flip-flops of one of kind STORED or CLEARED."""
    return f"{register.name}_{field.name}".lower()


def registers(name: str, facts: Facts) -> Module:
    """The module.

    Ports, beside `clk` and `rst`: `streams`: the wrapper has streams, else data go through registers always.
    `write`, `write_address`, `write_data`, `write_strobe`, `write_error`: a write, and that it is refused.
    `read`, `read_address`, `read_data`, `read_error`: a read. `push`, `in_open`: DATA_IN is written, and can
    be. `pop`, `out_open`, `out_data`: DATA_OUT is read, can be, and its word. `event_…`: what interrupts.
    `clear`: soft reset. `data_in`, `data_out`: the ways that are chosen. `irq`. And an input for each field
    of kind STATE.
    """
    m = Module(name, "Registers of the bus wrappers; registers/ beside this folder has their map.")
    m.input("clk")
    rst, streams = m.input("rst"), m.input("streams")
    write, at = m.input("write"), m.input("write_address", WORD_ADDRESS)
    data, strobe = m.input("write_data", WORD), m.input("write_strobe", BYTES)
    read, read_at = m.input("read"), m.input("read_address", WORD_ADDRESS)
    in_open, out_open, out_data = m.input("in_open"), m.input("out_open"), m.input("out_data", WORD)

    m.comment("the register that is written or read, and the bits that a write touches")
    writes = _chosen(m, "write", at, [r for r in REGISTERS if r.writable], write)
    reads = _chosen(m, "read", read_at, [r for r in REGISTERS if r.readable], read)
    mask = m.wire("mask", concat(*(spread(strobe[i], 8) for i in reversed(range(BYTES)))))
    ones = m.wire("ones", data & mask)

    m.comment("DATA_IN takes whole words only; DATA_OUT is read whole")
    push = m.wire(
        "pushes", writes["DATA_IN"] & in_open & Compare("==", strobe, Const(BYTES, 15, "WHOLE_WORD"))
    )
    pop = m.wire("pops", reads["DATA_OUT"] & out_open)
    clear = m.forward_reg("clears", 1)
    m.drive_reg(clear, writes["CONTROL"] & ones[0], reset=(rst, 0))

    values: dict[str, Expr] = {"DATA_OUT": gate(out_open, out_data)}
    for register in REGISTERS:
        if not register.readable or register.name in values:
            continue
        if any(field.access is not Access.CONSTANT for field in register.fields):
            m.comment(f"0x{register.offset:02x} {register.name}")
        fields: list[tuple[Field, Expr]] = []
        for field in register.fields:
            value: Expr
            match field.access:
                case Access.CONSTANT:
                    value = (
                        streams if field.fixed == "streams" else Const(field.width, constant(field, facts))
                    )
                case Access.STATE:
                    value = m.input(port_of(register, field), field.width)
                case Access.STORED:
                    own = m.forward_reg(port_of(register, field), field.width)
                    bits, kept = _of(ones, field), own & ~_of(mask, field)
                    m.drive_reg(own, kept | bits, enable=writes[register.name], reset=(rst, field.reset))
                    value = any_of(own, ~streams) if register.name == "CONTROL" else own
                case Access.CLEARED:
                    own = m.forward_reg(port_of(register, field), field.width)
                    event = _event(m, field.name, writes["DATA_IN"] & ~push, reads["DATA_OUT"] & ~pop)
                    cleared = writes[register.name] & _of(ones, field)
                    m.drive_reg(own, any_of(event, own & ~cleared), reset=(any_of(rst, clear), 0))
                    value = own
                case _:
                    value = Const(field.width, 0)
            fields.append((field, value))
        values[register.name] = m.wire(f"{register.name.lower()}_word", _word(fields))

    m.comment("answers")
    m.output("read_data", any_of(*(gate(reads[name], value) for name, value in values.items())))
    m.output("read_error", read & ~any_of(*(reads[name] for name in values if name != "DATA_OUT"), pop))
    m.output(
        "write_error", write & ~any_of(*(net for name, net in writes.items() if name != "DATA_IN"), push)
    )
    m.output("push", push)
    m.output("pop", pop)
    m.output("clear", clear)
    m.output("data_in", values["CONTROL"][1])
    m.output("data_out", values["CONTROL"][2])
    asked = values["INTERRUPT_STATUS"] & values["INTERRUPT_ENABLE"]
    m.output("irq", m.reg("interrupt", Compare("!=", asked, Const(WORD, 0)), reset=(rst, 0)))
    return m


def _chosen(m: Module, verb: str, address: Net, among: Sequence[Register], happens: Net) -> Mapping[str, Net]:
    """By name of a register, whether it is the one that an access is to."""
    return {
        register.name: m.wire(
            f"{verb}_{register.name.lower()}",
            happens & Compare("==", address, Const(WORD_ADDRESS, register.offset // 4, register.name)),
        )
        for register in among
    }


def _of(word: Net, field: Field) -> Expr:
    return word[field.low + field.width - 1, field.low]


def _event(m: Module, name: str, push_refused: Expr, pop_refused: Expr) -> Expr:
    """What sets a bit of INTERRUPT_STATUS: two events happen here, of the others the module is told."""
    own = {"input_refused": push_refused, "output_refused": pop_refused}
    return own[name] if name in own else m.input(f"event_{name}")


def _word(fields: Sequence[tuple[Field, Expr]]) -> Expr:
    """The fields in their places, zeros between."""
    parts: list[Expr] = []
    low = 0
    for field, value in fields:
        if field.low > low:
            parts.append(Const(field.low - low, 0))
        parts.append(value)
        low = field.low + field.width
    if low < WORD:
        parts.append(Const(WORD - low, 0))
    return concat(*reversed(parts))
