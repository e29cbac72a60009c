"""Families of curves y^2 = x^3 + b of embedding degree 12, given by polynomials in a seed u.

The optimal ate pairing (Vercauteren, IEEE Transactions on Information Theory 2010) is f_{n,Q}(P), n the loop
count, times lines through images of Q, to the power (p^12 - 1)/r.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpz, fmpz_mod_ctx

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.algebra.weierstrass import Curve as WeierstrassCurve
from pairforge.catalog.security import Security
from pairforge.pairings.ate.chains import Digits, signed_digits
from pairforge.pairings.families.base import UNLISTED, Curve, Family, Listing
from pairforge.table import Table

if TYPE_CHECKING:  # the tower is built over a curve
    from pairforge.pairings.ate.parameters import AteTower
    from pairforge.pairings.ate.twelfth import Fp12


_LARGE, _POINTS, _ABSCISSAS = 32, 8, 256
"""Over a field of more bits than the first one point tells the order of a curve; over others so many do, with
abscissas below the third.
"""

Quadratic = tuple[int, int]
"""c0 + c1 i of F_p2, i^2 = -1, as (c0, c1)."""


@dataclass(frozen=True)
class FirstPoint:
    """A generator of G2 that follows from a rule: the cofactor times the point of abscissa x.

    Of the two such points it is the one whose ordinate has an even coefficient of 1.
    """

    x: Quadratic


@dataclass(frozen=True)
class Generators:
    """Points that generate G1 and G2, which is on the twist: (x, y), with their source."""

    g1: tuple[int, int]
    g2: tuple[Quadratic, Quadratic] | FirstPoint
    source: str


@dataclass(frozen=True)
class AteCurve(Curve):
    """y^2 = x^3 + b over F_p of a family with the seed u.

    Its sextic twist over F_p2 = F_p(i), i^2 = -1, is y^2 = x^3 + b xi (`twist` "M") or x^3 + b/xi ("D"),
    xi = xi0 + i. `generators`: where the file gives them; the engine needs some.
    """

    name: str
    family: AteFamily
    u: int
    b: int
    xi0: int
    twist: str
    source: str
    security: Security
    listing: Listing = UNLISTED
    generators: Generators | None = None

    @property
    def p(self) -> int:
        """The characteristic."""
        return self.family.p(self.u)

    @property
    def r(self) -> int:
        """The prime order of the groups."""
        return self.family.r(self.u)

    @property
    def trace(self) -> int:
        """The trace of Frobenius: p + 1 - trace points."""
        return self.family.trace(self.u)

    @property
    def loop_count(self) -> int:
        """The n of f_{n,Q}; negative where the seed is."""
        return self.family.loop_count(self.u)

    @property
    def loop_digits(self) -> Digits:
        """Runs of doublings and the signs of what is added behind them, of the loop count's magnitude."""
        return signed_digits(abs(self.loop_count))[1:]

    @property
    def field_bits(self) -> int:
        """Of p."""
        return self.p.bit_length()


class AteFamily(Family[AteCurve]):
    """A family of embedding degree 12.

    Attributes
    ----------
    closing: the images of Q whose lines end the Miller loop, each as (n, sign): sign pi^n(Q).
    tower_degrees: degrees of the extensions from F_p up; their non-residues, -1 and xi, are a curve's.
    twist_degree: of the twist that Q is on; its type, "M" or "D", is a curve's.
    """

    embedding_degree = 12
    maps = ("ate",)
    variants = ("product2", "check", "prepared")
    closing: tuple[tuple[int, int], ...] = ()
    tower_degrees = (2, 3, 2)
    twist_degree = 6

    @abstractmethod
    def p(self, u: int) -> int:
        """The characteristic."""

    @abstractmethod
    def r(self, u: int) -> int:
        """The order of the groups."""

    @abstractmethod
    def trace(self, u: int) -> int:
        """The trace of Frobenius."""

    @abstractmethod
    def loop_count(self, u: int) -> int:
        """The n of f_{n,Q}."""

    def hard_exponent(self, u: int) -> int:
        """The hard part of the final exponentiation, Phi_12(p)/r."""
        p = self.p(u)
        return (p**4 - p**2 + 1) // self.r(u)

    @abstractmethod
    def hard_part(self, k: PrimeArithmetic[E], tower: AteTower, m: Fp12[E]) -> Fp12[E]:
        """m^`hard_exponent` by the family's addition chain, for m of the cyclotomic subgroup."""

    def read(self, t: Table, name: str, source: str, security: Security, listing: Listing) -> AteCurve:
        """`u`, `b`, `xi0`, `twist`, and a table of `generators`."""
        u, b, xi0 = map(t.number, ("u", "b", "xi0"))
        twist, generators = t.text("twist", choices=("D", "M")), _generators(t)
        curve = AteCurve(name, self, u, b, xi0, twist, source, security, listing, generators)
        for what, number in (("p", curve.p), ("r", curve.r)):
            if number < 3 or not fmpz(number).is_probable_prime():
                raise t.fail("u", f"gives {what} = {number}, which is no prime, for a {self.name} curve")
        if curve.p % 4 != 3:
            raise t.fail("u", "gives p = 1 modulo 4; i^2 = -1 needs p = 3 modulo 4")
        # xi^((p^2 - 1)/n) is the power (p - 1)/n of its norm.
        if any(pow(xi0 * xi0 + 1, (curve.p - 1) // n, curve.p) == 1 for n in (2, 3)):
            raise t.fail("xi0", f"xi = {xi0} + i is a square or a cube in F_p2; it must be neither")
        if not self._has_its_order(curve):
            raise t.fail("b", f"y^2 = x^3 + {b} has not p + 1 - {curve.trace} points over F_p")
        return curve

    def _has_its_order(self, curve: AteCurve) -> bool:
        """Whether p + 1 - trace sends the first points of the curve to O, and there are such points."""
        if curve.b % curve.p == 0:
            return False
        field = fmpz_mod_ctx(curve.p)
        group = WeierstrassCurve(field(0), field(curve.b))
        found, wanted = 0, 1 if curve.field_bits > _LARGE else _POINTS
        for x in range(min(curve.p, _ABSCISSAS)):
            square = field(x) ** 3 + curve.b
            if pow(int(square), (curve.p - 1) // 2, curve.p) == 1:
                found += 1
                y = square ** ((curve.p + 1) // 4)
                if group.multiply(self.order(curve), (field(x), y)) is not None:
                    return False
            if found == wanted:
                break
        return found > 0

    def order(self, curve: AteCurve) -> int:
        """p + 1 - trace."""
        return curve.p + 1 - curve.trace

    def map_name(self, curve: AteCurve) -> str:
        """With the equation and the family."""
        return (
            f"optimal ate pairing on y^2 = x^3 + {curve.b} over a {curve.field_bits}-bit F_p "
            f"({self.name} curve), k = {self.embedding_degree}"
        )


def _generators(t: Table) -> Generators | None:
    """The table `generators`: `source`, `g1.x`, `g1.y`, `g2.x0` to `g2.y1`; g2 without y follows from x."""
    if not t.is_table("generators"):
        return None
    own = t.table("generators")
    source, g1, g2 = own.text("source"), own.table("g1"), own.table("g2")
    x = g2.number("x0"), g2.number("x1")
    found = Generators(
        (g1.number("x"), g1.number("y")),
        (x, (g2.number("y0"), g2.number("y1"))) if g2.has("y0") else FirstPoint(x),
        source,
    )
    for table in (g1, g2, own):
        table.close()
    return found
