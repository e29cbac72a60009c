//! Up to 32 independent products in F_3^m at once, for one pairing.
//!
//! The operands are transposed, so that digit i of all elements is one 32-bit word a plane; a register holds consecutive
//! digits. A product of 32 by 32 digits is then the schoolbook convolution of words, one operand's word repeated in all lanes,
//! the other's digits read from memory at every offset; Karatsuba's method over all pairs of blocks of 32 digits makes
//! the whole. Nothing is shifted or carried: an offset is an address.

use crate::backend::words::{Planes, Words};
use crate::element::Element;
use crate::parameters::trinomial;
use crate::trits::Trits;
use core::mem::MaybeUninit;

/// Elements of a batch.
pub(crate) const SIDE: usize = 32;
/// Digits of the shortest block.
const SHORTEST: usize = 32;
/// Digits of the largest block.
const LARGEST: usize = 48;
/// Words of padding around digits that are read at offsets.
const PAD: usize = 16;
/// Words of a plane for the longest product (509: 16 blocks by 16, with room for a register).
const LONGEST: usize = 2 * 16 * SHORTEST + 2 * PAD;
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

/// out = a b for a block of N registers each, two or three, where 32 registers are there to be used.
///
/// For each i below L = `V::LANES` the digits a_i, a_(i+L), ... meet b moved up by i, whose (N + 1) L digits are N + 1 registers;
/// every register read serves N of the 2 N accumulators.
///
/// # Safety
/// `a` is valid for a block, `out` for two, `b` for a block with L zeros on both sides.
#[inline(always)]
unsafe fn convolve_in<V: Words, const N: usize>(a: Planes, b: Planes, out: Planes) {
    let lanes = V::LANES as isize;
    let mut sum = [[Trits::<V>::zero(); N]; 2];
    // SAFETY: passed on to the caller.
    unsafe {
        for i in 0..lanes {
            let mut digits = [Trits::<V>::zero(); N];
            for (j, digit) in digits.iter_mut().enumerate() {
                *digit = a.at(i + j as isize * lanes).splat();
            }
            for k in 0..=N {
                let moved = b.at(k as isize * lanes - i).load::<V>();
                for (j, digit) in digits.into_iter().enumerate() {
                    let sum = &mut sum[(k + j) / N][(k + j) % N];
                    *sum = sum.add(digit.mul(moved));
                }
            }
        }
        for (k, digits) in sum.as_flattened().iter().enumerate() {
            out.at(k as isize * lanes).store(*digits);
        }
    }
}

/// out = a b for a block of N registers each, where two blocks do not fit in registers: L digits of a at a time, each by all of b
/// moved up, whose (N + 1) L digits are as many accumulators as the registers leave room for. S is N + 1.
///
/// # Safety
/// As for [`convolve_in`].
#[inline(always)]
unsafe fn convolve_in_turns<V: Words, const N: usize, const S: usize>(a: Planes, b: Planes, out: Planes) {
    let lanes = V::LANES as isize;
    let mut sum = [Trits::<V>::zero(); S];
    // SAFETY: passed on to the caller.
    unsafe {
        for j in 0..N as isize {
            for i in 0..lanes {
                let digit = a.at(j * lanes + i).splat::<V>();
                for (k, sum) in sum.iter_mut().enumerate() {
                    *sum = sum.add(digit.mul(b.at(k as isize * lanes - i).load()));
                }
            }
            // The lowest L digits are done.
            out.at(j * lanes).store(sum[0]);
            for k in 1..S {
                sum[k - 1] = sum[k];
            }
            sum[N] = Trits::zero();
        }
        for (k, digits) in sum[..N].iter().enumerate() {
            out.at((N + k) as isize * lanes).store(*digits);
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

/// out = x + y along `digits` digits.
///
/// # Safety
/// As for [`along`].
#[inline(always)]
unsafe fn add<V: Words>(digits: usize, x: Planes, y: Planes, out: Planes) {
    // SAFETY: passed on to the caller.
    unsafe { along::<V, 2>(digits, [x, y], out, |[x, y]| x.add(y)) }
}

/// Registers of a block. Three of AVX-512 need fewer loads a product than two, where they leave few digits over.
const fn registers<V: Words>(m: usize) -> usize {
    if V::LANES == 16 && m % 48 <= SHORT_TAIL { 3 } else { SHORTEST / V::LANES }
}

/// out = a b for a block of N registers each.
///
/// # Safety
/// As for [`convolve_in`].
#[inline(always)]
unsafe fn block_product<V: Words, const N: usize>(a: Planes, b: Planes, out: Planes) {
    // SAFETY: passed on to the caller.
    unsafe {
        match N {
            4 => convolve_in_turns::<V, 4, 5>(a, b, out),
            8 => convolve_in_turns::<V, 8, 9>(a, b, out),
            _ => convolve_in::<V, N>(a, b, out),
        }
    }
}

/// out\[i\] = a\[i\] b\[i\] for at most 32 elements.
///
/// # Safety
/// The processor has the instructions of `V`.
#[inline(always)]
pub(crate) unsafe fn products<V: Words, const M: usize, const W: usize>(
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
        match const { registers::<V>(M) } {
            2 => multiply::<V, M, 2>(operand(0), operand(1), product),
            3 => multiply::<V, M, 3>(operand(0), operand(1), product),
            4 => multiply::<V, M, 4>(operand(0), operand(1), product),
            _ => multiply::<V, M, 8>(operand(0), operand(1), product),
        }
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

/// out = a b, before reduction, by blocks of N registers; zeros above, up to a register beyond 2 M digits.
///
/// What is written for a block product is read at other offsets, for which it must have left the store buffer: so the operands of
/// each are written before another block product.
///
/// # Safety
/// `a` and `b` are valid for M digits rounded up to whole blocks, `out` for [`LONGEST`].
#[inline(always)]
unsafe fn multiply<V: Words, const M: usize, const N: usize>(a: Planes, b: Planes, out: Planes) {
    let lanes = V::LANES;
    let size = N * lanes;
    let tail = M % size;
    let blocks = if tail > SHORT_TAIL { M / size + 1 } else { M / size };
    // Digits from one block to the next of the operand that is read at offsets: a block and L zeros.
    let pitch = size + lanes;
    let mut spaced = Buffer::<{ 2 * 16 * SHORTEST }>::new();
    let mut squares = Buffer::<{ 16 * 2 * SHORTEST }>::new();
    let mut sums = Buffer::<{ 2 * LARGEST }>::new();
    let mut spaced_sums = Buffer::<{ 3 * LARGEST }>::new();
    let mut cross = Buffer::<{ 2 * LARGEST }>::new();
    // SAFETY: the offsets stay within the buffers, which are sized for 16 of the shortest blocks.
    unsafe {
        let length = (2 * size * blocks).max((2 * M).next_multiple_of(lanes) + lanes);
        along::<V, 0>(length, [], out, |_| Trits::zero());
        let spaced = spaced.planes();
        along::<V, 0>(lanes + pitch * blocks, [], spaced, |_| Trits::zero());
        let spaced_sums = spaced_sums.planes();
        along::<V, 0>(lanes + 2 * pitch, [], spaced_sums, |_| Trits::zero());
        let (squares, sums, cross) = (squares.planes(), sums.planes(), cross.planes());
        let block = |x: Planes, i: usize| x.at((size * i) as isize);
        let square = |i: usize| squares.at((2 * size * i) as isize);
        let spaced_block = |x: Planes, i: usize| x.at((lanes + pitch * i) as isize);
        for i in 0..blocks {
            along::<V, 1>(size, [block(b, i)], spaced_block(spaced, i), |[x]| x);
        }
        add::<V>(size, block(a, 0), block(a, 1), block(sums, 0));
        add::<V>(size, block(b, 0), block(b, 1), spaced_block(spaced_sums, 0));
        for i in 0..blocks {
            block_product::<V, N>(block(a, i), spaced_block(spaced, i), square(i));
            let to = block(out, 2 * i);
            add::<V>(2 * size, to, square(i), to);
        }
        let mut place = 0;
        for i in 0..blocks {
            for j in i + 1..blocks {
                let (k, l) = if j + 1 < blocks { (i, j + 1) } else { (i + 1, i + 2) };
                if l < blocks {
                    add::<V>(size, block(a, k), block(a, l), block(sums, 1 - place));
                    add::<V>(size, block(b, k), block(b, l), spaced_block(spaced_sums, 1 - place));
                }
                block_product::<V, N>(block(sums, place), spaced_block(spaced_sums, place), cross);
                place = 1 - place;
                let to = block(out, i + j);
                along::<V, 4>(2 * size, [to, cross, square(i), square(j)], to, |[x, c, p, q]| {
                    x.add(c).sub(p.add(q))
                });
            }
        }
        // The digits above whole blocks, by all of the other operand; their product once.
        for t in size * blocks..M {
            for (digit, other, low) in [(a, b, M), (b, a, size * blocks)] {
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
    let f = const { trinomial(M) };
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
