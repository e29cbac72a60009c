//! Time-stamp cycles of the pairings in AVX-512 IFMA: the least of many runs.
//!
//! `cargo run --release -p pairforge-engine --example ifma_cycles`

#[cfg(all(target_arch = "x86_64", feature = "prime"))]
mod x86 {
    use pairforge_engine::prime::ifma::{self, Curve};
    use pairforge_engine::prime::{BaseField, Fp, params};
    use std::arch::x86_64::_rdtsc;
    use std::hint::black_box;

    /// The least number of cycles that `f` takes.
    fn cycles<T>(mut f: impl FnMut() -> T) -> u64 {
        (0..300)
            .map(|_| {
                // SAFETY: every x86-64 processor has the instruction.
                let start = unsafe { _rdtsc() };
                black_box(f());
                // SAFETY: as above.
                unsafe { _rdtsc() - start }
            })
            .min()
            .unwrap_or(0)
    }

    fn print<F: Curve<L, N>, const L: usize, const N: usize>(name: &str) {
        // Any coordinates take as long as those of a point.
        let p = [Fp::<F, N>::ONE, Fp::ONE.double()];
        let q = [[p[1], p[0]], [p[0], p[1]]];
        let f = ifma::miller_loop::<F, L, N>(&[(p, q)]);
        println!(
            "{name:<12} Miller loop {:>7}, of 8 pairs {:>8}, final exponentiation {:>7}, pairing {:>7}",
            cycles(|| ifma::miller_loop::<F, L, N>(black_box(&[(p, q)]))),
            cycles(|| ifma::miller_loop::<F, L, N>(black_box(&[(p, q); 8]))),
            cycles(|| ifma::final_exponentiation::<F, L, N>(black_box(&f))),
            cycles(|| ifma::product::<F, L, N>(black_box(&[(p, q)]))),
        );
    }

    pub fn run() {
        print::<params::Bls381Base, 8, 6>("bls12-381");
        print::<params::Bn254Base, 5, 4>("bn254");
        print::<params::Bn258Base, 6, 5>("bn258");
        print::<params::Bn462Base, 9, 8>("bn462");
    }
}

fn main() {
    #[cfg(all(target_arch = "x86_64", feature = "prime"))]
    x86::run();
}
