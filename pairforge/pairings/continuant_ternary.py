"""The Miller loop of eta_T in characteristic three as a continuant: 9 multiplications an iteration instead of
17.

In the notation of `eta_ternary.miller_loop`, let x_i, y_i and X_i, Y_i be the coordinates of P and Q in
iteration i, so that x_(i+1)^3 = x_i and X_(i+1) = X_i^3, and let, in F_3^3m = F_3^m(rho),

    W_i = y_(i+1)^2 = x_i - x_(i+1) + b,    A_i = Y_i^2 = X_(i+1) - X_i + b    in F_3^m,
    H_i = x_i + X_(i-1) - b - rho.

The value after iteration i - 1 is A + B sigma with A and B in F_3^3m. The final exponentiation sends F_3^3m
to 1, so only A : B counts, and up to one factor B is F_i with F_0 = 1, F_1 = x_0 + X_0 - rho,

    F_(i+2) = (H_(i+1)^2 - 1 + A_i W_i) F_(i+1) - A_i W_(i-1) F_i        (A_0 for A_0 W_(-1)),
    A : B = H_i^3 W_(i-2) F_(i-1) - S^2 F_i : y Y F_i

with S = x + X - rho, x, X, y and Y of iteration i - 1. Two squares an iteration give both factors,

    q_i = (x_i + X_i)^2,    r_i = (x_i + X_(i+1) + b)^2,
    H_(i+1)^2 - 1 + A_i W_i = rho^2 + h rho + q_(i+1) + q_i - r_i - 1    with h = x_(i+1) + X_i - b,
    A_i W_(i-1) = r_i + r_(i-1) - q_i - q_i^3 - b (X_(i+1) + x_i^3) - 1.

Derivation and proof: docs/explanation/algorithms/continuants.md.
"""

from __future__ import annotations

from typing import TypeAlias

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.eta_ternary import EtaTernary
from pairforge.pairings.towers_ternary import Six, signed

Values: TypeAlias = tuple[E, E, E]
"""An element of F_3^3m, a polynomial in rho of degree 2 at most, by its values at rho = 0, 1 and -1."""


def coefficients(f: Values[E]) -> tuple[E, E, E]:
    """The coefficients of 1, rho, rho^2."""
    return f[0], f[2] - f[1], -(f[0] + f[1] + f[2])


def times_linear(b: int, c: E, h: E, f: Values[E]) -> Values[E]:
    """(c + h rho) f: 4 multiplications.

    A product whose coefficients of rho^3 and rho^4 are c3 and c4 is less (c3 + c4 rho)(rho^3 - rho - b) once
    reduced, which at rho in F_3 is b (c3 + c4 rho) more.
    """
    m = signed(b, h * coefficients(f)[2])
    return c * f[0] + m, (c + h) * f[1] + m, (c - h) * f[2] + m


def times_rho_squared(b: int, f: Values[E]) -> Values[E]:
    """rho^2 f: c3 and c4 are the coefficients of rho and rho^2."""
    return signed(b, f[2] - f[1]), f[1] + signed(b, f[1] - f[0]), f[2] + signed(b, f[0] - f[2])


def add3(f: Values[E], g: Values[E]) -> Values[E]:
    """f + g."""
    return f[0] + g[0], f[1] + g[1], f[2] + g[2]


def subtract3(f: Values[E], g: Values[E]) -> Values[E]:
    """f - g."""
    return f[0] - g[0], f[1] - g[1], f[2] - g[2]


def scaled(f: Values[E], c: E) -> Values[E]:
    """c f for c in F_3^m: 3 multiplications."""
    return c * f[0], c * f[1], c * f[2]


def times_monic(b: int, c: E, h: E, f: Values[E]) -> Values[E]:
    """(c + h rho + rho^2) f: 4 multiplications."""
    return add3(times_linear(b, c, h, f), times_rho_squared(b, f))


def miller_loop(k: Arithmetic[E], params: EtaTernary, xP: E, yP: E, xQ: E, yQ: E) -> Six[E]:
    """What `eta_ternary.miller_loop` returns, up to a factor in F_3^3m: (9 m + 13)/2 multiplications.

    y and Y are for the last line only: as m - 1 = 2 (n - 1), their product there is what n - 1 inverse
    Frobenius maps make of z = y Y^(1/3) here.
    """
    b = params.b
    one = k.constant(1)
    constant = signed(b, one)
    x = xP - signed(params.nu * b, one)
    y = signed(-params.mu * b, yP)
    X = xQ
    Y = signed(-params.lam, yQ)

    def body(state: tuple[E, ...]) -> tuple[E, ...]:
        """One iteration; N F_i comes from the iteration before, so that no value outlives its iteration."""
        f0, f1, f2, n0, n1, n2, c, x, X, z, q, r = state
        f = (f0, f1, f2)
        h = x + X.frobenius(-1) - constant
        after = subtract3(times_monic(b, c, h, f), (n0, n1, n2))
        x_after, X_after = x.frobenius(-1), X.frobenius(1)
        s, t = x_after + X_after, x + X_after + constant
        q_after, r_after = s * s, t * t
        norm = r_after + r - q - q.frobenius(1) - signed(b, X_after + x.frobenius(1)) - one
        c_after = q_after + q - r_after - one
        return (*after, *scaled(f, norm), c_after, x_after, X_after, z.frobenius(-1), q_after, r_after)

    z = y * Y.frobenius(-1)
    before = x + X
    x_after, X_after = x.frobenius(-1), X.frobenius(1)
    s, t, n0 = x_after + X_after, x + X_after + constant, X_after - X + constant
    q, r = s * s, t * t
    c = q + before * before - r - one
    state = (before, before - one, before + one, n0, n0, n0, c, x_after, X_after, z.frobenius(-1), q, r)
    f0, f1, f2, n0, n1, n2, c, x, X, z, q, r = k.loop("main", params.half - 2, state, body)

    # n = (m + 1)/2 iterations of Algorithm 1, the last without what only a next one would want.
    g = (f0, f1, f2)
    f = subtract3(times_monic(b, c, x + X.frobenius(-1) - constant, g), (n0, n1, n2))
    t = x + X
    w = x.frobenius(1) - x + constant
    h_cube = x + X.frobenius(1) + constant  # H_n^3 = h_cube - rho
    low = subtract3(times_linear(b, w * h_cube, -w, g), times_monic(b, q, t, f))
    A, B = coefficients(low), coefficients(scaled(f, z))
    return A[0], B[0], A[1], B[1], A[2], B[2]
