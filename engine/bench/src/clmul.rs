//! The peak of this machine's carry-less multiplier.

/// 64-bit carry-less products a nanosecond, at best, with the widest instruction that the engine may use here; `None`
/// where it has none.
#[must_use]
pub fn products_per_ns() -> Option<f64> {
    #[cfg(target_arch = "x86_64")]
    {
        use pairforge_engine::cpu::{Level, level};
        match level() {
            Level::Portable => None,
            // SAFETY: the level says that the processor has the instructions; so below. All that have PCLMULQDQ and BMI2
            // have AVX.
            Level::Base | Level::Avx2 => Some(best(1.0, |n| unsafe { x86::narrow(n) })),
            // SAFETY: as above.
            Level::Vpclmulqdq => Some(best(2.0, |n| unsafe { x86::wide(n) })),
            // SAFETY: as above.
            Level::Avx512 => Some(best(4.0, |n| unsafe { x86::widest(n) })),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// 64-bit carry-less products that the multiplier does for one eta_T pairing over F_2^239: alone, and in a batch.
#[must_use]
pub fn products_per_pairing() -> (f64, f64) {
    use pairforge_engine::binary::clmul_instructions_per_pairing;
    use pairforge_engine::cpu::{Level, level};
    let lanes = match level() {
        Level::Portable | Level::Base | Level::Avx2 => 1.0,
        Level::Vpclmulqdq => 2.0,
        Level::Avx512 => 4.0,
    };
    let (one, batch) = clmul_instructions_per_pairing(level());
    (lanes * one, lanes * batch)
}

/// Instructions that one iteration of a loop below issues.
#[cfg(target_arch = "x86_64")]
const UNROLLED: u32 = 8;

#[cfg(target_arch = "x86_64")]
fn best(products: f64, run: impl Fn(u32)) -> f64 {
    const ITERATIONS: u32 = 20_000;
    let time = || {
        let began = std::time::Instant::now();
        run(ITERATIONS);
        began.elapsed().as_nanos() as f64
    };
    let least = (0..50).map(|_| time()).fold(f64::INFINITY, f64::min);
    products * f64::from(ITERATIONS * UNROLLED) / least
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::asm;

    /// Eight independent products an iteration: enough to hide the latency, so that throughput is what is measured.
    macro_rules! peak {
        ($name:ident, $feature:literal, $instruction:literal, $register:literal) => {
            #[target_feature(enable = $feature)]
            pub fn $name(iterations: u32) {
                // SAFETY: touches the declared registers only.
                unsafe {
                    asm!(
                        "2:",
                        concat!($instruction, " ", $register, "0, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "1, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "2, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "3, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "4, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "5, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "6, ", $register, "8, ", $register, "9, 0"),
                        concat!($instruction, " ", $register, "7, ", $register, "8, ", $register, "9, 0"),
                        "dec {n:e}",
                        "jnz 2b",
                        n = inout(reg) iterations => _,
                        out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _,
                        out("xmm4") _, out("xmm5") _, out("xmm6") _, out("xmm7") _,
                        options(nomem, nostack),
                    );
                }
            }
        };
    }

    peak!(narrow, "avx,pclmulqdq", "vpclmulqdq", "xmm");
    peak!(wide, "avx2,vpclmulqdq", "vpclmulqdq", "ymm");
    peak!(widest, "avx512f,vpclmulqdq", "vpclmulqdq", "zmm");
}
