"""Proofs that a functional unit computes its function: for every operand, not only for those simulated.

Two methods that share only the reading of the Verilog by Yosys:

*Forms* (`prove_forms`). The netlist is executed cycle by cycle on polynomials over F_2 in the operand bits
instead of on bits. A product in F_2^m is bilinear, so every wire holds a constant, a linear and a bilinear
part, and the outputs are compared with the expected forms coefficient by coefficient: exact, and quick at any
size. A unit that multiplies two wires that both depend on the same operand has no such form; it is refused.

*SAT* (`prove_sat`). The unit and a reference (plain Verilog written from the polynomial, not from the unit)
get the same arbitrary operands; a solver shows, output bit by output bit, that no operands make them differ.
The effort grows exponentially: 1 s for a multiplier of 5 bits, 3 s for 7, 10 s for 8, no answer in a minute
for 11. The forms take 3 s and 0.2 GB for 239 bits.

Both prove the unit's timing together with its function. The operands are given in cycle 0 and are arbitrary
in every other cycle; all registers start arbitrary; controls follow the unit's timing, also those of further
operations that start every `interval` cycles; the result is looked at in cycle `latency`. A pipeline with one
register too many, or a serial unit that its predecessor or successor disturbs, therefore fails.

What is trusted: Yosys' reading of Verilog and its mapping to gates, for SAT also its solver.
Imports `netlist`, the Yosys runner and `pairforge.errors`.
"""

from __future__ import annotations

import itertools
import json
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pairforge.errors import CheckError
from pairforge.evidence import _yosys
from pairforge.evidence.netlist import Netlist, Operation, Proof, controls_at, reading

__all__ = [
    "Form",
    "check_forms",
    "linear_forms",
    "linear_reference",
    "product_forms",
    "product_reference",
    "prove_forms",
    "prove_sat",
]


class Form(NamedTuple):
    """A polynomial over F_2 in the operand bits x_0, x_1, … (first operand first, least bit first).

    Bit i of `linear` is the coefficient of x_i; bit i n + j of `products`, for i < j and n operand bits in
    all, that of x_i x_j.
    """

    constant: int
    linear: int
    products: int


# -- what is to be proved ------------------------------------------------------------------------------


def product_forms(exponents: Sequence[int]) -> list[Form]:
    """The forms of the product in F_2[x] / f of two elements, f given by its exponents, e.g. (239, 81, 0)."""
    m = max(exponents)
    low = sum(1 << e for e in exponents if e != m)
    # power = x^k mod f, for the products x^i x^j with i + j = k
    products = [0] * m
    power = 1
    for k in range(2 * m - 1):
        pairs = sum(1 << i * 2 * m + m + (k - i) for i in range(max(0, k - m + 1), min(m, k + 1)))
        for bit in range(m):
            if power >> bit & 1:
                products[bit] ^= pairs
        power <<= 1
        if power >> m:
            power = (power ^ 1 << m) ^ low
    return [Form(0, 0, quadratic) for quadratic in products]


def linear_forms(rows: Sequence[Sequence[int]]) -> list[Form]:
    """The forms of a linear map: `rows[i]` holds the operand bits whose sum is output bit i.

    Operand bits are counted through all operands: bit j of the second operand of width m is m + j.
    """
    return [Form(0, sum(1 << i for i in row), 0) for row in rows]


def product_reference(exponents: Sequence[int]) -> str:
    """Module `reference` (a, b -> y): the product in F_2[x] / f by shift and add, for `prove_sat`."""
    m = max(exponents)
    modulus = sum(1 << e for e in exponents)
    return f"""module reference (
  input wire [{m - 1}:0] a, input wire [{m - 1}:0] b, output wire [{m - 1}:0] y
);
  reg [{2 * m - 2}:0] p;
  integer i;
  always @* begin
    p = {2 * m - 1}'d0;
    for (i = 0; i < {m}; i = i + 1)
      if (b[i]) p = p ^ ({{{m - 1}'d0, a}} << i);
    for (i = {2 * m - 2}; i >= {m}; i = i - 1)
      if (p[i]) p = p ^ ({2 * m - 1}'b{modulus:b} << (i - {m}));
  end
  assign y = p[{m - 1}:0];
endmodule
"""


def linear_reference(rows: Sequence[Sequence[int]], operands: Sequence[str], width: int) -> str:
    """Module `reference` of a linear map; rows as in `linear_forms`, all operands `width` bits."""
    ports = ", ".join(f"input wire [{width - 1}:0] {name}" for name in operands)
    whole = "{" + ", ".join(reversed(operands)) + "}"
    body = "\n".join(
        f"  assign y[{i}] = ^(x & {len(operands) * width}'h{sum(1 << j for j in row):x});"
        for i, row in enumerate(rows)
    )
    return f"""module reference ({ports}, output wire [{len(rows) - 1}:0] y);
  wire [{len(operands) * width - 1}:0] x = {whole};
{body}
endmodule
"""


# -- proof by forms ------------------------------------------------------------------------------------


_ZERO, _ONE = Form(0, 0, 0), Form(1, 0, 0)


def prove_forms(files: Mapping[str, str], top: str, operation: Operation, expected: Sequence[Form]) -> Proof:
    """Prove that output bit i of module `top` is the polynomial `expected[i]` of its operands.

    Raises CheckError, one line, where it is another polynomial, depends on anything else, or has no form.
    """
    began = time.perf_counter()
    netlist = Netlist.read(files, top)
    check_forms(netlist, operation, expected)
    return Proof("forms", time.perf_counter() - began, operation.latency + 1, len(netlist.gates))


def check_forms(netlist: Netlist, operation: Operation, expected: Sequence[Form]) -> None:
    """The same of a netlist that is read already."""
    top = netlist.top
    widths = [len(netlist.ports[name]) for name in operation.operands]
    got = netlist.execute(operation, _Algebra(top, widths))
    if len(got) != len(expected):
        raise CheckError(f"{top}: {operation.output} has {len(got)} bits, {len(expected)} expected")
    names = netlist.bit_names(operation.operands)
    for i, (value, wanted) in enumerate(zip(got, expected, strict=True)):
        if value is None:
            raise CheckError(
                f"{top}: {operation.output}[{i}] in cycle {operation.latency} depends on more than its "
                "operands in cycle 0 (other cycles, or registers before the start)"
            )
        if value != wanted:
            term = _difference(value, wanted, names)
            raise CheckError(f"{top}: {operation.output}[{i}] is wrong: the coefficient of {term}")


def _difference(got: Form, wanted: Form, names: Sequence[str]) -> str:
    """The first monomial in which two forms differ."""
    if got.constant != wanted.constant:
        return "1"
    if linear := got.linear ^ wanted.linear:
        return names[(linear & -linear).bit_length() - 1]
    products = got.products ^ wanted.products
    i, j = divmod((products & -products).bit_length() - 1, len(names))
    return f"{names[i]} {names[j]}"


class _Algebra:
    """Gates on polynomials."""

    def __init__(self, top: str, widths: Sequence[int]) -> None:
        self.top = top
        self.n = sum(widths)
        edges = [sum(widths[:i]) for i in range(len(widths) + 1)]
        self.masks = [(1 << high) - (1 << low) for low, high in itertools.pairwise(edges)]

    def constant(self, value: bool) -> Form:
        return _ONE if value else _ZERO

    def operand(self, index: int) -> Form:
        return Form(0, 1 << index, 0)

    def settle(self, values: dict[int | str, Form | None], bit: int) -> None:
        """Every value is exact as it is."""

    def gate(self, kind: str, inputs: Sequence[Form | None]) -> Form | None:
        match kind:
            case "$_BUF_":
                return inputs[0]
            case "$_NOT_":
                return _not(inputs[0])
            case "$_XOR_":
                return _xor(inputs[0], inputs[1])
            case "$_XNOR_":
                return _not(_xor(inputs[0], inputs[1]))
            case "$_AND_":
                return self._and(inputs[0], inputs[1])
            case "$_NAND_":
                return _not(self._and(inputs[0], inputs[1]))
            case "$_ANDNOT_":
                return self._and(inputs[0], _not(inputs[1]))
            case "$_OR_":
                return _not(self._and(_not(inputs[0]), _not(inputs[1])))
            case "$_NOR_":
                return self._and(_not(inputs[0]), _not(inputs[1]))
            case "$_ORNOT_":
                return _not(self._and(_not(inputs[0]), inputs[1]))
            case _:
                select, one, zero = inputs
                if select == _ONE:
                    return one
                if select == _ZERO or one == zero:
                    return zero
                return _xor(self._and(select, one), self._and(_not(select), zero))

    def _and(self, a: Form | None, b: Form | None) -> Form | None:
        if a == _ZERO or b == _ZERO:
            return _ZERO
        if a is None or b is None:
            return None
        if a in (_ONE, b):
            return b
        if b == _ONE:
            return a
        if a.products or b.products or self._shared(a.linear, b.linear):
            raise CheckError(f"{self.top}: no bilinear form: a product of wires that depend on one operand")
        linear = (b.linear if a.constant else 0) ^ (a.linear if b.constant else 0)
        # x_i x_j is kept once, under the smaller index: that of the earlier operand.
        first, second = (a.linear, b.linear) if _low(a.linear) < _low(b.linear) else (b.linear, a.linear)
        products = 0
        while first:
            low = first & -first
            products |= second << (low.bit_length() - 1) * self.n
            first ^= low
        return Form(a.constant & b.constant, linear, products)

    def _shared(self, a: int, b: int) -> bool:
        """Whether two linear parts are not sums over one operand each, and two different ones."""
        touched = [(bool(a & mask), bool(b & mask)) for mask in self.masks]
        return sum(x for x, _ in touched) > 1 or sum(y for _, y in touched) > 1 or (True, True) in touched


def _low(a: int) -> int:
    return (a & -a).bit_length()


def _not(a: Form | None) -> Form | None:
    return None if a is None else Form(a.constant ^ 1, a.linear, a.products)


def _xor(a: Form | None, b: Form | None) -> Form | None:
    if a is None or b is None:
        return None
    return Form(a.constant ^ b.constant, a.linear ^ b.linear, a.products ^ b.products)


# -- proof by SAT --------------------------------------------------------------------------------------


def prove_sat(
    files: Mapping[str, str], top: str, operation: Operation, reference: str, *, timeout_s: int = 300
) -> Proof:
    """Prove that module `top` gives what module `reference` (its text) gives on the same operands.

    Raises CheckError, one line with the operands, where it does not, or where the solver needs more than
    `timeout_s` seconds for one output bit.
    """
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        folder = Path(scratch)
        try:
            log = _yosys.run([*reading(files, folder, top), f"write_json -noscopeinfo {top}.json"], folder)
            ports = json.loads((folder / f"{top}.json").read_text())["modules"][top]["ports"]
            design = {**files, "zz_harness.v": _harness(top, ports, operation), "zz_reference.v": reference}
            steps = operation.latency + 1
            shown = ",".join(f"free_{name}" for name in operation.operands)
            script = reading(design, folder, "harness", "-formal")
            script += ["flatten", "memory_map", "chformal -lower", "opt", "check -assert"]
            script += [
                f"sat -verify -timeout {timeout_s} -prove differs[{bit}] 0 -set-at 1 cycle 0 -seq {steps} "
                f"-show {shown} harness"
                for bit in range(len(ports[operation.output]["bits"]))
            ]
            log = _yosys.run(script, folder)
        except _yosys.YosysError as error:
            raise CheckError(f"{top}: {_failure(error, operation)}") from None
    sizes = re.findall(r"Solving problem with \d+ variables and (\d+) clauses", log)
    if log.count("no model found: SUCCESS") != len(sizes) or not sizes:
        raise CheckError(f"{top}: the solver gave no answer")
    return Proof("sat", time.perf_counter() - began, steps, int(sizes[-1]))


def _failure(error: _yosys.YosysError, operation: Operation) -> str:
    if "proof did fail" in str(error):
        found = dict(re.findall(r"^ +\d+ \\?free_(\w+) .* ([01]+) *$", error.log, re.MULTILINE))
        operands = ", ".join(
            f"{name} = 0x{int(found[name], 2):x}" for name in operation.operands if name in found
        )
        return f"differs from the reference for {operands or 'some operands'}"
    if "did time out" in str(error):
        return "no answer from the solver in the time given"
    return f"Yosys: {error}"


def _harness(top: str, ports: Mapping[str, Mapping[str, object]], operation: Operation) -> str:
    """A module that gives operands in cycle 0, arbitrary values in others, and looks at cycle `latency`."""
    width = {name: len(port["bits"]) for name, port in ports.items()}  # type: ignore[arg-type]
    lines, pins = [], []
    controls = {cycle: controls_at(operation, cycle) for cycle in range(operation.latency + 1)}
    for name, port in ports.items():
        pins.append(f".{name}({name})")
        if name == "clk" or port["direction"] != "input":
            continue
        bits = f"[{width[name] - 1}:0]"
        if name in controls[0]:
            value = f"{width[name]}'d0"
            for cycle, values in controls.items():
                if values[name]:
                    value = f"cycle == {cycle} ? {width[name]}'d{values[name]} : ({value})"
            lines.append(f"wire {bits} {name} = {value};")
            continue
        lines.append(f"(* anyseq *) reg {bits} other_{name};")
        if name in operation.operands:
            lines.append(f"(* anyconst *) reg {bits} free_{name};")
            lines.append(f"wire {bits} {name} = cycle == 0 ? free_{name} : other_{name};")
        else:
            lines.append(f"wire {bits} {name} = other_{name};")
    for name, port in ports.items():
        if port["direction"] == "output":
            lines.append(f"wire [{width[name] - 1}:0] {name};")
    lines.append(f"wire [{width[operation.output] - 1}:0] wanted;")
    reference = ", ".join([*(f".{name}(free_{name})" for name in operation.operands), ".y(wanted)"])
    body = "\n  ".join(lines)
    return f"""module harness (input clk, output [{width[operation.output] - 1}:0] differs);
  reg [15:0] cycle;
  always @(posedge clk) cycle <= cycle + 1;
  {body}
  {top} unit ({", ".join(pins)});
  reference model ({reference});
  assign differs = cycle == {operation.latency} ? {operation.output} ^ wanted : 0;
endmodule
"""
