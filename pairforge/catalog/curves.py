"""Curves, as literals: what a curve is, where it was published, and what its pairing is worth today.

`bits_today` is an estimate of the base-2 logarithm of the work of breaking a pairing on the curve by the best
published attack; it is never above what the curve was published with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


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


@dataclass(frozen=True)
class TernarySupersingular:
    """y^2 = x^3 - x + b over F_3[x]/(polynomial), b = 1 or -1, m coprime to 6; embedding degree 6.

    `polynomial` lists the nonzero terms as (exponent, coefficient); `cofactors` the known prime factors of
    the number of points beside the largest one; `published_bits` is the security the source gives.
    """

    name: str
    polynomial: tuple[tuple[int, int], ...]
    b: int
    cofactors: tuple[int, ...]
    published_bits: int | None
    source: str
    security: Security


@dataclass(frozen=True)
class TypeACurve:
    """y^2 = x^3 + x over F_p, p = 3 (mod 4), r a prime factor of the p + 1 points; embedding degree 2."""

    name: str
    p: int
    r: int
    source: str
    security: Security
    a: ClassVar[int] = 1
    b: ClassVar[int] = 0
    trace: ClassVar[int] = 0


@dataclass(frozen=True)
class OrdinaryCurve:
    """y^2 = x^3 + a x + b over F_p with p + 1 - trace points; embedding degree 2.

    r is a prime factor of the number of points and of p + 1, so of the trace too.
    """

    name: str
    p: int
    r: int
    a: int
    b: int
    trace: int
    source: str
    security: Security


@dataclass(frozen=True)
class AteCurve:
    """y^2 = x^3 + b over F_p of the family "BN" or "BLS12" with the seed u; embedding degree 12.

    Its sextic twist over F_p2 = F_p(i), i^2 = -1, is y^2 = x^3 + b xi (`twist` "M") or x^3 + b/xi ("D"),
    xi = xi0 + i.
    """

    name: str
    family: str
    u: int
    b: int
    xi0: int
    twist: str
    source: str
    security: Security

    @property
    def p(self) -> int:
        """The characteristic."""
        u = self.u
        if self.family == "BN":
            return 36 * u**4 + 36 * u**3 + 24 * u**2 + 6 * u + 1
        return (u - 1) ** 2 * self.r // 3 + u

    @property
    def r(self) -> int:
        """The prime order of the groups."""
        u = self.u
        return 36 * u**4 + 36 * u**3 + 18 * u**2 + 6 * u + 1 if self.family == "BN" else u**4 - u**2 + 1

    @property
    def trace(self) -> int:
        """The trace of Frobenius: p + 1 - trace points."""
        return 6 * self.u**2 + 1 if self.family == "BN" else self.u + 1


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

TYPE_A_1024 = Security(
    bits_today=80,
    note="at most about 80 bits: a logarithm in a 1024-bit F_p2, and r of 160 bits (NIST SP 800-57 part 1)",
    references=("NIST SP 800-57 part 1 revision 5, table 2",),
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
    references=("Guillevic: A short-list of pairing-friendly curves, PKC 2020",),
)

BN_462 = Security(
    bits_today=128,
    note="about 128 bits, for which its size was chosen (Barbulescu, Duquesne 2019)",
    references=BN_254.references,
)

TOY = Security(bits_today=0, note="TOY, for tests only: every logarithm can be tabulated")

_BEUCHAT_TERNARY = "Beuchat, Detrey, Estibals, Okamoto, Rodriguez-Henriquez 2010, Tables II and IV"
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

TERNARY_CURVES: dict[str, TernarySupersingular] = {
    curve.name: curve
    for curve in (
        TernarySupersingular(
            "eta-f3-5", ((5, 1), (1, -1), (0, 1)), -1, (), None, "ours: small enough for every input", TOY
        ),
        TernarySupersingular(
            "eta-f3-97", ((97, 1), (16, 1), (0, -1)), 1, (7,), 66, _BEUCHAT_TERNARY, BROKEN_TERNARY
        ),
        TernarySupersingular(
            "eta-f3-167", ((167, 1), (71, -1), (0, 1)), 1, (7,), 83, _BEUCHAT_TERNARY, BROKEN_TERNARY
        ),
        TernarySupersingular(
            "eta-f3-193", ((193, 1), (64, 1), (0, -1)), -1, (), 89, _BEUCHAT_TERNARY, BROKEN_TERNARY
        ),
        TernarySupersingular(
            "eta-f3-239", ((239, 1), (5, -1), (0, 1)), -1, (), 97, _BEUCHAT_TERNARY, BROKEN_TERNARY
        ),
        TernarySupersingular(
            "eta-f3-313",
            ((313, 1), (187, -1), (0, -1)),
            1,
            (7, 37561, 477013),
            109,
            _BEUCHAT_TERNARY,
            BROKEN_TERNARY,
        ),
    )
}

_SHU = "Shu, Kwon, Gaj 2006, Tables 1 and 3"

TATE_BINARY_CURVES: dict[str, BinarySupersingular] = {
    curve.name: curve
    for curve in (
        BinarySupersingular("tate-f2-5", (5, 2, 0), 1, (), None, "ours: small enough for every input", TOY),
        BinarySupersingular("tate-f2-239", (239, 36, 0), 1, (), None, _SHU, BROKEN_BINARY),
        BinarySupersingular("tate-f2-283", (283, 12, 7, 5, 0), 0, (5,), None, _SHU, BROKEN_BINARY),
    )
}

TYPE_A_CURVES: dict[str, TypeACurve] = {
    curve.name: curve
    for curve in (
        TypeACurve("tate-fp-163", 163, 41, "ours: small enough for every input", TOY),
        TypeACurve(
            "tate-ss512",
            int(
                "87807107996633125224377819847540498158068831994142082110286533992664756308802229"
                "57078625179422662221423155858769582317459277713367317481324925129998224791"
            ),
            2**159 + 2**107 + 1,
            "the parameters a.param of the PBC library",
            TYPE_A_1024,
        ),
        TypeACurve(
            "tate-ss1536",
            int(
                "f80235b1e989f6ecf7688a62e9a99adc7b2e07b5d82910620cf8c8ac8440a1eb"
                "3547e1b0f02cde8e118278936084275ed5828d28a44d927f5ff42501e8fa17af"
                "3ec2fc2aef5edf1656ce40548414b8eabd14aac8b46ee017aed396221ea40982"
                "79b171c28bd1c51096643740da39ad3d2886e195d17530a7eb2620cfada8a1cb"
                "26acfec83aa7b655bfb2db934a1e90839b4439b83956eb3bf9ad0ffc8c7d953b"
                "4ba56ba6db3afafd030920dccf0c7fe7ad73282397391acc42cbfe2af523d00b",
                16,
            ),
            2**255 + 2**41 + 1,
            "ours: p + 1 = h r with h from SHA-256 of a label, the first that works",
            TYPE_A_3072,
        ),
    )
}

ORDINARY_CURVES: dict[str, OrdinaryCurve] = {
    curve.name: curve
    for curve in (
        OrdinaryCurve(
            "tate-ordinary-227",
            227,
            19,
            -3,
            68,
            19,
            "ours: the points of all curves with a = -3 counted",
            TOY,
        ),
        OrdinaryCurve(
            "tate-ordinary-101",
            101,
            17,
            -3,
            29,
            -17,
            "ours, as the one over 227 elements; p = 1 (mod 4)",
            TOY,
        ),
    )
}

_DRAFT = "draft-irtf-cfrg-pairing-friendly-curves"

ATE_CURVES: dict[str, AteCurve] = {
    curve.name: curve
    for curve in (
        AteCurve(
            "ate-bn254", "BN", 4965661367192848881, 3, 9, "D", "alt_bn128: Ethereum EIP-196, EIP-197", BN_254
        ),
        AteCurve(
            "ate-bn258",
            "BN",
            2**63 + 857,
            12,
            5,
            "M",
            "Brinci et al. 2013, with the sign of u and the curve corrected",
            BN_254,
        ),
        AteCurve("ate-bn462", "BN", 2**114 + 2**101 - 2**14 - 1, 5, 2, "D", _DRAFT, BN_462),
        AteCurve("ate-bls12-381", "BLS12", -0xD201000000010000, 4, 1, "M", _DRAFT, BLS12_381),
        AteCurve("ate-fp-103", "BN", 1, 5, 2, "D", "ours: small enough for every input", TOY),
        AteCurve("ate-fp-727", "BLS12", 4, 7, 2, "D", "ours: small enough for every input", TOY),
    )
}
