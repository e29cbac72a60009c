//! The constants of the Frobenius maps, derived from xi when the crate is compiled.

use super::quadratic::Fp2;
use crate::{Fp, PrimeParams, limbs};

/// The powers xi^(k (p^j - 1) / 6): w^k taken to the p^j-th power is w^k times this. Entry \[j - 1\]\[k -
/// 1\], j up to 3, k up to 5.
pub type Frobenius<F, C> = [[Fp2<F, C>; 5]; 3];

/// An element of F_p2 by the Montgomery forms of its coefficients.
type Pair<const N: usize> = [[u64; N]; 2];

const fn sum<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let (sum, carry) = limbs::add(a, b);
    limbs::reduce_once(&sum, carry, &P::MODULUS)
}

const fn difference<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let (difference, borrow) = limbs::sub(a, b);
    limbs::add_masked(&difference, &P::MODULUS, borrow)
}

const fn scalar<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    limbs::montgomery_mul(a, b, &P::MODULUS, Fp::<P, N>::NEG_INVERSE)
}

const fn square<P: PrimeParams<N>, const N: usize>(a: &Pair<N>) -> Pair<N> {
    let cross = scalar::<P, N>(&a[0], &a[1]);
    let real = scalar::<P, N>(&sum::<P, N>(&a[0], &a[1]), &difference::<P, N>(&a[0], &a[1]));
    [real, sum::<P, N>(&cross, &cross)]
}

const fn product<P: PrimeParams<N>, const N: usize>(a: &Pair<N>, b: &Pair<N>) -> Pair<N> {
    let low = scalar::<P, N>(&a[0], &b[0]);
    let high = scalar::<P, N>(&a[1], &b[1]);
    let both = scalar::<P, N>(&sum::<P, N>(&a[0], &a[1]), &sum::<P, N>(&b[0], &b[1]));
    let cross = difference::<P, N>(&difference::<P, N>(&both, &low), &high);
    [difference::<P, N>(&low, &high), cross]
}

const fn conjugate<P: PrimeParams<N>, const N: usize>(a: &Pair<N>) -> Pair<N> {
    [a[0], difference::<P, N>(&[0; N], &a[1])]
}

/// xi^((p - 1) / 6) for xi = `xi_real` + i.
const fn sixth<P: PrimeParams<N>, const N: usize>(xi_real: u32) -> Pair<N> {
    let one = *Fp::<P, N>::small(1).montgomery();
    let xi = [*Fp::<P, N>::small(xi_real as u64).montgomery(), one];
    let mut power = [one, [0; N]];
    let mut remainder = 0;
    let mut i = limbs::bits(&P::MODULUS);
    // Bit by bit from the top: the bits of (p - 1) / 6 by long division, and the power by squaring and
    // multiplying.
    while i > 0 {
        i -= 1;
        let bit = if i == 0 { 0 } else { P::MODULUS[i / 64] >> (i % 64) & 1 };
        remainder = 2 * remainder + bit;
        power = square::<P, N>(&power);
        if remainder >= 6 {
            remainder -= 6;
            power = product::<P, N>(&power, &xi);
        }
    }
    assert!(remainder == 0, "p is not 1 modulo 6");
    power
}

/// The constants for xi = `xi_real` + i.
#[must_use]
pub const fn frobenius<P: PrimeParams<N>, const N: usize, C: Copy>(xi_real: u32) -> Frobenius<Fp<P, N>, C> {
    let first = sixth::<P, N>(xi_real);
    let zero = Fp2::new(Fp::from_montgomery([0; N]), Fp::from_montgomery([0; N]));
    let mut constants = [[zero; 5]; 3];
    let mut power = first;
    let mut k = 0;
    while k < 5 {
        // g^(p^2 - 1) = g^(p - 1) (g^(p - 1))^p and so on.
        let second = product::<P, N>(&power, &conjugate::<P, N>(&power));
        let powers = [power, second, product::<P, N>(&power, &second)];
        let mut j = 0;
        while j < 3 {
            let [c0, c1] = powers[j];
            constants[j][k] = Fp2::new(Fp::from_montgomery(c0), Fp::from_montgomery(c1));
            j += 1;
        }
        power = product::<P, N>(&power, &first);
        k += 1;
    }
    constants
}
