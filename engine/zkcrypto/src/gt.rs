//! The target group, written additively, and values of the Miller loop.

use super::Scalar;
use super::operators::{collected, negation, operator};
use pairforge_interface::{Group as _, Pairing, Target};
use pairforge_prime::ate::{Ate, Bls12381, Gt as Value};
use pairing::MillerLoopResult;
use pairing::group::Group;
use pairing::group::ff::Field;
use rand_core::TryRng;
use std::sync::LazyLock;
use subtle::{Choice, ConstantTimeEq};

/// A value of the pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gt(pub(super) Value<Bls12381>);

impl Gt {
    /// The value.
    #[must_use]
    pub const fn value(&self) -> &Value<Bls12381> {
        &self.0
    }
}

impl Default for Gt {
    fn default() -> Self {
        Gt(Value::one())
    }
}

operator!(Gt, Gt, Add::add, AddAssign::add_assign, |a, b| Gt(a.0.mul(&b.0)));
operator!(Gt, Gt, Sub::sub, SubAssign::sub_assign, |a, b| Gt(a.0.mul(&b.0.inverse())));
operator!(Gt, Scalar, Mul::mul, MulAssign::mul_assign, |a, b| Gt(a.0.pow(&b.limbs())));
negation!(Gt, |a| Gt(a.0.inverse()));
collected!(Gt, Sum::sum, Gt::default(), Add::add);

impl Group for Gt {
    type Scalar = Scalar;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Ok(Self::generator() * Scalar::try_random(rng)?)
    }

    fn identity() -> Self {
        Self::default()
    }

    /// The pairing of both generators.
    fn generator() -> Self {
        static GENERATOR: LazyLock<Gt> = LazyLock::new(|| {
            type Curve = Ate<Bls12381>;
            let (p, q) = (<Curve as Pairing>::G1::generator(), <Curve as Pairing>::G2::generator());
            Gt(Curve::pair(&p, &q))
        });
        *GENERATOR
    }

    fn is_identity(&self) -> Choice {
        self.0.element().ct_eq(Value::<Bls12381>::one().element())
    }

    fn double(&self) -> Self {
        Gt(self.0.square())
    }
}

/// A value of the Miller loop; sums of them share a final exponentiation.
#[derive(Clone, Copy, Debug)]
pub struct MillerValue(pub(super) <Ate<Bls12381> as Pairing>::Miller);

impl Default for MillerValue {
    fn default() -> Self {
        MillerValue(Ate::<Bls12381>::multi_miller_loop(&[]))
    }
}

operator!(MillerValue, MillerValue, Add::add, AddAssign::add_assign, |a, b| {
    MillerValue(Ate::<Bls12381>::miller_mul(&a.0, &b.0))
});

impl MillerLoopResult for MillerValue {
    type Gt = Gt;

    fn final_exponentiation(&self) -> Gt {
        Gt(Ate::<Bls12381>::final_exponentiation(&self.0))
    }
}
