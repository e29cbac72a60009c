"""The file of a curve of any family with an optimal ate pairing, for the crate `families`.

What the algorithms know of a curve is what those of the models know (`pairings/ate/parameters.py`): their xi
and twist, and the constants that lead there and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import gcd
from typing import Any

from flint import fmpq_poly, fmpz_poly
from flint.utils.flint_exceptions import DomainError

from pairforge.algebra.tower import Coordinates, Step, Tower
from pairforge.engine_source.fields import check_prime
from pairforge.engine_source.rust import (
    HEADER,
    Expression,
    Group,
    array,
    call,
    constant,
    documentation,
    hexadecimal,
    limb_count,
    limbs,
    module_name,
    pair,
    short,
    structure,
    text_literal,
    type_name,
)
from pairforge.engine_source.security import security_expression
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.families.bls import BLS12, BLS24, BLS48
from pairforge.pairings.families.bn import BN
from pairforge.pairings.families.bw6 import BW6
from pairforge.pairings.families.exponent import expansion_of
from pairforge.pairings.families.optimal_ate import AteCurve, FirstPoint

_TABLES = tuple(tuple(range(1, n, 2)) for n in (2, 4, 6, 8, 16, 32))
_SQUARE, _PRODUCT = 1, 2
"""What they cost in a power of the cyclotomic subgroup, about."""
_COMPRESSED, _RESTORED, _INVERSION = 0.7, 0.7, 6
"""A compressed square; an element restored from one, and the inversion for all of these."""
_CHEAP = 9
"""A multiple takes at most so many additions where it is not a product with a constant."""
_LARGEST = 2**31
_MOST_Z = 1000
"""Z of a map is looked for so far."""


@dataclass(frozen=True)
class FamilyConstants:
    """All that follows from the file of a curve, by exact arithmetic."""

    curve: AteCurve

    @cached_property
    def tower(self) -> AteTower:
        """The curve as the algorithms see it."""
        return AteTower(self.curve)

    @property
    def name(self) -> str:
        """The curve's name, without that of the map."""
        return re.sub(r"[^a-z0-9]+", "-", short(self.curve).lower()).strip("-")

    @property
    def type(self) -> str:
        """The Rust type of the curve."""
        name = type_name(self.name)
        return name if name[:1].isalpha() else f"Curve{name}"

    @cached_property
    def p(self) -> int:
        """The characteristic."""
        return check_prime(self.curve.p, f"{self.name}: p")

    @cached_property
    def r(self) -> int:
        """The order of the groups."""
        return check_prime(self.curve.r, f"{self.name}: r")

    @property
    def k(self) -> int:
        """The embedding degree."""
        return self.curve.family.embedding_degree

    @property
    def d(self) -> int:
        """The degree of the twist."""
        return self.curve.family.twist_degree

    @property
    def field(self) -> Tower:
        """F_q."""
        return self.tower.field

    @cached_property
    def fields(self) -> list[Tower]:
        """F_p and the fields up to F_q."""
        found = [self.field]
        while found[0].steps:
            found.insert(0, found[0].below)
        return found

    # -- elements -------------------------------------------------------------------------------------------

    def element(self, field: Tower, value: Coordinates) -> Expression:
        """An element of one of the fields as a Rust constant."""
        if not field.steps:
            c = value[0] % self.p
            digits = 1 if c < 1 << 16 else len(f"{self.p:x}")
            return call("Fp::hex", hexadecimal(c, digits))
        below = field.below
        n = below.degree
        parts = [value[i : i + n] for i in range(0, len(value), n)]
        return call(f"{field_name(field)}::new", *(self.element(below, part) for part in parts))

    def fq(self, value: Coordinates) -> Expression:
        """An element of F_q."""
        return self.element(self.field, value)

    def small(self, value: Coordinates) -> tuple[int, ...]:
        """Coefficients around 0.

        Raises
        ------
        ValueError
            One does not fit in 32 bits.
        """
        found = tuple(min(c % self.p, c % self.p - self.p, key=abs) for c in value)
        if any(abs(c) >= _LARGEST for c in found):
            raise ValueError(f"{self.name}: the non-residues of the tower must have coefficients below 2^31")
        return found

    # -- exponents ------------------------------------------------------------------------------------------

    def exponent(self, n: int) -> Expression:
        """A public exponent, by the cheapest of the tables of odd digits."""
        digits, largest = odd_digits(abs(n))
        single = _windows(abs(n), 1)
        compressed = self.d == 6 and _compressed_cost(single) < _cost(digits, largest)
        if compressed:
            digits, largest = single, 1
        return structure(
            "Exponent",
            ("negative", "true" if n < 0 else "false"),
            ("largest", str(largest)),
            ("compressed", "true" if compressed else "false"),
            ("digits", _slice(digits)),
        )

    @cached_property
    def rows(self) -> list[list[tuple[int, int]]]:
        """Those of an expansion of the hard part, as squares and factors."""
        return [schedule(row) for row in self.expansion.rows]

    @cached_property
    def expansion(self) -> Any:
        """That of the hard part."""
        family = self.curve.family
        return expansion_of(family.name, self.curve.u % family.polynomials.residues[0])

    @property
    def _has_chain(self) -> bool:
        return self.curve.family in (BN, BLS12, BLS24, BLS48)

    def hard_part(self) -> Expression:
        """The constant for `final_exponentiation`."""
        u = self.curve.u
        if self.curve.family is BN:
            return call("HardPart::Bn", self.exponent(u))
        if self._has_chain:
            return structure(
                "HardPart::Bls",
                ("seed", self.exponent(u)),
                ("seed_less_one", self.exponent(u - 1)),
                ("third", self.exponent((u - 1) // 3)),
            )
        if self.curve.family is BW6:
            return self._cofactor_form()
        expansion = self.expansion
        return structure(
            "HardPart::Expansion",
            ("reduced", self.exponent((u - expansion.c) // expansion.m)),
            ("powers", str(expansion.n)),
            ("seed", self.exponent(u)),
            ("bases", str(max(map(len, expansion.rows)))),
            ("rows", _reference(_slice(row) for row in self.rows)),
        )

    def _cofactor_form(self) -> Expression:
        """Phi_6(p)/r = h (p + T - 1) + Phi_6(T)/r, p = h r + T (Hayashida et al., eprint 2020/875).

        In w = u - 1 the polynomials have smaller coefficients than in u; all but the first of h and c over 3.
        """
        u, family = self.curve.u, self.curve.family.polynomials
        r = family.r_polynomial
        h, t = divmod(family.p_polynomial, r)
        by_w = fmpq_poly([1, 1])
        cofactor, rest, trace = (part(by_w).coeffs() for part in (h, (t * t - t + 1) // r, t - 1))
        rows = [[int(3 * n if j else n) for j, n in enumerate(part)] for part in (cofactor, rest)]
        rows.append([int(n) for n in trace])
        cofactor_row, rest_row, trace_row = map(schedule, rows)
        return structure(
            "HardPart::Cofactor",
            ("third", self.exponent((u - 1) // 3)),
            ("step", self.exponent(u - 1)),
            ("bases", f"[{len(rows[0])}, {len(rows[2])}]"),
            ("cofactor", _slice(cofactor_row)),
            ("trace", _slice(trace_row)),
            ("rest", _slice(rest_row)),
        )

    def membership(self) -> Expression:
        """a^p = a^(trace - 1), where that is enough: all a of order Phi_k(p) have an order that divides
        p + 1 - trace then (Scott, eprint 2021/1130).
        """
        value = 0
        for c in reversed(fmpz_poly.cyclotomic(self.k).coeffs()):
            value = value * self.p + int(c)
        if gcd(value, self.p + 1 - self.curve.trace) == self.r:
            return call("Membership::Frobenius", self.exponent(self.curve.trace - 1))
        return call("Membership::Order", self.exponent(self.r))

    # -- the Frobenius map ----------------------------------------------------------------------------------

    def frobenius_of(self, step: Step, below: Tower) -> list[Coordinates]:
        """residue^((p^n - 1) / degree) for all n below the degree over F_p."""
        residue = below.flat.of(step.residue)
        degree = below.degree * step.degree
        return [below.flat.to(residue ** ((self.p**n - 1) // step.degree)) for n in range(1, degree)]

    @property
    def powers(self) -> list[int]:
        """The n of Frobenius maps of F_p^k."""
        e = self.field.degree
        if self.curve.family is BN:
            hard = {1, 2, 3}
        elif self._has_chain:
            hard = {n for n in (1, 2, 4, 8) if n <= e}
        else:
            hard = set(range(1, len(self.rows)))
        return sorted(hard | {1, e})

    @property
    def images(self) -> list[int]:
        """The n of images of Q."""
        added = [digit for _, digits in self.curve.loop for digit in digits]
        return sorted({n for n, _ in (*added, *self.curve.closing) if n})

    def image(self, n: int) -> tuple[Coordinates, Coordinates]:
        """What the coordinates of a point to the power p^n are multiplied with."""
        flat = self.field.flat
        two, three = (flat.to(1 / flat.of(self.tower.gamma(n)[j])) for j in (2, 3))
        return two, three

    # -- groups ---------------------------------------------------------------------------------------------

    @cached_property
    def psi(self) -> tuple[Coordinates, Coordinates]:
        """What psi multiplies x^p and y^p with, on the twist of the file."""
        flat, e = self.curve.tower.flat, self.field.degree
        w = flat.of(self.curve.w)
        turn = (w if self.curve.twist == "D" else 1 / w) ** (self.p - 1)
        two, three = (flat.to(turn**j) for j in (2, 3))
        assert not any(two[e:]) and not any(three[e:])
        return two[:e], three[:e]

    @cached_property
    def relation(self) -> tuple[int, ...] | None:
        """The family's vector, where it tells the subgroup.

        c_0 + c_1 psi + ... and the characteristic polynomial psi^2 - t psi + p take a point to O, so their
        resultant does; r alone is to divide it and the number of points.
        """
        vector = self.curve.family.vector(self.curve.u)
        norm = abs(int(fmpz_poly(list(vector)).resultant(fmpz_poly([self.p, -self.curve.trace, 1]))))
        return vector if gcd(norm, self.curve.cofactors["Q"] * self.r) == self.r else None

    def map_to(self, which: str) -> list[Coordinates] | None:
        """Z and c1 to c4 of the map of Shallue and van de Woestijne (RFC 9380, 6.6.1 and H.1)."""
        group, field = self.curve.groups[which], Tower(self.p) if which == "P" else self.field
        flat, e = field.flat, field.degree
        q = self.p**e
        steps = [flat.of(field.number(1))]
        steps += [flat.of(tuple(int(j == e - 1) for j in range(e)))] if e > 1 else []

        def is_square(x: Any) -> bool:
            return bool(x ** ((q - 1) // 2) == 1) or x == 0

        for first in steps:
            for n in range(min(_MOST_Z, self.p)):
                for z in (first + n, -(first + n)):
                    g, slope = z**3 + group.a * z + group.b, 3 * z**2 + 4 * group.a
                    half = -z / 2
                    if g == 0 or slope == 0 or not is_square(-slope / (4 * g)):
                        continue
                    if not is_square(g) and not is_square(half**3 + group.a * half + group.b):
                        continue
                    c3 = (-g * slope).sqrt()
                    c3 = -c3 if _sign(flat.to(c3)) else c3
                    return [flat.to(c) for c in (z, g, half, c3, -4 * g / slope)]
        return None

    # -- the text -------------------------------------------------------------------------------------------

    @property
    def coefficient(self) -> Coordinates:
        """3 b xi, or a xi."""
        factor = 3 * self.curve.b if self.d == 6 else self.curve.a
        return tuple(factor * c % self.p for c in self.tower.rules.xi)

    def times_coefficient(self) -> str:
        """The body of the function."""
        found = tuple(min(c, c - self.p, key=abs) for c in self.coefficient)
        cost = sum(abs(c).bit_length() + abs(c).bit_count() for c in found if c)
        if cost <= _CHEAP:
            return f"        a.times_small(&[{', '.join(map(str, found))}])\n"
        lines = constant(f"const COEFFICIENT: {self.q_type}", self.fq(self.coefficient), 8)
        return f"{lines}        a.mul(&COEFFICIENT)\n"

    @property
    def q_type(self) -> str:
        """The name of F_q."""
        return field_name(self.field)

    @cached_property
    def generators(self) -> tuple[tuple[Coordinates, Coordinates], tuple[Coordinates, Coordinates]]:
        """Of G1 and G2: those of the file, or the cofactor times the points of least abscissa."""
        return self._generator("P"), self._generator("Q")

    def _generator(self, which: str) -> tuple[Coordinates, Coordinates]:
        field = Tower(self.p) if which == "P" else self.field
        given = self.curve.generators
        if given is not None and which == "P":
            return (given.g1[0] % self.p,), (given.g1[1] % self.p,)
        first: Iterable[Coordinates] = ((n, *(0,) * (field.degree - 1)) for n in range(self.p))
        if given is not None and given.g2 is not None:
            if not isinstance(given.g2, FirstPoint):
                x, y = (tuple(c % self.p for c in part) for part in given.g2)
                return x, y
            first = [given.g2.x]
        elif field.degree > 1:
            first = ((n, 1, *(0,) * (field.degree - 2)) for n in range(self.p))
        group, cofactor = self.curve.groups[which], self.curve.cofactors[which]
        for x in first:
            at = field.flat.of(x)
            try:
                y = (at * at * at + group.a * at + group.b).sqrt()
            except (ValueError, DomainError):
                continue
            if field.flat.to(y)[0] % 2:
                y = -y
            found = group.multiply(cofactor, (at, y))
            if found is not None:
                return field.flat.to(found[0]), field.flat.to(found[1])
        raise ValueError(f"{self.name}: no generator of the group of {which}")


def _sign(a: Coordinates) -> int:
    """sgn0 of RFC 9380, section 4.1."""
    return next((c for c in a if c), 0) % 2


def field_name(field: Tower) -> str:
    """The Rust type of a field: `Fp`, `Fp2`, ..."""
    return f"Fp{field.degree}" if field.steps else "Fp"


def _step_name(step: Step) -> str:
    return f"Step{step.name.upper()}"


def _reference(items: Iterable[Expression]) -> Group:
    return Group("&[", tuple(items), "]")


def _slice(pairs: Sequence[tuple[int, int]]) -> Group:
    return _reference(f"({a}, {b})" for a, b in pairs)


def odd_digits(n: int) -> tuple[list[tuple[int, int]], int]:
    """Squares and odd digits of n, and the largest digit."""
    if n == 0:
        return [], 1
    found = []
    for table in _TABLES:
        digits = _windows(n, table[-1])
        found.append((digits, max(abs(digit) for _, digit in digits)))
    return min(found, key=lambda row: _cost(*row))


def _cost(digits: Sequence[tuple[int, int]], largest: int) -> float:
    """Of a power with a table of odd powers."""
    made = sum(_SQUARE * run + _PRODUCT * (digit != 0) for run, digit in digits)
    return made + (_SQUARE + _PRODUCT * (largest // 2) if largest > 1 else 0)


def _compressed_cost(digits: Sequence[tuple[int, int]]) -> float:
    """Of a power by compressed squares."""
    return _INVERSION + sum(
        _COMPRESSED * run + (_PRODUCT + _RESTORED) * (digit != 0) for run, digit in digits
    )


def _windows(n: int, largest: int) -> list[tuple[int, int]]:
    """Signed odd digits up to the largest, from the highest on: the non-adjacent form of that width."""
    width = largest.bit_length()
    places: list[tuple[int, int]] = []
    place = 0
    while n:
        if n % 2:
            modulus = 2 ** (width + 1)
            digit = n % modulus
            if digit > modulus // 2:
                digit -= modulus
            n -= digit
            places.append((place, digit))
        n, place = n // 2, place + 1
    found, before = [], places[-1][0]
    for at, digit in reversed(places):
        found.append((before - at, digit))
        before = at
    if before:
        found.append((before, 0))
    return found


def schedule(row: Sequence[int]) -> list[tuple[int, int]]:
    """A product of powers of bases that share the squares: squares, and places of bases counted from 1."""
    places: dict[int, list[int]] = {}
    for base, n in enumerate(row, 1):
        if not n:
            continue
        at = 0
        digits = []
        for run, digit in reversed(_windows(abs(n), 1)):
            if digit:
                digits.append((at, digit))
            at += run
        for place, digit in digits:
            places.setdefault(place, []).append(base if (digit > 0) == (n > 0) else -base)
    if not places:
        return []
    found, before = [], max(places)
    for place in sorted(places, reverse=True):
        for i, base in enumerate(places[place]):
            found.append((before - place if i == 0 else 0, base))
        before = place
    if before:
        found.append((before, 0))
    return found


@cache
def curve_file(
    constants: FamilyConstants,
    families: str = "crate",
    prime: str = "pairforge_prime",
    interface: str = "pairforge_interface",
    table: bool = True,
) -> str:
    """`curves/<name>.rs`: fields, steps, and the constants of the pairing and its groups.

    The other arguments: the Rust paths of the crates, and whether there is a table of securities.
    """
    c = constants
    curve = c.curve
    title = f"{curve.family.name}, k = {c.k}: {curve.equation}, u = {curve.u:#x}. {curve.source}."
    text = HEADER + documentation(title, mark="//!")
    twist = "SexticTwist" if c.d == 6 else "QuarticTwist"
    half = "Cubic" if c.d == 6 else "Quadratic"
    kinds = {half} | {("Quadratic", "Cubic")[step.degree - 2] for step in c.field.steps}
    security = security_expression(curve.security, table=table)
    uses = [
        f"{families}::curve::{{Curve, Exponent, HardPart, Membership}}",
        f"{families}::groups::{{Integer, PairingGroups}}",
        f"{families}::map_to_curve::Map",
        f"{families}::tower::{{{', '.join(sorted(kinds | {'Field', 'Step'}))}}}",
        f"{families}::twist::{twist}",
        *([f"{interface}::security"] if isinstance(security, str) else []),
        f"{prime}::{{PrimeParams, parse_hex}}",
    ]
    text += "\n" + "".join(f"use {path};\n" for path in uses)
    text += _prime_field(f"{c.name} p", "Base", c.p, "Fp", prime)
    text += _prime_field(f"{c.name} r", "Scalars", c.r, "Fr", prime)
    for below, field in zip(c.fields, c.fields[1:], strict=False):
        text += _step(c, field, below)
    text += _xi(c, half)
    text += (
        "\n"
        + documentation(f"The curve of `{curve.name}`.")
        + "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n"
        + f"pub enum {c.type} {{}}\n\n"
        + f"impl Curve for {c.type} {{\n    type Fp = Fp;\n    type Fq = {c.q_type};\n    type Half = Half;\n"
        + f"    type Twist = {twist};\n\n"
    )
    (g1, g2), one = c.generators, Tower(c.p)
    scale = c.tower.scale
    leaving = []
    for place, value in c.tower.leaving:
        flat = c.field.flat
        inverse = flat.to(1 / flat.of(value))
        leaving.append(_tuple(str(place), c.fq(value), c.fq(inverse)))
    rows = [
        ("NAME: &'static str", text_literal(curve.name)),
        ("SECURITY: (u32, &'static str)", security),
        ("ORDER: &'static [u64]", "&Scalars::MODULUS"),
        ("G1: (Self::Fp, Self::Fp)", pair(c.element(one, g1[0]), c.element(one, g1[1]))),
        ("G2: (Self::Fq, Self::Fq)", pair(c.fq(g2[0]), c.fq(g2[1]))),
        ("LOOP: &'static [(u32, &'static [(usize, bool)])]", _loop(curve)),
        ("LOOP_IS_NEGATIVE: bool", "true" if curve.loop_count < 0 else "false"),
        ("CLOSING: &'static [(usize, bool)]", _reference(_added(n, sign) for n, sign in curve.closing)),
        (
            "IMAGES: &'static [(usize, [Self::Fq; 2])]",
            _reference(pair(str(n), array(map(c.fq, c.image(n)))) for n in c.images),
        ),
        (
            "POWERS_OF_W: &'static [(usize, &'static [Self::Fq])]",
            _reference(pair(str(n), _reference(map(c.fq, c.tower.gamma(n)[1:]))) for n in c.powers),
        ),
        ("ENTER: [Self::Fq; 2]", array([c.fq(scale[2]), c.fq(scale[3])])),
        ("LEAVE: &'static [(usize, Self::Fq, Self::Fq)]", _reference(leaving)),
        ("HARD_PART: HardPart", c.hard_part()),
        ("MEMBERSHIP: Membership", c.membership()),
    ]
    text += "".join(constant(f"const {declaration}", value, 4) for declaration, value in rows)
    text += (
        f"\n    fn times_coefficient(a: &{c.q_type}) -> {c.q_type} {{\n{c.times_coefficient()}    }}\n}}\n"
    )
    return text + _groups(c)


def _prime_field(name: str, params: str, modulus: int, element: str, prime: str) -> str:
    """A prime field: its parameters and the type of its elements."""
    count, letter = limb_count(modulus), element[-1]
    return (
        "\n"
        + documentation(f"Parameters of F_{letter}.")
        + f"#[derive(Clone, Copy, Debug)]\npub enum {params} {{}}\n\n"
        + f"impl PrimeParams<{count}> for {params} {{\n"
        + f'    const NAME: &\'static str = "{name}";\n'
        + constant(f"const MODULUS: [u64; {count}]", limbs(modulus, count), 4)
        + "}\n\n"
        + documentation(f"F_{letter}.")
        + f"pub type {element} = {prime}::Fp<{params}, {count}>;\n"
    )


def _groups(c: FamilyConstants) -> str:
    curve, one, group = c.curve, Tower(c.p), c.curve.groups["Q"]
    flat = c.field.flat
    relation: Expression = "None"
    if c.relation is not None:
        relation = call(
            "Some",
            _reference(pair("true" if n < 0 else "false", _limbs(abs(n))) for n in c.relation),
        )
    rows = [
        ("COEFFICIENTS: [Fp; 2]", array([c.element(one, (curve.a,)), c.element(one, (curve.b,))])),
        (f"TWIST_COEFFICIENTS: [{c.q_type}; 2]", array([c.fq(flat.to(group.a)), c.fq(flat.to(group.b))])),
        ("COFACTOR: &'static [u64]", _limbs(curve.cofactors["P"])),
        ("TWIST_COFACTOR: &'static [u64]", _limbs(curve.cofactors["Q"])),
        (f"PSI: [{c.q_type}; 2]", array(map(c.fq, c.psi))),
        ("TWIST_RELATION: Option<&'static [Integer]>", relation),
        ("MAP: Option<Map<Fp>>", _map(c, one, c.map_to("P"))),
        (f"TWIST_MAP: Option<Map<{c.q_type}>>", _map(c, c.field, c.map_to("Q"))),
    ]
    constants = "".join(constant(f"const {declaration}", value, 4) for declaration, value in rows)
    return f"\nimpl PairingGroups for {c.type} {{\n    type Fr = Fr;\n\n{constants}}}\n"


def _map(c: FamilyConstants, field: Tower, found: list[Coordinates] | None) -> Expression:
    if found is None:
        return "None"
    names = ("z", "c1", "c2", "c3", "c4")
    fields = [(name, c.element(field, value)) for name, value in zip(names, found, strict=True)]
    return call("Some", structure("Map", *fields))


def _limbs(n: int) -> Expression:
    count = max(limb_count(n), 1)
    return _borrowed(limbs(n, count), count)


def _tuple(*items: Expression) -> Expression:
    return Group("(", items, ")")


def _borrowed(value: Group, count: int) -> Expression:
    return Group(f"&parse_hex::<{count}>(", value.items, ")")


def _added(n: int, sign: int) -> str:
    return f"({n}, {'true' if sign < 0 else 'false'})"


def _loop(curve: AteCurve) -> Expression:
    return _reference(
        pair(str(run), _reference(_added(n, sign) for n, sign in digits)) for run, digits in curve.loop
    )


def _step(c: FamilyConstants, field: Tower, below: Tower) -> str:
    step = field.steps[-1]
    name, kind = _step_name(step), ("Quadratic", "Cubic")[step.degree - 2]
    residue = ", ".join(map(str, c.small(step.residue)))
    factors = _reference(c.element(below, value) for value in c.frobenius_of(step, below))
    return (
        "\n"
        + documentation(f"{step.name}^{step.degree} = {below.text(step.residue)}.")
        + f"#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum {name} {{}}\n\n"
        + f"impl Step<{field_name(below)}> for {name} {{\n"
        + f"    const RESIDUE: &'static [i32] = &[{residue}];\n"
        + constant(f"const FROBENIUS: &'static [{field_name(below)}]", factors, 4)
        + "}\n\n"
        + documentation(f"F_p^{field.degree}.")
        + f"pub type {field_name(field)} = {kind}<{field_name(below)}, {name}>;\n"
    )


def _xi(c: FamilyConstants, half: str) -> str:
    xi = c.tower.rules.xi
    return (
        "\n"
        + documentation(f"w^{c.d} = {c.field.text(tuple(z % c.p for z in xi))}, as the algorithms have it.")
        + "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Xi {}\n\n"
        + f"impl Step<{c.q_type}> for Xi {{\n"
        + f"    const RESIDUE: &'static [i32] = &[{', '.join(map(str, xi))}];\n"
        + f"    const FROBENIUS: &'static [{c.q_type}] = &[];\n}}\n\n"
        + documentation("The field of w^2.")
        + f"pub type Half = {half}<{c.q_type}, Xi>;\n"
    )


def curves_module(rows: Sequence[FamilyConstants]) -> str:
    """`mod.rs`: the modules and the types of the curves."""
    modules = "".join(f"pub mod {module};\n" for module in sorted(map(module_of, rows)))
    uses = sorted((module_of(row), row.type) for row in rows)
    return (
        f"{HEADER}//! The curves, a module each: F_p, the steps of the tower, the constants.\n\n"
        f"{modules}\n" + "".join(f"pub use {module}::{name};\n" for module, name in uses)
    )


def module_of(constants: FamilyConstants) -> str:
    """The module of a curve."""
    name = module_name(constants.name)
    return name if name[:1].isalpha() else f"curve_{name}"
