//! Any [`Pairing`] as a [`DynPairing`].
//!
//! This is compiled for every pairing there is, so it has loops where chains of iterators would be as many functions each.

use super::{
    Argument, DynFixedBase, DynFixedBases, DynGroup, DynPairing, DynTarget, Form, Handle, Miller, Point,
    Prepared, Rejection, Shape, Value,
};
use crate::fixed::{FixedBase, FixedBases};
use crate::{Coefficients, Error, Group, Pairing, Refused, Target, threads};
use core::any::TypeId;
use core::fmt;
use core::marker::PhantomData;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroizing;

/// Terms of a batch that are decoded, paired and encoded together: few enough for the cache, many enough for SIMD.
const TERMS: usize = 256;

/// The dynamic counterpart of a pairing, a group or a target group `T`.
pub struct Adapter<T>(PhantomData<fn() -> T>);

impl<T> Adapter<T> {
    /// The counterpart, which holds nothing.
    pub const NEW: Self = Adapter(PhantomData);
}

impl<T> fmt::Debug for Adapter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::any::type_name::<T>())
    }
}

/// The limbs of a scalar, which is wiped after use.
fn limbs(bytes: &[u8]) -> Zeroizing<Vec<u64>> {
    let limb = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    Zeroizing::new(bytes.chunks(8).map(limb).collect())
}

/// What `work` makes of the limbs of a scalar. Reading and wiping these is compiled once for all groups.
#[inline(never)]
fn by_limbs<K>(bytes: &[u8], work: &dyn Fn(&[u64]) -> Handle<K>) -> Handle<K> {
    work(&limbs(bytes))
}

/// Scalars of `width` bytes each, in whole words.
struct Scalars {
    all: Vec<u64>,
    count: usize,
    words: usize,
}

impl Scalars {
    fn read(bytes: &[u8], count: usize, width: usize) -> Result<Self, Error> {
        let (expected, got) = (width * count, bytes.len());
        if got != expected {
            return Err(Error::Length { expected, got });
        }
        let words = width.div_ceil(8);
        let mut all = Vec::with_capacity(words * count);
        (0..count).for_each(|i| all.extend_from_slice(&limbs(&bytes[i * width..][..width])));
        Ok(Scalars { all, count, words })
    }

    fn each(&self) -> Vec<&[u64]> {
        (0..self.count).map(|i| &self.all[i * self.words..][..self.words]).collect()
    }
}

/// The points behind handles.
fn own<G: Group>(points: &[&Point]) -> Result<Vec<G>, Error> {
    let mut own = Vec::with_capacity(points.len());
    for point in points {
        own.push(*point.get::<G>()?);
    }
    Ok(own)
}

impl<G: Group> DynFixedBase for Box<dyn FixedBase<G>> {
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
    fn mul(&self, scalar: &[u8]) -> Point {
        by_limbs(scalar, &|scalar| Handle::new((**self).mul(scalar)))
    }
}

impl<G: Group> DynFixedBases for Box<dyn FixedBases<G>> {
    fn points(&self) -> usize {
        (**self).points()
    }
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
    fn multi_mul_vartime(&self, scalars: &[u8], width: usize, threads: usize) -> Result<Point, Error> {
        let scalars = Scalars::read(scalars, self.points(), width)?;
        Ok(Handle::new((**self).multi_mul_vartime(&scalars.each(), threads)))
    }
}

const fn shape<C: Coefficients>() -> Shape {
    Shape { count: C::COUNT, width: C::WIDTH }
}

fn written<C: Coefficients>(value: &C) -> Vec<u8> {
    let mut out = vec![0; shape::<C>().bytes()];
    value.write(&mut out);
    out
}

fn encoded<G: Group>(point: &G, form: Form) -> Vec<u8> {
    match form {
        Form::Compressed => point.to_compressed(),
        Form::Uncompressed => point.to_uncompressed(),
    }
}

impl<G: Group> DynGroup for Adapter<G> {
    fn shape(&self) -> Shape {
        shape::<G>()
    }
    fn order(&self) -> &'static [u64] {
        G::ORDER
    }
    fn encoded_bytes(&self, form: Form) -> usize {
        encoded(&G::identity(), form).len()
    }
    fn identity(&self) -> Point {
        Handle::new(G::identity())
    }
    fn generator(&self) -> Point {
        Handle::new(G::generator())
    }
    fn random(&self, seed: [u8; 32], count: usize) -> Vec<Point> {
        let mut rng = ChaCha20Rng::from_seed(seed);
        let mut points = Vec::with_capacity(count);
        for _ in 0..count {
            points.push(Handle::new(G::random(&mut rng)));
        }
        points
    }
    fn hash(&self, message: &[u8], dst: &[u8]) -> Result<Point, Error> {
        Ok(Handle::new(G::hash(message, G::checked_tag(dst)?)))
    }
    fn is_identity(&self, point: &Point) -> Result<bool, Error> {
        Ok(point.get::<G>()?.is_identity())
    }
    fn equal(&self, a: &Point, b: &Point) -> Result<bool, Error> {
        Ok(a.get::<G>()? == b.get::<G>()?)
    }
    fn add(&self, a: &Point, b: &Point) -> Result<Point, Error> {
        Ok(Handle::new(a.get::<G>()?.add(b.get()?)))
    }
    fn double(&self, point: &Point) -> Result<Point, Error> {
        Ok(Handle::new(point.get::<G>()?.double()))
    }
    fn neg(&self, point: &Point) -> Result<Point, Error> {
        Ok(Handle::new(point.get::<G>()?.neg()))
    }
    fn mul(&self, point: &Point, scalar: &[u8]) -> Result<Point, Error> {
        let point = point.get::<G>()?;
        Ok(by_limbs(scalar, &|scalar| Handle::new(point.mul(scalar))))
    }
    fn multi_mul_vartime(
        &self,
        points: &[&Point],
        scalars: &[u8],
        width: usize,
        threads: usize,
    ) -> Result<Point, Error> {
        let scalars = Scalars::read(scalars, points.len(), width)?;
        Ok(Handle::new(G::multi_mul_vartime(&own(points)?, &scalars.each(), threads)))
    }
    fn fixed_base(&self, point: &Point, most_bytes: usize) -> Result<Box<dyn DynFixedBase>, Error> {
        Ok(Box::new(point.get::<G>()?.fixed_base(most_bytes)?))
    }
    fn fixed_bases(
        &self,
        points: &[&Point],
        most_bytes: usize,
        threads: usize,
    ) -> Result<Box<dyn DynFixedBases>, Error> {
        Ok(Box::new(G::fixed_bases(&own(points)?, most_bytes, threads)?))
    }
    fn is_in_subgroup(&self, point: &Point) -> Result<bool, Error> {
        Ok(point.get::<G>()?.is_in_subgroup())
    }
    fn read(&self, bytes: &[u8]) -> Result<Point, Error> {
        G::read(bytes).map(Handle::new)
    }
    fn write(&self, point: &Point) -> Result<Vec<u8>, Error> {
        let point = point.get::<G>()?;
        if point.is_identity() { Err(Error::Infinity) } else { Ok(written(point)) }
    }
    fn decode(&self, bytes: &[u8], form: Form) -> Result<Point, Error> {
        let point = match form {
            Form::Compressed => G::from_compressed(bytes),
            Form::Uncompressed => G::from_uncompressed(bytes),
        };
        point.map(Handle::new)
    }
    fn decode_all(
        &self,
        encodings: &[&[u8]],
        seed: &[u8; 32],
        threads: usize,
    ) -> Result<Vec<Point>, Refused> {
        let points = G::from_compressed_all(encodings, threads, &mut ChaCha20Rng::from_seed(*seed))?;
        Ok(Handle::all(points))
    }
    fn encode(&self, point: &Point, form: Form) -> Result<Vec<u8>, Error> {
        Ok(encoded(point.get::<G>()?, form))
    }
}

impl<T: Target> DynTarget for Adapter<T> {
    fn shape(&self) -> Shape {
        shape::<T>()
    }
    fn one(&self) -> Value {
        Handle::new(T::one())
    }
    fn read(&self, bytes: &[u8]) -> Result<Value, Error> {
        T::read(bytes).map(Handle::new)
    }
    fn write(&self, value: &Value) -> Result<Vec<u8>, Error> {
        Ok(written(value.get::<T>()?))
    }
    fn equal(&self, a: &Value, b: &Value) -> Result<bool, Error> {
        Ok(a.get::<T>()? == b.get::<T>()?)
    }
    fn mul(&self, a: &Value, b: &Value) -> Result<Value, Error> {
        Ok(Handle::new(a.get::<T>()?.mul(b.get()?)))
    }
    fn square(&self, value: &Value) -> Result<Value, Error> {
        Ok(Handle::new(value.get::<T>()?.square()))
    }
    fn inverse(&self, value: &Value) -> Result<Value, Error> {
        Ok(Handle::new(value.get::<T>()?.inverse()))
    }
    fn pow(&self, value: &Value, exponent: &[u8]) -> Result<Value, Error> {
        let value = value.get::<T>()?;
        Ok(by_limbs(exponent, &|exponent| Handle::new(value.pow(exponent))))
    }
    fn is_member(&self, value: &Value) -> Result<bool, Error> {
        Ok(value.get::<T>()?.is_member())
    }
}

type Term<P> = (<P as Pairing>::G1, <P as Pairing>::G2);

fn term<P: Pairing>(p: &Point, q: &Point) -> Result<Term<P>, Rejection> {
    let p = p.get().map_err(|why| Rejection::of(Argument::P, why))?;
    let q = q.get().map_err(|why| Rejection::of(Argument::Q, why))?;
    Ok((*p, *q))
}

fn terms<P: Pairing>(points: &[(Point, Point)]) -> Result<Vec<Term<P>>, Rejection> {
    let mut terms = Vec::with_capacity(points.len());
    for (i, (p, q)) in points.iter().enumerate() {
        terms.push(term::<P>(p, q).map_err(|e| e.in_term(i))?);
    }
    Ok(terms)
}

/// So many ones: a loop of copies, where `vec!` would be a function of many moves for each type.
fn ones<T: Target>(count: usize) -> Vec<T> {
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        values.push(T::one());
    }
    values
}

/// A share of a batch, ready to be worked on by any core.
type Share<'a> = Box<dyn FnOnce() -> Result<(), Rejection> + Send + 'a>;

/// Works on every share, on so many cores, and returns the error of the first share that has one.
fn on_cores(shares: Vec<Share<'_>>, threads: usize) -> Result<(), Rejection> {
    if shares.len() == 1 || threads == 1 {
        return shares.into_iter().try_for_each(|share| share());
    }
    let done = threads::scope(threads, || threads::map(threads, shares.into_iter(), |share| share()));
    done.into_iter().collect()
}

/// How many terms of a batch to give to a core at a time.
fn share<P: Pairing>() -> usize {
    TERMS.next_multiple_of(P::BATCH)
}

fn read_padded<C: Coefficients>(padded: &[u8], pitch: usize) -> Result<C, Error> {
    C::read(&unpadded(padded, pitch, C::WIDTH)?)
}

/// Coefficients one after the other, of which each stands at the beginning of `pitch` bytes and zeros.
fn unpadded(padded: &[u8], pitch: usize, width: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::with_capacity(padded.len() / pitch * width);
    for (coefficient, place) in padded.chunks_exact(pitch).enumerate() {
        let (value, rest) = place.split_at(width);
        if rest.iter().any(|&byte| byte != 0) {
            return Err(Error::NotCanonical { coefficient });
        }
        bytes.extend_from_slice(value);
    }
    Ok(bytes)
}

/// The reverse.
fn pad(bytes: &[u8], width: usize, padded: &mut [u8], pitch: usize) {
    for (from, place) in bytes.chunks_exact(width).zip(padded.chunks_exact_mut(pitch)) {
        let (to, rest) = place.split_at_mut(width);
        to.copy_from_slice(from);
        rest.fill(0);
    }
}

impl<P: Pairing> Adapter<P> {
    /// One share of a batch on bytes: decoded, paired, encoded.
    fn batch_share(
        first: usize,
        ps: &[u8],
        qs: &[u8],
        out: &mut [u8],
        pitch: usize,
    ) -> Result<(), Rejection> {
        let (p_bytes, q_bytes) = (P::G1::COUNT * pitch, P::G2::COUNT * pitch);
        let count = ps.len() / p_bytes;
        let mut terms = Vec::with_capacity(count);
        for i in 0..count {
            let refused = |argument| move |why| Rejection::of(argument, why).in_term(first + i);
            let (p, q) = (&ps[i * p_bytes..][..p_bytes], &qs[i * q_bytes..][..q_bytes]);
            let p = read_padded::<P::G1>(p, pitch).map_err(refused(Argument::P))?;
            let q = read_padded::<P::G2>(q, pitch).map_err(refused(Argument::Q))?;
            terms.push((p, q));
        }
        let mut values = ones::<P::Gt>(terms.len());
        P::batch(&terms, &mut values);
        for (value, place) in values.iter().zip(out.chunks_exact_mut(P::Gt::COUNT * pitch)) {
            pad(&written(value), P::Gt::WIDTH, place, pitch);
        }
        Ok(())
    }
}

impl<P: Pairing> DynPairing for Adapter<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }
    fn security(&self) -> (u32, &'static str) {
        P::SECURITY
    }
    fn g1(&self) -> &'static dyn DynGroup {
        const { &Adapter::<P::G1>::NEW }
    }
    fn g2(&self) -> &'static dyn DynGroup {
        const { &Adapter::<P::G2>::NEW }
    }
    fn gt(&self) -> &'static dyn DynTarget {
        const { &Adapter::<P::Gt>::NEW }
    }
    fn is_symmetric(&self) -> bool {
        TypeId::of::<P::G1>() == TypeId::of::<P::G2>()
    }
    fn batch_granularity(&self) -> usize {
        P::BATCH
    }
    fn pair(&self, p: &Point, q: &Point) -> Result<Value, Rejection> {
        let (p, q) = term::<P>(p, q)?;
        Ok(Handle::new(P::pair(&p, &q)))
    }
    fn algorithms(&self) -> Vec<&'static str> {
        P::ALGORITHMS.iter().map(|algorithm| algorithm.name).collect()
    }
    fn pair_by(&self, algorithm: &str, p: &Point, q: &Point) -> Result<Value, Rejection> {
        let found = P::ALGORITHMS.iter().find(|a| a.name == algorithm);
        let found = found.ok_or_else(|| Error::UnknownAlgorithm(algorithm.into()))?;
        let (p, q) = term::<P>(p, q)?;
        Ok(Handle::new((found.pair)(&p, &q)))
    }
    fn product(&self, points: &[(Point, Point)]) -> Result<Value, Rejection> {
        Ok(Handle::new(P::product(&terms::<P>(points)?)))
    }
    fn batch(&self, points: &[(Point, Point)], threads: usize) -> Result<Vec<Value>, Rejection> {
        let terms = terms::<P>(points)?;
        let mut values = ones::<P::Gt>(terms.len());
        let mut shares: Vec<Share<'_>> = Vec::new();
        for (terms, values) in terms.chunks(share::<P>()).zip(values.chunks_mut(share::<P>())) {
            shares.push(Box::new(|| {
                P::batch(terms, values);
                Ok(())
            }));
        }
        on_cores(shares, threads)?;
        Ok(Handle::all(values))
    }
    fn miller_loop(&self, p: &Point, q: &Point) -> Result<Miller, Rejection> {
        let (p, q) = term::<P>(p, q)?;
        Ok(Handle::new(P::miller_loop(&p, &q)))
    }
    fn multi_miller_loop(&self, points: &[(Point, Point)]) -> Result<Miller, Rejection> {
        Ok(Handle::new(P::multi_miller_loop(&terms::<P>(points)?)))
    }
    fn miller_mul(&self, f: &Miller, g: &Miller) -> Result<Miller, Error> {
        Ok(Handle::new(P::miller_mul(f.get()?, g.get()?)))
    }
    fn final_exponentiation(&self, f: &Miller) -> Result<Value, Error> {
        Ok(Handle::new(P::final_exponentiation(f.get()?)))
    }
    fn fixed(&self) -> Argument {
        if TypeId::of::<P::Fixed>() == TypeId::of::<P::G1>() { Argument::P } else { Argument::Q }
    }
    fn prepare(&self, fixed: &Point) -> Result<Prepared, Rejection> {
        let fixed = fixed.get().map_err(|why| Rejection::of(self.fixed(), why))?;
        Ok(Handle::new(P::prepare(fixed)))
    }
    fn miller_loop_prepared(&self, prepared: &Prepared, free: &Point) -> Result<Miller, Rejection> {
        Ok(Handle::new(P::miller_loop_prepared(prepared.get()?, free.get()?)))
    }
    fn pair_prepared(&self, prepared: &Prepared, free: &Point) -> Result<Value, Rejection> {
        Ok(Handle::new(P::pair_prepared(prepared.get()?, free.get()?)))
    }
    fn batch_bytes(
        &self,
        ps: &[u8],
        qs: &[u8],
        out: &mut [u8],
        pitch: usize,
        threads: usize,
    ) -> Result<(), Rejection> {
        let width = P::G1::WIDTH.max(P::G2::WIDTH).max(P::Gt::WIDTH);
        if pitch < width {
            return Err(Error::Length { expected: width, got: pitch }.into());
        }
        let (p, q, e) = (P::G1::COUNT * pitch, P::G2::COUNT * pitch, P::Gt::COUNT * pitch);
        let number = ps.len() / p;
        for (argument, expected, got) in [
            (Some(Argument::P), number * p, ps.len()),
            (Some(Argument::Q), number * q, qs.len()),
            (None, number * e, out.len()),
        ] {
            if got != expected {
                return Err(Rejection { term: None, argument, why: Error::Length { expected, got } });
            }
        }
        let n = share::<P>();
        let mut shares: Vec<Share<'_>> = Vec::new();
        let inputs = ps.chunks(n * p).zip(qs.chunks(n * q));
        for (i, ((ps, qs), out)) in inputs.zip(out.chunks_mut(n * e)).enumerate() {
            shares.push(Box::new(move || Self::batch_share(i * n, ps, qs, out, pitch)));
        }
        on_cores(shares, threads)
    }
}
