"""BKLS: Miller's algorithm in Jacobian coordinates without denominators.

Barreto, Kim, Lynn, Scott, CRYPTO 2002; Scott, CT-RSA 2005; as Algorithm 2.1 of Barenghi et al. 2008, whose
line 6 has to test bit r_i and whose loop starts below the top bit. The point T = (X/Z^2, Y/Z^3), lines at
psi(Q) = (x, i yQ), x = -xQ; for n other than 1, xQ and yQ come divided by n and n^2.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.tate_prime import TatePrime, binary_digits
from pairforge.pairings.towers_prime import Complex, multiply, square

Jacobian = tuple[E, E, E]


def miller_loop(k: Arithmetic[E], params: TatePrime, xP: E, yP: E, xQ: E, yQ: E) -> Complex[E]:
    """f_{r,P}(psi(Q)) up to a factor in F_p.

    Runs of doublings between set bits of r are loops `miller0`, …; additions are blocks `branch0`, …. After
    the last doubling T = -P, and the line through T and P is vertical: only the tangent is wanted there.
    """
    x, n = -xQ, params.n
    one = k.constant(1)

    def iteration(state: tuple[E, ...]) -> tuple[E, ...]:
        X, Y, Z, c, d = state
        T, line = double(k, params.a, (X, Y, Z), x, yQ)
        return (*T, *multiply(square((c, d), n), line, n))

    state: tuple[E, ...] = (xP, yP, one, one, k.constant(0))
    runs = [len(zeros) + 1 for zeros in "".join(map(str, binary_digits(params.r)[1:])).split("1")[:-1]]
    for i, count in enumerate(runs[:-1]):
        state = k.loop(f"miller{i}", count, state, iteration)
        k.block(f"branch{i}")
        X, Y, Z, c, d = state
        T, line = add((X, Y, Z), xP, yP, x, yQ)
        state = (*T, *multiply((c, d), line, n))
    X, Y, Z, c, d = k.loop(f"miller{len(runs) - 1}", runs[-1] - 1, state, iteration)
    k.block("last")
    line, *_ = tangent(k, params.a, (X, Y, Z), x, yQ)
    return multiply(square((c, d), n), line, n)


def tangent(k: Arithmetic[E], a: int, T: Jacobian[E], x: E, y: E) -> tuple[Complex[E], E, E, E]:
    """The tangent at T, times 2 Y Z^3, at (x, i y): M (X - Z^2 x) - 2 Y^2 + i 2 Y Z^3 y.

    Also gives M = 3 X^2 + a Z^4, 2 Y^2 and 2 Y Z. 8 multiplications, 7 where a = -3; a small a costs none.
    """
    X, Y, Z = T
    ZZ = Z * Z
    if (a + 3) % k.characteristic == 0:
        M = k.constant(3) * ((X - ZZ) * (X + ZZ))
    else:
        M = k.constant(3) * (X * X) + k.constant(a % k.characteristic) * (ZZ * ZZ)
    twice_YY = k.constant(2) * (Y * Y)
    twice_YZ = k.constant(2) * (Y * Z)
    return (M * (X - ZZ * x) - twice_YY, twice_YZ * ZZ * y), M, twice_YY, twice_YZ


def double(k: Arithmetic[E], a: int, T: Jacobian[E], x: E, y: E) -> tuple[Jacobian[E], Complex[E]]:
    """2T and the tangent: 13 multiplications, and 5 make them an iteration of the loop; 12 where a = -3.

    With S = 4 X Y^2: X3 = M^2 - 2 S, Y3 = M (S - X3) - 8 Y^4, Z3 = 2 Y Z.
    """
    line, M, twice_YY, Z3 = tangent(k, a, T, x, y)
    two = k.constant(2)
    S = two * (T[0] * twice_YY)
    X3 = M * M - two * S
    Y3 = M * (S - X3) - two * (twice_YY * twice_YY)
    return (X3, Y3, Z3), line


def add(T: Jacobian[E], xP: E, yP: E, x: E, y: E) -> tuple[Jacobian[E], Complex[E]]:
    """T + P, P affine, and the line through both, times Z3, at (x, i y): 14 multiplications.

    H = xP Z^2 - X, R = yP Z^3 - Y; the line through P is Z3 (i y - yP) - R (x - xP).
    """
    X, Y, Z = T
    ZZ = Z * Z
    H = xP * ZZ - X
    R = yP * (ZZ * Z) - Y
    HH = H * H
    HHH = H * HH
    V = X * HH
    X3 = R * R - HHH - V - V
    Y3 = R * (V - X3) - Y * HHH
    Z3 = Z * H
    return (X3, Y3, Z3), (R * (xP - x) - Z3 * yP, Z3 * y)
