"""The curves of the catalogue: each from a file of its own, `catalog/curves/NAME.toml`, read strictly."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pairforge.catalog.security import SECURITIES, TOY, Security
from pairforge.errors import UserError
from pairforge.pairings.families.base import C, Curve, Family, Listing
from pairforge.pairings.families.bls import BLS9, BLS12, BLS24, BLS48
from pairforge.pairings.families.bn import BN
from pairforge.pairings.families.bw6 import BW6
from pairforge.pairings.families.embedding_two import ORDINARY, TYPE_A
from pairforge.pairings.families.kss import KSS16, KSS18
from pairforge.pairings.families.mnt import MNT4, MNT6
from pairforge.pairings.families.supersingular_binary import SUPERSINGULAR_BINARY
from pairforge.pairings.families.supersingular_ternary import SUPERSINGULAR_TERNARY
from pairforge.table import Table

_FOLDER = Path(__file__).resolve().parents[1] / "catalog" / "curves"

CURVE_FILES = tuple(sorted(_FOLDER.glob("*.toml")))
"""The files of the curves, which decide what is computed as the package's code does."""

FAMILIES: Mapping[str, Family[Any]] = {
    family.name: family
    for family in (
        SUPERSINGULAR_BINARY,
        SUPERSINGULAR_TERNARY,
        TYPE_A,
        ORDINARY,
        BN,
        BLS9,
        BLS12,
        BLS24,
        BLS48,
        KSS16,
        KSS18,
        BW6,
        MNT4,
        MNT6,
    )
}
"""By name, in the order in which curves are listed."""


def read_curve(path: Path, *, trusted: bool = False) -> Curve:
    """The curve of a file, checked; `trusted`: a file of the catalogue, whose curves the tests check.

    Raises
    ------
    UserError
        The file cannot be read, or something in it is wrong: one line that says what would be right.
    """
    try:
        data = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot read the curve: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path.name}: not TOML: {error}") from None
    t = Table(data, path.name)
    if t.integer("schema") != 1:
        raise t.fail("schema", f"this version reads schema 1, not {data['schema']!r}")
    family = FAMILIES[t.text("family", choices=tuple(FAMILIES))]
    name, source = t.text("name"), t.text("source")
    security = None if family.estimates and not t.has("security") else _security(t)
    curve: Curve = family.read(t, name, source, security, _listing(t, name, family))
    t.close()
    if not trusted:
        family.check(curve, path.name)
    return curve


def _security(t: Table) -> Security:
    """An entry of `catalog/security.py` by name, or a table with a note, bits and references."""
    known = SECURITIES | {"TOY": TOY}
    if not t.is_table("security"):
        return known[t.text("security", choices=tuple(known))]
    own = t.table("security")
    found = Security(own.integer("bits_today", least=0), own.text("note"), own.texts("references", ()))
    own.close()
    return found


def _listing(t: Table, name: str, family: Family[Any]) -> Listing:
    listing = Listing(
        map=t.text("map", family.maps[0], choices=family.maps),
        field=t.text("field", name),
        prior_work=t.text("prior_work", ""),
        variants=t.texts("variants", ()),
        design=t.text("design", ""),
        model=t.flag("model", True),
    )
    for variant in listing.variants:
        if variant not in family.variants:
            there = ", ".join(family.variants) or "none"
            raise t.fail("variants", f"no variant {variant!r} for {family.name}; there are {there}")
    return listing


def _read_all() -> Iterator[Curve]:
    """All of them: by family, map and size."""
    families, found = list(FAMILIES), [read_curve(path, trusted=True) for path in CURVE_FILES]
    for path, curve in zip(CURVE_FILES, found, strict=True):
        if curve.name != path.stem:
            raise UserError(
                f"{path.name}: name: must be {path.stem!r}, as the file is called, not {curve.name!r}"
            )
    yield from sorted(
        found,
        key=lambda c: (families.index(c.family.name), c.family.maps.index(c.listing.map), c.field_bits),
    )


CURVES: Mapping[str, Curve] = {curve.name: curve for curve in _read_all()}
"""By name. A curve bears the name of its pairing."""


def curves_of(kind: type[C], pairing: str = "", *, model: bool = True) -> dict[str, C]:
    """The curves of a class by name; `pairing`: with this map alone; `model`: with a model alone."""
    return {
        name: curve
        for name, curve in CURVES.items()
        if isinstance(curve, kind)
        and pairing in ("", curve.listing.map)
        and (curve.listing.model or not model)
    }
