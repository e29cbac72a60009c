"""A whole run on a memory, played through word by word: does every read find the value it means?

Shares no code with the binder: what the program means is worked out by running its regions in order, what the
memory holds by writing to it cycle by cycle.
"""

from __future__ import annotations

from collections.abc import Callable

from pairforge.binding.model import Binding, Read
from pairforge.program.ir import Loop, Op
from pairforge.schedule.checker import ScheduleError

Tag = tuple[str, int]
"""A value of a run: the operation that makes it, and in which iteration."""


def replay(binding: Binding) -> int:
    """Play one run; returns the number of reads that found their value.

    Raises
    ------
    ScheduleError
        Naming the first read that finds another value, or a word that is read and written in one cycle.
    """
    meant = _meant(binding)
    storage = binding.stage.machine.storage
    bits = {
        op.name: region.bits
        for region in binding.stage.program.regions
        if isinstance(region, Loop) and region.bits
        for op in region.ops
    }
    writes: dict[int, dict[int, tuple[int, Tag]]] = {}
    reads: dict[int, list[tuple[int, Tag, Tag]]] = {}
    for placed, iteration, start in binding.stage.instances():
        own = (placed.op.name, iteration)
        bit = bits[placed.op.name][iteration] if placed.op.name in bits else 0

        def word_of(name: str, bit: int = bit) -> int:
            return binding.address[name] ^ (bit if name in binding.exchanged else 0)

        for form, names in zip(placed.op.operands, meant[own], strict=True):
            for name, tag in zip(form.names, names, strict=True):
                given = start + placed.read_after(name) - storage.read_latency
                reads.setdefault(given, []).append((word_of(name), tag, own))
        if not placed.op.sends:
            at_once = writes.setdefault(start + placed.latency, {})
            port = binding.write_port[placed.op.name]
            if port in at_once:
                raise ScheduleError(
                    f"{own} and {at_once[port][1]} are both written in cycle {start + placed.latency}"
                )
            at_once[port] = (word_of(placed.op.name), own)
    memory: dict[int, Tag] = {binding.address[name]: (name, 0) for name, _ in binding.stage.program.constants}
    checked = 0
    for cycle in sorted({*reads, *writes}):
        written = dict(writes.get(cycle, {}).values())
        if not storage.write_latency:
            memory |= written
        for word, tag, reader in reads.get(cycle, ()):
            if memory.get(word) != tag:
                raise ScheduleError(
                    f"{reader} reads {memory.get(word)} in word {word} in cycle {cycle}, it means {tag}"
                )
            if word in written and storage.write_latency:
                raise ScheduleError(f"{reader} reads word {word} in cycle {cycle}, which writes it")
            checked += 1
        memory |= written
    return checked


def check_copies(binding: Binding, copy_of: Callable[[int], int]) -> None:
    """Whether what is read in one cycle through one copy of a bank always is one word.

    `copy_of`: the copy of the banks that a read port reads. Constants have copies of their own.

    Raises
    ------
    ScheduleError
        Naming the first two words that meet.
    """
    constants = binding.stage.program.constant_names
    found: dict[tuple[int, int, int], int] = {}
    for placed, _, start in binding.stage.instances():
        for side, form in enumerate(placed.op.operands):
            for chosen, name in zip(binding.selection[placed.op.name, side][0], form.names, strict=True):
                if name in constants or not isinstance(chosen.tap, Read):
                    continue
                word, cycle = binding.address[name], start + placed.read_after(name)
                key = (cycle, copy_of(chosen.tap.port), word // binding.bank)
                if found.setdefault(key, word) != word:
                    raise ScheduleError(
                        f"words {found[key]} and {word} of bank {key[2]} are both read through copy {key[1]} "
                        f"in cycle {cycle}"
                    )


def _meant(binding: Binding) -> dict[Tag, list[list[Tag]]]:
    """For each operation of a run, the values that its operands mean, by running the program on tags."""
    values: dict[str, Tag] = {name: (name, 0) for name, _ in binding.stage.program.constants}
    meant: dict[Tag, list[list[Tag]]] = {}

    def execute(op: Op, iteration: int) -> None:
        meant[op.name, iteration] = [[values[name] for name in form.names] for form in op.operands]
        values[op.name] = (op.name, iteration)

    for region in binding.stage.program.regions:
        if not isinstance(region, Loop):
            for op in region.ops:
                execute(op, 0)
            continue
        state = [values[value.initial] for value in region.carried]
        for iteration in range(region.count):
            if region.bits and region.bits[iteration]:
                state[:2] = state[1::-1]
            values.update(zip((value.param for value in region.carried), state, strict=True))
            for op in region.ops:
                execute(op, iteration)
            state = [values[value.next] for value in region.carried]
            if region.bits and region.bits[iteration]:
                state[:2] = state[1::-1]
        values.update(zip((value.result for value in region.carried), state, strict=True))
    return meant
