//! The symmetric pairings: known answers, the laws of groups and of pairings, encodings, and the literals.

use num_bigint::BigUint;
use pairforge_interface::{Coefficients, Error, Group, Pairing, Target};
use pairforge_prime::PrimeParams;
use pairforge_prime::params::{SS512_ORDER, SS1536_ORDER, Ss512Base, Ss1536Base};
use pairforge_prime::type_a::{Point, TateSs512, TateSs1536, TypeA};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, &l| (n << 64) + l)
}

fn hex(text: &str) -> BigUint {
    BigUint::parse_bytes(text.trim_start_matches("0x").as_bytes(), 16).expect("hexadecimal")
}

fn coefficients(values: &serde_json::Value, width: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values.as_array().expect("an array") {
        let mut coefficient = hex(value.as_str().expect("a string")).to_bytes_le();
        coefficient.resize(width, 0);
        bytes.extend(coefficient);
    }
    bytes
}

/// The coefficients as bytes.
trait CoefficientsExt {
    fn bytes(&self) -> Vec<u8>;
}

impl<T: Coefficients> CoefficientsExt for T {
    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0; T::COUNT * T::WIDTH];
        self.write(&mut out);
        out
    }
}

#[test]
fn known_answers_of_ss512() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/tate-ss512.json");
    let file: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON");
    let cases = file["cases"].as_array().expect("cases");
    assert!(!cases.is_empty());
    for case in cases {
        let point =
            |name: &str| <TateSs512 as Pairing>::G1::read(&coefficients(&case[name], 64)).expect("a point");
        let (p, q) = (point("P"), point("Q"));
        let e = coefficients(&case["e"], 64);
        assert_eq!(TateSs512::pair(&p, &q).bytes(), e);
        assert_eq!(TateSs512::pair(&q, &p).bytes(), e);
        assert_eq!(TateSs512::pair_prepared(&TateSs512::prepare(&p), &q).bytes(), e);
        assert_eq!(
            <TateSs512 as Pairing>::Gt::read(&e).expect("in the target group"),
            TateSs512::pair(&p, &q)
        );
    }
}

/// Affine arithmetic on integers, nothing shared with the engine.
struct Model {
    p: BigUint,
}

type ModelPoint = Option<(BigUint, BigUint)>;

impl Model {
    fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        ((a + &self.p) - b) % &self.p
    }

    /// The line through two finite points as (slope, or none for a vertical) and their sum.
    fn add(&self, a: &ModelPoint, b: &ModelPoint) -> (Option<BigUint>, ModelPoint) {
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return (None, a.clone().or(b.clone()));
        };
        let slope = if x1 != x2 {
            self.sub(y2, y1) * self.sub(x2, x1).modinv(&self.p).expect("not 0")
        } else if y1 == y2 && *y1 != BigUint::ZERO {
            (x1 * x1 * 3u32 + 1u32) * (y1 * 2u32).modinv(&self.p).expect("not 0")
        } else {
            return (None, None);
        } % &self.p;
        let x = self.sub(&self.sub(&(&slope * &slope % &self.p), x1), x2);
        let y = self.sub(&(&slope * self.sub(x1, &x) % &self.p), y1);
        (Some(slope), Some((x, y)))
    }

    fn mul(&self, a: &ModelPoint, k: &BigUint) -> ModelPoint {
        (0..k.bits()).rev().fold(None, |t: ModelPoint, i| {
            let t = self.add(&t, &t).1;
            if k.bit(i) { self.add(&t, a).1 } else { t }
        })
    }

    fn mul2(&self, a: &[BigUint; 2], b: &[BigUint; 2]) -> [BigUint; 2] {
        let real = self.sub(&(&a[0] * &b[0] % &self.p), &(&a[1] * &b[1] % &self.p));
        [real, (&a[0] * &b[1] + &a[1] * &b[0]) % &self.p]
    }

    /// f_{r,P}(psi(Q))^((p^2-1)/r) by Miller's algorithm on the bits of r.
    fn tate(&self, p: &ModelPoint, q: &(BigUint, BigUint), r: &BigUint) -> [BigUint; 2] {
        let line = |t: &ModelPoint, slope: &Option<BigUint>| match (t, slope) {
            (Some((x, y)), Some(slope)) => {
                // i y_Q - y - slope (-x_Q - x).
                let real = self.sub(&(slope * (&q.0 + x) % &self.p), y);
                [real, q.1.clone()]
            }
            // Vertical lines are in F_p.
            _ => [BigUint::from(1u32), BigUint::ZERO],
        };
        let mut f = [BigUint::from(1u32), BigUint::ZERO];
        let mut t = p.clone();
        for i in (0..r.bits() - 1).rev() {
            let (slope, sum) = self.add(&t, &t);
            f = self.mul2(&self.mul2(&f, &f), &line(&t, &slope));
            t = sum;
            if r.bit(i) {
                let (slope, sum) = self.add(&t, p);
                f = self.mul2(&f, &line(&t, &slope));
                t = sum;
            }
        }
        let exponent = (&self.p * &self.p - 1u32) / r;
        (0..exponent.bits()).rev().fold([BigUint::from(1u32), BigUint::ZERO], |e, i| {
            let e = self.mul2(&e, &e);
            if exponent.bit(i) { self.mul2(&e, &f) } else { e }
        })
    }
}

fn model_point<G: Group>(point: &G) -> ModelPoint {
    if point.is_identity() {
        return None;
    }
    let bytes = point.bytes();
    let (x, y) = bytes.split_at(G::WIDTH);
    Some((BigUint::from_bytes_le(x), BigUint::from_bytes_le(y)))
}

fn encode<G: Group>(x: &BigUint, y: &BigUint) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in [x, y] {
        let mut c = c.to_bytes_le();
        c.resize(G::WIDTH, 0);
        bytes.extend(c);
    }
    bytes
}

/// All statements about one pairing.
macro_rules! pairing_tests {
    ($module:ident, $pairing:ty, $base:ty, $limbs:literal, $rounds:literal) => {
        mod $module {
            use super::*;

            type G = <$pairing as Pairing>::G1;
            type T = <$pairing as Pairing>::Gt;

            fn rng() -> ChaCha20Rng {
                ChaCha20Rng::seed_from_u64(0x5eed)
            }

            fn scalar(rng: &mut ChaCha20Rng) -> Vec<u64> {
                (0..G::ORDER.len()).map(|_| rng.next_u64()).collect()
            }

            fn model() -> Model {
                Model { p: integer(&<$base as PrimeParams<$limbs>>::MODULUS) }
            }

            fn in_steps(value: &T, exponent: &BigUint) -> T {
                (0..exponent.bits()).rev().fold(T::one(), |e, i| {
                    let e = e.square();
                    if exponent.bit(i) { e.mul(value) } else { e }
                })
            }

            #[test]
            fn the_pairing_is_millers_algorithm() {
                let mut rng = rng();
                let (p, q) = (G::random(&mut rng), G::random(&mut rng));
                let [a, b] =
                    model().tate(&model_point(&p), &model_point(&q).expect("finite"), &integer(G::ORDER));
                assert_eq!(<$pairing>::pair(&p, &q).bytes(), encode::<G>(&a, &b));
            }

            #[test]
            fn the_group_law_is_that_of_chords_and_tangents() {
                let (mut rng, model) = (rng(), model());
                let (p, q) = (G::random(&mut rng), G::generator());
                let cases =
                    [(p, q), (p, p), (p, p.neg()), (p, G::identity()), (G::identity(), q), (p.double(), p)];
                for (a, b) in cases {
                    let sum = model.add(&model_point(&a), &model_point(&b)).1;
                    assert_eq!(model_point(&a.add(&b)), sum);
                }
                for _ in 0..$rounds {
                    let k = scalar(&mut rng);
                    assert_eq!(model_point(&p.mul(&k)), model.mul(&model_point(&p), &integer(&k)));
                }
                for k in [vec![], vec![0], vec![1], vec![2], vec![3, 0, 0]] {
                    assert_eq!(model_point(&q.mul(&k)), model.mul(&model_point(&q), &integer(&k)));
                }
                let minus_one: Vec<u64> = (integer(G::ORDER) - 1u32).to_u64_digits();
                assert_eq!(q.mul(&minus_one), q.neg());
                assert!(q.mul(G::ORDER).is_identity());
                assert!(G::identity().mul(&[5]).is_identity());
            }

            #[test]
            fn the_subgroup_is_that_of_order_r() {
                let (mut rng, model) = (rng(), model());
                assert!(G::generator().is_in_subgroup() && !G::generator().is_identity());
                assert!(G::identity().is_in_subgroup());
                for _ in 0..$rounds {
                    assert!(G::random(&mut rng).is_in_subgroup());
                    assert!(G::hash(&rng.next_u64().to_le_bytes(), b"test").is_in_subgroup());
                }
                assert_ne!(G::hash(b"a", b"test"), G::hash(b"b", b"test"));
                assert_ne!(G::hash(b"a", b"test"), G::hash(b"a", b"tess"));
                // (0, 0) has order two, (1, sqrt 2) order four or none of it; others have multiples of the cofactor's.
                assert_eq!(G::read(&encode::<G>(&BigUint::ZERO, &BigUint::ZERO)), Err(Error::NotInSubgroup));
                let mut outside = 0;
                for x in 1u32..12 {
                    let x = BigUint::from(x);
                    let right = (&x * &x * &x + &x) % &model.p;
                    let y = right.modpow(&((&model.p + 1u32) >> 2), &model.p);
                    if &y * &y % &model.p == right {
                        outside += 1;
                        let point = Some((x.clone(), y.clone()));
                        assert!(model.mul(&point, &integer(G::ORDER)).is_some());
                        assert_eq!(G::read(&encode::<G>(&x, &y)), Err(Error::NotInSubgroup));
                    } else {
                        assert_eq!(G::read(&encode::<G>(&x, &y)), Err(Error::NotOnCurve));
                    }
                }
                assert!(outside > 0);
            }

            #[test]
            fn e_is_bilinear_symmetric_and_not_degenerate() {
                let mut rng = rng();
                let r = integer(G::ORDER);
                let (p, q) = (G::random(&mut rng), G::random(&mut rng));
                let e = <$pairing>::pair(&p, &q);
                assert_ne!(e, T::one());
                assert_eq!(e, <$pairing>::pair(&q, &p));
                let (a, b) = (scalar(&mut rng), scalar(&mut rng));
                let ab = (integer(&a) * integer(&b) % &r).to_u64_digits();
                assert_eq!(<$pairing>::pair(&p.mul(&a), &q.mul(&b)), e.pow(&ab));
                let other = G::random(&mut rng);
                assert_eq!(<$pairing>::pair(&p.add(&other), &q), e.mul(&<$pairing>::pair(&other, &q)));
                assert_eq!(<$pairing>::pair(&p.neg(), &q), e.inverse());
                assert_ne!(<$pairing>::pair(&p, &p), T::one());
            }

            #[test]
            fn products_preparation_and_infinity() {
                let mut rng = rng();
                let terms: Vec<_> = (0..3).map(|_| (G::random(&mut rng), G::random(&mut rng))).collect();
                let product = terms.iter().fold(T::one(), |e, (p, q)| e.mul(&<$pairing>::pair(p, q)));
                assert_eq!(<$pairing>::product(&terms), product);
                assert_eq!(<$pairing>::product(&[]), T::one());
                let (p, q) = terms[0];
                for (a, b) in [(p, q), (p, G::identity()), (G::identity(), q), (G::identity(), G::identity())]
                {
                    let e = <$pairing>::pair_prepared(&<$pairing>::prepare(&a), &b);
                    assert_eq!(e, <$pairing>::pair(&a, &b));
                    assert_eq!(e == T::one(), a.is_identity() || b.is_identity());
                }
                let (f, g) =
                    (<$pairing>::miller_loop(&p, &q), <$pairing>::miller_loop(&terms[1].0, &terms[1].1));
                let both = <$pairing>::final_exponentiation(&<$pairing>::miller_mul(&f, &g));
                assert_eq!(both, <$pairing>::product(&terms[..2]));
                let mut out = vec![T::one(); 3];
                <$pairing>::batch(&terms, &mut out);
                for ((p, q), e) in terms.iter().zip(&out) {
                    assert_eq!(<$pairing>::pair(p, q), *e);
                }
            }

            #[test]
            fn the_target_group() {
                let mut rng = rng();
                let e = <$pairing>::pair(&G::generator(), &G::random(&mut rng));
                assert!(e.is_member() && T::one().is_member());
                assert_eq!(e.square(), e.mul(&e));
                assert_eq!(e.mul(&e.inverse()), T::one());
                assert_eq!(e.pow(G::ORDER), T::one());
                assert_eq!(T::one().pow(&scalar(&mut rng)), T::one());
                for k in [vec![], vec![0], vec![1], vec![2], vec![5, 1], scalar(&mut rng)] {
                    assert_eq!(e.pow(&k), in_steps(&e, &integer(&k)));
                }
                assert_eq!(T::read(&e.bytes()), Ok(e));
                // Of norm 1 but of order four, and of another norm.
                let (zero, one) = (BigUint::ZERO, BigUint::from(1u32));
                assert_eq!(T::read(&encode::<G>(&zero, &one)), Err(Error::NotInTargetGroup));
                assert_eq!(T::read(&encode::<G>(&(&one + 1u32), &one)), Err(Error::NotInTargetGroup));
                assert_eq!(
                    T::read(&encode::<G>(&model().p, &one)),
                    Err(Error::NotCanonical { coefficient: 0 })
                );
                assert!(matches!(T::read(&[0; 3]), Err(Error::Length { got: 3, .. })));
            }

            #[test]
            fn encodings_return_what_they_encode() {
                let mut rng = rng();
                let width = G::WIDTH;
                let p = model().p;
                for point in [G::random(&mut rng), G::random(&mut rng).neg(), G::generator(), G::identity()] {
                    let (short, long) = (point.to_compressed(), point.to_uncompressed());
                    assert_eq!((short.len(), long.len()), (width + 1, 2 * width));
                    assert_eq!(G::from_compressed(&short), Ok(point));
                    assert_eq!(G::from_uncompressed(&long), Ok(point));
                    if let Some((x, y)) = model_point(&point) {
                        assert_eq!(G::read(&point.bytes()), Ok(point));
                        // The layout of PBC: x, then y or whether y is odd.
                        assert_eq!(BigUint::from_bytes_be(&long[..width]), x);
                        assert_eq!(BigUint::from_bytes_be(&long[width..]), y);
                        assert_eq!(short[..width], long[..width]);
                        assert_eq!(short[width] == 1, y.bit(0));
                    }
                }
                let mut bad = G::generator().to_compressed();
                bad[width] = 2;
                assert_eq!(G::from_compressed(&bad), Err(Error::Flags));
                let mut bad = G::generator().to_uncompressed();
                bad[2 * width - 1] ^= 1;
                assert_eq!(G::from_uncompressed(&bad), Err(Error::NotOnCurve));
                bad[..width].copy_from_slice(&p.to_bytes_be());
                assert_eq!(G::from_uncompressed(&bad), Err(Error::NotCanonical { coefficient: 0 }));
                assert!(matches!(G::from_uncompressed(&bad[1..]), Err(Error::Length { .. })));
                assert!(matches!(G::from_compressed(&[]), Err(Error::Length { .. })));
            }
        }
    };
}

pairing_tests!(ss512, TateSs512, Ss512Base, 8, 4);
pairing_tests!(ss1536, TateSs1536, Ss1536Base, 24, 1);

/// Whether n passes a Fermat test, after trial division by small numbers.
fn is_probable_prime(n: &BigUint) -> bool {
    let small = (3u32..2000).step_by(2).all(|d| n % d != BigUint::ZERO);
    small && BigUint::from(2u32).modpow(&(n - 1u32), n) == BigUint::from(1u32)
}

#[test]
fn the_1536_bit_prime_is_the_first_of_its_seed() {
    let one = BigUint::from(1u32);
    let r = (&one << 255) + (&one << 41) + 1u32;
    assert_eq!(integer(&SS1536_ORDER), r);
    assert!(is_probable_prime(&r));
    let prime = (0u32..)
        .map(|i| {
            let digests = (0u8..5).flat_map(|j| {
                let hash = Sha256::new().chain_update(b"pairforge tate-ss1536 cofactor");
                hash.chain_update(i.to_be_bytes()).chain_update([j]).finalize()
            });
            let h = (&one << 1280) + (BigUint::from_bytes_be(&digests.collect::<Vec<u8>>()) >> 2 << 2);
            h * &r - 1u32
        })
        .find(|p: &BigUint| p.bits() == 1536 && is_probable_prime(p))
        .expect("there are infinitely many");
    assert_eq!(integer(&<Ss1536Base as PrimeParams<24>>::MODULUS), prime);
}

#[test]
fn generators_are_the_first_points() {
    fn first<C: TypeA<N>, const N: usize>(p: BigUint, r: &BigUint) {
        let model = Model { p };
        let h = (&model.p + 1u32) / r;
        let generator = (1u32..)
            .find_map(|x| {
                let x = BigUint::from(x);
                let right = (&x * &x * &x + &x) % &model.p;
                let y = right.modpow(&((&model.p + 1u32) >> 2), &model.p);
                let y = if y.bit(0) { &model.p - y } else { y };
                if &y * &y % &model.p == right { model.mul(&Some((x, y)), &h) } else { None }
            })
            .expect("a point");
        assert_eq!(model_point(&Point::<C, N>::generator()), Some(generator));
    }
    use pairforge_prime::type_a::{Ss512, Ss1536};
    first::<Ss512, 8>(integer(&<Ss512Base as PrimeParams<8>>::MODULUS), &integer(&SS512_ORDER));
    first::<Ss1536, 24>(integer(&<Ss1536Base as PrimeParams<24>>::MODULUS), &integer(&SS1536_ORDER));
}
