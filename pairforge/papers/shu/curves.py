"""Table 1: for each curve the cofactor, what it leaves, the embedding degree and MOV security, computed."""

from __future__ import annotations

from pairforge.algebra.families import FAMILIES, examine
from pairforge.papers.base import Value, published

__all__ = ["curve_rows"]


def curve_rows() -> dict[str, dict[str, Value]]:
    """Our rows of Table 1: with the cofactor as printed, is what it leaves prime?"""
    (table,) = (table for table in published("shu")["table"] if table["name"] == "1")
    return {name: _row(name, str(row["cofactor"])) for name, row in table["rows"].items()}


def _row(name: str, cofactor: str) -> dict[str, Value]:
    family_name, degree, b = name.split()
    family, m = FAMILIES[family_name], int(degree)
    given = 1
    for factor in cofactor.split(" · "):
        given *= int(factor)
    found = examine(family, m, int(b), given)
    order = family.order(m, int(b))
    if found is None:
        return {"order / cofactor": "composite" if order % given == 0 else "no divisor", "order": hex(order)}
    return {
        "cofactor": " · ".join(map(str, found.cofactors)) or "1",
        "MOV bits": found.mov_bits,
        "order / cofactor": "prime",
        "k": found.embedding_degree,
        "prime bits": found.prime.bit_length(),
        "order": hex(order),
    }
