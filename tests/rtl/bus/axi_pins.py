"""The AXI wrapper in cocotb: clock, reset, masters of cocotbext-axi, checker and scoreboard at its pins."""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiStreamBus, AxiStreamSink, AxiStreamSource

from pairforge.registers.map import Facts
from rtl.bus.protocol import Beat, Checker
from rtl.bus.scoreboard import Result, Scoreboard

CHANNELS = {
    "aw": ("s_axi_aw", ("s_axi_awaddr", "s_axi_awprot")),
    "w": ("s_axi_w", ("s_axi_wdata", "s_axi_wstrb")),
    "b": ("s_axi_b", ("s_axi_bresp",)),
    "ar": ("s_axi_ar", ("s_axi_araddr", "s_axi_arprot")),
    "r": ("s_axi_r", ("s_axi_rdata", "s_axi_rresp")),
    "s": ("s_axis_t", ("s_axis_tdata", "s_axis_tlast")),
    "m": ("m_axis_t", ("m_axis_tdata", "m_axis_tlast", "m_axis_tuser")),
}


def plan() -> dict[str, Any]:
    """What the run is asked for, written by `harness.run`."""
    asked: dict[str, Any] = json.loads(Path(os.environ["BUS_PLAN"]).read_text())
    return asked


def facts_and_results(asked: dict[str, Any]) -> tuple[Facts, dict[tuple[int, ...], Result]]:
    facts = Facts(**{**asked["facts"], "version": tuple(asked["facts"]["version"])})
    results = {
        tuple(given): Result(None if words is None else tuple(words), mark)
        for given, words, mark in asked["results"]
    }
    return facts, results


def known(handle: Any) -> int | None:
    """The value of a pin, None where it is not 0 or 1 throughout."""
    try:
        return int(handle.value)
    except ValueError:
        return None


class Pins:
    """The wrapper with everything around it. `counts`: of violations and of what was done."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.asked = dut, plan()
        self.facts, results = facts_and_results(self.asked)
        self.points = [given for given, result in results.items() if result.words is not None]
        self.bad = [given for given, result in results.items() if result.words is None]
        self.random = random.Random(self.asked["seed"])
        self.checker = Checker(self.facts.words_out)
        self.board = Scoreboard(self.facts, results, self.asked["mask"])
        self.cycles = 0
        clock, reset = dut.aclk, dut.aresetn
        reset.value = 0
        self.master = AxiLiteMaster(
            AxiLiteBus.from_prefix(dut, "s_axi"), clock, reset, reset_active_level=False
        )
        self.source = AxiStreamSource(
            AxiStreamBus.from_prefix(dut, "s_axis"), clock, reset, reset_active_level=False
        )
        self.sink = AxiStreamSink(
            AxiStreamBus.from_prefix(dut, "m_axis"), clock, reset, reset_active_level=False
        )
        self.source.queue_occupancy_limit_frames = 2
        for part in (
            self.master.read_if,
            self.master.write_if,
            self.source,
            self.sink,
        ):
            part.log.setLevel("ERROR")
        running: Any = Clock(clock, 10, "ns").start(start_high=False)
        cocotb.start_soon(running)
        cocotb.start_soon(self._watch())

    @property
    def channels(self) -> dict[str, Any]:
        """The ends of cocotbext-axi that can be made to pause."""
        write, read = self.master.write_if, self.master.read_if
        return {
            "aw": write.aw_channel,
            "w": write.w_channel,
            "b": write.b_channel,
            "ar": read.ar_channel,
            "r": read.r_channel,
            "s": self.source,
            "m": self.sink,
        }

    async def _watch(self) -> None:
        handles = {
            name: (
                getattr(self.dut, f"{prefix}valid"),
                getattr(self.dut, f"{prefix}ready"),
                [getattr(self.dut, pin) for pin in payload],
            )
            for name, (prefix, payload) in CHANNELS.items()
        }
        edge = RisingEdge(self.dut.aclk)
        while True:
            await edge
            self.cycles += 1
            in_reset = self.dut.aresetn.value != 1
            beats = {}
            for name, (valid, ready, payload) in handles.items():
                offered = known(valid)
                words = tuple(map(known, payload)) if offered else ()
                beats[name] = Beat(offered, known(ready), words)
            moved = self.checker.cycle(beats, in_reset)
            self.board.cycle(beats, moved, in_reset)

    async def wait(self, cycles: int) -> None:
        for _ in range(cycles):
            await RisingEdge(self.dut.aclk)

    async def reset(self, cycles: int = 1) -> None:
        """A hard reset of so many cycles."""
        await RisingEdge(self.dut.aclk)
        self.dut.aresetn.value = 0
        await self.wait(cycles)
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)

    def pause(self, **chances: float) -> None:
        """Let channels pause at random, with the chance given for each cycle; the others do not pause."""

        def pauses(chance: Any) -> Iterator[Any]:
            while True:
                yield self.random.random() < chance

        for name, channel in self.channels.items():
            chance = chances.get(name, 0)
            if chance:
                channel.set_pause_generator(pauses(chance))
            else:
                channel.clear_pause_generator()
                channel.pause = False

    async def read(self, offset: int) -> Any:
        """(word, response) of a register, None where a reset came between."""
        answer = await self.master.read(offset, 4)
        return answer and (int.from_bytes(answer.data, "little"), int(answer.resp))

    async def write(self, offset: int, word: int) -> Any:
        """The response, None where a reset came between."""
        answer = await self.master.write(offset, word.to_bytes(4, "little"))
        return answer and int(answer.resp)

    async def send(self, *pairings: Any, cut: int = 0) -> None:
        """One packet of some pairings, `cut` words short."""
        words = [word for pairing in pairings for word in pairing]
        await self.source.send(b"".join(w.to_bytes(4, "little") for w in words[: len(words) - cut]))

    @property
    def patience(self) -> int:
        """Cycles after which something must have happened, whatever pauses."""
        return 10_000 + 20 * self.facts.latency

    async def quiet(self) -> None:
        """Wait until nothing is under way."""
        for _ in range(self.patience):
            if self.source.idle() and self.board.quiet:
                return
            await RisingEdge(self.dut.aclk)
        raise AssertionError(f"still under way: {self.board.expected}, {self.board.pairing}")

    def counts(self) -> dict[str, Any]:
        return {
            "violations": dict(self.checker.violations),
            "faults": dict(self.checker.faults),
            "wrong": dict(self.board.wrong),
            "done": dict(self.board.done),
            "cycles": self.cycles,
        }

    def check(self) -> None:
        found = self.counts()
        assert not found["violations"] and not found["wrong"] and not found["faults"], found
