//! Endomorphisms that act as a scalar lambda on a subgroup of prime order r, and the split of a scalar k into
//! k_0 + k_1 lambda + k_2 lambda^2 + ... mod r with small k_j.

use super::Curve;
use crate::limbs::{adc, mac, parse_hex, sbb, sub};
use subtle::Choice;

/// A curve with an endomorphism, a = 0, whose powers are cheap.
pub trait Endomorphism: Curve {
    /// The lattice of relations among the powers of lambda.
    const LATTICE: Lattice;

    /// The image of (x, y) under the power `exponent`, less than the dimension of the lattice, of the
    /// endomorphism. It commutes with (x, y) -> (c^2 x, c^3 y) for c in F_p.
    fn power(exponent: usize, x: &Self::Field, y: &Self::Field) -> (Self::Field, Self::Field);
}

/// A reduced basis of the lattice of all integer vectors (a_0, a_1, ...) with sum of a_j lambda^j = 0 mod r,
/// and what rounds a scalar to it (Babai): with k e_0 = sum of t_i b_i over the rationals and c_i =
/// round(t_i), the vector k e_0 - sum of c_i b_i is short and stands for k.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// 2 or 4.
    pub dimension: usize,
    /// Limbs of r: decomposed scalars have at most as many.
    pub scalar_limbs: usize,
    /// Row i holds b_i, as integers modulo 2^256 in two's complement.
    pub basis: [[[u64; Self::LIMBS]; Self::MAX_DIMENSION]; Self::MAX_DIMENSION],
    /// round(2^(64 (scalar_limbs + 1)) t_i / k), at least 0: each b_i has the sign that makes it so.
    pub rounding: [[u64; 8]; Self::MAX_DIMENSION],
    /// Every |k_j| is below 2^bits, for all scalars of `scalar_limbs` limbs.
    pub bits: usize,
}

/// A part of a scalar.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The absolute value.
    pub magnitude: [u64; Lattice::LIMBS],
    /// Whether it is below 0.
    pub negative: Choice,
}

impl Lattice {
    /// A lattice from hexadecimal literals: `basis` row by row, with `-` before what is below 0.
    ///
    /// # Panics
    /// At compile time where it is used for a constant: on digits that are none, or too many.
    #[must_use]
    pub const fn new<const D: usize>(
        scalar_limbs: usize,
        bits: usize,
        basis: [[&str; D]; D],
        rounding: [&str; D],
    ) -> Self {
        let zero = [0; Self::LIMBS];
        let mut lattice = Lattice {
            dimension: D,
            scalar_limbs,
            basis: [[zero; Self::MAX_DIMENSION]; Self::MAX_DIMENSION],
            rounding: [[0; 8]; Self::MAX_DIMENSION],
            bits,
        };
        let mut i = 0;
        while i < D {
            let mut j = 0;
            while j < D {
                lattice.basis[i][j] = match basis[i][j].as_bytes() {
                    [b'-', ..] => sub(&zero, &parse_hex(basis[i][j].split_at(1).1)).0,
                    _ => parse_hex(basis[i][j]),
                };
                j += 1;
            }
            lattice.rounding[i] = parse_hex(rounding[i]);
            i += 1;
        }
        lattice
    }

    /// The most dimensions.
    pub const MAX_DIMENSION: usize = 4;
    /// Limbs of a part.
    pub const LIMBS: usize = 4;

    /// Image j > 0 of a point is best made of an image before it: of which, and by which power. The squares of endomorphisms
    /// are cheaper than they are.
    pub(super) const fn image_before(j: usize) -> (usize, usize) {
        if j < 2 { (0, j) } else { (j - 2, 2) }
    }

    /// The parts k_j of a scalar, in constant time.
    ///
    /// # Panics
    /// If `scalar` has more than `scalar_limbs` limbs.
    #[must_use]
    pub fn decompose(&self, scalar: &[u64]) -> [Part; Self::MAX_DIMENSION] {
        assert!(scalar.len() <= self.scalar_limbs);
        // Parts fit in so many limbs with their sign, and only those need to be computed.
        let width = self.bits / 64 + 1;
        let mut parts = [[0; Self::LIMBS]; Self::MAX_DIMENSION];
        for (part, limb) in parts[0][..width].iter_mut().zip(scalar) {
            *part = *limb;
        }
        for (row, rounding) in self.basis.iter().zip(&self.rounding).take(self.dimension) {
            let multiple = self.rounded_product(scalar, rounding);
            for (part, entry) in parts.iter_mut().zip(row).take(self.dimension) {
                subtract_product(&mut part[..width], &multiple, entry);
            }
        }
        parts.map(|part| absolute(&part, width))
    }

    /// round(scalar * rounding / 2^(64 (scalar_limbs + 1))), modulo 2^256.
    fn rounded_product(&self, scalar: &[u64], rounding: &[u64; 8]) -> [u64; Self::LIMBS] {
        let shift = self.scalar_limbs + 1;
        let mut product = [0; 16 + Self::LIMBS];
        product[shift - 1] = 1 << 63;
        for (i, limb) in scalar.iter().enumerate() {
            let mut carry = 0;
            for (j, factor) in rounding.iter().enumerate() {
                (product[i + j], carry) = mac(product[i + j], *limb, *factor, carry);
            }
            for sum in &mut product[i + rounding.len()..] {
                (*sum, carry) = adc(*sum, 0, carry);
            }
        }
        core::array::from_fn(|i| product[shift + i])
    }
}

/// a -= b c modulo 2^(64 len(a)).
fn subtract_product(a: &mut [u64], b: &[u64], c: &[u64]) {
    let width = a.len();
    for i in 0..width {
        let (mut carry, mut borrow) = (0, 0);
        for j in 0..width - i {
            let low;
            (low, carry) = mac(0, b[i], c[j], carry);
            (a[i + j], borrow) = sbb(a[i + j], low, borrow);
        }
    }
}

/// Sign and absolute value of `width` limbs in two's complement.
fn absolute(part: &[u64; Lattice::LIMBS], width: usize) -> Part {
    let negative = part[width - 1] >> 63;
    let mask = negative.wrapping_neg();
    let mut carry = negative;
    let mut magnitude = [0; Lattice::LIMBS];
    for (out, limb) in magnitude[..width].iter_mut().zip(part) {
        (*out, carry) = adc(limb ^ mask, 0, carry);
    }
    Part { magnitude, negative: Choice::from(negative as u8) }
}
