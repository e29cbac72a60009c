"""Where words leave: to a stream or to a register, result by result."""

from __future__ import annotations

from pairforge.hdl import Arith, Compare, Const, Module, Mux


def outlet(level_bits: int) -> Module:
    """Between the queue of result words and those who take them.

    Ports: `wants_register`: results shall go to the register; it is heeded between results. `queued`: a word
    of a whole result is put into the queue, its last; `some`, `last`: there is a word at the head of the
    queue, and it is the last of a result. `stream_ready`, `register_take`: it is taken, the second only where
    `register_valid`. `take`: the queue moves on; `sent`: a result is out. `whole`: all words of a result that
    are left are in the queue; `level_bits`: of the number of such results.
    """
    m = Module(f"pairforge_outlet{level_bits}", "Words of results, to a stream or a register.")
    m.input("clk")
    rst, wants_register = m.input("rst"), m.input("wants_register")
    queued, some, last = m.input("queued"), m.input("some"), m.input("last")
    ready, register_take = m.input("stream_ready"), m.input("register_take")

    m.comment("where words go; that changes between results only")
    begun, was_register = m.forward_reg("begun", 1), m.forward_reg("was_register", 1)
    to_register = m.wire("to_register", Mux(begun, was_register, wants_register))
    m.drive_reg(was_register, to_register)
    valid = m.wire("valid", some & ~to_register & ~rst)
    take = m.wire("takes", register_take | (valid & ready))
    m.drive_reg(begun, ~last, enable=take, reset=(rst, 0))

    m.comment("results that are whole")
    sent = m.wire("leaves", take & last)
    results = m.forward_reg("results", level_bits)
    one = Const(level_bits, 1)
    step = Mux(queued, Arith("+", results, one), Arith("-", results, one))
    m.drive_reg(results, step, enable=queued ^ sent, reset=(rst, 0))
    whole = m.wire("is_whole", Compare("!=", results, Const(level_bits, 0)))

    m.output("stream_valid", valid)
    m.output("register_valid", whole & to_register)
    m.output("take", take)
    m.output("sent", sent)
    m.output("whole", whole)
    return m
