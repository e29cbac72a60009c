//! Parameter files of PBC's type A: parsing, and the pairing of a file against the built-in one and against its laws.

use num_bigint::BigUint;
use pairforge_interface::{Coefficients, Error, Group, Pairing};
use pairforge_prime::type_a::pbc::TypeAPairing;
use pairforge_prime::type_a::{TateSs512, TateSs1536};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// PBC's `a.param`.
fn a_param() -> String {
    let one = BigUint::from(1u32);
    let q: BigUint = "8780710799663312522437781984754049815806883199414208211028653399266475630880222957078625179422662221\
                      423155858769582317459277713367317481324925129998224791"
        .parse()
        .expect("decimal");
    let r = (&one << 159) + (&one << 107) + 1u32;
    file(&q, &r, [159, 107], [1, 1])
}

fn file(q: &BigUint, r: &BigUint, exponents: [usize; 2], signs: [i32; 2]) -> String {
    let h = (q + 1u32) / r;
    let [exp2, exp1] = exponents;
    let [sign1, sign0] = signs;
    format!("type a\nq {q}\nh {h}\nr {r}\nexp2 {exp2}\nexp1 {exp1}\nsign1 {sign1}\nsign0 {sign0}\n")
}

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, &l| (n << 64) + l)
}

fn big_endian(value: &impl Coefficients, width: usize) -> Vec<u8> {
    let mut bytes = vec![0; 2 * width];
    value.write(&mut bytes);
    bytes.chunks_mut(width).for_each(<[u8]>::reverse);
    bytes
}

/// The file's pairing is that of the built-in curve.
fn agrees<P: Pairing<G1 = G, G2 = G>, G: Group>(text: &str) {
    let pairing = TypeAPairing::parse(text).expect("a good file");
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let (p, q) = (G::random(&mut rng), G::random(&mut rng));
    let [a, b] = [&p, &q].map(|p| pairing.point_from_bytes(&p.to_uncompressed()).expect("a point"));
    assert_eq!(pairing.point_to_bytes_compressed(&a), p.to_compressed());
    assert_eq!(pairing.point_to_bytes(&pairing.add(&a, &b)), p.add(&q).to_uncompressed());
    assert_eq!(
        pairing.hash(b"message", b"tag"),
        pairing.point_from_bytes(&G::hash(b"message", b"tag").to_uncompressed()).expect("a point")
    );
    let e = pairing.pair(&a, &b);
    assert_eq!(pairing.value_to_bytes(&e), big_endian(&P::pair(&p, &q), G::WIDTH));
    assert_eq!(integer(pairing.order()), integer(G::ORDER));
}

#[test]
fn a_param_is_ss512() {
    agrees::<TateSs512, _>(&a_param());
}

#[test]
fn the_1536_bit_curve_is_of_type_a() {
    use pairforge_prime::PrimeParams;
    use pairforge_prime::params::{SS1536_ORDER, Ss1536Base};
    let q = integer(&<Ss1536Base as PrimeParams<24>>::MODULUS);
    agrees::<TateSs1536, _>(&file(&q, &integer(&SS1536_ORDER), [255, 41], [1, 1]));
}

/// The least multiple of four h above 2^bits / r that makes h r - 1 prime, by a Fermat test.
fn make(bits: usize, r: &BigUint, exponents: [usize; 2], signs: [i32; 2]) -> String {
    let two = BigUint::from(2u32);
    let mut h = (((BigUint::from(1u32) << bits) / r) >> 2) << 2;
    loop {
        h += 4u32;
        let q = &h * r - 1u32;
        let small = (3u32..1000).step_by(2).all(|d| &q % d != BigUint::ZERO);
        if small && two.modpow(&(&q - 1u32), &q) == BigUint::from(1u32) {
            return file(&q, r, exponents, signs);
        }
    }
}

#[test]
fn pairings_of_all_sizes_and_signs_are_bilinear() {
    let one = BigUint::from(1u32);
    // Primes 2^a ± 2^b ± 1, found by search.
    let orders = [
        ((&one << 159) + (&one << 107) + 1u32, [159, 107], [1, 1]),
        ((&one << 89) - (&one << 1) + 1u32, [89, 1], [-1, 1]),
        ((&one << 255) + (&one << 96) - 1u32, [255, 96], [1, -1]),
        ((&one << 160) - (&one << 31) - 1u32, [160, 31], [-1, -1]),
    ];
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    for (i, bits) in [300, 511, 512, 700, 1100, 1552, 1800].into_iter().enumerate() {
        let (r, exponents, signs) = &orders[i % orders.len()];
        let pairing = TypeAPairing::parse(&make(bits, r, *exponents, *signs)).expect("a good file");
        let (p, q) = (pairing.random(&mut rng), pairing.random(&mut rng));
        assert_eq!(pairing.mul(&p, pairing.order()), pairing.identity());
        let k = [rng.next_u64(), rng.next_u64()];
        let e = pairing.pair(&p, &q);
        assert_eq!(e, pairing.pair(&q, &p));
        assert_eq!(pairing.pair(&pairing.mul(&p, &k), &q), pairing.value_pow(&e, &k));
        let one = pairing.pair(&p, &pairing.identity());
        assert_ne!(e, one);
        assert_eq!(pairing.value_pow(&e, pairing.order()), one);
        assert_eq!(pairing.product(&[(&p, &q), (&pairing.neg(&p), &q)]), one);
        assert_eq!(pairing.value_mul(&e, &e), pairing.pair(&pairing.add(&p, &p), &q));
        assert_eq!(pairing.value_from_bytes(&pairing.value_to_bytes(&e)), Ok(e));
        for point in [p, pairing.identity()] {
            assert_eq!(pairing.point_from_bytes(&pairing.point_to_bytes(&point)), Ok(point.clone()));
            let short = pairing.point_to_bytes_compressed(&point);
            assert_eq!(pairing.point_from_bytes_compressed(&short), Ok(point));
        }
        assert_eq!(pairing.coordinate_bytes(), (integer(pairing.modulus()).bits() as usize).div_ceil(8));
        assert_eq!(integer(pairing.cofactor()) * integer(pairing.order()), integer(pairing.modulus()) + 1u32);
    }
}

#[test]
fn every_fault_of_a_file_is_named() {
    let good = a_param();
    assert!(TypeAPairing::parse(&good).is_ok());
    assert!(TypeAPairing::parse(&format!("# a comment\n\n{}  # another\n", good.trim_end())).is_ok());
    let line =
        |key: &str| good.lines().find(|l| l.starts_with(&format!("{key} "))).expect("a line").to_owned();
    let cases = [
        (good.replace("type a", "type d"), "type"),
        (good.replace("type a\n", ""), "\"type\""),
        (good.replace(&line("h"), ""), "\"h\""),
        (good.replace(&line("q"), "q"), "line 2"),
        (good.replace(&line("q"), "q 12x"), "q:"),
        (good.replace(&line("q"), "q -7"), "q:"),
        (good.replace(&line("q"), &format!("q {}", BigUint::from(1u32) << 2048)), "2048"),
        (good.replace(&line("r"), "r 5"), "r is not"),
        (good.replace(&line("h"), "h 8"), "h r"),
        (good.replace(&line("h"), "h 0"), "h r"),
        (good.replace(&line("exp2"), "exp2 99999999999999999999999"), "exp2"),
        (good.replace(&line("exp1"), "exp1 200"), "exp1"),
        (good.replace(&line("exp1"), "exp1 0"), "exp1"),
        (good.replace(&line("sign1"), "sign1 2"), "sign1"),
        (format!("{good}q 7\n"), "second"),
        (format!("{good}z 7\n"), "unknown"),
        (format!("{good}type\n"), "one value"),
        (String::new(), "\"type\""),
    ];
    for (text, expected) in cases {
        match TypeAPairing::parse(&text) {
            Err(Error::Parameters(what)) => assert!(what.contains(expected), "{what:?} lacks {expected:?}"),
            other => panic!("{other:?} where {expected:?} is at fault"),
        }
    }
    // 2^159 + 2^107 + 1 is prime, the cofactors' neighbours give no primes.
    let r = (BigUint::from(1u32) << 159) + (BigUint::from(1u32) << 107) + 1u32;
    let composite = &r * 60u32 - 1u32;
    assert!((0..6).any(|i| {
        let q = &composite + &r * (i * 4u32);
        matches!(TypeAPairing::parse(&file(&q, &r, [159, 107], [1, 1])), Err(Error::Parameters(what)) if what == "q is not prime")
    }));
}
