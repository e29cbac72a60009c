"""A register file: registers between buses that write them and buses that read them.

An operation takes any of the buses that is free in all its cycles, the same ones each time. Over a single bus
of two operands one comes a cycle before the other, and waits in a register behind the bus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pairforge.binding.model import Binding, Read, Tap
from pairforge.binding.words import Cycles, cycles_of, cycles_taken, first_free, lowest_words
from pairforge.hdl import Compare, Const, Expr, Net, any_of, gate
from pairforge.machine.storage import RegisterFile
from pairforge.program.ir import Op
from pairforge.rtl.control import StageControl
from pairforge.rtl.ladder import LADDER_BIT
from pairforge.rtl.storage import StorageSite
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.problem import Use
from pairforge.schedule.regions import schedule_regions
from pairforge.storage.addressed import (
    AddressedStorage,
    Constants,
    Pairs,
    Words,
    check_reads,
    is_at,
    wired,
    written,
)


class RegisterFileStorage(AddressedStorage):
    """The storage of `machine.storage.RegisterFile`."""

    place = "r"

    def __init__(self, keys: RegisterFile) -> None:
        self.keys = keys

    @property
    def most_words(self) -> int:
        return self.keys.words

    @property
    def ports(self) -> Mapping[str, int]:
        return {"write": self.keys.writes, "read": self.keys.reads}

    @property
    def one_bus(self) -> bool:
        """Whether a single bus is read."""
        return self.keys.reads == 1

    def early(self, control: StageControl) -> frozenset[str]:
        """What says which registers are read."""
        turned = {control.exchange[address].name for address in control.reads if address in control.exchange}
        names = {address.name for address in control.reads} | turned
        return frozenset(names | {LADDER_BIT} if control.ladders else names)

    def lead(self, op: Op) -> int:
        """One cycle where two operands may have to come over a single bus."""
        return int(self.one_bus and len(op.operands) > 1)

    def port_uses(self, op: Op, read_after: Callable[[str], int], result: int) -> Sequence[Use]:
        """A value that is used twice is read once."""
        at = Counter(read_after(name) for name in op.reads)
        reads = [Use("read", cycle, amount=amount) for cycle, amount in at.items()]
        return reads if op.sends else [*reads, Use("write", result)]

    def check(self, low: Lowering) -> None:
        for op in low.program.ops:
            check_reads(low, op, len(op.reads), self.keys.reads)
        super().check(low)

    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        return schedule_regions(low, effort, registers=self.keys.words)

    def words_of(self, stage: StageSchedule, storage_classes: Mapping[str, str], pairs: Pairs) -> Words:
        word, count = lowest_words(cycles_taken(stage, storage_classes)[0], pairs)
        return Words(word, count, count, self.keys.words, max(self.keys.words, len(set(word.values()))))

    def reads_of(self, stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
        taken: list[Cycles] = []
        reads: dict[tuple[str, int], tuple[Read, ...]] = {}
        for p in sorted(stage.placed.values(), key=lambda p: (p.start, p.op.name)):
            cycles = cycles_of(stage, p)
            buses = {
                name: Read(first_free(taken, cycles << p.read_after(name)), p.lead - p.read_after(name))
                for name in p.op.reads
            }
            for i, form in enumerate(p.op.operands):
                reads[p.op.name, i] = tuple(buses[name] for name in form.names)
        return reads

    def writes_of(self, stage: StageSchedule, address: Mapping[str, int], words: Words) -> Mapping[str, int]:
        taken: list[Cycles] = []
        writers = [p for p in stage.placed.values() if not p.op.sends]
        return {
            p.op.name: first_free(taken, cycles_of(stage, p) << p.latency)
            for p in sorted(writers, key=lambda p: (p.ready, p.op.name))
        }

    def build_ports(
        self, site: StorageSite, constants: Constants, signals: Mapping[str, Net]
    ) -> Mapping[Tap, Net]:
        """Each register takes the values of the buses that write it; constants stand beside, to be read."""
        m, taps = site.m, dict[Tap, Net]()
        words: dict[int, Expr] = dict(self._registers(site, signals))
        words |= wired(site.width, constants)
        for i, signal in enumerate(site.control.reads):
            m.comment(f"bus read{i}")
            address = signals[signal.name]
            choices = []
            for word, value in sorted(words.items()):
                selected = is_at(m, f"read{i}", address, word)
                if signal.name in site.early:
                    selected = m.reg(f"{selected.name}_now", selected)
                choices.append(gate(selected, value))
            taps[Read(i)] = m.wire(f"read{i}_value", any_of(*choices))
            if self.one_bus:
                m.comment("what came a cycle before: the first of two operands")
                taps[Read(i, 1)] = m.reg(f"read{i}_before", taps[Read(i)])
        return taps

    def _registers(self, site: StorageSite, signals: Mapping[str, Net]) -> Mapping[int, Net]:
        """The registers, by word."""
        m, binding = site.m, site.binding
        buses: list[tuple[Net, Net, Net]] = []
        for port in site.control.writes:
            m.comment(f"bus {port.address.name}: the result that is written")
            value = written(site, port)
            buses.append((signals[port.address.name], signals[port.enable.name], value))
        writers: dict[int, set[int]] = {}
        for name, number in binding.write_port.items():
            turned = {binding.address[name] ^ 1} if name in binding.exchanged else set()
            for word in {binding.address[name], *turned}:
                writers.setdefault(word, set()).add(number)
        registers: dict[int, Net] = {}
        for word in range(binding.words):
            m.comment(f"register {word}")
            loads, values = [], []
            for number in sorted(writers.get(word, ())):
                address, enable, value = buses[number]
                is_word = Compare("==", address, Const(address.width, word))
                loads.append(m.wire(f"r{word}_from{number}", enable & is_word))
                values.append(value if len(writers[word]) == 1 else gate(loads[-1], value))
            registers[word] = m.reg(f"r{word}", any_of(*values), enable=any_of(*loads))
        return registers

    def drawn(self, binding: Binding) -> tuple[int, str]:
        return binding.words, "registers on buses"
