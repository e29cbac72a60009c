//! blst's functions.

use super::inputs::{BLS12_381, LOGS, MESSAGE, PRODUCT, TAG, bytes, sum_name};
use super::library::{Function, Library};
use crate::blst_bls12_381::{final_exponentiation, generators, miller, miller_n, verify};
use crate::blst_groups::{g1, g2};
use crate::sums::{Theirs, multiples};
use blst::min_pk::{SecretKey, Signature};
use pairforge_engine::Group;
use pairforge_engine::prime::ate::Bls12381;
use pairforge_engine::prime::groups::{G1, G2};
use std::cell::LazyCell;

/// Bits of a scalar.
const BITS: usize = 255;

/// The library.
#[must_use]
pub fn blst() -> Library {
    let mut functions = pairings();
    functions.extend(groups());
    functions.extend(sums::<G1<Bls12381>>("bls12-381 G1", LOGS[0]));
    functions.extend(sums::<G2<Bls12381>>("bls12-381 G2", LOGS[1]));
    functions.extend(signatures());
    Library { name: "blst", version: version().into(), level: level().into(), functions }
}

/// As Cargo pinned it; the crate does not say.
fn version() -> &'static str {
    let (_, after) =
        include_str!("../../../Cargo.lock").split_once("name = \"blst\"\nversion = \"").expect("blst");
    after.split('"').next().expect("a version")
}

/// What its assembly uses.
fn level() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("adx") {
        return "ADX";
    }
    "baseline"
}

fn pairings() -> Vec<Function> {
    let (p, q) = generators();
    let f = miller(&p, &q);
    let scalar = |i| core::array::from_fn(|k| if k == 0 { i } else { 0 });
    let ps: Vec<_> = (1..=PRODUCT as u8).map(|i| g1::multiply(&scalar(i), 8)).collect();
    let qs: Vec<_> = (1..=PRODUCT as u8).map(|i| g2::multiply(&scalar(i), 8)).collect();
    vec![
        Function::new("bls12-381 pairing", move || final_exponentiation(&miller(&p, &q))),
        Function::new("bls12-381 Miller loop", move || miller(&p, &q)),
        Function::new("bls12-381 final exponentiation", move || final_exponentiation(&f)),
        Function::new("bls12-381 product of 8 pairings", move || final_exponentiation(&miller_n(&ps, &qs))),
    ]
}

/// The functions of a group, which are in modules of the same form.
macro_rules! group {
    ($functions:ident, $module:ident, $name:literal) => {
        let scalar = bytes(&BLS12_381.single());
        let encode = |point: &_| $module::serialize(point).to_vec();
        // There is no faster way for one scalar that is public.
        for what in ["multiple", "multiple, public scalar"] {
            let name = format!("bls12-381 {} {what}", $name);
            $functions.push(Function::point(name, encode, move || $module::multiply(&scalar, BITS)));
        }
        let seven = $module::multiply(&core::array::from_fn(|k| if k == 0 { 7 } else { 0 }), 8);
        let encoding = $module::compress(&seven);
        let decompress = move || $module::decompress(&encoding);
        $functions.extend([
            Function::point(concat!("bls12-381 hash to ", $name), encode, || $module::hash(MESSAGE, TAG)),
            Function::new(concat!("bls12-381 ", $name, " subgroup test"), move || {
                assert!($module::is_member(&seven));
            }),
            Function::point(concat!("bls12-381 ", $name, " decompression"), encode, decompress),
        ]);
    };
}

fn groups() -> Vec<Function> {
    let mut functions = Vec::new();
    group!(functions, g1, "G1");
    group!(functions, g2, "G2");
    functions
}

/// Sums of 2^`log` multiples. With two threads it is the crate's own sum, which takes all processors that it may use.
fn sums<G: Theirs>(name: &str, log: u32) -> Vec<Function> {
    let inputs = move || {
        let points = multiples::<G>(1 << log);
        let points: Vec<_> = points.iter().map(|point| G::decode(&point.to_uncompressed())).collect();
        (points, BLS12_381.many(1 << log).iter().flat_map(bytes).collect::<Vec<_>>())
    };
    let (one, two) = (LazyCell::new(inputs), LazyCell::new(inputs));
    let mut scratch = Vec::new();
    let sum = move || G::sum(&one.0, &one.1, &mut scratch);
    let mut functions = vec![Function::point(sum_name(name, log, 1), G::encode, sum)];
    if std::thread::available_parallelism().is_ok_and(|processors| processors.get() == 2) {
        let sum = move || G::sum_on_all_cores(&two.0, &two.1);
        functions.push(Function::point(sum_name(name, log, 2), G::encode, sum));
    }
    functions
}

fn signatures() -> Vec<Function> {
    let mut secret = bytes(&BLS12_381.single());
    secret.reverse();
    let key = SecretKey::from_bytes(&secret).expect("below the order");
    let (public, signature) = (key.sk_to_pk().into(), key.sign(MESSAGE, TAG, &[]).into());
    let encode = |signature: &Signature| g2::serialize(&(*signature).into()).to_vec();
    vec![
        Function::point("bls12-381 sign", encode, move || key.sign(MESSAGE, TAG, &[])),
        Function::new("bls12-381 verify", move || assert!(verify(&public, &signature, MESSAGE, TAG))),
    ]
}
