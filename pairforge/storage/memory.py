"""A memory: one word written and a few read in each cycle; in hardware one copy for each read port."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairforge.binding.model import Binding, Read, Tap
from pairforge.binding.words import cycles_taken, lowest_words, read_while_written
from pairforge.hdl import Compare, Const, Expr, Net, Select, any_of, gate, widened
from pairforge.machine.storage import Memory
from pairforge.program.ir import Op
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
    fixed,
    is_at,
    wired,
    written,
)


class MemoryStorage(AddressedStorage):
    """The storage of `machine.storage.Memory`."""

    def __init__(self, keys: Memory) -> None:
        self.keys = keys

    @property
    def most_words(self) -> int:
        return self.keys.words

    @property
    def ports(self) -> Mapping[str, int]:
        return {"write": 1} | {f"read{i}": 1 for i in range(self.keys.reads)}

    def port_uses(self, op: Op, read_after: Callable[[str], int], result: int) -> Sequence[Use]:
        """Terms are read through the ports one after the other, from the first on."""
        reads = [Use(f"read{i}") for i in range(_terms(op))]
        return reads if op.sends else [*reads, Use("write", result)]

    def check(self, low: Lowering) -> None:
        for op in low.program.ops:
            check_reads(low, op, _terms(op), self.keys.reads)
        super().check(low)

    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        return schedule_regions(low, effort)

    def words_of(self, stage: StageSchedule, storage_classes: Mapping[str, str], pairs: Pairs) -> Words:
        word, count = lowest_words(cycles_taken(stage, storage_classes)[0], pairs)
        # Constants from a power of two on: no write address reaches them, whatever it is before a reset.
        beyond = 1 << (self.keys.words - 1).bit_length()
        return Words(word, count, beyond, self.keys.words, self.keys.words)

    def reads_of(self, stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
        reads: dict[tuple[str, int], tuple[Read, ...]] = {}
        for p in stage.placed.values():
            port = 0
            for i, form in enumerate(p.op.operands):
                reads[p.op.name, i] = tuple(Read(port + j) for j in range(len(form.terms)))
                port += len(form.terms)
        return reads

    def writes_of(self, stage: StageSchedule, address: Mapping[str, int], words: Words) -> Mapping[str, int]:
        return {p.op.name: 0 for p in stage.placed.values() if not p.op.sends}

    def build_ports(
        self, site: StorageSite, constants: Constants, signals: Mapping[str, Net]
    ) -> Mapping[Tap, Net]:
        """One copy for each read port, all written together.

        Constants are words of a block memory; they stand beside a distributed one, as wires.
        """
        m, width, words = site.m, site.width, self.keys.words
        (write,) = site.control.writes
        m.comment("what is written to the memory")
        value = written(site, write)
        registered = bool(self.keys.read_latency)
        within = fixed(constants) if registered else {}
        beside = {} if within else wired(width, constants)
        depth = max(words, *(word + 1 for word in within)) if within else words
        init = [within.get(word, 0) for word in range(depth)] if within else ()
        # For one thread it is left to synthesis: where it needs logic for this, it also puts a register in
        # front of what is written, which is worth more there (small-f2-5 on ECP5: 105 MHz instead of 88).
        apart = registered and site.threads > 1 and not read_while_written(site.binding)
        taps: dict[Tap, Net] = {}
        for i, address in enumerate(site.control.reads):
            m.comment(f"memory, copy for read port {i}")
            memory = m.memory(f"memory{i}", width, depth, style=self.keys.style, init=init, apart=apart)
            place, target = signals[address.name], signals[write.address.name]
            bits = (depth - 1).bit_length()
            m.write(memory, widened(target, bits), value, signals[write.enable.name])
            read: Expr = Select(memory, place[bits - 1, 0])
            if beside:
                is_word = m.wire(f"read{i}_is_word", Compare("<", place, Const(place.width, 1 << bits)))
                others = (gate(is_at(m, f"read{i}", place, word), value) for word, value in beside.items())
                read = any_of(gate(is_word, read), *others)
            named = f"read{i}_value"
            taps[Read(i)] = m.reg(named, read) if registered else m.wire(named, read)
        return taps

    def drawn(self, binding: Binding) -> tuple[int, str]:
        return len(set(binding.address.values())), f"{self.keys.style} memory"


def _terms(op: Op) -> int:
    return sum(len(form.names) for form in op.operands)
