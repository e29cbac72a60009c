//! All pairings behind one object-safe interface, for callers that choose a pairing by name at run time: bindings, the
//! command line, benchmarks, fuzz targets. Values pass as bytes in the encoding of [`Coefficients`](crate::Coefficients)
//! or as [opaque handles](Handle) that were validated once.
//!
//! ```
//! use pairforge_engine::registry;
//!
//! for pairing in registry::all() {
//!     let (g1, g2) = (pairing.g1(), pairing.g2());
//!     let (p, q) = (g1.generator(), g2.generator());
//!     let e = pairing.pair(&p, &q).unwrap();
//!     // e(2P, Q) = e(P, Q)^2
//!     let twice = pairing.pair(&g1.double(&p).unwrap(), &q).unwrap();
//!     assert!(pairing.gt().equal(&twice, &pairing.gt().square(&e).unwrap()).unwrap());
//! }
//! assert!(registry::by_name("no-such-pairing").is_err());
//! ```

// Nothing is adapted where no family of fields is built.
#[cfg_attr(not(any(feature = "binary", feature = "ternary", feature = "prime")), allow(dead_code))]
mod adapter;
mod handle;
mod interface;
mod refusal;

pub use handle::{Handle, Miller, Point, Prepared, Value};
pub use interface::{DynGroup, DynPairing, DynTarget, Form, Shape};
pub use refusal::{Argument, Refusal};

use crate::Error;
#[cfg(feature = "binary")]
use crate::binary;
#[cfg(feature = "prime")]
use crate::prime::{ate, type_a};
#[cfg(feature = "ternary")]
use crate::ternary;
#[cfg(any(feature = "binary", feature = "ternary", feature = "prime"))]
use adapter::Of;

/// The one list of pairings: by family, in the order of the vectors' README.
macro_rules! pairings {
    ($($family:literal: $($path:path),+;)+) => {
        &[$($(#[cfg(feature = $family)] &Of::<$path>::NEW,)+)+]
    };
}

static ALL: &[&dyn DynPairing] = pairings! {
    "binary": binary::EtaF2M239, binary::EtaF2M271, binary::EtaF2M313, binary::EtaF2M379, binary::EtaF2M457,
        binary::EtaF2M557, binary::EtaF2M613, binary::EtaF2M691, binary::EtaF2M1223, binary::TateF2M239, binary::TateF2M283;
    "ternary": ternary::EtaF3m97, ternary::EtaF3m167, ternary::EtaF3m193, ternary::EtaF3m239, ternary::EtaF3m313,
        ternary::EtaF3m509;
    "prime": type_a::TateSs512, type_a::TateSs1536, ate::Ate<ate::Bn258>, ate::Ate<ate::Bn254>,
        ate::Ate<ate::Bls12381>, ate::Ate<ate::Bn462>;
};

/// Every pairing of this build. Whatever else needs them all reads this list.
#[must_use]
pub fn all() -> &'static [&'static dyn DynPairing] {
    ALL
}

/// The pairing of this name.
///
/// # Errors
/// [`UnknownPairing`](Error::UnknownPairing).
pub fn by_name(name: &str) -> Result<&'static dyn DynPairing, Error> {
    all().iter().copied().find(|p| p.name() == name).ok_or_else(|| Error::UnknownPairing(name.into()))
}

#[cfg(test)]
mod tests;
