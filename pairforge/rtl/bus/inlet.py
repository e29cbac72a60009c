"""Where words enter: from a stream or from a register, counted, and whole inputs only.

A stream may end a packet (`tlast`) at the last word of any input, or of the load, and need not. Where a
packet ends elsewhere, some words are missing or too many: that is reported, and the input is filled up with
zeros, so that the next packet begins with the first word of an input again.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, any_of
from pairforge.rtl.stream import WORD


@dataclass(frozen=True)
class Inlet:
    """For inputs of `words` words, after `load` words that come first after a reset."""

    words: int
    load: int

    def module(self) -> Module:
        """Ports of the inlet.

        `wants_register`: words shall come from the register; it is heeded between inputs.
        `stream_*`: the stream. `register_put`: a word comes from the register, only where `register_open`.
        `has_room`: a word can go on. `put`, `d`: it does. `counted`: it is the last of an input. `begun`:
        some words of an input or of the load are in. `loading`: words of the load are missing. `framing`: a
        packet has ended in the wrong place.
        """
        m = Module(
            f"pairforge_inlet{self.words}" + (f"_load{self.load}" if self.load else ""),
            f"Words of inputs, {self.words} each, from a stream or a register"
            + (f"; first {self.load} words to load." if self.load else "."),
        )
        m.input("clk")
        rst, wants_register = m.input("rst"), m.input("wants_register")
        data, last, valid = m.input("stream_data", WORD), m.input("stream_last"), m.input("stream_valid")
        register_put, register_data = m.input("register_put"), m.input("register_data", WORD)
        room = m.input("has_room")

        m.comment("the place of the next word")
        bits = max((max(self.words, self.load) - 1).bit_length(), 1)
        place, put = m.forward_reg("place", bits), m.forward("puts", 1)
        final: Expr = Const(bits, self.words - 1, "LAST_WORD_OF_AN_INPUT")
        loading: Expr = Const(1, 0)
        if self.load:
            loads = m.forward_reg("is_loading", 1)
            final = Mux(loads, Const(bits, self.load - 1, "LAST_WORD_OF_A_LOAD"), final)
            loading = loads
        is_final = m.wire("is_final", Compare("==", place, final))
        if self.load:
            m.drive_reg(loads, loads & ~(put & is_final), reset=(rst, 1))
        after = Mux(is_final, Const(bits, 0), Arith("+", place, Const(bits, 1)))
        m.drive_reg(place, after, enable=put, reset=(rst, 0))
        begun = m.wire("is_begun", Compare("!=", place, Const(bits, 0)))

        m.comment("where words come from; that changes between inputs only")
        was_register = m.forward_reg("was_register", 1)
        from_register = m.wire("from_register", Mux(begun, was_register, wants_register))
        m.drive_reg(was_register, from_register)

        m.comment("what is missing after a packet that ended too early is filled up with zeros")
        fills = m.forward_reg("fills", 1)
        ready = m.wire("ready", room & ~any_of(fills, from_register, rst))
        framing = m.wire("wrong_end", valid & ready & last & ~is_final)
        m.drive_reg(fills, any_of(framing, fills & ~(put & is_final)), reset=(rst, 0))
        m.drive(put, any_of(register_put, valid & ready, fills & room))
        word = Mux(from_register, register_data, Mux(fills, Const(WORD, 0), data))

        m.output("stream_ready", ready)
        m.output("register_open", from_register & room & ~fills)
        m.output("put", put)
        m.output("d", word)
        m.output("counted", put & is_final & ~loading if self.load else put & is_final)
        m.output("begun", begun)
        m.output("loading", loading)
        m.output("framing", framing)
        return m
