"""Banks: memories of which each takes one result a cycle, while every operand port reads from any of them.

Operations with one operand share a read port, the others have their own. A result is read in the cycle in
which it is written, and a region begins as soon as nothing is in its way.

Either each read port has a copy of every bank, or there are a few copies, dealt out among the ports. Then
what is read through one copy in the same cycle lies in different banks, or is the same word.

Values of double width have banks of their own behind the others, with ports of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import combinations

from pairforge.binding.banks import allocate_banks
from pairforge.binding.model import Binding, Read, Tap
from pairforge.binding.replay import check_copies
from pairforge.binding.words import Cycles, cycles_of, cycles_taken
from pairforge.errors import UserError
from pairforge.hdl import Compare, Const, Expr, Memory, Mux, Net, RetimingPoint, Select, any_of, concat, gate
from pairforge.hdl.interleave import MANY_THREADS
from pairforge.machine.storage import Banks
from pairforge.program.ir import WIDE_OPERANDS, Op, Program
from pairforge.program.text import show_op
from pairforge.rtl.control import Signal, StageControl, WritePort
from pairforge.rtl.storage import StorageSite
from pairforge.schedule.bodies import Bodies
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.problem import Use
from pairforge.schedule.regions import schedule_regions
from pairforge.storage.addressed import (
    AddressedStorage,
    Constants,
    Pairs,
    Words,
    fixed,
    with_buses,
    written,
)


class BankedStorage(AddressedStorage):
    """The storage of `machine.storage.Banks`."""

    def __init__(self, keys: Banks) -> None:
        self.keys = keys

    @property
    def most_words(self) -> int:
        return self.keys.words

    def ahead(self, control: StageControl) -> frozenset[str]:
        """What says which bank a port reads, and what goes past one: it takes long to compare."""
        writes = (signal for port in control.writes for signal in (port.address, port.enable))
        return frozenset(signal.name for signal in (*control.reads, *writes))

    def careless(self, control: StageControl) -> Sequence[Signal]:
        """The addresses of ports that have copies of the banks of their own."""
        return () if self.keys.copies or self.keys.wide_copies else control.reads

    @property
    def ports(self) -> Mapping[str, int]:
        wide = {"wide_write": self.keys.wide_banks} if self.keys.wide_banks else {}
        return {"write": self.keys.banks, "read": 1, **wide}

    def port_uses(self, op: Op, read_after: Callable[[str], int], result: int) -> Sequence[Use]:
        """The read port that operations with one operand share, if that is an element."""
        reads = [Use("read")] if _shares_port(op) else []
        return reads if op.sends else [*reads, Use("wide_write" if op.wide else "write", result)]

    def check(self, low: Lowering) -> None:
        for op in low.program.ops:
            if any(len(form.terms) > 1 for form in op.operands):
                raise UserError(
                    f"stage {low.machine.name} cannot run {low.program.name}: {show_op(op)} adds values up "
                    "at an operand, which has one read port; use storage.style = 'distributed' or 'block'"
                )
        super().check(low)

    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        return schedule_regions(low, effort, overlapping=True)

    def schedule_parts(
        self, low: Lowering, effort: float, parts: Mapping[str, Program]
    ) -> Mapping[str, StageSchedule]:
        bodies = Bodies.of(low.program, several=True)
        return {
            name: schedule_regions(low, effort, overlapping=True, program=part, bodies=bodies)
            for name, part in parts.items()
        }

    def bind(self, stage: StageSchedule, effort: float) -> Binding:
        binding = super().bind(stage, effort)
        if self.keys.copies or self.keys.wide_copies:
            check_copies(binding, self._copies(stage).__getitem__)
        return binding

    def words_of(self, stage: StageSchedule, storage_classes: Mapping[str, str], pairs: Pairs) -> Words:
        """A bank and a word in it. No storage class can change its place here, so there is no ladder."""
        if pairs:
            raise UserError(
                f"stage {stage.machine.name}: {stage.program.name} has a ladder, which needs words of one "
                "memory; use storage.style = 'distributed' or 'block'"
            )
        taken, written_in = cycles_taken(stage, storage_classes)
        found: dict[str, tuple[int, int]] = {}
        wide = stage.program.wide_names
        before = 0
        for key, banks, copies, ours in (
            ("banks", self.keys.banks, self.keys.copies, written_in.keys() - wide),
            ("wide_banks", self.keys.wide_banks, self.keys.wide_copies, written_in.keys() & wide),
        ):
            read_in = self._read_in(stage, storage_classes, copies, wide=key == "wide_banks")
            used = {
                name: (cycles, *(read.get(name, 0) for read in read_in))
                for name, cycles in written_in.items()
                if name in ours
            }
            placed = allocate_banks({n: taken[n] for n in used}, used, banks, key) if used else {}
            found |= {name: (before + bank, at) for name, (bank, at) in placed.items()}
            before += banks
        count = 1 + max(word for _, word in found.values())
        size = 1 << max((count - 1).bit_length(), 1)
        word = {storage_class: bank * size + at for storage_class, (bank, at) in found.items()}
        return Words(word, count, before * size, before * size, size, size)

    def reads_of(self, stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
        """Port 0 for units that share it, then a port for each operand of the others, wide values last.
        Operands that are hardly ever read share the port of another one.
        """
        wide = stage.program.wide_names
        with_ports = {(p.unit, p.instance) for p in stage.placed.values() if not _shares_port(p.op)}
        own = {
            (p.op.name, side): (not wide.isdisjoint(form.names), p.unit, p.instance, side)
            for p in stage.placed.values()
            for side, form in enumerate(p.op.operands)
            if (p.unit, p.instance) in with_ports
        }
        shared = _ports_shared(stage, own)
        own_port = sorted({operand for operand in shared.values() if operand is not None})
        port: dict[_Operand | None, int] = {operand: number for number, operand in enumerate(own_port, 1)}
        port[None] = 0
        return {
            (p.op.name, side): (Read(port[shared[own.get((p.op.name, side))]]),)
            for p in stage.placed.values()
            for side in range(len(p.op.operands))
        }

    def _copies(self, stage: StageSchedule) -> Mapping[int, int]:
        """The copy of the banks that each read port reads: that of its own, or the ports take turns."""
        wide = stage.program.wide_names
        ports: tuple[set[int], set[int]] = ({0}, set())
        for (name, side), (read,) in self.reads_of(stage).items():
            names = stage.placed[name].op.operands[side].names
            ports[not wide.isdisjoint(names)].add(read.port)
        return {
            port: number % copies if copies else port
            for copies, those in zip((self.keys.copies, self.keys.wide_copies), ports, strict=True)
            for number, port in enumerate(sorted(those))
        }

    def _read_in(
        self, stage: StageSchedule, storage_classes: Mapping[str, str], count: int, *, wide: bool
    ) -> Sequence[Mapping[str, Cycles]]:
        """For each of `count` copies that several ports read, the cycles in which each storage class is read
        there; of the values of double width, or of the others.
        """
        if not count:
            return ()
        copies: list[dict[str, Cycles]] = [{} for _ in range(count)]
        constants, wide_names = stage.program.constant_names, stage.program.wide_names
        copy_of = self._copies(stage)
        for (name, side), (read,) in self.reads_of(stage).items():
            placed = stage.placed[name]
            for value in set(placed.op.operands[side].names) - constants:
                if (value in wide_names) is wide:
                    found, storage_class = copies[copy_of[read.port]], storage_classes[value]
                    cycles = cycles_of(stage, placed) << placed.read_after(value)
                    found[storage_class] = found.get(storage_class, 0) | cycles
        return copies

    def writes_of(self, stage: StageSchedule, address: Mapping[str, int], words: Words) -> Mapping[str, int]:
        return {name: word // words.bank for name, word in address.items()}

    def build_ports(
        self, site: StorageSite, constants: Constants, signals: Mapping[str, Net]
    ) -> Mapping[Tap, Net]:
        """A copy of each bank for the read ports that share it, and one of the constants for each port.

        The high bits of an address are the bank's number. Of the ports that share a copy of a bank those that
        read it in one cycle give the same address, and a port that reads nothing gives 0.
        """
        site = with_buses(site)
        m, size, copy_of = site.m, site.binding.bank, self._copies(site.binding.stage)
        bits, later = size.bit_length() - 1, site.threads > Banks.FEW_THREADS
        values: list[Expr] = []
        for port in site.control.writes:
            m.comment(f"what is written by {port.address.name}")
            result = written(site, port)
            values.append(RetimingPoint(f"{result.name}_taken", result) if later else result)
        found = _words_by_port(site.binding)
        addresses = {i: signals[signal.name] for i, signal in enumerate(site.control.reads)}
        ahead = {i: site.ahead[signal.name] for i, signal in enumerate(site.control.reads) if site.ahead}
        read_by: dict[tuple[int, int], list[int]] = {}
        for i in addresses:
            for bank in sorted({word // size for word in found[i]}):
                read_by.setdefault((copy_of[i] if bank < len(values) else i, bank), []).append(i)

        def place(ports: Sequence[int], bank: int, given: Mapping[int, Net]) -> Expr:
            """The word of a bank that is read; of the ports at most one reads it, or all the same one."""
            if len(ports) == 1:
                return given[ports[0]][bits - 1, 0]
            return any_of(*(gate(_is_in(given[i], bits, bank), given[i][bits - 1, 0]) for i in ports))

        reads: dict[int, dict[int, Expr]] = {i: {} for i in addresses}
        looked_at: dict[int, set[int]] = {i: set() for i in addresses}  # low bits of its address
        for (copy, bank), ports in sorted(read_by.items()):
            named = f"memory{copy}_bank{bank}"
            m.comment(f"{named}: read by port{'s' * (len(ports) > 1)} {', '.join(map(str, ports))}")
            if bank < len(values):
                for i in ports:
                    looked_at[i] |= set(range(bits))
                low = place(ports, bank, addresses)
                if len(ports) > 1:
                    low = m.wire(f"{named}_place", low)
                before = place(ports, bank, ahead) if ahead else None
                width = values[bank].width
                memory = m.memory(
                    named, width, size * site.places, style=self.keys.memory_style(width * site.places)
                )
                read = _bank(site, signals, memory, site.control.writes[bank], values[bank], low, before)
            else:
                values_read = {
                    word % size: fixed(constants).get(word, 0) for word in found[copy] if word // size == bank
                }
                read, told = _constant_bank(site, named, addresses[copy], values_read)
                looked_at[copy] |= told
            for i in ports:
                reads[i][bank] = read
        _unread(site, signals, {bank for _, bank in read_by}, values)
        compared = {i for ports in read_by.values() if len(ports) > 1 for i in ports}
        taps = dict[Tap, Net]()
        for i, words in reads.items():
            m.comment(f"read port {i}")
            if left := [addresses[i][bit] for bit in range(bits) if bit not in looked_at[i]]:
                m.unused(*left)
            taps[Read(i)] = _chosen(site, f"read{i}", words, ahead.get(i, addresses[i]), ahead=i in ahead)
            for address in {addresses[i], *([ahead[i]] if ahead else [])}:
                chooses = len(words) > 1 and address is ahead.get(i, addresses[i])
                if not chooses and i not in compared and address.width > bits:
                    m.unused(address[address.width - 1, bits])
        return taps

    def drawn(self, binding: Binding) -> tuple[int, str]:
        wide = f" and {self.keys.wide_banks} of double width" if self.keys.wide_banks else ""
        return binding.words, f"{self.keys.banks} banks{wide}"


def _unread(
    site: StorageSite, signals: Mapping[str, Net], read: Container[int], values: Sequence[Expr]
) -> None:
    """Leave over what is written where nothing reads it: inputs that an algorithm does not use."""
    for bank, port in enumerate(site.control.writes):
        if bank not in read:
            site.m.unused(signals[port.address.name], signals[port.enable.name], values[bank])


def _is_in(address: Net, bits: int, bank: int) -> Expr:
    """Whether an address, of which the low `bits` say the word, is one in a bank."""
    high = address[address.width - 1, bits]
    return Compare("==", high, Const(high.width, bank))


def _chosen(site: StorageSite, name: str, words: Mapping[int, Expr], address: Net, *, ahead: bool) -> Net:
    """What a port reads of the words by bank. `ahead`: the address is that of the next cycle."""
    bits = site.binding.bank.bit_length() - 1
    banks = sorted(words, key=lambda bank: isinstance(words[bank], Const))
    choice = site.chooser.choice(len(banks), fixed=sum(isinstance(word, Const) for word in words.values()))
    select = None
    if choice.width:
        chosen = [any_of(*(_is_in(address, bits, banks[i]) for i in those)) for those in choice.words_by_bit]
        select = (site.m.reg if ahead else site.m.wire)(f"{name}_select", concat(*reversed(chosen)))
    return site.m.wire(f"{name}_value", choice.build(site.m, name, select, [words[bank] for bank in banks]))


_Operand = tuple[bool, str, int, int]
"""An operand of a unit: whether it is wide, the unit and its number, which operand."""

_RARE = 1 / 64
"""Of the cycles of a run, in how many at most an operand is read that shares the port of another."""


def _ports_shared(
    stage: StageSchedule, own: Mapping[tuple[str, int], _Operand]
) -> Mapping[_Operand | None, _Operand | None]:
    """The operand whose port each one has, mostly its own; `own`: the operands that each operation and side
    reads. None is that of operations with one operand.

    One that is hardly ever read has the port of another where they are never read in one cycle: a port costs
    a copy of every bank, and a choice among the banks.
    """
    used: dict[_Operand | None, Cycles] = {None: 0}
    for p in stage.placed.values():
        for side, form in enumerate(p.op.operands):
            operand = own.get((p.op.name, side))
            for name in form.names:
                used[operand] = used.get(operand, 0) | cycles_of(stage, p) << p.read_after(name)
    found: dict[_Operand | None, _Operand | None] = {operand: operand for operand in used}
    rare = sorted(
        (operand for operand in used if operand and used[operand].bit_count() < _RARE * stage.length),
        key=lambda operand: (used[operand].bit_count(), operand),
    )
    for operand in rare:
        others = (o for o in used if o != operand and found[o] == o and (o[0] if o else False) is operand[0])
        fitting = [other for other in others if not used[other] & used[operand]]
        if fitting:
            other = min(fitting, key=lambda o: (used[o].bit_count(), o or ()))
            found = {each: other if to == operand else to for each, to in found.items()}
            used[other] |= used[operand]
    return found


def _shares_port(op: Op) -> bool:
    """Whether an operation reads one element, as several units do in turn through one port."""
    return len(op.operands) == 1 and op.kind not in WIDE_OPERANDS


def _bank(
    site: StorageSite,
    signals: Mapping[str, Net],
    memory: Memory,
    port: WritePort,
    value: Expr,
    address: Expr,
    before: Expr | None,
) -> Expr:
    """A copy of a bank, which finds what is written in the same cycle.

    `before`: the address of the next cycle, where that is known.

    With many threads because it is read later in the cycle, with few because the value goes past the memory.
    Many threads have registers at both ends of the memories besides, which then are block memories.
    """
    name = memory.name
    target, enable = signals[port.address.name], signals[port.enable.name]
    site.m.write(memory, site.place(target), value, enable)
    later = site.threads > Banks.FEW_THREADS
    read = Select(memory, site.place(address), through=later)
    if later:
        return RetimingPoint(f"{name}_out", RetimingPoint(f"{name}_read", read), above=_registers_above(site))
    if before is None:
        past = site.m.wire(f"{name}_past", enable & Compare("==", target, address))
    else:
        soon, at = site.ahead[port.enable.name], site.ahead[port.address.name]
        past = site.m.reg(f"{name}_past", soon & Compare("==", at, before))
    return Mux(past, value, read)


def _registers_above(site: StorageSite) -> int:
    """With more threads than that there are registers at both ends of memories. Where words have digits there
    are always: little else needs a thread's registers.
    """
    return MANY_THREADS if site.digits is None else Banks.FEW_THREADS


def _constant_bank(
    site: StorageSite, name: str, address: Net, values: Mapping[int, int]
) -> tuple[Expr, set[int]]:
    """A copy of a bank that holds constants alone: those that a port reads, by word. Of the address it looks
    at the bits that tell them apart, which are returned too.
    """
    values, spread = site.held(values), site.places.bit_length() - 1
    width = site.binding.bank.bit_length() - 1
    bits = _telling(values, width + spread)
    told = {bit - spread for bit in bits if bit >= spread}
    if not bits:
        return Const(site.width, next(iter(values.values()))), told
    if spread:
        address = site.m.wire(f"{name}_place", site.place(address[width - 1, 0]))
        if left := [address[bit] for bit in range(address.width) if bit not in bits]:
            site.m.unused(*left)
    held = [0] * (1 << len(bits))
    for word, value in values.items():
        held[sum((word >> bit & 1) << i for i, bit in enumerate(bits))] = value
    # As late as a bank that is written: bits of the address wait, which are fewer than those of a value.
    at: Expr = concat(*(address[bit] for bit in reversed(bits)))
    for waits in ("soon", "late"):
        at = RetimingPoint(f"{name}_at_{waits}", at, above=_registers_above(site))
    at = site.m.wire(f"{name}_at", at)
    low = min(len(bits), site.chooser.table_inputs)
    place = at[low - 1, 0]
    # A register in front of one table takes less than two behind it; of several tables each has one, and so
    # have the bits that choose among them.
    if low == len(bits):
        memory = site.m.memory(name, site.width, len(held), style="distributed", init=held)
        placed = RetimingPoint(f"{name}_address", place, above=_registers_above(site))
        return RetimingPoint(f"{name}_out", Select(memory, placed), above=_registers_above(site)), told
    reads: list[Expr] = []
    for i in range(1 << len(bits) - low):
        table = held[i << low : i + 1 << low]
        memory = site.m.memory(f"{name}_{i}", site.width, len(table), style="distributed", init=table)
        reads.append(RetimingPoint(f"{name}_{i}_read", Select(memory, place), above=_registers_above(site)))
    for bit in range(low, len(bits)):
        choice = site.m.wire(
            f"{name}_bit{bit}", RetimingPoint(f"{name}_by{bit}", at[bit], above=_registers_above(site))
        )
        reads = [Mux(choice, odd, even) for even, odd in zip(reads[::2], reads[1::2], strict=True)]
    return RetimingPoint(f"{name}_out", reads[0], above=_registers_above(site)), told


def _telling(values: Mapping[int, int], width: int) -> Sequence[int]:
    """The fewest bits of an address by which words of different values are told apart."""
    for count in range(width + 1):
        for bits in combinations(range(width), count):
            told = {(tuple(word >> bit & 1 for bit in bits), value) for word, value in values.items()}
            if len(told) == len({at for at, _ in told}):
                return bits
    raise ValueError(f"words of an address of {width} bits")


def _words_by_port(binding: Binding) -> Mapping[int, set[int]]:
    """The words that each read port reads, constants among them."""
    found: dict[int, set[int]] = {}
    for p in binding.stage.placed.values():
        for operand, form in enumerate(p.op.operands):
            mux_inputs, _ = binding.selection[p.op.name, operand]
            for mux_input, name in zip(mux_inputs, form.names, strict=True):
                if isinstance(mux_input.tap, Read):
                    found.setdefault(mux_input.tap.port, set()).add(binding.address[name])
    return found
