"""Inversion in F_2^m and F_3^m and powers near it, as algorithms over multiplications and Frobenius maps.

Itoh and Tsujii: with w_k = x^((p^k - 1)/(p - 1)), w_(a+b) = w_a^(p^b) w_b, so that an addition chain for
m - 1 gives w_(m-1) in as many multiplications as the chain has steps. In characteristic two 1/x = w_(m-1)^2.
The binary chain takes floor(log2(m-1)) + HW(m-1) - 1 of them (Shu, Kwon, Gaj, equation (7), corrected: 12
for m = 239); the shortest chain fewer (10). In characteristic three y = w_(m-1)^3 is 1/x up to sign, for
x y = x^((3^m - 1)/2), and 1/x = x y^2 takes two multiplications more.
"""

from __future__ import annotations

from functools import cache
from itertools import count, pairwise

from pairforge.algebra.arithmetic import E


def binary_chain(n: int) -> tuple[int, ...]:
    """The addition chain 1, …, n that doubles and adds one, reading n from its top bit."""
    chain = [1]
    for bit in bin(n)[3:]:
        chain.append(2 * chain[-1])
        if bit == "1":
            chain.append(chain[-1] + 1)
    return tuple(chain)


@cache
def shortest_chain(*targets: int) -> tuple[int, ...]:
    """A shortest addition chain from 1 that holds every target and adds to its last term in each step.

    Iterative deepening; such "star" chains are shortest among all addition chains for one target below
    12,509. The largest part is tried first, so the answer is the same everywhere.
    """
    goal = max(targets)
    wanted = frozenset(targets)

    def extend(chain: list[int], steps: int) -> bool:
        last = chain[-1]
        if last == goal:
            return wanted <= set(chain)
        missing = [t for t in wanted if t not in chain]
        if any(t < last for t in missing) or last << steps < goal or len(missing) > steps:
            return False
        for part in reversed(chain):
            if last + part <= goal:
                chain.append(last + part)
                if extend(chain, steps - 1):
                    return True
                chain.pop()
        return False

    for steps in count():
        chain = [1]
        if extend(chain, steps):
            return tuple(chain)
    raise AssertionError


def runs_of_ones(x: E, chain: tuple[int, ...], roots: bool = False) -> dict[int, E]:
    """w_k = x^((p^k - 1)/(p - 1)) for every k of an addition chain, one multiplication a step.

    With `roots` the p^k-th root of each, made by p-th roots alone (Beuchat et al. 2010, section III-B.3).
    """
    sign = -1 if roots else 1
    w = {1: x.frobenius(-1) if roots else x}
    for previous, k in pairwise(chain):
        b = k - previous
        w[k] = w[previous].frobenius(sign * b) * w[b]
    return w


def inverse(x: E, m: int, roots: bool = False, chain: tuple[int, ...] | None = None) -> E:
    """1/x in F_2^m (0 for 0): Itoh and Tsujii along an addition chain for m - 1, by default a shortest."""
    run = runs_of_ones(x, chain or shortest_chain(m - 1), roots)[m - 1]
    return run if roots else run.frobenius(1)


def inverse_ternary(x: E, m: int, roots: bool = False) -> E:
    """1/x in F_3^m (0 for 0): two multiplications more than a shortest addition chain for m - 1 has steps."""
    y = inverse(x, m, roots)
    return x * y * y


def inverse_with_half_power(x: E, m: int, roots: bool = False) -> E:
    """x^-(T+1) with T = 2^((m+1)/2) in F_2^m, m odd (0 for 0).

    With h = (m-1)/2, modulo 2^m - 1 the exponent -(T+1) has two zero bits, 0 and h+1, and so two runs of ones
    of length h and h-1: x^-(T+1) = w_h^2 w_(h-1)^(2^(h+2)). Where an addition chain through both is no longer
    than one for m - 1, this costs no more than an inversion and saves the T-th power as well; else y =
    x^(T+1) is inverted.
    """
    h = (m - 1) // 2
    if h < 2:
        return inverse(x.frobenius(h + 1) * x, m, roots)
    both = shortest_chain(h - 1, h)
    if len(both) <= len(shortest_chain(m - 1)):
        w = runs_of_ones(x, both, roots)
        if roots:
            return w[h - 1] * w[h].frobenius(-h)
        return w[h - 1].frobenius(h + 2) * w[h].frobenius(1)
    return inverse(x.frobenius(-h) * x, m, roots)
