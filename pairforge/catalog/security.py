"""What the pairings of the catalogue are worth today: figures and citations, each once.

`bits_today` is an estimate of the base-2 logarithm of the work of breaking a pairing on the curve by the best
published attack; it is never above what the curve was published with. A curve's file names an entry.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Security:
    """The line that every curve has. `bits_today`: None where nobody has assessed it."""

    bits_today: int | None
    note: str
    references: tuple[str, ...] = ()


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

BROKEN_TERNARY = Security(
    bits_today=64,
    note=(
        "BROKEN, for research only: discrete logarithms in small characteristic take quasi-polynomial time; "
        "at most about 64 bits: one in the larger F_3^3054 took some 220 core-years (Adj et al. 2018)"
    ),
    references=SMALL_CHARACTERISTIC,
)

BROKEN_BINARY_4892 = Security(
    bits_today=59,
    note=(
        "BROKEN, for research only: discrete logarithms in small characteristic take quasi-polynomial time; "
        "about 59 bits, the estimate of Granger, Kleinjung, Zumbragel 2014 for this target field, F_2^4892"
    ),
    references=SMALL_CHARACTERISTIC,
)

BROKEN_TERNARY_3054 = Security(
    bits_today=64,
    note=(
        "BROKEN, for research only: discrete logarithms in small characteristic take quasi-polynomial time; "
        "about 64 bits: one in this target field, F_3^3054, took some 220 core-years (Adj et al. 2018)"
    ),
    references=SMALL_CHARACTERISTIC,
)

TYPE_A_1024 = Security(
    bits_today=80,
    note="at most about 80 bits: a logarithm in a 1024-bit F_p2, and r of 160 bits (NIST SP 800-57 part 1)",
    references=(
        "NIST SP 800-57 part 1 revision 5, table 2",
        "Barbulescu, Gaudry, Guillevic, Morain: Improving NFS for the discrete logarithm problem in "
        "non-prime finite fields, EUROCRYPT 2015",
    ),
)

TYPE_A_3072 = Security(
    bits_today=128,
    note="at most about 128 bits: a logarithm in a 3072-bit F_p2, and r of 256 bits (NIST SP 800-57 part 1)",
    references=TYPE_A_1024.references,
)

BN_254 = Security(
    bits_today=100,
    note="about 100 bits since the tower number field sieve (Kim, Barbulescu 2016)",
    references=(
        "Kim, Barbulescu: Extended tower number field sieve, CRYPTO 2016",
        "Barbulescu, Duquesne: Updating key size estimations for pairings, Journal of Cryptology 32, 2019",
    ),
)

BLS12_381 = Security(
    bits_today=126,
    note="about 126 bits (Guillevic 2020)",
    references=(
        "Guillevic: A short-list of pairing-friendly curves resistant to special TNFS at the 128-bit "
        "security level, PKC 2020",
    ),
)

BN_462 = Security(
    bits_today=128,
    note="about 128 bits, for which its size was chosen (Barbulescu, Duquesne 2019)",
    references=BN_254.references,
)

TOY = Security(bits_today=0, note="TOY, for tests only: every logarithm can be tabulated")

SECURITIES: dict[str, Security] = {
    "BROKEN_BINARY": BROKEN_BINARY,
    "BROKEN_BINARY_4892": BROKEN_BINARY_4892,
    "BROKEN_TERNARY": BROKEN_TERNARY,
    "BROKEN_TERNARY_3054": BROKEN_TERNARY_3054,
    "TYPE_A_1024": TYPE_A_1024,
    "TYPE_A_3072": TYPE_A_3072,
    "BN_254": BN_254,
    "BLS12_381": BLS12_381,
    "BN_462": BN_462,
}
"""By name, what stands behind the pairings that are more than toys: the engine and the docs have these."""

SMALL_CHARACTERISTIC_SEARCHED: dict[int, tuple[Security, int]] = {
    2: (BROKEN_BINARY, 4892),
    3: (BROKEN_TERNARY, 4841),
}
"""By characteristic: the security of curves that a search finds, and log2 of the largest field it was
estimated for (F_2^4892, F_3^3054).
"""
