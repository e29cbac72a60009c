//! What every library is given; `benchmarks/peers` has it in their languages.

/// The message that is hashed and signed.
pub const MESSAGE: &[u8; 32] = b"as long as a digest, which it is";
/// The domain separation tag of all hashes and signatures.
pub const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
/// The scalar of a multiple, but for the word above these.
const LOW_WORDS: [u64; 3] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x5555_aaaa_3333_cccc];
/// The logarithms of the numbers of terms of a sum on G1 and on G2.
pub const LOGS: [u32; 2] = [16, 12];
/// Pairings of a product.
pub const PRODUCT: usize = 8;

/// A curve's scalars.
#[derive(Clone, Copy)]
pub struct Scalars {
    /// The highest word of the scalar of a multiple, which is as long as the order.
    pub top: u64,
    /// The bits that scalars of a sum have of their highest word.
    pub mask: u64,
}

/// Of BLS12-381.
pub const BLS12_381: Scalars = Scalars { top: 0x7357_9bdf_0246_8ace, mask: u64::MAX >> 2 };
/// Of BN254.
pub const BN254: Scalars = Scalars { top: 0x3057_9bdf_0246_8ace, mask: u64::MAX >> 3 };

impl Scalars {
    /// The scalar of a multiple.
    pub const fn single(&self) -> [u64; 4] {
        let [a, b, c] = LOW_WORDS;
        [a, b, c, self.top]
    }

    /// Those of a sum, from the numbers of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) with the seed 0.
    pub fn many(&self, count: usize) -> Vec<[u64; 4]> {
        let mut state = 0u64;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        };
        let all = (0..count).map(|_| core::array::from_fn(|_| next()));
        all.map(|[a, b, c, d]: [u64; 4]| [a, b, c, d & self.mask]).collect()
    }
}

/// Little-endian bytes.
pub fn bytes(scalar: &[u64; 4]) -> [u8; 32] {
    core::array::from_fn(|i| scalar[i / 8].to_le_bytes()[i % 8])
}

/// The name of a sum of 2^`log` multiples.
pub fn sum_name(group: &str, log: u32, threads: usize) -> String {
    format!("{group} sum of 2^{log}, {threads} thread{}", if threads == 1 { "" } else { "s" })
}
