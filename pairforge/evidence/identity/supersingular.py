"""Pairings on supersingular curves over F_2^m and F_3^m by their definition.

The algorithms use two things of F_q, q = p^m: x^p is a Frobenius map, and the m-th power of that map leaves
all as it is. Over a larger field K the first is true, the second is not. There they compute what is written
here, with a conjugation that leaves K alone in the place of the q-th power. Points have coordinates in K.

With T = p^((m+1)/2) and N = q + 1 + nu T the order, f_{T+nu,A} is f_{T,A} times the line through T A and
nu A, but for lines that the exponent eliminates. In the place of A that line has in the algorithms the
conjugate of A, whose coordinates are q-th powers of those of A: over F_q it is A.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from math import ceil, floor, log2
from random import Random
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx, fq_default_ctx

from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.curve import BinaryCurve
from pairforge.algebra.ternary_field import TernaryField
from pairforge.algebra.weierstrass import Affine, Curve, Point
from pairforge.errors import CheckError
from pairforge.evidence.identity.defined import ROOM, Defined, DegreeError, Term, Values, degree_of_function
from pairforge.evidence.identity.degree import Degree, Degrees, together
from pairforge.evidence.identity.enlarged import Enlarged, EnlargedElement
from pairforge.evidence.identity.powers import PowerField
from pairforge.pairings.computation import Algorithm, Computation
from pairforge.pairings.supersingular_binary import BinaryPairing, TateBinaryPairing
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing

_LOOP_OF_Q = "algorithm-1"
"""The algorithm of Shu, Kwon and Gaj the function of which is f_{q,P}."""

_CONTINUANT = "continuant"
"""In characteristic three, the loop that has a root of the y of Q in the place of a power of it."""

_BINARY: Mapping[int, int] = {233: 74, 313: 79, 457: 16, 607: 105, 865: 1, 1279: 216, 2281: 715}
"""Degrees n and k for which x^n + x^k + 1 is irreducible over F_2."""

_TERNARY: Mapping[int, tuple[int, int]] = {
    251: (9, -1), 353: (142, 1), 457: (67, -1), 617: (88, 1), 1001: (46, 1)
}  # fmt: skip
"""Degrees n, and k and a for which x^n + a x^k - 1 is irreducible over F_3."""


class Supersingular(Defined):
    """What they have in common.

    `final`: whether algorithms are final exponentiations. In these, powers and roots that are the same over
    F_q are taken as one.
    """

    dimension = 2
    moved = True
    """Whether P is the conjugate of the base point, or that point itself."""

    def __init__(self, p: int, m: int, nu: int, *, final: bool) -> None:
        self.characteristic, self.m, self.nu, self._final = p, m, nu, final
        self.half = (m + 1) // 2
        T = self.T
        self.function_degree = degree_of_function((T, T))  # of the line at most what another f_{T,A} has

    @property
    def q(self) -> int:
        """p^m."""
        return int(self.characteristic**self.m)

    @property
    def T(self) -> int:
        """p^((m+1)/2)."""
        return int(self.characteristic**self.half)

    @property
    def hard_exponent(self) -> int:
        """Phi_k(q)/N = q + 1 - nu T."""
        return self.q + 1 - self.nu * self.T

    @property
    def hard(self) -> Sequence[Term]:
        """The T-th power as the root that it is, behind a conjugation."""
        return Term(1, 1), Term(1), Term(-self.nu, 1, self.half - self.m)

    def degree_of_loop(self, algorithm: Algorithm) -> Degree:
        """In the coordinates of the base point and of Q."""
        k = Degrees(self.characteristic, 1, powers=True)
        P = [k.variable(self.q, -self.m) if self.moved else k.variable() for _ in range(2)]
        return self._degree(k, algorithm, [*P, k.variable(), k.variable()])

    def degree_of_final(self, algorithm: Algorithm) -> Degree:
        """In all coefficients."""
        k = Degrees(self.characteristic, 1, powers=True)
        return self._degree(k, algorithm, [k.variable() for _ in range(self.embedding_degree)])

    def _degree(self, k: Degrees, algorithm: Algorithm, inputs: Sequence[Degree]) -> Degree:
        field = self.arithmetic(k, k.inverse)
        return together([x.value for x in algorithm(field, *map(field.of, inputs))])

    def arithmetic(self, k: Any, inverse: Any) -> PowerField:
        """That of `k`, which knows inversions."""
        return PowerField(k, self.m, inverse, near=self._final)

    @abstractmethod
    def function(self, values: SupersingularValues, base: Affine, Q: Affine) -> EnlargedElement:
        """The function at psi(Q), with coordinates of the base point in K."""


class SupersingularValues(Values):
    """Values over K.

    Attributes
    ----------
    k: for algorithms.
    larger: F_q^k with coefficients from K.
    curve: the group law over K.
    """

    larger: Enlarged
    curve: Curve

    def __init__(self, pairing: Supersingular, field: Any, bits: int) -> None:
        self.pairing, self.field, self.bits = pairing, field, bits
        self.k = pairing.arithmetic(field, lambda x: x.inverse())

    @abstractmethod
    def coefficient(self, x: Any) -> Any:
        """An element of the field as one of python-flint."""

    @abstractmethod
    def random_point(self, rng: Random) -> tuple[Any, Any]:
        """Of any order, in elements of the field."""

    @abstractmethod
    def distorted(self, Q: Affine) -> tuple[EnlargedElement, EnlargedElement]:
        """psi(Q)."""

    def random_function(self, rng: Random) -> tuple[Sequence[Any], EnlargedElement]:
        """The base point and Q of any order."""
        base, Q = self.random_point(rng), self.random_point(rng)
        P = [c.frobenius(self.pairing.m) for c in base] if self.pairing.moved else base
        point, other = ((self.coefficient(x), self.coefficient(y)) for x, y in (base, Q))
        value = self.pairing.function(self, point, other)
        return [self.k.of(c) for c in (*P, *Q)], value

    def random_elements(self, rng: Random) -> Sequence[Any]:
        """Uniform."""
        return [self.k.of(self.field.random(rng)) for _ in range(self.pairing.embedding_degree)]

    def of_loop(self, elements: Sequence[Any], inputs: Sequence[Any] = ()) -> EnlargedElement:
        """The same coordinates."""
        return self.of_final(elements)

    def of_final(self, elements: Sequence[Any]) -> EnlargedElement:
        """The coordinates that vectors have."""
        return self.larger.of_all([self.coefficient(x.value) for x in elements])

    def line(self, A: Affine, B: Affine, at: Affine) -> EnlargedElement:
        """Through A and B, their tangent where they are equal."""
        slope = self.curve.slope(A, B)
        x, y = (self.larger.of([c]) for c in A)
        found: EnlargedElement = at[1] - y - self.larger.of([slope]) * (at[0] - x)
        return found

    def miller(self, n: int, A: Affine, at: Affine) -> tuple[EnlargedElement, Affine]:
        """f_{n,A}(at), and n A; numerator and denominator apart until the end."""
        top = bottom = self.larger.number(1)
        reached = A
        for bit in f"{n:b}"[1:]:
            top, bottom = top * top, bottom * bottom
            for other in (reached, A)[: int(bit) + 1]:
                top = top * self.line(reached, other, at)
                reached = _point(self.curve.add(reached, other))
                bottom = bottom * (at[0] - self.larger.of([reached[0]]))
        return top / bottom, reached

    def conjugate(self, A: Affine) -> Affine:
        """The point whose coordinates are q-th powers of those of A."""
        x, y = (c.frobenius(self.pairing.m) for c in A)
        return x, y


class _Binary(Supersingular):
    """On y^2 + y = x^3 + x + b over F_2^m."""

    embedding_degree = 4

    def __init__(self, pairing: BinaryPairing, *, final: bool = False) -> None:
        super().__init__(2, pairing.params.m, pairing.params.nu, final=final)
        self.b = pairing.params.b

    def over(self, bits: int) -> Values:
        """With a trinomial."""
        n = _enough(_BINARY, bits + ROOM)
        return _BinaryValues(self, BinaryField((n, _BINARY[n], 0)))


class _Ternary(Supersingular):
    """On y^2 = x^3 - x + b over F_3^m. `rooted`: a root of the y of Q is in the place of a power of it."""

    embedding_degree = 6

    def __init__(self, pairing: EtaTernaryPairing, *, rooted: bool = False, final: bool = False) -> None:
        params = pairing.params
        super().__init__(3, params.degree, params.mu * params.b, final=final)
        self.b, self.rooted = params.b, rooted

    def degree_of_loop(self, algorithm: Algorithm) -> Degree:
        """With that of what makes a power of the root."""
        found = super().degree_of_loop(algorithm)
        if self.rooted:
            found = found * Degrees(3, 1, powers=True).variable(self.q, self.half)
        return found

    def over(self, bits: int) -> Values:
        """With a trinomial."""
        n = _enough(_TERNARY, ceil((bits + ROOM) / log2(3)))
        k, a = _TERNARY[n]
        return _TernaryValues(self, TernaryField(((n, 1), (k, a), (0, -1))))


class _Eta(Supersingular):
    """eta_T: f_{T+nu,A}(psi(Q)), A = -nu P."""

    def function(self, values: SupersingularValues, base: Affine, Q: Affine) -> EnlargedElement:
        """Of A = -nu times the base point; nu conjugate(A) is the opposite of P, its conjugate."""
        at = values.distorted(Q)
        minus = _point(values.curve.negate(base))
        value, reached = values.miller(self.T, base if self.nu < 0 else minus, at)
        return value * values.line(reached, values.conjugate(minus), at)


class _BinaryEta(_Eta, _Binary):
    pass


class _TernaryEta(_Eta, _Ternary):
    pass


class _Tate(_Binary):
    """The Tate pairing of order N as a power of f_{T+nu,P}: (T + nu)(q + 1 - nu T) is -nu q (q + 1 - nu T)
    modulo q^2 + 1, for T^2 = 2 q.
    """

    moved = False

    @property
    def hard_exponent(self) -> int:
        """(T + nu) Phi_4(q)/N."""
        return (self.T + self.nu) * super().hard_exponent

    @property
    def hard(self) -> Sequence[Term]:
        """By Frobenius maps, whatever K is."""
        m, nu = self.m, self.nu
        return Term(-nu, 0, 2 * m), Term(-nu, 0, m), Term(1, 0, m + self.half)

    def function(self, values: SupersingularValues, base: Affine, Q: Affine) -> EnlargedElement:
        """With the conjugate of nu P for nu P."""
        at, last = values.distorted(Q), values.conjugate(base)
        value, reached = values.miller(self.T, base, at)
        return value * values.line(reached, last if self.nu > 0 else _point(values.curve.negate(last)), at)


class _TateOfQ(_Binary):
    """The Tate pairing of order N as f_{q,P}^(2 q), which the easy part of the exponent makes of it.

    As q P is the image of P under an automorphism that psi turns into the conjugation, f_{q^2+1,P} is the
    square of f_{q,P}^q; N divides q^2 + 1 (Barreto, Galbraith, O hEigeartaigh, Scott, 2007).
    """

    moved = False

    def __init__(self, pairing: BinaryPairing) -> None:
        super().__init__(pairing)
        self.function_degree = 2 * degree_of_function((self.q,))

    @property
    def hard_exponent(self) -> int:
        """1."""
        return 1

    @property
    def hard(self) -> Sequence[Term]:
        """Nothing is left."""
        return (Term(1),)

    def function(self, values: SupersingularValues, base: Affine, Q: Affine) -> EnlargedElement:
        """The square of the conjugate."""
        value, _ = values.miller(self.q, base, values.distorted(Q))
        return value.conjugate(1) ** 2


class _BinaryValues(SupersingularValues):
    """F_q^4 = F_q(t), t^4 = t + 1, s = t^2 + t."""

    def __init__(self, pairing: _Binary, field: BinaryField) -> None:
        super().__init__(pairing, field, field.degree)
        polynomials: Any = fmpz_mod_poly_ctx(fmpz_mod_ctx(2))
        K = fq_default_ctx(modulus=polynomials([field.modulus >> i & 1 for i in range(field.degree + 1)]))
        self.curve = _BinaryCurve(K(1), K(pairing.b))
        self.larger = Enlarged(K, (1, 1, 0, 0, 1), ((1,), (0, 1, 1), (0, 1), (0, 0, 1, 1)), pairing.m)
        self._points = BinaryCurve(field, pairing.b)

    def coefficient(self, x: Any) -> Any:
        """By its bits."""
        return self.larger.coefficients([int(bit) for bit in reversed(f"{int(x):b}")])

    def random_point(self, rng: Random) -> tuple[Any, Any]:
        """Of the curve over K."""
        return self._points.random_points(1, rng.getrandbits(64))[0]

    def distorted(self, Q: Affine) -> tuple[EnlargedElement, EnlargedElement]:
        """(x + s^2, y + s x + t)."""
        x, y = Q
        return self.larger.of([x + 1, 1]), self.larger.of([y, x, 1])


class _TernaryValues(SupersingularValues):
    """F_q^6 = F_q(z), z = sigma + rho, so that sigma = z^3 - z - b and f = sigma^2 + 1."""

    pairing: _Ternary

    def __init__(self, pairing: _Ternary, field: TernaryField) -> None:
        super().__init__(pairing, field, floor(field.degree * log2(3)))
        K, b = field.context, pairing.b
        self.curve = Curve(K(-1), K(b))
        polynomials: Any = fmpz_mod_poly_ctx(fmpz_mod_ctx(3))
        sigma, one = polynomials([-b, -1, 0, 1]), polynomials([1])
        rho, modulus = polynomials([0, 1]) - sigma, sigma * sigma + 1
        rows = [
            [int(c) for c in (x * y % modulus).coeffs()] for y in (one, rho, rho**2) for x in (one, sigma)
        ]
        self.larger = Enlarged(K, [int(c) for c in modulus.coeffs()], rows, pairing.m)

    def coefficient(self, x: Any) -> Any:
        """It is one."""
        return x.value

    def random_point(self, rng: Random) -> tuple[Any, Any]:
        """Of the curve over K."""
        one = self.field.constant(1)
        while True:
            x = self.field.random(rng)
            y = (x.frobenius(1) - x + (one if self.pairing.b > 0 else -one)).sqrt()
            if y is not None:
                return x, rng.choice((y, -y))

    def distorted(self, Q: Affine) -> tuple[EnlargedElement, EnlargedElement]:
        """(rho - x, sigma y)."""
        x, y = Q
        return self.larger.of([-x, 0, 1]), self.larger.of([0, y])

    def of_loop(self, elements: Sequence[Any], inputs: Sequence[Any] = ()) -> EnlargedElement:
        """Where a root of y stands for a power, odd coordinates times (y^(q - 1))^(1/T): 1 over F_q."""
        if not inputs or not self.pairing.rooted:
            return self.of_final(elements)
        y = inputs[3].value
        one = (y.frobenius(self.pairing.m) * y.inverse()).frobenius(-self.pairing.half)
        return self.of_final([x * self.k.of(one) if i % 2 else x for i, x in enumerate(elements)])


class _BinaryCurve(Curve):
    """y^2 + y = x^3 + x + b."""

    def negate(self, point: Point) -> Point:
        """-(x, y) = (x, y + 1)."""
        return None if point is None else (point[0], point[1] + 1)

    def slope(self, p: Affine, q: Affine) -> Any | None:
        """Of a tangent x^2 + 1."""
        if p[0] != q[0]:
            return (p[1] + q[1]) / (p[0] + q[0])
        return p[0] * p[0] + 1 if p[1] == q[1] else None

    def add(self, p: Point, q: Point) -> Point:
        """The group law."""
        if p is None or q is None:
            return p or q
        slope = self.slope(p, q)
        if slope is None:
            return None
        x = slope * slope + p[0] + q[0]
        return x, slope * (p[0] + x) + p[1] + 1


def supersingular(computation: Computation, run: str, name: str) -> Supersingular | None:
    """The definition of a pairing in small characteristic; None where it is none.

    `run`, `name`: the stage, and its algorithm.
    """
    final = run == "final"
    if isinstance(computation, TateBinaryPairing):
        return _TateOfQ(computation) if name == _LOOP_OF_Q else _Tate(computation)
    if isinstance(computation, BinaryPairing):
        return _BinaryEta(computation, final=final)
    if isinstance(computation, EtaTernaryPairing):
        return _TernaryEta(computation, rooted=name == _CONTINUANT, final=final)
    return None


def _point(point: Point) -> Affine:
    if point is None:
        raise CheckError("a random point has a small order")
    return point


def _enough(degrees: Mapping[int, Any], n: int) -> int:
    """The least of them that is at least n."""
    for degree in degrees:
        if degree >= n:
            return degree
    raise DegreeError(f"degrees take a field of {n} digits, {max(degrees)} at most")
