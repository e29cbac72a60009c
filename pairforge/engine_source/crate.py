"""A crate of its own for one curve: the engine's generic sources, the curve's constants, known answers.

The sources of three crates of the workspace become modules of one: `interface`, `prime`, `families`. Each
keeps its files; where a crate's root names more modules than a curve needs, it has another root here.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from pairforge.engine_source.curves import TWISTS
from pairforge.engine_source.optimal_ate import FamilyConstants, curve_file
from pairforge.engine_source.rust import HEADER
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import AteCurve

_DEPENDENCIES = ("rand_core", "rayon", "sha2", "subtle", "zeroize")
_OPTIONAL = ("rayon",)  # by the feature `parallel`
_CASES = 2
_FOLDERS = {
    "interface": ("copies.rs", "cpu.rs", "error.rs", "fixed.rs", "mask.rs", "pairing.rs", "threads.rs"),
    "prime": (
        *("base.rs", "combination.rs", "field.rs", "inversion.rs", "limbs.rs", "prime_params.rs"),
        "wide.rs",
        *("backend/**/*.rs", "curve/**/*.rs"),
        *("groups/cofactor.rs", "groups/decompression.rs", "groups/fixed.rs", "groups/membership.rs"),
        *("groups/point.rs", "groups/scalar.rs"),
        *("hash_to_curve/expand.rs", "hash_to_curve/increment.rs"),
    ),
    "families": (
        *("curve.rs", "final_exponentiation.rs", "full.rs", "groups.rs", "half.rs", "line.rs"),
        *("map_to_curve.rs", "miller.rs", "pairing.rs", "sextic.rs", "target.rs", "tower/*.rs", "twist.rs"),
    ),
}
"""The files of each crate that a curve needs, but for its root."""
_ROOTS = {
    "interface/mod.rs": """//! What every pairing offers.

mod copies;
pub mod cpu;
mod error;
pub mod fixed;
pub mod mask;
pub mod pairing;
pub mod threads;

pub use copies::copies;
pub use error::{Error, Refused, Result};
pub use pairing::{Coefficients, Group, Pairing, Target};
""",
    "prime/mod.rs": """//! F_p in Montgomery form, curves, groups, hashing to fields.

mod backend;
mod base;
mod combination;
pub mod curve;
mod field;
pub mod groups;
pub mod hash_to_curve;
mod inversion;
mod limbs;
mod prime_params;
mod vectors;
mod wide;

pub use base::BaseField;
pub use field::Fp;
pub use limbs::parse_hex;
pub use prime_params::PrimeParams;
pub use wide::Wide;
""",
    "prime/vectors.rs": """//! Functions of F_p12 by vectors, of which there are none for this tower.

use super::prime_params::PrimeParams;

/// Whether it took the power 2^count in the cyclotomic subgroup.
pub fn power<P: PrimeParams<N>, const N: usize, const K: usize>(_: &mut [[[u64; N]; 2]; K], _: u32) -> bool {
    false
}

/// Whether it took the square.
pub fn square12<P: PrimeParams<N>, const N: usize>(_: &mut [[[u64; N]; 2]; 6]) -> bool {
    false
}
""",
    "prime/groups/mod.rs": """//! Subgroups of prime order.

mod cofactor;
mod decompression;
mod fixed;
mod membership;
mod point;
mod scalar;

pub use cofactor::Cofactor;
pub use point::{Point, Subgroup};
pub use scalar::{Scalar, ScalarField};
""",
    "prime/hash_to_curve/mod.rs": """//! Hashing to fields (RFC 9380, section 5), and try-and-increment.

mod expand;
mod increment;

pub use expand::{expand_message_xmd, hash_to_field};
pub use increment::try_and_increment;
""",
    "families/mod.rs": """//! Optimal ate pairings over any tower.

pub mod curve;
pub mod final_exponentiation;
pub mod full;
pub mod groups;
pub mod half;
pub mod line;
pub mod map_to_curve;
pub mod miller;
mod pairing;
mod sextic;
mod target;
pub mod tower;
pub mod twist;

pub use curve::Curve;
pub use groups::PairingGroups;
pub use pairing::{OptimalAte, Prepared};
pub use target::Gt;
""",
}
_BATCHES = "/// Independent pairings on all cores."
_TESTS = "tests.rs"
_OWN_TESTS = re.compile(
    r"#\[cfg\((?:test|all\(test, [^\n]*\))\)\]\nmod tests(?:;| \{\n.*?^\})\n", re.DOTALL | re.MULTILINE
)
"""They take crates that a curve does not need, and are run where the sources come from."""
_EXAMPLE = re.compile(r"^//!\n//! ```\n(?://!.*\n)*?//! ```\n", re.MULTILINE)
"""It is on a curve of the engine."""


def crate_files(curve: AteCurve, workspace: Path) -> dict[str, str]:
    """The text of each file of the crate, by its place; `workspace`: the engine's.

    Raises
    ------
    ValueError
        The curve has a twist or a tower that cannot be written; the message says why.
    """
    degree = curve.family.twist_degree
    if degree not in TWISTS:
        raise ValueError(
            f"{curve.name}: a crate takes twists of degree {' and '.join(map(str, TWISTS))}; "
            f"that of {curve.family.name} curves has degree {degree}"
        )
    constants = FamilyConstants(curve)
    name = package_name(constants)
    files = {f"src/{place}": text for place, text in _ROOTS.items()}
    for crate, patterns in _FOLDERS.items():
        root = workspace / crate / "src"
        for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
            if path.name == _TESTS:
                continue
            place = f"src/{crate}/{path.relative_to(root).as_posix()}"
            files[place] = _moved(path.read_text(), crate)
    files["src/curve.rs"] = curve_file(
        constants, "crate::families", "crate::prime", "crate::interface", False
    ).removeprefix(HEADER)
    files["src/lib.rs"] = _lib(constants, name)
    files["tests/known_answers.rs"] = _tests(constants, name)
    files["Cargo.toml"] = _manifest(constants, name, workspace)
    files["README.md"] = _readme(constants, name)
    return files


def package_name(constants: FamilyConstants) -> str:
    """Of the crate."""
    name = constants.name
    return f"{name if name[:1].isalpha() else f'curve-{name}'}-pairing"


def _moved(text: str, crate: str) -> str:
    """A source of a crate as one of a module."""
    if _BATCHES in text:
        text = text[: text.index(_BATCHES)].rstrip() + "\n"
    text = _EXAMPLE.sub("", _OWN_TESTS.sub("", text)).rstrip() + "\n"
    text = re.sub(r"\bcrate::", f"crate::{crate}::", text)
    return re.sub(r"\bpairforge_(interface|prime)::", r"crate::\1::", text)


def _about(c: FamilyConstants) -> str:
    curve = c.curve
    return (
        f"The optimal ate pairing on {curve.equation} over F_p, a {curve.family.name} curve with embedding "
        f"degree {c.k}, u = {curve.u:#x}"
    )


def security_line(c: FamilyConstants) -> str:
    """What the curve is worth today."""
    security = c.curve.security
    return f"Security today: {security.note}."


def _lib(c: FamilyConstants, name: str) -> str:
    return f"""//! {_about(c)}.
//!
//! {security_line(c)}
//!
//! ```
//! use {name.replace("-", "_")}::{{Group, Pairing, Target, TheCurve, ThePairing}};
//!
//! let (p, q) = (<ThePairing as Pairing>::G1::generator(), <ThePairing as Pairing>::G2::generator());
//! let e = ThePairing::pair(&p, &q);
//! assert_eq!(ThePairing::pair(&p.mul(&[2]), &q.mul(&[3])), e.pow(&[6]));
//! assert!(e.is_member());
//! ```

pub mod curve;
#[allow(dead_code, missing_docs)]
pub mod families;
#[allow(dead_code, missing_docs)]
pub mod interface;
#[allow(dead_code, missing_docs)]
pub mod prime;

pub use curve::{c.type} as TheCurve;
pub use interface::{{Coefficients, Error, Group, Pairing, Result, Target}};

/// The pairing.
pub type ThePairing = families::OptimalAte<TheCurve>;
"""


def _manifest(c: FamilyConstants, name: str, workspace: Path) -> str:
    about: dict[str, Any] = tomllib.loads((workspace / "Cargo.toml").read_text())["workspace"]
    locked: list[dict[str, str]] = tomllib.loads((workspace / "Cargo.lock").read_text())["package"]
    rows = ""
    for dependency in _DEPENDENCIES:
        wanted = about["dependencies"][dependency]
        least = wanted if isinstance(wanted, str) else wanted["version"]
        version = next(
            row["version"]
            for row in locked
            if row["name"] == dependency and row["version"].startswith(f"{least}.")
        )
        keys: dict[str, Any] = {} if isinstance(wanted, str) else dict(wanted)
        keys |= {"version": f"={version}"} | ({"optional": True} if dependency in _OPTIONAL else {})
        rows += f"{dependency} = {{ {', '.join(f'{key} = {json.dumps(of)}' for key, of in keys.items())} }}\n"
    package = about["package"]
    return f"""[package]
name = "{name}"
description = "{_about(c)}"
version = "0.1.0"
edition = "{package["edition"]}"
rust-version = "{package["rust-version"]}"
license = "{package["license"]}"
publish = false

[workspace]

[features]
default = ["std"]
# What the sources have where there is an operating system. The towers of this curve need one.
std = ["zeroize/alloc"]
# Sums of many multiples on several cores.
parallel = ["dep:rayon"]

[dependencies]
{rows}
[profile.release]
codegen-units = 1

# Field arithmetic without optimisation is too slow to test.
[profile.dev]
opt-level = 2
"""


def _readme(c: FamilyConstants, name: str) -> str:
    curve = c.curve
    references = "".join(f"- {reference}\n" for reference in curve.security.references)
    return f"""# {name}

{_about(c)}. Source of the curve: {curve.source}.

**{security_line(c)}**

{references and f"What that rests on:{chr(10)}{chr(10)}{references}"}
| file | |
|---|---|
| `src/curve.rs` | the curve's constants, all derived from its file |
| `src/families` | towers, Miller loop, final exponentiation, groups, target group |
| `src/prime` | F_p, curves, encodings, hashing |
| `src/interface` | the traits |
| `tests/known_answers.rs` | values by the definition of the pairing, from exact arithmetic |

`cargo test` runs the known answers. Pairforge wrote this crate from the curve's file; it is under the Apache
License 2.0, as Pairforge is.
"""


def _hexadecimal(values: Encoded) -> str:
    return "[" + ", ".join(f'"{value:x}"' for value in values) + "]"


def _tests(c: FamilyConstants, name: str) -> str:
    pairing = AtePairing(c.curve)
    rows = ""
    for P, Q in pairing.random_points(_CASES, seed=1):
        values = (P, Q, pairing.model(P, Q))
        rows += "    [" + ", ".join(f"&{_hexadecimal(value)}" for value in values) + "],\n"
    return f"""//! Values of the pairing by its definition: Miller's algorithm and the exponent itself.

use {name.replace("-", "_")}::{{Coefficients, Group, Pairing, Target, ThePairing}};

type G1 = <ThePairing as Pairing>::G1;
type G2 = <ThePairing as Pairing>::G2;
type Gt = <ThePairing as Pairing>::Gt;

/// P, Q and e(P, Q), each as its coefficients in hexadecimal.
#[rustfmt::skip]
const CASES: &[[&[&str]; 3]] = &[
{rows}];

fn read<T: Coefficients>(coefficients: &[&str]) -> T {{
    let mut bytes = Vec::new();
    for digits in coefficients {{
        let padded = format!("{{digits:0>width$}}", width = 2 * T::WIDTH);
        let byte = |i: usize| u8::from_str_radix(&padded[2 * i..2 * i + 2], 16).expect("digits");
        bytes.extend((0..T::WIDTH).rev().map(byte));
    }}
    T::read(&bytes).expect("valid")
}}

#[test]
fn known_answers() {{
    for [p, q, e] in CASES {{
        let (p, q, e) = (read::<G1>(p), read::<G2>(q), read::<Gt>(e));
        assert_eq!(ThePairing::pair(&p, &q), e);
        assert_eq!(ThePairing::pair_prepared(&ThePairing::prepare(&q), &p), e);
        assert_eq!(ThePairing::product(&[(p, q), (p.neg(), q), (p, q)]), e);
    }}
}}

#[test]
fn the_pairing_is_bilinear() {{
    let (p, q) = (G1::generator(), G2::generator());
    let e = ThePairing::pair(&p, &q);
    assert_ne!(e, Gt::one());
    assert_eq!(ThePairing::pair(&p.mul(&[5]), &q.mul(&[7])), e.pow(&[35]));
    assert_eq!(e.pow(G1::ORDER), Gt::one());
}}

#[test]
fn encodings_and_hashes_are_points_of_the_groups() {{
    let (p, q) = (G1::hash(b"message", b"dst"), G2::hash(b"message", b"dst"));
    assert!(p.mul(G1::ORDER).is_identity() && q.mul(G2::ORDER).is_identity());
    assert_eq!(G1::from_compressed(&p.to_compressed()), Ok(p));
    assert_eq!(G2::from_compressed(&q.to_compressed()), Ok(q));
    assert_eq!(G1::from_uncompressed(&p.to_uncompressed()), Ok(p));
    assert_eq!(G2::from_uncompressed(&q.to_uncompressed()), Ok(q));
}}
"""
