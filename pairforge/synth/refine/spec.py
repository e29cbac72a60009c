"""What the cells of a family are called that a mapped netlist is refined with.

Imports nothing of the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Cascade", "Counter", "DelayCell", "FlipFlop", "MemoryRegister", "Refinement"]

Place = tuple[tuple[str, int], ...]
"""Ports of an address and their bits, the lowest first."""


@dataclass(frozen=True)
class FlipFlop:
    """A flip-flop: its type and ports. `still`: ports that are at these constants where it is a plain one;
    `parameters`: those of a plain one, where they are given.
    """

    type: str
    data: str
    output: str
    clock: str
    enable: str
    still: Mapping[str, str]
    parameters: Mapping[str, str]


@dataclass(frozen=True)
class Cascade:
    """Between DSP blocks of types that match: `output` is also at `wire`, from which `input` can take it."""

    types: str
    output: str
    wire: str
    input: str


@dataclass(frozen=True)
class MemoryRegister:
    """The register behind one port of a memory: there where all parameters of `set` have their values.

    `outputs`, `clock`, `enables`: ports of the memory; `only`: parameters that it must have for this;
    `still`: ports that must be at 0, as they would reset the register as well.
    """

    types: str
    outputs: tuple[str, ...]
    clock: str
    enables: tuple[str, ...]
    set: Mapping[str, str]
    only: Mapping[str, str]
    still: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counter:
    """What counts the places of memories that delay: a table of four inputs, made of this cell for each bit.

    `contents`: how the parameter `table` is written, a format of a number of 16 bits; `cells`: of how many
    memories one counter gives the place.
    """

    type: str
    inputs: tuple[str, str, str, str]
    output: str
    table: str
    contents: str
    cells: int


@dataclass(frozen=True)
class DelayCell:
    """A cell that delays `lanes` bits by as many cycles as are asked for.

    A shift register in a table has one `place`, its length less one. A memory in tables is read and written
    at a place each, both what a `counter` says.

    Attributes
    ----------
    type, data, output, clock: the cell and its ports. ones: ports that are always at 1.
    lanes: bits that it delays. tables: look-up tables that it takes.
    longest: cycles that it delays at most.
    tables_in_slice, registers_in_slice: of what there are so many where there is one slice, which decides
        what is smaller.
    """

    type: str
    data: str
    output: str
    clock: str
    ones: tuple[str, ...]
    places: tuple[Place, ...]
    longest: int
    tables_in_slice: int
    registers_in_slice: int
    lanes: int = 1
    tables: int = 1
    counter: Counter | None = None


@dataclass(frozen=True)
class Refinement:
    """What there is to refine in a family.

    `registers`, `tables`, `carries`: types of flip-flops, tables and carry cells, as regular expressions.
    """

    flip_flop: FlipFlop
    registers: str
    tables: str
    carries: str
    cascades: tuple[Cascade, ...] = ()
    memories: tuple[MemoryRegister, ...] = ()
    delay: DelayCell | None = None

    def as_data(self) -> dict[str, Any]:
        """Plain data, for JSON; `of_data` reads it."""
        return asdict(self)

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> Refinement:
        """The object that `as_data` wrote."""
        return Refinement(
            FlipFlop(**data["flip_flop"]),
            data["registers"],
            data["tables"],
            data["carries"],
            tuple(Cascade(**found) for found in data["cascades"]),
            tuple(
                MemoryRegister(**found | {key: tuple(found[key]) for key in ("outputs", "enables", "still")})
                for found in data["memories"]
            ),
            data["delay"] and _delay_of_data(data["delay"]),
        )


def _delay_of_data(data: Mapping[str, Any]) -> DelayCell:
    read: dict[str, Any] = dict(data)
    counter = read["counter"]
    read["ones"] = tuple(read["ones"])
    read["places"] = tuple(tuple(map(tuple, place)) for place in read["places"])
    read["counter"] = counter and Counter(**counter | {"inputs": tuple(counter["inputs"])})
    return DelayCell(**read)
