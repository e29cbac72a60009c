//! F_2^241 against the slow model.

use crate::common::{Model, element};
use pairforge_harrison::Field;
use pairforge_harrison::binary::Binary241;
use pairforge_harrison::field::BaseField;
use proptest::prelude::*;

#[test]
fn the_trinomial_is_irreducible() {
    assert!(Model::trinomial(2, 241, 70).is_irreducible_of_prime_degree());
}

proptest! {
    #[test]
    fn field_is_right(a in element::<Binary241>(), b in element::<Binary241>()) {
        let model = Model::trinomial(2, 241, 70);
        let (x, y) = (a.coefficients(), b.coefficients());
        prop_assert_eq!((a + b).coefficients(), model.add(&x, &y));
        prop_assert_eq!(a - b, a + b);
        prop_assert_eq!(-a, a);
        prop_assert_eq!((a * b).coefficients(), model.mul(&x, &y));
        prop_assert_eq!(a.square().coefficients(), model.mul(&x, &x));
        prop_assert_eq!(a.cube().coefficients(), model.cube(&x));
        match a.inverse() {
            None => prop_assert_eq!(a, Binary241::ZERO),
            Some(inverse) => prop_assert_eq!(model.mul(&x, &inverse.coefficients()), Binary241::ONE.coefficients()),
        }
    }
}
