//! Bit-sliced: many independent computations at once, one bit position of the registers each.
//!
//! Digit i of all elements is one register a plane, so that moving by x^i is a matter of addresses, cubes and cube roots are
//! little more than a change of order, and no operation has anything to shift.

use crate::backend::{Backend, Map, Workspace, sequence};
use crate::element::Element;
use crate::parameters::trinomial;
use crate::tower::multiply;
use crate::trits::{Bits, Trits};
use core::marker::PhantomData;
use core::ops::Range;

/// An element of F_3^M from each of as many computations as `V` has bits: digit i at position i.
#[derive(Clone)]
pub(crate) struct Slices<V, const M: usize>([Trits<V>; M]);

/// Registers that slices are computed in, with products compiled for their instructions.
pub(crate) trait Slice: Bits {
    /// out = a b for as many digits; out has twice as many, `work` at least four times as many.
    fn karatsuba(a: &[Trits<Self>], b: &[Trits<Self>], out: &mut [Trits<Self>], work: &mut [Trits<Self>]);
    /// [`Backend::multiply`].
    fn multiply<const M: usize, const W: usize>(
        a: &[Slices<Self, M>],
        b: &[Slices<Self, M>],
        out: &mut [Slices<Self, M>],
        w: &mut Workspace<BitSliced<Self, M, W>>,
    );
    /// x modulo the field polynomial of degree M, in place.
    fn reduce<const M: usize>(x: &mut [Trits<Self>]);
    /// x^3.
    fn cube<const M: usize>(x: &Slices<Self, M>, out: &mut Slices<Self, M>);
    /// The cube root, where it is sparse.
    fn cube_root<const M: usize>(x: &Slices<Self, M>, out: &mut Slices<Self, M>);
}

/// Digits of the longest schoolbook product.
const SHORT: usize = 32;

/// [`Slice::karatsuba`]: halves down to short products.
#[inline(always)]
pub(crate) fn karatsuba<V: Slice>(
    a: &[Trits<V>],
    b: &[Trits<V>],
    out: &mut [Trits<V>],
    work: &mut [Trits<V>],
) {
    let n = a.len();
    if n <= SHORT {
        return convolve(a, b, out);
    }
    let h = n / 2;
    let (sum_a, work) = work.split_at_mut(h);
    let (sum_b, work) = work.split_at_mut(h);
    let (cross, work) = work.split_at_mut(n);
    for i in 0..h {
        sum_a[i] = a[i].add(a[h + i]);
        sum_b[i] = b[i].add(b[h + i]);
    }
    V::karatsuba(&a[..h], &b[..h], &mut out[..n], work);
    V::karatsuba(&a[h..], &b[h..], &mut out[n..], work);
    V::karatsuba(sum_a, sum_b, cross, work);
    let (low, rest) = out.split_at_mut(h);
    let (low_high, rest) = rest.split_at_mut(h);
    let (high_low, high) = rest.split_at_mut(h);
    for i in 0..h {
        let between = low_high[i].sub(high_low[i]);
        low_high[i] = between.add(cross[i]).sub(low[i]);
        high_low[i] = cross[h + i].sub(between).sub(high[i]);
    }
}

/// Adds to digits `s` to `s` + 3 of the product what the digits of `a` in `range` contribute, some of them not to all four.
#[inline(always)]
fn edge<V: Bits>(sum: &mut [Trits<V>; 4], s: usize, range: Range<usize>, a: &[Trits<V>], b: &[Trits<V>]) {
    for i in range {
        for (k, sum) in sum.iter_mut().enumerate() {
            if s + k >= i && s + k - i < b.len() {
                *sum = sum.add(a[i].mul(b[s + k - i]));
            }
        }
    }
}

/// The schoolbook product: four digits of the result at a time, so that a digit of `a` that is read serves four times.
#[inline(always)]
fn convolve<V: Bits>(a: &[Trits<V>], b: &[Trits<V>], out: &mut [Trits<V>]) {
    let n = a.len();
    for s in (0..2 * n).step_by(4) {
        let mut sum = [Trits::zero(); 4];
        // Where all four meet a digit of b.
        let first = (s + 4).saturating_sub(n);
        let last = n.min(s + 1);
        edge(&mut sum, s, (s + 1).saturating_sub(n)..first.min(last), a, b);
        for i in first..last {
            let (digit, b) = (a[i], &b[s - i..s - i + 4]);
            sum[0] = sum[0].add(digit.mul(b[0]));
            sum[1] = sum[1].add(digit.mul(b[1]));
            sum[2] = sum[2].add(digit.mul(b[2]));
            sum[3] = sum[3].add(digit.mul(b[3]));
        }
        edge(&mut sum, s, last..n.min(s + 4), a, b);
        for (to, sum) in out[s..].iter_mut().zip(sum) {
            *to = sum;
        }
    }
}

/// [`Slice::reduce`].
#[inline(always)]
pub(crate) fn reduce<V: Bits, const M: usize>(x: &mut [Trits<V>]) {
    let f = const { trinomial(M) };
    for i in (M..2 * M - 1).rev() {
        let top = x[i];
        x[i - M] = x[i - M].add_times(-f.b, top);
        x[i - M + f.k] = x[i - M + f.k].add_times(-f.a, top);
    }
}

/// [`Slice::cube`].
#[inline(always)]
pub(crate) fn cube<V: Bits, const M: usize>(x: &Slices<V, M>, out: &mut Slices<V, M>) {
    let f = const { trinomial(M) };
    let mut high = [[Trits::zero(); M]; 2];
    // Which digits have received anything: the others are 0 without a sum.
    let mut written = [[false; M]; 3];
    for (i, &digit) in x.0.iter().enumerate() {
        let (part, at) = (3 * i / M, 3 * i % M);
        written[part][at] = true;
        if part == 0 {
            out.0[at] = digit;
        } else {
            high[part - 1][at] = digit;
        }
    }
    for i in (M..3 * M - 2).rev() {
        let (part, at) = (i / M, i % M);
        if !written[part][at] {
            continue;
        }
        let top = high[part - 1][at];
        for (to, sign) in [(i - M, -f.b), (i - M + f.k, -f.a)] {
            let (part, at) = (to / M, to % M);
            let digit = if part == 0 { &mut out.0[at] } else { &mut high[part - 1][at] };
            *digit = if written[part][at] { digit.add_times(sign, top) } else { top.times(sign) };
            written[part][at] = true;
        }
    }
    for (digit, written) in out.0.iter_mut().zip(written[0]) {
        if !written {
            *digit = Trits::zero();
        }
    }
}

/// [`Slice::cube_root`]; the formula is that of [`Element::cube_root`].
#[inline(always)]
pub(crate) fn cube_root<V: Bits, const M: usize>(x: &Slices<V, M>, out: &mut Slices<V, M>) {
    let f = const { trinomial(M) };
    let e = M % 3;
    let (inner, outer, shift) = if e == 1 { (1, 2, 0) } else { (2, 1, 1) };
    let (high, low) = ((M - e) / 3, (f.k - e) / 3);
    let mut middle = [Trits::zero(); M];
    for (to, from) in middle.iter_mut().zip(x.0[outer..].iter().step_by(3)) {
        *to = *from;
    }
    for (i, digit) in x.0[inner..].iter().step_by(3).enumerate() {
        middle[shift + high + i] = digit.times(-f.b);
        middle[shift + low + i] = middle[shift + low + i].add_times(-f.b * f.a, *digit);
    }
    for (to, from) in out.0.iter_mut().zip(x.0.iter().step_by(3)) {
        *to = *from;
    }
    for (i, digit) in middle[..M - 1 - high].iter().enumerate() {
        out.0[1 + high + i] = digit.times(-f.b);
    }
    for (i, digit) in middle[..M - 1 - high].iter().enumerate() {
        out.0[1 + low + i] = out.0[1 + low + i].add_times(-f.b * f.a, *digit);
    }
}

impl Slice for u64 {
    fn karatsuba(a: &[Trits<u64>], b: &[Trits<u64>], out: &mut [Trits<u64>], work: &mut [Trits<u64>]) {
        karatsuba(a, b, out, work);
    }
    fn multiply<const M: usize, const W: usize>(
        a: &[Slices<u64, M>],
        b: &[Slices<u64, M>],
        out: &mut [Slices<u64, M>],
        w: &mut Workspace<BitSliced<u64, M, W>>,
    ) {
        multiply(a, b, out, w);
    }
    fn reduce<const M: usize>(x: &mut [Trits<u64>]) {
        reduce::<u64, M>(x);
    }
    fn cube<const M: usize>(x: &Slices<u64, M>, out: &mut Slices<u64, M>) {
        cube(x, out);
    }
    fn cube_root<const M: usize>(x: &Slices<u64, M>, out: &mut Slices<u64, M>) {
        cube_root(x, out);
    }
}

/// The backend of slices.
pub(crate) struct BitSliced<V, const M: usize, const W: usize>(PhantomData<V>);

impl<V: Slice, const M: usize, const W: usize> BitSliced<V, M, W> {
    /// Computations at once.
    pub const LANES: usize = 64 * V::WORDS;

    /// Digits of an operand, filled up so that it halves down to a short product.
    const PADDED: usize = {
        let mut halvings = 0;
        while M.div_ceil(1 << halvings) > SHORT {
            halvings += 1;
        }
        M.div_ceil(1 << halvings) << halvings
    };

    /// x^3.
    #[inline(always)]
    fn cube(x: &Slices<V, M>) -> Slices<V, M> {
        let mut out = Self::zero();
        V::cube(x, &mut out);
        out
    }

    /// x^(3^n).
    #[inline(always)]
    fn power(x: &Slices<V, M>, n: usize) -> Slices<V, M> {
        (0..n).fold(x.clone(), |x, _| Self::cube(&x))
    }

    /// Slices of up to [`LANES`](Self::LANES) elements; the lanes beyond are 0.
    pub fn gather<'a>(elements: impl Iterator<Item = &'a Element<M, W>> + Clone) -> Slices<V, M> {
        let mut words =
            [vec![0; M.next_multiple_of(64) * V::WORDS], vec![0; M.next_multiple_of(64) * V::WORDS]];
        for lane in 0..V::WORDS {
            for block in 0..M.div_ceil(64) {
                for (plane, words) in words.iter_mut().enumerate() {
                    let mut rows = [0; 64];
                    for (row, x) in rows.iter_mut().zip(elements.clone().skip(64 * lane)) {
                        *row = if plane == 0 { x.nz[block] } else { x.sg[block] };
                    }
                    transpose(&mut rows);
                    for (i, row) in rows.into_iter().enumerate() {
                        words[(64 * block + i) * V::WORDS + lane] = row;
                    }
                }
            }
        }
        Slices(core::array::from_fn(|i| {
            let at = i * V::WORDS;
            Trits { nz: V::from_words(&words[0][at..]), sg: V::from_words(&words[1][at..]) }
        }))
    }

    /// The first elements of the slices.
    pub fn scatter<'a>(slices: &Slices<V, M>, elements: impl Iterator<Item = &'a mut Element<M, W>>) {
        let mut words =
            [vec![0; M.next_multiple_of(64) * V::WORDS], vec![0; M.next_multiple_of(64) * V::WORDS]];
        for (i, digit) in slices.0.iter().enumerate() {
            digit.nz.to_words(&mut words[0][i * V::WORDS..]);
            digit.sg.to_words(&mut words[1][i * V::WORDS..]);
        }
        let mut elements = elements;
        for lane in 0..V::WORDS {
            let mut group = [Element::<M, W>::ZERO; 64];
            for block in 0..M.div_ceil(64) {
                for (plane, words) in words.iter().enumerate() {
                    let mut rows = core::array::from_fn(|i| words[(64 * block + i) * V::WORDS + lane]);
                    transpose(&mut rows);
                    for (x, row) in group.iter_mut().zip(rows) {
                        *if plane == 0 { &mut x.nz[block] } else { &mut x.sg[block] } = row;
                    }
                }
            }
            for (to, from) in elements.by_ref().take(64).zip(group) {
                *to = from;
            }
        }
    }
}

/// Transposes 64 x 64 bits: bit j of word i becomes bit i of word j.
fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0xffff_ffff_u64;
    while width > 0 {
        for i in (0..64).filter(|i| i & width == 0) {
            let t = (rows[i] >> width ^ rows[i + width]) & mask;
            rows[i + width] ^= t;
            rows[i] ^= t << width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

impl<V: Slice, const M: usize, const W: usize> Backend for BitSliced<V, M, W> {
    type V = V;
    type E = Slices<V, M>;
    // More would leave the second-level cache.
    const WIDTH: usize = 1;
    const DEGREE: usize = M;
    const SPARSE_CUBE_ROOT: bool = Element::<M, W>::SPARSE_CUBE_ROOT;

    #[inline(always)]
    fn zero() -> Self::E {
        Slices([Trits::zero(); M])
    }

    #[inline(always)]
    fn one() -> Self::E {
        let mut one = Self::zero();
        one.0[0] = Trits { nz: V::ones(), sg: V::zero() };
        one
    }

    #[inline(always)]
    fn linear<const I: usize, const O: usize>(
        inputs: [&Self::E; I],
        out: &mut [Self::E],
        map: impl Map<I, O>,
    ) {
        let out = &mut out[..O];
        for i in 0..M {
            let mut digits = [Trits::zero(); I];
            for (to, x) in digits.iter_mut().zip(inputs) {
                *to = x.0[i];
            }
            for (to, digit) in out.iter_mut().zip(map.apply(digits)) {
                to.0[i] = digit;
            }
        }
    }

    #[inline(always)]
    fn products(a: &[Self::E], b: &[Self::E], out: &mut [Self::E]) {
        let n = Self::PADDED;
        let mut work = vec![Trits::zero(); 8 * n];
        let (left, rest) = work.split_at_mut(n);
        let (right, rest) = rest.split_at_mut(n);
        let (product, rest) = rest.split_at_mut(2 * n);
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            left[..M].copy_from_slice(&a.0);
            right[..M].copy_from_slice(&b.0);
            V::karatsuba(left, right, product, rest);
            V::reduce::<M>(product);
            out.0.copy_from_slice(&product[..M]);
        }
    }

    #[inline(always)]
    fn multiply(a: &[Self::E], b: &[Self::E], out: &mut [Self::E], w: &mut Workspace<Self>) {
        V::multiply(a, b, out, w);
    }

    #[inline(always)]
    fn cubes(list: &mut [Self::E]) {
        sequence(list, Self::cube);
    }

    #[inline(always)]
    fn cube_roots(list: &mut [Self::E]) {
        sequence(list, |x| {
            let mut out = Self::zero();
            V::cube_root(x, &mut out);
            out
        });
    }

    #[inline(always)]
    fn frobenius(list: &mut [Self::E], n: usize) {
        for x in list {
            *x = Self::power(x, n);
        }
    }

    /// As [`Element::invert`]: 3^m - 2 = 6 (1 + 3 + ... + 3^(m-2)) + 1.
    #[inline(always)]
    fn invert(x: &Self::E) -> Self::E {
        let mul = |a: &Self::E, b: &Self::E| {
            let mut out = [Self::zero()];
            Self::products(core::slice::from_ref(a), core::slice::from_ref(b), &mut out);
            let [out] = out;
            out
        };
        let mut power = x.clone();
        let mut terms = 1;
        for bit in (0..(M - 1).ilog2()).rev() {
            power = mul(&power, &Self::power(&power, terms));
            terms *= 2;
            if (M - 1) >> bit & 1 == 1 {
                power = mul(&Self::cube(&power), x);
                terms += 1;
            }
        }
        mul(&Self::cube(&mul(&power, &power)), x)
    }
}
