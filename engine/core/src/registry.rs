//! All pairings of this build behind one object-safe interface, for callers that choose a pairing by name at run time:
//! bindings, the command line, benchmarks, fuzz targets. Values pass as bytes in the encoding of
//! [`Coefficients`](crate::Coefficients) or as [opaque handles](Handle) that were validated once.
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

use crate::Error;
pub use pairforge_interface::registry::*;
use std::sync::LazyLock;

static ALL: LazyLock<Vec<&'static dyn DynPairing>> = LazyLock::new(|| {
    let families: &[&[_]] = &[
        #[cfg(feature = "binary")]
        pairforge_binary::pairings(),
        #[cfg(feature = "ternary")]
        pairforge_ternary::pairings(),
        #[cfg(feature = "prime")]
        pairforge_prime::pairings(),
        #[cfg(feature = "families")]
        pairforge_families::pairings(),
    ];
    families.concat()
});

/// Every pairing of this build, by family, in the order of the vectors' README. Whatever else needs them all reads this
/// list.
#[must_use]
pub fn all() -> &'static [&'static dyn DynPairing] {
    &ALL
}

/// The pairing of this name.
///
/// # Errors
/// [`UnknownPairing`](Error::UnknownPairing).
pub fn by_name(name: &str) -> Result<&'static dyn DynPairing, Error> {
    all().iter().copied().find(|p| p.name() == name).ok_or_else(|| Error::UnknownPairing(name.into()))
}
