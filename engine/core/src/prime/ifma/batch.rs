//! Many independent pairings: eight at once, one a lane, through the towers' own formulas.

use super::curve::InLanes;
use super::eight::Eight;
use super::pairing::{assert_available, product};
use super::radix::Radix52;
use crate::prime::ate::{self, Pair, Term, TwistPoint};
use crate::prime::tower::{Fp2, Fp6, Fp12};

/// With fewer pairings than this, one after another is faster than eight at once.
const WORTH_EIGHT: usize = 5;

/// The pairing of each pair.
///
/// # Panics
/// If `pairs` and `out` differ in length, or the processor lacks AVX-512 IFMA.
pub fn batch<C: InLanes<L, N>, const L: usize, const N: usize>(
    pairs: &[Pair<C::Fp, C>],
    out: &mut [Fp12<C::Fp, C>],
) {
    assert_eq!(pairs.len(), out.len());
    assert_available();
    // The comparison of sums with 2 p by their top words needs one in p.
    let comparable = const { C::Params::P[L - 1] != 0 };
    for (pairs, out) in pairs.chunks(8).zip(out.chunks_mut(8)) {
        if comparable && pairs.len() >= WORTH_EIGHT {
            // SAFETY: the processor has the instructions.
            unsafe { eight::<C, L, N>(pairs, out) };
        } else {
            for (pair, e) in pairs.iter().zip(out) {
                *e = product::<C, L, N>(core::slice::from_ref(pair));
            }
        }
    }
}

/// Up to eight pairings.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn eight<C: InLanes<L, N>, const L: usize, const N: usize>(
    pairs: &[Pair<C::Fp, C>],
    out: &mut [Fp12<C::Fp, C>],
) {
    let gather = |coordinate: fn(&Pair<C::Fp, C>) -> C::Fp| {
        // Idle lanes repeat the first pair.
        let mut elements = [coordinate(&pairs[0]); 8];
        for (element, pair) in elements.iter_mut().zip(pairs) {
            *element = coordinate(pair);
        }
        Eight::<C::Params, L, N>::enter(&elements)
    };
    let p = (gather(|(p, _)| p.0), gather(|(p, _)| p.1));
    let q: TwistPoint<_, C> = TwistPoint {
        x: Fp2::new(gather(|(_, q)| q.x.c[0]), gather(|(_, q)| q.x.c[1])),
        y: Fp2::new(gather(|(_, q)| q.y.c[0]), gather(|(_, q)| q.y.c[1])),
    };
    let f = ate::miller_loop(&mut [Term::new(p, q)]);
    let e = ate::final_exponentiation(&f);
    let lanes = e.c.map(|half| half.c.map(|c| c.c.map(|c| c.leave())));
    for (lane, e) in out.iter_mut().enumerate() {
        let element = |h: usize, k: usize| Fp2::new(lanes[h][k][0][lane], lanes[h][k][1][lane]);
        *e = Fp12 { c: [0, 1].map(|h| Fp6 { c: [0, 1, 2].map(|k| element(h, k)) }) };
    }
}
