"""The Wishbone wrapper in cocotb: a master for classic and pipelined mode, a checker, the scoreboard."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

from rtl.bus.axi_pins import facts_and_results, known, plan
from rtl.bus.protocol import OKAY, PATIENCE, SLVERR, Beat
from rtl.bus.scoreboard import Scoreboard

NOTHING = Beat(0, 0)


@dataclass(frozen=True)
class Access:
    """A read (`data` None) or a write."""

    offset: int
    data: int | None = None
    select: int = 15


class Pins:
    """`access` does one access, `burst` many; everything at the pins is checked in every cycle."""

    def __init__(self, dut: Any) -> None:
        self.dut, self.asked = dut, plan()
        facts, results = facts_and_results(self.asked)
        self.facts = replace(facts, streams=False)
        self.points = [given for given, result in results.items() if result.words is not None]
        self.bad = [given for given, result in results.items() if result.words is None]
        self.random = random.Random(self.asked["seed"])
        self.violations: Counter[str] = Counter()
        self.board = Scoreboard(self.facts, results, self.asked["mask"], streams=False)
        self.pipelined = False
        self.cycles = self.resets = 0
        self.gap = 0.0  # chance for each cycle that a request waits
        for pin in ("cyc", "stb", "we", "adr", "dat", "sel"):
            getattr(dut, f"wb_{pin}_i").value = 0
        dut.rst.value = 1
        running: Any = Clock(dut.clk, 10, "ns").start(start_high=False)
        cocotb.start_soon(running)
        cocotb.start_soon(self._watch())

    async def _watch(self) -> None:
        """Requests are those with the strobe and no stall, in both modes; answers are one each, in order."""
        dut, edge = self.dut, RisingEdge(self.dut.clk)
        waiting: list[Access] = []
        waited = 0
        while True:
            await edge
            self.cycles += 1
            ack, err, stall = (known(pin) for pin in (dut.wb_ack_o, dut.wb_err_o, dut.wb_stall_o))
            cyc, stb = known(dut.wb_cyc_i), known(dut.wb_stb_i)
            if dut.rst.value == 1:
                waiting, waited = [], 0
                if ack != 0 or err != 0:
                    self.violations["an answer in reset"] += 1
                self.board.done["hard resets"] += not self.board.was_reset
                self.board.was_reset = True
                self.board.hard_reset()
                continue
            self.board.was_reset = False
            if None in (ack, err, stall):
                self.violations["an answer is unknown"] += 1
                continue
            if ack and err:
                self.violations["both answers at once"] += 1
            if (ack or err) and not (cyc and waiting):
                self.violations["an answer to no request"] += 1
            elif ack or err:
                self._answered(waiting.pop(0), OKAY if ack else SLVERR)
                waited = 0
            waited = waited + 1 if waiting else 0
            if waited == PATIENCE:
                self.violations["no answer"] += 1
            if cyc and stb and not stall:
                address: Any = known(dut.wb_adr_i)
                at = address & ~3
                if dut.wb_we_i.value == 1:
                    word: Any = known(dut.wb_dat_i)
                    select: Any = known(dut.wb_sel_i)
                    waiting.append(Access(at, word, select))
                    self.board.asked_write(at, word, select)
                else:
                    waiting.append(Access(at))
                    self.board.asked_read(at)
            self.board.settle()

    def _answered(self, access: Access, response: int) -> None:
        self.board.done["writes" if access.data is not None else "reads"] += 1
        if access.data is None:
            word = known(self.dut.wb_dat_o)
            if word is None:
                self.violations["the word that was read is unknown"] += 1
            else:
                self.board.read_done(word, response)
        elif self.board.write_done(response):
            self.board.soft_reset(NOTHING, False)

    async def wait(self, cycles: int) -> None:
        for _ in range(cycles):
            await RisingEdge(self.dut.clk)

    async def reset(self, cycles: int = 1) -> None:
        await RisingEdge(self.dut.clk)
        self.dut.rst.value = 1
        await self.wait(cycles)
        self.dut.rst.value = 0
        await RisingEdge(self.dut.clk)

    async def burst(self, accesses: list[Access]) -> list[tuple[int, int]]:
        """(word, response) of each access, one bus cycle for all of them."""
        dut, edge = self.dut, RisingEdge(self.dut.clk)
        answers: list[tuple[int, int]] = []
        todo = list(accesses)
        dut.wb_cyc_i.value = 1
        while len(answers) < len(accesses):
            offers = bool(todo) and self.random.random() >= self.gap
            while True:
                if offers:
                    access = todo[0]
                    dut.wb_stb_i.value, dut.wb_adr_i.value = 1, access.offset | self.random.randrange(4)
                    dut.wb_we_i.value = int(access.data is not None)
                    dut.wb_dat_i.value = access.data or 0
                    dut.wb_sel_i.value = access.select
                else:
                    dut.wb_stb_i.value = 0
                await edge
                stalled, answered = (
                    dut.wb_stall_o.value == 1,
                    dut.wb_ack_o.value == 1 or dut.wb_err_o.value == 1,
                )
                if answered:
                    word: Any = known(dut.wb_dat_o)
                    answers.append((word, OKAY if dut.wb_ack_o.value == 1 else SLVERR))
                if not offers:
                    break
                if not stalled if self.pipelined else answered:
                    todo.pop(0)
                    break
        dut.wb_stb_i.value = dut.wb_cyc_i.value = 0
        await edge
        return answers

    async def read(self, offset: int) -> tuple[int, int]:
        return (await self.burst([Access(offset)]))[0]

    async def write(self, offset: int, word: int, select: int = 15) -> int:
        return (await self.burst([Access(offset, word, select)]))[0][1]

    def counts(self) -> dict[str, Any]:
        return {
            "violations": dict(self.violations),
            "faults": {},
            "wrong": dict(self.board.wrong),
            "done": dict(self.board.done),
            "cycles": self.cycles,
        }

    def check(self) -> None:
        found = self.counts()
        assert not found["violations"] and not found["wrong"], found
