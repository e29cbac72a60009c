"""Curves of the families with an optimal ate pairing from the keys of a file: read, completed, checked.

Only the family and the seed have to be there. What a file leaves out is found: the coefficient, the tower,
the type of the twist.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from flint import fmpz, fmpz_poly

from pairforge.algebra.curve_coefficient import curve_coefficients
from pairforge.algebra.security_estimate import ESTIMATE, estimated_bits
from pairforge.algebra.tower import Coordinates, Tower
from pairforge.catalog.security import Security
from pairforge.errors import UserError
from pairforge.pairings.families.base import Listing
from pairforge.pairings.families.optimal_ate import AteCurve, AteFamily, FirstPoint, Generators
from pairforge.table import Table

_POINTS = 4
"""That many points of the curve are sent to O by p + 1 - trace; over small fields all."""
_SMALL = 4096
_TOP = {6: (("v", 3), ("w", 2)), 4: (("v", 2), ("w", 2)), 3: (("w", 3),), 2: (("w", 2),)}
"""The last steps of a tower, by the degree of the twist."""
_NAMES = "ijk"
_RESIDUES = 128
"""Non-residues of a tower have coefficients below this."""


def read_ate_curve(
    family: AteFamily, t: Table, name: str, source: str, security: Security | None, listing: Listing
) -> AteCurve:
    """`u` (or `p`, `r`, `trace`), `b` (or `a`), `tower`, `twist`, `untwist`, and a table of `generators`.

    Raises
    ------
    UserError
        A key is wrong, or p or r no prime.
    """

    u = t.number("u") if t.has("u") else _seed(family, t)
    given = [key for key in family.coefficients if t.has(key)]
    coefficients = {key: t.number(key) for key in given}
    equations = t.texts("tower", ())
    twist = t.text("twist", choices=("D", "M")) if t.has("twist") else ""
    curve = AteCurve(
        name,
        family,
        u,
        coefficients.get("a", 0),
        coefficients.get("b", 0),
        equations,
        twist,
        source,
        security or _UNKNOWN,
        listing,
        _generators(t),
        t.text("untwist", ""),
    )
    modulus, classes = family.polynomials.residues
    if u % modulus not in classes:
        these = " or ".join(map(str, classes))
        raise t.fail("u", f"must be {these} modulo {modulus} for a {family.name} curve, not {u % modulus}")
    if u < 0 and family.embedding_degree % 2:
        raise t.fail(
            "u", f"must be positive for a {family.name} curve: there is no loop for a negative count"
        )
    for what, number in (("p", curve.p), ("r", curve.r)):
        if number < 3 or not fmpz(number).is_probable_prime():
            raise t.fail("u", f"gives {what} = {number}, which is no prime, for a {family.name} curve")
    if security is None:
        curve = replace(curve, security=_estimate(curve))
    if len(given) < len(family.coefficients):
        curve = _with_coefficient(curve, given, t)
    elif (4 * curve.a**3 + 27 * curve.b**2) % curve.p == 0:
        wrong = "is 0 modulo p" if len(given) == 1 else "makes 4 a^3 + 27 b^2 a multiple of p"
        raise t.fail(given[-1], f"{wrong}; the curve is singular")
    if not equations:
        curve = replace(curve, equations=_tower_of(curve, t))
    if not twist:
        _check_order(curve, t.fail)
        _check_tower(curve, t.fail)
        curve = _with_twist(curve, t)
    return curve


_UNKNOWN = Security(None, "not assessed")


def _estimate(curve: AteCurve) -> Security:
    bits = estimated_bits(curve.p, curve.family.embedding_degree, curve.r)
    return Security(bits, f"about {bits} bits by an {ESTIMATE}; nothing published")


def _seed(family: AteFamily, t: Table) -> int:
    """The u with this p, r and trace."""
    if not t.has("p"):
        raise t.fail("u", "missing; give the seed, or p, r and trace")
    p, r, trace = map(t.number, ("p", "r", "trace"))
    polynomials = family.polynomials
    numerators, denominator = polynomials.trace_over
    least, *others = numerators
    for u, _ in fmpz_poly([least - denominator * trace, *others]).roots():
        if (polynomials.p(int(u)), polynomials.r(int(u))) == (p, r):
            return int(u)
    raise t.fail("p", f"no seed of the family {family.name} gives this p with this r and trace")


def check(curve: AteCurve, file: str) -> None:
    """Everything about the curve that can be wrong, each with one line.

    Raises
    ------
    UserError
        It is wrong; the message has the file, the key, and what would be right.
    """
    family = curve.family

    def fail(key: str, message: str) -> UserError:
        return UserError(f"{file}: {key}: {message}")

    _check_order(curve, fail)
    _check_tower(curve, fail)
    try:
        cofactors = curve.cofactors
    except ValueError:
        other = "D" if curve.twist == "M" else "M"
        raise fail(
            "twist",
            f"r does not divide the order of the twist of type {curve.twist}; type {other} would be right",
        ) from None
    assert cofactors["P"] * curve.r == family.order(curve)
    _check_generators(curve, fail)


def _check_order(curve: AteCurve, fail: Callable[[str, str], UserError]) -> None:
    if not _has_its_order(curve):
        key = "b" if curve.b else "a"
        raise fail(key, f"{curve.equation} has not p + 1 - {curve.trace} points over F_p")


def _check_tower(curve: AteCurve, fail: Callable[[str, str], UserError]) -> None:
    """The fields up to F_p^k, and w."""
    family = curve.family
    try:
        tower = curve.tower
    except ValueError as error:
        raise fail("tower", str(error)) from None
    if tower.degree != family.embedding_degree:
        raise fail(
            "tower",
            f"ends at the degree {tower.degree}; a {family.name} curve has the embedding degree "
            f"{family.embedding_degree}",
        )
    if tower.part(family.twist_field_degree) is None:
        raise fail(
            "tower", f"has no field of degree {family.twist_field_degree} over F_p, which the twist needs"
        )
    d = family.twist_degree
    try:
        full = tower.power(curve.w, d)
    except ValueError as error:
        raise fail("untwist", str(error)) from None
    if any(full[family.twist_field_degree :]):
        power = {2: "square", 3: "cube"}.get(d, f"{d}th power")
        raise fail("untwist", f"the {power} of it must be in {curve.twist_field.name}")
    delta = curve.twist_field.flat.of(curve.delta)
    q = curve.p**family.twist_field_degree
    for n in _primes(d):
        if delta ** ((q - 1) // n) == 1:
            power = "square" if n == 2 else "cube"
            raise fail(
                "untwist",
                f"w^{d} = {curve.twist_field.text(curve.delta)} is a {power} in {curve.twist_field.name}",
            )


def _check_generators(curve: AteCurve, fail: Callable[[str, str], UserError]) -> None:

    if curve.generators is None:
        return
    groups: dict[str, tuple[str, tuple[Any, Any]]] = {"g1": ("P", curve.generators.g1)}
    if curve.generators.g2 is not None and not isinstance(curve.generators.g2, FirstPoint):
        groups["g2"] = ("Q", curve.generators.g2)
    for key, (which, (x, y)) in groups.items():
        tower = Tower(curve.p) if which == "P" else curve.twist_field
        given = [(c,) if isinstance(c, int) else c for c in (x, y)]
        if any(len(c) != tower.degree or not all(abs(n) < curve.p for n in c) for c in given):
            raise fail(
                f"generators.{key}",
                f"coordinates have {tower.degree} number{'s' * (tower.degree > 1)} below p each",
            )
        point = tuple(map(tower.flat.of, given))
        group = curve.groups[which]
        if not group.contains(point):
            equation = curve.equation if which == "P" else curve.twist_equation
            raise fail(f"generators.{key}", f"is not on {equation}")
        if group.multiply(curve.r, point) is not None:
            raise fail(f"generators.{key}", "is not of order r")


def _has_its_order(curve: AteCurve) -> bool:
    """Whether p + 1 - trace sends points of the curve to O; over small fields, all."""
    group, order = curve.base, curve.family.order(curve)
    if curve.p > _SMALL:
        points = (curve.random_point("P", Random(seed)) for seed in range(_POINTS))
        return all(group.multiply(order, point) is None for point in points)
    squares: dict[int, int] = {}
    for y in range(curve.p):
        squares[y * y % curve.p] = squares.get(y * y % curve.p, 0) + 1
    values = ((x**3 + curve.a * x + curve.b) % curve.p for x in range(curve.p))
    return 1 + sum(squares.get(value, 0) for value in values) == order


def _primes(d: int) -> tuple[int, ...]:
    """Those that divide the degree of a twist."""
    return tuple(n for n in (2, 3) if d % n == 0)


def _with_coefficient(curve: AteCurve, given: Collection[str], t: Table) -> AteCurve:
    """With the least coefficient for which the curve has its order."""
    key, *others = curve.family.coefficients
    if others:
        missing = next(name for name in (key, *others) if name not in given)
        raise t.fail(
            missing, f"missing; each {curve.family.name} curve has its own discriminant, give a and b"
        )
    for value in curve_coefficients(curve.family.polynomials, curve.u):
        found = replace(curve, a=value) if key == "a" else replace(curve, b=value)
        if _has_its_order(found):
            return found
    raise t.fail(key, f"no small one gives a curve with p + 1 - {curve.trace} points")


def _small_elements(tower: Tower) -> Iterator[Coordinates]:
    """Elements with small coefficients, those with fewest and smallest first: the last generator of the
    tower before others.
    """

    def weight(z: Coordinates) -> tuple[int, ...]:
        used = [n for n, c in enumerate(z) if c]
        return len(used), sum(map(abs, z)), -max(used), *(c < 0 for c in z)

    size = _RESIDUES if tower.degree == 1 else 3
    values = [z for z in product(range(-size, size + 1), repeat=min(tower.degree, 2)) if any(z)]
    if tower.degree <= 2:
        found = values
    else:  # those with coefficients at 1 and at the last generator
        place = tower.generator(tower.names[-1]).index(1)
        found = [tuple({0: z[0], place: z[1]}.get(n, 0) for n in range(tower.degree)) for z in values]
    return iter(sorted(found, key=weight))


def _tower_of(curve: AteCurve, t: Table) -> tuple[str, ...]:
    """The equations of a tower with small non-residues."""
    family, tower = curve.family, Tower(curve.p)
    equations: list[str] = []
    below = {1: (), 2: (2,), 3: (3,), 4: (2, 2), 8: (2, 2, 2)}[family.twist_field_degree]
    for name, degree in zip(_NAMES, below, strict=False):
        for z in _small_elements(tower):
            residue = tuple(c % curve.p for c in z)
            if tower.irreducible(degree, residue):
                equations.append(f"{name}^{degree} = {tower.text(residue)}")
                tower = Tower.of(curve.p, equations)
                break
        else:
            raise t.fail(
                "u", f"gives p = {curve.p % degree} modulo {degree}; a step of degree {degree} needs 1"
            )
    for z in _small_elements(tower):
        residue = tuple(c % curve.p for c in z)
        if all(tower.irreducible(n, residue) for n in _primes(family.twist_degree)):
            root = tower.text(residue)
            for name, degree in _TOP[family.twist_degree]:
                equations.append(f"{name}^{degree} = {root}")
                root = name
            return tuple(equations)
    raise t.fail("tower", f"missing; no element of {tower.name} with small coefficients has a root above it")


def _with_twist(curve: AteCurve, t: Table) -> AteCurve:
    for twist in ("D", "M"):
        found = replace(curve, twist=twist)
        try:
            if found.cofactors:
                return found
        except ValueError:
            continue
    raise t.fail("twist", "r divides the order of no twist of the full degree")


def _generators(t: Table) -> Generators | None:
    """The table `generators`: `source`, `g1.x`, `g1.y`, `g2.x`, `g2.y`, those of g2 lists of coefficients;
    g2 without y follows from x.
    """

    if not t.is_table("generators"):
        return None
    own = t.table("generators")
    source, g1 = own.text("source"), own.table("g1")
    tables = [g1, own]
    g2: tuple[Coordinates, Coordinates] | FirstPoint | None = None
    if own.has("g2"):
        given = own.table("g2")
        x = given.numbers("x")
        g2 = (x, given.numbers("y")) if given.has("y") else FirstPoint(x)
        tables.append(given)
    found = Generators((g1.number("x"), g1.number("y")), g2, source)
    for table in tables:
        table.close()
    return found
