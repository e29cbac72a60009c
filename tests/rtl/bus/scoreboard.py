"""What must come out of a wrapper, from what is seen to go in at its pins; one call a clock cycle.

It knows the register map (which is what is promised), and for some inputs the result. It knows nothing of how
the wrapper is made. A write, and what a read does, happens in the cycle before its answer is offered first; a
soft reset in the cycle in which the answer is.
"""

from collections import Counter, deque
from dataclasses import dataclass

from pairforge.registers.map import REGISTERS, Access, Facts, constant_word, register
from rtl.bus.protocol import OKAY, SLVERR, Beat

CONTROL, STATUS, SCRATCH, DATA_IN, DATA_OUT, ENABLE, INPUTS, RESULTS = (
    register(name).offset
    for name in (
        "CONTROL",
        "STATUS",
        "SCRATCH",
        "DATA_IN",
        "DATA_OUT",
        "INTERRUPT_ENABLE",
        "INPUTS",
        "RESULTS",
    )
)
BY_OFFSET = {r.offset: r for r in REGISTERS}
CONSTANT = {r.offset for r in REGISTERS if all(f.access is Access.CONSTANT for f in r.fields)}
STORED = {
    r.offset: sum(f.mask for f in r.fields if f.access is Access.STORED)
    for r in REGISTERS
    if any(f.access is Access.STORED for f in r.fields)
}
BROKEN_OFF = (0, 1, 2)  # data, last, user of the word that ends a packet after a soft reset
SETTLED = 4  # cycles after which flags have followed


@dataclass(frozen=True)
class Result:
    """Expected words, None where nobody knows them; `marks`, the bits of `tuser`, likewise."""

    words: tuple[int, ...] | None = None
    marks: int | None = None


class Scoreboard:
    """`wrong`: what the wrapper got wrong; `done`: what it did."""

    def __init__(
        self, facts: Facts, results: dict[tuple[int, ...], Result], mask: int, streams: bool = True
    ) -> None:
        self.facts, self.results, self.mask = facts, results, mask
        self.always = (
            0
            if streams
            else register("CONTROL").field("data_in").mask | register("CONTROL").field("data_out").mask
        )
        self.wrong: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.was_reset = False
        self.hard_reset()

    def hard_reset(self) -> None:
        self.addresses: deque[int] = deque()
        self.data: deque[tuple[int, int]] = deque()
        self.writes: deque[tuple[int, int, int]] = deque()
        self.reads: deque[tuple[int, int, int]] = deque()
        self.stored = dict.fromkeys(STORED, 0)
        self.answered = self.read = False  # the answer on offer has been looked at
        self.ending: deque[tuple[int, int, int]] = deque()
        self.open = False  # a packet has begun at m_axis
        self.discard()

    def discard(self) -> None:
        self.left = self.facts.load_words
        self.pairing: list[int] = []
        self.expected: deque[Result] = deque()
        self.place = self.inputs = self.outputs = 0
        self.still = 0  # cycles for which nothing has been under way, or (below 0) something has

    @property
    def control(self) -> int:
        return self.stored[CONTROL] | self.always

    @property
    def quiet(self) -> bool:
        """Nothing is under way."""
        return not self.expected and not self.pairing and not self.ending

    # -- words -------------------------------------------------------------------------------------

    def word_in(self, word: int, last: bool) -> None:
        if self.left:
            self.left -= 1
            if last and self.left:
                self.left = 0
                self.done["packets with a wrong end"] += 1
            return
        self.pairing.append(word & self.mask)
        missing = self.facts.words_in - len(self.pairing)
        if last and missing:
            self.done["packets with a wrong end"] += 1
            self.pairing += [0] * missing
        if len(self.pairing) == self.facts.words_in:
            self.expected.append(self.results.get(tuple(self.pairing), Result()))
            self.pairing = []
            self.inputs += 1

    def word_out(self, word: int) -> tuple[bool, int | None]:
        """A word of a result was taken: whether it is the last, and the mark that it must have."""
        if not self.expected:
            self.wrong["a result that nobody asked for"] += 1
            return False, None
        head = self.expected[0]
        if head.words is not None and head.words[self.place] != word:
            self.wrong["a wrong word of a result"] += 1
        self.place += 1
        last = self.place == self.facts.words_out
        if last:
            self.place = 0
            self.outputs += 1
            self.expected.popleft()
            self.done["results" if head.words is not None else "results of unknown points"] += 1
        return last, head.marks

    def _packet_word(self, word: int, last: int, user: int) -> None:
        self.open = not last
        self.done["packets out"] += last
        if self.ending:
            if (word, last, user) != self.ending.popleft():
                self.wrong["the end of a packet that was broken off"] += 1
            return
        ends, marks = self.word_out(word)
        if ends != bool(last):
            self.wrong["tlast"] += 1
        if marks is not None and user != marks:
            self.wrong["tuser"] += 1

    # -- accesses ----------------------------------------------------------------------------------

    def read_done(self, data: int, resp: int) -> None:
        if not self.reads:
            return  # the checker counts that
        address, inputs, outputs = self.reads.popleft()
        found = BY_OFFSET.get(address)
        if resp and data:
            self.wrong["a refused read has data"] += 1
        if address == DATA_OUT:
            self.done["reads refused" if resp else "words out by register"] += 1
            if resp == OKAY:
                if not self.control & 4 and not self.place:
                    self.wrong["DATA_OUT gave a word it must not give"] += 1
                self.word_out(data)
            return
        if resp != (OKAY if found and found.readable else SLVERR):
            self.wrong[f"a read of {address:#x} was answered with {resp}"] += 1
        if not found:
            return
        if data & ~sum(f.mask for f in found.fields):
            self.wrong[f"{found.name} has bits that it does not have"] += 1
        promised: range | None = None
        if address in CONSTANT:
            promised = range(constant_word(found, self.facts), constant_word(found, self.facts) + 1)
        elif address in STORED:
            value = self.control if address == CONTROL else self.stored[address]
            promised = range(value, value + 1)
        elif address == INPUTS:
            promised = range(max(0, min(inputs, self.inputs) - 1), max(inputs, self.inputs) + 1)
        elif address == RESULTS:
            promised = range(
                min(outputs, self.outputs), self.outputs + 2
            )  # one word more may stand at m_axis
        elif address == STATUS:
            self._status(data)
        if promised is not None and data not in promised:
            self.wrong[f"{found.name} reads {data:#x}, not {promised}"] += 1

    def _status(self, data: int) -> None:
        def bit(name: str) -> int:
            return data >> register("STATUS").field(name).low & 1

        room = data >> register("STATUS").field("input_room").low
        if bit("input_ready") != (room >= self.facts.words_in):
            self.wrong["input_ready is not what input_room says"] += 1
        if self.still >= SETTLED and (bit("busy") or bit("output_valid") or bit("off_curve") or bit("fault")):
            self.wrong["busy with nothing under way"] += 1
        if self.still <= -SETTLED and (self.pairing or len(self.expected) > 1) and not bit("busy"):
            self.wrong["not busy with something under way"] += 1
        if bit("output_valid") and not self.expected:
            self.wrong["output_valid without a result"] += 1
        if bit("off_curve") and not bit("output_valid"):
            self.wrong["off_curve without a result"] += 1
        if bit("fault") and not (bit("output_valid") and self.facts.detects_faults):
            self.wrong["a fault without a result, or without detection"] += 1
        if not self.facts.loadable and bit("loading"):
            self.wrong["loading with nothing to load"] += 1

    def write_done(self, resp: int) -> bool:
        """Whether it is a soft reset."""
        if not self.writes:
            return False
        address, data, strobe = self.writes.popleft()
        found = BY_OFFSET.get(address)
        if address == DATA_IN:
            self.done["words refused" if resp else "words in by register"] += 1
            if resp == OKAY:
                if strobe != 15 or not (self.control & 2 or self.pairing):
                    self.wrong["DATA_IN took a word it must not take"] += 1
                self.word_in(data, False)
            return False
        if resp != (OKAY if found and found.writable else SLVERR):
            self.wrong[f"a write to {address:#x} was answered with {resp}"] += 1
        if address in STORED:
            touched = sum(0xFF << 8 * i for i in range(4) if strobe >> i & 1) & STORED[address]
            self.stored[address] = self.stored[address] & ~touched | data & touched
        return address == CONTROL and bool(strobe & 1 and data & 1)

    def asked_write(self, address: int, data: int, strobe: int) -> None:
        self.writes.append((address & ~3, data, strobe))

    def asked_read(self, address: int) -> None:
        self.reads.append((address & ~3, self.inputs, self.outputs))

    def soft_reset(self, offered: Beat, moved: bool) -> None:
        """`offered`: what stands at m_axis in that cycle, taken or not."""
        self.done["soft resets"] += 1
        if not self.ending:
            is_open = self.open
            if offered.valid and not moved:
                data, last, user = offered.payload
                self.ending.append((data, last, user))
                is_open = not offered.payload[1]
            if is_open:
                self.ending.append(BROKEN_OFF)
        self.discard()

    # -- AXI ---------------------------------------------------------------------------------------

    def cycle(self, beats: dict[str, Beat], moved: dict[str, bool], in_reset: bool) -> None:
        """One cycle at the pins of the AXI wrapper."""
        if in_reset:
            self.done["hard resets"] += not self.was_reset
            self.was_reset = True
            self.hard_reset()
            return
        self.was_reset = False
        if beats["r"].valid and not self.read:
            self.read_done(*beats["r"].payload)
        self.read = bool(beats["r"].valid and not moved["r"])
        resets = bool(beats["b"].valid and not self.answered and self.write_done(beats["b"].payload[0]))
        self.answered = bool(beats["b"].valid and not moved["b"])
        if moved["m"]:
            self._packet_word(*beats["m"].payload)
        if resets:
            self.soft_reset(beats["m"], moved["m"])
        if moved["s"]:
            if resets:
                self.wrong["a word taken in a soft reset"] += 1
            self.word_in(beats["s"].payload[0], bool(beats["s"].payload[1]))
            self.done["packets in"] += beats["s"].payload[1]
        if moved["aw"]:
            self.addresses.append(beats["aw"].payload[0])
        if moved["w"]:
            data, strobe = beats["w"].payload
            self.data.append((data, strobe))
        while self.addresses and self.data:
            self.asked_write(self.addresses.popleft(), *self.data.popleft())
        if moved["ar"]:
            self.asked_read(beats["ar"].payload[0])
        self.done["reads"] += moved["r"]
        self.done["writes"] += moved["b"]
        self.settle()

    def settle(self) -> None:
        """Count how long things have been as they are."""
        self.still = max(self.still, 0) + 1 if self.quiet else min(self.still, 0) - 1
