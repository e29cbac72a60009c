"""Every pairing that is known through the streams of an AXI wrapper, with pauses; run by cocotb."""

import json
import os
from pathlib import Path
from typing import Any

import cocotb

from rtl.bus.axi_directed import started
from rtl.bus.axi_load import right


@cocotb.test()
async def every_pairing(dut: Any) -> None:
    pins = await started(dut)
    pins.pause(s=0.3, m=0.3)
    if pins.facts.loadable:
        await pins.send(pins.asked["load"])
    for given in pins.points:
        await pins.send(given)
    await pins.quiet()
    assert pins.board.done["results"] == len(pins.points)
    pins.pause()
    await right(pins, *pins.points[:2])
    pins.check()
    Path(os.environ["BUS_REPORT"]).write_text(json.dumps(pins.counts()))
