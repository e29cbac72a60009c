//! Characteristic three: F_3^m in bit planes, supersingular curves y^2 = x^3 - x + b, eta_T pairings.
//!
//! | part | module |
//! |---|---|
//! | digits of F_3 in two bits | `trits` |
//! | fields and curves as constants | `parameters` |
//! | single elements | `element`, `spread` |
//! | what the tower needs of a field, and who provides it | `machine`, `natural`, `level` |
//! | many products at once for one pairing; many pairings at once | `side_by_side`, `sliced` on `words`, `x86` |
//! | powers of few elements, and few products | `few` |
//! | F_3^6m, Miller loop, final exponentiation | `tower`, `miller`, `exponent` |
//! | points, values, pairings | `curve`, `pairing` |
//!
//! Small characteristic is broken: nothing here protects anything. See `docs/engine/ternary.md` for how it works.

mod curve;
mod element;
mod exponent;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod few;
mod level;
mod machine;
mod miller;
mod natural;
mod pairing;
mod parameters;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod side_by_side;
mod sliced;
mod spread;
mod tower;
mod trits;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod words;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

pub use curve::Point;
pub use element::Element;
pub use pairing::{Eta, Gt, MillerValue, Prepared};

/// F_3^79 = F_3\[x\]/(x^79 + x^26 - 1).
pub type F3m79 = Element<79, 2>;
/// F_3^97 = F_3\[x\]/(x^97 + x^16 - 1).
pub type F3m97 = Element<97, 2>;
/// F_3^163 = F_3\[x\]/(x^163 + x^80 - 1).
pub type F3m163 = Element<163, 4>;
/// F_3^167 = F_3\[x\]/(x^167 - x^71 + 1).
pub type F3m167 = Element<167, 4>;
/// F_3^173 = F_3\[x\]/(x^173 - x^7 + 1).
pub type F3m173 = Element<173, 4>;
/// F_3^193 = F_3\[x\]/(x^193 + x^64 - 1).
pub type F3m193 = Element<193, 4>;
/// F_3^239 = F_3\[x\]/(x^239 - x^5 + 1).
pub type F3m239 = Element<239, 4>;
/// F_3^313 = F_3\[x\]/(x^313 - x^187 - 1).
pub type F3m313 = Element<313, 6>;
/// F_3^509 = F_3\[x\]/(x^509 - x^151 + 1).
pub type F3m509 = Element<509, 8>;

/// eta_T over F_3^97, y^2 = x^3 - x + 1. Broken, as all pairings of small characteristic.
pub type EtaF3m97 = Eta<97, 2>;
/// eta_T over F_3^167, y^2 = x^3 - x + 1. Broken, as all pairings of small characteristic.
pub type EtaF3m167 = Eta<167, 4>;
/// eta_T over F_3^193, y^2 = x^3 - x - 1. Broken, as all pairings of small characteristic.
pub type EtaF3m193 = Eta<193, 4>;
/// eta_T over F_3^239, y^2 = x^3 - x - 1. Broken, as all pairings of small characteristic.
pub type EtaF3m239 = Eta<239, 4>;
/// eta_T over F_3^313, y^2 = x^3 - x + 1. Broken, as all pairings of small characteristic.
pub type EtaF3m313 = Eta<313, 6>;
/// eta_T over F_3^509, y^2 = x^3 - x + 1. Broken, as all pairings of small characteristic.
pub type EtaF3m509 = Eta<509, 8>;
