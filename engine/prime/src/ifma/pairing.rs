//! The optimal ate pairing: Miller loop (of one or several pairs with shared squarings) and final
//! exponentiation.

use super::available::assert_available;
use super::convert;
use super::curve::{InLanes, SignedDigits};
use super::fp12;
use super::g2;
use super::lanes::{Lanes, Order, Set, Term};
use super::radix::Radix52;
use crate::ate::{Family, Pair, Twist, TwistPoint};
use crate::tower::{Fp2, Fp6, Fp12};
use crate::{BaseField, Fp};

/// The product of the Miller functions of all pairs, up to factors that the final exponentiation takes to 1.
///
/// # Panics
/// If the processor lacks AVX-512 IFMA.
#[must_use]
pub fn miller_loop<C: InLanes<L, N>, const L: usize, const N: usize>(
    pairs: &[Pair<C::Fp, C>],
) -> Fp12<C::Fp, C> {
    assert_available();
    // SAFETY: the processor has the instructions.
    unsafe { leave::<C, L, N>(&miller_loop_in_lanes::<C, L, N>(pairs)) }
}

/// f^((p^12 - 1) / r).
///
/// # Panics
/// If the processor lacks AVX-512 IFMA.
#[must_use]
pub fn final_exponentiation<C: InLanes<L, N>, const L: usize, const N: usize>(
    f: &Fp12<C::Fp, C>,
) -> Fp12<C::Fp, C> {
    assert_available();
    let [even, odd] = f.c.map(|half| half.c.map(|coefficient| coefficient.c));
    let lanes = [even[0], even[1], even[2], odd[0], odd[1], odd[2]];
    // SAFETY: the processor has the instructions.
    unsafe {
        let f = convert::enter::<C::Params, L, N>(&lanes);
        leave::<C, L, N>(&final_exponentiation_in_lanes::<C, L, N>(&f))
    }
}

/// The product of the pairings of all pairs.
///
/// # Panics
/// If the processor lacks AVX-512 IFMA.
#[must_use]
pub fn product<C: InLanes<L, N>, const L: usize, const N: usize>(pairs: &[Pair<C::Fp, C>]) -> Fp12<C::Fp, C> {
    assert_available();
    // SAFETY: the processor has the instructions.
    unsafe {
        let f = miller_loop_in_lanes::<C, L, N>(pairs);
        leave::<C, L, N>(&final_exponentiation_in_lanes::<C, L, N>(&f))
    }
}

/// An element of F_p12 out of its lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn leave<C: InLanes<L, N>, const L: usize, const N: usize>(f: &Lanes<L>) -> Fp12<C::Fp, C> {
    let c = convert::leave::<C::Params, L, N, 6>(f).map(|[re, im]| Fp2::new(re, im));
    Fp12 { c: [Fp6 { c: [c[0], c[1], c[2]] }, Fp6 { c: [c[3], c[4], c[5]] }] }
}

/// What one pair needs on the way through the Miller loop.
struct Walk<const L: usize> {
    /// The multiple of Q, as [`g2`] holds it.
    t: Lanes<L>,
    /// -x_P, y_P and 1 in the lanes of the line.
    p: Lanes<L>,
    /// Q, to be added.
    plus: Lanes<L>,
    /// -Q.
    minus: Lanes<L>,
}

impl<const L: usize> Walk<L> {
    /// At Q itself.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn new<C: InLanes<L, N>, const N: usize>((p, q): &Pair<C::Fp, C>) -> Self {
        let one = Fp2::<C::Fp, C>::ONE;
        let w = C::mul_by_3_twist_b(&one);
        let (minus_x, y) = ([p.0.neg(), Fp::ZERO], [p.1, Fp::ZERO]);
        let t = convert::enter::<C::Params, L, N>(&[q.x.c, q.y.c, one.c, w.c, minus_x, y]);
        let plus = t.permuted(&ADDEND);
        Walk { t, p: t.permuted(&[0, 0, 0, 0, 0, 4, 5, 2]), plus, minus: plus.negated_in(ADDEND_Y) }
    }

    /// Another point of the twist to be added, for the same P.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn addend<C: InLanes<L, N>, const N: usize>(&self, q: &TwistPoint<C::Fp, C>) -> Lanes<L> {
        let q = convert::enter::<C::Params, L, N>(&[q.x.c, q.y.c]);
        q.permuted(&ADDEND).replaced_in(ADDEND_P, &self.plus)
    }
}

/// Where [`g2::add`] wants x, y, -, -, -x_P, y_P.
const ADDEND: Order = [1, 0, 0, 1, 5, 4, 0, 0];
/// The lanes of y in what [`g2::add`] takes.
const ADDEND_Y: Set = 0b00_1001;
/// The lanes of P in what [`g2::add`] takes.
const ADDEND_P: Set = 0b11_0000;

/// Lines with lanes 5, 6, 7 times f: which powers of w their coefficients of x_P, y_P and 1 go with.
const fn line_terms(twist: Twist) -> [Term; 3] {
    // The slope of the untwisted line is lambda w (D) or lambda / w (M): y_P - lambda w x_P + (lambda x - y)
    // w^3 or, times w^3, y_P w^3 - lambda w^2 x_P + (lambda x - y).
    match twist {
        Twist::D => fp12::product_by_line([1, 0, 3]),
        Twist::M => fp12::product_by_line([2, 3, 0]),
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn miller_loop_in_lanes<C: InLanes<L, N>, const L: usize, const N: usize>(
    pairs: &[Pair<C::Fp, C>],
) -> Lanes<L> {
    if let [pair] = pairs {
        walk::<C, L, N>(pairs, &mut [Walk::new::<C, N>(pair)])
    } else {
        let mut walks = Vec::with_capacity(pairs.len());
        for pair in pairs {
            walks.push(Walk::new::<C, N>(pair));
        }
        walk::<C, L, N>(pairs, &mut walks)
    }
}

/// The Miller loop itself, over the digits of the loop count.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn walk<C: InLanes<L, N>, const L: usize, const N: usize>(
    pairs: &[Pair<C::Fp, C>],
    walks: &mut [Walk<L>],
) -> Lanes<L> {
    let terms = const { &line_terms(C::TWIST) };
    let mut f = fp12::one::<C::Params, L>();
    for (i, &digit) in C::LOOP.iter().skip_while(|&&digit| digit == 0).skip(1).enumerate() {
        // The square of 1 in the first step.
        if i > 0 {
            f = fp12::square::<C::Params, L>(&f);
        }
        for walk in walks.iter_mut() {
            let line = g2::double::<C::Params, L>(&mut walk.t, &walk.p);
            f = fp12::mul_by_line::<C::Params, L>(&f, &line, terms);
            if digit != 0 {
                let line =
                    g2::add::<C::Params, L>(&mut walk.t, if digit > 0 { &walk.plus } else { &walk.minus });
                f = fp12::mul_by_line::<C::Params, L>(&f, &line, terms);
            }
        }
    }
    match C::FAMILY {
        // f_{-|u|} is 1 / f_{|u|} up to factors that vanish: a conjugate, after the final exponentiation's
        // first step.
        Family::Bls12 => fp12::conjugate::<C::Params, L>(&f),
        Family::Bn => {
            for (walk, (_, q)) in walks.iter_mut().zip(pairs) {
                for q in [q.frobenius(1), q.frobenius(2).neg()] {
                    let q = walk.addend::<C, N>(&q);
                    let line = g2::add::<C::Params, L>(&mut walk.t, &q);
                    f = fp12::mul_by_line::<C::Params, L>(&f, &line, terms);
                }
            }
            f
        }
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn final_exponentiation_in_lanes<C: InLanes<L, N>, const L: usize, const N: usize>(f: &Lanes<L>) -> Lanes<L> {
    let frobenius = |f: &Lanes<L>, j| fp12::frobenius::<C::Params, L>(f, j, &C::FROBENIUS_TABLES);
    let mul = |f: &Lanes<L>, g: &Lanes<L>| fp12::mul::<C::Params, L>(f, g);
    let square = |f: &Lanes<L>| fp12::cyclotomic_square::<C::Params, L>(f);
    let conjugate = |f: &Lanes<L>| fp12::conjugate::<C::Params, L>(f);
    let power_u = |f: &Lanes<L>| power::<C::Params, L>(f, &C::EXPONENT);

    // (p^6 - 1)(p^2 + 1).
    let inverse = fp12::invert::<C::Params, L>(f, |norm| {
        let [[norm, _]] = convert::leave::<C::Params, L, N, 1>(norm);
        convert::enter::<C::Params, L, N>(&[[norm.invert(), Fp::ZERO]]).permuted(&[0; 8])
    });
    let f = mul(&conjugate(f), &inverse);
    let f = mul(&frobenius(&f, 2), &f);
    // (p^4 - p^2 + 1) / r.
    match C::FAMILY {
        // (u - 1)^2 / 3 (u + p)(u^2 + p^2 - 1) + 1 (Hayashida, Hayasaka, Teruya, eprint 2020/875), with u =
        // -|u|.
        Family::Bls12 => {
            let a = mul(&power_u(&f), &f);
            let a = power::<C::Params, L>(&a, &C::EXPONENT_THIRD);
            let b = mul(&conjugate(&power_u(&a)), &frobenius(&a, 1));
            let c = mul(&power_u(&power_u(&b)), &frobenius(&b, 2));
            mul(&mul(&c, &conjugate(&b)), &f)
        }
        // y0 y1^2 y2^6 y3^12 y4^18 y5^30 y6^36 (Scott, Benger, Charlemagne, Dominguez Perez, Kachisa, eprint
        // 2008/490).
        Family::Bn => {
            let u1 = power_u(&f);
            let u2 = power_u(&u1);
            let u3 = power_u(&u2);
            let y0 = mul(&mul(&frobenius(&f, 1), &frobenius(&f, 2)), &frobenius(&f, 3));
            let y1 = conjugate(&f);
            let y2 = frobenius(&u2, 2);
            let y3 = conjugate(&frobenius(&u1, 1));
            let y4 = conjugate(&mul(&u1, &frobenius(&u2, 1)));
            let y5 = conjugate(&u2);
            let y6 = conjugate(&mul(&u3, &frobenius(&u3, 1)));
            let t0 = mul(&mul(&square(&y6), &y4), &y5);
            let t1 = mul(&mul(&y3, &y5), &t0);
            let t0 = mul(&t0, &y2);
            let t1 = square(&mul(&square(&t1), &t0));
            let t0 = square(&mul(&t1, &y1));
            mul(&t0, &mul(&t1, &y0))
        }
    }
}

/// A power of an element of the cyclotomic subgroup, by signed windows.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn power<F: Radix52<L>, const L: usize>(g: &Lanes<L>, exponent: &SignedDigits) -> Lanes<L> {
    let largest = exponent.iter().map(|digit| digit.unsigned_abs()).max().unwrap_or(1);
    let mut odd = [*g; 4];
    if largest > 1 {
        let square = fp12::cyclotomic_square::<F, L>(g);
        for i in 1..=usize::from(largest / 2) {
            odd[i] = fp12::mul::<F, L>(&odd[i - 1], &square);
        }
    }
    let mut power: Option<Lanes<L>> = None;
    let mut squares = 0;
    for &digit in exponent {
        squares += 1;
        if digit == 0 {
            continue;
        }
        let factor = &odd[usize::from(digit.unsigned_abs() / 2)];
        let factor = if digit > 0 { *factor } else { fp12::conjugate::<F, L>(factor) };
        power = Some(match power {
            None => factor,
            Some(power) => fp12::mul::<F, L>(&fp12::cyclotomic_squares::<F, L>(&power, squares), &factor),
        });
        squares = 0;
    }
    match power {
        None => fp12::one::<F, L>(),
        Some(power) => fp12::cyclotomic_squares::<F, L>(&power, squares),
    }
}
