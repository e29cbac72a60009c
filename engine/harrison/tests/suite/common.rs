//! An independent slow model: polynomials over F_p as vectors of coefficients, long division, and nothing else.

use num_bigint::BigUint;
use pairforge_harrison::Field;
use pairforge_harrison::field::BaseField;
use proptest::prelude::*;

/// F_p\[x\]/(modulus), its elements vectors of as many coefficients as the degree.
pub struct Model {
    pub p: u8,
    pub modulus: Vec<u8>,
}

impl Model {
    /// F_3\[x\]/(x^n + x^k + 2) or F_2\[x\]/(x^n + x^k + 1).
    pub fn trinomial(p: u8, n: usize, k: usize) -> Self {
        let mut modulus = vec![0; n + 1];
        modulus[n] = 1;
        modulus[k] = 1;
        modulus[0] = p - 1;
        Self { p, modulus }
    }

    pub fn degree(&self) -> usize {
        self.modulus.len() - 1
    }

    pub fn add(&self, a: &[u8], b: &[u8]) -> Vec<u8> {
        a.iter().zip(b).map(|(x, y)| (x + y) % self.p).collect()
    }

    pub fn mul(&self, a: &[u8], b: &[u8]) -> Vec<u8> {
        let mut product = vec![0u8; a.len() + b.len()];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                product[i + j] = (product[i + j] + x * y) % self.p;
            }
        }
        self.reduce(product)
    }

    pub fn cube(&self, a: &[u8]) -> Vec<u8> {
        self.mul(&self.mul(a, a), a)
    }

    fn reduce(&self, mut a: Vec<u8>) -> Vec<u8> {
        let n = self.degree();
        for top in (n..a.len()).rev() {
            let lead = a[top];
            for (i, m) in self.modulus.iter().enumerate() {
                a[top - n + i] = (a[top - n + i] + (self.p - m) * lead) % self.p;
            }
        }
        a.resize(n, 0);
        a
    }

    /// Whether the modulus is irreducible, for a prime degree n: x^(p^n) = x, and no root in F_p.
    pub fn is_irreducible_of_prime_degree(&self) -> bool {
        let mut x = vec![0; self.degree()];
        x[1] = 1;
        let power = (0..self.degree())
            .fold(x.clone(), |a, _| if self.p == 3 { self.cube(&a) } else { self.mul(&a, &a) });
        let value = |at: u8| self.modulus.iter().rev().fold(0, |sum, m| (sum * at + m) % self.p);
        power == x && (0..self.p).all(|at| value(at) != 0)
    }
}

/// Any element of a base field.
pub fn element<F: BaseField>() -> impl Strategy<Value = F> {
    prop_oneof![
        1 => Just(F::ZERO),
        1 => Just(F::ONE),
        1 => Just(-F::ONE),
        12 => prop::collection::vec(0..F::CHARACTERISTIC, F::DEGREE).prop_map(|c| F::from_coefficients(&c)),
        2 => prop::collection::vec(0..F::CHARACTERISTIC, 0..5).prop_map(|c| F::from_coefficients(&c)),
    ]
}

/// a^e.
pub fn power<F: Field>(a: F, e: &BigUint) -> F {
    (0..e.bits()).rev().fold(F::ONE, |r, i| {
        let r = r * r;
        if e.bit(i) { r * a } else { r }
    })
}

/// The sum of digit i times base^i.
pub fn value_of(digits: &[i8], base: u8) -> BigUint {
    let sum = digits.iter().rev().fold(num_bigint::BigInt::ZERO, |sum, &digit| sum * base + digit);
    sum.to_biguint().expect("not negative")
}

pub fn words(number: &BigUint) -> Vec<u64> {
    number.iter_u64_digits().collect()
}

/// y^2 + a1 x y + a3 y = x^3 + a2 x^2 + a4 x + a6 and its textbook group law; `None` is the point at infinity.
#[derive(Clone, Copy)]
pub struct Weierstrass<F> {
    pub a1: F,
    pub a2: F,
    pub a3: F,
    pub a4: F,
}

pub type Point<F> = Option<(F, F)>;

impl<F: Field> Weierstrass<F> {
    /// y^2 = x^3 - x + 1, characteristic three.
    pub fn ternary() -> Self {
        Self { a1: F::ZERO, a2: F::ZERO, a3: F::ZERO, a4: -F::ONE }
    }

    /// y^2 + y = x^3 + x + 1, characteristic two.
    pub fn binary() -> Self {
        Self { a1: F::ZERO, a2: F::ZERO, a3: F::ONE, a4: F::ONE }
    }

    pub fn neg(&self, p: Point<F>) -> Point<F> {
        p.map(|(x, y)| (x, -y - self.a1 * x - self.a3))
    }

    /// The slope of the line through two finite points, the tangent where they are the same; `None`: vertical.
    fn slope(&self, (x1, y1): (F, F), (x2, y2): (F, F)) -> Option<F> {
        if x1 != x2 {
            return Some((y2 - y1) * (x2 - x1).inverse()?);
        }
        if y1 != y2 {
            return None;
        }
        let (x, x_squared) = (x1, x1.square());
        let above = x_squared + x_squared + x_squared + self.a2 * x + self.a2 * x + self.a4 - self.a1 * y1;
        Some(above * (y1 + y1 + self.a1 * x + self.a3).inverse()?)
    }

    pub fn add(&self, p: Point<F>, q: Point<F>) -> Point<F> {
        let (Some(p), Some(q)) = (p, q) else { return p.or(q) };
        let slope = self.slope(p, q)?;
        let x = slope.square() + self.a1 * slope - self.a2 - p.0 - q.0;
        self.neg(Some((x, slope * (x - p.0) + p.1)))
    }

    /// The line through two points divided by the vertical through their sum, at R: a function of divisor
    /// (P) + (Q) - (P + Q) - (O).
    fn step(&self, p: Point<F>, q: Point<F>, (x, y): (F, F)) -> F {
        let (Some(a), Some(b)) = (p, q) else { return F::ONE };
        match (self.slope(a, b), self.add(p, q)) {
            (Some(slope), Some(sum)) => {
                (y - a.1 - slope * (x - a.0)) * (x - sum.0).inverse().expect("R is not on the vertical")
            }
            _ => x - a.0,
        }
    }

    /// f_{n,P}(R) by Miller's algorithm in base two, all denominators kept.
    pub fn miller(&self, n: &BigUint, p: Point<F>, r: (F, F)) -> F {
        let (mut f, mut v) = (F::ONE, p);
        for i in (0..n.bits() - 1).rev() {
            f = f.square() * self.step(v, v, r);
            v = self.add(v, v);
            if n.bit(i) {
                f = f * self.step(v, p, r);
                v = self.add(v, p);
            }
        }
        f
    }
}
