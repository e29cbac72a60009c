"""What the engine has beside the files of curves (`catalog/curves`): data only, joined to those by name.

Here stand the order of the engine's list, the fields that the engine alone computes with, and for each curve
what nothing derives: choices of how the engine computes powers.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.embedding_two import TypeACurve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular

_BINARY = curves_of(BinarySupersingular, model=False)
_TERNARY = curves_of(TernarySupersingular, model=False)
_TYPE_A = curves_of(TypeACurve, model=False)
_ATE = curves_of(AteCurve, model=False)


def xi0_of(curve: AteCurve) -> int:
    """xi0 of a curve whose F_p2 has i^2 = -1 and whose twist has w^6 = xi0 + i.

    Raises
    ------
    ValueError
        It has another tower, which the engine has not.
    """
    steps = curve.twist_field.steps
    if [step.residue for step in steps] != [(curve.p - 1,)] or curve.delta[1:] != (1,):
        raise ValueError(f"{curve.name}: the engine has towers with i^2 = -1 and w^6 = n + i alone")
    return curve.delta[0]


@dataclass(frozen=True)
class Chain:
    """A power a^n by an addition chain on the exponent; a itself is the name "a".

    `steps`: definitions of further powers in order, each "name = term + term ...", where a term is a name, or
    "name<<k" for its k-fold square. `table`: names. `digits`: (entry, shift), the sum of
    table[entry] 2^shift being n, shifts decreasing; an entry ~j stands for minus table[j].
    """

    steps: tuple[str, ...]
    table: tuple[str, ...]
    digits: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class AteEngine:
    """A curve of embedding degree 12 in the engine.

    `split`: how many of the seed's signed digits are reached by squares, and how many after those by
    compressed squares. `seed_chain`: a^|u|. `third_chain`: a^|(u - 1) / 3|, for BLS12. Where they are None
    the generator chooses. `window`: bits of the signed windows of powers in the vector code.
    """

    curve: AteCurve
    title: str
    split: tuple[int, int] | None = None
    seed_chain: Chain | None = None
    third_chain: Chain | None = None
    window: int = 2


@dataclass(frozen=True)
class EngineField:
    """F_p[x]/(f) that the engine has without a curve; `terms` as (exponent, coefficient), p = 2 or 3."""

    characteristic: int
    terms: tuple[tuple[int, int], ...]
    source: str


ENGINE_BINARY = tuple(
    _BINARY[name]
    for name in (
        "eta-f2-239",
        "eta-f2-271",
        "eta-f2-313",
        "eta-f2-379",
        "eta-f2-457",
        "eta-f2-557",
        "eta-f2-613",
        "eta-f2-691",
        "eta-f2-1223",
        "tate-f2-239",
        "tate-f2-283",
    )
)
"""The engine's pairings over F_2^m, in the order of its list."""

BINARY_LABELS = {"tate-f2-239": "f2-239-shu"}
"""What the engine calls the curve and the field of a pairing, where "f2-m" would name two."""

ENGINE_TERNARY = tuple(
    _TERNARY[name]
    for name in ("eta-f3-97", "eta-f3-167", "eta-f3-193", "eta-f3-239", "eta-f3-313", "eta-f3-509")
)
"""The engine's pairings over F_3^m, in the order of its list."""

ENGINE_FIELDS: tuple[EngineField, ...] = (
    EngineField(2, ((241, 1), (70, 1), (0, 1)), "the trinomial of least second exponent"),
    EngineField(2, ((353, 1), (69, 1), (0, 1)), "the trinomial of least second exponent"),
    EngineField(
        3,
        ((79, 1), (26, 1), (0, -1)),
        "the trinomial of least second exponent; that of Harrison, Page, Smart 2002 is reducible",
    ),
    EngineField(3, ((163, 1), (80, 1), (0, -1)), "Harrison, Page, Smart 2002"),
    EngineField(
        3,
        ((173, 1), (7, -1), (0, 1)),
        "the trinomial of least second exponent; that of Harrison, Page, Smart 2002 is slow to reduce by",
    ),
)
"""Fields of the engine that no pairing is over."""

ENGINE_TYPE_A: tuple[tuple[TypeACurve, str], ...] = (
    (_TYPE_A["tate-ss512"], "PBC's `a.param`"),
    (
        _TYPE_A["tate-ss1536"],
        "p = h r - 1 of 1536 bits with a pseudo-random h, so that p has no form that the special number "
        "field sieve could use: h = 2^1280 + 4 floor(H / 4), where H is the big-endian integer of the five "
        'digests SHA-256("pairforge tate-ss1536 cofactor", i, j), i in four big-endian bytes, j = 0, ..., 4 '
        "in one, for the least i that gives a prime p: i = 746. A test derives it again",
    ),
)
"""The engine's curves of type A, each with what it is."""

ENGINE_ATE: tuple[AteEngine, ...] = (
    AteEngine(
        _ATE["ate-bn258"],
        "The 258-bit BN curve with u = 2^63 + 857 of Brinci et al. (2013), with b, xi and a twist for which "
        "the orders are right",
        split=(5, 1),
        window=4,
    ),
    AteEngine(
        _ATE["ate-bn254"],
        "BN254, also alt_bn128: the curve of Ethereum",
        # The cheapest found among tables of up to five odd entries below 80.
        seed_chain=Chain(
            ("a17 = a<<4 + a", "a35 = a17<<1 + a"),
            ("a17", "a35"),
            (
                *((1, 57), (~1, 51), (0, 44), (1, 42), (~1, 38), (~1, 34)),
                *((1, 25), (1, 21), (0, 15), (1, 10), (~0, 5), (0, 0)),
            ),
        ),
        window=4,
    ),
    AteEngine(
        _ATE["ate-bls12-381"],
        "BLS12-381, as the IRTF draft defines it",
        split=(0, 3),
        # With s = (2^16 - 1) / 3 = 5 17 257: (1 - u) / 3 = 35 2^57 + (2^32 + 2^16 + 2) s + 1.
        third_chain=Chain(
            (
                "a2 = a<<1",
                "a4 = a2<<1",
                "a5 = a4 + a",
                "a35 = a4<<3 + a2 + a",
                "a85 = a5<<4 + a5",
                "s = a85<<8 + a85",
            ),
            ("a", "s", "a35"),
            ((2, 57), (1, 32), (1, 16), (1, 1), (0, 0)),
        ),
    ),
    AteEngine(
        _ATE["ate-bn462"],
        "BN462, as the IRTF draft defines it",
        split=(1, 2),
    ),
)
"""The engine's curves of embedding degree 12, in the order of its list."""

ENGINE_FAMILIES = tuple(
    _ATE[name]
    for name in (
        "ate-bls12-377",
        "ate-bn446",
        "ate-bls12-446",
        "ate-bls24-509",
        "ate-bls48-581",
        "ate-bw6-761",
        "ate-bls12-638",
        "ate-bn638",
        "ate-bls24-315",
        "ate-bls24-317",
        "ate-kss16-330",
        "ate-kss18-508",
    )
)
"""The engine's curves of any family with an optimal ate pairing, in the order of its list."""

TWISTS = (4, 6)
"""The degrees of the twists that the sources for curves of any family take."""

TINY_FAMILIES = tuple(
    curve
    for curve in _ATE.values()
    if curve.family.twist_degree in TWISTS
    and curve not in ENGINE_FAMILIES
    and all(curve is not row.curve for row in ENGINE_ATE)
)
"""The small ones of these, for tests."""
