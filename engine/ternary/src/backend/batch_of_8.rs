//! One element, or up to eight, in AVX-512 with VBMI and GFNI: too few to fill the words of `batch_of_32`.
//!
//! *Powers by Frobenius* of up to eight elements: digit i of all of them is one byte a plane. Cubes and cube roots move
//! digits and add few of them up, so each is some permutations of bytes and sums. Within eight bytes the digits stand in
//! reverse, as the transposition of 8 x 8 bits by `vgf2p8affineqb` leaves them.
//!
//! *A product of two elements* of at most 97 digits: four lanes of 128 bits take 24 digits of one operand each, and add up the
//! other operand moved by 0 to 7 digits, three sums for three bytes of digits. `vgf2p8affineqb` repeats one bit of a byte
//! eight times.

use crate::backend::registers::{Xmm3, Zmm};
use crate::element::Element;
use crate::parameters::trinomial;
use crate::trits::{Bits, Trits};
use core::arch::x86_64::*;
use core::array;

/// Elements whose powers are computed together.
const EIGHT: usize = 8;

/// Up to eight elements: digit d at byte d ^ 7, one bit an element.
type Digits<const W: usize> = [Trits<Zmm>; W];

/// A register of the given bytes.
#[target_feature(enable = "avx512f")]
#[inline]
fn register(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Byte j of word i from byte i of word j.
const COLUMNS: [u8; 64] = {
    let mut index = [0; 64];
    let mut i = 0;
    while i < 64 {
        index[i] = (i % 8 * 8 + i / 8) as u8;
        i += 1;
    }
    index
};

/// The digits of the elements, of which there are at most eight.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[inline]
fn gather<const M: usize, const W: usize>(elements: &[Element<M, W>]) -> Digits<W> {
    let plane = |words: [u64; EIGHT]| {
        // Byte i of a product is bit 7 - i of the eight rows, the last row first.
        let [a, b, c, d, e, f, g, h] = words.map(|word| word as i64);
        let rows = _mm512_permutexvar_epi8(register(&COLUMNS), _mm512_set_epi64(a, b, c, d, e, f, g, h));
        let units = _mm512_set1_epi64(0x0102_0408_1020_4080);
        Zmm(_mm512_gf2p8affine_epi64_epi8::<0>(units, rows))
    };
    array::from_fn(|r| Trits {
        nz: plane(array::from_fn(|i| elements.get(i).map_or(0, |x| x.nz[r]))),
        sg: plane(array::from_fn(|i| elements.get(i).map_or(0, |x| x.sg[r]))),
    })
}

/// The elements of the digits, as many as there is room for.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[inline]
fn scatter<const M: usize, const W: usize>(digits: &Digits<W>, elements: &mut [Element<M, W>]) {
    let words = |plane: Zmm| {
        let units = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        let columns = _mm512_gf2p8affine_epi64_epi8::<0>(units, plane.0);
        let mut words = [0; EIGHT];
        Zmm(_mm512_permutexvar_epi8(register(&COLUMNS), columns)).to_words(&mut words);
        words
    };
    for (r, digits) in digits.iter().enumerate() {
        let (nz, sg) = (words(digits.nz), words(digits.sg));
        for (i, x) in elements.iter_mut().enumerate() {
            (x.nz[r], x.sg[r]) = (nz[i], sg[i]);
        }
    }
}

/// One term of 64 digits of a linear map: a digit of the argument, or 0, in each place.
#[derive(Clone, Copy)]
struct Term {
    /// The digits are from this register and the next.
    from: usize,
    /// 1 or -1.
    sign: i8,
    /// The places that get a digit.
    taken: u64,
    /// The byte of the two registers that goes to each place.
    index: [u8; 64],
}

/// The most terms of 64 digits of a cube or a cube root, in any of the fields.
const TERMS: usize = 8;

/// A linear map on F_3^M all of whose rows are short: `count[r]` terms for register r.
struct Linear<const W: usize> {
    terms: [[Term; TERMS]; W],
    count: [usize; W],
}

impl<const W: usize> Linear<W> {
    const ZERO: Self =
        Linear { terms: [[Term { from: 0, sign: 1, taken: 0, index: [0; 64] }; TERMS]; W], count: [0; W] };

    /// Adds to the map that coefficient `i` of the argument contributes to coefficient `j` of the value.
    const fn push(&mut self, i: usize, j: usize, sign: i8) {
        let (r, place) = (j / 64, (j % 64) ^ 7);
        let register = if i / 64 > W - 2 { W - 2 } else { i / 64 };
        let mut t = 0;
        // The first term with that sign, free in that place, from registers where the digit is.
        while t < self.count[r] {
            let term = &self.terms[r][t];
            let near = i / 64 == term.from || i / 64 == term.from + 1;
            if term.sign == sign && near && term.taken >> place & 1 == 0 {
                break;
            }
            t += 1;
        }
        let term = &mut self.terms[r][t];
        if t == self.count[r] {
            self.count[r] += 1;
            term.from = register;
            term.sign = sign;
        }
        term.taken |= 1 << place;
        term.index[place] = ((i ^ 7) - 64 * term.from) as u8;
    }

    /// x^3: the coefficient of x^i times x^3i modulo the field polynomial.
    const fn cube(m: usize) -> Self {
        let f = trinomial(m);
        let mut map = Self::ZERO;
        let mut i = 0;
        while i < m {
            // x^3i as (exponent, coefficient); a coefficient 0 is no term.
            let mut power = [(0, 0); 32];
            power[0] = (3 * i, 1);
            let mut count = 1;
            let mut at = 0;
            while at < count {
                let (exponent, coefficient) = power[at];
                if exponent >= m && coefficient != 0 {
                    power[at] = (exponent - m, -f.b * coefficient);
                    power[count] = (exponent - m + f.k, -f.a * coefficient);
                    count += 1;
                } else {
                    at += 1;
                }
            }
            let mut at = 0;
            while at < count {
                let (exponent, mut sum) = power[at];
                let mut other = at + 1;
                while other < count {
                    if power[other].0 == exponent {
                        sum += power[other].1;
                        power[other].1 = 0;
                    }
                    other += 1;
                }
                // From -3 to 3 modulo 3.
                match sum.rem_euclid(3) {
                    1 => map.push(i, exponent, 1),
                    2 => map.push(i, exponent, -1),
                    _ => {}
                }
                at += 1;
            }
            i += 1;
        }
        map
    }

    /// The cube root, where it is sparse, by the formula of [`Element::cube_root`].
    const fn cube_root(m: usize) -> Self {
        let f = trinomial(m);
        let mut map = Self::ZERO;
        let e = m % 3;
        if e != f.k % 3 {
            return map;
        }
        // v = -b (x^high + a x^low), and v^2 = x^(2 high) - a x^(high + low) + x^(2 low).
        let (high, low) = ((m - e) / 3, (f.k - e) / 3);
        let mut i = 0;
        while i < m {
            let class = i % 3;
            if class == 0 {
                map.push(i, i / 3, 1);
            } else if class != e {
                map.push(i, i / 3 + 1 + high, -f.b);
                map.push(i, i / 3 + 1 + low, -f.b * f.a);
            } else {
                map.push(i, i / 3 + e + 2 * high, 1);
                map.push(i, i / 3 + e + high + low, -f.a);
                map.push(i, i / 3 + e + 2 * low, 1);
            }
            i += 1;
        }
        map
    }
}

/// A map as a constant, so that its terms are instructions and not a loop.
trait Map<const W: usize> {
    const LINEAR: Linear<W>;
}

/// x^3.
struct Cube<const M: usize>;

impl<const M: usize, const W: usize> Map<W> for Cube<M> {
    const LINEAR: Linear<W> = Linear::cube(M);
}

/// The cube root, where it is sparse.
struct CubeRoot<const M: usize>;

impl<const M: usize, const W: usize> Map<W> for CubeRoot<M> {
    const LINEAR: Linear<W> = Linear::cube_root(M);
}

/// The map's value.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn apply<F: Map<W>, const W: usize>(x: &Digits<W>) -> Digits<W> {
    let map = &F::LINEAR;
    let mut out = [Trits::zero(); W];
    for (r, out) in out.iter_mut().enumerate() {
        // Terms two by two.
        let mut pair = None;
        for (t, term) in map.terms[r].iter().enumerate() {
            if t < map.count[r] {
                let (low, high) = (x[term.from], x[term.from + 1]);
                let index = register(&term.index);
                // The sign of a digit 0 is free.
                let digits = Trits {
                    nz: Zmm(_mm512_maskz_permutex2var_epi8(term.taken, low.nz.0, index, high.nz.0)),
                    sg: Zmm(_mm512_permutex2var_epi8(low.sg.0, index, high.sg.0)),
                };
                pair = match pair {
                    None => Some(digits.times(term.sign)),
                    Some(first) => {
                        *out = out.add(Trits::add_times(first, term.sign, digits));
                        None
                    }
                };
            }
        }
        if let Some(last) = pair {
            *out = out.add(last);
        }
    }
    out
}

/// x^(3^n) for every x of the list, in place.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[inline]
pub(crate) fn frobenius<const M: usize, const W: usize>(list: &mut [Element<M, W>], n: usize) {
    for elements in list.chunks_mut(EIGHT) {
        let mut digits = gather(elements);
        for _ in 0..n {
            digits = apply::<Cube<M>, W>(&digits);
        }
        scatter(&digits, elements);
    }
}

/// From the third element on, the cube of the last but one before it.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[inline]
pub(crate) fn cubes<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
    sequence::<Cube<M>, M, W>(list);
}

/// From the third element on, the cube root of the last but one before it, where it is sparse.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[inline]
pub(crate) fn cube_roots<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
    sequence::<CubeRoot<M>, M, W>(list);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
#[inline]
fn sequence<F: Map<W>, const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
    let mut pairs = list.chunks_mut(2);
    let Some(first) = pairs.next() else { return };
    let mut digits = gather(first);
    for pair in pairs {
        digits = apply::<F, W>(&digits);
        scatter(&digits, pair);
    }
}

/// The most products that [`product`] computes faster one by one than `batch_of_32` does in a round.
pub(crate) const PRODUCTS: usize = 16;

/// Whether [`product`] takes elements of M digits.
pub(crate) const fn is_short(m: usize) -> bool {
    m <= 97
}

/// Byte i of lane j from byte 3 j + `first` of the operand.
const fn repeat_byte(first: usize) -> [u8; 64] {
    let mut index = [0; 64];
    let mut i = 0;
    while i < 64 {
        index[i] = (i / 16 * 3 + first) as u8;
        i += 1;
    }
    index
}

/// Lanes `first` and `first` + 1 of four, moved up by three bytes a lane, each in half a register; and which bytes they fill.
const fn move_lanes(first: usize) -> ([u8; 64], u64) {
    let (mut index, mut taken) = ([0; 64], 0);
    let mut i = 0;
    while i < 64 {
        let (lane, at) = (first + i / 32, i % 32);
        if at >= 3 * lane && at < 3 * lane + 16 {
            index[i] = (16 * lane + at - 3 * lane) as u8;
            taken |= 1 << i;
        }
        i += 1;
    }
    (index, taken)
}

/// The bytes of both planes of `x` at the indices; 0 where a digit is not `taken`, whose sign is free.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn pick(x: Trits<Zmm>, index: &[u8; 64], taken: u64) -> Trits<Zmm> {
    let index = register(index);
    Trits {
        nz: Zmm(_mm512_maskz_permutexvar_epi8(taken, index, x.nz.0)),
        sg: Zmm(_mm512_permutexvar_epi8(index, x.sg.0)),
    }
}

/// Digit `r` of each byte, eight times.
#[target_feature(enable = "avx512f,gfni")]
#[inline]
fn digit(x: Trits<Zmm>, r: usize) -> Trits<Zmm> {
    let rows = _mm512_set1_epi64(0x0101_0101_0101_0101 << r);
    Trits {
        nz: Zmm(_mm512_gf2p8affine_epi64_epi8::<0>(x.nz.0, rows)),
        sg: Zmm(_mm512_gf2p8affine_epi64_epi8::<0>(x.sg.0, rows)),
    }
}

/// Each lane moved up by `BYTES` bytes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn bytes_up<const BYTES: i32>(x: Trits<Zmm>) -> Trits<Zmm> {
    Trits { nz: Zmm(_mm512_bslli_epi128::<BYTES>(x.nz.0)), sg: Zmm(_mm512_bslli_epi128::<BYTES>(x.sg.0)) }
}

/// Each lane moved up by `n` digits, fewer than 64, where `low` is the lanes moved up by eight bytes.
#[target_feature(enable = "avx512f,avx512vbmi2")]
#[inline]
fn digits_up(x: Trits<Zmm>, low: Trits<Zmm>, n: usize) -> Trits<Zmm> {
    let n = _mm512_set1_epi64(n as i64);
    Trits {
        nz: Zmm(_mm512_shldv_epi64(x.nz.0, low.nz.0, n)),
        sg: Zmm(_mm512_shldv_epi64(x.sg.0, low.sg.0, n)),
    }
}

/// The element's digits in the first lane and all others.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
fn repeated<const M: usize, const W: usize>(x: &Element<M, W>) -> Trits<Zmm> {
    Trits {
        nz: Zmm(_mm512_broadcast_i32x4(Xmm3::from_words(&x.nz).0)),
        sg: Zmm(_mm512_broadcast_i32x4(Xmm3::from_words(&x.sg).0)),
    }
}

/// a b, for elements of at most 97 digits.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni")]
#[inline]
pub(crate) fn product<const M: usize, const W: usize>(a: &Element<M, W>, b: &Element<M, W>) -> Element<M, W> {
    assert!(is_short(M) && W == 2);
    let a = repeated(a);
    let b = repeated(b);
    let low = bytes_up::<8>(b);
    let bytes = [
        pick(a, &const { repeat_byte(0) }, !0),
        pick(a, &const { repeat_byte(1) }, !0),
        pick(a, &const { repeat_byte(2) }, !0),
    ];
    let mut sums = [Trits::zero(); 3];
    for r in 0..8 {
        let moved = digits_up(b, low, r);
        for (sum, bytes) in sums.iter_mut().zip(bytes) {
            *sum = sum.add(digit(bytes, r).mul(moved));
        }
    }
    let mut sum = sums[0].add(bytes_up::<1>(sums[1])).add(bytes_up::<2>(sums[2]));
    if M > 96 {
        // Digit 96 is the fourth byte of the last lane.
        let bytes = pick(a, &const { repeat_byte(3) }, 0xffff << 48);
        sum = sum.add(bytes_up::<3>(digit(bytes, 0).mul(b)));
    }
    // The lanes together, each 24 digits above the one before: 256 digits.
    let [low, high] = const { [move_lanes(0), move_lanes(2)] };
    let sum = pick(sum, &low.0, low.1).add(pick(sum, &high.0, high.1));
    let quarters = |plane: Zmm| {
        [
            _mm512_castsi512_si128(plane.0),
            _mm512_extracti32x4_epi32::<1>(plane.0),
            _mm512_extracti32x4_epi32::<2>(plane.0),
            _mm512_extracti32x4_epi32::<3>(plane.0),
        ]
    };
    let (nz, sg) = (quarters(sum.nz), quarters(sum.sg));
    let half = |i: usize| {
        Trits { nz: Xmm3(nz[i]), sg: Xmm3(sg[i]) }.add(Trits { nz: Xmm3(nz[i + 2]), sg: Xmm3(sg[i + 2]) })
    };
    reduce::<M, W>(half(0), half(1))
}

/// The residue of low + x^128 high modulo the field polynomial, for a product.
#[target_feature(enable = "avx512f,avx512vl,avx512vbmi2")]
#[inline]
fn reduce<const M: usize, const W: usize>(low: Trits<Xmm3>, high: Trits<Xmm3>) -> Element<M, W> {
    let f = const { trinomial(M) };
    let (k, above) = (_mm_set1_epi64x(f.k as i64), _mm_set1_epi64x(M as i64 - 64));
    let digits = _mm_set_epi64x((1 << (M - 64)) - 1, -1);
    let masked = |x: Trits<Xmm3>| Trits { nz: Xmm3(_mm_and_si128(x.nz.0, digits)), sg: x.sg };
    // From x^M on: at most M - 1 digits.
    let top =
        |low: Xmm3, high: Xmm3| Xmm3(_mm_shrdv_epi64(_mm_alignr_epi8::<8>(high.0, low.0), high.0, above));
    let top = Trits { nz: top(low.nz, high.nz), sg: top(low.sg, high.sg) };
    let up = |x: Xmm3| Xmm3(_mm_shldv_epi64(x.0, _mm_bslli_si128::<8>(x.0), k));
    let sum = masked(low).add_times(-f.b, top).add_times(-f.a, Trits { nz: up(top.nz), sg: up(top.sg) });
    // Again, for what is now at x^M and above: at most k - 1 digits, which stay within 64 when moved by k.
    let top = |x: Xmm3| Xmm3(_mm_srlv_epi64(_mm_bsrli_si128::<8>(x.0), above));
    let top = Trits { nz: top(sum.nz), sg: top(sum.sg) };
    let up = |x: Xmm3| Xmm3(_mm_sllv_epi64(x.0, k));
    let sum = masked(sum).add_times(-f.b, top).add_times(-f.a, Trits { nz: up(top.nz), sg: up(top.sg) });
    let mut out = Element::ZERO;
    sum.nz.to_words(&mut out.nz);
    sum.sg.to_words(&mut out.sg);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairforge_interface::cpu::{self, Level};
    use proptest::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// Powers, sequences of powers and products of `count` elements against the portable ones.
    fn check<const M: usize, const W: usize>(seed: u64, count: usize) {
        if cpu::detected() < Level::Avx512 {
            return;
        }
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        // Negated, they have signs where the digit is 0.
        let list: Vec<Element<M, W>> = (0..count).map(|_| Element::random(rng).neg()).collect();
        let expected: Vec<_> = list.iter().map(|x| x.frobenius(5)).collect();
        let mut powers = list.clone();
        // SAFETY: the processor has the instructions.
        unsafe { frobenius(&mut powers, 5) };
        assert_eq!(powers, expected);
        let start = [list[0], list[count - 1]];
        let mut sequences = [[Element::ZERO; 9]; 2];
        for sequence in &mut sequences {
            sequence[..2].copy_from_slice(&start);
        }
        // SAFETY: as above.
        unsafe { cubes(&mut sequences[0]) };
        for i in 2..9 {
            assert_eq!(sequences[0][i], sequences[0][i - 2].cube());
        }
        if Element::<M, W>::SPARSE_CUBE_ROOT {
            // SAFETY: as above.
            unsafe { cube_roots(&mut sequences[1]) };
            for i in 2..9 {
                assert_eq!(sequences[1][i].cube(), sequences[1][i - 2]);
            }
        }
        if is_short(M) {
            for (x, y) in list.iter().zip(list.iter().rev()) {
                // SAFETY: as above.
                assert_eq!(unsafe { product(x, y) }, x.mul(y));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn agree_with_the_portable_ones(seed: u64, count in 1..20_usize) {
            check::<79, 2>(seed, count);
            check::<97, 2>(seed, count);
            check::<163, 4>(seed, count);
            check::<167, 4>(seed, count);
            check::<173, 4>(seed, count);
            check::<193, 4>(seed, count);
            check::<239, 4>(seed, count);
            check::<313, 6>(seed, count);
            check::<509, 8>(seed, count);
        }
    }
}
