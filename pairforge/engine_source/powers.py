"""Exponents as sums of signed powers of two and as addition chains, and the Rust that raises to them."""

from __future__ import annotations

from pairforge.engine_source.curves import Chain
from pairforge.engine_source.rust import array, call, constant

_DENSE = 12  # signed digits from which on a table of odd powers pays
_DECOMPRESSION = (
    11  # squares whose compression a decompressed place costs, where a curve does not say its split
)
_WINDOW = 4
_LOW = 16  # in a comment, three places below this or more are written as one number


def signed_places(n: int) -> list[int]:
    """n > 0 as few powers of two with signs, as short as can be: places ascending, ~k for minus 2^k."""
    binary = [k for k in range(n.bit_length()) if n >> k & 1]
    reduced, k, rest = [], 0, n
    while rest:
        if rest & 1:
            digit = 2 - rest % 4
            reduced.append(k if digit > 0 else ~k)
            rest -= digit
        rest >>= 1
        k += 1
    return min((reduced, binary), key=lambda places: (len(places), place(places[-1])))


def place(digit: int) -> int:
    """k of k or ~k."""
    return digit if digit >= 0 else ~digit


def seed_text(u: int) -> str:
    """A seed for a comment: its powers of two where they are few, else hexadecimal."""
    places = signed_places(abs(u))
    if len(places) > _DENSE:
        return f"{u:#x}"
    low = [d for d in places if place(d) < _LOW]
    low = low if len(low) > 2 else []
    signed = [(place(d), (d >= 0) == (u >= 0)) for d in reversed(places[len(low) :])]
    terms = [(f"2^{k}" if k > 1 else str(2**k), positive) for k, positive in signed]
    if low:
        rest = sum(2 ** place(d) * (1 if d >= 0 else -1) for d in low)
        terms.append((str(abs(rest)), (rest > 0) == (u > 0)))
    text = ("" if terms[0][1] else "-") + terms[0][0]
    return text + "".join(f" {'+' if positive else '-'} {term}" for term, positive in terms[1:])


def is_sparse(n: int) -> bool:
    """Whether n has so few signed digits that no table of powers pays."""
    return len(signed_places(n)) <= _DENSE


def sparse_exponent(n: int, split: tuple[int, int] | None) -> str:
    """The Rust value of `SparseExponent` for n; see `AteEngine.split`."""
    places = signed_places(n)
    low, compressed = split or _split(places)
    if not 0 <= low < low + compressed <= len(places):
        raise ValueError(f"a split of {low} and {compressed} digits, where there are {len(places)}")
    digits = [str(d) if d >= 0 else f"!{~d}" for d in places]
    first, second, third = digits[:low], digits[low : low + compressed], digits[low + compressed :]
    return (
        f"SparseExponent {{ low: &[{', '.join(first)}], compressed: [{', '.join(second)}], "
        f"high: &[{', '.join(third)}] }}"
    )


def _split(places: list[int]) -> tuple[int, int]:
    """The cheapest split: a plain square costs 1 more than a compressed one."""

    def cost(low: int, compressed: int) -> int:
        first = place(places[low - 1]) if low else 0
        last = place(places[low + compressed - 1])
        return first + _DECOMPRESSION * compressed + place(places[-1]) - last

    count = len(places)
    choices = [(low, part) for low in range(count) for part in range(1, count - low + 1)]
    return min(choices, key=lambda choice: cost(*choice))


def windows(n: int) -> Chain:
    """n > 0 by signed windows of four bits over a table of odd powers."""
    digits: list[tuple[int, int]] = []
    shift, rest = 0, n
    while rest:
        if rest & 1:
            digit = rest % (1 << _WINDOW)
            if digit >> (_WINDOW - 1):
                digit -= 1 << _WINDOW
            digits.append((digit // 2 if digit > 0 else ~(-digit // 2), shift))
            rest -= digit
        rest >>= 1
        shift += 1
    steps = ("a2 = a<<1", "a3 = a2 + a", "a5 = a3 + a2", "a7 = a5 + a2")
    return Chain(steps, ("a", "a3", "a5", "a7"), tuple(reversed(digits)))


def exponent_of(chain: Chain) -> int:
    """The exponent that a chain raises to."""
    values = {"a": 1}
    for step in chain.steps:
        name, terms = _parsed(step)
        values[name] = sum(values[term] << shift for term, shift in terms)
    entries = [values[name] for name in chain.table]
    return sum((entries[place(j)] if j >= 0 else -entries[place(j)]) << shift for j, shift in chain.digits)


def check(chain: Chain, exponent: int, name: str) -> None:
    """Refuse a chain that raises to another exponent, or that the Rust code could not run."""
    if exponent_of(chain) != exponent:
        raise ValueError(f"{name}: its chain raises to {exponent_of(chain):#x}, not to {exponent:#x}")
    shifts = [shift for _, shift in chain.digits]
    if chain.digits[0][0] < 0 or shifts != sorted(shifts, reverse=True):
        raise ValueError(f"{name}: the digits of a chain begin with a positive one, shifts decreasing")


def _parsed(step: str) -> tuple[str, list[tuple[str, int]]]:
    name, _, terms = step.partition(" = ")
    return name, [
        (term, int(shift or 0)) for term, _, shift in (t.partition("<<") for t in terms.split(" + "))
    ]


def digits_constant(name: str, chain: Chain, comment: str) -> str:
    """The constant with the digits of a chain."""
    digits = [call("plus" if j >= 0 else "minus", str(place(j)), str(shift)) for j, shift in chain.digits]
    return comment + constant(f"const {name}: [Digit; {len(digits)}]", array(digits))


def chain_body(chain: Chain, digits: str, indent: int, conjugate: bool = False) -> str:
    """The statements that compute the power of `a`."""
    lead = " " * indent
    lines = []
    for step in chain.steps:
        name, [(first, shift), *others] = _parsed(step)
        value = first + _squares(shift)
        for term, more in others:
            if more:
                raise ValueError(f"{step}: only the first term of a step may be shifted")
            value += f".mul({_borrowed(term)})"
        lines.append(f"{lead}let {name} = {value};\n")
    table = ", ".join("*a" if name == "a" else name for name in chain.table)
    lines.append(f"{lead}windowed_power(&[{table}], &{digits}){'.conjugate()' if conjugate else ''}\n")
    return "".join(lines)


def _squares(count: int) -> str:
    if count == 0:
        return ""
    return ".cyclotomic_square()" if count == 1 else f".cyclotomic_square_times({count})"


def _borrowed(name: str) -> str:
    return name if name == "a" else f"&{name}"
