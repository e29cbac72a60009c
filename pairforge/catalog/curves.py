"""Curves, as literals: what a curve is, where it was published, and what its pairing is worth today.

`bits_today` is an estimate of the base-2 logarithm of the work of breaking a pairing on the curve by the best
published attack; it is never above what the curve was published with.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Security:
    """The line every catalogue entry must have."""

    bits_today: int | None
    note: str
    references: tuple[str, ...] = ()


@dataclass(frozen=True)
class BinarySupersingular:
    """y^2 + y = x^3 + x + b over F_2[x]/(polynomial), m odd; embedding degree 4.

    `polynomial` lists the exponents of the nonzero terms; `cofactors` the known prime factors of the number
    of points beside the largest one; `published_bits` is the security the source gives.
    """

    name: str
    polynomial: tuple[int, ...]
    b: int
    cofactors: tuple[int, ...]
    published_bits: int | None
    source: str
    security: Security

    @property
    def degree(self) -> int:
        """The extension degree m."""
        return max(self.polynomial)


SMALL_CHARACTERISTIC = (
    "Barbulescu, Gaudry, Joux, Thome: A heuristic quasi-polynomial algorithm for discrete logarithm in "
    "finite fields of small characteristic, EUROCRYPT 2014",
    "Granger, Kleinjung, Zumbragel: Breaking '128-bit secure' supersingular binary curves, CRYPTO 2014",
    "Granger, Kleinjung, Zumbragel: On the discrete logarithm problem in finite fields of fixed "
    "characteristic, Transactions of the AMS 370, 2018",
    "Adj, Canales-Martinez, Cruz-Cortes, Menezes, Oliveira, Rivera-Zamarripa, Rodriguez-Henriquez: Computing "
    "discrete logarithms in cryptographically-interesting characteristic-three finite fields, Advances in "
    "Mathematics of Communications 12, 2018",
)

BROKEN_BINARY = Security(
    bits_today=59,
    note=(
        "BROKEN, for research only: discrete logarithms in small characteristic take quasi-polynomial time; "
        "at most about 59 bits, the estimate of Granger, Kleinjung, Zumbragel 2014 for the larger F_2^4892"
    ),
    references=SMALL_CHARACTERISTIC,
)

TOY = Security(bits_today=0, note="TOY, for tests only: every logarithm can be tabulated")

_BEUCHAT = "Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez 2010, Tables III and IV"

CURVES: dict[str, BinarySupersingular] = {
    curve.name: curve
    for curve in (
        BinarySupersingular("eta-f2-5", (5, 2, 0), 1, (), None, "ours: small enough for every input", TOY),
        BinarySupersingular("eta-f2-239", (239, 81, 0), 1, (), 67, _BEUCHAT, BROKEN_BINARY),
        BinarySupersingular(
            "eta-f2-313",
            (313, 79, 0),
            0,
            (5, 1933526201, 307168226569, 338431049916629),
            75,
            _BEUCHAT,
            BROKEN_BINARY,
        ),
        BinarySupersingular("eta-f2-457", (457, 61, 0), 1, (), 88, _BEUCHAT, BROKEN_BINARY),
        BinarySupersingular("eta-f2-557", (557, 360, 197, 163, 0), 0, (5,), 96, _BEUCHAT, BROKEN_BINARY),
        BinarySupersingular("eta-f2-613", (613, 428, 243, 185, 0), 0, (5,), 100, _BEUCHAT, BROKEN_BINARY),
        BinarySupersingular("eta-f2-691", (691, 448, 243, 205, 0), 0, (5,), 105, _BEUCHAT, BROKEN_BINARY),
    )
}
