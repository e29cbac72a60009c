//! F_3^(6·97) and F_2^(4·241): products against the school-book, everything else against products.

use crate::common::{element, power};
use num_bigint::BigUint;
use pairforge_harrison::Field;
use pairforge_harrison::binary::Binary241;
use pairforge_harrison::extension::{Four, Six};
use pairforge_harrison::field::BaseField;
use pairforge_harrison::pairing::ternary::{from_sigma_rho, to_sigma_rho};
use pairforge_harrison::ternary::{Array97, Karatsuba, Packed97, Schoolbook, Sliced97, others};
use proptest::prelude::*;

type F3 = Sliced97<Karatsuba>;

fn six<F: BaseField>() -> impl Strategy<Value = Six<F>> {
    [element(), element(), element(), element(), element(), element()].prop_map(Six)
}

fn four() -> impl Strategy<Value = Four<Binary241>> {
    [element(), element(), element(), element()].prop_map(Four)
}

/// The product in F_2^4m by the school-book, reduced one power of t after the other.
fn four_by_four(a: &Four<Binary241>, b: &Four<Binary241>) -> Four<Binary241> {
    let mut c = [Binary241::ZERO; 7];
    for i in 0..4 {
        for j in 0..4 {
            c[i + j] = c[i + j] + a.0[i] * b.0[j];
        }
    }
    for i in (4..7).rev() {
        c[i - 4] = c[i - 4] + c[i];
        c[i - 3] = c[i - 3] + c[i];
    }
    Four(core::array::from_fn(|i| c[i]))
}

fn checks<F: BaseField>(a: Six<F>, b: Six<F>) {
    assert_eq!(a * b, a.mul_schoolbook(&b));
    assert_eq!(a.square(), a.mul_schoolbook(&a));
    assert_eq!(a.cube(), a.mul_schoolbook(&a).mul_schoolbook(&a));
    assert_eq!((a - b) + b, a);
    match a.inverse() {
        None => assert_eq!(a, Six::ZERO),
        Some(inverse) => assert_eq!(a.mul_schoolbook(&inverse), Six::ONE),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sextic_extension_in_type_ii(a in six::<F3>(), b in six::<F3>()) {
        checks(a, b);
    }

    #[test]
    fn sextic_extension_in_type_i(a in six::<Packed97<Karatsuba>>(), b in six::<Packed97<Karatsuba>>()) {
        checks(a, b);
    }

    #[test]
    fn sextic_extension_on_arrays(a in six::<Array97<Schoolbook>>(), b in six::<Array97<Schoolbook>>()) {
        checks(a, b);
    }

    #[test]
    fn quartic_extension(a in four(), b in four()) {
        prop_assert_eq!(a * b, four_by_four(&a, &b));
        prop_assert_eq!(a.square(), four_by_four(&a, &a));
        prop_assert_eq!(a.cube(), four_by_four(&four_by_four(&a, &a), &a));
        match a.inverse() {
            None => prop_assert_eq!(a, Four::ZERO),
            Some(inverse) => prop_assert_eq!(four_by_four(&a, &inverse), Four::ONE),
        }
    }

    #[test]
    fn frobenius_is_the_power_q(a in six::<F3>(), b in six::<others::Sliced79>(), c in four()) {
        let q = |p: u32, n| BigUint::from(p).pow(n);
        prop_assert_eq!(a.frobenius(1), power(a, &q(3, 97)));
        prop_assert_eq!(b.frobenius(1), power(b, &q(3, 79)));
        prop_assert_eq!(c.frobenius(1), power(c, &q(2, 241)));
        prop_assert_eq!(a.frobenius(2).frobenius(3), a.frobenius(5));
        prop_assert_eq!(a.frobenius(6), a);
        prop_assert_eq!(c.frobenius(4), c);
    }

    #[test]
    fn sigma_and_rho_are_a_basis(a in six::<F3>()) {
        prop_assert_eq!(from_sigma_rho(to_sigma_rho(&a)), a);
    }
}

#[test]
fn sigma_and_rho_satisfy_their_equations() {
    let (zero, one) = (F3::ZERO, F3::ONE);
    let basis: [Six<F3>; 6] =
        core::array::from_fn(|i| from_sigma_rho(core::array::from_fn(|j| if i == j { one } else { zero })));
    let [unit, sigma, rho, sigma_rho, rho_squared, sigma_rho_squared] = basis;
    assert_eq!(unit, Six::ONE);
    assert_eq!(sigma * sigma, -Six::ONE);
    assert_eq!(rho.cube(), rho + Six::ONE);
    assert_eq!(sigma * rho, sigma_rho);
    assert_eq!(rho * rho, rho_squared);
    assert_eq!(sigma * rho_squared, sigma_rho_squared);
}
