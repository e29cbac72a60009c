"""Which functional units of a core over F_2^m or F_3^m are proven to compute their function."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from pairforge.builder.boxes import Replaced, UnitInCore
from pairforge.compiler.compile import Compiled, Progress
from pairforge.errors import CheckError
from pairforge.evidence.formal import linear_forms, product_forms, prove_forms
from pairforge.evidence.netlist import Operation, Proof
from pairforge.evidence.proof.part import UNIT, Part
from pairforge.evidence.ternary_forms import linear_digits, product_digits, prove_digits
from pairforge.units.base import Unit
from pairforge.units.fields.binary import BinaryField
from pairforge.units.fields.ternary import TernaryField

WHAT = "the module gives what its operations are, for all operands, in the cycle that its contract says"
_METHOD = "polynomials in the digits of operands, coefficient by coefficient, on the netlist"


def forms_parts(
    compiled: Compiled,
    placed: Sequence[UnitInCore],
    made: Mapping[str, Replaced],
    files: Mapping[str, str],
    progress: Progress,
) -> Sequence[Part]:
    """A part for each module of a unit in characteristic two or three."""
    units = {each.module: compiled.stages[each.stage].units[each.unit] for each in placed}
    parts = []
    for module, unit in sorted(units.items()):
        if isinstance(unit.field, (BinaryField, TernaryField)):
            progress(f"{module} computes its function")
            parts.append(forms_part(unit, module, made[module], files))
    return parts


def forms_part(unit: Unit, module: str, replaced: Replaced, files: Mapping[str, str]) -> Part:
    """A part for a module of one of the units of a core, whose files these are."""
    began = time.perf_counter()
    failure, gates = "", 0
    try:
        for attribute, operation in operations_of(replaced):
            gates = max(gates, _prove(unit, attribute, files, module, operation).size)
    except CheckError as error:
        failure = str(error)
    facts = {"operations": len(replaced.numbers), "gates": gates}
    assumes = ["Yosys reads Verilog as the standard says, and maps it to gates of the same function"]
    return Part(UNIT + module, WHAT, _METHOD, assumes, time.perf_counter() - began, failure, facts)


def operations_of(replaced: Replaced) -> Iterator[tuple[int | None, Operation]]:
    """Attribute and operation, for every output: control inputs are what the box looks at, else anything."""
    box = replaced.box
    for (attribute, reads), number in replaced.numbers.items():
        asked = box.operations[number]
        known = tuple(asked.tests(box.controls))
        for output, operands in box.operands.items():
            ports = tuple(operands[:reads])
            yield attribute, Operation(ports, asked.delay, asked.busy, output=output, known=known)


def _prove(
    unit: Unit, attribute: int | None, files: Mapping[str, str], module: str, operation: Operation
) -> Proof:
    """The function's polynomials, from its values on a basis, or those of a product; then the netlist's."""
    field, product = unit.field, _is_product(unit, attribute)
    if isinstance(field, BinaryField):
        if product:
            forms = product_forms(field.exponents)
        else:
            forms = linear_forms([list(row) for row in _rows(unit, attribute, 1)])
        return prove_forms(files, module, operation, forms)
    assert isinstance(field, TernaryField)
    if product:
        digits = product_digits(field.terms)
    else:
        rows = _rows(unit, attribute, 2)
        pairs = [[(i, row[i]) for i in row] for row in rows]
        digits = linear_digits(pairs, field.m * len(operation.operands))
    return prove_digits(files, module, operation, digits)


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
