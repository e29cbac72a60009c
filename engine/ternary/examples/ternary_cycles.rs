//! Time of the eta_T pairings in characteristic three: the quietest of many runs, one core.
//!
//! `cargo run --release --example ternary_cycles` prints nanoseconds of a pairing, its Miller loop and final
//! exponentiation, and of each in a batch of 1,024 (over F_3^97). `PAIRFORGE_ENGINE_CPU` forces a level of instructions.

use pairforge_interface::{Group, Pairing, Target, cpu};
use pairforge_ternary::{EtaF3m97, EtaF3m167, EtaF3m193, EtaF3m239, EtaF3m313, EtaF3m509};
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds of the quietest run of `f`.
fn quietest<T>(runs: usize, mut f: impl FnMut() -> T) -> u128 {
    let time = |f: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        black_box(f());
        start.elapsed().as_nanos()
    };
    (0..runs).map(|_| time(&mut f)).min().expect("at least one run")
}

fn measure<P: Pairing>(batch: usize) {
    let (p, q) = (P::G1::generator(), P::G2::generator().double());
    let pair = quietest(500, || P::pair(black_box(&p), black_box(&q)));
    let miller = quietest(500, || P::miller_loop(black_box(&p), black_box(&q)));
    let f = P::miller_loop(&p, &q);
    let exponentiation = quietest(500, || P::final_exponentiation(black_box(&f)));
    print!("{:12} {pair:>9} ns, Miller {miller:>9}, final exponentiation {exponentiation:>9}", P::NAME);
    if batch > 0 {
        let terms = vec![(p, q); batch];
        let mut out = vec![P::Gt::one(); batch];
        let each = quietest(5, || P::batch(black_box(&terms), &mut out)) / batch as u128;
        print!(", in a batch {each:>9}");
    }
    println!();
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("97") {
        return measure::<EtaF3m97>(1024);
    }
    println!("level {}", cpu::level().name());
    measure::<EtaF3m97>(1024);
    measure::<EtaF3m167>(0);
    measure::<EtaF3m193>(0);
    measure::<EtaF3m239>(0);
    measure::<EtaF3m313>(0);
    measure::<EtaF3m509>(0);
}
