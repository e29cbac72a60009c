"""Cost of an optimal ate pairing by its seed: a model in multiplications of F_p, to rank seeds by.

Multiplications are those of a tower with Karatsuba's formulas. Additions and the inversion in F_p are left
out. For `ate-bls12-381` the model has 13,438, where the traced algorithm has 13,832.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pairforge.algebra.pairing_families import PairingFamily
from pairforge.algebra.signed_powers import signed_powers, weight

_WORD = 64

_PRODUCT = {1: 1, 2: 3, 3: 6, 4: 9, 8: 27}
"""Multiplications in F_p of a product in F_q, q = p^e, by e."""

_SQUARE = {1: 1, 2: 2, 3: 5, 4: 6, 8: 18}
"""The same of a square: complex squaring for even e, Chung and Hasan (ARITH 2007) for e = 3."""


@dataclass(frozen=True)
class _Steps:
    """Products and squares in F_q of each step, for the degree d of the twist.

    Points: Costello, Lange, Naehrig (PKC 2010). `square`, `product`: of F_p^k; `sparse`: a product with a
    line; `cyclotomic`: a square in the cyclotomic subgroup (Granger, Scott, PKC 2010, for d = 6).
    """

    doubling: tuple[int, int]
    addition: tuple[int, int]
    square: int
    sparse: int
    cyclotomic: int
    product: int


_STEPS = {6: _Steps((2, 7), (11, 2), 11, 11, 6, 18), 4: _Steps((2, 8), (9, 5), 6, 8, 4, 9)}

_LOOPS: Mapping[str, Callable[[int], tuple[int, ...]]] = {
    "BN": lambda u: (6 * u + 2, 1, -1, 1),
    "BLS12": lambda u: (u, -1),
    "BLS24": lambda u: (u, -1),
    "BLS48": lambda u: (u, -1),
    "KSS16": lambda u: (u, 1, 0, 0, 0, -2),
    "KSS18": lambda u: (u, 3, 0, 0, -1),
    "BW6": lambda u: (u**3 - u**2 + 1, -(u + 1)),
}
"""Short vectors c: r divides the sum of c_i p^i (Vercauteren, IEEE Trans. Information Theory 56, 2010)."""

_PRODUCTS = {"BN": 13, "BLS12": 4, "BLS24": 5, "BLS48": 6, "KSS16": 40, "KSS18": 52, "BW6": 30}
"""About so many products in F_p^k a hard part has beside its powers by the seed."""

_EASY = 3
"""Products in F_p^k of the easy part."""


@dataclass(frozen=True)
class Cost:
    """Of a pairing, modelled.

    Attributes
    ----------
    miller, final: multiplications in F_p of the two stages.
    loop_weight: signed powers of two in the loop count.
    words: of 64 bits in an element of F_p.
    """

    miller: int
    final: int
    loop_weight: int
    words: int

    @property
    def multiplications(self) -> int:
        """In F_p."""
        return self.miller + self.final

    @property
    def word_products(self) -> int:
        """Products of words: 2 w^2 + w in a Montgomery multiplication of w words."""
        return self.multiplications * (2 * self.words**2 + self.words)


def twist_degree(family: PairingFamily) -> int:
    """6 for y^2 = x^3 + b, 4 for y^2 = x^3 + a x."""
    return 6 if family.discriminant == 3 else 4


def pairing_cost(family: PairingFamily, u: int) -> Cost:
    """The cost for a seed that gives integers.

    Miller loop: a doubling for each place of the loop count (the largest entry of the vector) below its top
    power, an addition for each further power of any entry but the last. Final exponentiation: as many powers
    by the seed as the degree of p less one, for the hard part has coefficients of that degree in base p.
    """
    steps, e = _STEPS[twist_degree(family)], family.embedding_degree // twist_degree(family)
    product, square = _PRODUCT[e], _SQUARE[e]

    def step(point: tuple[int, int]) -> int:
        """Of the point, its line at P with two coordinates times elements of F_p, and the product with it."""
        return point[0] * product + point[1] * square + 2 * e + steps.sparse * product

    count, *others = _LOOPS[family.name](u)
    doublings, additions = signed_powers(count)[0][0], weight(count) + sum(map(weight, others)) - 2
    seed = signed_powers(u)
    power = seed[0][0] * steps.cyclotomic + (len(seed) - 1) * steps.product
    powers = family.p_polynomial.degree() - 1
    products = (_PRODUCTS[family.name] + _EASY) * steps.product
    p = family.p(u)
    assert p is not None
    return Cost(
        miller=doublings * (step(steps.doubling) + steps.square * product) + additions * step(steps.addition),
        final=(powers * power + products) * product,
        loop_weight=weight(count),
        words=-(-p.bit_length() // _WORD),
    )
