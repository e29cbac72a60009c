//! Characteristic three: F_3^m in bit planes, supersingular curves y^2 = x^3 - x + b, eta_T pairings.
//!
//! | part | module |
//! |---|---|
//! | digits of F_3 in two bits | `trits` |
//! | fields and curves as constants | `parameters` |
//! | single elements | `element`, `spread` |
//! | what the tower needs of a field, and who provides it: one element, batches of 8 and 32, bit-sliced | `backend` |
//! | choice of the backend | `dispatch` |
//! | F_3^6m, Miller loop, final exponentiation | `tower`, `miller`, `exponent` |
//! | points, values, pairings | `curve`, `pairing` |
//!
//! Small characteristic is broken: nothing here protects anything. `docs/explanation/engine/ternary.md` says
//! how it works.

mod backend;
mod curve;
mod dispatch;
mod element;
mod exponent;
mod miller;
mod names;
mod pairing;
mod parameters;
#[cfg(feature = "registry")]
mod registry;
mod spread;
mod tower;
mod trits;

pub use curve::Point;
pub use element::Element;
pub use names::*;
pub use pairing::{Eta, Gt, MillerValue, Prepared};
#[cfg(feature = "registry")]
pub use registry::pairings;
