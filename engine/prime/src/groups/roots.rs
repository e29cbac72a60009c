//! Square roots of many elements: the powers that they are made of take vector instructions, where there are some.

use crate::BaseField;
use crate::ate::Curve;
use crate::tower::{Fp2, ScalarField};
use subtle::{ConstantTimeEq, CtOption};

/// Of elements of F_p: a^((p + 1) / 4).
pub(super) fn of_base<C: Curve>(elements: &[C::Fp]) -> Vec<CtOption<C::Fp>> {
    let powers = powers::<C>(elements.to_vec());
    let roots = powers.iter().zip(elements).map(|(power, a)| (power.mul(a), a));
    roots.map(|(root, a)| CtOption::new(root, root.square().ct_eq(a))).collect()
}

/// Of elements of F_p2, by the complex method.
pub(super) fn of_twist<C: Curve>(elements: &[Fp2<C::Fp, C>]) -> Vec<CtOption<Fp2<C::Fp, C>>> {
    let norms = powers::<C>(elements.iter().map(Fp2::norm).collect());
    let radicands: Vec<_> = elements.iter().zip(&norms).map(|(a, power)| a.sqrt_radicand(power)).collect();
    let powers = powers::<C>(radicands.clone());
    elements.iter().zip(radicands.iter().zip(&powers)).map(|(a, (d, t))| a.sqrt_from(d, t)).collect()
}

/// Each element to the power (p - 3) / 4.
fn powers<C: Curve>(mut elements: Vec<C::Fp>) -> Vec<C::Fp> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.power_p_minus_3_over_4)(&mut elements),
        None => {
            let (pairs, last) = elements.as_chunks_mut::<2>();
            pairs.iter_mut().for_each(|pair| *pair = C::Fp::powers_p_minus_3_over_4(pair));
            last.iter_mut().for_each(|a| *a = a.pow_p_minus_3_over_4());
        }
    }
    elements
}
