"""A search for seeds of pairing-friendly curves as plain data: rows by cost, and lines of curve files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from flint import fmpz

from pairforge.algebra.curve_coefficient import curve_coefficient
from pairforge.algebra.pairing_cost import Cost, pairing_cost
from pairforge.algebra.pairing_families import SEARCHED
from pairforge.algebra.security_estimate import ESTIMATE, estimated_bits
from pairforge.algebra.seed_search import Request
from pairforge.algebra.signed_powers import powers_text
from pairforge.algebra.subgroup_security import TESTED, Answer, subgroup_security
from pairforge.errors import UserError
from pairforge.progress import Progress

SCHEMA = 1

LIMIT = 10
"""Rows that are shown where nothing else is asked for."""
_OWN_WEIGHT = 8
"""As far as a search goes by itself where no weight is asked for."""


_RANGES = {
    "--bits": (64, 2000),
    "--r-bits": (16, 2000),
    "--weight": (1, 12),
    "--two-adicity": (1, 1000),
    "--p-two-adicity": (1, 1000),
    "--limit": (1, 1000),
}


def request_for(family: str, options: Mapping[str, Any], p_mod: Sequence[str]) -> Request:
    """The request of the options of `pairforge curve --search`, of which those not given are absent.

    Raises
    ------
    UserError
        One is missing, out of range, or no seed can give what they ask for.
    """
    if "--bits" not in options:
        raise UserError(f"--search {family}: give --bits N, the size of p")
    for option, (least, most) in _RANGES.items():
        if not least <= options.get(option, least) <= most:
            raise UserError(f"{option} {options[option]}: give a number from {least} to {most}")
    request = Request(
        SEARCHED[family],
        options["--bits"],
        options.get("--r-bits"),
        _p_residues(p_mod),
        options.get("--two-adicity", 1),
        options.get("--p-two-adicity", 1),
    )
    _check(request)
    return request


def _p_residues(given: Sequence[str]) -> frozenset[int]:
    """Residues modulo 8 of `M=R,R` with M 4 or 8; several are alternatives."""
    if not given:
        return frozenset(_ODD)
    found: set[int] = set()
    for text in given:
        matched = re.fullmatch(r"([48])=([1357](?:,[1357])*)", text)
        modulus = int(matched[1]) if matched else 0
        residues = {int(r) for r in matched[2].split(",")} if matched else set()
        if not matched or max(residues) >= modulus:
            raise UserError(f"--p-mod {text}: give 4 or 8 and odd residues, as in 4=3 or 8=3,7")
        found |= {r for r in _ODD if r % modulus in residues}
    return frozenset(found)


_ODD = (1, 3, 5, 7)


def seeds_object(
    request: Request,
    *,
    weight: int | None,
    subgroup_secure: bool,
    limit: int,
    command: str,
    progress: Progress,
) -> dict[str, Any]:
    """The object of `pairforge curve --search FAMILY --bits N --json`. Large numbers are hexadecimal strings.

    All seeds of at most this weight are looked at; without one, of rising weight until there are as many as
    `limit`. Of them the cheapest are kept. `command` is the source that the curve files name.
    """
    found: list[tuple[int, Cost]] = []
    searched = 0
    for searched in range(1, (weight or _OWN_WEIGHT) + 1):
        progress(f"seeds of weight {searched}, {len(found)} found before")
        for u in request.seeds(searched):
            if subgroup_secure and subgroup_security(request.family, u).whole is Answer.NO:
                continue
            found.append((u, pairing_cost(request.family, u)))
        if weight is None and len(found) >= limit:
            break
    found.sort(key=lambda pair: (pair[1].word_products, abs(pair[0]), pair[0]))
    proved = list(islice((pair for pair in found if _proved(request, pair[0])), limit))
    return {
        "schema": SCHEMA,
        "family": request.family.name,
        "bits": request.bits,
        "weight_searched": searched,
        "found": len(found),
        "subgroup_security": TESTED,
        "security": ESTIMATE,
        "curves": [
            _curve(request, u, cost, proved[0][1], number, command)
            for number, (u, cost) in enumerate(proved, 1)
        ],
    }


def _check(request: Request) -> None:
    name = f"a {request.family.name} curve"
    if not request.ranges:
        sizes = f"--bits {request.bits}"
        if request.r_bits is None:
            raise UserError(f"{sizes}: no seed gives {name} of this size; give another")
        plain = Request(request.family, request.bits)
        sizes += f" --r-bits {request.r_bits}"
        fits = " or ".join(map(str, _r_sizes(plain))) or "none"
        raise UserError(f"{sizes}: no seed gives {name} with both; with this p, r has {fits} bits")
    if not request.classes:
        raise UserError(
            f"--p-mod, --two-adicity, --p-two-adicity: no seed gives {name} with these; ask for less"
        )


def _r_sizes(request: Request) -> list[int]:
    """Sizes of r that the ends of the ranges give, in bits."""
    ends = (sign * m for sign, pair in request.ranges.items() for m in pair)
    numerators, denominator = request.family.r_over
    values = (sum(c * u**n for n, c in enumerate(numerators)) // denominator for u in ends)
    return sorted({value.bit_length() for value in values})


def _proved(request: Request, u: int) -> bool:
    """Whether p and r are proven primes."""
    p, r = request.family.p(u), request.family.r(u)
    return p is not None and r is not None and bool(fmpz(r).is_prime() and fmpz(p).is_prime())


def _curve(request: Request, u: int, cost: Cost, cheapest: Cost, number: int, command: str) -> dict[str, Any]:
    family = request.family
    p, r, trace = family.p(u), family.r(u), family.trace(u)
    assert p is not None and r is not None and trace is not None
    key, coefficient = "b" if family.discriminant == 3 else "a", curve_coefficient(family, u)
    secure = subgroup_security(family, u)
    seed, bits = powers_text(u), estimated_bits(p, family.embedding_degree, r)
    return {
        "u": hex(u),
        "seed": seed,
        "p": hex(p),
        "r": hex(r),
        "trace": hex(trace),
        "p_bits": p.bit_length(),
        "r_bits": r.bit_length(),
        key: coefficient,
        "p_mod_8": p % 8,
        "two_adicity": _two_adicity(r - 1),
        "p_two_adicity": _two_adicity(p - 1),
        "loop_weight": cost.loop_weight,
        "cost": {
            "basis": "modelled",
            "miller": cost.miller,
            "final": cost.final,
            "word_products": cost.word_products,
            "relative": round(cost.word_products / cheapest.word_products, 3),
        },
        "subgroup_secure": {"g1": secure.g1.value, "g2": secure.g2.value, "gt": secure.gt.value},
        "security": {"basis": "estimated", "bits": bits},
        "curve_file": [
            "schema = 1",
            f'name = "ate-{family.name.lower()}-{p.bit_length()}-{number}"',
            f'family = "{family.name}"',
            f'u = "{seed}"',
            f"{key} = {coefficient}",
            f'source = "{command}"',
            "",
            "[security]",
            f"bits_today = {bits}",
            f'note = "{ESTIMATE}"',
        ],
    }


def _two_adicity(number: int) -> int:
    return (number & -number).bit_length() - 1


def seed_columns(found: Mapping[str, Any]) -> tuple[str, ...]:
    """The head of the table of `seed_rows`."""
    key = "a" if SEARCHED[found["family"].lower()].discriminant == 1 else "b"
    return (
        "",
        "seed u",
        "p, bits",
        "r, bits",
        key,
        "p mod 8",
        "2-adicity of r - 1, p - 1",
        "loop weight",
        "relative cost",
        "subgroup-secure",
        "security, bits (estimate)",
    )


def seed_rows(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The object of `seeds_object` as rows of a table."""
    for number, curve in enumerate(found["curves"], 1):
        answers = curve["subgroup_secure"]
        yield (
            str(number),
            curve["seed"],
            str(curve["p_bits"]),
            str(curve["r_bits"]),
            str(curve.get("b", curve.get("a"))),
            str(curve["p_mod_8"]),
            f"{curve['two_adicity']}, {curve['p_two_adicity']}",
            str(curve["loop_weight"]),
            f"{curve['cost']['relative']:.3f}",
            "; ".join(f"{group.upper()} {answer}" for group, answer in answers.items()),
            str(curve["security"]["bits"]),
        )


def seed_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """What stands below the table: notes, and the lines of a curve file for each row."""
    weight = found["weight_searched"]
    yield f"{found['found']} seeds of weight up to {weight} found; p and r of those shown are proven primes"
    yield "cost: modelled, multiplications of words in a pairing; relative to the first row"
    yield f"subgroup-secure: {found['subgroup_security']}"
    yield f"security: {found['security']}"
    for number, curve in enumerate(found["curves"], 1):
        yield ""
        yield f"# curve file, row {number}"
        yield from curve["curve_file"]
