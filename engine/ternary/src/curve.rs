//! The supersingular curves y^2 = x^3 - x + b over F_3^m.

use super::element::Element;
use super::parameters::{Curve, curve};
use pairforge_interface::pairing::{Coefficients, Group};
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// A point of y^2 = x^3 - x + b over F_3^M, the curve of the pairing over that field.
///
/// Security: every pairing on these curves is broken, as [`security`](crate::security) says. For research only.
#[derive(Clone, Copy, Debug)]
pub struct Point<const M: usize, const W: usize> {
    pub(super) x: Element<M, W>,
    pub(super) y: Element<M, W>,
    infinity: Choice,
}

/// (X / Z^2, Y / Z^3); infinity where Z = 0.
#[derive(Clone, Copy)]
struct Jacobian<const M: usize, const W: usize> {
    x: Element<M, W>,
    y: Element<M, W>,
    z: Element<M, W>,
}

impl<const M: usize, const W: usize> ConditionallySelectable for Jacobian<M, W> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Jacobian {
            x: Element::conditional_select(&a.x, &b.x, choice),
            y: Element::conditional_select(&a.y, &b.y, choice),
            z: Element::conditional_select(&a.z, &b.z, choice),
        }
    }
}

impl<const M: usize, const W: usize> Jacobian<M, W> {
    /// Three times the point: (x^9 - b, -y^9) in affine coordinates.
    fn triple(&self) -> Self {
        /// v^9, once for all coordinates: cubes are long.
        #[inline(never)]
        fn ninth<const M: usize, const W: usize>(v: &Element<M, W>) -> Element<M, W> {
            v.cube().cube()
        }
        let z = ninth(&self.z);
        let shift = z.square().times(-Point::<M, W>::B);
        Jacobian { x: ninth(&self.x).add(&shift), y: ninth(&self.y).neg(), z }
    }

    /// The sum with an affine point, `twice` being twice that point.
    fn add_affine(&self, other: &Point<M, W>, twice: &Point<M, W>) -> Self {
        let zz = self.z.square();
        let h = other.x.mul(&zz).sub(&self.x);
        let r = other.y.mul(&self.z.cube()).sub(&self.y);
        let (hh, hhh) = (h.square(), h.cube());
        let v = self.x.mul(&hh);
        // -2 v = v.
        let x = r.square().sub(&hhh).add(&v);
        let y = r.mul(&v.sub(&x)).sub(&self.y.mul(&hhh));
        let sum = Jacobian { x, y, z: self.z.mul(&h) };
        let lift = |p: &Point<M, W>| {
            let z = Element::conditional_select(&Element::ONE, &Element::ZERO, p.infinity);
            Jacobian { x: p.x, y: p.y, z }
        };
        // Equal points, where the formula gives (0, 0, 0); opposite ones give Z = 0, as they should.
        let same = h.ct_is_zero() & r.ct_is_zero();
        let sum = Jacobian::conditional_select(&sum, &lift(twice), same);
        let sum = Jacobian::conditional_select(&sum, &lift(other), self.z.ct_is_zero());
        Jacobian::conditional_select(&sum, self, other.infinity)
    }

    fn to_affine(self) -> Point<M, W> {
        let inverse = self.z.invert();
        let square = inverse.square();
        let infinity = self.z.ct_is_zero();
        let (x, y) = (self.x.mul(&square), self.y.mul(&inverse.cube()));
        Point { x, y, infinity }
    }
}

impl<const M: usize, const W: usize> Point<M, W> {
    const CURVE: Curve = curve(M);
    pub(super) const B: i8 = Self::CURVE.b;

    /// The point with these coordinates.
    ///
    /// # Errors
    /// [`NotOnCurve`](Error::NotOnCurve).
    pub fn new(x: Element<M, W>, y: Element<M, W>) -> Result<Self> {
        let point = Point { x, y, infinity: Choice::from(0) };
        if point.y.square() == Self::right_side(&x) { Ok(point) } else { Err(Error::NotOnCurve) }
    }

    /// The coordinates x and y; (0, 0) for the point at infinity.
    #[must_use]
    pub fn coordinates(&self) -> (Element<M, W>, Element<M, W>) {
        (self.x, self.y)
    }

    /// x^3 - x + b.
    fn right_side(x: &Element<M, W>) -> Element<M, W> {
        x.cube().sub(x).add(&Element::ONE.times(Self::B))
    }

    /// A point with this x, of the two the one with that sign of y.
    fn with_x(x: Element<M, W>, negative: bool) -> Option<Self> {
        let root = Self::right_side(&x).sqrt()?;
        let y = if root.is_negative() == negative { root } else { root.neg() };
        Some(Point { x, y, infinity: Choice::from(0) })
    }

    fn clear_cofactor(&self) -> Self {
        if Self::CURVE.cofactor == 1 { *self } else { self.mul(&[Self::CURVE.cofactor]) }
    }

    /// Three times the point: two cubes a coordinate.
    #[must_use]
    pub fn triple(&self) -> Self {
        let x = self.x.cube().cube().sub(&Element::ONE.times(Self::B));
        Self::select_finite(x, self.y.cube().cube().neg(), self.infinity)
    }

    fn select_finite(x: Element<M, W>, y: Element<M, W>, infinity: Choice) -> Self {
        Point {
            x: Element::conditional_select(&x, &Element::ZERO, infinity),
            y: Element::conditional_select(&y, &Element::ZERO, infinity),
            infinity,
        }
    }

    const TAG_INFINITY: u8 = 0;
    const TAG_COMPRESSED: u8 = 2;
    const TAG_UNCOMPRESSED: u8 = 4;
}

impl<const M: usize, const W: usize> PartialEq for Point<M, W> {
    fn eq(&self, other: &Self) -> bool {
        let finite = self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y);
        bool::from((self.infinity & other.infinity) | (!self.infinity & !other.infinity & finite))
    }
}

impl<const M: usize, const W: usize> Eq for Point<M, W> {}

impl<const M: usize, const W: usize> Coefficients for Point<M, W> {
    const COUNT: usize = 2;
    const WIDTH: usize = Element::<M, W>::BYTES;

    fn write(&self, out: &mut [u8]) {
        assert!(!self.is_identity(), "the point at infinity has no coordinates");
        assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
        let (x, y) = out.split_at_mut(Self::WIDTH);
        self.x.write(x);
        self.y.write(y);
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let [x, y] = read_elements(bytes)?;
        Self::new(x, y)
    }
}

/// N elements of F_3^m one after the other; an error names the one at fault.
pub(super) fn read_elements<const M: usize, const W: usize, const N: usize>(
    bytes: &[u8],
) -> Result<[Element<M, W>; N]> {
    let width = Element::<M, W>::BYTES;
    if bytes.len() != N * width {
        return Err(Error::Length { expected: N * width, got: bytes.len() });
    }
    let mut out = [Element::ZERO; N];
    for (i, (element, bytes)) in out.iter_mut().zip(bytes.chunks(width)).enumerate() {
        *element = Element::read(bytes).map_err(|_| Error::NotCanonical { coefficient: i })?;
    }
    Ok(out)
}

/// The digits -1, 0, 1 of a scalar in base 3, lowest first; how many depends on its number of limbs alone.
///
/// The scalar is divided by 3^20 again and again: 32-bit pieces by a constant, which compiles to multiplications.
pub(super) fn balanced_digits(scalar: &[u64]) -> Vec<i8> {
    const BASE: u64 = 3_u64.pow(20);
    let mut limbs: Vec<u32> = scalar.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
    // 20 digits hold 31.7 bits.
    let pieces = (limbs.len() * 32).div_ceil(31);
    let mut digits = Vec::with_capacity(20 * pieces + 1);
    let mut carry = 0;
    for _ in 0..pieces {
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let value = rest << 32 | u64::from(*limb);
            *limb = (value / BASE) as u32;
            rest = value % BASE;
        }
        for _ in 0..20 {
            // A digit 2 is -1 and a carry, a digit 3 is 0 and a carry.
            let digit = (rest % 3) as i8 + carry;
            rest /= 3;
            carry = (digit >> 1) & 1;
            digits.push(digit - 3 * carry);
        }
    }
    digits.push(carry);
    digits
}

impl<const M: usize, const W: usize> Group for Point<M, W> {
    const ORDER: &'static [u64] = curve(M).order;
    const LONGEST_TAG: usize = 255;

    fn identity() -> Self {
        Point { x: Element::ZERO, y: Element::ZERO, infinity: Choice::from(1) }
    }

    fn is_identity(&self) -> bool {
        bool::from(self.infinity)
    }

    /// The hash of the message "generator" under the name of the pairing: a choice with nothing up its sleeve.
    fn generator() -> Self {
        Self::hash(b"generator", Self::CURVE.name.as_bytes())
    }

    fn add(&self, other: &Self) -> Self {
        let z = Element::conditional_select(&Element::ONE, &Element::ZERO, self.infinity);
        let sum = Jacobian { x: self.x, y: self.y, z }.add_affine(other, &other.double()).to_affine();
        Self::select_finite(sum.x, sum.y, sum.infinity)
    }

    /// The tangent has slope 1 / y (up to sign), since the derivative of x^3 - x + b is -1.
    fn double(&self) -> Self {
        let slope = self.y.invert();
        let x = slope.square().add(&self.x);
        let y = slope.mul(&self.x.sub(&x)).sub(&self.y);
        Self::select_finite(x, y, self.infinity | self.y.ct_is_zero())
    }

    fn neg(&self) -> Self {
        Point { y: self.y.neg(), ..*self }
    }

    fn mul(&self, scalar: &[u64]) -> Self {
        let twice = self.double();
        let mut sum = Jacobian { x: Element::ZERO, y: Element::ZERO, z: Element::ZERO };
        for digit in balanced_digits(scalar).into_iter().rev() {
            sum = sum.triple();
            let (zero, negative) =
                (Choice::from((digit & 1) as u8 ^ 1), Choice::from((digit >> 1 & 1) as u8));
            let signed = |p: &Self| Point {
                x: p.x,
                y: Element::conditional_select(&p.y, &p.y.neg(), negative),
                infinity: p.infinity | zero,
            };
            sum = sum.add_affine(&signed(self), &signed(&twice));
        }
        let out = sum.to_affine();
        Self::select_finite(out.x, out.y, out.infinity)
    }

    fn is_in_subgroup(&self) -> bool {
        Self::CURVE.cofactor == 1 || self.mul(Self::ORDER).is_identity()
    }

    /// Uniform among the finite points of the curve: the pairing is defined on all of them.
    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        loop {
            let x = Element::random(rng);
            let negative = rng.next_u32() & 1 == 1;
            if let Some(point) = Self::with_x(x, negative) {
                // A root 0 has one sign only; it must not come twice as often as the others.
                if !point.y.is_zero() || !negative {
                    return point;
                }
            }
        }
    }

    /// Try and increment: for counter = 0, 1, ... the blocks SHA-256(dst length as one byte || dst || counter as four
    /// bytes || block number as one byte || message), integers big-endian, are read as a bit string from the lowest bit of the
    /// first byte. Its first bit is the sign of y; then every two bits 0, 1, 2 are the next coefficient of x and two bits
    /// 3 are passed over, with as many blocks as that takes. The first x on the curve counts, times the cofactor, unless
    /// that gives infinity. Its time depends on the message.
    ///
    /// # Panics
    /// If `dst` is empty, or longer than 255 bytes.
    fn hash(message: &[u8], dst: &[u8]) -> Self {
        let dst = Self::checked_tag(dst).expect("a domain separation tag has from 1 to 255 bytes");
        let length = dst.len() as u8;
        for counter in 0_u32.. {
            let mut bits = (0_u8..).flat_map(|block| {
                let hash = Sha256::new()
                    .chain_update([length])
                    .chain_update(dst)
                    .chain_update(counter.to_be_bytes())
                    .chain_update([block])
                    .chain_update(message)
                    .finalize();
                (0..256).map(move |i| hash[i / 8] >> (i % 8) & 1).collect::<Vec<u8>>()
            });
            let mut next = || bits.next().expect("the blocks do not end");
            let negative = next() == 1;
            let mut x = Element::ZERO;
            let mut i = 0;
            while i < M {
                let digit = next() | next() << 1;
                if digit < 3 {
                    x.nz[i / 64] |= u64::from(digit != 0) << (i % 64);
                    x.sg[i / 64] |= u64::from(digit >> 1) << (i % 64);
                    i += 1;
                }
            }
            if let Some(point) = Self::with_x(x, negative) {
                let point = point.clear_cofactor();
                if !point.is_identity() {
                    return point;
                }
            }
        }
        unreachable!("half of all x are on the curve")
    }

    /// One byte, 2 or 3 by whether the lowest nonzero coefficient of y is 1 or -1 (2 if y = 0), then x as in the
    /// vectors. Infinity is all zero.
    fn to_compressed(&self) -> Vec<u8> {
        let mut out = vec![Self::TAG_INFINITY; 1 + Self::WIDTH];
        if !self.is_identity() {
            out[0] = Self::TAG_COMPRESSED + u8::from(self.y.is_negative());
            self.x.write(&mut out[1..]);
        }
        out
    }

    fn from_compressed(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != 1 + Self::WIDTH {
            return Err(Error::Length { expected: 1 + Self::WIDTH, got: bytes.len() });
        }
        match bytes[0].wrapping_sub(Self::TAG_COMPRESSED) {
            sign @ (0 | 1) => {
                let x = Element::read(&bytes[1..])?;
                let point = Self::with_x(x, sign == 1).ok_or(Error::NotOnCurve)?;
                if point.y.is_zero() && sign == 1 { Err(Error::Flags) } else { Ok(point) }
            }
            _ if bytes.iter().all(|&byte| byte == 0) => Ok(Self::identity()),
            _ => Err(Error::Flags),
        }
    }

    /// One byte, 4, then x and y as in the vectors. Infinity is all zero.
    fn to_uncompressed(&self) -> Vec<u8> {
        let mut out = vec![Self::TAG_INFINITY; 1 + 2 * Self::WIDTH];
        if !self.is_identity() {
            out[0] = Self::TAG_UNCOMPRESSED;
            self.write(&mut out[1..]);
        }
        out
    }

    fn from_uncompressed(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != 1 + 2 * Self::WIDTH {
            return Err(Error::Length { expected: 1 + 2 * Self::WIDTH, got: bytes.len() });
        }
        match bytes[0] {
            Self::TAG_UNCOMPRESSED => Self::read(&bytes[1..]),
            _ if bytes.iter().all(|&byte| byte == 0) => Ok(Self::identity()),
            _ => Err(Error::Flags),
        }
    }
}
