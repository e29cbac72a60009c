//! F_3^n: every representation and method against the slow model, the tricks of the limbs on all their inputs.

use crate::common::{Model, element};
use pairforge_harrison::Field;
use pairforge_harrison::field::BaseField;
use pairforge_harrison::ternary::{
    Array97, BitSerial, Digit, Element, Karatsuba, Lanes, Limb, Packed97, Planes, Schoolbook, Sliced97,
    TRINOMIALS, Wide97, narrow, others,
};
use proptest::prelude::*;

/// The coefficients of the sum and the product of two limbs, by the definition.
fn product(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut c = vec![0; 2 * a.len()];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            c[i + j] = (c[i + j] + x * y) % 3;
        }
    }
    c
}

fn coefficients<L: Limb>(limb: L) -> Vec<u8> {
    (0..L::LEN).map(|at| limb.coefficient(at)).collect()
}

/// All words of four redundant digits.
fn all_lanes() -> impl Iterator<Item = [u8; 4]> {
    (0..256u32).map(|bits| core::array::from_fn(|i| (bits >> (2 * i) & 3) as u8))
}

#[test]
fn type_i_adds_and_multiplies_all_pairs_of_words() {
    for a in all_lanes() {
        for b in all_lanes() {
            let (x, y) = (Lanes::new(a), Lanes::new(b));
            let (a, b) = (a.map(|d| d % 3), b.map(|d| d % 3));
            let sum: Vec<u8> = a.iter().zip(b).map(|(d, e)| (d + e) % 3).collect();
            let difference: Vec<u8> = a.iter().zip(b).map(|(d, e)| (d + 3 - e) % 3).collect();
            let (low, high) = x.mul(y);
            for result in [x.add(y), x.sub(y), x.neg(), low, high] {
                assert!(result.digits().iter().all(|&digit| digit <= 3), "{a:?} {b:?}: digit out of range");
            }
            assert_eq!(coefficients(x.add(y)), sum);
            assert_eq!(coefficients(x.sub(y)), difference);
            assert_eq!([coefficients(low), coefficients(high)].concat(), product(&a, &b));
        }
    }
}

#[test]
fn type_i_cubes_degrees_and_compares_all_words() {
    for digits in all_lanes() {
        let x = Lanes::new(digits);
        let a = digits.map(|d| d % 3);
        let cubed: Vec<u8> = x.cube().into_iter().flat_map(coefficients).collect();
        let thin: Vec<u8> = (0..12).map(|i| if i % 3 == 0 { a[i / 3] } else { 0 }).collect();
        assert_eq!(cubed, thin);
        assert_eq!(x.degree(), a.iter().rposition(|&d| d != 0));
        assert_eq!(x, Lanes::new(a));
    }
}

/// The mathematics of section 3.2 for one byte: every value that a product can have.
#[test]
fn montgomery_reduction_is_right_to_36() {
    for digits in all_lanes() {
        let ones = Lanes::new([3; 4]);
        let (low, _) = Lanes::new(digits).mul(ones);
        let sums = (0..4).map(|k| (digits[..=k].iter().sum::<u8>() * 3) % 3);
        assert_eq!(coefficients(low), sums.collect::<Vec<u8>>());
    }
}

#[test]
fn narrow_lanes_add_all_pairs_of_digits_in_every_lane() {
    for a in 0..4 {
        for b in 0..4 {
            for lane in 0..narrow::LANES {
                // The other lanes hold the largest digit, so that a carry out of them would show.
                let fill = 0o3333333333 & !(7 << (3 * lane));
                let sum = narrow::add(fill | a << (3 * lane), fill | b << (3 * lane));
                for at in 0..narrow::LANES {
                    let digit = sum >> (3 * at) & 7;
                    let expected = if at == lane { (a + b) % 3 } else { 0 };
                    assert!(digit <= 3 && digit % 3 == expected);
                }
            }
        }
    }
}

#[test]
fn type_ii_adds_all_pairs_of_digits_in_seven_instructions() {
    let planes = |d: u8| Planes::new(u32::from(d == 1) << 9, u32::from(d == 2) << 9);
    for a in 0..3 {
        for b in 0..3 {
            assert_eq!(planes(a).add(planes(b)), planes((a + b) % 3));
            assert_eq!(planes(a).sub(planes(b)), planes((a + 3 - b) % 3));
        }
    }
}

proptest! {
    #[test]
    fn type_ii_limbs_multiply_and_cube(
        a in prop::collection::vec(0u8..3, 64),
        b in prop::collection::vec(0u8..3, 64),
    ) {
        fn check<L: Limb + PartialEq>(a: &[u8], b: &[u8]) {
            let limb = |c: &[u8]| {
                c[..L::LEN].iter().enumerate().fold(L::ZERO, |sum, (at, &digit)| sum.add(L::term(digit, at)))
            };
            let (low, high) = limb(a).mul(limb(b));
            assert_eq!([coefficients(low), coefficients(high)].concat(), product(&a[..L::LEN], &b[..L::LEN]));
            let thin: Vec<u8> = (0..3 * L::LEN).map(|i| if i % 3 == 0 { a[i / 3] } else { 0 }).collect();
            assert_eq!(limb(a).cube().into_iter().flat_map(coefficients).collect::<Vec<u8>>(), thin);
        }
        check::<Planes<u32>>(&a, &b);
        check::<Planes<u64>>(&a, &b);
        check::<Lanes>(&a, &b);
    }
}

/// The field operations against the model, and the field axioms that the model does not see.
fn field_is_right<F: BaseField>(a: F, b: F, k: usize) {
    let model = Model::trinomial(F::CHARACTERISTIC, F::DEGREE, k);
    let (x, y) = (a.coefficients(), b.coefficients());
    assert_eq!(F::from_coefficients(&x), a);
    assert_eq!((a + b).coefficients(), model.add(&x, &y));
    assert_eq!((a - b) + b, a);
    assert_eq!(a + -a, F::ZERO);
    assert_eq!((a * b).coefficients(), model.mul(&x, &y));
    assert_eq!(a.square().coefficients(), model.mul(&x, &x));
    assert_eq!(a.cube().coefficients(), model.cube(&x));
    match a.inverse() {
        None => assert_eq!(a, F::ZERO),
        Some(inverse) => assert_eq!(model.mul(&x, &inverse.coefficients()), F::ONE.coefficients()),
    }
}

macro_rules! fields {
    ($($name:ident: $field:ty, $k:expr;)*) => {$(
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(48))]
            #[test]
            fn $name(a in element::<$field>(), b in element::<$field>()) {
                field_is_right(a, b, $k);
            }
        }
    )*};
}

fields! {
    array_schoolbook: Array97<Schoolbook>, 12;
    array_karatsuba: Array97<Karatsuba>, 12;
    array_bit_serial: Array97<BitSerial>, 12;
    type_i_schoolbook: Packed97<Schoolbook>, 12;
    type_i_karatsuba: Packed97<Karatsuba>, 12;
    type_i_bit_serial: Packed97<BitSerial>, 12;
    type_ii_schoolbook: Sliced97<Schoolbook>, 12;
    type_ii_karatsuba: Sliced97<Karatsuba>, 12;
    type_ii_bit_serial: Sliced97<BitSerial>, 12;
    type_ii_wide_schoolbook: Wide97<Schoolbook>, 12;
    type_ii_wide_karatsuba: Wide97<Karatsuba>, 12;
    type_ii_wide_bit_serial: Wide97<BitSerial>, 12;
    array_of_degree_173: Element<Digit, 174, 173, 166, Karatsuba>, 166;
    type_i_of_degree_79: Element<Lanes, 20, 79, 26, Karatsuba>, 26;
    type_i_of_degree_173: Element<Lanes, 44, 173, 166, Schoolbook>, 166;
    type_ii_wide_of_degree_239: Element<Planes<u64>, 4, 239, 24, Karatsuba>, 24;
    type_ii_bit_serial_of_degree_173: Element<Planes<u32>, 6, 173, 166, BitSerial>, 166;
    degree_79: others::Sliced79, 26;
    degree_163: others::Sliced163, 80;
    degree_167: others::Sliced167, 96;
    degree_173: others::Sliced173, 166;
    degree_193: others::Sliced193, 12;
    degree_239: others::Sliced239, 24;
}

proptest! {
    #[test]
    fn cubing_with_and_without_tables_agrees(
        a in element::<Sliced97<Karatsuba>>(),
        b in element::<Wide97<Karatsuba>>(),
    ) {
        prop_assert_eq!(a.cube_bit_serial(), a.cube());
        prop_assert_eq!(b.cube_bit_serial(), b.cube());
    }
}

#[test]
fn the_trinomials_are_irreducible() {
    for (n, k) in TRINOMIALS {
        assert!(Model::trinomial(3, n, k).is_irreducible_of_prime_degree(), "x^{n} + x^{k} + 2");
    }
}

/// The misprints: x = 2 is a root of both. For 79 there is one k, for 167 there are two near the printed one.
#[test]
fn two_printed_trinomials_are_reducible() {
    for (n, printed, ours) in [(79, 21, 26), (167, 97, 96)] {
        let sum: u32 = [n, printed, 0].into_iter().map(|e| 2u32.pow(e % 2)).sum::<u32>() + 1;
        assert_eq!(sum % 3, 0, "2^{n} + 2^{printed} + 2 modulo 3");
        assert!(TRINOMIALS.contains(&(n as usize, ours)));
    }
    let irreducible = |n, k: &usize| Model::trinomial(3, n, *k).is_irreducible_of_prime_degree();
    assert_eq!((1..79).filter(|k| irreducible(79, k)).collect::<Vec<usize>>(), [26]);
    assert_eq!((88..100).filter(|k| irreducible(167, k)).collect::<Vec<usize>>(), [92, 96]);
}
