//! The orders of curves beyond those of their subgroups.

/// What the order of a curve divided by r is: 1, odd or even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cofactor {
    /// Every point of the curve lies in the subgroup.
    One,
    /// An odd number above 1.
    Odd,
    /// An even number.
    Even,
}

impl Cofactor {
    /// That of a number in little-endian limbs.
    #[must_use]
    pub const fn of(limbs: &[u64]) -> Self {
        match limbs {
            [1] => Cofactor::One,
            _ if limbs[0] & 1 == 1 => Cofactor::Odd,
            _ => Cofactor::Even,
        }
    }
}
