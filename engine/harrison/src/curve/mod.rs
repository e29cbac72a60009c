//! The supersingular curves of Table 1 and their group laws (section 7).

pub mod binary;
pub mod multiply;
pub mod ternary;

/// Points that can be added, doubled and tripled.
pub trait Group: Copy {
    /// The point at infinity.
    const INFINITY: Self;

    /// P + Q.
    fn add(&self, other: &Self) -> Self;
    /// 2 P.
    fn double(&self) -> Self;
    /// 3 P.
    fn triple(&self) -> Self;
    /// -P.
    fn neg(&self) -> Self;
}

/// What a point multiplication sums up in: affine points themselves, or projective points to which affine ones are
/// added (mixed coordinates).
pub trait Accumulator<A: Group>: Copy {
    /// The point at infinity.
    const INFINITY: Self;

    /// P + Q, for an affine Q.
    fn add_affine(&self, point: &A) -> Self;
    /// 2 P.
    fn double(&self) -> Self;
    /// 3 P.
    fn triple(&self) -> Self;
}

impl<A: Group> Accumulator<A> for A {
    const INFINITY: Self = <A as Group>::INFINITY;

    fn add_affine(&self, point: &A) -> Self {
        self.add(point)
    }

    fn double(&self) -> Self {
        Group::double(self)
    }

    fn triple(&self) -> Self {
        Group::triple(self)
    }
}
