"""Reduced bases of the relations among the powers of an eigenvalue, and what rounds a scalar to them.

A scalar k is split into k_0 + k_1 lambda + ... (Gallant, Lambert, Vanstone 2001; Galbraith, Lin, Scott 2009)
by Babai's rounding: k e_0 = sum of t_i b_i over the rationals, and k e_0 - sum of round(t_i) b_i is short.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_mat, fmpz_mat

from pairforge.engine_source.rust import Group, array, call


@dataclass(frozen=True)
class Lattice:
    """`basis`: rows b_i. `rounding`: round(2^(64 (limbs + 1)) t_i / k). `bits`: parts are below 2^bits."""

    limbs: int
    bits: int
    basis: tuple[tuple[int, ...], ...]
    rounding: tuple[int, ...]

    def rust(self) -> Group:
        """The call that makes the constant."""
        rows = [array(f'"{_signed(entry)}"' for entry in row) for row in self.basis]
        rounding = array(f'"{value:x}"' for value in self.rounding)
        return call("Lattice::new", str(self.limbs), str(self.bits), array(rows), rounding)


def _signed(value: int) -> str:
    return f"-{-value:x}" if value < 0 else f"{value:x}"


def relations(r: int, eigenvalue: int, dimension: int, limbs: int) -> Lattice:
    """The lattice of all (a_j) with sum of a_j lambda^j = 0 mod r, LLL-reduced; scalars have so many limbs.

    Each row has the sign that makes its rounding constant positive.
    """
    rows = [[r, *[0] * (dimension - 1)]]
    for j in range(1, dimension):
        rows.append([-pow(eigenvalue, j, r), *(int(k == j) for k in range(1, dimension))])
    reduced = fmpz_mat(rows).lll()
    # e_0 = sum of t_i b_i: t is the first row of the inverse of the basis.
    inverse = fmpq_mat(reduced).inv()
    shares = [Fraction(int(inverse[0, i].p), int(inverse[0, i].q)) for i in range(dimension)]
    basis = tuple(
        tuple(int(reduced[i, j]) * (1 if share > 0 else -1) for j in range(dimension))
        for i, share in enumerate(shares)
    )
    scale = 1 << (64 * (limbs + 1))
    rounding = tuple(_nearest(abs(share) * scale) for share in shares)
    return Lattice(limbs, _bits(basis, rounding, shares, limbs), basis, rounding)


def _nearest(value: Fraction) -> int:
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _bits(
    basis: tuple[tuple[int, ...], ...], rounding: tuple[int, ...], shares: list[Fraction], limbs: int
) -> int:
    """Bits of the largest part: half of each row, and what the rounded constants are off by."""
    scale = 1 << (64 * (limbs + 1))
    most = 0
    for j in range(len(basis)):
        bound = Fraction(0)
        for row, constant, share in zip(basis, rounding, shares, strict=True):
            error = abs(Fraction(constant, scale) - abs(share)) * ((1 << (64 * limbs)) - 1)
            bound += (Fraction(1, 2) + error) * abs(row[j])
        most = max(most, bound.__floor__())
    return most.bit_length()
