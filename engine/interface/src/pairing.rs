//! What every pairing of this crate offers, whatever its field: one trait, so that tests, bindings, batches and
//! benchmarks are written once.

#[cfg(feature = "std")]
use crate::Refused;
#[cfg(feature = "std")]
use crate::fixed::{self, FixedBase, FixedBases};
#[cfg(feature = "parallel")]
use crate::threads;
use crate::{Error, Result};
use core::fmt::Debug;
use rand_core::Rng;

/// A value that is a fixed list of base-field coefficients, in the order and encoding of the vectors:
/// each coefficient is the vectors' integer (bit i the coefficient of x^i over F_2; bits 2i+1..2i that of x^i over F_3;
/// the canonical residue over F_p), little-endian in [`WIDTH`](Coefficients::WIDTH) bytes.
pub trait Coefficients: Sized {
    /// Number of base-field coefficients.
    const COUNT: usize;
    /// Bytes of one coefficient: ceil(m / 8), ceil(2 m / 8) or ceil(log2(p) / 8).
    const WIDTH: usize;

    /// Writes `COUNT * WIDTH` bytes.
    ///
    /// # Panics
    /// If `out` has another length.
    fn write(&self, out: &mut [u8]);

    /// Reads and validates `COUNT * WIDTH` bytes: canonical coefficients; for a point, on the curve and, where the pairing
    /// needs it, in the subgroup of order r.
    ///
    /// # Errors
    /// [`Length`](crate::Error::Length), [`NotCanonical`](crate::Error::NotCanonical),
    /// [`NotOnCurve`](crate::Error::NotOnCurve), [`NotInSubgroup`](crate::Error::NotInSubgroup).
    fn read(bytes: &[u8]) -> Result<Self>;
}

/// A group of points in affine coordinates, the identity (point at infinity) included.
///
/// [`Coefficients`] of a finite point are its coordinates, x before y; the identity has none, so `write` panics on it.
pub trait Group: Coefficients + Copy + Eq + Debug + Send + Sync + 'static {
    /// The prime order r of the subgroup that protocols use, as little-endian 64-bit limbs.
    const ORDER: &'static [u64];
    /// Bytes of a domain separation tag, at most; most groups hash a longer one first.
    const LONGEST_TAG: usize = usize::MAX;

    /// The point at infinity.
    fn identity() -> Self;
    /// Whether this is the point at infinity.
    fn is_identity(&self) -> bool;
    /// The generator of the subgroup of order r: the published one, or a documented choice.
    fn generator() -> Self;
    /// The sum of two points, in any position.
    fn add(&self, other: &Self) -> Self;
    /// Twice the point.
    fn double(&self) -> Self;
    /// The opposite point.
    fn neg(&self) -> Self;
    /// `scalar` times the point, any point of the curve. Time and memory accesses depend on the length of `scalar` (little-endian limbs), not
    /// on its value.
    fn mul(&self, scalar: &[u64]) -> Self;
    /// The sum of scalar times point over all terms, for public scalars (little-endian limbs): time and memory accesses
    /// depend on them. `threads`: 0 takes all cores. Groups with a faster whole override it.
    ///
    /// # Panics
    /// If there are fewer or more scalars than points.
    #[must_use]
    fn multi_mul_vartime(points: &[Self], scalars: &[&[u64]], threads: usize) -> Self {
        assert_eq!(points.len(), scalars.len(), "a scalar for every point");
        let _ = threads;
        points.iter().zip(scalars).fold(Self::identity(), |sum, (point, scalar)| sum.add(&point.mul(scalar)))
    }
    /// `scalar` times the point, for a public scalar (little-endian limbs): time and memory accesses depend on it.
    #[must_use]
    fn mul_vartime(&self, scalar: &[u64]) -> Self {
        Self::multi_mul_vartime(core::slice::from_ref(self), &[scalar], 1)
    }
    /// A table for multiples of this point, which is public: the one of at most so many bytes with the fastest multiples
    /// by secret scalars. Groups of large primes override it; elsewhere it is the point alone, and nothing is faster.
    ///
    /// # Errors
    /// [`Memory`](crate::Error::Memory).
    #[cfg(feature = "std")]
    fn fixed_base(&self, most_bytes: usize) -> Result<Box<dyn FixedBase<Self>>> {
        let point = core::slice::from_ref(self);
        Ok(Box::new(fixed::plain(point, most_bytes, Self::mul, Self::multi_mul_vartime)?))
    }
    /// A table for sums of multiples of these points: of those of at most so many bytes the one with the fastest sums.
    /// `threads`: 0 takes all cores. Groups of large primes override it, as they do [`fixed_base`](Group::fixed_base).
    ///
    /// # Errors
    /// [`Memory`](crate::Error::Memory).
    #[cfg(feature = "std")]
    fn fixed_bases(points: &[Self], most_bytes: usize, threads: usize) -> Result<Box<dyn FixedBases<Self>>> {
        let _ = threads;
        Ok(Box::new(fixed::plain(points, most_bytes, Self::mul, Self::multi_mul_vartime)?))
    }
    /// Whether the order of the point divides r.
    fn is_in_subgroup(&self) -> bool;
    /// A point that every user of the pairing may pass to it: uniform in the subgroup of order r, or on the whole curve for
    /// pairings defined there.
    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self;
    /// The point of the subgroup of order r that `message` hashes to, under the domain separation tag `dst`.
    ///
    /// # Panics
    /// If [`checked_tag`](Group::checked_tag) refuses `dst`.
    fn hash(message: &[u8], dst: &[u8]) -> Self;
    /// The domain separation tag, where [`hash`](Group::hash) takes it: RFC 9380, section 3.1, forbids an empty one.
    ///
    /// # Errors
    /// [`EmptyTag`](Error::EmptyTag), [`LongTag`](Error::LongTag).
    fn checked_tag(dst: &[u8]) -> Result<&[u8]> {
        match dst.len() {
            0 => Err(Error::EmptyTag),
            got if got > Self::LONGEST_TAG => Err(Error::LongTag { most: Self::LONGEST_TAG, got }),
            _ => Ok(dst),
        }
    }
    /// The compressed encoding.
    #[cfg(feature = "std")]
    fn to_compressed(&self) -> Vec<u8>;
    /// Decodes and validates a compressed encoding: on the curve and in the subgroup of order r where the pairing needs it.
    ///
    /// # Errors
    /// Any of [`Error`](crate::Error).
    fn from_compressed(bytes: &[u8]) -> Result<Self>;
    /// The uncompressed encoding.
    #[cfg(feature = "std")]
    fn to_uncompressed(&self) -> Vec<u8>;
    /// Decodes and validates an uncompressed encoding, as [`from_compressed`](Group::from_compressed) does.
    ///
    /// # Errors
    /// Any of [`Error`](crate::Error).
    fn from_uncompressed(bytes: &[u8]) -> Result<Self>;
    /// [`from_compressed`](Group::from_compressed) of many encodings. Groups with a faster whole override it. There a point
    /// outside the subgroup is missed with a probability of at most 2^-128, **provided that whoever made the encodings could
    /// not foresee `rng`**. `threads`: 0 takes all cores.
    ///
    /// # Errors
    /// The first encoding that `from_compressed` refuses.
    #[cfg(feature = "std")]
    fn from_compressed_all<R: Rng + ?Sized>(
        encodings: &[&[u8]],
        threads: usize,
        rng: &mut R,
    ) -> core::result::Result<Vec<Self>, Refused> {
        let _ = (threads, rng);
        one_by_one(encodings)
    }
}

/// [`Group::from_compressed`] of each encoding.
///
/// # Errors
/// The first that is refused.
#[cfg(feature = "std")]
pub fn one_by_one<G: Group>(encodings: &[&[u8]]) -> core::result::Result<Vec<G>, Refused> {
    let mut points = Vec::with_capacity(encodings.len());
    for (place, bytes) in encodings.iter().enumerate() {
        points.push(G::from_compressed(bytes).map_err(|why| Refused { place, why })?);
    }
    Ok(points)
}

/// The target group, written multiplicatively: values that the final exponentiation can give.
pub trait Target: Coefficients + Copy + Eq + Debug + Send + Sync + 'static {
    /// The value 1.
    fn one() -> Self;
    /// The product.
    fn mul(&self, other: &Self) -> Self;
    /// The square, by the formula that holds in this group alone.
    fn square(&self) -> Self;
    /// The inverse: a conjugate in this group.
    fn inverse(&self) -> Self;
    /// The power `self^exponent`, in time that depends on the length of `exponent` (little-endian limbs) only.
    fn pow(&self, exponent: &[u64]) -> Self;
    /// Whether the value is in the group of order r (or N, for pairings defined on the whole curve); `read` checks this too.
    fn is_member(&self) -> bool;
}

/// A published algorithm that computes a pairing in another way than [`pair`](Pairing::pair), to the same values.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm<P: Pairing + ?Sized> {
    /// Its name, that of the model's algorithm.
    pub name: &'static str,
    /// The pairing.
    pub pair: fn(&P::G1, &P::G2) -> P::Gt,
}

/// A pairing: curve, map and exponent.
pub trait Pairing: 'static {
    /// The name in the vectors and on the command line.
    const NAME: &'static str;
    /// Estimated bits of security today, and what the estimate rests on.
    const SECURITY: (u32, &'static str);

    /// The group of the first argument.
    type G1: Group;
    /// The group of the second argument.
    type G2: Group;
    /// The target group.
    type Gt: Target;
    /// A value of the Miller loop, before the final exponentiation.
    type Miller: Copy + Send + Sync;
    /// The argument that [`prepare`](Pairing::prepare) takes: `G1` or `G2`.
    #[cfg(feature = "std")]
    type Fixed: Group;
    /// The other argument.
    #[cfg(feature = "std")]
    type Free: Group;
    /// What depends on the fixed argument alone.
    #[cfg(feature = "std")]
    type Prepared: Send + Sync;

    /// The Miller loop. The identity as either argument gives a value that the final exponentiation takes to 1.
    fn miller_loop(p: &Self::G1, q: &Self::G2) -> Self::Miller;
    /// The final exponentiation.
    fn final_exponentiation(f: &Self::Miller) -> Self::Gt;
    /// The product of two Miller values.
    fn miller_mul(f: &Self::Miller, g: &Self::Miller) -> Self::Miller;
    /// The Miller loops of all terms at once, with shared squarings.
    fn multi_miller_loop(terms: &[(Self::G1, Self::G2)]) -> Self::Miller;
    /// Precomputes what depends on the fixed argument alone.
    #[cfg(feature = "std")]
    fn prepare(fixed: &Self::Fixed) -> Self::Prepared;
    /// The Miller loop with a prepared argument.
    #[cfg(feature = "std")]
    fn miller_loop_prepared(prepared: &Self::Prepared, free: &Self::Free) -> Self::Miller;

    /// The pairing.
    #[must_use]
    fn pair(p: &Self::G1, q: &Self::G2) -> Self::Gt {
        Self::final_exponentiation(&Self::miller_loop(p, q))
    }

    /// The product of pairings, with one final exponentiation. Of no terms: 1.
    #[must_use]
    fn product(terms: &[(Self::G1, Self::G2)]) -> Self::Gt {
        Self::final_exponentiation(&Self::multi_miller_loop(terms))
    }

    /// The pairing with a prepared argument.
    #[cfg(feature = "std")]
    #[must_use]
    fn pair_prepared(prepared: &Self::Prepared, free: &Self::Free) -> Self::Gt {
        Self::final_exponentiation(&Self::miller_loop_prepared(prepared, free))
    }

    /// Independent pairings on one core, with SIMD across them where that is faster.
    ///
    /// # Panics
    /// If `terms` and `out` differ in length.
    fn batch(terms: &[(Self::G1, Self::G2)], out: &mut [Self::Gt]) {
        assert_eq!(terms.len(), out.len());
        for ((p, q), e) in terms.iter().zip(out) {
            *e = Self::pair(p, q);
        }
    }

    /// The published algorithms that the engine has beside its own way.
    const ALGORITHMS: &'static [Algorithm<Self>] = &[];

    /// Pairs a multiple of this many at once for the best speed of [`batch`](Pairing::batch).
    const BATCH: usize = 1;
}

/// Independent pairings on all cores.
#[cfg(feature = "parallel")]
#[must_use]
pub fn batch_on_all_cores<P: Pairing>(terms: &[(P::G1, P::G2)]) -> Vec<P::Gt> {
    let mut out = crate::copies(P::Gt::one(), terms.len());
    // Some chunks a core, so that a slow core does not keep the others waiting, but each of whole SIMD groups.
    let share = terms.len().div_ceil(4 * threads::count(0)).max(1);
    let chunk = share.div_ceil(P::BATCH) * P::BATCH;
    let shares = terms.chunks(chunk).zip(out.chunks_mut(chunk));
    threads::for_each(0, shares, || (), |(), (terms, out)| P::batch(terms, out));
    out
}
