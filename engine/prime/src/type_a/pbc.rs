//! Parameter files of PBC's type A, and the pairing on the curve that one names.
//!
//! ```
//! use pairforge_prime::type_a::pbc::TypeAPairing;
//!
//! // A toy: q = 4 * 13 - 1 is no prime, and the error says so.
//! let file = "type a\nq 51\nh 4\nr 13\nexp2 3\nexp1 2\nsign1 1\nsign0 1\n";
//! assert_eq!(TypeAPairing::parse(file).unwrap_err().to_string(), "parameters: q is not prime");
//! ```

use super::curve::{Curve, length, order};
use super::point::{Affine, Quadratic};
use super::{Ss512, TypeA};
use crate::limbs;
use crate::modulus::Modulus;
use core::fmt::Debug;
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The widest q, in bits.
pub const MAX_BITS: usize = 2048;

/// The pairing of a parameter file of type A: y^2 = x^3 + x over F_q, points of order r, psi(x, y) = (-x, i y), with the values of PBC.
///
/// Points and values belong to the pairing that made them; with those of another one, methods panic or give nonsense.
#[derive(Clone, Debug)]
pub struct TypeAPairing {
    engine: Arc<dyn Engine>,
    parameters: Parameters,
}

/// A point of the subgroup of order r of a [`TypeAPairing`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PbcPoint {
    /// x, then y, as residues; nothing at infinity.
    words: Vec<u64>,
}

/// An element of the target group of a [`TypeAPairing`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PbcValue {
    /// Real, then imaginary part, as residues.
    words: Vec<u64>,
}

/// The numbers of a file, checked for syntax and size alone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameters {
    q: Vec<u64>,
    h: Vec<u64>,
    r: Vec<u64>,
    exp2: usize,
    exp1: usize,
    minus1: bool,
    minus0: bool,
}

impl TypeAPairing {
    /// Reads a parameter file: lines of a key and a value, `type a` and q, h, r, exp2, exp1, sign1, sign0 in any order; empty lines and
    /// what follows a `#` are skipped. Checks everything: r = 2^exp2 + sign1 2^exp1 + sign0, q + 1 = h r, q = 3 mod 4, q
    /// and r prime (Miller and Rabin, 40 bases).
    ///
    /// # Errors
    /// [`Parameters`](Error::Parameters), with the line or the value at fault.
    #[inline]
    pub fn parse(text: &str) -> Result<Self> {
        let parameters = Parameters::parse(text)?;
        let bits = limbs::bits(&parameters.q);
        let engine: Arc<dyn Engine> = match bits.div_ceil(64) {
            0..=8 => {
                let curve = parameters.curve::<8>()?;
                let known = &Ss512::curve().0;
                if curve.field.p == known.field.p && curve.order == known.order {
                    Arc::new(Handle::Static(known))
                } else {
                    Arc::new(Handle::Owned(Box::new(curve)))
                }
            }
            9..=24 => Arc::new(Handle::Owned(Box::new(parameters.curve::<24>()?))),
            _ => Arc::new(Handle::Owned(Box::new(parameters.curve::<32>()?))),
        };
        Ok(TypeAPairing { engine, parameters })
    }

    /// q, little-endian limbs.
    #[must_use]
    pub fn modulus(&self) -> &[u64] {
        &self.parameters.q
    }

    /// The prime order r, little-endian limbs.
    #[must_use]
    pub fn order(&self) -> &[u64] {
        &self.parameters.r
    }

    /// h = (q + 1) / r, little-endian limbs.
    #[must_use]
    pub fn cofactor(&self) -> &[u64] {
        &self.parameters.h
    }

    /// Bytes of a coordinate: PBC's `element_length_in_bytes` of F_q.
    #[must_use]
    pub fn coordinate_bytes(&self) -> usize {
        limbs::bits(&self.parameters.q).div_ceil(8)
    }

    /// The point at infinity.
    #[must_use]
    pub fn identity(&self) -> PbcPoint {
        PbcPoint { words: Vec::new() }
    }

    /// P + Q.
    #[must_use]
    pub fn add(&self, p: &PbcPoint, q: &PbcPoint) -> PbcPoint {
        self.engine.add(p, q)
    }

    /// -P.
    #[must_use]
    pub fn neg(&self, p: &PbcPoint) -> PbcPoint {
        self.engine.neg(p)
    }

    /// `scalar` P, in time that depends on the length of the scalar (little-endian limbs) only.
    #[must_use]
    pub fn mul(&self, p: &PbcPoint, scalar: &[u64]) -> PbcPoint {
        self.engine.mul(p, scalar)
    }

    /// A uniformly random point, not infinity.
    pub fn random<R: Rng>(&self, rng: &mut R) -> PbcPoint {
        self.engine.random(rng)
    }

    /// The point that a message hashes to, as [`Group::hash`](pairforge_interface::Group::hash) on the curves fixed
    /// at compile time; not PBC's
    /// `element_from_hash`.
    ///
    /// # Panics
    /// If `dst` is empty.
    #[must_use]
    pub fn hash(&self, message: &[u8], dst: &[u8]) -> PbcPoint {
        self.engine.hash(message, dst)
    }

    /// PBC's `element_to_bytes` of a point: x and y, big-endian. Infinity is all zeros.
    #[must_use]
    pub fn point_to_bytes(&self, p: &PbcPoint) -> Vec<u8> {
        self.engine.point_to_bytes(p, false)
    }

    /// PBC's `element_to_bytes_compressed` of a point: x, big-endian, and a byte 1 if y is odd, else 0. Infinity is all zeros.
    #[must_use]
    pub fn point_to_bytes_compressed(&self, p: &PbcPoint) -> Vec<u8> {
        self.engine.point_to_bytes(p, true)
    }

    /// Decodes and validates [`point_to_bytes`](Self::point_to_bytes).
    ///
    /// # Errors
    /// [`Length`](Error::Length), [`NotCanonical`](Error::NotCanonical), [`NotOnCurve`](Error::NotOnCurve),
    /// [`NotInSubgroup`](Error::NotInSubgroup).
    pub fn point_from_bytes(&self, bytes: &[u8]) -> Result<PbcPoint> {
        self.engine.point_from_bytes(bytes, false)
    }

    /// Decodes and validates [`point_to_bytes_compressed`](Self::point_to_bytes_compressed).
    ///
    /// # Errors
    /// Those of [`point_from_bytes`](Self::point_from_bytes), and [`Flags`](Error::Flags) for a last byte above 1.
    pub fn point_from_bytes_compressed(&self, bytes: &[u8]) -> Result<PbcPoint> {
        self.engine.point_from_bytes(bytes, true)
    }

    /// e(P, Q).
    #[must_use]
    pub fn pair(&self, p: &PbcPoint, q: &PbcPoint) -> PbcValue {
        self.engine.product(&[(p, q)])
    }

    /// The product of pairings, with one final exponentiation.
    #[must_use]
    pub fn product(&self, terms: &[(&PbcPoint, &PbcPoint)]) -> PbcValue {
        self.engine.product(terms)
    }

    /// The product in the target group.
    #[must_use]
    pub fn value_mul(&self, a: &PbcValue, b: &PbcValue) -> PbcValue {
        self.engine.value_mul(a, b)
    }

    /// The power in the target group, in time that depends on the length of the exponent (little-endian limbs) only.
    #[must_use]
    pub fn value_pow(&self, a: &PbcValue, exponent: &[u64]) -> PbcValue {
        self.engine.value_pow(a, exponent)
    }

    /// PBC's `element_to_bytes` of a value: real and imaginary part, big-endian.
    #[must_use]
    pub fn value_to_bytes(&self, a: &PbcValue) -> Vec<u8> {
        self.engine.value_to_bytes(a)
    }

    /// Decodes and validates [`value_to_bytes`](Self::value_to_bytes).
    ///
    /// # Errors
    /// [`Length`](Error::Length), [`NotCanonical`](Error::NotCanonical), [`NotInTargetGroup`](Error::NotInTargetGroup).
    pub fn value_from_bytes(&self, bytes: &[u8]) -> Result<PbcValue> {
        self.engine.value_from_bytes(bytes)
    }
}

/// What a curve of any size does.
trait Engine: Debug + Send + Sync {
    fn add(&self, p: &PbcPoint, q: &PbcPoint) -> PbcPoint;
    fn neg(&self, p: &PbcPoint) -> PbcPoint;
    fn mul(&self, p: &PbcPoint, scalar: &[u64]) -> PbcPoint;
    fn random(&self, rng: &mut dyn Rng) -> PbcPoint;
    fn hash(&self, message: &[u8], dst: &[u8]) -> PbcPoint;
    fn point_to_bytes(&self, p: &PbcPoint, compressed: bool) -> Vec<u8>;
    fn point_from_bytes(&self, bytes: &[u8], compressed: bool) -> Result<PbcPoint>;
    fn product(&self, terms: &[(&PbcPoint, &PbcPoint)]) -> PbcValue;
    fn value_mul(&self, a: &PbcValue, b: &PbcValue) -> PbcValue;
    fn value_pow(&self, a: &PbcValue, exponent: &[u64]) -> PbcValue;
    fn value_to_bytes(&self, a: &PbcValue) -> Vec<u8>;
    fn value_from_bytes(&self, bytes: &[u8]) -> Result<PbcValue>;
}

/// A curve of N words, the built-in one or that of a file.
#[derive(Debug)]
enum Handle<const N: usize> {
    Static(&'static Curve<N>),
    Owned(Box<Curve<N>>),
}

impl<const N: usize> Handle<N> {
    fn curve(&self) -> &Curve<N> {
        match self {
            Handle::Static(curve) => curve,
            Handle::Owned(curve) => curve,
        }
    }
}

/// Two residues as words.
fn words<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Vec<u64> {
    [a.as_slice(), b.as_slice()].concat()
}

/// Words as two residues.
///
/// # Panics
/// If they are of another length, so of another pairing.
fn residues<const N: usize>(words: &[u64]) -> [[u64; N]; 2] {
    assert_eq!(words.len(), 2 * N, "an element of another pairing");
    [words[..N].try_into().expect("N words"), words[N..].try_into().expect("N words")]
}

impl<const N: usize> From<&PbcPoint> for Affine<N> {
    fn from(point: &PbcPoint) -> Self {
        if point.words.is_empty() {
            return Affine::INFINITY;
        }
        let [x, y] = residues(&point.words);
        Affine { x, y, infinity: false }
    }
}

impl<const N: usize> From<Affine<N>> for PbcPoint {
    fn from(point: Affine<N>) -> Self {
        PbcPoint { words: if point.infinity { Vec::new() } else { words(&point.x, &point.y) } }
    }
}

fn value<const N: usize>(a: Quadratic<N>) -> PbcValue {
    PbcValue { words: words(&a[0], &a[1]) }
}

impl<const N: usize> Engine for Handle<N> {
    fn add(&self, p: &PbcPoint, q: &PbcPoint) -> PbcPoint {
        self.curve().add(&p.into(), &q.into()).into()
    }

    fn neg(&self, p: &PbcPoint) -> PbcPoint {
        self.curve().neg(&p.into()).into()
    }

    fn mul(&self, p: &PbcPoint, scalar: &[u64]) -> PbcPoint {
        self.curve().mul(&p.into(), scalar).into()
    }

    fn random(&self, rng: &mut dyn Rng) -> PbcPoint {
        self.curve().random(rng).into()
    }

    fn hash(&self, message: &[u8], dst: &[u8]) -> PbcPoint {
        self.curve().hash(message, dst).into()
    }

    fn point_to_bytes(&self, p: &PbcPoint, compressed: bool) -> Vec<u8> {
        let point = p.into();
        if compressed { self.curve().to_compressed(&point) } else { self.curve().to_uncompressed(&point) }
    }

    fn point_from_bytes(&self, bytes: &[u8], compressed: bool) -> Result<PbcPoint> {
        let curve = self.curve();
        let point =
            if compressed { curve.decode_compressed(bytes) } else { curve.decode_uncompressed(bytes) };
        point.map(PbcPoint::from)
    }

    fn product(&self, terms: &[(&PbcPoint, &PbcPoint)]) -> PbcValue {
        let terms: Vec<(Affine<N>, Affine<N>)> = terms.iter().map(|&(p, q)| (p.into(), q.into())).collect();
        value(self.curve().final_exponentiation(&self.curve().miller_loop(&terms)))
    }

    fn value_mul(&self, a: &PbcValue, b: &PbcValue) -> PbcValue {
        value(self.curve().field.mul2(&residues(&a.words), &residues(&b.words)))
    }

    fn value_pow(&self, a: &PbcValue, exponent: &[u64]) -> PbcValue {
        value(self.curve().unit_pow(&residues(&a.words), exponent))
    }

    fn value_to_bytes(&self, a: &PbcValue) -> Vec<u8> {
        let [x, y] = residues(&a.words);
        self.curve().to_uncompressed(&Affine { x, y, infinity: false })
    }

    fn value_from_bytes(&self, bytes: &[u8]) -> Result<PbcValue> {
        let curve = self.curve();
        length(bytes, 2 * curve.field.bytes())?;
        curve.target(curve.read_be(bytes, 0)?, curve.read_be(bytes, 1)?).map(value)
    }
}

fn fault<T>(what: impl Into<String>) -> Result<T> {
    Err(Error::Parameters(what.into()))
}

impl Parameters {
    fn parse(text: &str) -> Result<Self> {
        const KEYS: [&str; 8] = ["type", "q", "h", "r", "exp2", "exp1", "sign1", "sign0"];
        let mut values: [Option<&str>; 8] = [None; 8];
        for (number, line) in text.lines().enumerate() {
            let number = number + 1;
            let mut fields = line.split('#').next().unwrap_or("").split_whitespace();
            let Some(key) = fields.next() else { continue };
            let Some(index) = KEYS.iter().position(|k| *k == key) else {
                return fault(format!("line {number}: unknown key {key:?}"));
            };
            let (Some(value), None) = (fields.next(), fields.next()) else {
                return fault(format!("line {number}: one value is needed after {key:?}"));
            };
            if values[index].replace(value).is_some() {
                return fault(format!("line {number}: a second {key:?}"));
            }
        }
        let value =
            |i: usize| values[i].ok_or_else(|| Error::Parameters(format!("no line for {:?}", KEYS[i])));
        if value(0)? != "a" {
            return fault(format!("type {:?}: only type a is supported", value(0)?));
        }
        let exponent = |i: usize| match value(i)?.parse::<usize>() {
            Ok(exponent) if exponent <= MAX_BITS => Ok(exponent),
            _ => fault(format!("{}: an integer from 0 to {MAX_BITS} is needed", KEYS[i])),
        };
        let sign = |i: usize| match value(i)? {
            "1" | "+1" => Ok(false),
            "-1" => Ok(true),
            _ => fault(format!("{}: 1 or -1 is needed", KEYS[i])),
        };
        Ok(Parameters {
            q: decimal(value(1)?, KEYS[1])?,
            h: decimal(value(2)?, KEYS[2])?,
            r: decimal(value(3)?, KEYS[3])?,
            exp2: exponent(4)?,
            exp1: exponent(5)?,
            minus1: sign(6)?,
            minus0: sign(7)?,
        })
    }

    /// The curve, all its numbers checked.
    fn curve<const N: usize>(&self) -> Result<Curve<N>> {
        if !(1 <= self.exp1 && self.exp1 < self.exp2 && self.exp2 < 64 * N) {
            return fault("exponents: 0 < exp1 < exp2 < log2(q) is needed");
        }
        let (Some(q), Some(h), Some(r)) = (fixed::<N>(&self.q), fixed::<N>(&self.h), fixed::<N>(&self.r))
        else {
            return fault("h or r is larger than q");
        };
        if r != order(self.exp2, self.exp1, self.minus1, self.minus0) {
            return fault("r is not 2^exp2 + sign1 2^exp1 + sign0");
        }
        let (low, high) = limbs::mul_wide(&h, &r);
        if high != [0; N] || limbs::sub_small(&low, 1) != q || low == [0; N] {
            return fault("q + 1 is not h r");
        }
        if q[0] & 3 != 3 {
            return fault("q is not 3 modulo 4");
        }
        for (name, n) in [("q", &q), ("r", &r)] {
            if !is_prime(n) {
                return fault(format!("{name} is not prime"));
            }
        }
        Ok(Curve::new(q, h, (self.exp2, self.exp1, self.minus1, self.minus0)))
    }
}

/// A decimal integer of at most [`MAX_BITS`] bits.
fn decimal(text: &str, key: &str) -> Result<Vec<u64>> {
    let mut value = vec![0u64; MAX_BITS / 64];
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return fault(format!("{key}: a decimal integer is needed"));
    }
    for digit in text.bytes() {
        let mut carry = u64::from(digit - b'0');
        for word in &mut value {
            (*word, carry) = limbs::mac(0, *word, 10, carry);
        }
        if carry != 0 {
            return fault(format!("{key}: more than {MAX_BITS} bits"));
        }
    }
    value.truncate(limbs::bits(&value).div_ceil(64));
    Ok(value)
}

/// The integer in N words, if it fits.
fn fixed<const N: usize>(value: &[u64]) -> Option<[u64; N]> {
    let mut out = [0; N];
    out.get_mut(..value.len())?.copy_from_slice(value);
    Some(out)
}

/// Whether an odd n passes Miller's and Rabin's test for 40 bases derived from it by SHA-256.
fn is_prime<const N: usize>(n: &[u64; N]) -> bool {
    if n[0] & 1 == 0 || limbs::bits(n) < 3 {
        return false;
    }
    let field = Modulus::new(*n);
    let minus_one = field.neg(&field.one);
    let below = limbs::sub_small(n, 1);
    let twos = limbs::trailing_zeros(&below);
    let odd = limbs::shift_right(&below, twos);
    (0u8..40).all(|round| {
        let mut bytes = Vec::new();
        for block in 0u8..(N / 4) as u8 {
            let mut hash = Sha256::new_with_prefix([round, block]);
            n.iter().for_each(|word| hash.update(word.to_be_bytes()));
            bytes.extend(hash.finalize());
        }
        let base = field.enter_wide(&limbs::from_bytes(bytes.iter()), &[0; N]);
        let mut power = field.pow_vartime(&base, &odd);
        if base == [0; N] || power == field.one || power == minus_one {
            return true;
        }
        for _ in 1..twos {
            power = field.square(&power);
            if power == minus_one {
                return true;
            }
        }
        false
    })
}
