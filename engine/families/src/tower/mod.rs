//! Towers of quadratic and cubic extensions over F_p.
//!
//! A step x^n = z over a field `F` is a type that implements [`Step<F>`]; the extension is [`Quadratic<F, S>`] or
//! [`Cubic<F, S>`]. Where `F` is F_p, each coefficient of a sum of products takes one reduction (Longa, eprint 2022/367).

mod coordinate;
mod cubic;
mod field;
mod prime;
mod quadratic;

pub use coordinate::Roots;
pub use cubic::Cubic;
pub use field::{Field, Step, power, square_pair};
pub use quadratic::Quadratic;
