"""What a type of storage is to the rest of the package: the interface that each file beside this implements.

To add one: its keys in `machine.storage`, its file here, and a line in `table`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from pairforge.binding.model import Binding, Tap
from pairforge.errors import UserError
from pairforge.hdl import Net
from pairforge.program.ir import Op, Program
from pairforge.rtl.control import Signal, StageControl
from pairforge.rtl.storage import StorageSite
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule
from pairforge.schedule.problem import Use

__all__ = ["StorageType"]


class StorageType(ABC):
    """One stage's storage, from its ports to its hardware.

    It is a `schedule.lowering.StoragePorts`, a `schedule.stage.StageStorage` and a
    `rtl.storage.StorageHardware`.
    """

    control_store: ClassVar[str]
    """The memory that a control store stands in beside this storage: "block" or "distributed"."""

    def early(self, control: StageControl) -> frozenset[str]:
        """See `rtl.storage.StorageHardware`: none."""
        return frozenset()

    def ahead(self, control: StageControl) -> frozenset[str]:
        """See `rtl.storage.StorageHardware`: none."""
        return frozenset()

    def careless(self, control: StageControl) -> Sequence[Signal]:
        """See `rtl.storage.StorageHardware`: none."""
        return ()

    @property
    @abstractmethod
    def ports(self) -> Mapping[str, int]:
        """How many of each port exist, by the name of the resource."""

    @abstractmethod
    def lead(self, op: Op) -> int:
        """Cycles from the start of an operation to the one in which its unit takes the operands."""

    @abstractmethod
    def port_uses(self, op: Op, read_after: Callable[[str], int], result: int) -> Sequence[Use]:
        """The ports that an operation takes.

        `read_after` gives the cycle in which a value is read, `result` is the cycle of the result; both are
        counted from the start.
        """

    @abstractmethod
    def check(self, low: Lowering) -> None:
        """Refuse a program that the storage cannot run, without scheduling it (UserError)."""

    @abstractmethod
    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        """The schedule of a stage.

        `effort` is the deterministic limit of each exact search in seconds. `overlap`: whether a run may
        start before the one before has ended.

        Raises
        ------
        UserError
            The program has a shape that the storage cannot run.
        """

    def schedule_parts(
        self, low: Lowering, effort: float, parts: Mapping[str, Program]
    ) -> Mapping[str, StageSchedule]:
        """The schedules of the parts of a program (`program.together`); `effort` as in `schedule`.

        Raises
        ------
        UserError
            The storage is for one program.
        """
        raise UserError(f"stage {low.machine.name}: several jobs are for storage.style = 'banks'")

    @abstractmethod
    def bind(self, stage: StageSchedule, effort: float) -> Binding:
        """Places for the values of a scheduled stage, and multiplexer inputs for its ports.

        Raises
        ------
        UserError
            More values live at once than there are places.
        """

    @abstractmethod
    def build(self, site: StorageSite) -> Mapping[Tap, Net]:
        """Build the storage in a datapath; the net that each tap of the binding delivers."""

    @abstractmethod
    def drawn(self, binding: Binding) -> tuple[int, str]:
        """Words and a name for a drawing of the datapath, where the storage is one box of it."""
