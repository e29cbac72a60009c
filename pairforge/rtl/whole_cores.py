"""Whole cores side by side behind one stream: pairing i goes to core i mod N, results come in that order."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Expr, Module, Net, any_of, concat, gate
from pairforge.rtl.lock_step import core_suffix
from pairforge.rtl.point_check import OFF_CURVE
from pairforge.rtl.stream import STREAMS, WORD, counter


def whole_cores(core: Module, name: str, cores: int, words_in: int, words_out: int) -> Module:
    """So many cores, with the ports of one.

    Parameters
    ----------
    words_in, words_out
        Words of a pairing and of its result.
    """
    m = Module(name, core.doc, port_groups=STREAMS)
    m.input("clk")
    rst = m.input("rst")
    data, valid, ready = m.input("in_data", WORD), m.input("in_valid"), m.input("out_ready")
    take, give = m.forward("take", 1), m.forward("give", 1)
    m.comment("the core that the next word goes to, and the one that it comes from")
    goes = _in_turn(m, "in", cores, words_in, rst, take)
    comes = _in_turn(m, "out", cores, words_out, rst, give)
    built = [
        m.instance(
            core,
            f"whole{core_suffix(k)}",
            rst=rst,
            in_data=data,
            in_valid=valid & goes[k],
            out_ready=ready & comes[k],
        )
        for k in range(cores)
    ]

    def chosen(turns: Sequence[Expr], port: str) -> Net:
        """The output of the core whose turn it is."""
        return m.wire(
            f"{port}_chosen",
            any_of(*(gate(turn, each[port]) for turn, each in zip(turns, built, strict=True))),
        )

    in_ready, out_valid = chosen(goes, "in_ready"), chosen(comes, "out_valid")
    m.drive(take, valid & in_ready)
    m.drive(give, out_valid & ready)
    m.output("in_ready", in_ready)
    m.output("out_valid", out_valid)
    m.output("out_data", chosen(comes, "out_data"))
    if OFF_CURVE in built[0]:
        m.output(OFF_CURVE, chosen(comes, OFF_CURVE))
    return m


def _in_turn(m: Module, name: str, cores: int, words: int, rst: Net, step: Net) -> Sequence[Expr]:
    """Whether it is a core's turn, for each; after `words` steps it is the next one's."""
    turn = m.forward_reg(f"{name}_turn", cores)
    last: Expr = step
    if words > 1:
        _, ends = counter(m, f"{name}_word", words - 1, rst, step)
        last = step & ends
    m.drive_reg(turn, concat(turn[cores - 2, 0], turn[cores - 1]), enable=last, reset=(rst, 1))
    return [turn[k] for k in range(cores)]
