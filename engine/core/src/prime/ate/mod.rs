//! Optimal ate pairings with embedding degree 12.
//!
//! [`Ate<C>`](Ate) is the pairing on the curve `C`; `docs/engine/ate.md` explains formulas, counts and
//! figures.

mod curve;
mod curves;
mod final_exponentiation;
mod line;
mod miller;
mod pairing;
mod path;
mod power;
mod target;

pub use curve::{Curve, Family, Twist};
pub use curves::{Bls12381, Bn254, Bn258, Bn462};
pub use final_exponentiation::{easy_part, final_exponentiation, final_exponentiation_cubed};
pub use line::TwistPoint;
pub use miller::{LineSource, PreparedLines, PreparedTerm, Term, miller_loop};
pub use pairing::{Ate, Prepared};
pub use path::{Pair, Vectorised};
pub use target::Gt;
