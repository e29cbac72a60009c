"""Proofs of small units: right ones go through by both methods, wrong ones do not."""

from collections.abc import Sequence
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.formal import (
    Form,
    linear_forms,
    linear_reference,
    product_forms,
    product_reference,
    prove_forms,
    prove_sat,
)
from pairforge.evidence.netlist import Operation
from pairforge.hdl import Const, Module, Mux, concat, design_files, gate, xor
from pairforge.hdl.expressions import Expr
from pairforge.units.base import ControlInput

FIELDS = [(5, 2, 0), (7, 1, 0), (8, 4, 3, 1, 0), (11, 2, 0)]


def times_x(field: Sequence[int], e: Expr) -> Expr:
    """x e, as an expression."""
    m = field[0]
    top = gate(e[m - 1], Const(m, sum(1 << k for k in field[1:])))
    return concat(e[m - 2, 0], Const(1, 0)) ^ top


def pipelined(field: Sequence[int], registers: Any = (1, 1, 1), bug: str = "") -> dict[str, str]:
    """Schoolbook product; registers behind the operands, the partial sums and the result."""
    m, width = Module("pipelined"), field[0]
    m.input("clk")

    def delayed(name: Any, value: Any, count: Any) -> Any:
        for i in range(count):
            value = m.reg(f"{name}_{i}", value)
        return value

    a, b = (delayed(name, m.input(name, width), registers[0]) for name in ("a", "b"))
    power, sums = a, []
    for i in range(width):
        sums.append(gate(b[i], power))
        power = m.wire(f"power_{i}", times_x(field, power))
    if bug == "term":
        sums.pop(3)
    low, high = m.wire("low", xor(*sums[::2])), m.wire("high", xor(*sums[1::2]))
    low = delayed("low_q", low, registers[1])
    high = delayed("high_q", high, registers[1] - (bug == "unbalanced"))
    if bug == "rare":
        y = low ^ high ^ concat(Const(width - 1, 0), m.wire("rare", a[0] & a[1] & b[2]))
    else:
        y = low ^ high
    m.output("y", delayed("y_q", m.wire("sum", y), registers[2]))
    return design_files(m, "")


def serial(field: Sequence[int], bug: str = "") -> dict[str, str]:
    """One bit of b a cycle, highest first; `start` in cycle 0 loads; the result stands in cycle m + 1."""
    m, width = Module("serial"), field[0]
    m.input("clk")
    start, a, b = m.input("start"), m.input("a", width), m.input("b", width)
    a_q = m.reg("a_q", a, enable=start)
    b_q = m.forward_reg("b_q", width)
    m.drive_reg(b_q, Mux(start, b, concat(b_q[width - 2, 0], Const(1, 0))))
    y = m.forward_reg("acc", width)
    step = m.wire("step", times_x(field, y) ^ gate(b_q[width - 1], a if bug == "unsampled" else a_q))
    m.drive_reg(y, step if bug == "uncleared" else Mux(start, Const(width, 0), step))
    m.output("y", y)
    return design_files(m, "")


def serial_operation(field: Sequence[int], interval: int | None = None) -> Operation:
    controls = (ControlInput("start", 1, 0, 1),)
    return Operation(("a", "b"), field[0] + 1, interval or field[0] + 1, controls)


PIPELINE = Operation(("a", "b"), 3)


@pytest.mark.parametrize("field", FIELDS)
def test_a_pipelined_multiplier_has_the_forms_of_the_product(field: Sequence[int]) -> None:
    proof = prove_forms(pipelined(field), "pipelined", PIPELINE, product_forms(field))
    assert (proof.method, proof.cycles) == ("forms", 4)
    assert proof.size > field[0] ** 2


@pytest.mark.parametrize("field", FIELDS)
def test_a_serial_multiplier_has_the_forms_of_the_product(field: Sequence[int]) -> None:
    prove_forms(serial(field), "serial", serial_operation(field), product_forms(field))


@pytest.mark.parametrize("field", FIELDS[:2])
def test_sat_agrees_on_both(field: tuple[int, int, int]) -> None:
    reference = product_reference(field)
    assert prove_sat(pipelined(field), "pipelined", PIPELINE, reference).method == "sat"
    prove_sat(serial(field), "serial", serial_operation(field), reference)


@pytest.mark.parametrize("bug", ["term", "unbalanced", "rare"])
def test_a_wrong_pipeline_is_refused_by_both(bug: str) -> None:
    field = FIELDS[0]
    files = pipelined(field, bug=bug)
    with pytest.raises(CheckError, match=r"^pipelined: (y\[\d\] |no bilinear form)") as error:
        prove_forms(files, "pipelined", PIPELINE, product_forms(field))
    assert "\n" not in str(error.value)
    with pytest.raises(CheckError, match=r"^pipelined: differs from the reference for a = 0x\w+, b = 0x\w+$"):
        prove_sat(files, "pipelined", PIPELINE, product_reference(field))


@pytest.mark.parametrize("bug", ["unsampled", "uncleared"])
def test_a_wrong_serial_unit_is_refused_by_both(bug: str) -> None:
    field = FIELDS[0]
    files, operation = serial(field, bug), serial_operation(field)
    with pytest.raises(CheckError, match="depends on more than its operands in cycle 0"):
        prove_forms(files, "serial", operation, product_forms(field))
    with pytest.raises(CheckError, match="differs from the reference"):
        prove_sat(files, "serial", operation, product_reference(field))


@pytest.mark.parametrize("latency", [2, 4])
def test_another_latency_is_refused(latency: int) -> None:
    field, operation = FIELDS[0], Operation(("a", "b"), latency)
    with pytest.raises(CheckError, match="in cycle"):
        prove_forms(pipelined(field), "pipelined", operation, product_forms(field))
    with pytest.raises(CheckError, match="differs"):
        prove_sat(pipelined(field), "pipelined", operation, product_reference(field))


def test_a_too_short_interval_is_refused() -> None:
    field = FIELDS[0]
    operation = serial_operation(field, interval=field[0])
    with pytest.raises(CheckError):
        prove_forms(serial(field), "serial", operation, product_forms(field))
    with pytest.raises(CheckError):
        prove_sat(serial(field), "serial", operation, product_reference(field))


def test_a_wrong_polynomial_names_the_first_wrong_coefficient() -> None:
    with pytest.raises(CheckError, match=r"^pipelined: y\[0\] is wrong: the coefficient of a\[3\] b\[4\]$"):
        prove_forms(pipelined((5, 2, 0)), "pipelined", PIPELINE, product_forms((5, 3, 0)))


def test_linear_maps_of_several_operands() -> None:
    rows = [(0, 5), (1, 6, 0), (2, 7), (3,), (4, 9, 8)]
    m = Module("linear")
    m.input("clk")
    a, b = m.input("a", 5), m.input("b", 5)
    x = [a[i] for i in range(5)] + [b[i] for i in range(5)]
    m.output("y", m.reg("q", m.bits("s", [xor(*(x[i] for i in row)) for row in rows])))
    files, operation = design_files(m, ""), Operation(("a", "b"), 1)
    prove_forms(files, "linear", operation, linear_forms(rows))
    prove_sat(files, "linear", operation, linear_reference(rows, ("a", "b"), 5))
    with pytest.raises(CheckError, match=r"y\[3\] is wrong: the coefficient of b\[0\]"):
        prove_forms(files, "linear", operation, linear_forms([*rows[:3], (3, 5), rows[4]]))


def test_expected_forms_are_those_of_integers() -> None:
    """The forms themselves, evaluated on every pair of elements, against shift and add."""
    field, m = (5, 2, 0), 5
    forms = product_forms(field)

    def product(a: Any, b: Any) -> Any:
        p = 0
        for i in range(m):
            p ^= (a << i) * (b >> i & 1)
        for i in range(2 * m - 2, m - 1, -1):
            p ^= (0b100101 << i - m) * (p >> i & 1)
        return p

    for a in range(1 << m):
        for b in range(1 << m):
            x = a | b << m
            terms = sum(
                1 << i * 2 * m + j for i in range(m) for j in range(m, 2 * m) if x >> i & 1 and x >> j & 1
            )
            y = sum(((form.products & terms).bit_count() & 1) << bit for bit, form in enumerate(forms))
            assert y == product(a, b)


def test_constants_and_complements() -> None:
    m = Module("odd")
    a = m.input("a", 2)
    m.output("y", concat(~a[1], Const(1, 1), m.wire("pair", a[0] ^ ~a[1])))
    forms = [Form(1, 3, 0), Form(1, 0, 0), Form(1, 2, 0)]
    prove_forms(design_files(m, ""), "odd", Operation(("a",), 0), forms)


def test_a_module_yosys_cannot_read_is_one_line() -> None:
    with pytest.raises(CheckError, match=r"^bad: Yosys: ") as error:
        prove_forms({"bad.v": "module bad(;\n"}, "bad", PIPELINE, [])
    assert "\n" not in str(error.value)
