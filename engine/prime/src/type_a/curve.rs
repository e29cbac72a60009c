//! The curve y^2 = x^3 + x over F_p, p = 3 mod 4, with p + 1 = h r: its group law, its subgroup of order r, encodings.
//!
//! It is supersingular of order p + 1, and a Montgomery curve (with A = 0), so the Montgomery ladder multiplies by secret
//! scalars.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::super::fma::Radix;
use super::super::limbs;
use super::super::modulus::{Modulus, Residue, equal, select};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::ifma::Digits;
use super::point::{Affine, Weighted};
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// The literals of a curve of PBC's type A: r = 2^exp2 + sign1 2^exp1 + sign0 divides p + 1.
#[derive(Clone, Debug)]
pub struct Curve<const N: usize> {
    /// F_p.
    pub field: Modulus<N>,
    /// The prime order r of the subgroup.
    pub order: [u64; N],
    /// h = (p + 1) / r.
    pub cofactor: [u64; N],
    /// The highest bit of r.
    pub exp2: usize,
    /// The middle bit of r.
    pub exp1: usize,
    /// Whether the middle term of r is negative.
    pub minus1: bool,
    /// Whether the last term of r is negative.
    pub minus0: bool,
    /// The constants of the vector code, made on first use.
    pub vectors: OnceLock<Vectors>,
}

/// The constants of the vector code that has room for a field.
#[derive(Clone, Debug)]
pub enum Vectors {
    /// This processor or this field has none.
    None,
    /// Up to 512 bits.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    Ten(Digits<10>),
    /// Up to 1,552 bits.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    Thirty(Box<Digits<30>>),
    /// Up to 512 bits, in double precision.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    TenReals(Box<Radix<10>>),
    /// Up to 1,552 bits, in double precision.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    ThirtyReals(Box<Radix<30>>),
}

impl<const N: usize> Curve<N> {
    /// A curve from its literals, without checks.
    pub const fn new(p: [u64; N], cofactor: [u64; N], r: (usize, usize, bool, bool)) -> Self {
        let (exp2, exp1, minus1, minus0) = r;
        Curve {
            field: Modulus::new(p),
            order: order(exp2, exp1, minus1, minus0),
            cofactor,
            exp2,
            exp1,
            minus1,
            minus0,
            vectors: OnceLock::new(),
        }
    }

    /// x^3 + x.
    fn right_side(&self, x: &Residue<N>) -> Residue<N> {
        let f = &self.field;
        f.mul(x, &f.add(&f.square(x), &f.one))
    }

    /// Whether finite coordinates satisfy the equation.
    pub fn is_on_curve(&self, x: &Residue<N>, y: &Residue<N>) -> bool {
        equal(&self.field.square(y), &self.right_side(x)).into()
    }

    /// A point from coordinates, validated in full.
    pub fn validate(&self, x: Residue<N>, y: Residue<N>) -> Result<Affine<N>> {
        if !self.is_on_curve(&x, &y) {
            return Err(Error::NotOnCurve);
        }
        let point = Affine { x, y, infinity: false };
        if self.is_in_subgroup(&point) { Ok(point) } else { Err(Error::NotInSubgroup) }
    }

    /// -P.
    pub fn neg(&self, a: &Affine<N>) -> Affine<N> {
        Affine { y: self.field.neg(&a.y), ..*a }
    }

    /// P + Q by the chord or the tangent.
    pub fn add(&self, a: &Affine<N>, b: &Affine<N>) -> Affine<N> {
        let f = &self.field;
        if a.infinity {
            return *b;
        }
        if b.infinity {
            return *a;
        }
        let (numerator, denominator) = if a.x != b.x {
            (f.sub(&b.y, &a.y), f.sub(&b.x, &a.x))
        } else if a.y == b.y && a.y != Modulus::ZERO {
            let xx = f.square(&a.x);
            (f.add(&f.add(&f.double(&xx), &xx), &f.one), f.double(&a.y))
        } else {
            return Affine::INFINITY;
        };
        let slope = f.mul(&numerator, &f.invert(&denominator));
        let x = f.sub(&f.sub(&f.square(&slope), &a.x), &b.x);
        let y = f.sub(&f.mul(&slope, &f.sub(&a.x, &x)), &a.y);
        Affine { x, y, infinity: false }
    }

    /// `scalar` P for any point: the Montgomery ladder on x, then y from both final values (Okeya and Sakurai 2001).
    #[inline(never)]
    pub fn mul(&self, point: &Affine<N>, scalar: &[u64]) -> Affine<N> {
        let f = &self.field;
        let x = &point.x;
        // (x0 : z0) = k P and (x1 : z1) = (k + 1) P for the top bits k of the scalar.
        let (mut x0, mut z0) = (f.one, Modulus::<N>::ZERO);
        let (mut x1, mut z1) = (*x, f.one);
        let mut swapped = Choice::from(0);
        for i in (0..64 * scalar.len()).rev() {
            let bit = Choice::from((scalar[i / 64] >> (i % 64) & 1) as u8);
            swap(&mut x0, &mut x1, bit ^ swapped);
            swap(&mut z0, &mut z1, bit ^ swapped);
            swapped = bit;
            let (s0, d0) = (f.add(&x0, &z0), f.sub(&x0, &z0));
            let (s1, d1) = (f.add(&x1, &z1), f.sub(&x1, &z1));
            let (cross0, cross1) = (f.mul(&d1, &s0), f.mul(&s1, &d0));
            let (ss, dd) = (f.square(&s0), f.square(&d0));
            let four_xz = f.sub(&ss, &dd);
            x1 = f.square(&f.add(&cross0, &cross1));
            z1 = f.mul(x, &f.square(&f.sub(&cross0, &cross1)));
            x0 = f.mul(&ss, &dd);
            z0 = f.mul(&four_xz, &f.add(&dd, &f.half(&four_xz)));
        }
        swap(&mut x0, &mut x1, swapped);
        swap(&mut z0, &mut z1, swapped);
        // y of k P = ((x X + Z)(X + x Z) Z' - (x Z - X)^2 X') / (2 y Z^2 Z'), (X' : Z') = (k + 1) P.
        let (x_z, z_zero, z1_zero) = (f.mul(x, &z0), equal(&z0, &[0; N]), equal(&z1, &[0; N]));
        let first = f.mul(&f.add(&f.mul(x, &x0), &z0), &f.add(&x0, &x_z));
        let numerator = f.sub(&f.mul(&first, &z1), &f.mul(&f.square(&f.sub(&x_z, &x0)), &x1));
        let common = f.mul(&f.double(&point.y), &f.mul(&z0, &z1));
        let inverse = f.invert(&f.mul(&common, &z0));
        let mut x_out = f.mul(&f.mul(&x0, &common), &inverse);
        let mut y_out = f.mul(&numerator, &inverse);
        // (k + 1) P at infinity: k P = -P. The point (0, 0) of order two: itself or infinity by the scalar's parity, where
        // the ladder with x = 0 says nothing.
        let order_two = equal(&point.y, &[0; N]);
        x_out = select(&x_out, x, z1_zero | order_two);
        y_out = select(&y_out, &f.neg(&point.y), z1_zero | order_two);
        let even = Choice::from((!scalar.first().copied().unwrap_or(0) & 1) as u8);
        let infinity =
            Choice::from(u8::from(point.infinity)) | Choice::conditional_select(&z_zero, &even, order_two);
        Affine {
            x: select(&x_out, &[0; N], infinity),
            y: select(&y_out, &[0; N], infinity),
            infinity: infinity.into(),
        }
    }

    /// Whether r P is the point at infinity: (r - sign0) P by the sparse chain, against -sign0 P. Where a step
    /// of the chain has no sense, the order of P does not divide r, and Z becomes and stays 0.
    #[inline(never)]
    pub fn is_in_subgroup(&self, point: &Affine<N>) -> bool {
        if point.infinity {
            return true;
        }
        let f = &self.field;
        let mut t = Weighted { x: point.x, y: point.y, z: f.one };
        for _ in self.exp1..self.exp2 {
            t = self.double(&t).0;
        }
        t = self.add_mixed(&t, &self.signed(point, self.minus1)).0;
        for _ in 0..self.exp1 {
            t = self.double(&t).0;
        }
        let last = self.signed(point, !self.minus0);
        let zero = equal(&t.z, &[0; N]);
        let same_x = equal(&t.x, &f.mul(&last.x, &t.z));
        let same_y = equal(&t.y, &f.mul(&last.y, &f.square(&t.z)));
        (!zero & same_x & same_y).into()
    }

    /// P, or -P where `negative`.
    pub fn signed(&self, point: &Affine<N>, negative: bool) -> Affine<N> {
        if negative { self.neg(point) } else { *point }
    }

    /// 2 T and the tangent's coefficients (a, b, c): at (-x, i y) it is a x + b + c y i, up to a factor in F_p.
    ///
    /// With x = X / Z and y = Y / Z^2, doubling gives x' = (x^2 - 1)^2 / 4 y^2 and y' = (x^2 - 1)(x^4 + 6 x^2 + 1) / 8 y^3; the
    /// tangent times 2 Y Z is a = (3 X^2 + Z^2) Z, b = X (X^2 - Z^2), c = 2 Y Z. The weights are those of Costello, Lange and Naehrig (2010).
    #[inline]
    pub fn double(&self, t: &Weighted<N>) -> (Weighted<N>, Tangent<N>) {
        let f = &self.field;
        let (xx, yy, zz) = (f.square(&t.x), f.square(&t.y), f.square(&t.z));
        let difference = f.sub(&xx, &zz);
        let sum = f.add(&xx, &zz);
        let y2 = f.double(&t.y);
        let x = f.square(&difference);
        let e = f.sub(&f.double(&f.square(&sum)), &x);
        let y = f.mul(&e, &f.mul(&y2, &difference));
        let z = f.double(&f.double(&yy));
        let tangent = Tangent { slope: f.add(&f.double(&xx), &sum), z: t.z, x: t.x, difference, y2 };
        (Weighted { x, y, z }, tangent)
    }

    /// T + P for a finite P other than T, -T, and the chord's coefficients as of [`double`](Self::double).
    pub fn add_mixed(&self, t: &Weighted<N>, p: &Affine<N>) -> (Weighted<N>, [Residue<N>; 3]) {
        let f = &self.field;
        let zz = f.square(&t.z);
        let rise = f.sub(&t.y, &f.mul(&p.y, &zz));
        let p_x_z = f.mul(&p.x, &t.z);
        let run = f.sub(&t.x, &p_x_z);
        let run_z = f.mul(&run, &t.z);
        let z = f.square(&run_z);
        let x = f.sub(&f.square(&rise), &f.mul(&f.add(&t.x, &p_x_z), &f.mul(&run, &run_z)));
        let slope_part = f.mul(&f.mul(&rise, &run_z), &f.sub(&f.mul(&p.x, &z), &x));
        let y = f.sub(&slope_part, &f.mul(&p.y, &f.square(&z)));
        let b = f.sub(&f.mul(&rise, &p.x), &f.mul(&p.y, &run_z));
        (Weighted { x, y, z }, [rise, b, run_z])
    }

    /// A point that `candidates` lead to: the first x with a point, times the cofactor.
    fn first_point(&self, mut candidates: impl FnMut() -> (Residue<N>, bool)) -> Affine<N> {
        loop {
            let (x, odd) = candidates();
            let point = self.lift(&x, odd).map_or(Affine::INFINITY, |p| self.mul(&p, &self.cofactor));
            if !point.infinity {
                return point;
            }
        }
    }

    /// The point with this x and this parity of y.
    fn lift(&self, x: &Residue<N>, odd: bool) -> Option<Affine<N>> {
        let f = &self.field;
        let (y, exists) = f.sqrt(&self.right_side(x));
        if !bool::from(exists) {
            return None;
        }
        let flip = (f.leave(&y)[0] & 1 == 1) != odd;
        let y = select(&y, &f.neg(&y), Choice::from(u8::from(flip)));
        Some(Affine { x: *x, y, infinity: false })
    }

    /// A uniformly random point of the subgroup, not infinity.
    pub fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Affine<N> {
        self.first_point(|| {
            let mut integer = || -> [u64; N] { core::array::from_fn(|_| rng.next_u64()) };
            let (low, high) = (integer(), integer());
            (self.field.enter_wide(&low, &high), rng.next_u64() & 1 == 1)
        })
    }

    /// Try and increment: for counter 0, 1, … the 16 N bytes
    /// SHA-256(block, counter, |dst|, dst, message), block = 0, 1, …, all counts in four big-endian bytes, are a big-endian integer
    /// whose residue is x; the lowest bit of one more block is the parity of y. The first x of a point is taken, and multiplied by h. The
    /// time depends on the message.
    ///
    /// # Panics
    /// If `dst` is empty.
    pub fn hash(&self, message: &[u8], dst: &[u8]) -> Affine<N> {
        assert!(!dst.is_empty(), "{}", Error::EmptyTag);
        let mut counter = 0u32;
        self.first_point(|| {
            let block = |index: usize| {
                let mut hash = Sha256::new();
                hash.update((index as u32).to_be_bytes());
                hash.update(counter.to_be_bytes());
                hash.update((dst.len() as u32).to_be_bytes());
                hash.update(dst);
                hash.update(message);
                hash.finalize()
            };
            let blocks = (16 * N).div_ceil(32);
            let bytes: Vec<u8> = (0..blocks).flat_map(block).collect();
            let low = limbs::from_bytes(bytes[8 * N..16 * N].iter().rev());
            let high = limbs::from_bytes(bytes[..8 * N].iter().rev());
            let odd = block(blocks)[31] & 1 == 1;
            counter += 1;
            (self.field.enter_wide(&low, &high), odd)
        })
    }

    /// Writes a residue's canonical integer, big-endian.
    pub fn write_be(&self, a: &Residue<N>, out: &mut [u8]) {
        limbs::write_bytes(&self.field.leave(a), out.iter_mut().rev());
    }

    /// Writes a residue's canonical integer, little-endian.
    pub fn write_le(&self, a: &Residue<N>, out: &mut [u8]) {
        limbs::write_bytes(&self.field.leave(a), out.iter_mut());
    }

    /// Reads the `index`-th coefficient, big-endian.
    pub fn read_be(&self, bytes: &[u8], index: usize) -> Result<Residue<N>> {
        let bytes = &bytes[index * self.field.bytes()..][..self.field.bytes()];
        self.field
            .enter(&limbs::from_bytes(bytes.iter().rev()))
            .ok_or(Error::NotCanonical { coefficient: index })
    }

    /// Reads the `index`-th coefficient, little-endian.
    pub fn read_le(&self, bytes: &[u8], index: usize) -> Result<Residue<N>> {
        let bytes = &bytes[index * self.field.bytes()..][..self.field.bytes()];
        self.field.enter(&limbs::from_bytes(bytes.iter())).ok_or(Error::NotCanonical { coefficient: index })
    }

    /// PBC's `element_to_bytes`: x, then y, big-endian. Infinity, which PBC cannot encode, is all zeros: (0, 0) has order two.
    pub fn to_uncompressed(&self, a: &Affine<N>) -> Vec<u8> {
        let width = self.field.bytes();
        let mut out = vec![0; 2 * width];
        self.write_be(&a.x, &mut out[..width]);
        self.write_be(&a.y, &mut out[width..]);
        out
    }

    /// PBC's `element_to_bytes_compressed`: x big-endian, then a byte 1 if y is odd, else 0. Infinity is all zeros.
    pub fn to_compressed(&self, a: &Affine<N>) -> Vec<u8> {
        let width = self.field.bytes();
        let mut out = vec![0; width + 1];
        self.write_be(&a.x, &mut out[..width]);
        out[width] = (self.field.leave(&a.y)[0] & 1) as u8;
        out
    }

    /// Decodes and validates [`to_uncompressed`](Self::to_uncompressed).
    pub fn decode_uncompressed(&self, bytes: &[u8]) -> Result<Affine<N>> {
        length(bytes, 2 * self.field.bytes())?;
        if bytes.iter().all(|&b| b == 0) {
            return Ok(Affine::INFINITY);
        }
        self.validate(self.read_be(bytes, 0)?, self.read_be(bytes, 1)?)
    }

    /// Decodes and validates [`to_compressed`](Self::to_compressed).
    pub fn decode_compressed(&self, bytes: &[u8]) -> Result<Affine<N>> {
        length(bytes, self.field.bytes() + 1)?;
        let odd = match bytes[self.field.bytes()] {
            0 => false,
            1 => true,
            _ => return Err(Error::Flags),
        };
        if bytes.iter().all(|&b| b == 0) {
            return Ok(Affine::INFINITY);
        }
        let point = self.lift(&self.read_be(bytes, 0)?, odd).ok_or(Error::NotOnCurve)?;
        if self.is_in_subgroup(&point) { Ok(point) } else { Err(Error::NotInSubgroup) }
    }
}

/// The factors of a tangent's coefficients, left apart because the Miller loop sums their products before reducing.
#[derive(Clone, Copy)]
pub struct Tangent<const N: usize> {
    /// 3 X^2 + Z^2.
    pub slope: Residue<N>,
    /// Z.
    pub z: Residue<N>,
    /// X.
    pub x: Residue<N>,
    /// X^2 - Z^2.
    pub difference: Residue<N>,
    /// 2 Y.
    pub y2: Residue<N>,
}

/// 2^exp2 ± 2^exp1 ± 1.
pub const fn order<const N: usize>(exp2: usize, exp1: usize, minus1: bool, minus0: bool) -> [u64; N] {
    let mut high = [0; N];
    let mut middle = [0; N];
    let mut low = [0; N];
    high[exp2 / 64] = 1 << (exp2 % 64);
    middle[exp1 / 64] = 1 << (exp1 % 64);
    low[0] = 1;
    let sum = if minus1 { limbs::sub(&high, &middle).0 } else { limbs::add(&high, &middle).0 };
    if minus0 { limbs::sub(&sum, &low).0 } else { limbs::add(&sum, &low).0 }
}

/// Whether `bytes` has the expected length.
pub fn length(bytes: &[u8], expected: usize) -> Result<()> {
    if bytes.len() == expected { Ok(()) } else { Err(Error::Length { expected, got: bytes.len() }) }
}

fn swap<const N: usize>(a: &mut Residue<N>, b: &mut Residue<N>, choice: Choice) {
    for (a, b) in a.iter_mut().zip(b) {
        u64::conditional_swap(a, b, choice);
    }
}

/// Whether all words are 0, in constant time.
pub fn is_zero(words: &[u64]) -> Choice {
    words.iter().fold(0, |d, w| d | w).ct_eq(&0)
}
