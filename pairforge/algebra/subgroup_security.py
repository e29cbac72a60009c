"""Subgroup security of pairing-friendly curves: small factors of the cofactors of G1, G2 and GT.

Barreto, Costello, Misoczki, Naehrig, Pereira, Zanon: Subgroup security in pairing-based cryptography,
LATINCRYPT 2015 (eprint 2015/247), definition 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from flint import fmpq_poly, fmpz, fmpz_poly

from pairforge.algebra.pairing_families import PairingFamily
from pairforge.algebra.seed_search import admissible

TRIAL_BITS = 20
ECM_BITS = 40
ECM_SIZE = 2048

TESTED = (
    "tested are the values of those irreducible factors of the cofactor polynomials of G1, G2 and GT that "
    "have r's degree or more, without primes that divide them for every seed; by trial division by primes "
    f"below 2^{TRIAL_BITS}, a test of primality, and for composites of up to {ECM_SIZE} bits elliptic curves "
    f"for factors of some {ECM_BITS} bits"
)
"""What the answers of `subgroup_security` rest on."""

_FORCED = 500
"""Primes below this are looked at as factors that every seed has."""


class Answer(Enum):
    """Whether a prime factor below r was found."""

    YES = "yes"
    """Secure: all values that are tested are primes (by a probabilistic test)."""
    NOT_FOUND = "no factor found"
    """Some are composite, and no factor was found."""
    NO = "no"
    """A prime factor was found."""


@dataclass(frozen=True)
class SubgroupSecurity:
    """The answer for each group."""

    g1: Answer
    g2: Answer
    gt: Answer

    @property
    def whole(self) -> Answer:
        """The worst of the three."""
        return next(a for a in (Answer.NO, Answer.NOT_FOUND, Answer.YES) if a in (self.g1, self.g2, self.gt))


def subgroup_security(family: PairingFamily, u: int) -> SubgroupSecurity:
    """The answers for a seed that gives primes p and r, by what `TESTED` says."""
    r = family.r(u)
    assert r is not None
    return SubgroupSecurity(*(_answer(factors, u, r) for factors in _tested_factors(family)))


def cofactors(family: PairingFamily) -> tuple[fmpq_poly, fmpq_poly, fmpq_poly]:
    """As polynomials in the seed: (p + 1 - trace)/r of G1, that of the twist of G2, Phi_k(p)/r of GT."""
    p, r = family.p_polynomial, family.r_polynomial
    roots_of_unity = fmpq_poly(fmpz_poly.cyclotomic(family.embedding_degree))
    return (p + 1 - family.trace_polynomial) // r, _twist_order(family) // r, roots_of_unity(p) // r


def _twist_order(family: PairingFamily) -> fmpq_poly:
    """Of the twist of degree d = 6 or 4 over F_q, q = p^(k/d), that r divides.

    With the trace t_q and 4 q - t_q^2 = D y^2 the traces of the twists are (+-3 y +- t_q)/2 for d = 6 and +-y
    for d = 4 (Hess, Smart, Vercauteren, IEEE Transactions on Information Theory 52, 2006).
    """
    p, trace = family.p_polynomial, family.trace_polynomial
    assert family.discriminant is not None
    sextic = family.discriminant == 3
    e = family.embedding_degree // (6 if sextic else 4)
    y = ((4 * p - trace * trace) / family.discriminant).sqrt()
    # Both obey the recurrence of the powers of Frobenius.
    t = _recurrence(fmpq_poly([2]), trace, family, e)
    y = _recurrence(fmpq_poly([0]), y, family, e)
    traces = [(3 * y + t) / 2, (3 * y - t) / 2] if sextic else [y]
    orders = [p**e + 1 - sign * trace for trace in traces for sign in (1, -1)]
    (order,) = (order for order in orders if not (order % family.r_polynomial).coeffs())
    return order


def _recurrence(before: fmpq_poly, now: fmpq_poly, family: PairingFamily, e: int) -> fmpq_poly:
    """s_e of s_0, s_1, s_(n + 1) = trace s_n - p s_(n - 1)."""
    for _ in range(e - 1):
        before, now = now, family.trace_polynomial * now - family.p_polynomial * before
    return now


@cache
def _tested_factors(family: PairingFamily) -> tuple[tuple[tuple[fmpz_poly, fmpz], ...], ...]:
    """For each group: the factors, with the product of the primes that divide their values for every seed."""
    degree = family.r_polynomial.degree()

    def tested(cofactor: fmpq_poly) -> Iterator[tuple[fmpz_poly, fmpz]]:
        for factor, _ in cofactor.numer().factor()[1]:
            if factor.degree() >= degree:
                forced = fmpz(1)
                for n in range(2, _FORCED):
                    if fmpz(n).is_prime() and all(int(factor(c)) % n == 0 for c in admissible(family, n)):
                        forced *= n
                yield factor, forced

    return tuple(tuple(tested(cofactor)) for cofactor in cofactors(family))


@cache
def _small_primes() -> fmpz:
    return fmpz.primorial_ui(fmpz(1 << TRIAL_BITS))


def _answer(factors: tuple[tuple[fmpz_poly, fmpz], ...], u: int, r: int) -> Answer:
    values = []
    for factor, forced in factors:
        value = abs(factor(u))
        while (common := value.gcd(forced)) > 1:
            value //= common
        values.append(value)
    if any(value < r or (_small_primes() % value).gcd(value) > 1 for value in values):
        return Answer.NO
    composites = [value for value in values if not value.is_probable_prime()]
    if any(_has_factor(value) for value in composites if int(value).bit_length() <= ECM_SIZE):
        return Answer.NO
    return Answer.NOT_FOUND if composites else Answer.YES


def _has_factor(composite: fmpz) -> bool:
    return len(composite.factor_smooth(bits=ECM_BITS, proved=0)) > 1
