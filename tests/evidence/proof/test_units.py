"""Units of cores over F_2^m and F_3^m are proven as they stand in the core; wrong ones are not."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from pairforge.builder.boxes import Replaced, boxes_of, units_in
from pairforge.builder.proven_forms import forms_part, operations_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.evidence.mutate import mutants
from pairforge.evidence.netlist import Netlist
from pairforge.evidence.proof.netlist import read
from pairforge.machine.designs import find_design
from pairforge.units.base import Unit

DESIGNS = ["beuchat-f2-5", "shu2-f2-5", "beuchat-f3-5", "small-f3-5"]
_SAMPLE = 12


@cache
def core(name: str, threads: str = "") -> tuple[Mapping[str, str], Mapping[str, tuple[Unit, Replaced]]]:
    """The files, and for each module of a unit the unit and its box."""
    # The units are those of any schedule, so of the one that is found at once.
    settings = {"effort": "0"} | ({"interleave": threads} if threads else {})
    compiled = compile_design(find_design(name, settings))
    placed, rtl = list(units_in(compiled)), rtl_files(compiled)
    netlists = read(rtl, compiled.name, sorted({each.module for each in placed}))
    units = {each.module: compiled.stages[each.stage].units[each.unit] for each in placed}
    boxes = boxes_of(compiled, placed, netlists)
    return rtl, {module: (units[module], box) for module, box in boxes.items()}


def parts_of(name: str, threads: str = "") -> Iterator[tuple[str, str]]:
    """Modules, and why each is not proven."""
    rtl, units = core(name, threads)
    for module, (unit, box) in units.items():
        yield module, forms_part(unit, module, box, rtl).failure


@pytest.mark.parametrize("name", [*DESIGNS, pytest.param("beuchat-f2-239", marks=pytest.mark.slow)])
def test_every_unit_of_a_core_is_proven(name: str) -> None:
    assert {module: why for module, why in parts_of(name) if why} == {}


@pytest.mark.parametrize(("name", "threads"), [("small-f2-5", "3"), ("small-f3-5", "2")])
def test_units_that_threads_share_as_well(name: str, threads: str) -> None:
    assert {module: why for module, why in parts_of(name, threads) if why} == {}


class Every:
    """Gates on all operands at once, bit n for number n of them; what nobody knows is drawn."""

    def __init__(self, bits: int) -> None:
        self.bits, self.count = bits, 1 << bits
        self.ones = (1 << self.count) - 1
        self.rng = random.Random(1)

    def constant(self, value: bool) -> int:
        return self.ones if value else 0

    def operand(self, index: int) -> int:
        return sum(1 << n for n in range(self.count) if n >> index & 1)

    def settle(self, values: dict[int | str, int | None], bit: int) -> None:
        """Nothing."""

    def gate(self, kind: str, inputs: Sequence[int | None]) -> int:
        given = [self.rng.getrandbits(self.count) if x is None else x for x in inputs]
        match kind:
            case "$_BUF_":
                return given[0]
            case "$_MUX_":
                select, one, zero = given
                return one & select | zero & ~select
            case "$_NOT_":
                return given[0] ^ self.ones
        a, b = given
        if kind in ("$_ANDNOT_", "$_ORNOT_"):
            b ^= self.ones
        found = a ^ b if "X" in kind else a & b if "AND" in kind else a | b
        return found ^ self.ones if kind in ("$_XNOR_", "$_NAND_", "$_NOR_") else found


def results(rtl: Mapping[str, str], module: str, box: Replaced) -> list[list[int | None]]:
    """Of every operation and output the bits, for all operands."""
    netlist = Netlist.read(rtl, module)
    return [
        netlist.execute(operation, Every(sum(len(netlist.ports[name]) for name in operation.operands)))
        for _, operation in operations_of(box)
    ]


@pytest.mark.parametrize("name", ["shu2-f2-5", "small-f2-5"])
def test_faults_in_a_unit_are_found_and_what_is_not_makes_no_difference(name: str) -> None:
    rtl, units = core(name)
    killed = survived = 0
    for module, (unit, box) in units.items():
        found = mutants(rtl, only=f"{module}.v")
        for mutant in random.Random(3).sample(found, min(_SAMPLE, len(found))):
            if forms_part(unit, module, box, mutant.files).failure:
                killed += 1
                continue
            survived += 1
            assert results(mutant.files, module, box) == results(rtl, module, box), mutant
    assert killed > 3 * survived
