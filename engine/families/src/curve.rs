//! What follows from a curve: all of it is generated.

use crate::half::Half;
use crate::line::{Line, Multiple};
use crate::tower::Field;
use core::fmt::Debug;

/// Doublings of the multiple, and what is added behind them: (n, negative) stands for pi^n(Q) or its opposite, pi the p-th
/// power map.
pub type Turn = (u32, &'static [(usize, bool)]);

/// A public exponent n: after so many squares a factor a^|digit| for the odd digit, or its inverse; a last pair with digit 0
/// has the remaining squares. The first pair has no squares before it.
#[derive(Clone, Copy, Debug)]
pub struct Exponent {
    /// Whether n < 0.
    pub negative: bool,
    /// The largest digit.
    pub largest: i8,
    /// Whether to take compressed squares; all digits are then 1, -1 or 0.
    pub compressed: bool,
    /// The digits.
    pub digits: &'static [(u32, i8)],
}

/// A product of powers that share the squares: after so many squares a factor, the base `place - 1` for a place above 0, the
/// inverse of the base `-place - 1` for one below, none for 0.
pub type Product = &'static [(u32, i8)];

/// The power Phi_k(p) / r, for elements of order Phi_k(p).
#[derive(Clone, Copy, Debug)]
pub enum HardPart {
    /// BLS: (u - 1)/3 (u - 1) (u + p) (u^2 + p^2) ... (u^n + p^n - 1) + 1, n = k/6.
    Bls {
        /// u.
        seed: Exponent,
        /// u - 1.
        seed_less_one: Exponent,
        /// (u - 1)/3.
        third: Exponent,
    },
    /// BN, by the seed u.
    Bn(Exponent),
    /// h (p + T - 1) + c for k = 6, with p = h r + T, c = Phi_6(T)/r: h and c as sums of integers times 1, w/3, w/3 w, w/3 w^2, ...,
    /// T - 1 as one of integers times 1, w, w^2, ..., w = u - 1.
    Cofactor {
        /// w/3.
        third: Exponent,
        /// w.
        step: Exponent,
        /// The number of powers for h, and for T - 1.
        bases: [usize; 2],
        /// h.
        cofactor: Product,
        /// T - 1.
        trace: Product,
        /// c.
        rest: Product,
    },
    /// The sum of l_i p^i, each l_i a sum of integers times 1, v, ..., v^n, v^n u, v^n u^2, ...
    Expansion {
        /// v.
        reduced: Exponent,
        /// n.
        powers: usize,
        /// u.
        seed: Exponent,
        /// The number of bases.
        bases: usize,
        /// The l_i, in the order of i.
        rows: &'static [Product],
    },
}

/// An exponent m with which a^p = a^m for members of the target group, and for them alone in the cyclotomic subgroup; or the
/// order itself.
#[derive(Clone, Copy, Debug)]
pub enum Membership {
    /// a^p = a^m.
    Frobenius(Exponent),
    /// a^r = 1.
    Order(Exponent),
}

/// Multiples of Q on a twist, and lines through them, in the coordinates that suit the twist.
pub trait Steps<C: Curve> {
    /// T becomes 2 T; the tangent at T.
    fn double(t: &mut Multiple<C::Fq>) -> Line<C::Fq>;
    /// T becomes T + (x, y); the chord.
    fn add(t: &mut Multiple<C::Fq>, q: &(C::Fq, C::Fq)) -> Line<C::Fq>;
}

/// A pairing-friendly curve y^2 = x^3 + a x + b, a or b being 0, with a twist of degree d = 6 or 4.
///
/// The algorithms have their own w and xi = w^d, and a twist with a xi or b xi; [`ENTER`](Curve::ENTER) and
/// [`LEAVE`](Curve::LEAVE) go there from those of the curve's file and back.
pub trait Curve: Copy + Debug + Eq + Send + Sync + 'static {
    /// F_p.
    type Fp: Field<Prime = Self::Fp>;
    /// F_q, the field of the twist.
    type Fq: Field<Prime = Self::Fp>;
    /// The field of w^2.
    type Half: Half<Below = Self::Fq, Prime = Self::Fp>;
    /// Multiples of Q and their lines.
    type Twist: Steps<Self>;

    /// The name of its pairing.
    const NAME: &'static str;
    /// Estimated bits of security today, and what the estimate rests on.
    const SECURITY: (u32, &'static str);
    /// The order r of the groups, little-endian limbs.
    const ORDER: &'static [u64];
    /// A generator (x, y) of G1.
    const G1: (Self::Fp, Self::Fp);
    /// A generator (x, y) of G2, on the twist of the curve's file.
    const G2: (Self::Fq, Self::Fq);

    /// The Miller loop from the top digit on, without that.
    const LOOP: &'static [Turn];
    /// Whether the loop count is below 0.
    const LOOP_IS_NEGATIVE: bool;
    /// What is added behind the loop.
    const CLOSING: &'static [(usize, bool)];
    /// For the n of images: what x^(p^n) and y^(p^n) are multiplied with.
    const IMAGES: &'static [(usize, [Self::Fq; 2])];
    /// For the n of Frobenius maps: w^(j (p^n - 1)) for j = 1, ..., d - 1.
    const POWERS_OF_W: &'static [(usize, &'static [Self::Fq])];
    /// The point (x, y) of the file's twist is (ENTER\[0\] x, ENTER\[1\] y) on that of the algorithms.
    const ENTER: [Self::Fq; 2];
    /// For each power of w its place in the basis of the file, what leaves with it, and the inverse of that.
    const LEAVE: &'static [(usize, Self::Fq, Self::Fq)];
    /// The hard part of the final exponentiation.
    const HARD_PART: HardPart;
    /// What tells members of the target group.
    const MEMBERSHIP: Membership;

    /// 3 b xi a where d = 6, a xi a where d = 4.
    #[must_use]
    fn times_coefficient(a: &Self::Fq) -> Self::Fq;
}
