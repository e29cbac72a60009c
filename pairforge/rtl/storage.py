"""What the hardware of a stage asks of its storage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pairforge.binding.model import Binding, Tap
from pairforge.hdl import Expr, Module, Net, concat
from pairforge.hdl.digits import Digits
from pairforge.rtl.choice import Chooser
from pairforge.rtl.control import Signal, StageControl
from pairforge.units.base import Unit


@dataclass(frozen=True)
class StorageSite:
    """The datapath in which a storage is built.

    `width`: bits of a word that holds an element. `signals`: the control signals by name. `outputs`: the
    result of each unit instance, and the element taken in. `threads`: how many will share it. `chooser`:
    says by which networks ports choose. `early`: the control signals that come a cycle before the others;
    see `StorageHardware.early`. `ahead`: what some of them are in the next cycle, by the name of the signal;
    see `StorageHardware.ahead`. `digits`, `digit`: of a word, and the number of the one that passes, where
    there are several; `width` is that of a digit then.
    """

    m: Module
    width: int
    binding: Binding
    control: StageControl
    units: Mapping[str, Unit]
    signals: Mapping[str, Net]
    outputs: Mapping[tuple[str, int], Net]
    threads: int
    chooser: Chooser
    early: frozenset[str] = frozenset()
    ahead: Mapping[str, Net] = field(default_factory=dict)
    digits: Digits | None = None
    digit: Net | None = None

    @property
    def places(self) -> int:
        """Places in a memory for each word."""
        return self.digits.count if self.digits else 1

    def place(self, word: Expr) -> Expr:
        """Where a word is in a memory; of a word in digits, the digit that passes."""
        return word if self.digit is None else concat(word, self.digit)

    def held(self, values: Mapping[int, int]) -> Mapping[int, int]:
        """What is at each place of a memory with such values in its words."""
        if self.digits is None:
            return values
        count, split = self.digits.count, self.digits.split
        return {
            word * count + i: digit for word, value in values.items() for i, digit in enumerate(split(value))
        }


class StorageHardware(Protocol):
    """A storage as hardware."""

    @property
    def control_store(self) -> str:
        """The memory that a control store stands in beside this storage: "block" or "distributed"."""

    def early(self, control: StageControl) -> frozenset[str]:
        """Control signals of which it keeps what it decodes in registers of its own.

        Where a register stands behind the control store, these come to it without.
        """

    def ahead(self, control: StageControl) -> frozenset[str]:
        """Control signals that it compares, and keeps what comes of it in registers.

        Where a register stands behind the control store, there is another one then, and these come to it
        twice: from the first, and from the second as all do.
        """

    def careless(self, control: StageControl) -> Sequence[Signal]:
        """Control signals that matter only in the cycles in which they are given a value."""

    def build(self, site: StorageSite) -> Mapping[Tap, Net]:
        """Build the storage in a datapath; the net that each tap of the binding delivers."""
