//! Sums of many multiples on G1 and G2 of BLS12-381, beside blst's, on one thread and on all cores, and by a table of the
//! points: the same points and scalars for all.

use crate::blst_groups::{g1, g2};
use crate::rounds::{Clock, least};
use blst::{
    MultiPoint, blst_p1, blst_p1_affine, blst_p1_deserialize, blst_p1s_mult_pippenger,
    blst_p1s_mult_pippenger_scratch_sizeof, blst_p2, blst_p2_affine, blst_p2_deserialize,
    blst_p2s_mult_pippenger, blst_p2s_mult_pippenger_scratch_sizeof,
};
use pairforge_engine::prime::ate::Bls12381;
use pairforge_engine::prime::curve::normalize_all;
use pairforge_engine::prime::groups::{G1, G2, Point, Subgroup};
use pairforge_engine::{Group, cpu};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Duration;

/// Bits of a scalar.
const BITS: usize = 255;
/// Bytes of a scalar.
const BYTES: usize = 32;

/// A group of blst.
pub trait Theirs: Subgroup {
    /// Affine points.
    type Affine: Copy + Send + Sync + 'static;
    /// Sums of them.
    type Sum;

    /// A point from its uncompressed encoding.
    fn decode(bytes: &[u8]) -> Self::Affine;
    /// The uncompressed encoding of a sum.
    fn encode(sum: &Self::Sum) -> Vec<u8>;
    /// The sum on one thread; `scalars` in little-endian bytes.
    fn sum(points: &[Self::Affine], scalars: &[u8], scratch: &mut Vec<u64>) -> Self::Sum;
    /// The sum on all cores.
    fn sum_on_all_cores(points: &[Self::Affine], scalars: &[u8]) -> Self::Sum;
}

macro_rules! theirs {
    ($group:ty, $affine:ident, $sum:ident, $decode:ident, $module:ident, $mult:ident, $scratch:ident) => {
        impl Theirs for $group {
            type Affine = $affine;
            type Sum = $sum;

            fn decode(bytes: &[u8]) -> $affine {
                let mut point = $affine::default();
                // SAFETY: both point to values of the right type and length.
                let status = unsafe { $decode(&mut point, bytes.as_ptr()) };
                assert_eq!(status, blst::BLST_ERROR::BLST_SUCCESS);
                point
            }

            fn encode(sum: &$sum) -> Vec<u8> {
                $module::serialize(&$module::affine(sum)).to_vec()
            }

            fn sum(points: &[$affine], scalars: &[u8], scratch: &mut Vec<u64>) -> $sum {
                let mut sum = $sum::default();
                // By blst's convention, a NULL after the first pointer says that what it points to lies in a row.
                let (ps, ks) = ([points.as_ptr(), std::ptr::null()], [scalars.as_ptr(), std::ptr::null()]);
                // SAFETY: there are as many scalars as points, and as much scratch as blst asks for.
                unsafe {
                    scratch.resize($scratch(points.len()).div_ceil(8), 0);
                    $mult(&mut sum, ps.as_ptr(), points.len(), ks.as_ptr(), BITS, scratch.as_mut_ptr());
                }
                sum
            }

            fn sum_on_all_cores(points: &[$affine], scalars: &[u8]) -> $sum {
                points.mult(scalars, BITS)
            }
        }
    };
}

theirs!(
    G1<Bls12381>,
    blst_p1_affine,
    blst_p1,
    blst_p1_deserialize,
    g1,
    blst_p1s_mult_pippenger,
    blst_p1s_mult_pippenger_scratch_sizeof
);
theirs!(
    G2<Bls12381>,
    blst_p2_affine,
    blst_p2,
    blst_p2_deserialize,
    g2,
    blst_p2s_mult_pippenger,
    blst_p2s_mult_pippenger_scratch_sizeof
);

/// A row of the table: both libraries' time, on one thread and on all cores.
fn row<G: Theirs>(name: &str, log: u32, budget: Duration) -> Value {
    let terms = 1 << log;
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let points: Vec<Point<G>> = multiples(terms);
    let theirs: Vec<_> = points.iter().map(|point| G::decode(&point.to_uncompressed())).collect();
    let mut bytes = vec![0; BYTES * terms];
    rng.fill_bytes(&mut bytes);
    // Below r.
    bytes.iter_mut().skip(BYTES - 1).step_by(BYTES).for_each(|top| *top &= 0x3f);
    let word = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
    let limbs: Vec<u64> = bytes.chunks_exact(8).map(word).collect();
    let scalars: Vec<_> = limbs.chunks_exact(BYTES / 8).collect();
    let mut scratch = Vec::new();
    let ours = |threads| {
        black_box(Point::multi_mul_vartime(&points, &scalars, threads));
    };
    let table = Point::fixed_bases(&points, usize::MAX, 0).expect("room without bound");
    let by_table = |threads| {
        black_box(table.multi_mul_vartime(&scalars, threads));
    };
    let [one, blst_one, all, blst_all, table_one, table_all] = least(
        [
            (Clock::Thread, &mut || ours(1)),
            (Clock::Thread, &mut || drop(black_box(G::sum(&theirs, &bytes, &mut scratch)))),
            (Clock::Wall, &mut || ours(0)),
            (Clock::Wall, &mut || drop(black_box(G::sum_on_all_cores(&theirs, &bytes)))),
            (Clock::Thread, &mut || by_table(1)),
            (Clock::Wall, &mut || by_table(0)),
        ],
        budget,
    );
    let ratio = |a: f64, b: f64| json!((a / b * 1e3).round() / 1e3);
    json!({
        "group": name, "terms": terms,
        "ns": one.round(), "blst_ns": blst_one.round(), "ratio": ratio(one, blst_one),
        "all_cores_ns": all.round(), "blst_all_cores_ns": blst_all.round(),
        "all_cores_ratio": ratio(all, blst_all),
        "table_bytes": table.bytes(), "table_ns": table_one.round(), "all_cores_table_ns": table_all.round(),
        "table_to_plain": ratio(table_one, one), "all_cores_table_to_plain": ratio(table_all, all),
    })
}

/// i P for i = 1 to `count`.
#[must_use]
pub fn multiples<G: Subgroup>(count: usize) -> Vec<Point<G>> {
    let p = Point::<G>::generator();
    let all = core::iter::successors(Some(p.affine().to_jacobian()), |sum| Some(sum.add_affine(p.affine())));
    let affine = normalize_all(&all.take(count).collect::<Vec<_>>());
    affine.into_iter().map(|point| Point::from_affine(point).expect("a multiple")).collect()
}

/// The table: numbers of terms are powers of 2; about `budget` for each row.
#[must_use]
pub fn table(logs: &[u32], budget: Duration) -> Value {
    let rows = logs.iter().flat_map(|log| {
        eprintln!("sums of 2^{log} multiples");
        [row::<G1<Bls12381>>("G1", *log, budget), row::<G2<Bls12381>>("G2", *log, budget)]
    });
    json!({
        "rows": rows.collect::<Vec<_>>(),
        "cores": std::thread::available_parallelism().map_or(1, usize::from),
        "cpu": cpu::level().name(),
    })
}
