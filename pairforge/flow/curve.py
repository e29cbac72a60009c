"""The facts of a curve of the catalogue as plain data."""

from __future__ import annotations

from typing import Any

from pairforge.catalog.pairings import PAIRINGS
from pairforge.errors import UserError

SCHEMA = 1


def curve_object(name: str) -> dict[str, Any]:
    """The object of `pairforge curve --json`. Large numbers are hexadecimal strings, as in the vectors.

    Raises UserError where there is no such curve.
    """
    if name not in PAIRINGS:
        raise UserError(f"no curve {name!r}; there are {', '.join(PAIRINGS)}")
    found = PAIRINGS[name].facts()
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
