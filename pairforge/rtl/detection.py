"""Two cores that do the same, compared in every cycle: no result of a core with a fault leaves.

The second core is a cycle behind the first: all that it takes passes a register before. So no tool finds
that they are the same, and what disturbs both at once finds them in different states. Its handshakes and its
words of results are compared with those of the first one in every cycle. A core's timing does not depend on
data, so a fault shows at the latest where a result is due: nothing waits for a core that hangs.

A result is held back until all of its words are there and were equal, and leaves then. At any difference both
cores are reset, words of an input that has begun are swallowed, and each input whose result has not left
gives a result of zeros with `out_fault` high. Then the cores start anew.

What a counter's end decides is a bit beside it, and what is counted is so a cycle later: few tables stand
between two registers.

A flipped bit of a core, or of what stands in front of the comparison, makes a difference or changes nothing.
What stands behind it, the words held back and the state here, is guarded (`rtl.guarded`): one flipped bit
changes nothing.

Imports the hardware layer.
"""

from __future__ import annotations

from pairforge.hdl import (
    Arith,
    Compare,
    Const,
    Expr,
    Module,
    Mux,
    Net,
    Select,
    any_of,
    concat,
    gate,
    widened,
)
from pairforge.rtl.guarded import GuardedState, guarded, unguarded
from pairforge.rtl.point_check import OFF_CURVE
from pairforge.rtl.stream import STREAMS, WORD

FAULT = "out_fault"
"""The output that says of each word of a result that there is none: the cores differed."""

LEADER, FOLLOWER = "leader", "follower"
"""The instances of the two cores."""

_HELD = 3
"""Cycles from the last word of a result into the buffer to its first word out."""

_AROUND = 4
"""Cycles of a result in the buffer in which no word goes in or out, and one to spare."""


def two_cores(core: Module, name: str, words_in: int, words_out: int, width: int, most: int) -> Module:
    """Two of a core, compared, with the ports of one and `FAULT`.

    Parameters
    ----------
    words_in, words_out
        Words of a pairing and of its result.
    width
        Bits of an element: words have no more.
    most
        Inputs that a core can hold, with their results.
    """
    return _Comparison(core, name, words_in, words_out, min(width, WORD), most).m


def detection_latency(words_out: int) -> int:
    """Cycles by which a result of so many words leaves later than it leaves a core."""
    return _HELD + words_out


def detection_interval(words_out: int, threads: int) -> int:
    """Cycles between results that the buffer needs: words come one in a thread's cycle, and then leave."""
    return threads * (words_out + 1) + detection_latency(words_out) + _AROUND


class _Comparison:
    """The module under construction."""

    def __init__(
        self, core: Module, name: str, words_in: int, words_out: int, word_bits: int, most: int
    ) -> None:
        self.words_in, self.words_out, self.word_bits = words_in, words_out, word_bits
        self.m = m = Module(name, core.doc, port_groups=STREAMS)
        m.input("clk")
        rst = m.input("rst")
        data, valid, ready = m.input("in_data", WORD), m.input("in_valid"), m.input("out_ready")
        m.comment("state, each bit guarded by two others; one that is turned over changes nothing")
        flags = (
            "recovering",
            "offering",
            "nothing",
            "taken",
            "full",
            "settled",
            "came",
            "begun",
            "ended",
            "owes",
        )
        widths = dict.fromkeys(flags, 1) | {
            "in_word": _bits(words_in),
            "in_word_last": 1,
            "place": _bits(words_out),
            "place_last": 1,
            "out_word": _bits(words_out),
            "out_word_last": 1,
            "owed": most.bit_length(),
        }
        self.state = GuardedState.of(m, widths)
        self._cores(core, rst, data, valid)
        self._hold()
        self._follow(rst, valid, ready)

    def _cores(self, core: Module, rst: Net, data: Net, valid: Net) -> None:
        """Both, and whether they differed."""
        m, now = self.m, self.state.now
        m.comment("two cores, the second one a cycle behind")
        resets = m.wire("resets", rst | now["recovering"])
        pins: dict[str, Net] = {
            "rst": resets,
            "in_data": data,
            "in_valid": m.wire("offered", valid & ~now["recovering"]),
            "out_ready": m.wire(
                "room", ~any_of(now["recovering"], now["full"], now["taken"] & self._last("place"))
            ),
        }
        leader = m.instance(core, LEADER, **pins)
        late: dict[str, Expr] = {port: m.reg(f"{port}_late", net) for port, net in pins.items()}
        self.follower = m.instance(core, FOLLOWER, **late)
        self.accepts, self.gives = leader["in_ready"], leader["out_valid"] & pins["out_ready"]
        m.comment("what the first one did two cycles before, and the second one in the last")

        def after(value: Net, name: str) -> Net:
            """A cycle later; words are looked at where one is valid, and are not reset."""
            return m.reg(name, value, reset=None if value.width > 1 else (resets, 0))

        self.before = {port: after(net, f"{LEADER}_{port}_late") for port, net in leader.items()}
        first = {port: after(net, f"{LEADER}_{port}_later") for port, net in self.before.items()}
        second = {port: after(net, f"{FOLLOWER}_{port}_late") for port, net in self.follower.items()}
        unequal = {
            port: Compare("!=", first[port], second[port]) if net.width > 1 else first[port] ^ second[port]
            for port, net in leader.items()
        }
        words = any_of(*(unequal[port] for port in ("out_data", OFF_CURVE) if port in unequal))
        self.differed = m.reg(
            "differed",
            any_of(unequal["in_ready"], unequal["out_valid"], first["out_valid"] & words),
            reset=(resets, 0),
        )

    def _hold(self) -> None:
        """The result that is held back."""
        m, now = self.m, self.state.now
        m.comment("the words of a result, guarded as the state is, until all of them were equal")
        words = []
        for name, of in (("word_before", self.before), ("word_now", self.follower)):
            parts = [of["out_data"][self.word_bits - 1, 0]]
            parts += [of[port] for port in (OFF_CURVE,) if port in of]
            words.append(m.wire(name, concat(*reversed(parts))))
        plain, _, pairs = guarded(words[0])
        _, complement, _ = guarded(words[1])
        kept = []
        for kind, value in (("word", plain), ("complement", complement), ("pairs", pairs)):
            memory = m.memory(f"held_{kind}", words[0].width, max(self.words_out, 2), style="distributed")
            m.write(memory, now["place"], value, now["taken"])
            kept.append(m.wire(f"{kind}_out", Select(memory, now["out_word"])))
        self.word = unguarded(m, "word_right", (kept[0], kept[1], kept[2]))

    def _follow(self, rst: Net, valid: Net, ready: Net) -> None:
        """Ports, and what the state is next."""
        m, now = self.m, self.state.now
        recovering, offering, nothing = (now[name] for name in ("recovering", "offering", "nothing"))
        taken, full, came, begun, ended = (now[name] for name in ("taken", "full", "came", "begun", "ended"))
        m.comment(
            "words pass; while the cores are reset, those of an input that has begun, every other cycle"
        )
        in_ready = m.wire("open", Mux(recovering, begun & ~came, self.accepts) & ~rst)
        leaves = m.wire("leaves", offering & ready)
        left = m.wire("left", leaves & self._last("out_word"))
        entered = m.wire("entered", came & self._last("in_word"))

        m.comment("from a difference until every input that was under way has its result")
        rest = m.wire("at_rest", ~any_of(offering, begun, came, ended, now["owes"]))
        releases = m.wire("releases", now["settled"] & ~any_of(recovering, self.differed, offering, ended))
        gives_up = m.wire("gives_up", recovering & now["owes"] & ~any_of(offering, ended))
        # A result that is being offered was whole before the difference, and stays.
        drops = m.wire("drops", ended | ((recovering | self.differed) & ~offering))
        owed, one = now["owed"], Const(now["owed"].width, 1)
        up, down = entered & ~ended, ended & ~entered
        self.state.drive(
            rst,
            {
                "recovering": Mux(recovering, ~rest, self.differed),
                "offering": any_of(releases, gives_up, offering & ~left),
                "nothing": any_of(gives_up, nothing & ~left),
                "taken": self.gives & ~self.differed,
                "full": any_of(full, taken & self._last("place")) & ~drops,
                "settled": full & ~drops,
                "came": valid & in_ready,
                "begun": Mux(came, ~self._last("in_word"), begun),
                "ended": left,
                "owes": any_of(up, now["owes"] & ~(down & Compare("==", owed, one))),
                **self._counter("in_word", self.words_in, came),
                **self._counter("place", self.words_out, taken, drops),
                **self._counter("out_word", self.words_out, leaves),
                "owed": Mux(up, Arith("+", owed, one), Mux(down, Arith("-", owed, one), owed)),
            },
        )
        m.output("in_ready", in_ready)
        m.output("out_valid", offering & ~rst)
        shown = gate(~nothing, self.word[self.word_bits - 1, 0])
        m.output("out_data", widened(shown, WORD))
        if OFF_CURVE in self.before:
            m.output(OFF_CURVE, self.word[self.word_bits] & ~nothing)
        m.output(FAULT, nothing)

    def _last(self, name: str) -> Expr:
        """Whether a counter of words stands at its end."""
        return self.state.now[f"{name}_last"]

    def _counter(self, name: str, count: int, step: Expr, drops: Expr | None = None) -> dict[str, Expr]:
        """What a counter from 0 to count - 1 and round again is next, and the bit that says it is at its end.

        `drops`: it is 0 then.
        """
        net, last = self.state.now[name], self._last(name)
        if count == 1:
            return {name: Const(net.width, 0), f"{name}_last": Const(1, 1)}
        moved = Mux(step, gate(~last, Arith("+", net, Const(net.width, 1))), net)
        ends = Mux(step, Compare("==", net, Const(net.width, count - 2)), last)
        if drops is None:
            return {name: moved, f"{name}_last": ends}
        return {name: gate(~drops, moved), f"{name}_last": ends & ~drops}


def _bits(count: int) -> int:
    """Of a counter from 0 to count - 1."""
    return max((count - 1).bit_length(), 1)
