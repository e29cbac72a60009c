"""Powers with constant exponents, of several elements side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pairforge.algebra.arithmetic import E

_WINDOW = 3


def powers(k: Any, bases: Sequence[E], n: int) -> tuple[E, ...]:
    """x^n of every base, n > 0, each by the same steps: while one waits for a product, others multiply.

    From the low end: a machine that waits long for a product has the squares x^(2^i) behind each other and
    all else beside them. The square of each digit's place goes into the product for its digit, and these to
    the powers by their digits (Yao, SIAM Journal on Computing 5, 1976; with sliding windows). It is one body:
    all calls with an exponent share their instructions. Where jobs have steps in common they share those of
    every digit.
    """

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        return tuple(_power(x, n) for x in state)

    if k.steps:
        return _by_steps(k, tuple(bases), n)
    return k.loop("power", 1, tuple(bases), body)  # type: ignore[no-any-return]


def _by_steps(k: Any, bases: tuple[E, ...], n: int) -> tuple[E, ...]:
    """The same, each digit a step: a square beside the product for the digit."""
    size = len(bases)

    def square(state: tuple[E, ...]) -> tuple[E, ...]:
        return tuple(x * x for x in state)

    def multiply(state: tuple[E, ...]) -> tuple[E, ...]:
        squares, products = state[:size], state[size:]
        return *square(squares), *(c * x for c, x in zip(products, squares, strict=True))

    def join(state: tuple[E, ...]) -> tuple[E, ...]:
        parts = [{d: state[i * size + j] for i, d in enumerate(order)} for j in range(size)]
        return *map(_by_digits, parts), *state[size:]

    one, at, squares = k.constant(1), 0, bases
    products: dict[int, tuple[E, ...]] = {}
    for place, digit in digits(n, _WINDOW):
        squares = k.loop("squares", place - at, squares, square)
        given = products.get(digit, (one,) * size)
        state = k.loop(f"digit{digit}", 1, (*squares, *given), multiply)
        squares, products[digit], at = state[:size], state[size:], place + 1
    order = sorted(products)
    state = k.loop("join", 1, tuple(c for d in order for c in products[d]), join)
    return tuple(state[:size])


def _power(x: E, n: int) -> E:
    products: dict[int, E] = {}
    at = 0
    for place, digit in digits(n, _WINDOW):
        for _ in range(place - at):
            x = x * x
        at = place
        products[digit] = products[digit] * x if digit in products else x
    return _by_digits(products)


def _by_digits(products: Mapping[int, E]) -> E:
    """The product of all c_d^d over odd d: with s_d the product of those from c_d on, s_1 (s_3 s_5 ...)^2."""
    whole: E | None = None
    above: E | None = None
    for digit in range(max(products), 0, -2):
        if digit in products:
            whole = products[digit] if whole is None else whole * products[digit]
        assert whole is not None
        if digit > 1:
            above = whole if above is None else above * whole
    assert whole is not None
    return whole if above is None else above * above * whole


def digits(n: int, width: int) -> Iterator[tuple[int, int]]:
    """(place, odd digit below 2^width) from the low end: n is the sum of digit 2^place."""
    place = 0
    while n:
        skipped = (n & -n).bit_length() - 1
        place, n = place + skipped, n >> skipped
        digit = n & (1 << width) - 1
        yield place, digit
        place, n = place + width, n >> width
