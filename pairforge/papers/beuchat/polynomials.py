"""Tables II and III: what Frobenius maps cost for a field polynomial, and the search for cheap ones.

Nothing here is shared with the hardware's own maps (`rtl/units`), which the tests hold against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx

__all__ = ["MapCost", "Polynomial", "candidates", "map_cost", "search_row"]

Polynomial: TypeAlias = tuple[tuple[int, int], ...]
"""The nonzero terms as (exponent, coefficient), the exponents falling, coefficients 1 or -1."""


@dataclass(frozen=True)
class MapCost:
    """A linear map of F_p^m, written out as one sum for each coefficient of the result.

    `additions`: of F_p, in all, each sum by itself (the paper's "total # of add."). `operands`: of the
    longest sum.
    """

    additions: int
    operands: int


def map_cost(p: int, polynomial: Polynomial, power: int) -> MapCost:
    """The cost of a -> a^(p^power) over F_p[x]/(polynomial); `power` is 1 or -1, the inverse.

    Coefficient i of a is part of those coefficients of the result where the image of x^i has a term. A term
    of weight -1 counts as one of weight 1: a subtraction is an addition.
    """
    f = _flint(p, polynomial)
    x = fmpz_mod_poly_ctx(fmpz_mod_ctx(p))([0, 1])
    degree = polynomial[0][0]
    image = x
    for _ in range(power % degree):
        image = image.pow_mod(p, f)
    operands: Counter[int] = Counter()
    column = x.pow_mod(0, f)
    for _ in range(degree):
        operands.update(at for at, c in enumerate(column.coeffs()) if c != 0)
        column = column.mul_mod(image, f)
    return MapCost(sum(operands.values()) - degree, max(operands.values()))


def candidates(p: int, m: int) -> tuple[list[Polynomial], list[Polynomial]]:
    """The irreducible trinomials of degree m over F_p, up to x -> -x, and for p = 2 the irreducible
    x^m + x^(m-d) + x^(m-2d) + x^d + 1, d odd and below m/2 (Section IV-A.6)."""
    return (
        [f for f in _trinomials(p, m) if _irreducible(p, f)],
        [f for f in _pentanomials(m) if _irreducible(p, f)] if p == 2 else [],
    )


def search_row(p: int, used: Polynomial) -> dict[str, int | str]:
    """How the polynomial that the paper uses stands among the candidates of its degree: the row of the table
    "search". A rank of 1 says that none takes fewer additions, for the inverse map or for both maps."""
    trinomials, pentanomials = candidates(p, used[0][0])
    costs = {f: (map_cost(p, f, 1), map_cost(p, f, -1)) for f in {*trinomials, *pentanomials, used}}
    row: dict[str, int | str] = {"trinomials": len(trinomials), "pentanomials": len(pentanomials)}
    totals = {
        "inverse": {f: inverse.additions for f, (_, inverse) in costs.items()},
        "both": {f: forward.additions + inverse.additions for f, (forward, inverse) in costs.items()},
    }
    for name, total in totals.items():
        row[f"rank, {name}"] = 1 + sum(count < total[used] for count in total.values())
        least = min(total, key=lambda f: (total[f], f != used, f))
        row[f"least, {name}"] = f"{total[least]:,}: {text(least)}"
    return row


def text(polynomial: Polynomial) -> str:
    """As the fields print theirs: x^97 + x^16 - 1."""
    names = {0: "1", 1: "x"}
    terms = (f"{'+' if c > 0 else '-'} {names.get(e, f'x^{e}')}" for e, c in polynomial)
    return " ".join(terms).removeprefix("+ ")


def _flint(p: int, polynomial: Polynomial) -> Any:
    coefficients: list[Any] = [0] * (polynomial[0][0] + 1)
    for exponent, coefficient in polynomial:
        coefficients[exponent] = coefficient % p
    return fmpz_mod_poly_ctx(fmpz_mod_ctx(p))(coefficients)


def _irreducible(p: int, polynomial: Polynomial) -> bool:
    return bool(_flint(p, polynomial).is_irreducible())


def _trinomials(p: int, m: int) -> Iterator[Polynomial]:
    """For p = 3 and odd m those with the constant -1: x -> -x gives the negative of one with 1, of equal
    cost."""
    for k in range(1, m):
        for middle in (1, -1)[: p - 1]:
            yield ((m, 1), (k, middle), (0, -1 if p == 3 else 1))


def _pentanomials(m: int) -> Iterator[Polynomial]:
    for d in range(1, (m + 1) // 2, 2):
        yield ((m, 1), *((e, 1) for e in sorted((m - d, m - 2 * d, d), reverse=True)), (0, 1))
