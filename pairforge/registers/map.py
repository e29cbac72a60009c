"""The register map of the bus wrappers: one table, of which hardware, SystemRDL, drivers and pages are made.

Registers are 32-bit words at byte offsets. What a field holds in a particular core, where it is constant, is
the attribute of `Facts` named by `Field.fixed`. Imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

MAP_VERSION = 1
"""Goes up when a register or field changes its place or meaning, not when one is added."""

IDENTITY = int.from_bytes(b"PFRG", "big")
ADDRESS_BITS = 8
"""Byte addresses of a wrapper: 256 bytes, of which the map fills the lowest; the others are refused."""


class Access(Enum):
    """What software may do with a field, and what that does."""

    CONSTANT = "ro"
    """Read only, the same always."""
    STATE = "ro state"
    """Read only, what the hardware says."""
    STORED = "rw"
    """Keeps what is written."""
    CLEARED = "w1c"
    """Set by the hardware; writing 1 clears it, 0 leaves it; an event in the same cycle sets it."""
    PULSE = "w1"
    """Writing 1 does something once; reads 0."""
    PUSH = "wo"
    """Every write is a word sent; cannot be read."""
    POP = "ro pop"
    """Every read takes a word; cannot be written."""

    @property
    def readable(self) -> bool:
        """Whether a read has a meaning."""
        return self is not Access.PUSH

    @property
    def writable(self) -> bool:
        """Whether a write has a meaning."""
        return self in (Access.STORED, Access.CLEARED, Access.PULSE, Access.PUSH)


@dataclass(frozen=True)
class Field:
    """Bits `low` … `low + width - 1`.

    `reset`: the value after a reset. `fixed`: for constants the attribute of `Facts`.
    """

    name: str
    low: int
    width: int
    access: Access
    doc: str
    reset: int = 0
    fixed: str = ""

    @property
    def mask(self) -> int:
        """Its bits in the register."""
        return ((1 << self.width) - 1) << self.low


@dataclass(frozen=True)
class Register:
    """A word at byte `offset`. Names are upper case for registers, lower case for fields."""

    name: str
    offset: int
    doc: str
    fields: tuple[Field, ...]

    @property
    def readable(self) -> bool:
        """Whether it can be read; else a read is refused."""
        return any(field.access.readable for field in self.fields)

    @property
    def writable(self) -> bool:
        """Whether it can be written; else a write is refused."""
        return any(field.access.writable for field in self.fields)

    def field(self, name: str) -> Field:
        """The field of that name (KeyError where there is none)."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"{self.name} has no field {name}")


@dataclass(frozen=True)
class Facts:
    """What the constant registers say of a core.

    `version`: of Pairforge, three numbers. `characteristic`: of the field. `element_bits`: of an element.
    `words_in`, `words_out`: 32-bit words of an input and of a result. `load_words`: words that the core takes
    after a reset before the first input, 0 for most. `latency`, `interval`: in cycles, of the
    core without the wrapper; an interval of 0 is not known. `checks_curve`: it says which points are not on
    the curve. `streams`: the wrapper has stream ports. `detects_faults`: it says which results a fault has
    spoilt.
    """

    version: tuple[int, int, int]
    characteristic: int
    threads: int
    element_bits: int
    words_in: int
    words_out: int
    load_words: int
    latency: int
    interval: int
    checks_curve: bool
    streams: bool = True
    detects_faults: bool = False

    @property
    def identity(self) -> int:
        """The four letters PFRG."""
        return IDENTITY

    @property
    def map_version(self) -> int:
        """The version of this map."""
        return MAP_VERSION

    @property
    def major(self) -> int:
        """Of the version of Pairforge, the first number."""
        return self.version[0]

    @property
    def minor(self) -> int:
        """The second."""
        return self.version[1]

    @property
    def patch(self) -> int:
        """The third."""
        return self.version[2]

    @property
    def small_characteristic(self) -> int:
        """2, 3, or 0 for a larger prime."""
        return self.characteristic if self.characteristic <= 3 else 0

    @property
    def loadable(self) -> bool:
        """Whether words must be loaded after a reset."""
        return self.load_words > 0


def _constant(name: str, low: int, width: int, fixed: str, doc: str) -> Field:
    return Field(name, low, width, Access.CONSTANT, doc, fixed=fixed)


def _flag(name: str, low: int, access: Access, doc: str) -> Field:
    return Field(name, low, 1, access, doc)


_EVENTS = (
    ("result", "a result is complete"),
    ("off_curve", "that result came of a point that is not on the curve"),
    ("framing", "tlast stood on a word of s_axis that is not the last of an input"),
    ("input_refused", "a write to DATA_IN was refused"),
    ("output_refused", "a read of DATA_OUT was refused"),
    ("idle", "busy has become 0"),
    ("fault", "there is no such result: the core saw a fault"),
)

REGISTERS: Sequence[Register] = (
    Register(
        "ID",
        0x00,
        "Tells that this is a Pairforge core.",
        (_constant("id", 0, 32, "identity", "0x50465247, the letters PFRG"),),
    ),
    Register(
        "VERSION",
        0x04,
        "Versions of this map and of the Pairforge that made the core.",
        (
            _constant("patch", 0, 8, "patch", "third number of the Pairforge version"),
            _constant("minor", 8, 8, "minor", "second number"),
            _constant("major", 16, 8, "major", "first number"),
            _constant("map", 24, 8, "map_version", "version of this map"),
        ),
    ),
    Register(
        "CAPABILITY",
        0x08,
        "What the core and its wrapper can do.",
        (
            _constant(
                "characteristic", 0, 2, "small_characteristic", "of the field: 2, 3, or 0 for a larger prime"
            ),
            _constant("checks_curve", 4, 1, "checks_curve", "off_curve means something; else it is always 0"),
            _constant("loadable", 5, 1, "loadable", "LOAD_WORDS words come first after every reset"),
            _constant(
                "streams", 6, 1, "streams", "there are stream ports: 1 in the AXI wrapper, 0 in Wishbone"
            ),
            _constant("detects_faults", 7, 1, "detects_faults", "fault means something; else it is always 0"),
            _constant("threads", 8, 8, "threads", "threads that share each core, round-robin"),
            _constant("element_bits", 16, 16, "element_bits", "bits of a field element"),
        ),
    ),
    Register(
        "WORDS",
        0x0C,
        "Sizes of input and result.",
        (
            _constant("input", 0, 16, "words_in", "32-bit words of an input"),
            _constant("output", 16, 16, "words_out", "32-bit words of a result"),
        ),
    ),
    Register(
        "LATENCY",
        0x10,
        "Of the core, without the wrapper.",
        (_constant("cycles", 0, 32, "latency", "cycles from the first input word to the last output word"),),
    ),
    Register(
        "INTERVAL",
        0x14,
        "Of the core, without the wrapper.",
        (_constant("cycles", 0, 32, "interval", "cycles between results when kept busy; 0: not known"),),
    ),
    Register(
        "CONTROL",
        0x18,
        "Soft reset, and which way data go.",
        (
            _flag("reset", 0, Access.PULSE, "1: discard everything under way; the next word begins anew"),
            _flag(
                "data_in",
                1,
                Access.STORED,
                "0: input words come from s_axis; 1: from DATA_IN; in Wishbone always 1",
            ),
            _flag(
                "data_out",
                2,
                Access.STORED,
                "0: result words go to m_axis; 1: to DATA_OUT; in Wishbone always 1",
            ),
        ),
    ),
    Register(
        "STATUS",
        0x1C,
        "What the core is doing.",
        (
            _flag("busy", 0, Access.STATE, "a word of an input is in, and not all of its result is out"),
            _flag("input_ready", 1, Access.STATE, "DATA_IN has room for the words of a whole input"),
            _flag(
                "output_valid", 2, Access.STATE, "DATA_OUT has all words of a result that are left to read"
            ),
            _flag("off_curve", 3, Access.STATE, "that result came of a point that is not on the curve"),
            _flag("loading", 4, Access.STATE, "words to load are still missing"),
            _flag("fault", 5, Access.STATE, "that result is none: the core saw a fault, all words are zero"),
            Field("input_room", 16, 16, Access.STATE, "words that DATA_IN has room for now"),
        ),
    ),
    Register(
        "INTERRUPT_ENABLE",
        0x20,
        "irq is high while a bit is set here and in INTERRUPT_STATUS.",
        tuple(
            _flag(name, bit, Access.STORED, f"interrupt when {doc}")
            for bit, (name, doc) in enumerate(_EVENTS)
        ),
    ),
    Register(
        "INTERRUPT_STATUS",
        0x24,
        "What has happened; write 1 to clear.",
        tuple(_flag(name, bit, Access.CLEARED, doc) for bit, (name, doc) in enumerate(_EVENTS)),
    ),
    Register(
        "RESULTS",
        0x28,
        "Counts results since the last reset.",
        (Field("count", 0, 32, Access.STATE, "results whose last word has been taken, modulo 2^32"),),
    ),
    Register(
        "INPUTS",
        0x2C,
        "Counts inputs since the last reset.",
        (Field("count", 0, 32, Access.STATE, "inputs whose last word is in, modulo 2^32"),),
    ),
    Register(
        "LOAD_WORDS",
        0x30,
        "What is to be loaded after a reset.",
        (_constant("words", 0, 32, "load_words", "32-bit words before the first input; 0: none"),),
    ),
    Register(
        "SCRATCH",
        0x34,
        "For software to try the bus.",
        (Field("value", 0, 32, Access.STORED, "what was written"),),
    ),
    Register(
        "DATA_IN",
        0x40,
        "Input words, all four bytes at once.",
        (Field("word", 0, 32, Access.PUSH, "the next word of the load or of an input"),),
    ),
    Register(
        "DATA_OUT",
        0x44,
        "Words of results.",
        (Field("word", 0, 32, Access.POP, "the next word of a result"),),
    ),
)

EVENTS: Sequence[str] = tuple(name for name, _ in _EVENTS)
"""The bits of INTERRUPT_ENABLE and INTERRUPT_STATUS, lowest first."""


def register(name: str) -> Register:
    """The register of that name (KeyError where there is none)."""
    for found in REGISTERS:
        if found.name == name:
            return found
    raise KeyError(f"no register {name}")


def constant(field: Field, facts: Facts) -> int:
    """What a constant field holds in a core.

    Raises
    ------
    ValueError
        It does not fit.
    """
    value = int(getattr(facts, field.fixed))
    if value >> field.width:
        raise ValueError(f"{field.fixed} = {value} does not fit the {field.width} bits of field {field.name}")
    return value


def constant_word(register: Register, facts: Facts) -> int:
    """The constant bits of a register, the others 0."""
    return sum(constant(field, facts) << field.low for field in register.fields if field.fixed)
