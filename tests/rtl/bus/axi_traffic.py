"""Random traffic on all channels of the AXI wrapper at once; run by cocotb, asked for by `harness.run`."""

import itertools
import json
import os
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge

from pairforge.registers.map import REGISTERS, register
from rtl.bus.axi_pins import Pins
from rtl.bus.scoreboard import CONTROL, DATA_IN, DATA_OUT, STATUS

OFFSETS = [r.offset for r in REGISTERS]
READY, VALID = register("STATUS").field("input_ready").mask, register("STATUS").field("output_valid").mask
DEAD = (0x38, 0x48, 0x80, 0xFC)


class Traffic:
    def __init__(self, pins: Pins) -> None:
        self.pins, self.random = pins, pins.random
        self.stop = self.taking = False
        self.mode = self.resets = 0
        self.endings = itertools.cycle(("soft reset", "hard reset", "quiet"))

    def transactions(self) -> int:
        done = self.pins.board.done
        return sum(done[kind] for kind in ("reads", "writes", "packets in", "packets out"))

    async def progress(self) -> None:
        """Wait for one transaction more."""
        before = self.transactions()
        for _ in range(self.pins.patience):
            await RisingEdge(self.pins.dut.aclk)
            if self.transactions() > before:
                return
        raise AssertionError("nothing happens any more")

    async def reader(self) -> None:
        while not self.stop:
            offset = self.random.choice((*OFFSETS, *DEAD)) + self.random.randrange(4)
            await self.pins.master.read(offset, 1)

    async def writer(self) -> None:
        """Anything but soft resets, and words only while they come from the stream."""
        while not self.stop:
            offset = self.random.choice((*OFFSETS, *DEAD))
            if offset == CONTROL:
                await self.pins.write(CONTROL, self.random.getrandbits(32) & ~7 | self.mode)
            elif offset != DATA_IN or not self.mode & 2:
                first = self.random.randrange(4)
                count = self.random.randrange(1, 5 - first)
                await self.pins.master.write(offset + first, self.random.randbytes(count))

    def pairing(self) -> list[int]:
        known = not self.pins.bad or self.random.random() < 0.8
        words = self.random.choice(self.pins.points if known else self.pins.bad)
        return [word | self.random.getrandbits(32) & ~self.pins.asked["mask"] for word in words]

    async def feeder(self) -> None:
        while not self.stop:
            if self.mode & 2:
                await self._feed_register()
            else:
                pairings = [self.pairing() for _ in range(self.random.randrange(1, 4))]
                cut = self.random.randrange(self.pins.facts.words_in) if self.random.random() < 0.05 else 0
                await self.pins.send(*pairings, cut=cut)

    async def _feed_register(self) -> None:
        answer = await self.pins.read(STATUS)
        if answer is None or not answer[0] & READY:
            return
        resets = self.resets
        for word in self.pairing():
            answer = await self.pins.write(DATA_IN, word)
            if resets != self.resets or answer is None:
                return
            assert answer == 0, "a word was refused although there was room for all of them"

    async def taker(self) -> None:
        while self.taking:
            if not self.mode & 4:
                self.pins.sink.clear()
                await RisingEdge(self.pins.dut.aclk)
            elif (answer := await self.pins.read(STATUS)) and answer[0] & VALID:
                await self.pins.read(DATA_OUT)

    async def phase(self, transactions: int) -> None:
        """So many transactions in one mode, then quiet, or a reset in mid-run."""
        pins, chance = self.pins, self.random.random
        ending = next(self.endings)
        # Soft resets come while words come from the stream: the feeder of registers would lose its place.
        self.mode = self.random.choice((0, 4) if ending == "soft reset" else (0, 2, 4, 6))
        await pins.write(CONTROL, self.mode)
        paused = {name: chance() ** 2 * 0.9 for name in pins.channels}
        pins.pause(**(paused if chance() < 0.8 else {}))
        self.stop = False
        self.taking = True
        tasks = [cocotb.start_soon(task()) for task in (self.reader, self.writer, self.feeder)]
        taker = cocotb.start_soon(self.taker())
        for _ in range(transactions):
            await self.progress()
        if ending == "hard reset":
            self.mode = 0
            self.resets += 1
            await pins.reset(self.random.randrange(1, 4))
            self.resets += 1
        elif ending == "soft reset":
            # The source goes on, in the middle of a packet perhaps: what is left of it ends too early.
            await pins.write(CONTROL, self.mode | 1)
        self.stop = True
        for task in tasks:
            await task
        await pins.quiet()
        self.taking = False
        await taker


@cocotb.test()
async def random_traffic(dut: Any) -> None:
    pins = Pins(dut)
    await pins.reset(2)
    traffic = Traffic(pins)
    try:
        while traffic.transactions() < pins.asked["transactions"]:
            await traffic.phase(traffic.random.randrange(50, 350))
    finally:
        report = {**pins.counts(), "transactions": traffic.transactions()}
        Path(os.environ["BUS_REPORT"]).write_text(json.dumps(report))
