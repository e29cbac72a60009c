"""Harrison, Page, Smart 2002: characteristic three in software; `engine/harrison` measures Tables 2 to 5."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairforge.papers.base import Conclusion, Measured, Paper, Tell, Values, Wanted, published_values
from pairforge.papers.numbers import number
from pairforge.software.cargo import build_release, run_json

__all__ = ["HARRISON"]


def _measure(wanted: Wanted, so_far: Measured, tell: Tell, keep: Callable[[Measured], None]) -> Measured:
    """All of it at once: the program takes seconds."""
    program = build_release("pairforge-harrison", "harrison", tell)
    measured: Measured = run_json(program, (), tell)
    keep(measured)
    return measured


def _origin(measured: Measured) -> dict[str, str]:
    return {key: str(measured[key]) for key in ("version", "command", "cpu")}


def _our_values(measured: Measured) -> Values:
    """The least times, in microseconds. The program's tables are by field and operation, two of the paper's
    the other way round."""
    tables = measured["tables"]

    def figure(table: str, row: str, column: str) -> float | None:
        fields = tables[table]
        found = fields.get(row, {}).get(column) or fields.get(column, {}).get(row)
        return None if found is None else float(found["min"]) / 1000

    return figure


@dataclass(frozen=True)
class _Figure:
    """A figure that a claim rests on: the least of those at some places, given as table, row and column."""

    name: str
    places: tuple[tuple[str, str, str], ...]

    def of(self, source: Values) -> float | None:
        found = [source(*place) for place in self.places]
        values = [float(value) for value in found if value is not None]
        return min(values) if len(values) == len(found) else None


@dataclass(frozen=True)
class _Claim:
    """What the paper says, as a test of figures: `holds` takes them in this order."""

    text: str
    figures: tuple[_Figure, ...]
    holds: Callable[..., bool]

    def conclusion(self, published: Values, ours: Values) -> Conclusion:
        found = [[figure.of(source) for figure in self.figures] for source in (published, ours)]
        outcomes = [None if None in values else self.holds(*values) for values in found]
        evidence = "; ".join(
            f"{figure.name} {number(theirs)} / {number(mine)}"
            for figure, theirs, mine in zip(self.figures, *found, strict=True)
        )
        return Conclusion(self.text, outcomes[0], outcomes[1], f"published / ours, µs: {evidence}")


def _field(operation: str, *names: str) -> tuple[_Figure, ...]:
    """An operation of Table 2 in several representations."""
    return tuple(_Figure(f"{name} {operation}", (("2", f"F3^97-{name}", operation),)) for name in names)


def _curve(field: str, *operations: str) -> tuple[_Figure, ...]:
    """Operations of Table 4 over a field."""
    return tuple(_Figure(f"{field} {operation}", (("4", operation, field),)) for operation in operations)


def _best_multiplication(field: str, signed: str = "") -> _Figure:
    places = (
        ("4", f"{coordinates} multiplication, {signed}{base}", field)
        for coordinates in ("affine", "projective")
        for base in ("binary", "ternary", "nonary")
    )
    return _Figure(f"{field}, best {signed}multiplication", tuple(places))


_METHODS = ("N", "K", "I-N", "I-K", "II-N", "II-BS", "II-K")


def _least_is_last(*values: float) -> bool:
    return values[-1] == min(values)


def _first_is_less(first: float, second: float) -> bool:
    return first < second


_CLAIMS = (
    _Claim(
        "Type II with Karatsuba multiplies fastest",
        _field("multiplication", *_METHODS),
        _least_is_last,
    ),
    _Claim(
        "both types multiply faster than arrays of integers",
        _field("multiplication", "K", "I-K", "II-K"),
        lambda array, one, two: max(one, two) < array,
    ),
    _Claim(
        "Karatsuba is faster than the school-book in each representation",
        _field("multiplication", "N", "K", "I-N", "I-K", "II-N", "II-K"),
        lambda *values: all(k < n for n, k in zip(values[::2], values[1::2], strict=True)),
    ),
    _Claim(
        "without tables, Type I cubes faster than Type II",
        _field("cubing", "I-K", "II-K"),
        lambda one, two: one < two,
    ),
    _Claim(
        "with tables, Type II cubes faster than Type I",
        (*_field("cubing", "I-K"), *_field("cubing by tables", "II-K")),
        lambda one, two: two < one,
    ),
    _Claim(
        "a full bit-serial cubing is only as fast as a multiplication (within a third, or slower)",
        (*_field("multiplication", "II-BS"), *_field("cubing", "II-BS")),
        lambda multiplication, cubing: cubing > 2 / 3 * multiplication,
    ),
    _Claim(
        "an inversion costs many multiplications (ten or more in Type II)",
        (*_field("multiplication", "II-K"), *_field("inversion", "II-K")),
        lambda multiplication, inversion: inversion >= 10 * multiplication,
    ),
    _Claim(
        "on arrays of integers, points are added faster in affine than in projective coordinates",
        _curve("F3^97-K", "affine addition", "projective addition"),
        _first_is_less,
    ),
    _Claim(
        "in Types I and II, points are added faster in projective than in affine coordinates",
        (
            *_curve("F3^97-I-K", "affine addition", "projective addition"),
            *_curve("F3^97-II-K", "affine addition", "projective addition"),
        ),
        lambda a1, p1, a2, p2: p1 < a1 and p2 < a2,
    ),
    _Claim(
        "a tripling is far cheaper than a doubling (a third at most), in both coordinates",
        _curve(
            "F3^97-II-K",
            "affine doubling",
            "affine tripling",
            "projective doubling",
            "projective tripling",
        ),
        lambda ad, at, pd, pt: 3 * at <= ad and 3 * pt <= pd,
    ),
    _Claim(
        "in characteristic three, ternary multiplication of points beats binary, and nonary beats ternary",
        _curve(
            "F3^97-II-K",
            *(f"projective multiplication, {way}" for way in ("binary", "ternary", "nonary")),
        ),
        lambda binary, ternary, nonary: nonary < ternary < binary,
    ),
    _Claim(
        "the best multiplication of points over F3^97 beats the best over F2^241",
        (_best_multiplication("F3^97-II-K"), _best_multiplication("F2^241")),
        _first_is_less,
    ),
    _Claim(
        "the same with signed windows",
        (_best_multiplication("F3^97-II-K", "signed "), _best_multiplication("F2^241", "signed ")),
        _first_is_less,
    ),
    _Claim(
        "the Tate pairing takes about the same time over F3^97 and F2^241 (within a fifth)",
        tuple(_Figure(field, (("5", "Tate pairing", field),)) for field in ("F3^97-II-K", "F2^241")),
        lambda three, two: max(three, two) <= 1.2 * min(three, two),
    ),
    _Claim(
        "signed windows help ternary multiplication of points, but less than binary",
        _curve(
            "F3^97-II-K",
            *(
                f"projective multiplication, {way}"
                for way in ("binary", "signed binary", "ternary", "signed ternary")
            ),
        ),
        lambda binary, signed_binary, ternary, signed_ternary: (
            signed_binary / binary < signed_ternary / ternary < 1
        ),
    ),
)


def _conclusions(measured: Measured) -> Sequence[Conclusion]:
    sources = published_values("harrison"), _our_values(measured)
    return [claim.conclusion(*sources) for claim in _CLAIMS]


HARRISON = Paper(
    name="harrison",
    unit="µs",
    measure=_measure,
    origin=_origin,
    our_values=_our_values,
    conclusions=_conclusions,
    notes=(
        "Ours: the least of many short runs; in a run each operation takes the result of the one before "
        "(latency).",
        "Cubing without tables thins out words bit by bit in II-N and II-K; rows N, K, I and BS never use "
        "tables.",
        "64-bit words and signed windows have no published figures.",
        "Scalars have 151 bits over F3^97 and 241 bits over F2^241, as the prime orders of Table 1; a "
        "projective product is brought back to affine coordinates.",
        "The paper does not say how F2^241 was done. Ours: comb multiplication, squaring by tables, Euclid's "
        "inversion; affine doubling without inversion, where the published one must have inverted.",
        "Broken today: discrete logarithms in fields of this size and characteristic are within reach.",
    ),
    misprints=(
        "Section 2: x^79 + x^21 + 2 is reducible, as 2 is a root; of all k only 26 will do.",
        "Section 2: x^167 + x^97 + 2 is reducible, as 2 is a root; k = 92 and k = 96 would do.",
        "Section 7.1: lambda_3 is the inverse of lambda_1, not of lambda_2; lambda_4 = lambda_2 lambda_3.",
        "Section 7.2: y3 takes lambda_1, the slope, not lambda_4.",
        "Table 2: an inversion in F2^241 cannot take about 0; Table 4's affine addition, one inversion and a "
        "few multiplications, takes 230 µs.",
    ),
)
