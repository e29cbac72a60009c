"""`kzg-verify`: whether the polynomial behind a commitment has a value at a point, as EIP-4844 asks it.

Kate, Zaverucha, Goldberg (ASIACRYPT 2010): for C = f(tau) G1 and the proof W = (f(tau) - f(z))/(tau - z) G1,
y is f(z) where e(C - y G1, G2) = e(W, tau G2 - z G2). With constant points of G2 that is

    e(C - y G1 + z W, -G2) e(W, tau G2) = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.algebra.weierstrass import Point
from pairforge.jobs.base import Job
from pairforge.jobs.decide import both, first_of, opposite
from pairforge.jobs.decompression import LARGER, CompressedPoint, G1Decompression, compressed
from pairforge.jobs.endomorphisms import scalar_terms
from pairforge.jobs.generators import generator, multiple_of_generator
from pairforge.jobs.group import Group
from pairforge.jobs.multiples import sum_of_multiples
from pairforge.jobs.pairing_products import FixedPair, Product
from pairforge.jobs.points import encode, exact
from pairforge.jobs.product_models import product_model
from pairforge.jobs.scalars import is_scalar
from pairforge.jobs.statuses import INVALID, SCALAR
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve


@dataclass(frozen=True)
class Setup:
    """tau times the generators of G1 and G2, each by its coefficients; only samples need the first."""

    g1: Encoded
    g2: Encoded


CEREMONY = Setup(
    (
        0x0D3EB50121139AA34DB1D545093AC9374AB7BCA2C0F3BF28E27C8DCD8FC7CB42D25926FC0C97B336E9F0FB35E5A04C81,
        0x17DE623F59A3043952D2F637A935FAE14B6DEE8B255E526304963D58AB6F1A827C7DE623D34D394F8A3D0F57D6E972B9,
    ),
    (
        0x185CBFEE53492714734429B7B38608E23926C911CCECEAC9A36851477BA4C60B087041DE621000EDC98EDADA20C1DEF2,
        0x15BFD7DD8CDEB128843BC287230AF38926187075CBFBEFA81009A2CE615AC53D2914E5870CB452D2AFAAAB24F3499F72,
        0x014353BDB96B626DD7D5EE8599D1FCA2131569490E28DE18E82451A496A9C9794CE26D105941F383EE689BFBBB832A99,
        0x1666C54B0A32529503432FCAE0181B4BEF79DE09FC63671FDA5ED1BA9BFA07899495346F3D7AC9CD23048EF30D0A154F,
    ),
)
"""That of Ethereum's ceremony: the second points of the powers of tau in G1 and in G2, decompressed, of
`src/trusted_setup.txt` in github.com/ethereum/c-kzg-4844."""

_TOY_TAU = 123


def _toy(curve: AteCurve) -> Setup:
    return Setup(
        multiple_of_generator(Group(curve, "P"), _TOY_TAU), multiple_of_generator(Group(curve, "Q"), _TOY_TAU)
    )


def setup_for(curve: AteCurve) -> Setup:
    """That of the ceremony; for the tiny curve one whose tau everybody knows."""
    return CEREMONY if curve.name == "ate-bls12-381" else _toy(curve)


class KzgVerify(Job):
    """Whether a commitment and a proof, compressed points of G1 or the one at infinity, show that y = f(z).

    Status: of commitment and proof what `Decompression` says; `SCALAR` where z or y is r or more; `INVALID`
    where the equation does not hold.
    """

    what = "kzg-verify"
    integers = frozenset({"commitment_flags", "z", "y", "proof_flags"})

    def __init__(self, curve: AteCurve) -> None:
        self.setup, self.reader = setup_for(curve), G1Decompression(curve)
        self.G1, self.G2 = Group(curve, "P"), Group(curve, "Q")
        encodings = ("commitment_flags", "commitment_x"), ("proof_flags", "proof_x")
        super().__init__(curve, self._algorithm, (*encodings[0], "z", "y", *encodings[1]), ())

    @classmethod
    def fits(cls, curve: AteCurve) -> bool:
        """The curve of the ceremony, and a tiny one."""
        return curve.name in ("ate-bls12-381", "ate-bls12-13")

    @property
    def description(self) -> str:  # type: ignore[override]
        """With the curve."""
        return f"verification of a KZG proof, as EIP-4844 has it, on {self.curve.name}"

    def _algorithm(self, k: DecidingArithmetic[E], /, *inputs: E) -> tuple[E, ...]:
        group, curve = self.G1, self.curve
        commitment, proof = CompressedPoint.read_all(k, group, (inputs[:2], inputs[4:]))
        z, y = map(k.integer, inputs[2:4])
        scalars = both(k, is_scalar(k, z, curve.r), is_scalar(k, y, curve.r))
        C, W = (group.unless(k, p.at_infinity, group.affine(k, p.x, p.y)) for p in (commitment, proof))
        xG, yG = map(k.constant, generator(group))
        of_proof, bits = scalar_terms(k, group, z, W)
        of_value, _ = scalar_terms(k, group, y, group.affine(k, *group.coordinates((xG, -yG))))
        moved = group.add(k, C, sum_of_multiples(k, group, (*of_proof, *of_value), bits))
        pairs = (
            FixedPair(group.to_affine(k, moved), self._minus_generator),
            FixedPair(proof.coordinates(k), self.setup.g2),
        )
        holds = Product.of(k, curve, pairs).is_one(k)
        wrong = (opposite(k, scalars), SCALAR), (opposite(k, holds), INVALID)
        return (k.element(first_of(k, *commitment.wrong, *proof.wrong, *wrong)),)

    @property
    def _minus_generator(self) -> Encoded:
        return multiple_of_generator(self.G2, -1)

    def expected(self, inputs: Encoded) -> Encoded:
        """By e(C - y G1, G2) = e(W, tau G2 - z G2), affine points and pairings by their definition."""
        z, y = inputs[2:4]
        points = []
        for encoding in (inputs[:2], inputs[4:]):
            status, *point = self.reader.expected(encoding)
            if status:
                return (status,)
            points.append(tuple(point))
        if max(z, y) >= self.curve.r:
            return (SCALAR,)
        commitment, proof = points
        left = encode(self.G1, self._less("P", exact(self.G1, commitment), y, generator(self.G1)))
        right = encode(self.G2, self._less("Q", exact(self.G2, self.setup.g2), z, generator(self.G2)))
        product = product_model(self.curve, ((left, self._minus_generator), (proof, right)))
        return (0 if product == 1 else INVALID,)

    def _less(self, which: str, point: Point, n: int, base: Encoded) -> Point:
        """The point less n times the base."""
        curve, group = self.curve.groups[which], self.G1 if which == "P" else self.G2
        return curve.add(point, curve.multiply(-n, exact(group, base)))

    def draw(self, rng: Random) -> Encoded:
        """Half of them right, for polynomials a X + b; other values, points and scalars of every kind."""
        curve, r = self.curve.groups["P"], self.curve.r
        a, b, z = (rng.choice([rng.randrange(r)] * 5 + [0]) for _ in range(3))
        y, own = (a * z + b) % r, exact(self.G1, generator(self.G1))
        linear = curve.multiply(a, exact(self.G1, self.setup.g1))
        commitment = compressed(self.G1, encode(self.G1, curve.add(linear, curve.multiply(b, own))))
        proof = compressed(self.G1, encode(self.G1, curve.multiply(a, own)))
        match rng.randrange(14):
            case 0:
                commitment = self.reader.draw(rng)
            case 1:
                proof = self.reader.draw(rng)
            case 2:
                y = rng.choice((rng.randrange(r), (y + 1) % r, r - y if y else 1))
            case 3:
                z = rng.choice((rng.randrange(r), r - 1, 0))
            case 4:
                z, y = rng.choice(
                    ((r, y), (z, r), (rng.randrange(r, self.curve.p), y), (z, self.curve.p - 1))
                )
            case 5:
                proof = proof[0] ^ LARGER, proof[1]
            case 6:
                commitment, proof = proof, commitment
        return *commitment, z, y, *proof
