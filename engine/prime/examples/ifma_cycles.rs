//! Time-stamp cycles of the pairings in AVX-512 IFMA and of what they are made of: the least of many runs.
//!
//! `cargo run --release -p pairforge-prime --example ifma_cycles`

#[cfg(target_arch = "x86_64")]
mod x86 {
    use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462, TwistPoint};
    use pairforge_prime::ifma::{self, InLanes};
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

    fn print<C: InLanes<L, N>, const L: usize, const N: usize>() {
        let pair = (C::G1, TwistPoint { x: C::G2.0, y: C::G2.1 });
        let f = ifma::miller_loop::<C, L, N>(&[pair]);
        println!(
            "{:<14} Miller loop {:>7}, of 8 pairs {:>8}, final exponentiation {:>7}, pairing {:>7}",
            C::NAME,
            cycles(|| ifma::miller_loop::<C, L, N>(black_box(&[pair]))),
            cycles(|| ifma::miller_loop::<C, L, N>(black_box(&[pair; 8]))),
            cycles(|| ifma::final_exponentiation::<C, L, N>(black_box(&f))),
            cycles(|| ifma::product::<C, L, N>(black_box(&[pair]))),
        );
    }

    /// Prints a line for each operation, in cycles and in cycles for each of its IFMA instructions.
    fn print_operations<C: InLanes<L, N>, const L: usize, const N: usize>() {
        const TIMES: u64 = 200;
        for operation in ifma::operations::<C, L, N>() {
            let all = cycles(|| (operation.times)(TIMES as usize)) as f64 / TIMES as f64;
            let instructions = operation.units * (2 * L * L) as u64;
            println!(
                "{:<14} {:<22} {all:>6.0}, {:.2} for each of {instructions} instructions",
                C::NAME,
                operation.name,
                all / instructions as f64,
            );
        }
    }

    /// Prints lines for each curve.
    pub fn run() {
        print::<Bls12381, 8, 6>();
        print::<Bn254, 5, 4>();
        print::<Bn258, 6, 5>();
        print::<Bn462, 9, 8>();
        print_operations::<Bls12381, 8, 6>();
        print_operations::<Bn254, 5, 4>();
    }
}

fn main() {
    #[cfg(target_arch = "x86_64")]
    x86::run();
}
