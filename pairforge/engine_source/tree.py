"""All generated files of the engine, from the whole catalogue; and the tree that has them."""

from __future__ import annotations

from pathlib import Path

from pairforge.catalog.security import Security
from pairforge.engine_source import ate, binary, places, ternary
from pairforge.engine_source.curves import (
    BINARY_LABELS,
    ENGINE_ATE,
    ENGINE_BINARY,
    ENGINE_FAMILIES,
    ENGINE_FIELDS,
    ENGINE_TERNARY,
    ENGINE_TYPE_A,
    TINY_FAMILIES,
)
from pairforge.engine_source.isogeny import suite_file, suite_file_name
from pairforge.engine_source.optimal_ate import FamilyConstants, curve_file, curves_module, module_of
from pairforge.engine_source.prime_fields import prime_fields_file
from pairforge.engine_source.registry import registry_file
from pairforge.engine_source.rust import module_name, short, type_name
from pairforge.engine_source.security import BEGIN, END, security_file, security_page
from pairforge.engine_source.type_a import type_a_file
from pairforge.engine_source.vector_code.source import squares_files
from pairforge.pairings.sswu_suites import SSWU_SUITES


def sources() -> dict[str, str]:
    """The text of each generated file, by its place from the root; of a page, its generated part."""
    curves = [ate.AteConstants(engine) for engine in ENGINE_ATE]
    fields = {p: [field for field in ENGINE_FIELDS if field.characteristic == p] for p in (2, 3)}
    files = {
        places.PRIME_FIELDS: prime_fields_file(
            [engine.curve for engine in ENGINE_ATE], [curve for curve, _ in ENGINE_TYPE_A]
        ),
        places.TYPE_A: type_a_file(ENGINE_TYPE_A),
        places.IFMA: ate.vector_file(curves),
        places.BINARY_FIELDS: binary.fields_file(ENGINE_BINARY, fields[2], BINARY_LABELS),
        places.BINARY_PAIRINGS: binary.pairings_file(ENGINE_BINARY, BINARY_LABELS),
        places.TERNARY: ternary.ternary_file(ENGINE_TERNARY, fields[3]),
        places.TERNARY_NAMES: ternary.names_file(ENGINE_TERNARY, fields[3]),
        places.SECURITY: security_file(),
        places.SECURITY_PAGE: security_page(_pairings()),
        f"{places.ATE_CURVES}/mod.rs": ate.curves_module(curves),
        f"{places.GROUPS}/mod.rs": ate.groups_module(curves),
    }
    files |= squares_files(ate.squared_fields(curves))
    files |= {places.REGISTRIES[family]: registry_file(types) for family, types in _types().items()}
    for folder, listed, crate in (
        (places.FAMILY_CURVES, ENGINE_FAMILIES, "crate"),
        (places.TINY_CURVES, TINY_FAMILIES, "pairforge_families"),
    ):
        rows = [FamilyConstants(curve) for curve in listed]
        files[f"{folder}/mod.rs"] = curves_module(rows)
        files |= {f"{folder}/{module_of(row)}.rs": curve_file(row, crate) for row in rows}
    for constants in curves:
        name = module_name(constants.name)
        suites = [suite for suite in SSWU_SUITES if suite.curve is constants.engine.curve]
        files[f"{places.ATE_CURVES}/{name}.rs"] = ate.pairing_file(constants)
        files[f"{places.GROUPS}/{name}.rs"] = ate.groups_file(constants, suites)
        for suite in suites:
            files[f"{places.HASH_TO_CURVE}/{suite_file_name(suite)}.rs"] = suite_file(suite)
    return files


def _types() -> dict[str, list[str]]:
    """The Rust types of the pairings, by family of fields."""
    return {
        "binary": [f"crate::{binary.pairing_type(curve)}" for curve in ENGINE_BINARY],
        "ternary": [f"crate::{ternary.pairing_type(curve)}" for curve in ENGINE_TERNARY],
        "prime": [
            *(f"crate::type_a::Tate{type_name(short(c))}" for c, _ in ENGINE_TYPE_A),
            *(f"crate::ate::Ate<crate::ate::{type_name(short(e.curve))}>" for e in ENGINE_ATE),
        ],
        "families": [
            f"crate::OptimalAte<crate::curves::{FamilyConstants(curve).type}>" for curve in ENGINE_FAMILIES
        ],
    }


def _pairings() -> list[tuple[str, Security]]:
    """Every pairing of the engine's list, with its security."""
    return [
        *((curve.name, curve.security) for curve in ENGINE_BINARY),
        *((curve.name, curve.security) for curve in ENGINE_TERNARY),
        *((curve.name, curve.security) for curve, _ in ENGINE_TYPE_A),
        *((engine.curve.name, engine.curve.security) for engine in ENGINE_ATE),
        *((curve.name, curve.security) for curve in ENGINE_FAMILIES),
    ]


def _whole(tree: Path, place: str, text: str) -> str:
    """The file as it should be: a page is generated between two marks only."""
    if not place.endswith(".md"):
        return text
    page = (tree / place).read_text()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{text}\n{END}{after}"


def differing(tree: Path, files: dict[str, str]) -> list[str]:
    """The places of files that are not in the tree as they should be."""
    return [
        place
        for place, text in files.items()
        if not (tree / place).is_file() or (tree / place).read_text() != _whole(tree, place, text)
    ]


def write(tree: Path, files: dict[str, str]) -> list[str]:
    """Write the files that differ, and name them."""
    found = differing(tree, files)
    for place in found:
        text = _whole(tree, place, files[place])
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        (tree / place).write_text(text)
    return found
