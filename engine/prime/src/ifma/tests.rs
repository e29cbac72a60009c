//! The lanes against single elements of F_p2.

use super::convert::{enter, leave};
use super::lanes::{self, Term};
use super::radix::Radix52;
use crate::{BaseField, Fp, PrimeParams, params};
use pairforge_interface::cpu;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

type Pair<F, const N: usize> = [Fp<F, N>; 2];

fn random_pairs<F: PrimeParams<N>, const N: usize>(rng: &mut ChaCha20Rng) -> [Pair<F, N>; 8] {
    core::array::from_fn(|_| [Fp::random(rng), Fp::random(rng)])
}

/// Products, and sums of products of permuted lanes, are those of single elements.
fn products_agree<F: Radix52<L> + PrimeParams<N>, const L: usize, const N: usize>() {
    if cpu::detected() < cpu::Level::Avx512 {
        return;
    }
    let mut rng = ChaCha20Rng::seed_from_u64(L as u64);
    for _ in 0..50 {
        let [a, b, c] = [(); 3].map(|()| random_pairs::<F, N>(&mut rng));
        let term = Term { left: [3, 9, 4, 0, 15, 7, 2, 12], right: [1, 2, 10, 8, 0, 4, 14, 6] };
        // SAFETY: the processor has the instructions.
        let (product, sum) = unsafe {
            let [la, lb, lc] = [enter::<F, L, N>(&a), enter(&b), enter(&c)].map(|x| x.operand::<F, 1>());
            let product = lanes::mul::<F, L>(&la, &lb);
            let sum = lanes::dot::<F, L>([&la, &lb], [&lb, &lc], &[term, term]);
            (leave::<F, L, N, 8>(&product), leave::<F, L, N, 8>(&sum))
        };
        for k in 0..8 {
            assert_eq!(product[k], Fp::mul2(&a[k], &b[k]), "lane {k}");
            let lane = |first: &[Pair<F, N>; 8], second: &[Pair<F, N>; 8], i: u64| {
                if i < 8 { first[i as usize] } else { second[i as usize - 8] }
            };
            let once = Fp::mul2(&lane(&a, &b, term.left[k]), &lane(&b, &c, term.right[k]));
            assert_eq!(sum[k], once.map(|x| x.double()), "lane {k}");
        }
    }
}

#[test]
fn products_agree_with_single_elements() {
    products_agree::<params::Bn254Base, 5, 4>();
    products_agree::<params::Bn258Base, 6, 5>();
    products_agree::<params::Bls12381Base, 8, 6>();
    products_agree::<params::Bn462Base, 9, 8>();
}
