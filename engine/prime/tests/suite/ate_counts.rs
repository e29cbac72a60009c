//! Operations in F_p and F_p2 of the ate pairings, counted: what `docs/explanation/engine/ate.md` states.

use pairforge_prime::BaseField;
use pairforge_prime::ate::{
    Bls12381, Bn254, Bn258, Bn462, Curve, PreparedLines, Term, TwistPoint, easy_part, final_exponentiation,
    final_exponentiation_cubed, miller_loop,
};
use pairforge_prime::tower::{Fp2, Fp12, Lift, Tower};
use std::cell::Cell;

/// Numbers of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Products in F_p2, those in sums of products included.
    products: u32,
    /// Pairs of reductions, each of the two coefficients of a sum of products in F_p2.
    reductions: u32,
    /// Squares in F_p2: two products in F_p.
    squares: u32,
    /// Products and squares in F_p outside those.
    scalar: u32,
    /// Inversions in F_p.
    inversions: u32,
}

thread_local! {
    static COUNTS: Cell<Counts> = const {
        Cell::new(Counts { products: 0, reductions: 0, squares: 0, scalar: 0, inversions: 0 })
    };
}

fn count(update: impl Fn(&mut Counts)) {
    COUNTS.with(|cell| {
        let mut counts = cell.get();
        update(&mut counts);
        cell.set(counts);
    });
}

/// The operations that `f` takes.
fn counts_of<T>(f: impl Fn() -> T) -> Counts {
    COUNTS.with(|counts| counts.set(Counts::default()));
    f();
    COUNTS.with(Cell::get)
}

/// An element of F_p that counts.
#[derive(Clone, Copy, Debug)]
struct Counted<F>(F);

impl<F: BaseField> BaseField for Counted<F> {
    type Wide = F::Wide;
    const LAZY_TERMS: usize = F::LAZY_TERMS;
    const ZERO: Self = Counted(F::ZERO);
    const ONE: Self = Counted(F::ONE);

    fn add(&self, other: &Self) -> Self {
        Counted(self.0.add(&other.0))
    }
    fn sub(&self, other: &Self) -> Self {
        Counted(self.0.sub(&other.0))
    }
    fn neg(&self) -> Self {
        Counted(self.0.neg())
    }
    fn double(&self) -> Self {
        Counted(self.0.double())
    }
    fn half(&self) -> Self {
        Counted(self.0.half())
    }
    fn mul(&self, other: &Self) -> Self {
        count(|c| c.scalar += 1);
        Counted(self.0.mul(&other.0))
    }
    fn square(&self) -> Self {
        count(|c| c.scalar += 1);
        Counted(self.0.square())
    }
    fn invert(&self) -> Self {
        count(|c| c.inversions += 1);
        Counted(self.0.invert())
    }
    fn add_unreduced(&self, other: &Self) -> Self {
        Counted(self.0.add_unreduced(&other.0))
    }
    fn mul_wide(&self, other: &Self) -> F::Wide {
        count(|c| c.scalar += 1);
        self.0.mul_wide(&other.0)
    }
    fn square_wide(&self) -> F::Wide {
        count(|c| c.scalar += 1);
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
        Counted(F::reduce(a))
    }
    fn dot2<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        count(|c| {
            c.products += K as u32;
            c.reductions += 1;
        });
        let [a, b] = [a, b].map(|v| v.map(|x| x.map(|y| y.0)));
        F::dot2(a.each_ref(), b.each_ref()).map(Counted)
    }
    fn mul2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        count(|c| {
            c.products += 1;
            c.reductions += 1;
        });
        F::mul2(&a.map(|x| x.0), &b.map(|x| x.0)).map(Counted)
    }
    fn square2(a: &[Self; 2]) -> [Self; 2] {
        count(|c| c.squares += 1);
        F::square2(&a.map(|x| x.0)).map(Counted)
    }
}

impl<F: BaseField> Lift<F> for Counted<F> {
    fn lift(constant: &F) -> Self {
        Counted(*constant)
    }
}

type Counting<C> = Counted<<C as Tower>::Fp>;

/// P and Q.
type Points<C> = ((Counting<C>, Counting<C>), TwistPoint<Counting<C>, C>);

fn points<C: Curve>() -> Points<C> {
    let p = (Lift::lift(&C::G1.0), Lift::lift(&C::G1.1));
    (p, TwistPoint { x: Fp2::lift(&C::G2.0), y: Fp2::lift(&C::G2.1) })
}

/// Counts of the Miller loop, of that with a prepared point, of each further term of a product, of the final
/// exponentiation.
fn pairing<C: Curve>() -> [Counts; 4] {
    let (p, q) = points::<C>();
    let single: Fp12<Counting<C>, C> = miller_loop(&mut [Term::new(p, q)]);
    let lines = PreparedLines::new(&q);
    let terms = |n: usize| {
        counts_of(|| miller_loop::<_, C, _>(&mut (0..n).map(|_| Term::new(p, q)).collect::<Vec<_>>()))
    };
    let (two, four) = (terms(2), terms(4));
    // Lines are multiplied in pairs: an even number of terms.
    let further = Counts {
        products: (four.products - two.products) / 2,
        reductions: (four.reductions - two.reductions) / 2,
        squares: (four.squares - two.squares) / 2,
        scalar: (four.scalar - two.scalar) / 2,
        inversions: 0,
    };
    [
        terms(1),
        counts_of(|| miller_loop::<_, C, _>(&mut [lines.at(p)])),
        further,
        counts_of(|| final_exponentiation(&single)),
    ]
}

fn counts(products: u32, reductions: u32, squares: u32, scalar: u32, inversions: u32) -> Counts {
    Counts { products, reductions, squares, scalar, inversions }
}

#[test]
fn the_pairings_cost_what_the_page_says() {
    assert_eq!(
        pairing::<Bls12381>(),
        [
            counts(2671, 1078, 262, 272, 0),
            counts(2301, 781, 0, 272, 0),
            counts(1492, 773, 262, 272, 0),
            counts(3358, 1908, 25, 40, 5),
        ]
    );
    assert_eq!(
        pairing::<Bn254>(),
        [
            counts(3244, 1460, 300, 348, 0),
            counts(2610, 935, 0, 348, 0),
            counts(2069, 1134, 300, 348, 0),
            counts(1530, 530, 1711, 34, 1),
        ]
    );
    assert_eq!(
        pairing::<Bn258>(),
        [
            counts(2805, 1140, 272, 292, 0),
            counts(2406, 819, 0, 288, 0),
            counts(1587, 825, 272, 292, 0),
            counts(903, 329, 1267, 46, 4),
        ]
    );
    assert_eq!(
        pairing::<Bn462>(),
        [
            counts(4922, 1973, 478, 496, 0),
            counts(4257, 1439, 0, 496, 0),
            counts(2711, 1402, 478, 496, 0),
            counts(762, 290, 2218, 46, 4),
        ]
    );
}

#[test]
fn exactness_costs_bls12_381_what_the_page_says() {
    let (p, q) = points::<Bls12381>();
    let f: Fp12<_, Bls12381> = miller_loop(&mut [Term::new(p, q)]);
    let exact = counts_of(|| final_exponentiation(&f));
    let cubed = counts_of(|| final_exponentiation_cubed(&f));
    assert_eq!(counts_of(|| easy_part(&f)).inversions, 1);
    assert_eq!(exact, counts(3358, 1908, 25, 40, 5));
    assert_eq!(cubed, counts(3064, 1731, 31, 44, 6));
}
