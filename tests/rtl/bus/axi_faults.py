"""What the AXI wrapper says of a result that a fault has spoilt; run by cocotb, asked for by `harness.run`.

The plan's results have zeros for the inputs that spoil the core, and 4 for `tuser`.
"""

from typing import Any

import cocotb

from pairforge.registers.map import EVENTS, register
from rtl.bus.axi_pins import Pins, known
from rtl.bus.scoreboard import CONTROL, DATA_OUT, ENABLE, STATUS

PENDING = register("INTERRUPT_STATUS").offset
FAULT, VALID, OFF_CURVE = (
    register("STATUS").field(name).mask for name in ("fault", "output_valid", "off_curve")
)
EVENT = {name: 1 << bit for bit, name in enumerate(EVENTS)}
USER = 4


async def started(dut: Any) -> tuple[Pins, list[Any], list[Any]]:
    """The wrapper after a reset, inputs that spoil the core, and others."""
    pins = Pins(dut)
    await pins.reset(2)
    spoils = [given for given in pins.points if pins.board.results[given].marks == USER]
    return pins, spoils, [given for given in pins.points if given not in spoils]


@cocotb.test()
async def at_the_stream_tuser_says_it(dut: Any) -> None:
    pins, spoils, others = await started(dut)
    assert (await pins.read(register("CAPABILITY").offset))[0] & register("CAPABILITY").field(
        "detects_faults"
    ).mask
    await pins.write(ENABLE, EVENT["fault"])
    for given in (others[0], spoils[0], others[1]):
        await pins.send(given)
        await pins.quiet()  # the scoreboard compares words and marks
        await pins.wait(4)
        fault = given is spoils[0]
        assert known(dut.irq) == fault
        expected = EVENT["result"] | EVENT["idle"] | EVENT["fault"] * fault
        assert (await pins.read(PENDING))[0] == expected
        await pins.write(PENDING, expected)
    assert pins.board.done["results"] == 3
    pins.check()


@cocotb.test()
async def at_the_register_status_says_it(dut: Any) -> None:
    pins, spoils, others = await started(dut)
    await pins.write(CONTROL, 4)
    for given in (spoils[0], others[0], spoils[0], pins.bad[0]):
        await pins.send(given)
        for _ in range(pins.patience):
            state, _ = await pins.read(STATUS)
            if state & VALID:
                break
        marks = FAULT if given is spoils[0] else OFF_CURVE if given is pins.bad[0] else 0
        assert state & (FAULT | OFF_CURVE) == marks
        for _ in range(pins.facts.words_out):
            await pins.read(DATA_OUT)
        assert not (await pins.read(STATUS))[0] & (FAULT | OFF_CURVE)
    assert pins.board.done["results"] == 3
    pins.check()
