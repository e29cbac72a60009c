//! Up to 32 independent products in F_3^m at once, for one pairing.
//!
//! The operands are transposed, so that digit i of all elements is one 32-bit word a plane; a register holds consecutive
//! digits. A product of 32 by 32 digits is then the schoolbook convolution of words, one operand's word repeated in all lanes,
//! the other's digits read from memory at every offset; Karatsuba's method over all pairs of blocks of 32 digits makes
//! the whole. Nothing is shifted or carried: an offset is an address.

use super::element::Element;
use super::parameters::trinomial;
use super::trits::Trits;
use super::words::{Planes, Words};
use core::mem::MaybeUninit;

/// Elements side by side.
pub(super) const SIDE: usize = 32;
/// Digits of a block.
const BLOCK: usize = 32;
/// Words of padding around digits that are read at offsets.
const PAD: usize = 16;
/// Words of a plane for the longest product (509: 16 blocks by 16, with room for a register).
const LONGEST: usize = 2 * 16 * BLOCK + 2 * PAD;
/// Largest tail beyond whole blocks that is multiplied digit by digit.
const SHORT_TAIL: usize = 4;

/// A plane pair of at most `N` digits in memory, not yet written.
#[repr(C, align(64))]
struct Buffer<const N: usize> {
    nz: MaybeUninit<[u32; N]>,
    sg: MaybeUninit<[u32; N]>,
}

impl<const N: usize> Buffer<N> {
    #[inline(always)]
    fn new() -> Self {
        Buffer { nz: MaybeUninit::uninit(), sg: MaybeUninit::uninit() }
    }

    #[inline(always)]
    fn planes(&mut self) -> Planes {
        Planes { nz: self.nz.as_mut_ptr().cast(), sg: self.sg.as_mut_ptr().cast() }
    }
}

/// 32 rows of at most 64 words, not yet written.
#[repr(C, align(64))]
struct Rows(MaybeUninit<[u32; SIDE * 64]>);

/// Transposes 32 x 32 bits in each lane: bit j of word i becomes bit i of word j. Rows are `stride` words apart.
///
/// # Safety
/// `rows` is valid for 32 rows of `V::LANES` words.
#[inline(always)]
unsafe fn transpose_bits<V: Words>(rows: *mut u32, stride: usize) {
    /// Exchanges the upper `N` bits of every 2 N of x with the lower ones of y.
    #[inline(always)]
    fn exchange<V: Words, const N: u32>(x: &mut V, y: &mut V, mask: u32) {
        let t = x.down::<N>().xor(*y).and(V::repeat(mask));
        *y = y.xor(t);
        *x = x.xor(t.up::<N>());
    }
    // SAFETY: passed on to the caller.
    unsafe {
        for i in 0..8 {
            let at = |j: usize| rows.add((i + 8 * j) * stride);
            let mut r: [V; 4] = core::array::from_fn(|j| V::load(at(j)));
            let [a, b, c, d] = &mut r;
            exchange::<V, 16>(a, c, 0xffff);
            exchange::<V, 16>(b, d, 0xffff);
            exchange::<V, 8>(a, b, 0x00ff_00ff);
            exchange::<V, 8>(c, d, 0x00ff_00ff);
            for (j, row) in r.into_iter().enumerate() {
                row.store(at(j));
            }
        }
        for i in 0..4 {
            let at = |j: usize| rows.add((8 * i + j) * stride);
            let mut r: [V; 8] = core::array::from_fn(|j| V::load(at(j)));
            let [a, b, c, d, e, f, g, h] = &mut r;
            exchange::<V, 4>(a, e, 0x0f0f_0f0f);
            exchange::<V, 4>(b, f, 0x0f0f_0f0f);
            exchange::<V, 4>(c, g, 0x0f0f_0f0f);
            exchange::<V, 4>(d, h, 0x0f0f_0f0f);
            exchange::<V, 2>(a, c, 0x3333_3333);
            exchange::<V, 2>(b, d, 0x3333_3333);
            exchange::<V, 2>(e, g, 0x3333_3333);
            exchange::<V, 2>(f, h, 0x3333_3333);
            exchange::<V, 1>(a, b, 0x5555_5555);
            exchange::<V, 1>(c, d, 0x5555_5555);
            exchange::<V, 1>(e, f, 0x5555_5555);
            exchange::<V, 1>(g, h, 0x5555_5555);
            for (j, row) in r.into_iter().enumerate() {
                row.store(at(j));
            }
        }
    }
}

/// Writes word (i, j) of `from`, rows `from_stride` apart, as word (j, i) of `to`, for `rows` x `columns` words.
///
/// # Safety
/// Both are valid for their words; `rows` and `columns` are multiples of `V::LANES`.
#[inline(always)]
unsafe fn transpose_words<V: Words>(
    from: *const u32,
    from_stride: usize,
    to: *mut u32,
    to_stride: usize,
    (rows, columns): (usize, usize),
) {
    for i in (0..rows).step_by(V::LANES) {
        for j in (0..columns).step_by(V::LANES) {
            let mut tile = [V::zero(); 16];
            let tile = &mut tile[..V::LANES];
            // SAFETY: passed on to the caller.
            unsafe {
                for (k, row) in tile.iter_mut().enumerate() {
                    *row = V::load(from.add((i + k) * from_stride + j));
                }
                V::transpose(tile);
                for (k, row) in tile.iter().enumerate() {
                    row.store(to.add((j + k) * to_stride + i));
                }
            }
        }
    }
}

/// out = a b for a block of 32 digits each, where two registers hold a block.
///
/// For each i below L = `V::LANES` the digits a_i and a_(i+L) meet b moved up by i, whose 3 L digits are three registers; every
/// register read serves two of the four accumulators.
///
/// # Safety
/// `a` is valid for a block, `out` for two, `b` for a block with L zeros on both sides.
#[inline(always)]
unsafe fn convolve_in_two<V: Words>(a: Planes, b: Planes, out: Planes) {
    let lanes = V::LANES as isize;
    let mut sum = [Trits::<V>::zero(); 4];
    // SAFETY: passed on to the caller.
    unsafe {
        for i in 0..lanes {
            let (low, high) = (a.at(i).splat::<V>(), a.at(i + lanes).splat::<V>());
            let moved = [b.at(-i).load::<V>(), b.at(lanes - i).load::<V>(), b.at(2 * lanes - i).load::<V>()];
            for (k, part) in moved.into_iter().enumerate() {
                sum[k] = sum[k].add(low.mul(part));
                sum[k + 1] = sum[k + 1].add(high.mul(part));
            }
        }
        for (k, digits) in sum.into_iter().enumerate() {
            out.at(k as isize * lanes).store(digits);
        }
    }
}

/// out = a b for a block of 32 digits each, where four registers hold a block: L digits of a at a time, each by all of b moved
/// up, whose 5 L digits are as many accumulators as 16 registers leave room for.
///
/// # Safety
/// As for [`convolve_in_two`].
#[inline(always)]
unsafe fn convolve_in_four<V: Words>(a: Planes, b: Planes, out: Planes) {
    let lanes = V::LANES as isize;
    let mut sum = [Trits::<V>::zero(); 5];
    // SAFETY: passed on to the caller.
    unsafe {
        for j in 0..4 {
            for i in 0..lanes {
                let digit = a.at(j * lanes + i).splat::<V>();
                for (k, sum) in sum.iter_mut().enumerate() {
                    *sum = sum.add(digit.mul(b.at(k as isize * lanes - i).load()));
                }
            }
            // The lowest L digits are done.
            out.at(j * lanes).store(sum[0]);
            sum = [sum[1], sum[2], sum[3], sum[4], Trits::zero()];
        }
        for (k, digits) in sum[..4].iter().enumerate() {
            out.at((4 + k as isize) * lanes).store(*digits);
        }
    }
}

/// Applies `f` to `N` registers, one from each of the inputs, along `digits` digits.
///
/// # Safety
/// The inputs and `out` are valid for `digits`, a multiple of `V::LANES`.
#[inline(always)]
unsafe fn along<V: Words, const N: usize>(
    digits: usize,
    inputs: [Planes; N],
    out: Planes,
    f: impl Fn([Trits<V>; N]) -> Trits<V>,
) {
    for i in (0..digits).step_by(V::LANES) {
        // SAFETY: passed on to the caller.
        unsafe { out.at(i as isize).store(f(inputs.map(|x| x.at(i as isize).load()))) }
    }
}

/// Digits from one block to the next of the operand that is read at offsets: a block and L zeros.
#[inline(always)]
const fn pitch<V: Words>() -> usize {
    BLOCK + V::LANES
}

/// out = a b for a block of 32 digits each.
///
/// # Safety
/// As for [`convolve_in_two`].
#[inline(always)]
unsafe fn block_product<V: Words>(a: Planes, b: Planes, out: Planes) {
    // SAFETY: passed on to the caller.
    unsafe {
        if 2 * V::LANES == BLOCK {
            convolve_in_two::<V>(a, b, out);
        } else {
            convolve_in_four::<V>(a, b, out);
        }
    }
}

/// out\[i\] = a\[i\] b\[i\] for at most 32 elements.
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn products<V: Words, const M: usize, const W: usize>(
    a: &[Element<M, W>],
    b: &[Element<M, W>],
    out: &mut [Element<M, W>],
) {
    let count = out.len();
    assert!(count <= SIDE && a.len() == count && b.len() == count);
    // Words of one plane of an element, and columns of a row: two operands of two planes.
    let plane = 2 * W;
    let columns = 4 * plane;
    let mut rows = Rows(MaybeUninit::uninit());
    let mut digits = Rows(MaybeUninit::uninit());
    let mut product = Buffer::<LONGEST>::new();
    let product = product.planes();
    // SAFETY: rows are `columns` words, 32 of them; the planes below are within `digits`; elements are 2 W words a plane.
    unsafe {
        let (rows, digits) = (rows.0.as_mut_ptr().cast::<u32>(), digits.0.as_mut_ptr().cast::<u32>());
        for (i, (a, b)) in a.iter().zip(b).enumerate() {
            for (j, words) in [&a.nz, &a.sg, &b.nz, &b.sg].into_iter().enumerate() {
                let to = rows.add(i * columns + j * plane);
                to.copy_from_nonoverlapping(words.as_ptr().cast(), plane);
            }
        }
        rows.add(count * columns).write_bytes(0, (SIDE - count) * columns);
        for at in (0..columns).step_by(V::LANES) {
            transpose_bits::<V>(rows.add(at), columns);
        }
        transpose_words::<V>(rows, columns, digits, SIDE, (SIDE, columns));
        let operand = |k: usize| Planes {
            nz: digits.add(2 * k * plane * SIDE),
            sg: digits.add((2 * k + 1) * plane * SIDE),
        };
        multiply::<V, M>(operand(0), operand(1), product);
        reduce::<V, M>(product);
        // Back: one row a digit of a block, columns nz then sg, as many as a register at least.
        let back = (2 * plane).next_multiple_of(V::LANES);
        product.nz.add(M).write_bytes(0, plane * SIDE - M);
        for (k, from) in [product.nz, product.sg].into_iter().enumerate() {
            digits.add(k * plane * SIDE).copy_from_nonoverlapping(from, plane * SIDE);
        }
        transpose_words::<V>(digits, SIDE, rows, back, (back, SIDE));
        for at in (0..back).step_by(V::LANES) {
            transpose_bits::<V>(rows.add(at), back);
        }
        for (i, out) in out.iter_mut().enumerate() {
            for (j, words) in [&mut out.nz, &mut out.sg].into_iter().enumerate() {
                let from = rows.add(i * back + j * plane);
                from.copy_to_nonoverlapping(words.as_mut_ptr().cast(), plane);
            }
        }
    }
}

/// out = a b, before reduction; zeros above, up to a register beyond 2 M digits.
///
/// # Safety
/// `a` and `b` are valid for M digits rounded up to whole blocks, `out` for [`LONGEST`].
#[inline(always)]
unsafe fn multiply<V: Words, const M: usize>(a: Planes, b: Planes, out: Planes) {
    let tail = M % BLOCK;
    let blocks = if tail > SHORT_TAIL { M / BLOCK + 1 } else { M / BLOCK };
    let lanes = V::LANES;
    let mut spaced = Buffer::<{ 2 * 16 * BLOCK }>::new();
    let mut squares = Buffer::<{ 16 * 2 * BLOCK }>::new();
    let mut sum = Buffer::<BLOCK>::new();
    let mut spaced_sum = Buffer::<{ 4 * BLOCK }>::new();
    let mut cross = Buffer::<{ 2 * BLOCK }>::new();
    // SAFETY: the offsets stay within the buffers, which are sized for 16 blocks.
    unsafe {
        let length = (2 * BLOCK * blocks).max((2 * M).next_multiple_of(lanes) + lanes);
        along::<V, 0>(length, [], out, |_| Trits::zero());
        let spaced = spaced.planes();
        along::<V, 0>(lanes + pitch::<V>() * blocks, [], spaced, |_| Trits::zero());
        let spaced_sum = spaced_sum.planes();
        along::<V, 0>(lanes + pitch::<V>(), [], spaced_sum, |_| Trits::zero());
        let (squares, sum, cross) = (squares.planes(), sum.planes(), cross.planes());
        let spaced = spaced.at(lanes as isize);
        let spaced_sum = spaced_sum.at(lanes as isize);
        let block = |x: Planes, i: usize| x.at((BLOCK * i) as isize);
        let spaced_block = |i: usize| spaced.at((pitch::<V>() * i) as isize);
        for i in 0..blocks {
            along::<V, 1>(BLOCK, [block(b, i)], spaced_block(i), |[x]| x);
            let square = squares.at((2 * BLOCK * i) as isize);
            block_product::<V>(block(a, i), spaced_block(i), square);
            let to = block(out, 2 * i);
            along::<V, 2>(2 * BLOCK, [to, square], to, |[x, y]| x.add(y));
        }
        for i in 0..blocks {
            for j in i + 1..blocks {
                along::<V, 2>(BLOCK, [block(a, i), block(a, j)], sum, |[x, y]| x.add(y));
                along::<V, 2>(BLOCK, [spaced_block(i), spaced_block(j)], spaced_sum, |[x, y]| x.add(y));
                block_product::<V>(sum, spaced_sum, cross);
                let (p, q) = (squares.at((2 * BLOCK * i) as isize), squares.at((2 * BLOCK * j) as isize));
                let to = block(out, i + j);
                along::<V, 4>(2 * BLOCK, [to, cross, p, q], to, |[x, c, p, q]| x.add(c).sub(p.add(q)));
            }
        }
        // The digits above whole blocks, by all of the other operand; their product once.
        for t in BLOCK * blocks..M {
            for (digit, other, low) in [(a, b, M), (b, a, BLOCK * blocks)] {
                let digit = digit.at(t as isize).splat::<V>();
                let to = out.at(t as isize);
                along::<V, 2>(low.next_multiple_of(lanes), [to, other], to, |[x, y]| x.add(digit.mul(y)));
            }
        }
    }
}

/// x modulo x^M + a x^k + b, in place; digits from M on are left as they fall.
///
/// # Safety
/// `x` is valid for 2 M digits and a register.
#[inline(always)]
unsafe fn reduce<V: Words, const M: usize>(x: Planes) {
    let f = trinomial(M);
    let lanes = V::LANES;
    // From the top, so that what lands above x^M is met later: a register moves down by m - k, more than its length.
    for i in (0..(M - 1).div_ceil(lanes)).rev() {
        // SAFETY: passed on to the caller.
        unsafe {
            let from = M + lanes * i;
            let high = x.at(from as isize).load::<V>();
            for (sign, to) in [(-f.b, x.at((from - M) as isize)), (-f.a, x.at((from - M + f.k) as isize))] {
                to.store(to.load::<V>().add_times(sign, high));
            }
        }
    }
}
