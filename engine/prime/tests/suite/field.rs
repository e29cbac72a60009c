//! Fields of large prime order against plain integers, and the literals against the formulas that define them.

use num_bigint::BigUint;
use pairforge_prime::params::*;
use pairforge_prime::{BaseField, Fp, PrimeParams};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, &l| (n << 64) + l)
}

fn modulus<P: PrimeParams<N>, const N: usize>() -> BigUint {
    integer(&P::MODULUS)
}

fn element<P: PrimeParams<N>, const N: usize>(value: &BigUint) -> Fp<P, N> {
    let mut bytes = (value % modulus::<P, N>()).to_bytes_le();
    bytes.resize(Fp::<P, N>::BYTES, 0);
    Fp::from_bytes_le(&bytes).expect("reduced")
}

fn value<P: PrimeParams<N>, const N: usize>(a: &Fp<P, N>) -> BigUint {
    integer(&a.to_limbs())
}

/// That an element has this value. A function, as is [`same`]: what an assertion prints would be compiled for each of them.
#[track_caller]
#[inline(never)]
fn is<P: PrimeParams<N>, const N: usize>(a: Fp<P, N>, expected: BigUint) {
    assert_eq!(value(&a), expected);
}

#[track_caller]
#[inline(never)]
fn same<P: PrimeParams<N>, const N: usize>(a: Fp<P, N>, b: Fp<P, N>) {
    assert_eq!(a, b);
}

/// Values at the borders of the limbs and of the field.
fn corners(p: &BigUint, limbs: usize) -> Vec<BigUint> {
    let one = BigUint::from(1u32);
    let mut corners: Vec<BigUint> = (0u32..3).map(BigUint::from).collect();
    corners.extend((1u32..4).map(|i| p - i));
    corners.push(p >> 1);
    corners.push((p >> 1) + 1u32);
    // What has an all-ones, or nearly zero, Montgomery form.
    let inverse_of_r = (&one << (64 * limbs)).modinv(p).expect("p is odd");
    corners.push(&inverse_of_r * ((&one << (p.bits() - 1)) - 1u32) % p);
    corners.push(inverse_of_r);
    for bit in (64..p.bits()).step_by(64).step_by(limbs.div_ceil(8)) {
        corners.push(&one << bit);
        corners.push((&one << bit) - 1u32);
    }
    corners
}

fn ring_laws<P: PrimeParams<N>, const N: usize>(a: &BigUint, b: &BigUint) {
    let p = &modulus::<P, N>();
    let (x, y) = (element::<P, N>(a), element::<P, N>(b));
    let z = x.add(&Fp::ONE);
    is(x, a.clone());
    is(x.add(&y), (a + b) % p);
    is(x.sub(&y), (a + p - b) % p);
    is(x.neg(), (p - a) % p);
    is(x.double(), (a + a) % p);
    same(x.half().double(), x);
    let (xx, xy, xz, yy, yz, zz) = (x.square(), x.mul(&y), x.mul(&z), y.square(), y.mul(&z), z.square());
    is(xy, a * b % p);
    is(xx, a * a % p);
    is(x.cube(), a * a * a % p);
    let (wide_xy, wide_yy) = (x.mul_wide(&y), y.square_wide());
    same(Fp::reduce(&wide_xy), xy);
    same(Fp::reduce(&x.square_wide()), xx);
    same(Fp::reduce(&wide_yy), yy);
    let (u, v) = (x.add_unreduced(&y), x.add_unreduced(&x));
    let both = u.mul_wide(&v);
    let product = x.add(&y).mul(&x.double());
    same(Fp::reduce(&both), product);
    same(Fp::reduce(&u.square_wide()), x.add(&y).square());
    same(Fp::reduce(&Fp::<P, N>::wide_add(&wide_xy, &wide_yy)), xy.add(&yy));
    same(Fp::reduce(&Fp::<P, N>::wide_sub(&wide_xy, &wide_yy)), xy.sub(&yy));
    same(Fp::reduce(&Fp::<P, N>::wide_sub_positive(&both, &wide_xy)), product.sub(&xy));
    let both_same = |[a, b]: [Fp<P, N>; 2], [c, d]: [Fp<P, N>; 2]| {
        same(a, c);
        same(b, d);
    };
    both_same(Fp::mul2(&[x, y], &[y, z]), [xy.sub(&yz), xz.add(&yy)]);
    both_same(Fp::square2(&[x, y]), [xx.sub(&yy), xy.double()]);
    let pairs = [[&x, &y], [&y, &z], [&z, &z], [&x, &x], [&z, &x], [&y, &y], [&x, &z], [&z, &y], [&x, &y]];
    let products = [xy, yz, zz, xx, xz, yy, xz, yz, xy];
    let mut sum = Fp::ZERO;
    for (k, product) in products.iter().enumerate() {
        sum = sum.add(product);
        same(Fp::sum_of_products(&pairs[..=k]), sum);
    }
    if Fp::<P, N>::has_room(6) {
        let sum = Fp::sum_of_products(&[[&x, &y], [&y, &z.unreduced_multiple(-5)]]);
        same(sum, xy.sub(&Fp::from_u64(5).mul(&yz)));
    }
    same(Fp::combine(3, &x, 2, &y), x.double().add(&x).add(&y.double()));
    same(Fp::combine_less(3, &x, 2, &y), x.double().add(&x).sub(&y.double()));
    let combination = Fp::combination(&[(90, &x), (-90, &y), (-73, &z), (2, &y)]);
    is(combination, (a * 90u32 + (p - b) * 88u32 + (p - value(&z)) * 73u32) % p);
    // (x + y s)(z + x s) + (y + z s)(x + x s), s^2 = -1.
    let sums = [xz.sub(&xy).add(&xy).sub(&xz), xx.add(&yz).add(&xy).add(&xz)];
    both_same(Fp::dot2([&[x, y], &[y, z]], [&[z, x], &[x, x]]), sums);
    same(Fp::from_bytes_be(&x.to_bytes_be()).expect("reduced"), x);
    same(Fp::from_bytes_le(&x.to_bytes_le()).expect("reduced"), x);
    assert_eq!([bool::from(x.sgn0()), x.is_upper_half().into()], [a.bit(0), *a > (p >> 1)]);
    same(x.frobenius(), x);
}

fn powers<P: PrimeParams<N>, const N: usize>(a: &BigUint, exponent: &[u64]) {
    let p = &modulus::<P, N>();
    let x = element::<P, N>(a);
    let power = a.modpow(&integer(exponent), p);
    is(x.pow(exponent), power.clone());
    is(x.pow_vartime(exponent), power.clone());
    let [of_square, of_itself] = Fp::powers_vartime(&[x.square(), x], exponent);
    is(of_square, power.modpow(&2u32.into(), p));
    is(of_itself, power);
    let inverse = if *a == BigUint::ZERO { BigUint::ZERO } else { a.modinv(p).expect("p is prime") };
    is(x.invert(), inverse);
    let root = x.square().sqrt().expect("a square");
    assert!(root == x || root == x.neg());
    let is_square = a.modpow(&((p - 1u32) >> 1), p) <= BigUint::from(1u32);
    assert_eq!([bool::from(x.is_square()), x.sqrt().is_some()], [is_square; 2]);
}

fn decoding<P: PrimeParams<N>, const N: usize>() {
    let p = modulus::<P, N>();
    let length = Fp::<P, N>::BYTES;
    for (above, valid) in [(&p - 1u32, true), (p.clone(), false), (&p + 1u32, false)] {
        let mut bytes = above.to_bytes_le();
        bytes.resize(length, 0);
        assert_eq!(Fp::<P, N>::from_bytes_le(&bytes).is_some(), valid);
        bytes.reverse();
        assert_eq!(Fp::<P, N>::from_bytes_be(&bytes).is_some(), valid);
    }
    assert!(Fp::<P, N>::from_bytes_le(&vec![0; length + 1]).is_none());
    assert!(Fp::<P, N>::from_bytes_be(&vec![0; length - 1]).is_none());
    assert!(Fp::<P, N>::from_bytes_le(&vec![0xff; length]).is_none());
    for bytes in [vec![0xff; 16 * N], vec![0xff; 8 * N], vec![0x81; 8 * N + 5], vec![7], vec![]] {
        let reduced = Fp::<P, N>::from_wide_be(&bytes);
        assert_eq!(value(&reduced), BigUint::from_bytes_be(&bytes) % &p);
    }
}

fn batch_inversion<P: PrimeParams<N>, const N: usize>() {
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let mut elements: Vec<Fp<P, N>> = (0..9).map(|_| Fp::random(&mut rng)).collect();
    elements[3] = Fp::ZERO;
    elements[8] = Fp::ZERO;
    let expected: Vec<_> = elements.iter().map(BaseField::invert).collect();
    Fp::invert_all(&mut elements);
    assert_eq!(elements, expected);
}

/// Statements about one field, of plain integers: what draws these is compiled once for all fields.
struct Statements {
    modulus: BigUint,
    limbs: usize,
    ring_laws: fn(&BigUint, &BigUint),
    powers: fn(&BigUint, &[u64]),
}

impl Statements {
    fn of<P: PrimeParams<N>, const N: usize>() -> Self {
        Statements {
            modulus: modulus::<P, N>(),
            limbs: N,
            ring_laws: ring_laws::<P, N>,
            powers: powers::<P, N>,
        }
    }

    fn corners(&self) -> Vec<BigUint> {
        corners(&self.modulus, self.limbs)
    }

    fn any_value(&self) -> BoxedStrategy<BigUint> {
        let modulus = self.modulus.clone();
        let bytes = proptest::collection::vec(any::<u8>(), 8 * self.limbs);
        prop_oneof![
            bytes.prop_map(move |bytes| BigUint::from_bytes_le(&bytes) % &modulus),
            proptest::sample::select(self.corners()),
        ]
        .boxed()
    }

    fn ring_laws_of_corners(&self) {
        for a in self.corners() {
            for b in self.corners() {
                (self.ring_laws)(&a, &b);
            }
        }
    }

    fn ring_laws(&self, cases: u32) {
        proptest!(ProptestConfig::with_cases(cases), |(a in self.any_value(), b in self.any_value())| {
            (self.ring_laws)(&a, &b);
        });
    }

    fn powers(&self) {
        let exponents = proptest::collection::vec(any::<u64>(), 0..4);
        proptest!(ProptestConfig::with_cases(16), |(a in self.any_value(), exponent in exponents)| {
            (self.powers)(&a, &exponent);
        });
    }
}

/// All statements about one field.
macro_rules! field_tests {
    ($module:ident, $params:ty, $limbs:literal, $cases:literal) => {
        mod $module {
            use super::*;

            #[test]
            fn corners_obey_ring_laws() {
                Statements::of::<$params, $limbs>().ring_laws_of_corners();
            }

            #[test]
            fn decoders_accept_exactly_the_canonical() {
                decoding::<$params, $limbs>();
            }

            #[test]
            fn batch_inversion_is_inversion() {
                batch_inversion::<$params, $limbs>();
            }

            #[test]
            fn arithmetic_is_that_of_integers_modulo_p() {
                Statements::of::<$params, $limbs>().ring_laws($cases);
            }

            #[test]
            fn powers_inverses_and_roots() {
                Statements::of::<$params, $limbs>().powers();
            }
        }
    };
}

field_tests!(bn254_base, Bn254Base, 4, 512);
field_tests!(bn254_scalar, Bn254Scalar, 4, 512);
field_tests!(bn258_base, Bn258Base, 5, 512);
field_tests!(bn258_scalar, Bn258Scalar, 5, 128);
field_tests!(bls12_381_base, Bls12381Base, 6, 512);
field_tests!(bls12_381_scalar, Bls12381Scalar, 4, 512);
field_tests!(bn462_base, Bn462Base, 8, 512);
field_tests!(bn462_scalar, Bn462Scalar, 8, 128);
field_tests!(ss512_base, Ss512Base, 8, 512);
field_tests!(ss1536_base, Ss1536Base, 24, 128);

/// 2^bits - below.
const fn below_power<const N: usize>(bits: usize, below: u64) -> [u64; N] {
    let mut p = [u64::MAX; N];
    p[N - 1] = u64::MAX >> (64 * N - bits);
    // 2^bits - 1 ends in ones.
    p[0] = p[0] - below + 1;
    p
}

/// floor(2^(64 N) / 5) - below.
const fn below_fifth<const N: usize>(below: u64) -> [u64; N] {
    let mut p = [u64::MAX / 5; N];
    p[0] -= below;
    p
}

/// floor(2^(64 N) 2 / 3) - below.
const fn below_two_thirds<const N: usize>(below: u64) -> [u64; N] {
    let mut p = [u64::MAX / 3 * 2; N];
    p[0] -= below;
    p
}

/// Fields of no curve, for the widths and the numbers of unused bits that those of the curves leave out: the largest primes below
/// powers of two, below two thirds of R, which have no unused bit, and below a fifth of R, the bound of squares of up to six
/// words.
macro_rules! largest_primes {
    ($($module:ident: $name:ident, $limbs:literal, $modulus:expr;)*) => {
        $(
            enum $name {}

            impl PrimeParams<$limbs> for $name {
                const NAME: &'static str = stringify!($name);
                const MODULUS: [u64; $limbs] = $modulus;
            }

            field_tests!($module, $name, $limbs, 64);
        )*
    };
}

largest_primes! {
    bits_14: Bits14, 1, below_power(14, 3);
    bits_100: Bits100, 2, below_power(100, 15);
    bits_190: Bits190, 3, below_power(190, 11);
    bits_254: Bits254, 4, below_power(254, 245);
    bits_315: Bits315, 5, below_power(315, 465);
    bits_377: Bits377, 6, below_power(377, 259);
    bits_382: Bits382, 6, below_power(382, 105);
    bits_446: Bits446, 7, below_power(446, 77);
    bits_447: Bits447, 7, below_power(447, 325);
    bits_509: Bits509, 8, below_power(509, 741);
    bits_511: Bits511, 8, below_power(511, 187);
    bits_575: Bits575, 9, below_power(575, 1057);
    bits_638: Bits638, 10, below_power(638, 405);
    bits_581: Bits581, 10, below_power(581, 295);
    bits_639: Bits639, 10, below_power(639, 499);
    bits_704: Bits704, 11, below_power(704, 245);
    bits_766: Bits766, 12, below_power(766, 641);
    bits_767: Bits767, 12, below_power(767, 1081);
    bits_768: Bits768, 12, below_power(768, 825);
    bits_192: Bits192, 3, below_power(192, 237);
    bits_256: Bits256, 4, below_power(256, 189);
    bits_320: Bits320, 5, below_power(320, 197);
    bits_384: Bits384, 6, below_power(384, 317);
    bits_448: Bits448, 7, below_power(448, 203);
    bits_512: Bits512, 8, below_power(512, 569);
    two_thirds_of_256: TwoThirdsOf256, 4, below_two_thirds(351);
    two_thirds_of_320: TwoThirdsOf320, 5, below_two_thirds(273);
    two_thirds_of_384: TwoThirdsOf384, 6, below_two_thirds(157);
    two_thirds_of_448: TwoThirdsOf448, 7, below_two_thirds(149);
    two_thirds_of_512: TwoThirdsOf512, 8, below_two_thirds(63);
    fifth_of_256: FifthOf256, 4, below_fifth(20);
    fifth_of_320: FifthOf320, 5, below_fifth(232);
    fifth_of_384: FifthOf384, 6, below_fifth(184);
}

/// Words of zeros and ones, and around them, carry as far as carries go.
fn squares_of_extreme_words<P: PrimeParams<N>, const N: usize>() {
    let top = P::MODULUS[N - 1];
    let choices = |i: usize| if i == N - 1 { [0, 1, top / 2, top - 1] } else { [0, 1, 1 << 63, u64::MAX] };
    for all in 0..1usize << (2 * N) {
        let x = Fp::<P, N>::from_montgomery(std::array::from_fn(|i| choices(i)[all >> (2 * i) & 3]));
        let square = x.mul(&x);
        assert_eq!(x.square(), square);
        let fourth = square.mul(&square);
        assert_eq!(Fp::powers_vartime(&[x], &[5]), [fourth.mul(&x)]);
        assert_eq!(
            Fp::powers_vartime(&[x, square], &[5]),
            [fourth.mul(&x), fourth.mul(&fourth).mul(&square)]
        );
    }
}

#[test]
fn squares_of_extreme_words_are_products() {
    squares_of_extreme_words::<Bn254Base, 4>();
    squares_of_extreme_words::<Bits254, 4>();
    squares_of_extreme_words::<FifthOf256, 4>();
    squares_of_extreme_words::<Bn258Base, 5>();
    squares_of_extreme_words::<FifthOf320, 5>();
    squares_of_extreme_words::<Bls12381Base, 6>();
    squares_of_extreme_words::<Bits382, 6>();
    squares_of_extreme_words::<FifthOf384, 6>();
}

/// The largest rows of reduced factors: words of ones times p - 1, as often as kernels take them.
fn sums_of_extreme_words<P: PrimeParams<N>, const N: usize>() {
    let mut largest = P::MODULUS;
    largest[0] -= 1;
    let y = Fp::<P, N>::from_montgomery(largest);
    for all in 0..1usize << N {
        let word = |i: usize| if i == N - 1 { P::MODULUS[i] - 1 } else { u64::MAX };
        let x =
            Fp::<P, N>::from_montgomery(std::array::from_fn(|i| if all >> i & 1 == 1 { word(i) } else { 0 }));
        let mut sum = Fp::ZERO;
        for count in 1..=9 {
            sum = sum.add(&x.mul(&y));
            assert_eq!(Fp::sum_of_products(&[[&x, &y]; 9][..count]), sum);
            assert_eq!(Fp::sum_of_products(&[[&y, &x]; 9][..count]), sum);
        }
    }
}

#[test]
fn sums_of_extreme_words_are_sums_of_products() {
    sums_of_extreme_words::<Bn254Base, 4>();
    sums_of_extreme_words::<Bits254, 4>();
    sums_of_extreme_words::<Bls12381Scalar, 4>();
    sums_of_extreme_words::<Bits315, 5>();
    sums_of_extreme_words::<Bits382, 6>();
    sums_of_extreme_words::<Bits446, 7>();
    sums_of_extreme_words::<Bits447, 7>();
    sums_of_extreme_words::<Bits509, 8>();
    sums_of_extreme_words::<Bits638, 10>();
    sums_of_extreme_words::<Bits766, 12>();
}

#[test]
fn moduli_and_orders_follow_from_the_curves_parameters() {
    let bn = |u: BigUint| {
        let (u2, u3, u4) = (u.pow(2), u.pow(3), u.pow(4));
        let common = (u4 + u3) * 36u32 + &u * 6u32 + 1u32;
        (&common + &u2 * 24u32, common + u2 * 18u32)
    };
    let one = BigUint::from(1u32);
    let (p, r) = bn(BigUint::from(4965661367192848881u64));
    assert_eq!((modulus::<Bn254Base, 4>(), modulus::<Bn254Scalar, 4>()), (p, r.clone()));
    assert_eq!(integer(&BN254_ORDER), r);
    let (p, r) = bn((&one << 63) + 857u32);
    assert_eq!((modulus::<Bn258Base, 5>(), modulus::<Bn258Scalar, 5>()), (p, r.clone()));
    assert_eq!(integer(&BN258_ORDER), r);
    let (p, r) = bn((&one << 114) + (&one << 101) - (&one << 14) - 1u32);
    assert_eq!((modulus::<Bn462Base, 8>(), modulus::<Bn462Scalar, 8>()), (p, r.clone()));
    assert_eq!(integer(&BN462_ORDER), r);
    // BLS12-381's u is negative: with v = -u, p = (v + 1)^2 (v^4 - v^2 + 1) / 3 - v.
    let v = BigUint::from(0xd201_0000_0001_0000u64);
    let r = v.pow(4) - v.pow(2) + 1u32;
    let p = (&v + 1u32).pow(2) * &r / 3u32 - &v;
    assert_eq!((modulus::<Bls12381Base, 6>(), modulus::<Bls12381Scalar, 4>()), (p, r.clone()));
    assert_eq!(integer(&BLS12_381_ORDER), r);
    let r = (&one << 159) + (&one << 107) + 1u32;
    assert_eq!(integer(&SS512_ORDER), r);
    assert_eq!((modulus::<Ss512Base, 8>() + 1u32) % r, BigUint::ZERO);
    let r = (&one << 255) + (&one << 41) + 1u32;
    assert_eq!(integer(&SS1536_ORDER), r);
    assert_eq!((modulus::<Ss1536Base, 24>() + 1u32) % r, BigUint::ZERO);
}
