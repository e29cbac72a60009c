//! Short Weierstrass curves y^2 = x^3 + a x + b over large fields: generic over the field of the coordinates,
//! F_p or F_p2.
//!
//! * [`Affine`] and [`Jacobian`] points, with additions that hold for every pair of points and never branch;
//! * constant-time scalar multiplication of any point by a scalar of any length ([`Affine::mul`]), and a faster
//!   one along an endomorphism ([`Endomorphism`]) for points of the subgroup on which it acts as a scalar;
//! * encodings, compressed and not, in one format for all curves ([`Affine::to_compressed`]);
//! * sums of many multiples by public scalars, in variable time ([`multi_scalar_mul_vartime`], and
//!   [`multi_scalar_mul_in_subgroup_vartime`] along an endomorphism);
//! * tables for multiples of one fixed point ([`FixedBase`]), and for sums of multiples of many ([`FixedBases`]).

mod block;
mod co_z;
mod coordinate;
mod encoding;
mod endomorphism;
#[cfg(feature = "std")]
mod fixed_base;
#[cfg(feature = "std")]
mod multi_scalar;
mod point;
pub mod recoding;
mod scalar_mul;

pub use block::{Block, VectorAdditions};
pub use coordinate::Coordinate;
pub use endomorphism::{Endomorphism, Lattice};
#[cfg(feature = "std")]
pub use fixed_base::{FixedBase, Shape};
#[cfg(feature = "std")]
pub(crate) use multi_scalar::{Adder, Form, PointSlice, Sums};
#[cfg(feature = "std")]
pub use multi_scalar::{FixedBases, multi_scalar_mul_in_subgroup_vartime, multi_scalar_mul_vartime};
#[cfg(feature = "std")]
pub use point::normalize_all;
pub use point::{Affine, Curve, Jacobian};
