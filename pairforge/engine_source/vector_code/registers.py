"""Registers for straight-line code, and its text.

Where no register is free, the value goes whose next use is furthest away (Belady).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pairforge.engine_source.vector_code.machine import REGISTERS, Kind
from pairforge.engine_source.vector_code.program import CONSTANTS, NEVER, STATE, Operand, Place, Value
from pairforge.engine_source.vector_code.schedule import Step

POINTERS = {STATE: "rdi", CONSTANTS: "rsi"}
"""The registers that hold where regions begin."""

_Held = Value | Place
"""What a register holds."""


def text(place: Place) -> str:
    """A place as an operand."""
    at = f"[{POINTERS[place.region]}+{place.offset}]" if place.offset else f"[{POINTERS[place.region]}]"
    return f"{at}{{1to8}}" if place.repeated else at


def _zero(register: int) -> str:
    """Makes a register 0. The short way knows half of them alone."""
    operands = ", ".join([f"{'x' if register < 16 else 'z'}mm{register}"] * 3)
    return f"vpxor {operands}" if register < 16 else f"vpxorq {operands}"


def _in_registers(step: Step) -> list[_Held]:
    """What has to be in registers."""
    operands = step.operands
    held = [o for k, o in enumerate(operands) if isinstance(o, Value) or k + 1 < len(operands)]
    return held if step.merged is None else [*held, step.merged]


class _Allocation:
    """Registers and what they hold, while code is written."""

    def __init__(self, steps: Sequence[Step], spilled: int) -> None:
        self.lines: list[str] = []
        self.uses: dict[_Held, list[int]] = defaultdict(list)
        for time, step in enumerate(steps):
            for held in _in_registers(step):
                self.uses[held].append(time)
        self.free = list(range(REGISTERS))
        self.register: dict[_Held, int] = {}
        self.end = spilled
        self.places: dict[Value, Place] = {}
        self.spilled: dict[Value, Place] = {}
        self.vacant: list[Place] = []

    def next_use(self, held: _Held, time: int) -> float:
        """When it is read at that time or later."""
        uses = self.uses[held]
        while uses and uses[0] < time:
            uses.pop(0)
        return uses[0] if uses else NEVER

    def take(self, held: _Held, time: int, locked: Sequence[_Held]) -> int:
        """A register for something."""
        if not self.free:
            self.give_up(time, locked)
        self.register[held] = self.free.pop(0)
        return self.register[held]

    def give_up(self, time: int, locked: Sequence[_Held]) -> None:
        """Frees a register, whose value goes to memory if it has no place there."""
        victim = max(
            (held for held in self.register if held not in locked),
            key=lambda held: (self.next_use(held, time), isinstance(held, Place)),
        )
        if isinstance(victim, Value) and self.next_use(victim, time) < NEVER and victim not in self.places:
            if not self.vacant:
                self.vacant.append(Place(STATE, self.end))
                self.end += 64
            place = self.places[victim] = self.spilled[victim] = self.vacant.pop()
            self.lines.append(f"vmovdqa64 {text(place)}, zmm{self.register[victim]}")
        self.free.append(self.register.pop(victim))

    def get(self, held: _Held, time: int, locked: Sequence[_Held]) -> int:
        """The register of something, loaded if there is none."""
        if held not in self.register:
            place = held if isinstance(held, Place) else self.places[held]
            self.lines.append(f"vmovdqa64 zmm{self.take(held, time, locked)}, {text(place)}")
        return self.register[held]

    def result(self, step: Step, time: int, locked: Sequence[_Held]) -> int:
        """The register of the result: that of what is merged, or of an operand that is not read again."""
        assert step.result is not None
        over = [held for held in locked if isinstance(held, Value) and self.next_use(held, time + 1) == NEVER]
        if step.merged is None:
            if not over:
                return self.take(step.result, time + 1, locked)
            register = self.register.pop(over[0])
        elif step.merged in over:
            register = self.register.pop(step.merged)
        else:
            register = self.take(step.result, time + 1, locked)
            self.lines.append(f"vmovdqa64 zmm{register}, zmm{self.register[step.merged]}")
        self.register[step.result] = register
        return register

    def release(self, time: int) -> None:
        """Frees the registers and the places of values that are not read again."""
        for value in list(self.spilled):
            if self.next_use(value, time + 1) == NEVER:
                self.vacant.append(self.spilled.pop(value))
        for held in list(self.register):
            if isinstance(held, Value) and self.next_use(held, time + 1) == NEVER:
                self.free.append(self.register.pop(held))

    def write(self, step: Step, time: int, masks: dict[int, str]) -> None:
        """Writes a step."""
        instruction = step.instruction
        locked = _in_registers(step)
        for held in locked:
            self.get(held, time, locked)

        def name(position: int, operand: Operand) -> str:
            in_memory = isinstance(operand, Place) and position + 1 == len(step.operands)
            return (
                text(operand) if in_memory and isinstance(operand, Place) else f"zmm{self.register[operand]}"
            )

        operands = [name(position, operand) for position, operand in enumerate(step.operands)]
        if instruction.place is not None:
            self.lines.append(f"vmovdqa64 {text(instruction.place)}, {operands[0]}")
            return
        if instruction.kind is Kind.IFMA and step.merged is None:
            # The first term of a sum.
            assert step.result is not None
            register = self.take(step.result, time + 1, locked)
            self.lines.append(_zero(register))
        else:
            register = self.result(step, time, locked)
        source = step.operands[0]
        if instruction.kind is Kind.LOAD and isinstance(source, Place) and source.region == CONSTANTS:
            assert step.result is not None
            self.places[step.result] = source
        mask = "" if instruction.mask is None else f"{{{masks[instruction.mask]}}}"
        if instruction.zeroing:
            mask += "{z}"
        if instruction.immediate is not None:
            operands.append(str(instruction.immediate))
        self.lines.append(f"{instruction.name} zmm{register}{mask}, {', '.join(operands)}")


def masks_of(steps: Iterable[Step]) -> dict[int, str]:
    """The registers of all masks.

    Raises:
        ValueError: there are more than seven.
    """
    found = sorted({step.instruction.mask for step in steps if step.instruction.mask is not None})
    if len(found) > 7:
        raise ValueError(f"{len(found)} masks, where there are registers for seven")
    return {mask: f"k{k + 1}" for k, mask in enumerate(found)}


def code(steps: Sequence[Step], masks: dict[int, str], spilled: int) -> tuple[list[str], int]:
    """The lines of straight-line code.

    Its spilled values begin `spilled` bytes into the state; also given is where they end.
    """
    allocation = _Allocation(steps, spilled)
    for time, step in enumerate(steps):
        allocation.write(step, time, masks)
        allocation.release(time)
    return allocation.lines, allocation.end
