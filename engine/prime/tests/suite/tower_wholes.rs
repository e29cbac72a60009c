//! What the base field does as a whole (F_p6, F_p12, cyclotomic squares, doublings) against the towers' own way over a field that
//! knows single operations alone: at the borders of the ranges that the kernels' sums have, and at random.

use pairforge_prime::ate::{Bls12381, Bn254, Curve, Term, TwistPoint, miller_loop};
use pairforge_prime::tower::{Compressed, Fp2, Fp6, Fp12, Lift, Tower};
use pairforge_prime::{BaseField, Fp, PrimeParams};
use proptest::prelude::*;

/// An element of F_p without anything faster than single operations.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plain<F>(F);

impl<F: BaseField> BaseField for Plain<F> {
    type Wide = F::Wide;
    const LAZY_TERMS: usize = F::LAZY_TERMS;
    const ZERO: Self = Plain(F::ZERO);
    const ONE: Self = Plain(F::ONE);

    fn add(&self, other: &Self) -> Self {
        Plain(self.0.add(&other.0))
    }
    fn sub(&self, other: &Self) -> Self {
        Plain(self.0.sub(&other.0))
    }
    fn neg(&self) -> Self {
        Plain(self.0.neg())
    }
    fn double(&self) -> Self {
        Plain(self.0.double())
    }
    fn half(&self) -> Self {
        Plain(self.0.half())
    }
    fn mul(&self, other: &Self) -> Self {
        Plain(self.0.mul(&other.0))
    }
    fn square(&self) -> Self {
        Plain(self.0.square())
    }
    fn invert(&self) -> Self {
        Plain(self.0.invert())
    }
    fn add_unreduced(&self, other: &Self) -> Self {
        Plain(self.0.add_unreduced(&other.0))
    }
    fn mul_wide(&self, other: &Self) -> F::Wide {
        self.0.mul_wide(&other.0)
    }
    fn square_wide(&self) -> F::Wide {
        self.0.square_wide()
    }
    fn wide_sum(a: &F::Wide, b: &F::Wide) -> F::Wide {
        F::wide_sum(a, b)
    }
    fn wide_once(a: &F::Wide) -> F::Wide {
        F::wide_once(a)
    }
    fn wide_add(a: &F::Wide, b: &F::Wide) -> F::Wide {
        F::wide_add(a, b)
    }
    fn wide_sub(a: &F::Wide, b: &F::Wide) -> F::Wide {
        F::wide_sub(a, b)
    }
    fn wide_sub_positive(a: &F::Wide, b: &F::Wide) -> F::Wide {
        F::wide_sub_positive(a, b)
    }
    fn reduce(a: &F::Wide) -> Self {
        Plain(F::reduce(a))
    }
}

impl<F: BaseField> Lift<F> for Plain<F> {
    fn lift(constant: &F) -> Self {
        Plain(*constant)
    }
}

type F2<C> = Fp2<<C as Tower>::Fp, C>;
type F6<C> = Fp6<<C as Tower>::Fp, C>;
type F12<C> = Fp12<<C as Tower>::Fp, C>;

fn plain2<C: Curve>(a: &F2<C>) -> Fp2<Plain<C::Fp>, C> {
    Fp2::new(Plain(a.c[0]), Plain(a.c[1]))
}
fn plain6<C: Curve>(a: &F6<C>) -> Fp6<Plain<C::Fp>, C> {
    Fp6 { c: [0, 1, 2].map(|k| plain2(&a.c[k])) }
}
fn plain12<C: Curve>(a: &F12<C>) -> Fp12<Plain<C::Fp>, C> {
    Fp12 { c: [0, 1].map(|k| plain6(&a.c[k])) }
}

/// Elements whose residues are 0, 1, the largest, about half of it, or any.
fn element<P: PrimeParams<N>, const N: usize>() -> impl Strategy<Value = Fp<P, N>> {
    let p = P::MODULUS;
    let largest = core::array::from_fn(|i| if i == 0 { p[0] - 1 } else { p[i] });
    let half = core::array::from_fn(|i| p[i] >> 1 | p.get(i + 1).map_or(0, |next| next << 63));
    let one = core::array::from_fn(|i| u64::from(i == 0));
    let any = any::<[u64; N]>().prop_map(move |mut words| {
        words[N - 1] %= p[N - 1];
        words
    });
    prop_oneof![2 => Just([0; N]), 1 => Just(one), 4 => Just(largest), 2 => Just(half), 2 => any]
        .prop_map(Fp::from_montgomery)
}

fn two<P: PrimeParams<N>, const N: usize, C: Tower<Fp = Fp<P, N>>>() -> impl Strategy<Value = F2<C>> {
    [element(), element()].prop_map(|[c0, c1]| Fp2::new(c0, c1))
}
fn twelve<P: PrimeParams<N>, const N: usize, C: Tower<Fp = Fp<P, N>>>() -> impl Strategy<Value = F12<C>> {
    let six = || [two(), two(), two()].prop_map(|c| Fp6 { c });
    [six(), six()].prop_map(|c| Fp12 { c })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn products(a in twelve::<_, 6, Bls12381>(), b in twelve::<_, 6, Bls12381>()) {
        let [x, y] = [plain12(&a), plain12(&b)];
        prop_assert_eq!(plain2(&a.c[0].c[0].mul(&b.c[0].c[0])), x.c[0].c[0].mul(&y.c[0].c[0]));
        prop_assert_eq!(plain6(&a.c[0].mul(&b.c[0])), x.c[0].mul(&y.c[0]));
        prop_assert_eq!(plain12(&a.mul(&b)), x.mul(&y));
    }

    #[test]
    fn squares(a in twelve::<_, 6, Bls12381>()) {
        let x = plain12(&a);
        prop_assert_eq!(plain2(&a.c[0].c[0].square()), x.c[0].c[0].square());
        prop_assert_eq!(plain12(&a.square()), x.square());
        prop_assert_eq!(plain12(&a.cyclotomic_square()), x.cyclotomic_square());
        // The four coefficients that are left are those of the whole.
        prop_assert_eq!(
            format!("{:?}", Compressed::of(&a).square()),
            format!("{:?}", Compressed::of(&a.cyclotomic_square()))
        );
    }

    #[test]
    fn products_and_squares_of_bn254(a in twelve::<_, 4, Bn254>(), b in twelve::<_, 4, Bn254>()) {
        let [x, y] = [plain12(&a), plain12(&b)];
        prop_assert_eq!(plain6(&a.c[0].mul(&b.c[0])), x.c[0].mul(&y.c[0]));
        prop_assert_eq!(plain12(&a.mul(&b)), x.mul(&y));
        prop_assert_eq!(plain12(&a.square()), x.square());
        prop_assert_eq!(plain12(&a.cyclotomic_square()), x.cyclotomic_square());
    }

    #[test]
    fn products_with_lines_of_bn254(a in twelve::<_, 4, Bn254>(), [l0, l1, l3] in [two(), two(), two()], j in 1usize..3) {
        let (mut f, mut g) = (a, plain12(&a));
        f.mul_by_line(j, &l0, &l1, &l3);
        g.mul_by_line(j, &plain2(&l0), &plain2(&l1), &plain2(&l3));
        prop_assert_eq!(plain12(&f), g);
    }

    #[test]
    fn products_with_lines(a in twelve::<_, 6, Bls12381>(), [l0, l1, l3] in [two(), two(), two()], j in 1usize..3) {
        let (mut f, mut g) = (a, plain12(&a));
        f.mul_by_line(j, &l0, &l1, &l3);
        g.mul_by_line(j, &plain2(&l0), &plain2(&l1), &plain2(&l3));
        prop_assert_eq!(plain12(&f), g);
    }

    #[test]
    fn products_with_two_lines(
        a in twelve::<_, 6, Bls12381>(),
        l in [two(), two(), two()],
        m in [two(), two(), two()],
        j in 1usize..3,
    ) {
        let (mut f, mut g) = (a, plain12(&a));
        if f.multiplies_by_lines(j, [&l, &m]) {
            prop_assert_eq!(j, 2);
            for [l0, l1, l3] in [l, m] {
                g.mul_by_line(j, &plain2(&l0), &plain2(&l1), &plain2(&l3));
            }
        }
        prop_assert_eq!(plain12(&f), g);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The loop's formulas are polynomials: they agree for any coordinates, on the curve or not.
    #[test]
    fn miller_loops(p in [element(), element()], q in [two(), two()]) {
        let point = TwistPoint { x: q[0], y: q[1] };
        let f = miller_loop::<_, Bls12381, _>(&mut [Term::new((p[0], p[1]), point)]);
        let point = TwistPoint { x: plain2(&q[0]), y: plain2(&q[1]) };
        let g = miller_loop::<_, Bls12381, _>(&mut [Term::new((Plain(p[0]), Plain(p[1])), point)]);
        prop_assert_eq!(plain12(&f), g);
    }

    /// Three terms: lines go in pairs, and one alone.
    #[test]
    fn miller_loops_of_several(
        p in [[element(), element()], [element(), element()], [element(), element()]],
        q in [[two(), two()], [two(), two()], [two(), two()]],
    ) {
        let f = miller_loop::<_, Bls12381, _>(&mut core::array::from_fn::<_, 3, _>(|k| {
            Term::new((p[k][0], p[k][1]), TwistPoint { x: q[k][0], y: q[k][1] })
        }));
        let g = miller_loop::<_, Bls12381, _>(&mut core::array::from_fn::<_, 3, _>(|k| {
            let point = TwistPoint { x: plain2(&q[k][0]), y: plain2(&q[k][1]) };
            Term::new((Plain(p[k][0]), Plain(p[k][1])), point)
        }));
        prop_assert_eq!(plain12(&f), g);
    }
}
