"""Word-serial input and output and the inter-stage buffer: chains of registers with no
multiplexer.

Words are 32 bits, least significant first; an element of m bits is ceil(m / 32) of them. A chain register
that only ever takes its neighbour's value costs no look-up table, so everything here is moved, never
selected. With `memory`, elements stand in a memory of that style instead. In tables it costs one for each bit
but as much for several threads (`hdl.interleave`) as for one; what all threads hold in many tables is for a
block memory (`held_in`). Control state is reset (synchronously); data is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pairforge.hdl import (
    Arith,
    Compare,
    Const,
    Expr,
    Module,
    Mux,
    Net,
    RetimingPoint,
    Select,
    any_of,
    concat,
    gate,
    spread,
    widened,
    xor,
)
from pairforge.hdl.digits import DIGIT, Digits, passing
from pairforge.hdl.interleave import FEW_THREADS, MANY_THREADS

WORD = 32
_BLOCK_WORDS = 128  # a thread's places for elements times the threads: as many or more are for a block memory
_AHEAD_THREADS = 4  # with more there is a second register behind a memory that is read ahead
STREAMS = {"in_": "words of points, 32 bits each", "out_": "words of results, 32 bits each"}
"""What the ports of a core are for, see `Module.port_groups`."""


def lanes(width: int) -> Sequence[int]:
    """Bits of each word of an element: all 32 but the last."""
    return [min(WORD, width - low) for low in range(0, width, WORD)]


def counter(m: Module, name: str, most: int, rst: Net, step: Expr) -> tuple[Net, Net]:
    """A counter 0 … most that wraps; returns it and whether it stands at `most`."""
    bits = max(most.bit_length(), 1)
    count = m.forward_reg(name, bits)
    end = m.wire(f"{name}_end", Compare("==", count, Const(bits, most, f"LAST_{name.upper()}")))
    m.drive_reg(count, _after(count, end), enable=step, reset=(rst, 0))
    return count, end


def _after(count: Net, end: Net) -> Expr:
    """What a counter counts to next."""
    return Mux(end, Const(count.width, 0), Arith("+", count, Const(count.width, 1)))


@dataclass(frozen=True)
class Legal:
    """What is an element: digits below `characteristic`, over a large prime an integer below it, and no bit
    beyond it set. `loadable`: the prime is an input.
    """

    characteristic: int
    loadable: bool = False

    @property
    def digit(self) -> int:
        """Bits of a digit, 0 over a large prime."""
        return {2: 1, 3: 2}.get(self.characteristic, 0)


def saturating_lanes(width: int, characteristic: int) -> int:
    """How many of the highest words of an integer of `width` bits make it p or more where all of their bits
    are 1; 0 where an element has no bits beyond its width. Mostly one does.
    """
    if width % WORD == 0:
        return 0
    widths = lanes(width)
    fewest = (n for n in range(1, len(widths) + 1) if _highest(widths, n) >= characteristic)
    return next(fewest)


def _highest(widths: Sequence[int], count: int) -> int:
    """The integer whose `count` highest words are all ones, the others 0."""
    below = sum(widths[: len(widths) - count])
    return (1 << sum(widths)) - (1 << below)


@dataclass(frozen=True)
class DigitDealer:
    """The digit that passes of words of `width` bits, chosen a cycle before; no register stands still."""

    width: int
    digits: Digits

    @cached_property
    def module(self) -> Module:
        """Ports clk, word, digit, y. In the cycle of the last digit `word` is the one whose digits follow."""
        digits = self.digits
        m = Module(
            f"deal_{self.width}_digits{digits.count}x{digits.size}", f"Deals {digits.count} digits of a word."
        )
        m.input("clk")
        word, digit = m.input("word", self.width), m.input("digit", digits.bits)
        following = m.wire("following", Arith("+", digit, Const(digits.bits, 1)))
        m.output("y", m.reg("dealt", digits.dealt(m, "digit_ahead", word, following)))
        return m


@dataclass(frozen=True)
class InputCollector:
    """Collects `count` elements of `width` bits from a word stream, then offers them in order.

    Word j of each element shifts lane j, a chain as deep as the elements. `full`: all are in; `y`: the
    oldest; `pop` moves on to the next; the caller pops only then. While it is full no word is taken. Bits
    beyond the width are left out. With `saturated` lanes, counted from the highest, all bits of these are 1
    in an element that has such a bit (`saturating_lanes`). With `legal` the output `invalid` says, while
    `full`, whether one of the elements was none. With `tells_filled` the output `fills` says that the last
    word is taken. `wipes`, with a memory: an element is overwritten when the caller moves on, and behind a
    reset the caller has to move on `count` times before anything is taken. With a `dealer`, which takes a
    memory, `y` is the digit of the oldest that passes.
    """

    width: int
    count: int
    legal: Legal | None = None
    memory: str = ""
    tells_filled: bool = False
    saturated: int = 0
    wipes: bool = False
    dealer: DigitDealer | None = None

    def module(self) -> Module:
        """Ports clk, rst, in_data, in_valid, in_ready, pop, full, y; fills, invalid, modulus, digit too."""
        tags = f"{'_legal' if self.legal else ''}{_tag(self.memory)}{'_tells' if self.tells_filled else ''}"
        tags += f"_saturates{self.saturated}" if self.saturated else ""
        tags += "_wipes" if self.wipes else ""
        tags += f"_digits{self.dealer.digits.count}" if self.dealer else ""
        m = Module(
            f"collect{self.count}_{self.width}{tags}",
            f"Collects {self.count} elements of {self.width} bits.",
        )
        m.input("clk")
        rst = m.input("rst")
        data, valid, pop = m.input("in_data", WORD), m.input("in_valid"), m.input("pop")
        widths = lanes(self.width)
        full = m.forward_reg("is_full", 1)
        # Which thread it is, whether a word is offered and taken: with threads this way ends in a register.
        take = m.wire("take", RetimingPoint("taken", valid & ~full))
        if len(widths) > 1:
            word, last_word = counter(m, "word", len(widths) - 1, rst, take)
            at = [m.wire(f"at{j}", Compare("==", word, Const(word.width, j))) for j in range(len(widths))]
        else:
            last_word = m.wire("last_word", Const(1, 1))
            at = [last_word]
        done = m.wire("element_done", take & last_word)
        place: Expr = Const(1, 0)
        coming: Expr | None = None
        if self.count > 1:
            step = m.wire("element_step", done | pop)
            place, last = counter(m, "element", self.count - 1, rst, step)
            coming = RetimingPoint("element_coming", Mux(step, _after(place, last), place))
        else:
            last = m.wire("last", Const(1, 1))
        m.drive_reg(full, (full & ~(pop & last)) | (done & last), reset=(rst, int(self.wipes)))
        if self.tells_filled:
            m.output("fills", done & last)
        spare = data[WORD - 1, widths[-1]] if widths[-1] < WORD else None
        ahead: Expr | None = None
        if self.dealer:
            digits = self.dealer.digits
            number = m.input(DIGIT, digits.bits + 1)
            passes = passing(m, digits, number)
            m.unused(passes.odd)
            ahead = place if coming is None else Mux(digits.last(passes.digit), coming, place)
        tops: list[Net] = []
        for j, bits in enumerate(widths):
            word_in: Expr = data[bits - 1, 0] if bits < WORD else data
            if self.saturated and j == len(widths) - 1:
                assert spare is not None
                word_in = concat(Compare("!=", spare, Const(spare.width, 0)), word_in)
            if self.memory:
                taken = take & at[j]
                if self.wipes:
                    word_in, taken = gate(take, word_in), taken | pop
                tops.append(
                    stored(
                        m,
                        f"lane{j}",
                        word_in,
                        taken,
                        count=self.count,
                        place=place,
                        coming=coming,
                        ahead=ahead,
                        style=self.memory,
                    )
                )
                continue
            shift = m.wire(f"shift{j}", pop | (take & at[j]))
            previous = m.reg(f"lane{j}_0", word_in, enable=shift)
            for depth in range(1, self.count):
                previous = m.reg(f"lane{j}_{depth}", previous, enable=shift)
            tops.append(previous)
        if self.legal is not None:
            invalid = m.forward_reg("is_invalid", 1)
            wrong = m.wire("wrong", take & self._strange(m, self.legal, data, take, at))
            m.drive_reg(invalid, (invalid & ~(pop & last)) | wrong, reset=(rst, 0))
            m.output("invalid", invalid)
        elif spare is not None and len(widths) == 1 and not self.saturated:
            m.unused(spare)
        m.output("in_ready", ~full)
        m.output("full", full)
        element: Expr = concat(*reversed(self._saturated(tops)))
        if self.dealer:
            element = m.instance(self.dealer.module, "deal", word=element, digit=passes.digit)["y"]
        m.output("y", element)
        return m

    def _saturated(self, tops: Sequence[Net]) -> Sequence[Expr]:
        """The lanes; all bits 1 of those that are saturated, where the flag on top of the last one is 1."""
        if not self.saturated:
            return tops
        *lower, last = tops
        bits = last.width - 1
        flag, every = last[bits], (*lower, last[bits - 1, 0])
        first = len(every) - self.saturated
        return [lane | spread(flag, lane.width) if j >= first else lane for j, lane in enumerate(every)]

    def _strange(self, m: Module, legal: Legal, data: Net, take: Net, at: Sequence[Net]) -> Expr:
        """Whether the word that is taken shows that its element is none. `at`: which word of it that is."""
        widths = lanes(self.width)
        if not legal.digit:
            return at[-1] & ~_below(m, self.width, legal, data, take, at)
        found: list[Expr] = []
        if legal.characteristic == 3:
            found += [data[i] & data[i + 1] for i in range(0, min(WORD, self.width) - 1, 2)]
        spare = WORD - widths[-1]
        if spare:
            found.append(at[-1] & Compare("!=", data[WORD - 1, WORD - spare], Const(spare, 0)))
        return any_of(*found) if found else Const(1, 0)


@dataclass(frozen=True)
class ElementChain:
    """The inter-stage buffer: `count` elements shifted in by `push`, shifted out by `pop`.

    `full`: all are in; `y`: the oldest. The caller pushes only while it is empty or filling. With
    `tells_empty` the output `empty` says whether nothing is held, nor any of it filled in.
    """

    width: int
    count: int
    tells_empty: bool = False
    memory: str = ""

    def module(self) -> Module:
        """Ports clk, rst, push, d, pop, full, y, and `empty` where asked for."""
        m = Module(
            f"chain{self.count}_{self.width}{'_empty' if self.tells_empty else ''}{_tag(self.memory)}",
            f"Holds {self.count} elements of {self.width} bits.",
        )
        m.input("clk")
        rst = m.input("rst")
        push, pop = m.input("push"), m.input("pop")
        d = m.input("d", self.width)
        full, last, oldest = _chain(m, self.count, rst, push, d, pop, memory=self.memory)
        m.output("full", full)
        m.output("y", oldest)
        if self.tells_empty:
            empty = m.forward_reg("is_empty", 1)
            m.drive_reg(empty, (empty & ~push) | (pop & last), reset=(rst, 1))
            m.output("empty", empty)
        return m


@dataclass(frozen=True)
class OutputStream:
    """Takes `count` elements by `push` and sends their words, oldest element first.

    `empty`: nothing is held; the caller pushes a set only then. `sent`: the last word of a set is being
    taken.
    """

    width: int
    count: int
    memory: str = ""

    def module(self) -> Module:
        """Ports clk, rst, push, d, out_ready, out_valid, out_data, empty, sent."""
        m = Module(
            f"send{self.count}_{self.width}{_tag(self.memory)}",
            f"Sends {self.count} elements of {self.width} bits.",
        )
        m.input("clk")
        rst = m.input("rst")
        push, d, ready = m.input("push"), m.input("d", self.width), m.input("out_ready")
        pop = m.forward("pop", 1)
        full, last, oldest = _chain(m, self.count, rst, push, d, pop, memory=self.memory)
        empty = m.forward_reg("is_empty", 1)
        sent = m.wire("last_sent", pop & last)
        m.drive_reg(empty, (empty & ~push) | sent, reset=(rst, 1))
        widths = lanes(self.width)
        send = m.wire("sending", full & ready)
        words = [
            oldest[j * WORD + bits - 1, j * WORD]
            if bits == WORD
            else concat(Const(WORD - bits, 0), oldest[j * WORD + bits - 1, j * WORD])
            for j, bits in enumerate(widths)
        ]
        if len(widths) > 1:
            word, last_word = counter(m, "word", len(widths) - 1, rst, send)
            chosen = [
                gate(m.wire(f"at{j}", Compare("==", word, Const(word.width, j))), value)
                for j, value in enumerate(words)
            ]
            data: Expr = xor(*chosen)
            m.drive(pop, send & last_word)
        else:
            data = words[0]
            m.drive(pop, send)
        m.output("out_valid", full)
        m.output("out_data", data)
        m.output("empty", empty)
        m.output("sent", sent)
        return m


def _below(m: Module, width: int, legal: Legal, data: Net, take: Net, at: Sequence[Net]) -> Expr:
    """Whether the words so far, the one that is taken last, make a number below p: it is taken away, word by
    word, with what has been borrowed from the next."""
    count = len(at)
    if legal.loadable:
        modulus = widened(m.input("modulus", width), WORD * count)
        named = m.wire("modulus_wide", modulus)
        parts: list[Expr] = [named[WORD * j + WORD - 1, WORD * j] for j in range(count)]
    else:
        mask = (1 << WORD) - 1
        parts = [Const(WORD, legal.characteristic >> WORD * j & mask, f"P_WORD_{j}") for j in range(count)]
    word = xor(*(gate(at[j], part) for j, part in enumerate(parts))) if count > 1 else parts[0]
    less = widened(word, WORD + 1)
    if count > 1:
        borrowed = m.forward_reg("borrowed", 1)
        less = Arith("+", less, widened(borrowed & ~at[0], WORD + 1))
    left = m.wire("left", Arith("-", widened(data, WORD + 1), less))
    m.unused(left[WORD - 1, 0])
    if count > 1:
        m.drive_reg(borrowed, left[WORD], enable=take)
    return left[WORD]


def held_in(threads: int, count: int, *, in_digits: bool = False) -> str:
    """The style of the memory of `count` elements of each thread; none for one thread. Few threads have no
    registers for a block memory. A core whose words pass `in_digits` is small beside what it takes in.
    """
    if threads == 1:
        return ""
    large = in_digits or threads << (count - 1).bit_length() >= _BLOCK_WORDS
    return "block" if large and threads > FEW_THREADS else "distributed"


def _tag(memory: str) -> str:
    return {"": "", "distributed": "_memory", "block": "_block"}[memory]


def stored(
    m: Module,
    name: str,
    value: Expr,
    enable: Expr,
    *,
    count: int = 1,
    place: Expr | None = None,
    coming: Expr | None = None,
    ahead: Expr | None = None,
    style: str = "distributed",
) -> Net:
    """A memory of `count` values, written and read at `place`; what it has there.

    `coming`: the place of the thread's next cycle, where that is known and what is read next was not written
    just now. A block memory then reads there, and its registers are among those of a thread's cycle: what it
    gives is not late. `ahead`: what the caller gives to be read, a cycle before it is used.

    Where there are several threads, a value that is held takes one table a bit so, and no register but, with
    more than two, one behind the memory. A block memory has that one inside and, with many threads, another
    one behind it. What it gives of a word in the cycle in which that is written is not looked at.
    """
    place = place or Const(1, 0)
    block = style == "block"
    memory = m.memory(name, value.width, max(count, 2), style=style, apart=block)
    m.write(memory, place, value, enable)
    if block and ahead is None and coming is not None:
        return m.reg(f"{name}_now", Select(memory, coming))
    read: Expr = RetimingPoint(f"{name}_read", Select(memory, ahead or place), above=FEW_THREADS)
    if block:
        read = RetimingPoint(f"{name}_out", read, above=MANY_THREADS if ahead is None else _AHEAD_THREADS)
    return m.wire(f"{name}_now", read)


def _chain(
    m: Module, count: int, rst: Net, push: Net, d: Net, pop: Net, *, memory: str
) -> tuple[Net, Net, Net]:
    """The element chain with its state: (all are in, the next move is the last of its kind, oldest
    element).
    """
    # One element in a memory goes nowhere, and nothing reads whether it moves.
    move = m.wire("move", push | pop) if count > 1 or not memory else push
    full = m.forward_reg("is_full", 1)
    place: Expr = Const(1, 0)
    if count > 1:
        place, last = counter(m, "element", count - 1, rst, move)
    else:
        last = m.wire("last", Const(1, 1))
    m.drive_reg(full, (full & ~(pop & last)) | (push & last), reset=(rst, 0))
    if memory:
        return full, last, stored(m, "elements", d, push, count=count, place=place, style=memory)
    previous: Net = d
    for depth in range(count):
        previous = m.reg(f"element{depth}", previous, enable=move)
    return full, last, previous
