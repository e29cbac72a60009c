//! Laws of the towers F_p2, F_p6, F_p12, and small multiples in F_p against repeated addition.

use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462, Curve, easy_part};
use pairforge_prime::tower::{Compressed, Fp2, Fp6, Fp12, Tower};
use pairforge_prime::{BaseField, Fp, PrimeParams};
use proptest::prelude::*;

type F2<C> = Fp2<<C as Tower>::Fp, C>;
type F12<C> = Fp12<<C as Tower>::Fp, C>;

/// Twelve coefficients that depend on each other by squaring and adding, from a generator of G2 on.
fn element<C: Curve>(step: u32) -> F12<C> {
    let mut a = C::G2.0.add(&C::G2.1.small_multiple(step));
    let mut next = || -> F2<C> {
        a = a.square().add(&C::G2.0);
        a
    };
    let mut six = || Fp6 { c: [next(), next(), next()] };
    Fp12 { c: [six(), six()] }
}

fn laws<C: Curve>() {
    let [a, b, c] = [1, 2, 3].map(element::<C>);
    let sum = |x: &F12<C>, y: &F12<C>| Fp12 { c: [x.c[0].add(&y.c[0]), x.c[1].add(&y.c[1])] };
    assert_eq!(a.mul(&b), b.mul(&a));
    assert_eq!(a.mul(&b).mul(&c), a.mul(&b.mul(&c)));
    assert_eq!(a.mul(&sum(&b, &c)), sum(&a.mul(&b), &a.mul(&c)));
    assert_eq!(a.square(), a.mul(&a));
    assert_eq!(a.mul(&a.invert()), Fp12::ONE);
    assert_eq!(Fp12::<C::Fp, C>::ZERO.invert(), Fp12::ZERO);

    let (x, y) = (a.c[0].c[0], b.c[1].c[2]);
    assert_eq!(x.square(), x.mul(&x));
    assert_eq!(x.mul_by_xi(), x.mul(&Fp2::ONE.mul_by_xi()));
    assert_eq!(Fp2::dot([&x, &y], [&y, &x]), x.mul(&y).double());
    assert_eq!(x.mul(&x.invert()), Fp2::ONE);

    // w^6 = xi.
    let w: F12<C> = Fp12 { c: [Fp6::ZERO, Fp6::ONE] };
    let w6 = w.square().mul(&w).square();
    assert_eq!(w6.c[0].c[0], Fp2::ONE.mul_by_xi());

    for k in 1..=3 {
        assert_eq!(a.mul(&b).frobenius(k), a.frobenius(k).mul(&b.frobenius(k)));
    }
    assert_eq!(a.frobenius(1).frobenius(2), a.frobenius(3));
    assert_eq!(a.frobenius(3).frobenius(3), a.conjugate());

    let g = easy_part(&a);
    assert_eq!(g.cyclotomic_square(), g.square());
    for count in [5, 17] {
        let power = g.cyclotomic_square_times(count);
        assert_eq!(Compressed::decompress(&[Compressed::of(&g).square_times(count)]), [power]);
    }
}

/// Powers 2^count are squares of squares, of any coefficients: the formulas do not need a subgroup to agree.
fn powers<C: Curve<Fp = Fp<P, N>>, P: PrimeParams<N>, const N: usize>(seed: u64, count: u32) {
    let random = element::<C>(seed as u32);
    let coefficient = |i: usize| match seed >> (2 * i + 32) & 3 {
        0 => Fp::ONE.neg(),
        // The largest Montgomery form.
        1 => Fp::from_montgomery(core::array::from_fn(|k| P::MODULUS[k] - u64::from(k == 0))),
        2 => Fp::ZERO,
        _ => random.c[i / 6].c[i / 2 % 3].c[i % 2],
    };
    let six = |half: usize| {
        let place = |k: usize| 6 * half + 2 * k;
        Fp6 { c: [0, 1, 2].map(|k| Fp2::new(coefficient(place(k)), coefficient(place(k) + 1))) }
    };
    let a: F12<C> = Fp12 { c: [six(0), six(1)] };
    let (mut power, mut compressed) = (a, Compressed::of(&a));
    for _ in 0..count {
        power.cyclotomic_square_assign();
        compressed.square_assign();
    }
    assert_eq!(a.cyclotomic_square_times(count), power);
    assert_eq!(Compressed::of(&a).square_times(count), compressed);
}

proptest! {
    #[test]
    fn powers_are_squares_of_squares(seed: u64, count in 0u32..70) {
        powers::<Bls12381, _, 6>(seed, count);
        powers::<Bn254, _, 4>(seed, count);
    }
}

/// ma a + mb b and ma a - mb b, at random and at the borders of the field.
fn small_multiples<C: Curve>() {
    let a = element::<C>(7).c[1].c[1].c;
    let zero = <C::Fp as BaseField>::ZERO;
    let one = <C::Fp as BaseField>::ONE;
    let values = [zero, one, one.neg(), one.half(), a[0], a[1]];
    let times = |m: u32, a: &C::Fp| (0..m).fold(zero, |sum, _| sum.add(a));
    for a in &values {
        for b in &values {
            for (ma, mb) in [(1, 1), (1, 12), (2, 2), (3, 2), (9, 1), (12, 12), (23, 1), (1, 23)] {
                assert_eq!(C::Fp::combine(ma, a, mb, b), times(ma, a).add(&times(mb, b)));
                assert_eq!(C::Fp::combine_less(ma, a, mb, b), times(ma, a).sub(&times(mb, b)));
            }
        }
    }
}

macro_rules! tests {
    ($($name:ident: $curve:ty;)*) => {
        $(#[test]
        fn $name() {
            laws::<$curve>();
            small_multiples::<$curve>();
        })*
    };
}

tests! {
    bls12_381: Bls12381;
    bn254: Bn254;
    bn258: Bn258;
    bn462: Bn462;
}
