"""What the AXI wrapper promises, one thing at a time; run by cocotb, asked for by `harness.run`."""

from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge

from pairforge.registers.map import EVENTS, REGISTERS, register
from rtl.bus.axi_pins import CHANNELS, Pins, known
from rtl.bus.protocol import OKAY, SLVERR
from rtl.bus.scoreboard import CONTROL, DATA_IN, DATA_OUT, ENABLE, INPUTS, RESULTS, SCRATCH, STATUS

PENDING = register("INTERRUPT_STATUS").offset
VALID = register("STATUS").field("output_valid").mask
OUTPUTS = ("awready", "wready", "bvalid", "bresp", "arready", "rvalid", "rdata", "rresp")


def event(name: str) -> int:
    return 1 << EVENTS.index(name)


async def started(dut: Any) -> Pins:
    pins = Pins(dut)
    await pins.reset(2)
    return pins


async def until(pins: Pins, what: Any) -> int:
    """Wait; how many cycles."""
    for cycle in range(pins.patience):
        if what():
            return cycle
        await RisingEdge(pins.dut.aclk)
    raise AssertionError("it does not come")


@cocotb.test()
async def every_register_after_a_reset(dut: Any) -> None:
    pins = await started(dut)
    for found in REGISTERS:
        _, response = await pins.read(found.offset)
        refused = not found.readable or found.offset == DATA_OUT
        assert response == (SLVERR if refused else OKAY), found.name
    assert (await pins.read(STATUS))[0] & 0xF == (0 if pins.facts.loadable else 2)
    assert await pins.write(DATA_IN, 1) == SLVERR
    pins.check()


@cocotb.test()
async def address_and_data_in_any_order_with_any_strobes(dut: Any) -> None:
    pins = await started(dut)
    value = 0
    for strobe in range(16):
        for lead in (-3, -1, 0, 1, 3):
            data = pins.random.getrandbits(32)
            await RisingEdge(dut.aclk)
            for cycle in range(8):
                dut.s_axi_awaddr.value, dut.s_axi_awprot.value = SCRATCH + pins.random.randrange(4), 0
                dut.s_axi_wdata.value, dut.s_axi_wstrb.value = data, strobe
                dut.s_axi_awvalid.value = int(cycle == max(0, lead))
                dut.s_axi_wvalid.value = int(cycle == max(0, -lead))
                await RisingEdge(dut.aclk)
            pins.channels["b"].clear()  # answers to writes that its master has not sent
            mask = sum(0xFF << 8 * i for i in range(4) if strobe >> i & 1)
            value = value & ~mask | data & mask
            assert (await pins.read(SCRATCH)) == (value, OKAY)
    assert pins.board.done["writes"] == 16 * 5
    pins.check()


@cocotb.test()
async def interrupts(dut: Any) -> None:
    pins = await started(dut)

    async def pending() -> int:
        bits: int = (await pins.read(PENDING))[0]
        return bits

    async def expect(name: str, also: str = "") -> None:
        bits = event(name) | (event(also) if also else 0)
        assert await pending() & event(name), name
        assert not known(dut.irq)
        await pins.write(ENABLE, event(name))
        await pins.wait(2)
        assert known(dut.irq), f"{name} does not interrupt"
        await pins.write(PENDING, ~event(name) & 63)
        assert await pending() & bits == event(name), "writing 0 cleared it, or 1 did not"
        await pins.write(PENDING, event(name))
        await pins.wait(2)
        assert not known(dut.irq) and not await pending() & event(name)
        await pins.write(ENABLE, 0)

    assert await pending() == 0
    await pins.write(DATA_IN, 0)
    await expect("input_refused")
    await pins.read(DATA_OUT)
    await expect("output_refused")
    if pins.facts.words_in > 1:
        await pins.send(pins.points[0], cut=1)
        await pins.quiet()
        await expect("framing")
        await pins.write(CONTROL, 1)
        assert await pending() == 0, "a soft reset leaves an interrupt"
    pins.sink.pause = True
    await pins.send(pins.points[0])
    await until(pins, lambda: known(dut.m_axis_tvalid))
    await pins.wait(2 * pins.facts.threads * pins.facts.words_out)
    assert not await pending() & event("idle")
    await expect("result")
    pins.sink.pause = False
    await pins.quiet()
    await pins.wait(4)
    await expect("idle")
    assert await pending() == 0, "a good point set off_curve"
    if pins.facts.checks_curve:
        await pins.send(pins.bad[0])
        await pins.quiet()
        await expect("off_curve", also="result")
        await pins.write(CONTROL, 6)
        for given in (pins.bad[1], pins.points[1]):
            for word in given:
                await pins.write(DATA_IN, word)
        for marked in (True, False):
            while not (status := (await pins.read(STATUS))[0]) & VALID:
                pass
            assert bool(status & register("STATUS").field("off_curve").mask) == marked
            for _ in range(pins.facts.words_out):
                assert (await pins.read(DATA_OUT))[1] == OKAY
    pins.check()


@cocotb.test()
async def an_event_in_the_cycle_of_its_clearing_is_kept(dut: Any) -> None:
    """A refused read and a clearing write at every distance; each is done a cycle before its answer."""
    pins = await started(dut)
    together = 0
    for distance in range(-6, 7):
        reading = cocotb.start_soon(_later(pins, max(0, distance), pins.read(DATA_OUT)))
        writing = cocotb.start_soon(_later(pins, max(0, -distance), pins.write(PENDING, 63)))
        times: dict[str, int] = {}
        for _ in range(30):
            await RisingEdge(dut.aclk)
            for name, pin in (("read", dut.s_axi_rvalid), ("write", dut.s_axi_bvalid)):
                if known(pin):
                    times.setdefault(name, pins.cycles)
        await reading
        await writing
        together += times["read"] == times["write"]
        stands = bool((await pins.read(PENDING))[0] & event("output_refused"))
        assert stands == (times["read"] >= times["write"]), "an event was lost, or was not cleared"
        await pins.write(PENDING, 63)
    assert together, "never in the same cycle"
    pins.check()


async def _later(pins: Pins, cycles: int, access: Any) -> Any:
    await pins.wait(cycles)
    return await access


@cocotb.test()
async def no_output_follows_an_input_within_a_cycle(dut: Any) -> None:
    pins = await started(dut)
    handles = [getattr(dut, f"s_axi_{name}") for name in OUTPUTS]
    handles += [
        getattr(dut, name)
        for name in ("s_axis_tready", "m_axis_tvalid", "m_axis_tdata", "m_axis_tlast", "m_axis_tuser", "irq")
    ]
    given = ["s_axi_awvalid", "s_axi_wvalid", "s_axi_arvalid", "s_axis_tvalid"]
    given += ["s_axi_bready", "s_axi_rready", "m_axis_tready"]
    given += [
        pin for name, (_, pins_of) in CHANNELS.items() if name in ("aw", "w", "ar", "s") for pin in pins_of
    ]
    pins.pause(**dict.fromkeys(pins.channels, 0.5))
    sending = cocotb.start_soon(pins.send(*pins.points[:4]))
    for turn in range(300):
        if turn % 5 == 0:
            cocotb.start_soon(pins.write(SCRATCH, turn))
            cocotb.start_soon(pins.read(SCRATCH))
        await FallingEdge(dut.aclk)
        before, kept = [known(h) for h in handles], [getattr(dut, pin).value for pin in given]
        for pin in given:
            handle = getattr(dut, pin)
            handle.value = pins.random.getrandbits(len(handle))
        await ReadOnly()
        assert [known(h) for h in handles] == before
        await cocotb.triggers.Timer(1, "ns")
        for pin, value in zip(given, kept, strict=True):
            getattr(dut, pin).value = value
    pins.pause()
    await sending
    await pins.quiet()
    pins.check()


@cocotb.test()
async def the_ways_change_between_pairings_and_results_only(dut: Any) -> None:
    pins = await started(dut)
    words, first, second = pins.facts.words_in, pins.points[0], pins.points[1]
    if words == 1:
        return
    # Half of a pairing by stream, then the register is asked for: it has the next one, the stream the rest.
    pins.source.pause = True
    await pins.send(first)
    for _ in range(words // 2):
        pins.source.pause = False
        await until(pins, lambda: known(dut.s_axis_tvalid))
        pins.source.pause = True
        await until(pins, lambda: not known(dut.s_axis_tvalid))
    assert len(pins.board.pairing) == words // 2
    await pins.write(CONTROL, 2)
    assert await pins.write(DATA_IN, second[0]) == SLVERR
    pins.source.pause = False
    await until(pins, lambda: not pins.board.pairing)
    for word in second:
        assert await pins.write(DATA_IN, word) == OKAY
    await pins.quiet()
    # The same at the output.
    await pins.write(CONTROL, 0)
    pins.sink.pause = True
    await pins.send(first, second)
    await until(pins, lambda: pins.board.inputs == 4)
    await until(pins, lambda: known(dut.m_axis_tvalid))
    await pins.write(CONTROL, 4)
    pins.sink.pause = False
    await until(pins, lambda: pins.board.outputs == 3)
    assert (await pins.read(RESULTS))[0] == 3
    while not (await pins.read(STATUS))[0] & VALID:
        pass
    for _ in range(pins.facts.words_out):
        assert (await pins.read(DATA_OUT))[1] == OKAY
    assert (await pins.read(INPUTS))[0] == (await pins.read(RESULTS))[0] == 4
    assert (await pins.read(DATA_OUT))[1] == SLVERR
    pins.check()


@cocotb.test()
async def a_soft_reset_ends_a_packet_that_has_begun(dut: Any) -> None:
    pins = await started(dut)
    pins.sink.pause = True
    await pins.send(pins.points[0], pins.points[1])
    await until(pins, lambda: known(dut.m_axis_tvalid))
    await pins.write(CONTROL, 1)
    await pins.wait(50)
    assert known(dut.m_axis_tvalid), "a word on offer was taken back"
    pins.sink.pause = False
    await pins.quiet()
    await pins.wait(2)
    frame = pins.sink.recv_nowait(compact=False)
    assert len(frame.tdata) == 8 and frame.tdata[4:] == bytes(4)
    await pins.wait(3 * pins.facts.latency)
    assert pins.sink.empty(), "a result came out of before the reset"
    await pins.send(pins.points[2])
    await pins.quiet()
    assert pins.board.done["results"] == 1
    pins.check()


@cocotb.test()
async def a_read_beside_a_soft_reset_comes_before_or_after_it(dut: Any) -> None:
    pins = await started(dut)
    for distance in range(-6, 7):
        await pins.send(pins.points[0], pins.points[1])
        await pins.quiet()
        reading = cocotb.start_soon(_later(pins, max(0, distance), pins.read(RESULTS)))
        await _later(pins, max(0, -distance), pins.write(CONTROL, 1))
        word, _ = await reading
        # The scoreboard says which it must be.
        assert word in (0, 2) and (await pins.read(RESULTS)) == (0, OKAY)
    pins.check()


@cocotb.test()
async def one_cycle_of_reset_at_any_time(dut: Any) -> None:
    pins = await started(dut)
    for delay in (3, 40, pins.facts.latency - 2, pins.facts.latency + 1, pins.facts.latency + 4):
        reading = cocotb.start_soon(pins.read(STATUS))
        await pins.send(pins.points[3], pins.points[4])
        await pins.wait(delay)
        await pins.reset(1)
        await reading
        pins.source.clear()
        await pins.quiet()
        await pins.send(pins.points[5])
        await pins.quiet()
        assert (await pins.read(INPUTS))[0] == (await pins.read(RESULTS))[0]
    pins.check()


@cocotb.test()
async def latency_and_interval_at_the_streams(dut: Any) -> None:
    """The wrapper adds three cycles to the latency of the core, and none to its interval."""
    pins = await started(dut)
    times: list[int] = []
    first: list[int] = []

    async def watch() -> None:
        while True:
            await RisingEdge(dut.aclk)
            if known(dut.s_axis_tvalid) and known(dut.s_axis_tready):
                first.append(pins.cycles)
            if known(dut.m_axis_tvalid) and known(dut.m_axis_tready) and known(dut.m_axis_tlast):
                times.append(pins.cycles)

    cocotb.start_soon(watch())
    threads = pins.facts.threads
    for _ in range(4 * threads):
        await pins.send(pins.points[0])
    await until(pins, lambda: len(times) == 4 * threads)
    await pins.quiet()
    added = times[0] - first[0] - pins.facts.latency
    # Where there are threads, words may also wait for the cycle of their thread.
    assert added == 3 if threads == 1 else abs(added) <= 3 * threads, added
    if pins.facts.interval:
        assert times[-1] - times[-1 - threads] == threads * pins.facts.interval
    pins.check()
