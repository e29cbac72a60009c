"""a + b or a - b modulo p, of two elements: two sums of all bits and a choice.

Imports pipelines and wide arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.hdl import Expr, Mux, spread, xor
from pairforge.units.parts.pipeline import Word, constant, joined, part
from pairforge.units.parts.short import Short
from pairforge.units.parts.step_delays import table
from pairforge.units.parts.wide import Wide


def modular_sum(wide: Wide, order: int, below: int, a: Word, b: Word, subtract: Word, name: str = "") -> Word:
    """a + b, where `subtract` is set a - b, modulo `order`, whose lowest `below` bits are zero.

    `name`: what the names of all steps begin with.
    """
    if isinstance(wide, Short):
        return _at_once(wide, order, a, b, subtract, name)
    pipe, p = wide.pipe, order >> below
    n = p.bit_length()

    def second(values: Sequence[Expr]) -> tuple[Expr, Expr]:
        minus, x, y = values
        return x, y ^ spread(minus, y.width)

    def corrected(values: Sequence[Expr]) -> tuple[Expr, Expr]:
        minus, x, modulus = values
        return x, modulus ^ spread(~minus, x.width)

    def taken(values: Sequence[Expr]) -> Expr:
        minus, carry, reached = values
        return Mux(minus, ~carry, carry | reached)

    pipe.comment("a + b, or a - b = a + ~b + 1")
    plain = wide.ripple(f"{name}plain", below + n, (a, b), second, whole=(subtract,), carry=subtract)
    pipe.comment("the same less p (+ ~p + 1) or with p")
    adds = pipe.step(f"{name}adds", 1, (subtract,), lambda values: ~values[0], 0.0, 0)
    words = (part(plain, below, n), constant(n, p, "P"))
    other = wide.ripple(f"{name}other", n, words, corrected, whole=(subtract,), carry=adds)
    pipe.comment("corrected where a + b reaches p, or a - b is below 0")
    carries = (part(plain, below + n, 1), part(other, n, 1))
    select = pipe.step(f"{name}take_other", 1, (subtract, *carries), taken, table(), 1)
    chosen = wide.choice(f"{name}chosen", select, part(other, 0, n), words[0])
    return joined(part(plain, 0, below), chosen)


def _at_once(wide: Short, p: int, a: Word, b: Word, subtract: Word, name: str) -> Word:
    """a + b and a + b - p, or a - b and a - b + p, side by side with a sign each; p: the modulus."""
    pipe, n = wide.pipe, p.bit_length()
    width = n + 2

    def second(values: Sequence[Expr]) -> tuple[Expr, Expr]:
        minus, x, y = values
        return x, y ^ spread(minus, y.width)

    def halves(values: Sequence[Expr]) -> Expr:
        # One of two numbers is a complement, whichever it is.
        x, y, modulus = values
        return xor(x, y, ~modulus)

    def carries(values: Sequence[Expr]) -> Expr:
        minus, x, y, modulus = values
        y, z = y ^ spread(minus, y.width), modulus ^ spread(~minus, x.width)
        return (x & y) | (z & (x | y))

    def taken(values: Sequence[Expr]) -> Expr:
        minus, below, short = values
        return Mux(minus, below, ~short)

    pipe.comment("a + b, or a - b = a + ~b + 1")
    words = (part(a, 0, width), part(b, 0, width))
    plain = wide.ripple(f"{name}plain", width, words, second, whole=(subtract,), carry=subtract)
    pipe.comment("the same less p, or with p: one of the two numbers is taken off, as its complement and 1")
    operands = (*words, constant(width, p, "P"))
    half = pipe.step(f"{name}half", width, operands, halves, table(), width)
    carry = pipe.step(f"{name}carry", width, (subtract, *operands), carries, table(2.2), width)
    carry = joined(constant(1, 0), part(carry, 0, width - 1))
    other = wide.ripple(f"{name}other", width, (half, carry), lambda v: (v[0], v[1]), carry=constant(1, 1))
    pipe.comment("corrected where a + b reaches p, or a - b is below 0")
    signs = (subtract, part(plain, n + 1, 1), part(other, n + 1, 1))
    select = pipe.step(f"{name}take_other", 1, signs, taken, table(), 1)
    return wide.choice(f"{name}chosen", select, part(other, 0, n), part(plain, 0, n))
