"""Two cores that do the same, compared in every cycle: no result of a core with a fault leaves.

The second core is a cycle behind the first: all that it takes passes a register before. So no tool finds
that they are the same, and what disturbs both at once finds them in different states. Its handshakes and its
words of results are compared with those of the first one, a cycle late, in every cycle. A core's timing does
not depend on data, so a fault shows at the latest where a result is due: nothing waits for a core that hangs.

A result is held back until all of its words are there and were equal, and leaves then. At any difference both
cores are reset, words of an input that has begun are swallowed, and each input whose result has not left
gives a result of zeros with `out_fault` high. Then the cores start anew.

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
)
from pairforge.rtl.guarded import GuardedState, guarded, unguarded
from pairforge.rtl.point_check import OFF_CURVE
from pairforge.rtl.stream import STREAMS, WORD

FAULT = "out_fault"
"""The output that says of each word of a result that there is none: the cores differed."""

LEADER, FOLLOWER = "leader", "follower"
"""The instances of the two cores."""

HELD_CYCLES = 2
"""Between the last word of a result into the buffer and its first word out."""


def two_cores(core: Module, name: str, words_in: int, words_out: int, most: int) -> Module:
    """Two of a core, compared, with the ports of one and `FAULT`.

    Parameters
    ----------
    words_in, words_out
        Words of a pairing and of its result.
    most
        Inputs that a core can hold, with their results.
    """
    return _Comparison(core, name, words_in, words_out, most).m


def detection_latency(words_out: int) -> int:
    """Cycles by which a result of so many words leaves later than it leaves a core."""
    return HELD_CYCLES + words_out


def detection_interval(words_out: int, threads: int) -> int:
    """Cycles between results that the buffer needs: words come one in a thread's cycle, and then leave."""
    return threads * words_out + threads + detection_latency(words_out)


class _Comparison:
    """The module under construction."""

    def __init__(self, core: Module, name: str, words_in: int, words_out: int, most: int) -> None:
        self.words_in, self.words_out = words_in, words_out
        self.m = m = Module(name, core.doc, port_groups=STREAMS)
        m.input("clk")
        rst = m.input("rst")
        data, valid, ready = m.input("in_data", WORD), m.input("in_valid"), m.input("out_ready")
        m.comment("state, each bit guarded by two others; one that is turned over changes nothing")
        widths = {
            "recovering": 1,
            "offering": 1,
            "nothing": 1,
            "taken": 1,
            "in_word": max((words_in - 1).bit_length(), 1),
            "out_word": max((words_out - 1).bit_length(), 1),
            "held": words_out.bit_length(),
            "owed": most.bit_length(),
        }
        self.state = GuardedState.of(m, widths)
        self._cores(core, rst, data, valid)
        self._hold()
        self._follow(rst, valid, ready)

    def _is(self, name: str, value: int) -> Expr:
        """Whether a register of the state holds a number."""
        net = self.state.now[name]
        return Compare("==", net, Const(net.width, value))

    def _cores(self, core: Module, rst: Net, data: Net, valid: Net) -> None:
        """Both, and whether they differ."""
        m, now = self.m, self.state.now
        m.comment("two cores, the second one a cycle behind")
        last = self._is("held", self.words_out - 1) & now["taken"]
        self.full = m.wire("full", self._is("held", self.words_out))
        pins: dict[str, Net] = {
            "rst": m.wire("resets", rst | now["recovering"]),
            "in_data": data,
            "in_valid": m.wire("offered", valid & ~now["recovering"]),
            "out_ready": m.wire("room", ~any_of(now["recovering"], self.full, last)),
        }
        leader = m.instance(core, LEADER, **pins)
        late: dict[str, Expr] = {port: m.reg(f"{port}_late", net) for port, net in pins.items()}
        self.follower = m.instance(core, FOLLOWER, **late)
        self.accepts, self.gives = (
            leader["in_ready"],
            m.wire("gives", leader["out_valid"] & pins["out_ready"]),
        )
        m.comment("what the first one did a cycle before, and the second one does now")
        self.before = {port: m.reg(f"{LEADER}_{port}_before", leader[port]) for port in leader}
        unequal = {
            port: Compare("!=", self.before[port], self.follower[port])
            if self.before[port].width > 1
            else self.before[port] ^ self.follower[port]
            for port in leader
        }
        of_word = any_of(*(unequal[port] for port in ("out_data", OFF_CURVE) if port in unequal))
        self.differ = m.wire(
            "differ",
            any_of(unequal["in_ready"], unequal["out_valid"], self.before["out_valid"] & of_word),
        )

    def _hold(self) -> None:
        """The result that is held back."""
        m, now = self.m, self.state.now
        m.comment("the words of a result, guarded as the state is, until all of them were equal")
        ports = [port for port in ("out_data", OFF_CURVE) if port in self.before]
        words = [
            m.wire(name, concat(*(of[port] for port in reversed(ports))))
            for name, of in (("word_before", self.before), ("word_now", self.follower))
        ]
        plain, _, pairs = guarded(words[0])
        _, complement, _ = guarded(words[1])
        bits = now["out_word"].width
        place = m.wire("place", now["held"][bits - 1, 0])
        kept = []
        for kind, value in (("word", plain), ("complement", complement), ("pairs", pairs)):
            memory = m.memory(f"held_{kind}", words[0].width, max(self.words_out, 2), style="distributed")
            m.write(memory, place, value, now["taken"])
            kept.append(m.wire(f"{kind}_out", Select(memory, now["out_word"])))
        self.word = unguarded(m, "word_right", (kept[0], kept[1], kept[2]))

    def _follow(self, rst: Net, valid: Net, ready: Net) -> None:
        """Ports, and what the state is next."""
        m, now = self.m, self.state.now
        recovering, offering, nothing = (now[name] for name in ("recovering", "offering", "nothing"))
        m.comment("a word passes; of an input that has begun also while the cores are reset")
        begun = ~self._is("in_word", 0)
        in_ready = m.wire("open", Mux(recovering, begun, self.accepts) & ~rst)
        enters, leaves = m.wire("enters", valid & in_ready), m.wire("leaves", offering & ready)
        entered = m.wire("entered", enters & self._is("in_word", self.words_in - 1))
        left = m.wire("left", leaves & self._is("out_word", self.words_out - 1))

        m.comment("from a difference until every input that was under way has its result")
        rest = m.wire("at_rest", ~any_of(offering, begun) & self._is("owed", 0))
        releases = m.wire("releases", self.full & ~any_of(recovering, self.differ, offering))
        gives_up = m.wire("gives_up", recovering & ~offering & ~self._is("owed", 0))
        held = now["held"]
        counted = Mux(now["taken"], Arith("+", held, Const(held.width, 1)), held)
        # A result that is being offered was whole before the difference, and stays.
        drops = any_of(left, (recovering | self.differ) & ~offering)
        self.state.drive(
            rst,
            {
                "recovering": Mux(recovering, ~rest, self.differ),
                "offering": any_of(releases, gives_up, offering & ~left),
                "nothing": any_of(gives_up, nothing & ~left),
                "taken": self.gives & ~self.differ,
                "in_word": _counted(now["in_word"], enters, entered),
                "out_word": _counted(now["out_word"], leaves, left),
                "held": gate(~drops, counted),
                "owed": _moved(now["owed"], entered, left),
            },
        )
        m.output("in_ready", in_ready)
        m.output("out_valid", offering & ~rst)
        m.output("out_data", gate(~nothing, self.word[WORD - 1, 0]))
        if OFF_CURVE in self.before:
            m.output(OFF_CURVE, self.word[WORD] & ~nothing)
        m.output(FAULT, nothing)


def _counted(count: Net, step: Expr, last: Expr) -> Expr:
    """A counter of words; after the last one it is 0."""
    return gate(~last, Mux(step, Arith("+", count, Const(count.width, 1)), count))


def _moved(count: Net, more: Expr, less: Expr) -> Expr:
    """A number that grows and shrinks by one."""
    one = Const(count.width, 1)
    return Mux(more & ~less, Arith("+", count, one), Mux(less & ~more, Arith("-", count, one), count))
