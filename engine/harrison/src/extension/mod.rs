//! The fields that the pairings take their values in (section 5): F_3^(6n), and F_2^(4·241) beside it.
//!
//! The paper does not say how it inverts there; [`euclid`] is the ordinary extended Euclidean algorithm on polynomials over
//! the base field.

pub mod euclid;
pub mod four;
pub mod six;

pub use four::Four;
pub use six::Six;

/// Adds, subtracts and negates an extension field's elements coefficient by coefficient.
macro_rules! linear {
    ($extension:ident) => {
        impl<F: Field> Add for $extension<F> {
            type Output = Self;

            #[inline]
            fn add(self, other: Self) -> Self {
                Self(core::array::from_fn(|i| self.0[i] + other.0[i]))
            }
        }

        impl<F: Field> Sub for $extension<F> {
            type Output = Self;

            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(core::array::from_fn(|i| self.0[i] - other.0[i]))
            }
        }

        impl<F: Field> Neg for $extension<F> {
            type Output = Self;

            #[inline]
            fn neg(self) -> Self {
                Self(self.0.map(F::neg))
            }
        }
    };
}
use linear;
