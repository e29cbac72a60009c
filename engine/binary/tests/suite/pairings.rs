//! The groups and pairings of characteristic two, as statements of mathematics.

use num_bigint::BigUint;
use pairforge_binary::*;
use pairforge_interface::cpu::Level;
use pairforge_interface::{Coefficients, Error, Group, Pairing, Target};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn number(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, limb| (n << 64) + limb)
}

/// Miller and Rabin to a few bases.
fn is_prime(n: &BigUint) -> bool {
    let one = BigUint::from(1u8);
    let less = n - &one;
    let twos = less.trailing_zeros().expect("n > 1");
    [2u8, 3, 5, 7, 11, 13].iter().all(|base| {
        let mut x = BigUint::from(*base).modpow(&(&less >> twos), n);
        let first = x == one || x == less;
        first
            || (1..twos).any(|_| {
                x = &x * &x % n;
                x == less
            })
    })
}

/// x^3 + x + b = y^2 + y has as many solutions as Table I says: r times the cofactors, r prime, and N P = O.
fn the_order_is_right<C: Curve>() {
    let m = C::Field::DEGREE;
    let one = BigUint::from(1u8);
    let (q, t) = (&one << m, &one << m.div_ceil(2));
    let n = if C::DELTA { &q + &one - &t } else { &q + &one + &t };
    let r = number(C::ORDER);
    let cofactor: BigUint = C::COFACTORS.iter().map(|c| BigUint::from(*c)).product();
    assert_eq!(&r * cofactor, n);
    assert!(is_prime(&r), "{}", C::NAME);
    let mut rng = ChaCha8Rng::seed_from_u64(m as u64);
    let p = Point::<C>::random(&mut rng);
    assert!(p.mul(&n.to_u64_digits()).is_identity());
    let g = Point::<C>::generator();
    assert!(g.is_in_subgroup() && !g.is_identity());
    let outside = p.mul(C::ORDER);
    assert_eq!(p.is_in_subgroup(), outside.is_identity());
}

fn the_points_are_a_group<C: Curve>() {
    let mut rng = ChaCha8Rng::seed_from_u64(1 + C::Field::DEGREE as u64);
    let o = Point::<C>::identity();
    let [p, q, s] = [0; 3].map(|_| Point::<C>::random(&mut rng));
    assert_eq!(p.add(&q).add(&s), p.add(&q.add(&s)));
    assert_eq!(p.add(&q), q.add(&p));
    assert_eq!(p.add(&p), p.double());
    assert!(p.add(&p.neg()).is_identity());
    assert_eq!((p.add(&o), o.add(&p), o.add(&o)), (p, p, o));
    assert_eq!((o.double(), o.neg(), o.mul(&[5])), (o, o, o));
    assert_eq!(p.mul(&[]), o);
    assert_eq!(p.mul(&[7]), p.double().add(&p).double().add(&p));
    assert_eq!(p.mul(&[0, 1]), (0..64).fold(p, |x, _| x.double()));
    let sum = p.add(&q);
    assert_eq!(Point::from_coordinates(*sum.x(), *sum.y()), Ok(sum));
    let h = Point::<C>::hash(b"message", b"tag");
    assert!(h.is_in_subgroup());
    assert_eq!(h, Point::hash(b"message", b"tag"));
    assert_ne!(h, Point::hash(b"message", b"another tag"));
}

fn encodings_return_what_went_in<C: Curve>() {
    let mut rng = ChaCha8Rng::seed_from_u64(2 + C::Field::DEGREE as u64);
    let width = C::Field::WIDTH;
    for p in [Point::<C>::identity(), Point::random(&mut rng), Point::random(&mut rng).neg()] {
        assert_eq!(Point::from_compressed(&p.to_compressed()), Ok(p));
        assert_eq!(Point::from_uncompressed(&p.to_uncompressed()), Ok(p));
    }
    let p = Point::<C>::random(&mut rng);
    let mut bytes = p.to_uncompressed();
    assert_eq!(Point::<C>::read(&bytes[1..]), Ok(p));
    bytes[1] ^= 1;
    assert_eq!(Point::<C>::from_uncompressed(&bytes), Err(Error::NotOnCurve));
    bytes[0] = 3;
    assert_eq!(Point::<C>::from_uncompressed(&bytes), Err(Error::Flags));
    bytes[0] = 0;
    assert_eq!(Point::<C>::from_uncompressed(&bytes), Err(Error::Flags));
    let error = Error::Length { expected: 1 + width, got: 2 };
    assert_eq!(Point::<C>::from_compressed(&[2, 0]), Err(error));
    let off_curve = (0..=u8::MAX).find_map(|i| {
        let mut bytes = vec![i; 1 + width];
        (bytes[0], bytes[width]) = (2, 0);
        Point::<C>::from_compressed(&bytes).err()
    });
    assert_eq!(off_curve, Some(Error::NotOnCurve));
}

fn the_pairing_is_what_it_should_be<P, C>()
where
    C: Curve,
    P: Pairing<G1 = Point<C>, G2 = Point<C>, Fixed = Point<C>, Free = Point<C>>,
{
    let mut rng = ChaCha8Rng::seed_from_u64(3 + C::Field::DEGREE as u64);
    let [p, q, s] = [0; 3].map(|_| Point::<C>::random(&mut rng));
    let o = Point::<C>::identity();
    let e = P::pair(&p, &q);
    assert!(e.is_member() && e != P::Gt::one(), "{}", P::NAME);
    assert_eq!(P::pair(&p.add(&s), &q), e.mul(&P::pair(&s, &q)), "{}", P::NAME);
    assert_eq!(P::pair(&p, &q.add(&s)), e.mul(&P::pair(&p, &s)), "{}", P::NAME);
    let a = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
    assert_eq!(P::pair(&p.mul(&a), &q), e.pow(&a));
    assert_eq!(P::pair(&q, &p), e);
    assert_eq!(P::pair(&p.neg(), &q), e.inverse());
    for (p, q) in [(&o, &q), (&p, &o), (&o, &o)] {
        assert_eq!(P::pair(p, q), P::Gt::one());
        assert_eq!(P::pair_prepared(&P::prepare(p), q), P::Gt::one());
    }
    assert_eq!(P::pair_prepared(&P::prepare(&p), &q), e);
    let terms = [(p, q), (o, q), (q, s), (s, p)];
    let values = terms.map(|(p, q)| P::pair(&p, &q));
    let product = values.iter().fold(P::Gt::one(), |x, y| x.mul(y));
    assert_eq!(P::product(&terms), product);
    assert_eq!(P::product(&[]), P::Gt::one());
    let f = P::miller_mul(&P::miller_loop(&p, &q), &P::miller_loop(&q, &s));
    assert_eq!(P::final_exponentiation(&f), e.mul(&values[2]));
    for count in [0, 1, 3, 4, 71] {
        let many: Vec<_> = terms.iter().cycle().take(count).copied().collect();
        let mut out = vec![P::Gt::one(); count];
        P::batch(&many, &mut out);
        assert!(out.iter().zip(values.iter().cycle()).all(|(x, y)| x == y), "{}, {count}", P::NAME);
    }
}

fn the_target_group_is_a_group<P: Pairing>() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let e = P::pair(&P::G1::random(&mut rng), &P::G2::random(&mut rng));
    assert_eq!(e.square(), e.mul(&e));
    assert_eq!(e.mul(&e.inverse()), P::Gt::one());
    assert_eq!(e.pow(&[]), P::Gt::one());
    assert_eq!(e.pow(&[13]), (0..13).fold(P::Gt::one(), |x, _| x.mul(&e)));
    let mut bytes = vec![0; 4 * P::Gt::WIDTH];
    e.write(&mut bytes);
    assert_eq!(P::Gt::read(&bytes), Ok(e));
    bytes[0] ^= 1;
    assert_eq!(P::Gt::read(&bytes), Err(Error::NotInTargetGroup));
    assert_eq!(P::Gt::read(&vec![0; 4 * P::Gt::WIDTH]), Err(Error::NotInTargetGroup));
}

macro_rules! pairings {
    ($($test:ident: $pairing:ident on $curve:ident;)*) => {$(
        #[test]
        fn $test() {
            the_order_is_right::<$curve>();
            the_points_are_a_group::<$curve>();
            encodings_return_what_went_in::<$curve>();
            the_pairing_is_what_it_should_be::<$pairing, $curve>();
            the_target_group_is_a_group::<$pairing>();
        }
    )*};
}

pairings! {
    eta_239: EtaF2M239 on CurveF239;
    eta_271: EtaF2M271 on CurveF271;
    eta_313: EtaF2M313 on CurveF313;
    eta_379: EtaF2M379 on CurveF379;
    eta_457: EtaF2M457 on CurveF457;
    eta_557: EtaF2M557 on CurveF557;
    eta_613: EtaF2M613 on CurveF613;
    eta_691: EtaF2M691 on CurveF691;
    eta_1223: EtaF2M1223 on CurveF1223;
    tate_239: TateF2M239 on CurveF239Shu;
    tate_283: TateF2M283 on CurveF283;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn the_pairing_of_multiples_is_the_power_by_the_product(a: u64, b: u64) {
        let g = Point::<CurveF239>::generator();
        let e = EtaF2M239::pair(&g, &g);
        let ab = u128::from(a) * u128::from(b);
        let power = e.pow(&[ab as u64, (ab >> 64) as u64]);
        prop_assert_eq!(EtaF2M239::pair(&g.mul(&[a]), &g.mul(&[b])), power);
    }

    #[test]
    fn multiplication_is_additive_in_the_scalar(a: u64, b: u64) {
        let g = Point::<CurveF239>::generator();
        let sum = u128::from(a) + u128::from(b);
        prop_assert_eq!(g.mul(&[a]).add(&g.mul(&[b])), g.mul(&[sum as u64, (sum >> 64) as u64]));
    }
}

/// 7 products for each of the 120 lines but the first, which takes none of f, and as many more as the lines' first and
/// the final exponentiation take: nine instructions each on one lane, a lane's share on more.
#[test]
fn the_carry_less_products_are_counted() {
    assert_eq!(clmul_instructions_per_pairing(Level::Portable), (0.0, 0.0));
    let (single, batch) = clmul_instructions_per_pairing(Level::Base);
    assert_eq!(single % 9.0, 0.0);
    let products = single / 9.0;
    assert!((7.0 * 120.0..7.0 * 120.0 + 50.0).contains(&products), "{products}");
    assert_eq!(batch, single);
    let of_batches = [(Level::Vpclmulqdq, 2.0), (Level::Avx512, 4.0)].map(|(level, lanes)| {
        let (wide_single, wide_batch) = clmul_instructions_per_pairing(level);
        assert!((single / lanes..single).contains(&wide_single));
        lanes * wide_batch
    });
    assert_eq!(of_batches[0], of_batches[1]);
    // Of the final exponentiations 16 share an inversion.
    assert_eq!((of_batches[0] * 16.0).fract(), 0.0);
    assert!((single - 9.0 * 10.0..single + 9.0 * 10.0).contains(&of_batches[0]));
}
