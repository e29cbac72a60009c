"""A console for a core: a person types points in hexadecimal on a line, and reads the pairing on the next.

    > p 1f 3 a 11            the coordinates of P and Q, in the order of the core's input
    = 12 0 7 1e              the coefficients of the result
    > p 1f 3
    ? 4 numbers, please

A core that checks its points, or looks for faults, marks results that are none: then a line that begins
with ? says why, in the place of the result.

What is typed is echoed; backspace takes back a character, Ctrl-C or Ctrl-U the line. Numbers are separated by
spaces or commas and may begin with 0x. Nothing reaches the core before the whole line is valid, so an error
leaves no half pairing behind. One register of an element's words takes digits in, passes words on, collects
the words of a result and gives its digits out.

The machine takes a step every second cycle: so memories and the queue of characters have answered by then.

Imports the hardware layer and the streams of `rtl`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
    widened,
)
from pairforge.rtl.detection import FAULT
from pairforge.rtl.point_check import OFF_CURVE
from pairforge.rtl.stream import WORD

PROMPT = "> "
MARKS: Mapping[str, str] = {
    OFF_CURVE: "? a point is not on its curve\r\n",
    FAULT: "? the core saw a fault: there is no result; type the line again\r\n",
}
"""Outputs of a core that say of every word of a result that it is none, and what the console says then."""

_BACKSPACE, _DELETE, _CANCEL, _CLEAR, _CR, _LF = 0x08, 0x7F, 0x03, 0x15, 0x0D, 0x0A


@dataclass(frozen=True)
class Numbers:
    """What a core takes and gives: `inputs` and `outputs` elements of `width` bits, words least first.

    `base`: 2 for F_2^m, where every number of `width` bits is an element; 3 for F_3^m, where no digit of two
    bits may be 3; for a large prime that prime, below which elements are.
    """

    inputs: int
    outputs: int
    width: int
    base: int

    @property
    def words(self) -> int:
        """32-bit words of an element."""
        return -(-self.width // WORD)

    @property
    def digits(self) -> int:
        """Hexadecimal digits of an element."""
        return -(-self.width // 4)


@dataclass(frozen=True)
class Console:
    """`title`: what it says when it starts; `load`: words that the core takes before the first pairing;
    `marks`: those of `MARKS` that the core has; `line_bits`: a line has at most 2^`line_bits` - 1 characters.
    """

    name: str
    title: str
    names: Sequence[str]
    numbers: Numbers
    load: Sequence[int] = ()
    marks: Sequence[str] = ()

    @property
    def line_bits(self) -> int:
        """Twice as much as the longest line that makes sense."""
        return (2 * (4 + self.numbers.inputs * (self.numbers.digits + 3))).bit_length()

    @property
    def texts(self) -> Mapping[str, str]:
        """What it says."""
        count = self.numbers.inputs
        return {
            "hello": f"\r\n# {self.title}\r\n",
            "help": f"# p {' '.join(self.names)}   in hexadecimal; the pairing comes back behind =\r\n"
            "# h   this help\r\n",
            "prompt": PROMPT,
            "end": "\r\n",
            "rub": "\b \b",
            "cancelled": "^C\r\n",
            "equals": "=",
            "unknown": "? no such command: p or h\r\n",
            "digit": "? not a hexadecimal digit\r\n",
            "count": f"? {count} numbers, please\r\n",
            "large": "? a number is no element of the field\r\n",
            "long": "? the line is too long\r\n",
            "lost": "? characters were lost: wait for the prompt\r\n",
            **{mark: MARKS[mark] for mark in self.marks},
        }

    def module(self) -> Module:
        """Ports clk, rst; `rx_data`, `rx_valid`, `rx_lost`, `rx_taken`: the queue of what is typed;
        `tx_data`, `tx_valid`, `tx_ready`: to the sender; the core's streams and marks, called as there;
        `busy`: a pairing is under way, `wrong`: the last line was, or its result is none.
        """
        return _Maker(self).made()


_STATES = (
    "print",
    "type",
    "parse",
    "skip",
    "read",
    "store",
    "ready",
    "send",
    "collect",
    "digit",
    "next",
    "load",
)


@dataclass
class _Register:
    """A register and what it takes when; the first condition that holds decides, none: it keeps its value."""

    net: Net
    start: int
    choices: list[tuple[Expr, Expr]] = field(default_factory=list)

    def set(self, condition: Expr, value: Expr | int) -> None:
        """Take `value` where `condition`."""
        self.choices.append((condition, Const(self.net.width, value) if isinstance(value, int) else value))


class _Maker:
    """Builds the module, state by state."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.numbers = console.numbers
        self.m = Module(console.name, f"Console: {console.title}.")
        self.m.input("clk")
        self.rst = self.m.input("rst")
        self.registers: list[_Register] = []
        self.text_at: dict[str, int] = {}
        text = b""
        for name, words in console.texts.items():
            self.text_at[name] = len(text)
            text += words.encode("ascii") + b"\0"
        self.text = text

    def register(self, name: str, width: int, start: int = 0) -> _Register:
        """A register of the machine, set from then on by `_Register.set`."""
        made = _Register(self.m.forward_reg(name, width), start)
        self.registers.append(made)
        return made

    def made(self) -> Module:
        m = self.m
        self.rx = m.input("rx_data", 8)
        rx_valid, rx_lost = m.input("rx_valid"), m.input("rx_lost")
        tx_ready, in_ready = m.input("tx_ready"), m.input("in_ready")
        out_data, out_valid = m.input("out_data", WORD), m.input("out_valid")
        self.marks = {mark: m.input(mark) for mark in self.console.marks}

        m.comment("a step every second cycle")
        step = m.forward_reg("step", 1)
        m.drive_reg(step, ~step, reset=(self.rst, 0))
        bits = (len(_STATES) - 1).bit_length()
        load = bool(self.console.load)
        self.state = self.register("state", bits, _STATES.index("load" if load else "print"))
        self.within = {
            name: m.wire(f"at_{name}", step & Compare("==", self.state.net, Const(bits, i)))
            for i, name in enumerate(_STATES)
            if load or name != "load"
        }

        m.comment("what is said: characters up to a zero, then another state")
        at_bits = (len(self.text) - 1).bit_length()
        self.text_place = self.register("text_place", at_bits, self.text_at["hello"])
        self.then = self.register("then", bits, _STATES.index("next"))
        texts = m.memory("texts", 8, len(self.text), style="block", init=self.text)
        self.said = m.reg("said", Select(texts, self.text_place.net))

        m.comment("the line")
        line_bits = self.console.line_bits
        self.length = self.register("length", line_bits)
        self.place = self.register("place", line_bits)
        line = m.memory("line", 8, 1 << line_bits, style="block")
        self.char = m.reg("char", Select(line, self.place.net))
        self.too_long, self.lost = self.register("too_long", 1), self.register("lost", 1)
        self.after_cr = self.register("after_cr", 1)

        m.comment("the element, and the points")
        numbers = self.numbers
        width = WORD * numbers.words
        self.element = self.register("element", width)
        self.over, self.seen = self.register("over", 1), self.register("seen", 1)
        most = max(numbers.inputs, numbers.outputs)
        self.count = self.register("count", most.bit_length())
        self.part = self.register("part", max(numbers.words, numbers.digits).bit_length())
        words_in = numbers.inputs * numbers.words
        self.word = self.register("word", max(words_in, len(self.console.load)).bit_length())
        points = m.memory("points", WORD, words_in, style="block" if words_in > 16 else "distributed")
        word_bits = max(1, (words_in - 1).bit_length())
        self.point = m.reg("point", Select(points, self.word.net[word_bits - 1, 0]))
        self.offer, self.wrong = self.register("offer", 1), self.register("was_wrong", 1)

        self._type(rx_valid)
        self._parse()
        self._run(in_ready, out_valid, out_data)
        sends = self._print(tx_ready, rx_valid)
        self.lost.set(rx_lost, 1)

        w = self.within
        m.comment("the line and the points as they are written")
        m.write(line, self.length.net, self.rx, m.wire("kept", w["type"] & rx_valid & self.keeps))
        low = self.element.net[WORD - 1, 0]
        m.write(points, self.word.net[word_bits - 1, 0], low, w["store"])
        m.comment("registers")
        for register in self.registers:
            value: Expr = register.net
            for condition, chosen in reversed(register.choices):
                value = Mux(condition, chosen, value)
            m.drive_reg(register.net, value, reset=(self.rst, register.start))
        m.output("rx_taken", w["type"] & rx_valid & self.takes)
        m.output("tx_data", sends[0])
        m.output("tx_valid", sends[1])
        m.output("in_valid", self.offer.net)
        m.output("out_ready", w["collect"])
        self._core_word()
        waits = ("ready", "send", "collect")
        states = (Compare("==", self.state.net, Const(bits, _STATES.index(name))) for name in waits)
        m.output("busy", any_of(*states))
        m.output("wrong", self.wrong.net)
        return m

    # -- pieces -------------------------------------------------------------------------------------------

    def go(self, condition: Expr, state: str) -> None:
        """The next state."""
        self.state.set(condition, _STATES.index(state))

    def say(self, condition: Expr, text: str, then: str) -> None:
        """Print a text, then go on in another state."""
        self.go(condition, "print")
        self.text_place.set(condition, self.text_at[text])
        self.then.set(condition, _STATES.index(then))

    def refuse(self, condition: Expr, text: str) -> None:
        """Print why a line is wrong, then the prompt."""
        self.say(condition, text, "next")
        self.wrong.set(condition, 1)

    def _is(self, net: Net, *codes: int) -> Expr:
        return any_of(*(Compare("==", net, Const(net.width, code)) for code in codes))

    def _more(self, register: _Register, by: int = 1) -> Expr:
        return Arith("+", register.net, Const(register.net.width, by))

    # -- states -------------------------------------------------------------------------------------------

    def _type(self, valid: Net) -> None:
        """Take a character into the line."""
        m, rx, state = self.m, self.rx, self.within["type"]
        m.comment("editing the line")
        shown = Compare(">=", rx, Const(8, 0x20)) & Compare("<", rx, Const(8, _DELETE))
        room = ~self._is(self.length.net, (1 << self.console.line_bits) - 1)
        self.keeps = m.wire("keeps", shown & room)
        rubs = self._is(rx, _BACKSPACE, _DELETE)
        any_there = ~self._is(self.length.net, 0)
        drops = self._is(rx, _CANCEL, _CLEAR)
        ends = any_of(self._is(rx, _CR), self._is(rx, _LF) & ~self.after_cr.net)
        # A character that is echoed is taken when it is sent.
        self.takes = ~self.keeps
        here = m.wire("typed", state & valid)
        self.echoes = m.wire("echoes", here & self.keeps)
        rub = m.wire("rub", here & rubs & any_there)
        drop, end = m.wire("drop", here & drops), m.wire("end_of_line", here & ends)
        self.say(rub, "rub", "type")
        self.length.set(rub, Arith("-", self.length.net, Const(self.length.net.width, 1)))
        self.say(drop, "cancelled", "next")
        self.say(end, "end", "parse")
        self.too_long.set(here & shown & ~room, 1)
        self.after_cr.set(here, self._is(rx, _CR))
        self.place.set(end, 0)

    def _parse(self) -> None:
        """Look at the line: a command, then numbers; each is checked and its words are put down."""
        m, char, numbers = self.m, self.char, self.numbers
        at_end = m.wire("at_end", Compare("==", self.place.net, self.length.net))
        gap = m.wire("gap", self._is(char, 0x20, 0x2C))
        lower = m.wire("lower", char | Const(8, 0x20))  # of a letter
        decimal = m.wire("decimal", Compare(">=", char, Const(8, 0x30)) & Compare("<=", char, Const(8, 0x39)))
        letter = Compare(">=", lower, Const(8, 0x61)) & Compare("<=", lower, Const(8, 0x66))
        digit = m.wire("digit", decimal | m.wire("letter", letter))
        nibble = Mux(decimal, char[3, 0], Arith("+", char[3, 0], Const(4, 9)))
        value = m.wire("nibble", nibble)

        m.comment("the command")
        state = self.within["parse"]
        self.refuse(m.wire("was_lost", state & self.lost.net), "lost")
        self.lost.set(state, 0)
        fits = m.wire("heard", state & ~self.lost.net)
        self.refuse(fits & self.too_long.net, "long")
        parse = m.wire("parses", fits & ~self.too_long.net)
        self.go(parse & at_end, "next")
        begins = m.wire("begins", parse & ~at_end)
        self.place.set(begins, self._more(self.place))
        pair = m.wire("is_pair", begins & self._is(lower, ord("p")))
        asks = m.wire("is_help", begins & any_of(self._is(lower, ord("h")), self._is(char, ord("?"))))
        self.go(pair, "skip")
        self.count.set(pair, 0)
        self.word.set(pair, 0)
        self.say(asks, "help", "next")
        self.wrong.set(asks, 0)
        self.refuse(begins & ~gap & ~pair & ~asks, "unknown")

        m.comment("between numbers")
        state = self.within["skip"]
        all_there = m.wire("all_there", self._is(self.count.net, numbers.inputs))
        done = m.wire("line_done", state & at_end)
        self.refuse(done & ~all_there, "count")
        self.go(done & all_there, "ready")
        more = m.wire("not_done", state & ~at_end)
        self.place.set(more & gap, self._more(self.place))
        self.refuse(more & ~gap & all_there, "count")
        number = m.wire("number_begins", more & ~gap & ~all_there)
        self.go(number, "read")
        self.element.set(number, 0)
        self.over.set(number, 0)
        self.seen.set(number, 0)

        m.comment("a number; 0x may stand in front")
        state = self.within["read"]
        taken = m.wire("digit_taken", state & ~at_end & digit)
        element = self.element.net
        top = element.width - 1
        self.element.set(taken, concat(element[top - 4, 0], value))
        self.over.set(taken & Compare("!=", element[top, top - 3], Const(4, 0)), 1)
        self.seen.set(taken, Const(1, 1))
        zero = self._is(element, 0)
        prefix = m.wire("prefix", state & ~at_end & self._is(lower, ord("x")) & self.seen.net & zero)
        self.seen.set(prefix, 0)
        self.place.set(taken | prefix, self._more(self.place))
        over = m.wire("number_ends", state & any_of(at_end, gap))
        # Known a cycle behind the digit, before the next step: a carry through a whole number is slow.
        large = m.reg("is_large", any_of(self.over.net, *self._no_element(element)))
        self.refuse(over & ~self.seen.net, "digit")
        self.refuse(over & large, "large")
        self.go(over & ~large, "store")
        self.part.set(over, 0)
        self.refuse(state & ~at_end & ~gap & ~digit & ~prefix, "digit")

        m.comment("its words, the lowest first")
        state = self.within["store"]
        zeros = Const(WORD, 0)
        self.element.set(state, concat(zeros, element[top, WORD]) if numbers.words > 1 else zeros)
        self.word.set(state, self._more(self.word))
        self.part.set(state, self._more(self.part))
        last = m.wire("last_part", self._is(self.part.net, numbers.words - 1))
        self.go(state & last, "skip")
        self.count.set(state & last, self._more(self.count))

    def _no_element(self, element: Net) -> list[Expr]:
        """What makes a number of as many words no element of the field."""
        width, base = self.numbers.width, self.numbers.base
        found: list[Expr] = []
        if element.width > width:
            high = element[element.width - 1, width]
            found.append(Compare("!=", high, Const(high.width, 0)))
        if base == 3:
            pairs = concat(Const(1, 0), element[element.width - 1, 1]) & element
            low_bits = sum(1 << i for i in range(0, width, 2))
            found.append(Compare("!=", pairs & Const(element.width, low_bits), Const(element.width, 0)))
        elif base > 3:
            found.append(Compare(">=", element, Const(element.width, base)))
        return found

    def _run(self, in_ready: Net, out_valid: Net, out_data: Net) -> None:
        """Send the points, collect the result element by element, give out its digits."""
        m, numbers, element = self.m, self.numbers, self.element.net
        top = element.width - 1
        m.comment("the points go to the core")
        state = self.within["ready"]
        self.go(state, "send")
        self.word.set(state, 0)
        self.wrong.set(state, 0)
        passed = m.wire("passed", self.offer.net & in_ready)
        self.offer.set(passed, 0)
        loads = self.within.get("load")
        senders = [("send", numbers.inputs * numbers.words)]
        if loads is not None:
            senders.append(("load", len(self.console.load)))
        for name, words in senders:
            state = m.wire(f"{name}_step", self.within[name] & ~self.offer.net)
            everything = m.wire(f"{name}_all", self._is(self.word.net, words))
            self.offer.set(state & ~everything, 1)
            ends = m.wire(f"{name}_ends", state & everything)
            self.word.set(ends, 0)
            if name == "send":
                if self.marks:
                    self.go(ends, "collect")
                else:
                    self.say(ends, "equals", "collect")
                self.count.set(ends, 0)
                self.part.set(ends, 0)
            else:
                self.go(ends, "print")
        self.word.set(passed, self._more(self.word))

        m.comment("the result")
        got = m.wire("got", self.within["collect"] & out_valid)
        self.element.set(got, concat(out_data, element[top, WORD]) if numbers.words > 1 else out_data)
        last = m.wire("last_word", self._is(self.part.net, numbers.words - 1))
        self.part.set(got & ~last, self._more(self.part))
        whole = m.wire("element_whole", got & last)
        self.part.set(whole, 0)
        if self.marks:
            self._refuse_result(whole)
            self.say(whole & self._is(self.count.net, 0), "equals", "digit")
        self.go(whole, "digit")

    def _refuse_result(self, whole: Net) -> None:
        """Take all elements of a result that is none, which a mark says beside every word; then say why."""
        m = self.m
        none = m.wire("result_is_none", whole & any_of(*self.marks.values()))
        ends = m.wire("none_ends", none & self._is(self.count.net, self.numbers.outputs - 1))
        for mark, net in self.marks.items():
            self.refuse(ends & net, mark)
        self.go(none, "collect")
        self.count.set(none, self._more(self.count))

    def _print(self, tx_ready: Net, rx_valid: Net) -> tuple[Expr, Expr]:
        """What is sent, and when: texts, echoes, digits behind a space."""
        m, numbers, w = self.m, self.numbers, self.within
        element, char = self.element.net, self.said
        zero = m.wire("text_ends", self._is(char, 0))
        printing = m.wire("printing", w["print"] & ~zero)
        self.text_place.set(printing & tx_ready, self._more(self.text_place))
        self.state.set(w["print"] & zero, self.then.net)

        echo = m.wire("echo", self.echoes & tx_ready)
        self.length.set(echo, self._more(self.length))
        self.takes = any_of(self.takes, tx_ready)

        state, top = w["digit"], 4 * numbers.digits - 1
        nibble = m.wire("out_nibble", element[top, top - 3])
        wide = widened(nibble, 8)
        letter = Compare(">", nibble, Const(4, 9))
        figure = Arith("+", wide, Mux(letter, Const(8, ord("a") - 10), Const(8, ord("0"))))
        space = m.wire("space_first", self._is(self.part.net, 0))
        shown = m.wire("digit_sent", state & tx_ready)
        self.element.set(shown & ~space, concat(element[element.width - 5, 0], Const(4, 0)))
        last = m.wire("last_digit", self._is(self.part.net, numbers.digits))
        all_out = m.wire("last_element", self._is(self.count.net, numbers.outputs - 1))
        self.part.set(shown, Mux(last, Const(self.part.net.width, 0), self._more(self.part)))
        self.count.set(shown & last, self._more(self.count))
        self.say(shown & last & all_out, "end", "next")
        self.go(shown & last, "collect")

        m.comment("the next line")
        state = w["next"]
        self.say(state, "prompt", "type")
        self.length.set(state, 0)
        self.too_long.set(state, 0)
        data = Mux(printing, char, Mux(self.echoes, self.rx, Mux(space, Const(8, 0x20), figure)))
        return data, any_of(printing, self.echoes, w["digit"])

    def _core_word(self) -> None:
        """The word that is offered to the core."""
        word: Expr = self.point
        if "load" in self.within:
            m = self.m
            bits = max(1, (len(self.console.load) - 1).bit_length())
            rom = m.memory("load_words", WORD, len(self.console.load), style="block", init=self.console.load)
            loaded = m.reg("load_word", Select(rom, self.word.net[bits - 1, 0]))
            word = Mux(self._is(self.state.net, _STATES.index("load")), loaded, word)
        self.m.output("in_data", word)
