//! Carry-less products of a few 128-bit limbs, lane by lane: Karatsuba's method throughout.

use super::backend::Vector;

/// Work on one limb, by its index.
pub trait Step {
    /// Does the work; implementations are `#[inline(always)]`.
    fn step(&mut self, i: usize);
}

/// The limbs of an element, lowest first.
pub trait Limbs<V: Vector>: Copy + Send + Sync + AsRef<[V]> + AsMut<[V]> + 'static {
    /// Number of limbs.
    const COUNT: usize;
    /// All limbs the same.
    fn filled(limb: V) -> Self;
    /// The limbs of many elements, one after the other.
    fn flatten(elements: &[Self]) -> &[V];
    /// The lower and the upper half of the product.
    fn product(&self, other: &Self) -> (Self, Self);
    /// All limbs of an element, from the highest: unrolled here, as the compiler does not unroll long loops.
    fn descending<S: Step>(step: &mut S);
    /// All limbs of a product, from the highest, unrolled.
    fn twice_descending<S: Step>(step: &mut S);
}

/// The sum of two limb vectors.
#[inline(always)]
pub fn add<V: Vector, L: Limbs<V>>(mut a: L, b: &L) -> L {
    for i in 0..L::COUNT {
        a.as_mut()[i] = a.as_ref()[i].xor(b.as_ref()[i]);
    }
    a
}

/// A limb as an operand of Karatsuba's method: whole, and with its two words added.
#[derive(Clone, Copy)]
struct Operand<V> {
    whole: V,
    folded: V,
}

impl<V: Vector> Operand<V> {
    #[inline(always)]
    fn new(whole: V) -> Self {
        Self { whole, folded: whole.fold() }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { whole: self.whole.xor(other.whole), folded: self.folded.xor(other.folded) }
    }

    /// Three carry-less multiplications.
    #[inline(always)]
    fn mul(self, other: Self) -> Terms<V> {
        Terms {
            low: self.whole.clmul_low(other.whole),
            folded: self.folded.clmul_low(other.folded),
            high: self.whole.clmul_high(other.whole),
        }
    }
}

/// A sum of products of limbs before its words are put together: low + (low + folded + high) x^64 + high x^128. Sums are
/// taken in this form, so that the words are put together once for each limb of a result.
#[derive(Clone, Copy)]
struct Terms<V> {
    low: V,
    folded: V,
    high: V,
}

impl<V: Vector> Terms<V> {
    #[inline(always)]
    fn zero() -> Self {
        Self { low: V::zero(), folded: V::zero(), high: V::zero() }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            low: self.low.xor(other.low),
            folded: self.folded.xor(other.folded),
            high: self.high.xor(other.high),
        }
    }
}

/// Puts the words of a product together: terms of weight x^(128 k), k from 0.
#[inline(always)]
fn assemble<V: Vector, L: Limbs<V>>(terms: &[Terms<V>]) -> (L, L) {
    let mut halves = [L::filled(V::zero()); 2];
    let mut below = Terms::zero();
    let mut between_below = V::zero();
    for k in 0..2 * L::COUNT {
        let t = terms[k];
        let between = t.low.xor(t.folded).xor(t.high);
        halves[k / L::COUNT].as_mut()[k % L::COUNT] =
            t.low.xor(below.high).xor(V::middle(between_below, between));
        (below, between_below) = (t, between);
    }
    (halves[0], halves[1])
}

macro_rules! common {
    ($n:literal: $($i:literal)*) => {
        const COUNT: usize = $n;

        #[inline(always)]
        fn filled(limb: V) -> Self {
            [limb; $n]
        }

        #[inline(always)]
        fn flatten(elements: &[Self]) -> &[V] {
            elements.as_flattened()
        }

        #[inline(always)]
        fn descending<S: Step>(step: &mut S) {
            $(step.step($i);)*
        }

        #[inline(always)]
        fn twice_descending<S: Step>(step: &mut S) {
            $(step.step($n + $i);)*
            $(step.step($i);)*
        }
    };
}

/// Products of n limbs by n (n + 1) / 2 products of limbs: with p_i = a_i b_i, the products at x^(128 (i + j)) are
/// (a_i + a_j)(b_i + b_j) + p_i + p_j (Weimerskirch and Paar, "Generalizations of the Karatsuba algorithm", 2006).
macro_rules! one_level {
    ($n:literal limbs: $($d:literal)*; descending: $($down:literal)*; pairs: $(($i:literal, $j:literal))*) => {
        impl<V: Vector> Limbs<V> for [V; $n] {
            common!($n: $($down)*);

            #[inline(always)]
            fn product(&self, other: &Self) -> (Self, Self) {
                let a = [$(Operand::new(self[$d])),*];
                let b = [$(Operand::new(other[$d])),*];
                let p = [$(a[$d].mul(b[$d])),*];
                let mut c = [Terms::zero(); 2 * $n];
                $(c[2 * $d] = p[$d];)*
                $(
                    let mixed = a[$i].add(a[$j]).mul(b[$i].add(b[$j]));
                    c[$i + $j] = c[$i + $j].add(mixed).add(p[$i].add(p[$j]));
                )*
                assemble(&c)
            }
        }
    };
}

one_level!(2 limbs: 0 1; descending: 1 0; pairs: (0, 1));
one_level!(3 limbs: 0 1 2; descending: 2 1 0; pairs: (0, 1) (0, 2) (1, 2));
one_level!(
    5 limbs: 0 1 2 3 4;
    descending: 4 3 2 1 0;
    pairs: (0, 1) (0, 2) (0, 3) (0, 4) (1, 2) (1, 3) (1, 4) (2, 3) (2, 4) (3, 4)
);

/// Products of 2 n limbs by three products of n.
macro_rules! two_halves {
    ($n:literal = 2 * $half:literal limbs; descending: $($down:literal)*) => {
        impl<V: Vector> Limbs<V> for [V; $n] {
            common!($n: $($down)*);

            #[inline(always)]
            fn product(&self, other: &Self) -> (Self, Self) {
                let [mut a0, mut a1, mut b0, mut b1] = [[V::zero(); $half]; 4];
                a0.copy_from_slice(&self[..$half]);
                a1.copy_from_slice(&self[$half..]);
                b0.copy_from_slice(&other[..$half]);
                b1.copy_from_slice(&other[$half..]);
                let (l0, l1) = a0.product(&b0);
                let (h0, h1) = a1.product(&b1);
                let (m0, m1) = add(a0, &a1).product(&add(b0, &b1));
                let inner = add(l1, &h0);
                let (mut low, mut high) = ([V::zero(); $n], [V::zero(); $n]);
                low[..$half].copy_from_slice(&l0);
                low[$half..].copy_from_slice(&add(add(inner, &l0), &m0));
                high[..$half].copy_from_slice(&add(add(inner, &h1), &m1));
                high[$half..].copy_from_slice(&h1);
                (low, high)
            }
        }
    };
}

two_halves!(4 = 2 * 2 limbs; descending: 3 2 1 0);
two_halves!(6 = 2 * 3 limbs; descending: 5 4 3 2 1 0);
two_halves!(10 = 2 * 5 limbs; descending: 9 8 7 6 5 4 3 2 1 0);
