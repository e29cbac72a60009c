//! Arithmetic in F_2^m on as many elements as a vector has lanes.
//!
//! Elements are kept as polynomials of 128 L bits, L = ceil(m / 128), not always reduced below x^m: a class modulo f has
//! several such forms, and [`Element`](super::Element) takes the canonical one when a value leaves.

use super::backend::{Kernel, Vector, Words};
use super::field::Field;
use super::limbs::{self, Limbs, Step};

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
        in_place_or::<F, V, _>(V::enter, Reduce(&self))
    }

    #[inline(always)]
    fn reduce_inline(&self) -> Lanes<F, V> {
        let mut state =
            Reduction::<F, V> { limb: [self.0, self.1], between: [F::Limbs::filled(V::zero()); 2] };
        F::Limbs::<V>::twice_descending(&mut state);
        Lanes(state.limb[0])
    }
}

/// A product on its way below x^(128 L).
struct Reduction<F: Field, V: Vector> {
    limb: [F::Limbs<V>; 2],
    between: [F::Limbs<V>; 2],
}

impl<F: Field, V: Vector> Step for Reduction<F, V> {
    /// Completes limb i and, if it is one of the upper half, folds it.
    #[inline(always)]
    fn step(&mut self, i: usize) {
        let n = F::Limbs::<V>::COUNT;
        let Self { limb, between } = self;
        let below = if i == 0 { V::zero() } else { between[(i - 1) / n].as_ref()[(i - 1) % n] };
        let moved = V::middle(below, between[i / n].as_ref()[i % n]);
        let x = limb[i / n].as_ref()[i % n].xor(moved);
        limb[i / n].as_mut()[i % n] = x;
        if i < n {
            return;
        }
        for term in 0..F::TERMS.len() - 1 {
            let shift = 128 * n - F::DEGREE + F::TERMS[1 + term];
            add_shifted::<F, V>(limb, between, x, i - n, shift);
        }
    }
}

/// Adds the limb x at x^(128 i + shift): the part within limbs to `limb`, the part between them to `between`.
#[inline(always)]
fn add_shifted<F: Field, V: Vector>(
    limb: &mut [F::Limbs<V>; 2],
    between: &mut [F::Limbs<V>; 2],
    x: V,
    i: usize,
    shift: usize,
) {
    let n = F::Limbs::<V>::COUNT;
    let (to, bits) = (i + shift / 128, shift % 64);
    let (lower, upper, next) =
        if shift / 64 % 2 == 1 { (between, limb, to + 1) } else { (limb, between, to) };
    let place = &mut lower[to / n].as_mut()[to % n];
    *place = place.xor(x.shl(bits));
    if bits > 0 {
        let place = &mut upper[next / n].as_mut()[next % n];
        *place = place.xor(x.shr(64 - bits));
    }
}

struct Reduce<'a, F: Field, V: Vector>(&'a Product<F, V>);

impl<F: Field, V: Vector> Kernel for Reduce<'_, F, V> {
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

struct Ones<'a, F: Field, V: Vector>(&'a Lanes<F, V>, usize);

impl<F: Field, V: Vector> Kernel for Ones<'_, F, V> {
    type Output = Lanes<F, V>;

    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        let Self(base, k) = self;
        let (mut x, mut n) = (*base, 1);
        for i in (0..k.ilog2()).rev() {
            x = x.mul(&x.frobenius(n));
            n *= 2;
            if k >> i & 1 == 1 {
                x = x.square().mul(base);
                n += 1;
            }
        }
        x
    }
}

struct Square<'a, F: Field, V: Vector>(&'a Lanes<F, V>);

impl<F: Field, V: Vector> Kernel for Square<'_, F, V> {
    type Output = Lanes<F, V>;

    #[inline(always)]
    fn run(self) -> Lanes<F, V> {
        let zero = F::Limbs::filled(V::zero());
        let mut state = Spreading::<F, V>(&self.0.0, Product(zero, zero));
        F::Limbs::<V>::descending(&mut state);
        state.1.reduce_inline()
    }
}

/// The limbs of an element and those of its square.
struct Spreading<'a, F: Field, V: Vector>(&'a F::Limbs<V>, Product<F, V>);

impl<F: Field, V: Vector> Step for Spreading<'_, F, V> {
    #[inline(always)]
    fn step(&mut self, i: usize) {
        let n = F::Limbs::<V>::COUNT;
        let halves = self.0.as_ref()[i].spread();
        for (k, part) in [(2 * i, halves.0), (2 * i + 1, halves.1)] {
            let half = if k < n { &mut self.1.0 } else { &mut self.1.1 };
            half.as_mut()[k % n] = part;
        }
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
        let mut state = RootOfX::<F, V> {
            odd,
            limb: [even, F::Limbs::filled(V::zero())],
            between: [F::Limbs::filled(V::zero()); 2],
        };
        F::Limbs::<V>::descending(&mut state);
        let mut assembly = Assembly(state);
        F::Limbs::<V>::twice_descending(&mut assembly);
        let [low, high] = assembly.0.limb;
        // The odd part has at most 64 L bits, and the last exponent is the largest.
        if F::SQRT_X_EXPONENTS[count - 1] <= 64 * n { Lanes(low) } else { Product(low, high).reduce_inline() }
    }
}

/// The odd part and its product by the square root of x, which is sparse.
struct RootOfX<F: Field, V: Vector> {
    odd: F::Limbs<V>,
    limb: [F::Limbs<V>; 2],
    between: [F::Limbs<V>; 2],
}

impl<F: Field, V: Vector> Step for RootOfX<F, V> {
    /// Multiplies limb i of the odd part.
    #[inline(always)]
    fn step(&mut self, i: usize) {
        if let (Some(count), true) = (F::SQRT_X_TERMS, i < F::Limbs::<V>::COUNT.div_ceil(2)) {
            for term in 0..count {
                let shift = F::SQRT_X_EXPONENTS[term];
                add_shifted::<F, V>(&mut self.limb, &mut self.between, self.odd.as_ref()[i], i, shift);
            }
        }
    }
}

/// The same, when what falls between limbs is moved into them.
struct Assembly<F: Field, V: Vector>(RootOfX<F, V>);

impl<F: Field, V: Vector> Step for Assembly<F, V> {
    #[inline(always)]
    fn step(&mut self, i: usize) {
        let n = F::Limbs::<V>::COUNT;
        let RootOfX { limb, between, .. } = &mut self.0;
        let below = if i == 0 { V::zero() } else { between[(i - 1) / n].as_ref()[(i - 1) % n] };
        let place = &mut limb[i / n].as_mut()[i % n];
        *place = place.xor(V::middle(below, between[i / n].as_ref()[i % n]));
    }
}

/// Runs a kernel of products: as a function of its own where they are long, else where the compiler wants it to stand.
#[inline(always)]
pub fn outline_or_enter<F: Field, V: Vector, K: Kernel>(kernel: K) -> K::Output {
    if V::ALWAYS_OUTLINE || F::Limbs::<V>::COUNT > 4 { V::outline(kernel) } else { V::enter(kernel) }
}

/// Runs a kernel in its place for small fields, which live in registers from end to end, and as `or` does for others.
#[inline(always)]
pub fn in_place_or<F: Field, V: Vector, K: Kernel>(or: fn(K) -> K::Output, kernel: K) -> K::Output {
    if V::ALWAYS_OUTLINE || F::Limbs::<V>::COUNT > 2 { or(kernel) } else { kernel.run() }
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
        in_place_or::<F, V, _>(outline_or_enter::<F, V, _>, Multiply(&self.0, &other.0))
    }

    /// The product.
    #[inline(always)]
    pub fn mul(&self, other: &Self) -> Self {
        outline_or_enter::<F, V, _>(MultiplyReduced(self, other))
    }

    /// The square.
    #[inline(always)]
    pub fn square(&self) -> Self {
        in_place_or::<F, V, _>(V::enter, Square(self))
    }

    /// The square, by a function of its own except in small fields: for code that does not run often.
    #[inline(always)]
    pub fn square_by_call(&self) -> Self {
        in_place_or::<F, V, _>(V::outline, Square(self))
    }

    /// The square root.
    #[inline(always)]
    pub fn sqrt(&self) -> Self {
        in_place_or::<F, V, _>(V::enter, SquareRoot(self))
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
        V::outline(Ones(self, k))
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
