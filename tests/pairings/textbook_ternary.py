"""The pairing in characteristic three from the definition, sharing no code with the package.

Miller's algorithm with all denominators. An element of F_3^m is a tuple of m digits; one of F_3^6m a tuple of
six of them (1, sigma, rho, sigma rho, rho^2, sigma rho^2), multiplied by the schoolbook rule from
sigma^2 = -1 and rho^3 = rho + b alone.
"""

from __future__ import annotations

from typing import Any


class Field:
    def __init__(self, terms: Any) -> None:
        self.m = max(e for e, _ in terms)
        self.tail = [(e, c) for e, c in terms if e != self.m]

    def encode(self, code: Any) -> Any:
        return tuple(code >> 2 * i & 3 for i in range(self.m))

    def decode(self, a: Any) -> Any:
        return sum(d << 2 * i for i, d in enumerate(a))

    def constant(self, c: Any) -> Any:
        return (c % 3, *[0] * (self.m - 1))

    def add(self, a: Any, b: Any) -> Any:
        return tuple((x + y) % 3 for x, y in zip(a, b, strict=True))

    def scale(self, a: Any, c: Any) -> Any:
        return tuple(x * c % 3 for x in a)

    def mul(self, a: Any, b: Any) -> Any:
        full = [0] * (2 * self.m)
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b):
                    full[i + j] += x * y
        for i in range(2 * self.m - 1, self.m - 1, -1):
            for e, c in self.tail:
                full[i - self.m + e] -= c * full[i]
        return tuple(x % 3 for x in full[: self.m])

    def power(self, a: Any, n: Any) -> Any:
        r = self.constant(1)
        while n:
            if n & 1:
                r = self.mul(r, a)
            a = self.mul(a, a)
            n >>= 1
        return r

    def inv(self, a: Any) -> Any:
        if not any(a):
            raise ZeroDivisionError
        return self.power(a, 3**self.m - 2)


class Extension:
    def __init__(self, field: Any, b: Any) -> None:
        self.k, self.b = field, b

    def one(self) -> Any:
        return (self.k.constant(1), *[self.k.constant(0)] * 5)

    def mul(self, x: Any, y: Any) -> Any:
        k = self.k
        c = [[k.constant(0)] * 2 for _ in range(5)]
        for i in range(6):
            for j in range(6):
                if any(x[i]) and any(y[j]):
                    p = k.mul(x[i], y[j])
                    if i % 2 and j % 2:
                        p = k.scale(p, -1)
                    row, odd = c[i // 2 + j // 2], (i + j) % 2
                    row[odd] = k.add(row[odd], p)
        for degree in (4, 3):  # rho^3 = rho + b
            for odd in (0, 1):
                top = c[degree][odd]
                c[degree - 2][odd] = k.add(c[degree - 2][odd], top)
                c[degree - 3][odd] = k.add(c[degree - 3][odd], k.scale(top, self.b))
        return tuple(c[i // 2][i % 2] for i in range(6))

    def power(self, a: Any, n: Any) -> Any:
        r = self.one()
        while n:
            if n & 1:
                r = self.mul(r, a)
            a = self.mul(a, a)
            n >>= 1
        return r


def order(m: int, b: int) -> int:
    """#E(F_3^m) from #E(F_3) by the recurrence of the traces of Frobenius."""
    points = 1 + sum((y * y - x**3 + x - b) % 3 == 0 for x in range(3) for y in range(3))
    trace = 4 - points
    previous, current = 2, trace
    for _ in range(m - 1):
        previous, current = current, trace * current - 3 * previous
    result: int = 3**m + 1 - current
    return result


class Curve:
    def __init__(self, terms: Any, b: Any) -> None:
        self.k = Field(terms)
        self.ext = Extension(self.k, b)
        self.b = b
        self.order = order(self.k.m, b)

    def points(self) -> Any:
        """All affine points of a tiny field, as pairs of codes."""
        k = self.k
        codes = [c for c in range(1 << 2 * k.m) if 3 not in k.encode(c)]
        by_square: dict[Any, list[int]] = {}
        for c in codes:
            y = k.encode(c)
            by_square.setdefault(k.mul(y, y), []).append(c)
        found = []
        for c in codes:
            x = k.encode(c)
            right = k.add(k.add(k.power(x, 3), k.scale(x, -1)), k.constant(self.b))
            found += [(c, y) for y in by_square.get(right, [])]
        return found

    def add(self, p: Any, q: Any) -> Any:
        """The sum, and the slope of the line through p and q (None: vertical)."""
        if p is None:
            return q, None
        if q is None:
            return p, None
        k = self.k
        (x1, y1), (x2, y2) = p, q
        if x1 == x2:
            if y1 != y2 or not any(y1):
                return None, None
            slope = k.inv(y1)  # -1/(2 y), as the derivative of x^3 - x is -1
        else:
            slope = k.mul(k.add(y2, k.scale(y1, -1)), k.inv(k.add(x2, k.scale(x1, -1))))
        x3 = k.add(k.mul(slope, slope), k.scale(k.add(x1, x2), -1))
        y3 = k.add(k.mul(slope, k.add(x1, k.scale(x3, -1))), k.scale(y1, -1))
        return (x3, y3), slope

    def tate(self, p: Any, q: Any) -> Any:
        """f_(N,P)(psi(Q))^((3^6m - 1)/N), psi(x, y) = (rho - x, sigma y), on codes."""
        k, ext = self.k, self.ext
        p, q = (tuple(map(k.encode, point)) for point in (p, q))
        zero = k.constant(0)
        num, den = ext.one(), ext.one()

        def vertical(a: Any) -> Any:
            return (k.scale(k.add(q[0], a[0]), -1), zero, k.constant(1), zero, zero, zero)

        def step(a: Any, c: Any) -> Any:
            """Multiply in the line through a and c over the vertical through their sum."""
            nonlocal num, den
            total, slope = self.add(a, c)
            if a is not None and c is not None:
                if slope is None:
                    line = vertical(a)
                else:  # sigma yQ - ya - slope (rho - xQ - xa)
                    constant = k.add(k.mul(slope, k.add(q[0], a[0])), k.scale(a[1], -1))
                    line = (constant, q[1], k.scale(slope, -1), zero, zero, zero)
                num = ext.mul(num, line)
                if total is not None:
                    den = ext.mul(den, vertical(total))
            return total

        point = p
        for bit in bin(self.order)[3:]:
            num, den = ext.mul(num, num), ext.mul(den, den)
            point = step(point, point)
            if bit == "1":
                point = step(point, p)
        assert point is None
        size = 3 ** (6 * self.k.m) - 1
        value = ext.mul(num, ext.power(den, size - 1))
        return tuple(map(self.k.decode, ext.power(value, size // self.order)))
