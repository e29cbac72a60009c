//! `lanes`: what four products in F_p take at once in registers of AVX2, p the prime of BLS12-381, beside the engine's own
//! product without AVX-512. Prints nanoseconds of each, the least of many runs.
//!
//! It shows why the engine has no code for AVX2 in large primes: there is only a product of 32-bit words, so of 14 words of 28
//! bits, and carries have no chain. What has 52-bit products goes by lanes (`engine/prime/src/ifma`).

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::*;

    /// Words of an element, of [`BITS`] bits each.
    const WORDS: usize = 14;
    const BITS: usize = 28;
    const MASK: u64 = (1 << BITS) - 1;

    type Lanes = [__m256i; WORDS];

    /// The same integer of six 64-bit words in all lanes.
    #[target_feature(enable = "avx2")]
    fn splat(words: &[u64; 6]) -> Lanes {
        core::array::from_fn(|i| {
            let (word, shift) = (BITS * i / 64, BITS * i % 64);
            let above = words.get(word + 1).map_or(0, |above| above << (63 - shift) << 1);
            _mm256_set1_epi64x(((words[word] >> shift | above) & MASK) as i64)
        })
    }

    /// a b / 2^392 mod p, not below p: the sum of all products of a column, at most 2^61, carries once at the end.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn product(a: &Lanes, b: &Lanes, p: &Lanes, neg_inverse: __m256i) -> Lanes {
        let mask = _mm256_set1_epi64x(MASK as i64);
        let mut t = [_mm256_setzero_si256(); WORDS];
        for b in b {
            for (t, a) in t.iter_mut().zip(a) {
                *t = _mm256_add_epi64(*t, _mm256_mul_epu32(*a, *b));
            }
            let m = _mm256_and_si256(_mm256_mul_epu32(t[0], neg_inverse), mask);
            let low = _mm256_add_epi64(t[0], _mm256_mul_epu32(m, p[0]));
            for i in 1..WORDS {
                t[i - 1] = _mm256_add_epi64(t[i], _mm256_mul_epu32(m, p[i]));
            }
            t[WORDS - 1] = _mm256_setzero_si256();
            t[0] = _mm256_add_epi64(t[0], _mm256_srli_epi64::<{ BITS as i32 }>(low));
        }
        let mut carry = _mm256_setzero_si256();
        t.map(|word| {
            let sum = _mm256_add_epi64(word, carry);
            carry = _mm256_srli_epi64::<{ BITS as i32 }>(sum);
            _mm256_and_si256(sum, mask)
        })
    }

    /// Four times four elements, each multiplied so often by the one behind it.
    pub struct Chain {
        elements: [Lanes; 4],
        p: Lanes,
        neg_inverse: __m256i,
    }

    impl Chain {
        /// From any elements.
        #[target_feature(enable = "avx2")]
        pub fn new(p: &[u64; 6], neg_inverse: u64) -> Self {
            let elements = core::array::from_fn(|i| splat(&[5 * i as u64 + 3; 6]));
            Chain { elements, p: splat(p), neg_inverse: _mm256_set1_epi64x((neg_inverse & MASK) as i64) }
        }

        /// Multiplies.
        #[target_feature(enable = "avx2")]
        pub fn run(&mut self, times: u32) {
            for _ in 0..times {
                for i in 0..4 {
                    let other = self.elements[(i + 1) % 4];
                    self.elements[i] = product(&self.elements[i], &other, &self.p, self.neg_inverse);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn main() {
    use pairforge_engine::prime::ate::Bls12381;
    use pairforge_engine::prime::params::Bls12381Base;
    use pairforge_engine::prime::tower::Tower;
    use pairforge_engine::prime::{BaseField, PrimeParams};
    use std::hint::black_box;
    use std::time::Instant;

    type Fp = <Bls12381 as Tower>::Fp;
    const TIMES: u32 = 100;
    const P: [u64; 6] = Bls12381Base::MODULUS;
    // -1 / p modulo 2^64.
    const NEG_INVERSE: u64 = 0x89f3_fffc_fffc_fffd;
    const { assert!(P[0].wrapping_mul(NEG_INVERSE) == u64::MAX) };
    assert!(is_x86_feature_detected!("avx2"), "this processor has no AVX2");

    // SAFETY: the processor has AVX2; so below.
    let mut lanes = unsafe { avx2::Chain::new(&P, NEG_INVERSE) };
    let mut elements: [Fp; 4] =
        core::array::from_fn(|i| (0..i + 5).fold(Fp::ONE, |a, _| a.double().add(&Fp::ONE)));
    let least = |products: u32, run: &mut dyn FnMut()| {
        let time = |run: &mut dyn FnMut()| {
            let began = Instant::now();
            run();
            began.elapsed().as_nanos() as f64 / f64::from(products)
        };
        (0..500).map(|_| time(run)).fold(f64::INFINITY, f64::min)
    };
    let by_lanes = least(16 * TIMES, &mut || {
        // SAFETY: as above.
        unsafe { black_box(&mut lanes).run(TIMES) }
    });
    let engine = least(4 * TIMES, &mut || {
        let elements = black_box(&mut elements);
        for _ in 0..TIMES {
            for i in 0..4 {
                elements[i] = elements[i].mul(&elements[(i + 1) % 4]);
            }
        }
    });
    println!("four lanes of AVX2: {by_lanes:.1} ns a product; the engine: {engine:.1} ns");
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    panic!("AVX2 is for x86-64");
}
