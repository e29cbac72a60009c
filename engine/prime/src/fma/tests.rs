//! Products and squares in double precision against residues in words.

use super::{Radix, Reals, Words, carried, mul, rounds_to_nearest, square};
use crate::PrimeParams;
use crate::modulus::{Modulus, Residue};
use crate::params::{Ss512Base, Ss1536Base};
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
