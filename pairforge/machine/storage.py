"""Where a stage keeps values between operations: the four types of storage as a design file names them.

Pure data: the keys, and what follows from the type for the whole machine. Ports, scheduling, binding and
hardware of a type are in the file of its name in `pairforge.storage`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Literal, Self

from pairforge.errors import UserError
from pairforge.table import Table

__all__ = ["Banks", "DelayLines", "Memory", "RegisterFile", "Storage", "read_storage"]

_MOST_WORDS = 4096
_MOST_PORTS = 8
_MOST_BANKS = 32


@dataclass(frozen=True)
class Storage(ABC):
    """What every type of storage says of itself; the fields of a type are its keys in a design file.

    `kind`: the key of that name. `styles`: the values of the key `style` that mean this type; none where the
    kind alone does.
    """

    kind: ClassVar[str] = "ram"
    styles: ClassVar[tuple[str, ...]] = ()

    addressed: ClassVar[bool] = True
    """Whether every value has a word with an address.

    A loop-carried value then stays in one word, an input element is taken over at once, and a run can wait
    before its result leaves.
    """

    ladders: ClassVar[bool] = True
    """Whether two loop-carried values can change places as the bits of a ladder have it."""

    @property
    def holds_wide(self) -> bool:
        """Whether there is a place for values of double width."""
        return False

    @property
    def holds_digits(self) -> bool:
        """Whether words can be in digits, of which one passes in a cycle."""
        return False

    @classmethod
    @abstractmethod
    def read(cls, t: Table, style: str) -> Self:
        """The storage that the table `storage` describes; its `kind` and `style` are taken already."""

    @property
    @abstractmethod
    def read_latency(self) -> int:
        """Cycles from giving the address of a value to the value."""

    @property
    @abstractmethod
    def write_latency(self) -> int:
        """Cycles from a result to the first in which its value can be read, or addressed."""

    @property
    def keys(self) -> Mapping[str, object]:
        """The keys of a design file that make this storage, with their values."""
        style = {"style": self.styles[0]} if self.styles else {}
        return {"kind": self.kind, **style} | {key.name: getattr(self, key.name) for key in fields(self)}

    def check_sequencer(self, t: Table, sequencer: str) -> None:  # noqa: B027 (every sequencer will do)
        """Refuse a sequencer that cannot drive this storage; `t` is the table of the stage (UserError)."""

    def check_unit(self, t: Table, name: str, terms: int, *, shares: bool) -> None:
        """Refuse a unit that this storage cannot serve (UserError).

        Parameters
        ----------
        t
            The table of the stage.
        name, terms
            The unit, and how many values each of its operand ports adds up.
        shares
            Whether units of this kind share the logic of a common operand, and so finish together.
        """
        if shares:
            raise t.fail(
                f"unit.{name}.shares",
                "units that share logic give their results in one cycle; a memory takes one a cycle",
            )

    def check_loadable(self, t: Table) -> None:
        """Refuse a loadable modulus where constants are inside the storage (UserError)."""
        raise t.fail(
            "modulus",
            'loadable: constants stand in registers then; use storage.kind = "ram" with style = "registers" '
            'or "distributed"',
        )

    def check_threads(self, place: str, width: int, threads: int) -> None:  # noqa: B027 (any number will do)
        """Refuse too few threads for the memory that values of `width` bits are to be in (UserError).

        `place`: of the table in its design, for the message.
        """

    def check_follower(self, stage: str) -> None:  # noqa: B027 (a run can wait)
        """Refuse to stand behind another stage where a run cannot wait for its output (UserError)."""


@dataclass(frozen=True)
class DelayLines(Storage):
    """Registers behind each unit: a delay line, tapped by delay, and registers that hold one value.

    Any number of values is read in a cycle. Runs overlap, so none can wait in the middle.
    """

    kind = "lines"
    addressed = False
    ladders = False
    read_latency = 0
    write_latency = 0

    @classmethod
    def read(cls, t: Table, style: str) -> Self:
        return cls()

    def check_sequencer(self, t: Table, sequencer: str) -> None:
        if sequencer == "blocks":
            raise t.fail(
                "sequencer", "runs on storage.kind = 'lines' overlap, so 'blocks' needs storage.kind = 'ram'"
            )

    def check_unit(self, t: Table, name: str, terms: int, *, shares: bool) -> None:
        """Every unit is served: lines and registers are behind its own output."""

    def check_follower(self, stage: str) -> None:
        raise UserError(
            f"stage {stage} follows another and must be able to wait for its output, which storage.kind = "
            f"'{self.kind}' cannot; use storage.kind = 'ram'"
        )


def _check_terms(t: Table, name: str, terms: int, reads: int) -> None:
    """Refuse a unit with more values at an operand port than there are read ports (UserError)."""
    if terms > reads:
        raise t.fail(f"unit.{name}.terms", f"must be at most storage.reads = {reads}, not {terms}")


@dataclass(frozen=True)
class Memory(Storage):
    """One memory of `words` elements with one write port and `reads` read ports.

    `style`: "block", whose output is registered, or "distributed", which is read in the same cycle.
    """

    style: Literal["block", "distributed"] = "block"
    words: int = 32
    reads: int = 2

    styles = ("block", "distributed")
    write_latency = 1

    @classmethod
    def read(cls, t: Table, style: str) -> Self:
        words = t.integer("words", cls.words, least=2, most=_MOST_WORDS)
        reads = t.integer("reads", cls.reads, most=_MOST_PORTS)
        return cls("block" if style == "block" else "distributed", words, reads)

    @property
    def read_latency(self) -> int:
        return 1 if self.style == "block" else 0

    def check_unit(self, t: Table, name: str, terms: int, *, shares: bool) -> None:
        super().check_unit(t, name, terms, shares=shares)
        _check_terms(t, name, terms, self.reads)

    def check_loadable(self, t: Table) -> None:
        if self.style == "block":
            super().check_loadable(t)


@dataclass(frozen=True)
class RegisterFile(Storage):
    """Registers between `reads` buses that read them and `writes` buses that write them.

    An operation takes any of the buses, and reads a value it uses twice once. `words`: the number of
    registers, 0 for as many as are needed.
    """

    words: int = 0
    reads: int = 2
    writes: int = 1

    styles = ("registers",)
    read_latency = 0
    write_latency = 1

    @classmethod
    def read(cls, t: Table, style: str) -> Self:
        words = t.integer("words", cls.words, least=0, most=_MOST_WORDS)
        writes = t.integer("writes", cls.writes, most=_MOST_PORTS)
        return cls(words, t.integer("reads", cls.reads, most=_MOST_PORTS), writes)

    @property
    def one_bus(self) -> bool:
        """Whether a single bus is read: of two operands one comes a cycle before the other."""
        return self.reads == 1

    def check_unit(self, t: Table, name: str, terms: int, *, shares: bool) -> None:
        super().check_unit(t, name, terms, shares=shares)
        _check_terms(t, name, terms, self.reads)

    def check_loadable(self, t: Table) -> None:
        """Constants stand beside the registers."""


@dataclass(frozen=True)
class Banks(Storage):
    """`banks` memories, of which each takes one result a cycle; every operand port reads from any of them.

    Operations with one operand share a read port. A result is read in the cycle in which it is written.
    `words`: elements in each bank, 0 for as many as are needed. `copies`: how many there are of each bank;
    each gives one word a cycle to all the ports that read it. 0: one for every port, so that it never
    matters what is read together. `ram`: the memory that a bank is, "block" or "distributed"; where words
    are narrow it is left to synthesis. `wide_banks`, `wide_copies`: as `banks` and `copies` for values of
    double width, products that are not reduced, which have banks of their own; 0 banks: there are no such
    values.
    """

    words: int = 0
    banks: int = 1
    copies: int = 0
    ram: Literal["block", "distributed"] = "block"
    wide_banks: int = 0
    wide_copies: int = 0

    FEW_THREADS: ClassVar[int] = 5
    """With up to so many a bank is read in the cycle of its address, which block RAM cannot do: there are too
    few registers on a way for those that banks have with more."""

    NARROW: ClassVar[int] = 64
    """Bits of a word below which look-up tables are as good a memory as block RAM."""

    styles = ("banks",)
    ladders = False
    read_latency = 0
    write_latency = 0

    @classmethod
    def read(cls, t: Table, style: str) -> Self:
        banks = t.integer("banks", cls.banks, most=_MOST_BANKS)
        words = t.integer("words", cls.words, least=0, most=_MOST_WORDS)
        copies = t.integer("copies", cls.copies, least=0, most=_MOST_PORTS)
        ram = t.text("ram", cls.ram, choices=("block", "distributed"))
        wide = t.integer("wide_banks", cls.wide_banks, least=0, most=_MOST_BANKS)
        wide_copies = t.integer("wide_copies", cls.wide_copies, least=0, most=_MOST_PORTS)
        if wide_copies and not wide:
            raise t.fail("wide_copies", "are of wide_banks; set those as well")
        return cls(words, banks, copies, "block" if ram == "block" else "distributed", wide, wide_copies)

    @property
    def holds_wide(self) -> bool:
        return self.wide_banks > 0

    @property
    def holds_digits(self) -> bool:
        return not self.wide_banks

    def memory_style(self, width: int) -> str:
        """The style of the memory that a bank of words of `width` bits is, as in `hdl.Memory`."""
        return "auto" if width < self.NARROW else self.ram

    def check_threads(self, place: str, width: int, threads: int) -> None:
        if threads > self.FEW_THREADS or self.memory_style(width) != "block":
            return
        words = f"{self.words} words" if self.words else "words"
        raise UserError(
            f"{place}.ram: the {self.banks} banks of {words} of {width} bits cannot be block RAM, which "
            f"answers a cycle after the address: with {threads} thread{'s' * (threads > 1)} they are read in "
            f"the same cycle; set interleave to {self.FEW_THREADS + 1} or more, or "
            f'storage.ram = "distributed" for look-up tables'
        )


_TYPES: tuple[type[Storage], ...] = (DelayLines, Memory, RegisterFile, Banks)


def read_storage(t: Table) -> Storage:
    """The storage that a table `storage` of a design describes; delay lines where it is empty (UserError)."""
    kind = t.text("kind", "lines", choices=tuple(dict.fromkeys(each.kind for each in _TYPES)))
    types = [each for each in _TYPES if each.kind == kind]
    styles = {style: each for each in types for style in each.styles}
    style = t.text("style", next(iter(styles)), choices=tuple(styles)) if styles else ""
    storage = styles.get(style, types[0]).read(t, style)
    t.close()
    return storage
