//! The lanes against the towers.

use super::InLanes;
use super::convert::{enter_fp12, leave_fp12};
use super::{cyclotomic, fp12};
use crate::tower::{Fp2, Fp6, Fp12};
use crate::{Fp, ate};
use pairforge_interface::cpu;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

fn towers_agree<C: InLanes<L, N>, const L: usize, const N: usize>() {
    if cpu::detected() < cpu::Level::Avx512 {
        return;
    }
    let mut rng = ChaCha20Rng::seed_from_u64(L as u64);
    for _ in 0..50 {
        let mut fp2 = || Fp2::<C::Fp, C>::new(Fp::random(&mut rng), Fp::random(&mut rng));
        let mut fp12 =
            || Fp12::<C::Fp, C> { c: core::array::from_fn(|_| Fp6 { c: core::array::from_fn(|_| fp2()) }) };
        let [f, g] = [fp12(), fp12()];
        // SAFETY: the processor has the instructions.
        unsafe {
            let [x, y] = [&f, &g].map(|f| enter_fp12::<C, L, N>(f));
            assert_eq!(leave_fp12::<C, L, N>(&x), f, "enter and leave");
            assert_eq!(
                leave_fp12::<C, L, N>(&fp12::mul::<C::Params, L>(&x, &y)),
                f.mul(&g),
                "{} product",
                C::NAME
            );
            assert_eq!(
                leave_fp12::<C, L, N>(&fp12::square::<C::Params, L>(&x)),
                f.square(),
                "{} square",
                C::NAME
            );
            let easy = f.conjugate().mul(&f.invert());
            let easy = easy.frobenius(2).mul(&easy);
            let lanes = enter_fp12::<C, L, N>(&easy);
            for count in 0..12 {
                let mut expected = easy;
                (0..count).for_each(|_| expected = expected.square());
                let power = cyclotomic::squares::<C::Params, L>(&lanes, count);
                assert_eq!(leave_fp12::<C, L, N>(&power), expected, "{} cyclotomic {count}", C::NAME);
            }
            for j in 1..4 {
                let image = fp12::frobenius::<C::Params, L>(&x, j, &C::FROBENIUS_TABLES);
                assert_eq!(leave_fp12::<C, L, N>(&image), f.frobenius(j), "{} frobenius", C::NAME);
            }
            assert_eq!(
                leave_fp12::<C, L, N>(&fp12::conjugate::<C::Params, L>(&x)),
                f.conjugate(),
                "{} conjugate",
                C::NAME
            );
            for (twist, power) in [(ate::Twist::D, 1), (ate::Twist::M, 2)] {
                let mut h = Fp12::<C::Fp, C>::ZERO;
                h.c[0].c[0] = g.c[0].c[0];
                h.c[1].c[1] = g.c[1].c[1];
                h.c[power % 2].c[power / 2] = g.c[power % 2].c[power / 2];
                let at: &super::vector::Order =
                    &if power == 1 { [0, 1, 0, 1, 0, 1, 0, 1] } else { [4, 5, 4, 5, 4, 5, 4, 5] };
                let line = fp12::Line { quartic: y.a, quadratic: super::vector::permuted(&y.bc, at) };
                let product = fp12::mul_by_line::<C::Params, L>(&x, &line, twist);
                assert_eq!(leave_fp12::<C, L, N>(&product), f.mul(&h), "{} line {power}", C::NAME);
            }
        }
    }
}

#[test]
fn towers_agree_with_single_elements() {
    towers_agree::<ate::Bls12381, 8, 6>();
    towers_agree::<ate::Bn258, 6, 5>();
    towers_agree::<ate::Bn254, 5, 4>();
    towers_agree::<ate::Bn462, 9, 8>();
}
