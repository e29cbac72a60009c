"""`registry.rs` of each family: the one list of its pairings."""

from __future__ import annotations

from collections.abc import Sequence

from pairforge.engine_source.rust import HEADER

_ABOUT = """//! The pairings of this crate, in the order of the vectors' README.

use pairforge_interface::registry::{Adapter, DynPairing};

/// All pairings of this crate, in the order of the vectors' README.
#[inline(never)]
#[must_use]
pub fn pairings() -> &'static [&'static dyn DynPairing] {
"""


def registry_file(types: Sequence[str]) -> str:
    """The text of the file; `types`: those of the pairings, as paths of the crate."""
    rows = "".join(f"        &Adapter::<{path}>::NEW,\n" for path in types)
    return f"{HEADER}{_ABOUT}    &[\n{rows}    ]\n}}\n"
