//! Which instructions the engine may use: what the processor has, less what the environment forbids.
//!
//! `PAIRFORGE_ENGINE_CPU` names the widest level allowed (`portable`, `base`, `avx2`, `vpclmulqdq`, `avx512`), so
//! that every path can be forced and tested on one machine. It is read once. A level that the processor lacks is never used. Without the feature
//! `std` there is neither an environment nor a way to ask the processor: the level is `portable`.

#[cfg(feature = "std")]
use std::sync::OnceLock;

/// Levels of instructions, each with all that those before it have. Portable code is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Rust only: no feature beyond the target's baseline, constant time on secrets.
    Portable,
    /// x86-64 with PCLMULQDQ, SSSE3, SSE4.1, BMI2 and ADX: carry-less products and two carry chains. 64-bit Arm with NEON
    /// and PMULL: carry-less products and registers of 128 bits.
    Base,
    /// x86-64: also AVX2 and FMA, which prime fields and characteristic three use (Intel from Broadwell on, AMD from Zen on).
    Avx2,
    /// x86-64: also VPCLMULQDQ on 256 bits, for characteristic two (Intel from Ice Lake on, AMD from Zen 3 on).
    Vpclmulqdq,
    /// x86-64: also AVX-512 F, VL, BW, DQ, VBMI, VBMI2 and IFMA, VPCLMULQDQ on 512 bits, GFNI.
    Avx512,
}

impl Level {
    /// All levels, narrowest first.
    pub const ALL: [Level; 5] = [Level::Portable, Level::Base, Level::Avx2, Level::Vpclmulqdq, Level::Avx512];

    /// The name that `PAIRFORGE_ENGINE_CPU` takes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Base => "base",
            Level::Avx2 => "avx2",
            Level::Vpclmulqdq => "vpclmulqdq",
            Level::Avx512 => "avx512",
        }
    }
}

/// The widest level that this processor has.
#[must_use]
pub fn detected() -> Level {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
    {
        let base = is_x86_feature_detected!("pclmulqdq")
            && is_x86_feature_detected!("ssse3")
            && is_x86_feature_detected!("sse4.1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("adx");
        if !base {
            return Level::Portable;
        }
        if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")) {
            return Level::Base;
        }
        if !is_x86_feature_detected!("vpclmulqdq") {
            return Level::Avx2;
        }
        let wide = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512ifma")
            && is_x86_feature_detected!("gfni");
        if wide { Level::Avx512 } else { Level::Vpclmulqdq }
    }
    #[cfg(all(feature = "std", target_arch = "aarch64", not(miri)))]
    if std::arch::is_aarch64_feature_detected!("neon") && std::arch::is_aarch64_feature_detected!("aes") {
        return Level::Base;
    }
    #[cfg(not(all(feature = "std", target_arch = "x86_64", not(miri))))]
    Level::Portable
}

/// The level in use: the widest that the processor has and `PAIRFORGE_ENGINE_CPU` allows.
///
/// # Panics
/// If `PAIRFORGE_ENGINE_CPU` is set to something that names no level.
#[cfg(feature = "std")]
#[must_use]
pub fn level() -> Level {
    static LEVEL: OnceLock<Level> = OnceLock::new();
    *LEVEL.get_or_init(|| {
        let allowed = match std::env::var("PAIRFORGE_ENGINE_CPU") {
            Err(_) => Level::Avx512,
            Ok(name) => *Level::ALL.iter().find(|l| l.name() == name).unwrap_or_else(|| {
                panic!(
                    "PAIRFORGE_ENGINE_CPU is {name:?}; it takes portable, base, avx2, vpclmulqdq or avx512"
                )
            }),
        };
        allowed.min(detected())
    })
}

/// The level in use.
#[cfg(not(feature = "std"))]
#[must_use]
pub fn level() -> Level {
    detected()
}
