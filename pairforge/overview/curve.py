"""The facts of a curve of the catalogue as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairforge.algebra.families import FAMILIES, Found, find_family, search
from pairforge.algebra.pairing_families import SEARCHED
from pairforge.catalog.security import SMALL_CHARACTERISTIC_SEARCHED
from pairforge.errors import UserError
from pairforge.pairings.registry import PAIRINGS, closest, find_pairing, is_file, nearest

SCHEMA = 1


def curve_object(name: str) -> dict[str, Any]:
    """The object of `pairforge curve --json`. Large numbers are hexadecimal strings, as in the vectors.

    Raises UserError where there is no such curve.
    """
    if name not in PAIRINGS and not is_file(name):
        raise UserError(f"no curve {name!r}; {nearest(name, PAIRINGS)}")
    found = find_pairing(name).facts()
    return {
        "schema": SCHEMA,
        "curve": found.name,
        "equation": found.equation,
        "field": found.field,
        "order": hex(found.order),
        "factors": [hex(factor) for factor in found.factors],
        "factors_are_prime": found.factors_are_prime,
        "cofactor": hex(found.cofactor),
        "embedding_degree": found.embedding_degree,
        "mov_bits": found.mov_bits,
        "subgroup_order": hex(found.subgroup_order),
        "subgroup_bits": found.subgroup_bits,
        "generators": [[hex(c) for c in point] for point in found.generators],
        "security": {
            "bits_today": found.security.bits_today,
            "published_bits": found.published_bits,
            "note": found.security.note,
            "references": list(found.security.references),
        },
        "source": found.source,
    }


def is_supersingular(family: str) -> bool:
    """Whether a family that can be searched is one of small characteristic (UserError: there is no such)."""
    names = (*FAMILIES, *SEARCHED)
    if family not in names:
        best = closest(family, names)
        hint = f"did you mean {best}? There" if best else "there"
        raise UserError(f"--search {family}: no such family; {hint} are {', '.join(names)}")
    return family in FAMILIES


LARGEST = 2000
"""The largest extension degree that a search goes to."""


def search_object(family_name: str, first: int, last: int, most_bits: int) -> dict[str, Any]:
    """The object of `pairforge curve --search FAMILY --json`.

    Raises UserError where there is no such family, or a bound makes no sense.
    """
    family = find_family(family_name)
    if not 3 <= first <= last <= LARGEST:
        raise UserError(f"--from {first} --to {last}: give 3 <= from <= to <= {LARGEST}")
    return {
        "schema": SCHEMA,
        "family": family.name,
        "from": first,
        "to": last,
        "cofactor_bits": most_bits,
        "curves": [_found_object(found) for found in search(family, first, last, most_bits)],
    }


def _found_object(found: Found) -> dict[str, Any]:
    family = found.family
    broken, largest = SMALL_CHARACTERISTIC_SEARCHED[family.characteristic]
    return {
        "m": found.m,
        "b": found.b,
        "equation": f"{family.label(found.b)} over F_{family.characteristic}^{found.m}",
        "order": hex(found.order),
        "cofactors": [hex(factor) for factor in found.cofactors],
        "cofactor": hex(found.cofactor),
        "prime": hex(found.prime),
        "prime_bits": found.prime.bit_length(),
        "embedding_degree": found.embedding_degree,
        "mov_bits": found.mov_bits,
        "security": {
            "bits_today": broken.bits_today if found.mov_bits <= largest else None,
            "note": "BROKEN, for research only: discrete logarithms in small characteristic take "
            "quasi-polynomial time",
        },
    }


def search_rows(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The object of `search_object` as rows of a table, under `SEARCH_COLUMNS`."""
    for curve in found["curves"]:
        cofactor = " * ".join(str(int(factor, 16)) for factor in curve["cofactors"]) or "1"
        bits = curve["security"]["bits_today"]
        yield (
            curve["equation"],
            cofactor,
            str(curve["prime_bits"]),
            str(curve["embedding_degree"]),
            str(curve["mov_bits"]),
            "not assessed" if bits is None else f"at most {bits}",
        )


SEARCH_COLUMNS = ("curve", "cofactor", "prime, bits", "k", "MOV, bits", "security today, bits")
