"""The Wishbone wrapper, classic and pipelined: random accesses around pairings, resets, aborted cycles."""

import json
import os
from pathlib import Path
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge

from pairforge.registers.map import REGISTERS, register
from rtl.bus.protocol import OKAY, SLVERR
from rtl.bus.scoreboard import CONTROL, DATA_IN, DATA_OUT, ENABLE, SCRATCH, STATUS
from rtl.bus.wishbone_pins import Access, Pins

OFFSETS = [r.offset for r in REGISTERS if r.name not in ("DATA_IN", "DATA_OUT")]
DEAD = [0x38, 0x48, 0x80, 0xFC]
READY, VALID = register("STATUS").field("input_ready").mask, register("STATUS").field("output_valid").mask


def anything(pins: Pins) -> Access:
    """An access that is not to the data, and no soft reset."""
    offset = pins.random.choice((*OFFSETS, *DEAD))
    if pins.random.random() < 0.5:
        return Access(offset)
    word = pins.random.getrandbits(32)
    return Access(offset, word & ~1 if offset == CONTROL else word, pins.random.randrange(16))


def chatter(pins: Pins) -> list[Access]:
    return [anything(pins) for _ in range(pins.random.randrange(4))]


async def traffic(pins: Pins, transactions: int) -> None:
    """Accesses until there are so many more."""
    done = pins.board.done
    aim = done["reads"] + done["writes"] + transactions
    while done["reads"] + done["writes"] < aim:
        status = (await pins.burst([*chatter(pins), Access(STATUS)]))[-1][0]
        if status & READY and pins.random.random() < 0.7:
            given = pins.random.choice(pins.points if pins.random.random() < 0.8 else pins.bad)
            words = [
                Access(DATA_IN, word | pins.random.getrandbits(32) & ~pins.asked["mask"]) for word in given
            ]
            mixed = [access for word in words for access in (*chatter(pins), word)]
            answers = await pins.burst(mixed)
            for access, (_, response) in zip(mixed, answers, strict=True):
                assert access.offset != DATA_IN or response == OKAY, (
                    "a word was refused although there was room"
                )
        elif status & VALID:
            answers = await pins.burst(
                [Access(DATA_OUT, select=pins.random.randrange(16))] * pins.facts.words_out
            )
            assert all(response == OKAY for _, response in answers)
        elif pins.random.random() < 0.1:
            assert await pins.write(DATA_IN, 5, pins.random.randrange(15)) == SLVERR


async def settled(pins: Pins) -> None:
    """Take all results that are left."""
    for _ in range(10 * pins.facts.latency):
        if pins.board.quiet:
            return
        if (await pins.read(STATUS))[0] & VALID:
            await pins.burst([Access(DATA_OUT)] * pins.facts.words_out)
    raise AssertionError("results are missing")


@cocotb.test()
async def random_traffic(dut: Any) -> None:
    pins = Pins(dut)
    await pins.reset(2)
    try:
        turn = 0
        while pins.board.done["reads"] + pins.board.done["writes"] < pins.asked["transactions"]:
            pins.pipelined, pins.gap = bool(turn % 2), pins.random.choice((0, 0.3, 0.8))
            await traffic(pins, pins.random.randrange(50, 300))
            if turn % 3 == 0:
                await pins.write(CONTROL, 1)
            elif turn % 3 == 1:
                await pins.reset(pins.random.randrange(1, 4))
            else:
                await settled(pins)
            turn += 1
    finally:
        report = {**pins.counts(), "transactions": pins.board.done["reads"] + pins.board.done["writes"]}
        Path(os.environ["BUS_REPORT"]).write_text(json.dumps(report))


@cocotb.test()
async def a_cycle_that_is_given_up(dut: Any) -> None:
    """The master takes its cycle back at any time; the next access is whole."""
    pins = Pins(dut)
    await pins.reset(2)
    for length in range(1, 4):
        await pins.write(SCRATCH, length)
        dut.wb_cyc_i.value = dut.wb_stb_i.value = 1
        dut.wb_we_i.value, dut.wb_adr_i.value = 0, SCRATCH
        await pins.wait(length)
        dut.wb_cyc_i.value = dut.wb_stb_i.value = 0
        for _ in range(3):
            await RisingEdge(dut.clk)
            assert dut.wb_ack_o.value == 0 and dut.wb_err_o.value == 0, "an answer without a cycle"
        dut.wb_cyc_i.value = dut.wb_stb_i.value = 1
        dut.wb_adr_i.value = ENABLE
        await RisingEdge(dut.clk)
        dut.wb_stb_i.value = 0
        await RisingEdge(dut.clk)
        assert dut.wb_ack_o.value == 1 and int(dut.wb_dat_o.value) == 0
        dut.wb_cyc_i.value = 0
        await pins.wait(2)


@cocotb.test()
async def the_interrupt_of_a_result(dut: Any) -> None:
    pins = Pins(dut)
    await pins.reset(2)
    assert (await pins.read(CONTROL))[0] == 6, "there is no other way for data"
    await pins.write(ENABLE, 1)
    await pins.burst([Access(DATA_IN, word) for word in pins.points[0]])
    for _ in range(2 * pins.facts.latency):
        await RisingEdge(dut.clk)
        if dut.irq.value == 1:
            break
    assert dut.irq.value == 1
    await pins.burst([Access(DATA_OUT)] * pins.facts.words_out)
    assert pins.board.done["results"] == 1
    await pins.write(register("INTERRUPT_STATUS").offset, 1)
    await pins.wait(2)
    assert dut.irq.value == 0
    pins.check()
