//! The groups and the eta_T pairings: what a group and a bilinear map are.

use num_bigint::BigUint;
use pairforge_interface::{Coefficients, Error, Group, Pairing, Target};
use pairforge_ternary::{EtaF3m97, EtaF3m167, EtaF3m193, EtaF3m239, EtaF3m313, EtaF3m509};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, &limb| (n << 64) + limb)
}

fn group_laws<G: Group>(rng: &mut ChaCha8Rng) {
    let zero = G::identity();
    let (p, q, r) = (G::random(rng), G::random(rng), G::random(rng));
    assert_eq!(p.add(&q), q.add(&p));
    assert_eq!(p.add(&q).add(&r), p.add(&q.add(&r)));
    assert_eq!(p.add(&p), p.double());
    assert_eq!(p.add(&p.neg()), zero);
    assert_eq!((p.add(&zero), zero.add(&p), zero.add(&zero), zero.double()), (p, p, zero, zero));
    let mut sum = zero;
    for n in 0..20_u64 {
        assert_eq!(p.mul(&[n]), sum);
        assert_eq!(p.mul(&[n, 0]), sum);
        sum = sum.add(&p);
    }
    let (a, b) = (rng.next_u64(), rng.next_u64());
    let ab = u128::from(a) * u128::from(b);
    assert_eq!(p.mul(&[a]).mul(&[b]), p.mul(&[ab as u64, (ab >> 64) as u64]));
    assert_eq!(p.mul(&[a]).add(&p.mul(&[b])), {
        let sum = u128::from(a) + u128::from(b);
        p.mul(&[sum as u64, (sum >> 64) as u64])
    });
    assert_eq!(zero.mul(&[a]), zero);
}

fn subgroup<G: Group>() {
    let g = G::generator();
    assert!(!g.is_identity() && g.is_in_subgroup());
    assert!(g.mul(G::ORDER).is_identity());
    assert!(G::identity().is_in_subgroup());
    let (h, i) = (G::hash(b"message", b"tag"), G::hash(b"message", b"other tag"));
    assert!(h.is_in_subgroup() && h == G::hash(b"message", b"tag") && h != i);
}

fn encodings<G: Group>(rng: &mut ChaCha8Rng) {
    for p in [G::random(rng), G::random(rng), G::generator(), G::identity()] {
        assert_eq!(G::from_compressed(&p.to_compressed()), Ok(p));
        assert_eq!(G::from_compressed(&p.neg().to_compressed()), Ok(p.neg()));
        assert_eq!(G::from_uncompressed(&p.to_uncompressed()), Ok(p));
    }
    let p = G::random(rng);
    let good = p.to_uncompressed();
    let edit = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        G::from_uncompressed(&bytes)
    };
    assert_eq!(edit(0, 2), Err(Error::Flags));
    assert_eq!(edit(0, 0), Err(Error::Flags));
    assert_eq!(edit(1, 3), Err(Error::NotCanonical { coefficient: 0 }));
    assert_eq!(edit(good.len() - 1, 0xff), Err(Error::NotCanonical { coefficient: 1 }));
    assert_eq!(edit(1, if good[1] == 0 { 1 } else { 0 }), Err(Error::NotOnCurve));
    assert!(matches!(G::from_uncompressed(&good[1..]), Err(Error::Length { .. })));
    let mut bytes = p.to_compressed();
    bytes[0] = 7;
    assert_eq!(G::from_compressed(&bytes), Err(Error::Flags));
    bytes[0] = 0;
    assert_eq!(G::from_compressed(&bytes), Err(Error::Flags));
    assert!(matches!(G::from_compressed(&bytes[1..]), Err(Error::Length { .. })));
}

fn bilinear<P: Pairing<Fixed = <P as Pairing>::G1, Free = <P as Pairing>::G2>>(rng: &mut ChaCha8Rng) {
    let (p, r, q) = (P::G1::random(rng), P::G1::random(rng), P::G2::random(rng));
    let e = P::pair(&p, &q);
    assert!(e.is_member() && e != P::Gt::one());
    assert_eq!(P::pair(&p.add(&r), &q), e.mul(&P::pair(&r, &q)));
    assert_eq!(P::pair(&p.neg(), &q), e.inverse());
    assert_eq!(e.mul(&e.inverse()), P::Gt::one());
    assert_eq!(e.square(), e.mul(&e));
    let a = [rng.next_u64(), rng.next_u64()];
    assert_eq!(P::pair(&p.mul(&a), &q), e.pow(&a));
    assert_eq!(P::pair(&p, &q.mul(&a)), e.pow(&a));
    assert_eq!((e.pow(&[0]), e.pow(&[1]), e.pow(&[2])), (P::Gt::one(), e, e.square()));
    // Identities.
    let (o1, o2) = (P::G1::identity(), P::G2::identity());
    for one in [P::pair(&o1, &q), P::pair(&p, &o2), P::pair(&o1, &o2), P::product(&[])] {
        assert_eq!(one, P::Gt::one());
    }
    // The other ways to the same value.
    assert_eq!(P::pair_prepared(&P::prepare(&p), &q), e);
    let s = P::G2::random(rng);
    assert_eq!(P::product(&[(p, q), (r, s), (o1, s)]), e.mul(&P::pair(&r, &s)));
    assert_eq!(P::product(&[(p, q), (p.neg(), q)]), P::Gt::one());
    let f = P::miller_mul(&P::miller_loop(&p, &q), &P::miller_loop(&r, &s));
    assert_eq!(P::final_exponentiation(&f), P::product(&[(p, q), (r, s)]));
    // Encodings of values.
    let mut bytes = vec![0; P::Gt::COUNT * P::Gt::WIDTH];
    e.write(&mut bytes);
    assert_eq!(P::Gt::read(&bytes), Ok(e));
    bytes[0] ^= if bytes[0] & 3 == 0 { 1 } else { bytes[0] & 3 };
    assert_eq!(P::Gt::read(&bytes), Err(Error::NotInTargetGroup));
    assert_eq!(P::Gt::read(&vec![0; bytes.len()]), Err(Error::NotInTargetGroup));
    let generated = P::pair(&P::G1::generator(), &P::G2::generator());
    assert!(generated != P::Gt::one());
    assert_eq!(generated.pow(P::G1::ORDER), P::Gt::one());
}

fn batches<P: Pairing>(rng: &mut ChaCha8Rng, n: usize) {
    let mut terms: Vec<_> = (0..n).map(|_| (P::G1::random(rng), P::G2::random(rng))).collect();
    for (i, term) in terms.iter_mut().enumerate() {
        match i % 7 {
            3 => term.0 = P::G1::identity(),
            5 => term.1 = P::G2::identity(),
            _ => {}
        }
    }
    let mut values = vec![P::Gt::one(); n];
    P::batch(&terms, &mut values);
    for ((p, q), e) in terms.iter().zip(values) {
        assert_eq!(e, P::pair(p, q));
    }
}

macro_rules! pairing {
    ($name:ident, $pairing:ident, $m:literal, $sign:literal, $cofactor:expr, $batch:expr) => {
        mod $name {
            use super::*;
            type G = <$pairing as Pairing>::G1;

            /// N = 3^m + 1 +- 3^((m+1)/2) = cofactor times r, and N annihilates every point.
            #[test]
            fn the_order_is_the_published_one() {
                let (one, three) = (BigUint::from(1_u8), BigUint::from(3_u8));
                let half = three.pow(u32::div_ceil($m, 2));
                let n = if $sign > 0 { three.pow($m) + one + half } else { three.pow($m) + one - half };
                assert_eq!(integer(G::ORDER) * BigUint::from($cofactor), n);
                let p = G::random(&mut ChaCha8Rng::seed_from_u64($m));
                assert!(p.mul(&n.to_u64_digits()).is_identity());
            }

            #[test]
            fn points_form_a_group() {
                group_laws::<G>(&mut ChaCha8Rng::seed_from_u64($m));
                subgroup::<G>();
                encodings::<G>(&mut ChaCha8Rng::seed_from_u64($m));
            }

            #[test]
            fn the_pairing_is_bilinear() {
                bilinear::<$pairing>(&mut ChaCha8Rng::seed_from_u64($m));
            }

            #[test]
            fn batches_agree_with_single_pairings() {
                for n in $batch {
                    batches::<$pairing>(&mut ChaCha8Rng::seed_from_u64($m), n);
                }
            }
        }
    };
}

pairing!(eta_f3_97, EtaF3m97, 97, 1, 7_u64, [0, 1, 5, 70, 300]);
pairing!(eta_f3_167, EtaF3m167, 167, 1, 7_u64, [1, 33]);
pairing!(eta_f3_193, EtaF3m193, 193, -1, 1_u64, [2]);
pairing!(eta_f3_239, EtaF3m239, 239, -1, 1_u64, [2]);
pairing!(eta_f3_313, EtaF3m313, 313, 1, 7 * 37561 * 477013_u64, [2]);
pairing!(eta_f3_509, EtaF3m509, 509, -1, 7_u64, [1]);
