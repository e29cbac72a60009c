//! Products and squares in double precision against residues in words.

use super::{Four, Radix, Reals, Words, carried, mul, rounds_to_nearest, square};
use crate::modulus::{Modulus, Residue};
use crate::params::{Bls12381Base, Bls12381Fp, Ss512Base, Ss1536Base};
use crate::{BaseField, Fp, PrimeParams};
use core::arch::x86_64::*;
use pairforge_interface::cpu::{Level, detected};
use proptest::array::uniform4;
use proptest::prelude::*;

/// The largest prime of 512 bits, 2^512 - 569.
const LARGEST: [u64; 8] = {
    let mut p = [u64::MAX; 8];
    p[0] -= 568;
    p
};

fn fields_of_eight_words() -> [Modulus<8>; 2] {
    [Modulus::new(Ss512Base::MODULUS), Modulus::new(LARGEST)]
}

fn field_of_24_words() -> Modulus<24> {
    Modulus::new(Ss1536Base::MODULUS)
}

/// Four elements as words, each added to itself or taken from 0 so often.
#[target_feature(enable = "avx2,fma")]
fn multiples<const L: usize>(elements: [[u64; L]; 4], times: [i64; 4]) -> Words<L> {
    core::array::from_fn(|i| {
        let word = |k: usize| elements[k][i].cast_signed() * times[k];
        _mm256_setr_epi64x(word(0), word(1), word(2), word(3))
    })
}

#[target_feature(enable = "avx2,fma")]
fn digits<const L: usize>(words: &Words<L>) -> Reals<L> {
    carried(|i| words[i])
}

/// `times` a.
fn multiple<const N: usize>(field: &Modulus<N>, a: &Residue<N>, times: i64) -> Residue<N> {
    let sum = (0..times.unsigned_abs()).fold(Modulus::ZERO, |sum, _| field.add(&sum, a));
    if times < 0 { field.neg(&sum) } else { sum }
}

/// Products and squares of multiples of residues, lane by lane.
fn agree<const N: usize, const L: usize>(
    field: &Modulus<N>,
    a: [Residue<N>; 4],
    b: [Residue<N>; 4],
    times: [i64; 4],
) {
    if detected() < Level::Avx2 {
        return;
    }
    let radix = Radix::<L>::new(field).expect("the digits are those of this field");
    let enter = |elements: [Residue<N>; 4]| elements.map(|x| radix.enter(field, &x));
    // SAFETY: the processor has AVX2 and FMA.
    let (product, squares) = unsafe {
        let (a, b) = (digits(&multiples(enter(a), times)), digits(&multiples(enter(b), [1; 4])));
        (mul(&radix, &a, &b), square(&radix, &a))
    };
    for lane in 0..4 {
        let a = multiple(field, &a[lane], times[lane]);
        assert_eq!(radix.leave(field, &product, lane), field.mul(&a, &b[lane]), "product in lane {lane}");
        assert_eq!(radix.leave(field, &squares, lane), field.square(&a), "square in lane {lane}");
    }
}

/// Residues below p / 2 from any words.
fn residues<const N: usize>(field: &Modulus<N>, words: &[Vec<u64>; 4]) -> [Residue<N>; 4] {
    words.each_ref().map(|words| {
        let mut residue: Residue<N> = words.as_slice().try_into().expect("N words");
        residue[N - 1] &= field.p[N - 1] >> 1;
        residue
    })
}

fn words(n: usize) -> impl Strategy<Value = Vec<u64>> {
    // Random words, and those of few patterns, which carry far.
    prop::collection::vec(prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1 << 51), Just(1)], n)
}

proptest! {
    #[test]
    fn ten_digits_agree_with_words(
        a in uniform4(words(8)), b in uniform4(words(8)), times in uniform4(-5i64..=5),
    ) {
        for field in &fields_of_eight_words() {
            agree::<8, 10>(field, residues(field, &a), residues(field, &b), times);
        }
    }

    #[test]
    fn thirty_digits_agree_with_words(
        a in uniform4(words(24)), b in uniform4(words(24)), times in uniform4(-5i64..=5),
    ) {
        let field = &field_of_24_words();
        agree::<24, 30>(field, residues(field, &a), residues(field, &b), times);
    }
}

/// Four elements of BLS12-381's field, of few patterns or any.
fn elements() -> impl Strategy<Value = [Bls12381Fp; 4]> {
    uniform4(words(6)).prop_map(|elements| {
        elements.map(|mut words| {
            words[5] %= Bls12381Base::MODULUS[5];
            Fp::from_montgomery(words.try_into().expect("six words"))
        })
    })
}

proptest! {
    /// Each operation on four elements is that on each of them.
    #[test]
    fn four_elements_are_each_of_them(a in elements(), b in elements(), c in elements(), d in elements(), ma in 1u32..12) {
        if detected() < Level::Avx2 {
            return Ok(());
        }
        type F = Four<Bls12381Base>;
        // SAFETY: the processor has AVX2 and FMA.
        let [fa, fb, fc, fd] = [&a, &b, &c, &d].map(|x| unsafe { F::new(x.each_ref()) });
        let agree = |four: F, single: &dyn Fn(usize) -> Bls12381Fp, name: &str| {
            // SAFETY: as above.
            let elements = unsafe { four.elements() };
            prop_assert_eq!(elements, core::array::from_fn(single), "{}", name);
            Ok(())
        };
        agree(fa, &|k| a[k], "the element")?;
        agree(F::ONE.sub(&fa).neg(), &|k| a[k].sub(&Bls12381Fp::ONE), "a - 1")?;
        agree(fa.add(&fb).double(), &|k| a[k].add(&b[k]).double(), "2 (a + b)")?;
        agree(fa.half(), &|k| a[k].half(), "a / 2")?;
        agree(fa.mul(&fb), &|k| a[k].mul(&b[k]), "a b")?;
        agree(fa.square(), &|k| a[k].square(), "a^2")?;
        agree(fa.invert(), &|k| a[k].invert(), "1 / a")?;
        agree(F::combine(ma, &fa, 12, &fb), &|k| Fp::combine(ma, &a[k], 12, &b[k]), "a combination")?;
        agree(F::combine_less(ma, &fa, 12, &fb), &|k| Fp::combine_less(ma, &a[k], 12, &b[k]), "another one")?;
        let wide = F::wide_sub(&F::wide_add(&fa.mul_wide(&fb), &fc.square_wide()), &fb.add_unreduced(&fc).mul_wide(&fd));
        agree(
            F::reduce(&F::wide_once(&F::wide_sum(&wide, &wide))),
            &|k| a[k].mul(&b[k]).add(&c[k].square()).sub(&b[k].add(&c[k]).mul(&d[k])).double(),
            "a sum of products",
        )?;
        let pairs = |part: usize| {
            let pair = move |k: usize, x: &[Bls12381Fp; 4], y: &[Bls12381Fp; 4]| [x[k], y[k]];
            move |k: usize, what: &dyn Fn([Bls12381Fp; 2], [Bls12381Fp; 2]) -> [Bls12381Fp; 2]| {
                what(pair(k, &a, &b), pair(k, &c, &d))[part]
            }
        };
        let (x, y) = ([fa, fb], [fc, fd]);
        for part in 0..2 {
            let single = pairs(part);
            agree(F::add2(&x, &y)[part], &|k| single(k, &|x, y| Fp::add2(&x, &y)), "a sum in F_p2")?;
            agree(F::sub2(&x, &y)[part], &|k| single(k, &|x, y| Fp::sub2(&x, &y)), "a difference in F_p2")?;
            agree(F::mul2(&x, &y)[part], &|k| single(k, &|x, y| Fp::mul2(&x, &y)), "a product in F_p2")?;
            agree(F::square2(&x)[part], &|k| single(k, &|x, _| Fp::square2(&x)), "a square in F_p2")?;
            let dot = F::dot2([&x, &y, &x], [&y, &y, &x]);
            agree(dot[part], &|k| single(k, &|x, y| Fp::dot2([&x, &y, &x], [&y, &y, &x])), "a sum of products in F_p2")?;
        }
    }
}

/// Digits of -2^51 below the top one have the largest products and sums of products.
#[test]
fn the_lowest_digits_are_multiplied_rightly() {
    fn check<const N: usize, const L: usize>(field: &Modulus<N>) {
        // The element whose digits these are: its opposite has digits 2^51.
        let mut integer = [0u64; N];
        for i in 0..L - 1 {
            let bit = 52 * i + 51;
            if bit < field.bits - 1 {
                integer[bit / 64] |= 1 << (bit % 64);
            }
        }
        // Words enter multiplied by a power of two: take that back first.
        let shift = 52 * L - 3 - 64 * N;
        let element = (0..shift).fold(integer, |a, _| field.half(&a));
        agree::<N, L>(field, [element; 4], [element; 4], [-1; 4]);
        agree::<N, L>(field, [element; 4], [element; 4], [1; 4]);
    }
    for field in &fields_of_eight_words() {
        check::<8, 10>(field);
    }
    check::<24, 30>(&field_of_24_words());
}

/// A thread that rounds otherwise is found out.
#[test]
fn other_roundings_are_seen() {
    fn set(state: u32) {
        // SAFETY: the state is that of before, but for the rounding, which is set back before any number is rounded.
        unsafe {
            core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const state, options(nostack, preserves_flags))
        };
    }
    let mut usual = 0u32;
    // SAFETY: the instruction writes four bytes, which the variable has.
    unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut usual, options(nostack, preserves_flags)) };
    assert!(rounds_to_nearest());
    for rounding in 1..4 {
        set(usual | rounding << 13);
        let seen = !rounds_to_nearest();
        set(usual);
        assert!(seen, "rounding {rounding}");
    }
}
