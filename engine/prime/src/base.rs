//! What towers and curves over large primes ask of their base field, so that the same code runs on a single element
//! (`Fp`) and on vectors of independent elements, one a SIMD lane.

use core::fmt::Debug;
use core::mem::MaybeUninit;

/// An element of F_p6 as its coefficients; two of these are one of F_p12.
pub type Coefficients6<F> = [[F; 2]; 3];

/// Operations in the tower over xi = `XI_REAL` + i that a base field may have as a whole, with the place of the result.
#[derive(Debug)]
pub enum Whole<'a, F> {
    /// a b in F_p6.
    Mul6(&'a mut MaybeUninit<Coefficients6<F>>, [&'a Coefficients6<F>; 2]),
    /// a b in F_p12.
    Mul12(&'a mut MaybeUninit<[Coefficients6<F>; 2]>, [&'a [Coefficients6<F>; 2]; 2]),
    /// a becomes a^2 in F_p12.
    Square12(&'a mut [Coefficients6<F>; 2]),
    /// a becomes a (l0 + l1 w^j + l3 w^3) in F_p12, j = 1 or 2.
    MulByLine(&'a mut [Coefficients6<F>; 2], usize, [&'a [F; 2]; 3]),
    /// a becomes a times two lines, each its coefficients of 1, w^j and w^3.
    MulByLines(&'a mut [Coefficients6<F>; 2], usize, [&'a Coefficients6<F>; 2]),
    /// a becomes a^2, in the cyclotomic subgroup of F_p12.
    CyclotomicSquare(&'a mut [Coefficients6<F>; 2]),
    /// The same for compressed elements g2, g3, g4, g5.
    CompressedSquare(&'a mut [[F; 2]; 4]),
    /// An element of the cyclotomic subgroup of F_p12 becomes its power 2^count.
    CyclotomicPower(&'a mut [Coefficients6<F>; 2], u32),
    /// The same for compressed elements.
    CompressedPower(&'a mut [[F; 2]; 4], u32),
    /// The point X, Y, Z of the M-twist y^2 = x^3 + b xi, b the number given, is doubled; the coefficients of its tangent.
    Double(&'a mut [[F; 2]; 3], u64, &'a mut [[F; 2]; 3]),
    /// The point (X / Z^2, Y / Z^3) of a curve y^2 = x^3 + b is doubled.
    DoubleJacobian(&'a mut [[F; 2]; 3]),
    /// The affine point x, y is added to the point X, Y, Z of any such twist; the coefficients of the chord.
    Add(&'a mut [[F; 2]; 3], [&'a [F; 2]; 2], &'a mut [[F; 2]; 3]),
}

/// Elements of F_p, or vectors of them; every operation acts lane by lane and none branches on values.
///
/// "Reduced" is each implementation's own canonical or lazily bounded form; all operations but those named otherwise take and return it.
pub trait BaseField: Copy + Debug + Send + Sync + 'static {
    /// A double-width product before Montgomery reduction, as a residue modulo p R.
    type Wide: Copy;

    /// For so many terms K at most the sum of K products of reduced elements is below p R, that of K products of unreduced sums
    /// below R^2. 0 where products of unreduced sums are not below p R.
    const LAZY_TERMS: usize;
    /// Whether few products are to be preferred to few sums of double width.
    const FEW_PRODUCTS: bool = false;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;

    /// a + b.
    #[must_use]
    fn add(&self, other: &Self) -> Self;
    /// a - b.
    #[must_use]
    fn sub(&self, other: &Self) -> Self;
    /// -a.
    #[must_use]
    fn neg(&self) -> Self;
    /// 2 a.
    #[must_use]
    fn double(&self) -> Self;
    /// a / 2.
    #[must_use]
    fn half(&self) -> Self;
    /// a b.
    #[must_use]
    fn mul(&self, other: &Self) -> Self;
    /// a^2.
    #[must_use]
    fn square(&self) -> Self;
    /// 1 / a, and 0 of 0, in constant time.
    #[must_use]
    fn invert(&self) -> Self;

    /// a + b without reduction: below 2 p, good only as an operand of [`mul_wide`](BaseField::mul_wide).
    #[must_use]
    fn add_unreduced(&self, other: &Self) -> Self;
    /// a b without reduction. Each operand may be an unreduced sum.
    fn mul_wide(&self, other: &Self) -> Self::Wide;
    /// a^2 without reduction.
    fn square_wide(&self) -> Self::Wide;
    /// Sum of double-width values, as integers.
    fn wide_sum(a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
    /// A double-width value below 2 p R, modulo p R.
    fn wide_once(a: &Self::Wide) -> Self::Wide;
    /// Sum of double-width values modulo p R.
    fn wide_add(a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
    /// Difference of double-width values modulo p R.
    fn wide_sub(a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
    /// a - b where the caller knows that a >= b as integers (Karatsuba's middle term).
    fn wide_sub_positive(a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
    /// Montgomery reduction: a / R.
    fn reduce(a: &Self::Wide) -> Self;

    /// ma a + mb b for small multiples, not 0, ma + mb <= 24. Implementations with one reduction for all override it.
    #[must_use]
    #[inline(always)]
    fn combine(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        small_multiple(a, ma).add(&small_multiple(b, mb))
    }

    /// ma a - mb b for small multiples, not 0, ma + mb <= 24. Implementations with one reduction for all override it.
    #[must_use]
    #[inline(always)]
    fn combine_less(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        small_multiple(a, ma).sub(&small_multiple(b, mb))
    }

    /// a + b in F_p2. Implementations with a faster whole override it.
    #[must_use]
    #[inline]
    fn add2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        [a[0].add(&b[0]), a[1].add(&b[1])]
    }

    /// a - b in F_p2. Implementations with a faster whole override it.
    #[must_use]
    #[inline]
    fn sub2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        [a[0].sub(&b[0]), a[1].sub(&b[1])]
    }

    /// The sum of a_k b_k in F_p2, i^2 = -1, with one reduction a coefficient. Implementations with a faster whole override it.
    #[must_use]
    #[inline]
    fn dot2<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        lazy_dot(a, b)
    }

    /// Does it and says so, or says no: by implementations that have a faster whole than the tower.
    #[inline]
    fn whole(_what: Whole<'_, Self>, _xi_real: u32) -> bool {
        false
    }

    /// a b in F_p2, i^2 = -1, before reduction. Implementations with a faster whole override it.
    fn mul2_wide(a: &[Self; 2], b: &[Self; 2]) -> [Self::Wide; 2] {
        karatsuba_wide(a, b)
    }

    /// (a0 + a1 i)(b0 + b1 i) with i^2 = -1: Karatsuba with two reductions. Implementations with a faster whole override it.
    #[must_use]
    fn mul2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        karatsuba(a, b)
    }

    /// (a0 + a1 i)^2 with i^2 = -1, as (a0 + a1)(a0 - a1) + 2 a0 a1 i.
    #[must_use]
    fn square2(a: &[Self; 2]) -> [Self; 2] {
        let real = a[0].add(&a[1]).mul(&a[0].sub(&a[1]));
        [real, a[0].mul(&a[1]).double()]
    }
}

/// `factor` times `a` by double-and-add, unrolled by the compiler as `factor` is constant wherever this is used.
#[inline(always)]
pub(super) fn small_multiple<F: BaseField>(a: &F, factor: u32) -> F {
    debug_assert!(factor != 0);
    let mut sum = *a;
    let mut bit = factor.ilog2();
    while bit > 0 {
        bit -= 1;
        sum = sum.double();
        if factor >> bit & 1 == 1 {
            sum = sum.add(a);
        }
    }
    sum
}

/// (a0 + a1 i)(b0 + b1 i) with i^2 = -1: three wide products, two reductions.
#[inline]
pub(super) fn karatsuba<F: BaseField>(a: &[F; 2], b: &[F; 2]) -> [F; 2] {
    F::mul2_wide(a, b).map(|wide| F::reduce(&wide))
}

/// (a0 + a1 i)(b0 + b1 i) with i^2 = -1 before reduction.
#[inline(never)]
fn karatsuba_wide<F: BaseField>(a: &[F; 2], b: &[F; 2]) -> [F::Wide; 2] {
    let low = a[0].mul_wide(&b[0]);
    let high = a[1].mul_wide(&b[1]);
    let both = a[0].add_unreduced(&a[1]).mul_wide(&b[0].add_unreduced(&b[1]));
    let cross = F::wide_sub_positive(&F::wide_sub_positive(&both, &low), &high);
    [F::wide_sub(&low, &high), cross]
}

/// The sum of a_k b_k in F_p2 by wide products.
#[inline]
pub(super) fn lazy_dot<F: BaseField, const K: usize>(a: [&[F; 2]; K], b: [&[F; 2]; K]) -> [F; 2] {
    const { assert!(K > 0) };
    if K > F::LAZY_TERMS {
        let products = |k: usize| F::mul2_wide(a[k], b[k]);
        let sum = (1..K).fold(products(0), |[real, cross], k| {
            let [r, c] = products(k);
            [F::wide_add(&real, &r), F::wide_add(&cross, &c)]
        });
        return sum.map(|wide| F::reduce(&wide));
    }
    // The three products of all terms are summed as they are.
    let products = |k: usize| {
        let both = a[k][0].add_unreduced(&a[k][1]).mul_wide(&b[k][0].add_unreduced(&b[k][1]));
        [a[k][0].mul_wide(&b[k][0]), a[k][1].mul_wide(&b[k][1]), both]
    };
    let [low, high, both] = (1..K).fold(products(0), |sums, k| {
        let more = products(k);
        core::array::from_fn(|i| F::wide_sum(&sums[i], &more[i]))
    });
    let cross = F::wide_sub_positive(&F::wide_sub_positive(&both, &low), &high);
    let cross = if 2 * K > F::LAZY_TERMS { F::wide_once(&cross) } else { cross };
    [F::reduce(&F::wide_sub(&low, &high)), F::reduce(&cross)]
}
