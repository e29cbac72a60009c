//! The adapter on a toy pairing that shows every path: the bilinear map (a, b) -> 5^(ab) from Z/101 to the subgroup
//! of order 101 of F_607^*, with "points" (k, k^2 mod 101) for k != 0.

use super::adapter::Adapter;
use super::*;
use crate::pairing::Algorithm;
use crate::{Coefficients, Error, Group, Pairing, Result, Target};
use rand_core::Rng;

const R: u64 = 101;
const Q: u64 = 607;
/// 5 generates a group whose order is a multiple of R; its sixth power has order R.
const BASE: u64 = 5u64.pow(6) % Q;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Toy(u64);
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ToyTarget(u64);
struct ToyPairing;

fn power(base: u64, exponent: u64) -> u64 {
    (0..exponent).fold(1, |value, _| value * base % Q)
}

impl Coefficients for Toy {
    const COUNT: usize = 2;
    const WIDTH: usize = 1;
    fn write(&self, out: &mut [u8]) {
        assert_ne!(self.0, 0);
        out.copy_from_slice(&[self.0 as u8, (self.0 * self.0 % R) as u8]);
    }
    fn read(bytes: &[u8]) -> Result<Self> {
        let &[x, y] = bytes else { return Err(Error::Length { expected: 2, got: bytes.len() }) };
        if let Some(coefficient) = bytes.iter().position(|&c| u64::from(c) >= R) {
            return Err(Error::NotCanonical { coefficient });
        }
        let x = u64::from(x);
        if x != 0 && x * x % R == u64::from(y) { Ok(Toy(x)) } else { Err(Error::NotOnCurve) }
    }
}

impl Group for Toy {
    const ORDER: &'static [u64] = &[R];
    const LONGEST_TAG: usize = 4;
    fn identity() -> Self {
        Toy(0)
    }
    fn is_identity(&self) -> bool {
        self.0 == 0
    }
    fn generator() -> Self {
        Toy(1)
    }
    fn add(&self, other: &Self) -> Self {
        Toy((self.0 + other.0) % R)
    }
    fn double(&self) -> Self {
        self.add(self)
    }
    fn neg(&self) -> Self {
        Toy((R - self.0) % R)
    }
    fn mul(&self, scalar: &[u64]) -> Self {
        let k = scalar
            .iter()
            .rev()
            .fold(0, |k, &limb| ((k << 64 | u128::from(limb)) % u128::from(R)) as u64 as u128);
        Toy(self.0 * k as u64 % R)
    }
    fn is_in_subgroup(&self) -> bool {
        true
    }
    fn random<G: Rng + ?Sized>(rng: &mut G) -> Self {
        Toy(1 + rng.next_u64() % (R - 1))
    }
    fn hash(message: &[u8], dst: &[u8]) -> Self {
        Toy(1 + (message.len() + dst.len()) as u64 % (R - 1))
    }
    fn to_compressed(&self) -> Vec<u8> {
        vec![self.0 as u8]
    }
    fn from_compressed(bytes: &[u8]) -> Result<Self> {
        match *bytes {
            [k] if u64::from(k) < R => Ok(Toy(k.into())),
            [_] => Err(Error::NotCanonical { coefficient: 0 }),
            _ => Err(Error::Length { expected: 1, got: bytes.len() }),
        }
    }
    fn to_uncompressed(&self) -> Vec<u8> {
        if self.is_identity() { vec![0; 2] } else { vec![self.0 as u8, (self.0 * self.0 % R) as u8] }
    }
    fn from_uncompressed(bytes: &[u8]) -> Result<Self> {
        if bytes == [0; 2] { Ok(Toy(0)) } else { Self::read(bytes) }
    }
}

impl Coefficients for ToyTarget {
    const COUNT: usize = 2;
    const WIDTH: usize = 1;
    fn write(&self, out: &mut [u8]) {
        out.copy_from_slice(&(self.0 as u16).to_le_bytes());
    }
    fn read(bytes: &[u8]) -> Result<Self> {
        let &[low, high] = bytes else { return Err(Error::Length { expected: 2, got: bytes.len() }) };
        let value = ToyTarget(u16::from_le_bytes([low, high]).into());
        if value.is_member() { Ok(value) } else { Err(Error::NotInTargetGroup) }
    }
}

impl Target for ToyTarget {
    fn one() -> Self {
        ToyTarget(1)
    }
    fn mul(&self, other: &Self) -> Self {
        ToyTarget(self.0 * other.0 % Q)
    }
    fn square(&self) -> Self {
        self.mul(self)
    }
    fn inverse(&self) -> Self {
        ToyTarget(power(self.0, R - 1))
    }
    fn pow(&self, exponent: &[u64]) -> Self {
        ToyTarget(power(self.0, Toy(1).mul(exponent).0))
    }
    fn is_member(&self) -> bool {
        power(self.0, R) == 1
    }
}

impl Pairing for ToyPairing {
    const NAME: &'static str = "toy";
    const SECURITY: (u32, &'static str) = (3, "for tests");
    type G1 = Toy;
    type G2 = Toy;
    type Gt = ToyTarget;
    type Miller = u64;
    type Fixed = Toy;
    type Free = Toy;
    type Prepared = Toy;
    const ALGORITHMS: &'static [Algorithm<Self>] =
        &[Algorithm { name: "squared", pair: |p, q| Self::pair(p, q).square() }];
    const BATCH: usize = 3;

    fn miller_loop(p: &Toy, q: &Toy) -> u64 {
        power(5, p.0 * q.0)
    }
    fn final_exponentiation(f: &u64) -> ToyTarget {
        ToyTarget(power(*f, 6))
    }
    fn miller_mul(f: &u64, g: &u64) -> u64 {
        f * g % Q
    }
    fn multi_miller_loop(terms: &[(Toy, Toy)]) -> u64 {
        terms.iter().fold(1, |f, (p, q)| f * Self::miller_loop(p, q) % Q)
    }
    fn prepare(fixed: &Toy) -> Toy {
        *fixed
    }
    fn miller_loop_prepared(prepared: &Toy, free: &Toy) -> u64 {
        Self::miller_loop(prepared, free)
    }
}

const TOY: &dyn DynPairing = &Adapter::<ToyPairing>::NEW;

fn e(a: u64, b: u64) -> Vec<u8> {
    (power(BASE, a * b) as u16).to_le_bytes().into()
}

fn point(k: u8) -> Vec<u8> {
    TOY.g1().write(&TOY.g1().mul(&TOY.g1().generator(), &[k]).unwrap()).unwrap()
}

#[test]
fn one_pairing_of_bytes() {
    assert_eq!(TOY.pair_bytes(&point(3), &point(7)).unwrap(), e(3, 7));
    assert_eq!(TOY.gt().shape(), Shape { count: 2, width: 1 });
    assert_eq!((TOY.name(), TOY.security().0, TOY.is_symmetric()), ("toy", 3, true));
}

#[test]
fn an_algorithm_is_found_by_its_name() {
    let (p, q) = TOY.read_term(&point(3), &point(7)).unwrap();
    assert_eq!(TOY.algorithms(), ["squared"]);
    let value = TOY.pair_by("squared", &p, &q).unwrap();
    assert_eq!(TOY.gt().write(&value).unwrap(), e(3, 2 * 7));
    let rejection = TOY.pair_by("cubed", &p, &q).unwrap_err();
    assert_eq!(rejection.to_string(), "no algorithm named \"cubed\" for this pairing");
    let rejection = TOY.pair_by("squared", &p, &Handle::new(5u8)).unwrap_err();
    assert_eq!(rejection, Rejection::of(Argument::Q, Error::OtherPairing));
}

#[test]
fn a_tag_that_a_hash_does_not_take_is_refused() {
    assert_eq!(TOY.g1().hash(b"message", b"").unwrap_err(), Error::EmptyTag);
    let long = TOY.g1().hash(b"message", &[b't'; 5]).unwrap_err();
    assert_eq!(long.to_string(), "a domain separation tag of 5 bytes where at most 4 are taken");
    assert!(TOY.g1().hash(b"", b"t").is_ok() && TOY.g1().hash(b"", b"tags").is_ok());
}

#[test]
fn products_and_parts_are_one_map() {
    let (a, b, c, d) = (point(3), point(7), point(50), point(99));
    let whole = TOY.product_bytes(&[(&a, &b), (&c, &d)]).unwrap();
    assert_eq!(whole, e(3 * 7 + 50 * 99, 1));
    let [(p, q), (s, t)] = [(&a, &b), (&c, &d)].map(|(p, q)| TOY.read_term(p, q).unwrap());
    let f = TOY.miller_mul(&TOY.miller_loop(&p, &q).unwrap(), &TOY.miller_loop(&s, &t).unwrap()).unwrap();
    let gt = TOY.gt();
    assert_eq!(gt.write(&TOY.final_exponentiation(&f).unwrap()).unwrap(), whole);
    let prepared = TOY.prepare(&p).unwrap();
    let value = TOY.pair_prepared(&prepared, &q).unwrap();
    assert!(gt.equal(&value, &TOY.pair(&p, &q).unwrap()).unwrap());
    let inverse = gt.inverse(&value).unwrap();
    assert!(gt.equal(&gt.mul(&value, &inverse).unwrap(), &gt.one()).unwrap());
    assert!(
        gt.equal(
            &gt.pow(&value, &[3, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap(),
            &gt.mul(&gt.square(&value).unwrap(), &value).unwrap()
        )
        .unwrap()
    );
}

#[test]
fn batches_of_any_number_on_any_number_of_cores() {
    for (number, pitch, threads) in [(0, 1, 1), (1, 1, 0), (700, 1, 1), (700, 8, 0), (1537, 3, 2)] {
        let spread = |k: usize| {
            let mut out = vec![0; 2 * pitch];
            let bytes = point((k % 100 + 1) as u8);
            (out[0], out[pitch]) = (bytes[0], bytes[1]);
            out
        };
        let ps: Vec<u8> = (0..number).flat_map(spread).collect();
        let qs: Vec<u8> = (0..number).flat_map(|i| spread(3 * i)).collect();
        let mut out = vec![0xff; number * 2 * pitch];
        TOY.batch_bytes(&ps, &qs, &mut out, pitch, threads).unwrap();
        for (i, got) in out.chunks_exact(2 * pitch).enumerate() {
            assert_eq!(
                [got[0], got[pitch]],
                *e((i % 100 + 1) as u64, (3 * i % 100 + 1) as u64),
                "{number} {i}"
            );
            assert_eq!(
                got.iter().filter(|&&byte| byte != 0).count(),
                got.iter().step_by(pitch).filter(|&&b| b != 0).count()
            );
        }
    }
}

#[test]
fn batches_of_handles() {
    let points = TOY.g1().random([7; 32], 600);
    let terms: Vec<_> = points.iter().cloned().zip(points.iter().rev().cloned()).collect();
    let values = TOY.batch(&terms, 0).unwrap();
    for ((p, q), value) in terms.iter().zip(values) {
        assert!(TOY.gt().equal(&value, &TOY.pair(p, q).unwrap()).unwrap());
    }
}

#[test]
fn a_rejection_names_the_first_bad_term_and_its_argument() {
    let mut ps: Vec<u8> = (0..900).flat_map(|_| point(5)).collect();
    let mut qs = ps.clone();
    qs[2 * 650] = 0;
    qs[2 * 300 + 1] = 200;
    ps[2 * 800] = 6;
    for threads in [0, 1, 3] {
        let rejection = TOY.batch_bytes(&ps, &qs, &mut vec![0; 1800], 1, threads).unwrap_err();
        assert_eq!((rejection.term, rejection.argument), (Some(300), Some(Argument::Q)));
        assert_eq!(rejection.why, Error::NotCanonical { coefficient: 1 });
        assert_eq!(rejection.to_string(), "term 300: Q: coefficient 1 is not a canonical field element");
    }
    let rejection = TOY.product_bytes(&[(&point(1), &point(1)), (&point(1), &[3])]).unwrap_err();
    assert_eq!(rejection.to_string(), "term 1: Q: 1 bytes where 2 are needed");
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    let refused = |p: usize, q: usize, e: usize, pitch| {
        TOY.batch_bytes(&vec![1; p], &vec![1; q], &mut vec![0; e], pitch, 1).unwrap_err()
    };
    assert_eq!(refused(2, 2, 2, 0).why, Error::Length { expected: 1, got: 0 });
    assert_eq!(refused(9, 8, 8, 2).argument, Some(Argument::P));
    assert_eq!(refused(8, 4, 8, 2).argument, Some(Argument::Q));
    assert_eq!(refused(8, 8, 5, 2).argument, None);
    let padded = TOY.batch_bytes(&[1, 0, 1, 0], &[1, 0, 1, 9], &mut [0; 4], 2, 1).unwrap_err();
    assert_eq!(padded.to_string(), "term 0: Q: coefficient 1 is not a canonical field element");
}

#[test]
fn many_encodings_are_decoded_or_the_first_bad_one_is_named() {
    let group = TOY.g1();
    let points = group.random([3; 32], 5);
    let encoded: Vec<_> = points.iter().map(|p| group.encode(p, Form::Compressed).unwrap()).collect();
    let mut encodings: Vec<_> = encoded.iter().map(Vec::as_slice).collect();
    let decoded = group.decode_all(&encodings, &[4; 32], 1).unwrap();
    assert_eq!(decoded.len(), 5);
    assert!(points.iter().zip(&decoded).all(|(a, b)| group.equal(a, b).unwrap()));
    (encodings[2], encodings[4]) = (&[], &[]);
    let refused = group.decode_all(&encodings, &[4; 32], 1).unwrap_err();
    assert_eq!((refused.place, group.decode(&[], Form::Compressed).unwrap_err()), (2, refused.why));
}

#[test]
fn tables_of_groups_without_faster_ones_are_their_points() {
    let group = TOY.g1();
    let size = size_of::<Toy>();
    let is = |point: &Point, k: u8| assert_eq!(group.encode(point, Form::Compressed).unwrap(), [k]);
    let points = [5, 7].map(|k| group.mul(&group.generator(), &[k]).unwrap());
    let base = group.fixed_base(&points[0], size).unwrap();
    assert_eq!(base.bytes(), size);
    is(&base.mul(&[3]), 15);
    let points: Vec<_> = points.iter().collect();
    let bases = group.fixed_bases(&points, 2 * size, 1).unwrap();
    assert_eq!((bases.points(), bases.bytes()), (2, 2 * size));
    is(&bases.multi_mul_vartime(&[3, 0, 2, 0], 2, 1).unwrap(), 29);
    let refused = bases.multi_mul_vartime(&[3, 0, 2], 2, 1).unwrap_err();
    assert_eq!(refused, Error::Length { expected: 4, got: 3 });
    let refused = group.fixed_base(points[0], size - 1).err().unwrap();
    assert_eq!(refused.to_string(), "a table of at most 7 bytes where the smallest one has 8");
    assert_eq!(
        group.fixed_bases(&points, size, 1).err(),
        Some(Error::Memory { least: 2 * size, most: size })
    );
    assert_eq!(group.fixed_base(&Handle::new(5u8), size).err(), Some(Error::OtherPairing));
}

#[test]
fn what_is_foreign_or_infinite_is_refused() {
    let group = TOY.g1();
    let foreign = Handle::new(5u8);
    assert_eq!(group.double(&foreign).unwrap_err(), Error::OtherPairing);
    let rejection = TOY.pair(&group.generator(), &foreign).unwrap_err();
    assert_eq!(rejection, Rejection::of(Argument::Q, Error::OtherPairing));
    assert_eq!(group.write(&group.identity()).unwrap_err(), Error::Infinity);
    assert!(group.is_identity(&group.mul(&group.generator(), &[101]).unwrap()).unwrap());
}
