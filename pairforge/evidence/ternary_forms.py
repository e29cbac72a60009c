"""Proofs that a unit over F_3 computes its function, for every operand and at any size.

The netlist is executed cycle by cycle (`netlist`) on truth tables over *digits* instead of on bits. A digit
is an operand's, or an inner one: a pair of nets that a unit names as the planes of a vector
(`rtl.units.digits`). Whenever both bits of an inner digit are there, their tables over earlier digits are
searched for the one polynomial over F_3 they can be, linear or bilinear: its coefficients are read off a few
values, and then *all* values are compared, for all codes a digit may have. From there on the digit stands for
itself, with its form, a linear or bilinear polynomial in the operands' digits, and the outputs' forms are
compared with the expected ones coefficient by coefficient. Names only say where to look: a pair that is no
digit is refused.

Digits are taken as independent where they are used together, so what is proved holds a fortiori. As in
`formal`, operands are given in cycle 0 and unknown in every other, registers start unknown, and further
operations start every `interval` cycles: the proof covers timing. For 97 digits it takes seconds.

What is trusted: Yosys' reading of Verilog and its mapping to gates.
Imports `netlist`, the names of the planes and `pairforge.errors`.
"""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pairforge.errors import CheckError
from pairforge.evidence.netlist import Netlist, Operation, Proof
from pairforge.units.parts.digits import TernaryDigits

__all__ = ["DigitForm", "check_digits", "linear_digits", "product_digits", "prove_digits", "read_digits"]

_MOST_DIGITS = 10  # in one truth table: 4^10 bits
_INVALID = 3
_PORT = (0, 1, 2, _INVALID)  # what a digit's two bits stand for, by low + 2 high: at ports 0, 1, 2
_INNER = (0, 1, 0, 2)  # inside: nonzero + 2 negative
_ZERO = (0, _INVALID, 0, _INVALID)  # inside, where it is known not to be nonzero

Coefficients = npt.NDArray[np.int8]
Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class DigitForm:
    """A polynomial over F_3 in the operands' digits, without constant.

    `linear[i]` is the coefficient of digit i, counted through all operands; `products[i, j]` that of digit i
    of the first operand and digit j of the second. None is zero.
    """

    linear: Coefficients | None = None
    products: Coefficients | None = None


def product_digits(terms: Sequence[tuple[int, int]]) -> list[DigitForm]:
    """The forms of the product in F_3[x] / f, f monic by its terms, e.g. ((97, 1), (16, 1), (0, -1))."""
    m = terms[0][0]
    powers = np.zeros((2 * m - 1, m), dtype=np.int8)  # row k: x^k mod f
    powers[0, 0] = 1
    for k in range(1, 2 * m - 1):
        powers[k, 1:] = powers[k - 1, :-1]
        for exponent, coefficient in terms[1:]:
            powers[k, exponent] = (powers[k, exponent] - coefficient * powers[k - 1, -1]) % 3
    sums = np.add.outer(np.arange(m), np.arange(m))
    return [DigitForm(products=powers[sums, digit]) for digit in range(m)]


def linear_digits(rows: Sequence[Sequence[tuple[int, int]]], digits: int) -> list[DigitForm]:
    """The forms of a linear map of `digits` operand digits; `rows[i]` holds (digit, coefficient) of output
    i.
    """
    forms = []
    for row in rows:
        linear = np.zeros(digits, dtype=np.int8)
        for i, coefficient in row:
            linear[i] = (linear[i] + coefficient) % 3
        forms.append(DigitForm(linear=linear))
    return forms


def prove_digits(
    files: Mapping[str, str], top: str, operation: Operation, expected: Sequence[DigitForm]
) -> Proof:
    """Prove that output digit i of module `top` is the polynomial `expected[i]` of its operands' digits.

    Raises CheckError, one line, where it is another, depends on anything else, or has no such form.
    """
    began = time.perf_counter()
    netlist = read_digits(files, top)
    check_digits(netlist, operation, expected)
    return Proof("digits", time.perf_counter() - began, operation.latency + 1, len(netlist.gates))


def read_digits(files: Mapping[str, str], top: str) -> Netlist:
    """The netlist of module `top`, with its digits as pairs of nets (CheckError where Yosys refuses it)."""
    low, high = TernaryDigits.suffixes
    return Netlist.read(files, top, (low, high))


def check_digits(netlist: Netlist, operation: Operation, expected: Sequence[DigitForm]) -> None:
    """The same as `prove_digits`, of a netlist that is read already."""
    top = netlist.top
    logic = _DigitLogic(top, netlist, operation.operands)
    bits = netlist.execute(operation, logic)
    if len(bits) != 2 * len(expected):
        raise CheckError(f"{top}: {operation.output} has {len(bits)} bits, {2 * len(expected)} expected")
    for i, wanted in enumerate(expected):
        one, two = bits[2 * i : 2 * i + 2]
        what = f"digit {i} of {operation.output}"
        if one is None or two is None:
            raise CheckError(
                f"{top}: {what} in cycle {operation.latency} depends on more than its operands in cycle 0 "
                "(other cycles, or registers before the start)"
            )
        if term := logic.difference(logic.form(one, two, _PORT, what), wanted):
            raise CheckError(f"{top}: {what} is wrong: the coefficient of {term}")


@dataclass(frozen=True, eq=False)
class _Digit:
    """A digit that truth tables may depend on; `code[low + 2 high]` is what its two bits stand for."""

    order: int
    code: tuple[int, ...]
    form: DigitForm = field(repr=False)


@dataclass(frozen=True, eq=False)
class _Values:
    """A truth table, one axis of 4 for each digit; `constant` where it is the same for all."""

    bits: Bits
    constant: bool | None


@dataclass(frozen=True, eq=False)
class _Table:
    """A bit as a function of digits, in their order."""

    digits: tuple[_Digit, ...]
    values: _Values


_Axes = tuple[tuple[bool, bool], ...]
"""Of each digit of two tables which of them has it."""


class _Functions:
    """Truth tables, each there once, and what is made of two. Digits are treated alike: few are different."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bytes], _Values] = {}
        self._negated: dict[_Values, _Values] = {}
        self._joined: dict[tuple[np.ufunc, _Values, _Values, _Axes], _Values] = {}

    def of(self, bits: Bits) -> _Values:
        """The table with these values."""
        key = bits.ndim, bits.tobytes()
        if key not in self._known:
            some, every = bool(bits.any()), bool(bits.all())
            self._known[key] = _Values(bits, every if some == every else None)
        return self._known[key]

    def negated(self, values: _Values) -> _Values:
        """The complement."""
        if values not in self._negated:
            self._negated[values] = self.of(~values.bits)
        return self._negated[values]

    def joined(self, operation: np.ufunc, a: _Values, b: _Values, axes: _Axes) -> _Values:
        """The operation on two tables."""
        key = operation, a, b, axes
        if key not in self._joined:
            one, other = (_spread(v, [has[k] for has in axes]) for k, v in enumerate((a, b)))
            self._joined[key] = self.of(operation(one, other))
        return self._joined[key]


class _DigitLogic:
    """Gates on truth tables, and the search for digits."""

    def __init__(self, top: str, netlist: Netlist, operands: Sequence[str]) -> None:
        self._top = top
        self._functions = _Functions()
        self._constants = [_Table((), self._functions.of(np.array(value))) for value in (False, True)]
        self._pairs: defaultdict[int | str, list[tuple[int, int]]] = defaultdict(list)
        for pair in netlist.pairs:
            for bit in pair:
                self._pairs[bit].append(pair)
        self._widths = [len(netlist.ports[name]) // 2 for name in operands]
        self._operands = operands
        self._count = 0
        self._found: dict[tuple[Any, ...], tuple[dict[int, int], dict[tuple[int, int], int]] | None] = {}
        total = sum(self._widths)
        self._inputs = []
        for i in range(total):
            linear = np.zeros(total, dtype=np.int8)
            linear[i] = 1
            self._inputs.append(self._digit(_PORT, DigitForm(linear=linear)))

    def _digit(self, code: tuple[int, ...], form: DigitForm) -> _Digit:
        self._count += 1
        return _Digit(self._count, code, form)

    # -- bits ----------------------------------------------------------------------------------------

    def constant(self, value: bool) -> _Table:
        return self._constants[value]

    def operand(self, index: int) -> _Table:
        return self._bit(self._inputs[index // 2], index % 2)

    def gate(self, kind: str, inputs: Sequence[_Table | None]) -> _Table | None:
        match kind:
            case "$_BUF_":
                return inputs[0]
            case "$_NOT_":
                return self._not(inputs[0])
            case "$_XOR_":
                return self._xor(inputs[0], inputs[1])
            case "$_XNOR_":
                return self._not(self._xor(inputs[0], inputs[1]))
            case "$_AND_":
                return self._and(inputs[0], inputs[1])
            case "$_NAND_":
                return self._not(self._and(inputs[0], inputs[1]))
            case "$_ANDNOT_":
                return self._and(inputs[0], self._not(inputs[1]))
            case "$_OR_":
                return self._or(inputs[0], inputs[1])
            case "$_NOR_":
                return self._not(self._or(inputs[0], inputs[1]))
            case "$_ORNOT_":
                return self._or(inputs[0], self._not(inputs[1]))
            case _:
                select, one, zero = inputs
                if one is zero:
                    return one
                return self._or(self._and(select, one), self._and(self._not(select), zero))

    def _bit(self, digit: _Digit, plane: int) -> _Table:
        return _Table((digit,), self._functions.of(np.array([bool(code >> plane & 1) for code in range(4)])))

    def _not(self, a: _Table | None) -> _Table | None:
        return None if a is None else _Table(a.digits, self._functions.negated(a.values))

    def _and(self, a: _Table | None, b: _Table | None) -> _Table | None:
        if a is None or b is None:
            known = a or b
            return self.constant(False) if known is not None and known.values.constant is False else None
        return self._joined(np.logical_and, a, b)

    def _or(self, a: _Table | None, b: _Table | None) -> _Table | None:
        return self._not(self._and(self._not(a), self._not(b)))

    def _xor(self, a: _Table | None, b: _Table | None) -> _Table | None:
        return None if a is None or b is None else self._joined(np.logical_xor, a, b)

    def _joined(self, operation: np.ufunc, a: _Table, b: _Table) -> _Table:
        digits, axes = self._union(a, b)
        values = self._functions.joined(operation, a.values, b.values, axes)
        return _Table(digits, values) if values.constant is None else self.constant(values.constant)

    def _union(self, a: _Table, b: _Table) -> tuple[tuple[_Digit, ...], _Axes]:
        """The digits of two tables, in order."""
        digits = sorted({*a.digits, *b.digits}, key=lambda d: d.order)
        if len(digits) > _MOST_DIGITS:
            raise CheckError(
                f"{self._top}: no proof through a bit that depends on more than {_MOST_DIGITS} digits"
            )
        return tuple(digits), tuple((d in a.digits, d in b.digits) for d in digits)

    # -- digits --------------------------------------------------------------------------------------

    def settle(self, values: dict[int | str, _Table | None], bit: int) -> None:
        """Where both planes of an inner digit are there, find its form and let it stand for itself.

        One net may be a plane of several digits: of -d beside d, of d under a gate. A zero has any sign.
        """
        for pair in self._pairs.get(bit, ()):
            low, high = (values.get(plane) for plane in pair)
            if low is not None and high is None and low.values.constant is False:
                values[pair[1]] = self._bit(self._digit(_ZERO, DigitForm()), 1)
            if low is None or high is None or len({*low.digits, *high.digits}) < 2:
                continue
            digit = self._digit(_INNER, self.form(low, high, _INNER, f"the digit of nets {pair}"))
            for plane, before in enumerate((low, high)):
                bits = {pair[plane], *(b for other in self._pairs[pair[1 - plane]] for b in other)}
                for other in bits - {pair[1 - plane]}:
                    stands = self._same(values.get(other), before, self._bit(digit, plane))
                    if stands is not None:
                        values[other] = stands

    def _same(self, value: _Table | None, before: _Table, now: _Table) -> _Table | None:
        """`now` or its complement where the value is `before` or its complement."""
        if value is before:
            return now
        if value is None or value.digits != before.digits:
            return None
        if value.values is before.values:
            return now
        return self._not(now) if value.values is self._functions.negated(before.values) else None

    def form(self, low: _Table, high: _Table, code: tuple[int, ...], what: str) -> DigitForm:
        """The form of the digit with these two bits. CheckError where it has none."""
        digits, axes = self._union(low, high)
        key = (code, tuple(d.code for d in digits), low.values, high.values, axes)
        if key not in self._found:
            spread = [_spread(t.values, [has[k] for has in axes]) for k, t in enumerate((low, high))]
            bits = [np.broadcast_to(each, (4,) * len(digits)) for each in spread]
            value = np.array(code, dtype=np.int8)[bits[0] + 2 * bits[1].astype(np.int8)]
            self._found[key] = _polynomial(value, [d.code for d in digits])
        found = self._found[key]
        if found is None:
            raise CheckError(f"{self._top}: {what} is no sum of digits and of products of two")
        linear, products = found
        terms = [(c, digits[i].form) for i, c in linear.items()]
        terms += [(c, self._product(digits[i].form, digits[j].form, what)) for (i, j), c in products.items()]
        return DigitForm(
            _sum([(c, form.linear) for c, form in terms]), _sum([(c, form.products) for c, form in terms])
        )

    def _product(self, x: DigitForm, y: DigitForm, what: str) -> DigitForm:
        if x.linear is not None and y.linear is not None and len(self._widths) == 2:
            edge = self._widths[0]
            for a, b in ((x.linear, y.linear), (y.linear, x.linear)):
                if x.products is y.products is None and not a[edge:].any() and not b[:edge].any():
                    return DigitForm(products=np.outer(a[:edge], b[edge:]) % 3)
        raise CheckError(f"{self._top}: {what} has no bilinear form: a product of digits of one operand")

    def difference(self, got: DigitForm, wanted: DigitForm) -> str | None:
        """The first monomial in which two forms differ."""
        names = [
            f"{name}[{i}]" for name, n in zip(self._operands, self._widths, strict=True) for i in range(n)
        ]
        zero = np.zeros(1, dtype=np.int8)
        linear = np.argwhere(
            (got.linear if got.linear is not None else zero)
            != (wanted.linear if wanted.linear is not None else zero)
        )
        if len(linear):
            return names[int(linear[0][0])]
        products = np.argwhere(
            (got.products if got.products is not None else zero)
            != (wanted.products if wanted.products is not None else zero)
        )
        if len(products):
            i, j = products[0]
            return f"{names[i]} {names[self._widths[0] + j]}"
        return None


def _spread(values: _Values, axes: Sequence[bool]) -> Bits:
    """The values with an axis for every digit, of length 1 where it does not matter."""
    return values.bits.reshape([4 if axis else 1 for axis in axes])


def _polynomial(
    value: npt.NDArray[np.int8], codes: Sequence[tuple[int, ...]]
) -> tuple[dict[int, int], dict[tuple[int, int], int]] | None:
    """Coefficients of the polynomial of degree at most one in each digit and two in all that takes these
    values for all valid codes, or None.
    """
    n = len(codes)

    def at(ones: Sequence[int]) -> int:
        return int(value[tuple(1 if i in ones else 0 for i in range(n))])

    digits = []
    valid: npt.NDArray[np.bool_] = np.ones((4,) * n, dtype=bool)
    for i, code in enumerate(codes):
        shape = [4 if i == k else 1 for k in range(n)]
        digits.append(np.array(code, dtype=np.int8).reshape(shape))
        valid = valid & (digits[i] != _INVALID)
    linear = {i: at([i]) for i in range(n)}
    products = {
        (i, j): (at([i, j]) - linear[i] - linear[j]) % 3 for i, j in itertools.combinations(range(n), 2)
    }
    total: npt.NDArray[np.int8] = np.zeros((4,) * n, dtype=np.int8)
    for i, c in linear.items():
        total = (total + c * digits[i]) % 3
    for (i, j), c in products.items():
        if c:
            total = (total + c * digits[i] * digits[j]) % 3
    if (total[valid] != value[valid]).any():
        return None
    return {i: c for i, c in linear.items() if c}, {ij: c for ij, c in products.items() if c}


def _sum(terms: Sequence[tuple[int, Coefficients | None]]) -> Coefficients | None:
    """The sum of forms, each times 1 or 2, modulo 3.

    Coefficients are from 0 to 2, and there are 55 terms at most, so no sum leaves 8 bits before it is
    reduced.
    """
    total: Coefficients | None = None
    for c, term in terms:
        if term is None:
            continue
        if total is None:
            total = np.zeros_like(term)
        (np.add if c == 1 else np.subtract)(total, term, out=total)
    return None if total is None else total % np.int8(3)
