//! The pairings of other libraries, each as its crate builds it by default.

use crate::blst_bls12_381::{final_exponentiation, generators, miller, miller_n};
use crate::{Task, What};
use std::hint::black_box;

/// The name of what all times are compared with.
pub const YARDSTICK: &str = "blst bls12-381 pairing";

fn blst_tasks() -> Vec<Task> {
    let name = "blst bls12-381";
    let (p, q) = generators();
    let f = miller(&p, &q);
    let product = |n: usize| {
        let (ps, qs) = (vec![p; n], vec![q; n]);
        move || {
            black_box(final_exponentiation(&miller_n(&ps, &qs)));
        }
    };
    vec![
        // The yardstick.
        Task::new(name, What::Pair, 1, move || {
            black_box(final_exponentiation(&miller(black_box(&p), black_box(&q))));
        }),
        Task::new(name, What::Miller, 1, move || {
            black_box(miller(black_box(&p), black_box(&q)));
        }),
        Task::new(name, What::Final, 1, move || {
            black_box(final_exponentiation(black_box(&f)));
        }),
        Task::new(name, What::Product2, 1, product(2)),
        Task::new(name, What::Product8, 1, product(8)),
    ]
}

fn arkworks<E: ark_ec::pairing::Pairing>(name: &str) -> Vec<Task> {
    use ark_ec::AffineRepr;
    let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
    let f = E::miller_loop(p, q);
    let product = |n: usize| {
        move || {
            let _ = black_box(E::multi_pairing(vec![p; n], vec![q; n]));
        }
    };
    vec![
        Task::new(name, What::Pair, 1, move || {
            let _ = black_box(E::pairing(black_box(p), black_box(q)));
        }),
        Task::new(name, What::Miller, 1, move || {
            let _ = black_box(E::miller_loop(black_box(p), black_box(q)));
        }),
        Task::new(name, What::Final, 1, move || {
            let _ = black_box(E::final_exponentiation(black_box(f)));
        }),
        Task::new(name, What::Product2, 1, product(2)),
        Task::new(name, What::Product8, 1, product(8)),
    ]
}

fn zkcrypto() -> Vec<Task> {
    use bls12_381::{G1Affine, G2Affine, G2Prepared, multi_miller_loop, pairing};
    let name = "zkcrypto bls12-381";
    let (p, q) = (G1Affine::generator(), G2Affine::generator());
    let f = multi_miller_loop(&[(&p, &G2Prepared::from(q))]);
    let product = |n: usize| {
        move || {
            let prepared: Vec<_> = (0..n).map(|_| G2Prepared::from(black_box(q))).collect();
            let terms: Vec<_> = prepared.iter().map(|q| (&p, q)).collect();
            black_box(multi_miller_loop(&terms).final_exponentiation());
        }
    };
    vec![
        Task::new(name, What::Pair, 1, move || {
            black_box(pairing(black_box(&p), black_box(&q)));
        }),
        Task::new(name, What::Miller, 1, move || {
            black_box(multi_miller_loop(&[(&p, &G2Prepared::from(black_box(q)))]));
        }),
        Task::new(name, What::Final, 1, move || {
            black_box(black_box(f).final_exponentiation());
        }),
        Task::new(name, What::Product2, 1, product(2)),
        Task::new(name, What::Product8, 1, product(8)),
    ]
}

/// Everything of the other libraries, the yardstick first.
#[must_use]
pub fn tasks() -> Vec<Task> {
    let mut all = blst_tasks();
    all.extend(arkworks::<ark_bls12_381::Bls12_381>("arkworks bls12-381"));
    all.extend(zkcrypto());
    all.extend(arkworks::<ark_bn254::Bn254>("arkworks bn254"));
    all
}
