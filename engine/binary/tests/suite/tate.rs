//! Algorithms 1 and 2 of Shu, Kwon, Gaj: equal to each other and to the Tate pairing from eta_T, and bilinear.

use pairforge_binary::*;
use pairforge_interface::{Group, Pairing, Target};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

type Pair<C> = fn(&Point<C>, &Point<C>) -> Gt<C>;

fn algorithms<C: Curve>() -> [Pair<C>; 2] {
    [tate::algorithm_1, tate::algorithm_2]
}

fn points<C: Curve, const N: usize>(seed: u64) -> [Point<C>; N] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    [0; N].map(|_| Point::random(&mut rng))
}

fn both_are<C: Curve>(p: &Point<C>, q: &Point<C>, e: Gt<C>) {
    for (i, algorithm) in algorithms().iter().enumerate() {
        assert_eq!(algorithm(p, q), e, "{}, algorithm {}", C::NAME, i + 1);
    }
}

/// The Tate pairing of order N from a reduced eta_T pairing: its power -(nu T + 1) = (-nu) (T + nu).
fn power_of_eta<C: Curve>(eta: Gt<C>) -> Gt<C> {
    let mut t = vec![0; C::HALF / 64 + 1];
    t[C::HALF / 64] = 1 << (C::HALF % 64);
    let power = eta.pow(&t);
    if C::DELTA { power.mul(&eta.inverse()) } else { power.mul(&eta).inverse() }
}

fn bilinear<C: Curve>(seed: u64, a: u64) {
    let [p, q, s] = points::<C, 3>(seed);
    for algorithm in algorithms() {
        let e = algorithm(&p, &q);
        assert!(e.is_member() && e != Gt::one());
        assert_eq!(algorithm(&p.add(&s), &q), e.mul(&algorithm(&s, &q)));
        assert_eq!(algorithm(&p, &q.add(&s)), e.mul(&algorithm(&p, &s)));
        assert_eq!(algorithm(&p.mul(&[a]), &q), e.pow(&[a]));
        assert_eq!(algorithm(&p.neg(), &q), e.inverse());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_are_the_tate_pairing_over_f2_239(seed: u64) {
        let [p, q] = points(seed);
        both_are(&p, &q, TateF2M239::pair(&p, &q));
    }

    #[test]
    fn both_are_the_tate_pairing_over_f2_283(seed: u64) {
        let [p, q] = points(seed);
        both_are(&p, &q, TateF2M283::pair(&p, &q));
    }

    #[test]
    fn both_are_bilinear(seed: u64, a: u64) {
        bilinear::<CurveF239Shu>(seed, a);
        bilinear::<CurveF283>(seed, a);
    }
}

/// The constants depend on m modulo 8 and b, and the exponent on the sign nu.
#[test]
fn both_are_a_power_of_eta_t_on_curves_of_every_kind() {
    fn check<P, C>()
    where
        C: Curve,
        P: Pairing<G1 = Point<C>, G2 = Point<C>, Gt = Gt<C>>,
    {
        let [p, q] = points(5);
        both_are(&p, &q, power_of_eta(P::pair(&p, &q)));
    }
    check::<EtaF2M313, _>(); // m = 1, b = 0: nu = 1
    check::<EtaF2M457, _>(); // m = 1, b = 1: nu = -1
    check::<EtaF2M379, _>(); // m = 3, b = 1: nu = 1
    check::<EtaF2M691, _>(); // m = 3, b = 0: nu = -1
    check::<EtaF2M557, _>(); // m = 5, b = 0: nu = -1
    check::<EtaF2M271, _>(); // m = 7, b = 0: nu = 1
    check::<EtaF2M239, _>(); // m = 7, b = 1: nu = -1
}

#[test]
fn the_point_at_infinity_gives_one() {
    let ([p], o) = (points::<CurveF239Shu, 1>(6), Point::identity());
    for (p, q) in [(&o, &p), (&p, &o), (&o, &o)] {
        both_are(p, q, Gt::one());
    }
}
