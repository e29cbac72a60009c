//! Integers in digits of 52 bits, which vectors hold: as many as one multiplication of IFMA takes, or a double.

/// Bits of a digit.
pub const DIGIT: usize = 52;
/// 2^52 - 1.
pub const MASK: u64 = (1 << DIGIT) - 1;

/// Whether vectors of `length` digits are for primes of so many bits in n words. A size of words goes with one number of digits, so
/// that no unused code is made. Eight bits above p are left for sums, three above the words for powers of two.
pub const fn suit(length: usize, n: usize, bits: usize) -> bool {
    let of_words = if n <= 8 { 10 } else { 30 };
    length == of_words && DIGIT * length >= bits + 8 && DIGIT * length >= 64 * n + 3
}

/// The low L digits of an integer of N words.
pub const fn digits<const N: usize, const L: usize>(words: &[u64; N]) -> [u64; L] {
    let mut out = [0; L];
    let mut i = 0;
    while i < L {
        let (word, shift) = (DIGIT * i / 64, DIGIT * i % 64);
        if word < N {
            out[i] = words[word] >> shift;
            if shift > 0 && word + 1 < N {
                out[i] |= words[word + 1] << (64 - shift);
            }
            out[i] &= MASK;
        }
        i += 1;
    }
    out
}

/// The sum of digits of any size and sign, each with its weight, if it is not negative: its low N words, and the word above.
pub fn joined<const N: usize>(digits: impl IntoIterator<Item = i64>) -> ([u64; N], u64) {
    let mut words = [0; N];
    let mut top = 0;
    let mut carry = 0i64;
    for (i, digit) in digits.into_iter().enumerate() {
        let sum = digit + carry;
        carry = sum >> DIGIT;
        let (word, shift) = (DIGIT * i / 64, DIGIT * i % 64);
        let wide = u128::from(sum.cast_unsigned() & MASK) << shift;
        for (k, part) in [(word, wide as u64), (word + 1, (wide >> 64) as u64)] {
            if k < N {
                words[k] |= part;
            } else if k == N {
                top |= part;
            }
        }
    }
    (words, top)
}
