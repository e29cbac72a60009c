//! The Tate pairing f_{r,P}(psi(Q))^((p^2 - 1) / r), psi(x, y) = (-x, i y), and its target group, the elements of norm 1 in F_p2.
//!
//! The final exponentiation begins with a power p - 1, which takes F_p to 1: lines count only up to factors in F_p, so
//! denominators and vertical lines, those of the last step of r among them, are left out.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::super::fma::{Radix, rounds_to_nearest};
use super::super::limbs;
use super::super::modulus::{Modulus, Residue, equal, select};
use super::curve::{Curve, Tangent, Vectors, is_zero};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::fma;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::ifma::{self, Digits};
use super::point::{Affine, Quadratic, Weighted};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use pairforge_interface::cpu::{Level, level};
use pairforge_interface::{Error, Result};
use subtle::Choice;

/// The lines of a fixed first argument, each a x + b + y i up to a factor in F_p; none for infinity.
pub struct Lines<const N: usize>(Vec<[Residue<N>; 2]>);

/// A step of the Miller loop over r = 2^exp2 + sign1 2^exp1 + sign0. The last addition is of a vertical line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// f^2 times the tangent.
    Double,
    /// f times the chord through sign1 P.
    Add,
}

impl<const N: usize> Curve<N> {
    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<N> {
        let doubles = |count| core::iter::repeat_n(Step::Double, count);
        doubles(self.exp2 - self.exp1).chain([Step::Add]).chain(doubles(self.exp1))
    }

    /// The value of the tangent at psi(Q).
    #[inline]
    fn tangent_at(&self, t: &Tangent<N>, q: &Affine<N>) -> Quadratic<N> {
        let f = &self.field;
        let real = f.sum_of_products(&f.mul(&t.slope, &t.z), &q.x, &t.x, &t.difference);
        [real, f.mul(&f.mul(&t.y2, &t.z), &q.y)]
    }

    /// 1.
    pub fn one(&self) -> Quadratic<N> {
        [self.field.one, Modulus::ZERO]
    }

    /// The vector code, where the processor has its instructions and the field fits.
    fn vectors(&self) -> &Vectors {
        self.vectors.get_or_init(|| {
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            if level() >= Level::Avx512 {
                if let Some(digits) = Digits::new(&self.field) {
                    return Vectors::Ten(digits);
                }
                if let Some(digits) = Digits::new(&self.field) {
                    return Vectors::Thirty(Box::new(digits));
                }
            }
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            if level() >= Level::Avx2 {
                if let Some(radix) = Radix::new(&self.field) {
                    return Vectors::TenReals(Box::new(radix));
                }
                if let Some(radix) = Radix::new(&self.field) {
                    return Vectors::ThirtyReals(Box::new(radix));
                }
            }
            Vectors::None
        })
    }

    /// The product of the Miller loops of all terms; a term with a point at infinity counts as 1.
    #[inline(never)]
    pub fn miller_loop(&self, terms: &[(Affine<N>, Affine<N>)]) -> Quadratic<N> {
        match self.vectors() {
            // SAFETY: `vectors` has seen AVX-512 F and IFMA.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Vectors::Ten(digits) => self.miller_loop_by_vectors(terms, |count, t, f, q| unsafe {
                ifma::doublings(&self.field, digits, count, t, f, q)
            }),
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Vectors::Thirty(digits) => self.miller_loop_by_vectors(terms, |count, t, f, q| unsafe {
                ifma::doublings(&self.field, digits, count, t, f, q)
            }),
            // SAFETY: `vectors` has seen AVX2 and FMA.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Vectors::TenReals(radix) if rounds_to_nearest() => self
                .miller_loop_by_vectors(terms, |count, t, f, q| unsafe {
                    fma::doublings(&self.field, radix, count, t, f, q)
                }),
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Vectors::ThirtyReals(radix) if rounds_to_nearest() => self
                .miller_loop_by_vectors(terms, |count, t, f, q| unsafe {
                    fma::doublings(&self.field, radix, count, t, f, q)
                }),
            _ => self.miller_loop_by_words(terms),
        }
    }

    /// The same with doubling steps by the vector code, one term after the other: its squarings are in lanes that would be idle.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn miller_loop_by_vectors(
        &self,
        terms: &[(Affine<N>, Affine<N>)],
        doublings: impl Fn(usize, &Weighted<N>, &Quadratic<N>, &Affine<N>) -> (Weighted<N>, Quadratic<N>),
    ) -> Quadratic<N> {
        let f = &self.field;
        let mut product = self.one();
        for (p, q) in terms.iter().filter(|(p, q)| !p.infinity && !q.infinity) {
            let start = Weighted { x: p.x, y: p.y, z: f.one };
            let (t, value) = doublings(self.exp2 - self.exp1, &start, &self.one(), q);
            let (t, [a, b, c]) = self.add_mixed(&t, &self.signed(p, self.minus1));
            let value = f.mul2(&value, &[f.add(&f.mul(&a, &q.x), &b), f.mul(&c, &q.y)]);
            let (_, value) = doublings(self.exp1, &t, &value, q);
            product = f.mul2(&product, &value);
        }
        product
    }

    /// The same by words, with shared squarings.
    fn miller_loop_by_words(&self, terms: &[(Affine<N>, Affine<N>)]) -> Quadratic<N> {
        let f = &self.field;
        let mut states: Vec<(Weighted<N>, Affine<N>, &Affine<N>)> = terms
            .iter()
            .filter(|(p, q)| !p.infinity && !q.infinity)
            .map(|(p, q)| (Weighted { x: p.x, y: p.y, z: f.one }, self.signed(p, self.minus1), q))
            .collect();
        let mut value = self.one();
        for step in self.steps() {
            if step == Step::Double {
                value = f.square2(&value);
            }
            for (t, p, q) in &mut states {
                let line;
                (*t, line) = match step {
                    Step::Double => {
                        let (t, tangent) = self.double(t);
                        (t, self.tangent_at(&tangent, q))
                    }
                    Step::Add => {
                        let (t, [a, b, c]) = self.add_mixed(t, p);
                        (t, [f.add(&f.mul(&a, &q.x), &b), f.mul(&c, &q.y)])
                    }
                };
                value = f.mul2(&value, &line);
            }
        }
        value
    }

    /// The lines of P, with coefficient 1 at y: one inversion for all of them.
    #[inline(never)]
    pub fn prepare(&self, p: &Affine<N>) -> Lines<N> {
        if p.infinity {
            return Lines(Vec::new());
        }
        let f = &self.field;
        let mut t = Weighted { x: p.x, y: p.y, z: f.one };
        let addend = self.signed(p, self.minus1);
        let mut lines = Vec::new();
        let mut leading = Vec::new();
        for step in self.steps() {
            let (a, b, c);
            (t, [a, b, c]) = match step {
                Step::Double => {
                    let (next, line) = self.double(&t);
                    let b = f.mul(&line.x, &line.difference);
                    (next, [f.mul(&line.slope, &line.z), b, f.mul(&line.y2, &line.z)])
                }
                Step::Add => self.add_mixed(&t, &addend),
            };
            lines.push([a, b]);
            leading.push(c);
        }
        f.invert_all(&mut leading);
        for (line, inverse) in lines.iter_mut().zip(&leading) {
            *line = [f.mul(&line[0], inverse), f.mul(&line[1], inverse)];
        }
        Lines(lines)
    }

    /// The Miller loop with a prepared P.
    #[inline(never)]
    pub fn miller_loop_prepared(&self, lines: &Lines<N>, q: &Affine<N>) -> Quadratic<N> {
        let f = &self.field;
        let mut value = self.one();
        if lines.0.is_empty() || q.infinity {
            return value;
        }
        for (step, [a, b]) in self.steps().zip(&lines.0) {
            if step == Step::Double {
                value = f.square2(&value);
            }
            value = f.mul2(&value, &[f.add(&f.mul(a, &q.x), b), q.y]);
        }
        value
    }

    /// value^((p^2 - 1) / r) = (value^(p - 1))^h: one inversion and a Lucas ladder.
    ///
    /// With value = a + b i, the power p - 1 is g = (a - b i)^2 / (a^2 + b^2), of norm 1. Its trace P gives the traces V_n of
    /// all g^n by V_2n = V_n^2 - 2, V_2n+1 = V_n V_n+1 - P; the imaginary part of g^h is (P V_h - 2 V_h+1) / (4 Im g).
    #[inline(never)]
    pub fn final_exponentiation(&self, value: &Quadratic<N>) -> Quadratic<N> {
        let f = &self.field;
        let (aa, bb) = (f.square(&value[0]), f.square(&value[1]));
        let norm = f.add(&aa, &bb);
        // 4 Im g = -8 a b / norm. For real g the imaginary part comes out 0 whatever stands here.
        let eight_ab = (0..3).fold(f.mul(&value[0], &value[1]), |t, _| f.double(&t));
        let eight_ab = select(&eight_ab, &f.one, is_zero(&eight_ab));
        let inverse = f.invert(&f.mul(&norm, &eight_ab));
        let norm_inverse = f.mul(&inverse, &eight_ab);
        let imaginary_inverse = f.neg(&f.mul(&f.mul(&norm, &inverse), &norm));
        let trace = f.double(&f.mul(&f.sub(&aa, &bb), &norm_inverse));
        let (v, next) = self.lucas(&trace, &self.cofactor);
        self.power_of_traces(&trace, &v, &next, &imaginary_inverse)
    }

    /// g^n from the traces of g, g^n, g^(n+1) and 1 / (4 Im g).
    fn power_of_traces(
        &self,
        p: &Residue<N>,
        v: &Residue<N>,
        next: &Residue<N>,
        inverse: &Residue<N>,
    ) -> Quadratic<N> {
        let f = &self.field;
        [f.half(v), f.mul(&f.sub(&f.mul(p, v), &f.double(next)), inverse)]
    }

    /// (V_n, V_n+1) for the trace `p`, by the bits of a public n. A step is two products, so most lanes of a vector would be idle:
    /// that pays for ten digits, not for thirty.
    fn lucas(&self, p: &Residue<N>, n: &[u64]) -> (Residue<N>, Residue<N>) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Vectors::Ten(digits) = self.vectors() {
            // SAFETY: `vectors` has seen AVX-512 F and IFMA.
            return unsafe { ifma::lucas(&self.field, digits, p, n) };
        }
        self.lucas_by_words(p, n)
    }

    fn lucas_by_words(&self, p: &Residue<N>, n: &[u64]) -> (Residue<N>, Residue<N>) {
        let f = &self.field;
        let two = f.double(&f.one);
        let (mut v, mut next) = (two, *p);
        for i in (0..limbs::bits(n)).rev() {
            let between = f.sub(&f.mul(&v, &next), p);
            (v, next) = if n[i / 64] >> (i % 64) & 1 == 1 {
                (between, f.sub(&f.square(&next), &two))
            } else {
                (f.sub(&f.square(&v), &two), between)
            };
        }
        (v, next)
    }

    /// The square of an element of norm 1: 2 a^2 - 1 + 2 a b i.
    pub fn unit_square(&self, a: &Quadratic<N>) -> Quadratic<N> {
        let f = &self.field;
        [f.sub(&f.double(&f.square(&a[0])), &f.one), f.double(&f.mul(&a[0], &a[1]))]
    }

    /// The conjugate, which inverts an element of norm 1.
    pub fn conjugate(&self, a: &Quadratic<N>) -> Quadratic<N> {
        [a[0], self.field.neg(&a[1])]
    }

    /// The power of an element of norm 1, by the Lucas ladder, in time that depends on the length of the exponent only.
    #[inline(never)]
    pub fn unit_pow(&self, a: &Quadratic<N>, exponent: &[u64]) -> Quadratic<N> {
        let f = &self.field;
        let trace = f.double(&a[0]);
        let two = f.double(&f.one);
        let (mut v, mut next) = (two, trace);
        for i in (0..64 * exponent.len()).rev() {
            let bit = Choice::from((exponent[i / 64] >> (i % 64) & 1) as u8);
            let between = f.sub(&f.mul(&v, &next), &trace);
            let twice = f.sub(&f.square(&select(&v, &next, bit)), &two);
            v = select(&twice, &between, bit);
            next = select(&between, &twice, bit);
        }
        let four_imaginary = f.double(&f.double(&a[1]));
        self.power_of_traces(&trace, &v, &next, &f.invert(&four_imaginary))
    }

    /// Whether an element has norm 1 and its order divides r.
    #[inline(never)]
    pub fn is_target(&self, a: &Quadratic<N>) -> bool {
        let f = &self.field;
        let norm = f.add(&f.square(&a[0]), &f.square(&a[1]));
        // Of norm 1 and trace 2 there is only 1.
        let (v, _) = self.lucas(&f.double(&a[0]), &self.order);
        (equal(&norm, &f.one) & equal(&v, &f.double(&f.one))).into()
    }

    /// An element of the target group from its two coefficients.
    pub fn target(&self, a: Residue<N>, b: Residue<N>) -> Result<Quadratic<N>> {
        if self.is_target(&[a, b]) { Ok([a, b]) } else { Err(Error::NotInTargetGroup) }
    }
}
