//! F_p12 = F_p2\[w\]/(w^6 - xi) in the first six of eight lanes, and what its arithmetic is as sums of
//! products of lanes.
//!
//! Lane k holds the coefficient of w^[`POWER`]\[k\]: first the three even powers, that is F_p6 =
//! F_p2\[v\]/(v^3 - xi) with v = w^2, then the odd ones. In a tight field every value is folded, from 0 to
//! 1.001 p; in a roomy one it is within 200 p.

use super::lanes::{self, Lanes, Operand, Order, Table, Term};
use super::radix::Radix52;

/// The power of w that each lane belongs to.
const POWER: [usize; 6] = [0, 2, 4, 1, 3, 5];
/// The lane of each power of w.
const LANE: [u64; 6] = [0, 3, 1, 4, 2, 5];
/// The lanes of f0 in f = f0 + f1 w over F_p6, those of f1, and those of w^0.
const EVEN: lanes::Set = 0b00_0111;
const ODD: lanes::Set = 0b11_1000;
const FIRST: lanes::Set = 0b1;
/// f1, f0.
const SWAPPED: Order = [3, 4, 5, 0, 1, 2, 0, 0];
/// v f1 in the even lanes, but for the factor xi of the first.
const SHIFTED_ODD: Order = [5, 3, 4, 0, 0, 0, 0, 0];

/// The term f times g_j w^j of a product, g_j in lane `right`: where the power of w reaches 6, it takes from
/// xi f, the left operand's second half.
const fn times_power(j: usize, right: u64) -> Term {
    let mut term = Term { left: [0; 8], right: [right; 8] };
    let mut k = 0;
    while k < 6 {
        term.left[k] = if POWER[k] >= j { LANE[POWER[k] - j] } else { LANE[POWER[k] + 6 - j] + 8 };
        k += 1;
    }
    term
}

/// The term a v^j b_j of two products side by side in F_p6: even lanes times even lanes, odd lanes times odd
/// lanes.
const fn times_power_in_halves(j: usize) -> Term {
    let mut term = Term { left: [0; 8], right: [0; 8] };
    let mut k = 0;
    while k < 6 {
        let (half, power) = (k / 3 * 3, k % 3);
        term.left[k] = (half + if power >= j { power - j } else { power + 3 - j + 8 }) as u64;
        term.right[k] = (half + j) as u64;
        k += 1;
    }
    term
}

/// f g.
const PRODUCT: [Term; 6] = [
    times_power(0, LANE[0]),
    times_power(1, LANE[1]),
    times_power(2, LANE[2]),
    times_power(3, LANE[3]),
    times_power(4, LANE[4]),
    times_power(5, LANE[5]),
];
/// f g for g in F_p6.
const PRODUCT_BY_EVEN: [Term; 3] =
    [times_power(0, LANE[0]), times_power(2, LANE[2]), times_power(4, LANE[4])];
/// a0 b0 and a1 b1 in F_p6.
const PRODUCT_OF_HALVES: [Term; 3] =
    [times_power_in_halves(0), times_power_in_halves(1), times_power_in_halves(2)];

/// f times a line, whose three coefficients are in lanes 5, 6 and 7 and belong to the given powers of w.
pub const fn product_by_line(powers: [usize; 3]) -> [Term; 3] {
    [times_power(powers[0], 5), times_power(powers[1], 6), times_power(powers[2], 7)]
}

/// Sums of products of the lanes of f, and of xi f where a power of w exceeds the degree, with those of g.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn dot<F: Radix52<L>, const L: usize>(f: &Lanes<L>, g: &Operand<L>, terms: &[Term]) -> Lanes<L> {
    lanes::dot::<F, L>([&f.operand::<F, 0>(), &f.times_xi::<F>().operand::<F, 3>()], [g, g], terms)
}

/// 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn one<F: Radix52<L>, const L: usize>() -> Lanes<L> {
    Lanes::zero().replaced_in(FIRST, &super::convert::every_lane(&F::ONE))
}

/// f g.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul<F: Radix52<L>, const L: usize>(f: &Lanes<L>, g: &Lanes<L>) -> Lanes<L> {
    dot::<F, L>(f, &g.operand::<F, 0>(), &PRODUCT).settled::<F, 4>()
}

/// f times a line (see [`product_by_line`]).
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul_by_line<F: Radix52<L>, const L: usize>(
    f: &Lanes<L>,
    line: &Lanes<L>,
    terms: &[Term; 3],
) -> Lanes<L> {
    dot::<F, L>(f, &line.operand::<F, 2>(), terms).settled::<F, 4>()
}

/// f^2 by two products in F_p6: with t = f0 f1 it is (f0 + f1)(f0 + v f1) - t - v t + 2 t w.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn square<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    let left = f.permuted(&SWAPPED).add_in(EVEN, f);
    let right = f.add_in(EVEN, &times_v::<F, L>(f));
    let products = dot::<F, L>(&left, &right.operand::<F, 2>(), &PRODUCT_OF_HALVES);
    products
        .sub_in(EVEN, &products.permuted(&SWAPPED))
        .sub_in(EVEN, &times_v::<F, L>(&products))
        .add_in(ODD, &products)
        .settled::<F, 40>()
}

/// v f1 in the even lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn times_v<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    let shifted = f.permuted(&SHIFTED_ODD);
    shifted.replaced_in(FIRST, &shifted.times_xi::<F>())
}

/// f^(p^6), the inverse of an element of norm 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn conjugate<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    f.negated_in(ODD).settled::<F, 2>()
}

/// f^(p^j) for j = 1, 2, 3, from the factors xi^(k (p^j - 1) / 6) of the coefficients of w^k.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn frobenius<F: Radix52<L>, const L: usize>(f: &Lanes<L>, j: usize, factors: &[Table<L>; 3]) -> Lanes<L> {
    let conjugate = if j % 2 == 1 { f.conjugate() } else { *f };
    lanes::mul::<F, L>(&conjugate.operand::<F, 2>(), &Operand::load(&factors[j - 1])).settled::<F, 4>()
}

/// The power of w of each lane, for tables of constants.
pub const fn power_of_lane(lane: usize) -> usize {
    POWER[lane]
}

/// How many cyclotomic squares of a roomy field are taken until one folds.
///
/// With s the sum of xi's coefficients and words up to w 2^52, a square has words up to (2 w + 6 s) 2^52, and an
/// operand of the next one up to 2 (s + 1) times its input. From w = 2, the fourth square after 1 + i stays below
/// 2^62; after 5 + i it would pass 2^63, the second stays below 2^62.
const fn squares_before_fold(xi: u32) -> usize {
    if xi == 1 { 4 } else { 2 }
}

/// g^(2^count) for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn cyclotomic_squares<F: Radix52<L>, const L: usize>(g: &Lanes<L>, count: usize) -> Lanes<L> {
    let mut power = *g;
    for i in 1..=count {
        power = if i % const { squares_before_fold(F::XI) } == 0 {
            cyclotomic_square_step::<F, L, true>(&power)
        } else {
            cyclotomic_square_step::<F, L, false>(&power)
        };
    }
    power
}

/// g^2 for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn cyclotomic_square<F: Radix52<L>, const L: usize>(g: &Lanes<L>) -> Lanes<L> {
    cyclotomic_square_step::<F, L, true>(g)
}

/// g^2 as Granger and Scott square (eprint 2009/565, section 3.2), with xi where their polynomials have the
/// non-residue.
///
/// With M_ab = g_a g_b and a + b sqrt(xi) squared as S - M - xi M + 2 M sqrt(xi), S = (a + b)(a + xi b), the
/// six products are S_03, S_14, S_25, M_25, M_03, M_14.
///
/// The value before comes into the result doubled. `FOLD` keeps that from growing; a roomy field can do
/// without three times in a row if xi = 1 + i: sizes of 10 p, 30 p, 70 p and 150 p (see [`squares_before_fold`]).
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn cyclotomic_square_step<F: Radix52<L>, const L: usize, const FOLD: bool>(g: &Lanes<L>) -> Lanes<L> {
    // Lanes of the powers 0, 1, 2, 2, 0, 1 and 3, 4, 5, 5, 3, 4.
    const LOW: Order = [0, 3, 1, 1, 0, 3, 0, 0];
    const HIGH: Order = [4, 2, 5, 5, 4, 2, 0, 0];
    // M_03, M_14, M_25, M_25, M_03, M_14.
    const CROSS: Order = [4, 5, 3, 3, 4, 5, 0, 0];
    /// The lane of w, where M_25 takes a factor xi.
    const TURNED: lanes::Set = 0b00_1000;

    let (low, high) = (g.permuted(&LOW), g.permuted(&HIGH));
    let left = low.add_in(EVEN, &high);
    let right = low.add_in(EVEN, &high.times_xi::<F>()).replaced_in(ODD, &high);
    let products = lanes::mul::<F, L>(&left.operand::<F, 0>(), &right.operand::<F, 2>());
    let cross = products.permuted(&CROSS);
    let turned = cross.times_xi::<F>();
    let odd = cross.replaced_in(TURNED, &turned).doubled();
    let third = odd.replaced_in(EVEN, &products.sub(&cross).sub(&turned));
    let before = if FOLD && !F::TIGHT { g.folded::<F, 0>() } else { *g };
    let square = third.sub_in(EVEN, &before).add_in(ODD, &before).doubled().add(&third);
    if F::TIGHT { square.offset_in::<F, 32>(EVEN).folded::<F, 8>() } else { square }
}

/// 1 / f, from `invert`, the inverse of the first lane's real part in every lane.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn invert<F: Radix52<L>, const L: usize>(
    f: &Lanes<L>,
    invert: impl FnOnce(&Lanes<L>) -> Lanes<L>,
) -> Lanes<L> {
    // With n = f conjugate(f) in F_p6, adj = (n0^2 - xi n1 n2, xi n2^2 - n0 n1, n1^2 - n0 n2) and d = n0 adj0
    // + xi n2 adj1 + xi n1 adj2 in F_p2, 1/n = adj / d. Right operands: n, then -n in the second half.
    const ADJUGATE: [Term; 2] = [
        Term { left: [0, 10, 1, 0, 0, 0, 0, 0], right: [0, 2, 1, 0, 0, 0, 0, 0] },
        Term { left: [9, 0, 0, 0, 0, 0, 0, 0], right: [10, 9, 10, 0, 0, 0, 0, 0] },
    ];
    const DETERMINANT: [Term; 3] = [
        Term { left: [0; 8], right: [0; 8] },
        Term { left: [10; 8], right: [1; 8] },
        Term { left: [9; 8], right: [2; 8] },
    ];
    let conjugated = conjugate::<F, L>(f);
    let norm = mul::<F, L>(f, &conjugated);
    let (plain, turned) = (norm.operand::<F, 0>(), norm.times_xi::<F>().operand::<F, 3>());
    let negated = norm.negated_in(0xff).operand::<F, 2>();
    let adjugate = lanes::dot::<F, L>([&plain, &turned], [&plain, &negated], &ADJUGATE).settled::<F, 4>();
    let adjugate = adjugate.operand::<F, 0>();
    let determinant =
        lanes::dot::<F, L>([&plain, &turned], [&adjugate, &adjugate], &DETERMINANT).settled::<F, 4>();
    let determinant_conjugate = determinant.conjugate().operand::<F, 2>();
    let inverse_of_norm = invert(&lanes::mul::<F, L>(&determinant.operand::<F, 0>(), &determinant_conjugate));
    let inverse_of_determinant =
        lanes::mul::<F, L>(&determinant_conjugate, &inverse_of_norm.operand::<F, 2>()).settled::<F, 4>();
    let inverse = lanes::mul::<F, L>(&adjugate, &inverse_of_determinant.operand::<F, 0>()).settled::<F, 4>();
    dot::<F, L>(&conjugated, &inverse.operand::<F, 0>(), &PRODUCT_BY_EVEN).settled::<F, 4>()
}
