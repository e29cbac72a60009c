"""Where the generated files stand, from the root of the tree, and the Rust modules that they name.

This is the one table to change when they move.
"""

from __future__ import annotations

_PRIME, _BINARY, _TERNARY, _FAMILIES = (
    f"engine/{crate}/src" for crate in ("prime", "binary", "ternary", "families")
)

PRIME_FIELDS = f"{_PRIME}/params.rs"
ATE_CURVES = f"{_PRIME}/ate/curves"
"""A folder: a file a curve, and `mod.rs`."""
GROUPS = f"{_PRIME}/groups/curves"
"""A folder: a file a curve, and `mod.rs`."""
HASH_TO_CURVE = f"{_PRIME}/hash_to_curve"
"""A folder: a file a suite."""
FAMILY_CURVES = f"{_FAMILIES}/curves"
"""A folder: a file a curve, and `mod.rs`."""
TINY_CURVES = "engine/families/tests/suite/tiny"
"""The same of curves for tests."""
TYPE_A = f"{_PRIME}/type_a/params.rs"
IFMA = f"{_PRIME}/ifma/params.rs"
SQUARES = f"{_PRIME}/ifma/squares"
"""A folder: assembly and its constants for each field, and `mod.rs`."""
BINARY_FIELDS = f"{_BINARY}/field/table.rs"
BINARY_PAIRINGS = f"{_BINARY}/pairings/table.rs"
TERNARY = f"{_TERNARY}/parameters.rs"
TERNARY_NAMES = f"{_TERNARY}/names.rs"
SECURITY = "engine/interface/src/security.rs"
REGISTRIES = {
    "binary": f"{_BINARY}/registry.rs",
    "ternary": f"{_TERNARY}/registry.rs",
    "prime": f"{_PRIME}/registry.rs",
    "families": f"{_FAMILIES}/registry.rs",
}
"""The lists of pairings, by family of fields."""

PRIME = "crate"
"""The Rust module of the large primes, as the generated files name it."""
SECURITY_MODULE = "pairforge_interface::security"

SECURITY_PAGE = "docs/reference/engine/security.md"
"""A page for readers; a part of it is generated."""
