//! Multiples of Q on twists of degree 6 and 4, and the lines through them.

use crate::curve::{Curve, Steps};
use crate::line::{Line, Multiple};
use crate::tower::Field;

/// 2 a b, from a^2 + b^2 where a square is cheaper than a product.
#[inline]
fn twice_product<F: Field>(a: &F, b: &F, squares: &F) -> F {
    if F::SQUARES { a.add(b).square().sub(squares) } else { a.mul(b).double() }
}

/// y^2 = x^3 + b xi; (X, Y, Z) stands for (X/Z, Y/Z).
#[derive(Clone, Copy, Debug)]
pub enum SexticTwist {}

impl<C: Curve> Steps<C> for SexticTwist {
    /// Costello, Lange, Naehrig (PKC 2010) as in Aranha et al. (EUROCRYPT 2011), all coordinates times 4: with
    /// B = Y^2, e = 3 b xi Z^2, H = 2 Y Z
    ///
    /// X' = 2 X Y (B - 3 e), Y' = (B + 3 e)^2 - 12 e^2, Z' = 4 B H,
    ///
    /// and the tangent (e - B) + 3 X^2 x w^2 - H y w^3.
    #[inline(never)]
    fn double(t: &mut Multiple<C::Fq>) -> Line<C::Fq> {
        let (xx, yy, zz) = (t.x.square(), t.y.square(), t.z.square());
        let xy2 = twice_product(&t.x, &t.y, &xx.add(&yy));
        let h = twice_product(&t.y, &t.z, &yy.add(&zz));
        let e = C::times_coefficient(&zz);
        let e3 = e.double().add(&e);
        let ee = e.square();
        let ee12 = ee.double().add(&ee).double().double();
        t.x = xy2.mul(&yy.sub(&e3));
        t.y = yy.add(&e3).square().sub(&ee12);
        t.z = yy.mul(&h).double().double();
        Line { a: e.sub(&yy), b: xx.double().add(&xx), c: h.neg() }
    }

    /// The slope is t / l with t = Y - y Z, l = X - x Z; the chord (y l - x t) + t xP w^2 - l yP w^3.
    #[inline(never)]
    fn add(t: &mut Multiple<C::Fq>, (x, y): &(C::Fq, C::Fq)) -> Line<C::Fq> {
        let (rise, run) = (t.y.sub(&y.mul(&t.z)), t.x.sub(&x.mul(&t.z)));
        let square = run.square();
        let cube = square.mul(&run);
        let first = t.x.mul(&square);
        let h = cube.add(&t.z.mul(&rise.square())).sub(&first.double());
        t.x = run.mul(&h);
        t.y = C::Fq::dot([&rise, &t.y.neg()], [&first.sub(&h), &cube]);
        t.z = t.z.mul(&cube);
        Line { a: C::Fq::dot([y, &x.neg()], [&run, &rise]), b: rise, c: run.neg() }
    }
}

/// y^2 = x^3 + a xi x; (X, Y, Z) stands for (X/Z, Y/Z^2).
#[derive(Clone, Copy, Debug)]
pub enum QuarticTwist {}

impl<C: Curve> Steps<C> for QuarticTwist {
    /// Costello, Lange, Naehrig (PKC 2010): with A = X^2, B = Y^2, D = a xi Z^2
    ///
    /// X' = (A - D)^2, Y' = 2 (2 (A + D)^2 - X') (A - D) Y, Z' = 4 B,
    ///
    /// as B = X Z (A + D); and the tangent -X (A - D) + (3 A + D) Z x w^2 - 2 Y Z y w^3.
    #[inline(never)]
    fn double(t: &mut Multiple<C::Fq>) -> Line<C::Fq> {
        let (xx, yy, zz) = (t.x.square(), t.y.square(), t.z.square());
        let d = C::times_coefficient(&zz);
        let (less, more) = (xx.sub(&d), xx.add(&d));
        let x = less.square();
        let h = twice_product(&t.y, &t.z, &yy.add(&zz));
        let line = Line { a: t.x.mul(&less).neg(), b: xx.double().add(&more).mul(&t.z), c: h.neg() };
        let twice = twice_product(&less, &t.y, &x.add(&yy));
        t.y = more.square().double().sub(&x).mul(&twice);
        t.x = x;
        t.z = yy.double().double();
        line
    }

    /// The slope is t / l with t = Y - y Z^2, l = Z (X - x Z); the chord (y l - x t) + t xP w^2 - l yP w^3. The
    /// sum has Z' = l^2, X' = t^2 - Z (X - x Z)^2 (X + x Z), Y' = t l (x Z' - X') - y Z'^2.
    #[inline(never)]
    fn add(t: &mut Multiple<C::Fq>, (x, y): &(C::Fq, C::Fq)) -> Line<C::Fq> {
        let turned = x.mul(&t.z);
        let (rise, less) = (t.y.sub(&y.mul(&t.z.square())), t.x.sub(&turned));
        let run = t.z.mul(&less);
        let z = run.square();
        let new_x = rise.square().sub(&run.mul(&less).mul(&t.x.add(&turned)));
        let slope = rise.mul(&run);
        t.y = slope.mul(&x.mul(&z).sub(&new_x)).sub(&y.mul(&z.square()));
        t.x = new_x;
        t.z = z;
        Line { a: C::Fq::dot([y, &x.neg()], [&run, &rise]), b: rise, c: run.neg() }
    }
}
