"""What memory, register file and banks have in common: every value has a word, which ports read and write."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pairforge.binding.model import Binding, Read, Tap
from pairforge.binding.networks import lay_out
from pairforge.binding.replay import replay
from pairforge.binding.words import exchanged_pairs, lifetimes_of
from pairforge.errors import UserError
from pairforge.hdl import Compare, Const, Expr, Module, Net, concat
from pairforge.program.instances import storage_classes_of
from pairforge.program.ir import Op
from pairforge.program.passes.prime import values_of
from pairforge.program.text import show_op
from pairforge.rtl.control import WritePort
from pairforge.rtl.ladder import LADDER_BIT
from pairforge.rtl.loading import constant_name
from pairforge.rtl.storage import StorageSite
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule, instance_name
from pairforge.storage.base import StorageType
from pairforge.units.parts.representation import encoder_of, radix_of

Constants = Mapping[int, int | Net]
"""What stands in the words of constants: a value, or where the modulus is loadable an input."""

Pairs = Mapping[tuple[str, str], frozenset[str]]
"""The storage classes that a ladder lets change places, with the names in them for which that is so."""


@dataclass(frozen=True)
class Words:
    """The `word` of each storage class, and how many there are: `count` in all, or in each bank.

    `constants`: the first word for constants. `read_words`, `write_words`, `bank`: as in `Binding`.
    """

    word: Mapping[str, int]
    count: int
    constants: int
    read_words: int
    write_words: int
    bank: int = 0


class AddressedStorage(StorageType):
    """A storage with words. `place`: what it is called in front of the number of a word."""

    control_store = "block"
    place: ClassVar[str] = "ram"

    @property
    @abstractmethod
    def most_words(self) -> int:
        """The key `words` of the design; 0: as many as are needed."""

    @abstractmethod
    def words_of(self, stage: StageSchedule, storage_classes: Mapping[str, str], pairs: Pairs) -> Words:
        """A word for every storage class of a scheduled stage (UserError: there is no way)."""

    @abstractmethod
    def reads_of(self, stage: StageSchedule) -> Mapping[tuple[str, int], Sequence[Read]]:
        """The read port of each term, by operation and operand form."""

    @abstractmethod
    def writes_of(self, stage: StageSchedule, address: Mapping[str, int], words: Words) -> Mapping[str, int]:
        """The write port of each operation that writes; `address`: the word of each value."""

    @abstractmethod
    def build_ports(
        self, site: StorageSite, constants: Constants, signals: Mapping[str, Net]
    ) -> Mapping[Tap, Net]:
        """The hardware; `signals`: the control signals, addresses as they are after a ladder's exchange."""

    def lead(self, op: Op) -> int:
        return 0

    def check(self, low: Lowering) -> None:
        """There are words for the elements that come in or go out together."""
        ops = low.program.ops
        least = max(sum(op.kind == kind for op in ops) for kind in ("input", "output"))
        if 0 < self.most_words < least:
            raise UserError(
                f"stage {low.machine.name}: {low.program.name} holds at least {least} elements at once, "
                f"storage.words is {self.most_words}; set it to {least} or more"
            )

    def bind(self, stage: StageSchedule, effort: float) -> Binding:
        """Words, ports and networks; the result has passed the replay of a whole run."""
        storage_classes = storage_classes_of(stage.program)
        pairs = exchanged_pairs(stage.program, storage_classes)
        words = self.words_of(stage, storage_classes, pairs)
        if words.count > self.most_words > 0:
            raise UserError(
                f"stage {stage.machine.name}: {stage.program.name} needs {words.count} words at once, "
                f"storage.words is {self.most_words}; set it to {words.count} or more"
            )
        address = {
            name: words.word[storage_class]
            for name, storage_class in storage_classes.items()
            if storage_class in words.word
        }
        write_port = self.writes_of(stage, address, words)
        address |= {name: words.constants + i for i, (name, _) in enumerate(stage.program.constants)}
        networks = lay_out(stage, self.reads_of(stage), frozenset(), effort)
        binding = Binding(
            stage,
            networks.mux_inputs,
            networks.selection,
            networks.negated,
            frozenset(),
            {},
            address,
            lifetimes_of(stage, address, self.place),
            frozenset(name for pair in pairs.values() for name in pair),
            write_port,
            len(set(words.word.values())),
            words.read_words,
            words.write_words,
            words.bank,
        )
        replay(binding)
        return binding

    def build(self, site: StorageSite) -> Mapping[Tap, Net]:
        """Where there is a ladder, addresses are turned over before they reach the ports."""
        signals = dict(site.signals)
        if site.control.ladders:
            bit = site.m.input(LADDER_BIT)
            late = site.m.reg(f"{LADDER_BIT}_late", bit) if LADDER_BIT in site.early else bit
            for address, turned in site.control.exchange.items():
                now = signals[turned.name] & (bit if address.name in site.early else late)
                signals[address.name] = _exchanged(site.m, signals[address.name], now)
        return self.build_ports(site, _constants(site), signals)


def check_reads(low: Lowering, op: Op, reads: int, most: int) -> None:
    """Refuse an operation that reads more values than it can through `most` ports (UserError)."""
    if reads > most + low.lead(op):
        raise UserError(
            f"stage {low.machine.name} cannot run {low.program.name}: {show_op(op)} reads {reads} values, "
            f"storage.reads is {most}; set it to {reads} or more"
        )


def fixed(constants: Constants) -> Mapping[int, int]:
    """Constants that are part of a memory, by word."""
    return {word: value for word, value in constants.items() if isinstance(value, int)}


def wired(width: int, constants: Constants) -> Mapping[int, Expr]:
    """Constants as wires, by word, without zeros."""
    return {
        word: value if isinstance(value, Net) else Const(width, value)
        for word, value in constants.items()
        if isinstance(value, Net) or value
    }


def written(site: StorageSite, port: WritePort) -> Net:
    """The result on its way to a write port."""
    name, select = port.address.name, None if port.select is None else site.signals[port.select.name]
    results: list[Expr] = [site.outputs[key] for key in port.sources]
    if port.zero is not None:
        results.append(Const(results[0].width, 0))
    return site.m.wire(f"{name}_value", port.choice.build(site.m, name, select, results))


def with_buses(site: StorageSite) -> StorageSite:
    """With the results that share a way to the write ports, as one unit's."""
    buses: dict[tuple[str, int], Net] = {}
    for bus, way in site.control.buses.items():
        name, select = instance_name(*bus), site.signals[way.select.name]
        chosen = way.choice.build(site.m, name, select, [site.outputs[key] for key in way.sources])
        buses[bus] = site.m.wire(f"{name}_value", chosen)
    return replace(site, outputs={**site.outputs, **buses}) if buses else site


def is_at(m: Module, port: str, address: Net, word: int) -> Net:
    """Whether a word is the one that a port reads."""
    return m.wire(f"{port}_r{word}", Compare("==", address, Const(address.width, word)))


def _constants(site: StorageSite) -> Constants:
    """What stands in the words of constants; loadable ones become inputs of the datapath."""
    binding, program = site.binding, site.binding.stage.program
    values = values_of(program.constants, radix_of(site.units), program.characteristic)
    encode = encoder_of(site.units)
    return {
        binding.address[name]: site.m.input(constant_name(i), site.width)
        if number and binding.stage.machine.loadable
        else encode(values[name])
        for i, (name, number) in enumerate(program.constants)
    }


def _exchanged(m: Module, address: Net, turned: Expr) -> Net:
    """An address with its lowest bit turned over where `turned`."""
    low = address[0] ^ turned
    whole = concat(address[address.width - 1, 1], low) if address.width > 1 else low
    return m.wire(f"{address.name}_place", whole)
