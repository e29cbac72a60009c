//! Squares in the cyclotomic subgroup of F_p12: two chains that do not wait for each other.
//!
//! Granger and Scott (eprint 2009/565, section 3.2) square a + b w + c w^2 as 3 a^2 - 2 a', 3 s c^2 + 2 b', 3 b^2 - 2 c',
//! where e' is the conjugate of e over F_p2. So a goes its own way, and b and c theirs: while the multipliers work on one
//! chain, what is linear in the other is done beside.

use super::fp12::{EVEN, Lanes, ODD};
use super::quadratic::{self, halves_joined};
use super::quartic::{self, CONSTANT, LINEAR, SquareFactors};
use super::radix::{Offset, Radix52};
use super::vector::{self, Digits, Folding, Set, Vector, Word, each};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// How many squares of a roomy field are taken until one folds.
///
/// The value before comes into a square doubled. With s the sum of xi's coefficients and words up to w 2^52, a square has
/// words up to (2 w + 6 s) 2^52, and an operand of the next one up to (s + 1) times its input. From w = 10, the fourth
/// square after 1 + i stays below 2^62; after 5 + i it would pass 2^63, the second stays below 2^62.
const fn squares_before_fold(xi: u32) -> usize {
    if xi == 1 { 4 } else { 2 }
}

/// g^2 for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<F: Radix52<L>, const L: usize>(g: &Lanes<L>) -> Lanes<L> {
    squares::<F, L>(g, 1)
}

/// g^(2^count) for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn squares<F: Radix52<L>, const L: usize>(g: &Lanes<L>, count: usize) -> Lanes<L> {
    vector::align();
    if count == 0 {
        return *g;
    }
    let mut places = [const { MaybeUninit::uninit() }; 2];
    let [a, bc] = &mut places;
    let mut a = Chain { value: g.a, factors: Digits::begin(a), products: g.a };
    let mut bc = Chain { value: g.bc, factors: Digits::begin(bc), products: g.bc };
    each!(i < L, {
        quartic::take_square_factors::<F, L>(a.factors, i, g.a[i]);
        quartic::take_square_factors::<F, L>(bc.factors, i, g.bc[i]);
    });
    // SAFETY: all words have been taken.
    bc.products =
        unsafe { quadratic::products_beside::<F, L>(bc.factors[0].all(), bc.factors[1].all(), |_| ()) };
    for i in 1..=count {
        let last = i == count;
        if !F::TIGHT && (last || i % const { squares_before_fold(F::XI) } == 0) {
            advance::<F, L, true>(&mut a, &mut bc, last);
        } else {
            advance::<F, L, false>(&mut a, &mut bc, last);
        }
    }
    Lanes { a: a.value, bc: bc.value }
}

/// From the products of b and c to the squares of both chains, and to the next products of b and c unless it is the `last`
/// square.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn advance<F: Radix52<L>, const L: usize, const FOLD: bool>(
    a: &mut Chain<'_, L>,
    bc: &mut Chain<'_, L>,
    last: bool,
) {
    square_a_beside_bc::<F, L, FOLD>(a, bc);
    if last {
        a.finish::<F, FOLD, A>();
    } else {
        square_bc_beside_a::<F, L, FOLD>(bc, a);
    }
}

/// After how many rows the steps of the other chain begin: its products are not there before, and what waits for them takes
/// the places of what could go on.
const DELAY: usize = 2;

/// The chain of a, as a constant parameter.
const A: bool = true;
/// The chain of b and c.
const BC: bool = false;

/// One of the chains: an element, its factors, and their products once there are.
struct Chain<'a, const L: usize> {
    value: Vector<L>,
    factors: &'a mut SquareFactors<L>,
    products: Vector<L>,
}

/// The products of a, and what is linear in the square of b and c.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn square_a_beside_bc<F: Radix52<L>, const L: usize, const FOLD: bool>(
    a: &mut Chain<'_, L>,
    bc: &mut Chain<'_, L>,
) {
    vector::align();
    let folding = &mut Folding::new();
    let [left, right] = &*a.factors;
    // SAFETY: factors of a chain have all their words outside its steps, and all steps are taken, in their order.
    unsafe {
        a.products = quadratic::two_products_beside::<F, L>(left.all(), right.all(), |row| {
            if row >= DELAY {
                bc.step::<F, FOLD, BC>(row - DELAY, folding);
            }
        });
        each!(i < DELAY, { bc.step::<F, FOLD, BC>(2 * L - DELAY + i, folding) });
    }
}

/// The products of b and c, and what is linear in the square of a.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn square_bc_beside_a<F: Radix52<L>, const L: usize, const FOLD: bool>(
    bc: &mut Chain<'_, L>,
    a: &mut Chain<'_, L>,
) {
    vector::align();
    let folding = &mut Folding::new();
    let [left, right] = &*bc.factors;
    // SAFETY: as above.
    bc.products = unsafe {
        quadratic::products_beside::<F, L>(left.all(), right.all(), |row| {
            if row >= DELAY {
                a.step::<F, FOLD, A>(row - DELAY, folding);
            }
        })
    };
}

impl<const L: usize> Chain<'_, L> {
    /// From the products to the square and its factors, in 2 L steps.
    ///
    /// Values of a tight field are folded once they are squares; of a roomy one, if `FOLD`, before they are doubled.
    ///
    /// # Safety
    /// Steps are taken in their order.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    unsafe fn step<F: Radix52<L>, const FOLD: bool, const IS_A: bool>(
        &mut self,
        step: usize,
        folding: &mut Folding<L>,
    ) {
        if F::TIGHT {
            if step < L {
                // Differences S - M - xi M of a square are from -12.2 p up, of a's, which has its products in two lanes,
                // from -22.1 p; products by xi of M are to 22 p.
                let (word, differences) = self.square::<F, IS_A>(step, self.value[step]);
                let raised =
                    vector::add_in(word, differences, vector::splat(Offset::<F, L, 64>::DIGITS[step]));
                // SAFETY: steps come in their order.
                unsafe { folding.take::<F>(step, vector::offset::<F, L, 12>(step, raised)) };
            } else if step < 2 * L {
                // SAFETY: the steps before have taken all words.
                self.take::<F>(step - L, unsafe { folding.give::<F>(step - L) });
            }
        } else if !FOLD && step < L {
            self.take::<F>(step, self.square::<F, IS_A>(step, self.value[step]).0);
        } else if FOLD && step < L {
            // SAFETY: steps come in their order.
            unsafe { folding.take::<F>(step, vector::offset::<F, L, 0>(step, self.value[step])) };
        } else if FOLD && step < 2 * L {
            // SAFETY: the steps before have taken all words.
            let before = unsafe { folding.give::<F>(step - L) };
            self.take::<F>(step - L, self.square::<F, IS_A>(step - L, before).0);
        }
    }

    /// All steps, beside nothing.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn finish<F: Radix52<L>, const FOLD: bool, const IS_A: bool>(&mut self) {
        let folding = &mut Folding::new();
        // SAFETY: in their order.
        unsafe {
            each!(i < L, { self.step::<F, FOLD, IS_A>(i, folding) });
            each!(i < L, { self.step::<F, FOLD, IS_A>(L + i, folding) });
        }
    }

    /// Takes word i of a value.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn take<F: Radix52<L>>(&mut self, i: usize, word: Word) {
        self.value[i] = word;
        quartic::take_square_factors::<F, L>(self.factors, i, word);
    }

    /// Word i of the square, from that of the value before, and in which lanes it has the differences of a square in
    /// F_p4 (see [`quartic::square`]).
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn square<F: Radix52<L>, const IS_A: bool>(&self, i: usize, before: Word) -> (Word, Set) {
        let products = self.products[i];
        let (square, plus, minus) = if IS_A {
            let products = halves_joined(products);
            (quartic::square::<F, L>(products), LINEAR, CONSTANT)
        } else {
            (quartic::exchanged_times_s::<F, L>(quartic::square::<F, L>(products)), ODD, EVEN)
        };
        let sum = vector::sub_in(vector::add_in(square, plus, before), minus, before);
        (_mm512_add_epi64(_mm512_add_epi64(sum, sum), square), minus)
    }
}
