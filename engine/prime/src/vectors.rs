//! Functions of F_p12 by vectors, where there are some for the field and this processor.

use super::prime_params::PrimeParams;
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
use super::{fma, limbs};

/// What vectors have to know of a field.
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
struct Vectors<P, const N: usize>(core::marker::PhantomData<P>);

#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
impl<P: PrimeParams<N>, const N: usize> Vectors<P, N> {
    const CONSTANTS: Option<fma::Constants<6, 8>> = match P::MODULUS.first_chunk() {
        Some(p) if N == 6 && limbs::bits(&P::MODULUS) + 30 <= 52 * 8 => Some(fma::Constants::new(p)),
        _ => None,
    };
}

/// The power 2^count in the cyclotomic subgroup, of residues: all six coefficients, or the four of a compressed element. Says
/// whether it did: there are vectors for this field, and enough squares for the ways in and out.
pub fn power<P: PrimeParams<N>, const N: usize, const K: usize>(
    a: &mut [[[u64; N]; 2]; K],
    count: u32,
) -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
    if let Some(constants) = const { &Vectors::<P, N>::CONSTANTS }
        && count >= 6
        && fma::available()
    {
        // SAFETY: `available` has seen the instructions; where there are vectors N is 6.
        unsafe { fma::power::<6, 8, K>(constants, &mut *core::ptr::from_mut(a).cast(), count) };
        return true;
    }
    let _ = (a, count);
    false
}

/// The square, of residues. Says whether it did: there are vectors for this field.
pub fn square12<P: PrimeParams<N>, const N: usize>(a: &mut [[[u64; N]; 2]; 6]) -> bool {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
    if let Some(constants) = const { &Vectors::<P, N>::CONSTANTS }
        && fma::available()
    {
        // SAFETY: as above.
        unsafe { fma::square12(constants, &mut *core::ptr::from_mut(a).cast()) };
        return true;
    }
    let _ = a;
    false
}
