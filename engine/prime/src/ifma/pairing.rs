//! The optimal ate pairing: Miller loop (of one or several pairs with shared squarings) and final
//! exponentiation.

use super::available::assert_available;
use super::convert;
use super::curve::{InLanes, SignedDigits};
use super::cyclotomic;
use super::fp12::{self, Lanes};
use super::g2;
use super::scheduled::Squares;
use super::vector::{self, Order, Set, Vector};
use crate::BaseField;
use crate::ate::{Family, Pair, TwistPoint};
use crate::tower::{Fp2, Fp6, Fp12};

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
    unsafe { convert::leave_fp12::<C, L, N>(&miller_loop_in_lanes::<C, L, N>(pairs)) }
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
    // SAFETY: the processor has the instructions.
    unsafe {
        let f = convert::enter_fp12::<C, L, N>(f);
        convert::leave_fp12::<C, L, N>(&final_exponentiation_in_lanes::<C, L, N>(&f))
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
        convert::leave_fp12::<C, L, N>(&final_exponentiation_in_lanes::<C, L, N>(&f))
    }
}

/// What one pair needs on the way through the Miller loop.
struct Walk<const L: usize> {
    /// The multiple of Q, as [`g2`] holds it.
    t: Vector<L>,
    /// P as [`g2::double`] takes it.
    p_to_double: Vector<L>,
    /// P as [`g2::add`] takes it.
    p_to_add: Vector<L>,
    /// Q, to be added.
    plus: Vector<L>,
    /// -Q.
    minus: Vector<L>,
}

impl<const L: usize> Walk<L> {
    /// At Q itself.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn new<C: InLanes<L, N>, const N: usize>((p, q): &Pair<C::Fp, C>) -> Self {
        let one = Fp2::<C::Fp, C>::ONE;
        let t = convert::enter::<C::Params, L, N>([q.x.c, q.y.c, one.c].as_flattened());
        let (minus_x, y) = (p.0.neg(), p.1);
        let (minus_3x, y2) = (minus_x.double().add(&minus_x), y.double());
        let [u, v] = C::mul_by_3_twist_b(&one).c;
        let to_double = [minus_3x, minus_3x, y2, y2, u, u, v.neg(), v];
        let plus = vector::permuted(&t, &ADDEND);
        Walk {
            t,
            p_to_double: convert::enter::<C::Params, L, N>(&to_double),
            p_to_add: convert::enter::<C::Params, L, N>(&[minus_x, minus_x, y, y]),
            plus,
            minus: vector::map(&plus, |word| vector::negated_in(word, ADDEND_Y)),
        }
    }
}

/// Another point of the twist to be added.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn addend<C: InLanes<L, N>, const L: usize, const N: usize>(q: &TwistPoint<C::Fp, C>) -> Vector<L> {
    vector::permuted(&convert::enter::<C::Params, L, N>([q.x.c, q.y.c].as_flattened()), &ADDEND)
}

/// Where [`g2::add`] wants y, x, x, y.
const ADDEND: Order = [2, 3, 0, 1, 0, 1, 2, 3];
/// The lanes of y in what [`g2::add`] takes.
const ADDEND_Y: Set = 0b1100_0011;

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
    let mut f = fp12::one::<C::Params, L>();
    for (i, &digit) in C::LOOP.iter().skip_while(|&&digit| digit == 0).skip(1).enumerate() {
        // The square of 1 in the first step.
        if i > 0 {
            f = fp12::square::<C::Params, L>(&f);
        }
        for walk in walks.iter_mut() {
            let line = g2::double::<C::Params, L>(&mut walk.t, &walk.p_to_double, C::TWIST);
            f = fp12::mul_by_line::<C::Params, L>(&f, &line, C::TWIST);
            if digit != 0 {
                let q = if digit > 0 { &walk.plus } else { &walk.minus };
                let line = g2::add::<C::Params, L>(&mut walk.t, q, &walk.p_to_add, C::TWIST);
                f = fp12::mul_by_line::<C::Params, L>(&f, &line, C::TWIST);
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
                    let q = addend::<C, L, N>(&q);
                    let line = g2::add::<C::Params, L>(&mut walk.t, &q, &walk.p_to_add, C::TWIST);
                    f = fp12::mul_by_line::<C::Params, L>(&f, &line, C::TWIST);
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
    let square = |f: &Lanes<L>| cyclotomic::square::<C::Params, L>(f);
    let conjugate = |f: &Lanes<L>| fp12::conjugate::<C::Params, L>(f);
    let power_u = |f: &Lanes<L>| power::<C::Params, L>(f, &C::EXPONENT);

    // (p^6 - 1)(p^2 + 1).
    // The conjugate by the inverse: the square of the conjugate by that of the norm, an element of F_p6.
    let conjugated = conjugate(f);
    let norm = convert::leave_fp12::<C, L, N>(&mul(f, &conjugated)).c[0];
    let inverse = convert::enter_fp12::<C, L, N>(&Fp12 { c: [norm.invert(), Fp6::ZERO] });
    let f = mul(&fp12::square::<C::Params, L>(&conjugated), &inverse);
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
fn power<F: Squares<L>, const L: usize>(g: &Lanes<L>, exponent: &SignedDigits) -> Lanes<L> {
    let largest = exponent.iter().map(|digit| digit.unsigned_abs()).max().unwrap_or(1);
    let mut odd = [*g; 4];
    if largest > 1 {
        let square = cyclotomic::square::<F, L>(g);
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
            Some(power) => fp12::mul::<F, L>(&cyclotomic::squares::<F, L>(&power, squares), &factor),
        });
        squares = 0;
    }
    match power {
        None => fp12::one::<F, L>(),
        Some(power) => cyclotomic::squares::<F, L>(&power, squares),
    }
}
