"""What the hardware of a stage asks of its storage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pairforge.binding.model import Binding, Tap
from pairforge.hdl import Module, Net
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
    see `StorageHardware.ahead`.
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
