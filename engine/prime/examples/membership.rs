//! How long it takes to test that many points lie in the subgroup, at once and one by one: nanoseconds a point on one
//! thread, the least of five runs in turn. Beside it the same of decompression without that test.
//!
//! `cargo run --release -p pairforge-prime --example membership`

use pairforge_interface::Group;
use pairforge_prime::ate::Bls12381;
use pairforge_prime::curve::Affine;
use pairforge_prime::groups::{G1, G2, Point, Subgroup};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

const RUNS: usize = 5;

/// Nanoseconds that this thread was on a processor so far: what other programs take does not count.
fn on_processor() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Nanoseconds that `work` takes for each of so many points.
fn time(points: usize, work: impl FnOnce() -> bool) -> u64 {
    let start = on_processor();
    assert!(black_box(work()));
    (on_processor() - start) / points as u64
}

fn row<G: Subgroup>(name: &str, count: usize) {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let g = Point::<G>::generator();
    let multiples = std::iter::successors(Some(g), |point| Some(point.add(&g)));
    let points: Vec<Affine<G>> = multiples.take(count).map(|point| *point.affine()).collect();
    let encoded: Vec<_> = points.iter().map(Affine::to_compressed).collect();
    let mut least = [u64::MAX; 4];
    for _ in 0..RUNS {
        let times = [
            time(count, || points.iter().all(|point| Point::from_affine(*point).is_ok())),
            time(count, || Point::from_affine_all(&points, 1, &mut rng).is_ok()),
            time(count, || encoded.iter().all(|bytes| Affine::<G>::from_compressed(bytes).is_ok())),
            time(count, || Affine::<G>::from_compressed_each(&encoded, 1).iter().all(Result::is_ok)),
        ];
        least = std::array::from_fn(|i| least[i].min(times[i]));
    }
    for (what, [each, all]) in [("tests", [least[0], least[1]]), ("decompression", [least[2], least[3]])] {
        let faster = each as f64 / all as f64;
        println!(
            "{name} {count:6} points, {what:13}: each {each:6}, at once {all:6}: {faster:.2} times as fast"
        );
    }
}

fn main() {
    for count in [128, 256, 1 << 10, 1 << 12, 1 << 14] {
        row::<G1<Bls12381>>("G1", count);
        row::<G2<Bls12381>>("G2", count);
    }
}
