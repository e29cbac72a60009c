"""Conditions on polynomial values modulo powers of two, as residue classes of the argument."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpz_poly


@dataclass(frozen=True)
class Condition:
    """f(u) modulo 2^`exponent` is one of `residues`; f has numerators, lowest first, over a denominator."""

    numerators: tuple[int, ...]
    denominator: int
    exponent: int
    residues: frozenset[int]

    def on(self, c: int, j: int) -> bool | None:
        """Whether it holds for all u = c (mod 2^j); None: for some of them it may."""
        even = (self.denominator & -self.denominator).bit_length() - 1
        whole = self.exponent + even
        first, *others = (int(n) for n in fmpz_poly(list(self.numerators))(fmpz_poly([c, 1 << j])).coeffs())
        known = min([whole, *((n & -n).bit_length() - 1 for n in others if n)])
        fits = any((first - residue * self.denominator) % (1 << known) == 0 for residue in self.residues)
        if not fits:
            return False
        return True if known == whole else None


def two_adic_classes(conditions: Sequence[Condition]) -> list[tuple[int, int]]:
    """All (c, j) such that the conditions hold for u = c (mod 2^j): disjoint, each as large as can be."""
    found, rest = [], [(0, 0)]
    while rest:
        c, j = rest.pop()
        answers = [condition.on(c, j) for condition in conditions]
        if False in answers:
            continue
        if None in answers:
            rest += [(c + (1 << j), j + 1), (c, j + 1)]
        else:
            found.append((c, j))
    return sorted(found, key=lambda pair: (pair[1], pair[0]))
