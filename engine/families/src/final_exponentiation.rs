//! f^((p^k - 1)/r), exactly. The easy part is (p^k - 1)/Phi_k(p): (q^3 - 1)(q + 1) where the twist has the degree 6,
//! q^2 - 1 where it has 4. The hard part, Phi_k(p)/r, is a polynomial in the seed u.

use crate::curve::{Curve, Exponent, HardPart, Product};
use crate::full::Full;
use crate::half::{Compression, Half};
use crate::tower::Field;
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// f^((p^k - 1)/Phi_k(p)).
#[must_use]
pub fn easy_part<C: Curve>(f: &Full<C>) -> Full<C> {
    let unitary = f.conjugate().mul(&f.invert());
    if C::Half::PARTS == 2 { unitary } else { unitary.frobenius(C::Fq::DEGREE).mul(&unitary) }
}

/// a^n of an element of the cyclotomic subgroup.
#[must_use]
pub fn power<C: Curve>(a: &Full<C>, n: &Exponent) -> Full<C> {
    if n.compressed
        && let Some(compression) = C::Half::COMPRESSION
    {
        let value = compressed_power(a, n.digits, &compression);
        return if n.negative { value.conjugate() } else { value };
    }
    let mut odd = vec![*a];
    if n.largest > 1 {
        let square = a.cyclotomic_square();
        for i in 0..n.largest as usize / 2 {
            odd.push(odd[i].mul(&square));
        }
    }
    let factor = |digit: i8| {
        let entry = &odd[digit.unsigned_abs() as usize / 2];
        if digit < 0 { entry.conjugate() } else { *entry }
    };
    let value = squares_and_products(n.digits, factor);
    if n.negative { value.conjugate() } else { value }
}

/// The power from its lowest digit on: what compressed squares reach is restored with one inversion for all.
fn compressed_power<C: Curve>(
    a: &Full<C>,
    digits: &[(u32, i8)],
    compression: &Compression<C::Fq>,
) -> Full<C> {
    let mut current = [1, 4, 2, 5].map(|j| *a.coefficient(j));
    let mut place = 0;
    let mut value = None;
    let (mut reached, mut signs) = (Vec::new(), Vec::new());
    for &(run, digit) in digits.iter().rev() {
        if digit != 0 && place == 0 {
            value = Some(if digit < 0 { a.conjugate() } else { *a });
        } else if digit != 0 {
            reached.push(current);
            signs.push(digit < 0);
        }
        for _ in 0..run {
            current = (compression.square)(&current);
        }
        place += run;
    }
    for (factor, negative) in restored::<C>(&reached, compression.times_xi).into_iter().zip(signs) {
        let factor = if negative { factor.conjugate() } else { factor };
        value = Some(value.map_or(factor, |value: Full<C>| value.mul(&factor)));
    }
    value.unwrap_or(Full::ONE)
}

/// The elements with these coefficients:
///
/// g1 = (xi g5^2 + 3 g4^2 - 2 g3)/(4 g2), or 2 g4 g5/g3 where g2 = 0; g0 = xi (2 g1^2 + g2 g5 - 3 g3 g4) + 1.
///
/// Where g3 = 0 as well, the element is 1, and g1 = 0.
fn restored<C: Curve>(reached: &[[C::Fq; 4]], times_xi: fn(&C::Fq) -> C::Fq) -> Vec<Full<C>> {
    let (zero, one) = (C::Fq::ZERO, C::Fq::ONE);
    let fraction = |[g2, g3, g4, g5]: &[C::Fq; 4]| {
        let tripled = g4.square();
        let tripled = tripled.double().add(&tripled);
        let numerator = times_xi(&g5.square()).add(&tripled).sub(&g3.double());
        let none = g2.ct_eq(&zero);
        let divisor = C::Fq::conditional_select(&g2.double().double(), g3, none);
        (
            C::Fq::conditional_select(&numerator, &g4.mul(g5).double(), none),
            C::Fq::conditional_select(&divisor, &one, divisor.ct_eq(&zero)),
        )
    };
    let fractions: Vec<_> = reached.iter().map(fraction).collect();
    // Montgomery's trick.
    let mut before = Vec::with_capacity(fractions.len());
    let product = fractions.iter().fold(one, |product, (_, divisor)| {
        before.push(product);
        product.mul(divisor)
    });
    let mut inverse = product.invert();
    let mut elements = Vec::with_capacity(fractions.len());
    for ((g, (numerator, divisor)), before) in reached.iter().zip(&fractions).zip(&before).rev() {
        let [g2, g3, g4, g5] = g;
        let g1 = numerator.mul(&inverse.mul(before));
        inverse = inverse.mul(divisor);
        let cross = g3.mul(g4);
        let sum = g1.square().double().add(&g2.mul(g5)).sub(&cross.double().add(&cross));
        let g0 = times_xi(&sum).add(&one);
        elements.push(Full::from_coefficients(|j| [g0, *g2, *g4, g1, *g3, *g5][j]));
    }
    elements.reverse();
    elements
}

/// Squares, and after each run of them a factor by its digit, none for 0.
fn squares_and_products<C: Curve>(digits: &[(u32, i8)], factor: impl Fn(i8) -> Full<C>) -> Full<C> {
    let Some(((_, first), rest)) = digits.split_first() else { return Full::ONE };
    let mut value = factor(*first);
    for &(squares, digit) in rest {
        for _ in 0..squares {
            value = value.cyclotomic_square();
        }
        if digit != 0 {
            value = value.mul(&factor(digit));
        }
    }
    value
}

fn product<C: Curve>(bases: &[Full<C>], row: Product) -> Full<C> {
    squares_and_products(row, |place| {
        let base = &bases[place.unsigned_abs() as usize - 1];
        if place < 0 { base.conjugate() } else { *base }
    })
}

/// `number` powers, each of the one before by the exponent for its place.
fn bases_from<'a, C: Curve>(
    first: &Full<C>,
    number: usize,
    exponent: impl Fn(usize) -> &'a Exponent,
) -> Vec<Full<C>> {
    let mut values = vec![*first];
    for j in 1..number {
        values.push(power(&values[j - 1], exponent(j)));
    }
    values
}

/// a^(Phi_k(p)/r) of an element of the cyclotomic subgroup.
#[must_use]
pub fn hard_part<C: Curve>(m: &Full<C>) -> Full<C> {
    match &C::HARD_PART {
        HardPart::Bls { seed, seed_less_one, third } => bls(m, seed, seed_less_one, third),
        HardPart::Bn(seed) => bn(m, seed),
        HardPart::Cofactor { third, step, bases, cofactor, trace, rest } => {
            let values = bases_from(m, bases[0], |j| if j == 1 { third } else { step });
            let inner = product(&values, cofactor);
            let raised = product(&bases_from(&inner, bases[1], |_| step), trace);
            raised.mul(&inner.frobenius(1)).mul(&product(&values, rest))
        }
        HardPart::Expansion { reduced, powers, seed, bases, rows } => {
            let values = bases_from(m, *bases, |j| if j <= *powers { reduced } else { seed });
            rows.iter()
                .enumerate()
                .map(|(i, row)| {
                    let part = product(&values, row);
                    if i == 0 { part } else { part.frobenius(i) }
                })
                .reduce(|total, part| total.mul(&part))
                .unwrap_or(Full::ONE)
        }
    }
}

/// Hayashida, Hayasaka, Teruya (eprint 2020/875) for three times the exponent; as 3 divides u - 1, one of the powers u - 1
/// becomes (u - 1)/3, and the exponent is met exactly.
fn bls<C: Curve>(m: &Full<C>, seed: &Exponent, seed_less_one: &Exponent, third: &Exponent) -> Full<C> {
    let last = C::Fq::DEGREE;
    let mut value = power(&power(m, third), seed_less_one);
    let mut n = 1;
    loop {
        let base = value;
        for _ in 0..n {
            value = power(&value, seed);
        }
        value = value.mul(&base.frobenius(n));
        if n == last {
            return value.mul(&base.conjugate()).mul(m);
        }
        n *= 2;
    }
}

/// The vectorial addition chain of Scott et al. (Pairing 2009) for y0 y1^2 y2^6 y3^12 y4^18 y5^30 y6^36.
fn bn<C: Curve>(m: &Full<C>, seed: &Exponent) -> Full<C> {
    let u1 = power(m, seed);
    let u2 = power(&u1, seed);
    let u3 = power(&u2, seed);
    let y0 = m.frobenius(1).mul(&m.frobenius(2)).mul(&m.frobenius(3));
    let y1 = m.conjugate();
    let y2 = u2.frobenius(2);
    let y3 = u1.frobenius(1).conjugate();
    let y4 = u1.mul(&u2.frobenius(1)).conjugate();
    let y5 = u2.conjugate();
    let y6 = u3.mul(&u3.frobenius(1)).conjugate();
    let mut t0 = y6.cyclotomic_square().mul(&y4).mul(&y5);
    let mut t1 = y3.mul(&y5).mul(&t0);
    t0 = t0.mul(&y2);
    t1 = t1.cyclotomic_square().mul(&t0).cyclotomic_square();
    t0 = t1.mul(&y1);
    t1 = t1.mul(&y0);
    t0.cyclotomic_square().mul(&t1)
}

/// f^((p^k - 1)/r).
#[must_use]
pub fn final_exponentiation<C: Curve>(f: &Full<C>) -> Full<C> {
    hard_part(&easy_part(f))
}
