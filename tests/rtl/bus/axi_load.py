"""A core that takes its modulus after a reset, behind the AXI wrapper; run by cocotb."""

from typing import Any

import cocotb

from pairforge.registers.map import register
from rtl.bus.axi_directed import PENDING, event, started, until
from rtl.bus.axi_pins import Pins
from rtl.bus.protocol import OKAY
from rtl.bus.scoreboard import CONTROL, DATA_IN, STATUS

LOADING = register("STATUS").field("loading").mask
ROOM = register("STATUS").field("input_room").low


async def right(pins: Pins, *pairings: Any) -> None:
    """One packet, a pairing in each part (the first may begin with the load), and as many right results."""
    before = pins.board.done["results"]
    await pins.send(*pairings)
    await pins.quiet()
    assert pins.board.done["results"] == before + len(pairings)


@cocotb.test()
async def loaded_by_stream_after_every_kind_of_reset(dut: Any) -> None:
    pins = await started(dut)
    for way in ("power", "soft", "hard"):
        if way == "soft":
            await pins.write(CONTROL, 1)
        elif way == "hard":
            await pins.reset(1)
        assert (await pins.read(STATUS))[0] & LOADING
        await pins.send(pins.asked["load"])
        await until(pins, lambda: not pins.board.left)
        await pins.wait(2)
        assert not (await pins.read(STATUS))[0] & LOADING
        await right(pins, *pins.points[:5])
    pins.check()


@cocotb.test()
async def loaded_by_register_as_far_as_there_is_room(dut: Any) -> None:
    pins = await started(dut)
    await pins.write(CONTROL, 2)
    words = list(pins.asked["load"])
    while words:
        room = (await pins.read(STATUS))[0] >> ROOM
        part, words = words[:room], words[room:]
        for word in part:
            assert await pins.write(DATA_IN, word) == OKAY
    await pins.write(CONTROL, 0)
    await right(pins, *pins.points[:5])
    pins.check()


@cocotb.test()
async def one_packet_of_load_and_pairings(dut: Any) -> None:
    pins = await started(dut)
    await right(pins, [*pins.asked["load"], *pins.points[0]], pins.points[1])
    pins.check()


@cocotb.test()
async def a_load_that_ends_too_early(dut: Any) -> None:
    pins = await started(dut)
    await pins.send(pins.asked["load"], cut=2)
    await until(pins, lambda: not pins.board.left)
    await pins.wait(pins.facts.load_words)
    assert (await pins.read(PENDING))[0] & event("framing")
    assert not (await pins.read(STATUS))[0] & LOADING
    await pins.write(CONTROL, 1)
    await pins.send(pins.asked["load"])
    await right(pins, pins.points[2])
    pins.check()
