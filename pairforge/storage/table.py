"""From the storage that a design names to the type that knows what to do with it."""

from __future__ import annotations

from pairforge.binding.model import Binding
from pairforge.machine.design import Machine
from pairforge.machine.storage import Banks, DelayLines, Memory, RegisterFile
from pairforge.schedule.plan import StageSchedule
from pairforge.storage.banks import BankedStorage
from pairforge.storage.base import StorageType
from pairforge.storage.delay_lines import DelayLineStorage
from pairforge.storage.memory import MemoryStorage
from pairforge.storage.register_file import RegisterFileStorage

__all__ = ["bind", "storage_of"]


def storage_of(machine: Machine) -> StorageType:
    """The storage of a machine."""
    match machine.storage:
        case DelayLines():
            return DelayLineStorage()
        case Memory() as keys:
            return MemoryStorage(keys)
        case RegisterFile() as keys:
            return RegisterFileStorage(keys)
        case Banks() as keys:
            return BankedStorage(keys)
    raise ValueError(f"no such storage: {machine.storage}")


def bind(stage: StageSchedule, effort: float) -> Binding:
    """The binding of a scheduled stage; `effort` as for the exact scheduler (`StorageType.bind`)."""
    return storage_of(stage.machine).bind(stage, effort)
