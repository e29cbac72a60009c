//! Characteristic two: F_2^m, supersingular curves y^2 + y = x^3 + x + b, eta_T and Tate pairings.
//!
//! Everything is written once over [`backend::Vector`], lanes of 128 bits: one lane of portable Rust or of
//! PCLMULQDQ, two or four of VPCLMULQDQ. A pairing alone shares its lines out to the lanes; a batch has a pairing in each.
//!
//! **All pairings of this family are broken** (see [`security`](crate::security)); they serve research, comparison and the checking of
//! hardware.

mod backend;
mod byte_map;
mod curve;
mod dispatch;
mod element;
mod field;
mod final_exponentiation;
mod gt;
mod lanes;
mod limbs;
mod miller;
mod pairings;
mod point;
#[cfg(feature = "registry")]
mod registry;
pub mod tate;
mod tower;

pub use curve::Curve;
pub use element::Element;
pub use field::*;
pub use gt::Gt;
pub use pairings::*;
pub use point::Point;
#[cfg(feature = "registry")]
pub use registry::pairings;
