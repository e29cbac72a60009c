//! The reduced Tate pairing on both curves (Table 5), as the papers that this one refers to compute it (Barreto, Kim, Lynn,
//! Scott; Galbraith, Harrison, Soldera; both 2002): Miller's algorithm in base three or two without denominators, as a
//! distortion map takes the second point to where denominators vanish under the final exponentiation.

pub mod binary;
pub mod ternary;
