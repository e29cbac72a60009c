//! The group laws of section 7 against the textbook law, in all coordinates, with the paper's operation counts; point
//! multiplication.

use crate::common::{Point, Weierstrass, element, value_of, words};
use crate::points::{F2, F3, binary_point, ternary_point};
use core::cell::Cell;
use core::ops::{Add, Mul, Neg, Sub};
use num_bigint::BigUint;
use pairforge_harrison::Field;
use pairforge_harrison::curve::multiply::Method;
use pairforge_harrison::curve::{Accumulator, Group, binary, ternary};
use pairforge_harrison::field::BaseField;
use pairforge_harrison::pairing;
use pairforge_harrison::ternary::{Array97, Karatsuba, Packed97, others};
use proptest::prelude::*;

fn nonzero<F: BaseField>() -> impl Strategy<Value = F> {
    element().prop_filter("zero", |a: &F| *a != F::ZERO)
}

/// What both affine types are, to the textbook.
trait Textbook: Group + PartialEq + core::fmt::Debug {
    type F: Field;
    fn curve() -> Weierstrass<Self::F>;
    fn point(self) -> Point<Self::F>;
    fn on_curve(&self) -> bool;
}

macro_rules! textbook {
    ($module:ident, $curve:ident) => {
        impl<F: Field> Textbook for $module::Affine<F> {
            type F = F;
            fn curve() -> Weierstrass<F> {
                Weierstrass::$curve()
            }
            fn point(self) -> Point<F> {
                match self {
                    Self::Infinity => None,
                    Self::Finite(x, y) => Some((x, y)),
                }
            }
            fn on_curve(&self) -> bool {
                self.is_on_curve()
            }
        }
    };
}

textbook!(ternary, ternary);
textbook!(binary, binary);

/// Affine addition, doubling and tripling are the textbook's, in every position.
fn affine_law<A: Textbook>(p: A, q: A) {
    let curve = A::curve();
    for (a, b) in [(p, q), (q, p), (p, p), (p, p.neg()), (p, A::INFINITY), (A::INFINITY, p)] {
        let sum = a.add(&b);
        assert!(sum.on_curve());
        assert_eq!(sum.point(), curve.add(a.point(), b.point()));
        assert_eq!(a.double().point(), curve.add(a.point(), a.point()));
        assert_eq!(a.triple(), a.double().add(&a));
    }
    assert_eq!(p.add(&q).add(&p), p.add(&q.add(&p)));
}

/// Projective and mixed laws are the affine one, whatever the denominators.
fn projective_law<A: Textbook + From<P>, P: Accumulator<A> + From<A>>(
    p: A,
    q: A,
    scale: impl Fn(P, bool) -> P,
    sum: impl Fn(&P, &P) -> P,
) {
    for (a, b) in [(p, q), (p, p), (p, p.neg()), (p, A::INFINITY), (A::INFINITY, p)] {
        let (x, y) = (scale(P::from(a), false), scale(P::from(b), true));
        assert_eq!(A::from(sum(&x, &y)), a.add(&b));
        assert_eq!(A::from(x.add_affine(&b)), a.add(&b));
        assert_eq!(A::from(x.double()), Group::double(&a));
        assert_eq!(A::from(x.triple()), Group::triple(&a));
    }
}

fn all_methods<A: Textbook + From<P>, P: Accumulator<A>>(scalar: &BigUint, p: A) {
    let scalar_words = words(scalar);
    let expected = (0..scalar.bits()).rev().fold(A::INFINITY, |sum, i| {
        let sum = Group::double(&sum);
        if scalar.bit(i) { sum.add(&p) } else { sum }
    });
    for method in Method::ALL {
        let affine: A = method.multiply(&scalar_words, &p);
        assert_eq!(affine, expected, "{method:?}, affine");
        let projective: P = method.multiply(&scalar_words, &p);
        assert_eq!(A::from(projective), expected, "{method:?}, projective");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn ternary_law_is_the_textbooks(
        p in ternary_point::<F3>(), q in ternary_point::<F3>(), s in nonzero::<F3>(), t in nonzero::<F3>(),
    ) {
        affine_law(p, q);
        projective_law(p, q, |point: ternary::Projective<F3>, second| point.scaled(if second { t } else { s }), |a, b| a.add(b));
    }

    #[test]
    fn ternary_law_in_other_representations(
        p in ternary_point::<Packed97<Karatsuba>>(), q in ternary_point::<Packed97<Karatsuba>>(),
        s in ternary_point::<Array97<Karatsuba>>(), t in ternary_point::<Array97<Karatsuba>>(),
        u in ternary_point::<others::Sliced167>(), v in ternary_point::<others::Sliced167>(),
    ) {
        affine_law(p, q);
        affine_law(s, t);
        affine_law(u, v);
    }

    #[test]
    fn binary_law_is_the_textbooks(
        p in binary_point(), q in binary_point(), s in nonzero::<F2>(), t in nonzero::<F2>(),
    ) {
        affine_law(p, q);
        projective_law(p, q, |point: binary::Projective<F2>, second| point.scaled(if second { t } else { s }), |a, b| a.add(b));
    }

    #[test]
    fn all_point_multiplications_agree(
        p in ternary_point::<F3>(),
        q in binary_point(),
        scalar in prop_oneof![
            prop::collection::vec(any::<u32>(), 0..=8).prop_map(BigUint::new),
            (0u32..30).prop_map(BigUint::from),
        ],
    ) {
        all_methods::<_, ternary::Projective<F3>>(&scalar, p);
        all_methods::<_, binary::Projective<F2>>(&scalar, q);
    }

    #[test]
    fn digits_add_up_to_the_scalar(scalar in prop::collection::vec(any::<u64>(), 0..5)) {
        let number = BigUint::new(scalar.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect());
        for (method, base, digits) in [
            (Method::Binary, 2, vec![0, 1]),
            (Method::Ternary, 3, vec![0, 1, 2]),
            (Method::Nonary, 9, (0..9).collect()),
            (Method::SignedBinary, 2, vec![-7, -5, -3, -1, 0, 1, 3, 5, 7]),
            (Method::SignedTernary, 3, vec![-4, -2, -1, 0, 1, 2, 4]),
            (Method::SignedNonary, 9, (-4..5).collect()),
        ] {
            let found = method.digits(&scalar);
            prop_assert_eq!(value_of(&found, base), number.clone());
            prop_assert!(found.iter().all(|digit| digits.contains(digit)));
            let zeros = match method {
                Method::SignedBinary => 3,
                Method::SignedTernary => 1,
                _ => 0,
            };
            for (i, _) in found.iter().enumerate().filter(|(_, digit)| **digit != 0) {
                prop_assert!(found[i + 1..].iter().take(zeros).all(|&digit| digit == 0));
            }
        }
    }

    #[test]
    fn order_takes_every_point_to_infinity(
        p in ternary_point::<F3>(), s in ternary_point::<others::Sliced79>(), u in ternary_point::<others::Sliced167>(),
        q in binary_point(),
    ) {
        fn check<F: BaseField>(p: ternary::Affine<F>) {
            let n = words(&value_of(&pairing::ternary::order::<F>(), 3));
            assert_eq!(Method::Ternary.multiply::<_, ternary::Affine<F>>(&n, &p), ternary::Affine::Infinity);
        }
        check(p);
        check(s);
        check(u);
        let n = words(&value_of(&pairing::binary::order(), 2));
        prop_assert_eq!(Method::Binary.multiply::<_, binary::Affine<F2>>(&n, &q), binary::Affine::Infinity);
    }

    /// Section 7.1 as printed: the inverse of y2 - y1 times x2 - x1 for a slope. Section 7.2: y3 with any slope but the
    /// tangent's leaves the curve.
    #[test]
    fn printed_affine_formulas_leave_the_curve(p in ternary_point::<F3>(), q in ternary_point::<F3>()) {
        let (ternary::Affine::Finite(x1, y1), ternary::Affine::Finite(x2, y2)) = (p, q) else { unreachable!() };
        let (l1, l2) = (x2 - x1, y2 - y1);
        prop_assume!(l1 != F3::ZERO && l2 != F3::ZERO && l1.square() != l2.square());
        let l4 = l1 * l2.inverse().expect("not zero");
        let x3 = l4.square() - x1 - x2;
        let y3 = l4 * (x1 - x3) - y1;
        prop_assert!(!ternary::Affine::Finite(x3, y3).is_on_curve());
    }
}

thread_local! {
    static COUNTS: Cell<[u32; 3]> = const { Cell::new([0; 3]) };
}

/// A field element that counts inversions, multiplications or squarings, and cubings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted<F>(F);

fn count(which: usize) {
    COUNTS.with(|counts| {
        let mut now = counts.get();
        now[which] += 1;
        counts.set(now);
    });
}

impl<F: Field> Add for Counted<F> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl<F: Field> Sub for Counted<F> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<F: Field> Neg for Counted<F> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<F: Field> Mul for Counted<F> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        count(1);
        Self(self.0 * other.0)
    }
}

impl<F: Field> Field for Counted<F> {
    const ZERO: Self = Self(F::ZERO);
    const ONE: Self = Self(F::ONE);
    fn square(&self) -> Self {
        count(1);
        Self(self.0.square())
    }
    fn cube(&self) -> Self {
        count(2);
        Self(self.0.cube())
    }
    fn inverse(&self) -> Option<Self> {
        count(0);
        self.0.inverse().map(Self)
    }
}

/// [inversions, multiplications, cubings] of an operation.
fn counts<T>(operation: impl FnOnce() -> T) -> [u32; 3] {
    COUNTS.set([0; 3]);
    operation();
    COUNTS.get()
}

#[test]
fn ternary_formulas_cost_what_the_paper_says() {
    type C = Counted<F3>;
    let mut points =
        (0u8..).filter_map(|i| ternary::Affine::with_x(F3::from_coefficients(&[i % 3, i / 3 % 3, 1])));
    let mut next = || match points.next() {
        Some(ternary::Affine::Finite(x, y)) => ternary::Affine::Finite(Counted(x), Counted(y)),
        _ => unreachable!("there are points"),
    };
    let (p, q): (ternary::Affine<C>, ternary::Affine<C>) = (next(), next());
    assert_eq!(counts(|| p.add(&q)), [1, 3, 0]);
    assert_eq!(counts(|| Group::double(&p)), [1, 2, 0]);
    assert_eq!(counts(|| Group::triple(&p)), [0, 0, 4]);
    let (s, t) = (ternary::Projective::from(p), ternary::Projective::from(q));
    assert_eq!(counts(|| s.add(&t)), [0, 12, 4]);
    assert_eq!(counts(|| Accumulator::<ternary::Affine<C>>::double(&s)), [0, 7, 2]);
    assert_eq!(counts(|| Accumulator::<ternary::Affine<C>>::triple(&s)), [0, 1, 6]);
    assert_eq!(counts(|| s.add_affine(&q)), [0, 8, 3]);
}
