//! Arithmetic in F_2^m on as many elements as a vector has lanes.
//!
//! Elements are kept as polynomials of 128 L bits, L = ceil(m / 128), not always reduced below x^m: a class modulo f has
//! several such forms, and [`Element`](super::Element) takes the canonical one when a value leaves.

use super::field::Field;
use super::limbs::{self, Limbs};
use super::vector::{Kernel, Vector, Words};

/// One element of F in each lane.
pub struct Lanes<F: Field, V: Vector>(pub F::Limbs<V>);

impl<F: Field, V: Vector> Clone for Lanes<F, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field, V: Vector> Copy for Lanes<F, V> {}

/// A product before its reduction: the lower and the upper limbs.
pub struct Product<F: Field, V: Vector>(F::Limbs<V>, F::Limbs<V>);

impl<F: Field, V: Vector> Product<F, V> {
    /// The sum.
    #[inline(always)]
    pub fn add(self, other: &Self) -> Self {
        Self(limbs::add(self.0, &other.0), limbs::add(self.1, &other.1))
    }

    /// Brings the product below x^(128 L) by x^(128 L) = x^s (f + x^m), s = 128 L - m, one limb after the other from the
    /// top. As every term of f + x^m is at least 128 below x^m, a limb never returns to its own place. What falls
    /// between two limbs is collected in `between` and moved by one word for all terms together.
    #[inline(always)]
    pub fn reduce(self) -> Lanes<F, V> {
        inline_or_outline::<F, V, _>(Reduce(self))
    }

    #[inline(always)]
    fn reduce_inline(self) -> Lanes<F, V> {
        let n = F::Limbs::<V>::COUNT;
        let mut limb = [self.0, self.1];
        let mut between = [F::Limbs::filled(V::zero()); 2];
        for i in (0..2 * n).rev() {
            let below = if i == 0 { V::zero() } else { between[(i - 1) / n].as_ref()[(i - 1) % n] };
            let moved = V::middle(below, between[i / n].as_ref()[i % n]);
            let x = limb[i / n].as_ref()[i % n].xor(moved);
            limb[i / n].as_mut()[i % n] = x;
            if i < n {
                continue;
            }
            for term in 0..F::TERMS.len() - 1 {
                let shift = 128 * n - F::DEGREE + F::TERMS[1 + term];
                let (to, bits) = (i - n + shift / 128, shift % 64);
                let odd = shift / 64 % 2 == 1;
                let lower = x.shl(bits);
                let at = if odd { &mut between } else { &mut limb };
                let place = &mut at[to / n].as_mut()[to % n];
                *place = place.xor(lower);
                if bits > 0 {
                    let upper = x.shr(64 - bits);
                    let (at, to) = if odd { (&mut limb, to + 1) } else { (&mut between, to) };
                    let place = &mut at[to / n].as_mut()[to % n];
                    *place = place.xor(upper);
                }
            }
        }
        Lanes(limb[0])
    }
}

struct Reduce<F: Field, V: Vector>(Product<F, V>);

impl<F: Field, V: Vector> Kernel for Reduce<F, V> {
    type Output = Lanes<F, V>;

    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        self.0.reduce_inline()
    }
}

struct Multiply<'a, F: Field, V: Vector>(&'a F::Limbs<V>, &'a F::Limbs<V>);

impl<F: Field, V: Vector> Kernel for Multiply<'_, F, V> {
    type Output = Product<F, V>;

    #[inline(always)]
    fn run(self) -> Product<F, V> {
        let (low, high) = self.0.product(self.1);
        Product(low, high)
    }
}

struct MultiplyReduced<'a, F: Field, V: Vector>(&'a Lanes<F, V>, &'a Lanes<F, V>);

impl<F: Field, V: Vector> Kernel for MultiplyReduced<'_, F, V> {
    type Output = Lanes<F, V>;

    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        let (low, high) = self.0.0.product(&self.1.0);
        Product(low, high).reduce_inline()
    }
}

struct Frobenius<'a, F: Field, V: Vector>(&'a Lanes<F, V>, usize);

impl<F: Field, V: Vector> Kernel for Frobenius<'_, F, V> {
    type Output = Lanes<F, V>;

    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        let mut x = *self.0;
        for _ in 0..self.1 {
            x = x.square();
        }
        x
    }
}

struct Square<'a, F: Field, V: Vector>(&'a Lanes<F, V>);

impl<F: Field, V: Vector> Kernel for Square<'_, F, V> {
    type Output = Lanes<F, V>;

    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        let n = F::Limbs::<V>::COUNT;
        let mut wide = [F::Limbs::filled(V::zero()); 2];
        for i in 0..n {
            let (low, high) = self.0.0.as_ref()[i].spread();
            wide[2 * i / n].as_mut()[2 * i % n] = low;
            wide[(2 * i + 1) / n].as_mut()[(2 * i + 1) % n] = high;
        }
        Product(wide[0], wide[1]).reduce_inline()
    }
}

struct SquareRoot<'a, F: Field, V: Vector>(&'a Lanes<F, V>);

impl<F: Field, V: Vector> Kernel for SquareRoot<'_, F, V> {
    type Output = Lanes<F, V>;

    /// sqrt(sum a_i x^i) = sum a_2i x^i + sqrt(x) sum a_(2i+1) x^i; sqrt(x) has few terms in most of the fields.
    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        let n = F::Limbs::<V>::COUNT;
        let x = self.0.0.as_ref();
        let (mut even, mut odd) = (F::Limbs::filled(V::zero()), F::Limbs::filled(V::zero()));
        for i in 0..n.div_ceil(2) {
            let high = if 2 * i + 1 < n { x[2 * i + 1] } else { V::zero() };
            (even.as_mut()[i], odd.as_mut()[i]) = V::unspread(x[2 * i], high);
        }
        let Some(count) = F::SQRT_X_TERMS else {
            return Lanes(even).add(&Lanes(odd).mul(&Lanes::splat(&F::SQRT_X)));
        };
        let mut wide = [even, F::Limbs::filled(V::zero())];
        let mut between = [F::Limbs::filled(V::zero()); 2];
        let mut top = 0;
        for term in 0..count {
            let shift = F::SQRT_X_EXPONENTS[term];
            let (base, bits) = (shift / 128, shift % 64);
            let is_odd = shift / 64 % 2 == 1;
            top = if shift > top { shift } else { top };
            for i in 0..n.div_ceil(2) {
                let (part, to) = (odd.as_ref()[i], base + i);
                let at = if is_odd { &mut between } else { &mut wide };
                let place = &mut at[to / n].as_mut()[to % n];
                *place = place.xor(part.shl(bits));
                if bits > 0 {
                    let (at, to) = if is_odd { (&mut wide, to + 1) } else { (&mut between, to) };
                    let place = &mut at[to / n].as_mut()[to % n];
                    *place = place.xor(part.shr(64 - bits));
                }
            }
        }
        for i in 0..2 * n {
            let below = if i == 0 { V::zero() } else { between[(i - 1) / n].as_ref()[(i - 1) % n] };
            let place = &mut wide[i / n].as_mut()[i % n];
            *place = place.xor(V::middle(below, between[i / n].as_ref()[i % n]));
        }
        // The odd part has at most 64 ceil(L / 2) * 2 bits, those of an L-limb polynomial halved.
        if top + 64 * n <= 128 * n { Lanes(wide[0]) } else { Product(wide[0], wide[1]).reduce_inline() }
    }
}

/// Small fields live in registers from end to end; the kernels of the others are functions.
#[inline(always)]
fn inline_or_outline<F: Field, V: Vector, K: Kernel>(kernel: K) -> K::Output {
    if V::ALWAYS_OUTLINE || F::Limbs::<V>::COUNT > 2 { V::outline(kernel) } else { kernel.run() }
}

impl<F: Field, V: Vector> Lanes<F, V> {
    /// Zero in all lanes.
    #[inline(always)]
    pub fn zero() -> Self {
        Self(F::Limbs::filled(V::zero()))
    }

    /// One in all lanes.
    #[inline(always)]
    pub fn one() -> Self {
        Self::bit(true)
    }

    /// An element of F_2, in all lanes.
    #[inline(always)]
    pub fn bit(bit: bool) -> Self {
        let mut x = Self::zero();
        x.0.as_mut()[0] = V::splat(Words([u64::from(bit), 0]));
        x
    }

    /// The same element in all lanes.
    #[inline(always)]
    pub fn splat(x: &F::Limbs<Words>) -> Self {
        let mut v = Self::zero();
        for i in 0..F::Limbs::<V>::COUNT {
            v.0.as_mut()[i] = V::splat(x.as_ref()[i]);
        }
        v
    }

    /// Lane i from `elements[i]`; further lanes, if any, are zero.
    #[inline(always)]
    pub fn pack(elements: &[&F::Limbs<Words>]) -> Self {
        let mut v = Self::zero();
        for l in 0..F::Limbs::<V>::COUNT {
            let mut words = [Words::zero(); 4];
            for i in 0..elements.len() {
                words[i] = elements[i].as_ref()[l];
            }
            v.0.as_mut()[l] = V::gather(&words, 1);
        }
        v
    }

    /// The elements of the first lanes.
    #[inline(always)]
    pub fn unpack(&self) -> [F::Limbs<Words>; 4] {
        let mut out = [F::Limbs::filled(Words::zero()); 4];
        for l in 0..F::Limbs::<V>::COUNT {
            let mut words = [Words::zero(); 4];
            self.0.as_ref()[l].store(&mut words[..V::LANES]);
            for i in 0..V::LANES {
                out[i].as_mut()[l] = words[i];
            }
        }
        out
    }

    /// Lane i of the result is lane i + `by`.
    #[inline(always)]
    pub fn rotate(mut self, by: usize) -> Self {
        for i in 0..F::Limbs::<V>::COUNT {
            self.0.as_mut()[i] = self.0.as_ref()[i].rotate(by);
        }
        self
    }

    /// The sum.
    #[inline(always)]
    pub fn add(&self, other: &Self) -> Self {
        Self(limbs::add(self.0, &other.0))
    }

    /// The bits that `mask` has, in every limb.
    #[inline(always)]
    pub fn mask(mut self, mask: V) -> Self {
        for i in 0..F::Limbs::<V>::COUNT {
            self.0.as_mut()[i] = self.0.as_ref()[i].and(mask);
        }
        self
    }

    /// The product, not reduced.
    #[inline(always)]
    pub fn product(&self, other: &Self) -> Product<F, V> {
        inline_or_outline::<F, V, _>(Multiply(&self.0, &other.0))
    }

    /// The product, by a function of its own.
    #[inline(always)]
    pub fn mul(&self, other: &Self) -> Self {
        V::outline(MultiplyReduced(self, other))
    }

    /// The square.
    #[inline(always)]
    pub fn square(&self) -> Self {
        inline_or_outline::<F, V, _>(Square(self))
    }

    /// The square root.
    #[inline(always)]
    pub fn sqrt(&self) -> Self {
        inline_or_outline::<F, V, _>(SquareRoot(self))
    }

    /// The power 2^n.
    #[inline(always)]
    pub fn frobenius(&self, n: usize) -> Self {
        V::outline(Frobenius(self, n))
    }

    /// The power 2^k - 1, k > 0, by the binary addition chain for k: floor(log2 k) + weight(k) - 1 products (Itoh and
    /// Tsujii, "A fast algorithm for computing multiplicative inverses in GF(2^m) using normal bases", 1988).
    #[inline(always)]
    pub fn ones(&self, k: usize) -> Self {
        let (mut x, mut n) = (*self, 1);
        for i in (0..k.ilog2()).rev() {
            x = x.mul(&x.frobenius(n));
            n *= 2;
            if k >> i & 1 == 1 {
                x = x.square().mul(self);
                n += 1;
            }
        }
        x
    }

    /// The inverse; zero for zero.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        self.ones(F::DEGREE - 1).square()
    }

    /// Half the trace's orbit: the sum of the powers 4^i, i from 0 to (m-1)/2. As m is odd, a solution of
    /// z^2 + z = self where there is one, that is where the trace is 0.
    #[inline(always)]
    pub fn half_trace(&self) -> Self {
        let (mut sum, mut power) = (*self, *self);
        for _ in 0..F::DEGREE / 2 {
            power = power.square().square();
            sum = sum.add(&power);
        }
        sum
    }
}

/// Both powers 2^n, side by side: neither waits for the other.
#[inline(always)]
pub fn frobenius_beside<F: Field, V: Vector, W: Vector>(
    x: &Lanes<F, V>,
    others: &[Lanes<F, W>; 4],
    n: usize,
) -> (Lanes<F, V>, [Lanes<F, W>; 4]) {
    let (mut x, mut others) = (*x, *others);
    for _ in 0..n {
        x = x.square();
        for other in others.iter_mut().take(4 / W::LANES) {
            *other = other.square();
        }
    }
    (x, others)
}
