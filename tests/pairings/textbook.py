"""The pairing from the definition, sharing no code with the package: Miller's algorithm with denominators.

Field elements are integers; an element of F_2^4m is a list of four (1, s, t, st), multiplied by the
schoolbook rule from s^2 = s + 1, t^2 = t + s alone.
"""

from __future__ import annotations

from typing import Any


class Field:
    def __init__(self, exponents: Any) -> None:
        self.m = max(exponents)
        self.f = sum(1 << e for e in exponents)

    def mul(self, a: Any, b: Any) -> Any:
        r = 0
        while b:
            if b & 1:
                r ^= a
            b >>= 1
            a <<= 1
            if a >> self.m:
                a ^= self.f
        return r

    def inv(self, a: Any) -> Any:
        """1/a by the extended Euclidean algorithm on polynomials, the long way."""
        if a == 0:
            raise ZeroDivisionError
        r0, r1, t0, t1 = self.f, a, 0, 1
        while r1 != 1:
            q, rest = 0, r0
            while rest.bit_length() >= r1.bit_length():
                k = rest.bit_length() - r1.bit_length()
                q ^= 1 << k
                rest ^= r1 << k
            product, i = 0, 0
            while q >> i:
                if q >> i & 1:
                    product ^= t1 << i
                i += 1
            r0, r1, t0, t1 = r1, rest, t1, t0 ^ product
        while t1.bit_length() > self.m:
            t1 ^= self.f << (t1.bit_length() - 1 - self.m)
        return t1


# Products of the basis 1, s, t, st, worked out by hand from s^2 = s + 1 and t^2 = t + s.
TABLE = {
    (1, 1): (0, 1),
    (1, 2): (3,),
    (1, 3): (2, 3),
    (2, 2): (1, 2),
    (2, 3): (0, 1, 3),  # s t^2 = s t + s^2 = st + s + 1
    (3, 3): (0, 2, 3),  # (s + 1)(t + s) = st + t + s^2 + s = st + t + 1
}


class Extension:
    def __init__(self, field: Any) -> None:
        self.k = field

    def mul(self, a: Any, b: Any) -> Any:
        c = [0, 0, 0, 0]
        for i in range(4):
            for j in range(4):
                if a[i] and b[j]:
                    p = self.k.mul(a[i], b[j])
                    low, high = min(i, j), max(i, j)
                    for n in (high,) if low == 0 else TABLE[low, high]:
                        c[n] ^= p
        return c

    def power(self, a: Any, n: Any) -> Any:
        r = [1, 0, 0, 0]
        while n:
            if n & 1:
                r = self.mul(r, a)
            a = self.mul(a, a)
            n >>= 1
        return r


def order(m: int, b: int) -> int:
    """#E(F_2^m) from #E(F_2) by the recurrence of the traces of Frobenius."""
    points = 1 + sum((y * y + y + x**3 + x + b) % 2 == 0 for x in (0, 1) for y in (0, 1))
    trace = 3 - points
    previous, current = 2, trace
    for _ in range(m - 1):
        previous, current = current, trace * current - 2 * previous
    result: int = 2**m + 1 - current
    return result


class Curve:
    def __init__(self, exponents: Any, b: Any) -> None:
        self.k = Field(exponents)
        self.ext = Extension(self.k)
        self.b = b
        self.order = order(self.k.m, b)

    def add(self, p: Any, q: Any) -> Any:
        """The sum, and the slope of the line through p and q (None: vertical)."""
        if p is None:
            return q, None
        if q is None:
            return p, None
        k = self.k
        (x1, y1), (x2, y2) = p, q
        if x1 == x2:
            if y1 != y2:
                return None, None
            slope = k.mul(x1, x1) ^ 1
        else:
            slope = k.mul(y1 ^ y2, k.inv(x1 ^ x2))
        x3 = k.mul(slope, slope) ^ x1 ^ x2
        return (x3, k.mul(slope, x1 ^ x3) ^ y1 ^ 1), slope

    def psi(self, q: Any) -> Any:
        x, y = q
        return [x ^ 1, 1, 0, 0], [y, x, 1, 0]

    def tate(self, p: Any, q: Any) -> Any:
        """f_(N,P)(psi(Q))^((2^4m - 1)/N): numerator and denominator apart, divided by a power at the end."""
        ext = self.ext
        x, y = self.psi(q)
        num, den = [1, 0, 0, 0], [1, 0, 0, 0]

        def step(a: Any, c: Any) -> Any:
            """Multiply in the line through a and c over the vertical through their sum."""
            nonlocal num, den
            total, slope = self.add(a, c)
            if a is not None and c is not None:
                if slope is None:
                    line = [x[0] ^ a[0], *x[1:]]
                else:
                    at = [self.k.mul(slope, x[0] ^ a[0]), *(self.k.mul(slope, e) for e in x[1:])]
                    line = [u ^ v for u, v in zip(y, at, strict=True)]
                    line[0] ^= a[1]
                num = ext.mul(num, line)
                if total is not None:
                    den = ext.mul(den, [x[0] ^ total[0], *x[1:]])
            return total

        point = p
        for bit in bin(self.order)[3:]:
            num, den = ext.mul(num, num), ext.mul(den, den)
            point = step(point, point)
            if bit == "1":
                point = step(point, p)
        assert point is None
        size = 2 ** (4 * self.k.m) - 1
        value = ext.mul(num, ext.power(den, size - 1))
        return tuple(ext.power(value, size // self.order))
