"""Which functional units of a core over F_2^m or F_3^m are proven to compute their function."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pairforge import cache
from pairforge.builder.boxes import Replaced
from pairforge.errors import CheckError
from pairforge.evidence.formal import check_forms, linear_forms, product_forms
from pairforge.evidence.needed import needed_files
from pairforge.evidence.netlist import Netlist, Operation
from pairforge.evidence.proof.part import UNIT, Part
from pairforge.evidence.ternary_forms import check_digits, linear_digits, product_digits, read_digits
from pairforge.units.base import Unit
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField

WHAT = "the module gives what its operations are, for all operands, in the cycle that its contract says"
_FILE = "gates.txt"
_METHOD = "polynomials in the digits of operands, coefficient by coefficient, on the netlist"


def forms_part(unit: Unit, module: str, replaced: Replaced, files: Mapping[str, str]) -> Part:
    """A part for a module of one of the units of a core, whose files these are."""
    began = time.perf_counter()
    facts = {"operations": len(replaced.numbers)}
    failure = ""
    try:
        facts["gates"] = _gates(unit, module, list(operations_of(replaced)), needed_files(files, module))
    except CheckError as error:
        failure = str(error)
    assumes = ["Yosys reads Verilog as the standard says, and maps it to gates of the same function"]
    return Part(UNIT + module, WHAT, _METHOD, assumes, time.perf_counter() - began, failure, facts)


def _gates(
    unit: Unit,
    module: str,
    operations: Sequence[tuple[int | None, Operation]],
    files: Mapping[str, str],
) -> int:
    """How many gates are in the proof of these operations, which is kept; CheckError where there is none."""

    def make(folder: Path) -> None:
        ternary = isinstance(unit.field, TernaryField)
        netlist = read_digits(files, module) if ternary else Netlist.read(files, module)
        for attribute, operation in operations:
            _check(unit, attribute, netlist, operation)
        (folder / _FILE).write_text(str(len(netlist.gates)))

    stored = cache.entry("forms", json.dumps(files), module, repr(unit), repr(operations), make=make)
    return int((stored / _FILE).read_text())


def operations_of(replaced: Replaced) -> Iterator[tuple[int | None, Operation]]:
    """Attribute and operation, for every output: control inputs are what the box looks at, else anything."""
    box = replaced.box
    for (attribute, reads), number in replaced.numbers.items():
        asked = box.operations[number]
        known = tuple(asked.tests(box.controls))
        for output, operands in box.operands.items():
            ports = tuple(operands[:reads])
            yield attribute, Operation(ports, asked.delay, asked.busy, output=output, known=known)


def _check(unit: Unit, attribute: int | None, netlist: Netlist, operation: Operation) -> None:
    """Compare a netlist with the polynomials of a product, or those that values on a basis give."""
    field, product = unit.field, _is_product(unit, attribute)
    if isinstance(field, BinaryField):
        if product:
            forms = product_forms(field.exponents)
        else:
            forms = linear_forms([list(row) for row in _rows(unit, attribute, 1)])
        check_forms(netlist, operation, forms)
        return
    assert isinstance(field, TernaryField)
    if product:
        digits = product_digits(field.terms)
    else:
        rows = [list(row.items()) for row in _rows(unit, attribute, 2)]
        digits = linear_digits(rows, field.m * len(operation.operands))
    check_digits(netlist, operation, digits)


def _is_product(unit: Unit, attribute: int | None) -> bool:
    return len(unit.operands) == 2 and unit.function((1, 0), attribute) == 0


def _rows(unit: Unit, attribute: int | None, bits: int) -> list[dict[int, int]]:
    """Of a linear function, for each digit of the result the digits of all operands with their coefficients.

    `bits`: of a digit.
    """
    m, count = unit.field.m, len(unit.operands)
    mask = (1 << bits) - 1
    rows: list[dict[int, int]] = [{} for _ in range(m)]
    for place in range(count * m):
        operand, digit = divmod(place, m)
        given = [1 << bits * digit if i == operand else 0 for i in range(count)]
        value = unit.function(given, attribute)
        for i, row in enumerate(rows):
            if coefficient := value >> bits * i & mask:
                row[place] = coefficient
    return rows
