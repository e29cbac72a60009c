"""Proofs over digits of F_3: right circuits go through, wrong ones and what is no digit do not."""

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.netlist import Operation
from pairforge.evidence.ternary_forms import linear_digits, product_digits, prove_digits
from pairforge.hdl import Module, design_files
from pairforge.units.parts.digits import TernaryDigits, Vector

D = TernaryDigits()
TERMS = ((3, 1), (1, -1), (0, 1))
TWO = Operation(("a", "b"), 1)
DIFFERENCE = linear_digits([[(i, 1), (3 + i, 2)] for i in range(3)], 6)


def difference(bug: str = "") -> dict[str, str]:
    """a - b, registered."""
    m = Module("difference")
    m.input("clk")
    a, b = (D.split(m, f"{name}_digits", m.input(name, 6)) for name in ("a", "b"))
    total = D.add(m, "sum", [a, D.negate(b, [True, bug != "sign", True])])
    if bug == "code":  # 1 + 1 is wrong
        nonzero, negative = total.planes
        both = m.wire("both", a.planes[0] & b.planes[0] & b.planes[1] & ~a.planes[1])
        total = D.wire(m, "wrong", Vector((nonzero & ~both, negative)))
    y = m.wire("joined", D.join(m, "digit", total))
    if bug == "comb":
        m.reg("unread", y)
        m.output("y", y)
        return design_files(m, "")
    y = m.reg("result", y)
    m.output("y", m.reg("late", y) if bug == "late" else y)
    return design_files(m, "")


def test_a_difference_is_proved() -> None:
    proof = prove_digits(difference(), "difference", TWO, DIFFERENCE)
    assert proof.method == "digits"
    assert proof.cycles == 2


@pytest.mark.parametrize(
    ("bug", "message"),
    [
        ("sign", r"digit 1 of y is wrong: the coefficient of b\[1\]"),
        ("code", "is no sum of digits and of products of two"),
        ("late", "depends on more than its operands in cycle 0"),
        ("comb", "depends on more than its operands in cycle 0"),
    ],
)
def test_a_wrong_difference_is_not(bug: str, message: str) -> None:
    with pytest.raises(CheckError, match=message):
        prove_digits(difference(bug), "difference", TWO, DIFFERENCE)


def product(bug: str = "") -> dict[str, str]:
    """Schoolbook product mod x^3 - x + 1, in one cycle."""
    m = Module("product")
    m.input("clk")
    a, b = (D.split(m, f"{name}_digits", m.input(name, 6)) for name in ("a", "b"))
    if bug == "square":
        b = a
    rows = [{i + j: ((a, i), (b, j)) for j in range(3)} for i in range(3 - (bug == "row"))]
    wide = D.products(m, "row", 5, rows, 2)
    # x^3 = x - 1, x^4 = x^2 - x
    reduction = (((0, 1), (3, 2)), ((1, 1), (3, 1), (4, 2)), ((2, 1), (4, 1)))
    y = m.wire("joined", D.join(m, "digit", D.linear_map(m, "reduced", wide, reduction)))
    if bug == "three":
        y = m.wire("spoilt", y ^ m.wire("rare", D.join(m, "cube", cube(m, a, b))))
    m.output("y", m.reg("result", y))
    return design_files(m, "")


def cube(m: Module, a: Vector, b: Vector) -> Vector:
    nonzero = m.wire("cube_bit", a.planes[0][0] & a.planes[0][1] & b.planes[0][2])
    return D.concat(D.zeros(2), Vector((nonzero, nonzero)))


@pytest.mark.parametrize(
    ("bug", "message"),
    [
        ("row", r"is wrong: the coefficient of a\[2\] b\[1\]"),
        ("square", "a product of digits of one operand"),
        ("three", "is no sum of digits and of products of two"),
    ],
)
def test_a_product_is_proved_and_a_wrong_one_is_not(bug: str, message: str) -> None:
    prove_digits(product(), "product", TWO, product_digits(TERMS))
    with pytest.raises(CheckError, match=message):
        prove_digits(product(bug), "product", TWO, product_digits(TERMS))


def test_what_depends_on_too_many_digits_at_once_is_refused() -> None:
    m = Module("long")
    m.input("clk")
    a, b = (D.split(m, f"{name}_digits", m.input(name, 16)) for name in ("a", "b"))
    rows = [{0: ((a, i), (b, i))} for i in range(8)]
    total = D.products(m, "row", 1, rows, 8)
    m.output("y", m.reg("result", D.join(m, "digit", total)))
    with pytest.raises(CheckError, match="depends on more than 10 digits"):
        prove_digits(design_files(m, ""), "long", TWO, linear_digits([[]], 16))
