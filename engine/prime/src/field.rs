//! F_p for a prime fixed at compile time: `N` 64-bit limbs in Montgomery form, R = 2^(64 N).
//!
//! An element a is held as a R mod p, always below p. The modulus is the one literal; every other constant is derived
//! from it at compile time. All functions run in constant time unless their names end in `_vartime`.

use super::backend;
use super::base::{BaseField, Whole, karatsuba, lazy_dot, small_multiple};
use super::combination;
use super::inversion;
use super::limbs;
use super::prime_params::PrimeParams;
use super::vectors;
use super::wide::Wide;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element of F_p, p = `P::MODULUS`.
#[repr(transparent)]
pub struct Fp<P, const N: usize> {
    /// a R mod p, below p.
    residue: [u64; N],
    field: PhantomData<P>,
}

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    /// p.
    pub const MODULUS: [u64; N] = P::MODULUS;
    /// Bits of p.
    pub const BITS: usize = limbs::bits(&P::MODULUS);
    /// Bytes of an encoded element: ceil(log2(p) / 8).
    pub const BYTES: usize = Self::BITS.div_ceil(8);
    /// Unused bits of the top limb. With two or more, sums of two elements multiply without reduction.
    pub const SPARE_BITS: usize = 64 * N - Self::BITS;
    /// Whether products of unreduced sums, below 4 p^2, stay below p R.
    pub(super) const LAZY: bool = Self::SPARE_BITS >= 2;
    /// -1/p mod 2^64.
    pub(super) const NEG_INVERSE: u64 = limbs::negated_inverse(P::MODULUS[0]);
    /// R mod p: the Montgomery form of 1.
    const R: [u64; N] = limbs::power_of_two(64 * N, &P::MODULUS);
    /// R^2 mod p: what takes an integer into Montgomery form.
    const R2: [u64; N] = limbs::montgomery_power_of_two(64 * N, &Self::R, &P::MODULUS, Self::NEG_INVERSE);
    /// R^3 mod p: the same for the high half of a double-width integer.
    const R3: [u64; N] = limbs::montgomery_mul(&Self::R2, &Self::R2, &P::MODULUS, Self::NEG_INVERSE);
    /// What small multiples are reduced with.
    const REDUCTION: backend::Reduction<N> = backend::Reduction::new(&P::MODULUS);
    /// What sums of double width are reduced with.
    const MULTIPLES: backend::Multiples<N> = backend::Multiples::new(&P::MODULUS, Self::NEG_INVERSE);
    /// (p - 1) / 2.
    const HALF_ORDER: [u64; N] = limbs::shift_right(&P::MODULUS, 1);
    /// s with p - 1 = 2^s q, q odd.
    const TWO_ADICITY: usize = limbs::trailing_zeros(&limbs::sub_small(&P::MODULUS, 1));
    /// (q - 1) / 2.
    const HALF_ODD_PART: [u64; N] = limbs::shift_right(&P::MODULUS, Self::TWO_ADICITY + 1);

    /// The element whose Montgomery form is `residue`, which must be below p.
    #[must_use]
    pub const fn from_montgomery(residue: [u64; N]) -> Self {
        debug_assert!(limbs::less(&residue, &P::MODULUS));
        Fp { residue, field: PhantomData }
    }

    /// The Montgomery form a R mod p.
    #[must_use]
    pub const fn montgomery(&self) -> &[u64; N] {
        &self.residue
    }

    /// A constant of the source: the canonical integer in hexadecimal, without prefix.
    ///
    /// # Panics
    /// At compile time where it is used for a constant: on a digit that is none, or a value not below p.
    #[must_use]
    pub const fn hex(digits: &str) -> Self {
        let value = limbs::parse_hex(digits);
        assert!(limbs::less(&value, &P::MODULUS));
        Self::from_montgomery(limbs::montgomery_mul(&value, &Self::R2, &P::MODULUS, Self::NEG_INVERSE))
    }

    /// The small integer `value` as a constant of the source.
    #[must_use]
    pub const fn small(value: u64) -> Self {
        let mut integer = [0; N];
        integer[0] = value;
        assert!(N > 1 || limbs::less(&integer, &P::MODULUS));
        Self::from_montgomery(limbs::montgomery_mul(&integer, &Self::R2, &P::MODULUS, Self::NEG_INVERSE))
    }

    /// The element `value` mod p.
    #[must_use]
    pub fn from_u64(value: u64) -> Self {
        let mut integer = [0; N];
        integer[0] = value;
        Self::enter(&integer)
    }

    /// Any integer below R, reduced, in Montgomery form.
    fn enter(integer: &[u64; N]) -> Self {
        Self::raw(*integer).mul_residue(&Self::R2)
    }

    /// Montgomery product with a raw residue.
    #[inline(always)]
    fn mul_residue(&self, other: &[u64; N]) -> Self {
        Self::raw(backend::mul(&self.residue, other, const { &P::MODULUS }, Self::NEG_INVERSE))
    }

    #[inline(always)]
    const fn raw(residue: [u64; N]) -> Self {
        Fp { residue, field: PhantomData }
    }

    /// The residues of a pair.
    #[inline(always)]
    fn residues(pair: &[Self; 2]) -> &[[u64; N]; 2] {
        // SAFETY: an element is laid out as its residue.
        unsafe { &*core::ptr::from_ref(pair).cast() }
    }

    /// What operates on elements of F_p2, if there is a kernel: [`Lazy::Mul2`](backend::Lazy::Mul2) and so on, of pairs of residues.
    #[inline(always)]
    fn lazily2(what: backend::Lazy<N>) -> Option<[Self; 2]> {
        let mut out = core::mem::MaybeUninit::<[Self; 2]>::uninit();
        // SAFETY: an element is laid out as its residue; the callers give pairs of them.
        unsafe {
            let (multiples, reduction) = const { (&Self::MULTIPLES, &Self::REDUCTION) };
            // For products in F_p2 xi does not matter.
            backend::lazily(what, 1, out.as_mut_ptr().cast(), multiples, reduction).then(|| out.assume_init())
        }
    }

    /// The element with the given canonical integer; none if that is not below p.
    #[must_use]
    pub fn from_limbs(integer: &[u64; N]) -> Option<Self> {
        limbs::less(integer, &P::MODULUS).then(|| Self::raw(*integer).mul_residue(&Self::R2))
    }

    /// The canonical integer.
    #[must_use]
    pub fn to_limbs(&self) -> [u64; N] {
        let mut high = [0; N];
        high[0] = 1;
        self.mul_residue(&high).residue
    }

    /// Decodes [`BYTES`](Self::BYTES) little-endian bytes; none if the length is another or the integer not below p.
    #[must_use]
    pub fn from_bytes_le(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        Self::from_limbs(&limbs::from_bytes(bytes.iter()))
    }

    /// Decodes [`BYTES`](Self::BYTES) big-endian bytes; none if the length is another or the integer not below p.
    #[must_use]
    pub fn from_bytes_be(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        Self::from_limbs(&limbs::from_bytes(bytes.iter().rev()))
    }

    /// Writes the canonical integer, little-endian.
    ///
    /// # Panics
    /// If `out` is not [`BYTES`](Self::BYTES) long.
    pub fn write_le(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::BYTES);
        limbs::write_bytes(&self.to_limbs(), out.iter_mut());
    }

    /// Writes the canonical integer, big-endian.
    ///
    /// # Panics
    /// If `out` is not [`BYTES`](Self::BYTES) long.
    pub fn write_be(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::BYTES);
        limbs::write_bytes(&self.to_limbs(), out.iter_mut().rev());
    }

    /// The canonical integer in [`BYTES`](Self::BYTES) little-endian bytes.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_bytes_le(&self) -> Vec<u8> {
        let mut out = vec![0; Self::BYTES];
        self.write_le(&mut out);
        out
    }

    /// The canonical integer in [`BYTES`](Self::BYTES) big-endian bytes.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_bytes_be(&self) -> Vec<u8> {
        let mut out = vec![0; Self::BYTES];
        self.write_be(&mut out);
        out
    }

    /// The big-endian integer `bytes` mod p, for hashing to the field.
    #[must_use]
    pub fn from_wide_be(bytes: &[u8]) -> Self {
        // As digits to the base R, whose Montgomery form is R^2.
        bytes.rchunks(8 * N).rev().fold(Self::ZERO, |sum, digit| {
            sum.mul_residue(&Self::R2).add(&Self::enter(&limbs::from_bytes(digit.iter().rev())))
        })
    }

    /// A uniformly random element, within a statistical distance of 2^(-64 N + 1).
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut integer = || -> [u64; N] { core::array::from_fn(|_| rng.next_u64()) };
        let (low, high) = (integer(), integer());
        Self::raw(low).mul_residue(&Self::R2).add(&Self::raw(high).mul_residue(&Self::R3))
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        self.ct_eq(&Self::ZERO)
    }

    /// The most products that are summed before one reduction, as `backend::sum_of_products` takes them.
    const MOST_PRODUCTS: usize = backend::most_products(N, Self::SPARE_BITS);

    /// Whether factors of sums of products may be multiples: all factors that are not below p, as multiples of p, added up.
    #[must_use]
    pub const fn has_room(multiples: usize) -> bool {
        Self::SPARE_BITS >= 20 || multiples + 2 <= 1 << Self::SPARE_BITS
    }

    /// n a without reduction, as a factor of a [sum of products](Fp::sum_of_products) that [has room](Fp::has_room) for
    /// |n| p. It is good for nothing else.
    #[must_use]
    #[inline(always)]
    pub fn unreduced_multiple(&self, n: i32) -> Self {
        let base = if n < 0 { limbs::sub(&P::MODULUS, &self.residue).0 } else { self.residue };
        let mut multiple = [0; N];
        let mut carry = 0;
        for (word, digit) in multiple.iter_mut().zip(&base) {
            (*word, carry) = limbs::mac(0, *digit, n.unsigned_abs().into(), carry);
        }
        Self::raw(multiple)
    }

    /// The sum of n a over all (n, a); that of |n| is at most 255.
    #[must_use]
    #[inline(always)]
    pub fn combination(terms: &[(i32, &Self)]) -> Self {
        let terms = terms.iter().filter(|(n, _)| *n != 0);
        if Self::SPARE_BITS > 0 && Self::BITS > 32 {
            let factor = const { combination::factor(&P::MODULUS) };
            let terms = terms.map(|(n, a)| (*n, &a.residue));
            return Self::raw(combination::combination(terms, const { &P::MODULUS }, factor));
        }
        terms.fold(Self::ZERO, |sum, (n, a)| {
            let multiple = small_multiple(*a, n.unsigned_abs());
            if *n < 0 { sum.sub(&multiple) } else { sum.add(&multiple) }
        })
    }

    /// The sum of a b over all pairs, with one reduction for as many of them as p leaves room for.
    #[must_use]
    #[inline(always)]
    pub fn sum_of_products(pairs: &[[&Self; 2]]) -> Self {
        if pairs.len() <= Self::MOST_PRODUCTS {
            return Self::sum_at_once(pairs);
        }
        pairs.chunks(Self::MOST_PRODUCTS).map(Self::sum_at_once).fold(Self::ZERO, |sum, part| sum.add(&part))
    }

    #[inline(always)]
    fn sum_at_once(pairs: &[[&Self; 2]]) -> Self {
        if let [[a, b]] = pairs {
            return a.mul(b);
        }
        // SAFETY: an element is laid out as its residue.
        let factors: &[[&[u64; N]; 2]] = unsafe { &*(core::ptr::from_ref(pairs) as *const _) };
        match backend::sum_of_products(factors, const { &P::MODULUS }, Self::NEG_INVERSE) {
            Some(residue) => Self::raw(residue),
            None => Self::raw(backend::portable_sum_of_products(
                factors,
                const { &P::MODULUS },
                Self::NEG_INVERSE,
            )),
        }
    }

    /// a^3.
    #[must_use]
    pub fn cube(&self) -> Self {
        self.square().mul(self)
    }

    /// a^p, which is a.
    #[must_use]
    pub fn frobenius(&self) -> Self {
        *self
    }

    /// The parity of the canonical integer (RFC 9380, section 4.1).
    #[must_use]
    pub fn sgn0(&self) -> Choice {
        Choice::from((self.to_limbs()[0] & 1) as u8)
    }

    /// Whether the canonical integer exceeds (p - 1) / 2.
    #[must_use]
    pub fn is_upper_half(&self) -> Choice {
        let integer = self.to_limbs();
        Choice::from(limbs::sub(&Self::HALF_ORDER, &integer).1 as u8)
    }

    /// a^(2^count).
    #[inline(always)]
    fn square_times(&self, count: u32) -> Self {
        Self::raw(backend::square_times(&self.residue, count, const { &P::MODULUS }, Self::NEG_INVERSE))
    }

    /// Each power becomes its power 2^count, times a factor. In their place: compilers copy arrays of results several times.
    #[inline(always)]
    fn square_and_multiply<const K: usize>(powers: &mut [Self; K], count: u32, factors: &[Self; K]) {
        // SAFETY: an element is laid out as its residue.
        let (powers, factors) = unsafe {
            (&mut *core::ptr::from_mut(powers).cast(), &*core::ptr::from_ref(factors).cast::<[[u64; N]; K]>())
        };
        backend::square_and_multiply(powers, count, factors, const { &P::MODULUS }, Self::NEG_INVERSE);
    }

    /// The power a^exponent, in time that depends on the length of `exponent` (little-endian limbs) only.
    #[must_use]
    #[inline(never)]
    pub fn pow(&self, exponent: &[u64]) -> Self {
        let mut table = [Self::ONE; 16];
        for i in 1..16 {
            table[i] = table[i - 1].mul(self);
        }
        let mut power = [Self::ONE];
        for limb in exponent.iter().rev() {
            for window in (0..16).rev() {
                let digit = (limb >> (4 * window)) as u8 & 15;
                let mut factor = Self::ONE;
                for (i, entry) in table.iter().enumerate() {
                    factor.conditional_assign(entry, (i as u8).ct_eq(&digit));
                }
                Self::square_and_multiply(&mut power, 4, &[factor]);
            }
        }
        power[0]
    }

    /// The power a^exponent by sliding windows of 5 bits: in constant time in a, not in the exponent.
    #[must_use]
    pub fn pow_vartime(&self, exponent: &[u64]) -> Self {
        let [power] = Self::powers_vartime(&[*self], exponent);
        power
    }

    /// The powers a^exponent of several elements, as [`pow_vartime`](Fp::pow_vartime): two take less time than twice one.
    #[must_use]
    #[inline(never)]
    pub fn powers_vartime<const K: usize>(elements: &[Self; K], exponent: &[u64]) -> [Self; K] {
        let mut odd = [*elements; limbs::ODD_DIGITS];
        for k in 0..K {
            let square = elements[k].square();
            for i in 1..odd.len() {
                odd[i][k] = odd[i - 1][k].mul(&square);
            }
        }
        let mut steps = limbs::windows(exponent);
        let Some((_, digit)) = steps.next() else { return [Self::ONE; K] };
        let mut powers = odd[digit / 2];
        for (squares, digit) in steps {
            if digit == 0 {
                for power in &mut powers {
                    *power = power.square_times(squares);
                }
            } else {
                Self::square_and_multiply(&mut powers, squares, &odd[digit / 2]);
            }
        }
        powers
    }

    /// Whether a is a square, 0 included (Euler's criterion).
    #[must_use]
    pub fn is_square(&self) -> Choice {
        !self.pow_vartime(&Self::HALF_ORDER).ct_eq(&Self::ONE.neg())
    }

    /// A square root, if there is one: a^((p+1)/4) for p = 3 mod 4, otherwise by Tonelli and Shanks with a fixed
    /// sequence of operations (RFC 9380, appendix I.4).
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        let (root, good) = self.sqrt_choice();
        bool::from(good).then_some(root)
    }

    /// The candidate for a square root and whether it is one.
    #[must_use]
    pub fn sqrt_choice(&self) -> (Self, Choice) {
        let half = self.pow_vartime(&Self::HALF_ODD_PART);
        let mut root = half.mul(self);
        if Self::TWO_ADICITY > 1 {
            let mut defect = root.mul(&half);
            let mut corrector = Self::non_residue_of_two_power_order();
            for i in (2..=Self::TWO_ADICITY).rev() {
                let mut order = defect;
                for _ in 0..i - 2 {
                    order = order.square();
                }
                let correct = !order.ct_eq(&Self::ONE);
                root.conditional_assign(&root.mul(&corrector), correct);
                corrector = corrector.square();
                defect.conditional_assign(&defect.mul(&corrector), correct);
            }
        }
        (root, root.square().ct_eq(self))
    }

    /// z^q for the least non-square z.
    fn non_residue_of_two_power_order() -> Self {
        let mut z = Self::ONE.double();
        while bool::from(z.is_square()) {
            z = z.add(&Self::ONE);
        }
        z.pow_vartime(&limbs::shift_right(&P::MODULUS, Self::TWO_ADICITY))
    }

    /// Inverts all elements with one inversion (Montgomery's trick); zeros stay zeros.
    #[cfg(feature = "std")]
    pub fn invert_all(elements: &mut [Self]) {
        let mut prefix = Vec::with_capacity(elements.len());
        let mut product = Self::ONE;
        for a in elements.iter() {
            prefix.push(product);
            product = Self::conditional_select(&product.mul(a), &product, a.is_zero());
        }
        let mut inverse = product.invert();
        for (a, before) in elements.iter_mut().zip(&prefix).rev() {
            let zero = a.is_zero();
            let next = inverse.mul(a);
            *a = Self::conditional_select(&inverse.mul(before), &Self::ZERO, zero);
            inverse.conditional_assign(&next, !zero);
        }
    }
}

impl<P: PrimeParams<N>, const N: usize> Fp<P, N> {
    #[inline(always)]
    fn dot2_inline<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        let minus: [[u64; N]; K] =
            core::array::from_fn(|k| backend::sub_unreduced(const { &P::MODULUS }, &b[k][1].residue));
        let real: [[[&[u64; N]; 2]; 2]; K] =
            core::array::from_fn(|k| [[&a[k][0].residue, &b[k][0].residue], [&a[k][1].residue, &minus[k]]]);
        let cross: [[[&[u64; N]; 2]; 2]; K] = core::array::from_fn(|k| {
            [[&a[k][0].residue, &b[k][1].residue], [&a[k][1].residue, &b[k][0].residue]]
        });
        let sum = |factors| backend::sum_of_products(factors, const { &P::MODULUS }, Self::NEG_INVERSE);
        match (sum(real.as_flattened()), sum(cross.as_flattened())) {
            (Some(real), Some(cross)) => [Self::raw(real), Self::raw(cross)],
            _ if backend::outlines(N) => outlined::lazy_dot(a, b),
            _ => lazy_dot(a, b),
        }
    }
}

/// What is not to stand at every call: what processors without the instructions of the assembly run in its place, and of
/// many words all sums of products.
mod outlined {
    use super::{Fp, PrimeParams};
    use crate::base::{self, BaseField};

    #[inline(never)]
    pub fn dot2<P: PrimeParams<N>, const N: usize, const K: usize>(
        a: [&[Fp<P, N>; 2]; K],
        b: [&[Fp<P, N>; 2]; K],
    ) -> [Fp<P, N>; 2] {
        Fp::dot2_inline(a, b)
    }

    #[inline(never)]
    pub fn karatsuba<F: BaseField>(a: &[F; 2], b: &[F; 2]) -> [F; 2] {
        base::karatsuba(a, b)
    }

    #[inline(never)]
    pub fn lazy_dot<F: BaseField, const K: usize>(a: [&[F; 2]; K], b: [&[F; 2]; K]) -> [F; 2] {
        base::lazy_dot(a, b)
    }
}

impl<P: PrimeParams<N>, const N: usize> BaseField for Fp<P, N> {
    type Wide = Wide<N>;

    const LAZY_TERMS: usize = match Self::SPARE_BITS {
        0 | 1 => 0,
        2..16 => 1 << Self::SPARE_BITS,
        _ => 1 << 16,
    };
    const FEW_PRODUCTS: bool = Self::LAZY && cfg!(not(target_arch = "x86_64"));
    const ZERO: Self = Self::raw([0; N]);
    const ONE: Self = Self::raw(Self::R);

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        let full = Self::SPARE_BITS == 0;
        Self::raw(backend::add(&self.residue, &other.residue, const { &P::MODULUS }, full))
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        Self::raw(backend::sub(&self.residue, &other.residue, const { &P::MODULUS }))
    }

    #[inline(always)]
    fn neg(&self) -> Self {
        Self::ZERO.sub(self)
    }

    #[inline(always)]
    fn double(&self) -> Self {
        self.add(self)
    }

    #[inline(always)]
    fn half(&self) -> Self {
        Self::raw(backend::half(&self.residue, const { &P::MODULUS }))
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        self.mul_residue(&other.residue)
    }

    #[inline(always)]
    fn square(&self) -> Self {
        Self::raw(backend::square(&self.residue, const { &P::MODULUS }, Self::NEG_INVERSE))
    }

    fn invert(&self) -> Self {
        // The residue a R has the inverse 1 / (a R), which R^3 / R takes to R / a.
        let inverse = inversion::invert(&self.residue, &P::MODULUS, Self::BITS, Self::NEG_INVERSE);
        Self::raw(inverse).mul_residue(&Self::R3)
    }

    #[inline(always)]
    fn add_unreduced(&self, other: &Self) -> Self {
        if Self::LAZY { Self::raw(limbs::add(&self.residue, &other.residue).0) } else { self.add(other) }
    }

    #[inline(always)]
    fn mul_wide(&self, other: &Self) -> Wide<N> {
        backend::mul_wide(&self.residue, &other.residue)
    }

    #[inline(always)]
    fn square_wide(&self) -> Wide<N> {
        backend::square_wide(&self.residue)
    }

    #[inline(always)]
    fn wide_sum(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        backend::add_double(a, b).0
    }

    #[inline(always)]
    fn wide_once(a: &Wide<N>) -> Wide<N> {
        Wide { low: a.low, high: backend::less_p(&a.high, 0, &P::MODULUS) }
    }

    #[inline(always)]
    fn wide_add(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        backend::wide_add(a, b, const { &P::MODULUS }, Self::SPARE_BITS == 0)
    }

    #[inline(always)]
    fn wide_sub(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        backend::wide_sub(a, b, const { &P::MODULUS })
    }

    #[inline(always)]
    fn wide_sub_positive(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        if Self::LAZY { backend::sub_double(a, b).0 } else { Self::wide_sub(a, b) }
    }

    #[inline(always)]
    fn reduce(a: &Wide<N>) -> Self {
        Self::raw(backend::reduce(a, const { &P::MODULUS }, Self::NEG_INVERSE))
    }

    #[inline(always)]
    fn combine(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        match backend::combine(&a.residue, &b.residue, [ma, mb], false, const { &Self::REDUCTION }) {
            Some(residue) => Self::raw(residue),
            None => small_multiple(a, ma).add(&small_multiple(b, mb)),
        }
    }

    #[inline(always)]
    fn combine_less(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        match backend::combine(&a.residue, &b.residue, [ma, mb], true, const { &Self::REDUCTION }) {
            Some(residue) => Self::raw(residue),
            None => small_multiple(a, ma).sub(&small_multiple(b, mb)),
        }
    }

    #[inline(always)]
    fn add2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        let full = Self::SPARE_BITS == 0;
        backend::add_pair(Self::residues(a), Self::residues(b), const { &P::MODULUS }, full).map(Self::raw)
    }

    #[inline(always)]
    fn sub2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        backend::sub_pair(Self::residues(a), Self::residues(b), const { &P::MODULUS }).map(Self::raw)
    }

    #[inline(always)]
    fn dot2<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        if backend::chooses_when_called(N) { outlined::dot2(a, b) } else { Self::dot2_inline(a, b) }
    }

    #[inline(always)]
    fn whole(what: Whole<'_, Self>, xi_real: u32) -> bool {
        use backend::Lazy;
        // The power of w in the lines of the twist that comes with xi.
        let power = match xi_real {
            1 => 2,
            9 => 1,
            _ => return false,
        };
        let (what, out): (_, *mut Self) = match what {
            Whole::CyclotomicPower(..) | Whole::CompressedPower(..) if xi_real != 1 => return false,
            Whole::CyclotomicPower(a, count) => {
                // SAFETY: an element is laid out as its residue.
                let residues: &mut [_; 6] = unsafe { &mut *core::ptr::from_mut(a).cast() };
                return vectors::power::<P, N, _>(residues, count);
            }
            Whole::CompressedPower(a, count) => {
                // SAFETY: as above.
                let residues: &mut [_; 4] = unsafe { &mut *core::ptr::from_mut(a).cast() };
                return vectors::power::<P, N, _>(residues, count);
            }
            Whole::Mul6(out, factors) => {
                (Lazy::Mul6(factors.map(|a| core::ptr::from_ref(a).cast())), out.as_mut_ptr().cast())
            }
            Whole::Mul12(out, factors) => {
                (Lazy::Mul12(factors.map(|a| core::ptr::from_ref(a).cast())), out.as_mut_ptr().cast())
            }
            Whole::Square12(a) => {
                let a = core::ptr::from_mut(a);
                // SAFETY: as above.
                if xi_real == 1 && vectors::square12::<P, N>(unsafe { &mut *a.cast() }) {
                    return true;
                }
                (Lazy::Square12(a.cast()), a.cast())
            }
            Whole::MulByLine(a, j, line) if j == power => {
                let a = core::ptr::from_mut(a);
                (Lazy::MulByLine(a.cast(), line.map(|l| core::ptr::from_ref(l).cast())), a.cast())
            }
            Whole::MulByLines(a, j, lines) if j == power => {
                let a = core::ptr::from_mut(a);
                (Lazy::MulByLines(a.cast(), lines.map(|l| core::ptr::from_ref(l).cast())), a.cast())
            }
            Whole::MulByLine(..) | Whole::MulByLines(..) => return false,
            Whole::CyclotomicSquare(a) => {
                let a = core::ptr::from_mut(a);
                (Lazy::CyclotomicSquare(a.cast()), a.cast())
            }
            Whole::Double(point, 4, line) => {
                (Lazy::Double(core::ptr::from_mut(point).cast()), core::ptr::from_mut(line).cast())
            }
            Whole::Double(..) => return false,
            Whole::DoubleJacobian(point) => {
                let point = core::ptr::from_mut(point);
                (Lazy::DoubleJacobian(point.cast()), point.cast())
            }
            Whole::Add(point, q, line) => (
                Lazy::Add(core::ptr::from_mut(point).cast(), q.map(|q| core::ptr::from_ref(q).cast())),
                core::ptr::from_mut(line).cast(),
            ),
            Whole::CompressedSquare(a) => {
                let a = core::ptr::from_mut(a);
                (Lazy::CompressedSquare(a.cast()), a.cast())
            }
        };
        // SAFETY: an element is laid out as its residue; all pointers come from references to arrays of as many elements as the
        // operation takes.
        unsafe {
            backend::lazily(what, xi_real, out.cast(), const { &Self::MULTIPLES }, const { &Self::REDUCTION })
        }
    }

    #[inline(always)]
    fn mul2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        let factors = [a, b].map(|a| Self::residues(a).as_ptr());
        if let Some(product) = Self::lazily2(backend::Lazy::Mul2(factors)) {
            return product;
        }
        if Self::LAZY
            && let Some([real, imaginary]) =
                backend::mul2(Self::residues(a), Self::residues(b), const { &P::MODULUS }, Self::NEG_INVERSE)
        {
            return [Self::raw(real), Self::raw(imaginary)];
        }
        // For more words each coefficient is a sum of two products.
        if matches!(N, 7..=12) && Self::MOST_PRODUCTS >= 2 {
            return Self::dot2([a], [b]);
        }
        if backend::outlines(N) && N != 8 { outlined::karatsuba(a, b) } else { karatsuba(a, b) }
    }

    #[inline(always)]
    fn square2(a: &[Self; 2]) -> [Self; 2] {
        if let Some(square) = Self::lazily2(backend::Lazy::Square2(Self::residues(a).as_ptr())) {
            return square;
        }
        if Self::LAZY {
            // Factors below 2 p are good enough for a product.
            let sum = backend::add_unreduced(&a[0].residue, &a[1].residue);
            let shifted = backend::add_unreduced(&a[0].residue, const { &P::MODULUS });
            let difference = backend::sub_unreduced(&shifted, &a[1].residue);
            let twice = backend::add_unreduced(&a[0].residue, &a[0].residue);
            return [Self::raw(sum).mul_residue(&difference), Self::raw(twice).mul_residue(&a[1].residue)];
        }
        let real = a[0].add(&a[1]).mul(&a[0].sub(&a[1]));
        [real, a[0].mul(&a[1]).double()]
    }
}

impl<P, const N: usize> Clone for Fp<P, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, const N: usize> Copy for Fp<P, N> {}

// SAFETY: the parameters are a type that is never a value: an element is its limbs.
unsafe impl<P, const N: usize> Send for Fp<P, N> {}
// SAFETY: as above, and there is no interior mutability.
unsafe impl<P, const N: usize> Sync for Fp<P, N> {}

impl<P, const N: usize> PartialEq for Fp<P, N> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<P, const N: usize> Eq for Fp<P, N> {}

impl<P, const N: usize> Hash for Fp<P, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.residue.hash(state);
    }
}

impl<P, const N: usize> ConstantTimeEq for Fp<P, N> {
    fn ct_eq(&self, other: &Self) -> Choice {
        let difference = self.residue.iter().zip(&other.residue).fold(0, |d, (a, b)| d | (a ^ b));
        difference.ct_eq(&0)
    }
}

impl<P, const N: usize> ConditionallySelectable for Fp<P, N> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Fp {
            residue: core::array::from_fn(|i| u64::conditional_select(&a.residue[i], &b.residue[i], choice)),
            field: PhantomData,
        }
    }
}

impl<P: PrimeParams<N>, const N: usize> Default for Fp<P, N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<P: PrimeParams<N>, const N: usize> fmt::Debug for Fp<P, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(0x", P::NAME)?;
        for limb in self.to_limbs().iter().rev() {
            write!(f, "{limb:016x}")?;
        }
        f.write_str(")")
    }
}
