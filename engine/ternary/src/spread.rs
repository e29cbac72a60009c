//! Bits put three apart, for cubing, and collected again, for cube roots.

/// Bits i of the low 22 bits at 3i.
#[inline(always)]
const fn spread_part(bits: u64) -> u64 {
    let mut x = bits & 0x3f_ffff;
    x = (x | x << 32) & 0x003f_0000_0000_ffff;
    x = (x | x << 16) & 0x003f_0000_ff00_00ff;
    x = (x | x << 8) & 0x300f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x30c3_0c30_c30c_30c3;
    (x | x << 2) & 0x9249_2492_4924_9249
}

/// 192 bits with bit i of `bits` at 3i.
#[inline(always)]
pub(super) const fn spread(bits: u64) -> [u64; 3] {
    [spread_part(bits), spread_part(bits >> 22 & 0x1f_ffff) << 2, spread_part(bits >> 43) << 1]
}

/// Bits `first`, `first` + 3, ... of `bits`, side by side.
#[inline(always)]
pub(super) const fn compress(bits: u64, first: usize) -> u64 {
    let mut x = bits >> first & 0x9249_2492_4924_9249;
    x = (x | x >> 2) & 0x30c3_0c30_c30c_30c3;
    x = (x | x >> 4) & 0x300f_00f0_0f00_f00f;
    x = (x | x >> 8) & 0x003f_0000_ff00_00ff;
    x = (x | x >> 16) & 0x003f_0000_0000_ffff;
    (x | x >> 32) & 0x3f_ffff
}
