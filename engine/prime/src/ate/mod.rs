//! Optimal ate pairings with embedding degree 12.
//!
//! [`Ate<C>`](Ate) is the pairing on the curve `C`; `docs/explanation/engine/ate.md` explains formulas,
//! counts and figures.

mod curve;
mod curves;
mod dispatch;
mod final_exponentiation;
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
mod lanes;
mod line;
mod miller;
mod pairing;
mod power;
mod row;
mod target;
mod vectorised;

pub use curve::{Curve, Family, Twist};
pub use curves::*;
pub use final_exponentiation::{easy_part, final_exponentiation, final_exponentiation_cubed};
pub use miller::{LineSource, Term, miller_loop};
#[cfg(feature = "std")]
pub use miller::{PreparedLines, PreparedTerm};
pub use pairing::Ate;
#[cfg(feature = "std")]
pub use pairing::Prepared;
pub use target::Gt;
pub use vectorised::{Pair, PairOn, TwistPoint, Value, Vectorised};
