//! What a prime field is given by.

/// The literals of a prime field: everything else follows from them.
pub trait PrimeParams<const N: usize>: 'static {
    /// The field's name, for messages.
    const NAME: &'static str;
    /// The odd prime p, little-endian limbs, top limb not zero.
    const MODULUS: [u64; N];
}
