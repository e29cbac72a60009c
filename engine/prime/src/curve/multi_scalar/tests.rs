//! Every method, with every window, on curves small enough that all kinds of coincidences happen.

use super::super::{Affine, Curve, Jacobian};
use super::splitting::{Images, Splitting};
use super::windows::Layout;
use super::{BucketPlan, FixedBases, Form, buckets, interleaved};
use crate::{Fp, PrimeParams};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// F_103.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tiny {}

impl PrimeParams<1> for Tiny {
    const NAME: &'static str = "tiny";
    const MODULUS: [u64; 1] = [103];
}

macro_rules! tiny_curves {
    ($($name:ident: $a:literal, $b:literal;)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Curve for $name {
            type Field = Fp<Tiny, 1>;
            const A: Fp<Tiny, 1> = Fp::small($a);
            const A_IS_ZERO: bool = $a == 0;
            const B: Fp<Tiny, 1> = Fp::small($b);
        }
    )*};
}

// With points of order 2, and one with the point (0, 0).
tiny_curves!(Zero: 0, 5; ZeroEven: 0, 1; One: 1, 0;);

fn points<C: Curve<Field = Fp<Tiny, 1>>>() -> Vec<Affine<C>> {
    let field: Vec<_> = (0..103).map(Fp::from_u64).collect();
    let finite = field.iter().flat_map(|x| field.iter().filter_map(|y| Affine::new(*x, *y)));
    core::iter::once(Affine::IDENTITY).chain(finite).collect()
}

fn all_methods<C: Curve<Field = Fp<Tiny, 1>>>(rng: &mut ChaCha20Rng) {
    let all = points::<C>();
    let mut below = |n: usize| rng.next_u32() as usize % n;
    for (terms, values) in [(0, 1), (1, 300), (2, 2), (3, 3), (17, 1000), (150, 4), (150, 1 << 20)] {
        let few = if below(2) == 0 { 2 } else { all.len() };
        let points: Vec<_> = (0..terms).map(|_| all[below(all.len()) % few]).collect();
        let scalars: Vec<_> = (0..terms).map(|_| [below(values) as u64, 0]).collect();
        // Some of two limbs, some of one, some of none.
        let scalars: Vec<_> =
            scalars.iter().map(|s| if s[0] == 0 { &[][..] } else { &s[..1 + below(2)] }).collect();
        let sum = points
            .iter()
            .zip(&scalars)
            .fold(Jacobian::IDENTITY, |sum, (point, scalar)| sum.add(&point.mul_vartime(scalar)));
        let splitting = Splitting::whole(&scalars);
        for window in 2..=interleaved::WIDEST {
            let found = interleaved::sum(&points, &scalars, &splitting, &Images::NONE, window);
            assert_eq!(found, sum, "{terms} terms, odd digits of {window} bits");
        }
        for (bits, window, powers) in [(1, 2, 1), (3, 2, 2), (8, 3, 2), (20, 4, 6), (32, 5, 3), (64, 9, 8)] {
            let layout = Layout::new(bits, window, powers);
            let table = FixedBases::of_layout(&points, bits, layout, Form::PLAIN, 2);
            for (held, threads) in [(1 << 10, 1), (7, 1), (64, 3)] {
                let found = table.sum_in_blocks(&scalars, held, threads);
                assert_eq!(found, sum, "{terms} terms of {bits} bits, {layout:?}");
            }
        }
        for window in 2..12 {
            for (held, threads) in [(1 << 10, 1), (7, 1), (64, 3)] {
                let layout = Layout::new(splitting.bits, window, 1);
                let plan = BucketPlan { layout, held, form: Form::PLAIN };
                let found = buckets::sum(&points, &scalars, &splitting, &Images::NONE, plan, threads);
                assert_eq!(found, sum, "{terms} terms, window {window}");
            }
        }
    }
}

#[test]
fn every_method_gives_the_sum() {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    for _ in 0..10 {
        all_methods::<Zero>(&mut rng);
        all_methods::<ZeroEven>(&mut rng);
        all_methods::<One>(&mut rng);
    }
}
