//! Sums of products of digits, two columns at a time.
//!
//! For digits a and b, |a b| <= 2^102, the double H = a b + 1.5 2^103 is rounded to a multiple of 2^51, so its bits as an
//! integer are those of 1.5 2^103 and the high half h = a b / 2^51, rounded. The double L = a b - (H - 1.5 2^103) + 1.5 2^52 is
//! exact: its bits are those of 1.5 2^52 and the low half a b - 2^51 h. A sum of such bits, less so many times the
//! constants', is the sum of the halves.

use core::arch::asm;
use core::arch::x86_64::*;
use core::ops::Range;

/// 1.5 2^52: below it a double's last bit is 1.
pub const LOW: f64 = f64::from_bits(0x4338 << 48);
/// 1.5 2^103: around it a double's last bit is 2^51.
const HIGH: f64 = f64::from_bits(0x4668 << 48);
/// The sum of both.
const BOTH: f64 = f64::from_bits((0x4668 << 48) + 3);

/// What the constants of `low` low halves and `high` high halves add to sums of bits.
pub const fn constants(low: usize, high: usize) -> i64 {
    let low = LOW.to_bits().wrapping_mul(low as u64);
    low.wrapping_add(HIGH.to_bits().wrapping_mul(high as u64)).cast_signed()
}

/// The number of products in column k of L digits by L digits.
pub const fn products_in_column(digits: usize, k: usize) -> usize {
    if k < digits {
        k + 1
    } else if k < 2 * digits {
        2 * digits - 1 - k
    } else {
        0
    }
}

/// Sums of the bits of low and high halves of one column.
#[derive(Clone, Copy)]
pub struct Column {
    pub low: __m256i,
    pub high: __m256i,
}

impl Column {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn zero() -> Self {
        let zero = _mm256_setzero_si256();
        Column { low: zero, high: zero }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn doubled(&self) -> Self {
        Column { low: _mm256_add_epi64(self.low, self.low), high: _mm256_add_epi64(self.high, self.high) }
    }

    /// Adds x y.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn add(&mut self, x: __m256d, y: &__m256d) {
        // SAFETY: the instructions are enabled and read one vector at `y`.
        unsafe {
            asm!(
                "vmovapd {h}, {high}",
                "vfmadd231pd {h}, {x}, [{y}]",
                "vsubpd {l}, {both}, {h}",
                "vfmadd231pd {l}, {x}, [{y}]",
                "vpaddq {sum_h}, {sum_h}, {h}",
                "vpaddq {sum_l}, {sum_l}, {l}",
                h = out(ymm_reg) _,
                l = out(ymm_reg) _,
                x = in(ymm_reg) x,
                y = in(reg) y,
                high = in(ymm_reg) _mm256_set1_pd(HIGH),
                both = in(ymm_reg) _mm256_set1_pd(BOTH),
                sum_h = inout(ymm_reg) self.high,
                sum_l = inout(ymm_reg) self.low,
                options(readonly, nostack, preserves_flags)
            );
        }
    }
}

/// Adds x y\[0\] to the first column, x y\[1\] to the second.
///
/// In assembly for its order: four sums that do not wait for one another are under way, which the compiler would take one
/// after the other, and all it needs stays in registers.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn add_to_both(columns: &mut [Column; 2], x: __m256d, y: &[__m256d; 2]) {
    let [first, second] = columns;
    // SAFETY: the instructions are enabled and read the two vectors at `y`.
    unsafe {
        asm!(
            "vmovapd {y1}, [{y} + 32]",
            "vmovapd {h0}, {high}",
            "vmovapd {h1}, {high}",
            "vfmadd231pd {h0}, {x}, [{y}]",
            "vfmadd231pd {h1}, {x}, {y1}",
            "vsubpd {l0}, {both}, {h0}",
            "vsubpd {l1}, {both}, {h1}",
            "vfmadd231pd {l0}, {x}, [{y}]",
            "vfmadd231pd {l1}, {x}, {y1}",
            "vpaddq {sum_h0}, {sum_h0}, {h0}",
            "vpaddq {sum_h1}, {sum_h1}, {h1}",
            "vpaddq {sum_l0}, {sum_l0}, {l0}",
            "vpaddq {sum_l1}, {sum_l1}, {l1}",
            y1 = out(ymm_reg) _,
            h0 = out(ymm_reg) _,
            h1 = out(ymm_reg) _,
            l0 = out(ymm_reg) _,
            l1 = out(ymm_reg) _,
            x = in(ymm_reg) x,
            y = in(reg) y,
            high = in(ymm_reg) _mm256_set1_pd(HIGH),
            both = in(ymm_reg) _mm256_set1_pd(BOTH),
            sum_h0 = inout(ymm_reg) first.high,
            sum_l0 = inout(ymm_reg) first.low,
            sum_h1 = inout(ymm_reg) second.high,
            sum_l1 = inout(ymm_reg) second.low,
            options(readonly, nostack, preserves_flags)
        );
    }
}

/// Columns k and k + 1 of a b.
///
/// # Safety
/// The caller has AVX2 and FMA enabled. A function that enables them itself would be left a function, with loops.
#[inline(always)]
pub unsafe fn product<const L: usize>(a: &[__m256d; L], b: &[__m256d; L], k: usize) -> [Column; 2] {
    let first = (k + 1).saturating_sub(L);
    let end = L.min(k + 1);
    // SAFETY: the caller has the instructions enabled.
    unsafe {
        let mut columns = [Column::zero(); 2];
        let mut both = first..end;
        if k + 1 - first == L {
            columns[0].add(a[first], &b[L - 1]);
            both.start += 1;
        }
        add_rows(&mut columns, a, both, b, k);
        if end < L {
            columns[1].add(a[end], &b[0]);
        }
        columns
    }
}

/// Columns k and k + 1 of a^2.
///
/// # Safety
/// As of [`product`].
#[inline(always)]
pub unsafe fn square<const L: usize>(a: &[__m256d; L], k: usize) -> [Column; 2] {
    let first = (k + 1).saturating_sub(L);
    let end = k.div_ceil(2);
    // SAFETY: the caller has the instructions enabled.
    unsafe {
        let mut columns = [Column::zero(); 2];
        let mut both = first..end;
        if k + 1 - first == L && first < end {
            columns[0].add(a[first], &a[L - 1]);
            both.start += 1;
        }
        add_rows(&mut columns, a, both, a, k);
        if 2 * end == k && end + 1 < L {
            columns[1].add(a[end], &a[end + 1]);
        }
        columns = [columns[0].doubled(), columns[1].doubled()];
        // The square of the middle digit, of the column whose number is even.
        if end < L {
            columns[k % 2].add(a[end], &a[end]);
        }
        columns
    }
}

/// Adds the products of some rows of a to columns k and k + 1.
///
/// # Safety
/// As of [`product`].
#[inline(always)]
unsafe fn add_rows<const L: usize>(
    columns: &mut [Column; 2],
    a: &[__m256d; L],
    rows: Range<usize>,
    b: &[__m256d; L],
    k: usize,
) {
    if rows.is_empty() {
        return;
    }
    let digits = &b[k + 1 - rows.end..k + 2 - rows.start];
    for (x, y) in a[rows].iter().zip(digits.windows(2).rev()) {
        // SAFETY: the caller has the instructions enabled.
        unsafe { add_to_both(columns, *x, y.try_into().expect("two digits")) };
    }
}
